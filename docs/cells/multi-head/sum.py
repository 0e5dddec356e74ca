import numpy as np

from attn_docs.core import MultiHead, head_contributions, merge_heads

order = [0, 1, 2]  # try [1, 0, 2]: rows of W_O which are not theirs
rng = np.random.default_rng(1)
X = rng.standard_normal((5, 6))
layer = MultiHead.random(rng, d_model=6, h=3)

concat = merge_heads(layer.heads(X)[order]) @ layer.W_O
parts = head_contributions(layer, X)
print("ranks of the contributions:", np.linalg.matrix_rank(parts))
print("their sum is the output:", np.allclose(parts.sum(axis=0), concat))
