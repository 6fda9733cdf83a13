"""The space of possible rules: every answer that a text gives or the catalogue names, and rules drawn from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeVar

import kakeya
from kakeya import KakeyaError, Rules
from kakeya.texts import text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.library import names

T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]

FLOORS = ("play", "settle", "match")
TABLES = [(name, players) for name in names() for players in PLAYERS if (name, players) != ("whist", 6)]


def points() -> list[Point]:
    """The points that touch a result."""
    return list(catalogue().touching(*FLOORS))


def key(value: Any) -> str:
    """An answer as text, so that equal answers are the same text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@cache
def _values(point: str) -> tuple[str, ...]:
    found = [key(value) for value in catalogue()[point].samples]
    for name, players in TABLES:
        entry = text.shipped(name).entry(point, players)
        found += [key(reading.value) for reading in entry.readings]
        found.append(key(kakeya.load(name, players=players)[point]))
    return tuple(dict.fromkeys(found))


def values(point: str) -> list[Any]:
    """The answers of a point: the catalogue's words or samples, then what else the rulesets and their readings say."""
    return [json.loads(value) for value in _values(point)]


def pairs(point: str) -> list[tuple[Any, Any]]:
    """Every unordered pair of a point's answers."""
    return list(combinations(values(point), 2))


def readings(name: str, players: int) -> Iterator[tuple[str, str]]:
    """Every reading that a ruleset does not prefer, as (point, reading)."""
    source = text.shipped(name)
    for point in catalogue():
        for reading in source.entry(point, players).readings:
            if reading.id and not reading.preferred:
                yield point, reading.id


def requirements(name: str, players: int, point: str, reading: str) -> dict[str, str]:
    """A reading with the readings that it goes with."""
    source = text.shipped(name)
    wanted, chosen = {point: reading}, {}
    while wanted:
        id, one = wanted.popitem()
        chosen[id] = one
        entry = next(found for found in source.entry(id, players).readings if found.id == one)
        wanted.update({other: need for other, need in entry.requires.items() if chosen.get(other) != need})
    return chosen


def draw_rules(
    choose: Choose, tables: Sequence[tuple[str, int]] = (), fixed: dict[str, Any] | None = None, most: int = 12
) -> Rules:
    """Rules drawn from the whole space: a ruleset with up to `most` answers changed, one by one, where it can be.

    `fixed` is changed first, and stays.
    """
    fixed = fixed or {}
    name, players = choose(tables or TABLES)
    rules = kakeya.load(name, players=players).edit(fixed)
    ids = [point.id for point in points() if point.id not in fixed]
    for _ in range(choose(range(most + 1))):
        id = choose(ids)
        try:
            rules = rules.edit({id: choose(values(id))})
        except KakeyaError:  # does not go with the other answers
            continue
    return rules
