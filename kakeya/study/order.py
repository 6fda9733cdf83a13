"""Skill: how far the better of two players wins more than an even share under a ruleset."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.players.kinds import Kinds, kinds
from kakeya.progress import reporting
from kakeya.rules.rules import Rules
from kakeya.study import measures, run
from kakeya.study.estimate import Estimate, rounded
from kakeya.study.simulate import as_rules, recipe


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

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same result."""
        return {
            "rules": recipe(self.rules),
            "fingerprint": self.rules.fingerprint,
            "strong": self.strong,
            "weak": self.weak,
            "rounds": self.rounds,
            "seed": self.seed,
            "engine": ENGINE,
            "measures": measures.VERSION,
            "share": [rounded(one) for one in (self.share.mean, self.share.low, self.share.high)],
            "order": [rounded(one) for one in (self.order.mean, self.order.low, self.order.high)],
        }

    @property
    def caption(self) -> str:
        """What was played, in a line."""
        seats = f"{self.rules.players} players"
        return f"{self.strong} against {self.weak}, {self.rounds:,} rounds, {seats}, seed {self.seed}"


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
    sides = here.players // 2
    for one in (strong, weak):
        if not isinstance(one, str):
            raise KakeyaError(f"{shortly(one)} does not name a player")
        if "," in one:
            raise KakeyaError(f"`{one}` names several players; `order` takes one for each side")
    each = run.rounds_number(rounds) // sides
    if each < 2:
        raise KakeyaError(f"{rounds} rounds are too few; write {2 * sides} or more")
    even = 1 / (3 if sides == 3 and here["six.play"] == "all-pairs" else 2)
    played = won = undecided = 0
    with reporting(progress, sides * each) as report:
        for side in range(sides):
            who: Kinds = kinds(",".join(strong if other == side else weak for other in range(sides)), sides)

            def one_more(done: int, total: int, side: int = side) -> None:
                report(side * each + done, sides * each)

            sums = run.run(run.job([here], [who], seed), each, workers, one_more, side * each, cluster)[0]
            played += sums[measures.PLAYS_BY + side]
            won += sums[measures.WINS_BY + side]
            undecided += sums[measures.UNDECIDED_BY + side]
    mean = (won + even * undecided) / played
    square = (won + even * even * undecided) / played
    error = math.sqrt(max(0.0, square - mean * mean) / (played - 1))
    spread = 1 - even
    return Order(
        here,
        strong,
        weak,
        sides * each,
        seed,
        Estimate(mean, error, played),
        Estimate((mean - even) / spread, error / spread, played),
    )
