"""A fourth witness is added by writing one YAML file."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakeya
from kakeya.rules.checking import check_file
from kakeya.texts import collation
from kakeya.texts.catalogue import PLAYERS, catalogue

FOURTH = """\
witness:
  siglum: X
  name: A postcard
  language: en
  nature: Invented for this test.
points:
  win.at:
    value: 10
    status: stated
    cite: {locus: "1.1", lemma: ten of the sixteen}
    gloss: Ten win.
  settle.pictures:
    value: [[10, 3]]
    status: implied
    cite: {locus: "1.2", lemma: three stones}
    gloss: Three stones, whatever the number.
  trump.power:
    status: contradictory
    cite: [{locus: "2.1", lemma: the highest of the suit}, {locus: "2.2", lemma: a trump cuts}]
    gloss: The highest of the suit led takes the trick; a trump cuts.
    readings:
      - {id: cuts, value: beats-led-suit, preferred: true, argument: The later sentence is the narrower.}
      - {id: literal, value: none, argument: The earlier sentence has no exception.}
  six.play:
    6: {value: dealers-rest, status: stated, cite: {locus: "3.1", lemma: sit out}, gloss: The dealers sit out.}
  tie: {status: lost, cite: {locus: "4.1", lemma: if both have eight}}
"""


@pytest.fixture
def postcard(tmp_path: Path) -> Path:
    path = tmp_path / "postcard.yaml"
    path.write_text(FOURTH, encoding="utf-8")
    return path


@pytest.mark.parametrize("players", PLAYERS)
def test_it_loads_as_complete_rules(postcard: Path, players: int) -> None:
    rules = kakeya.load(postcard, players=players)
    assert list(rules) == list(catalogue())
    assert (rules["win.at"], rules["settle.pictures"]) == (10, [[10, 3]])
    assert rules.answers["win.at"].origin == "X"
    assert rules.answers["tie"].status == "lost"
    answered = {"win.at", "settle.pictures", "trump.power"} | ({"six.play"} if players == 6 else set())
    assert set(catalogue()) - set(rules.supplied) == answered


def test_its_readings_can_be_picked(postcard: Path) -> None:
    assert kakeya.load(postcard, readings={"trump.power": "literal"})["trump.power"] == "none"


def test_it_is_checked_and_told_what_it_leaves_out(postcard: Path) -> None:
    found = check_file(postcard)
    assert (found.players, found.faults) == ([4, 6], [])
    (note,) = found.notes
    assert "rensho.follow" in note
    assert "win.at" not in note


def test_it_stands_in_the_collation_beside_the_three(postcard: Path) -> None:
    rows = [row for row in collation.collation("uk", "ja", "ko", postcard) if row["witness"] == "X"]
    assert [row["point"] for row in rows] == list(catalogue())
    assert {row["point"]: row["value"] for row in rows}["win.at"] == 10
    line = collation.apparatus("uk", "ja", "ko", postcard)["win.at"][0]
    assert line.endswith("| ten of the sixteen] 10 X 1.1")
    rows = [row for row in collation.agreements("uk", "ja", postcard) if row["witness"] == "X"]
    words = {row["point"]: row["agreement"] for row in rows}
    assert (words["win.at"], words["trump.power"], words["tie"]) == ("differ", "agree", "lost")


def test_an_edited_ruleset_can_be_based_on_it(postcard: Path) -> None:
    mine = postcard.with_name("mine.yaml")
    mine.write_text("based-on: postcard.yaml\npoints: {win.at: 11, settle.pictures: [[11, 1]]}\n", encoding="utf-8")
    assert kakeya.load(mine)["win.at"] == 11


@pytest.mark.parametrize("players", PLAYERS)
def test_it_plays(postcard: Path, players: int) -> None:
    rules = kakeya.load(postcard, players=players)
    for seed in range(20):
        record = kakeya.play(rules, kakeya.deal(rules, seed=seed), players="greedy")
        assert sum(len(side) for side in record.captured) == 52
        end = record.settlement
        assert end is not None
        most = max(end.counted)
        assert (end.winner is not None) == (most >= 10 or most == 8), "ten win; that 8-8 has a winner is supplied"
