"""Self-attention and the mathematics around it, in NumPy alone; runs in the browser too."""

from .attention import attention, attention_weights, scores
from .masks import additive_mask, causal_mask, combine_masks, local_mask, padding_mask
from .measures import (
    angle,
    cosine,
    effective_number,
    entropy,
    norms,
    pairwise_cosine,
    softmax_gradient_norm,
)
from .shapes import ShapeError
from .softmax import log_sum_exp, softmax, softmax_jacobian, sparsemax

__all__ = [
    "ShapeError",
    "additive_mask",
    "angle",
    "attention",
    "attention_weights",
    "causal_mask",
    "combine_masks",
    "cosine",
    "effective_number",
    "entropy",
    "local_mask",
    "log_sum_exp",
    "norms",
    "padding_mask",
    "pairwise_cosine",
    "scores",
    "softmax",
    "softmax_gradient_norm",
    "softmax_jacobian",
    "sparsemax",
]
