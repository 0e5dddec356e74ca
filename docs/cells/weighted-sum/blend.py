import numpy as np

from attn_docs.core import attention, attention_weights

beta = 2.0  # sharpness: try 0, then 8
x = np.array([[0.8, 0.6]])  # the token, also its query
V = np.array([[2.0, 0.0], [0.0, 2.0], [-1.0, -1.0]])

A = attention_weights(x, V, scale=beta)  # here the keys are V
z = attention(x, V, V, scale=beta)
# Shares of the three corners, found from z alone:
M = np.vstack([V.T, np.ones(3)])
shares = np.linalg.solve(M, np.append(z, 1))

print("weights        ", A[0].round(3))
print("shares of z    ", shares.round(3))
print("blend z        ", z[0].round(3))
print("after the move ", (x + z)[0].round(3))
