import numpy as np

from attn_docs.core import attention

n, d = 6, 4
strength = 0.0  # of the positions: try 0.001, then 1
causal = False
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d))
where = strength * rng.standard_normal((n, d))  # a vector a place
order = rng.permutation(n)


def layer(Y):
    Y = Y + where
    return attention(Y, Y, Y, causal=causal)


Z = layer(X)
moved = np.linalg.norm(layer(X[order]) - Z[order])
moved = max(moved / np.linalg.norm(Z), 1e-15)
print("order", order)
print(f"distance from equivariance {moved:.1e}")
