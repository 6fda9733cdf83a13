"""Charts of a comparison say what its numbers say."""

from __future__ import annotations

import base64
import re
from html import unescape

import pytest

import kakeya
from kakeya.show import distributions, effects, finding, measures, pairing, side_by_side, told
from kakeya.show.compare import LABELS, MEANS, SENTENCES, name
from kakeya.study import measures as known
from kakeya.study.compare import Comparison

pytest.importorskip("vl_convert")
ROUNDS = 300


@pytest.fixture(scope="module")
def greedy() -> Comparison:
    return kakeya.compare("uk", "ja", rounds=ROUNDS, workers=1)


@pytest.fixture(scope="module")
def drawn() -> Comparison:
    return kakeya.compare("uk", "ja", rounds=ROUNDS, players="random", workers=1)


def csv(html: str) -> list[str]:
    (data,) = re.findall(r'href="data:text/csv;base64,([^"]+)"', html)
    return base64.b64decode(data).decode().splitlines()


@pytest.mark.parametrize("measure", ["pictures-are", "stones-are", "rensho-falls-in"])
def test_a_distribution_adds_up_and_carries_its_grounds(greedy: Comparison, measure: str) -> None:
    figure = distributions(greedy, measure)
    head, *rows = csv(figure.html)
    assert head.endswith("text,share,low,high")
    for text in "UJ":
        assert sum(float(row.split(",")[2]) for row in rows if row.split(",")[1] == text) == pytest.approx(1)
    assert figure.description and greedy.id in figure.html
    assert "Supplied where a text is silent" in figure.html
    assert "The Ukrainian text, 4 players" in figure.html and "The Japanese text, 4 players" in figure.html


def test_a_title_states_the_means_and_whether_they_differ(greedy: Comparison) -> None:
    effect = greedy["stones"]
    assert effect.difference.is_clear
    title = distributions(greedy, "stones-are").title
    assert title == f"A round is worth {effect.a.mean:.2f} stones under U and {effect.b.mean:.2f} under J"
    even = kakeya.compare("ja", kakeya.load("ja").edit({"debt": "in-full"}), rounds=50, workers=1)
    assert distributions(even, "stones-are").title.startswith("No clear difference: ")


def test_effects_are_ordered_and_marked_together(greedy: Comparison, drawn: Comparison) -> None:
    figure = effects(greedy, drawn)
    rows = [line.split(",") for line in csv(figure.html)]
    assert {row[1] for row in rows[1:]} == {"greedy", "random"}
    assert f"most of all the {LABELS['stones']}" in figure.title
    marks = {row[0]: row[-1] for row in rows[1:] if row[1] == "greedy"}
    for id, clear in greedy.clear_together().items():
        if LABELS[id] in marks:
            assert marks[LABELS[id]].startswith("clear") is clear
    assert "do not vary under U" in figure.html
    assert greedy.id in figure.html and drawn.id in figure.html


def test_a_finding_has_its_interval_its_players_and_its_id(greedy: Comparison, drawn: Comparison) -> None:
    block = finding(greedy, "stones")
    low = f"{greedy['stones'].difference.low:+.2f}".replace("-", "−")
    assert low in str(block) and "All players greedy" in str(block) and greedy.id in block.html
    assert "would have shown" in str(finding(drawn, "lead-wins")) or "a difference of" in str(
        finding(drawn, "lead-wins")
    )


def test_rules_that_share_no_deals_stand_side_by_side() -> None:
    six = [kakeya.simulate(kakeya.load(name, players=6), rounds=ROUNDS, workers=1) for name in ("uk", "ja", "ko")]
    figure = side_by_side(*six, measure="stones-are")
    assert "each on deals of its own" in figure.html
    assert re.search(r"A round is worth [\d.]+ stones under U, [\d.]+ under J and [\d.]+ under K", figure.title)
    assert str(told(*six, measure="nobody-wins")).startswith("Nobody wins ")


def test_rules_go_by_their_siglum_or_say_what_became_of_them() -> None:
    ja = kakeya.load("ja")
    assert name(ja) == "J" and name(kakeya.load("whist")) == "whist"
    assert name(ja.edit({"rensho.follow": "free"})) == "J, edited"
    assert name(ja.edit({"rensho.follow": "free"}, title="Set free")) == "Set free"
    assert name(kakeya.load("uk", readings={"trump.power": "literal"})) == "U, read otherwise"


def test_pairing_says_what_can_be_compared() -> None:
    four = {name: kakeya.load(name) for name in ("ja", "ko", "uk")}
    assert "are one game with 4 players" in str(pairing(four["ja"], four["ko"]))
    assert "can be played on the same deals" in str(pairing(four["ja"], four["uk"]))
    six = {name: kakeya.load(name, players=6) for name in ("ja", "uk")}
    assert "Under J 4 hands are dealt and under U 6" in str(pairing(six["ja"], six["uk"]))
    assert "cannot be paired" in str(pairing(six["ja"], six["uk"]))


def test_every_measure_has_its_line_and_its_words() -> None:
    for games in ("rounds", "matches"):
        said = unescape(re.sub(r"<[^>]+>", "", measures(games).html))
        assert all(one.formula.replace("`", "") in said and one.id in said for one in known.GAMES[games])
    assert {one.id for one in known.OF_ROUNDS if one.width == 1} <= set(SENTENCES) & set(LABELS)
    assert all(mean in SENTENCES for mean, _ in MEANS.values())


def test_every_measure_of_one_number_has_its_words() -> None:
    for found in known.GAMES.values():
        for one in found:
            if one.width == 1:
                assert one.id in LABELS and one.id in SENTENCES
