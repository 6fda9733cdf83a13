"""What the cells of pages gave is kept only as long as nothing that it can depend on changes.

python book/_ext/cells.py book/_build/.jupyter_cache

Jupyter's cache knows a page by its cells alone. Package, rulesets, data and versions are watched here, by a digest
that stands beside the cache; where it is another, the cache goes, and every page is run again.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("kakeya", "rulesets", "data")
FILES = ("requirements.lock", "pyproject.toml", "book/_config.yml")


def watched(root: Path) -> Iterator[Path]:
    """All files that a cell can depend on."""
    yield from (root / name for name in FILES)
    for name in FOLDERS:
        yield from (path for path in (root / name).rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def digest(root: Path) -> str:
    """One of all that is watched, and of Python's version."""
    found = hashlib.sha256(sys.version.encode())
    for path in sorted(watched(root)):
        found.update(f"\n{path.relative_to(root).as_posix()} ".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def check(cache: Path, root: Path = ROOT) -> bool:
    """Drop the cache unless it was made from what is there now; was it kept?"""
    stamp, now = cache.with_name(f"{cache.name}.digest"), digest(root)
    if cache.exists() and stamp.exists() and stamp.read_text("utf-8") == now:
        return True
    shutil.rmtree(cache, ignore_errors=True)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(now, "utf-8")
    return False


if __name__ == "__main__":
    check(Path(sys.argv[1]))
