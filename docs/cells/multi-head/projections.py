import numpy as np

from attn_docs.core import MultiHead

rng = np.random.default_rng(0)
X = rng.standard_normal((7, 12))
without = X.copy()
without[:, :4] = 0  # try :1, or :0 for nothing at all

for h in (1, 2, 3, 4, 6, 12):
    layer = MultiHead.random(rng, d_model=12, h=h)
    before = layer.heads(X)
    change = np.linalg.norm(layer.heads(without) - before, axis=(1, 2))
    moved = change / np.linalg.norm(before, axis=(1, 2))
    rank = np.linalg.matrix_rank(layer.qk(0))
    sizes = f"{layer.parameters} numbers, rank {rank}"
    # The move is that of the head which notices least.
    print(f"h={h}: {sizes}, move {moved.min():.2f}")
