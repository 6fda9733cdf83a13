"""Long runs: constant memory, a line with the time left, and a clean stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from conftest import ROOT

import kakeya
from kakeya import compiled, progress
from kakeya.players.kinds import kinds
from kakeya.study import run

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_stops_at_once_and_without_a_traceback(workers: str, interpreted: bool) -> None:
    rounds = "2000000000"
    process = subprocess.Popen(
        [sys.executable, "-m", "kakeya", "compare", "ja", "uk", "--rounds", rounds, "--workers", workers],
        env={**ENVIRONMENT, **({"NUMBA_DISABLE_JIT": "1"} if interpreted else {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    begun = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")
    assert time.monotonic() - begun < 10


def test_pieces_are_drawn_as_they_are_needed_and_none_is_kept() -> None:
    # Of however many rounds: what waits is a few pieces for each worker.
    job = run.job([kakeya.load("ja")], [kinds("random", 2)], 1)
    drawn: list[int] = []

    def pieces() -> Any:
        for number in range(10**9):
            drawn.append(number)
            yield number, number + 1

    found = run.played(job, pieces(), workers=2)
    for _ in range(50):
        next(found)
    found.close()
    assert len(drawn) < 80


def test_the_progress_is_told_and_ends_with_all_rounds() -> None:
    told: list[tuple[int, int]] = []
    kakeya.simulate("ja", 3000, "random", workers=2, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (3000, 3000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    told.clear()
    kakeya.order("ja", rounds=3000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (3000, 3000)


def test_a_line_with_the_time_left_is_shown_to_somebody_who_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tqdm")
    monkeypatch.setattr(progress, "AFTER", 0)
    monkeypatch.setattr(progress, "somebody_looks", lambda: True)
    with progress.reporting(None, 1000) as report:
        for done in range(0, 1001, 100):
            time.sleep(0.03)
            report(done, 1000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "rounds/s" in err and "<00:00" in err


def test_nothing_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "AFTER", 0)
    kakeya.simulate("ja", 3000, "random")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stderr", None)
    assert not progress.somebody_looks()


def test_a_quiet_run_is_quiet_even_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    assert progress.somebody_looks()
    monkeypatch.setenv("KAKEYA_QUIET", "1")
    assert not progress.somebody_looks()


def test_memory_does_not_grow_with_the_rounds() -> None:
    resource = pytest.importorskip("resource")
    assert resource
    few, many = (5_000, 400_000) if compiled.available() else (100, 1500)
    code = (
        "import resource, sys, kakeya\n"
        "kakeya.simulate('ja', int(sys.argv[1]), 'random', workers=2)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    peaks = [
        int(
            subprocess.run(
                [sys.executable, "-c", code, str(n)], env=ENVIRONMENT, capture_output=True, check=True
            ).stdout
        )
        for n in (few, many)
    ]
    assert peaks[1] < 1.1 * peaks[0] + 8_000
