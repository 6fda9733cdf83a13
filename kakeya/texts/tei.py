"""The collation in the words of TEI P5: one `app` for every point, in it a `lem` or `rdg` for each reading of a text.

What stands where:

    witness    a text; its xml:id is its siglum
    app        a point (@n); where a text tells four and six players apart there are two, of @type players-4, players-6
    lem, rdg   what a text says there: @wit whose it is, @n the answer, @type its status, @subtype whether it is the
               preferred reading of that text, @require the readings that go with it; inside, the words quoted
    gap        in place of words: the text is silent, or its answer is lost or garbled
    note       @target a reading, @type locus (where its words stand), gloss, argument, or note

There is no copy text: `lem` is the preferred reading of the first text that answers, and no judgement. Only these
elements are used, and the schema in data/tei holds this project's use of them; more is not claimed.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass

from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.collation import Name, chosen, depends_on_players, places, sibling_notes
from kakeya.texts.text import Entry, Reading, Text
from kakeya.texts.values import shown

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tei(*names: Name, players: int | None = None) -> str:
    """The collation of these texts, or of the witnesses; `players` picks 4 or 6 where a text tells them apart."""
    texts = chosen(names)
    ids = _ids(texts)
    root = ET.Element("TEI", {"xmlns": NAMESPACE})
    _header(root, texts, ids)
    body = _sub(_sub(root, "text"), "body")
    known = catalogue()
    split = {id for id in known if players is None and any(depends_on_players(one, id) for one in texts)}
    for group, title in known.groups.items():
        div = _sub(body, "div", n=group)
        _sub(div, "head", title)
        for id, point in known.items():
            if point.group != group:
                continue
            part = _sub(div, "div", n=id)
            _sub(part, "head", point.question)
            for count in PLAYERS if id in split else [players or PLAYERS[0]]:
                _app(part, id, texts, ids, count, split)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _sub(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """A child element; attributes without a value are left out, and `xml_` is the prefix of XML's own."""
    named = {key.replace("xml_", _XML): _plain(value) for key, value in attributes.items() if value}
    child = ET.SubElement(parent, tag, named)
    child.text = _plain(text) or None
    return child


def _plain(text: str) -> str:
    """Text without what XML cannot carry."""
    return _NO_XML.sub("\ufffd", " ".join(text.split()))


def _ids(texts: Sequence[Text]) -> dict[str, str]:
    """The xml:id of each text: its siglum, where XML allows it."""
    found: dict[str, str] = {}
    for number, one in enumerate(texts, 1):
        good = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", one.siglum) and one.siglum not in found.values()
        found[one.siglum] = one.siglum if good else f"text-{number}"
    return found


def _header(root: ET.Element, texts: Sequence[Text], ids: dict[str, str]) -> None:
    header = _sub(root, "teiHeader")
    file = _sub(header, "fileDesc")
    _sub(_sub(file, "titleStmt"), "title", "Kakeya Toranpu: the rule texts, collated point by point")
    _sub(_sub(file, "publicationStmt"), "p", "The Kakeya Toranpu project, CC BY 4.0")
    witnesses = _sub(_sub(file, "sourceDesc"), "listWit")
    for one in texts:
        words = ". ".join(filter(None, (one.title, str(one.about.get("nature", "")))))
        _sub(witnesses, "witness", words, xml_id=ids[one.siglum], n=one.name)
    encoding = _sub(header, "encodingDesc")
    _sub(encoding, "variantEncoding", method="location-referenced", location="external")
    declaration = _sub(_sub(encoding, "editorialDecl"), "interpretation")
    _sub(
        declaration,
        "p",
        "An app is one question that the rules must answer, and a reading what a text answers (@n) with the words that "
        "carry it. There is no copy text: lem is the preferred reading of the first text that answers, and no judgement.",
    )
    for note in sibling_notes(texts):
        _sub(declaration, "p", note)


@dataclass(frozen=True)
class _Said:
    """One reading of one text, or that it has none."""

    text: Text
    entry: Entry
    reading: Reading | None
    id: str


def _app(
    parent: ET.Element, point: str, texts: Sequence[Text], ids: dict[str, str], players: int, split: set[str]
) -> None:
    two = point in split
    app = _sub(parent, "app", n=point, type=f"players-{players}" if two else "")
    said: list[_Said] = []
    for one in texts:
        entry = one.entry(point, players)
        for number, reading in enumerate(entry.readings or (None,), 1):
            ends = [str(number)] if reading is None or not reading.id else [reading.id]
            id = ".".join([ids[one.siglum], point, *ends, *([str(players)] if two else [])])
            said.append(_Said(one, entry, reading, id))
    said.sort(key=lambda one: one.reading is None or not one.reading.preferred)  # lem first, where there is one
    for place, what in enumerate(said):
        tag = "rdg" if place or what.reading is None else "lem"
        _reading(app, tag, what, ids, (players,) if two else PLAYERS, split)
    for what in said:
        _notes(app, what)


def _reading(
    app: ET.Element, tag: str, one: _Said, ids: dict[str, str], players: Sequence[int], split: set[str]
) -> None:
    reading, entry = one.reading, one.entry
    several = len(entry.readings) > 1
    needed = [
        f"#{ids[one.text.siglum]}.{other}.{id}{end}"
        for other, id in (reading.requires if reading else {}).items()
        for end in ([f".{count}" for count in players] if other in split else [""])
    ]
    words = " … ".join(dict.fromkeys(cite.lemma for cite in places(entry, reading))) if entry.status != "silent" else ""
    element = _sub(
        app,
        tag,
        words,
        xml_id=one.id,
        wit=f"#{ids[one.text.siglum]}",
        n="" if reading is None else shown(reading.value),
        type=(reading.status if reading else "") or entry.status,
        subtype="" if reading is None or not several else "preferred" if reading.preferred else "alternative",
        require=" ".join(needed),
        xml_lang=str(one.text.about.get("language", "")) if words else "",
    )
    if not words:
        reason = entry.status if entry.status in ("silent", "lost", "garbled") else "unquoted"
        _sub(element, "gap", reason=reason)


def _notes(app: ET.Element, one: _Said) -> None:
    reading, entry = one.reading, one.entry
    found = [("locus", cite.locus) for cite in places(entry, reading)]
    if entry.status == "silent":
        found = []
    found.append(("gloss", (reading.gloss if reading else "") or entry.gloss))
    found.append(("argument", reading.argument if reading else ""))
    if reading is None or reading.preferred:
        found.append(("note", entry.note))
    for type, words in dict.fromkeys(found):
        if words:
            _sub(app, "note", words, type=type, target=f"#{one.id}")
