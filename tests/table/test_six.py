"""Six at the table, in all three forms: the dealers rest, the dealers play, all three pairs at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from drawn import SEEDS, examples, rules
from hypothesis import given

import kakeya
from kakeya import Rules
from kakeya.table.record import Record

U6 = kakeya.load("uk", players=6)
J6 = kakeya.load("ja", players=6)
PLAY = {"six.play": "dealers-play"}


def resting(record: Record) -> int | None:
    sides = [side for side in range(3) if not record.deal.masks[side]]
    return sides[0] if sides else None


def winner(record: Record) -> int | None:
    assert record.settlement is not None
    return record.settlement.winner


# -- dealers rest ---------------------------------------------------------------------------------
@examples(25)
@given(SEEDS)
def test_the_pair_that_deals_sits_out_and_the_pair_on_its_left_leads_the_first_round(seed: int) -> None:
    """J 17.2 and 37.2."""
    deal = kakeya.deal(J6, seed=seed)
    assert [len(hand) for hand in deal.hands] == [0 if seat % 3 == deal.dealers else 13 for seat in range(6)]
    assert deal.leader % 3 == (deal.dealers - 1) % 3


def test_the_losers_rest_in_the_next_round_and_the_winners_lead_it() -> None:
    """J 23.2, 17.2 and 37.3."""
    for seed in range(4):
        rounds = kakeya.play_match(J6, seed=seed, rounds=8).rounds
        for before, after in pairwise(rounds):
            (loser,) = {0, 1, 2} - {resting(before), winner(before)}
            assert after.deal.dealers == resting(after) == loser
            assert after.deal.leader % 3 == winner(before)


# -- dealers play ---------------------------------------------------------------------------------
def test_if_k_is_taken_to_the_letter_and_the_same_pair_rests_the_third_pair_never_plays() -> None:
    """Collation, correction 9 (K 17.2, 23.2, 37.2-3): the best proof that K has lost a negation."""
    literal = kakeya.load("ko", players=6).edit({**PLAY, "six.rests": "same-pair"})
    for seed in range(4):
        rounds = kakeya.play_match(literal, seed=seed, rounds=10).rounds
        assert len(rounds) > 2 and len({resting(record) for record in rounds}) == 1


@pytest.mark.parametrize("how", ["right-of-dealers", "left-of-dealers", "last-winners", "same-pair", "drawn"])
@pytest.mark.parametrize("dealers_next", ["losers", "winners", "rotate"])
def test_which_pair_rests_while_the_dealers_play(how: str, dealers_next: str) -> None:
    of = J6.edit({**PLAY, "six.rests": how, "dealers.next": dealers_next})
    seen = set()
    for seed in range(4):
        rounds = kakeya.play_match(of, seed=seed, players="random", rounds=8).rounds
        for before, record in zip([None, *rounds], rounds, strict=False):
            dealers, rests = record.deal.dealers, resting(record)
            right, left = (dealers + 1) % 3, (dealers - 1) % 3
            assert rests in (right, left)
            seen.add(rests == right)
            expected: int | None = right
            if how == "left-of-dealers":
                expected = left
            elif how == "last-winners" and before and winner(before) not in (None, dealers):
                expected = winner(before)
            elif how == "same-pair" and before and resting(before) != dealers:
                expected = resting(before)
            if how != "drawn":
                assert rests == expected
    assert how != "drawn" or seen == {True, False}


# -- all three pairs ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "edits, sizes",
    [
        ({}, [9, 9, 9, 9, 8, 8]),
        ({"deal.resume": "same-player"}, [9, 10, 9, 8, 8, 8]),
    ],
)
@pytest.mark.parametrize("first", ["next-after-dealer", "dealer"])
@pytest.mark.parametrize("direction", ["counter-clockwise", "clockwise"])
def test_with_all_pairs_the_hands_are_uneven_and_those_dealt_to_first_have_more(
    edits: dict[str, Any], sizes: list[int], first: str, direction: str
) -> None:
    """U 8.22, and 8.20 to the letter."""
    of = U6.edit({**edits, "deal.first-card": first, "deal.direction": direction})
    for seed in range(5):
        deal = kakeya.deal(of, seed=seed)
        step = 1 if direction == "counter-clockwise" else -1
        start = deal.dealers + (step if first == "next-after-dealer" else 0)
        assert [len(deal.hands[(start + step * place) % 6]) for place in range(6)] == sizes
        by_side = sorted(len(deal.hands[side]) + len(deal.hands[side + 3]) for side in range(3))
        assert by_side == [17, 17, 18]  # collation, correction 14


@pytest.mark.parametrize(
    "edits, short_tricks",
    [
        ({}, [4]),
        ({"deal.resume": "same-player"}, [3, 1]),
        ({"short-trick": "set-aside"}, []),
        ({"deal.resume": "same-player", "short-trick": "set-aside"}, []),
    ],
)
def test_the_last_tricks_that_not_every_hand_can_fill_are_played_on_or_set_aside(
    edits: dict[str, Any], short_tricks: list[int]
) -> None:
    for seed in range(12):
        record = kakeya.play(U6.edit(edits), kakeya.deal(U6.edit(edits), seed=seed), players="random")
        assert [len(trick.cards) for trick in record.tricks] == [6] * 8 + short_tricks
        aside = [card for event in record.events if event.kind == "aside" for card in event.cards]
        assert len(aside) == 4 - sum(short_tricks)
        assert sum(map(len, record.captured)) == 52 - len(aside)


def test_a_short_trick_is_led_by_the_next_who_has_cards_where_the_leader_has_none() -> None:
    seen = 0
    for seed in range(12):
        record = kakeya.play(U6, kakeya.deal(U6, seed=seed), players="random")
        *_, before, last = record.tricks
        able = [seat for seat in range(6) if len(record.deal.hands[seat]) == 9]
        leader = next(seat % 6 for seat in range(before.taker, before.taker + 6) if seat % 6 in able)
        assert last.leader == leader and sorted(last.seats) == able
        seen += leader != before.taker
    assert seen, "no such trick was played"


def test_in_all_pairs_a_trick_goes_round_by_every_seat_that_has_cards() -> None:
    for direction, step in (("counter-clockwise", 1), ("clockwise", -1)):
        of = U6.edit({"play.direction": direction})
        for trick in kakeya.play(of, kakeya.deal(of, seed=3)).tricks[:8]:
            assert list(trick.seats) == [(trick.leader + step * place) % 6 for place in range(6)]


@pytest.mark.parametrize(
    "edits, side", [({}, -1), ({"lead.first": "dealers-opponents"}, -1), ({"lead.first": "dealers"}, 0)]
)
def test_which_pair_leads_the_first_round_with_all_pairs(edits: dict[str, Any], side: int) -> None:
    for seed in range(8):
        deal = kakeya.deal(U6.edit(edits), seed=seed)
        assert deal.leader % 3 == (deal.dealers + side) % 3


def test_of_two_opposing_pairs_the_right_the_left_or_one_drawn_leads() -> None:
    of = U6.edit({"lead.first": "dealers-opponents"})
    found = {}
    for which in ("right-of-dealers", "left-of-dealers", "drawn"):
        deals = [kakeya.deal(of.edit({"lead.opponents": which}), seed=seed) for seed in range(40)]
        found[which] = {(deal.leader - deal.dealers) % 3 for deal in deals}
    assert found == {"right-of-dealers": {1}, "left-of-dealers": {2}, "drawn": {1, 2}}


@examples(60)
@given(rules(players=6), SEEDS)
def test_under_any_rules_for_six_somebody_rests_unless_all_pairs_play(of: Rules, seed: int) -> None:
    deal = kakeya.deal(of, seed=seed)
    rest = [side for side in range(3) if not deal.masks[side]]
    assert rest == [side for side in range(3) if not deal.masks[side + 3]]
    if of["six.play"] == "all-pairs":
        assert rest == []
    elif of["six.play"] == "dealers-rest":
        assert rest == [deal.dealers]
    else:
        assert len(rest) == 1 and rest != [deal.dealers]
    assert deal.leader % 3 not in rest


def test_lots_are_fair_whichever_pair_they_are_drawn_for() -> None:
    """Who rests, who of two opposing pairs leads, who of two losing pairs deals."""
    number = 300
    rests = J6.edit({**PLAY, "six.rests": "drawn"})
    leads = U6.edit({"lead.first": "dealers-opponents", "lead.opponents": "drawn"})
    losers = U6.edit({"dealers.losers": "drawn"})
    drawn: dict[str, list[bool]] = {"rests": [], "leads": [], "deals": []}
    for seed in range(number):
        deal = kakeya.deal(rests, seed=seed)
        drawn["rests"].append(not deal.masks[(deal.dealers + 1) % 3])
        deal = kakeya.deal(leads, seed=seed)
        drawn["leads"].append(deal.leader % 3 == (deal.dealers + 1) % 3)
    for seed in range(60):
        rounds = kakeya.play_match(losers, seed=seed, players="greedy,random,random", rounds=8).rounds
        for before, after in pairwise(rounds):
            if (won := winner(before)) is not None:
                drawn["deals"].append(after.deal.dealers == (won + 1) % 3)
    for what, lots in drawn.items():
        spread = 3.3 * (len(lots) / 4) ** 0.5  # one in a thousand; the seeds are fixed
        assert len(lots) > 100 and abs(sum(lots) - len(lots) / 2) < spread, what
