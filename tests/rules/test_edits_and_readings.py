"""Complete rules: from texts, readings and supplies, and changed by edits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError
from kakeya.rules import possible, vector
from kakeya.rules.difference import difference
from kakeya.texts import library, text
from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.values import shown

KNOWN = catalogue()
FREE = sorted(  # points that can be changed alone and to any of their words
    id
    for id, point in KNOWN.items()
    if point.type == "choice"
    and len(point.values) > 1
    and id not in ("goal", "six.play", "lead.first", "end.when", "end.winner", "settle.payer", "deal.resume")
)
CHANGES = st.dictionaries(st.sampled_from(FREE), st.integers(0, 20)).map(
    lambda found: {id: list(KNOWN[id].values)[n % len(KNOWN[id].values)] for id, n in found.items()}
)


# -- shipped rulesets -----------------------------------------------------------------------------
def counts(name: str) -> list[int]:
    return [4] if name == "whist" else list(PLAYERS)


@pytest.mark.parametrize(("name", "players"), [(name, count) for name in library.names() for count in counts(name)])
def test_every_shipped_ruleset_answers_every_point(name: str, players: int) -> None:
    rules = kakeya.load(name, players=players)
    assert list(rules) == list(KNOWN)
    assert possible.problems(rules.values, players) == []
    assert len(rules.vector) == vector.length()


def test_whist_is_for_four() -> None:
    with pytest.raises(KakeyaError, match="is for 4 players, not for 6"):
        kakeya.load("whist", players=6)


def test_an_edit_of_the_number_of_players_is_obeyed() -> None:
    only_six = "based-on: ja\npoints: {players: [6]}\n"
    assert kakeya.loads(only_six, players=6)["players"] == [6]
    with pytest.raises(KakeyaError, match="is for 6 players, not for 4"):
        kakeya.loads(only_six)


def test_load_without_players_means_four() -> None:
    assert kakeya.load("uk").players == 4


def test_with_four_players_j_and_k_are_the_same_game_and_with_six_they_are_not() -> None:
    assert kakeya.load("ja").fingerprint == kakeya.load("ko").fingerprint
    assert kakeya.load("ja", players=6).fingerprint != kakeya.load("ko", players=6).fingerprint


# -- edits ----------------------------------------------------------------------------------------
def test_an_edit_gives_new_rules_and_leaves_the_old() -> None:
    old = kakeya.load("ja")
    before = (old.fingerprint, old.values)
    new = old.edit({"rensho.follow": "free"}, title="Set free")
    assert (old.fingerprint, old.values) == before
    assert new["rensho.follow"] == "free"
    assert new.edits == {"rensho.follow": "free"}
    assert new.title == "Set free"
    assert new.fingerprint != old.fingerprint


def test_an_answer_that_is_taken_out_and_changed_does_not_change_the_rules() -> None:
    rules = kakeya.load("ja")
    rules["settle.pictures"].append([1, 1])
    rules["pictures"].clear()
    assert rules["settle.pictures"] == [[9, 1], [12, 2], [16, 4]]
    assert rules["pictures"] == ["A", "K", "Q", "J"]


@settings(deadline=None)
@given(CHANGES, CHANGES)
def test_edits_compose(one: dict[str, str], two: dict[str, str]) -> None:
    rules = kakeya.load("ja")
    assert rules.edit(one).edit(two) == rules.edit({**one, **two})
    assert rules.edit(one).edit(two).fingerprint == rules.edit({**one, **two}).fingerprint


@settings(deadline=None)
@given(CHANGES)
def test_an_edit_that_is_taken_back_leaves_the_same_rules(changes: dict[str, str]) -> None:
    rules = kakeya.load("uk", players=6)
    back = rules.edit(changes).edit({id: rules[id] for id in changes})
    assert back == rules
    assert back.fingerprint == rules.fingerprint


def test_an_edit_to_the_same_answer_is_no_edit() -> None:
    rules = kakeya.load("ja")
    same = rules.edit({"rensho.follow": rules["rensho.follow"]})
    assert same.edits == {}
    assert same.answers["rensho.follow"].origin == "J"


def test_an_edit_can_depend_on_the_number_of_players() -> None:
    change = {"six.play": {4: "all-pairs", 6: "dealers-play"}, "tie": {6: "nobody"}}
    four, six = kakeya.load("ja").edit(change), kakeya.load("ja", players=6).edit(change)
    assert (four["six.play"], six["six.play"]) == ("all-pairs", "dealers-play")
    assert (four["tie"], six["tie"]) == (kakeya.load("ja")["tie"], "nobody")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rensho.folow": "free"}, "did you mean `rensho.follow`"),
        ({"rensho.follow": "fre"}, "did you mean `free`"),
        ({"rensho.follow": None}, "nothing at all"),
        ({"win.at": True}, "a boolean is no number"),
        ({"win.at": "9"}, "not a whole number"),
        ({"win.at": 9.0}, "not a whole number"),
        ({4: "free"}, "there is no point"),
        ("rensho.follow", "not a mapping"),
        ({"pictures": {1, 2}}, "not a list"),
    ],
)
def test_a_faulty_edit_is_refused(changes: Any, why: str) -> None:
    with pytest.raises(KakeyaError, match=why):
        kakeya.load("ja").edit(changes)


def test_an_unknown_point_is_asked_for_kindly() -> None:
    with pytest.raises(KakeyaError, match=r"did you mean `rensho\.follow`"):
        kakeya.load("ja")["rensho.folow"]


# -- the fingerprint ------------------------------------------------------------------------------
@settings(deadline=None, max_examples=30)
@given(CHANGES, st.randoms(use_true_random=False))
def test_the_fingerprint_does_not_depend_on_order_or_comments(changes: dict[str, str], shuffle: random.Random) -> None:
    lines = [f"  {id}: {word}  # a remark\n" for id, word in changes.items()]
    straight = kakeya.loads("based-on: ja\ntitle: A\npoints:\n" + "".join(lines))
    shuffle.shuffle(lines)
    mixed = kakeya.loads("points:\n" + "# more\n".join(lines) + "note: n\ntitle: B\nbased-on: ja\n")
    assert straight.fingerprint == mixed.fingerprint


def test_the_fingerprint_sees_every_point_that_can_count_and_no_manner() -> None:
    for players in PLAYERS:
        rules = kakeya.load("ja", players=players)
        seen = set()
        for id, point in KNOWN.items():
            for sample in point.samples:
                other = rules._with({id: {players: sample}}, "")  # unchecked: it may not be playable
                if other.fingerprint != rules.fingerprint:
                    seen.add(id)
        assert seen == {id for id, point in KNOWN.items() if point.counts_for(players) and len(point.samples) > 1}


def test_the_fingerprint_of_what_is_published_stays() -> None:
    """If this fails, every published comparison loses its rules: add `since` and `neutral` to the new point."""
    assert kakeya.load("ja").fingerprint == kakeya.load("ja").edit({"talk": "nothing"}).fingerprint
    assert len(kakeya.load("ja").fingerprint) == 16


def test_a_named_rensho_is_the_same_as_its_mapping() -> None:
    mapping = {"clubs": "AS", "diamonds": "A♠", "hearts": "A♠", "spades": "AC", "none": "A♠"}
    rules = kakeya.load("ja")
    assert rules.edit({"rensho.card": mapping}) == rules
    assert [rules.rensho(trump) for trump in ("clubs", "spades")] == ["A♠", "A♣"]


# -- readings -------------------------------------------------------------------------------------
def test_another_reading_can_be_picked() -> None:
    literal = kakeya.load("uk", readings={"trump.power": "literal"})
    assert literal["trump.power"] == "none"
    assert literal.answers["trump.power"].reading == "literal"
    assert literal.answers["trump.power"].cites != kakeya.load("uk").answers["trump.power"].cites


def test_a_file_can_pick_readings() -> None:
    rules = kakeya.loads("based-on: uk\nreadings: {trump.power: literal}\n")
    assert rules == kakeya.load("uk", readings={"trump.power": "literal"})


@pytest.mark.parametrize(
    ("readings", "why"),
    [
        ({"trump.power": "litteral"}, "did you mean `literal`"),
        ({"win.at": "literal"}, "one answer only"),
        ({"trump.pwer": "literal"}, "did you mean `trump.power`"),
    ],
)
def test_an_unknown_reading_is_refused(readings: dict[str, str], why: str) -> None:
    with pytest.raises(KakeyaError, match=why):
        kakeya.load("uk", readings=readings)


def test_an_unknown_reading_in_a_file_is_reported_at_its_line() -> None:
    with pytest.raises(KakeyaError) as caught:
        kakeya.loads("based-on: uk\nreadings:\n  tie.three: x\n  trump.power: litteral\n")
    assert {fault.line for fault in caught.value.faults} <= {3, 4}


def requiring() -> list[tuple[str, int, str, str, dict[str, str]]]:
    return [
        (witness.name, players, id, reading.id, dict(reading.requires))
        for witness in text.witnesses()
        for players in PLAYERS
        for id in KNOWN
        for reading in witness.entry(id, players).readings
        if reading.requires
    ]


def test_there_are_readings_that_require_one_another() -> None:
    assert {(name, id) for name, _, id, _, _ in requiring()} >= {("uk", "trump.first"), ("uk", "rensho.card")}


@pytest.mark.parametrize(("name", "players", "id", "reading", "requires"), requiring())
def test_a_reading_is_refused_without_those_that_it_requires(
    name: str, players: int, id: str, reading: str, requires: dict[str, str]
) -> None:
    source = text.find(name)
    for other, need in requires.items():
        preferred = next(one.id for one in source.entry(other, players).readings if one.id != need)
        with pytest.raises(KakeyaError, match="choose both"):
            kakeya.load(name, players=players, readings={id: reading, **requires, other: preferred})


def test_the_emendations_of_u_are_tied() -> None:
    spades = {"trump.first": "emended-8.23"}
    assert kakeya.load("uk", readings=spades)["trump.first"] == "spades"
    other = next(one.id for one in text.find("uk").entry("rensho.card", 4).readings if one.value == "other-black-ace")
    assert kakeya.load("uk", readings={"rensho.card": other})["trump.first"] == "clubs"
    with pytest.raises(KakeyaError, match="choose both"):
        kakeya.load("uk", readings={**spades, "rensho.card": other})


def test_every_reading_of_every_text_can_be_played_with_what_it_requires() -> None:
    for name in library.names():
        for players in counts(name):
            source = text.find(name)
            for id in KNOWN:
                for reading in source.entry(id, players).readings:
                    if reading.id:
                        rules = kakeya.load(name, players=players, readings={id: reading.id, **reading.requires})
                        assert rules[id] == reading.value


# -- supplies -------------------------------------------------------------------------------------
def test_what_is_supplied_says_from_whom_and_why() -> None:
    rules = kakeya.load("uk")
    source, why = rules.supplied["tie"]
    assert source == "J"
    assert why
    assert rules["tie"] == kakeya.load("ja")["tie"]
    assert rules.answers["tie"].status == "silent"


def test_what_is_supplied_is_just_what_the_text_does_not_answer() -> None:
    for name in ("uk", "ja", "ko"):
        for players in PLAYERS:
            rules = kakeya.load(name, players=players)
            silent = {id for id in KNOWN if text.find(name).entry(id, players).preferred is None}
            assert set(rules.supplied) == silent


def test_an_edit_of_a_supplied_point_is_no_longer_supplied() -> None:
    rules = kakeya.load("uk").edit({"tie": "nobody"})
    assert "tie" not in rules.supplied
    assert rules.edits == {"tie": "nobody"}


# -- diff -----------------------------------------------------------------------------------------
def test_diff_lists_the_points_at_which_rules_differ() -> None:
    table = difference(kakeya.load("ja"), kakeya.load("ja").edit({"rensho.follow": "free", "talk": "nothing"}))
    assert table["point"] == ["rensho.follow", "talk"]
    follow, talk = table
    assert (follow["a"], follow["b"]) == ("bound", "free")
    assert follow["a_from"].startswith("J 33.6")
    assert follow["b_from"] == "edit"
    assert (follow["touches"], follow["counts"], follow["both_supplied"]) == ("play", True, False)
    assert (talk["touches"], talk["counts"]) == ("manner", False)


def test_diff_takes_names_and_says_what_cannot_count() -> None:
    four = {row["point"]: row for row in difference("ja", "ko")}
    assert four["six.play"]["counts"] is False
    assert {row["point"]: row for row in difference("ja", "ko", 6)}["six.play"]["counts"] is True
    assert difference("uk", "uk").rows == []


def test_diff_knows_what_neither_text_says(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("witness: {siglum: X, name: Silent, language: en}\npoints: {}\n", encoding="utf-8")
    edited = kakeya.load("uk")
    for row in difference(edited, path):
        assert row["both_supplied"] == (row["point"] in edited.supplied)


def test_diff_needs_the_same_number_of_players() -> None:
    with pytest.raises(KakeyaError, match="choose one number"):
        kakeya.diff(kakeya.load("ja"), kakeya.load("ja", players=6))


def test_every_answer_can_be_written_and_read_back() -> None:
    for name in library.names():
        rules = kakeya.load(name)
        written = "based-on: uk\npoints:\n" + "".join(f"  {id}: {shown(value)}\n" for id, value in rules.values.items())
        assert kakeya.loads(written) == rules
