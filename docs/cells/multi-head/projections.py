import numpy as np

from attn_docs.core import MultiHead

d_model, n = 12, 7
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d_model))
without = X.copy()
without[:, :4] = 0  # try :1, or :0 for nothing at all

for h in (1, 2, 3, 4, 6, 12):
    layer = MultiHead.random(rng, d_model=d_model, h=h)
    before, after = layer.heads(X), layer.heads(without)
    moved = np.linalg.norm(after - before, axis=(1, 2)) / np.linalg.norm(before, axis=(1, 2))
    rank = np.linalg.matrix_rank(layer.qk(0))
    print(
        f"h = {h:2d}  parameters {layer.parameters}  rank {rank:2d}  least move {moved.min():.2f}"
    )
