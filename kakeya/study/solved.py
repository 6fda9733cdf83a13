"""Deals under perfect play, all hands open: what a deal itself is worth, whoever plays it."""

from __future__ import annotations

from dataclasses import dataclass

from kakeya.errors import KakeyaError
from kakeya.players.choose import GREEDY
from kakeya.players.drive import begin_round
from kakeya.players.kinds import Kinds
from kakeya.players.solving import MEGABYTES, Solver, check_two_sides, ready
from kakeya.rules.rules import Rules
from kakeya.study import measures, run
from kakeya.study.blocks import SUMS, add_products
from kakeya.table import random, state
from kakeya.table.deals import from_table
from kakeya.table.match import start_match
from kakeya.table.state import MOST_SIDES


@dataclass(frozen=True)
class Job:
    """The deals of first rounds, solved under each of several rules for what is counted."""

    rules: tuple[Rules, ...]
    kinds: tuple[Kinds, ...]  # who names trumps
    seed: int

    @property
    def piece(self) -> int:
        """How many deals a worker solves at a time."""
        return 1

    def empty(self) -> run.Sums:
        """Sums of nothing."""
        return [[0] * (SUMS * measures.DEAL_LENGTH) for _ in self.rules]

    def block(self, first: int, last: int) -> run.Sums:
        """The sums over the first deals of matches `first` to before `last`."""
        ready()
        sums = self.empty()
        found = [[0] * measures.DEAL_LENGTH for _ in self.rules]
        for match in range(first, last):
            for rules, who, m in zip(self.rules, self.kinds, found, strict=True):
                self._measure(rules, who, match, m)
            for m, total in zip(found, sums, strict=True):
                add_products(m, found[0], total, measures.DEAL_LENGTH)
        return sums

    def _measure(self, rules: Rules, who: Kinds, match: int, m: list[int]) -> None:
        s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(self.seed), match]
        start_match(rules.vector, s, stream, key)
        begin_round(rules.vector, s, who.buffer, stream, key)
        deal = from_table(s, self.seed, match)
        solver = Solver(rules, deal, deal.leader, MEGABYTES, 1 << 60, None)
        value = solver.value(solver.start, guess=solver.total // 2 + 1)
        leading = s[state.LEADER] % s[state.SIDES]
        taken = value if solver.seats.index(deal.leader) % 2 == 0 else solver.total - value
        measures.measure_deal(m, taken, solver.total, rules["win.at"], s[state.DEALT + leading], s[state.RENSHO])


def job(rules: list[Rules], kinds: list[Kinds], seed: int, games: str) -> run.Playable:
    """What is played under several rules: rounds or matches, or deals; KakeyaError if it cannot be."""
    if games != "deals":
        return run.job(rules, kinds, seed, games)
    random.halves(seed)
    for one, who in zip(rules, kinds, strict=True):
        check_two_sides(one)
        if set(who.numbers[:MOST_SIDES]) != {GREEDY}:
            raise KakeyaError(f"deals are played perfectly, and `{who.text}` can only name trumps: write greedy")
    return Job(tuple(rules), tuple(kinds), seed)


def who_plays(games: str, players: str) -> str:
    """Who plays, in words."""
    if games != "deals":
        return f"all {players}"
    habit = players.partition(":")[2]
    return "perfect play" + (f", trumps named {habit}" if habit else "")
