"""Everybody can read the book: what axe-core finds, and what a keyboard reaches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import serious_faults

STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
# Unfold what is folded, of each kind the first few.
OPEN = """() => {
  const seen = {};
  for (const one of document.querySelectorAll("details")) {
    const kind = [one.className, one.parentElement.className, one.querySelector("summary").textContent.replace(/[^a-z]+/gi, "").slice(0, 8)].join("/");
    seen[kind] = (seen[kind] ?? 0) + 1;
    one.open = seen[kind] <= 2;
  }
}"""
# Each width and each scheme once: colours do not depend on the width, nor the rest on the colours.
SCREENS = [(1280, "light"), (360, "dark")]


def pages(book: Path) -> list[str]:
    return sorted(path.name for path in book.glob("*.html"))


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_serious(
    chromium: Any, book_address: str, built_book: Path, axe: str, width: int, scheme: str
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for name in pages(built_book):
        page.goto(f"{book_address}/{name}", wait_until="load")
        page.add_style_tag(content=STILL)
        page.evaluate(OPEN)
        if serious := serious_faults(page, axe):
            found[name] = serious
    context.close()
    assert not found


REACHED = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  return [one.dataset.tabbed ?? "", getComputedStyle(one).outlineStyle, box.width * box.height];
}"""
MARK = """() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].filter(
    (one) => one.tabIndex >= 0 && (one.type !== "radio" || one.checked) && one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest("[inert], dialog:not([open])"));
  all.forEach((one, number) => (one.dataset.tabbed = number));
  return [all.length, all.filter((one) => one.tabIndex > 0).length];
}"""


def test_the_keyboard_reaches_everything(chromium: Any, book_address: str, built_book: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    for name in pages(built_book):
        page.goto(f"{book_address}/{name}", wait_until="load")
        number, out_of_order = page.evaluate(MARK)
        assert number and not out_of_order, name
        if number > 130:
            continue  # the same elements, only more of them
        reached = set()
        for _ in range(number + 3):
            page.keyboard.press("Tab")
            mark, _outline, _size = page.evaluate(REACHED)
            reached.add(mark)
        lost = {str(one) for one in range(number)} - reached
        what = page.evaluate(
            "(marks) => marks.map((one) => document.querySelector(`[data-tabbed='${one}']`).outerHTML.slice(0, 150))",
            sorted(lost),
        )
        assert not lost, f"{name}: {what}"
    context.close()


def test_what_scrolls_can_be_scrolled_without_a_mouse(chromium: Any, book_address: str, built_book: Path) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 900})
    page = context.new_page()
    for name in pages(built_book):
        page.goto(f"{book_address}/{name}", wait_until="load")
        lost = page.evaluate(
            """() => [...document.querySelectorAll("article *")].filter((one) =>
                 one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX) &&
                 one.checkVisibility() && one.tabIndex < 0 && !one.querySelector("a[href], button, summary"))
               .map((one) => one.outerHTML.slice(0, 150))"""
        )
        assert not lost, f"{name}: {lost}"
    context.close()


def test_the_collation_is_filtered_by_keyboard_and_whole_without_scripts(chromium: Any, book_address: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    shown = "[...document.querySelectorAll('.k-point-line[data-kinds]')].filter((one) => one.checkVisibility()).length"
    page.goto(f"{book_address}/collation.html", wait_until="load")
    every = page.evaluate(shown)
    status = page.locator(".k-filter [role=status]")
    assert status.inner_text() == f"All {every} points."
    page.locator(".k-filter input").focus()
    page.keyboard.type("rensho")
    some = page.evaluate(shown)
    assert 0 < some < every and status.inner_text() == f"{some} of {every} points."
    page.keyboard.press("Tab")
    page.keyboard.type("K")
    page.keyboard.press("Tab")
    page.keyboard.type("garbled")
    assert page.evaluate(shown) == 1 and page.locator("#point-rensho-follow").is_visible()
    assert "witness=k" in page.url and "status=garbled" in page.url
    page.reload(wait_until="load")
    assert page.evaluate(shown) == 1
    page.evaluate("location.hash = '#point-stones-count'")
    page.locator("#point-stones-count").wait_for(state="visible")
    assert page.evaluate(shown) == every
    context.close()

    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{book_address}/collation.html")
    assert page.locator("section.lifted:visible").count() > every and page.locator(".k-filter").count() == 0
    context.close()
