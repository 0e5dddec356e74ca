"""The playground's computation: a state in, arrays out; the page draws and computes nothing."""

from .compute import compute, scene
from .sequences import SEQUENCES
from .state import SHARPNESS, State, checked, default_state, plain
from .wire import packed

__all__ = [
    "SEQUENCES",
    "SHARPNESS",
    "State",
    "checked",
    "compute",
    "default_state",
    "packed",
    "plain",
    "scene",
]
