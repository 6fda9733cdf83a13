"""How fast, beside another program in the same run: OpenSpiel's hearts, random play driven from Python.

`make bench` prints the table. All that is compared is measured in turn, several times, and the best of each counts,
so that whatever else the machine does at the time falls on all alike.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import ROOT, missing

import kakeya
from kakeya import compiled
from kakeya.players.kinds import kinds
from kakeya.study import blocks, measures, run
from kakeya.table import random as draws
from kakeya.table import state

TURNS = 5
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "KAKEYA_QUIET": "1"}


@dataclass(frozen=True)
class Line:
    """One line of the table: what was measured, and the bound that it keeps or not."""

    what: str
    value: str
    bound: str
    kept: bool


def timed(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def hearts(rounds: int) -> None:
    """Rounds of OpenSpiel's hearts: chance and players drawn alike, every step taken from Python."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    for _ in range(rounds):
        node = game.new_initial_state()
        while not node.is_terminal():
            if node.is_chance_node():
                actions, chances = zip(*node.chance_outcomes(), strict=True)
                node.apply_action(random.choices(actions, chances)[0])
            else:
                node.apply_action(random.choice(node.legal_actions()))


def interpreted(players: str, rounds: int) -> None:
    """Rounds by the rules as they are written, without a compiler."""
    rules = kakeya.load("ja")
    sums = [[0] * (blocks.SUMS * measures.LENGTH)]
    vectors, numbers = [list(rules.vector)], [kinds(players, 2).buffer]
    stream = [0] * draws.STREAM
    blocks.play_block(vectors, numbers, state.new(), stream, [1, 0, 0], [[0] * measures.LENGTH], sums, 1, 0, rounds)


def simulated(players: str, rounds: int, workers: int = 1) -> None:
    kakeya.simulate("ja", rounds, players, workers=workers)


def in_a_new_process(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True
    ).stdout


def measure() -> Iterator[Line]:
    """Every line of the table."""
    rates: dict[str, tuple[int, Callable[[int], None]]] = {
        "OpenSpiel hearts, random": (250, hearts),
        "random": (100_000, lambda rounds: simulated("random", rounds)),
        "greedy": (60_000, lambda rounds: simulated("greedy", rounds)),
        "random, interpreted": (250, lambda rounds: interpreted("random", rounds)),
        "greedy, interpreted": (200, lambda rounds: interpreted("greedy", rounds)),
    }
    best: dict[str, float] = {}
    for work in (lambda: simulated("random", 100), lambda: kakeya.compare("ja", "uk", 100)):
        work()
    for _ in range(TURNS):
        for name, (rounds, play) in rates.items():
            best[name] = max(best.get(name, 0), rounds / timed(lambda play=play, rounds=rounds: play(rounds)))
    peer = best["OpenSpiel hearts, random"]
    yield Line("OpenSpiel hearts, random play, from Python", f"{peer:,.0f} rounds/s", "the peer", True)
    for name, least in (("random", 130), ("greedy", 40), ("random, interpreted", 1), ("greedy, interpreted", 0.3)):
        ratio = best[name] / peer
        value = f"{best[name]:,.0f} rounds/s, {ratio:.3g} times the peer"
        yield Line(f"{name}, one core", value, f"{least} times or more", ratio >= least)

    two = run.cores() >= 2
    warm = min(timed(lambda: kakeya.compare("ja", "uk", 100_000, "greedy")) for _ in range(TURNS))
    yield Line('compare("ja", "uk"), 100,000 greedy rounds', f"{warm:.2f} s", "1.5 s or less on two cores", warm <= 1.5)
    code = "import kakeya; kakeya.compare('ja', 'uk', rounds=100_000, players='greedy')"
    cold = min(timed(lambda: in_a_new_process(code)) for _ in range(3))
    yield Line("the same in a new process, cache filled", f"{cold:.2f} s", "3 s or less", cold <= 3)
    if two:
        ones, twos = [], []
        for _ in range(TURNS):
            ones.append(timed(lambda: simulated("greedy", 400_000, 1)))
            twos.append(timed(lambda: simulated("greedy", 400_000, 2)))
        ratio = min(ones) / min(twos)
        yield Line("two workers against one", f"{ratio:.2f} times", "1.8 times or more", ratio >= 1.8)
    code = "import time; a = time.perf_counter(); import kakeya; print(time.perf_counter() - a)"
    took = min(float(in_a_new_process(code)) for _ in range(5))
    yield Line("import kakeya", f"{took:.3f} s", "below 0.3 s", took < 0.3)
    code = (
        "import resource, kakeya; kakeya.simulate('ja', rounds=10_000_000, players='random')\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    begun = time.perf_counter()
    peak = int(in_a_new_process(code)) * (1 if sys.platform == "darwin" else 1024)
    took = time.perf_counter() - begun
    value = f"{peak / 2**20:.0f} MB, {took:.0f} s"
    yield Line("10 million random rounds: most memory", value, "below 600 MB", peak < 600 * 2**20)


@pytest.fixture(scope="module")
def table() -> dict[str, Line]:
    if not compiled.available():
        missing("numba", "there is no numba here")
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kakeya[bench]'")
    lines = list(measure())
    widths = [max(len(cell) for cell in column) for column in zip(*((one.what, one.value, one.bound) for one in lines))]  # noqa: B905
    print("\n")
    for one in lines:
        cells = (one.what, one.value, one.bound, "" if one.bound == "the peer" else "kept" if one.kept else "BROKEN")
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(cells, [*widths, 0], strict=True)).rstrip())
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"\nbest of {TURNS} in turn, {run.cores()} cores{load}, Python {sys.version.split()[0]}")
    return {one.what: one for one in lines}


def test_every_bound_is_kept(table: dict[str, Line]) -> None:
    assert resource
    broken = [f"{one.what}: {one.value}, not {one.bound}" for one in table.values() if not one.kept]
    assert not broken, "\n".join(broken)
