"""The words of the game in four languages, from `data/glossary.yaml`; each entry is a section with its anchor."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import Any

from kakeya.show import markup
from kakeya.show.markup import Block
from kakeya.texts import collation, library
from kakeya.texts.yamlfile import read_file


def entries() -> list[dict[str, Any]]:
    """The entries as they stand in the file."""
    found: list[dict[str, Any]] = read_file(library.DATA / "glossary.yaml").python["entries"]
    return found


def glossary() -> Block:
    """Every word: what it is, how Japanese witnesses write it, and how each text does."""
    return markup.block("".join(_entry(one) for one in sorted(entries(), key=lambda one: str(one["term"]))))


def _entry(one: dict[str, Any]) -> str:
    plain = unicodedata.normalize("NFD", str(one["term"])).encode("ascii", "ignore").decode()
    anchor = "term-" + plain.lower().replace(" ", "-")
    local = one.get("local")
    names = [str(one["term"]), str(local["script"]) if local else "", *_scripts(one)]
    title = " ".join(dict.fromkeys(filter(None, names)))
    ours = "" if one["english"].lower() == one["term"].lower() else f"In this book: <b>{escape(one['english'])}</b>. "
    rows = []
    if local:
        by = f" <small>{', '.join(local['by'])}</small>" if local["by"] else ""
        rows.append(("In Japan", f"{_word(local['script'], 'ja', local['reading'])}{by}"))
    for witness in collation.chosen(()):
        if witness.siglum in one:
            words = "; ".join(
                f"{_word(each['words'], markup.language(witness.siglum), each.get('reading', ''))} "
                f'<small class="k-locus">{each["locus"]}</small>'
                for each in one[witness.siglum]
            )
            rows.append((f"{markup.siglum(witness.siglum)}, {_language(witness.siglum)}", words))
    forms = "".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in rows)
    return (
        f'<h3 id="{anchor}">{markup.tagged(title)}</h3><p>{ours}{markup.tagged(one["means"])}</p>'
        f'<dl class="k-forms">{forms}</dl>'
    )


def _scripts(one: dict[str, Any]) -> list[str]:
    """The first form in each script that is not Latin, for the heading and for the search."""
    return [
        str(one[siglum][0]["words"]) for siglum in _sigla() if siglum in one and not one[siglum][0]["words"].isascii()
    ]


def _language(siglum: str) -> str:
    return {"uk": "Ukrainian", "ja": "Japanese", "ko": "Korean"}[markup.language(siglum)]


def _word(words: str, language: str, reading: str) -> str:
    if words.isascii():
        return f'<span class="k-script">{escape(words)}</span>'
    said = f" <i>{escape(reading)}</i>" if reading else ""
    return f'<span class="k-script">{markup.phrase(words, language)}</span>{said}'


def _sigla() -> list[str]:
    return [one.siglum for one in collation.chosen(())]
