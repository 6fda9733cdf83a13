"""Common misspellings, in everything that is written to be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("codespell_lib")
OURS = "kake,wit"  # the town as U spells it; an element of TEI


def test_nothing_is_misspelled(root: Path) -> None:
    texts = [*(root / "book").glob("*.md"), *root.glob("*.md"), *(root / "data").glob("*.yaml")]
    folders = [root / "rulesets", root / "kakeya", root / "book" / "_ext"]
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words-list", OURS, "--quiet-level", "3"]
    found = subprocess.run([*command, *map(str, texts + folders)], capture_output=True, text=True)
    assert not found.stdout, found.stdout
