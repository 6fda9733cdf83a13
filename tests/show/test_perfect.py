"""Perfect play: what it is worth to lead and to be dealt a card, and what in so many deals is clear and what is not."""

from __future__ import annotations

import re

import pytest

import kakeya
from kakeya.show import distributions, finding, open_hands, published, stands_for, worth
from kakeya.show.perfect import ACES, worths
from kakeya.study.compare import Comparison


@pytest.fixture(scope="module")
def deals() -> Comparison:
    return published("ja", "uk", games="deals")


def test_to_lead_is_worth_what_the_leading_side_takes_more_than_the_other(deals: Comparison) -> None:
    for which, text in enumerate("JU"):
        side = deals.side(which)
        values = {one.what: one.value for one in worths(deals) if one.text == text}
        assert values["the lead"].mean == pytest.approx(side["pictures"].mean - (16 - side["pictures"].mean))
        for ace, value in zip(ACES, side.estimates("ace-worth"), strict=True):
            assert values[ace if ace in values else f"Rensho ({ace})"] == value


def test_an_ace_that_is_always_rensho_stands_there_once(deals: Comparison) -> None:
    trumps = {rules.text.siglum: rules["trump.first"] for rules in (deals.a, deals.b)}
    assert trumps == {"J": "spades", "U": "clubs"}  # as the page says
    for text in "JU":
        assert (deals.a if text == "J" else deals.b).rensho(trumps[text]) == "A♣"
        assert [one.what for one in worths(deals) if one.text == text] == [
            "the lead", "Rensho (A♣)", "A♦", "A♥", "A♠",
        ]  # fmt: skip


def test_the_words_sort_what_is_clear_from_what_is_not(deals: Comparison) -> None:
    words = str(open_hands(deals))
    assert f"over {deals.rounds:,} deals" in words and deals.id in words
    for which, text in enumerate("JU"):
        (said,) = re.findall(rf"Under {text} what ([^.]*) (?:is|are) worth is clear(.*?)\. ", words)
        for one in worths(deals):
            if one.text == text:
                assert (one.what in said[0]) == one.clear, one
                assert (one.what in said[1]) != one.clear, one
                assert one.value.is_clear or not one.clear
        mean = deals.side(which)["pictures"].mean
        assert f"takes {mean:.2f} of 16 pictures, {mean - 8:+.2f}".replace("-", "−") in words
    together = deals.clear_together()
    for measure, marked in (
        ("pictures", "the pictures of the leading side differ by"),
        ("neither", "Neither side can take enough"),
    ):
        (said,) = re.findall(rf"{marked}.*? which is ([a-z, ]*)", words)
        assert (said == "not clear") != deals[measure].difference.is_clear
        assert (said == "clear") == together[measure]
    assert f"in {100 * deals.side(0)['neither'].mean:.1f} % of the deals under J and in" in words


def test_the_chart_has_each_worth_under_both_texts_and_its_title_the_largest(deals: Comparison) -> None:
    pytest.importorskip("vl_convert")
    figure = worth(deals)
    assert figure.html.count("<td>J</td>") == figure.html.count("<td>U</td>") == 5
    for text in "JU":
        top = max((one for one in worths(deals) if one.text == text), key=lambda one: one.value.mean)
        assert top.what in figure.title and f"{top.value.mean:.1f} pictures" in figure.title


def test_nobody_is_said_to_play_where_play_is_perfect(deals: Comparison) -> None:
    pytest.importorskip("vl_convert")
    figure = distributions(deals, "pictures-are")
    assert "perfect play" in figure.html and "share of deals" in figure.html
    assert "greedy" not in figure.html and "greedy" not in str(finding(deals, "pictures"))


def test_a_text_stands_for_those_that_are_the_same_game_once_the_cards_are_dealt() -> None:
    j, u, k, town = (kakeya.load(name) for name in ("ja", "uk", "ko", "town"))
    assert str(stands_for(j, k, town)) == (
        "With 4 players all that is said here of J holds for K and the town too: they differ only at dealers.first, "
        "trump.change-first and settle.combine, and none of these touches a deal that is dealt and played for pictures."
    )
    assert str(stands_for(j, k)).endswith("holds for K too: they are one game.")
    with pytest.raises(kakeya.KakeyaError, match="uk is another game than ja"):
        stands_for(j, k, u)
