"""In a notebook a piece of a page brings the style it uses; in the book it is bare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kakeya
from kakeya import show
from kakeya.show import notebook, style

REPLAY = show.replay(kakeya.play(kakeya.load("ja"), kakeya.deal(kakeya.load("ja"), seed=8)))


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(notebook.IN_BOOK, raising=False)
    monkeypatch.chdir(tmp_path)


def test_in_the_book_a_piece_is_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(notebook.IN_BOOK, "1")
    assert REPLAY._repr_mimebundle_()["text/html"] == REPLAY.html


def test_in_a_notebook_it_has_the_rules_of_its_classes_and_no_others() -> None:
    html = REPLAY._repr_mimebundle_()["text/html"]
    sheet = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert sheet and sheet[1].count("{") == sheet[1].count("}")
    assert ".k-card{" in sheet[1] and ".k-tricks" in sheet[1]
    assert ".k-figure" not in sheet[1] and ".k-filter" not in sheet[1] and ".bd-article" not in sheet[1]
    assert len(sheet[1]) < 12_000


def test_a_rule_for_one_of_several_classes_is_kept_for_each() -> None:
    assert ":is(.k-kept, .k-supply-list" in notebook.dressed('<dl class="k-supply-list"></dl>')
    assert ":is(.k-kept, .k-supply-list" not in notebook.dressed('<p class="k-card"></p>')


def test_its_style_is_nested_and_dark_where_the_notebook_is() -> None:
    html = notebook.dressed('<p class="k-card">A</p>')
    assert html.startswith('<div class="k-note"><style>.k-note.k-note{')
    assert f"--k-ink:{style.DARK['ink']}" in html and f"{notebook.DARK} & .k-card{{" in html


def test_links_to_pages_lead_to_notebooks_beside_or_nowhere(tmp_path: Path) -> None:
    link = '<a class="k-point" href="collation.html#point-tie">tie</a>'
    assert "href" not in notebook.dressed(link)
    (tmp_path / "collation.ipynb").touch()
    assert 'href="collation.ipynb"' in notebook.dressed(link)
    assert 'href="https://example.org/a.html"' in notebook.dressed('<a href="https://example.org/a.html">a</a>')


@pytest.mark.parametrize("sheet", sorted(notebook.SHEETS.glob("*.css")), ids=lambda path: path.name)
def test_every_rule_of_a_sheet_can_be_told_apart(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    rules = list(notebook._rules(text))
    assert "".join(f"{head}{{{body}}}" for head, body in rules).count("{") == text.count("{")
    assert "@keyframes" not in text and "@import" not in text
