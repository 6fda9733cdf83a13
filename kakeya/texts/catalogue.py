"""The catalogue of points: what every complete set of rules must answer (`rulesets/points.yaml`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from kakeya.errors import Fault, KakeyaError, did_you_mean, shortly
from kakeya.texts import library
from kakeya.texts.values import READERS, Unfit
from kakeya.texts.yamlfile import Node, read_file

TOUCHES = ("play", "settle", "match", "manner")
PLAYERS = (4, 6)


@dataclass(frozen=True)
class Point:
    """One question. `values` maps each allowed word to its meaning (empty where answers are not words)."""

    id: str
    group: str
    question: str
    type: str
    values: dict[str, str]
    touches: str
    players: tuple[int, ...]
    least: int
    samples: tuple[Any, ...]
    since: str
    neutral: Any

    def read(self, node: Node) -> Any:
        """The answer that a node gives; Unfit if this point does not allow it."""
        return READERS[self.type](self, node)

    def counts_for(self, players: int) -> bool:
        """Can the answer change a result with so many players?"""
        return self.touches != "manner" and players in self.players


class Catalogue(dict[str, Point]):
    """Point id -> Point, in the order of the game; `groups` maps a group's id to its title."""

    groups: dict[str, str]

    def find(self, id: object, file: str = "", line: int = 0) -> Point:
        """The point of that id; KakeyaError with the nearest id if there is none."""
        if isinstance(id, str) and id in self:
            return self[id]
        shown = id if isinstance(id, str) else shortly(id)
        raise KakeyaError(Fault(f"there is no point `{shown}`; {did_you_mean(id, self)}".rstrip("; "), file, line))

    def touching(self, *floors: str) -> Iterator[Point]:
        """The points that touch one of `floors`: play, settle, match, manner."""
        return (point for point in self.values() if point.touches in floors)


@cache
def catalogue() -> Catalogue:
    """The catalogue of the package."""
    path = library.RULESETS / "points.yaml"
    root = read_file(path)
    result = Catalogue()
    result.groups = root.data["groups"].python
    for id, node in root.data["points"].data.items():
        entry = node.python
        point = Point(
            id=id,
            group=entry["group"],
            question=entry["question"],
            type=entry.get("type", "choice"),
            values=entry.get("values", {}),
            touches=entry["touches"],
            players=tuple(entry.get("players", PLAYERS)),
            least=entry.get("least", 0),
            samples=(),
            since=entry.get("since", ""),
            neutral=entry.get("neutral"),
        )
        try:
            samples = [point.read(Node.of(sample)) for sample in entry.get("samples", point.values)]
        except Unfit as error:
            raise KakeyaError(Fault(str(error), library.shown_path(path), node.line, id)) from None
        result[id] = Point(**{**point.__dict__, "samples": tuple(samples)})
    return result
