# Runs inside Pyodide under node; its last value is [(zone, member, byte code), …],
# where the zone is "stdlib" or "site".
# ruff: noqa: F401 (the imports are the point)
import _imp
import ast
import asyncio
import csv
import dataclasses
import decimal
import fractions
import importlib._bootstrap_external as external
import importlib.util
import json
import linecache
import sys
import traceback
import uuid

import matplotlib.backends.backend_agg
import matplotlib.backends.backend_svg
import matplotlib.figure
import matplotlib.pyplot
import numpy
import numpy.linalg
import numpy.random
import pyodide.code

ZONES = {"stdlib": "/lib/python312.zip/", "site": "/lib/python3.12/site-packages/"}


def byte_code(path, source):
    code = compile(source, path, "exec", dont_inherit=True)
    mark = _imp.source_hash(importlib.util._RAW_MAGIC_NUMBER, source)
    return bytes(external._code_to_hash_pyc(code, mark, False))


def modules():
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        loader = getattr(getattr(module, "__spec__", None), "loader", None)
        # Modules frozen into the interpreter name a file too, and never read it.
        if isinstance(path, str) and path.endswith(".py") and hasattr(loader, "get_data"):
            yield path, loader.get_data(path)


result = []
for path, source in sorted(set(modules())):
    for zone, prefix in ZONES.items():
        if path.startswith(prefix):
            result.append((zone, path.removeprefix(prefix) + "c", byte_code(path, source)))
result  # noqa: B018 (the value of the whole)
