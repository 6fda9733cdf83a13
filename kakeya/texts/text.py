"""A text as data: a witness or a control ruleset, its answers point by point, each with its place and status."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from kakeya.errors import Fault, KakeyaError, did_you_mean
from kakeya.texts import library
from kakeya.texts.catalogue import PLAYERS, Catalogue, Point, catalogue
from kakeya.texts.values import Unfit
from kakeya.texts.yamlfile import Node, read_file

STATUSES = ("stated", "implied", "silent", "garbled", "contradictory", "lost")
WITHOUT_ANSWER = ("silent", "lost")
CONFIDENCES = {"H": "high", "M": "middling", "L": "low"}
_LOCUS = re.compile(r"[1-9][0-9]{0,6}(\.[1-9][0-9]{0,6})?")


@dataclass(frozen=True, slots=True)
class Cite:
    """A place in a witness: `locus` is `line` or `line.sentence`, `lemma` the few words that stand there."""

    locus: str
    lemma: str


@dataclass(frozen=True)
class Reading:
    """One sense that a text admits at a point. `requires`: reading ids of other points that go with it."""

    id: str
    value: Any
    argument: str = ""
    preferred: bool = True
    requires: Mapping[str, str] = field(default_factory=dict)
    status: str = ""
    cites: tuple[Cite, ...] = ()
    gloss: str = ""
    sources: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Entry:
    """What a text says at a point. `sources` and `confidence` belong to control rulesets."""

    point: str
    status: str
    readings: tuple[Reading, ...] = ()
    cites: tuple[Cite, ...] = ()
    gloss: str = ""
    note: str = ""
    sources: tuple[str, ...] = ()
    confidence: str = ""
    line: int = 0

    @property
    def preferred(self) -> Reading | None:
        """The reading that is played unless another is asked for; None where the text gives no answer."""
        return next((reading for reading in self.readings if reading.preferred), None)


@dataclass(frozen=True)
class Text:
    """A witness or a control ruleset. `entries` maps point id and number of players to what it says there."""

    name: str
    path: Path
    siglum: str
    title: str
    about: Mapping[str, Any]
    entries: Mapping[str, Mapping[int, Entry]]

    @property
    def is_witness(self) -> bool:
        return "siglum" in self.about

    def entry(self, point: str, players: int) -> Entry:
        """What the text says at a point; `silent` where it has no entry."""
        by_players = self.entries.get(point, {})
        return by_players.get(players, Entry(point, "silent"))


class Reader:
    """Reads the nodes of one file and gathers what is wrong with them."""

    def __init__(self, file: str, mild: Iterable[Fault] = ()) -> None:
        self.file = file
        self.faults: list[Fault] = list(mild)

    def fault(self, message: str, line: int, point: str = "") -> None:
        if len(message) > 400:  # a whole file between quotation marks helps nobody
            message = f"{message[:200]} ... {message[-200:]}"
        self.faults.append(Fault(message.rstrip("; "), self.file, line, point))

    def keys(
        self, node: Node, allowed: tuple[str, ...], point: str = "", needed: tuple[str, ...] = ()
    ) -> dict[Any, Node]:
        """The items of a mapping whose keys are all allowed; a fault for each that is not, or that is missing."""
        if not isinstance(node.data, dict):
            self.fault(f"`{node}` should be a mapping with the keys {', '.join(allowed)}", node.line, point)
            return {}
        for key, line in node.keys.items():
            if key not in allowed:
                self.fault(f"unknown key `{key}`; {did_you_mean(key, allowed)}", line, point)
        for key in needed:
            if key not in node.data:
                self.fault(f"the key `{key}` is missing", node.line, point)
        return {key: item for key, item in node.data.items() if key in allowed}

    def text(self, node: Node | None, point: str = "", default: str = "") -> str:
        """A text; a fault for anything else."""
        if node is None:
            return default
        if not isinstance(node.data, str) or not node.data.strip():
            self.fault(f"`{node}` should be a text", node.line, point)
            return default
        return node.data.strip()

    def word(self, node: Node, allowed: Mapping[str, Any] | tuple[str, ...], point: str) -> str:
        """One of the allowed words; a fault for anything else."""
        if not isinstance(node.data, str) or node.data not in allowed:
            self.fault(f"`{node}` is not allowed; {did_you_mean(node, allowed)}", node.line, point)
            return ""
        return str(node.data)

    def items(self, node: Node | None) -> list[Node]:
        """The items of a list; a single item may stand without brackets."""
        if node is None:
            return []
        return list(node.data) if isinstance(node.data, list) else [node]

    def value(self, point: Point, node: Node) -> Any:
        """The answer that a node gives to a point, or None and a fault."""
        try:
            return point.read(node)
        except Unfit as error:
            self.fault(str(error), node.line, point.id)
            return None

    def points(self, node: Node, read: Callable[[Point, Node], Any]) -> dict[str, dict[int, Any]]:
        """Point id -> number of players -> what `read` makes of each item under `points:`.

        An item whose keys are 4 and 6 answers by the number of players; any other answers for both.
        """
        result: dict[str, dict[int, Any]] = {}
        known = catalogue()
        if node.data is None:
            return result
        if not isinstance(node.data, dict):
            space = "; a space is missing after `:`" if isinstance(node.data, str) and ":" in node.data else ""
            self.fault(f"`points` should be a mapping, point id: answer, not `{node}`{space}", node.line)
            return result
        for id, item in node.data.items():
            if id not in known:
                self.fault(f"there is no point `{id}`; {did_you_mean(id, known)}", node.keys[id])
                continue
            if isinstance(item.data, dict) and item.data and set(item.data) <= set(PLAYERS):
                result[id] = {
                    players: read(known[id], replace(part, line=item.keys[players]))
                    for players, part in item.data.items()
                }
            else:
                answer = read(known[id], replace(item, line=node.keys[id]))
                result[id] = dict.fromkeys(PLAYERS, answer)
        return result

    def done(self) -> None:
        """KakeyaError if anything was wrong."""
        if self.faults:
            raise KakeyaError(self.faults)


class _Entries:
    """Reads the entries of a text."""

    def __init__(self, reader: Reader, witness: bool) -> None:
        self.reader = reader
        self.witness = witness
        own = ("status", "cite", "note") if witness else ("from", "confidence", "note")
        self.allowed = ("value", "gloss", "readings", *own)
        ours = ("status", "cite") if witness else ("from", "confidence")
        self.in_reading = ("id", "value", "argument", "preferred", "requires", "gloss", *ours)

    def __call__(self, point: Point, node: Node) -> Entry:
        reader, id = self.reader, point.id
        bare = not isinstance(node.data, dict) or not set(node.data) & set(self.allowed)
        if not self.witness and bare:
            return Entry(id, "given", self._one(point, node), line=node.line)
        parts = reader.keys(node, self.allowed, id)
        if self.witness:
            status = reader.word(parts["status"], STATUSES, id) if "status" in parts else ""
            if "status" not in parts:
                reader.fault(f"the key `status` is missing; allowed: {', '.join(STATUSES)}", node.line, id)
        else:
            status = "given"
        readings: tuple[Reading, ...] = ()
        if "value" in parts and "readings" in parts:
            reader.fault("has both `value` and `readings`; write one of them", node.line, id)
        if "value" in parts:
            readings = self._one(point, parts["value"])
        elif "readings" in parts:
            readings = tuple(self._reading(point, item) for item in reader.items(parts["readings"]))
            self._check_readings(point, readings, parts["readings"].line)
        entry = Entry(
            point=id,
            status=status,
            readings=readings,
            cites=tuple(self._cite(item, id) for item in reader.items(parts.get("cite"))),
            gloss=reader.text(parts.get("gloss"), id),
            note=reader.text(parts.get("note"), id),
            sources=tuple(reader.text(item, id) for item in reader.items(parts.get("from"))),
            confidence=reader.word(parts["confidence"], CONFIDENCES, id) if "confidence" in parts else "",
            line=node.line,
        )
        if self.witness and status:
            self._check_status(entry, parts)
        return entry

    def _one(self, point: Point, node: Node) -> tuple[Reading, ...]:
        return (Reading("", self.reader.value(point, node), line=node.line),)

    def _cite(self, node: Node, id: str) -> Cite:
        parts = self.reader.keys(node, ("locus", "lemma"), id, needed=("locus", "lemma"))
        locus = parts.get("locus")
        if locus is not None and isinstance(locus.data, int) and not isinstance(locus.data, bool):
            locus = Node(str(locus.data), locus.line)
        place = self.reader.text(locus, id)
        if place and not _LOCUS.fullmatch(place):
            self.reader.fault(f'`{place}` is no locus; write line or line.sentence, such as "8.23"', node.line, id)
        return Cite(place, self.reader.text(parts.get("lemma"), id))

    def _reading(self, point: Point, node: Node) -> Reading:
        reader, id = self.reader, point.id
        parts = reader.keys(node, self.in_reading, id, needed=("id", "value", "argument"))
        requires = parts.get("requires", Node({}))
        preferred = parts.get("preferred", Node(False))
        if not isinstance(preferred.data, bool):
            reader.fault(f"`preferred` is true or false, not `{preferred}`", preferred.line, id)
        return Reading(
            id=reader.text(parts.get("id"), id),
            value=reader.value(point, parts["value"]) if "value" in parts else None,
            argument=reader.text(parts.get("argument"), id),
            preferred=preferred.data is True,
            requires={
                str(other): reader.text(item, id)
                for other, item in reader.keys(requires, tuple(catalogue()), id).items()
            },
            status=reader.word(parts["status"], STATUSES, id) if "status" in parts else "",
            cites=tuple(self._cite(item, id) for item in reader.items(parts.get("cite"))),
            gloss=reader.text(parts.get("gloss"), id),
            sources=tuple(reader.text(item, id) for item in reader.items(parts.get("from"))),
            line=node.line,
        )

    def _check_readings(self, point: Point, readings: tuple[Reading, ...], line: int) -> None:
        ids = [reading.id for reading in readings]
        for id in sorted({id for id in ids if ids.count(id) > 1}):
            self.reader.fault(f"the reading `{id}` stands twice", line, point.id)
        if sum(reading.preferred for reading in readings) != 1:
            self.reader.fault("exactly one reading is `preferred: true`", line, point.id)

    def _check_status(self, entry: Entry, parts: Mapping[str, Node]) -> None:
        if entry.status in WITHOUT_ANSWER and entry.readings:
            self.reader.fault(f"is {entry.status} and yet has an answer", entry.line, entry.point)
        if entry.status == "silent":
            return
        if not entry.cites:
            self.reader.fault(f"is {entry.status} and has no `cite`", entry.line, entry.point)
        if entry.status in ("stated", "implied", "contradictory") and not entry.readings:
            self.reader.fault(f"is {entry.status} and has no `value` and no `readings`", entry.line, entry.point)
        if entry.status != "lost" and "gloss" not in parts:
            self.reader.fault("has no `gloss`", entry.line, entry.point)


def _check_requirements(reader: Reader, entries: Mapping[str, Mapping[int, Entry]]) -> None:
    for by_players in entries.values():
        for players, entry in by_players.items():
            for reading in entry.readings:
                for other, wanted in reading.requires.items():
                    there = (
                        [one.id for one in entries[other][players].readings]
                        if players in entries.get(other, {})
                        else []
                    )
                    if wanted not in there:
                        hint = did_you_mean(wanted, there) if there else "it has no readings"
                        reader.fault(f"requires the reading `{wanted}` of {other}; {hint}", reading.line, entry.point)


WITNESS_KEYS = ("siglum", "name", "language", "file", "sha256", "nature", "lineage", "sibling")


def read(root: Node, path: Path, mild: Iterable[Fault] = (), shown: str | None = None) -> Text:
    """A witness or control ruleset from its tree; KakeyaError with everything that is wrong with it.

    `mild`: faults found before; `shown`: how messages name the file, if not by its path.
    """
    reader = Reader(library.shown_path(path) if shown is None else shown, mild)
    witness = "witness" in root.data
    head_key = "witness" if witness else "control"
    top = reader.keys(root, (head_key, "points"), needed=("points",))
    if witness:
        head = reader.keys(top["witness"], WITNESS_KEYS, needed=("siglum", "name", "language"))
    else:
        head = reader.keys(top["control"], ("name", "nature"), needed=("name",))
    about = {key: reader.text(item) for key, item in head.items()}
    entries = reader.points(top.get("points", Node({})), _Entries(reader, witness))
    _check_requirements(reader, entries)
    reader.done()
    siglum = about.get("siglum", path.stem)
    return Text(path.stem, path, siglum, about["name"], about, entries)


@cache
def _shipped(name: str) -> Text:
    return from_file(library.shipped()[name])


def from_file(path: Path) -> Text:
    """The witness or control ruleset in a file; KakeyaError if the file holds none, or is faulty."""
    mild: list[Fault] = []
    root = read_file(path, mild)
    if "witness" not in root.data and "control" not in root.data:
        what = "has neither `witness` nor `control`, so it is not a text"
        raise KakeyaError(Fault(what, library.shown_path(path), root.line))
    return read(root, path, mild)


def find(name: str | os.PathLike[str]) -> Text:
    """A text by the name of a shipped ruleset or the path of a file; KakeyaError if there is none."""
    asked = library.asked(name)
    return _shipped(asked) if asked in library.shipped() else from_file(library.find(asked))


def shipped(name: str) -> Text:
    """A text that the project ships, by its name; KakeyaError if there is none of that name."""
    if name not in library.shipped():
        raise KakeyaError(f"there is no ruleset `{name}`; {did_you_mean(name, library.names())}")
    return _shipped(name)


def witnesses() -> list[Text]:
    """The shipped witnesses."""
    return [text for name in library.names() if (text := shipped(name)).is_witness]


def siglum_texts() -> dict[str, Text]:
    """Siglum -> shipped witness."""
    return {text.siglum: text for text in witnesses()}


@dataclass(frozen=True)
class Supply:
    """An answer for a silence: from whom, why, and for which sigla and numbers of players."""

    source: str
    why: str
    value: Any = None
    sigla: tuple[str, ...] = ()
    players: tuple[int, ...] = PLAYERS


def _read_supply(reader: Reader, point: Point, node: Node) -> Supply:
    parts = reader.keys(node, ("for", "players", "from", "value", "why"), point.id, needed=("from", "why"))
    return Supply(
        source=reader.text(parts.get("from"), point.id),
        why=reader.text(parts.get("why"), point.id),
        value=reader.value(point, parts["value"]) if "value" in parts else None,
        sigla=tuple(str(item) for item in reader.items(parts.get("for"))),
        players=tuple(item.data for item in reader.items(parts.get("players"))) or PLAYERS,
    )


@cache
def supplies() -> dict[str, list[Supply]]:
    """Point id -> what `rulesets/editor.yaml` offers where a text gives no answer, in order of preference."""
    path = library.RULESETS / "editor.yaml"
    reader = Reader(library.shown_path(path))
    root = read_file(path)
    node = reader.keys(root, ("supplies",), needed=("supplies",)).get("supplies", Node({}))
    found = reader.points(node, lambda point, item: [_read_supply(reader, point, one) for one in reader.items(item)])
    reader.done()
    return {id: by_players[4] for id, by_players in found.items()}


def supply(point: str, siglum: str, players: int) -> tuple[Any, Supply]:
    """What is supplied to a text at a point where it gives no answer, and from whom and why."""
    for one in supplies().get(point, []):
        if (one.sigla and siglum not in one.sigla) or players not in one.players:
            continue
        if one.value is not None:
            return one.value, one
        source = siglum_texts().get(one.source)
        if source is None or source.siglum == siglum:
            continue
        if reading := source.entry(point, players).preferred:
            return reading.value, one
    raise KakeyaError(Fault("nobody supplies an answer; add one to rulesets/editor.yaml", point=point))


def unanswered(known: Catalogue, text: Text) -> Iterator[str]:
    """The points of the catalogue that a text has no entry for."""
    return (id for id in known if id not in text.entries)
