"""Masks: which key a query may see. Boolean, True = visible; or additive, 0 and −∞.

A mask has any rank that broadcasts to the scores' shape `(..., n, m)`.
"""

import numpy as np

from .shapes import Bool, Float, Int, ShapeError, require

__all__ = [
    "additive_mask",
    "apply_mask",
    "causal_mask",
    "combine_masks",
    "local_mask",
    "padding_mask",
]


def _lengths(n: int, m: int | None) -> tuple[int, int]:
    m = n if m is None else m
    if n < 0 or m < 0:
        raise ValueError(f"n is {n} and m is {m}; expected lengths of at least 0")
    return n, m


def causal_mask(n: int, m: int | None = None, *, offset: int = 0) -> Bool[np.ndarray, "n m"]:
    """Let query i see key j when j ≤ i + offset: aligned at the top left.

    With a cache of c earlier keys the offset is c, and m = c + n. Source: arXiv:1706.03762,
    section 3.2.3.

    >>> causal_mask(2, 3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0]])
    >>> causal_mask(2, 3, offset=1).astype(int)
    array([[1, 1, 0],
           [1, 1, 1]])
    """
    n, m = _lengths(n, m)
    return np.arange(m)[None, :] <= np.arange(n)[:, None] + offset


def local_mask(
    n: int, m: int | None = None, *, window: int, offset: int = 0
) -> Bool[np.ndarray, "n m"]:
    """Let query i see the keys with |i + offset − j| ≤ window. Source: arXiv:2004.05150, 3.1.

    >>> local_mask(3, 4, window=1).astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 0],
           [0, 1, 1, 1]])
    """
    n, m = _lengths(n, m)
    if window < 0:
        raise ValueError(f"window is {window}; expected at least 0")
    return np.abs(np.arange(n)[:, None] + offset - np.arange(m)[None, :]) <= window


def padding_mask(lengths: Int[np.ndarray, "..."], m: int) -> Bool[np.ndarray, "... 1 m"]:
    """Show the first `lengths[b]` of m keys of each sequence b to all of its queries.

    Broadcasts to `(..., n, m)`; with heads, ask with `lengths[:, None]`.

    >>> padding_mask(np.array([1, 3]), 3).astype(int).tolist()
    [[[1, 0, 0]], [[1, 1, 1]]]
    """
    lengths = np.asarray(lengths)
    if lengths.dtype.kind not in "iu":
        raise TypeError(
            f"lengths has shape {lengths.shape} and dtype {lengths.dtype}; expected integers"
        )
    if lengths.size and (lengths.min() < 0 or lengths.max() > m):
        raise ValueError(f"lengths has shape {lengths.shape}; expected values from 0 to {m}")
    return np.arange(m) < lengths[..., None, None]


def _checked(mask: np.ndarray, name: str = "mask") -> np.ndarray:
    mask = np.asarray(mask)
    if mask.dtype == np.bool_:
        return mask
    if mask.dtype.kind != "f":
        raise TypeError(
            f"{name} has shape {mask.shape} and dtype {mask.dtype}; "
            "expected Booleans (True = visible) or floats to add to the scores"
        )
    if not (mask < np.inf).all():
        raise ValueError(
            f"{name} has shape {mask.shape} and holds NaN or +inf; expected numbers or −inf"
        )
    return mask


def additive_mask(
    mask: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."],
) -> Float[np.ndarray, "..."]:
    """Write a mask as the numbers that are added to scores: 0 if visible, −∞ if not.

    >>> additive_mask(np.array([True, False]))
    array([  0., -inf])
    """
    mask = _checked(mask)
    return np.where(mask, 0.0, -np.inf) if mask.dtype == np.bool_ else mask


def combine_masks(
    *masks: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None,
) -> Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None:
    """Show what all masks show: Booleans by AND; as soon as one is additive, by addition.

    `None` hides nothing; without any mask the result is None.

    >>> combine_masks(np.array([True, True]), None, np.array([True, False]))
    array([ True, False])
    """
    given = [_checked(mask) for mask in masks if mask is not None]
    if not given:
        return None
    try:
        np.broadcast_shapes(*(mask.shape for mask in given))
    except ValueError:
        shapes = " and ".join(str(mask.shape) for mask in given)
        raise ShapeError(f"masks have shapes {shapes}; expected shapes that broadcast") from None
    out = given[0]
    for mask in given[1:]:
        if out.dtype == np.bool_ and mask.dtype == np.bool_:
            out = out & mask
        else:
            out = additive_mask(out) + additive_mask(mask)
    return out


def fitting_mask(mask: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the mask as an array, or say that it does not broadcast to the scores' shape."""
    mask = _checked(mask)
    try:
        fits = np.broadcast_shapes(mask.shape, shape) == shape
    except ValueError:
        fits = False
    require(fits, "mask", mask, f"a shape that broadcasts to the scores' {shape}")
    return mask


def apply_mask(
    S: Float[np.ndarray, "*batch n m"],
    mask: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None,
) -> Float[np.ndarray, "*batch n m"]:
    """Hide scores: S where a Boolean mask is True, else −∞; or S plus an additive mask.

    The mask must broadcast to the shape of S. Keeps the dtype of S. Source: arXiv:1706.03762,
    section 3.2.3.

    >>> apply_mask(np.ones((2, 2)), np.array([True, False]))
    array([[  1., -inf],
           [  1., -inf]])
    """
    if mask is None:
        return S
    mask = fitting_mask(mask, S.shape)
    if mask.dtype == np.bool_:
        return np.where(mask, S, S.dtype.type(-np.inf))
    # −1e300 in a mask for float32 scores is meant as −inf.
    with np.errstate(over="ignore"):
        return S + mask.astype(S.dtype)
