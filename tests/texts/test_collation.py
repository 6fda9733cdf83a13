"""The texts side by side."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.texts import collation, library, text
from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.tables import Table

SIGLA = ["U", "J", "K"]


def row(point: str, witness: str, players: int | None = 4) -> dict[str, Any]:
    found = [one for one in collation.collation(players=players) if (one["point"], one["witness"]) == (point, witness)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_one_row_for_every_point_and_witness(players: int) -> None:
    rows = collation.collation("uk", "ja", "ko", players=players).rows
    assert [(one["point"], one["witness"]) for one in rows] == [(id, siglum) for id in catalogue() for siglum in SIGLA]


def test_without_names_the_witnesses_are_collated() -> None:
    assert collation.collation() == collation.collation("uk", "ja", "ko")


def test_every_row_has_an_answer_and_a_place_or_says_why_not() -> None:
    for one in collation.collation(players=None):
        assert one["status"] in text.STATUSES
        if one["value"] is None:
            assert one["status"] in ("silent", "lost", "garbled")
            assert " from " in one["supplied"]
        else:
            assert one["locus"] and one["lemma"] and one["gloss"]
            assert one["supplied"] == ""


def test_places_and_lemmata_are_joined_in_the_same_order() -> None:
    one = row("settle.aces.none", "U")
    assert one["locus"] == "8.39; 8.39"
    assert one["lemma"] == "не було тузів; отримують 4 каменю"


def test_all_readings_are_visible_and_the_preferred_is_the_value() -> None:
    one = row("trump.first", "U")
    assert one["value"] == "clubs"
    assert one["status"] == "contradictory"
    assert "stands: clubs (preferred)" in one["readings"]
    assert "emended-8.23: spades" in one["readings"]


def test_an_entry_that_depends_on_the_players_has_a_row_for_each() -> None:
    rows = [
        one for one in collation.collation(players=None) if (one["point"], one["witness"]) == ("partners.seats", "U")
    ]
    assert [(one["players"], one["status"]) for one in rows] == [("4", "stated"), ("6", "implied")]
    assert row("partners.seats", "U", 6)["status"] == "implied"
    assert row("partners.seats", "J", None)["players"] == "4, 6"


def test_another_number_of_players_is_refused() -> None:
    with pytest.raises(KakeyaError, match="4 or 6"):
        kakeya.collate(players=5)
    with pytest.raises(KakeyaError, match="4 or 6"):
        collation.agreement(players=5)


def test_an_edited_ruleset_is_not_a_text(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("based-on: ja\n", encoding="utf-8")
    with pytest.raises(KakeyaError, match="not a text"):
        kakeya.collate("ja", tmp_path / "mine.yaml")


# -- frames and plain tables ----------------------------------------------------------------------
def test_a_table_is_a_pandas_frame_where_pandas_is_installed() -> None:
    pd = pytest.importorskip("pandas")
    frame = kakeya.collate("uk", "ja", "ko")
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns[:7]) == ["point", "witness", "value", "status", "locus", "lemma", "gloss"]
    assert frame[(frame.point == "win.at") & (frame.witness == "U")].value.item() == 9
    assert frame[(frame.point == "tie") & (frame.witness == "U")].value.item() is None


def test_a_table_is_plain_rows_where_pandas_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    table = kakeya.collate("uk", "ja", "ko")
    assert isinstance(table, Table)
    assert table == collation.collation("uk", "ja", "ko")
    assert "rensho.follow" in repr(table)
    assert "<td>rensho.follow</td>" in table._repr_html_()


# -- votes and agreement --------------------------------------------------------------------------
def agreement(point: str, players: int = 4) -> dict[str, tuple[str, int | None]]:
    rows = collation.agreements(players=players)
    return {one["witness"]: (one["agreement"], one["variant"]) for one in rows if one["point"] == point}


def test_siblings_are_one_vote() -> None:
    assert [[one.siglum for one in vote] for vote in collation.votes(collation.chosen(()))] == [["U"], ["J", "K"]]


def test_siblings_that_agree_with_nobody_else_are_alone() -> None:
    assert agreement("tie") == {"U": ("silent", None), "J": ("alone", 1), "K": ("alone", 1)}


def test_all_who_answer_alike_agree() -> None:
    assert agreement("win.at") == {"U": ("agree", 1), "J": ("agree", 1), "K": ("agree", 1)}


def test_whoever_answers_differ_where_answers_differ() -> None:
    assert agreement("stones.held-by") == {"U": ("differ", 1), "J": ("differ", 2), "K": ("differ", 2)}
    assert len({variant for _, variant in agreement("six.play", 6).values()}) == 3


def test_a_garbled_text_is_garbled_though_its_sense_is_recovered() -> None:
    assert agreement("pictures") == {"U": ("agree", 1), "J": ("garbled", 1), "K": ("garbled", 1)}


def test_the_matrix_has_every_point_for_each_witness_and_no_other_word() -> None:
    words = {"agree", "differ", "alone", "silent", "garbled", "lost"}
    for players in PLAYERS:
        rows = collation.agreements(players=players).rows
        assert len(rows) == len(catalogue()) * len(SIGLA)
        assert {one["agreement"] for one in rows} <= words
        assert all((one["variant"] is None) == (one["value"] is None) for one in rows)


# -- the apparatus --------------------------------------------------------------------------------
def test_the_apparatus_has_a_line_for_every_point() -> None:
    lines = collation.apparatus()
    assert list(lines) == list(catalogue())
    assert all(line for found in lines.values() for line in found)


def test_a_line_gives_lemma_reading_and_sigla_with_siblings_together() -> None:
    (line,) = collation.apparatus()["stones.count"]
    assert line == "5 певних предметів / 5 つのストーン / 5개의 스톤] 5 U 8.14, J K 21.1"


def test_another_reading_stands_with_the_texts_that_it_agrees_with() -> None:
    (line,) = collation.apparatus()["trump.first"]
    clubs, spades = line.split(" | ")[:2]
    assert "] clubs U 8.23 8.27 (contradictory)" in clubs
    assert "] spades U 8.23 8.27 (reading emended-8.23), J K 31.1" in spades


def test_silent_and_garbled_are_marked() -> None:
    assert "om. U" in collation.apparatus()["tie"][0]
    assert "(garbled)" in collation.apparatus()["pictures"][0]


def test_lost_and_unrecovered_places_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "witness: {siglum: X, name: A test, language: en}\npoints:\n"
        '  tie: {status: lost, cite: {locus: "1.2", lemma: the table below}}\n'
        '  goal: {status: garbled, cite: {locus: "1.3", lemma: mumble}, gloss: No sense.}\n',
        encoding="utf-8",
    )
    lines = collation.apparatus("uk", path)
    assert "the table below] lac. X 1.2" in lines["tie"][0]
    assert "mumble] † X 1.3" in lines["goal"][0]
    words = {one["point"]: one["agreement"] for one in collation.agreements("uk", path) if one["witness"] == "X"}
    assert (words["tie"], words["goal"], words["win.at"]) == ("lost", "garbled", "silent")


# -- formats --------------------------------------------------------------------------------------
def test_markdown_has_apparatus_and_table_with_every_point() -> None:
    page = collation.as_markdown()
    assert "J K: siblings, one vote" in page
    critical, table = page.split("## Table")
    for id in catalogue():
        assert f"- `{id}` " in critical
        assert f"| `{id}` |" in table
    widths = {line.replace("\\|", "").count("|") for line in table.splitlines() if line.startswith("|")}
    assert widths == {5}


def test_csv_reads_back_as_the_same_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(collation.as_csv(players=4))))
    assert [(one["point"], one["witness"], one["status"]) for one in rows] == [
        (one["point"], one["witness"], one["status"]) for one in collation.collation(players=4)
    ]


def test_json_has_the_rows_and_no_paths() -> None:
    data = json.loads(collation.as_json())
    assert [one["siglum"] for one in data["witnesses"]] == SIGLA
    assert data["rows"] == collation.collation(players=None).rows
    assert str(library.RULESETS.parent) not in collation.as_json()


def test_the_same_collation_is_the_same_bytes() -> None:
    for make in collation.FORMATS.values():
        assert make() == make("uk", "ja", "ko")


# -- texts that could be taken for one another ---------------------------------------------------
@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, Path]:
    """Two files with the name of a shipped text: one with its siglum, one with another."""
    text_of_ja = library.shipped()["ja"].read_text("utf-8")
    same, other = tmp_path / "same" / "ja.yaml", tmp_path / "other" / "ja.yaml"
    for path, content in ((same, text_of_ja), (other, text_of_ja.replace("siglum: J", "siglum: X"))):
        path.parent.mkdir()
        path.write_text(content.replace("value: bound", "value: free") if path == other else content, "utf-8")
    return same, other


def test_two_texts_in_files_of_one_name_are_told_apart(copies: tuple[Path, Path]) -> None:
    _, other = copies
    both, alone = collation.collation("ja", other), collation.collation(other)
    assert [one for one in both if one["witness"] == "X"] == alone.rows
    assert [one for one in both if one["witness"] == "J"] == collation.collation("ja").rows
    mine = {one["point"]: one["value"] for one in collation.agreements("ja", other) if one["witness"] == "X"}
    assert mine == {one["point"]: one["value"] for one in collation.agreements(other)}
    lines = collation.apparatus("ja", other)
    assert all("J X" in line or ("J" in line and "X" in line) for line in lines["aim"])
    assert collation.as_tei("ja", other).count('xml:id="X"') == 1


def test_a_text_that_is_named_twice_is_collated_once() -> None:
    path = library.shipped()["ja"]
    for write in collation.FORMATS.values():
        assert write("ja", "ja", path) == write("ja")


def test_two_texts_with_one_siglum_are_refused(copies: tuple[Path, Path]) -> None:
    same, _ = copies
    for write in collation.FORMATS.values():
        with pytest.raises(KakeyaError, match="are two texts with one siglum, J; give one of them another"):
            write("ja", same)


@pytest.mark.parametrize("bad", [None, 5, b"ja", "", "x" * 300, "\0", "/dev/null"])
def test_what_names_no_text_is_refused(bad: Any) -> None:
    with pytest.raises(KakeyaError):
        collation.collation(bad)
    with pytest.raises(KakeyaError):
        kakeya.diff(bad, "ja")
