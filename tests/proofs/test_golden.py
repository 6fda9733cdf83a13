"""Golden playthroughs: what the engine plays today it played yesterday, or its number has risen."""

from __future__ import annotations

import json

import make_golden
import pytest
from make_golden import ENGINE, FOLDER, MOST_ROUNDS, changed, digest, golden, path, written
from space import TABLES

import kakeya

tables = pytest.mark.parametrize("name, players", TABLES)
RENEW = "run: python tests/make_golden.py"


@tables
def test_a_shipped_ruleset_is_played_as_in_its_golden_playthrough(name: str, players: int) -> None:
    assert path(name, players).read_text(encoding="utf-8") == written(golden(name, players)), RENEW


def test_each_shipped_ruleset_and_number_of_players_has_a_golden_playthrough_and_none_is_left_over() -> None:
    allowed = {(name, players) for name in kakeya.names() for players in kakeya.load(name)["players"]}
    assert {path(*table) for table in allowed} | {ENGINE} == set(FOLDER.iterdir()), RENEW


@tables
def test_a_golden_playthrough_has_a_round_of_random_players_and_a_match_to_its_end_or_far(
    name: str, players: int
) -> None:
    stored = json.loads(path(name, players).read_text(encoding="utf-8"))
    match = stored["match"]
    assert match["over"] or len(match["rounds"]) == MOST_ROUNDS
    for played in [*match["rounds"], stored["random"]]:
        assert sum(len(hand.split()) for hand in played["deal"]["hands"]) == 52
        assert len(played["tricks"]) in (8, 9, 10, 13)


def test_the_number_of_the_engine_and_the_digests_of_its_goldens_are_noted() -> None:
    noted = json.loads(ENGINE.read_text(encoding="utf-8"))
    assert noted["number"] == kakeya.ENGINE, RENEW
    assert noted["digests"] == {path(*table).stem: digest(path(*table)) for table in TABLES}, RENEW


def test_goldens_of_a_released_engine_have_not_changed_under_its_number() -> None:
    noted = json.loads(ENGINE.read_text(encoding="utf-8"))
    assert changed(kakeya.ENGINE, noted["digests"], noted["released"]) == [], "raise kakeya.ENGINE"
    assert all(int(number) <= kakeya.ENGINE for number in noted["released"]), "the engine's number only rises"


def test_a_changed_golden_is_refused_while_the_number_of_a_released_engine_stays() -> None:
    digests = {"ja-4": "new", "uk-4": "same", "added-4": "x"}
    released = {"1": {"ja-4": "old", "uk-4": "same", "gone-4": "y"}}
    assert changed(1, digests, released) == ["ja-4"]
    assert changed(2, digests, released) == []


def test_the_generator_writes_nothing_where_a_released_golden_would_change(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    monkeypatch.setattr(make_golden, "FOLDER", folder)
    monkeypatch.setattr(make_golden, "ENGINE", folder / "engine.json")
    monkeypatch.setattr(make_golden, "TABLES", [("ja", 4)])
    assert make_golden.main(["--release"]) == 0
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    monkeypatch.setattr(make_golden, "SEED", 8)
    assert make_golden.main([]) == 1
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    monkeypatch.setattr(kakeya, "ENGINE", kakeya.ENGINE + 1)
    assert make_golden.main([]) == 0
    assert (folder / "ja-4.json").read_bytes() != before["ja-4.json"]
