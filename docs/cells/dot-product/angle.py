import numpy as np

from attn_docs.core import angle, cosine, norms

q = np.array([2.0, 1.0])
k = np.array([1.0, 3.0])  # turn this key, or stretch it

theta, c = np.degrees(angle(q, k)), cosine(q, k)
print(f"score    {q @ k:.3f}")
print(f"lengths  {norms(q):.3f} and {norms(k):.3f}")
print(f"angle    {theta:.1f} degrees, cosine {c:.3f}")
print(f"product  {norms(q) * norms(k) * c:.3f}")
