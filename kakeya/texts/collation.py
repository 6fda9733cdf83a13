"""The texts side by side: the collation, its apparatus, and where they agree.

Witnesses of one lineage (J and K, two translations of one page) are siblings: where they say the same
they are one vote, not two.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kakeya.errors import KakeyaError, shortly
from kakeya.texts import library, text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.tables import Frame, Table, frame
from kakeya.texts.text import Cite, Entry, Reading, Text
from kakeya.texts.values import shown

Name = str | os.PathLike[str]
COLUMNS = ("point", "witness", "value", "status", "locus", "lemma", "gloss", "readings", "supplied", "note", "players")
AGREEMENT_COLUMNS = ("point", "group", "witness", "agreement", "variant", "value", "status", "touches", "counts")


def chosen(names: Sequence[Name]) -> list[Text]:
    """The texts of these names or files, each once; without any, the shipped witnesses in the order of their sources.

    KakeyaError where two different texts have one siglum: nobody could tell what each of them says.
    """
    if names:
        found: dict[Path, Text] = {}
        for one in map(text.find, names):
            found.setdefault(one.path.resolve(), one)
        by_siglum: dict[str, Text] = {}
        for one in found.values():
            other = by_siglum.setdefault(one.siglum, one)
            if other is not one:
                places = " and ".join(library.shown_path(each.path) for each in (other, one))
                mend = "give one of them another `siglum`" if one.is_witness else "rename one of the files"
                raise KakeyaError(f"{places} are two texts with one siglum, {one.siglum}; {mend}")
        return list(found.values())
    return sorted(text.witnesses(), key=lambda one: (str(one.about.get("file", "~")), one.name))


def collate(*names: Name, players: int | None = 4) -> Frame:
    """What each text answers to every point, one row for each point and text; without names, the witnesses.

    `value` is the preferred reading, None where the text gives no answer; `readings` has all of them where
    there are several, and `supplied` what is played instead of a silence. `players` says for which numbers
    of players the row holds. With `players=None` an entry that depends on that number has a row for each.
    A pandas frame where pandas is installed, else a plain table.
    """
    return frame(collation(*names, players=players))


def collation(*names: Name, players: int | None = 4) -> Table:
    """The rows of `collate`, plain."""
    if players is not None and players not in PLAYERS:
        raise KakeyaError(f"{shortly(players)} players cannot play; players is 4 or 6, or None for both")
    texts = chosen(names)
    rows = [
        _row(point, one, counts)
        for point in catalogue().values()
        for one in texts
        for counts in _counts(one, point.id, players)
    ]
    return Table(COLUMNS, rows)


def _counts(one: Text, point: str, players: int | None) -> list[tuple[int, ...]]:
    """For each row of a text at a point: the numbers of players it holds for."""
    if not depends_on_players(one, point):
        return [PLAYERS]
    return [(count,) for count in PLAYERS if players in (None, count)]


def depends_on_players(one: Text, point: str) -> bool:
    """Does a text say different things at a point for four and for six players?"""
    return one.entry(point, 4) != one.entry(point, 6)


def _row(point: Point, one: Text, counts: tuple[int, ...]) -> dict[str, Any]:
    entry = one.entry(point.id, counts[0])
    reading = entry.preferred
    cites = places(entry, reading)
    several = len(entry.readings) > 1
    return {
        "point": point.id,
        "witness": one.siglum,
        "value": reading.value if reading else None,
        "status": (reading and reading.status) or entry.status,
        "locus": "; ".join(cite.locus for cite in cites),
        "lemma": "; ".join(cite.lemma for cite in cites),
        "gloss": (reading and reading.gloss) or entry.gloss,
        "readings": "; ".join(_named(one) for one in entry.readings) if several else "",
        "supplied": "" if reading else _supplied(point.id, one, counts),
        "note": entry.note,
        "players": ", ".join(map(str, counts)),
    }


def _named(reading: Reading) -> str:
    return f"{reading.id}: {shown(reading.value)}" + (" (preferred)" if reading.preferred else "")


def places(entry: Entry, reading: Reading | None) -> tuple[Cite, ...]:
    """Where a reading stands: its own places, or else those of the entry."""
    return (reading.cites if reading else ()) or entry.cites


def _supplied(point: str, one: Text, counts: tuple[int, ...]) -> str:
    """'spades from J', or by number of players where that differs."""
    found: dict[int, str] = {}
    for players in counts:
        try:
            value, supply = text.supply(point, one.siglum, players)
        except KakeyaError:
            continue
        found[players] = f"{shown(value)} from {supply.source}"
    if len(set(found.values())) <= 1:
        return next(iter(found.values()), "")
    return "; ".join(f"{players}: {words}" for players, words in sorted(found.items()))


# -- votes ----------------------------------------------------------------------------------------
def votes(texts: Sequence[Text]) -> list[list[Text]]:
    """The texts grouped into votes: siblings, that is texts of one lineage, are one."""
    found: dict[str, list[Text]] = {}
    for one in texts:
        found.setdefault(str(one.about.get("lineage", f"={one.siglum}")), []).append(one)
    return list(found.values())


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def agreement(*names: Name, players: int = 4) -> Frame:
    """How each text stands to the others at each point: one row for each point and text.

    `agreement` is one of
      silent    the text does not speak of it
      lost      its answer is announced and missing
      garbled   translation noise; the sense is recovered, or not (`value` is None)
      differ    it answers, and some other text answers otherwise (siblings included)
      agree     it answers, and every text that answers says the same, another vote among them
      alone     it answers, and no other vote does (siblings are one vote)
    `variant` numbers the different answers to a point, 1, 2, ...: texts with the same number say the same.
    A garbled text whose sense is recovered counts among those that answer, and a text with several
    readings by the preferred one. `counts`: can the answer change a result with so many players?
    """
    return frame(agreements(*names, players=players))


def agreements(*names: Name, players: int = 4) -> Table:
    """The rows of `agreement`, plain."""
    if players not in PLAYERS:
        raise KakeyaError(f"{shortly(players)} players cannot play; players is 4 or 6")
    texts = chosen(names)
    vote = {one.siglum: number for number, group in enumerate(votes(texts)) for one in group}
    rows = []
    for point in catalogue().values():
        entries = {one.siglum: one.entry(point.id, players) for one in texts}
        answers = {name: reading.value for name, entry in entries.items() if (reading := entry.preferred)}
        variants = list(dict.fromkeys(_key(value) for value in answers.values()))
        voting = {vote[name] for name in answers}
        for one in texts:
            entry = entries[one.siglum]
            if one.siglum not in answers and entry.status in text.WITHOUT_ANSWER:
                word = entry.status
            elif entry.status == "garbled" or one.siglum not in answers:
                word = "garbled"
            elif len(variants) > 1:
                word = "differ"
            else:
                word = "agree" if len(voting) > 1 else "alone"
            rows.append(
                {
                    "point": point.id,
                    "group": point.group,
                    "witness": one.siglum,
                    "agreement": word,
                    "variant": variants.index(_key(answers[one.siglum])) + 1 if one.siglum in answers else None,
                    "value": answers.get(one.siglum),
                    "status": entry.status,
                    "touches": point.touches,
                    "counts": point.counts_for(players),
                }
            )
    return Table(AGREEMENT_COLUMNS, rows)


# -- the apparatus --------------------------------------------------------------------------------
LEGEND = (
    "lemma] reading SIGLUM locus. What is not `stated` says so in brackets, and so does a reading that is not the "
    "preferred one. om. (omittit): the text is silent. lac. (lacuna): its answer is lost. A dagger stands for a "
    "garbled place whose sense is not recovered."
)


def sibling_notes(texts: Sequence[Text]) -> list[str]:
    """'J K: siblings, one vote where they agree', for every vote of several texts."""
    return [
        f"{' '.join(one.siglum for one in vote)}: siblings, one vote where they agree."
        for vote in votes(texts)
        if len(vote) > 1
    ]


def apparatus(*names: Name, players: int | None = None) -> dict[str, list[str]]:
    """Point id -> its line in the philologist's form, `lemma] reading SIGLA | lemma] reading SIGLA`.

    Texts with one answer stand together, siblings without a comma between them (`U, J K`). A point at which
    some text distinguishes four and six players has a line for each, unless `players` picks one.
    """
    texts = chosen(names)
    result = {}
    for id in catalogue():
        if players is None and any(depends_on_players(one, id) for one in texts):
            result[id] = [f"({count} players) {_line(id, texts, count)}" for count in PLAYERS]
        else:
            result[id] = [_line(id, texts, players or PLAYERS[0])]
    return result


def _line(id: str, texts: Sequence[Text], players: int) -> str:
    lemmata: dict[str, list[str]] = {}
    heads: dict[str, str] = {}
    witnesses: dict[str, dict[str, str]] = {}  # answer -> text -> `8.23 (implied)`

    def add(key: str, head: str, one: Text, cites: Sequence[Cite], remark: str) -> None:
        heads[key] = head
        lemma = " … ".join(dict.fromkeys(cite.lemma for cite in cites))
        if lemma and lemma not in lemmata.setdefault(key, []):
            lemmata[key].append(lemma)
        loci = " ".join(dict.fromkeys(cite.locus for cite in cites))
        label = " ".join(part for part in (loci, f"({remark})" if remark else "") if part)
        before = witnesses.setdefault(key, {}).get(one.siglum)
        witnesses[key][one.siglum] = f"{before}, {label}" if before else label

    for preferred in (True, False):
        for one in texts:
            entry = one.entry(id, players)
            for reading in entry.readings:
                if reading.preferred is preferred:
                    status = reading.status or entry.status
                    quiet = status in ("stated", "given") or not preferred
                    remark = ", ".join(
                        part for part in ("" if quiet else status, "" if preferred else f"reading {reading.id}") if part
                    )
                    add(_key(reading.value), shown(reading.value), one, places(entry, reading), remark)
            if preferred and not entry.readings:
                lost = {"silent": "om.", "lost": "lac."}.get(entry.status, "†")
                add(lost, lost, one, () if lost == "om." else entry.cites, "")
    parts = []
    for key, head in heads.items():
        quoted = "" if key == "om." else " / ".join(lemmata.get(key, []))
        parts.append((f"{quoted}] " if quoted else "") + f"{head} {_sigla(texts, witnesses[key])}")
    return " | ".join(parts)


def _sigla(texts: Sequence[Text], labels: dict[str, str]) -> str:
    found = []
    for vote in votes([one for one in texts if one.siglum in labels]):
        if len({labels[one.siglum] for one in vote}) == 1:
            found.append(f"{' '.join(one.siglum for one in vote)} {labels[vote[0].siglum]}".strip())
        else:
            found.append(" ".join(f"{one.siglum} {labels[one.siglum]}".strip() for one in vote))
    return ", ".join(found)


# -- formats --------------------------------------------------------------------------------------
def as_markdown(*names: Name, players: int | None = None) -> str:
    """The apparatus, then the table with one column for each text."""
    texts = chosen(names)
    lines = ["# Collation", ""]
    lines += [f"- **{one.siglum}** {one.title}. {one.about.get('nature', '')}".rstrip() for one in texts]
    lines += ["", *sibling_notes(texts), "", "## Apparatus", "", LEGEND, ""]
    known, groups = catalogue(), catalogue().groups
    critical = apparatus(*names, players=players)
    for group, title in groups.items():
        lines += [f"### {title}", ""]
        lines += [f"- `{id}` {line}" for id, point in known.items() if point.group == group for line in critical[id]]
        lines.append("")
    lines += ["## Table", ""]
    for group, title in groups.items():
        table = Table(
            ("point", *(one.siglum for one in texts)),
            [
                {"point": f"`{id}`", **{one.siglum: _cell(one, id, players) for one in texts}}
                for id, point in known.items()
                if point.group == group
            ],
        )
        lines += [f"### {title}", "", table.markdown()]
    return "\n".join(lines).rstrip() + "\n"


def _cell(one: Text, id: str, players: int | None) -> str:
    if players is None and depends_on_players(one, id):
        return "; ".join(f"{count}: {_cell(one, id, count)}" for count in PLAYERS)
    entry = one.entry(id, players or PLAYERS[0])
    reading = entry.preferred
    loci = " ".join(cite.locus for cite in places(entry, reading)) if entry.status != "silent" else ""
    value = f"**{shown(reading.value)}**" if reading else ""
    others = " or ".join(shown(other.value) for other in entry.readings if not other.preferred)
    words = (value, (reading and reading.status) or entry.status, loci, f"or {others}" if others else "")
    return ", ".join(word for word in words if word)


def as_csv(*names: Name, players: int | None = None) -> str:
    """The rows of `collate`."""
    return collation(*names, players=players).csv()


def as_json(*names: Name, players: int | None = None) -> str:
    """The texts, the rows of `collate`, and the apparatus."""
    from kakeya.texts import tables

    about = [
        {"siglum": one.siglum, **{key: value for key, value in one.about.items() if key != "siglum"}}
        for one in chosen(names)
    ]
    rows = collation(*names, players=players).rows
    return tables.as_json({"witnesses": about, "rows": rows, "apparatus": apparatus(*names, players=players)})


def as_tei(*names: Name, players: int | None = None) -> str:
    """The readings in the words of TEI P5 (`kakeya.texts.tei`)."""
    from kakeya.texts.tei import tei

    return tei(*names, players=players)


FORMATS = {"md": as_markdown, "csv": as_csv, "json": as_json, "tei": as_tei}
