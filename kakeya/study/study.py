"""A study: what determines some figures, from which they can be made, kept, found, cited and made again.

Of whatever kind it is, it is played in blocks of games that leave whole sums, and its figures follow from the sums
of all blocks. `kakeya.study.studies` lists the kinds; plan, store, reproduce and cite know no kind by name.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.rules.rules import Rules, from_recipe
from kakeya.study import measures, run
from kakeya.study.run import Bounds, Sums
from kakeya.table import random
from kakeya.texts import library

# Games in a block, by what they are; of a kind of study that asks more of each, by its name; where players think.
BLOCK = {"rounds": 10_000, "matches": 500, "deals": 5, "settlements": 2, "attribution": 1000, "thinking": 100}
MOST_BLOCKS = 100_000  # of a result on disk


class Result(Protocol):
    """What a study finds."""

    @property
    def id(self) -> str:
        """The id of the study."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same for the same study, with no times and no paths."""
        ...


class Study(ABC):
    """What determines some figures, and a title.

    A kind of study is a frozen dataclass with these fields and others of its own. KIND: its name, in files and plans.
    RULES: the fields that are rules. CHOICES: the other fields that a plan may name, each with what it is by default.
    FIGURES: the keys of `Result.as_json` that follow from the sums.
    """

    KIND: ClassVar[str]
    RULES: ClassVar[tuple[str, ...]]
    CHOICES: ClassVar[Mapping[str, Any]]
    FIGURES: ClassVar[tuple[str, ...]]
    ROUNDS: ClassVar[int] = 100_000  # by default

    rounds: int
    seed: int
    title: str

    def __init__(self, **fields: Any) -> None:
        raise NotImplementedError

    # -- what it is ---------------------------------------------------------------------------------
    @property
    @abstractmethod
    def id(self) -> str:
        """`kkt-` and ten hex digits of all that determines the figures (`identity`)."""

    @abstractmethod
    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data; with `names` and `fingerprints` of the rules."""

    @classmethod
    @abstractmethod
    def heading(cls, settings: Mapping[str, Any], rules: list[str]) -> str:
        """What a citation says of it after its id, its rules being so described."""

    @classmethod
    def players_of(cls, settings: Mapping[str, Any]) -> str:
        """Who plays, in words."""
        return str(settings["players"])

    def check(self) -> None:
        """KakeyaError, with the reason, if there can be no such study."""
        random.halves(self.seed)
        run.rounds_number(self.rounds)
        _ = self.blocks

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The study that a file tells of; KakeyaError or another error if it is none."""
        if not isinstance(data["title"], str):
            raise KakeyaError(f"{shortly(data['title'])} is not a title")
        rules = {key: rules_of(data[key]) for key in cls.RULES}
        found = cls(
            **rules,
            **{key: data[key] for key in cls.CHOICES},
            rounds=run.rounds_number(data["rounds"]),
            seed=data["seed"],
            title=data["title"],
        )
        found.check()
        return found

    # -- how it is played ---------------------------------------------------------------------------
    @property
    @abstractmethod
    def job(self) -> run.Playable:
        """What is played."""

    @abstractmethod
    def result(self, sums: Sums) -> Result:
        """What follows from the sums of all blocks."""

    @property
    def unit(self) -> str:
        """What is counted as one game."""
        return "rounds"

    @property
    def size(self) -> int:
        """The games in a block."""
        if self.players_think:
            return BLOCK["thinking"] // (20 if self.unit == "matches" else 1)
        return BLOCK.get(self.KIND) or BLOCK[self.unit]

    @property
    def players_think(self) -> bool:
        """Is one of the players slow, as it thinks about each card?"""
        return False

    @property
    def blocks(self) -> list[Bounds]:
        """The first and the last (exclusive) game of each block; KakeyaError if nobody could keep so many."""
        most = self.size * MOST_BLOCKS
        if self.rounds > most:
            raise KakeyaError(f"{self.rounds:,} {self.unit} are too many for a result on disk; up to {most:,} are kept")
        return [(first, min(first + self.size, self.rounds)) for first in range(0, self.rounds, self.size)]

    def total(self, blocks: Iterable[Sums]) -> Sums:
        """The sums of all blocks together."""
        found = self.empty()
        for block in blocks:
            run.add(found, block)
        return found

    # -- its sums -----------------------------------------------------------------------------------
    def empty(self) -> Sums:
        """Sums of nothing."""
        return self.job.empty()

    def packed(self, sums: Sums) -> Sums:
        """Sums without what can be reckoned from the rest."""
        return sums

    def unpacked(self, parts: Sums) -> Sums:
        """The sums that `packed` packed."""
        return parts

    def fits(self, sums: Sums) -> bool:
        """Can these be sums of this study?"""
        wanted = self.empty()
        return len(sums) == len(wanted) and all(
            isinstance(one, list) and len(one) == len(other) and all(type(x) is int for x in one)
            for one, other in zip(sums, wanted, strict=True)
        )

    @abstractmethod
    def place(self, row: int, at: int) -> str:
        """In words, what is summed at a place of a row."""


def identity(*parts: Any) -> str:
    """An id from all that determines the figures of a study, beside the numbers of engine and measures."""
    return digest_id([*parts, ENGINE, measures.VERSION])


def digest_id(parts: list[Any]) -> str:
    """`kkt-` and ten hex digits of plain data."""
    text = json.dumps(parts, separators=(",", ":"))
    return "kkt-" + hashlib.sha256(text.encode()).hexdigest()[:10]


def rules_of(recipe: Any) -> Rules:
    """Rules as results and tokens tell them; KakeyaError unless they are told from what is shipped."""
    if not isinstance(recipe, Mapping) or not {"based-on", "seats", "readings", "points"} <= set(recipe):
        raise KakeyaError(f"{shortly(recipe)} does not say how rules are made")
    name = recipe["based-on"]
    if not isinstance(name, str) or name not in library.shipped():
        raise KakeyaError(f"{shortly(name)} is no shipped ruleset, and what is cited is told from those only")
    return from_recipe(recipe)
