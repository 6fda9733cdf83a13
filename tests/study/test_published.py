"""What is published is what the plan says, and is played again to the last digit."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

import kakeya
from kakeya.cli import main
from kakeya.rules.possible import hands
from kakeya.rules.rules import differences
from kakeya.study import plan, store
from kakeya.study.cite import STYLES
from kakeya.study.compare import Comparing
from kakeya.study.measures import SOLVED
from kakeya.study.plan import alternative_readings, can_differ
from kakeya.study.reproduce import reproduce

PLAN = store.COMPARISONS / "plan.yaml"
STUDIES = {study.id: study for study in plan.read(PLAN)}
COMPARED = [study for study in STUDIES.values() if isinstance(study, Comparing)]
HOW = "run: kakeya sweep data/comparisons/plan.yaml"


def test_every_study_of_the_plan_is_published_and_nothing_else() -> None:
    published = set(store.names())
    assert not set(STUDIES) - published, f"are missing; {HOW}"
    assert not published - set(STUDIES), "are not of the plan; delete them"
    others = {path.name for path in store.COMPARISONS.iterdir()} - {f"{id}.json" for id in published}
    assert others == {"plan.yaml"}


@pytest.mark.parametrize("id", STUDIES)
def test_each_is_reproduced_to_the_last_digit(id: str) -> None:
    found = reproduce(id, seconds=0)
    assert (found.id, found.title) == (id, STUDIES[id].title)
    assert found.agree == 1 and found.blocks == len(STUDIES[id].blocks)


def test_the_shell_reproduces_them_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "names", lambda: list(STUDIES)[:3])
    assert main(["reproduce", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in lines] == list(STUDIES)[:3]
    assert all("1 of " in line and line.endswith("blocks agree") for line in lines)


def test_together_they_are_small() -> None:
    # About 26 kB each, of which half are the raw sums: every measure, under both rules, with squares and products.
    # Whoever takes them away gets them in one zip of a fifth of that; the pages load none of them.
    assert sum(path.stat().st_size for path in store.COMPARISONS.iterdir()) < 9_000_000


def test_each_can_be_cited_in_every_style() -> None:
    for id in {study.KIND: id for id, study in STUDIES.items()}.values():
        for style in STYLES:
            text = kakeya.cite(id, style)
            assert id in text and f"kakeya reproduce {id}" in text


def named(study: Comparing) -> tuple[str, str]:
    return study.a.text.name, study.b.text.name


def plain(study: Comparing) -> bool:
    """Are both sides texts as they stand, in their preferred readings?"""
    return not any(rules.edits or rules.readings for rules in (study.a, study.b))


@pytest.mark.parametrize("seats", [4, 6])
def test_all_pairs_of_the_texts_and_the_town_that_can_be_compared_are_there(seats: int) -> None:
    found = {frozenset(named(one)) for one in COMPARED if plain(one) and one.a.players == seats}
    rules = {name: kakeya.load(name, players=seats) for name in ("uk", "ja", "ko", "town")}
    # J and K answer alike with four at the table: one stands for both.
    unlike = {one.fingerprint: name for name, one in reversed(rules.items())}.values()
    for a in unlike:
        for b in unlike:
            alike = hands(rules[a].values, seats) == hands(rules[b].values, seats)
            assert a == b or frozenset((a, b)) in found or not alike, (a, b)


def test_the_town_is_shown_under_each_of_its_disputed_readings() -> None:
    groups: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for one in COMPARED:
        if one.b.text.name == "town" and one.a.text.name != "town" and one.games not in SOLVED:
            key = (one.a.fingerprint, one.a.players, one.players, one.games, one.rounds, one.seed)
            groups[key].add(one.b.fingerprint)
    assert len(groups) >= 4
    for key, found in groups.items():
        seats = int(str(key[1]))
        town = kakeya.load("town", players=seats)
        readings = [kakeya.load("town", seats, chosen) for chosen in alternative_readings(town)]
        disputed = {one.fingerprint for one in readings if can_differ(town, one, str(key[3]))}
        assert found == {town.fingerprint, *disputed}


def test_every_reading_of_the_ukrainian_text_that_matters_is_there() -> None:
    for seats in (4, 6):
        text = kakeya.load("uk", players=seats)
        wanted = {
            changed.fingerprint
            for readings in alternative_readings(text)
            if can_differ(text, changed := kakeya.load("uk", seats, readings), "rounds")
        }
        found = {one.b.fingerprint for one in COMPARED if named(one) == ("uk", "uk")}
        assert wanted <= found


def test_the_half_and_half_deal_is_measured_against_a_mixed_pack() -> None:
    halves = [one for one in COMPARED if one.b["deal.gathered"] == "pictures-together"]
    assert {one.b["deal.shuffle"] for one in halves} == {"two-halves", "whole"}
    for one in halves:
        spread = store.read(store.path_of(one.id)).result["picture-spread"].difference
        if one.b["deal.shuffle"] == "two-halves":
            assert spread.high < -0.5  # pictures lie more evenly than in a pack that is mixed
        else:
            assert abs(spread.mean) < 4 * spread.error


def test_every_point_on_which_u_and_j_differ_is_changed_alone_in_both_companies() -> None:
    texts = {name: kakeya.load(name) for name in ("ja", "uk")}
    for base, other in (("ja", "uk"), ("uk", "ja")):
        wanted = {
            changed.fingerprint
            for one in differences(texts[base], texts[other])
            if can_differ(texts[base], changed := texts[base].edit({one.point.id: one.b.value}), "matches")
        }
        found = {one.b.fingerprint for one in COMPARED if one.a == texts[base]}
        assert wanted and wanted <= found


def test_no_page_plays_what_is_costly_but_for_the_two_that_show_how(root: Path) -> None:
    plays = re.compile(r"kakeya\.(attribute|compare|order|simulate|reproduce)\(")
    found = {
        page.name: len(
            plays.findall("".join(re.findall(r"```\{code-cell\}.*?```", page.read_text("utf-8"), re.DOTALL)))
        )
        for page in (root / "book").glob("*.md")
    }
    assert {name for name, number in found.items() if number} == {"japanese-text.md", "your-own-rules.md"}
    assert sum(found.values()) <= 5
    for path in (root / "kakeya" / "show").glob("*.py"):
        assert not re.search(
            r"^from kakeya\.study\S* import .*\b(attribute|compare|order|simulate)\b$",
            path.read_text("utf-8"),
            re.MULTILINE,
        ), path.name


def test_the_files_read_as_plain_json_with_all_that_determines_them() -> None:
    path = store.path_of(next(iter(STUDIES)))
    data = json.loads(Path(path).read_text("utf-8"))
    assert {"a", "b", "fingerprints", "players", "games", "rounds", "seed", "engine", "measures"} <= set(data)
    assert "/" not in json.dumps(data["a"]) + json.dumps(data["b"])
