"""What the playground shows for a state: A = softmax(β·s·QKᵀ + mask) by rows, Z = A V."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attn_docs.core import entropy, scores, softmax, softmax_gradient_norm
from attn_docs.core.hopfield import hopfield_energy
from attn_docs.core.shapes import Bool, Float
from attn_docs.playground.sequences import SEQUENCES, own_features, view_of
from attn_docs.playground.state import SHARPNESS, State, checked


@dataclass(frozen=True)
class Scene:
    """The arrays that a state stands for; `h` heads of `d` dimensions each."""

    X: Float[np.ndarray, "h n d"]
    Q: Float[np.ndarray, "h n d_k"]
    K: Float[np.ndarray, "h n d_k"]
    V: Float[np.ndarray, "h n d"]
    view: Float[np.ndarray, "h d 2"]
    visible: Bool[np.ndarray, "n n"]
    cue: bool
    groups: tuple[int, ...] = ()

    @functools.cached_property
    def scores(self) -> Float[np.ndarray, "h n n"]:
        """QKᵀ, neither scaled nor masked."""
        return scores(self.Q, self.K, scale=1)

    @functools.cached_property
    def places(self) -> Float[np.ndarray, "h n 2"]:
        """Where the tokens are drawn."""
        return self.X @ self.view

    @functools.cached_property
    def values(self) -> Float[np.ndarray, "h n 2"]:
        """Where their values are drawn."""
        return self.places if self.V is self.X else self.V @ self.view

    def scale(self, *, scaled: bool) -> float:
        """s = 1/√d_k, or 1 with the switch off."""
        return float(1 / np.sqrt(self.Q.shape[-1])) if scaled else 1.0

    def weights(self, sharpness: float | np.ndarray, *, scaled: bool) -> np.ndarray:
        """A, h × n × n; with a sharpness for each of b scenes (or of one): b × n × n."""
        scale = np.asarray(sharpness)[..., None, None] * self.scale(scaled=scaled)
        return _visible_softmax(scale * self.scores, self.visible)


def _visible_softmax(S: np.ndarray, visible: np.ndarray) -> np.ndarray:
    return softmax(S, where=None if visible.all() else visible)


def scene(state: State) -> Scene:
    """Features, projections and mask of a state."""
    places, X, view, cue = _tokens(state)
    if state.heads > 1:
        X = np.stack([_plane(places, head) for head in range(state.heads)])
        view = np.broadcast_to(np.eye(2), (state.heads, 2, 2))
    else:
        X, view = X[None], view[None]
    Q, K, V = _projected(X, view, state)
    own = X.shape[-1]
    if state.heads == 1 and state.dimension is not None and state.dimension > own:
        noise = _noise(X.shape[1])[..., : state.dimension - own]
        Q, K = np.concatenate([Q, noise[0]], -1), np.concatenate([K, noise[1]], -1)
    n = X.shape[1]
    visible = np.ones((n, n), dtype=bool)
    if state.mask == "causal":
        visible &= np.tri(n, dtype=bool)
    if not state.own_token:
        visible &= ~np.eye(n, dtype=bool)
    if cue:
        visible[:, 0] = False
    groups = () if state.sequence == "own" else SEQUENCES[state.sequence].groups
    return Scene(X, Q, K, V, view, visible, cue, groups)


def _projected(X: np.ndarray, view: np.ndarray, state: State) -> Iterator[np.ndarray]:
    """Q, K and V: the matrices act on what is seen of the tokens, the rest stays as it is."""
    if state.projection == "identity":
        return iter((X, X, X))
    back = np.linalg.pinv(view)
    maps = (state.maps[name] - np.eye(2) for name in ("W_Q", "W_K", "W_V"))
    return (X + X @ view @ W @ back if W.any() else X for W in maps)


@functools.lru_cache(maxsize=4)
def _noise(n: int) -> np.ndarray:
    """Standard normal components for queries and keys; fewer dimensions are the first of more."""
    return np.random.default_rng(512).standard_normal((2, 1, n, 512))


def _tokens(state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray, bool]:
    """Places (n × 2), features (n × d), view (d × 2), and whether the first token is a cue."""
    moved = None if state.tokens is None else np.array([[x, y] for _, x, y in state.tokens])
    if state.sequence == "own":
        assert moved is not None  # `checked` has seen to it
        return moved, own_features(moved), np.eye(2), False
    chosen = SEQUENCES[state.sequence]
    X, layout = chosen.features(state.position), chosen.layout(state.position)
    view = view_of(X[chosen.cue :], layout[chosen.cue :], planar=chosen.planar)
    if moved is not None:
        X = X + (moved - layout) @ np.linalg.pinv(view)
        layout = moved
    return layout, X, view, chosen.cue


def _plane(places: np.ndarray, head: int) -> np.ndarray:
    """Coordinates of all tokens in one head's plane: each head relates them in another way.

    Head 1 has the layout of the page; head j + 1 deals the tokens out to j + 1 directions in turn.
    """
    if head == 0:
        return places
    kinds = head + 1
    angles = 2 * np.pi * (np.arange(len(places)) % kinds) / kinds + 0.35
    tilt = 0.12 * np.arange(len(places)) / max(len(places) - 1, 1)
    return 2**0.25 * np.column_stack([np.cos(angles + tilt), np.sin(angles + tilt)])


def compute(given: Mapping[str, Any]) -> dict[str, Any]:
    """All that the page draws for a state, as plain numbers and arrays.

    Raises:
        ValueError: for a state that is none, naming the entry.
    """
    state = checked(given)
    s = scene(state)
    start = s
    energies, ranks, path = [energy(s, state, state.sharpness)], [rank(s)], [s.places]
    for _ in range(state.steps):
        s = advanced(s, state, state.sharpness)
        energies.append(energy(s, state, state.sharpness))
        ranks.append(rank(s))
        path.append(s.places)
    A = s.weights(state.sharpness, scaled=state.scaled)
    return {
        **measured(s, A),
        "query": state.query,
        "sharpness": state.sharpness,
        "scale": s.scale(scaled=state.scaled),
        "d": int(s.Q.shape[-1]),
        **along(start, state),
        "energies": np.array(energies),
        "ranks": np.array(ranks),
        "path": np.stack(path),
        "start": start.places,
    }


def measured(s: Scene, A: np.ndarray) -> dict[str, np.ndarray]:
    """Weights and what is measured of them; the tables hold exactly these arrays."""
    output = A @ s.values
    H = entropy(A)
    others = np.where(np.eye(A.shape[-1], dtype=bool), -1.0, A)
    return {
        "weights": A,
        "places": s.places,
        "values": s.values,
        "output": output,
        "entropy": H,
        "effective": np.where(A.sum(-1) > 0, np.exp(H), 0.0),
        "top": A.argmax(-1).astype(np.int32),
        "top_other": others.argmax(-1).astype(np.int32),
        "gradient": softmax_gradient_norm(A),
        "moved": np.linalg.norm(output - s.places, axis=-1),
        **_compared(s, A),
    }


def _compared(s: Scene, A: np.ndarray) -> dict[str, np.ndarray]:
    """One number a head; NaN where a sequence has no topics, or no cue.

    `within` and `across`: mean weight to another token of the same topic, and of another topic.
    `asymmetry`: the odd share of the scores, ‖S − Sᵀ‖ / √(‖S − Sᵀ‖² + ‖S + Sᵀ‖²), 0 to 1.
    `recall`: distance of the cue from the first memory, over that memory's length.
    """
    none = np.full(len(A), np.nan)
    same = np.equal.outer(s.groups, s.groups) & ~np.eye(len(s.groups), dtype=bool)
    far = np.not_equal.outer(s.groups, s.groups)
    S, T = s.scores, s.scores.swapaxes(-1, -2)
    odd, even = (np.sqrt(np.square(sum_).sum((-2, -1))) for sum_ in (S - T, S + T))
    recall = none
    if s.cue:
        away = np.linalg.norm(s.X[:, 0] - s.X[:, 1], axis=-1)
        recall = np.broadcast_to(away / np.linalg.norm(s.X[:, 1], axis=-1), len(A))
    return {
        "within": A[:, same].mean(-1) if same.any() else none,
        "across": A[:, far].mean(-1) if far.any() else none,
        "asymmetry": np.broadcast_to(odd / np.maximum(np.hypot(odd, even), 1e-300), len(A)),
        "recall": recall,
    }


def advanced(s: Scene, state: State, sharpness: float | np.ndarray) -> Scene:
    """One step further: the cue is replaced by what it retrieved, else every token by its blend."""
    Z = s.weights(sharpness, scaled=state.scaled) @ s.V
    if s.cue:
        X = np.broadcast_to(s.X, Z.shape).copy()
        X[:, 0] = Z[:, 0]
    else:
        X = Z
    Q, K, V = _projected(X, s.view, state)
    extra = s.Q.shape[-1] - X.shape[-1]
    if extra:
        Q = np.concatenate([Q, s.Q[..., -extra:]], -1)
        K = np.concatenate([K, s.K[..., -extra:]], -1)
    return replace(s, X=X, Q=Q, K=K, V=V)


def energy(s: Scene, state: State, sharpness: float, which: int = 0) -> float:
    """Hopfield energy of the cue (arXiv:2008.02217, equation 2); NaN where there is no cue."""
    beta = sharpness * s.scale(scaled=state.scaled)
    if not s.cue or beta == 0:
        return float("nan")
    return float(hopfield_energy(s.X[which, 0], s.X[which, 1:], beta=beta))


def rank(s: Scene) -> float:
    """Stable rank of the tokens around their mean, ‖X‖²_F / ‖X‖²₂ (0 once they coincide).

    NaN where a cue asks: then the other tokens stay as they are.
    """
    if s.cue:
        return float("nan")
    flat = np.concatenate(list(s.X), axis=-1)
    values = np.linalg.svd(flat - flat.mean(0), compute_uv=False)
    return float((values**2).sum() / values[0] ** 2) if values[0] > 1e-9 else 0.0


def along(s: Scene, state: State) -> dict[str, np.ndarray]:
    """The chosen query at every sharpness of the slider: entropies (h × 49), outputs (h × 49 × 2).

    Both are those of the first step, whatever `steps` says.
    """
    raw = s.scale(scaled=state.scaled) * s.scores[:, [state.query]]
    A = _visible_softmax(SHARPNESS[:, None] * raw, s.visible[state.query])
    return {"curve": entropy(A), "trail": A @ s.values}
