"""The last hand at the built pages.

- fonts keep only the characters that the book writes. A page with Japanese in
  it would else load two megabytes of slices for some hundred characters
- icons come from one small font, and not from a script besides
- what is supplied for the rules of a chart is said once on a page
- names and roles that the theme gives its elements, and that do not hold, go
"""

from __future__ import annotations

import hashlib
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

ICONS = "vendor/fontawesome/webfonts"
ICON_SCRIPT = "scripts/fontawesome.js"
# Icons that scripts bring in, beside those that the pages name.
BY_SCRIPT = ("fa-magnifying-glass", "fa-bars", "fa-xmark", "fa-check", "fa-copy")


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    pages = {path: path.read_text("utf-8") for path in sorted(site.glob("*.html"))}
    shrink(site / "_static", "".join(pages.values()))
    digest = hashlib.sha256((site / "_static" / "fonts" / "fonts.css").read_bytes()).hexdigest()[:8]
    for path, text in pages.items():
        path.write_text(re.sub(r"(fonts/fonts\.css)\?v=\w+", rf"\1?v={digest}", mend(text)), "utf-8")
    (site / "_static" / ICON_SCRIPT).unlink(missing_ok=True)


SUPPLIES = re.compile(r"<details><summary>(Supplied where a text is silent: \d+)</summary>(.*?)</details>", re.DOTALL)


def once(page: str) -> str:
    """A page that says once what is supplied for some rules; a chart of the same rules leads there."""
    said: list[set[str]] = []

    def shown(found: re.Match[str]) -> str:
        title, all_of_it = found.groups()
        groups = {one.strip() for one in re.split("(?=<p><strong>)", all_of_it)} - {""}
        for number, before in enumerate(said, 1):
            if groups <= before:
                return f'<span class="k-said-above"><a href="#supplied-{number}">{title}, as above</a></span>'
        said.append(groups)
        return f'<details><summary>{title}</summary><div id="supplied-{len(said)}">{all_of_it}</div></details>'

    return SUPPLIES.sub(shown, page)


def mend(page: str) -> str:
    """A page without the script of icons, without repeated supplies, and with names that hold what is seen."""
    page = once(page)
    page = re.sub(r'<script[^>]* src="[^"]*fontawesome\.js[^"]*"></script>', "", page)
    page = re.sub(r'(<button class="btn search-button-field[^>]*?) title="Search" aria-label="Search"', r"\1", page)
    return re.sub(r'(<i class="theme-switch [^>]*?) title="[^"]*"', r'\1 aria-hidden="true"', page)


def shrink(static: Path, text: str) -> None:
    """Leave in the fonts what the pages write, and drop the slices of which they write nothing."""
    sheet = static / "fonts" / "fonts.css"
    used = {ord(sign) for sign in text}
    jobs: dict[Path, set[int]] = {}
    faces = []
    for face in sheet.read_text("utf-8").splitlines():
        found = re.search(r"url\((noto-serif-(?:jp|kr)/[^)]+\.woff2)\)", face)
        if not found:
            faces.append(face)
            continue
        kept = used & ranges(face)
        if kept:
            jobs[static / "fonts" / found[1]] = kept
            faces.append(face)
        else:
            (static / "fonts" / found[1]).unlink(missing_ok=True)
    sheet.write_text("\n".join(faces) + "\n", "utf-8")
    jobs[static / ICONS / "fa-solid-900.woff2"] = icons(static, text)
    with ProcessPoolExecutor() as pool:
        list(pool.map(cut, jobs, jobs.values()))


def ranges(face: str) -> set[int]:
    """The characters of a face, from its `unicode-range`."""
    found = re.search(r"unicode-range:([^;}]+)", face)
    signs: set[int] = set()
    for part in found[1].split(",") if found else ():
        first, _, last = part.strip().removeprefix("U+").partition("-")
        signs.update(range(int(first, 16), int(last or first, 16) + 1))
    return signs


def icons(static: Path, text: str) -> set[int]:
    """The icons that pages and scripts name."""
    sheet = (static / "styles" / "pydata-sphinx-theme.css").read_text("utf-8")
    names = set(re.findall(r"\bfa-[a-z0-9-]+", text)) | set(BY_SCRIPT)
    signs: set[int] = set()
    for selectors, sign in re.findall(r'([^{}]+)\{[^{}]*content:"\\([0-9a-f]{4})"', sheet):
        named = set(re.findall(r"\.(fa-[a-z0-9-]+)", selectors))
        if not named or names & named:
            signs.add(int(sign, 16))
    return signs


def cut(path: Path, signs: set[int]) -> None:
    """A font with only these characters; the same bytes for the same ones."""
    with TTFont(path, recalcTimestamp=False) as font:
        options = subset.Options(flavor="woff2", hinting=False, layout_features=["*"], ignore_missing_unicodes=True)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=sorted(signs))
        cutter.subset(font)
        font.flavor = "woff2"
        font.save(path)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
