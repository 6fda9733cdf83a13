"""What tests may need and a machine may lack.

A test that needs the three texts, Chromium or the built book asks for the
fixture of that name. Where it is missing the test is skipped, and says so;
where KAKEYA_REQUIRE names it (``KAKEYA_REQUIRE=sources,chromium,book``, as CI
does) it fails instead.
"""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIRED = {name.strip() for name in os.environ.get("KAKEYA_REQUIRE", "").split(",")} - {""}


# Speed is measured when it is asked for: make bench.
collect_ignore = [] if any("bench" in argument for argument in sys.argv) else ["bench"]


def extension(root: Path, name: str) -> ModuleType:
    """A module of the book's own, from `book/_ext`."""
    folder = root / "book" / "_ext"
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def missing(name: str, why: str) -> NoReturn:
    if name in REQUIRED:
        pytest.fail(f"{why} (and KAKEYA_REQUIRE asks for {name})", pytrace=False)
    pytest.skip(why)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sources_dir() -> Path:
    """The three rule texts: KAKEYA_SOURCES, or shared/sources beside the project."""
    place = Path(os.environ.get("KAKEYA_SOURCES") or ROOT.parent / "shared" / "sources")
    if not list(place.glob("*.txt")):
        missing("sources", f"no rule texts in {place}; name their folder in KAKEYA_SOURCES")
    return place


@pytest.fixture(scope="session")
def built_book() -> Path:
    """The book as `make book` leaves it."""
    place = ROOT / "book" / "_build" / "html"
    if not (place.parent / ".ready").exists():
        missing("book", "the book is not built; run `make book` first")
    return place


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium, as Playwright's Browser."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        missing("chromium", "no Chromium on this machine; name one in CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api")
    quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet.append("--no-sandbox")
    with playwright.sync_playwright() as run:
        browser = run.chromium.launch(executable_path=program, args=quiet)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    """The script that finds what keeps people out of a page."""
    path = root / ".venv" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.exists():
        missing("book", "axe-core is not installed; run `make book` first")
    return path.read_text("utf-8")


def serious_faults(page: Any, axe: str, within: str = "html") -> list[str]:
    """What axe finds in a part of a page that is serious, or worse."""
    page.evaluate(axe)
    result = page.evaluate("(within) => axe.run(within, { resultTypes: ['violations'] })", within)
    return [
        f"{one['impact']} {one['id']} ({len(one['nodes'])}): {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:200]}"
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
    ]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static server that keeps no log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def book_address(built_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The book on a plain static server, in a sub-folder as many hosts have it."""
    top = tmp_path_factory.mktemp("site")
    (top / "some" / "where").mkdir(parents=True)
    (top / "some" / "where" / "kakeya").symlink_to(built_book, target_is_directory=True)
    handler = functools.partial(Quiet, directory=str(top))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/some/where/kakeya"
    server.shutdown()
