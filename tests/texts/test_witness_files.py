"""What a witness or a control ruleset must have, and what is said when it has not."""

from __future__ import annotations

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.texts import text
from kakeya.texts.catalogue import PLAYERS, catalogue

HEAD = "witness: {siglum: X, name: A test, language: en}\npoints:\n"  # the first point stands in line 3


def fault_of(lines: str, head: str = HEAD) -> str:
    with pytest.raises(KakeyaError) as caught:
        kakeya.loads(head + lines)
    assert len(caught.value.faults) == 1, str(caught.value)
    fault = caught.value.faults[0]
    assert fault.line >= 3 or not lines
    return fault.message


CITE = 'cite: {locus: "1.1", lemma: words}'


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("{value: nobody, gloss: g, " + CITE + "}", "`status` is missing"),
        ("{value: nobody, status: sated, gloss: g, " + CITE + "}", "did you mean `stated`?"),
        ("{value: nobody, status: [stated], gloss: g, " + CITE + "}", "not allowed"),
        ("{value: nobody, status: stated, gloss: g}", "no `cite`"),
        ("{value: nobody, status: stated, " + CITE + "}", "no `gloss`"),
        ("{status: stated, gloss: g, " + CITE + "}", "no `value`"),
        ("{status: contradictory, gloss: g, " + CITE + "}", "no `value`"),
        ("{status: silent, value: nobody}", "is silent and yet has an answer"),
        ("{status: lost, value: nobody, " + CITE + "}", "is lost and yet has an answer"),
        ("{status: lost}", "no `cite`"),
        ("{status: silent, comment: x}", "unknown key `comment`"),
        ("{status: stated, value: nobody, gloss: g, cite: {locus: x, lemma: y}}", "no locus"),
        ('{status: stated, value: nobody, gloss: g, cite: {locus: "0.1", lemma: y}}', "no locus"),
        ('{status: stated, value: nobody, gloss: g, cite: {locus: "1.1"}}', "`lemma` is missing"),
        ("{status: stated, value: nobody, gloss: '', " + CITE + "}", "should be a text"),
    ],
)
def test_an_entry_that_is_not_complete_is_refused(entry: str, why: str) -> None:
    assert why in fault_of(f"  tie: {entry}\n")


@pytest.mark.parametrize(
    ("readings", "why"),
    [
        ("[{id: a, value: nobody, argument: x}]", "exactly one reading"),
        ("[{id: a, value: nobody, argument: x, preferred: yes}]", "`preferred` is true or false"),
        (
            "[{id: a, value: nobody, argument: x, preferred: true}, "
            "{id: b, value: without-rensho-dealt, argument: x, preferred: true}]",
            "exactly one reading",
        ),
        (
            "[{id: a, value: nobody, argument: x, preferred: true}, {id: a, value: without-rensho-dealt, argument: x}]",
            "stands twice",
        ),
        ("[{id: a, value: nobody, preferred: true}]", "`argument` is missing"),
        (
            "[{id: a, value: nobody, argument: x, preferred: true, requires: {goal: z}}]",
            "requires the reading `z` of goal",
        ),
        ("[{id: a, value: nobody, argument: x, preferred: true, requires: {gaol: z}}]", "did you mean `goal`?"),
    ],
)
def test_readings_that_do_not_hold_together_are_refused(readings: str, why: str) -> None:
    with pytest.raises(KakeyaError) as caught:
        kakeya.loads(f"{HEAD}  tie: {{status: implied, gloss: g, {CITE}, readings: {readings}}}\n")
    assert any(why in fault.message for fault in caught.value.faults)


def test_a_required_reading_must_stand_for_the_same_number_of_players() -> None:
    lines = (
        f"  goal: {{4: {{status: implied, gloss: g, {CITE}, readings: "
        "[{id: z, value: tricks, argument: x, preferred: true}]}}\n"
        f"  tie: {{status: implied, gloss: g, {CITE}, readings: "
        "[{id: a, value: nobody, argument: x, preferred: true, requires: {goal: z}}]}\n"
    )
    assert "requires the reading `z` of goal" in fault_of(lines)


def test_value_and_readings_together_are_refused() -> None:
    readings = "[{id: a, value: nobody, argument: x, preferred: true}]"
    assert "both `value` and `readings`" in fault_of(
        f"  tie: {{status: stated, gloss: g, {CITE}, value: nobody, readings: {readings}}}\n"
    )


@pytest.mark.parametrize("head", ["witness: {name: A, language: en}", "witness: {siglum: X, name: A}", "control: {}"])
def test_a_head_that_is_not_complete_is_refused(head: str) -> None:
    with pytest.raises(KakeyaError, match="is missing"):
        kakeya.loads(f"{head}\npoints: {{}}\n")


def test_a_witness_cannot_be_an_edited_ruleset_too() -> None:
    with pytest.raises(KakeyaError, match="unknown key `based-on`"):
        kakeya.loads(HEAD.replace("points:", "based-on: ja\npoints:"))


def test_every_shipped_witness_has_an_entry_for_every_point() -> None:
    for witness in text.witnesses():
        assert list(text.unanswered(catalogue(), witness)) == []
        for id, point in catalogue().items():
            assert set(point.players) <= set(witness.entries[id]), (witness.siglum, id)
            assert list(witness.entries) == list(catalogue()), "in the order of the catalogue"


def test_every_point_is_supplied_even_to_a_text_that_says_nothing() -> None:
    for players in PLAYERS:
        rules = kakeya.loads("witness: {siglum: X, name: Silent, language: en}\npoints: {}\n", players=players)
        assert set(rules.supplied) == set(catalogue())
        assert all(source and why for source, why in rules.supplied.values())


def test_every_supply_has_a_reason_and_nobody_supplies_himself() -> None:
    for name in ("uk", "ja", "ko"):
        for players in PLAYERS:
            rules = kakeya.load(name, players=players)
            assert rules.text is not None
            for source, why in rules.supplied.values():
                assert why.strip()
                assert source != rules.text.siglum
