"""The stepper has every step of a round as a list, and a board that follows them."""

from __future__ import annotations

import re
from html import unescape

import pytest

import kakeya
from kakeya.cards import PACK, names
from kakeya.errors import KakeyaError
from kakeya.show import alike, steps
from kakeya.show.cards import said

RULES = kakeya.load("ja")
DEAL = kakeya.Deal.of(kakeya.deal(RULES, seed=359).hands, trump="diamonds", dealers=1, leader=0, seed=359)
RECORD = kakeya.play(RULES, DEAL)
HTML = steps(RECORD).html


def test_every_event_is_a_step_with_its_point_and_words_to_be_read_out() -> None:
    items = re.findall(r'<li class="k-(\w+)" data-say="([^"]*)">(.*?)</li>', HTML, re.DOTALL)
    assert [kind for kind, _, _ in items] == [event.kind for event in RECORD.events]
    for (_, say, html), event in zip(items, RECORD.events, strict=True):
        assert event.text in unescape(say) and f"<code>{event.point}</code>" in html


def test_a_point_says_once_whether_the_texts_agree() -> None:
    assert HTML.count('class="k-agrees') == len({event.point for event in RECORD.events})
    follow = HTML.split("Must a player follow")[0]
    assert "k-agrees" in follow


def test_without_scripts_the_list_is_open_and_the_board_is_not_there() -> None:
    assert '<details class="k-all" open>' in HTML
    assert '<div class="k-board" hidden>' in HTML and '<div class="k-controls" hidden>' in HTML


def test_all_cards_are_in_a_hand_and_in_a_trick_and_pictures_in_a_pile() -> None:
    board = HTML.split('class="k-now"')[0]
    hands, rest = board.split('<div class="k-middle">')
    tricks, piles = rest.split('<div class="k-wons">')
    every = sorted(said(name) for name in names(PACK))
    for part in (hands, tricks):
        assert sorted(re.findall(r'aria-label="(\w+ of \w+)', part)) == every
    assert len(re.findall(r'aria-label="(?:ace|king|queen|jack) of', piles)) == 16


def test_the_count_on_the_board_ends_with_the_settlement() -> None:
    assert RECORD.settlement is not None
    ends = re.findall(r'<b data-from="\d+">(\d+)</b></p>', HTML)
    assert tuple(map(int, ends)) == RECORD.settlement.counted


def test_six_players_are_sent_to_the_replay() -> None:
    six = kakeya.load("ja", players=6)
    with pytest.raises(KakeyaError, match="replay"):
        steps(kakeya.play(six, kakeya.deal(six, seed=1)))


def test_the_round_of_the_book_is_the_same_under_all_texts() -> None:
    words = str(alike(DEAL, "uk", "ja", "ko", "town"))
    assert "the same cards fall" in words and "2 stones under U" in words and "1 stone under J, K and the town" in words


def test_a_round_that_is_not_the_same_says_so() -> None:
    deal = kakeya.deal(RULES, seed=1)
    assert "2 courses" in str(alike(deal, "uk", "ja"))
