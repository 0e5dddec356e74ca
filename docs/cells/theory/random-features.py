import numpy as np

from attn_docs.core import (
    attention,
    random_directions,
    random_feature_attention,
)

n, d_k = 16, 4
sharpness = 0.25  # try 1: the usual size of scores
rng = np.random.default_rng(0)
Q, K, V = rng.standard_normal((3, n, d_k))
scale = sharpness / np.sqrt(d_k)
Z = attention(Q, K, V, scale=scale)

for features in (16, 256, 4096):
    errors = []
    for _ in range(5):
        W = random_directions(features, d_k, rng=rng)
        found = random_feature_attention(Q, K, V, W, scale=scale)
        errors.append(np.linalg.norm(found - Z))
    error = np.mean(errors) / np.linalg.norm(Z)
    print(f"{features:4d} features: relative error {error:.3f}")
