"""Rules: a complete answer to every point, from a text, its readings, what is supplied, and edits."""

from __future__ import annotations

import copy
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kakeya import cards
from kakeya.errors import Fault, KakeyaError, did_you_mean, shortly
from kakeya.rules import possible, vector
from kakeya.texts import library, text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.text import Cite, Entry, Reader, Text
from kakeya.texts.values import Unfit, rensho_of, shown
from kakeya.texts.yamlfile import Node, read_file, read_text

if TYPE_CHECKING:
    from kakeya.table.settlement import Settlement

Cards = Iterable[str] | str | int


@dataclass(frozen=True)
class Answer:
    """What the rules answer at a point, and where that comes from.

    `origin` is the siglum of the text, `edit`, or whoever supplied it (a siglum, W1 ... or `editor`);
    `why` is given for what is supplied; `status`, `reading`, `cites` and `gloss` are the text's.
    """

    point: str
    value: Any
    origin: str
    status: str
    reading: str = ""
    cites: tuple[Cite, ...] = ()
    gloss: str = ""
    why: str = ""

    @property
    def is_supplied(self) -> bool:
        """Did somebody other than the text give this answer?"""
        return bool(self.why)


class Rules:
    """A complete, playable set of rules for 4 or 6 players; it is never changed, `edit` gives a new one.

    `rules["rensho.follow"]` is the answer at a point. `name` is the ruleset's name, `title` its title.
    """

    def __init__(
        self,
        name: str,
        title: str,
        players: int,
        answers: Mapping[str, Answer],
        base: Text,
        readings: Mapping[str, str],
    ) -> None:
        self.name = name
        self.title = title
        self.players = players
        self.answers: Mapping[str, Answer] = MappingProxyType(dict(answers))
        self.text = base
        self.readings: Mapping[str, str] = MappingProxyType(dict(readings))  # those asked for, not the preferred

    # -- answers --------------------------------------------------------------------------------
    def __getitem__(self, point: str) -> Any:
        return copy.deepcopy(self.answers[catalogue().find(point).id].value)

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def keys(self) -> Iterable[str]:
        """The ids of all points."""
        return self.answers.keys()

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.answers)

    @property
    def values(self) -> dict[str, Any]:
        """Point id -> answer."""
        return {id: self[id] for id in self.answers}

    @property
    def supplied(self) -> dict[str, tuple[str, str]]:
        """Point id -> (from whom, why), for every answer that the text itself does not give."""
        return {id: (one.origin, one.why) for id, one in self.answers.items() if one.is_supplied}

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hex digits over the number of players and every answer that can touch a result with so many.

        Gloss, locus, title and supplier do not enter; nor does a later point while it has its neutral value.
        """
        known = catalogue()
        values = {
            id: one.value
            for id, one in sorted(self.answers.items())
            if known[id].counts_for(self.players) and not (known[id].since and one.value == known[id].neutral)
        }
        text = json.dumps({"players": self.players, "values": values}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def _vector(self) -> tuple[int, ...]:
        return tuple(vector.encode({id: one.value for id, one in self.answers.items()}, self.players))

    @property
    def vector(self) -> list[int]:
        """The answers as the rules of play read them (`kakeya.rules.vector`); a list of one's own."""
        return list(self._vector)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.name, self.title, self.players, dict(self.answers), self.text, dict(self.readings))
        return Rules, parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.players == other.players and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Rules {self.name} players={self.players} {self.fingerprint}>"

    # -- new rules from these -------------------------------------------------------------------
    def edit(self, changes: Mapping[str, Any], title: str = "") -> Rules:
        """New rules with other answers at some points: `rules.edit({"rensho.follow": "free"})`.

        An answer may be `{4: ..., 6: ...}`. KakeyaError for unknown points, unfit answers and answers that
        cannot stand together.
        """
        reader = Reader("")
        if not isinstance(changes, Mapping):
            raise KakeyaError(f"{shortly(changes)} is not a mapping of point ids to answers")
        node = Node.of(dict(changes))
        read = reader.points(node, reader.value)
        reader.done()
        return self._edited(read, title, reader, dict.fromkeys(read, 0))

    def _edited(
        self, read: Mapping[str, Mapping[int, Any]], title: str, reader: Reader, lines: Mapping[str, int]
    ) -> Rules:
        edited = self._with(read, title)
        check(edited, reader.file, lines)
        return edited

    def _with(self, read: Mapping[str, Mapping[int, Any]], title: str) -> Rules:
        answers = dict(self.answers)
        for id, by_players in read.items():
            if self.players in by_players and by_players[self.players] != answers[id].value:
                answers[id] = Answer(id, by_players[self.players], "edit", "edited")
        changed = [id for id in answers if answers[id] is not self.answers[id]]
        name = self.name if not changed or "+" in self.name else f"{self.name}+"
        return Rules(name, title or self.title, self.players, answers, self.text, self.readings)

    @property
    def unedited(self) -> Rules:
        """The rules that these were edited from: the same text, players and readings."""
        return resolve(self.text, self.players, self.readings)

    @property
    def edits(self) -> dict[str, Any]:
        """Point id -> answer, for every answer that an edit gave."""
        return {id: self[id] for id, one in self.answers.items() if one.origin == "edit"}

    @property
    def recipe(self) -> dict[str, Any]:
        """How to make these rules again from what is shipped, as plain data: text, players, readings, edits.

        Rules of a text that is not shipped are told as edits of one that is.
        """
        if library.shipped().get(self.text.name) != self.text.path:
            bases = (text.shipped(name) for name in library.names())
            base = next(resolve(one, self.players) for one in bases if self._seats_fit(one))
            changed = {id: self[id] for id in self if self[id] != base[id]}
            return {"based-on": base.name, "seats": self.players, "readings": {}, "points": changed}
        return {
            "based-on": self.text.name,
            "seats": self.players,
            "readings": dict(self.readings),
            "points": self.edits,
        }

    def _seats_fit(self, one: Text) -> bool:
        reading = one.entry("players", self.players).preferred
        return reading is None or self.players in reading.value

    # -- the game, on cards with names ----------------------------------------------------------
    def rensho(self, trump: str) -> str | None:
        """The card that is Rensho when `trump` is trumps, or None (`rensho.card`)."""
        number = rensho_of(self.answers["rensho.card"].value, _trump(trump))
        return None if number == cards.NO_CARD else cards.name(number)

    def legal(self, hand: Cards, trick: Cards = (), trump: str = "none") -> list[str]:
        """The cards of `hand` that may be played to `trick` (its cards so far, the leader's first).

        In the order of `hand`. KakeyaError for what is no card, or a card that stands twice.
        """
        from kakeya.table import view

        return view.legal(self, hand, trick, trump)

    def winner(self, trick: Cards, trump: str = "none") -> int:
        """Which card of `trick` takes it: 0 for the leader's, 1 for the next, ..."""
        from kakeya.table import view

        return view.winner(self, trick, trump)

    def settle(self, dealt: Iterable[Cards], captured: Iterable[Cards], trump: str) -> Settlement:
        """Settle a round from the cards that each side was dealt and has captured.

        Each is a sequence with one collection of cards for each side; a resting side's is empty. It judges
        the cards that it is given and does not ask whether such a round can be played.
        """
        from kakeya.table import settlement

        return settlement.settle(self, dealt, captured, trump)


def _trump(suit: str) -> int:
    try:
        return cards.trump_number(suit)
    except ValueError as error:
        raise KakeyaError(str(error)) from None


class WrongPlayers(KakeyaError):
    """The rules are for another number of players."""


def check(rules: Rules, file: str = "", lines: Mapping[str, int] | None = None) -> None:
    """KakeyaError if answers cannot stand together, at the line of the first of them that `lines` knows."""
    counts = rules.answers["players"].value
    if rules.players not in counts:
        raise WrongPlayers(f"{rules.title} is for {' and '.join(map(str, counts))} players, not for {rules.players}")
    if faults := [fault for _, fault in clashes(rules, file, lines or {})]:
        raise KakeyaError(faults)


def clashes(rules: Rules, file: str, lines: Mapping[str, int]) -> list[tuple[tuple[str, ...], Fault]]:
    """Every group of points whose answers cannot stand together, with the fault to report."""
    found = []
    for points, why in possible.problems({id: one.value for id, one in rules.answers.items()}, rules.players):
        at = next((id for id in points if id in lines), points[0])
        fault = Fault(f"{why} (with {rules.players} players)", file, lines.get(at, 0), at)
        found.append((points, fault))
    return found


# -- from texts ---------------------------------------------------------------------------------
def _choose(entry: Entry, wanted: str | None) -> text.Reading | None:
    if wanted is None:
        return entry.preferred
    for reading in entry.readings:
        if reading.id == wanted:
            return reading
    known = [reading.id for reading in entry.readings if reading.id]
    hint = did_you_mean(wanted, known, "its readings") if known else "it has one answer only"
    raise KakeyaError(Fault(f"there is no reading `{wanted}`; {hint}", point=entry.point))


def resolve(source: Text, players: int, readings: Mapping[str, str] | None = None) -> Rules:
    """Complete rules from a text: its answers, the readings asked for, and what is supplied for its silences."""
    known = catalogue()
    wanted = _asked(readings)
    for id in wanted:
        known.find(id)
    chosen: dict[str, text.Reading] = {}
    answers: dict[str, Answer] = {}
    for id in known:
        entry = source.entry(id, players)
        reading = _choose(entry, wanted.get(id))
        if reading is None:
            value, supply = text.supply(id, source.siglum, players)
            value = copy.deepcopy(value)
            answers[id] = Answer(id, value, supply.source, entry.status, "", entry.cites, entry.gloss, supply.why)
            continue
        chosen[id] = reading
        answers[id] = Answer(
            id,
            copy.deepcopy(reading.value),
            source.siglum,
            reading.status or entry.status,
            reading.id,
            reading.cites or entry.cites,
            reading.gloss or entry.gloss,
        )
    faults = [
        Fault(f"the reading `{one.id}` goes with the reading `{need}` of {other}; choose both", point=id)
        for id, one in chosen.items()
        for other, need in one.requires.items()
        if other not in chosen or chosen[other].id != need
    ]
    if faults:
        raise KakeyaError(faults)
    rules = Rules(source.name, source.title, players, answers, source, wanted)
    lines = {id: entry.line for id in known if (entry := source.entry(id, players)).line}
    check(rules, library.shown_path(source.path), lines)
    return rules


def _players(players: object) -> int:
    if isinstance(players, bool) or not isinstance(players, int) or players not in PLAYERS:
        raise KakeyaError(f"{shortly(players)} players cannot play; players is 4 or 6")
    return players


def load(name: str | os.PathLike[str], players: int = 4, readings: Mapping[str, str] | None = None) -> Rules:
    """Rules by the name of a shipped ruleset or the path of a file, for 4 or 6 players.

    `readings` picks other readings than the preferred: `{"trump.power": "literal"}`. KakeyaError for an
    unknown name, a faulty file, or readings that do not go together.
    """
    return _load(name, _players(players), _asked(readings), ())


def _asked(readings: object) -> dict[str, str]:
    if readings is None:
        return {}
    if not isinstance(readings, Mapping) or not all(isinstance(one, str) for one in readings.values()):
        raise KakeyaError(f"`readings` is a mapping of point ids to reading ids, not {shortly(readings)}")
    return dict(readings)


def from_recipe(recipe: Mapping[str, Any]) -> Rules:
    """The rules that `Rules.recipe` describes."""
    base = load(recipe["based-on"], recipe["seats"], recipe["readings"])
    return base.edit(recipe["points"]) if recipe["points"] else base


def _load(name: str | os.PathLike[str], players: int, readings: dict[str, str], through: tuple[Path, ...]) -> Rules:
    try:
        asked: object = os.fspath(name)
    except TypeError:
        asked = None
    if not isinstance(asked, str) or not asked:
        raise KakeyaError(f"{shortly(name)} is neither the name of a ruleset nor a path")
    if asked in library.shipped():
        return resolve(text.shipped(asked), players, readings)
    path = library.find(asked)
    mild: list[Fault] = []
    return _from_root(read_file(path, mild), path, players, readings, through, mild)


def loads(
    yaml_text: str,
    players: int = 4,
    readings: Mapping[str, str] | None = None,
    *,
    folder: str | os.PathLike[str] = ".",
    name: str = "edited",
) -> Rules:
    """Rules from YAML text, as `load` from a file; `folder` is where a file named by `based-on` may lie."""
    path = Path(folder) / f"{name}.yaml"
    mild: list[Fault] = []
    root = read_text(yaml_text, mild=mild)
    return _from_root(root, path, _players(players), _asked(readings), (), mild, shown="")


def _from_root(
    root: Node,
    path: Path,
    players: int,
    readings: dict[str, str],
    through: tuple[Path, ...],
    mild: list[Fault],
    shown: str | None = None,
) -> Rules:
    if "witness" in root.data or "control" in root.data:
        return resolve(text.read(root, path, mild, shown), players, readings)
    reader = Reader(library.shown_path(path) if shown is None else shown, mild)
    parts = reader.keys(root, ("based-on", "title", "note", "readings", "points"))
    if "based-on" not in root.data and set(root.data) <= set(parts):
        reader.fault("has neither `based-on`, `witness` nor `control`; say what it is based on", root.line)
    picked = parts.get("readings", Node(None))
    chosen = {
        id: reader.text(item, id)
        for id, item in (reader.keys(picked, tuple(catalogue())) if picked.data is not None else {}).items()
    }
    read = reader.points(parts.get("points", Node({})), reader.value)
    lines = parts["points"].keys if "points" in parts else {}
    title = reader.text(parts.get("title"), default=path.stem)
    reader.text(parts.get("note"))
    base = _base(parts, path, players, {**chosen, **readings}, (*through, path.resolve()), reader)
    if base is None:
        raise KakeyaError(reader.faults or Fault("is not complete", reader.file, root.line))
    if reader.faults:  # of what else is wrong, only what does not follow from these faults
        known = {id: by_players for id, by_players in read.items() if None not in by_players.values()}
        doubtful = {fault.point for fault in reader.faults}
        if set(lines) <= set(catalogue()):
            reader.faults += [
                fault
                for points, fault in clashes(base._with(known, title), reader.file, lines)
                if not doubtful & set(points)
            ]
    reader.done()
    rules = base._edited(read, title, reader, lines)
    rules.name = path.stem if shown is None else f"{base.name.rstrip('+')}+"
    return rules


LONGEST_CHAIN = 20


def _base(
    parts: Mapping[str, Node],
    path: Path,
    players: int,
    readings: dict[str, str],
    through: tuple[Path, ...],
    reader: Reader,
) -> Rules | None:
    """The rules that a file is based on; None, and a fault, if there are none."""
    node = parts.get("based-on")
    name = reader.text(node)
    if node is None or not name:
        return None
    line = node.line
    file = path.parent / name
    at = parts["readings"].keys if "readings" in parts else {}
    try:
        if name in library.shipped():
            return resolve(text.shipped(name), players, readings)
        if Path(name).name != name or name in (".", "..") or "\\" in name or "\0" in name:
            where = "it names a shipped ruleset or a file in the same folder"
            reader.fault(f"`based-on: {name}` leads to another folder; {where}", line)
        elif not file.is_file():
            hint = did_you_mean(name, library.names(), "shipped rulesets")
            reader.fault(f"`based-on: {name}` is neither a shipped ruleset nor a file in this folder; {hint}", line)
        elif file.resolve().parent != path.parent.resolve():
            reader.fault(f"`based-on: {name}` leads to another folder", line)
        elif file.resolve() in through:
            reader.fault(f"`based-on: {name}` is circular: in the end the file is based on itself", line)
        elif len(through) > LONGEST_CHAIN:
            reader.fault(f"`based-on: {name}`: more than {LONGEST_CHAIN} files are based on one another", line)
        else:
            return _load(file, players, readings, through)
    except WrongPlayers:
        raise
    except KakeyaError as error:
        reader.faults += [
            fault if fault.file else replace(fault, file=reader.file, line=at.get(fault.point, line))
            for fault in error.faults
        ]
    return None


# -- comparing ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Difference:
    """A point at which two rules answer differently."""

    point: Point
    a: Answer
    b: Answer

    @property
    def both_supplied(self) -> bool:
        """Are both answers supplied, so that the texts themselves do not differ here?"""
        return self.a.is_supplied and self.b.is_supplied


def differences(a: Rules, b: Rules) -> list[Difference]:
    """The points at which two rules answer differently, in the order of the catalogue."""
    return [
        Difference(point, a.answers[id], b.answers[id])
        for id, point in catalogue().items()
        if a.answers[id].value != b.answers[id].value
    ]


__all__ = ["Answer", "Difference", "Rules", "Unfit", "differences", "load", "loads", "resolve", "shown"]
