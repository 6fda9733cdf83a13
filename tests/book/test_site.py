"""The site as a whole: its links, its weight, what machines read of it, its files, its bytes."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from kakeya.show.downloads import every
from kakeya.study import store
from tests.conftest import REQUIRED, extension

NOT_PAGES = {"search.html", "genindex.html"}
NOT_BUILT = {".buildinfo", "kakeya-book.zip"}


class Page(HTMLParser):
    """The ids, the links and the head of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.metas: dict[str, list[str]] = {}
        self.canonical: list[str] = []
        self.json = ""
        self._in_json = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "meta" and "name" in found:
            self.metas.setdefault(found["name"], []).append(found["content"])
        if tag == "link" and found.get("rel") == "canonical":
            self.canonical.append(found["href"])
        self.links += [found[key] for key in ("href", "src") if key in found and tag != "meta"]
        self._in_json = tag == "script" and found.get("type") == "application/ld+json"

    def handle_data(self, data: str) -> None:
        if self._in_json:
            self.json += data

    def handle_endtag(self, tag: str) -> None:
        self._in_json = False


@cache
def parsed(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def pages(book: Path) -> list[Path]:
    return sorted(book.glob("*.html"))


def test_every_link_within_the_site_leads_somewhere(built_book: Path) -> None:
    broken = []
    for path in pages(built_book):
        for link in parsed(path).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            assert not parts.path.startswith("/"), f"{path.name}: {link} does not work in a sub-folder"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                broken.append(f"{path.name}: {link}")
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in parsed(target).ids:
                broken.append(f"{path.name}: {link} has no such anchor")
    assert not broken


def test_no_anchor_stands_twice_on_a_page(built_book: Path) -> None:
    for path in pages(built_book):
        twice = [id for id, number in Counter(parsed(path).ids).items() if number > 1]
        assert not twice, f"{path.name}: {twice}"


def test_every_page_says_how_it_is_cited_to_people_and_machines(built_book: Path) -> None:
    for path in pages(built_book):
        if path.name in NOT_PAGES:
            continue
        page = parsed(path)
        assert "cite-this-page" in page.ids, path.name
        for name in ("citation_title", "citation_author", "citation_publication_date", "DC.title", "DC.creator"):
            assert len(page.metas.get(name, ())) == 1, f"{path.name}: {name}"
        assert page.metas["description"][0].endswith(("?", ".")), f"{path.name} has no question below its title"
        data = json.loads(page.json)
        kind = {"index.html": "Book", "data.html": "Dataset"}.get(path.name, "Article")
        assert data["@type"] == kind and data["datePublished"]


def test_without_an_address_of_the_site_no_tag_names_one(root: Path, built_book: Path) -> None:
    if not re.search(r'^site-url: ""$', (root / "book" / "_config.yml").read_text("utf-8"), re.MULTILINE):
        pytest.skip("this book has an address")
    for path in pages(built_book):
        page = parsed(path)
        assert not page.canonical and "citation_public_url" not in page.metas and "DC.identifier" not in page.metas
        if page.json:
            data = json.loads(page.json)
            assert "url" not in data and "@id" not in data and "contentUrl" not in page.json


def test_the_one_setting_feeds_every_tag(root: Path) -> None:
    metadata = extension(root, "metadata")
    base = "https://example.org/kakeya/"
    address = f"{base}collation.html"
    tags = "".join(metadata.tags("The collation", "Every question.", "2026-11-30", address, False))
    assert tags.count(address) == 3
    script = metadata.json_ld("collation", "The collation", "Every question.", "2026-11-30", address, base)
    data = json.loads(re.sub(r"</?script[^>]*>", "", script))
    assert data["url"] == address and data["isPartOf"]["url"] == base
    script = metadata.json_ld("data", "Data", "What?", "2026-11-30", f"{base}data.html", base)
    urls = [one["contentUrl"] for one in json.loads(re.sub(r"</?script[^>]*>", "", script))["distribution"]]
    assert f"{base}data/collation.csv" in urls and len(urls) == len(every())
    assert address in metadata.foot("The collation", address, False)
    assert "example.org" not in metadata.foot("The collation", "", False)


def test_an_address_that_is_none_is_refused(root: Path, tmp_path: Path) -> None:
    metadata = extension(root, "metadata")
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "_config.yml").write_text("site-url: kakeya.example\n")

    class App:
        srcdir = str(tmp_path / "book")

    with pytest.raises(ValueError, match="write an address such as"):
        metadata.settings(App(), None)


def test_the_files_to_take_away_lie_beside_the_pages(built_book: Path) -> None:
    for one in every():
        assert (built_book / "data" / one.name).read_bytes() == one.content, one.name
    for id in store.names():
        assert (built_book / "data" / "comparisons" / f"{id}.json").read_bytes() == store.path_of(id).read_bytes()
    text = (built_book / "citing.html").read_text("utf-8")
    assert all(f'id="{id}"' in text for id in store.names())


def test_the_engine_in_the_page_knows_what_is_published(root: Path, built_book: Path) -> None:
    with zipfile.ZipFile(built_book / "_static" / "live" / "kakeya.zip") as packed:
        inside = {
            name.removeprefix("kakeya/data/comparisons/") for name in packed.namelist() if "/comparisons/" in name
        }
    assert inside == {f"{id}.json" for id in store.names()}


def test_the_first_load_of_a_page_is_light(chromium: Any, book_address: str, built_book: Path) -> None:
    packed: dict[str, int] = {}

    def weight(url: str) -> int:
        path = built_book / unquote(urlsplit(url).path).removeprefix("/some/where/kakeya/")
        if url not in packed:
            content = path.read_bytes()
            packed[url] = len(content) if path.suffix == ".woff2" else len(gzip.compress(content, 6))
        return packed[url]

    heavy = {}
    for path in pages(built_book):
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        asked: set[str] = set()
        page.on("request", lambda request, asked=asked: asked.add(request.url.partition("#")[0]))
        page.goto(f"{book_address}/{path.name}", wait_until="load")
        page.evaluate("document.fonts.ready.then(() => true)")
        total = sum(weight(url) for url in asked if url.startswith(book_address))
        context.close()
        if total > 1_500_000:
            heavy[path.name] = total
    assert not heavy


def test_text_and_drawings_are_there_from_a_file(chromium: Any, built_book: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda r: None if r.url.startswith(("file:", "data:")) else faults.append(r.url))
    for path in pages(built_book):
        if path.name in NOT_PAGES:
            continue
        page.goto(path.as_uri(), wait_until="load")
        assert page.locator("article h1").first.is_visible(), path.name
        figures = page.locator(".k-figure")
        for number in range(figures.count()):
            assert figures.nth(number).locator(".k-drawing svg").first.bounding_box()["width"] > 100, path.name
        assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Source')
    context.close()
    assert not faults


def test_what_is_supplied_is_said_once_on_a_page(root: Path, built_book: Path) -> None:
    once = extension(root, "finish").once
    folded = "<details><summary>Supplied where a text is silent: 2</summary>{}</details>"
    j, u = (f"<p><strong>{who}</strong></p><dl><dt>{what}</dt></dl>" for who, what in (("J", "a"), ("U", "b")))
    page = once("".join(folded.format(one) for one in (j + u, u, u + j, j + u.replace("b", "c"))))
    assert page.count("<dl>") == 4 and page.count('<a href="#supplied-1">') == 2 and page.count('id="supplied-2"') == 1
    for path in built_book.glob("*.html"):
        text = path.read_text("utf-8")
        assert set(re.findall(r'href="#(supplied-\d+)"', text)) <= set(re.findall(r'id="(supplied-\d+)"', text))


def test_fonts_have_what_the_pages_write_and_no_more(root: Path, built_book: Path) -> None:
    finish = extension(root, "finish")
    fonts = built_book / "_static" / "fonts"
    text = "".join(path.read_text("utf-8") for path in pages(built_book))
    covered: set[int] = set()
    for face in (fonts / "fonts.css").read_text("utf-8").splitlines():
        found = re.search(r"url\(([^)]+)\)", face)
        assert found and (fonts / found[1]).is_file()
        covered |= finish.ranges(face)
    kanji = {sign for sign in text if "一" <= sign <= "鿿" or "가" <= sign <= "힣"}
    assert kanji and {ord(sign) for sign in kanji} <= covered
    assert sum(path.stat().st_size for path in fonts.rglob("*.woff2")) < 3_000_000
    assert "fontawesome.js" not in text


@pytest.mark.parametrize("change", ["kakeya/a.py", "rulesets/b.yaml", "data/comparisons/c.json", "requirements.lock"])
def test_results_of_cells_are_kept_only_while_nothing_changes_that_they_depend_on(
    change: str, root: Path, tmp_path: Path
) -> None:
    cells = extension(root, "cells")
    cache = tmp_path / "_build" / ".jupyter_cache"
    paths = [tmp_path / name for name in (*cells.FILES, "kakeya/a.py", "rulesets/b.yaml", "data/comparisons/c.json")]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("before", "utf-8")
    assert not cells.check(cache, tmp_path)
    cache.mkdir()
    assert cells.check(cache, tmp_path) and cache.exists()
    (tmp_path / "book" / "page.md").write_text("a page", "utf-8")
    assert cells.check(cache, tmp_path)
    (tmp_path / change).write_text("after", "utf-8")
    assert not cells.check(cache, tmp_path) and not cache.exists()
    cache.mkdir()
    assert cells.check(cache, tmp_path)
    (tmp_path / "data" / "comparisons" / "c.json").rename(tmp_path / "data" / "comparisons" / "d.json")
    assert not cells.check(cache, tmp_path)


def test_a_cell_of_a_page_reads_nothing_beside_what_is_watched(root: Path) -> None:
    cells = extension(root, "cells")
    watched = {path.relative_to(root).parts[0] for path in cells.watched(root)}
    assert {"kakeya", "rulesets", "data"} <= watched
    for page in (root / "book").glob("*.md"):
        for cell in re.findall(r"```\{code-cell\}.*?```", page.read_text("utf-8"), re.DOTALL):
            assert not re.search(r"\bopen\(|Path\(|read_text|urllib|\.\./", cell), page.name


@pytest.mark.skipif("twice" not in REQUIRED, reason="builds the book once more: KAKEYA_REQUIRE=twice")
def test_two_builds_give_the_same_bytes(root: Path, built_book: Path, tmp_path: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "IPYTHONDIR": str(root / ".venv" / "ipython"),
        "KAKEYA_QUIET": "1",
        "PYTHONHASHSEED": "7",
    }
    command = ["jupyter-book", "build", "book", "--path-output", str(tmp_path), "--all", "--quiet"]
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)
    again = tmp_path / "_build" / "html"

    def files(site: Path) -> dict[str, bytes]:
        found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
        return {name: path.read_bytes() for name, path in found.items() if path.name not in NOT_BUILT}

    first, second = files(built_book), files(again)
    assert first.keys() == second.keys()
    assert not [name for name in first if first[name] != second[name]]
