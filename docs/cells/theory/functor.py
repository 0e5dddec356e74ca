import numpy as np

from attn_docs.core import attention

n, d = 5, 3
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d))
f, g = rng.standard_normal((2, d, d))
# Take away the "#": two identities do not compose.
# f = g = np.eye(d)


def linear(Y, W):
    return Y @ W


def softmax_layer(Y, W):
    return attention(Y, Y, Y @ W)


for F in (linear, softmax_layer):
    one = np.abs(F(X, np.eye(d)) - X).max()
    two = np.abs(F(F(X, f), g) - F(X, f @ g)).max()
    print(F.__name__)
    print(f"   identity off by {one:.3f}, composition {two:.3f}")
