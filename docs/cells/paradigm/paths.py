import numpy as np

from attn_docs.core import attention_weights, local_mask

n, window = 24, 3  # change these: with window = n every position sees all

rng = np.random.default_rng(0)
Q, K = rng.standard_normal((2, n, 8))
edges = attention_weights(Q, K, mask=local_mask(n, window=window)) > 0

# One more layer lets a signal take one more step: count the layers until nobody is left out.
reached, layers = edges, 1
while not reached.all():
    reached, layers = reached @ edges, layers + 1
print("layers until every position has heard of every other:", layers)
print("scores computed in these layers:", layers * edges.sum())
