import numpy as np

from attn_docs.core import attention, attention_vjp, pairwise_cosine, softmax

pairs, d_model, d_k = 4, 8, 2  # try d_k = 1, then pairs = 7
rng = np.random.default_rng(3)
asking, answering = rng.standard_normal((2, pairs, d_model)) * 0.35  # any vectors will do
W_Q, W_K = rng.standard_normal((2, d_model, d_k)) * 0.35
right = np.eye(pairs)  # asker i is to report the label of answer i
V = 6 * right  # each answering word carries its own label

for step in range(401):
    Q, K = asking @ W_Q, answering @ W_K
    P = softmax(attention(Q, K, V))  # probability of each label
    if step % 100 == 0:
        cos = pairwise_cosine(Q, K)
        loss = -np.log(np.diag(P)).mean()
        match, others = np.diag(cos).mean(), cos[right == 0].mean()
        print(f"{step:3d}  loss {loss:.3f}  cosine {match:.3f}  others {others:.3f}")
    slope = attention_vjp(Q, K, V, (P - right) / pairs)
    W_Q -= 0.5 * asking.T @ slope.Q
    W_K -= 0.5 * answering.T @ slope.K
