"""Plans of many studies."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.study import plan
from kakeya.study.plan import alternative_readings, can_differ


@pytest.fixture
def write(tmp_path: Path):
    def writer(text: str) -> Path:
        path = tmp_path / "plan.yaml"
        path.write_text(text, "utf-8")
        return path

    return writer


def test_a_plan_is_every_combination_each_once(write) -> None:
    found = plan.read(
        write(
            "seeds: [1, 2]\nrounds: 300\nstudies:\n"
            "  - {title: One, a: ja, b: uk, players: [greedy, random]}\n"
            "  - {a: ja, b: uk, seeds: 2}\n"
            "  - {a: ja, b: ko, seats: [4, 6], games: matches, rounds: 20, seeds: 7}\n"
        )
    )
    assert [(one.title, one.players, one.games, one.rounds, one.seed, one.a.players) for one in found] == [
        ("One", "greedy", "rounds", 300, 1, 4),
        ("One", "greedy", "rounds", 300, 2, 4),
        ("One", "random", "rounds", 300, 1, 4),
        ("One", "random", "rounds", 300, 2, 4),
        ("", "greedy", "matches", 20, 7, 4),
        ("", "greedy", "matches", 20, 7, 6),
    ]
    assert found[0].id == kakeya.compare("ja", "uk", 300).id


def test_rules_may_be_readings_edits_and_files_beside_the_plan(write, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("based-on: ja\npoints: {rensho.follow: free}\n", "utf-8")
    (found,) = plan.read(
        write(
            "studies:\n  - a: {based-on: mine.yaml, points: {win.at: 10}}\n"
            "    b: {based-on: uk, readings: {trump.power: literal}}\n"
        )
    )
    assert found.a.edits == {"rensho.follow": "free", "win.at": 10}
    assert found.b.fingerprint == kakeya.load("uk", readings={"trump.power": "literal"}).fingerprint


def test_each_point_that_differs_and_can_matter_by_itself(write) -> None:
    found = plan.read(write("studies:\n  - {title: T, a: ja, b: uk, each: point}\n"))
    a, b = kakeya.load("ja"), kakeya.load("uk")
    assert len(found) > 8
    for one in found:
        (id,) = one.b.edits
        assert one.title == f"T, {id}"
        assert one.a == a and one.b == a.edit({id: b[id]})
    points = {next(iter(one.b.edits)) for one in found}
    assert "rensho.follow" in points and not points & {"stones.held-by", "lead.later", "partners.formed"}
    matches = plan.read(write("studies:\n  - {a: ja, b: uk, each: point, games: matches}\n"))
    assert {"stones.held-by", "lead.later"} <= {next(iter(one.b.edits)) for one in matches}


@pytest.mark.parametrize("seats", [4, 6])
def test_each_reading_beginning_with_the_preferred(write, seats: int) -> None:
    found = plan.read(write(f"studies:\n  - {{a: ja, b: town, seats: {seats}, each: reading-of-b}}\n"))
    town = kakeya.load("town", players=seats)
    assert found[0].b == town
    wanted = {
        changed.fingerprint
        for readings in alternative_readings(town)
        if can_differ(town, changed := kakeya.load("town", players=seats, readings=readings), "rounds")
    }
    assert {one.b.fingerprint for one in found[1:]} == wanted and len(wanted) > 5
    for one in found[1:]:
        assert all(one.b.readings[id] == reading for id, reading in (part.split("=") for part in one.title.split(", ")))


def test_a_text_against_its_own_readings_leaves_out_itself(write) -> None:
    found = plan.read(write("studies:\n  - {a: uk, b: uk, each: reading-of-b}\n"))
    assert found and all(one.a.fingerprint != one.b.fingerprint for one in found)
    other = plan.read(write("studies:\n  - {a: uk, b: uk, each: reading-of-a}\n"))
    assert [one.a.fingerprint for one in other] == [one.b.fingerprint for one in found]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("studies:\n  - {a: ja}\n", "plan.yaml:2: the key `b` is missing"),
        ("studies:\n  - {a: ja, b: uk, round: 5}\n", "plan.yaml:2: unknown key `round`; did you mean `rounds`"),
        (
            "studies:\n  - {a: ja, b: ukk}\n",
            "plan.yaml:2: `ukk` is neither a shipped ruleset nor a file beside the plan; did you mean `uk`",
        ),
        ("studies:\n  - {a: ja, b: uk, seats: 5}\n", "plan.yaml:2: `seats` is 4 or 6, not 5"),
        ("studies:\n  - {a: ja, b: uk, seats: 6}\n", "plan.yaml:2: under ja 4 hands are dealt and under uk 6"),
        ("studies:\n  - {a: ja, b: uk, rounds: many}\n", "plan.yaml:2: 'many' is not a number of rounds"),
        ("studies:\n  - {a: ja, b: uk, players: gready}\n", "plan.yaml:2: there is no player `gready`"),
        ("studies:\n  - {a: ja, b: uk, seeds: -1}\n", "plan.yaml:2: -1 is not a seed"),
        ("studies:\n  - {a: ja, b: uk, games: match}\n", "plan.yaml:2: `match` cannot be simulated; did you mean"),
        ("studies:\n  - {a: ja, b: uk, each: reading}\n", "plan.yaml:2: `reading` is not allowed"),
        (
            "studies:\n  - a: ja\n    b: {based-on: uk, points: {win.att: 9}}\n",
            "plan.yaml:3: there is no point `win.att`",
        ),
        ("studies: []\n", "plan.yaml:1: `studies` is an empty list"),
        ("studies:\n  - {a: ja, b: uk, seats: []}\n", "plan.yaml:2: `seats` is an empty list"),
        ("studies:\n  - {a: ja, b: uk, seats: {a: 1}}\n", "plan.yaml:2: `seats` is 4 or 6, not {a: 1}"),
        ("studies:\n  - {a: ja, b: uk, players: [{a: 1}]}\n", "plan.yaml:2: {'a': 1} does not name players"),
        ("studies:\n  - {a: ja, b: uk, title: 5}\n", "plan.yaml:2: `5` should be a text"),
        ('studies:\n  - {a: ja, b: uk, title: "\\ud800"}\n', r"plan.yaml:2: half a character \(U\+D800\)"),
        ("studies:\n  - {a: ja, b: uk, rounds: 1099511627776}\n", "plan.yaml:2: .* are too many for a result on disk"),
        ("studies:\n  - {a: [ja], b: uk}\n", r"plan.yaml:2: `\[ja\]` does not name a ruleset"),
        ("studies:\n  - {a: /etc/passwd, b: uk}\n", "plan.yaml:2: `/etc/passwd` leads to another folder"),
        ("studies:\n  - {a: ../x, b: uk}\n", "plan.yaml:2: `../x` leads to another folder"),
        *(
            (
                f"studies:\n  - {{a: {{based-on: ja, {key}: {value}}}, b: uk}}\n",
                f"plan.yaml:2: `{key}` should be a mapping",
            )
            for key in ("readings", "points")
            for value in ("5", "[x]", "text")
        ),
        ("study: []\n", "plan.yaml:1: unknown key `study`; did you mean `studies`"),
        ("- a\n", "plan.yaml"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(write, text: str, says: str) -> None:
    with pytest.raises(KakeyaError, match=says):
        plan.read(write(text))
