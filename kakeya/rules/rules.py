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
from typing import TYPE_CHECKING, Any

from kakeya import cards
from kakeya.errors import Fault, KakeyaError, did_you_mean
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
        self, name: str, title: str, players: int, answers: Mapping[str, Answer], base: Text | None = None
    ) -> None:
        self.name = name
        self.title = title
        self.players = players
        self.answers: Mapping[str, Answer] = dict(answers)
        self.text = base

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
    def vector(self) -> list[int]:
        """The answers as the rules of play read them (`kakeya.rules.vector`)."""
        return vector.encode({id: one.value for id, one in self.answers.items()}, self.players)

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
            raise KakeyaError(f"`{changes!r}` is not a mapping of point ids to answers")
        node = Node.of(dict(changes))
        read = reader.points(node, reader.value)
        reader.done()
        return self._edited(read, title, reader, dict.fromkeys(read, 0))

    def _edited(
        self, read: Mapping[str, Mapping[int, Any]], title: str, reader: Reader, lines: Mapping[str, int]
    ) -> Rules:
        answers = dict(self.answers)
        for id, by_players in read.items():
            if self.players in by_players and by_players[self.players] != answers[id].value:
                answers[id] = Answer(id, by_players[self.players], "edit", "edited")
        changed = [id for id in answers if answers[id] is not self.answers[id]]
        name = self.name if not changed or "+" in self.name else f"{self.name}+"
        edited = Rules(name, title or self.title, self.players, answers, self.text)
        check(edited, reader.file, lines)
        return edited

    @property
    def edits(self) -> dict[str, Any]:
        """Point id -> answer, for every answer that an edit gave."""
        return {id: self[id] for id, one in self.answers.items() if one.origin == "edit"}

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


def check(rules: Rules, file: str = "", lines: Mapping[str, int] | None = None) -> None:
    """KakeyaError if answers cannot stand together, at the line of the first of them that `lines` knows."""
    lines = lines or {}
    faults = []
    for points, why in possible.problems({id: one.value for id, one in rules.answers.items()}, rules.players):
        at = next((id for id in points if id in lines), points[0])
        players = f" (with {rules.players} players)" if len(PLAYERS) > 1 else ""
        faults.append(Fault(why + players, file, lines.get(at, 0), at))
    if faults:
        raise KakeyaError(faults)


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
    wanted = dict(readings or {})
    for id in wanted:
        known.find(id)
    chosen: dict[str, text.Reading] = {}
    answers: dict[str, Answer] = {}
    for id in known:
        entry = source.entry(id, players)
        reading = _choose(entry, wanted.get(id))
        if reading is None:
            value, supply = text.supply(id, source.siglum, players)
            answers[id] = Answer(id, value, supply.source, entry.status, "", entry.cites, entry.gloss, supply.why)
            continue
        chosen[id] = reading
        answers[id] = Answer(
            id,
            reading.value,
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
    if players not in answers["players"].value:
        counts = " and ".join(str(count) for count in answers["players"].value)
        raise KakeyaError(f"{source.title} is for {counts} players, not for {players}")
    rules = Rules(source.name, source.title, players, answers, source)
    lines = {id: entry.line for id in known if (entry := source.entry(id, players)).line}
    check(rules, library.shown_path(source.path), lines)
    return rules


def _players(players: object) -> int:
    if isinstance(players, bool) or not isinstance(players, int) or players not in PLAYERS:
        raise KakeyaError(f"{players!r} players cannot play; players is 4 or 6")
    return players


def load(name: str | os.PathLike[str], players: int = 4, readings: Mapping[str, str] | None = None) -> Rules:
    """Rules by the name of a shipped ruleset or the path of a file, for 4 or 6 players.

    `readings` picks other readings than the preferred: `{"trump.power": "literal"}`. KakeyaError for an
    unknown name, a faulty file, or readings that do not go together.
    """
    return _load(name, _players(players), dict(readings or {}), ())


def _load(name: str | os.PathLike[str], players: int, readings: dict[str, str], through: tuple[Path, ...]) -> Rules:
    asked = os.fspath(name)
    if asked in library.shipped():
        return resolve(text.shipped(asked), players, readings)
    path = Path(asked)
    if not path.is_file():
        if path.suffix in (".yaml", ".yml") or os.sep in asked or "/" in asked:
            raise KakeyaError(Fault("there is no such file", asked))
        hint = did_you_mean(asked, library.names(), "shipped rulesets")
        raise KakeyaError(f"there is no ruleset `{asked}`; {hint}")
    return _from_root(read_file(path), path, players, readings, through)


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
    root = read_text(yaml_text)
    return _from_root(root, path, _players(players), dict(readings or {}), (), shown="")


def _from_root(
    root: Node, path: Path, players: int, readings: dict[str, str], through: tuple[Path, ...], shown: str | None = None
) -> Rules:
    file = library.shown_path(path) if shown is None else shown
    if "witness" in root.data or "control" in root.data:
        return resolve(text.read(root, path), players, readings)
    reader = Reader(file)
    parts = reader.keys(root, ("based-on", "title", "note", "readings", "points"))
    if "based-on" not in root.data:
        keys = {key: line for key, line in root.keys.items() if key not in parts}
        if not keys:
            reader.fault("has neither `based-on`, `witness` nor `control`; say what it is based on", root.line)
        reader.done()
    chosen = {
        id: reader.text(item, id)
        for id, item in reader.keys(parts.get("readings", Node({})), tuple(catalogue())).items()
    } if parts.get("readings", Node({})).data else {}
    read = reader.points(parts.get("points", Node({})), reader.value)
    title = reader.text(parts.get("title"), default=path.stem)
    base_name = reader.text(parts.get("based-on"))
    reader.done()
    base = _base(base_name, path, players, {**chosen, **readings}, (*through, path.resolve()), reader, root)
    rules = base._edited(read, title, reader, root.data["points"].keys if "points" in root.data else {})
    rules.name = path.stem if shown is None else f"{base.name.rstrip('+')}+"
    return rules


def _base(
    name: str, path: Path, players: int, readings: dict[str, str], through: tuple[Path, ...], reader: Reader, root: Node
) -> Rules:
    line = root.keys["based-on"]
    if name in library.shipped():
        try:
            return resolve(text.shipped(name), players, readings)
        except KakeyaError as error:
            raise KakeyaError(
                [replace(fault, file=fault.file or reader.file, line=fault.line or line) for fault in error.faults]
            ) from None
    if Path(name).name != name or name in (".", ".."):
        reader.fault(f"`based-on: {name}` leads to another folder; it names a shipped ruleset "
                     "or a file in the same folder", line)
        reader.done()
    file = path.parent / name
    if not file.exists():
        hint = did_you_mean(name, library.names(), "shipped rulesets")
        reader.fault(f"`based-on: {name}` is neither a shipped ruleset nor a file in this folder; {hint}", line)
    elif file.resolve().parent != path.parent.resolve():
        reader.fault(f"`based-on: {name}` leads to another folder", line)
    elif file.resolve() in through:
        reader.fault(f"`based-on: {name}` is circular: in the end the file is based on itself", line)
    reader.done()
    return _load(file, players, readings, through)


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
