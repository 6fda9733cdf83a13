"""What readers cite and take away."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

from kakeya.show import citations, cite_edition, downloads
from kakeya.show.citing import EDITION, page_citations
from kakeya.show.downloads import every, write
from kakeya.study import store
from kakeya.study.cite import STYLES


def test_a_page_is_cited_in_every_style_with_its_address_or_without() -> None:
    for address in ("", "https://example.org/kakeya/collation.html"):
        found = page_citations("The collation", address)
        assert set(found) == set(STYLES)
        assert all("The collation" in text and EDITION in text for text in found.values())
        assert all(("example.org" in text) == bool(address) for text in found.values())
        (item,) = json.loads(found["csl"])
        assert item["container-title"] == EDITION
    assert EDITION in cite_edition().text


def test_every_published_comparison_can_be_cited_and_played_again() -> None:
    html = citations().html
    for id in store.names():
        assert html.count(f'<li id="{id}">') == 1
        assert f"kakeya reproduce {id}" in html and f"data/comparisons/{id}.json" in html
    ids = [part.partition('"')[0] for part in html.split('<h3 id="')[1:]]
    assert len(ids) == len(set(ids))


def test_files_are_described_and_laid_out(tmp_path: Path) -> None:
    write(tmp_path)
    html = downloads().html
    for one in every():
        assert f'href="data/{one.name}"' in html and one.about
        assert (tmp_path / "data" / one.name).read_bytes() == one.content
    contents = {one.name: one.content for one in every()}
    rows = list(csv.DictReader(io.StringIO(contents["collation.csv"].decode())))
    assert {row["witness"] for row in rows} == {"U", "J", "K"}
    with zipfile.ZipFile(io.BytesIO(contents["comparisons.zip"])) as archive:
        assert archive.namelist() == [f"{id}.json" for id in store.names()]
