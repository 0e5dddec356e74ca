"""Section 6: tokens as particles on the circle and the sphere, and the evidence for C6.4."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention, cluster_count, iterate_attention
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.weighted_sum_rank import rank_collapse

__all__ = ["Clusters", "Meeting", "c6_4", "clusters", "exact_meeting_time", "meeting"]

SEEDS = 8
TOKENS = 32
BETAS = np.array([1, 4, 9, 16, 25, 36])
TIMES = np.array([0, 1, 2, 3, 5, 7, 10, 20, 30, 50, 100, 200, 300])
FORMED, LATE = 20, 300  # when the clusters stand, and when we look again
NEAR = 0.05  # two tokens closer than this belong together
NO_MEANING = 1e-9  # an inverse temperature at which every token pulls every other alike


@dataclass(frozen=True)
class Clusters:
    """Numbers of clusters of 32 tokens, and the paths of those of the first seed."""

    beta: Int[np.ndarray, "b"]
    time: Int[np.ndarray, "t"]
    circle: Float[np.ndarray, "b seeds t"]
    sphere: Float[np.ndarray, "b seeds t"]
    uniform: Float[np.ndarray, "seeds t"]  # every pull alike, on the circle
    repelled: Float[np.ndarray, "seeds"]  # values with their sign turned, after FORMED
    fine: Float[np.ndarray, "seeds"]  # β = 16, circle, FORMED; a tenth of the tolerance
    coarse: Float[np.ndarray, "seeds"]  # and four times of it
    path_time: Float[np.ndarray, "p"]
    angles: Float[np.ndarray, "three p n"]  # on the circle, β = 1, 9, 36
    globe: Float[np.ndarray, "three n 3"]  # on the sphere at β = 9: start, t = 5, t = 20

    def at(self, beta: int, time: int, *, sphere: bool = False) -> np.ndarray:
        """Numbers of clusters, one for each seed."""
        numbers = self.sphere if sphere else self.circle
        return numbers[self.beta == beta, :, self.time == time][0]

    @property
    def formed(self) -> float:
        """Mean number of clusters on the circle at β = 16 when they stand."""
        return float(self.at(16, FORMED).mean())

    @property
    def late(self) -> float:
        return float(self.at(16, LATE).mean())

    @property
    def start(self) -> float:
        return float(self.circle[:, :, 0].mean())

    @property
    def formed_sphere(self) -> float:
        return float(self.at(9, FORMED, sphere=True).mean())

    def formed_by_beta(self, *, sphere: bool = False) -> np.ndarray:
        """Mean number of clusters when they stand, for each β."""
        numbers = self.sphere if sphere else self.circle
        return numbers[:, :, self.time == FORMED].mean((1, 2))

    @property
    def slope(self) -> float:
        """Slope of log(number when formed) against log β on the circle."""
        return float(np.polyfit(np.log(self.beta), np.log(self.formed_by_beta()), 1)[0])

    @property
    def slope_sphere(self) -> float:
        formed = self.formed_by_beta(sphere=True)
        return float(np.polyfit(np.log(self.beta), np.log(formed), 1)[0])


def _run(X: np.ndarray, beta: float) -> tuple[np.ndarray, np.ndarray]:
    """Times and path up to LATE: short steps while tokens hurry, long ones once they crawl."""
    times, paths = [np.zeros(1)], [iterate_attention(X, beta=beta, steps=0)]
    for until, step in ((10, 0.1), (50, 0.5), (LATE, 1.0)):
        steps = round((until - times[-1][-1]) / step)
        times.append(times[-1][-1] + step * np.arange(1, steps + 1))
        paths.append(iterate_attention(paths[-1][-1], beta=beta, steps=steps, step=step)[1:])
    return np.concatenate(times).round(6), np.concatenate(paths)


def _count(points: np.ndarray, tolerance: float = NEAR) -> list[int]:
    return [cluster_count(x, tolerance=tolerance) for x in points]


def _starts(d: int) -> np.ndarray:
    draws = [np.random.default_rng([6, 4, s]).standard_normal((TOKENS, d)) for s in range(SEEDS)]
    return np.stack(draws)


def _repelled() -> list[int]:
    """The same on the circle with values −X: what is alike is pushed away."""
    x = _starts(2)
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    for _ in range(10 * FORMED):
        z = attention(x, x, -x, scale=16)
        x = x + 0.1 * (z - np.sum(z * x, axis=-1, keepdims=True) * x)
        x /= np.linalg.norm(x, axis=-1, keepdims=True)
    return _count(x)


@experiment
def clusters() -> Clusters:
    """Let 32 random tokens attract each other for 300 units of time, at six β, in 2-D and 3-D."""
    counts = np.empty((2, BETAS.size, SEEDS, TIMES.size))
    angles, globe, fine, coarse, path_time = [], np.empty(0), [], [], np.empty(0)
    for which, d in enumerate((2, 3)):
        for i, beta in enumerate(BETAS):
            times, path = _run(_starts(d), beta)
            found = path[np.searchsorted(times, TIMES)]
            counts[which, i] = np.array([_count(x) for x in found]).T
            if d == 2 and beta == 16:
                formed = found[TIMES == FORMED][0]
                fine, coarse = _count(formed, NEAR / 10), _count(formed, NEAR * 4)
            if d == 2 and beta in (1, 9, 36):
                # About as many samples in each decade of time.
                grid = np.unique(np.searchsorted(times, np.geomspace(0.1, LATE, 90)))
                path_time = times[grid]
                angles.append(np.arctan2(path[grid, 0, :, 1], path[grid, 0, :, 0]))
            if d == 3 and beta == 9:
                globe = path[np.searchsorted(times, [0, 5, FORMED]), 0]
    times, path = _run(_starts(2), NO_MEANING)
    uniform = np.array([_count(x) for x in path[np.searchsorted(times, TIMES)]]).T
    return Clusters(
        BETAS,
        TIMES,
        *counts,
        uniform=uniform.astype(float),
        repelled=np.array(_repelled(), float),
        fine=np.array(fine, float),
        coarse=np.array(coarse, float),
        path_time=path_time,
        angles=np.array(angles),
        globe=globe,
    )


@dataclass(frozen=True)
class Meeting:
    """Time until two tokens that start at a right angle are closer than ``NEAR``."""

    beta: Int[np.ndarray, "b"]
    time: Float[np.ndarray, "b"]

    @property
    def growth(self) -> float:
        """By how much one unit of β multiplies the time, at the end of the range."""
        return float((self.time[-1] / self.time[-2]) ** (1 / (self.beta[-1] - self.beta[-2])))


def exact_meeting_time(beta: float) -> float:
    """Integral of dθ / (2 A₁₂ sin θ) up to the right angle, with A₁₂ = 1/(1 + e^{β(1−cos θ)}).

    Each token moves along the circle at speed A₁₂ sin θ towards the other, so that the angle θ
    between them falls twice as fast. (Substituted θ = e^u, by the trapezium rule.)
    """
    u = np.linspace(math.log(2 * math.asin(NEAR / 2)), math.log(math.pi / 2), 20_001)
    theta = np.exp(u)
    integrand = theta * (1 + np.exp(beta * (1 - np.cos(theta)))) / (2 * np.sin(theta))
    return float(np.sum((integrand[1:] + integrand[:-1]) / 2) * (u[1] - u[0]))


@experiment
def meeting() -> Meeting:
    """Two tokens at a right angle, β from 2 to 10."""
    betas, found = np.array([2, 4, 6, 8, 10]), []
    for beta in betas:
        x, time, step = np.eye(2), 0.0, 0.05 if beta < 7 else 0.5
        while True:
            path = iterate_attention(x, beta=beta, steps=200, step=step)
            distance = np.linalg.norm(path[:, 0] - path[:, 1], axis=-1)
            if distance[-1] < NEAR:
                found.append(time + step * int(np.argmax(distance < NEAR)))
                break
            x, time = path[-1], time + 200 * step
    return Meeting(betas, np.array(found))


@evidence("C6.4")
def c6_4() -> Evidence:
    r, m, k = clusters(), meeting(), rank_collapse()
    by_seed = r.at(16, FORMED)
    return Evidence(
        value=r.formed,
        low=2.0,
        high=8.0,
        control=float(r.uniform[:, r.time == FORMED].mean()),
        spread=(float(by_seed.min()), float(by_seed.max())),
        samples=TOKENS,
        seeds=SEEDS,
        format=".1f",
        numbers={
            "tokens": TOKENS,
            "formed_time": FORMED,
            "late_time": LATE,
            "late": r.late,
            "repelled": float(r.repelled.mean()),
            "formed_1": float(r.at(1, FORMED).mean()),
            "formed_9": float(r.at(9, FORMED).mean()),
            "formed_36": float(r.at(36, FORMED).mean()),
            "late_4": float(r.at(4, LATE).mean()),
            "late_36": float(r.at(36, LATE).mean()),
            "sphere_9": r.formed_sphere,
            "sphere_16": float(r.at(16, FORMED, sphere=True).mean()),
            "sphere_36": float(r.at(36, FORMED, sphere=True).mean()),
            "exponent": r.slope,
            "exponent_sphere": r.slope_sphere,
            "meeting_2": float(m.time[0]),
            "meeting_10": float(m.time[-1]),
            "growth": m.growth,
            "depth": k.depth,
            "lost_after": k.lost_after,
            "alone_4": float(k.typical["alone"][4]),
            "mlp_4": float(k.typical["mlp"][4]),
            "residual_end": k.residual_end,
            "both_end": k.both_end,
            "order": k.order,
            "order_residual": k.order_residual,
        },
        data=r,
    )
