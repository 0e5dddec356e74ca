"""Self-attention and the mathematics around it, in NumPy alone; runs in the browser too.

What every page needs is imported at once; the rest on first use, since in the browser each
module costs a reader some of the wait for a first result.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from .rollout import rollout
from .shapes import ShapeError
from .softmax import log_sum_exp, softmax, softmax_jacobian, sparsemax

if TYPE_CHECKING:
    from .adam import Adam
    from .blockwise import blockwise_attention
    from .dynamics import (
        cluster_count,
        effective_rank,
        iterate_attention,
        rank_one_residual,
        stable_rank,
    )
    from .gradients import (
        QKVGradient,
        attention_vjp,
        cross_entropy,
        cross_entropy_gradient,
        multi_head_vjp,
        scores_vjp,
        softmax_vjp,
    )
    from .hopfield import hopfield_energy, hopfield_retrieve, hopfield_update
    from .kernels import (
        exp_kernel,
        exp_taylor,
        positive_random_features,
        random_directions,
        random_feature_attention,
        taylor_features,
    )
    from .markov import stationary_distribution
    from .memory import delta_rule_limit, delta_rule_memory, outer_product_memory, recall
    from .multihead import MultiHead, head_contributions, merge_heads, repeat_heads, split_heads
    from .projection import PCA, pca, silhouette, silhouette_values, tsne
    from .recurrent import LSTM, RNN

# A module that carries the name of its function (attention, rollout, softmax) cannot wait:
# once loaded it would stand where the function is expected.
_LATER = {
    name: module
    for module, names in {
        "adam": ("Adam",),
        "blockwise": ("blockwise_attention",),
        "dynamics": (
            "cluster_count",
            "effective_rank",
            "iterate_attention",
            "rank_one_residual",
            "stable_rank",
        ),
        "gradients": (
            "QKVGradient",
            "attention_vjp",
            "cross_entropy",
            "cross_entropy_gradient",
            "multi_head_vjp",
            "scores_vjp",
            "softmax_vjp",
        ),
        "hopfield": ("hopfield_energy", "hopfield_retrieve", "hopfield_update"),
        "kernels": (
            "exp_kernel",
            "exp_taylor",
            "positive_random_features",
            "random_directions",
            "random_feature_attention",
            "taylor_features",
        ),
        "markov": ("stationary_distribution",),
        "memory": ("delta_rule_limit", "delta_rule_memory", "outer_product_memory", "recall"),
        "multihead": (
            "MultiHead",
            "head_contributions",
            "merge_heads",
            "repeat_heads",
            "split_heads",
        ),
        "projection": ("PCA", "pca", "silhouette", "silhouette_values", "tsne"),
        "recurrent": ("LSTM", "RNN"),
    }.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "LSTM",
    "PCA",
    "RNN",
    "Adam",
    "MultiHead",
    "QKVGradient",
    "ShapeError",
    "additive_mask",
    "angle",
    "attention",
    "attention_vjp",
    "attention_weights",
    "blockwise_attention",
    "causal_mask",
    "cluster_count",
    "combine_masks",
    "cosine",
    "cross_entropy",
    "cross_entropy_gradient",
    "delta_rule_limit",
    "delta_rule_memory",
    "effective_number",
    "effective_rank",
    "entropy",
    "exp_kernel",
    "exp_taylor",
    "head_contributions",
    "hopfield_energy",
    "hopfield_retrieve",
    "hopfield_update",
    "iterate_attention",
    "local_mask",
    "log_sum_exp",
    "merge_heads",
    "multi_head_vjp",
    "norms",
    "outer_product_memory",
    "padding_mask",
    "pairwise_cosine",
    "pca",
    "positive_random_features",
    "random_directions",
    "random_feature_attention",
    "rank_one_residual",
    "recall",
    "repeat_heads",
    "rollout",
    "scores",
    "scores_vjp",
    "silhouette",
    "silhouette_values",
    "softmax",
    "softmax_gradient_norm",
    "softmax_jacobian",
    "softmax_vjp",
    "sparsemax",
    "split_heads",
    "stable_rank",
    "stationary_distribution",
    "taylor_features",
    "tsne",
]
