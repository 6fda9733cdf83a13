"""One witness: what kind of text it is, what it alone keeps, what it lost, and where it is garbled."""

from __future__ import annotations

import os
from collections import Counter
from html import escape

from kakeya.show import collation, markup
from kakeya.show.agreement import by_point
from kakeya.show.markup import Block
from kakeya.show.plate import Plate, plate
from kakeya.texts import text
from kakeya.texts.catalogue import catalogue
from kakeya.texts.collation import places
from kakeya.texts.text import STATUSES, Entry, Text
from kakeya.texts.values import shown

Name = str | os.PathLike[str]

MEANINGS = {
    "stated": "the text says it",
    "implied": "it follows from what the text says",
    "contradictory": "the text says two things that cannot both hold",
    "garbled": "translation noise; the sense had to be recovered",
    "lost": "announced, and missing",
    "silent": "the text does not speak of it",
}


def witness(name: Name) -> Plate:
    """How a text answers: its points by status, as one bar."""
    one = text.find(name)
    number = Counter(one.entry(id, 4).status for id in catalogue())
    shares = [status for status in MEANINGS if number[status]]
    bar = "".join(
        f'<li class="k-{status}" style="flex-grow:{number[status]}" title="{MEANINGS[status]}">'
        f"<b>{number[status]}</b> <span>{status}</span></li>"
        for status in shares
    )
    answered = sum(bool(one.entry(id, 4).readings) for id in catalogue())
    language = str(one.about.get("language", ""))
    facts = {
        "Siglum": markup.siglum(one.siglum),
        "File": markup.code(str(one.about.get("file", ""))),
        "SHA-256": f'<code class="k-digest">{escape(str(one.about.get("sha256", "")))}</code>',
        "Sibling": markup.siglum(str(one.about["sibling"])) + ", one vote where they agree"
        if "sibling" in one.about
        else "",
    }
    rows = "".join(f"<dt>{key}</dt><dd>{words}</dd>" for key, words in facts.items() if words)
    return plate(
        f'<ul class="k-statuses">{bar}</ul><dl class="k-facts">{rows}</dl>',
        title=f"{one.title} answers {answered} of {len(catalogue())} questions and states {number['stated']} outright",
        description=", ".join(f"{number[status]} {status}" for status in shares)
        + ". With four players; a contradictory or garbled answer still counts as an answer.",
        kind="profile",
        caption=_unsaid(name),
        table=[
            {"point": id, "language": language, "status": one.entry(id, 4).status, "value": _shown(one.entry(id, 4))}
            for id in catalogue()
        ],
    )


def _shown(entry: Entry) -> str:
    return shown(entry.preferred.value) if entry.preferred else ""


def _unsaid(name: Name) -> str:
    found = missing(name)
    return f"Silent where another text speaks: {markup.listed(map(markup.point, found))}." if found else ""


def alone(name: Name, players: int = 4) -> Block:
    """What no other text answers: the point, the answer, and where it stands."""
    one = text.find(name)
    rows = [
        _row(one, id, players)
        for id, cells in by_point(players).items()
        if {cell["witness"] for cell in cells if cell["variant"]} == {one.siglum}
    ]
    return _list(rows, "It answers nothing that no other text answers.")


def missing(name: Name, players: int = 4) -> list[str]:
    """The points at which a text gives no answer and another does."""
    one = text.find(name)
    return [
        id
        for id, cells in by_point(players).items()
        if not one.entry(id, players).readings and any(cell["variant"] for cell in cells)
    ]


def flaws(name: Name, players: int = 4) -> Block:
    """Where a text is garbled, contradicts itself, or has lost something."""
    one = text.find(name)
    rows = [
        _row(one, id, players)
        for id in catalogue()
        if (entry := one.entry(id, players)).status in ("garbled", "contradictory", "lost")
        or any(each.status == "lost" for each in entry.readings)
    ]
    return _list(rows, "Nothing in it is garbled, contradictory or lost.")


def _row(one: Text, id: str, players: int) -> str:
    entry = one.entry(id, players)
    status = f'<span class="k-status k-{entry.status}">{entry.status}</span>' if entry.status in STATUSES else ""
    value = markup.value(_shown(entry), id) if entry.preferred else ""
    cites = collation.cites(one, places(entry, entry.preferred) if len(entry.readings) < 2 else entry.cites)
    gloss = f'<p class="k-gloss">{markup.prose(entry.gloss)}</p>' if entry.gloss else ""
    note = f'<p class="k-note">{markup.prose(entry.note)}</p>' if entry.note else ""
    return f"<dt>{markup.point(id)} {value} {status}</dt><dd>{cites}{gloss}{note}</dd>"


def _list(rows: list[str], nothing: str) -> Block:
    return markup.block(f'<dl class="k-kept">{"".join(rows)}</dl>' if rows else f"<p>{nothing}</p>")
