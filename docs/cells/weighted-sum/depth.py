import numpy as np

from attn_docs.core import attention, rank_one_residual

residual = False  # try True
rng = np.random.default_rng(2)
n, d = 16, 32
X = rng.standard_normal((n, d))

for layer in range(6):
    distance = rank_one_residual(X)
    print(f"layer {layer}   from all alike: {distance:.1e}")
    W_Q, W_K, W_V = rng.standard_normal((3, d, d)) / np.sqrt(d)
    Y = X / np.sqrt(np.mean(X * X, axis=1, keepdims=True))
    Z = attention(Y @ W_Q, Y @ W_K, Y @ W_V)
    X = X + Z if residual else Z
