"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import attn_docs.publish

MODULES = [name for _, name, _ in pkgutil.iter_modules(attn_docs.publish.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(f"attn_docs.publish.{name}")
    assert doctest.testmod(module).failed == 0
