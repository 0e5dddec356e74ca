import numpy as np

from attn_docs.core.rollout import rollout

# Three layers, one head: each token copies its left neighbour.
n, layers = 5, 3
step = np.eye(n, k=-1)
step[0, 0] = 1.0
A = np.broadcast_to(step, (layers, 1, n, n)).copy()

print("last layer alone ", A[-1, 0, -1])
print("bare product     ", rollout(A, residual=False)[-1])
print("rollout          ", rollout(A)[-1].round(3))
