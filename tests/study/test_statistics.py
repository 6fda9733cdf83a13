"""Intervals that hold what they say, on rules whose truth is known exactly."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import NormalDist

import pytest
import space

import kakeya
from kakeya import compiled
from kakeya.study import measures
from kakeya.study.estimate import Z95, Estimate, estimate, holm, normal_tail

RUNS = 500 if compiled.available() else 40
# Nobody has to follow suit and all play at random: each hand is played in an order drawn uniformly, so that Rensho
# falls in each of the thirteen tricks equally often, whatever else the rules say.
FREE = kakeya.load("ja").edit({"play.follow": "free"})
FREE_TOO = kakeya.load("uk").edit({"play.follow": "free", "trump.power": "none"})
# Matches of two rounds, for the second deal.
TWO_ROUNDS = {"end.when": "rounds", "end.rounds": 2, "end.winner": "most-stones"}
TOGETHER = kakeya.load("ja").edit({**TWO_ROUNDS, "deal.gathered": "pictures-together", "deal.shuffle": "two-halves"})
WHOLE = TOGETHER.edit({"deal.shuffle": "whole"})


def variance_whole() -> float:
    """Of pictures in 13 cards out of 52 with 16 pictures."""
    return 13 * (16 / 52) * (36 / 52) * (39 / 51)


def variance_halves() -> float:
    """All 16 pictures lie in one half of 26 cards, of which a hand has six or seven: the mean of both, about 4."""

    def about_4(cards: int) -> float:
        within = cards * (16 / 26) * (10 / 26) * (26 - cards) / 25
        return within + (cards * 16 / 26 - 4) ** 2

    return (about_4(6) + about_4(7)) / 2


def share_that_holds(truth: float, intervals: list[Estimate]) -> float:
    return sum(one.low <= truth <= one.high for one in intervals) / len(intervals)


def as_it_should_be(share: float, runs: int) -> bool:
    """Within four standard errors of 95 in 100."""
    return abs(share - 0.95) < 4 * math.sqrt(0.95 * 0.05 / runs)


def test_intervals_hold_a_mean_known_exactly_about_95_times_in_100() -> None:
    found = [kakeya.simulate(FREE, 200, "random", seed, workers=1)["rensho-trick"] for seed in range(RUNS)]
    assert as_it_should_be(share_that_holds(7, found), RUNS)


def test_intervals_hold_a_share_known_exactly_about_95_times_in_100() -> None:
    found = [kakeya.simulate(FREE, 400, "random", seed, workers=1) for seed in range(RUNS)]
    for trick in (0, 6, 12):
        shares = [one.estimates("rensho-falls-in")[trick] for one in found]
        assert as_it_should_be(share_that_holds(1 / 13, shares), RUNS)


def test_intervals_hold_a_paired_difference_known_to_be_zero_about_95_times_in_100() -> None:
    found = [kakeya.compare(FREE, FREE_TOO, 200, "random", seed, workers=1)["rensho-trick"] for seed in range(RUNS)]
    assert any(one.difference.mean for one in found)
    assert as_it_should_be(share_that_holds(0, [one.difference for one in found]), RUNS)


def test_intervals_hold_a_paired_difference_known_not_to_be_zero_about_95_times_in_100() -> None:
    truth = variance_halves() - variance_whole()
    assert truth == pytest.approx(-0.825, abs=0.001)
    runs = RUNS // 2
    found = [
        kakeya.compare(WHOLE, TOGETHER, 150, "random", seed, workers=1, games="matches")["picture-spread"]
        for seed in range(runs)
    ]
    assert as_it_should_be(share_that_holds(truth, [one.difference for one in found]), runs)
    assert as_it_should_be(share_that_holds(variance_whole(), [one.a for one in found]), runs)


@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_rules_differ_from_themselves_by_exactly_nothing(name: str, seats: int) -> None:
    rules = kakeya.load(name, players=seats)
    for games, rounds in (("rounds", 50), ("matches", 2)):
        found = kakeya.compare(rules, rules.edit({"partners.formed": "random"}), rounds, games=games, workers=1)
        for effect in found.effects():
            difference = effect.difference
            assert (difference.mean, difference.low, difference.high, effect.none_above) == (0, 0, 0, 0)
            assert effect.a == effect.b
        assert not any(found.clear_together().values())


def test_what_was_never_seen_is_not_said_never_to_be() -> None:
    found = kakeya.compare("ja", kakeya.load("ja").edit({"settle.combine": "add"}), 1000)["nobody-wins"]
    assert (found.difference.mean, found.difference.is_clear) == (0, False)
    assert found.none_above == pytest.approx(-math.log(0.05) / 1000)


def test_a_handful_of_rounds_makes_no_effect_clear() -> None:
    assert not estimate(100_000, 4, 4).is_clear  # four rounds in favour and none against: one in eight by chance
    assert estimate(100_000, 12, 12).is_clear
    assert estimate(100_000, 50_000, 50_000).error == pytest.approx(0.5 / math.sqrt(100_000), rel=1e-4)


def test_what_does_not_vary_has_no_error() -> None:
    assert estimate(10, 70, 490) == Estimate(7.0, 0.0, 10)


def test_an_estimate_is_the_mean_and_its_standard_error() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5] * 40
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    found = estimate(len(values), 6 * sum(values), 36 * sum(value * value for value in values), 6)
    assert found.mean == pytest.approx(mean, rel=1e-14)
    assert found.error == pytest.approx(math.sqrt(variance / len(values)), rel=2e-3)
    assert (found.low, found.high) == (found.mean - Z95 * found.error, found.mean + Z95 * found.error)


def test_the_constants_are_what_they_are_called() -> None:
    assert NormalDist().inv_cdf(0.975) == pytest.approx(Z95, rel=1e-15)


@pytest.mark.parametrize("z", [step / 16 for step in range(160)])
def test_the_normal_tail_is_that_of_the_standard_library(z: float) -> None:
    assert normal_tail(z) == pytest.approx(math.erfc(z / math.sqrt(2)), abs=1e-10)


def test_the_normal_tail_never_rises() -> None:
    tails = [normal_tail(step / 50) for step in range(500)]
    assert all(after < before + 1e-11 for before, after in pairwise(tails))
    assert (tails[0], tails[-1], normal_tail(math.inf)) == (1, 0, 0)


def holm_by_the_book(tails: list[float], level: float) -> list[bool]:
    """Step down: the k-th smallest of m against level / (m - k + 1), until one fails."""
    left = sorted(range(len(tails)), key=lambda place: tails[place])
    clear = [False] * len(tails)
    while left and tails[left[0]] <= level / len(left):
        clear[left.pop(0)] = True
    return clear


@pytest.mark.parametrize("seed", range(20))
def test_effects_clear_together_are_those_of_holm(seed: int) -> None:
    import random

    draw = random.Random(seed)
    zs = [abs(draw.gauss(1.5, 1.5)) for _ in range(12)]
    tails = [math.erfc(z / math.sqrt(2)) for z in zs]
    assert holm([Estimate(z, 1.0, 100) for z in zs]) == holm_by_the_book(tails, 0.05)


def test_of_many_effects_that_are_none_hardly_ever_one_is_clear_together() -> None:
    import random

    draw = random.Random(1)
    families = [[Estimate(draw.gauss(0, 1), 1.0, 100) for _ in range(12)] for _ in range(2000)]
    wrong = sum(any(holm(family)) for family in families) / 2000
    alone = sum(any(one.is_clear for one in family) for family in families) / 2000
    assert wrong < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 2000) < alone


def test_every_measure_has_a_range_that_holds_its_values() -> None:
    for games, rounds in (("rounds", 300), ("matches", 20)):
        for name, seats in space.TABLES:
            found = kakeya.simulate(kakeya.load(name, players=seats), rounds, "random", 2, games=games)
            for measure in measures.GAMES[games]:
                for value in found.estimates(measure):
                    assert measure.low <= value.mean <= measure.high, (name, seats, measure.id)
