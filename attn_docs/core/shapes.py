"""Array annotations, and the checks that stand at the border of `core`.

One rule for numbers: real data is computed in float64, except when every array given is
float32, which stays float32. So integers and half precision are promoted; Booleans, complex
numbers, objects and NaN are refused.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from jaxtyping import Bool, Float, Int, Real

    Floats = np.ndarray
else:
    try:
        from jaxtyping import Bool, Float, Int, Real
    except ImportError:  # the browser has no jaxtyping: an annotation is then just documentation

        class _Annotation:
            def __getitem__(self, item: tuple[Any, str]) -> Any:
                return item[0]

        Bool = Float = Int = Real = _Annotation()

    # What a sum over the last axis returns: an array, or one number if there was one row. To
    # the static checker it is an array, which offers all that the number does.
    Floats = Float[np.ndarray, "..."] | np.floating

__all__ = [
    "Bool",
    "Float",
    "Floats",
    "Int",
    "Number",
    "Real",
    "ShapeError",
    "positive",
    "real",
    "reals",
    "require",
]

# One number as an option: Python's or NumPy's.
Number = int | float | np.integer | np.floating


class ShapeError(ValueError):
    """An argument has the wrong shape; the message names it, its shape and the one expected."""


def require(ok: bool, name: str, x: np.ndarray, expected: str) -> None:
    """Raise `ShapeError` naming the argument, its shape and what was expected, unless `ok`.

    >>> require(False, "K", np.zeros((3, 5)), "(m, 4)")
    Traceback (most recent call last):
        ...
    attn_docs.core.shapes.ShapeError: K has shape (3, 5); expected (m, 4)
    """
    if not ok:
        raise ShapeError(f"{name} has shape {x.shape}; expected {expected}")


def reals(*, ndim: int = 0, minus_inf: bool = False, **arrays: Any) -> tuple[np.ndarray, ...]:
    """Return the named arrays with one common float type, in the order given.

    `ndim` is the least number of axes of each; infinities are refused, but −∞ (a masked
    score) is let through with `minus_inf`. Raises TypeError or ValueError naming the argument.

    >>> [x.dtype.name for x in reals(Q=np.zeros((2, 3), np.float32), K=np.ones((2, 3), int))]
    ['float64', 'float64']
    """
    given = {name: np.asarray(x) for name, x in arrays.items()}
    for name, x in given.items():
        if x.dtype.kind not in "fiu":
            raise TypeError(
                f"{name} has shape {x.shape} and dtype {x.dtype}; expected real numbers"
            )
        if x.ndim < ndim:
            raise ShapeError(f"{name} has shape {x.shape}; expected at least {ndim} axes")
    single = all(x.dtype == np.float32 for x in given.values())
    dtype = np.dtype(np.float32 if single else np.float64)
    out = []
    for name, x in given.items():
        y = x.astype(dtype, copy=False)
        finite = np.isfinite(y)
        if not finite.all():
            if np.isnan(y).any():
                raise ValueError(f"{name} has shape {x.shape} and holds NaN; expected numbers")
            if not minus_inf or not (finite | (y < 0)).all():
                allowed = "finite numbers or −inf" if minus_inf else "finite numbers"
                raise ValueError(f"{name} has shape {x.shape} and holds inf; expected {allowed}")
        out.append(y)
    return tuple(out)


def real(name: str, x: Any, *, ndim: int = 0, minus_inf: bool = False) -> np.ndarray:
    """Return one array as float32 or float64; the same checks as `reals`.

    >>> real("S", [[1, 2]], ndim=2).dtype.name
    'float64'
    """
    return reals(ndim=ndim, minus_inf=minus_inf, **{name: x})[0]


def positive(name: str, x: Number) -> float:
    """Return a finite positive number as a Python float, or raise ValueError naming it.

    >>> positive("temperature", 2)
    2.0
    """
    if np.ndim(x) != 0 or not np.isfinite(x) or not x > 0:
        raise ValueError(f"{name} is {x!r}; expected one finite number above 0")
    return float(x)
