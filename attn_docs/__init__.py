"""The geometry of self-attention, measured: the package behind the attn-docs site."""

__version__ = "0.1.0"
