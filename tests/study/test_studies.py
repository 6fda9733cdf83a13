"""Studies of every kind: planned, kept, found, cited and made again by the same means."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.cli import main
from kakeya.study import plan, store
from kakeya.study import study as module
from kakeya.study.attribute import Attributing
from kakeya.study.cite import STYLES
from kakeya.study.compare import Comparing
from kakeya.study.order import Ordering
from kakeya.study.reproduce import reproduce
from kakeya.study.studies import KINDS
from kakeya.study.study import Study

A = kakeya.load("ja")
B = A.edit({"rensho.follow": "free", "trump.power": "none"})
STUDIES: dict[str, Study] = {
    "comparison": Comparing(A, B, "greedy", "rounds", 250, 3, "One"),
    "attribution": Attributing(A, B, "pictures", "greedy", 250, 3, "Two"),
    "order": Ordering(A, "greedy", "random", 250, 3, "Three"),
}
# What must give another id, by kind.
OTHERS: dict[str, list[dict[str, Any]]] = {
    "comparison": [{"b": A}, {"players": "random"}, {"games": "matches"}],
    "attribution": [{"b": A.edit({"rensho.follow": "free"})}, {"players": "random"}, {"measure": "stones"}],
    "order": [{"rules": B}, {"strong": "greedy:best-for-hand"}, {"weak": "greedy"}],
}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", {"rounds": 100, "matches": 5, "attribution": 100})


def direct(kind: str) -> Any:
    if kind == "comparison":
        return kakeya.compare(A, B, 250, seed=3)
    if kind == "attribution":
        return kakeya.attribute(A, B, "pictures", 250, seed=3)
    return kakeya.order(A, rounds=250, seed=3)


def test_every_kind_is_tested_here() -> None:
    assert set(STUDIES) == set(OTHERS) == set(KINDS)


@pytest.mark.parametrize("kind", STUDIES)
def test_a_study_is_read_as_it_was_written_and_gives_what_the_function_gives(kind: str, tmp_path: Path) -> None:
    study = STUDIES[kind]
    path, made = store.make(study, tmp_path)
    assert made and store.make(study, tmp_path) == (path, False)
    published = store.read(path)
    found = direct(kind)
    assert (published.study.id, published.study.title, path.stem) == (found.id, study.title, found.id)
    assert json.dumps(published.result.as_json()) == json.dumps(found.as_json())
    assert store.as_text(published.study, published.blocks) == path.read_text("utf-8")
    printed = {key: value for key, value in found.as_json().items() if key != "token"}
    assert {key: published.data[key] for key in printed} == json.loads(json.dumps(printed))


@pytest.mark.parametrize("kind", STUDIES)
def test_an_id_covers_all_that_determines_the_figures_and_no_title(kind: str) -> None:
    study: Any = STUDIES[kind]
    changes = [{"rounds": 248}, {"seed": 4}, *OTHERS[kind]]
    ids = [replace(study, **change).id for change in changes]
    assert len({study.id, *ids}) == len(ids) + 1
    assert replace(study, title="Another").id == study.id


def test_which_points_are_shared_out_is_a_part_of_an_attribution_s_id(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Attributing(A, B, "pictures", "greedy", 250, 3)
    before = study.id
    monkeypatch.setattr("kakeya.study.attribute.inert", lambda one, *rest: one.point.id == "trump.power")
    assert replace(study).id != before


@pytest.mark.parametrize("kind", STUDIES)
def test_blocks_are_played_again_and_an_edited_figure_or_sum_is_found_out(kind: str, tmp_path: Path) -> None:
    study = STUDIES[kind]
    path, _ = store.make(study, tmp_path)
    assert str(reproduce(str(path), full=True)).endswith(f"({study.title}): 3 of 3 blocks agree")
    blocks = [[list(row) for row in block] for block in store.read(path).blocks]
    blocks[1][0][0] += 1
    path.write_text(store.as_text(study, blocks), "utf-8")
    with pytest.raises(KakeyaError, match=r"rounds 101 to 200 .* sums to \d+, not \d+"):
        reproduce(str(path), full=True)
    data = json.loads(path.read_text("utf-8"))
    for key in study.FIGURES:
        figures = data[key]
        where = figures[0] if isinstance(figures, list) and isinstance(figures[0], dict) else data
        name = next(name for name, value in where.items() if isinstance(value, float)) if where is not data else key
        before, where[name] = where[name], 0.125
        path.write_text(json.dumps(data), "utf-8")
        with pytest.raises(KakeyaError, match=f"the figure `{name}`.* is 0.125, but the raw sums give"):
            reproduce(str(path))
        where[name] = before


@pytest.mark.parametrize("kind", STUDIES)
def test_each_is_cited_in_every_style_with_what_makes_it_again(kind: str, tmp_path: Path) -> None:
    study = STUDIES[kind]
    path, _ = store.make(study, tmp_path)
    for style in STYLES:
        text = kakeya.cite(str(path), style)
        for part in (study.id, f"kakeya reproduce {study.id}", A.fingerprint, "seed 3", "250 rounds", "greedy"):
            assert part in text, (style, part)
    assert kakeya.cite(str(path)).split(". ")[1].startswith(f"{kind.capitalize()} {study.id}: ")


@pytest.mark.parametrize("kind", STUDIES)
def test_an_interrupted_study_goes_on_from_its_blocks(kind: str, tmp_path: Path) -> None:
    study = STUDIES[kind]
    whole, _ = store.make(study, tmp_path / "whole")
    into = tmp_path / "again"
    into.mkdir()
    lines = [store.block_line(study, place, study.job.block(*study.blocks[place])) for place in (0, 2)]
    (into / f"{study.id}.part").write_text("\n".join(lines)[:-3], "utf-8")
    assert set(store.done_blocks(into / f"{study.id}.part", study)) == {0}
    path, made = store.make(study, into)
    assert made and path.read_bytes() == whole.read_bytes()
    assert [one.name for one in into.iterdir()] == [path.name]


PLAN = """
rounds: 120
studies:
  - {kind: attribution, title: T, a: ja, b: uk, measure: [stones, pictures]}
  - {kind: order, title: T, rules: ja, seats: [4, 6], weak: [random, "greedy:best-for-hand"]}
  - {title: T, a: ja, b: uk, games: matches, rounds: 6}
"""


def test_a_plan_may_have_every_kind_and_a_sweep_makes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, "utf-8")
    found = plan.read(path)
    assert [one.KIND for one in found] == [*["attribution"] * 2, *["order"] * 4, "comparison"]
    assert [one.measure for one in found if isinstance(one, Attributing)] == ["stones", "pictures"]
    seats = [(one.rules.players, one.weak) for one in found if isinstance(one, Ordering)]
    assert seats == [(players, weak) for players in (4, 6) for weak in ("random", "greedy:best-for-hand")]
    assert main(["sweep", str(path)]) == 0
    assert capsys.readouterr().out.count(": made (T)") == 7
    assert {one.stem for one in tmp_path.glob("kkt-*")} == {one.id for one in found}


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (
            "{kind: comparsion, a: ja, b: uk}",
            "plan.yaml:2: 'comparsion' is no kind of study; did you mean `comparison`",
        ),
        ("{kind: [order], rules: ja}", "plan.yaml:2: .* is no kind of study"),
        ("{kind: order, a: ja, b: uk}", "plan.yaml:2: unknown key `a`"),
        ("{kind: order, strong: greedy}", "plan.yaml:2: the key `rules` is missing"),
        ("{kind: order, rules: ja, each: point}", "plan.yaml:2: unknown key `each`"),
        ("{kind: order, rules: ja, rounds: 121}", "plan.yaml:2: 121 rounds cannot be shared out evenly over 2 sides"),
        ("{kind: order, rules: ja, strong: best}", "plan.yaml:2: there is no player `best`"),
        ("{kind: attribution, a: ja, b: uk, measure: stone}", "plan.yaml:2: .*did you mean `stones`"),
        ("{kind: attribution, a: ja, b: uk, measure: stones-are}", "plan.yaml:2: `stones-are` is a distribution"),
        ("{kind: attribution, a: ja, b: uk, games: matches}", "plan.yaml:2: unknown key `games`"),
        ("{a: ja, b: uk, measure: stones}", "plan.yaml:2: unknown key `measure`"),
    ],
)
def test_what_is_wrong_with_an_entry_of_a_kind_is_said_with_its_line(entry: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(f"studies:\n  - {entry}\n", "utf-8")
    with pytest.raises(KakeyaError, match=says):
        plan.read(path)
