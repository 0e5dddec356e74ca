import numpy as np

from attn_docs.core import attention, delta_rule_limit, outer_product_memory, recall

n, d, beta = 48, 32, 1.0  # pairs, numbers per vector, sharpness: change these

rng = np.random.default_rng(0)
K, V = rng.standard_normal((2, n, d))
K /= np.linalg.norm(K, axis=1, keepdims=True)
V /= np.linalg.norm(V, axis=1, keepdims=True)

answers = {
    "outer products": recall(outer_product_memory(K, V), K),
    "delta rule, settled": recall(delta_rule_limit(K, V), K),
    "attention": attention(K, K, V, scale=beta * np.sqrt(d)),
}
print(f"predicted for outer products: {np.sqrt((n - 1) / d):.3f}")
for name, found in answers.items():
    error = np.sqrt(((found - V) ** 2).sum(axis=1).mean())
    right = (np.argmax(found @ V.T, axis=1) == np.arange(n)).mean()
    print(f"{name:20s} error {error:.3f}   nearest right {right:.0%}")
