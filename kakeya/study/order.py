"""Skill: how far the better of two players wins more than an even share under a ruleset."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.players.kinds import kinds, thinks
from kakeya.rules.rules import Rules
from kakeya.study import measures, run
from kakeya.study.estimate import Estimate, rounded
from kakeya.study.simulate import as_rules, recipe
from kakeya.study.study import Study, identity


@dataclass(frozen=True)
class Order:
    """What `order` found.

    share: of the rounds that the stronger side plays, the share that it wins (an undecided round counts as an
    even share). order: (share - even) / (1 - even), 0 for luck alone and 1 where skill decides all.
    """

    rules: Rules
    strong: str
    weak: str
    rounds: int
    seed: int
    share: Estimate
    order: Estimate

    @property
    def study(self) -> Ordering:
        """What determines the figures."""
        return Ordering(self.rules, self.strong, self.weak, self.rounds, self.seed)

    @property
    def id(self) -> str:
        """`kkt-` and ten hex digits of all that determines the figures."""
        return self.study.id

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same result."""
        return {
            "kind": Ordering.KIND,
            "id": self.id,
            **self.study.settings(),
            "share": [rounded(one) for one in (self.share.mean, self.share.low, self.share.high)],
            "order": [rounded(one) for one in (self.order.mean, self.order.low, self.order.high)],
        }

    @property
    def caption(self) -> str:
        """What was played, in a line."""
        seats = f"{self.rules.players} players"
        return f"{self.strong} against {self.weak}, {self.rounds:,} rounds, {seats}, seed {self.seed} · {self.id}"


@dataclass(frozen=True)
class _Job:
    """What is played: by each side in its turn as the stronger, its own share of the rounds."""

    jobs: tuple[run.Job, ...]
    each: int

    @property
    def piece(self) -> int:
        """How many matches a worker plays at a time."""
        return self.jobs[0].piece

    def empty(self) -> run.Sums:
        """Sums of nothing: for each side the rounds that it plays, wins, and plays undecided."""
        return [[0, 0, 0] for _ in self.jobs]

    def block(self, first: int, last: int) -> run.Sums:
        """The sums over matches `first` to before `last`."""
        found = self.empty()
        for side, job in enumerate(self.jobs):
            start, stop = max(first, side * self.each), min(last, (side + 1) * self.each)
            if start < stop or (first == last and not side):
                sums = job.block(start, max(start, stop))[0]
                places = (measures.PLAYS_BY, measures.WINS_BY, measures.UNDECIDED_BY)
                found[side] = [sums[place + side] for place in places]
        return found


@dataclass(frozen=True)
class Ordering(Study):
    """A measurement of skill that is to be made, or was."""

    KIND: ClassVar[str] = "order"
    RULES: ClassVar[tuple[str, ...]] = ("rules",)
    CHOICES: ClassVar[Mapping[str, Any]] = {"strong": "greedy", "weak": "random"}
    FIGURES: ClassVar[tuple[str, ...]] = ("share", "order")

    rules: Rules
    strong: str
    weak: str
    rounds: int
    seed: int
    title: str = ""

    @property
    def sides(self) -> int:
        """The pairs at the table."""
        return self.rules.players // 2

    @property
    def players_think(self) -> bool:
        """Does one of the players?"""
        return any(thinks(kinds(one, self.sides).numbers) for one in (self.strong, self.weak))

    @property
    def id(self) -> str:
        """The id that the result has."""
        pair = [kinds(one, self.sides).text for one in (self.strong, self.weak)]
        return identity(self.KIND, self.rules.fingerprint, *pair, self.rounds, self.seed)

    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data."""
        return {
            "rules": recipe(self.rules),
            "names": [self.rules.name],
            "fingerprints": [self.rules.fingerprint],
            "strong": self.strong,
            "weak": self.weak,
            "rounds": self.rounds,
            "seed": self.seed,
            "engine": ENGINE,
            "measures": measures.VERSION,
        }

    @classmethod
    def heading(cls, settings: Mapping[str, Any], rules: list[str]) -> str:
        """The rules."""
        return f"the skill asked by {rules[0]}"

    @classmethod
    def players_of(cls, settings: Mapping[str, Any]) -> str:
        """Both players."""
        return f"{settings['strong']} against {settings['weak']}"

    def check(self) -> None:
        """KakeyaError, with the reason, if there can be no such study."""
        for one in (self.strong, self.weak):
            if not isinstance(one, str):
                raise KakeyaError(f"{shortly(one)} does not name a player")
            if "," in one:
                raise KakeyaError(f"`{one}` names several players; `order` takes one for each side")
            kinds(one, self.sides)
        if self.rounds < 2 * self.sides:
            raise KakeyaError(f"{self.rounds} rounds are too few; write {2 * self.sides} or more")
        if self.rounds % self.sides:
            raise KakeyaError(f"{self.rounds:,} rounds cannot be shared out evenly over {self.sides} sides")
        super().check()

    @cached_property
    def job(self) -> _Job:
        """What is played."""
        who = [
            kinds(",".join(self.strong if other == side else self.weak for other in range(self.sides)), self.sides)
            for side in range(self.sides)
        ]
        return _Job(tuple(run.job([self.rules], [one], self.seed) for one in who), self.rounds // self.sides)

    def place(self, row: int, at: int) -> str:
        """`rounds that side 1 wins`."""
        return f"the number of rounds that side {row} {('plays', 'wins', 'plays undecided')[at]}"

    def result(self, sums: run.Sums) -> Order:
        """The order that the sums give."""
        played, won, undecided = (sum(side[place] for side in sums) for place in range(3))
        even = 1 / (3 if self.sides == 3 and self.rules["six.play"] == "all-pairs" else 2)
        mean = (won + even * undecided) / played
        square = (won + even * even * undecided) / played
        error = math.sqrt(max(0.0, square - mean * mean) / (played - 1))
        spread = 1 - even
        return Order(
            self.rules,
            self.strong,
            self.weak,
            self.rounds,
            self.seed,
            Estimate(mean, error, played),
            Estimate((mean - even) / spread, error / spread, played),
        )


def order(
    rules: Rules | str,
    strong: str = "greedy",
    weak: str = "random",
    rounds: int = 100_000,
    seed: int = 1,
    workers: int | None = None,
    progress: run.Progress | None = None,
    cluster: str = "",
) -> Order:
    """How much skill a ruleset asks: one side plays as `strong`, the others as `weak`, each side in its turn.

    The rounds are shared out evenly over the sides (and rounded down). order = (share - even) / (1 - even),
    range -1 to 1; even is one over the number of sides that play.
    """
    here = as_rules(rules)
    number, sides = run.rounds_number(rounds), here.players // 2
    study = Ordering(here, strong, weak, number - number % sides if number >= 2 * sides else number, seed)
    study.check()
    return study.result(run.run(study.job, study.rounds, workers, progress, cluster=cluster))
