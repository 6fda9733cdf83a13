"""The state of a table: one buffer of whole numbers, and the names of its places.

Seats are 0, 1, 2 ... counter-clockwise; side k is the pair of seats k and k + sides. Cards held,
captured and dealt are masks.
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.rules.vector import PLAYERS
from kakeya.table.random import open_stream

MOST_SEATS = 6
MOST_SIDES = 3
NOBODY = -1

# -- the match
SEATS = 0
SIDES = 1
ROUND = 2  # rounds finished before this one
DEALERS = 3  # the side that deals
PREVIOUS = 4  # the side that dealt the round before, or NOBODY
LAST = 5  # the side that won the round before, or NOBODY
RESTING = 6  # the side that rests, or NOBODY
PURSE = 7  # six: stones by seat; where a team holds them, all in its lower seat
OVER = 13  # 1 when the match is over
CHAMPION = 14  # the side that has won it, or NOBODY for a draw
# -- the round
TRUMP = 15  # 0 to 3, 4 for none
CHOOSER = 16  # the side that may name trumps, or NOBODY
CHOOSERS = 17  # how many of its two seats decide, the dealing seat first
MUST = 18  # 1 if trumps have to be named
SEES = 19  # 1 if the hands are known when trumps are named
RENSHO = 20  # the card that is Rensho, or -1
BOSS = 21  # the card that takes any trick, or -1
CUT = 22  # the suit whose cards beat the suit led, or 4
BELONGS = 23  # five: the cards that belong to each suit in play (the last is empty)
WORTH = 28  # the mask of cards that count
TRICK_WORTH = 29  # what a trick itself counts
STEP = 30  # from a seat to the next in turn
ACTIVE = 31  # the mask of seats that play
HAND = 32  # six
DEALT = 38  # three, by side
CAPTURED = 41  # three, by side
TRICKS = 44  # three, by side
LEFT = 47  # cards still to be played; 0 ends the play
LAST_DEALT = 48  # the card dealt last
# -- the trick
LEADER = 49
TURN = 50
SIZE = 51  # cards that the trick will have
COUNT = 52  # cards that it has
LED = 53  # the suit led
BEST = 54  # the strength of its best card
TAKER = 55  # the seat that played it
TABLE = 56  # the mask of its cards
PLAYED = 57  # the mask of all cards played in the round, this trick included
# -- the settlement
WINNER = 58
STONES = 59  # what each paying side owes
ACES_PAY = 60  # what the clauses on aces give, 0 where none applies
TABLE_PAYS = 61  # what the table gives
CLAUSE = 62  # the place in the rules' vector of the answer that decided the stones, or -1
TIED = 63  # 1 if the round was decided by `tie`
CHANGE = 64  # three: stones by side, as paid
# -- the order of cards
N_LOG = 67  # cards played so far
LOG = 68  # 52: the cards in the order they were played, then those that were not
PACK = 120  # 52: the pack as it is dealt
# -- what was played, for those who measure it
CHOICES = 172  # 52: how many cards were legal at each card of the log
N_TRICKS = 224  # tricks taken so far
TRICK_SIDE = 225  # 13: the side that took each trick
TRICK_SIZE = 238  # 13: its number of cards
FIRST_LEADER = 251  # the seat that led to the first trick
BY = 252  # 52: the seat that played each card of the log
LENGTH = 304

# The key of a match's streams: seed (2), match.
KEY = 3


@kernel
def seat_down(rules: Buffer, s: Buffer) -> None:
    """Clear a table for a new match."""
    for place in range(LENGTH):
        s[place] = 0
    s[SEATS] = rules[PLAYERS]
    s[SIDES] = rules[PLAYERS] // 2
    s[PREVIOUS] = NOBODY
    s[LAST] = NOBODY
    s[RESTING] = NOBODY
    s[CHAMPION] = NOBODY


@kernel
def after(s: Buffer, seat: int, step: int) -> int:
    """The seat that is `step` (1, or one less than all) further on, counter-clockwise."""
    seat += step
    return seat - s[SEATS] if seat >= s[SEATS] else seat


@kernel
def side_of(s: Buffer, seat: int) -> int:
    """The side that a seat belongs to."""
    return seat - s[SIDES] if seat >= s[SIDES] else seat


@kernel
def open_draws(s: Buffer, stream: Buffer, key: Buffer, purpose: int) -> None:
    """Open the stream of one purpose in this round of this match."""
    open_stream(stream, key[0], key[1], purpose, key[2], s[ROUND])


def new() -> list[int]:
    """An empty table."""
    return [0] * LENGTH
