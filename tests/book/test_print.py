"""The printed page: whole, in ink on white, with nothing that only a screen can use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SHEET = 673  # CSS pixels between the margins of an A4 page
PAGES = (
    "index",
    "kakeya-and-nagasaki",
    "collation",
    "where-the-texts-part",
    "ukrainian-text",
    "which-text",
    "your-own-rules",
    "data",
    "citing",
)
WIDE = """[...document.querySelectorAll("article *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility()
    && !one.closest("[lang] rt, .k-wide, .visually-hidden, thead")
    && getComputedStyle(one).position !== "absolute")
  .map(one => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`).slice(0, 5)"""


@pytest.fixture
def paper(chromium: Any) -> Any:
    context = chromium.new_context(viewport={"width": SHEET, "height": 950}, color_scheme="dark")
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="dark")
    yield page
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_printed_whole_without_navigation_in_ink_on_white(name: str, paper: Any, book_address: str) -> None:
    paper.goto(f"{book_address}/{name}.html", wait_until="load")
    assert paper.locator("article h1").first.is_visible()
    for gone in (".bd-sidebar-primary", ".bd-sidebar-secondary", ".bd-header-article", ".prev-next-footer", ".k-more"):
        shown = paper.locator(gone)
        assert not any(shown.nth(number).is_visible() for number in range(shown.count())), gone
    assert paper.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert paper.evaluate("getComputedStyle(document.querySelector('article p')).color") == "rgb(35, 31, 26)"
    assert not paper.evaluate(WIDE)


def test_what_is_folded_and_worth_reading_is_printed_open_and_folded_again(paper: Any, book_address: str) -> None:
    paper.goto(f"{book_address}/collation.html", wait_until="load")
    folded = paper.locator("details.k-outside:not([open])")
    before = folded.count()
    assert before > 20
    paper.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0 and paper.locator("#cite-this-page .k-cite-text").is_visible()
    paper.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() == before


def test_printing_makes_a_file(paper: Any, book_address: str, tmp_path: Path) -> None:
    paper.goto(f"{book_address}/index.html", wait_until="load")
    paper.pdf(path=tmp_path / "index.pdf", format="A4", prefer_css_page_size=True)
    assert (tmp_path / "index.pdf").read_bytes().startswith(b"%PDF") and (
        tmp_path / "index.pdf"
    ).stat().st_size > 50_000
