"""The colours of every figure: each is a CSS custom property of ``tokens.css`` (light values here).

``svg.to_svg`` turns each of these hexadecimal values into ``var(--attn-…, #…)``, so that a figure
follows light, dark and print. Use no other colour in a figure.
"""

QUERY = "#c13605"
KEY = "#194482"
VALUE = "#8350c0"
OUTPUT = "#08766e"
INK = "#1f2126"
MUTED = "#5c5f66"
RULE = "#d9d5cb"
PAPER = "#fcfbf8"
SURFACE = "#f4f2ec"
ON_LOW = "#000000"  # text on the pale cells of a map
ON_HIGH = "#ffffff"  # text on its strong cells

# Sequential map for weights, diverging map for signed scores (vermilion, paper, blue).
SEQUENTIAL = (
    "#f2f7f4",
    "#d6eae0",
    "#b9ddcd",
    "#9dcfbd",
    "#81c0ae",
    "#66b2a1",
    "#4ba295",
    "#2f9389",
    "#09837d",
    "#06716f",
    "#036062",
    "#025053",
    "#024045",
    "#013137",
    "#002228",
    "#00151a",
)
DIVERGING = (
    "#6f1b01",
    "#8c2d11",
    "#9f4a33",
    "#b16651",
    "#c2816f",
    "#d39d8e",
    "#e2b9ae",
    "#f0d6cf",
    "#f7f6f1",
    "#d1deef",
    "#b1c6e1",
    "#92aed1",
    "#7497c1",
    "#5780b1",
    "#3a69a1",
    "#1a5290",
    "#023c76",
)

NAMED = {
    "query": QUERY,
    "key": KEY,
    "value": VALUE,
    "output": OUTPUT,
    "ink": INK,
    "muted": MUTED,
    "rule": RULE,
    "paper": PAPER,
    "surface": SURFACE,
    "on-low": ON_LOW,
    "on-high": ON_HIGH,
    **{f"seq-{i}": colour for i, colour in enumerate(SEQUENTIAL)},
    **{f"div-{i}": colour for i, colour in enumerate(DIVERGING)},
}
VARIABLES = {colour: f"--attn-{name}" for name, colour in NAMED.items()}
