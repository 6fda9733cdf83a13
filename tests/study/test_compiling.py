"""Compiled code is kept, and nothing that happens to the place where it is kept breaks anything."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, missing

from kakeya import compiled
from kakeya.study import measures

# One small kernel function, so that compiling takes a second.
SCRIPT = """
import sys, kakeya
from kakeya import compiled
from kakeya.study import measures
m = [7] * measures.MATCH_LENGTH
print(compiled.is_cached("kakeya.study.measures.start_course"))
compiled.fast(measures.start_course)(m)
print(sum(m), compiled._cache_folder())
"""


@pytest.fixture(autouse=True, scope="module")
def a_compiler() -> None:
    if not compiled.available():
        missing("numba", "there is no numba here")


def start(home: Path, **more: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home), "KAKEYA_CACHE": str(home / "kept"), **more}
    environment.pop("XDG_CACHE_HOME", None)
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ends(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Whether it was kept before, and where it is kept; all else has to be right."""
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, ""), err
    before, after = out.splitlines()
    total, folder = after.split(maxsplit=1)
    assert total == "0"
    return before, folder


def test_compiled_code_is_kept_for_the_next_process(tmp_path: Path) -> None:
    first = ends(start(tmp_path))
    assert first == ("False", str(tmp_path / "kept" / "kakeya" / Path(first[1]).name))
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert kept
    assert ends(start(tmp_path))[0] == "True"
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == kept


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    several = [start(tmp_path) for _ in range(3)]
    assert len({ends(one)[1] for one in several}) == 1
    assert ends(start(tmp_path))[0] == "True"


def result_of(entry: tuple[Any, tuple[str, ...]]) -> int:
    """What the compiled function leaves of a vector of sevens."""
    memory = (ctypes.c_int64 * measures.MATCH_LENGTH)(*[7] * measures.MATCH_LENGTH)
    entry[0](memory)
    return sum(memory)


@pytest.mark.parametrize("damage", [b"", b"\x80", b"nonsense", None], ids=["empty", "cut", "nonsense", "half"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_files_are_compiled_anew(
    damage: bytes | None, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_cache_folder", lambda: tmp_path)
    name = "kakeya.study.measures.start_course"
    assert result_of(compiled._entry.__wrapped__(name)) == 0
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] if damage is None else damage)
    for _ in range(2):
        assert result_of(compiled._entry.__wrapped__(name)) == 0
    assert compiled.is_cached(name)
    whole = {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")}
    assert result_of(compiled._entry.__wrapped__(name)) == 0
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")} == whole


def test_where_nothing_can_be_written_at_home_another_place_is_used(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file, not a folder", "utf-8")
    home = tmp_path / "no home"
    home.write_text("a file too", "utf-8")
    (tmp_path / "tmp").mkdir()
    _, folder = ends(start(home, KAKEYA_CACHE=str(tmp_path / "kept"), TMPDIR=str(tmp_path / "tmp")))
    assert folder.startswith(str(tmp_path / "tmp" / f"kakeya-{os.getuid()}"))


def test_where_nothing_can_be_written_at_all_it_is_compiled_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setattr(compiled, "_cache_roots", lambda: iter([blocked]))
    assert compiled._cache_folder.__wrapped__() is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_a_folder_that_somebody_else_made_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_cache_roots", lambda: iter([tmp_path]))
    assert compiled._cache_folder.__wrapped__() is not None
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert compiled._cache_folder.__wrapped__() is None


def test_the_first_compilation_says_so_only_to_somebody_who_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "_cache_folder", lambda: tmp_path)
    for looks in (False, True, True):
        monkeypatch.setattr(compiled.progress, "somebody_looks", lambda looks=looks: looks)
        compiled._entry.__wrapped__("kakeya.study.measures.start_course")
        out, err = capsys.readouterr()
        kept = not looks or bool(list(tmp_path.rglob("*.nbi")))
        assert out == ""
        assert kept or "compiling the rules of play" in err
        for path in tmp_path.rglob("*.nb?"):
            if not looks:
                path.unlink()
    assert err == ""  # the third time it is kept


def test_without_a_working_numba_the_rules_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert compiled.available.__wrapped__() is False
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert compiled.available.__wrapped__() is False
