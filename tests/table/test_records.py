"""Records: every event names the point that decided it, and through it the text."""

from __future__ import annotations

import json
from typing import Any

import pytest
import space
from drawn import PLAYERS, SEEDS, examples, rules
from hypothesis import given

import kakeya
from kakeya import Deal, Rules
from kakeya.table.record import KINDS, source
from kakeya.texts.catalogue import catalogue


@examples(60)
@given(rules(), SEEDS, PLAYERS)
def test_under_any_rules_every_event_names_a_point_of_the_catalogue_and_where_its_answer_comes_from(
    of: Rules, seed: int, players: str
) -> None:
    match = kakeya.play_match(of, seed=seed, players=players, rounds=3)
    for record in match.rounds:
        for event in record.events:
            assert event.kind in KINDS and event.text
            assert of.players in catalogue()[event.point].players
            assert record.source(event)
        kinds = [event.kind for event in record.events]
        assert kinds.count("lead") == kinds.count("trick") == len(record.tricks)
        assert kinds.count("lead") + kinds.count("play") == sum(len(trick.cards) for trick in record.tricks)
    assert [event for record in match.rounds for event in record.events] == match.events


@pytest.mark.parametrize("name, players", space.TABLES)
def test_the_same_seed_gives_the_same_bytes(name: str, players: int) -> None:
    of = kakeya.load(name, players=players)
    one, other = (json.dumps(kakeya.play_match(of, seed=4, rounds=3).as_json()) for _ in range(2))
    assert one == other
    assert one != json.dumps(kakeya.play_match(of, seed=5, rounds=3).as_json())


@pytest.mark.parametrize("name, players", space.TABLES)
def test_a_record_prints_as_text_and_as_a_table(name: str, players: int) -> None:
    of = kakeya.load(name, players=players)
    match = kakeya.play_match(of, seed=4, rounds=2)
    record = match.rounds[0]
    lines = str(record).splitlines()
    assert len(lines) == len(record.events)
    assert all(event.text in line and event.point in line for event, line in zip(record.events, lines, strict=True))
    html = record._repr_html_()
    assert html.count('class="k-trick"') == len(record.tricks)
    assert all(trick.cards[0] in html for trick in record.tricks)
    assert match._repr_html_().count("<tr>") == len(match.rounds) + 1
    assert str(match).count("Round ") == len(match.rounds)


def four(*hands: str, trump: str, leader: int = 0) -> Deal:
    return Deal.of([hand.split() for hand in hands], trump, leader=leader)


@pytest.mark.parametrize(
    "name, deal, plays, trick",
    [
        ("ja", four("2♦", "3♦", "4♦", "5♦", trump="hearts"), ["play.follow"] * 3, "ranks"),
        ("ja", four("2♦", "3♥", "4♦", "5♦", trump="hearts"), ["play.follow"] * 3, "trump.power"),
        ("ja", four("2♥", "3♥", "4♦", "5♦", trump="hearts"), ["play.follow"] * 3, "ranks"),
        ("ja", four("2♦", "A♠", "4♥", "5♦", trump="hearts"), ["play.follow"] * 3, "rensho.power"),
        ("uk", four("2♠ 2♣", "A♠ 3♣", "4♠ 4♣", "5♠ 5♣", trump="hearts"), None, None),
    ],
)
def test_an_event_names_the_point_that_decided_it(name: str, deal: Deal, plays: Any, trick: Any) -> None:
    record = kakeya.play(kakeya.load(name), deal, players="greedy")
    if plays:
        assert [event.point for event in record.events if event.kind == "play"] == plays
        assert [one.point for one in record.tricks] == [trick]
    else:  # seat 1 is not bound to follow spades with A♠, nor kept from playing it on clubs: U 8.34
        free = [event for event in record.events if event.point == "rensho.follow"]
        assert free and {event.seat for event in free} == {1}
        assert source(record.rules, "rensho.follow") == "U 8.34"


def test_the_place_of_an_answer_is_the_text_the_editor_or_the_edit() -> None:
    u = kakeya.load("uk", players=6)
    assert source(u, "rensho.follow") == "U 8.34"
    assert source(u, "debt") == "supplied by the editor"
    assert source(u, "settle.payer") == "supplied by J"
    assert source(u.edit({"rensho.follow": "bound"}), "rensho.follow") == "edited"


def points_of(of: Rules, kind: str, players: str = "greedy", rounds: int = 8) -> set[tuple[bool, str]]:
    """(in the first round?, point) of the events of one kind."""
    found = set()
    for seed in range(4):
        for record in kakeya.play_match(of.edit({"stones.count": 100}), seed, players, rounds=rounds).rounds:
            found |= {(record.number == 1, event.point) for event in record.events if event.kind == kind}
    return found


def test_who_deals_is_decided_by_the_last_winners_or_losers_or_by_the_want_of_them() -> None:
    first = (True, "dealers.first")
    assert points_of(kakeya.load("ja"), "dealers") == {first, (False, "dealers.next")}
    u = kakeya.load("uk", players=6)
    assert points_of(u, "dealers") == {first, (False, "dealers.losers"), (False, "dealers.undecided")}
    assert points_of(u.edit({"dealers.next": "rotate"}), "dealers") == {first, (False, "dealers.next")}


def test_trumps_are_decided_by_the_point_that_lets_them_be_changed_where_they_are() -> None:
    stand = {(True, "trump.first"), (False, "trump.lasts")}
    changed = {(True, "trump.change-first"), (False, "trump.change")}
    j = kakeya.load("ja")
    assert points_of(j, "trump") == stand
    assert points_of(j, "trump", "greedy:random") == stand | changed
    assert points_of(j.edit({"trump.change": "nobody"}), "trump", "greedy:random") <= stand | {
        (True, "trump.change-first")
    }
    each = j.edit({"trump.lasts": "round", "trump.change": "nobody"})
    assert points_of(each, "trump") == {(True, "trump.first"), (False, "trump.first")}
    assert points_of(kakeya.load("whist"), "trump") == {(True, "trump.first"), (False, "trump.first")}


def test_the_lead_of_a_later_round_is_decided_by_lead_later_where_the_winners_lead() -> None:
    match = kakeya.play_match(kakeya.load("ja", players=6), seed=2, rounds=4)
    leads = [next(event.point for event in record.events if event.kind == "lead") for record in match.rounds]
    assert leads == ["lead.first", "lead.later", "lead.later", "lead.later"]


def test_stones_of_a_round_on_its_own_change_hands_as_in_the_first_round_of_a_match() -> None:
    for name, players in space.TABLES:
        of = kakeya.load(name, players=players)
        end = kakeya.play(of, kakeya.deal(of, seed=3)).settlement
        first = kakeya.play_match(of, seed=3, rounds=1).rounds[0].settlement
        assert end is not None and first is not None and end.changes == first.changes
        assert end.winner is None or end.changes[end.winner] > 0
