"""What an answer does in whose company: the step is the same, from J's answer to U's, and only clear disagreement is told."""

from __future__ import annotations

import re

import pytest

import kakeya
from kakeya.show import company, in_both_companies
from kakeya.show.company import Companies, Step, companies, line, table
from kakeya.show.parting import effects_of
from kakeya.texts.catalogue import catalogue


def found(id: str, players: str = "greedy", games: str = "rounds") -> Companies:
    return next(one for one in companies(id) if (one.players, one.games) == (players, games))


def test_either_way_the_step_is_from_the_answer_of_j_to_that_of_u() -> None:
    one = found("settle.pictures")
    assert one.first and one.other
    assert one.first.comparison.a.text.name == "ja" and one.other.comparison.a.text.name == "uk"
    for step in one.steps:
        effect = step.effect("stones")
        assert effect.difference.mean > 0.5
        assert effect.b.mean - effect.a.mean == pytest.approx(effect.difference.mean)


def test_a_step_read_backwards_has_the_same_figures_turned_round() -> None:
    comparison = kakeya.compare("ja", kakeya.load("ja").edit({"rensho.follow": "free"}), 400)
    plain, turned = Step(comparison), Step(comparison, turned=True)
    here, there = plain.effect("rensho-trick"), turned.effect("rensho-trick")
    assert (here.a, here.b) == (there.b, there.a)
    assert here.difference.low == pytest.approx(-there.difference.high)
    assert plain.largest and turned.largest and plain.largest.measure == turned.largest.measure


def test_points_that_show_only_in_the_company_of_u_show() -> None:
    for id in ("settle.combine", "trump.change-first", "trump.lasts"):
        assert "came out otherwise" in line(id, "uk", "ja")
        assert "→" in line(id, "uk", "uk"), id
        assert "The company matters" in table(id, "uk")


def test_only_intervals_with_nothing_in_common_are_told_as_a_disagreement() -> None:
    for id in catalogue():
        for one in companies(id):
            for here, there in one.apart():
                assert here.measure == there.measure
                assert max(here.difference.low, there.difference.low) > min(here.difference.high, there.difference.high)
    assert not found("dealers.first").apart()
    assert "The company matters" not in table("dealers.first", "uk")


def test_every_comparison_of_a_point_is_linked_once() -> None:
    html = effects_of("rensho.follow")
    ids = re.findall(r'href="citing.html#(kkt-[0-9a-f]{10})"', html)
    wanted = [step.comparison.id for one in companies("rensho.follow") for step in one.steps]
    assert ids == wanted and len(set(ids)) == len(ids) == 8
    assert html.count('<th scope="col">') == 3


def test_with_six_there_is_the_company_of_j_alone() -> None:
    assert companies("six.play", "ko") and all(one.other is None for one in companies("six.play", "ko"))
    assert effects_of("six.play", "ko").count('<th scope="col">') == 2
    assert line("six.play", "ko", "ko") == "" == table("play.follow", "uk")


def test_the_chart_has_both_companies_of_every_point_and_says_which_stand_apart() -> None:
    pytest.importorskip("vl_convert")
    figure = in_both_companies("stones")
    assert "settle.combine: nothing in J’s" in figure.title
    number = int(re.search(r"In (\d+) of", figure.title).group(1))  # type: ignore[union-attr]
    pairs = {id: one for id in catalogue() for one in companies(id) if (one.players, one.games) == ("greedy", "rounds")}
    apart = [
        id for id, one in pairs.items() if company._are_apart(*(step.effect("stones").difference for step in one.steps))
    ]
    assert number == len(apart)
    assert all(id in figure.html for id in apart)


def test_how_much_it_matters_is_said_by_what_a_round_is_worth_and_who_wins_it() -> None:
    html = table("rensho.follow", "uk")
    (words,) = re.findall(r"How a round ends, it changes at most so: (.*?)\.</p>", html)
    stones = [
        step.effect("stones").difference.mean
        for one in companies("rensho.follow")
        if one.games == "rounds"
        for step in one.steps
    ]
    assert f"worth of a round {max(stones, key=abs):+.2f}" in words and "rounds won by the leading side" in words
    assert "it changes at most so: nothing." in table("dealers.first", "uk")
    assert "How a round ends" not in table("stones.held-by", "uk")
