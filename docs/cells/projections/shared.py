import numpy as np

from attn_docs.core import softmax

wanted = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])  # partners
sharp = 6.0
eigenvalues, U = np.linalg.eigh(wanted)
half = U * np.sqrt(np.abs(eigenvalues))

for name, signs in (
    ("shared", np.ones(4)),  # W_Q = W_K: squares only
    ("shared up to signs", np.sign(eigenvalues)),  # some directions count negatively
):
    Q, K = half, half * signs
    A = softmax(sharp * Q @ K.T)
    print(f"{name}: weight on the partner {A[wanted == 1].mean():.3f}, on itself {A[0, 0]:.3f}")
