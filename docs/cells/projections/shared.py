import numpy as np

from attn_docs.core import softmax

wanted = np.eye(4)[[1, 0, 3, 2]]  # 0 and 1 are partners, so are 2 and 3
sharp = 6.0
eigenvalues, U = np.linalg.eigh(wanted)
half = U * np.sqrt(np.abs(eigenvalues))

for name, signs in (
    ("shared", np.ones(4)),  # W_Q = W_K
    ("shared up to signs", np.sign(eigenvalues)),
):
    Q, K = half, half * signs
    A = softmax(sharp * Q @ K.T)
    partner = A[wanted == 1].mean()
    print(f"{name:18s}   partner {partner:.3f}   itself {A[0, 0]:.3f}")
