"""The HTML that pages are made of: phrases with their language, points with their link, and blocks of both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from kakeya.show.notebook import dressed
from kakeya.texts.catalogue import catalogue
from kakeya.texts.text import siglum_texts

COLLATION = "collation.html"  # the page that has every point as an anchor

# Whole runs of a script; marks and figures between two letters of one script belong to it.
_INNER = r"[\s　、。・～「」『』（）()/0-9:…—–-]*"
_SCRIPTS = {
    "ko": r"[ᄀ-ᇿ㄰-㆏가-힯]",
    "ja": r"[぀-ヿ㐀-䶿一-鿿々〆]",
    "uk": r"[Ѐ-ӿ'’]*[Ѐ-ӿ]",
}
_RUN = re.compile("|".join(f"(?P<{code}>{one}(?:{_INNER}{one})*)" for code, one in _SCRIPTS.items()))
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A piece of a page. A notebook shows `html`; a terminal shows `text`."""

    html: str
    text: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": dressed(self.html), "text/plain": self.text}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Block of {len(self.text)} letters>"


_BLOCKS = re.compile(r"(?=<(?:p|li|ul|ol|div|dl|dt|dd|h\d|table|tr|t[hd]|details|figcaption)\b)")


def block(html: str) -> Block:
    """A block whose plain text is its HTML without the marks. Each part stands on a line, so that no words run together."""
    html = _BLOCKS.sub("\n", html).strip()
    text = re.sub(r"<(?:/p|/li|/h\d|/tr|/dd|br)[^>]*>", "\n", html)
    text = unescape(re.sub(r"<[^>]+>", "", re.sub(r"</t[dh]>", "  ", text)))
    return Block(html, "\n".join(line.strip() for line in text.splitlines() if line.strip()))


def phrase(words: str, language: str) -> str:
    """Words of one language, said to be of it."""
    return f'<span lang="{escape(language)}">{escape(words, quote=False)}</span>'


def runs(words: str) -> list[tuple[str, str]]:
    """English prose in pieces, each with its language by its script: `en`, `ja`, `ko` or `uk`."""
    parts, at = [], 0
    for found in _RUN.finditer(words):
        parts += [(words[at : found.start()], "en"), (found[0], str(found.lastgroup))]
        at = found.end()
    return [(piece, language) for piece, language in [*parts, (words[at:], "en")] if piece]


def tagged(words: str) -> str:
    """English prose with phrases of other scripts in it, each said to be of its language."""
    return "".join(
        escape(piece, quote=False) if language == "en" else phrase(piece, language) for piece, language in runs(words)
    )


def prose(words: str) -> str:
    """English prose in which `point.id` leads to the point, and other `words` are code."""
    parts, at = [], 0
    for found in _CODE.finditer(words):
        parts += [tagged(words[at : found.start()]), point(found[1]) if found[1] in catalogue() else code(found[1])]
        at = found.end()
    return "".join([*parts, tagged(words[at:])])


def code(words: str) -> str:
    """Words as code."""
    return f"<code>{escape(words, quote=False)}</code>"


def anchor(id: str) -> str:
    """The anchor of a point on the page of the collation: `point-rensho-follow`."""
    return "point-" + id.replace(".", "-")


def point(id: str, words: str = "") -> str:
    """A point's id, or other words (HTML), as a link to its place in the collation."""
    question = escape(catalogue()[id].question)
    return f'<a class="k-point" href="{COLLATION}#{anchor(id)}" title="{question}">{words or code(id)}</a>'


def value(words: str, id: str = "") -> str:
    """An answer as code; its meaning, where the catalogue has one, is what shows when it is pointed at."""
    meaning = catalogue()[id].values.get(words, "") if id else ""
    title = f' title="{escape(meaning)}"' if meaning else ""
    return f'<code class="k-value"{title}>{escape(words, quote=False)}</code>'


def siglum(one: str) -> str:
    """A witness's siglum in its colour."""
    known = one if one in ("U", "J", "K") else "other"
    return f'<b class="k-siglum k-{known}">{escape(one)}</b>'


def language(one: str) -> str:
    """The language of a witness, by siglum; English for whoever is none."""
    text = siglum_texts().get(one)
    return str(text.about.get("language", "en")) if text else "en"


def listed(items: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} {word} {last}" if most else last
