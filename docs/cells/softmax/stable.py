import numpy as np

S = np.array([1000.0, 999.0, 997.0])
c = S.max()  # try 0, then 500, then S.mean()

with np.errstate(all="ignore"):  # failing is the point here
    e = np.exp(S - c)
    A = e / e.sum()
print("exponentials", *(f"{x:.4g}" for x in e))
print("their sum   ", f"{e.sum():.4g}")
print("weights     ", A.round(4))
