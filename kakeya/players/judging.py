"""A played round judged: what each card gave away, had all hands been open and all played best after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players.solving import MEGABYTES, Progress, Solver
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
    """A record with the value of each of its cards, in the order they were played."""

    record: Record
    cards: tuple[Judged, ...]

    @property
    def turning_points(self) -> list[Judged]:
        """The cards that changed which side can win, and those that gave away most, in the order of play."""
        most = max((one.lost for one in self.cards), default=0)
        return [one for one in self.cards if one.turns or (most and one.lost == most)]

    def rows(self) -> Table:
        """One row for each card."""
        columns = ("trick", "seat", "card", "before", "after", "lost", "turns")
        return Table(columns, (one.row() for one in self.cards))

    def table(self) -> Frame:
        """The rows as a frame where pandas is installed."""
        return frame(self.rows())

    def __str__(self) -> str:
        what = self.record.rules["goal"]
        lost = sum(one.lost for one in self.cards)
        lines = [f"All hands open, the cards of this round gave away {lost} {what}."]
        for one in self.turning_points:
            mark = "; from here on the other side can win" if one.turns else ""
            value = f"{one.after} {what} for its side instead of {one.before}{mark}"
            lines.append(f"  trick {one.trick}, seat {one.seat} plays {one.card}: {value}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


def judge(record: Record, *, megabytes: int = MEGABYTES, progress: Progress | None = None) -> Judgement:
    """Judge a round that was played: the perfect-play value before and after each card.

    KakeyaError for three sides at once, or hands that are not equal (`kakeya.solve`).
    """
    if not isinstance(record, Record):
        raise KakeyaError(f"{shortly(record)} is not the record of a round; make one with kakeya.play")
    rules = record.rules
    solver = Solver(rules, record.deal, record.deal.leader, megabytes, 1 << 60, progress)
    s = list(solver.start)
    enough = rules["win.at"]
    total = solver.total
    before = solver.value(s)
    found = []
    for number, trick in enumerate(record.tricks, 1):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            step(solver.vector, s, cards.card(card))
            # a card can only lose what its side had, so the value after it lies on one side of that before
            first = solver.seats.index(seat) % 2 == 0
            after = solver.value(s, before, 0 if first else before, before if first else total)
            turns = _ahead(before, total, enough) != _ahead(after, total, enough)
            values = (before, after) if first else (total - before, total - after)
            found.append(Judged(number, seat, card, *values, turns))
            before = after
    assert s[state.LEFT] == 0
    return Judgement(record, tuple(found))


def _ahead(value: int, total: int, enough: int) -> int:
    """Which of two sides can take enough to win: 0, 1, or -1 for neither."""
    return 0 if value >= enough else 1 if total - value >= enough else -1


__all__ = ["Judged", "Judgement", "judge"]
