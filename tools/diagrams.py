"""Bundle Mermaid into .cache/mermaid: one entry, and chunks that a diagram loads when needed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".cache" / "mermaid"


def main() -> None:
    fresh = HOME / "new"
    shutil.rmtree(HOME, ignore_errors=True)
    fresh.mkdir(parents=True)
    mermaid = ROOT / "node_modules" / "mermaid"
    subprocess.run(
        [
            str(ROOT / "node_modules" / ".bin" / "esbuild"),
            f"mermaid={mermaid / 'dist' / 'mermaid.core.mjs'}",
            *("--bundle", "--splitting", "--format=esm", "--minify", "--target=es2022"),
            *("--chunk-names=chunk-[hash]", "--legal-comments=none", f"--outdir={fresh}"),
            "--log-level=warning",
        ],
        check=True,
        cwd=ROOT,
    )
    shutil.copyfile(mermaid / "LICENSE", fresh / "LICENSE")
    total = hashlib.sha256()
    for path in sorted(fresh.iterdir()):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    name = total.hexdigest()[:12]
    fresh.rename(HOME / name)
    (HOME / "current.json").write_text(json.dumps({"hash": name}))


if __name__ == "__main__":
    main()
