"""A judged round is a chart of its values and a list of its turning points, in words that the record bears out."""

from __future__ import annotations

import re
from html import unescape

import pytest

import kakeya
from kakeya.errors import KakeyaError
from kakeya.players.judging import Judgement
from kakeya.show import judged, steps, turning_points
from kakeya.study import judged as kept

ROUNDS = {path.stem: kept.read(path) for path in kept.every()}
J, U = ROUNDS["ja-359"], ROUNDS["uk-359"]


@pytest.mark.parametrize("name", ROUNDS)
def test_every_turning_point_is_told_with_what_the_best_card_was_worth(name: str) -> None:
    one = ROUNDS[name]
    told = [line for line in turning_points(one).text.splitlines() if line.startswith("Trick")]
    assert len(told) == len(one.turning_points) > 0
    for line, card in zip(told, one.turning_points, strict=True):
        assert re.match(rf"Trick {card.trick}: seat {card.seat} (leads|plays) {card.card}, worth {card.after} ", line)
        assert f"the best card was worth {card.before}." in line
        assert ("Now" in line) == card.turns


def test_who_can_win_from_a_turning_point_on_is_said_as_the_count_has_it() -> None:
    lines = turning_points(J).text
    assert "worth 8 pictures to its side; the best card was worth 9. Now neither side can take 9." in lines
    assert "worth 7 pictures to its side; the best card was worth 8. Now the other side can take 9." in lines


@pytest.mark.parametrize("name", ROUNDS)
def test_what_each_side_gave_away_adds_up_to_how_the_round_ended(name: str) -> None:
    one = ROUNDS[name]
    lower, upper = one.sides
    assert one.values[0] - one.lost(lower) + one.lost(upper) == one.values[-1]
    words = turning_points(one).text
    for side in (lower, upper):
        assert f"seats {side} and {side + 2} gave away {one.lost(side) or 'nothing'}" in words


def test_a_chart_of_two_texts_has_all_cards_of_both_and_tells_them_apart() -> None:
    both, alone = judged(J, U), judged(J)
    assert both.html.count("<tr><td>J</td>") == both.html.count("<tr><td>U</td>") == 52
    assert both.title == "The same cards give away 4 pictures under J and 1 under U"
    assert "Under J seats 0 and 2 can take 7 before the first card, then 6 from trick 1" in both.description
    assert "legend" in both.svg and "role-legend" not in alone.svg


def test_a_round_that_never_turns_says_so() -> None:
    assert judged(U).title.endswith("and which side can take 9 never changes")
    assert judged(ROUNDS["ja-8"]).title.endswith("and which side can take 9 changes nine times")


def test_judgements_of_other_deals_do_not_stand_beside_each_other() -> None:
    with pytest.raises(KakeyaError, match="of one deal"):
        judged(J, ROUNDS["ja-8"])
    with pytest.raises(KakeyaError, match="no judgement to show"):
        judged()


def test_in_a_judged_round_the_stepper_has_the_value_below_each_card() -> None:
    html = steps(J).html
    ends = re.findall(r'<span class="k-hands-open">(.*?)</span>', html)
    assert len(ends) == len(J.cards) == 52
    for words, card, value in zip(ends, J.cards, J.values[1:], strict=True):
        assert re.sub("<[^>]+>", "", words).startswith(
            f"all hands open, best play from here ends {value} : {16 - value}"
        )
        assert ("gives away" in words) == (card.lost > 0)
    spoken = [unescape(words) for words in re.findall(r'data-say="([^"]*)"', html)]
    assert sum("Best play from here ends" in words for words in spoken) == 52
    assert "Best play" not in steps(J.record).html


def test_a_judgement_is_of_any_round_of_two_sides() -> None:
    rules = kakeya.load("whist")
    hands = [["AS", "2H"], ["KS", "3H"], ["QS", "4H"], ["JS", "5H"]]
    record = kakeya.play(rules, kakeya.Deal.of(hands, trump="hearts"))
    one = kakeya.judge(record)
    assert isinstance(one, Judgement) and "tricks for seats 0 and 2" in judged(one).svg
