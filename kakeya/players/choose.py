"""Who chooses a card: the players, written once for all rules. They ask the rules, never a ruleset's name.

`random` plays any legal card, each equally likely. `greedy` looks one trick ahead: of every legal card it
weighs what lies in the trick, and the card itself, by how surely its side will take the trick with it, less
what the card would be worth later. It sees its own hand, the trick on the table and the cards already played.

Who may change the trump suit follows one of three habits: `keep` it, take any suit at `random`, or take the
`best-for-hand` (which keeps the suit where the hands have not been seen).
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.table.bits import count, lowest, nth
from kakeya.table.play import CUTS, SUIT, TAKES_ALL, legal, rensho_card, set_trump, strength, suit_of
from kakeya.table.random import TRUMP as DRAW_TRUMP
from kakeya.table.random import below
from kakeya.table.state import (
    BELONGS,
    BEST,
    BOSS,
    CHOICES,
    CHOOSER,
    CHOOSERS,
    COUNT,
    CUT,
    HAND,
    LED,
    MUST,
    N_LOG,
    NOBODY,
    PLAYED,
    SEES,
    SIDES,
    SIZE,
    TABLE,
    TAKER,
    TRICK_WORTH,
    TRUMP,
    TURN,
    WORTH,
    open_draws,
    side_of,
)

PLAYERS = ("random", "greedy")
RANDOM, GREEDY = range(2)
TRUMPS = ("keep", "random", "best-for-hand")
KEEP, ANY, BEST_FOR_HAND = range(3)
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


@kernel
def choose(rules: Buffer, s: Buffer, player: int, stream: Buffer) -> int:
    """The card that the player whose turn it is plays; `stream` is the round's stream for plays."""
    hand = s[HAND + s[TURN]]
    options = legal(rules, s, hand)
    many = count(options)
    s[CHOICES + s[N_LOG]] = many
    if many == 1:
        return lowest(options)
    if player == GREEDY:
        return greedy(s, hand, options)
    return nth(options, below(stream, many))


@kernel
def hand_value(rules: Buffer, hand: int, trump: int) -> int:
    """How well a hand likes a trump suit: length and rank in trumps, and Rensho."""
    trumps = hand >> 13 * trump & SUIT
    value = 0
    while trumps:
        value += 4 + lowest(trumps)
        trumps &= trumps - 1
    rensho = rensho_card(rules, trump)
    if rensho >= 0 and hand >> rensho & 1:
        value += 20
    return value


@kernel
def name_trump(rules: Buffer, s: Buffer, habit: int, stream: Buffer, key: Buffer) -> None:
    """Name trumps: as they stand, or as those who may change them do by their habit."""
    trump = s[TRUMP]
    if s[CHOOSER] != NOBODY:
        if habit == ANY or (s[MUST] and (habit == KEEP or not s[SEES])):
            open_draws(s, stream, key, DRAW_TRUMP)
            trump = below(stream, 4)
        elif habit == BEST_FOR_HAND and s[SEES]:
            best = 0
            for which in range(s[CHOOSERS]):
                hand = s[HAND + s[CHOOSER] + which * s[SIDES]]
                for suit in range(4):
                    value = hand_value(rules, hand, suit)
                    if value > best:
                        best = value
                        trump = suit
    set_trump(rules, s, trump)
