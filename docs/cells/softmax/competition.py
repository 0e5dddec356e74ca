import numpy as np

from attn_docs.core import effective_number, entropy, softmax

S = np.array([1.0, 0.9, 0.0, -0.5, -1.0])  # try a tie


def at(beta):
    return entropy(softmax(beta * S))


h = 1e-4
print(" beta     e^H      slope   -beta Var")
for beta in (0.25, 1, 4, 16, 64):
    p = softmax(beta * S)
    var = p @ (S - p @ S) ** 2
    slope = (at(beta + h) - at(beta - h)) / (2 * h)
    print(f"{beta:5g} {effective_number(p):7.3f}", end="")
    print(f" {slope:10.5f} {-beta * var:11.5f}")
