"""From round to round: stones, debts, the deal, trumps, the lead, and the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import space
from drawn import PLAYERS, SEEDS, examples, rules
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError, Rules, cards
from kakeya.players import drive
from kakeya.players.kinds import kinds
from kakeya.table import random, state
from kakeya.table.match import find_end, pay, purses, share, start_match
from kakeya.table.record import MatchRecord, Record

ROUNDS = 10


def sides_of(of: Rules, stones: tuple[int, ...]) -> list[int]:
    """Purses by side."""
    sides = of.players // 2
    return [sum(stones[side::sides]) for side in range(sides)]


def won_by(record: Record) -> int | None:
    assert record.settlement is not None
    return record.settlement.winner


@st.composite
def matches(draw: Any, **fixed: Any) -> MatchRecord:
    of = draw(rules(fixed=fixed or None))
    return kakeya.play_match(of, seed=draw(SEEDS), players=draw(PLAYERS), rounds=ROUNDS)


# -- stones ---------------------------------------------------------------------------------------
@examples(80)
@given(matches())
def test_what_changes_hands_is_what_the_settlement_and_the_debts_say(match: MatchRecord) -> None:
    of, sides = match.rules, match.rules.players // 2
    holders = sides * (2 if of["stones.held-by"] == "player" else 1)
    before = [of["stones.count"] * holders // sides] * sides
    for record, stones in zip(match.rounds, match.stones, strict=True):
        assert len(stones) == holders
        after = sides_of(of, stones)
        end = record.settlement
        assert end is not None
        assert list(end.changes) == [now - then for now, then in zip(after, before, strict=True)]
        losers = [side for side in range(sides) if record.deal.masks[side] and side != end.winner]
        if end.winner is None:
            assert set(end.changes) == {0}
        elif of["settle.payer"] == "bank":
            assert end.changes == tuple(end.stones if side == end.winner else 0 for side in range(sides))
        else:
            assert sum(end.changes) == 0, "stones are conserved where losers pay"
            if len(losers) == 2 and of["settle.losers"] == "fewest":
                fewest = min(end.counted[side] for side in losers)
                losers = [side for side in losers if end.counted[side] == fewest]
            for side in range(sides):
                owed = end.stones if side in losers else 0
                paid = owed if of["debt"] == "in-full" else min(owed, max(0, before[side]))
                if side != end.winner:
                    assert end.changes[side] == -paid
        if of["debt"] == "what-is-left":
            assert min(stones) >= 0
        before = after


@examples(40)
@given(matches(debt="in-full"))
def test_where_debts_are_paid_in_full_the_loser_pays_all_that_is_owed(match: MatchRecord) -> None:
    for record in match.rounds:
        end = record.settlement
        assert end is not None
        assert {-change for change in end.changes if change < 0} <= {end.stones}


@pytest.mark.parametrize(
    "how, purses_before, stones, purses_after",
    [
        ("level", (5, 5), -1, (4, 5)),
        ("level", (5, 5), 1, (6, 5)),
        ("level", (4, 5), -2, (3, 4)),
        ("level", (4, 5), 2, (6, 5)),
        ("level", (1, 1), -4, (-1, -1)),
        ("lower-seat", (5, 5), 3, (8, 5)),
        ("lower-seat", (2, 5), -4, (0, 3)),
        ("lower-seat", (2, 1), -4, (-1, 0)),
        ("lower-seat", (0, 5), 1, (1, 5)),
    ],
)
def test_how_partners_share_what_they_pay_and_receive(
    how: str, purses_before: tuple[int, int], stones: int, purses_after: tuple[int, int]
) -> None:
    of, s = kakeya.load("uk").edit({"settle.share": how}), seated("uk")
    s[state.PURSE], s[state.PURSE + 2] = purses_before
    share(of.vector, s, 0, stones)
    assert (s[state.PURSE], s[state.PURSE + 2]) == purses_after


def seated(name: str, players: int = 4) -> list[int]:
    s = state.new()
    start_match(kakeya.load(name, players=players).vector, s, [0] * random.STREAM, [0, 0, 0])
    return s


@pytest.mark.parametrize("debt, changes", [("what-is-left", (3, -3)), ("in-full", (4, -4))])
def test_a_debt_larger_than_the_purse(debt: str, changes: tuple[int, int]) -> None:
    of, s = kakeya.load("ja").edit({"debt": debt}), seated("ja")
    s[state.PURSE], s[state.PURSE + 1] = 7, 3
    s[state.DEALT] = s[state.DEALT + 1] = 1
    s[state.WINNER], s[state.STONES] = 0, 4
    pay(of.vector, s)
    assert tuple(s[state.CHANGE : state.CHANGE + 2]) == changes
    assert purses(of.vector, s) == (7 + changes[0], 3 + changes[1])


def test_purses_are_told_by_seat_where_players_hold_the_stones_even_when_they_are_empty() -> None:
    u = kakeya.load("uk")
    s = seated("uk")
    assert purses(u.vector, s) == (5, 5, 5, 5)
    s[state.PURSE + 2] = s[state.PURSE + 3] = 0
    assert purses(u.vector, s) == (5, 5, 0, 0)


# -- the end --------------------------------------------------------------------------------------
@examples(100)
@given(matches())
def test_a_match_ends_when_the_rules_say_and_not_before(match: MatchRecord) -> None:
    of, sides = match.rules, match.rules.players // 2

    def is_out(stones: tuple[int, ...], side: int) -> bool:
        empty = [purse <= 0 for purse in stones[side::sides]]
        return any(empty) if of["end.purse"] == "one-empty" else all(empty)

    for number, stones in enumerate(match.stones, 1):
        if of["end.when"] == "rounds":
            over = number == of["end.rounds"]
        else:
            over = any(is_out(stones, side) for side in range(sides))
        assert over == (match.over and number == len(match.rounds))
    assert match.over or len(match.rounds) == ROUNDS
    if not match.over:
        assert match.champion is None
        return
    held = sides_of(of, match.stones[-1])
    champions = [side for side in range(sides) if held[side] == max(held)]
    if of["end.winner"] == "other-team":
        champions = [side for side in range(sides) if not is_out(match.stones[-1], side)]
    assert match.champion == (champions[0] if len(champions) == 1 else None)


@pytest.mark.parametrize(
    "stones, over, champion",
    [
        ((0, 7, 8), True, 2),  # J 55.3
        ((8, 0, 7), True, 0),
        ((0, 8, 7), True, 1),
        ((0, 7, 7), True, state.NOBODY),  # J 55.4: a draw
        ((7, 7, 0), True, state.NOBODY),
        ((1, 7, 7), False, state.NOBODY),
        ((-2, 10, 7), True, 1),
    ],
)
def test_with_six_the_most_stones_win_and_the_same_number_is_a_draw(
    stones: tuple[int, int, int], over: bool, champion: int
) -> None:
    j, s = kakeya.load("ja", players=6), seated("ja", 6)
    s[state.PURSE : state.PURSE + 3] = stones
    find_end(j.vector, s)
    assert (bool(s[state.OVER]), s[state.CHAMPION]) == (over, champion)


def test_with_four_the_other_team_wins_when_a_team_has_no_stones_left() -> None:
    """J 55.1-2."""
    for seed in range(12):
        match = kakeya.play_match(kakeya.load("ja"), seed=seed)
        assert match.over and match.champion is not None
        assert match.stones[-1][1 - match.champion] == 0 and match.stones[-1][match.champion] == 10


@pytest.mark.parametrize(
    "held, both_empty, one_empty",
    [((5, 5), False, False), ((0, 5), False, True), ((5, 0), False, True), ((0, 0), True, True), ((-1, 0), True, True)],
)
def test_a_pair_whose_players_hold_the_stones_is_out_when_both_purses_are_empty_or_one(
    held: tuple[int, int], both_empty: bool, one_empty: bool
) -> None:
    for answer, over in (("both-empty", both_empty), ("one-empty", one_empty)):
        of, s = kakeya.load("uk").edit({"end.purse": answer}), seated("uk")
        s[state.PURSE + 1], s[state.PURSE + 3] = held
        find_end(of.vector, s)
        assert bool(s[state.OVER]) == over
        assert s[state.CHAMPION] == (0 if over else state.NOBODY)


def test_a_match_for_a_number_of_rounds_has_so_many() -> None:
    for number in (1, 3):
        match = kakeya.play_match(kakeya.load("uk", players=6).edit({"end.when": "rounds", "end.rounds": number}))
        assert match.over and len(match.rounds) == number


# -- who deals, who leads, what is trumps ---------------------------------------------------------
@examples(100)
@given(matches())
def test_the_deal_passes_on_as_the_rules_say(match: MatchRecord) -> None:
    of, sides = match.rules, match.rules.players // 2
    for before, after in pairwise(match.rounds):
        dealers, winner = before.deal.dealers, won_by(before)
        right = (dealers + 1) % sides
        assert before.settlement is not None
        counted = before.settlement.counted
        if of["dealers.next"] == "rotate":
            allowed = {right}
        elif winner is None:
            allowed = {dealers if of["dealers.undecided"] == "same" else right}
        elif of["dealers.next"] == "winners":
            allowed = {winner}
        else:
            order = [(winner + step) % sides for step in range(1, sides)]
            losers = [side for side in order if before.deal.masks[side]]
            if of["dealers.losers"] == "fewest-pictures":
                losers = [min(losers, key=lambda side: counted[side])]
            elif of["dealers.losers"] == "right-of-winners":
                losers = losers[:1]
            allowed = set(losers)
        assert after.deal.dealers in allowed


@examples(100)
@given(matches())
def test_the_first_lead_is_with_the_pair_that_the_rules_name(match: MatchRecord) -> None:
    of, sides = match.rules, match.rules.players // 2
    last: int | None = None
    for record in match.rounds:
        leads, dealers = record.deal.leader % sides, record.deal.dealers
        right, left = (dealers + 1) % sides, (dealers - 1) % sides
        at_table = [side for side in (left, right) if record.deal.masks[side]]
        if of["lead.later"] == "winners" and last is not None and record.deal.masks[last]:
            allowed = {last}
        elif of["lead.first"] == "dealers":
            allowed = {dealers}
        elif of["lead.first"] == "left-of-dealers" or len(at_table) == 1:
            allowed = {at_table[0]}
        else:
            allowed = {"right-of-dealers": {right}, "left-of-dealers": {left}}.get(of["lead.opponents"], {left, right})
        assert leads in allowed
        last = won_by(record)


def trumps_of(of: Rules, players: str, seed: int = 3, rounds: int = 8) -> list[str]:
    return [record.deal.trump for record in kakeya.play_match(of, seed=seed, players=players, rounds=rounds).rounds]


LONG: dict[str, Any] = {"stones.count": 100}


def test_trumps_stay_as_they_are_until_somebody_changes_them() -> None:
    """J 31.1-3."""
    j = kakeya.load("ja").edit(LONG)
    assert set(trumps_of(j, "greedy")) == {"spades"}
    assert len(set(trumps_of(j, "greedy:random"))) > 1
    first_only = j.edit({"trump.change": "nobody"})
    changed = trumps_of(first_only, "greedy:random", seed=1)
    assert len(set(changed)) == 1


def test_trumps_last_the_whole_match_in_u_once_they_are_changed() -> None:
    """U 8.24."""
    u = kakeya.load("uk").edit(LONG)
    lasting = [trumps_of(u, "greedy:random", seed) for seed in range(6)]
    assert all(len(set(suits)) == 1 for suits in lasting)
    assert len({suits[0] for suits in lasting}) > 1


def test_or_each_round_begins_in_the_first_suit_again() -> None:
    """U 8.24 with 8.17."""
    u = kakeya.load("uk", readings={"trump.lasts": "round"}).edit({**LONG, "trump.change": "nobody"})
    for seed in range(6):
        _, *later = trumps_of(u, "greedy:random", seed)
        assert set(later) == {"clubs"}


def test_whoever_may_not_see_the_hands_cannot_choose_by_them() -> None:
    """J 31.1 against U 8.23 (trap 13)."""
    assert set(trumps_of(kakeya.load("ja").edit(LONG), "greedy:best-for-hand")) == {"spades"}
    informed = kakeya.load("ja").edit({**LONG, "trump.when": "before-first-play"})
    assert len(set(trumps_of(informed, "greedy:best-for-hand"))) > 1


@pytest.mark.parametrize("who, may", [("dealers", "now"), ("previous-dealers", "before"), ("nobody", "never")])
def test_who_may_change_trumps_in_later_rounds(who: str, may: str) -> None:
    """J 31.3."""
    of = kakeya.load("ja", players=6).edit({**LONG, "trump.change": who, "trump.change-first": "nobody"})
    changes = 0
    for seed in range(6):
        match = kakeya.play_match(of, seed=seed, players="greedy:random,greedy,greedy", rounds=8)
        for before, after in pairwise(match.rounds):
            if after.deal.trump != before.deal.trump:
                changes += 1
                assert (after if may == "now" else before).deal.dealers == 0, "only side 0 likes to change"
    assert (changes > 0) == (may != "never")


def test_the_last_card_dealt_names_trumps_where_the_rules_say_so() -> None:
    of = kakeya.load("ja").edit({"trump.first": "last-card", "trump.change-first": "nobody"})
    for seed in range(20):
        deal = kakeya.deal(of, seed=seed)
        held = {cards.SUITS[cards.SYMBOLS.index(name[-1])] for name in deal.hands[deal.dealers]}
        assert deal.trump in held  # dealt last to the first dealer, who is served last
    assert len({kakeya.deal(of, seed=seed).trump for seed in range(20)}) == 4


# -- one engine at two speeds, one game however it is asked for ------------------------------------
@examples(60)
@given(rules(), SEEDS, PLAYERS)
def test_a_match_with_a_record_is_the_match_that_the_kernel_plays(of: Rules, seed: int, players: str) -> None:
    match = kakeya.play_match(of, seed=seed, players=players, rounds=6)
    s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(seed), 0]
    drive.play_match(of.vector, s, kinds(players, of.players // 2).buffer, stream, key, 6)
    assert purses(of.vector, s) == match.stones[-1]
    assert s[state.ROUND] == len(match.rounds) and bool(s[state.OVER]) == match.over
    sides = of.players // 2
    assert [cards.names(s[state.CAPTURED + side]) for side in range(sides)] == [*match.rounds[-1].captured]


@examples(60)
@given(rules(), SEEDS, PLAYERS)
def test_the_first_round_of_a_match_is_the_deal_of_its_seed_played_out(of: Rules, seed: int, players: str) -> None:
    alone = kakeya.play(of, kakeya.deal(of, seed=seed, players=players), players=players)
    (first,) = kakeya.play_match(of, seed=seed, players=players, rounds=1).rounds
    assert (first.deal, first.tricks, first.captured) == (alone.deal, alone.tricks, alone.captured)
    assert first.settlement is not None and alone.settlement is not None
    assert (first.settlement.winner, first.settlement.stones) == (alone.settlement.winner, alone.settlement.stones)
    assert first.settlement.changes == alone.settlement.changes


@examples(60)
@given(rules(most=4), st.lists(st.sampled_from([point.id for point in space.points()]), max_size=4), st.data())
def test_edits_compose(of: Rules, ids: list[str], data: st.DataObject) -> None:
    """One after the other or all at once, in whatever order: the same rules, and the same play."""
    changes = {id: data.draw(st.sampled_from(space.values(id))) for id in ids}
    try:
        at_once = of.edit(changes)
        step_by_step = of
        for id in data.draw(st.permutations(list(changes))):
            step_by_step = step_by_step.edit({id: changes[id]})
    except KakeyaError:  # answers that do not go together, at the end or on the way there
        return
    assert at_once == step_by_step and at_once.vector == step_by_step.vector
    assert at_once.fingerprint == step_by_step.fingerprint
    assert at_once.edit({id: of[id] for id in changes}) == of
    one, other = (kakeya.play_match(each, seed=5, rounds=1).as_json() for each in (at_once, step_by_step))
    assert one == other


def every_reading() -> list[tuple[str, int, dict[str, str]]]:
    found = []
    for name, players in space.TABLES:
        for point, reading in space.readings(name, players):
            chosen = space.requirements(name, players, point, reading)
            found.append((name, players, chosen))
    return found


@pytest.mark.parametrize("name, players, readings", every_reading(), ids=lambda one: str(one))
def test_every_reading_of_every_text_can_be_played(name: str, players: int, readings: dict[str, str]) -> None:
    of = kakeya.load(name, players=players, readings=readings)
    for id, reading in readings.items():
        assert of.answers[id].reading == reading
    match = kakeya.play_match(of, seed=11, rounds=4)
    assert all(record.settlement is not None and len(record.tricks) >= 8 for record in match.rounds)
