"""Settling a round from cards with names: what `Rules.settle` does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kakeya.errors import KakeyaError
from kakeya.rules.possible import hands
from kakeya.rules.vector import point_at
from kakeya.table import state
from kakeya.table.match import pay, start_match
from kakeya.table.play import set_goal, set_trump
from kakeya.table.random import STREAM
from kakeya.table.settle import counted
from kakeya.table.settle import settle as settle_kernel
from kakeya.table.view import mask, trump_number

if TYPE_CHECKING:
    from kakeya.rules.rules import Cards, Rules


@dataclass(frozen=True)
class Settlement:
    """How a round was settled.

    winner: the side that won, or None. stones: what each paying side owes the winners. clause: the point
    that decided the stones ("" where nobody won). decided_by: the point that decided the winner. counted:
    what each side took of what counts (pictures or tricks). aces_pay, table_pays: stones by the clauses on
    aces and by the table, before they are combined. changes: stones by side as they would change hands in
    the first round, when purses are full.
    """

    winner: int | None
    stones: int
    clause: str
    decided_by: str
    counted: tuple[int, ...]
    aces_pay: int
    table_pays: int
    changes: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {**self.__dict__, "counted": list(self.counted), "changes": list(self.changes)}


def read(rules: Rules, s: list[int]) -> Settlement:
    """The settlement that stands on a table."""
    sides = s[state.SIDES]
    winner = s[state.WINNER]
    taken = tuple(counted(s, side) for side in range(sides))
    if s[state.TIED]:
        decided_by = "tie"
    elif winner == state.NOBODY or taken[winner] < rules["win.at"]:
        decided_by = "tie.three" if sum(1 for side in range(sides) if s[state.DEALT + side]) == 3 else "win.at"
    else:
        decided_by = "win.at"
    return Settlement(
        winner=None if winner == state.NOBODY else winner,
        stones=s[state.STONES],
        clause="" if s[state.CLAUSE] < 0 else point_at(s[state.CLAUSE]),
        decided_by=decided_by,
        counted=taken,
        aces_pay=s[state.ACES_PAY],
        table_pays=s[state.TABLE_PAYS],
        changes=tuple(s[state.CHANGE : state.CHANGE + sides]),
    )


def settle(rules: Rules, dealt: Iterable[Cards], captured: Iterable[Cards], trump: str) -> Settlement:
    """See `Rules.settle`."""
    sides = rules.players // 2
    try:
        given = {"dealt": [mask(cards) for cards in dealt], "captured": [mask(cards) for cards in captured]}
    except TypeError:
        raise KakeyaError("`dealt` and `captured` are sequences with one collection of cards for each side") from None
    for what, masks in given.items():
        if len(masks) != sides:
            raise KakeyaError(f"`{what}` has {len(masks)} collections; with {rules.players} players there are {sides}")
        if sum(masks) != _union(masks):
            raise KakeyaError(f"a card stands with two sides in `{what}`")
    s = state.new()
    start_match(rules.vector, s, [0] * STREAM, [0, 0, 0])
    set_goal(rules.vector, s)
    set_trump(rules.vector, s, trump_number(trump))
    trick = hands(rules.values, rules.players)
    for side in range(sides):
        s[state.DEALT + side] = given["dealt"][side]
        s[state.CAPTURED + side] = given["captured"][side]
        s[state.TRICKS + side] = -(-given["captured"][side].bit_count() // trick)
    settle_kernel(rules.vector, s)
    pay(rules.vector, s)
    return read(rules, s)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for one in masks:
        union |= one
    return union
