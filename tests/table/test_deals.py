"""The deal: every card to somebody, in the order of the rules; halves shuffled apart; PBN in and out."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import PLAYERS, SEEDS, TRUMPS, examples, rules, shuffled
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import Deal, KakeyaError, Rules, cards
from kakeya.players import drive
from kakeya.players.kinds import kinds
from kakeya.table import random, state
from kakeya.table.deal import deal_pack, make_pack, seat_round
from kakeya.table.match import start_match
from kakeya.table.play import set_goal


@examples(120)
@given(rules(), SEEDS, PLAYERS)
def test_under_any_rules_every_card_is_dealt_to_one_seat(of: Rules, seed: int, players: str) -> None:
    deal = kakeya.deal(of, seed=seed, players=players)
    assert sorted(name for hand in deal.hands for name in hand) == sorted(cards.names(cards.PACK))
    assert deal.hands[deal.leader]


@examples(120)
@given(rules(), SEEDS)
def test_under_any_rules_the_cards_go_round_one_by_one_as_the_points_of_the_deal_say(of: Rules, seed: int) -> None:
    s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(seed), 0]
    start_match(of.vector, s, stream, key)
    set_goal(of.vector, s)
    seat_round(of.vector, s, stream, key)
    make_pack(of.vector, s, stream, key)
    deal_pack(of.vector, s)
    pack = s[state.PACK : state.PACK + 52]
    assert sorted(pack) == list(range(52))
    round_the_table = list(range(of.players))
    if of["deal.direction"] == "clockwise":
        round_the_table.reverse()
    dealer = s[state.DEALERS]
    first = round_the_table.index(dealer) + (0 if of["deal.first-card"] == "dealer" else 1)
    served = [*round_the_table[first:], *round_the_table[:first]]
    served = [seat for seat in served if seat % (of.players // 2) != s[state.RESTING]]
    hands: dict[int, list[int]] = {seat: [] for seat in range(of.players)}
    for half in (0, 1):
        for place in range(26):
            again = 1 if half and of.players == 6 and of["deal.resume"] == "same-player" else 0
            hands[served[(26 * half + place - again) % len(served)]].append(pack[26 * half + place])
    assert [cards.mask(hands[seat]) for seat in range(of.players)] == s[state.HAND : state.HAND + of.players]
    assert s[state.LAST_DEALT] == pack[51]


@pytest.mark.parametrize("name, players, seats", [("uk", 4, (1, 3)), ("uk", 6, (2, 5)), ("town", 4, (1, 3))])
def test_the_highest_sticks_deal_first(name: str, players: int, seats: tuple[int, int]) -> None:
    """U 8.16: sticks 2 and 4, or 3 and 6."""
    assert {kakeya.deal(kakeya.load(name, players=players), seed=seed).dealer_seats for seed in range(20)} == {seats}


@pytest.mark.parametrize("players", [4, 6])
def test_a_pair_drawn_by_lot_deals_first_each_as_often(players: int) -> None:
    """J 23.1."""
    drawn = [kakeya.deal(kakeya.load("ja", players=players), seed=seed).dealers for seed in range(600)]
    for side in range(players // 2):
        assert abs(drawn.count(side) - 1200 / players) < 60


@pytest.mark.parametrize("name", ["ja", "uk"])
def test_either_player_of_the_leading_pair_leads_as_often(name: str) -> None:
    """U 8.29: they agree which."""
    of = kakeya.load(name)
    drawn = [kakeya.deal(of, seed=seed) for seed in range(400)]
    assert all(deal.leader % 2 != deal.dealers for deal in drawn)
    assert 150 < sum(deal.leader < 2 for deal in drawn) < 250


# -- the half-and-half deal -----------------------------------------------------------------------
def second_deals(of: Rules, number: int) -> list[tuple[list[int], list[int], int]]:
    """The pack as it was gathered, the hands dealt from it, and what counts, in the second rounds of matches."""
    found = []
    who = kinds("random", of.players // 2).buffer
    s, stream = state.new(), [0] * random.STREAM
    for seed in range(number):
        key = [seed, 0, 0]
        drive.play_match(of.vector, s, who, stream, key, 1)
        worth = s[state.WORTH]
        log = s[state.LOG : state.LOG + 52]
        gathered = [card for card in log if worth >> card & 1] + [card for card in log if not worth >> card & 1]
        seat_round(of.vector, s, stream, key)
        make_pack(of.vector, s, stream, key)
        deal_pack(of.vector, s)
        found.append((gathered, s[state.HAND : state.HAND + of.players], worth))
    return found


TOGETHER = {"deal.gathered": "pictures-together"}


@pytest.mark.parametrize(
    "name, players, edits, sizes",
    [
        ("ja", 4, {}, {6, 7}),
        ("ja", 6, {}, {6, 7}),
        ("uk", 6, {}, {4, 5}),
        ("uk", 6, {"short-trick": "set-aside"}, {4, 5}),
        ("uk", 6, {"deal.resume": "same-player"}, {4, 5}),
    ],
)
def test_each_hand_has_so_many_cards_of_either_half(
    name: str, players: int, edits: dict[str, Any], sizes: set[int]
) -> None:
    """Collation, trap 4 and correction 13: six or seven with four hands, four or five with six."""
    of = kakeya.load(name, players=players).edit({**TOGETHER, "deal.shuffle": "two-halves", **edits})
    for gathered, hands, _ in second_deals(of, 30):
        assert sorted(gathered) == list(range(52))
        for half in (gathered[:26], gathered[26:]):
            counts = {(hand & cards.mask(half)).bit_count() for hand in hands if hand}
            assert counts <= sizes


def test_halves_spread_pictures_more_evenly_than_chance_if_they_lie_together_when_the_pack_is_halved() -> None:
    """Correction 13: the variance of pictures in a hand is 1.20 so, and 2.12 from a pack that is well mixed."""
    of = kakeya.load("ja").edit({**TOGETHER, "deal.shuffle": "two-halves"})
    by_size: dict[int, list[int]] = {6: [], 7: []}
    for gathered, hands, worth in second_deals(of, 500):
        half = cards.mask(gathered[:26])
        assert (half & worth).bit_count() == 16
        for hand in hands:
            by_size[(hand & half).bit_count()].append((hand & worth).bit_count())
    spread = [variance(counts, 16 * size / 26) for size, counts in by_size.items()]
    assert abs(sum(spread) / 2 - 1.20) < 0.10


@pytest.mark.parametrize(
    "edits",
    [
        {"deal.shuffle": "whole", "deal.gathered": "pictures-together"},
        {"deal.shuffle": "whole", "deal.gathered": "mixed"},
        {"deal.shuffle": "two-halves", "deal.gathered": "mixed"},
    ],
)
def test_otherwise_pictures_lie_as_chance_has_it(edits: dict[str, Any]) -> None:
    counts = [
        (hand & worth).bit_count()
        for _, hands, worth in second_deals(kakeya.load("ja").edit(edits), 500)
        for hand in hands
    ]
    assert abs(variance(counts, 4) - 13 * 16 / 52 * 36 / 52 * 39 / 51) < 0.20  # which is 2.12


def variance(counts: list[int], mean: float) -> float:
    return sum((count - mean) ** 2 for count in counts) / len(counts)


@examples(25)
@given(SEEDS)
def test_the_first_round_is_dealt_from_a_mixed_pack_however_later_ones_are_gathered(seed: int) -> None:
    of = kakeya.load("ja")
    first = kakeya.deal(of, seed=seed)
    for edits in (TOGETHER, {"deal.shuffle": "whole"}, {**TOGETHER, "deal.shuffle": "whole"}):
        assert kakeya.deal(of.edit(edits), seed=seed) == first


# -- PBN ------------------------------------------------------------------------------------------
@st.composite
def four_hands(draw: Any) -> list[int]:
    pack = draw(shuffled(range(52)))
    size = draw(st.integers(1, 13))
    return [cards.mask(pack[size * seat : size * seat + size]) for seat in range(4)]


@examples(100)
@given(four_hands(), TRUMPS, st.integers(0, 3), st.integers(0, 1))
def test_a_deal_written_as_pbn_reads_back_as_it_was(hands: list[int], trump: str, leader: int, dealers: int) -> None:
    deal = Deal(tuple(hands), trump, dealers, leader)
    assert Deal.from_pbn(deal.pbn, trump, leader, dealers) == deal


@pytest.mark.parametrize("first", "NESW")
def test_pbn_runs_clockwise_from_whichever_hand_it_names_first(first: str) -> None:
    hands = {"N": ".8..", "E": ".A..", "S": ".2..", "W": ".K.."}
    order = "NESWNESW"["NESW".index(first) :][:4]
    deal = Deal.from_pbn(f"{first}:" + " ".join(hands[seat] for seat in order))
    assert deal.hands == (["8♥"], ["K♥"], ["2♥"], ["A♥"])  # N is seat 0, and W, on its right, is seat 1
    assert deal.pbn == "N:.8.. .A.. .2.. .K.."


def test_pbn_writes_and_reads_the_ten_as_t_and_understands_10() -> None:
    assert Deal.from_pbn("N:10... .T.. 9... 8...").pbn == "N:T... .T.. 9... 8..."


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "not a deal in PBN"),
        ("N", "not a deal in PBN"),
        ("X:A... K... Q... J...", "not a deal in PBN"),
        ("N:A... K... Q...", "four hands"),
        ("N:A... K... Q... J... T...", "four hands"),
        ("N:A... K... Q... J..", "four suits"),
        ("N:AK... Q... J... T...", "equal"),
        ("N:A... A... Q... J...", "A♠"),
        ("N:AA... KK... QQ... JJ...", "twice"),
        ("N:1... K... Q... J...", "not a card"),
        ("N:... ... ... ...", "no cards"),
        (None, "not a deal in PBN"),
    ],
)
def test_what_is_no_deal_in_pbn_is_refused_with_a_reason(text: Any, complaint: str) -> None:
    with pytest.raises(KakeyaError, match=complaint):
        Deal.from_pbn(text)


def test_a_deal_for_six_cannot_be_written_as_pbn() -> None:
    with pytest.raises(KakeyaError, match="six players"):
        _ = kakeya.deal(kakeya.load("uk", players=6), seed=1).pbn


@pytest.mark.parametrize(
    "hands, more, complaint",
    [
        ([["A♠"], ["A♠"], ["K♠"], ["Q♠"]], {}, "A♠ stands in two hands"),
        ([["A♠"], ["K♠"], ["Q♠"]], {}, "4 or 6 hands"),
        ([["A♠"], ["K♠"], ["Q♠"], ["J♠"]], {"leader": 4}, "cannot lead"),
        ([["A♠"], ["K♠"], ["Q♠"], []], {"leader": 3}, "cannot lead"),
        ([["A♠"], ["K♠"], ["Q♠"], ["J♠"]], {"dealers": 2}, "not a side"),
        ([["A♠"], ["K♠"], ["Q♠"], ["J♠"]], {"trump": "swords"}, "not a trump suit"),
        ([["1♠"], ["K♠"], ["Q♠"], ["J♠"]], {}, "not a card"),
    ],
)
def test_hands_that_are_no_deal_are_refused(hands: Any, more: dict[str, Any], complaint: str) -> None:
    with pytest.raises(KakeyaError, match=complaint):
        Deal.of(hands, **more)


@pytest.mark.parametrize("players", [4, 6])
def test_a_deal_is_played_only_under_rules_for_as_many_players(players: int) -> None:
    deal = kakeya.deal(kakeya.load("ja", players=players), seed=1)
    with pytest.raises(KakeyaError, match="players"):
        kakeya.play(kakeya.load("ja", players=10 - players), deal)
