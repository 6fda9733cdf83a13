"""A replay leaves nothing out: every card, and what decided it."""

from __future__ import annotations

import re
from html import unescape

import pytest

import kakeya
from kakeya.cards import PACK, names
from kakeya.show import replay
from kakeya.show.cards import card, fan, said


def record(name: str, players: int, seed: int = 8) -> kakeya.Record:
    rules = kakeya.load(name, players=players)
    return kakeya.play(rules, kakeya.deal(rules, seed=seed))


def without_steps(html: str) -> str:
    return re.sub(r'<ol class="k-steps">.*?</ol>', "", html, flags=re.DOTALL)


@pytest.mark.parametrize("name", ["uk", "ja", "ko", "town", "whist"])
@pytest.mark.parametrize("players", [4, 6])
def test_all_52_cards_lie_in_the_hands_and_fall_in_the_tricks(name: str, players: int) -> None:
    if name == "whist" and players == 6:
        return
    one = record(name, players)
    html = without_steps(replay(one).html)
    hands, tricks = html.split('<ol class="k-tricks">')
    for part in (hands, tricks):
        found = re.findall(r'aria-label="(\w+ of \w+)', part)
        assert sorted(found) == sorted(said(name) for name in names(PACK))


@pytest.mark.parametrize(("name", "players"), [("uk", 4), ("uk", 6), ("ja", 6), ("ko", 6)])
def test_every_step_names_its_point_and_its_place(name: str, players: int) -> None:
    one = record(name, players)
    html = replay(one).html
    lists = re.findall(r'<ol class="k-steps">(.*?)</ol>', html, re.DOTALL)
    steps = re.findall(r"<li>(.*?)</li>", "".join(lists), re.DOTALL)
    assert len(steps) == len(one.events)
    for step, event in zip(steps, one.events, strict=True):
        assert f"<code>{event.point}</code>" in step
        said = unescape(re.sub(r"<[^>]+>", "", step))
        assert one.source(event).split(",")[0] in said


def test_the_score_ends_with_what_the_settlement_counts() -> None:
    one = record("ja", 4)
    assert one.settlement is not None
    last = re.findall(r'class="k-score"[^>]*>(.*?)</span>', replay(one).html)[-1]
    assert tuple(map(int, re.sub(r"<[^>]+>", "", last).split(" : "))) == one.settlement.counted


def test_only_as_many_tricks_as_asked_for_are_unfolded() -> None:
    one = record("ja", 4)
    assert replay(one, open=0).html.count("<details open>") == 0
    assert replay(one, open=3).html.count("<details open>") == 3


def test_an_edited_answer_says_so() -> None:
    rules = kakeya.load("ja").edit({"trump.power": "none"})
    html = replay(kakeya.play(rules, kakeya.deal(rules, seed=8))).html
    assert "k-edited" not in html or ">edited<" in html
    rules = kakeya.load("ja").edit({"lead.first": "dealers"})
    assert ">edited<" in replay(kakeya.play(rules, kakeya.deal(rules, seed=8))).html


def test_a_card_is_said_in_words() -> None:
    assert 'aria-label="queen of hearts"' in card("Q♥")
    assert "k-red" in card("Q♥") and "k-red" not in card("Q♠")
    assert "ace of clubs, Rensho" in card("A♣", rensho="A♣", trump="clubs")
    assert "a trump" in card("10♣", rensho="A♣", trump="clubs")


def test_a_fan_keeps_every_card_and_parts_the_suits() -> None:
    html = fan(["A♠", "2♠", "K♥", "3♣"])
    assert html.count('class="k-suit"') == 3
    assert html.count('role="img"') == 4
