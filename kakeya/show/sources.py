"""The sources of a claim, as a figure names them: a short title that leads to the bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape

from kakeya.errors import KakeyaError, did_you_mean
from kakeya.show import markup
from kakeya.texts import library

BIBLIOGRAPHY = "bibliography.html"  # each entry has the anchor `source-` and its key
CONFIDENCES = {"H": "high", "M": "middling", "L": "low"}


@cache
def titles() -> dict[str, str]:
    """Key -> title of every entry of `data/references.bib`, in English where the entry has both."""
    text = (library.DATA / "references.bib").read_text("utf-8")
    found = re.findall(r"@\w+\{([^,\s]+),\s*title = \{(.*?)\},\n", text)
    return {key: _english(title.strip("{}")) for key, title in found}


def _english(title: str) -> str:
    inside = re.search(r"\(([^()]*[A-Za-z][^()]*)\)\s*$", title)
    return inside[1] if inside and not title.isascii() else title


def link(key: str) -> str:
    """A source by its short title, as a link to its entry in the bibliography."""
    if key not in titles():
        raise KakeyaError(f"there is no source `{key}` in data/references.bib; {did_you_mean(key, titles())}")
    return f'<a class="k-source" href="{BIBLIOGRAPHY}#source-{escape(key)}">{markup.tagged(titles()[key])}</a>'


def links(keys: Iterable[str]) -> str:
    """Several sources, parted by semicolons."""
    return "; ".join(link(key) for key in keys)
