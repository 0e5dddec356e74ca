import numpy as np

from attn_docs.core import attention_weights, effective_number, entropy
from attn_docs.playground import checked, scene

state = {"sequence": "two-topics", "query": 0, "sharpness": 3}
s = scene(checked(state))  # X, Q, K, V: heads × tokens × dimensions
scale = state["sharpness"] / np.sqrt(s.Q.shape[-1])
A = attention_weights(s.Q, s.K, mask=s.visible, scale=scale)
Z = A @ s.V

i = state["query"]
print("weights", A[0, i].round(4))
print("entropy", entropy(A)[0, i].round(4))
print("effective", effective_number(A)[0, i].round(4))
print("output", (Z @ s.view)[0, i].round(4))
