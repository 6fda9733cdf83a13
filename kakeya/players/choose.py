"""Who chooses a card: the players, written once for all rules. They ask the rules, never a ruleset's name.

`random` plays any legal card, each equally likely. `greedy` looks one trick ahead (`kakeya.players.greedy`).
`monte-carlo` deals the hidden cards many times and plays on (`kakeya.players.monte_carlo`).

Who may change the trump suit follows one of three habits: `keep` it, take any suit at `random`, or take the
`best-for-hand` (which keeps the suit where the hands have not been seen).
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.greedy import greedy
from kakeya.players.thinking import think
from kakeya.table.bits import count, lowest, nth
from kakeya.table.play import SUIT, legal, rensho_card, set_trump
from kakeya.table.random import TRUMP as DRAW_TRUMP
from kakeya.table.random import below
from kakeya.table.state import (
    CHOICES,
    CHOOSER,
    CHOOSERS,
    HAND,
    MUST,
    N_LOG,
    NOBODY,
    SEES,
    SIDES,
    TRUMP,
    TURN,
    open_draws,
)

PLAYERS = ("random", "greedy", "monte-carlo")
RANDOM, GREEDY, MONTE_CARLO = range(3)
TRUMPS = ("keep", "random", "best-for-hand")
KEEP, ANY, BEST_FOR_HAND = range(3)


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
    if player == MONTE_CARLO:
        return think(rules, s, stream)
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
