import numpy as np

from attn_docs.core import softmax, sparsemax

np.set_printoptions(suppress=True)
beta = 1.0  # try 0, then 5, then 50
S = np.array([1.0, 0.8, -0.6])  # make the first two tie

for f in (softmax, sparsemax):
    p = f(beta * S)
    print(f.__name__, "- sum", p.sum().round(6))
    print("  once       ", p.round(4))
    print("  twice      ", f(p).round(4))
    print("  three times", f(f(p)).round(4))
