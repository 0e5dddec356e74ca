import numpy as np

from attn_docs.core import scores, softmax

n, d_model, d_k, d_v = 7, 6, 2, 3  # try d_k = 1, then 6
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d_model))
W_Q, W_K = rng.standard_normal((2, d_model, d_k))
W_V = rng.standard_normal((d_model, d_v))

Q, K, V = X @ W_Q, X @ W_K, X @ W_V
S = scores(Q, K)
A = softmax(S)
print("Q", Q.shape, "  K", K.shape, "  V", V.shape, "  Z", (A @ V).shape)
print("rank of the scores ", np.linalg.matrix_rank(S))
print("rank of the weights", np.linalg.matrix_rank(A))
