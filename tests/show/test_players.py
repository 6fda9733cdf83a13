"""Whether it holds for better players: the same steps under each kind of players, and only clear disagreement is told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kakeya
from kakeya.players import monte_carlo
from kakeya.show import players, published, published_order
from kakeya.show.players import (
    LOOKS,
    MEASURES,
    PERFECT,
    WHOLE,
    Step,
    are_apart,
    ladder,
    players_disagree,
    steps,
    whoever_plays,
)
from kakeya.show.published import in_company
from kakeya.study.compare import Effect
from kakeya.study.estimate import Estimate
from kakeya.study.measures import find
from kakeya.study.plan import can_differ
from kakeya.texts.catalogue import catalogue


@dataclass(frozen=True)
class Made:
    """A comparison whose effects are made up: one difference and error for both measures."""

    mean: float
    error: float = 0.01
    rounds: int = 1000
    id: str = "kkt-0000000000"

    def __getitem__(self, measure: str) -> Effect:
        side = Estimate(0.5, self.error, self.rounds)
        return Effect(find(measure), 0, side, side, Estimate(self.mean, self.error, self.rounds), None)


def step(id: str, *differences: float) -> Step:
    """A step under random, greedy and monte-carlo, and under perfect play if there is a fourth number."""
    by: Any = {who: Made(mean) for who, mean in zip(LOOKS, differences, strict=False)}
    return Step(id, by)


def test_every_answer_of_u_that_is_changed_alone_is_there_for_all_players_and_then_all_of_them() -> None:
    *alone, whole = steps()
    wanted = [id for id in catalogue() if in_company(id, "ja", "uk", 4, "greedy", "rounds")]
    assert [one.id for one in alone] == wanted and len(wanted) > 8
    for one in steps():
        assert len({each.b.fingerprint for each in one.by.values()}) == 1
        assert [who for who in one.by if who != PERFECT] == [who for who in LOOKS if who != PERFECT]
        assert all(each.players.text == who for who, each in one.by.items() if who != PERFECT)
        first = one.by["greedy"]
        assert (PERFECT in one.by) == can_differ(first.a, first.b, "settlements", first.players)
        assert PERFECT not in one.by or one.by[PERFECT].games == "settlements"
    assert whole.id == WHOLE and whole.by["greedy"].b == kakeya.load("uk")


def test_players_disagree_only_where_intervals_have_nothing_in_common() -> None:
    assert are_apart(Estimate(0, 0.1, 9), Estimate(1, 0.1, 9))
    assert not are_apart(Estimate(0, 0.3, 9), Estimate(1, 0.3, 9))
    one = step("rensho.card", 0.5, 0.5, 0.8)
    assert one.disagree("stones") == [("random", "monte-carlo"), ("greedy", "monte-carlo")]
    words = str(players_disagree("stones", [one, step("rensho.suit", 0.2, 0.2, 0.2), step(WHOLE, 1, 1, 1)]))
    assert (
        "greedy and monte-carlo are apart at 1 of 3, and when all are judged together clearly at rensho.card (greedy +0.50, monte-carlo +0.80)"
        in words
    )
    assert "random and greedy are apart at none" in words
    assert "Nowhere is it clearly more with some players and clearly less with others" in words


def test_what_may_be_chance_among_so_many_is_told_as_such() -> None:
    near = [step(f"rensho.{place}", 0.5, 0.5, 0.5) for place in range(20)]
    words = str(players_disagree("stones", [*near, step("rensho.card", 0.5, 0.5, 0.541), step("tie", 0.5, 0.5, 0.9)]))
    assert (
        "are apart at 2 of 22, and when all are judged together clearly at tie (greedy +0.50, monte-carlo +0.90); "
        "not so at rensho.card (greedy +0.50, monte-carlo +0.54). " in words
    )


def test_opposite_ways_are_told() -> None:
    opposite, small = step("rensho.card", 0.5, 0.5, -0.5), step("rensho.suit", 0.01, 0.01, -0.01)
    assert opposite.is_opposite("stones") and not small.is_opposite("stones")
    words = str(players_disagree("lead-wins", [opposite, small]))
    assert words.endswith("Clearly more with some players and clearly less with others: rensho.card.")
    assert "greedy +50.0, monte-carlo −50.0" in words


def test_what_is_told_of_the_published_ones_follows_from_their_intervals() -> None:
    for measure in MEASURES:
        words = str(players_disagree(measure))
        for one in steps():
            here, there = (one.by[who][measure].difference for who in ("greedy", "monte-carlo"))
            told = re.search(rf"{re.escape(one.id)} \(greedy [^,]*, monte-carlo", words) is not None
            assert told == are_apart(here, there), one.id


def test_the_chart_has_every_step_that_moves_anything_under_all_players() -> None:
    pytest.importorskip("vl_convert")
    figure = whoever_plays()
    rows = re.findall(r"<tr><td>([\w.\- ]+)</td><td>[^<]*</td><td>([\w\- ]+)</td>", figure.html)
    assert len(rows) == len(MEASURES) * sum(len(one.by) for one in steps() if not one.is_still)
    assert {who for _, who in rows} == set(LOOKS)
    still = [one.id for one in steps() if one.is_still]
    assert not {id for id, _ in rows} & set(still)
    assert all(id in figure.html for id in still)


def test_the_title_counts_those_that_are_clear_and_the_same_way_whoever_plays() -> None:
    pytest.importorskip("vl_convert")
    found = [step("rensho.card", 0.5, 0.5, 0.4), step("rensho.suit", 0.5, 0.5, -0.4), step(WHOLE, 1, 1, 1)]
    assert whoever_plays(found).title == (
        "Whoever plays, 1 of 2 answers of U clearly moves what a round is worth when changed alone in J, and 1 clearly moves who wins it"
    )


def test_where_perfect_play_is_apart_from_the_others_is_told() -> None:
    found = [step("rensho.card", 0.5, 0.5, 0.5, 0.9), step("rensho.suit", 0.5, 0.2, 0.2, 0.5), step("tie", 1, 1, 2)]
    assert found[0].stands_alone("stones") and not any(one.stands_alone("stones") for one in found[1:])
    words = str(players_disagree("stones", found))
    assert (
        "monte-carlo and perfect play are apart at 2 of 2, and when all are judged together clearly at "
        "rensho.card (monte-carlo +0.50, perfect play +0.90); rensho.suit (monte-carlo +0.20, perfect play +0.50)"
    ) in words
    assert "From all the others at once perfect play is apart at rensho.card. " in words
    assert "From all the others at once perfect play is apart at none. " in str(players_disagree("stones", found[1:]))


def test_what_cannot_touch_a_dealt_deal_is_said_to_leave_perfect_play_alone() -> None:
    pytest.importorskip("vl_convert")
    found = [step("rensho.card", 0.5, 0.5, 0.5, 0.9), step("dealers.first", 0.5, 0.5, 0.5), step(WHOLE, 1, 1, 1, 1)]
    html = whoever_plays(found).html
    assert "perfect play: 1,000 deals" in html and "monte-carlo: 1,000 rounds" in html
    assert "A deal once dealt, and so perfect play, is not touched by dealers.first." in html


def test_the_ladder_says_what_share_the_better_wins_and_which_rules_are_not_told_apart() -> None:
    pair = "monte-carlo", "greedy"
    orders = [published_order(kakeya.load(text), *pair) for text in ("uk", "ja")]
    top, other = sorted(orders, key=lambda one: -one.order.mean)
    block = ladder(*orders)
    assert f"{top.rules.text.siglum} with 4 players: {100 * top.share.mean:.1f} % of the rounds" in str(block)
    assert "where an even share is 50 %" in str(block)
    assert ("not told apart" in str(block)) != are_apart(top.order, other.order)
    for one in orders:
        assert f"{100 * one.share.mean:.1f} %<br><small>{100 * one.share.low:.1f} to" in block.html
    six = ladder(published_order(kakeya.load("uk", players=6), *pair))
    assert "where an even share is 33 %" in str(six)


def test_each_rung_is_won_by_the_better_player_under_every_text() -> None:
    for text, seats in (("uk", 4), ("ja", 4), ("uk", 6), ("ja", 6), ("ko", 6)):
        for strong, weak in (("greedy", "random"), ("monte-carlo", "greedy")):
            assert published_order(kakeya.load(text, seats), strong, weak).order.low > 0, (text, seats, strong)


def test_methods_say_how_often_it_deals_and_how_much_it_searches(root: Path) -> None:
    words = (root / "book" / "methods.md").read_text("utf-8")
    assert f"deals the hidden cards {monte_carlo.SAMPLES} times" in words
    assert monte_carlo.ENDING == 3 and "the last three tricks are searched" in words


def test_a_step_that_is_not_published_for_all_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players.LOOKS, "random:best-for-hand", ("slate", "cross"))
    with pytest.raises(kakeya.KakeyaError, match="is published"):
        steps.__wrapped__()
    assert published("ja", "uk", "random").rounds  # while others are there
