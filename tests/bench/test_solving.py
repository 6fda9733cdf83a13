"""How fast deals are solved, beside DDS (Bo Haglund's solver for bridge, through endplay) in the same run, one core.

`make bench` prints the table. On whist deals both answer the same question, and every answer has to be the same.
"""

from __future__ import annotations

import random as chance
import statistics
import time

import pytest
from conftest import missing

import kakeya
from kakeya import cards, compiled
from kakeya.players.solving import MEGABYTES, Solver, ready
from kakeya.table.deals import Deal

WHIST_DEALS = 1000
DEALS = 60


def solver(rules: kakeya.Rules, deal: Deal) -> Solver:
    return Solver(rules, deal, deal.leader, MEGABYTES, 1 << 60, None)


def whist(dds: object, types: object) -> tuple[float, float]:
    """Seconds of ours and of DDS for the same deals, each solved for the tricks of the leader's side."""
    suits = [types.Denom.clubs, types.Denom.diamonds, types.Denom.hearts, types.Denom.spades, types.Denom.nt]  # type: ignore[attr-defined]
    seats = [types.Player.north, types.Player.west, types.Player.south, types.Player.east]  # type: ignore[attr-defined]
    rules = kakeya.load("whist")
    draw = chance.Random("bench")
    ours = theirs = 0.0
    for number in range(WHIST_DEALS):
        pack = draw.sample(range(52), 52)
        trump = number % 5
        deal = Deal.of([pack[13 * seat : 13 * seat + 13] for seat in range(4)], cards.TRUMPS[trump], leader=number % 4)
        bridge = types.Deal(deal.pbn)  # type: ignore[attr-defined]
        bridge.trump, bridge.first = suits[trump], seats[deal.leader]
        begun = time.process_time()
        best = max(tricks for _, tricks in dds.solve_board(bridge))  # type: ignore[attr-defined]
        theirs += time.process_time() - begun
        begun = time.process_time()
        one = solver(rules, deal)
        value = one.value(one.start)
        ours += time.process_time() - begun
        assert (value if deal.leader % 2 == 0 else 13 - value) == best, deal
    return ours, theirs


def kakeya_deals(name: str) -> tuple[float, float, float]:
    """Seconds: the median of who wins, and the median and the 95th percentile of the exact number of pictures."""
    rules = kakeya.load(name)
    wins, exact = [], []
    for seed in range(DEALS):
        one = solver(rules, kakeya.deal(rules, seed=seed))
        begun = time.process_time()
        one.reaches(one.start, rules["win.at"])
        wins.append(time.process_time() - begun)
        one.value(one.start, rules["win.at"])
        exact.append(time.process_time() - begun)
    return statistics.median(wins), statistics.median(exact), statistics.quantiles(exact, n=20)[-1]


def test_deals_are_solved_fast_enough() -> None:
    if not compiled.available():
        missing("numba", "there is no numba here")
    dds = pytest.importorskip("endplay.dds", reason="endplay is not installed: pip install 'kakeya[bench]'")
    types = pytest.importorskip("endplay.types")
    ready()
    ours, theirs = whist(dds, types)
    lines = [
        (f"{WHIST_DEALS:,} whist deals, all equal", f"{ours / theirs:.2f} times DDS", "5 or less", ours <= 5 * theirs)
    ]
    for name in ("ja", "uk"):
        win, median, slow = kakeya_deals(name)
        lines += [
            (f"{name}: who wins, median", f"{win:.3f} s", "0.3 s or less", win <= 0.3),
            (f"{name}: pictures, median", f"{median:.2f} s", "1 s or less", median <= 1),
            (f"{name}: pictures, 95th percentile", f"{slow:.2f} s", "5 s or less", slow <= 5),
        ]
    kakeya.simulate("ja", 2, "monte-carlo", workers=1)
    begun = time.process_time()
    kakeya.simulate("ja", 100, "monte-carlo", workers=1)
    rate = 100 / (time.process_time() - begun)
    lines.append(("monte-carlo, one core", f"{rate:.0f} rounds/s", "20 or more", rate >= 20))
    print("\n")
    for what, value, bound, kept in lines:
        print(f"{what:<36}  {value:<16}  {bound:<14}  {'kept' if kept else 'BROKEN'}")
    broken = [f"{what}: {value}, not {bound}" for what, value, bound, kept in lines if not kept]
    assert not broken, "\n".join(broken)
