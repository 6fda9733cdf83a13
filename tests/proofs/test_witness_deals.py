"""Proof that the answers of the rules differ: a witness deal for each pair of them, or the reason why there is none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import space
from space import key

import kakeya
from kakeya import KakeyaError, Rules, cards
from kakeya.players import drive
from kakeya.players.kinds import kinds
from kakeya.table import state
from kakeya.table.match import start_match
from kakeya.table.play import set_goal, set_trump, start_play
from kakeya.table.random import STREAM
from kakeya.table.state import CAPTURED, DEALT, WORTH
from kakeya.table.witness import KINDS, NoWitness, WitnessDeal, no_witnesses, outcome, under, witness_deals
from kakeya.texts.catalogue import catalogue
from kakeya.texts.yamlfile import Node

DEALS = witness_deals()
NEVER = no_witnesses()


def name(one: WitnessDeal | NoWitness) -> str:
    return f"{one.point}: {' | '.join(map(str, one.values))}"


deals = pytest.mark.parametrize("one", DEALS, ids=name)
never = pytest.mark.parametrize("one", NEVER, ids=name)


def pair_of(one: Any) -> tuple[str, frozenset[str]]:
    return one.point, frozenset(map(key, one.values))


def test_each_pair_of_answers_to_a_point_that_touches_a_result_has_a_witness_deal_or_else_a_reason() -> None:
    asked = {(point.id, frozenset(map(key, pair))) for point in space.points() for pair in space.pairs(point.id)}
    shown = {pair_of(one) for one in DEALS}
    excused = {pair_of(one) for one in NEVER if not one.where}
    assert asked - shown - excused == set(), "run: python tests/make_witness_deals.py"
    assert shown & excused == set(), "a pair cannot both differ and never differ"
    assert len(shown) == len(DEALS), "a pair has two witness deals"


def test_no_witness_deal_and_no_reason_is_left_over_from_answers_that_are_gone() -> None:
    asked = {(point.id, frozenset(map(key, pair))) for point in space.points() for pair in space.pairs(point.id)}
    assert {pair_of(one) for one in [*DEALS, *NEVER]} <= asked


@pytest.mark.parametrize("one", [*DEALS, *NEVER], ids=name)
def test_witness_deals_name_points_and_answers_of_the_catalogue(one: WitnessDeal | NoWitness) -> None:
    named = [(one.point, value) for value in one.values]
    if isinstance(one, WitnessDeal):
        assert one.kind in KINDS
        named += one.edits.items()
    else:
        named += [(id, value) for id, values in one.where.items() if id != "players" for value in values]
    for id, value in named:
        assert key(catalogue()[id].read(Node.of(value))) == key(value)


@deals
def test_a_witness_deal_replays_as_it_is_stored(one: WitnessDeal) -> None:
    assert one.replay() == one.outcomes


@deals
def test_the_two_answers_of_a_witness_deal_give_different_outcomes(one: WitnessDeal) -> None:
    assert one.outcomes[0] != one.outcomes[1]
    first, second = one.rules
    assert [id for id in first if first[id] != second[id]] == [one.point]


@deals
def test_a_witness_deal_says_in_english_what_differs(one: WitnessDeal) -> None:
    scene, _, told = one.describe().partition(": with ")
    first, second = told.removesuffix(".").split("; with ")
    assert scene and first.split(", ", 1)[1] != second.split(", ", 1)[1]
    assert one.question == catalogue()[one.point].question


@deals
def test_a_witness_deal_can_come_about_at_the_table(one: WitnessDeal) -> None:
    """Full hands where a round is settled, the sizes that the rules deal, and a trump suit that can be one."""
    situation = one.situation
    for rules in one.rules:
        if "trump" in situation:
            can_be = {"spades", "hearts", "clubs", "diamonds"}
            can_be |= {"none"} if any(each["trump.first"] == "none" for each in one.rules) else set()
            fixed = rules["trump.change-first"] == rules["trump.change"] == "nobody"
            if fixed and rules["trump.first"] in cards.TRUMPS:
                can_be = {rules["trump.first"]}
            assert situation["trump"] in can_be
        if one.kind in ("play", "settle"):
            sizes = [len(hand.split()) for hand in situation["hands"]]
            dealt = [len(hand) for hand in kakeya.deal(rules, seed=1).hands]
            if one.kind == "settle":
                assert sorted(sizes) == sorted(dealt) and sum(sizes) == 52
            else:
                played = {full - left for full, left in zip(sorted(dealt), sorted(sizes), strict=True)}
                assert len(played) == 1, "all have played as many cards when a trick begins"


@deals
def test_no_part_of_a_witness_deal_can_be_left_out(one: WitnessDeal) -> None:
    """A match one round shorter, or rules without one of the edits, show no difference, or cannot stand."""
    a, b = one.rules
    if one.kind == "match":
        shorter = {**one.situation, "names": one.situation["names"][:-1]}
        assert outcome(a, shorter) == outcome(b, shorter)
    for left_out in one.edits:
        edits = {id: value for id, value in one.edits.items() if id != left_out}
        try:
            a, b = (under(one.base, one.players, {**edits, one.point: value}) for value in one.values)
            assert outcome(a, one.situation) == outcome(b, one.situation)
        except KakeyaError:
            continue


# -- pairs that never differ, checked by play ----------------------------------------------------
def contexts(one: NoWitness, number: int) -> Iterator[tuple[Rules, Rules]]:
    """Rules that the reason speaks of, drawn from the whole space, under the one answer and the other."""
    draw = random.Random(name(one) + key(one.where))
    tables = [table for table in space.TABLES if table[1] in one.where.get("players", (4, 6))]
    for _ in range(40 * number):
        fixed = {id: draw.choice(values) for id, values in one.where.items() if id != "players"}
        try:
            rules = space.draw_rules(draw.choice, tables, {**fixed, one.point: one.values[0]}, most=10)
            yield rules, rules.edit({one.point: one.values[1]})
        except KakeyaError:
            continue
        number -= 1
        if number == 0:
            return
    raise AssertionError(f"too few rules found that {name(one)} can be asked of")


@never
def test_a_pair_that_never_differs_plays_alike_under_all_rules_that_the_reason_speaks_of(one: NoWitness) -> None:
    assert len(one.why.split()) > 5
    for number, (a, b) in enumerate(contexts(one, 12)):
        assert a != b
        names: list[Any] = (["hearts", "clubs", "spades"], ["diamonds"] * 8)[number % 2]
        situation = {"kind": "match", "seed": number, "names": names}
        assert outcome(a, situation) == outcome(b, situation)


def settled_alike(a: Rules, b: Rules, lopsided: bool, rounds: int) -> list[tuple[int, ...]]:
    """Play the same rounds, assert that both settle them alike, and tell what sides 0 and 1 took."""
    taken = []
    s, stream = state.new(), [0] * STREAM
    who = kinds("greedy,random", 2).buffer
    for seed in range(rounds):
        draw = random.Random(seed)
        trump = draw.choice(cards.SUITS)
        dealt = kakeya.deal(a, seed=seed)
        if lopsided:  # to side 0 every picture but Rensho and the trump ace, which side 1 is dealt
            kept = {a.rensho(trump), cards.name(cards.trump_number(trump) * 13 + 12)}
            pictures = [name for name in cards.names(cards.PACK) if name[0] in "AKQJ" and name not in kept]
            others = [name for name in cards.names(cards.PACK) if name not in pictures and name not in kept]
            draw.shuffle(others)
            mine, theirs = pictures + others[: 26 - len(pictures)], [*kept, *others[26 - len(pictures) :]]
            draw.shuffle(mine)
            draw.shuffle(theirs)
            dealt = kakeya.Deal.of((mine[:13], theirs[:13], mine[13:], theirs[13:]), trump, leader=seed % 4)
        results = []
        for rules in (a, b):
            start_match(rules.vector, s, stream, [seed, 0, 0])
            dealt.lay(s)
            set_goal(rules.vector, s)
            for side in range(2):
                s[DEALT + side] = dealt.masks[side] | dealt.masks[side + 2]
            set_trump(rules.vector, s, cards.trump_number(dealt.trump))
            start_play(rules.vector, s, dealt.leader)
            drive.play_out(rules.vector, s, who, stream, [seed, 0, 0])
            results.append((s[state.WINNER], s[state.STONES]))
        assert results[0] == results[1]
        taken.append(tuple((s[CAPTURED + side] & s[WORTH]).bit_count() for side in range(2)))
    return taken


def test_first_and_larger_pay_alike_under_the_clauses_of_j_even_where_one_side_takes_nearly_everything() -> None:
    """Collation, correction 5: J 51.2 pays only winners who lack Rensho, and so lack the sixteenth picture."""
    for text in ("ja", "ko"):
        first = kakeya.load(text)
        taken = settled_alike(first, first.edit({"settle.combine": "larger"}), lopsided=True, rounds=60)
        assert max(mine for mine, _ in taken) >= 14
        assert all(mine < 16 for mine, _ in taken)


def test_first_and_larger_do_pay_differently_under_the_clauses_of_u() -> None:
    first, larger = (kakeya.load("uk", readings={"settle.combine": reading}) for reading in ("first", "larger"))
    with pytest.raises(AssertionError):
        settled_alike(first, larger, lopsided=False, rounds=10)


@pytest.mark.parametrize("text", ["ja", "ko", "uk", "town"])
def test_at_eight_each_the_side_that_was_dealt_rensho_has_always_captured_it(text: str) -> None:
    """Collation, trap 9 and correction 6: so the two readings of J 47.2 never differ."""
    captured = kakeya.load(text).edit({"tie": "without-rensho-captured"})
    taken = settled_alike(captured, captured.edit({"tie": "without-rensho-dealt"}), lopsided=False, rounds=150)
    assert sum(mine == theirs for mine, theirs in taken) >= 3, "too few ties to show anything"


def test_j_and_k_play_alike_with_four_at_the_table() -> None:
    """Collation, trap 14."""
    j, k = kakeya.load("ja"), kakeya.load("ko")
    for seed in range(12):
        situation = {"kind": "match", "seed": seed, "names": ["hearts", None, "clubs", None, None, None]}
        assert outcome(j, situation) == outcome(k, situation)


@pytest.mark.parametrize("point", [point.id for point in space.points() if point.players == (6,)])
def test_a_point_that_is_for_six_players_changes_nothing_with_four(point: str) -> None:
    draw = random.Random(point)
    for seed in range(6):
        rules = space.draw_rules(draw.choice, [table for table in space.TABLES if table[1] == 4], most=8)
        situation = {"kind": "match", "seed": seed, "names": ["hearts", "clubs", "spades"]}
        plays = [outcome(rules.edit({point: value}), situation) for value in space.values(point)]
        assert all(play == plays[0] for play in plays)


# -- what it is worth to know the hands ----------------------------------------------------------
@pytest.mark.parametrize(
    "point, values",
    [
        ("trump.when", ("before-seeing", "before-first-play")),
        ("trump.change-first", ("dealers", "one-dealer")),
        ("trump.change-first", ("one-dealer", "nobody")),
    ],
)
def test_who_may_name_trumps_and_when_changes_what_players_name_who_choose_by_their_hands(
    point: str, values: tuple[str, str]
) -> None:
    """Collation, trap 13: the witness deals show who may choose and what they know; here is what comes of it."""
    rules = kakeya.load("ja").edit({"trump.when": "before-first-play"})
    named = [
        [kakeya.deal(rules.edit({point: value}), seed, "greedy:best-for-hand").trump for seed in range(12)]
        for value in values
    ]
    assert named[0] != named[1]
