"""The colours: readable on both backgrounds, told apart by everybody, even maps."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from attn_docs.figures import palette

CSS = (Path(__file__).parents[2] / "docs/assets/css/tokens.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--attn-([\w-]+): (#[0-9a-f]{6});", part))
    for part in CSS.split("@media screen")
)
SCHEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
ROLES = ("query", "key", "value", "output")
TEXTS = (
    *("ink", "muted", "accent", "error", "ok", "warn", *ROLES),
    *("holds", "qualified", "corrected", "reading", "open"),
)
# Machado, Oliveira and Fernandes 2009, severity 1.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def linear(colour: str) -> np.ndarray:
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """WCAG 2 contrast ratio."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (light + 0.05) / (dark + 0.05)


def oklab(rgb: np.ndarray) -> np.ndarray:
    """Ottosson 2020: distances in it are about as large as they look."""
    lms = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return lab @ np.cbrt(np.clip(lms @ rgb, 0, None))


def test_the_ruler_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert oklab(linear("#ffffff")) == pytest.approx([1, 0, 0], abs=1e-3)


def test_both_schemes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert len(LIGHT) > 50


@SCHEMES
@pytest.mark.parametrize("name", TEXTS)
def test_text_is_readable(tokens: dict[str, str], name: str) -> None:
    for ground in ("paper", "surface"):
        assert contrast(tokens[name], tokens[ground]) >= 4.5, ground


@SCHEMES
@pytest.mark.parametrize("sight", BLINDNESS)
def test_roles_are_told_apart(tokens: dict[str, str], sight: str) -> None:
    seen = {
        role: oklab(np.clip(np.array(BLINDNESS[sight]) @ linear(tokens[role]), 0, 1))
        for role in ROLES
    }
    for a, b in combinations(ROLES, 2):
        # 0.02 is about what one can just see.
        assert np.linalg.norm(seen[a] - seen[b]) > 0.1, (a, b)


@SCHEMES
def test_numbers_on_matrices_are_readable(tokens: dict[str, str]) -> None:
    for step in range(16):
        ink = tokens["on-high" if step >= 8 else "on-low"]
        assert contrast(tokens[f"seq-{step}"], ink) >= 4.5, step
    for step in range(17):
        ink = tokens["on-high" if abs(step - 8) >= 6 else "on-low"]
        assert contrast(tokens[f"div-{step}"], ink) >= 4.5, step


@SCHEMES
def test_maps_are_even(tokens: dict[str, str]) -> None:
    sequence = np.array([oklab(linear(tokens[f"seq-{i}"]))[0] for i in range(16)])
    steps = np.diff(sequence)
    assert abs(steps).min() > 0.8 * abs(steps).max()
    assert len(set(np.sign(steps))) == 1
    diverging = np.array([oklab(linear(tokens[f"div-{i}"]))[0] for i in range(17)])
    assert diverging == pytest.approx(diverging[::-1], abs=0.01)


def test_figures_use_the_light_colours() -> None:
    """The figures' palette and the style sheet are one."""
    for colour, variable in palette.VARIABLES.items():
        assert LIGHT[variable.removeprefix("--attn-")] == colour
