"""Self-attention and the mathematics around it, in NumPy alone; runs in the browser too."""

from .adam import Adam
from .attention import attention, attention_weights, scores
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
from .memory import delta_rule_limit, delta_rule_memory, outer_product_memory, recall
from .multihead import MultiHead, head_contributions, merge_heads, repeat_heads, split_heads
from .projection import PCA, pca, silhouette, silhouette_values, tsne
from .recurrent import LSTM, RNN
from .rollout import rollout
from .shapes import ShapeError
from .softmax import log_sum_exp, softmax, softmax_jacobian, sparsemax

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
