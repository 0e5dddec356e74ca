"""The front door of core: what it offers, and what an import costs."""

import importlib
import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest

import attn_docs.core as core

# Parts that the other modules of core share; readers do not need them.
INNER = {"apply_mask", "Bool", "Float", "Floats", "Int", "Number", "Real"}
INNER |= {"positive", "real", "reals", "require"}


def loaded(statement):
    """Return the modules of core that a fresh interpreter loads for a statement."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_offers_every_public_name_of_its_modules_once():
    offered = set(core.__all__)
    assert len(offered) == len(core.__all__)
    public = set()
    for _, name, _ in pkgutil.iter_modules(core.__path__):
        public |= set(importlib.import_module(f"attn_docs.core.{name}").__all__)
    assert offered == public - INNER


@pytest.mark.parametrize("name", core.__all__)
def test_a_name_is_the_thing_and_not_a_module_of_that_name(name):
    assert callable(getattr(core, name))
    assert not isinstance(getattr(core, name), ModuleType)


def test_names_that_are_not_there_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'softermax'"):
        _ = core.softermax
    assert dir(core) == sorted(core.__all__)


def test_modules_that_a_page_does_not_use_are_not_loaded():
    first = loaded("from attn_docs.core import attention, softmax")
    assert not {"attn_docs.core.gradients", "attn_docs.core.projection"} & first
    assert not {"matplotlib", "onnx", "beartype"} & first
    later = loaded("import attn_docs.core\nattn_docs.core.pca")
    assert "attn_docs.core.projection" in later
    assert "attn_docs.core.gradients" not in later


@pytest.mark.parametrize("order", ["softmax, attention, rollout", "rollout, Adam, softmax"])
def test_a_function_stays_a_function_whatever_is_loaded_first(order):
    statement = "from attn_docs.core import blockwise_attention, hopfield_update\n"
    statement += f"from attn_docs.core import {order}\nassert not hasattr(softmax, '__path__')\n"
    assert loaded(statement + "import numpy as np; assert softmax(np.zeros(2))[0] == 0.5")
