"""Every page of the built book, opened as readers do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

SCREENS = [(w, scheme) for w in (1280, 360) for scheme in ("light", "dark")]


def pages(book: Path) -> list[str]:
    found = sorted(p.relative_to(book).as_posix() for p in book.rglob("*.html"))
    return [name for name in found if not name.startswith("_static/")]


def audit(page: Any) -> list[str]:
    """What is wrong with the page that is open."""
    faults: list[str] = page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          const what = (e) => e.outerHTML.slice(0, 120);
          const wide = document.documentElement.scrollWidth - window.innerWidth;
          const ids = all("[id]").map((e) => e.id);
          return [
            document.documentElement.lang ? [] : ["html has no lang"],
            document.title ? [] : ["no title"],
            all("img:not([alt])").map((e) => "img without alt: " + what(e)),
            all("figure.k-figure").filter((e) => !e.querySelector("[role=img][aria-label]")?.ariaLabel.trim()).map((e) => "figure without description: " + what(e)),
            all("figure.k-figure svg").filter((e) => getComputedStyle(e.parentElement).display !== "none" && !e.getBoundingClientRect().width).map((e) => "drawing not shown: " + what(e)),
            ids.filter((id, i) => id.startsWith("fig-") && ids.indexOf(id) !== i).map((id) => "id twice: " + id),
            all("article .output.traceback, article .output.stderr").map((e) => "a cell complains: " + what(e)),
            wide > 1 ? ["page is " + wide + " px wider than the screen"] : [],
          ].flat();
        }"""
    )
    return faults


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_every_page_is_whole_and_asks_nobody_for_anything(
    chromium: Any, book_address: str, built_book: Path, width: int, scheme: str
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda r: outside(r.url, book_address, faults))
    page.on("response", lambda r: faults.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on(
        "console",
        lambda m: faults.append(f"console: {m.text}") if m.type in ("error", "warning") else None,
    )
    found: dict[str, list[str]] = {}
    names = pages(built_book)
    assert {"index.html", "search.html", "genindex.html"} <= set(names)
    for name in names:
        faults.clear()
        page.goto(f"{book_address}/{name}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        if faults or audit(page):
            found[name] = faults + audit(page)
    context.close()
    assert not found


def outside(url: str, address: str, faults: list[str]) -> None:
    if not url.startswith((address, "data:")):
        faults.append(f"asks {url}")


def test_figures_come_alive_from_files_beside_the_page(chromium: Any, book_address: str, built_book: Path) -> None:
    with_figure = [n for n in pages(built_book) if "k-figure" in (built_book / n).read_text("utf-8")]
    assert with_figure, "no page has a figure"
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda r: outside(r.url, book_address, faults))
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    for name in with_figure:
        page.goto(f"{book_address}/{name}", wait_until="networkidle")
        for drawing in page.locator(".k-figure .k-drawing:visible").all():
            drawing.scroll_into_view_if_needed()
            before = drawing.bounding_box()
            drawing.dispatch_event("pointerenter")
            drawing.locator(".k-live svg").wait_for(state="visible")
            after = drawing.bounding_box()
            assert abs(before["height"] - after["height"]) < 12, f"{name}: the page jumps"
    context.close()
    assert not faults


def test_figures_are_there_without_scripts(chromium: Any, book_address: str, built_book: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    for name in pages(built_book):
        count = (built_book / name).read_text("utf-8").count('<figure class="k-figure"')
        if count:
            page.goto(f"{book_address}/{name}")
            assert page.locator(".k-figure .k-drawing svg:visible").count() == count, name
    context.close()


def test_search_finds_what_the_pages_write(chromium: Any, book_address: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    for word in ("rensho", "掛合", "れんしょ", "렌쇼", "Каке"):
        page.goto(f"{book_address}/search.html?q={word}")
        page.locator("#search-results ul.search li").first.wait_for(timeout=5000)
    context.close()


def test_pages_name_no_address_of_another_site_to_load(built_book: Path) -> None:
    loads = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)=["'](?:https?:)?//""")
    for name in pages(built_book):
        text = (built_book / name).read_text("utf-8")
        assert not loads.search(text), name
        for service in ("thebe", "jsdelivr", "unpkg", "googleapis", "gstatic", "mathjax@"):
            assert service not in text, f"{name} names {service}"


def test_a_phrase_of_another_language_says_which(built_book: Path) -> None:
    text = "".join((built_book / name).read_text("utf-8") for name in pages(built_book))
    for code in ("ja", "ko", "uk"):
        assert f'lang="{code}"' in text
