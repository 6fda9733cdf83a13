"""A complete set of answers as one vector of whole numbers, which is all that the rules of play read.

The layout follows the catalogue: each point that touches a result has its place, `slot(id)`, and each
word of a point its number, `code(id, word)`. Slot 0 holds the number of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kakeya import cards
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import NOTHING, rensho_of

PLAYERS = 0
COUNTS = 53  # of a settlement table: stones for 0, 1, ... 52 captured
_WIDTH = {"table": COUNTS, "rensho": len(cards.TRUMPS), "aces": 2}


@cache
def layout() -> dict[str, int]:
    """Point id -> first place in the vector, for every point that touches a result."""
    places, place = {}, PLAYERS + 1
    for point in catalogue().touching("play", "settle", "match"):
        places[point.id] = place
        place += _WIDTH.get(point.type, 1)
    return places


@cache
def length() -> int:
    """How many numbers a vector has."""
    last, place = list(layout().items())[-1]
    return place + _WIDTH.get(catalogue()[last].type, 1)


def slot(id: str) -> int:
    """Where a point's answer begins in the vector."""
    return layout()[id]


def code(id: str, word: str) -> int:
    """The number that stands for a word of a point."""
    return list(catalogue()[id].values).index(word)


def point_at(place: int) -> str:
    """The point that a place of the vector belongs to."""
    return max((start, id) for id, start in layout().items() if start <= place)[1]


def _numbers(id: str, value: Any) -> list[int]:
    point = catalogue()[id]
    if point.type == "choice":
        return [code(id, value)]
    if point.type == "ranks":
        return [sum(1 << cards.RANKS.index(rank) for rank in value)]
    if point.type == "rensho":
        return [rensho_of(value, trump) for trump in range(len(cards.TRUMPS))]
    if point.type == "pays":
        return [0 if value == NOTHING else value]
    if point.type == "aces":
        return [0, 0] if value == NOTHING else [code(id, value["when"]), value["pays"]]
    if point.type == "table":
        stones = [value[0][1]] * COUNTS  # the first row also pays a side that wins with less, by `tie`
        for least, pays in value:
            stones[least:] = [pays] * len(stones[least:])
        return stones
    return [value]


def encode(values: Mapping[str, Any], players: int) -> list[int]:
    """The vector of a complete set of answers for 4 or 6 players."""
    vector = [players]
    for id in layout():
        vector += _numbers(id, values[id])
    return vector
