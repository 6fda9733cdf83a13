"""Where the texts part: every difference, in the order of what it does, with words, deal and effects."""

from __future__ import annotations

import re

import pytest

import kakeya
from kakeya.rules.rules import differences
from kakeya.show import parting, situation
from kakeya.show.parting import effects_of, partings, where_they_part
from kakeya.show.situation import between, deals, never
from kakeya.table.witness import KINDS, witness_deals
from kakeya.texts.catalogue import catalogue


def test_every_difference_that_matters_is_there() -> None:
    found = {(one.point.id, one.players, one.other) for one in partings()}
    for players, other in ((4, "uk"), (6, "ko")):
        for one in differences(kakeya.load("ja", players), kakeya.load(other, players)):
            if one.point.touches != "manner" and one.point.counts_for(players):
                silent = one.a.is_supplied or one.b.is_supplied
                assert ((one.point.id, players, other) in found) is not silent
    assert len({one.anchor for one in partings()}) == len(partings())
    assert sum(len(partings(group)) for group in parting.GROUPS) == len(partings())


def test_the_larger_effect_stands_first() -> None:
    for group in parting.GROUPS:
        sizes = [one.size for one in partings(group)]
        assert sizes == sorted(sizes, reverse=True)
    with pytest.raises(kakeya.KakeyaError, match="groups: round, match, six"):
        partings("rounds")


def test_each_has_its_words_its_deal_and_its_effects() -> None:
    html = where_they_part("round").html
    sections = re.split(r'<h3 id="', html)[1:]
    assert len(sections) == len(partings("round"))
    for section, one in zip(sections, partings("round"), strict=True):
        assert section.startswith(one.anchor)
        assert 'lang="uk"' in section and 'lang="ja"' in section and 'lang="ko"' in section
        assert "k-situation" in section and "kkt-" in section
    assert "no effect" not in html


def test_players_are_told_apart_and_what_is_not_clear_has_its_bound() -> None:
    html = effects_of("trump.when")
    assert "greedy:best-for-hand" in html and "not one of 20,000 rounds came out otherwise" in html
    assert "none seen above" in effects_of("dealers.first") + effects_of("six.play", "ko")
    assert effects_of("play.follow") == ""
    assert "from the answer supplied for <b" in effects_of("six.rests") and "supplied for" not in effects_of("six.play")


def test_a_reason_why_answers_never_differ_is_given_where_it_holds() -> None:
    (one,) = (one for one in partings("round") if one.point.id == "settle.combine")
    assert "they never differ" in parting._deal(one)
    (one,) = (one for one in partings("round") if one.point.id == "rensho.follow")
    assert "they never differ" not in parting._deal(one)


def test_a_deal_at_a_table_of_other_seats_says_so_and_for_whom_the_answers_are() -> None:
    for id, players, seats in (("trump.change", "six", "four"), ("lead.later", "four", "six")):
        (one,) = (one for one in partings() if one.point.id == id)
        html = parting._deal(one)
        assert f"these answers differ, at a table of {seats}" in html
        assert html.count(f"<small>for {players}</small>") == 2
    (one,) = (one for one in partings("round") if one.point.id == "rensho.follow")
    assert "in which J and U differ<" in parting._deal(one) and "<small>for" not in parting._deal(one)


@pytest.mark.parametrize("kind", KINDS)
def test_a_deal_of_every_kind_is_drawn_with_both_outcomes(kind: str) -> None:
    deal = next(one for one in witness_deals() if one.kind == kind)
    figure = situation(deal)
    for words in deal.told:
        assert words[1:].split(",")[0] in figure.description
    assert figure.html.count("<dt>") >= 2 and f'aria-label="{figure.title.split("&")[0][:20]}' in figure.html


def test_cards_that_may_not_be_played_are_marked() -> None:
    html = situation("rensho.follow").html
    assert html.count("k-barred") == 1
    takes = situation("trump.power").html
    assert takes.count("k-takes") == 2


def test_every_point_with_deals_leads_with_the_texts_answers() -> None:
    for id in catalogue():
        found = deals(id)
        for one in found[:1]:
            assert one.point == id
    deal = between("rensho.follow", "free", "bound")
    assert deal and deal.values == ("free", "bound") and deal.replay() == deal.outcomes
    assert between("end.winner", "most-stones", "other-team") is None
    assert never("end.winner", "most-stones", "other-team")
