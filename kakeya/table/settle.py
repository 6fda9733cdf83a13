"""Settling a round: who has won it, and how many stones it is worth."""

from __future__ import annotations

from kakeya.cards import NO_CARD, NO_SUIT
from kakeya.kernel import Buffer, kernel
from kakeya.rules.vector import code, slot
from kakeya.table.bits import count
from kakeya.table.play import ACES
from kakeya.table.state import (
    ACES_PAY,
    CAPTURED,
    CLAUSE,
    DEALT,
    NOBODY,
    RENSHO,
    SIDES,
    STONES,
    TABLE_PAYS,
    TIED,
    TRICK_WORTH,
    TRICKS,
    TRUMP,
    WINNER,
    WORTH,
)

WIN_AT = slot("win.at")
TIE, NOT_CAPTURED = slot("tie"), code("tie", "without-rensho-captured")
NOT_DEALT = code("tie", "without-rensho-dealt")
TIE_THREE, MOST = slot("tie.three"), code("tie.three", "most-pictures")
LOOK_AT, LOOK_DEALT = slot("settle.aces.look-at"), code("settle.aces.look-at", "dealt")
NO_ACE = slot("settle.aces.none")
SOME_ACES, NO_GREAT_ACE = slot("settle.aces.some"), code("settle.aces.some", "no-rensho-no-trump-ace")
OTHERWISE = slot("settle.aces.otherwise")
APPLIES, TIE_ONLY = slot("settle.aces.applies"), code("settle.aces.applies", "tie-only")
TABLE = slot("settle.pictures")
COMBINE, FIRST = slot("settle.combine"), code("settle.combine", "first")
LARGER, ADD = code("settle.combine", "larger"), code("settle.combine", "add")
PER, EACH_PLAYER = slot("settle.per"), code("settle.per", "player")


@kernel
def counted(s: Buffer, side: int) -> int:
    """What a side has taken of what counts: pictures or tricks."""
    return count(s[CAPTURED + side] & s[WORTH]) + s[TRICKS + side] * s[TRICK_WORTH]


@kernel
def at_table(s: Buffer, side: int) -> bool:
    """Does a side play this round? One that was dealt nothing and captured nothing rests."""
    return s[DEALT + side] != 0 or s[CAPTURED + side] != 0


@kernel
def find_winner(rules: Buffer, s: Buffer) -> None:
    """Who wins the round (`win.at`, `tie`, `tie.three`)."""
    s[WINNER] = NOBODY
    s[TIED] = 0
    playing = 0
    most = -1
    having_most = 0
    first = NOBODY
    for side in range(s[SIDES]):
        if not at_table(s, side):
            continue
        playing += 1
        taken = counted(s, side)
        if taken > most:
            most = taken
            having_most = 1
            first = side
        elif taken == most:
            having_most += 1
    if most >= rules[WIN_AT] and having_most == 1:
        s[WINNER] = first
    elif playing == 3:
        if rules[TIE_THREE] == MOST and having_most == 1:
            s[WINNER] = first
    elif playing == 2 and having_most == 2:
        s[TIED] = 1
        how = rules[TIE]
        if s[RENSHO] == NO_CARD or (how != NOT_CAPTURED and how != NOT_DEALT):
            return
        rensho = 1 << s[RENSHO]
        without = 0
        for side in range(s[SIDES]):
            if not at_table(s, side):
                continue
            held = s[CAPTURED + side] if how == NOT_CAPTURED else s[DEALT + side]
            if held & rensho == 0:
                without += 1
                s[WINNER] = side
        if without != 1:
            s[WINNER] = NOBODY


@kernel
def pay_for_aces(rules: Buffer, s: Buffer) -> None:
    """What the clauses on aces give the winners, and which one.

    Reads `settle.aces.applies`, `settle.aces.look-at`, `settle.aces.none`, `settle.aces.some` and
    `settle.aces.otherwise`.
    """
    s[ACES_PAY] = 0
    s[CLAUSE] = -1
    if rules[APPLIES] == TIE_ONLY and not s[TIED]:
        return
    side = s[WINNER]
    held = s[DEALT + side] if rules[LOOK_AT] == LOOK_DEALT else s[CAPTURED + side]
    aces = count(held & ACES)
    rensho = s[RENSHO] != NO_CARD and held & 1 << s[RENSHO] != 0
    if rules[SOME_ACES] == NO_GREAT_ACE:
        trump_ace = s[TRUMP] != NO_SUIT and held & 1 << 13 * s[TRUMP] + 12 != 0
        some = not rensho and not trump_ace
    else:
        some = not rensho and 1 <= aces <= 2
    if aces == 0 and rules[NO_ACE] > 0:
        s[ACES_PAY] = rules[NO_ACE]
        s[CLAUSE] = NO_ACE
    elif some and rules[SOME_ACES + 1] > 0:
        s[ACES_PAY] = rules[SOME_ACES + 1]
        s[CLAUSE] = SOME_ACES
    elif rules[OTHERWISE] > 0:
        s[ACES_PAY] = rules[OTHERWISE]
        s[CLAUSE] = OTHERWISE


@kernel
def settle(rules: Buffer, s: Buffer) -> None:
    """Settle a round from what was dealt and captured: winner, stones owed by each paying side, clause.

    Reads `settle.pictures`, `settle.combine` and `settle.per`.
    """
    find_winner(rules, s)
    s[STONES] = 0
    s[ACES_PAY] = 0
    s[TABLE_PAYS] = 0
    s[CLAUSE] = -1
    if s[WINNER] == NOBODY:
        return
    pay_for_aces(rules, s)
    by_table = rules[TABLE + counted(s, s[WINNER])]
    by_aces = s[ACES_PAY]
    s[TABLE_PAYS] = by_table
    how = rules[COMBINE]
    stones = by_aces
    if by_aces == 0:
        stones = by_table
        s[CLAUSE] = TABLE
    elif how == LARGER:
        if by_table > by_aces:
            stones = by_table
            s[CLAUSE] = TABLE
    elif how == ADD:
        stones = by_aces + by_table
    elif how != FIRST:
        stones = by_aces * by_table
    s[STONES] = stones * 2 if rules[PER] == EACH_PLAYER else stones
