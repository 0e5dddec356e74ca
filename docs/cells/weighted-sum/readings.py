import numpy as np

from attn_docs.core import attention

n, d_v = 4, 4  # try d_v = 3
rng = np.random.default_rng(0)
Q, K = rng.standard_normal((2, n, 2))
V = rng.standard_normal((n, d_v))

once = attention(Q, K, V)
print("Attention(Q, K, V):", once.shape)
try:
    twice = once @ V
    gap = np.linalg.norm(twice - once) / np.linalg.norm(once)
    print(f"once more by V: {twice.shape}, off by {gap:.3f}")
except ValueError:
    print(f"{once.shape} times {V.shape} does not fit")
