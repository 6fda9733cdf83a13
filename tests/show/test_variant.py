"""What the page of a text says about it is what its ruleset says."""

from __future__ import annotations

import re
from html import unescape

import pytest

import kakeya
from kakeya.show import alone, differences, flaws, readings, supplies, variant, witness
from kakeya.show.witness import missing
from kakeya.texts import text
from kakeya.texts.catalogue import catalogue


@pytest.mark.parametrize("name", ["uk", "ja", "ko", "town"])
def test_a_variant_has_every_point_and_both_fingerprints(name: str) -> None:
    html = variant(name).html
    assert re.findall(r'<th scope="row"><a[^>]*><code>([^<]+)</code>', html) == list(catalogue())
    for players in (4, 6):
        assert kakeya.load(name, players=players).fingerprint in html


def test_answers_that_are_the_same_at_both_tables_stand_once() -> None:
    row = variant("uk").html.split("#point-rensho-follow")[1].split("</tr>")[0]
    assert 'colspan="2"' in row and "8.34" in row
    row = variant("uk").html.split("#point-lead-first")[1].split("</tr>")[0]
    assert "colspan" not in row and "supplied by" in row


def test_edited_rules_stand_beside_the_text() -> None:
    rules = kakeya.load("ja")
    html = variant(rules, rules.edit({"rensho.follow": "free"}, title="Set free")).html
    assert "1 edited" in html and ">edited<" in html and '<th scope="col">Set free</th>' in html


@pytest.mark.parametrize("name", ["uk", "ja", "ko"])
def test_what_is_supplied_is_listed_with_its_reason(name: str) -> None:
    html = supplies(name).html
    plain = unescape(re.sub(r"<[^>]+>", "", html)).replace("`", "")
    for players in (4, 6):
        for id, (source, why) in kakeya.load(name, players=players).supplied.items():
            if players in catalogue()[id].players:
                assert f"<code>{id}</code>" in html
                assert " ".join(why.replace("`", "").split()) in " ".join(plain.split())
                assert source == "editor" or f">{source}</b>" in html


@pytest.mark.parametrize("name", ["uk", "ja", "ko"])
def test_every_reading_that_can_be_chosen_is_listed_and_can_be_played(name: str) -> None:
    html = readings(name).html
    for id in catalogue():
        entry = text.find(name).entry(id, 4)
        if len(entry.readings) > 1:
            for one in entry.readings:
                assert f'<i class="k-reading">{one.id}</i>' in html
                kakeya.load(name, readings={id: one.id, **one.requires})


def test_a_text_with_one_sense_everywhere_says_so() -> None:
    assert "one sense at every point" in readings("whist").html


def test_the_profile_counts_every_point() -> None:
    plate = witness("ja")
    assert sum(map(int, re.findall(r"<b>(\d+)</b> <span>", plate.html))) == len(catalogue())
    assert len(plate.rows) == len(catalogue())


def test_what_one_text_alone_keeps() -> None:
    kept = re.findall(r"<code>([a-z.-]+)</code></a>", alone("ja").html)
    assert kept == ["end.when", "end.winner"]
    assert "partners.formed" in alone("uk").html
    assert {"tie", "end.when"} <= set(missing("uk"))


def test_flaws_are_what_is_garbled_contradictory_or_lost() -> None:
    assert "four spellings" in flaws("ja").html and flaws("ja").html.count('lang="ja"') >= 6
    assert "six.play" in flaws("ko", players=6).html
    assert "Nothing in it" in flaws("whist").html


def test_differences_stand_side_by_side_with_their_source() -> None:
    ja, ko = kakeya.load("ja", 6), kakeya.load("ko", 6)
    html = differences(ja, ko).html
    assert "six.play" in html and "dealers-rest" in html and "dealers-play" in html
    assert "alike" in str(differences(ja, ja))
