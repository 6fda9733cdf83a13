"""How far the texts are from the town: every reading of the town is shown, and the numbers are what they say."""

from __future__ import annotations

import re

import pytest

import kakeya
from kakeya.errors import KakeyaError
from kakeya.show import columns, distance, every_reading, how_many_readings, mends, questions
from kakeya.show.distance import MARKS, MEANINGS, TEXTS, apart, judged, share, town_readings
from kakeya.texts import text
from kakeya.texts.catalogue import catalogue

TOWN = kakeya.load("town")


def test_every_disputed_reading_of_the_town_has_a_row_and_none_stands_alone() -> None:
    rows = set(town_readings())
    for id, entries in text.find("town").entries.items():
        for reading in entries[4].readings if 4 in entries else ():
            assert reading.preferred or not reading.id or f"{id}: {reading.id}" in rows
    assert how_many_readings() == len(rows)
    figure = distance("questions")
    assert figure.html.count("<tr>") == len(rows) * len(TEXTS) + 1
    assert f"{len(rows)} readings" in figure.title


def test_siblings_are_one_column() -> None:
    assert "J K" in TEXTS and not {"J", "K"} & set(TEXTS)
    assert kakeya.load("ja").fingerprint == kakeya.load("ko").fingerprint
    assert set(MEANINGS) == set(TEXTS)
    assert all(name in str(columns()) for name in TEXTS)


def test_what_only_game_farm_says_does_not_count() -> None:
    town = kakeya.load("town", readings={"dealers.first": "random"})
    assert "dealers.first" in {one.point for one in judged((kakeya.load("uk"),), TOWN)}
    assert "dealers.first" not in {one.point for one in judged((kakeya.load("uk"),), town)}


def test_the_town_is_no_distance_from_itself() -> None:
    found = judged((TOWN,), TOWN)
    assert share(found) == 0 and share(found, "agree") == 1


def test_silence_is_no_difference() -> None:
    by = {one.point: one.says for one in judged((kakeya.load("uk"),), TOWN)}
    assert by["tie"] == "silent" and by["settle.pictures"] == "differ" and by["play.follow"] == "agree"


def test_a_round_is_nowhere_apart_from_itself() -> None:
    same = kakeya.compare("ja", "ko", rounds=200)
    assert all(apart(same, places).mean == 0 for _, places in MARKS.values())


def test_apart_counts_the_rounds_that_differ() -> None:
    one, other = kakeya.load("ja"), kakeya.load("ja").edit({"settle.pictures": [[9, 3], [12, 5], [16, 7]]})
    comparison = kakeya.compare(one, other, rounds=300)
    paid_by_aces = sum(
        kakeya.play(one, kakeya.deal(one, seed=1, match=match)).settlement.clause.startswith("settle.aces")  # type: ignore[union-attr]
        for match in range(300)
    )
    assert apart(comparison, MARKS["stones"][1]).mean == pytest.approx(1 - paid_by_aces / 300)
    assert apart(comparison, MARKS["winner"][1]).mean == 0


def test_where_the_dealers_lead_the_winner_is_still_the_same_side() -> None:
    rules = kakeya.load("ja")
    led = rules.edit({"lead.first": "dealers"})
    found = apart(kakeya.compare(rules, led, rounds=400), MARKS["winner"][1]).mean
    assert 0 < found < 0.4


def test_question_by_question_every_answer_is_judged() -> None:
    plate = questions()
    assert len(plate.rows) == len(judged((kakeya.load("uk"),), TOWN))
    row = next(row for row in plate.rows if row["point"] == "rensho.follow")
    assert row["U"] == "agrees with a disputed reading" and row["J K"] == "agrees"


def test_mends_are_readings_that_u_admits() -> None:
    html = mends().html
    for reading in ("emended-8.27", "emended-8.23", "first-round", "printed"):
        assert f'<i class="k-reading">{reading}</i>' in html
    assert "licensed" not in html


def test_every_reading_has_a_row() -> None:
    rows = re.findall(r"<tr>\s*<td>", every_reading().html)
    alternatives = sum(
        len(entries[4].readings) - 1
        for name in ("uk", "ja", "ko")
        for id, entries in text.find(name).entries.items()
        if 4 in catalogue()[id].players and 4 in entries and len(entries[4].readings) > 1
    )
    assert len(rows) == alternatives + 3


def test_an_unknown_distance_is_refused() -> None:
    with pytest.raises(KakeyaError, match="winner"):
        distance("miles")


def test_answers_that_never_make_a_difference_are_named() -> None:
    words = re.sub("<[^>]+>", "", questions().html)
    assert (
        "as all else stands, that of U at lead.later and that of J and K at settle.combine never make a difference"
        in words
    )
