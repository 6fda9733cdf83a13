"""What readers can take away: the texts as data, the collation, and every result, each with what it is."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from kakeya.show import markup
from kakeya.show.markup import Block
from kakeya.study import judged, store
from kakeya.texts import collation, library

FOLDER = "data"  # beside the pages


@dataclass(frozen=True)
class Download:
    """A file of the site: its name below `data/`, what it is, its group, its bytes."""

    name: str
    title: str
    about: str
    group: str
    content: bytes


RULESETS = {
    "points.yaml": "The catalogue: every point with its question, its allowed answers, and what it touches.",
    "uk.yaml": "The Ukrainian text: answers with status, place, words and gloss, and every reading it admits.",
    "ja.yaml": "The Japanese text, likewise.",
    "ko.yaml": "The Korean text, likewise.",
    "editor.yaml": "What the edition supplies where a text is silent, and why.",
    "control/town.yaml": "A composite of the Japanese outside witnesses, with their disputes as readings.",
    "control/whist.yaml": "Plain whist, to calibrate the engine.",
}
FACTS = {
    "witness-deals.json": "For every two answers to a point the smallest situation in which they differ, with both outcomes; or why there is none.",
    "outside.yaml": "Who else speaks of the game, what each says of which point, and how sure we are.",
    "timeline.yaml": "Dated facts around the game, each with its source and our confidence.",
    "references.bib": "The bibliography, as BibTeX.",
    "digests.yaml": "Digests of the three texts and of every cited sentence; `kakeya verify-texts DIR` checks a copy against them.",
}


@cache
def every() -> list[Download]:
    """All files, in the order in which the page lists them."""
    return list(_every())


def _every() -> Iterator[Download]:
    for name, about in RULESETS.items():
        path = library.RULESETS / name
        yield Download(f"rulesets/{name}", name, about, "The texts as rulesets (YAML)", path.read_bytes())
    group = "The collation"
    yield Download(
        "collation.csv",
        "CSV",
        "One row for each point, text and number of players.",
        group,
        collation.as_csv().encode(),
    )
    yield Download(
        "collation.json", "JSON", "The same with all readings and arguments.", group, collation.as_json().encode()
    )
    yield Download(
        "collation.xml",
        "TEI",
        "A critical apparatus in TEI P5: witnesses, app, lem, rdg.",
        group,
        collation.as_tei().encode(),
    )
    yield Download(
        "collation.rng",
        "RELAX NG",
        "The schema of the elements that the TEI file uses.",
        group,
        (library.DATA / "tei" / "collation.rng").read_bytes(),
    )
    group = "The published comparisons"
    results = [(path.name, path.read_bytes()) for path in sorted(store.COMPARISONS.glob("kkt-*.json"))]
    yield Download(
        "comparisons.zip",
        "all of them",
        f"{len(results)} files of JSON: what was compared, every figure with its interval, and the raw sums in blocks. "
        "Each also stands by itself in data/comparisons/, under its id.",
        group,
        _zip(results),
    )
    yield Download(
        "comparisons/plan.yaml",
        "the plan",
        "Which comparisons are published; `kakeya sweep` makes them from it.",
        group,
        (store.COMPARISONS / "plan.yaml").read_bytes(),
    )
    for path in judged.every():
        record = judged.read(path).record
        yield Download(
            f"judged/{path.name}",
            path.name,
            f"A round under {record.rules.text.siglum}, dealt with seed {record.deal.seed}: the hands, every trick, and what "
            "the first side takes under best play after each card. `kakeya judge` judges it again.",
            "Rounds judged with all hands open",
            path.read_bytes(),
        )
    for name, about in FACTS.items():
        yield Download(name, name, about, "Facts", (library.DATA / name).read_bytes())


def _zip(files: list[tuple[str, bytes]]) -> bytes:
    """A zip archive that is the same wherever and whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def downloads() -> Block:
    """All files that can be taken away, each with what it is, its size, and the digest by which to check it."""
    parts: list[str] = []
    group = ""
    for one in every():
        if one.group != group:
            parts += [
                "</dl>" if group else "",
                f'<h3 id="{_anchor(one.group)}">{escape(one.group)}</h3>',
                '<dl class="k-files">',
            ]
            group = one.group
        digest = hashlib.sha256(one.content).hexdigest()
        parts.append(
            f'<dt><a href="{FOLDER}/{one.name}" download>{escape(one.title)}</a> <small>{_size(len(one.content))}</small></dt>'
            f'<dd>{markup.prose(one.about)} <small class="k-digest" title="SHA-256 {digest}">SHA-256 {digest[:12]}…</small></dd>'
        )
    return markup.block("".join([*parts, "</dl>"]))


def _anchor(words: str) -> str:
    return "-".join("".join(sign if sign.isalnum() else " " for sign in words.lower()).split())


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number > 1e6 else f"{max(1, round(number / 1e3))} kB"


def write(site: Path) -> list[Path]:
    """Lay the files out in a built site."""
    written = []
    singles = [(f"comparisons/{path.name}", path.read_bytes()) for path in sorted(store.COMPARISONS.glob("kkt-*.json"))]
    for name, content in [*((one.name, one.content) for one in every()), *singles]:
        path = site / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(path)
    return written
