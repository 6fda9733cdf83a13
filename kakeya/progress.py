"""How far a long run is, and how long it will take: a line on the screen or in a notebook, and nowhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]  # rounds done, rounds in all
AFTER = 2.0  # seconds: what is done sooner needs no line


def somebody_looks() -> bool:
    """Does what is said on the side reach a screen or a notebook? Not where KAKEYA_QUIET is set."""
    if os.environ.get("KAKEYA_QUIET") or sys.stderr is None:
        return False
    return sys.stderr.isatty() or "ipykernel" in sys.modules


@contextmanager
def reporting(progress: Progress | None, total: int | None, unit: str = "rounds") -> Iterator[Progress]:
    """A function to report to: `progress` itself, or else a line with the time left, where tqdm is installed."""
    if progress is not None:
        yield progress
        return
    try:
        if not somebody_looks():
            raise ImportError
        from tqdm import tqdm
    except ImportError:
        yield _silent
        return
    where = sys.stdout if "ipykernel" in sys.modules else None  # a notebook reddens what comes from stderr
    with tqdm(total=total, unit=f" {unit}", unit_scale=True, delay=AFTER, leave=False, file=where) as bar:

        def report(done: int, total: int) -> None:
            bar.update(done - bar.n)

        yield report


def _silent(done: int, total: int) -> None:
    pass
