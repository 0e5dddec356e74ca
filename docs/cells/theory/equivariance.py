import numpy as np

from attn_docs.core import attention

n, d = 6, 4
strength = 0.0  # of the positions: try 0.001, then 1
causal = False
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d))
where = strength * rng.standard_normal((n, d))  # one vector for each place
order = rng.permutation(n)


def layer(Y):
    Y = Y + where
    return attention(Y, Y, Y, causal=causal)


moved = np.linalg.norm(layer(X[order]) - layer(X)[order]) / np.linalg.norm(layer(X))
print("order", order, f"  distance from equivariance {max(moved, 1e-15):.1e}")
