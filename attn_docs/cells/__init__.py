"""Runs a reader's code: the same at build time (CPython) and in the browser (Pyodide).

``run_page`` runs the cells of a page for the build, ``markup.cell_html`` makes a cell's markup,
``bridge`` is what the browser's worker talks to.
"""

from attn_docs.cells.output import Output
from attn_docs.cells.page import CellError, run_page

__all__ = ["CellError", "Output", "run_page"]
