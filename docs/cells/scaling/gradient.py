import numpy as np

from attn_docs.core import softmax, softmax_jacobian

gap = 1.0  # lead of the first key: try 0 and 0.1
S = np.array([gap, 0.0, -1.0, -1.5])

print("beta   top weight   curvature   its bound")
for beta in (1, 8, 64):  # a large beta: no scaling
    p = softmax(beta * S)
    J = beta * softmax_jacobian(p)
    curvature = np.linalg.eigvalsh(J)[-1]
    print(f"{beta:4d} {p.max():12.4f} {curvature:11.3g} {beta / 2:11g}")
