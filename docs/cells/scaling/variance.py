import numpy as np

power = 0.5  # scores / d_k**power: try 0 and 1
rng = np.random.default_rng(0)

for d_k in (4, 16, 64, 256):
    q, k = rng.standard_normal((2, 5000, d_k))
    S = np.sum(q * k, axis=-1) / d_k**power
    print(f"d_k = {d_k:3d}   variance {S.var():.4g}")
