"""Perfect play with all hands open: what each side takes at best, by one best line, and what each first card is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from kakeya import cards, compiled
from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.players import known, memory, ordering, perfect
from kakeya.players.playing import check_rules
from kakeya.rules.possible import hands
from kakeya.rules.rules import Rules
from kakeya.table import random, state
from kakeya.table.deals import Deal
from kakeya.table.match import start_match
from kakeya.table.play import ACES, legal, set_goal, set_trump, start_play, step
from kakeya.table.settle import counted, settle
from kakeya.texts.tables import Frame, Table, frame

MOST_MEGABYTES = 65_536
MEGABYTES = 256  # of memory for answers, unless another bound is given
_WORDS_A_LIST = 32  # of memory, as it fills
Progress = Callable[[int], None]  # cards tried so far


def _wins(s: list[int]) -> int:
    return 0 if s[state.WINNER] == state.NOBODY else 1 if s[state.WINNER] == 0 else -1


def _stones(s: list[int]) -> int:
    return s[state.STONES] * _wins(s)


# What may be played for: what is counted, the round, or stones; what side 0 gains, from a settled table.
GOALS: dict[str, Callable[[list[int]], int] | None] = {"taken": None, "win": _wins, "stones": _stones}


class Stopped(KakeyaError):
    """A search that was given a bound of cards to try, and came to it."""


@dataclass(frozen=True)
class Solution:
    """What `solve` found.

    goal: what all play for: "taken", "win" or "stones". value: what each side gets of it under best play: pictures
    (or tricks, where they count); 1, 0 or -1 for a round won, undecided or lost; stones owed or due. taken: what
    each side takes on the line that is given. Of six players' sides the one that rests has none. line: one best
    line, as (seat, card). nodes: cards tried. The value of every legal first card is reckoned when `plays` is asked
    for.
    """

    rules: Rules
    deal: Deal
    goal: str
    value: tuple[int, ...]
    taken: tuple[int, ...]
    line: tuple[tuple[int, str], ...]
    nodes: int
    _solver: Solver

    @property
    def plays(self) -> dict[str, int]:
        """Legal first card -> what the leader's side gets in the end if it is led and all play best after it."""
        return self._solver.plays()

    @property
    def winner(self) -> int | None:
        """The side that wins the round if that line is played, or None."""
        return self._solver.settlement(self.line)

    def table(self) -> Frame:
        """The first cards with their values, best first."""
        rows = sorted(self.plays.items(), key=lambda item: -item[1])
        return frame(Table(("card", self.goal), ({"card": card, self.goal: value} for card, value in rows)))

    def __repr__(self) -> str:
        return f"<Solution, {self.goal} {' : '.join(map(str, self.value))}, after {self.nodes:,} cards>"


class Solver:
    """One deal under one set of rules, searched. Answers found once serve every later question about it."""

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        leader: int,
        megabytes: int,
        most: int,
        progress: Progress | None,
        goal: str = "taken",
    ) -> None:
        if deal.players != rules.players:
            raise KakeyaError(f"the deal is for {deal.players} players and the rules are for {rules.players}")
        self.seats = [seat for seat in range(rules.players) if deal.masks[seat]]
        sizes = {deal.masks[seat].bit_count() for seat in self.seats}
        check_two_sides(rules, len(self.seats))
        if len(sizes) != 1:
            raise KakeyaError("perfect play is worked out for hands of the same length")
        if leader not in self.seats:
            raise KakeyaError(f"seat {leader} has no cards and cannot lead")
        self.rules = rules
        self.deal = deal
        self.most = most
        self.progress = progress
        self.vector = _for_four(rules)
        self.start = self._table(leader)
        self.total = self._total()
        words = max(memory.SHORTEST, megabytes * 1_000_000 // 8)
        lists = max(memory.FEWEST_LISTS, 1 << (words // _WORDS_A_LIST).bit_length() - 1)
        self.ask = [0] * perfect.ASK
        self.ask[perfect.A_QUICK] = int(rules["lead.next"] == "winner" and rules["play.follow"] == "must")
        self.ask[perfect.A_EXACT] = int(not _ranks_are_relative(rules, deal.trump))
        self.ask[perfect.A_BOUND] = int(_is_bound(self.vector, self.start))
        self._in_play = sum(deal.masks)
        self._tables: dict[int, Any] = {}
        self.gain = GOALS[goal]
        self.marks = [cards.NO_CARD] * perfect.MARKS
        if self.gain is not None:
            rensho = self.start[state.RENSHO]
            looked_at = cards.numbers((ACES | (0 if rensho == cards.NO_CARD else 1 << rensho)) & self._in_play)
            self.marks[: len(looked_at)] = looked_at
            self.ask[perfect.A_SETTLED] = 1
            self.ask[perfect.A_MARKED] = cards.mask(looked_at)
        self.ask[perfect.A_MARKS : perfect.A_MARKS + perfect.MARKS] = self.marks
        self.stack = [0] * perfect.STACK
        self.known = compiled.buffer(known.LENGTH)
        self.known[known.WEIGHTS :] = ordering.weights()
        compiled.fast(known.prepare)(self.known)
        compiled.fast(known.learn)(self.start, self.known)
        self.lists = compiled.buffer(lists)
        self.answers = compiled.buffer(words - lists)
        compiled.fast(memory.open_memory)(self.answers, words - lists, lists)

    def _table(self, leader: int) -> list[int]:
        s = state.new()
        start_match(self.vector, s, [0] * random.STREAM, [0, 0, 0])
        set_goal(self.vector, s)
        set_trump(self.vector, s, cards.trump_number(self.deal.trump))
        for place, seat in enumerate(self.seats):
            s[state.HAND + place] = self.deal.masks[seat]
            s[state.DEALT + place % 2] |= self.deal.masks[seat]
        s[state.ACTIVE] = 15
        start_play(self.vector, s, self.seats.index(leader))
        s[state.PLAYED] = cards.PACK & ~sum(self.deal.masks)
        return s

    def _total(self) -> int:
        """How much there is to take."""
        s = self.start
        union = s[state.DEALT] | s[state.DEALT + 1]
        return (union & s[state.WORTH]).bit_count() + s[state.TRICK_WORTH] * s[state.HAND].bit_count()

    def reaches(self, s: list[int], goal: int) -> bool:
        """Does side 0 end with `goal` or more from this position? Stopped if the bound of cards is reached."""
        search = compiled.fast(perfect.search)
        outcomes = self._ask_about(goal)
        step_size = 4_000_000 if compiled.available() else 20_000
        while True:
            self.ask[perfect.A_MOST_NODES] = min(self.most, self.nodes + step_size)
            search(self.vector, s, self.ask, self.stack, self.known, outcomes, self.lists, self.answers)
            if not self.ask[perfect.A_STOPPED]:
                return bool(self.ask[perfect.A_ANSWER])
            tried = self.nodes
            if self.progress:
                self.progress(tried)
            if tried >= self.most:
                raise Stopped(f"not solved after {self.most:,} cards; give it more, or fewer cards to play")

    def _ask_about(self, goal: int) -> Any:
        """Set the question; the table of outcomes that answers it, where it is of the settlement."""
        self.ask[perfect.A_GOAL] = goal
        if self.gain is None:
            return self._tables.setdefault(0, compiled.buffer(1))
        if goal not in self._tables:
            self._tables[goal] = self._outcomes(goal)
        self.ask[perfect.A_WHICH] = list(self._tables).index(goal)
        return self._tables[goal]

    def _outcomes(self, goal: int) -> Any:
        """For every stage of the round, as `perfect.search` numbers them: can side 0 still gain `goal`, and still not?"""
        all_there_is = max(got for _, got in self._ends)
        most = perfect.MOST_COUNTED
        table = compiled.buffer(perfect.OUTCOMES)
        many = sum(card != cards.NO_CARD for card in self.marks)
        stages = sorted(product(range(3), repeat=many), key=lambda digits: digits.count(0))
        for left in range(all_there_is + 1):
            for digits in stages:
                for got in range(all_there_is - left + 1):
                    place = (_number(digits) * most + got) * most + left
                    if left:
                        table[place] = table[place + most - 1] | table[place - 1]
                    elif 0 in digits:
                        open_one = digits.index(0)
                        for side in (1, 2):
                            after = (*digits[:open_one], side, *digits[open_one + 1 :])
                            table[place] |= table[_number(after) * most * most + got * most]
                    else:
                        table[place] = 1 if self._ends[digits, got] >= goal else 2
        return table

    def _gained(self, marks: list[int], digits: tuple[int, ...], rest: list[int], got: int) -> int:
        """What side 0 gains where it has captured these cards and so much else."""
        s = list(self.start)
        tricks = s[state.TRICK_WORTH]
        mine = [card for card, side in zip(marks, digits, strict=True) if side == 1] + ([] if tricks else rest[:got])
        s[state.CAPTURED] = cards.mask(mine)
        s[state.CAPTURED + 1] = self._in_play & ~s[state.CAPTURED]
        if tricks:
            s[state.TRICKS], s[state.TRICKS + 1] = got, self.total - got
        settle(self.vector, s)
        assert self.gain is not None
        return self.gain(s)

    @cached_property
    def _ends(self) -> dict[tuple[tuple[int, ...], int], int]:
        """What side 0 gains at every end: who has captured the marked cards (1 for side 0), and its share of the rest."""
        marks = [card for card in self.marks if card != cards.NO_CARD]
        rest = [card for card in cards.numbers(self._in_play & self.start[state.WORTH]) if card not in marks]
        most = self.total if self.start[state.TRICK_WORTH] else len(rest)
        ends = product(product((1, 2), repeat=len(marks)), range(most + 1))
        return {(digits, got): self._gained(marks, digits, rest, got) for digits, got in ends}

    @cached_property
    def _gains(self) -> list[int]:
        return sorted(set(self._ends.values()))

    def best(self, s: list[int]) -> int:
        """What side 0 gets of the goal under best play from this position."""
        if self.gain is None:
            return self.value(s)
        gains = self._gains
        low, high = 0, len(gains) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reaches(s, gains[middle]) else (low, middle - 1)
        return gains[low]

    @property
    def nodes(self) -> int:
        """Cards tried so far."""
        return self.ask[perfect.A_NODES]

    def value(self, s: list[int], guess: int | None = None, low: int = 0, high: int | None = None) -> int:
        """What side 0 takes in all from this position, if it lies between `low` and `high`."""
        high = self.total if high is None else high
        goal = (low + high + 1) // 2 if guess is None else guess
        while low < high:
            goal = max(low + 1, min(high, goal))
            if self.reaches(s, goal):
                low = goal
                goal += 1
            else:
                high = goal - 1
                goal -= 1
        return low

    def exceeds(self, s: list[int], value: int) -> bool:
        """Does side 0 get more than that from this position?"""
        if self.gain is None:
            return self.reaches(s, value + 1)
        higher = [one for one in self._gains if one > value]
        return bool(higher) and self.reaches(s, higher[0])

    def other(self, value: int) -> int:
        """What side 1 gets where side 0 gets that."""
        return self.total - value if self.gain is None else -value

    def line(self, value: int) -> list[tuple[int, str]]:
        """One best line from the start, whose value is known."""
        s = list(self.start)
        played = []
        while s[state.LEFT]:
            place = s[state.TURN]
            options = cards.numbers(legal(self.vector, s, s[state.HAND + place]))
            card = options[-1]
            for option in options[:-1]:
                after = list(s)
                step(self.vector, after, option)
                # a card is best if it keeps the value: side 0 still reaches it, or still no more than it
                keeps = self.reaches(after, value) if place % 2 == 0 else not self.exceeds(after, value)
                if keeps:
                    card = option
                    break
            played.append((self.seats[place], cards.name(card)))
            step(self.vector, s, card)
        return played

    def plays(self) -> dict[str, int]:
        """What the leader's side takes after each legal first card."""
        s = self.start
        place = s[state.TURN]
        found = {}
        for card in reversed(cards.numbers(legal(self.vector, s, s[state.HAND + place]))):
            after = list(s)
            step(self.vector, after, card)
            value = self.best(after)
            found[cards.name(card)] = value if place % 2 == 0 else self.other(value)
        return found

    def by_side(self, first: int, second: int) -> tuple[int, ...]:
        """What the two sides that play have, by the numbers of all sides."""
        sides = sorted({seat % (self.rules.players // 2) for seat in self.seats})
        found = [0] * (self.rules.players // 2)
        found[sides[0]], found[sides[1]] = first, second
        return tuple(found)

    def counted(self, line: tuple[tuple[int, str], ...]) -> int:
        """What side 0 has of what counts if that line is played."""
        s = list(self.start)
        for _, card in line:
            step(self.vector, s, cards.card(card))
        return counted(s, 0)

    def settlement(self, line: tuple[tuple[int, str], ...]) -> int | None:
        """The side that wins the round if that line is played."""
        s = list(self.start)
        for _, card in line:
            step(self.vector, s, cards.card(card))
        sides = sorted({seat % (self.rules.players // 2) for seat in self.seats})
        empty: list[list[int]] = [[] for _ in range(self.rules.players // 2)]
        dealt, captured = list(empty), list(empty)
        for place, side in enumerate(sides):
            dealt[side] = cards.numbers(s[state.DEALT + place])
            captured[side] = cards.numbers(s[state.CAPTURED + place])
        return self.rules.settle(dealt, captured, self.deal.trump).winner  # type: ignore[arg-type]


def ready() -> None:
    """Compile what solving needs, before several workers ask for it at once."""
    for one in (known.prepare, known.learn, memory.open_memory, perfect.search):
        compiled.fast(one)


def check_whole(**given: Any) -> None:
    """KakeyaError unless these are whole numbers, 0 or more, and no more megabytes than a machine has."""
    for what, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
            raise KakeyaError(f"`{what}` is a whole number, 0 or more, not {shortly(value)}")
    if given["megabytes"] > MOST_MEGABYTES:
        raise KakeyaError(f"{given['megabytes']:,} megabytes of answers are more than {MOST_MEGABYTES:,}")


def check_two_sides(rules: Rules, seats: int = 4) -> None:
    """KakeyaError, with the reason, unless two sides play under these rules, and at so many seats."""
    if seats < 4:
        raise KakeyaError(f"perfect play is worked out for four hands with cards, and {seats} of this deal have any")
    if hands(rules.values, rules.players) == 6 or seats > 4:
        raise KakeyaError(
            "perfect play is worked out for two sides; with three sides at once there is no one best play"
        )


def _number(digits: tuple[int, ...]) -> int:
    """Digits as `perfect.marks_of` numbers them: in base three, filled up with zeros."""
    found = 0
    for place in range(perfect.MARKS):
        found = found * 3 + (digits[place] if place < len(digits) else 0)
    return found


def _for_four(rules: Rules) -> list[int]:
    """The rules' vector for a table of four: of six, the two pairs that play are seated as four."""
    return [4, *rules.vector[1:]]


def _is_bound(vector: list[int], s: list[int]) -> bool:
    """Must the holder of Rensho follow suit before it may be played?"""
    if s[state.RENSHO] == cards.NO_CARD:
        return True
    s = list(s)
    for suit in range(4):
        card = s[state.BELONGS + suit] & ~(1 << s[state.RENSHO])
        if not s[state.BELONGS + suit] >> s[state.RENSHO] & 1:
            s[state.COUNT], s[state.LED] = 1, suit
            if legal(vector, s, card | 1 << s[state.RENSHO]) >> s[state.RENSHO] & 1:
                return False
    return True


def _ranks_are_relative(rules: Rules, trump: str) -> bool:
    """May cards be known by how they rank among those left? Not where pictures are not the highest ranks,
    nor where Rensho ranks in a suit that is not printed on it, or is no ace."""
    ranks = [cards.RANKS.index(rank) for rank in rules["pictures"]]
    if rules["goal"] == "pictures" and (sorted(ranks) != list(range(13 - len(ranks), 13)) or len(ranks) > 4):
        return False
    rensho = rules.rensho(trump)
    if rensho is None:
        return True
    if rules["rensho.power"] != "takes-any-trick":
        return bool(rules["rensho.suit"] == "printed")
    return rensho.startswith("A")


def solve(
    rules: Rules,
    deal: Deal,
    leader: int | None = None,
    goal: str = "taken",
    *,
    megabytes: int = MEGABYTES,
    most: int = 1 << 60,
    progress: Progress | None = None,
) -> Solution:
    """Solve a deal: what each side gets when all hands are open and all play best.

    leader: the seat that leads (without it, the deal's). goal: what they play for: "taken", as many pictures (or
    tricks) as can be; "win", the round; "stones", as many as can be won, whether the other side has them or not.
    megabytes: a bound on the memory for answers. most: how many cards to try at most, `plays` included (then Stopped).
    KakeyaError for three sides at once, or hands that are not equal.
    """
    check_rules(rules)
    if not isinstance(deal, Deal):
        raise KakeyaError(f"{shortly(deal)} is not a deal; make one with kakeya.deal or Deal.from_pbn")
    check_whole(megabytes=megabytes, most=most, leader=deal.leader if leader is None else leader)
    if not isinstance(goal, str) or goal not in GOALS:
        hint = did_you_mean(goal if isinstance(goal, str) else "", GOALS)
        raise KakeyaError(f"{shortly(goal)} is nothing to play for; {hint}".rstrip("; "))
    solver = Solver(rules, deal, deal.leader if leader is None else leader, megabytes, most, progress, goal)
    value = solver.best(solver.start)
    line = tuple(solver.line(value))
    taken = solver.counted(line)
    return Solution(
        rules,
        deal,
        goal,
        solver.by_side(value, solver.other(value)),
        solver.by_side(taken, solver.total - taken),
        line,
        solver.nodes,
        solver,
    )


__all__ = ["Solution", "Solver", "Stopped", "solve"]
