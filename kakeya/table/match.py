"""From one round to the next: stones change hands, the deal passes on, the game ends."""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.rules.vector import code, slot
from kakeya.table.deal import first_dealers
from kakeya.table.random import LOSERS as DRAW_LOSERS
from kakeya.table.random import below
from kakeya.table.settle import at_table, counted
from kakeya.table.state import (
    CHAMPION,
    CHANGE,
    DEALERS,
    LAST,
    MOST_SIDES,
    NOBODY,
    OVER,
    PREVIOUS,
    PURSE,
    ROUND,
    SIDES,
    STONES,
    WINNER,
    open_draws,
    seat_down,
)

HELD_BY, BY_PLAYER = slot("stones.held-by"), code("stones.held-by", "player")
STONES_COUNT = slot("stones.count")
PAYER, LOSERS_PAY = slot("settle.payer"), code("settle.payer", "losers")
WHO_PAYS, EACH_PAYS = slot("settle.losers"), code("settle.losers", "each")
SHARE, LEVEL = slot("settle.share"), code("settle.share", "level")
DEBT, IN_FULL = slot("debt"), code("debt", "in-full")
NEXT, WINNERS_DEAL = slot("dealers.next"), code("dealers.next", "winners")
ROTATE = code("dealers.next", "rotate")
LOSERS, FEWEST = slot("dealers.losers"), code("dealers.losers", "fewest-pictures")
DRAWN = code("dealers.losers", "drawn")
UNDECIDED, SAME = slot("dealers.undecided"), code("dealers.undecided", "same")
END_WHEN, ROUNDS_PLAYED = slot("end.when"), code("end.when", "rounds")
END_ROUNDS = slot("end.rounds")
END_PURSE, ONE_EMPTY = slot("end.purse"), code("end.purse", "one-empty")
END_WINNER, OTHER_TEAM = slot("end.winner"), code("end.winner", "other-team")

MOST_ROUNDS = 10_000  # a match that lasts longer is broken off, and has no winner


@kernel
def holders(rules: Buffer) -> int:
    """How many purses a side has (`stones.held-by`)."""
    return 2 if rules[HELD_BY] == BY_PLAYER else 1


def purses(rules: Buffer, s: Buffer) -> tuple[int, ...]:
    """The stones by side where sides hold them, by seat where players do."""
    return tuple(s[PURSE : PURSE + s[SIDES] * holders(rules)])


@kernel
def start_match(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """Hand out the stones and find the first dealers (`stones.count`)."""
    seat_down(rules, s)
    for seat in range(s[SIDES] * holders(rules)):
        s[PURSE + seat] = rules[STONES_COUNT]
    first_dealers(rules, s, stream, key)


@kernel
def purse(s: Buffer, side: int) -> int:
    """The stones of a side, both partners' together."""
    return s[PURSE + side] + s[PURSE + side + s[SIDES]]


@kernel
def share(rules: Buffer, s: Buffer, side: int, stones: int) -> None:
    """Put stones into a side's purses, or take them out (`settle.share`)."""
    lower = PURSE + side
    upper = lower + s[SIDES]
    if holders(rules) == 1:
        s[lower] += stones
        return
    sign = 1 if stones > 0 else -1
    for _ in range(stones * sign):
        if rules[SHARE] == LEVEL:
            partner = upper if s[upper] * sign < s[lower] * sign else lower
        else:
            partner = upper if sign < 0 and s[lower] <= 0 < s[upper] else lower
        s[partner] += sign


@kernel
def pays(rules: Buffer, s: Buffer, side: int) -> bool:
    """Does this losing side pay (`settle.losers`)?"""
    if rules[WHO_PAYS] == EACH_PAYS:
        return True
    for other in range(s[SIDES]):
        if other != s[WINNER] and at_table(s, other) and counted(s, other) < counted(s, side):
            return False
    return True


@kernel
def pay(rules: Buffer, s: Buffer) -> None:
    """Pay the round's stones (`settle.payer`, `debt`); what each side got or gave stands in `CHANGE`."""
    for side in range(MOST_SIDES):
        s[CHANGE + side] = 0
    winner = s[WINNER]
    if winner == NOBODY:
        return
    if rules[PAYER] != LOSERS_PAY:
        s[CHANGE + winner] = s[STONES]
    else:
        for side in range(s[SIDES]):
            if side == winner or not at_table(s, side) or not pays(rules, s, side):
                continue
            paid = s[STONES]
            if rules[DEBT] != IN_FULL:
                paid = min(paid, max(0, purse(s, side)))
            s[CHANGE + side] -= paid
            s[CHANGE + winner] += paid
    for side in range(s[SIDES]):
        share(rules, s, side, s[CHANGE + side])


@kernel
def is_out(rules: Buffer, s: Buffer, side: int) -> bool:
    """Has a side no stones left (`end.purse`)?"""
    if holders(rules) == 1:
        return s[PURSE + side] <= 0
    lower = s[PURSE + side] <= 0
    upper = s[PURSE + side + s[SIDES]] <= 0
    if rules[END_PURSE] == ONE_EMPTY:
        return lower or upper
    return lower and upper


@kernel
def find_end(rules: Buffer, s: Buffer) -> None:
    """Is the match over, and who has won it (`end.when`, `end.rounds`, `end.winner`)?"""
    over = s[ROUND] >= rules[END_ROUNDS]
    if rules[END_WHEN] != ROUNDS_PLAYED:
        over = False
        for side in range(s[SIDES]):
            over = over or is_out(rules, s, side)
    if not over:
        return
    s[OVER] = 1
    most = -(1 << 40)
    for side in range(s[SIDES]):
        if rules[END_WINNER] == OTHER_TEAM:
            if not is_out(rules, s, side):
                s[CHAMPION] = side
        elif purse(s, side) > most:
            most = purse(s, side)
            s[CHAMPION] = side
        elif purse(s, side) == most:
            s[CHAMPION] = NOBODY


@kernel
def next_dealers(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> int:
    """Who deals the next round (`dealers.next`, `dealers.losers`, `dealers.undecided`)."""
    dealers = s[DEALERS]
    right = (dealers + 1) % s[SIDES]
    winner = s[WINNER]
    how = rules[NEXT]
    if how == ROTATE:
        return right
    if winner == NOBODY:
        return dealers if rules[UNDECIDED] == SAME else right
    if how == WINNERS_DEAL:
        return winner
    near = (winner + 1) % s[SIDES]
    far = (winner + s[SIDES] - 1) % s[SIDES]
    if not at_table(s, near):
        return far
    if near == far or not at_table(s, far):
        return near
    which = rules[LOSERS]
    if which == DRAWN:
        open_draws(s, stream, key, DRAW_LOSERS)
        return far if below(stream, 2) else near
    if which == FEWEST and counted(s, far) < counted(s, near):
        return far
    return near


@kernel
def finish_round(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """After a settled round: pay, look for the end, and pass the deal on."""
    pay(rules, s)
    dealers = next_dealers(rules, s, stream, key)
    s[PREVIOUS] = s[DEALERS]
    s[LAST] = s[WINNER]
    s[DEALERS] = dealers
    s[ROUND] += 1
    find_end(rules, s)
