import numpy as np

from attn_docs.core import cluster_count, iterate_attention

beta = 16.0  # try 1, then 64
d = 2  # 2: circle, 3: sphere
X = np.random.default_rng(4).standard_normal((32, d))

path = iterate_attention(X, beta=beta, steps=600, step=0.2)
for t in (0, 2, 5, 10, 20, 60, 120):
    number = cluster_count(path[5 * t], tolerance=0.05)
    print(f"time {t:3d}   clusters {number}")
