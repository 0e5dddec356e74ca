"""How a computed number is written."""

from __future__ import annotations

import math

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def written(value: float, spec: str = ".3g") -> str:
    """A number for readers: a real minus sign, powers of ten, thousands apart.

    >>> written(0.99871, ".3f"), written(-0.5), written(20_000), written(4096.3)
    ('0.999', '−0.5', '20,000', '4,100')
    >>> written(0.25, ".0%"), written(2.0, ".0e"), written(math.inf)
    ('25%', '2', '∞')
    >>> written(1e-16, ".0e").split()  # no-break spaces
    ['1', '×', '10⁻¹⁶']

    Raises:
        ValueError: if ``spec`` is no format, or ``value`` is not a number.
    """
    if math.isnan(value):
        raise ValueError("it is not a number (NaN)")
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if float(value).is_integer() and spec.endswith("g") and abs(value) < 1e6:
        return f"{int(value):,}".replace("-", "−")
    text = format(float(value), spec)
    if "e" not in text:
        return text.replace("-", "−")
    if spec.endswith("g") and 1e3 <= abs(value) < 1e6:
        return f"{float(text):,.0f}".replace("-", "−")
    mantissa, exponent = text.split("e")
    mantissa = mantissa.replace("-", "−")
    if int(exponent) == 0:
        return mantissa
    return f"{mantissa}\u00a0×\u00a010{str(int(exponent)).translate(SUPERSCRIPT)}"


def exact(value: float) -> str:
    """The number for programs: six digits, as many as all machines agree on.

    >>> exact(0.998712345), exact(20_000)
    ('0.998712', '20000')
    """
    return f"{value:.0f}" if float(value).is_integer() and abs(value) < 1e15 else f"{value:.6g}"
