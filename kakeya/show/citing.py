"""How to cite: the edition, a page of it, and all that is published."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from html import escape
from itertools import groupby
from typing import Any

from kakeya import __version__
from kakeya.show import markup
from kakeya.show.causes import largest
from kakeya.show.compare import LABELS, change, name
from kakeya.show.markup import Block
from kakeya.show.published import every
from kakeya.study.attribute import Attributing, Attribution
from kakeya.study.cite import AUTHOR, STYLES, WORK, YEAR, _tex, cite
from kakeya.study.compare import Comparing, Comparison
from kakeya.study.order import Order, Ordering
from kakeya.study.store import Published

EDITION = WORK
NAMES = {"text": "Text", "bibtex": "BibTeX", "ris": "RIS", "csl": "CSL-JSON"}


def page_citations(title: str = "", address: str = "") -> dict[str, str]:
    """A citation of a page, or of the whole edition, in every style."""
    whole = not title
    what = title or EDITION
    key = (
        "kakeya"
        if whole
        else "kakeya-" + "".join(sign for sign in title.lower().replace(" ", "-") if sign.isalnum() or sign == "-")
    )
    words = (
        f"{AUTHOR} ({YEAR}). {what}."
        + ("" if whole else f" In {EDITION},")
        + f" {'V' if whole else 'v'}ersion {__version__}."
    )
    fields = {"author": f"{{{AUTHOR}}}", "title": f"{{{_tex(what)}}}"}
    fields |= {} if whole else {"booktitle": f"{{{_tex(EDITION)}}}"}
    fields |= {"year": YEAR, "version": __version__} | ({"url": address} if address else {})
    bibtex = ",\n".join(f"  {name:<9} = {{{value}}}" for name, value in fields.items())
    item = {"id": key, "type": "webpage" if not whole else "book", "title": what}
    csl: dict[str, object] = item | {"author": [{"literal": AUTHOR}], "issued": {"date-parts": [[int(YEAR)]]}}
    csl |= (
        {"version": __version__}
        | ({} if whole else {"container-title": EDITION})
        | ({"URL": address} if address else {})
    )
    ris = [f"TY  - {'BOOK' if whole else 'CHAP'}", f"ID  - {key}", f"AU  - {AUTHOR}", f"TI  - {what}"]
    ris += [] if whole else [f"T2  - {EDITION}"]
    ris += [f"PY  - {YEAR}", f"ET  - {__version__}", *([f"UR  - {address}"] if address else []), "ER  - "]
    return {
        "text": words + (f" {address}" if address else ""),
        "bibtex": f"@{'book' if whole else 'incollection'}{{{key},\n{bibtex}\n}}",
        "ris": "\n".join(ris),
        "csl": json.dumps([csl], ensure_ascii=False, indent=2),
    }


def styles(found: dict[str, str], open: str = "") -> str:
    """Citations in several styles, each one click away; `open` is shown at once."""
    parts = []
    for style, label in NAMES.items():
        if style in found:
            body = f'<pre class="k-citation">{escape(found[style].strip(), quote=False)}</pre>'
            state = " open" if style == open else ""
            parts.append(f"<details{state}><summary>{label}</summary>{body}</details>")
    return f'<div class="k-styles">{"".join(parts)}</div>'


def cite_edition() -> Block:
    """The whole edition in every style."""
    return markup.block(styles(page_citations(), open="text"))


def citations(level: int = 3) -> Block:
    """All that is published: title, id, what it found most clearly, how to cite it and to play it again."""
    parts = []
    for title, group in groupby(every(), key=lambda one: one.study.title.partition(", ")[0]):
        ones = list(group)
        if all("=" in one.study.title for one in ones):
            title += ", read otherwise"
        anchor = "published-" + "".join(sign if sign.isalnum() else "-" for sign in title.lower())
        parts.append(f'<h{level} id="{anchor}">{escape(title)}</h{level}>')
        parts.append(f'<ul class="k-published">{"".join(map(_published, ones))}</ul>')
    return markup.block("".join(_once(parts)))


def _once(parts: Iterable[str]) -> Iterable[str]:
    """Headings of one title are numbered, so that no anchor stands twice."""
    seen: dict[str, int] = {}
    for part in parts:
        if part.startswith("<h"):
            seen[part] = seen.get(part, 0) + 1
            if seen[part] > 1:
                part = part.replace('">', f'-{seen[part]}">', 1)
        yield part


def _published(one: Published) -> str:
    study = one.study
    which, found = DETAILS[study.KIND](one.result) if study.KIND in DETAILS else (study.KIND, "")
    title = study.title.partition(", ")[2] or which
    seats = one.data[study.RULES[0]]["seats"]
    what = f"{study.rounds:,} {study.unit}, {seats} players, {escape(study.players_of(one.data))}, seed {study.seed}"
    return (
        f'<li id="{study.id}"><p><b>{escape(title)}</b> <code>{study.id}</code> '
        f'<a href="data/comparisons/{study.id}.json" download>JSON</a></p>'
        f'<p class="k-meaning">{what}. {escape(found)}</p>'
        f"<p>{markup.code(f'kakeya reproduce {study.id}')}</p>"
        f"{styles({style: cite(one.data, style) for style in STYLES})}</li>"
    )


# -- what each kind of study is called in its list, and what it found -----------------------------------
def _comparison(found: Comparison) -> tuple[str, str]:
    effect = largest(found)
    if effect is None:
        return "as they stand", "No measure differs clearly."
    return "as they stand", f"Moves most: {LABELS[effect.measure.id]}, {change(effect.difference, effect.measure)}."


def _attribution(found: Attribution) -> tuple[str, str]:
    most = max(found.shares, key=lambda one: abs(one.value.mean), default=None)
    told = f"Adds most: {most.id}, {change(most.value, found.measure)}." if most else "Nothing differs."
    return LABELS[found.measure.id], told


def _order(found: Order) -> tuple[str, str]:
    mean, low, high = (f"{one:.3f}".replace("-", "−") for one in (found.order.mean, found.order.low, found.order.high))
    return name(found.rules), f"Order {mean} ({low} to {high})."


DETAILS: dict[str, Callable[[Any], tuple[str, str]]] = {
    Comparing.KIND: _comparison,
    Attributing.KIND: _attribution,
    Ordering.KIND: _order,
}
