import numpy as np

weights = np.array([0.5, 0.5, 0.0, 0.0])  # try [0.9, 0.1, 0, 0]
rng = np.random.default_rng(2)
content = rng.standard_normal((100_000, 4))  # of four tokens, many times
mixture = content @ weights  # all that one head can hand over

missed = []
for slot in (0, 1):  # slot 1 wants the first token, slot 2 the second
    wanted = content[:, slot]
    best = (mixture @ wanted) / (mixture @ mixture)  # least squares
    error = np.mean((best * mixture - wanted) ** 2)
    missed.append(error / np.mean(wanted**2))
    print(f"slot {slot + 1} misses {missed[-1]:.2f} of the variance")
print(f"on average {np.mean(missed):.2f}")
