"""An independent implementation: the reference evaluator of ONNX's Attention operator."""

from typing import cast

import numpy as np
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from attn_docs.core import attention, causal_mask, repeat_heads

B, H, N, M, D_K, D_V = 2, 6, 3, 5, 4, 7


def oracle(Q, K, V, mask=None, *, opset, past=None, **attributes):
    """Run one Attention node; arrays are (batch, heads, tokens, size)."""
    inputs = {"Q": Q, "K": K, "V": V}
    if mask is not None:
        inputs["mask"] = mask
    names = ["Q", "K", "V", "mask" if mask is not None else ""]
    if past is not None:
        inputs |= {"past_key": past[0], "past_value": past[1]}
        names += ["past_key", "past_value"]
    outputs = ["Y"] if past is None else ["Y", "present_key", "present_value"]
    node = helper.make_node("Attention", names, outputs, **attributes)
    kinds = {np.dtype(bool): TensorProto.BOOL, np.dtype(np.float32): TensorProto.FLOAT}
    kinds[np.dtype(np.float64)] = TensorProto.DOUBLE
    graph = helper.make_graph(
        [node],
        "attention",
        [helper.make_tensor_value_info(k, kinds[x.dtype], x.shape) for k, x in inputs.items()],
        [helper.make_tensor_value_info(name, kinds[Q.dtype], None) for name in outputs],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    return np.asarray(cast(list, ReferenceEvaluator(model).run(["Y"], inputs))[0])


def draw(seed, *, h_kv=H, n=N, m=M, dtype: type = np.float64):
    rng = np.random.default_rng(seed)
    Q = rng.standard_normal((B, H, n, D_K)).astype(dtype)
    K = rng.standard_normal((B, h_kv, m, D_K)).astype(dtype)
    return Q, K, rng.standard_normal((B, h_kv, m, D_V)).astype(dtype)


def assert_close(ours, theirs, tolerance=1e-12):
    assert ours.shape == theirs.shape
    assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours, theirs, atol=tolerance)


@pytest.mark.parametrize("opset", [23, 24])
def test_plain_with_different_head_sizes(opset):
    Q, K, V = draw(0)
    assert_close(attention(Q, K, V), oracle(Q, K, V, opset=opset))


@pytest.mark.parametrize("opset", [23, 24])
@pytest.mark.parametrize("shape", [(N, M), (H, N, M), (1, N, M), (B, 1, N, M), (B, H, N, M)])
@pytest.mark.parametrize("kind", ["boolean", "additive"])
@pytest.mark.parametrize("causal", [False, True])
def test_masks_of_every_rank(opset, shape, kind, causal):
    rng = np.random.default_rng(1)
    visible = rng.random(shape) < 0.7
    visible[..., 0] = True  # a fully masked row is a matter of contract: tested apart
    mask = visible if kind == "boolean" else np.where(visible, rng.standard_normal(shape), -np.inf)
    Q, K, V = draw(1)
    theirs = oracle(Q, K, V, mask, opset=opset, is_causal=int(causal))
    assert_close(attention(Q, K, V, mask=mask, causal=causal), theirs)


@pytest.mark.parametrize(("n", "m"), [(3, 5), (5, 3), (4, 4)])
def test_causal_for_unequal_lengths(n, m):
    Q, K, V = draw(2, n=n, m=m)
    assert_close(attention(Q, K, V, causal=True), oracle(Q, K, V, opset=24, is_causal=1))


def test_causal_with_a_cache_is_our_offset():
    Q, K, V = draw(3, m=M)
    cached = M - N
    past = (K[:, :, :cached], V[:, :, :cached])
    new = (K[:, :, cached:], V[:, :, cached:])
    theirs = oracle(Q, *new, opset=24, past=past, is_causal=1)
    assert_close(attention(Q, K, V, causal=True, offset=cached), theirs)


@pytest.mark.parametrize("h_kv", [1, 2, 3])
def test_grouped_heads(h_kv):
    Q, K, V = draw(4, h_kv=h_kv)
    ours = attention(Q, repeat_heads(K, H), repeat_heads(V, H))
    assert_close(ours, oracle(Q, K, V, opset=24))


@pytest.mark.parametrize("scale", [0.1, 1.0, 2.5])
def test_scale(scale):
    Q, K, V = draw(5)
    assert_close(attention(Q, K, V, scale=scale), oracle(Q, K, V, opset=24, scale=scale), 1e-6)


@pytest.mark.parametrize(
    "mask", [None, causal_mask(N, M), np.where(causal_mask(N, M), 0.5, -np.inf)]
)
def test_soft_cap_before_the_mask(mask):
    # The installed reference caps first, as we do. Older ones masked first: they gave weight to
    # hidden keys, and would fail here.
    Q, K, V = draw(6)
    assert_close(
        attention(9 * Q, K, V, mask=mask, soft_cap=2),
        oracle(9 * Q, K, V, mask, opset=24, softcap=2.0),
    )


def test_a_query_that_sees_nothing_gets_zeros_there_too():
    Q, K, V = draw(7)
    mask = np.ones((N, M), bool)
    mask[1] = False
    ours = attention(Q, K, V, mask=mask)
    assert_close(ours, oracle(Q, K, V, mask, opset=24))
    assert (ours[:, :, 1] == 0).all()


def test_single_precision():
    Q, K, V = draw(8, dtype=np.float32)
    assert_close(attention(Q, K, V), oracle(Q, K, V, opset=24), 1e-6)
