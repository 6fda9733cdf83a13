"""A strong player that sees only its own hand.

It deals the hidden cards many times, each time so that it could be: every hand as long as it is, and no hand with a
card that it has shown not to hold (it did not follow suit where the rules would have made it, nor play a Rensho that
it would have had to). In each of these worlds each of its cards is tried: all play on as `greedy` does to the end of
the round, which is settled; of two sides, the last tricks are searched instead, all hands open. The card with the
most stones on the average is played; a picture counts as a sixty-fourth of a stone.

A world is dealt card by card, those that fewest hands can hold first, each to a hand by how many cards that hand
still lacks. So worlds that could be are nearly, not exactly, equally likely; if one cannot be finished it is begun
again, and after `TRIES` times the last cards go where there is room. A card that all have seen when it was dealt is
not remembered.

The rules are asked through `legal`, `step` and `settle`, and through nothing else.
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.greedy import PACK, greedy
from kakeya.players.perfect import F_CARD, F_MATTERED, F_OPTIONS, F_ORDER, FRAME, distinct, restore, save
from kakeya.table.bits import count, lowest
from kakeya.table.play import ACES, legal, put, step, suit_of, take
from kakeya.table.random import below
from kakeya.table.settle import counted, settle
from kakeya.table.state import (
    BY,
    CAPTURED,
    COUNT,
    DEALT,
    HAND,
    LED,
    LEFT,
    LENGTH,
    LOG,
    MOST_SEATS,
    N_LOG,
    N_TRICKS,
    NOBODY,
    PLAYED,
    SEATS,
    SIDES,
    SIZE,
    STONES,
    TRICK_SIZE,
    TRICKS,
    TURN,
    WINNER,
    side_of,
)

SAMPLES = 64  # worlds for each card that is played
ENDING = 3  # cards in a hand, from which on a world is searched to its end
STONE = 64
MARKED = ACES  # cards that a settlement looks at: like no other
TRIES = 20
FAR = 1 << 40

# -- the buffer that it works in: a table, what each seat cannot hold, and how many cards it still lacks
CANNOT = LENGTH
LACKS = CANNOT + MOST_SEATS
WORK = LACKS + MOST_SEATS + 1  # the last lack is of the cards that nobody was dealt

F_BEST = F_MATTERED
F_LOW = F_MATTERED + 1
F_HIGH = F_MATTERED + 2
F_THIRD = F_ORDER  # two: what the third side has captured, and its tricks


@kernel
def shown(rules: Buffer, s: Buffer, work: Buffer) -> None:
    """Note which hidden cards each seat cannot hold: had it held one, what it played would not have been legal."""
    me = s[TURN]
    hidden = PACK & ~s[PLAYED] & ~s[HAND + me]
    led = s[LED]
    many = s[COUNT]
    for seat in range(s[SEATS]):
        work[CANNOT + seat] = 0
    place = 0
    for trick in range(s[N_TRICKS] + 1):
        for turn in range(s[TRICK_SIZE + trick] if trick < s[N_TRICKS] else many):
            card = s[LOG + place]
            seat = s[BY + place]
            place += 1
            s[COUNT] = turn
            if turn == 0:
                s[LED] = suit_of(s, card)
            elif seat != me and not legal(rules, s, hidden | 1 << card) >> card & 1:
                rest = hidden
                while rest:
                    low = rest & -rest
                    rest ^= low
                    if not legal(rules, s, low | 1 << card) >> card & 1:
                        work[CANNOT + seat] |= low
    s[LED] = led
    s[COUNT] = many


@kernel
def seats_for(s: Buffer, work: Buffer, card: int) -> int:
    """How many seats can still be dealt a card."""
    found = 0
    for seat in range(s[SEATS]):
        if work[LACKS + seat] and not work[CANNOT + seat] >> card & 1:
            found += 1
    return found


@kernel
def deal_one(s: Buffer, work: Buffer, stream: Buffer, card: int, strict: bool) -> bool:
    """Deal a hidden card to one of those who lack some; False if nobody can have it."""
    seats = s[SEATS]
    room = work[LACKS + MOST_SEATS]
    for seat in range(seats):
        if not strict or not work[CANNOT + seat] >> card & 1:
            room += work[LACKS + seat]
    if room == 0:
        return False
    drawn = below(stream, room)
    for seat in range(seats):
        if not strict or not work[CANNOT + seat] >> card & 1:
            if drawn < work[LACKS + seat]:
                work[LACKS + seat] -= 1
                work[HAND + seat] |= 1 << card
                return True
            drawn -= work[LACKS + seat]
    work[LACKS + MOST_SEATS] -= 1
    return True


@kernel
def imagine(s: Buffer, work: Buffer, stream: Buffer) -> None:
    """Deal a world that could be into the first table of the buffer."""
    me = s[TURN]
    seats = s[SEATS]
    hidden = PACK & ~s[PLAYED] & ~s[HAND + me]
    for place in range(LENGTH):
        work[place] = s[place]
    for tries in range(TRIES + 1):
        strict = tries < TRIES
        work[LACKS + MOST_SEATS] = count(hidden)
        for seat in range(seats):
            work[LACKS + seat] = 0
            if seat != me:
                work[HAND + seat] = 0
                work[LACKS + seat] = count(s[HAND + seat])
                work[LACKS + MOST_SEATS] -= work[LACKS + seat]
        done = True
        rest = hidden
        for fewest in range(MOST_SEATS):
            # those that so few seats can have; the last time, all
            cards = rest
            while cards and done:
                low = cards & -cards
                cards ^= low
                card = count(low - 1)
                if fewest == MOST_SEATS - 1 or seats_for(s, work, card) <= fewest:
                    rest ^= low
                    done = deal_one(s, work, stream, card, strict)
        if done:
            break
    for side in range(s[SIDES]):
        work[DEALT + side] = 0
    for seat in range(seats):
        work[DEALT + side_of(s, seat)] |= work[HAND + seat]
    for place in range(s[N_LOG]):
        work[DEALT + side_of(s, s[BY + place])] |= 1 << s[LOG + place]


@kernel
def worth(rules: Buffer, s: Buffer, side: int) -> int:
    """What a round that is played out is worth to a side, in sixty-fourths of a stone."""
    settle(rules, s)
    value = counted(s, side)
    if s[WINNER] == side:
        for other in range(s[SIDES]):
            if other != side and s[DEALT + other]:
                value += STONE * s[STONES]
    elif s[WINNER] != NOBODY:
        value -= STONE * s[STONES]
    return value


@kernel
def play_on(rules: Buffer, s: Buffer, side: int) -> int:
    """What a world is worth to a side if all play on as `greedy` does."""
    while s[LEFT]:
        hand = s[HAND + s[TURN]]
        options = legal(rules, s, hand)
        step(rules, s, greedy(s, hand, options) if options & options - 1 else lowest(options))
    return worth(rules, s, side)


@kernel
def search_ending(rules: Buffer, s: Buffer, stack: Buffer, side: int) -> int:
    """What a world of two sides is worth to one of them under best play, by alpha-beta."""
    at = 0
    stack[F_LOW] = -FAR
    stack[F_HIGH] = FAR
    value = 0
    while True:
        back = s[LEFT] == 0
        if back:
            value = worth(rules, s, side)
        else:
            stack[at + F_OPTIONS] = distinct(s, legal(rules, s, s[HAND + s[TURN]]), MARKED)
            stack[at + F_BEST] = -FAR if side_of(s, s[TURN]) == side else FAR
        while True:
            if back:
                if at == 0:
                    return value
                at -= FRAME
                restore(s, stack, at, stack[at + F_CARD])
                s[CAPTURED + 2] = stack[at + F_THIRD]
                s[TRICKS + 2] = stack[at + F_THIRD + 1]
                if side_of(s, s[TURN]) == side:
                    stack[at + F_BEST] = max(stack[at + F_BEST], value)
                    stack[at + F_LOW] = max(stack[at + F_LOW], value)
                else:
                    stack[at + F_BEST] = min(stack[at + F_BEST], value)
                    stack[at + F_HIGH] = min(stack[at + F_HIGH], value)
            back = stack[at + F_OPTIONS] == 0 or stack[at + F_LOW] >= stack[at + F_HIGH]
            if not back:
                break
            value = stack[at + F_BEST]
        card = lowest(stack[at + F_OPTIONS])
        stack[at + F_OPTIONS] &= ~(1 << card)
        stack[at + F_CARD] = card
        save(s, stack, at)
        stack[at + F_THIRD] = s[CAPTURED + 2]
        stack[at + F_THIRD + 1] = s[TRICKS + 2]
        put(s, card)
        if s[COUNT] == s[SIZE]:
            take(rules, s)
        stack[at + FRAME + F_LOW] = stack[at + F_LOW]
        stack[at + FRAME + F_HIGH] = stack[at + F_HIGH]
        at += FRAME


@kernel
def weigh(
    rules: Buffer, s: Buffer, stream: Buffer, work: Buffer, world: Buffer, stack: Buffer, sums: Buffer, samples: int
) -> None:
    """Add to `sums`, card by card, what each of the cards that may be played is worth in so many worlds."""
    me = s[TURN]
    side = side_of(s, me)
    options = distinct(s, legal(rules, s, s[HAND + me]), MARKED)
    sides = 0
    for one in range(s[SIDES]):
        if s[DEALT + one]:
            sides += 1
    seats = 0
    for seat in range(s[SEATS]):
        if s[HAND + seat]:
            seats += 1
    shown(rules, s, work)
    for _ in range(samples):
        imagine(s, work, stream)
        rest = options
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for place in range(LENGTH):
                world[place] = work[place]
            step(rules, world, card)
            if sides == 2 and world[LEFT] <= ENDING * seats:
                sums[card] += search_ending(rules, world, stack, side)
            else:
                sums[card] += play_on(rules, world, side)
