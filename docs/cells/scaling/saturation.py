import numpy as np

from attn_docs.core import attention_weights, effective_number

d_k = 64  # try 4, then 1024
rng = np.random.default_rng(1)
Q = rng.standard_normal((200, d_k))
K = rng.standard_normal((16, d_k))

print("          top weight   effective number of 16")
for name, scale in [("unscaled", 1), ("scaled", d_k**-0.5)]:
    A = attention_weights(Q, K, scale=scale)
    top, number = A.max(axis=-1), effective_number(A)
    print(f"{name:8s}  {top.mean():10.3f}   {number.mean():.2f}")
