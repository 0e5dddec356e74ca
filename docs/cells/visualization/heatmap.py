import numpy as np

from attn_docs.core import softmax

words = ["the", "robot", "lifted", "it"]
# Scores made by hand: "it" asks for a noun. Change the 4.0 and run again.
S = np.zeros((4, 4))
S[3, 1] = 4.0
visible = np.tri(4, dtype=bool)  # each word sees itself and what came before

A = softmax(S, where=visible)
print("        " + "  ".join(f"{w:>6}" for w in words))
for word, row in zip(words, A):
    print(f"{word:>6}  " + "  ".join(f"{a:6.3f}" for a in row))
