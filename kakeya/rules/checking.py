"""Everything that is wrong with a file, in one go: for every number of players and every reading."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from kakeya.errors import Fault, KakeyaError
from kakeya.rules.rules import Rules, WrongPlayers, load
from kakeya.texts import library
from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.text import Text, shipped


@dataclass
class Finding:
    """What `check_file` found: `players` are the numbers of players that the file is good for."""

    players: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check_file(name: str | os.PathLike[str]) -> Finding:
    """Check a ruleset by its name or file: for 4 and for 6 players, and under each reading of a text."""
    found = Finding()
    name = library.asked(name)
    for players in PLAYERS:
        try:
            rules = load(name, players=players)
        except WrongPlayers:
            continue
        except KakeyaError as error:
            _add(found, error)
            continue
        found.players.append(players)
        if rules.text is not None and not rules.edits:
            _check_readings(found, rules, rules.text, players)
    if not found.players and not found.faults:
        found.faults.append(Fault("is for no number of players: `players` is 4, 6 or both", str(name)))
    if found.players and not found.faults:
        found.notes = _notes(load(name, players=found.players[0]), found.players)
    found.faults.sort(key=lambda fault: (fault.file, fault.line))
    return found


def _add(found: Finding, error: KakeyaError) -> None:
    found.faults += [fault for fault in error.faults if fault not in found.faults]


def _check_readings(found: Finding, rules: Rules, text: Text, players: int) -> None:
    for id in catalogue():
        for reading in text.entry(id, players).readings:
            if reading.preferred:
                continue
            wanted = {id: reading.id}
            while more := {
                other: need
                for point, chosen in wanted.items()
                for one in text.entry(point, players).readings
                if one.id == chosen
                for other, need in one.requires.items()
                if other not in wanted
            }:
                wanted |= more
            try:
                load(_asked(rules, text), players=players, readings=wanted)
            except KakeyaError as error:
                place = library.shown_path(text.path)
                for fault in error.faults:
                    message = f"under the reading `{reading.id}`: {fault.message}"
                    at = Fault(message, fault.file or place, fault.line or reading.line, fault.point or id)
                    if at not in found.faults:
                        found.faults.append(at)


def _asked(rules: Rules, text: Text) -> str:
    return text.name if library.shipped().get(text.name) == text.path else os.fspath(text.path)


def _notes(rules: Rules, counts: list[int]) -> list[str]:
    text = rules.text
    if text is None or not text.is_witness or rules.edits:
        return []
    notes = [
        f"its siglum `{text.siglum}` is that of the shipped {other}; the two cannot be collated with each other"
        for other, path in library.shipped().items()
        if path.resolve() != text.path.resolve() and shipped(other).siglum == text.siglum
    ]
    missing = [
        id
        for id, point in catalogue().items()
        if any(players not in text.entries.get(id, {}) for players in counts if players in point.players)
    ]
    if missing:
        points = f"{len(missing)} points, which are taken as silent and supplied: {', '.join(missing)}"
        notes.append(f"has no entry for {points}")
    return notes
