"""Time, memory and counted operations of attention and a plain RNN of equal width.

    OPENBLAS_NUM_THREADS=1 python bench/attention_cost.py    # prints attention_cost.md

One layer each, forward only, NumPy in double precision on one thread. Time is the processor time
of the fastest of many runs, so that other work on the machine counts as little as can be; memory
is the peak that tracemalloc sees during one run. Timings belong to a machine: they are quoted
with its date and kind, never asserted by the build.
"""

from __future__ import annotations

import datetime
import os
import platform
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from attn_docs.core import attention
from attn_docs.core.recurrent import RNN
from attn_docs.experiments.paradigm_cost import Tally, counted_attention, counted_recurrent

WIDTH = 64
LENGTHS = (64, 128, 256, 512, 1024, 2048)
RUNS = 15


def milliseconds(layer: Callable[[], object]) -> float:
    layer()
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        layer()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def peak_megabytes(layer: Callable[[], object]) -> float:
    tracemalloc.start()
    layer()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def row(n: int) -> list[str]:
    rng = np.random.default_rng(n)
    X = rng.standard_normal((n, WIDTH))
    W = rng.standard_normal((4, WIDTH, WIDTH)) / np.sqrt(WIDTH)
    cell = RNN(W[1], W[0], np.zeros(WIDTH))

    def attend() -> np.ndarray:
        return attention(X @ W[0], X @ W[1], X @ W[2]) @ W[3]

    def recur() -> np.ndarray:
        return cell.states(X)

    tallies = Tally(), Tally()
    counted_attention(X, W, tallies[0])
    counted_recurrent(X, W[0], W[1], tallies[1])
    numbers = [f"{n}"]
    for layer, tally in zip((attend, recur), tallies, strict=True):
        numbers += [
            f"{tally.operations / 1e6:.1f}",
            f"{peak_megabytes(layer):.2f}",
            f"{milliseconds(layer):.2f}",
        ]
    return numbers


def main() -> None:
    print("# What attention and a recurrent layer cost\n")
    print("Made by `OPENBLAS_NUM_THREADS=1 python bench/attention_cost.py`.\n")
    print(f"- measured on {datetime.date.today().isoformat()}")
    cores = f"{os.cpu_count()} cores, of which one was used"
    print(f"- {platform.machine()}, {platform.system()}, {cores}")
    print(f"- Python {platform.python_version()}, NumPy {np.__version__}")
    print(f"- width {WIDTH}, double precision, forward pass, fastest of {RUNS} runs")
    print("- operations in millions, peak memory in MB, processor time in ms\n")
    heads = ("operations", "memory", "time")
    names = [f"{kind}: {head}" for kind in ("attention", "RNN") for head in heads]
    print("| n | " + " | ".join(names) + " |")
    print("|--:" * (len(names) + 1) + "|")
    for n in LENGTHS:
        print("| " + " | ".join(row(n)) + " |", flush=True)


if __name__ == "__main__":
    main()
