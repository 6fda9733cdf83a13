"""A player that looks one trick ahead.

Of every legal card it weighs what lies in the trick, and the card itself, by how surely its side will take the
trick with it, less what the card would be worth later. It sees its own hand, the trick on the table and the cards
already played.
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.table.bits import count, lowest
from kakeya.table.play import CUTS, SUIT, TAKES_ALL, strength, suit_of
from kakeya.table.state import (
    BELONGS,
    BEST,
    BOSS,
    COUNT,
    CUT,
    LED,
    NOBODY,
    PLAYED,
    SIDES,
    SIZE,
    TABLE,
    TAKER,
    TRICK_WORTH,
    TURN,
    WORTH,
    side_of,
)

PACK = (1 << 52) - 1


@kernel
def holds(s: Buffer, strong: int, led: int, unseen: int, after: int) -> bool:
    """Is a card of that strength likely to hold the trick against `after` more players?"""
    if after == 0 or strong == TAKES_ALL:
        return True
    suit = s[CUT] if strong >= CUTS else led
    higher = SUIT << 13 * suit & ~((2 << 13 * suit + strong % 100) - 1)
    if s[BELONGS + suit] & unseen & higher:
        return False
    return suit == s[CUT] or s[BELONGS + s[CUT]] & unseen == 0 or count(s[BELONGS + suit] & unseen) > 2 * after


@kernel
def greedy(s: Buffer, hand: int, options: int) -> int:
    """The card that `greedy` plays from a hand, of those that are legal."""
    sides = s[SIDES]
    leads = s[COUNT] == 0
    after = s[SIZE] - s[COUNT] - 1
    unseen = PACK & ~s[PLAYED] & ~hand
    pot = count(s[TABLE] & s[WORTH]) + s[TRICK_WORTH]
    best = NOBODY
    best_value = 0
    partner_has = not leads and side_of(s, s[TAKER]) == side_of(s, s[TURN])
    partner_holds = partner_has and holds(s, s[BEST], s[LED], unseen, after)
    while options:
        card = lowest(options)
        options &= options - 1
        picture = s[WORTH] >> card & 1
        if leads:
            s[LED] = suit_of(s, card)
        strong = strength(s, card)
        # in quarters: how surely the trick goes to this side
        chance = 1 if s[COUNT] < sides else 0
        if leads:
            chance = 4 if holds(s, strong, s[LED], unseen, after) else 1
        elif partner_holds:
            chance = 4
        elif strong > s[BEST]:
            chance = 4 if holds(s, strong, s[LED], unseen, after) else 2
        elif partner_has:
            chance = 2
        keep = card % 13
        if card == s[BOSS]:
            keep += 200
        elif s[BELONGS + s[CUT]] >> card & 1:
            keep += 24
        value = (2 * chance - 4) * (pot + picture + (1 if leads else 0)) * 16 - keep
        if best == NOBODY or value > best_value:
            best = card
            best_value = value
    return best
