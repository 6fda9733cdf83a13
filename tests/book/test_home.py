"""The book taken home: one zip with site, notebooks, rulesets and package, and all of them work where it is unpacked."""

from __future__ import annotations

import functools
import http.server
import json
import re
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Quiet, extension

SKIPPED = "skip-execution"


@pytest.fixture(scope="module")
def home(built_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, unpacked."""
    folder = tmp_path_factory.mktemp("home")
    with zipfile.ZipFile(built_book.parent / "kakeya-book.zip") as archive:
        archive.extractall(folder)
    return folder / "kakeya-book"


def test_the_zip_is_always_the_same_and_stands_in_the_site(root: Path, built_book: Path, tmp_path: Path) -> None:
    extension(root, "site").pack(built_book, tmp_path / "again.zip")
    archive = built_book.parent / "kakeya-book.zip"
    assert archive.read_bytes() == (tmp_path / "again.zip").read_bytes()
    assert archive.read_bytes() == (built_book / "kakeya-book.zip").read_bytes()
    told = re.search(r"some (\d+) MB", (built_book / "data.html").read_text("utf-8"))
    assert told and archive.stat().st_size / 1e6 == pytest.approx(int(told[1]), rel=0.1)


def test_it_holds_all_that_its_readme_names(root: Path, built_book: Path, home: Path) -> None:
    readme = (home / "README.txt").read_text("utf-8")
    for name in re.findall(r"^(\S+/|\S+\.txt) ", readme, re.MULTILINE):
        assert (home / name).exists(), name
    (wheel,) = re.findall(r"kakeya-\S+\.whl", readme)
    with zipfile.ZipFile(home / wheel) as packed:
        inside = packed.namelist()
    assert {"kakeya/cli.py", "kakeya/show/css/figure.css", "kakeya/rulesets/ja.yaml"} <= set(inside)
    here = {path.relative_to(built_book).as_posix() for path in built_book.rglob("*") if path.is_file()}
    there = {path.relative_to(home / "site").as_posix() for path in (home / "site").rglob("*") if path.is_file()}
    assert here - there <= {".buildinfo", "kakeya-book.zip"} and not there - here
    for path in (root / "rulesets").rglob("*.yaml"):
        assert (home / "rulesets" / path.relative_to(root / "rulesets")).read_bytes() == path.read_bytes()


def test_its_site_works_from_the_smallest_server(chromium: Any, home: Path) -> None:
    handler = functools.partial(Quiet, directory=str(home.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/kakeya-book/site"
    context = chromium.new_context()
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda r: None if r.url.startswith((address, "data:")) else faults.append(r.url))
    page.on("requestfailed", lambda r: faults.append(r.url))
    for name in ("index", "data", "your-own-rules"):
        page.goto(f"{address}/{name}.html", wait_until="networkidle")
        assert page.locator("article h1").first.is_visible()
        assert page.locator("a[href*='kakeya-book.zip']").count() == 0
    assert page.locator(".k-load").is_visible()
    context.close()
    server.shutdown()
    assert not faults


def test_its_notebooks_are_notebooks_in_plain_markdown(root: Path, home: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    found = sorted((home / "notebooks").glob("*.ipynb"))
    assert [path.stem for path in found] == sorted(path.stem for path in (root / "book").glob("*.md"))
    for path in found:
        read = nbformat.read(path, as_version=4)
        nbformat.validate(read)
        prose = "\n".join(cell.source for cell in read.cells if cell.cell_type == "markdown")
        assert not re.search(r"\{[\w:-]+\}`|^:::|^```\{|^\([\w-]+\)=|<div|\.md\)", prose, re.MULTILINE), path.name
        for target, anchor in re.findall(r"\]\(([\w./-]+)(?:#([\w-]+))?\)", prose):
            assert (path.parent / target).is_file(), f"{path.name}: {target}"
            if anchor:
                assert f'id="{anchor}"' in (path.parent / target).read_text("utf-8"), f"{path.name}: {target}#{anchor}"


def test_the_notebook_to_begin_with_runs_from_top_to_bottom(home: Path) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat")
    read = nbformat.read(home / "notebooks" / "your-own-rules.ipynb", as_version=4)
    where = {"metadata": {"path": str(home / "notebooks")}}
    done = nbclient.NotebookClient(read, timeout=120, skip_cells_with_tag=SKIPPED, resources=where).execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    shown = json.dumps([output.get("data", {}).get("text/html", "") for output in outputs])
    assert shown.count("<svg") >= 2 and "k-replay" in shown and "<style>" in shown
