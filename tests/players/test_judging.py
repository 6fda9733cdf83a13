"""Judging a record: every value is that of trying everything, and only what a card gave away is laid to it."""

from __future__ import annotations

import random as chance

import pytest
from small import by_trying_everything, small_deal

import kakeya
from kakeya import cards
from kakeya.errors import KakeyaError
from kakeya.players.solving import Solver
from kakeya.table.play import step


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
@pytest.mark.parametrize("players", ["random", "greedy"])
def test_each_card_has_the_value_that_trying_everything_gives(name: str, players: str) -> None:
    rules = kakeya.load(name)
    draw = chance.Random(f"judged {name} {players}")
    for seed in range(6):
        deal = small_deal(draw, 3)
        record = kakeya.play(rules, deal, players, seed)
        judgement = kakeya.judge(record)
        solver = Solver(rules, deal, deal.leader, 1, 1 << 40, None)
        s, total = list(solver.start), solver.total
        before = by_trying_everything(solver.vector, list(s))
        for one in judgement.cards:
            step(solver.vector, s, cards.card(one.card))
            after = by_trying_everything(solver.vector, list(s))
            mine = (before, after) if one.seat % 2 == 0 else (total - before, total - after)
            assert (one.before, one.after) == mine
            assert one.lost >= 0
            before = after


def test_the_last_value_is_what_was_taken_and_a_best_line_gives_nothing_away() -> None:
    rules = kakeya.load("ja")
    deal = small_deal(chance.Random(8), 6)
    record = kakeya.play(rules, deal, "random")
    assert record.settlement is not None
    judgement = kakeya.judge(record)
    assert repr(judgement) == f"<Judgement, {judgement.lost()} pictures given away in 24 cards>"
    last = judgement.cards[-1]
    assert last.after == record.settlement.counted[last.seat % 2]
    lost = [sum(one.lost for one in kakeya.judge(kakeya.play(rules, deal, who)).cards) for who in ("greedy", "random")]
    assert all(number >= 0 for number in lost)


def test_turning_points_are_named() -> None:
    rules = kakeya.load("ja")
    found = [kakeya.judge(kakeya.play(rules, small_deal(chance.Random(seed), 6), "random")) for seed in range(8)]
    turned = [one for one in found if any(card.turns for card in one.cards)]
    given = [one for one in found if any(card.lost for card in one.cards)]
    assert given
    for one in given:
        most = max(one.turning_points, key=lambda card: card.lost)
        assert f"trick {most.trick}, seat {most.seat} plays {most.card}" in str(one)
    assert turned
    for one in turned:
        for card in filter(lambda card: card.turns, one.cards):
            side = "the other" if one.total - card.after >= 9 else "neither"
            assert f"instead of {card.before}; now {side} side can take 9" in str(one)


def test_three_sides_and_no_record_are_refused() -> None:
    rules = kakeya.load("uk", players=6)
    with pytest.raises(KakeyaError, match="three sides at once"):
        kakeya.judge(kakeya.play(rules, kakeya.deal(rules, seed=1)))
    with pytest.raises(KakeyaError, match=r"make one with kakeya\.play"):
        kakeya.judge("a record")  # type: ignore[arg-type]
