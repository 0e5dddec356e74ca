import numpy as np

weights = np.array([0.5, 0.5, 0.0, 0.0])  # one head's weights; try [0.9, 0.1, 0, 0]
rng = np.random.default_rng(2)
content = rng.standard_normal((100_000, 4))  # what four tokens carry, many times over
mixture = content @ weights

missed = []
for slot in (0, 1):  # slot 1 wants the first token's content, slot 2 the second's
    wanted = content[:, slot]
    best = (mixture @ wanted) / (mixture @ mixture)  # least squares: no factor does better
    missed.append(np.mean((best * mixture - wanted) ** 2) / np.mean(wanted**2))
    print(f"slot {slot + 1} misses {missed[-1]:.2f} of the variance")
print(f"on average {np.mean(missed):.2f}")
