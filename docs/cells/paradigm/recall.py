import numpy as np

from attn_docs import core

n, d = 48, 32  # pairs, numbers per vector: change these,
beta = 1.0  # and the sharpness of attention

rng = np.random.default_rng(0)
K, V = rng.standard_normal((2, n, d))
K, V = (x / core.norms(x)[:, None] for x in (K, V))

M_outer = core.outer_product_memory(K, V)
M_delta = core.delta_rule_limit(K, V)
answers = {
    "outer products": core.recall(M_outer, K),
    "delta rule": core.recall(M_delta, K),
    "attention": core.attention(K, K, V, scale=beta * np.sqrt(d)),
}
print(f"predicted for outer products: {np.sqrt((n - 1) / d):.3f}")
for name, found in answers.items():
    error = np.sqrt(((found - V) ** 2).sum(axis=1).mean())
    right = (np.argmax(found @ V.T, axis=1) == np.arange(n)).mean()
    print(f"{name:14s} error {error:.3f}, nearest right {right:.0%}")
