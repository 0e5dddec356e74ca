import numpy as np

from attn_docs.core import attention_weights, effective_number

d_k = 64  # try 4, then 1024
rng = np.random.default_rng(1)
Q = rng.standard_normal((200, d_k))
K = rng.standard_normal((16, d_k))

for name, scale in (("unscaled", 1.0), ("scaled", 1 / np.sqrt(d_k))):
    A = attention_weights(Q, K, scale=scale)
    top, number = A.max(axis=-1).mean(), effective_number(A).mean()
    print(f"{name:9s} top weight {top:.3f}   effective number {number:.2f} of 16")
