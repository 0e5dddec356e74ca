import numpy as np

from attn_docs.core import cosine

d = 64  # try 2, 16, 1024
rng = np.random.default_rng(0)
x, y = rng.standard_normal((2, 2000, d))
c = cosine(x, y)

large = np.mean(np.abs(c) > 0.5)
print(f"standard deviation of the cosine  {c.std():.4f}")
print(f"1 / sqrt(d)                       {1 / np.sqrt(d):.4f}")
print(f"pairs with |cosine| above 1/2     {large:.2%}")
