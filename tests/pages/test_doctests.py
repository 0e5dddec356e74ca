"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import attn_docs.pages

MODULES = [name for _, name, _ in pkgutil.iter_modules(attn_docs.pages.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(f"attn_docs.pages.{name}")
    assert doctest.testmod(module).failed == 0
