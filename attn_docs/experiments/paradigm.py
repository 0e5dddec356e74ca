"""Section 1: the long way through a recurrent state, the short way through attention, its price."""

from __future__ import annotations

import numpy as np

from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.paradigm_cost import (
    LENGTHS,
    POSITIONS,
    WIDTH,
    WINDOW,
    Cost,
    Paths,
    cost,
    paths,
)
from attn_docs.experiments.paradigm_influence import (
    DRAWS,
    SEEDS,
    STEPS,
    Dilution,
    Influence,
    dilution,
    influence,
    jacobian_error,
)
from attn_docs.experiments.paradigm_recall import ASKED, Recall, associative_recall

__all__ = [
    "Cost",
    "Dilution",
    "Influence",
    "Paths",
    "Recall",
    "associative_recall",
    "cost",
    "dilution",
    "influence",
    "paths",
]


@evidence("C1.1")
def c1_1() -> Evidence:
    r, d = influence(), dilution()
    factors = r.rnn_factors
    at_one = factors[r.gains == 1.0][0]
    lstm = np.exp(np.log(r.lstm_factors).mean(1))
    return Evidence(
        value=float(np.exp(np.log(at_one).mean())),
        low=0.0,
        high=0.9,
        control=float(r.attention_factors.mean()),
        spread=(float(at_one.min()), float(at_one.max())),
        samples=STEPS,
        seeds=SEEDS,
        format=".3f",
        numbers={
            "after_50": float(r.line("rnn", 1.0)[50] / r.line("rnn", 1.0)[0]),
            "critical_gain": r.critical_gain,
            "critical_gain_silent": 1 / r.spectral_radius,
            "factor_low": float(factors[0].mean()),
            "factor_high": float(factors[-1].mean()),
            **{f"lstm_{bias:.0f}": float(f) for bias, f in zip(r.biases, lstm, strict=True)},
            "attention_draws": DRAWS * SEEDS,
            "dilution": d.exponent,
            "jacobian_error": jacobian_error(),
        },
        data=r,
    )


@evidence("C1.2")
def c1_2() -> Evidence:
    r = associative_recall()
    ratio = r.ratio("outer")
    return Evidence(
        value=float(ratio.mean()),
        low=0.95,
        high=1.05,
        control=float(r.ratio("attention_growing").mean()),
        spread=(float(ratio.min()), float(ratio.max())),
        samples=int(np.maximum(r.n, ASKED // r.n * r.n).sum()),
        seeds=len(ratio),
        format=".3f",
        numbers={
            "width": r.width,
            "most_pairs": float(r.n[-1]),
            "outer_full": r.mean("outer", r.width),
            "outer_twice": r.mean("outer", 2 * r.width),
            "outer_accuracy_full": r.mean("outer", r.width, "accuracy"),
            "outer_accuracy_most": r.mean("outer", int(r.n[-1]), "accuracy"),
            "delta_full": r.mean("delta", r.width),
            "delta_twice": r.mean("delta", 2 * r.width),
            "delta_once_full": r.mean("delta_once", r.width),
            "delta_once_accuracy_full": r.mean("delta_once", r.width, "accuracy"),
            "fixed_full": r.mean("attention_fixed", r.width),
            "fixed_most": r.blurred,
            "fixed_accuracy_most": r.mean("attention_fixed", int(r.n[-1]), "accuracy"),
            "growing_most": r.mean("attention_growing", int(r.n[-1])),
        },
        data=r,
    )


@evidence("C1.3")
def c1_3() -> Evidence:
    r = paths()
    return Evidence(
        value=float(r.attention.max()),
        low=1.0,
        high=1.0,
        control=r.longest_window,
        samples=r.attention.size,
        format=".0f",
        numbers={
            "positions": POSITIONS,
            "window": WINDOW,
            "recurrent": r.longest_recurrent,
            "causal": float(r.causal[np.isfinite(r.causal)].max()),
        },
        data=r,
    )


@evidence("C1.4")
def c1_4() -> Evidence:
    r = cost()
    return Evidence(
        value=r.exponent(r.n, r.operations_attention),
        low=1.9,
        high=2.0,
        control=r.exponent(r.n, r.operations_window),
        samples=LENGTHS.size,
        format=".2f",
        numbers={
            "width": WIDTH,
            "longest": float(r.n[-1]),
            "recurrent": r.exponent(r.n, r.operations_recurrent),
            "memory": r.exponent(r.n, r.kept_attention),
            "operations_ratio": float(r.operations_attention[-1] / r.operations_recurrent[-1]),
            "memory_ratio": float(r.kept_attention[-1] / r.kept_recurrent[-1]),
            "steps": float(r.steps_attention[-1]),
            "steps_recurrent": float(r.steps_recurrent[-1]),
        },
        data=r,
    )
