"""The stepper of *At the table* follows buttons and keys, says what happens, and is a list without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def stepper(chromium: Any, book_address: str, built_book: Path) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1000, "height": 900})
    page = context.new_page()
    page.goto(f"{book_address}/at-the-table.html", wait_until="load")
    found = page.locator(".k-stepper")
    found.locator(".k-controls").wait_for(state="visible")
    yield found
    context.close()


def shown(stepper: Any, where: str) -> int:
    return int(stepper.locator(f"{where} .k-card:visible").count())


def test_arrow_keys_go_through_the_round_and_each_step_is_said(stepper: Any) -> None:
    assert stepper.locator(".k-count").inner_text().startswith("Step 1 of")
    assert shown(stepper, ".k-middle") == 0 and shown(stepper, ".k-felt .k-at") == 52
    stepper.focus()
    for _ in range(4):
        stepper.press("ArrowRight")
    assert shown(stepper, ".k-middle") == 1
    assert "leads" in stepper.locator(".k-say").inner_text()
    stepper.press("ArrowLeft")
    assert shown(stepper, ".k-middle") == 0
    stepper.press("End")
    assert "stone" in stepper.locator(".k-now").inner_text()
    assert sum(int(one) for one in stepper.locator(".k-won b:visible").all_inner_texts()) == 16
    stepper.press("Home")
    assert stepper.locator(".k-count").inner_text().startswith("Step 1 of")


def test_buttons_do_what_keys_do_and_a_trick_can_be_skipped_to(stepper: Any) -> None:
    stepper.get_by_role("button", name="Next trick").click()
    assert "takes the trick" in stepper.locator(".k-now").inner_text()
    assert shown(stepper, ".k-middle") == 4
    stepper.get_by_role("button", name="Next", exact=True).click()
    assert shown(stepper, ".k-middle") == 1
    stepper.get_by_role("button", name="First").click()
    assert stepper.get_by_role("button", name="Back").get_attribute("aria-disabled") == "true"


def test_without_scripts_every_step_is_in_the_list(chromium: Any, book_address: str, built_book: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{book_address}/at-the-table.html")
    assert page.locator(".k-steplist > li:visible").count() > 60
    assert not page.locator(".k-controls").is_visible()
    context.close()


def test_evidence_leads_to_the_bibliography(built_book: Path) -> None:
    bibliography = (built_book / "bibliography.html").read_text("utf-8")
    page = (built_book / "kakeya-and-nagasaki.html").read_text("utf-8")
    keys = {part.split('"')[0] for part in page.split('href="bibliography.html#')[1:]}
    assert keys and all(f'id="{key}"' in bibliography for key in keys)
