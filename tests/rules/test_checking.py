"""`kakeya check` finds everything in one go: both numbers of players, all readings."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakeya
from kakeya.rules.checking import check_file
from kakeya.rules.template import new
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue


def put(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", library.names())
def test_every_shipped_ruleset_is_good(name: str) -> None:
    found = check_file(name)
    assert found.faults == []
    assert found.notes == []
    assert found.players == ([4] if name == "whist" else [4, 6])


def test_a_fault_that_shows_with_six_players_only_is_found(tmp_path: Path) -> None:
    found = check_file(put(tmp_path, "based-on: ja\npoints:\n  end.winner: other-team\n"))
    assert [(fault.line, fault.point) for fault in found.faults] == [(3, "end.winner")]
    assert "with 6 players" in found.faults[0].message


def test_a_file_for_four_players_is_not_asked_about_six(tmp_path: Path) -> None:
    found = check_file(put(tmp_path, "based-on: ja\npoints:\n  players: [4]\n  end.winner: other-team\n"))
    assert (found.players, found.faults) == ([4], [])


def test_a_fault_for_any_number_of_players_is_reported_once(tmp_path: Path) -> None:
    found = check_file(put(tmp_path, "based-on: ja\npoints: {tie: nobdy}\n"))
    assert len(found.faults) == 1


def test_a_reading_that_cannot_be_played_is_found(tmp_path: Path) -> None:
    text = (
        "control: {name: A}\npoints:\n  win.at:\n    readings:\n"
        "      - {id: nine, value: 9, preferred: true, argument: x}\n"
        "      - {id: eight, value: 8, argument: x}\n"
    )
    path = put(tmp_path, text)
    assert kakeya.load(path)["win.at"] == 9
    found = check_file(path)
    assert found.faults
    assert all("under the reading `eight`" in fault.message and fault.point for fault in found.faults)


def test_a_witness_that_leaves_out_points_gets_a_note(tmp_path: Path) -> None:
    found = check_file(put(tmp_path, "witness: {siglum: X, name: A, language: en}\npoints: {tie: {status: silent}}\n"))
    assert found.faults == []
    (note,) = found.notes
    assert f"{len(catalogue()) - 1} points" in note


# -- a file to begin with -------------------------------------------------------------------------
@pytest.mark.parametrize("base", library.names())
def test_a_new_file_is_its_base_until_it_is_edited(tmp_path: Path, base: str) -> None:
    path = new("mine", base, tmp_path)
    assert check_file(path).faults == []
    assert kakeya.load(path) == kakeya.load(base)


@pytest.mark.parametrize("base", library.names())
def test_every_answer_of_a_new_file_can_be_taken_out_of_its_comment(tmp_path: Path, base: str) -> None:
    lines = new("mine", base, tmp_path).read_text(encoding="utf-8").splitlines()
    answers = [f"  # {id}: " for id in catalogue()]
    active = [line.replace("# ", "", 1) if line.startswith(tuple(answers)) else line for line in lines]
    assert sum(a != b for a, b in zip(active, lines, strict=True)) == len(catalogue())
    path = put(tmp_path, "\n".join(active))
    for players in check_file(path).players:
        assert kakeya.load(path, players=players) == kakeya.load(base, players=players)
    assert check_file(path).faults == []


def test_a_new_file_says_each_question_and_all_answers(tmp_path: Path) -> None:
    text = " ".join(new("mine", "ja", tmp_path).read_text(encoding="utf-8").replace("#", "").split())
    assert text.startswith("yaml-language-server: $schema=")
    for point in catalogue().values():
        assert point.question in text
        for word, meaning in point.values.items():
            assert f"{word}: {meaning}" in text


def test_a_new_file_can_be_based_on_a_file_beside_it_and_no_other(tmp_path: Path) -> None:
    first = new("first", "uk", tmp_path)
    assert kakeya.load(new("second", first, tmp_path)) == kakeya.load("uk")
    (tmp_path / "sub").mkdir()
    with pytest.raises(kakeya.KakeyaError, match="another folder"):
        new("third", first, tmp_path / "sub")


@pytest.mark.parametrize(
    ("name", "why"), [("ja", "shipped ruleset"), ("no/such", "not a folder"), ("", "cannot be the name of a file")]
)
def test_a_new_file_needs_a_free_name(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(kakeya.KakeyaError, match=why):
        new(name, "ja", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    path = put(tmp_path, "mine\n")
    with pytest.raises(kakeya.KakeyaError, match="exists already"):
        new("mine.yaml", "ja", tmp_path)
    assert path.read_text(encoding="utf-8") == "mine\n"
