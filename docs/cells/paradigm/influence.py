import numpy as np

from attn_docs.core import LSTM, RNN

gain, forget_bias = 1.0, 3.0  # change these

rng = np.random.default_rng(0)
X = rng.standard_normal((100, 16))  # 100 inputs of 16 numbers
sizes = {"d_in": 16, "d_h": 16}
rnn = RNN.random(rng, gain=gain, **sizes)
lstm = LSTM.random(rng, forget_bias=forget_bias, **sizes)

# jacobians(X)[t]: how the last output responds, exactly,
# to the input t steps back.
by_rnn = np.linalg.norm(rnn.jacobians(X), axis=(1, 2))
by_lstm = np.linalg.norm(lstm.jacobians(X), axis=(1, 2))
print("  t   plain RNN   LSTM")
for t in (0, 1, 5, 10, 20, 40, 80):
    print(f"{t:3d}   {by_rnn[t]:9.2e}   {by_lstm[t]:9.2e}")
