import numpy as np

from attn_docs.core import attention, pairwise_cosine
from attn_docs.core.gradients import attention_vjp, cross_entropy, cross_entropy_gradient

pairs, d_model, d_k = 4, 8, 2  # try d_k = 1, then pairs = 7
rng = np.random.default_rng(3)
asking, answering = rng.standard_normal((2, pairs, d_model)) / np.sqrt(d_model)
W_Q, W_K = rng.standard_normal((2, d_model, d_k)) / np.sqrt(d_model)
V = 6 * np.eye(pairs)  # each answering word carries a label of its own
label = np.arange(pairs)  # asking word i is to report the label of answering word i

for step in range(401):
    Q, K = asking @ W_Q, answering @ W_K
    Z = attention(Q, K, V)
    if step % 100 == 0:
        cos = pairwise_cosine(Q, K)
        match, loss = np.trace(cos) / pairs, cross_entropy(Z, label)
        others = (cos.sum() - np.trace(cos)) / (pairs * (pairs - 1))
        print(f"step {step:3d}   loss {loss:.3f}   cosine {match:.3f}, others {others:.3f}")
    slope = attention_vjp(Q, K, V, cross_entropy_gradient(Z, label))
    W_Q -= 0.5 * asking.T @ slope.Q
    W_K -= 0.5 * answering.T @ slope.K
