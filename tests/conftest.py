"""Shapes that stand in annotations are checked wherever a test runs the package."""

import jaxtyping

# Before anything imports attn_docs.core. The browser runs the same code without the checks.
jaxtyping.install_import_hook("attn_docs.core", "beartype.beartype")
