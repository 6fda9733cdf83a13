"""A played round judged: what each card gave away, had all hands been open and all played best after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players.solving import MEGABYTES, Progress, Solver, check_whole
from kakeya.table import state
from kakeya.table.play import step
from kakeya.table.record import Record
from kakeya.texts.tables import Frame, Table, frame


@dataclass(frozen=True)
class Judged:
    """A card and its perfect-play value.

    trick: counted from 1. before, after: what the player's side takes in all (pictures, or tricks) under best play
    from there on. turns: does it change which side can take enough to win the round?
    """

    trick: int
    seat: int
    card: str
    before: int
    after: int
    turns: bool

    @property
    def lost(self) -> int:
        """What the card gave away: 0 for a card that is as good as any."""
        return self.before - self.after

    def row(self) -> dict[str, Any]:
        """The card as a row of the table."""
        return {
            "trick": self.trick,
            "seat": self.seat,
            "card": self.card,
            "before": self.before,
            "after": self.after,
            "lost": self.lost,
            "turns": self.turns,
        }


@dataclass(frozen=True)
class Judgement:
    """A record with the perfect-play value before its first card and after each.

    values: what the side takes in all that has the lowest seat in play: pictures (or tricks, where they count), one
    value more than there are cards. The other side takes the rest of `total`.
    """

    record: Record
    values: tuple[int, ...]

    @property
    def total(self) -> int:
        """How much there was to take."""
        assert self.record.settlement is not None
        return sum(self.record.settlement.counted)

    @property
    def sides(self) -> list[int]:
        """The two sides in play, the one that `values` are of first."""
        deal = self.record.deal
        return [side for side in range(deal.players // 2) if deal.masks[side]]

    @cached_property
    def cards(self) -> tuple[Judged, ...]:
        """The cards in the order they were played."""
        enough, total = self.record.rules["win.at"], self.total
        steps = zip(_played(self.record), self.values[:-1], self.values[1:], strict=True)
        found = []
        for (trick, seat, card), now, then in steps:
            before, after = (now, then) if self.side(seat) == self.sides[0] else (total - now, total - then)
            turns = _ahead(now, total, enough) != _ahead(then, total, enough)
            found.append(Judged(trick, seat, card, before, after, turns))
        return tuple(found)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % (self.record.deal.players // 2)

    @property
    def turning_points(self) -> list[Judged]:
        """The cards that changed which side can win, and those that gave away most, in the order of play."""
        most = max((one.lost for one in self.cards), default=0)
        return [one for one in self.cards if one.turns or (most and one.lost == most)]

    def lost(self, side: int | None = None) -> int:
        """What the cards of a side gave away, or those of both."""
        return sum(one.lost for one in self.cards if side in (None, self.side(one.seat)))

    def turn(self, one: Judged) -> str:
        """Which side can take enough to win since a card that changed that: `the other` or `neither`; else nothing."""
        if not one.turns:
            return ""
        return "the other" if self.total - one.after >= self.record.rules["win.at"] else "neither"

    def rows(self) -> Table:
        """One row for each card."""
        columns = ("trick", "seat", "card", "before", "after", "lost", "turns")
        return Table(columns, (one.row() for one in self.cards))

    def table(self) -> Frame:
        """The rows as a frame where pandas is installed."""
        return frame(self.rows())

    def __str__(self) -> str:
        what, enough = self.record.rules["goal"], self.record.rules["win.at"]
        lines = [f"All hands open, the cards of this round gave away {many(self.lost(), what)}, both sides together."]
        if self.turning_points:
            lines.append("Those that gave away most, and those that changed who can win:")
        for one in self.turning_points:
            side = self.turn(one)
            value = f"{many(one.after, what)} for its side instead of {one.before}"
            turned = f"; now {side} side can take {enough}" if side else ""
            lines.append(f"  trick {one.trick}, seat {one.seat} plays {one.card}: {value}{turned}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Judgement, {many(self.lost(), self.record.rules['goal'])} given away in {len(self.cards)} cards>"

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


def judge(record: Record, *, megabytes: int = MEGABYTES, progress: Progress | None = None) -> Judgement:
    """Judge a round that was played: the perfect-play value before and after each card.

    megabytes: a bound on the memory for answers. KakeyaError for three sides at once, or hands that are not equal.
    """
    if not isinstance(record, Record):
        raise KakeyaError(f"{shortly(record)} is not the record of a round; make one with kakeya.play")
    check_whole(megabytes=megabytes)
    solver = Solver(record.rules, record.deal, record.deal.leader, megabytes, 1 << 60, progress)
    s = list(solver.start)
    values = [solver.value(s)]
    for _, seat, card in _played(record):
        step(solver.vector, s, cards.card(card))
        # a card can only lose what its side had, so the value after it lies on one side of that before
        before = values[-1]
        low, high = (0, before) if solver.seats.index(seat) % 2 == 0 else (before, solver.total)
        values.append(solver.value(s, before, low, high))
    assert s[state.LEFT] == 0
    return Judgement(record, tuple(values))


def _played(record: Record) -> Iterator[tuple[int, int, str]]:
    """Every card with its trick, counted from 1, and its seat."""
    for number, trick in enumerate(record.tricks, 1):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            yield number, seat, card


def _ahead(value: int, total: int, enough: int) -> int:
    """Which of two sides can take enough to win: 0, 1, or -1 for neither."""
    return 0 if value >= enough else 1 if total - value >= enough else -1


def many(number: int, what: str) -> str:
    """So many of something that counts: `1 picture`, `2 pictures`."""
    return f"{number} {what.removesuffix('s') if number == 1 else what}"


__all__ = ["Judged", "Judgement", "judge", "many"]
