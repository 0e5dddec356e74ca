import numpy as np

from attn_docs.core.kernels import exp_kernel

n, d = 6, 3
shared = True  # False: W_K becomes a matrix of its own
rng = np.random.default_rng(1)
X = rng.standard_normal((n, d))
W_Q = rng.standard_normal((d, d))
W_K = W_Q if shared else rng.standard_normal((d, d))

G = exp_kernel(X @ W_Q, X @ W_K)
asymmetry = np.linalg.norm(G - G.T) / np.linalg.norm(G)
eigenvalues = np.linalg.eigvalsh((G + G.T) / 2)
print(f"asymmetry  {asymmetry:.3f}")
print("eigenvalues of the symmetric part")
print((eigenvalues / eigenvalues[-1]).round(4))
