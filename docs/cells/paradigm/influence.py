import numpy as np

from attn_docs.core import LSTM, RNN

gain, forget_bias = 1.0, 3.0  # change these

rng = np.random.default_rng(0)
X = rng.standard_normal((100, 16))  # 100 inputs of 16 numbers
rnn = RNN.random(rng, d_in=16, d_h=16, gain=gain)
lstm = LSTM.random(rng, d_in=16, d_h=16, forget_bias=forget_bias)

# Row t is the exact derivative of the last output in the input t steps back.
print("  t   plain RNN   LSTM")
sizes = [np.linalg.norm(net.jacobians(X), axis=(1, 2)) for net in (rnn, lstm)]
for t in (0, 1, 5, 10, 20, 40, 80):
    print(f"{t:3d}   {sizes[0][t]:9.2e}   {sizes[1][t]:9.2e}")
