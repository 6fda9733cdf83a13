"""Perfect play, all hands open: the search.

One question at a time is asked of a position: does side 0 take `goal` or more (pictures, or tricks, with what
it has)? Alpha-beta with such a zero window, asked again with other goals until they meet, gives the exact value.
Or the question is of how the round is settled, such as whether side 0 wins it: then a table tells, by what has been
captured of the cards that a settlement looks at and by how much else counts, if the answer is still open.

What makes it fast:

* *Partition search* (M. L. Ginsberg, "Partition search", AAAI 1996; DDS does the same for bridge): an answer is
  kept for all positions that agree in what mattered: how long every hand is in every suit, who holds the highest
  few cards of each suit (as few as decided a trick somewhere below, or were counted on as pictures), and Rensho.
  Cards are known by their *relative* rank, so that a seven is an ace when all above it are gone. That a side takes
  so much holds as well where there are more pictures than it counted on.
* Cards of one hand that nothing separates, and that are worth the same, are played once.
* When a card has failed, so have those of its hand and suit that rank, as it does, below all that mattered to show it.
* Moves are tried in an order that was fitted to many positions (`kakeya.players.ordering`); before that, at the start
  of a trick, the card that settled a position of the same shape, or else, with some advantage, the one that settled
  another of the same hand after as many cards; and in the position that is asked about, the card that was hardest to
  refute so far.
* A leader is credited with the top cards of suits that no opponent can ruff, a side with its Rensho and with the
  trumps above its opponents'.

What was tried, on random endings of ten cards, twenty of each kind, with the cards tried in millions under J, U and
whist. It began with 3.1, 9.0 and 0.76, where all pictures of a suit had to agree; with pictures that agree only where
they were counted on, 2.4, 6.6 and 0.76; with the fitted order, 1.5, 5.0 and 0.65; without cards that are as bad as one
that failed, 1.2, 4.1 and 0.42. What did not help: to make the top card of every suit agree, so that answers stand in
shorter lists (48 million cards instead of 24 on five whole deals of U); to try first the card that last settled a
position with this hand, its partner's and these cards on the table (fewer cards without the fitted order, none with
it); to take a free Rensho into account when it is guessed who takes a trick (J 1.75, U 5.9, of 1.7 and 5.2: right
oftener, but at greater cost); ordering by how often a card of that hand had settled a question before; looking, before
the last card of a trick is chosen, whether one of the choices leads to a position whose answer is known (5 in 100 fewer
cards, twice the time); to keep answers for all positions that differ by the names of suits (1 in 100 fewer); to see
through cards that are beaten already, when it is asked what separates two of a hand (as many); to keep no answers that
took fewer than five cards (19 in 100 more); to try first, in each of the first three tricks, the card that settled the
same position when less was asked (3 to 5 in 100 more on whole deals). Of the answers that are kept, 15 to 25 in 100 are
covered by others, so that weeding them out would gain little. An order that is always right would leave 55 in 100 of
the cards of whole deals, and an order that is right only in the first two tricks 65: the rest of the time lies in some
thousand choices, and mostly in the first card. Neither the efforts that it took to refute each first card (they are
used, for some 3 in 100) nor taking turns among them, each with so many cards to try, tells which one it is.

The rules are asked through the functions of `kakeya.table.play`, and through nothing else.
"""

from __future__ import annotations

from kakeya.cards import NO_CARD, NO_SUIT, PACK
from kakeya.kernel import Buffer, kernel
from kakeya.players.known import HIGHEST, MASKS, NONE, OWNERS, SETS, nth_rank
from kakeya.players.memory import CARD, HINT, NO_HINT, SIDE_0, SIDE_1, find, keep
from kakeya.players.ordering import FAR_AHEAD, SETTLED_BEFORE, best_option, prefer, rate
from kakeya.table.bits import count, lowest
from kakeya.table.play import CUTS, SUIT, TAKES_ALL, legal, put, strength, suit_of, take
from kakeya.table.settle import counted
from kakeya.table.state import (
    BELONGS,
    BEST,
    BOSS,
    CAPTURED,
    COUNT,
    CUT,
    HAND,
    LEADER,
    LED,
    LEFT,
    N_LOG,
    N_TRICKS,
    PLAYED,
    RENSHO,
    SIZE,
    TABLE,
    TAKER,
    TRICK_WORTH,
    TRICKS,
    TURN,
    WORTH,
    side_of,
)

# -- a frame of the stack, one for each card that is being tried
F_OPTIONS = 0  # cards still to be tried
F_CARD = 1  # the card that is being tried
F_MATTERED = 2  # four: the lowest rank of each suit that mattered so far
F_COUNTED = 6  # four: the lowest picture of each suit that was counted on so far
F_NEED = 10  # at the start of a trick: how many more side 0 has to take
F_AGAINST = 11  # and how many side 1, to hinder it
F_START = 12  # 1 at the start of a trick
F_KEY = 13
F_OWNERS = 14  # two: who holds the cards, by relative rank, of clubs and diamonds and of the others; and pictures
F_SAVED = 16  # the state as it was: what `put` and `take` change
SAVED = 14
F_ALL = F_SAVED + SAVED  # the legal cards, and those of them that are tried
F_FEW = F_ALL + 1
F_ORDER = F_FEW + 1  # 52: how good each option looks
FRAME = F_ORDER + 52
STACK = FRAME * 54
MATTERED = 8  # words of a frame that tell what mattered

HALF_OWNERS = (1 << 26) - 1
ALL_OWNERS = (1 << 52) - 1
EVERY_OTHER = SUIT | SUIT << 26  # suit: what is added in one of them ends in the next
UPPER = 2047 << 52  # bits of the owners that tell of pictures
GUARD = 0x88  # a bit above each of two numbers of pictures

# -- what the search is told and tells
A_GOAL = 0
A_ANSWER = 1
A_NODES = 2
A_MOST_NODES = 3
A_EXACT = 4  # 1 where relative ranks may not be used
A_QUICK = 5  # 1 where who takes a trick leads to the next, and suit must be followed
A_BOUND = 6  # 1 where the holder of a Rensho that takes all must follow suit as with any card
A_SETTLED = 7  # 1 where the question is of the settlement, and `outcomes` answers it
A_WHICH = 8  # the number of that question, to tell its answers from those to others
A_MARKED = 9  # the mask of the cards that it looks at one by one
A_MARKS = 10  # five: those cards, NO_CARD for none
A_STOPPED = 15
A_FROM = 16  # the position that was asked about last: the cards that were played
A_SINCE = 17
A_EFFORTS = 18  # 52: how many cards were tried after each of its options that did not settle what was asked
A_KILLERS = A_EFFORTS + 52  # by depth and hand: the card that last settled a position at the start of a trick, plus 1
ASK = A_KILLERS + 4 * 53
MARKS = 5
MOST_COUNTED = 21  # of what counts beside the marked cards, with none
OUTCOMES = 3**MARKS * MOST_COUNTED * MOST_COUNTED


@kernel
def save(s: Buffer, stack: Buffer, at: int) -> None:
    """Keep what a card changes."""
    at += F_SAVED
    stack[at] = s[TURN]
    stack[at + 1] = s[LED]
    stack[at + 2] = s[BEST]
    stack[at + 3] = s[TAKER]
    stack[at + 4] = s[TABLE]
    stack[at + 5] = s[PLAYED]
    stack[at + 6] = s[COUNT]
    stack[at + 7] = s[SIZE]
    stack[at + 8] = s[LEADER]
    stack[at + 9] = s[CAPTURED]
    stack[at + 10] = s[CAPTURED + 1]
    stack[at + 11] = s[TRICKS]
    stack[at + 12] = s[TRICKS + 1]
    stack[at + 13] = s[LEFT]


@kernel
def restore(s: Buffer, stack: Buffer, at: int, card: int) -> None:
    """Take a card back."""
    at += F_SAVED
    seat = stack[at]
    s[TURN] = seat
    s[HAND + seat] |= 1 << card
    s[LED] = stack[at + 1]
    s[BEST] = stack[at + 2]
    s[TAKER] = stack[at + 3]
    s[TABLE] = stack[at + 4]
    s[PLAYED] = stack[at + 5]
    if s[COUNT] == 0:
        s[N_TRICKS] -= 1
    s[COUNT] = stack[at + 6]
    s[SIZE] = stack[at + 7]
    s[LEADER] = stack[at + 8]
    s[CAPTURED] = stack[at + 9]
    s[CAPTURED + 1] = stack[at + 10]
    s[TRICKS] = stack[at + 11]
    s[TRICKS + 1] = stack[at + 12]
    s[LEFT] = stack[at + 13]
    s[N_LOG] -= 1


@kernel
def distinct(s: Buffer, options: int, marked: int) -> int:
    """The options without those that are as good as a higher one of the same hand; marked cards are like no other.

    Where a Rensho that takes no trick by itself has joined another suit, it stands between the cards of that suit.
    """
    gone = s[PLAYED] & ~s[TABLE]
    rest = options & ~marked
    if s[RENSHO] != NO_CARD:
        rest &= ~(1 << s[RENSHO])
        if s[BOSS] == NO_CARD and not gone >> s[RENSHO] & 1:
            joined = suit_of(s, s[RENSHO])
            if joined != s[RENSHO] // 13:
                rest &= ~(SUIT << 13 * joined)
    # those that have one of their own hand as the next below
    upper = rest & (next_above(rest & EVERY_OTHER, gone & EVERY_OTHER) & EVERY_OTHER)
    upper |= rest & (next_above(rest & ~EVERY_OTHER, gone & ~EVERY_OTHER) & ~EVERY_OTHER)
    below = 0
    while upper:
        low = rest & -rest
        rest ^= low
        if upper & low:
            upper ^= low
            if (s[WORTH] & low != 0) == (s[WORTH] & below != 0):
                options ^= below
        below = low
    return options


@kernel
def next_above(cards: int, gone: int) -> int:
    """The places next above some cards that are not gone, by adding: a row of ones carries."""
    above = cards << 1
    return (above | (above & gone) + gone) & ~gone


@kernel
def marks_of(s: Buffer, ask: Buffer) -> int:
    """Who has captured the marked cards, in base three: 0 for nobody yet, 1 for side 0, 2 for side 1."""
    found = 0
    for place in range(MARKS):
        card = ask[A_MARKS + place]
        digit = 0
        if card != NO_CARD:
            digit = s[CAPTURED] >> card & 1 | (s[CAPTURED + 1] >> card & 1) << 1
        found = found * 3 + digit
    return found


@kernel
def unmarked(s: Buffer, ask: Buffer) -> int:
    """What side 0 has taken of what counts, beside marked cards."""
    return count(s[CAPTURED] & s[WORTH] & ~ask[A_MARKED]) + s[TRICKS] * s[TRICK_WORTH]


@kernel
def guard_of(ask: Buffer) -> int:
    """Bits above the numbers of pictures, where more of them than an answer counted on do no harm; else 0.

    They do no harm where all that matters is how many are taken: who has less of them to lose, or more to take, than
    in a position that is known does at least as well. A settlement may see it otherwise.
    """
    return 0 if ask[A_SETTLED] or ask[A_EXACT] else GUARD


@kernel
def clear(stack: Buffer, at: int) -> None:
    """Nothing has mattered yet."""
    for place in range(MATTERED):
        stack[at + F_MATTERED + place] = NONE


@kernel
def describe(s: Buffer, stack: Buffer, at: int, known: Buffer, ask: Buffer) -> None:
    """The position at the start of a trick: its key, and the owners of all cards by relative rank."""
    alive = PACK & ~s[PLAYED]
    clubs = known[OWNERS + (alive & SUIT)]
    diamonds = known[OWNERS + SETS + (alive >> 13 & SUIT)]
    hearts = known[OWNERS + 2 * SETS + (alive >> 26 & SUIT)]
    spades = known[OWNERS + 3 * SETS + (alive >> 39 & SUIT)]
    key = (clubs >> 29) << 32 | (diamonds >> 29) << 16 | hearts >> 29
    key = key << 7 | count(s[HAND]) << 3 | s[LEADER] << 1
    if s[BOSS] != NO_CARD and alive >> s[BOSS] & 1:
        key |= 1
    wide = 4 if guard_of(ask) else 3
    first = (clubs >> 26 & 7) | (diamonds >> 26 & 7) << wide
    second = (hearts >> 26 & 7) | (spades >> 26 & 7) << wide
    marks = marks_of(s, ask) if ask[A_SETTLED] else 0
    if ask[A_EXACT]:
        # the key tells all that is left; who has captured what stands in place of the pictures that it tells
        key = alive << 7 | key & 127
        first = marks & 63
        second = marks >> 6
    else:
        key |= marks << 55
    if ask[A_SETTLED]:
        first |= unmarked(s, ask) << 6
        second |= ask[A_WHICH] << 6
    stack[at + F_KEY] = key
    stack[at + F_OWNERS] = clubs & HALF_OWNERS | (diamonds & HALF_OWNERS) << 26 | first << 52
    stack[at + F_OWNERS + 1] = hearts & HALF_OWNERS | (spades & HALF_OWNERS) << 26 | second << 52


@kernel
def look_up(s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, heads: Buffer, memory: Buffer) -> int:
    """What is remembered: 1 for yes, 0 for no, -1 for nothing; what mattered is put into the frame."""
    guard = guard_of(ask)
    found = find(
        known,
        heads,
        memory,
        stack[at + F_KEY],
        stack[at + F_OWNERS],
        stack[at + F_OWNERS + 1],
        0 if guard else UPPER,
        guard,
        stack[at + F_NEED],
        stack[at + F_AGAINST],
    )
    if found == 0:
        return -1
    answer = memory[found + 2]
    alive = PACK & ~s[PLAYED]
    for suit in range(4):
        ranks = alive >> 13 * suit & SUIT
        stack[at + F_MATTERED + suit] = nth_rank(known, ranks, answer >> 4 * suit & 15)
        if guard:
            pictures = memory[found + suit // 2] >> 52 + 4 * (suit & 1) & 7
            stack[at + F_COUNTED + suit] = nth_rank(known, ranks, pictures)
    return 1 if answer >> SIDE_0 & 31 >= stack[at + F_NEED] else 0


@kernel
def remember(
    s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, heads: Buffer, memory: Buffer, yes: int
) -> None:
    """Keep an answer for all positions that agree in what mattered."""
    alive = PACK & ~s[PLAYED]
    guard = guard_of(ask)
    answer = stack[at + F_NEED] << SIDE_0 if yes else stack[at + F_AGAINST] << SIDE_1
    owners0 = stack[at + F_OWNERS]
    owners1 = stack[at + F_OWNERS + 1]
    if guard:
        owners0 &= ALL_OWNERS
        owners1 &= ALL_OWNERS
    for suit in range(4):
        ranks = alive >> 13 * suit & SUIT
        pictures = ranks & s[WORTH] >> 13 * suit
        if guard:
            pictures = pictures >> stack[at + F_COUNTED + suit]
            if suit < 2:
                owners0 |= count(pictures) << 52 + 4 * suit
            else:
                owners1 |= count(pictures) << 44 + 4 * suit
        lowest_rank = 0 if ask[A_EXACT] else stack[at + F_MATTERED + suit]
        top = max(count(ranks >> lowest_rank), count(pictures))
        if s[BOSS] != NO_CARD and s[BOSS] // 13 == suit and top == 0 and alive >> s[BOSS] & 1:
            top = 1
        marked = ranks & ask[A_MARKED] >> 13 * suit
        if marked:
            top = max(top, count(ranks >> lowest(marked)))
        answer |= top << 4 * suit
    hint = NO_HINT
    if yes == (1 if side_of(s, s[LEADER]) == 0 else 0):
        card = stack[at + F_CARD]
        hint = card // 13 * 16 + count(alive >> card & SUIT >> card % 13)
    answer |= hint << CARD
    owners0 &= known[MASKS + (answer & 255)] | UPPER
    owners1 &= known[MASKS + (answer >> 8 & 255)] | UPPER
    keep(heads, memory, stack[at + F_KEY], owners0, owners1, answer)


@kernel
def sure(s: Buffer, stack: Buffer, at: int, known: Buffer, side: int) -> int:
    """Pictures that a side takes however it is played; those that are counted on are put into the frame.

    A Rensho that it still holds; and, where the opponents have no Rensho, its trumps above theirs, since what
    beats one of them is its own.
    """
    mine = s[HAND + side] | s[HAND + side + 2]
    theirs = s[HAND + 1 - side] | s[HAND + 3 - side]
    found = 0
    if s[BOSS] != NO_CARD:
        boss = 1 << s[BOSS]
        if theirs & boss:
            return 0
        if mine & boss & s[WORTH]:
            found = 1
            stack[at + F_COUNTED + s[BOSS] // 13] = s[BOSS] % 13
        mine &= ~boss
    cut = s[CUT]
    if cut != NO_SUIT:
        cuts = SUIT << 13 * cut
        against = theirs & cuts
        if against:
            cuts &= ~((2 << 13 * cut + known[HIGHEST + (against >> 13 * cut)]) - 1)
        cuts &= mine & s[WORTH]
        if cuts:
            found += count(cuts)
            low = lowest(cuts) % 13
            stack[at + F_COUNTED + cut] = min(stack[at + F_COUNTED + cut], low)
            stack[at + F_MATTERED + cut] = low
    return found


@kernel
def cash(s: Buffer, stack: Buffer, at: int, known: Buffer, bound: int) -> int:
    """What the leader can take at once, one top card after the other, against any play.

    A card is cashed where it is the highest left of its suit, no opponent can put a trump or Rensho on it, and the
    partner need not do so. With it come the pictures that the partner adds in that suit, and those that opponents
    cannot keep back. The ranks that this rests on, and the pictures, are put into the frame.
    """
    leader = s[LEADER]
    mine = s[HAND + leader]
    left = s[HAND + leader + 1 if leader < 3 else HAND]
    right = s[HAND + leader - 1 if leader else HAND + 3]
    partner = s[HAND + leader + 2 if leader < 2 else HAND + leader - 2]
    boss = 1 << s[BOSS] if s[BOSS] != NO_CARD else 0
    if (left | right) & boss and not bound:
        return 0
    alive = PACK & ~s[PLAYED]
    cut = s[CUT]
    cuts = s[BELONGS + cut]
    spare = count(partner & ~cuts & ~boss)  # cards that the partner can put on a trick and leave it to the leader
    got = 0
    for suit in range(4):
        block = s[BELONGS + suit]
        if block & boss & ~mine & alive:
            continue
        ranks = alive & block & ~boss
        others = left | right | partner
        ranks = ranks >> 13 * suit & SUIT
        own = mine >> 13 * suit & ranks
        long_left = count(left & block)
        long_right = count(right & block)
        long_partner = count(partner & block)
        stoppers = boss | cuts if suit != cut else boss
        stop_left = long_left if left & stoppers else 14
        stop_right = long_right if right & stoppers else 14
        most = min(stop_left, stop_right)
        most = min(most, spare + long_partner if suit == cut else spare)
        taken = 0
        counted_low = stack[at + F_COUNTED + suit]
        while own and taken < most:
            top = known[HIGHEST + ranks]
            if not own >> top & 1:
                if others & block and not (taken >= long_left and taken >= long_right and long_partner == 0):
                    break
                top = known[HIGHEST + own]
            elif taken < long_left or taken < long_right or long_partner:
                stack[at + F_MATTERED + suit] = top
            own ^= 1 << top
            ranks &= ~(1 << top)
            taken += 1
            got += s[TRICK_WORTH]
            if s[WORTH] >> 13 * suit + top & 1:
                got += 1
                counted_low = min(counted_low, top)
        if suit == cut:
            spare -= max(0, taken - long_partner)
        else:
            spare -= taken
        if taken:
            pictures = block & s[WORTH]
            if partner & pictures:
                got += min(taken, count(partner & pictures))
                counted_low = min(counted_low, lowest(partner & pictures) % 13)
            more = max(0, min(taken, long_left) - count(left & block & ~pictures))
            if more:
                got += more
                counted_low = min(counted_low, lowest(left & pictures) % 13)
            more = max(0, min(taken, long_right) - count(right & block & ~pictures))
            if more:
                got += more
                counted_low = min(counted_low, lowest(right & pictures) % 13)
            stack[at + F_COUNTED + suit] = counted_low
    if mine & boss:
        got += s[TRICK_WORTH]
        if s[WORTH] & boss:
            got += 1
            place = at + F_COUNTED + s[BOSS] // 13
            stack[place] = min(stack[place], s[BOSS] % 13)
    return got


@kernel
def at_once(s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, need: int, left: int) -> int:
    """The answer at the start of a trick, where it can be seen at once: 1, 0, or -1."""
    if need <= 0:
        return 1
    if need > left:
        return 0
    if ask[A_EXACT]:
        return -1
    if need <= sure(s, stack, at, known, 0):
        return 1
    clear(stack, at)
    if need > left - sure(s, stack, at, known, 1):
        return 0
    clear(stack, at)
    if ask[A_QUICK]:
        quick = cash(s, stack, at, known, ask[A_BOUND])
        if side_of(s, s[LEADER]) == 0:
            if need <= quick:
                return 1
        elif need > left - quick:
            return 0
        clear(stack, at)
    return -1


@kernel
def search(
    rules: Buffer,
    s: Buffer,
    ask: Buffer,
    stack: Buffer,
    known: Buffer,
    outcomes: Buffer,
    heads: Buffer,
    memory: Buffer,
) -> None:
    """Answer the question: does side 0 end with `ask[A_GOAL]` or more? Into `ask[A_ANSWER]`, 1 or 0.

    With `ask[A_SETTLED]` the question is that of `outcomes`: at (marks * 21 + got) * 21 + left, by who has captured
    the marked cards, what else side 0 has of what counts and how much is left, it has 1 for yes, 2 for no, 3 for open.

    It stops without an answer (`ask[A_STOPPED]` is 1) when `ask[A_MOST_NODES]` cards have been tried.
    """
    depth = 0
    at = 0
    answer = -1
    entering = True
    ask[A_STOPPED] = 0
    while True:
        if entering:
            # -- a new position
            clear(stack, at)
            stack[at + F_START] = 0
            answer = -1
            if s[COUNT] == 0:
                left = count(PACK & ~s[PLAYED] & s[WORTH])
                if s[TRICK_WORTH]:
                    left = count(s[HAND])
                need = 1
                if ask[A_SETTLED]:
                    left -= count(PACK & ~s[PLAYED] & s[WORTH] & ask[A_MARKED])
                    still = outcomes[(marks_of(s, ask) * MOST_COUNTED + unmarked(s, ask)) * MOST_COUNTED + left]
                    if still < 3:
                        answer = 2 - still
                else:
                    need = ask[A_GOAL] - counted(s, 0)
                    answer = at_once(s, stack, at, ask, known, need, left)
                if answer < 0:
                    stack[at + F_START] = 1
                    stack[at + F_NEED] = need
                    stack[at + F_AGAINST] = 1 if ask[A_SETTLED] else left - need + 1
                    describe(s, stack, at, known, ask)
                    answer = look_up(s, stack, at, ask, known, heads, memory)
            if answer < 0:
                ask[A_NODES] += 1
                if ask[A_NODES] > ask[A_MOST_NODES]:
                    ask[A_STOPPED] = 1
                    if depth:
                        ask[A_EFFORTS + stack[F_CARD]] += ask[A_NODES] - ask[A_SINCE]
                    while depth:
                        depth -= 1
                        at -= FRAME
                        restore(s, stack, at, stack[at + F_CARD])
                    return
                options = legal(rules, s, s[HAND + s[TURN]])
                few = distinct(s, options, ask[A_MARKED])
                if few & few - 1:
                    rate(s, stack, at + F_ORDER, known, few)
                    if stack[at + F_START]:
                        if memory[HINT] != NO_HINT:
                            prefer(s, stack, at + F_ORDER, known, few, memory[HINT])
                        elif ask[A_KILLERS + 4 * depth + s[TURN]]:
                            stack[at + F_ORDER + ask[A_KILLERS + 4 * depth + s[TURN]] - 1] += SETTLED_BEFORE
                    if depth == 0:
                        hardest_first(s, stack, at, ask, few)
                stack[at + F_OPTIONS] = few
                stack[at + F_ALL] = options
                stack[at + F_FEW] = few
                entering = False
                answer = -1
        if answer < 0:
            # -- try the next card
            card = best_option(stack, at + F_ORDER, stack[at + F_OPTIONS])
            stack[at + F_OPTIONS] ^= 1 << card
            stack[at + F_CARD] = card
            if depth == 0:
                ask[A_SINCE] = ask[A_NODES]
            save(s, stack, at)
            put(s, card)
            if s[COUNT] == s[SIZE]:
                take(rules, s)
            depth += 1
            at += FRAME
            entering = True
            continue
        # -- an answer for the position at this depth
        if depth == 0:
            ask[A_ANSWER] = answer
            return
        below = at
        depth -= 1
        at -= FRAME
        card = stack[at + F_CARD]
        ended = s[COUNT] == 0
        winning = -1
        if ended:
            winning = what_won(s, stack, at, card)
            if s[CAPTURED + 1 - answer] >> card & 1:
                # taken by the side that the answer is for
                count_on(stack, below, (stack[at + F_SAVED + 4] | 1 << card) & s[WORTH])
        restore(s, stack, at, card)
        if winning >= 0:
            suit = winning // 13
            stack[below + F_MATTERED + suit] = min(stack[below + F_MATTERED + suit], winning % 13)
        settled = answer == (1 if side_of(s, s[TURN]) == 0 else 0)
        if settled:
            if stack[at + F_START]:
                ask[A_KILLERS + 4 * depth + s[TURN]] = card + 1
            for place in range(MATTERED):
                stack[at + F_MATTERED + place] = stack[below + F_MATTERED + place]
        else:
            if depth == 0:
                ask[A_EFFORTS + card] += ask[A_NODES] - ask[A_SINCE]
            suit = card // 13
            stack[at + F_OPTIONS] &= ~as_bad(s, stack, below, ask, card)
            rank_matters = stack[below + F_MATTERED + suit] <= card % 13
            is_counted = s[WORTH] >> card & 1 == 1 and stack[below + F_COUNTED + suit] <= card % 13
            if rank_matters or is_counted:
                lowest_like = stands_for(stack[at + F_ALL], stack[at + F_FEW], card)
                if rank_matters:
                    stack[below + F_MATTERED + suit] = min(stack[below + F_MATTERED + suit], lowest_like)
                if is_counted:
                    stack[below + F_COUNTED + suit] = min(stack[below + F_COUNTED + suit], lowest_like)
            for place in range(MATTERED):
                stack[at + F_MATTERED + place] = min(stack[at + F_MATTERED + place], stack[below + F_MATTERED + place])
        entering = False
        if settled or stack[at + F_OPTIONS] == 0:
            if stack[at + F_START]:
                remember(s, stack, at, ask, known, heads, memory, answer)
        else:
            answer = -1


@kernel
def hardest_first(s: Buffer, stack: Buffer, at: int, ask: Buffer, options: int) -> None:
    """Put first, at the start of the search, the cards that it was hardest to refute when it was asked for more."""
    if ask[A_FROM] != s[PLAYED]:
        ask[A_FROM] = s[PLAYED]
        for card in range(52):
            ask[A_EFFORTS + card] = 0
    while options:
        card = lowest(options)
        options &= options - 1
        stack[at + F_ORDER + card] += ask[A_EFFORTS + card] * FAR_AHEAD


@kernel
def as_bad(s: Buffer, stack: Buffer, at: int, ask: Buffer, card: int) -> int:
    """The cards of its suit that do no better than `card`, which has failed, by what mattered to show it.

    A card below all ranks that mattered would take and lose the same tricks in its place. If it is worth the same, or
    neither was counted on, that leads to the same answer.
    """
    suit = card // 13
    rank = card % 13
    low = stack[at + F_MATTERED + suit]
    apart = ask[A_MARKED]
    if s[RENSHO] != NO_CARD:
        apart |= 1 << s[RENSHO]
    if rank >= low or apart >> card & 1 or ask[A_EXACT]:
        return 0
    like = s[WORTH] if s[WORTH] >> card & 1 else ~s[WORTH]
    if guard_of(ask) and rank < stack[at + F_COUNTED + suit]:
        like |= (1 << stack[at + F_COUNTED + suit]) - 1 << 13 * suit
    return like & ((1 << low) - 1 << 13 * suit) & ~apart


@kernel
def count_on(stack: Buffer, at: int, pictures: int) -> None:
    """Put pictures into the frame that are counted on."""
    for suit in range(4):
        ranks = pictures >> 13 * suit & SUIT
        if ranks:
            stack[at + F_COUNTED + suit] = min(stack[at + F_COUNTED + suit], lowest(ranks))


@kernel
def stands_for(options: int, few: int, card: int) -> int:
    """The lowest rank of the cards that a card is tried for."""
    below = (1 << card) - 1 & SUIT << 13 * (card // 13)
    next_few = few & below
    while next_few & next_few - 1:
        next_few &= next_few - 1
    if next_few:
        below &= ~(next_few | next_few - 1)
    mine = options & below | 1 << card
    return lowest(mine) % 13


@kernel
def what_won(s: Buffer, stack: Buffer, at: int, card: int) -> int:
    """The card whose rank decided the trick that `card` has just filled, or -1 where no rank did."""
    taker = stack[at + F_SAVED + 3]
    best = stack[at + F_SAVED + 2]
    trick = stack[at + F_SAVED + 4] | 1 << card
    # the last card may have taken it: the leader of the next trick is the taker only where winners lead
    led = stack[at + F_SAVED + 1]
    if stack[at + F_SAVED + 6] == 0:
        led = suit_of(s, card)
    keep = s[LED]
    s[LED] = led
    strong = strength(s, card)
    s[LED] = keep
    if strong > best:
        best = strong
    if best >= TAKES_ALL or (taker < 0 and best < 0):
        return -1
    suit = s[CUT] if best >= CUTS else led
    same = trick & s[BELONGS + suit]
    if same & same - 1 == 0:
        return -1
    return 13 * suit + best % 100
