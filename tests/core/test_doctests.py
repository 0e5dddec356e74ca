"""Every public function of core shows an example, and the examples are true."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import attn_docs.core

MODULES = [name for _, name, _ in pkgutil.iter_modules(attn_docs.core.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    module = importlib.import_module(f"attn_docs.core.{name}")
    result = doctest.testmod(module, extraglobs={"np": importlib.import_module("numpy")})
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_an_example(name):
    module = importlib.import_module(f"attn_docs.core.{name}")
    bare = [
        public
        for public in module.__all__
        if inspect.isfunction(getattr(module, public))
        and ">>>" not in (inspect.getdoc(getattr(module, public)) or "")
    ]
    assert bare == []
