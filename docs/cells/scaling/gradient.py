import numpy as np

from attn_docs.core import softmax, softmax_jacobian

gap = 1.0  # by how much the first key leads the second: try 0 and 0.1
S = np.array([gap, 0.0, -1.0, -1.5])

for beta in (1, 8, 64):  # 8 and 64 play the part of missing scaling
    p = softmax(beta * S)
    J = beta * softmax_jacobian(p)
    top = np.linalg.eigvalsh(J)[-1]
    print(f"beta {beta:2d}   weights {p.round(3)}   curvature {top:.3g} of at most {beta / 2:g}")
