"""The collation as pages print it: each point with what every witness reads, and where, and what is supplied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.show import markup
from kakeya.show.agreement import KINDS, by_point, kind_of
from kakeya.show.markup import Block
from kakeya.show.parting import effects_of, situation_of
from kakeya.texts import collation, library, text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.text import CONFIDENCES, Cite, Entry, Reading, Text
from kakeya.texts.values import shown
from kakeya.texts.yamlfile import read_file

TOUCHES = {
    "play": "touches play",
    "settle": "touches the settlement",
    "match": "touches the match",
    "manner": "custom, on which no result depends",
}


def points(group: str, level: int = 3) -> Block:
    """Every point of a group of the catalogue, each under a heading with its anchor."""
    if group not in catalogue().groups:
        raise KakeyaError(f"there is no group `{group}`; groups: {', '.join(catalogue().groups)}")
    return markup.block("".join(_point(one, level) for one in catalogue().values() if one.group == group))


def point(id: str) -> Block:
    """One point: what every witness reads, with place and words; what is supplied; what it does."""
    found = catalogue().find(id)
    body = _body(found).replace('href="#', f'href="{markup.COLLATION}#')
    return markup.block(f'<p class="k-title"><strong>{escape(found.question)}</strong></p>{body}')


def _point(point: Point, level: int) -> str:
    return f'<h{level} id="{markup.anchor(point.id)}">{escape(point.question)}</h{level}>{_body(point)}'


def _body(point: Point) -> str:
    texts = collation.chosen(())
    kinds = {players: kind_of(_by_point(players)[point.id]) for players in PLAYERS}
    is_kind = " with four, ".join(KINDS[kind] for kind in dict.fromkeys(kinds.values()))
    is_kind += " with six" if len(set(kinds.values())) > 1 else ""
    seats = "" if point.players == PLAYERS else f" · with {' and '.join(map(str, point.players))} players only"
    parts = [
        f'<p class="k-point-line k-is-{kinds[4]}"{_facts(point, texts, kinds)}>{markup.code(point.id)} <span>{is_kind}</span> '
        f"<span>{TOUCHES[point.touches]}{seats}</span></p>",
        witness_columns(point),
        _supplied(point, texts),
        situation_of(point.id, folded=kinds[4] != "differ" and kinds[6] != "differ"),
        effects_of(point.id),
        _outside(point.id),
        _apparatus(point.id),
    ]
    return "".join(parts)


def _facts(point: Point, texts: Sequence[Text], kinds: dict[int, str]) -> str:
    """What the page's filter asks: the point, how the texts stand to each other, and each text's statuses."""
    facts = {"point": point.id, "kinds": " ".join(dict.fromkeys(kinds.values()))}
    for one in texts:
        entries = [one.entry(point.id, players) for players in PLAYERS]
        own = [reading.status for entry in entries for reading in entry.readings if reading.status]
        facts[f"of-{one.siglum.lower()}"] = " ".join(dict.fromkeys([*(entry.status for entry in entries), *own]))
    return "".join(f' data-{key}="{escape(words)}"' for key, words in facts.items())


def witness_columns(point: Point) -> str:
    """What each witness reads at a point, side by side."""
    return f'<div class="k-witnesses">{"".join(_witness(one, point) for one in collation.chosen(()))}</div>'


@cache
def _by_point(players: int) -> dict[str, list[dict[str, Any]]]:
    """The rows of agreement, read once."""
    return by_point(players)


def _witness(one: Text, point: Point) -> str:
    if collation.depends_on_players(one, point.id):
        body = "".join(
            f'<div class="k-with"><p class="k-count">With {players} players</p>{_entry(one, one.entry(point.id, players))}</div>'
            for players in PLAYERS
        )
    else:
        body = _entry(one, one.entry(point.id, 4))
    return f'<div class="k-witness k-{one.siglum}" role="group" aria-label="{escape(one.title)}">{markup.siglum(one.siglum)} {body}</div>'


def _entry(one: Text, entry: Entry) -> str:
    status = f'<span class="k-status k-{entry.status}">{entry.status}</span>'
    first = sorted(entry.readings, key=lambda each: not each.preferred)
    values = " or ".join(markup.value(shown(each.value), entry.point) for each in first)
    parts = [f'<p class="k-reads">{values} {status}</p>', cites(one, entry.cites)]
    if entry.gloss:
        parts.append(f'<p class="k-gloss">{markup.prose(entry.gloss)}</p>')
    if len(entry.readings) > 1:
        parts.append(f'<ol class="k-readings">{"".join(reading(one, entry, each) for each in entry.readings)}</ol>')
    if entry.note:
        parts.append(f'<p class="k-note">{markup.prose(entry.note)}</p>')
    return "".join(parts)


def cites(one: Text, found: Sequence[Cite]) -> str:
    """The places of a reading, each with its words."""
    language = str(one.about.get("language", "en"))
    rows = (
        f'<li><span class="k-locus">{escape(cite.locus)}</span> '
        f'<q class="k-lemma">{markup.phrase(cite.lemma, language)}</q></li>'
        for cite in found
    )
    return f'<ul class="k-cites">{"".join(rows)}</ul>' if found else ""


def reading(one: Text, entry: Entry, each: Reading) -> str:
    """One of several readings, as an item of a list."""
    marks = ["played"] if each.preferred else []
    marks += [each.status] if each.status and each.status != entry.status else []
    needs = markup.listed(f"{markup.code(need)} at {markup.point(other)}" for other, need in each.requires.items())
    own = cites(one, each.cites) if each.cites and each.cites != entry.cites else ""
    return (
        f'<li><p class="k-reads"><i class="k-reading">{escape(each.id)}</i> {_value(each, entry.point)} '
        f'<span class="k-status">{", ".join(marks)}</span></p>{own}'
        f'<p class="k-argument">{markup.prose(each.argument)}{f" Goes with {needs}." if each.requires else ""}</p></li>'
    )


def _value(each: Reading, id: str) -> str:
    words = shown(each.value)
    meaning = catalogue()[id].values.get(each.value, "") if isinstance(each.value, str) else ""
    plain = meaning and meaning.lower() != words.lower()
    return markup.value(words) + (f' <span class="k-meaning">{escape(meaning)}</span>' if plain else "")


def _supplied(point: Point, texts: Sequence[Text]) -> str:
    rows: dict[tuple[str, str, str], list[str]] = {}
    for one in texts:
        for players in PLAYERS:
            if one.entry(point.id, players).preferred or players not in point.players:
                continue
            value, supply = text.supply(point.id, one.siglum, players)
            both = len(point.players) > 1 and collation.depends_on_players(one, point.id)
            who = markup.siglum(one.siglum) + (f" with {players}" if both else "")
            whose = rows.setdefault((shown(value), supply.source, supply.why), [])
            if who not in whose:
                whose.append(who)
    items = "".join(
        f"<li>To {markup.listed(whose)}: {markup.value(value, point.id)} from {_source(source)}. {markup.prose(why)}</li>"
        for (value, source, why), whose in rows.items()
    )
    return f'<div class="k-supplies"><p>Supplied</p><ul>{items}</ul></div>' if items else ""


def _source(source: str) -> str:
    return "the editor" if source == "editor" else markup.siglum(source)


def _apparatus(id: str) -> str:
    lines = "".join(f"<p>{markup.tagged(line)}</p>" for line in _critical()[id])
    return f'<div class="k-apparatus">{lines}</div>'


@cache
def _critical() -> dict[str, list[str]]:
    return collation.apparatus()


# -- outside witnesses ------------------------------------------------------------------------------
@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = read_file(library.DATA / "outside.yaml").python
    return data


def _outside(id: str) -> str:
    said = _data()["points"].get(id, [])
    items = "".join(_says(one, id) for one in said)
    if not items:
        return ""
    names = markup.listed(dict.fromkeys(one["witness"] for one in said))
    return f'<details class="k-outside"><summary>Outside witnesses: {names}</summary><ul>{items}</ul></details>'


def _says(one: dict[str, Any], id: str) -> str:
    value = f"{markup.value(shown(one['value']), id)} " if "value" in one else ""
    sure = f" Confidence {CONFIDENCES[one['confidence']]}." if "confidence" in one else ""
    name = one["witness"]
    return f'<li><a href="#outside-{name.lower()}"><b>{name}</b></a> {value}{markup.tagged(one["says"])}{sure}</li>'


def outside() -> Block:
    """The outside witnesses, by lineage: what each is, where, and how much of it was seen."""
    data = _data()
    parts = []
    for id, lineage in data["lineages"].items():
        parts.append(f'<h3 id="outside-{id.lower()}">{id}: {escape(lineage["name"])}</h3>')
        parts.append(f'<p>{escape(lineage["note"])}</p><dl class="k-outside-list">')
        for name, one in data["witnesses"].items():
            if one["lineage"] == id:
                parts.append(_outside_witness(name, one))
        parts.append("</dl>")
    return markup.block("".join(parts))


def _outside_witness(name: str, one: dict[str, Any]) -> str:
    title = markup.tagged(one["title"])
    english = "" if one["english"] == one["title"] else f" ({escape(one['english'])})"
    return (
        f'<dt id="outside-{name.lower()}"><b>{name}</b></dt>'
        f'<dd><a href="{escape(one["address"])}">{title}</a>{english}, {markup.tagged(one["by"])}, {escape(str(one["date"]))}. '
        f"Seen {escape(one['seen'])}. {markup.tagged(one.get('note', ''))} "
        f"Confidence that it says so: {CONFIDENCES[one['confidence']]}.</dd>"
    )


def depends(one: Text, id: str) -> bool:
    """Does a text say different things at a point for four and for six players?"""
    return collation.depends_on_players(one, id)
