"""Deals under perfect play, all hands open: what a deal itself is worth, whoever plays it.

Two things are asked of a deal. What does each side take, when both take as much of what counts as can be taken
("deals")? And how is the round settled, when both play for that: who can win it, and how many stones can be gained
("settlements")? A deal that has been solved is not solved again under rules that solve it alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

from kakeya.errors import KakeyaError
from kakeya.players.choose import GREEDY
from kakeya.players.drive import begin_round
from kakeya.players.kinds import Kinds
from kakeya.players.solving import MEGABYTES, Solver, check_two_sides, ready
from kakeya.rules.rules import Rules
from kakeya.rules.vector import length, point_at
from kakeya.study import measures, run
from kakeya.study.blocks import SUMS, add_products
from kakeya.study.measures import SETTLEMENTS
from kakeya.table import random, state
from kakeya.table.deals import Deal, from_table
from kakeya.table.match import start_match
from kakeya.table.state import MOST_SIDES
from kakeya.texts.catalogue import catalogue

KEPT = 4096  # answers about deals
# The points that are asked while cards are played; all others of play have done their part when a deal is dealt.
ASKED_IN_PLAY = (
    "pictures", "goal", "trump.power", "rensho.card", "rensho.suit", "rensho.follow", "rensho.power", "lead.next",
    "play.direction", "play.follow", "short-trick",
)  # fmt: skip


@cache
def asked(games: str) -> frozenset[str]:
    """The points on which the value of a dealt deal can depend."""
    settling = (point.id for point in catalogue().touching("settle")) if games == SETTLEMENTS else ()
    return frozenset((*ASKED_IN_PLAY, *settling))


@cache
def _places(games: str) -> tuple[int, ...]:
    return tuple(place for place in range(1, length()) if point_at(place) in asked(games))


@dataclass(frozen=True)
class Problem:
    """A deal that is to be solved. Two are equal if they have the same answer, whoever sits where.

    hands: from the leader's on; answers: of the rules, to all that can be asked.
    """

    hands: tuple[int, ...]
    trump: str
    answers: tuple[int, ...]
    rules: Rules = field(compare=False, repr=False)
    deal: Deal = field(compare=False, repr=False)

    @staticmethod
    def of(rules: Rules, deal: Deal, games: str) -> Problem:
        """The problem that a deal sets under some rules."""
        hands = deal.masks[deal.leader :] + deal.masks[: deal.leader]
        return Problem(hands, deal.trump, tuple(rules.vector[place] for place in _places(games)), rules, deal)

    def solver(self, goal: str) -> Solver:
        """What solves it."""
        return Solver(self.rules, self.deal, self.deal.leader, MEGABYTES, 1 << 60, None, goal)


def _leader_gets(solver: Solver, value: int) -> int:
    return value if solver.start[state.TURN] % 2 == 0 else solver.other(value)


@lru_cache(KEPT)
def taken(problem: Problem) -> tuple[int, int]:
    """How much of what counts the leading side takes under best play, and how much there is."""
    solver = problem.solver("taken")
    return _leader_gets(solver, solver.value(solver.start, guess=solver.total // 2 + 1)), solver.total


@lru_cache(KEPT)
def settled(problem: Problem) -> tuple[int, int]:
    """Under best play for the round: does the leading side win it (1), lose it (-1) or neither? And for stones: its gain."""
    solver = problem.solver("stones")
    stones = _leader_gets(solver, solver.best(solver.start))
    if stones:
        return (1 if stones > 0 else -1), stones  # who can gain can win
    solver = problem.solver("win")
    return _leader_gets(solver, solver.best(solver.start)), 0


@dataclass(frozen=True)
class Job:
    """The deals of first rounds, solved under each of several rules."""

    games: str  # deals or settlements
    rules: tuple[Rules, ...]
    kinds: tuple[Kinds, ...]  # who names trumps
    seed: int

    @property
    def piece(self) -> int:
        """How many deals a worker solves at a time."""
        return 1

    @property
    def length(self) -> int:
        """How many numbers are measured of a deal."""
        return measures.LENGTHS[self.games]

    def empty(self) -> run.Sums:
        """Sums of nothing."""
        return [[0] * (SUMS * self.length) for _ in self.rules]

    def block(self, first: int, last: int) -> run.Sums:
        """The sums over the first deals of matches `first` to before `last`."""
        ready()
        sums = self.empty()
        found = [[0] * self.length for _ in self.rules]
        for match in range(first, last):
            for rules, who, m in zip(self.rules, self.kinds, found, strict=True):
                self._measure(rules, who, match, m)
            for m, total in zip(found, sums, strict=True):
                add_products(m, found[0], total, self.length)
        return sums

    def _measure(self, rules: Rules, who: Kinds, match: int, m: list[int]) -> None:
        s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(self.seed), match]
        start_match(rules.vector, s, stream, key)
        begin_round(rules.vector, s, who.buffer, stream, key)
        problem = Problem.of(rules, from_table(s, self.seed, match), self.games)
        if self.games == SETTLEMENTS:
            measures.measure_settlement(m, *settled(problem))
        else:
            held = s[state.DEALT + s[state.LEADER] % s[state.SIDES]]
            measures.measure_deal(m, *taken(problem), rules["win.at"], held, s[state.RENSHO])


def job(rules: list[Rules], kinds: list[Kinds], seed: int, games: str) -> run.Playable:
    """What is played under several rules: rounds or matches, or deals; KakeyaError if it cannot be."""
    if games not in measures.SOLVED:
        return run.job(rules, kinds, seed, games)
    random.halves(seed)
    for one, who in zip(rules, kinds, strict=True):
        check_two_sides(one)
        if games == SETTLEMENTS:
            run.check_worth(one)
        if set(who.numbers[:MOST_SIDES]) != {GREEDY}:
            raise KakeyaError(f"{games} are played perfectly, and `{who.text}` can only name trumps: write greedy")
    return Job(games, tuple(rules), tuple(kinds), seed)


def who_plays(games: str, players: str) -> str:
    """Who plays, in words."""
    if games not in measures.SOLVED:
        return f"all {players}"
    habit = players.partition(":")[2]
    goal = " for the settlement" if games == SETTLEMENTS else ""
    return f"perfect play{goal}" + (f", trumps named {habit}" if habit else "")
