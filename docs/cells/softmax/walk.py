import numpy as np

from attn_docs.core import attention_weights, stationary_distribution

causal = False  # try True
rng = np.random.default_rng(5)  # another seed: another input
X = rng.standard_normal((5, 8))
W_Q, W_K = rng.standard_normal((2, 8, 8)) / np.sqrt(8)

A = attention_weights(X @ W_Q, X @ W_K, causal=causal)
print("row sums", A.sum(axis=1).round(6))
p = np.full(5, 1 / 5)
for step in range(1, 101):
    p = p @ A
    if step in (1, 3, 10, 100):
        print(f"step {step:3d}", p.round(2))
print("pi      ", stationary_distribution(A).round(2))
