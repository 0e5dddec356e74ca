import numpy as np

from attn_docs.core import attention_weights, local_mask

n, window = 24, 3  # change these

rng = np.random.default_rng(0)
Q, K = rng.standard_normal((2, n, 8))
mask = local_mask(n, window=window)
edges = attention_weights(Q, K, mask=mask) > 0

# One more layer takes a signal one more step:
# count the layers until everybody has heard of everybody.
reached, layers = edges, 1
while not reached.all():
    reached, layers = reached @ edges, layers + 1
print("layers:", layers)
print("scores computed in them:", layers * edges.sum())
