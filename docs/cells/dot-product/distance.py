import numpy as np

from attn_docs.core import norms, softmax

q = np.array([2.0, 0.0])
K = np.array([[1, 0], [2, 0.3], [3, 2.5], [0, 1.5]])
# Take away the "#" to give every key the same length:
# K = K / norms(K)[:, None]

by_dot = softmax(K @ q)
by_distance = softmax(-0.5 * norms(K - q) ** 2)

print("length      ", norms(K).round(3))
print("dot product ", by_dot.round(3))
print("distance    ", by_distance.round(3))
