"""The story's figures show all of their data, and every claim has a source that is there."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kakeya.errors import KakeyaError
from kakeya.show import evidence, kilometres, map, sources, timeline, verdict
from kakeya.show.evidence import SIDES, WEIGHTS, data
from kakeya.show.timeline import LANES, events


def test_every_event_of_the_timeline_is_in_its_table() -> None:
    figure = timeline()
    assert "etori were issued in 1886, 144 years later" in figure.title
    assert figure.html.count("<tr>") == len(events()) + 1
    assert all(one["kind"] in LANES for one in events())
    assert "1742" in figure.title and str(len(events())) in figure.description


def test_what_the_town_tells_has_a_lane_of_its_own() -> None:
    told = [one for one in events() if LANES[one["kind"]] == LANES["legend"]]
    assert told and all(one["cite"].startswith(("w1", "w2")) for one in told)


@pytest.mark.parametrize("cite", sorted({one["cite"] for one in events()}))
def test_every_event_has_a_source_in_the_bibliography(cite: str) -> None:
    assert f"#source-{cite}" in sources.link(cite)


def test_an_unknown_source_is_refused_with_the_nearest() -> None:
    with pytest.raises(KakeyaError, match="w1-ufm"):
        sources.link("w1-ufn")


def test_titles_are_in_english_where_there_are_two() -> None:
    assert sources.titles()["w4-kubotaya"] == "The Kakeya Toranpu world cup"
    assert sources.titles()["brinkley"] == "A History of the Japanese People"


def test_every_piece_of_evidence_is_shown_with_weight_confidence_and_source() -> None:
    plate = evidence()
    assert len(plate.rows) == len(data()["evidence"])
    shown = re.findall(r'<li><span class="k-weight" role="img" aria-label="(\w+) weight"', plate.html)
    assert len(shown) == len(data()["evidence"]) and set(shown) <= set(WEIGHTS)
    for one in data()["evidence"]:
        assert one["of"] in data()["claims"] and one["side"] in SIDES and one["weight"] in WEIGHTS
        assert one["confidence"] in sources.CONFIDENCES
        assert all(f"#source-{key}" in plate.html for key in one["sources"])


def test_every_claim_has_evidence_on_both_sides_and_a_signed_verdict() -> None:
    for id, claim in data()["claims"].items():
        sides = {one["side"] for one in data()["evidence"] if one["of"] == id}
        assert {"for", "against"} <= sides
        assert claim["verdict"] in str(verdict(id))
    assert evidence().html.count("our verdict") == len(data()["claims"])


def test_the_map_shows_every_place_and_says_how_far() -> None:
    figure = map()
    for name in ("Kakeya", "Nagasaki", "Goshogawara", "Hitoyoshi"):
        assert name in figure.description and name in figure.svg
    far = kilometres("kakeya", "nagasaki")
    assert f"{far} km" in figure.description and 350 < far < 420
    assert kilometres("kakeya", "nagasaki") == kilometres("nagasaki", "kakeya")
    assert "for orientation" in unescape(figure.html)
