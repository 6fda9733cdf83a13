"""Perfect play, all hands open: the search.

One question at a time is asked of a position: does side 0 take `goal` or more (pictures, or tricks, with what
it has)? Alpha-beta with such a zero window, asked again with other goals until they meet, gives the exact value.
Or the question is of how the round is settled, such as whether side 0 wins it: then a table tells, by what has been
captured of the cards that a settlement looks at and by how much else counts, if the answer is still open.

What makes it fast:

* *Partition search* (M. L. Ginsberg, "Partition search", AAAI 1996; DDS does the same for bridge): an answer is
  kept for all positions that agree in what mattered: how long every hand is in every suit, who holds the highest
  few cards of each suit (as few as decided a trick somewhere below), which pictures are left, and Rensho.
  Cards are known by their *relative* rank, so that a seven is an ace when all above it are gone.
* Cards of one hand that nothing separates, and that are worth the same, are played once.
* Moves are tried in the order of how likely they settle the question: what takes a trick with pictures in it,
  what gives a picture to a partner who has the trick, what loses least.
* A card that settled a position of the same shape is tried first.
* A leader is credited with the top cards of suits that no opponent can ruff, a side with its Rensho and with the
  trumps above its opponents'.

What was tried and did not help, on the same eighteen deals of eleven and twelve cards (cards tried, without and
with it): ordering by how often a card of that hand had settled a question before, J 6.0 to 7.9 million, whist 1.2
to 1.8 million; looking, before the last card of a trick is chosen, whether one of the choices leads to a position
whose answer is known, 5 in 100 fewer cards under J and U, but twice the time. On six whole deals of each: counting the pictures that fall
with top cards, J 55.9 to 54.9, U 80.3 to 78.8, whist 9.5 to 7.2 million (kept); lists of answers that are told apart
by hands' lengths alone grow so long that answers are lost, U 57.7 instead of 80 million once pictures tell them apart.

The rules are asked through the functions of `kakeya.table.play`, and through nothing else.
"""

from __future__ import annotations

from kakeya.cards import NO_CARD, NO_SUIT
from kakeya.kernel import Buffer, kernel
from kakeya.table.bits import count, lowest
from kakeya.table.play import CUTS, IN_SUIT, SUIT, TAKES_ALL, legal, put, strength, suit_of, take
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
    SEATS,
    SIZE,
    STEP,
    TABLE,
    TAKER,
    TRICK_WORTH,
    TRICKS,
    TURN,
    WORTH,
    side_of,
)

PACK = (1 << 52) - 1
NONE = 13  # a suit in which no rank mattered

# -- a frame of the stack, one for each card that is being tried
F_OPTIONS = 0  # cards still to be tried
F_CARD = 1  # the card that is being tried
F_MATTERED = 2  # four: the lowest rank of each suit that mattered so far
F_NEED = 6  # at the start of a trick: how many more it takes
F_START = 7  # 1 at the start of a trick
F_KEY = 8
F_OWNERS = 9  # two: of clubs and diamonds, and of hearts and spades, who holds the cards by relative rank, and pictures
F_SAVED = 11  # the state as it was: what `put` and `take` change
SAVED = 14
F_ALL = F_SAVED + SAVED  # the legal cards, and those of them that are tried
F_FEW = F_ALL + 1
F_HINT = F_FEW + 1  # the card that settled a like position, or NO_CARD
F_ORDER = F_HINT + 1  # 52: how good each option looks
FRAME = F_ORDER + 52
STACK = FRAME * 54

# -- the memory of answers
# An answer has four words: its key; owners (2), as far as they mattered; and, from the lowest bit on, how many of the
# highest cards of each suit mattered (4 bits each), the lower and the upper bound (5 bits each), the card that settled
# it (6 bits), and the next of its list (one more than its number; 0 ends the list).
ENTRY = 4
LOW_BOUND = 16
HIGH_BOUND = 21
CARD = 26
NEXT = 32
NO_BOUND = 31  # an upper bound that says nothing
NO_HINT = 63
HIGH = 1 << 13
HALF = (1 << 30) - 1

# -- what does not change while a deal is searched: one buffer
HIGHEST = 0  # 8192: the highest rank of every set of ranks, -1 for none
MASKS = HIGHEST + HIGH  # 256: the owners of two suits that matter, by how many of each matter
OWNERS = MASKS + 256  # four times 8192: owners (26 bits), pictures (3 bits), lengths (4 bits each), by the ranks left
KNOWN = OWNERS + 4 * HIGH

# -- what the search is told and tells
A_GOAL = 0
A_ANSWER = 1
A_NODES = 2
A_MOST_NODES = 3
A_USED = 4  # entries in use
A_ENTRIES = 5  # entries there are
A_HEADS = 6  # lists there are, a power of two
A_STOPPED = 7
A_EXACT = 8  # 1 where relative ranks may not be used
A_HITS = 9
A_QUICK = 10  # 1 where who takes a trick leads to the next, and suit must be followed
A_BOUND = 11  # 1 where the holder of a Rensho that takes all must follow suit as with any card
A_SETTLED = 12  # 1 where the question is of the settlement, and `outcomes` answers it
A_WHICH = 13  # the number of that question, to tell its answers from those to others
A_MARKED = 14  # the mask of the cards that it looks at one by one
A_MARKS = 15  # five: those cards, NO_CARD for none
MOST_TRIED = 1000  # answers of one list that are looked at
ASK = 20
MARKS = 5
MOST_COUNTED = 21  # of what counts beside the marked cards, with none
OUTCOMES = 3**MARKS * MOST_COUNTED * MOST_COUNTED


@kernel
def prepare(known: Buffer) -> None:
    """What is the same in all deals: the highest rank of every set, and the masks of owners."""
    known[HIGHEST] = -1
    top = 0
    for ranks in range(1, HIGH):
        if ranks >> top + 1:
            top += 1
        known[HIGHEST + ranks] = top
    for one in range(14):
        for other in range(14):
            mask = ((1 << 2 * one) - 1) << 2 * (13 - one) | ((1 << 2 * other) - 1) << 26 + 2 * (13 - other)
            known[MASKS + one + 16 * other] = mask | 2047 << 52


@kernel
def learn(s: Buffer, known: Buffer) -> None:
    """What stays true of a deal while it is played: of every set of cards that can be left of a suit, who has which."""
    for suit in range(4):
        alive = 0
        for seat in range(4):
            alive |= s[HAND + seat] >> 13 * suit & SUIT
        base = OWNERS + HIGH * suit
        ranks = 0
        while True:
            # every set of ranks that are alive, each after those with fewer of them
            if ranks:
                low = ranks & -ranks
                card = low << 13 * suit
                who = 3
                if s[HAND] & card:
                    who = 0
                elif s[HAND + 1] & card:
                    who = 1
                elif s[HAND + 2] & card:
                    who = 2
                picture = 1 << 26 if s[WORTH] & card else 0
                known[base + ranks] = (
                    known[base + (ranks ^ low)] + (who << 2 * (13 - count(ranks))) + picture + (1 << 29 + 4 * who)
                )
            else:
                known[base] = 0
            ranks = (ranks | ~alive & SUIT) + 1 & alive
            if ranks == 0:
                break


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
    """The options without those that are as good as a higher one of the same hand; marked cards are like no other."""
    alive = PACK & ~s[PLAYED] | s[TABLE]
    mine = options
    others = alive & ~mine
    rest = options
    while rest:
        low = rest & -rest
        rest ^= low
        card = count(low - 1)
        # the next card above that is alive, in the same suit
        above = alive & ~(low | low - 1) & SUIT << 13 * (card // 13)
        nearest = above & -above
        if nearest and nearest & mine and not others & nearest:
            same_worth = (s[WORTH] & low != 0) == (s[WORTH] & nearest != 0) and marked & (low | nearest) == 0
            if same_worth and card != s[RENSHO] and nearest != (1 << s[RENSHO] if s[RENSHO] >= 0 else 0):
                options ^= low
    return options


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
def describe(s: Buffer, stack: Buffer, at: int, known: Buffer, ask: Buffer) -> None:
    """The position at the start of a trick: its key, and the owners of all cards by relative rank."""
    alive = PACK & ~s[PLAYED]
    clubs = known[OWNERS + (alive & SUIT)]
    diamonds = known[OWNERS + HIGH + (alive >> 13 & SUIT)]
    hearts = known[OWNERS + 2 * HIGH + (alive >> 26 & SUIT)]
    spades = known[OWNERS + 3 * HIGH + (alive >> 39 & SUIT)]
    key = (clubs >> 29) << 32 | (diamonds >> 29) << 16 | hearts >> 29
    key = key << 7 | count(s[HAND]) << 3 | s[LEADER] << 1
    if s[BOSS] != NO_CARD and alive >> s[BOSS] & 1:
        key |= 1
    first = (clubs >> 26 & 7) | (diamonds >> 26 & 7) << 3
    second = (hearts >> 26 & 7) | (spades >> 26 & 7) << 3
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
    half = (1 << 26) - 1
    stack[at + F_KEY] = key
    stack[at + F_OWNERS] = clubs & half | (diamonds & half) << 26 | first << 52
    stack[at + F_OWNERS + 1] = hearts & half | (spades & half) << 26 | second << 52


@kernel
def head_of(ask: Buffer, known: Buffer, key: int, owners0: int, owners1: int) -> int:
    """Which list the answers stand in that have this key and these owners of pictures."""
    mixed = (key & HALF) * 668_265_261 ^ (key >> 30) * 374_761_393  # below 2 to the 62nd
    pictures = owners0 >> 52 & 63
    pictures = owners0 & known[MASKS + (pictures & 7 | pictures >> 3 << 4)]
    mixed ^= (pictures & HALF) * 433_494_437 ^ (pictures >> 30) * 715_225_739
    pictures = owners1 >> 52 & 63
    pictures = owners1 & known[MASKS + (pictures & 7 | pictures >> 3 << 4)]
    mixed ^= (pictures & HALF) * 479_001_599 ^ (pictures >> 30) * 982_451_653
    return (mixed ^ mixed >> 25 ^ mixed >> 40) & ask[A_HEADS] - 1


@kernel
def look_up(
    s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, heads: Buffer, memory: Buffer, need: int
) -> int:
    """What is remembered: 1 for yes, 0 for no, -1 for nothing; what mattered is put into the frame.

    The answer that was found goes to the front of its list.
    """
    key = stack[at + F_KEY]
    owners0 = stack[at + F_OWNERS]
    owners1 = stack[at + F_OWNERS + 1]
    head = head_of(ask, known, key, owners0, owners1)
    entry = heads[head]
    before = -1
    likeness = 0
    tried = 0
    stack[at + F_HINT] = NO_HINT
    while entry and tried < MOST_TRIED:
        place = (entry - 1) * ENTRY
        answer = memory[place + 3]
        if memory[place] == key:
            hint = answer >> CARD & 63
            if (
                owners0 & known[MASKS + (answer & 255)] == memory[place + 1]
                and owners1 & known[MASKS + (answer >> 8 & 255)] == memory[place + 2]
            ):
                yes = answer >> LOW_BOUND & 31 >= need
                if yes or answer >> HIGH_BOUND & 31 < need:
                    if before >= 0:
                        kept = memory[before + 3]
                        memory[before + 3] = kept & (1 << NEXT) - 1 | answer >> NEXT << NEXT
                        memory[place + 3] = answer & (1 << NEXT) - 1 | heads[head] << NEXT
                        heads[head] = entry
                    ask[A_HITS] += 1
                    alive = PACK & ~s[PLAYED]
                    for suit in range(4):
                        stack[at + F_MATTERED + suit] = nth_rank(alive >> 13 * suit & SUIT, answer >> 4 * suit & 15)
                    return 1 if yes else 0
                if hint != NO_HINT and likeness < 2:
                    likeness = 2
                    stack[at + F_HINT] = hint
            elif (
                hint != NO_HINT
                and likeness < 1
                and (memory[place + 1] ^ owners0 | memory[place + 2] ^ owners1) >> 52 == 0
            ):
                likeness = 1
                stack[at + F_HINT] = hint
        before = place
        entry = answer >> NEXT
        tried += 1
    return -1


@kernel
def nth_rank(ranks: int, n: int) -> int:
    """The rank of the n-th highest of some ranks; NONE for n = 0."""
    if n == 0:
        return NONE
    for _ in range(count(ranks) - n):
        ranks &= ranks - 1
    return lowest(ranks)


@kernel
def forget(ask: Buffer, known: Buffer, heads: Buffer, memory: Buffer) -> None:
    """Make room: keep the answers about long hands, which cost most, at most half of all."""
    fewest = 1
    while True:
        kept = 0
        for entry in range(ask[A_USED]):
            if memory[entry * ENTRY] >> 3 & 15 >= fewest:
                kept += 1
        if 2 * kept <= ask[A_ENTRIES] or fewest == 14:
            break
        fewest += 1
    for head in range(ask[A_HEADS]):
        heads[head] = 0
    used = 0
    for entry in range(ask[A_USED]):
        place = entry * ENTRY
        if memory[place] >> 3 & 15 >= fewest:
            to = used * ENTRY
            head = head_of(ask, known, memory[place], memory[place + 1], memory[place + 2])
            memory[to] = memory[place]
            memory[to + 1] = memory[place + 1]
            memory[to + 2] = memory[place + 2]
            memory[to + 3] = memory[place + 3] & (1 << NEXT) - 1 | heads[head] << NEXT
            used += 1
            heads[head] = used
    ask[A_USED] = used


@kernel
def remember(
    s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, heads: Buffer, memory: Buffer, yes: int
) -> None:
    """Keep an answer for all positions that agree in what mattered."""
    if ask[A_USED] == ask[A_ENTRIES]:
        forget(ask, known, heads, memory)
    alive = PACK & ~s[PLAYED]
    answer = 0
    for suit in range(4):
        ranks = alive >> 13 * suit & SUIT
        lowest_rank = 0 if ask[A_EXACT] else stack[at + F_MATTERED + suit]
        top = max(count(ranks >> lowest_rank), count(ranks & s[WORTH] >> 13 * suit))
        if s[BOSS] != NO_CARD and s[BOSS] // 13 == suit and ranks and top == 0 and alive >> s[BOSS] & 1:
            top = 1
        marked = ranks & ask[A_MARKED] >> 13 * suit
        if marked:
            top = max(top, count(ranks >> lowest(marked)))
        answer |= top << 4 * suit
    need = stack[at + F_NEED]
    answer |= need << LOW_BOUND | NO_BOUND << HIGH_BOUND if yes else need - 1 << HIGH_BOUND
    hint = NO_HINT
    if yes == (1 if side_of(s, s[LEADER]) == 0 else 0):
        card = stack[at + F_CARD]
        hint = card // 13 * 16 + count(alive >> card & SUIT >> card % 13)
    answer |= hint << CARD
    head = head_of(ask, known, stack[at + F_KEY], stack[at + F_OWNERS], stack[at + F_OWNERS + 1])
    place = ask[A_USED] * ENTRY
    ask[A_USED] += 1
    memory[place] = stack[at + F_KEY]
    memory[place + 1] = stack[at + F_OWNERS] & known[MASKS + (answer & 255)]
    memory[place + 2] = stack[at + F_OWNERS + 1] & known[MASKS + (answer >> 8 & 255)]
    memory[place + 3] = answer | heads[head] << NEXT
    heads[head] = ask[A_USED]


@kernel
def reach(s: Buffer, known: Buffer, seat: int) -> int:
    """About the strongest card that a hand can play to the suit led."""
    hand = s[HAND + seat]
    in_suit = hand & s[BELONGS + s[LED]]
    if s[BOSS] != NO_CARD and hand >> s[BOSS] & 1 and (in_suit == 0 or in_suit >> s[BOSS] & 1):
        return TAKES_ALL
    if in_suit:
        best = known[HIGHEST + (in_suit >> 13 * s[LED] & SUIT)]
        return CUTS + best if s[LED] == s[CUT] else IN_SUIT + best
    cuts = hand & s[BELONGS + s[CUT]]
    if cuts and s[CUT] != NO_SUIT:
        return CUTS + known[HIGHEST + (cuts >> 13 * s[CUT] & SUIT)]
    return -1


@kernel
def rate(s: Buffer, stack: Buffer, at: int, known: Buffer, options: int) -> None:
    """How good each option looks, the higher the better."""
    me = s[TURN]
    mine = side_of(s, me)
    leads = s[COUNT] == 0
    led = s[LED]
    pot = count(s[TABLE] & s[WORTH]) + s[TRICK_WORTH]
    ours = -1
    theirs = -1
    if not leads:
        if side_of(s, s[TAKER]) == mine:
            ours = s[BEST]
        else:
            theirs = s[BEST]
        theirs, ours = to_come(s, known, theirs, ours)
    last_suit = -1
    while options:
        low = options & -options
        options ^= low
        card = count(low - 1)
        picture = 1 if s[WORTH] & low else 0
        us = ours
        them = theirs
        if leads:
            s[LED] = suit_of(s, card)
            if s[LED] != last_suit:
                last_suit = s[LED]
                theirs, ours = to_come(s, known, -1, -1)
            us = ours
            them = theirs
        us = max(us, strength(s, card))
        keep = card % 13
        if card == s[BOSS]:
            keep = 60
        elif s[BELONGS + s[CUT]] & low:
            keep += 13
        value = pot + picture + 1
        stack[at + F_ORDER + card] = (value if us > them else -value) * 64 - keep
    s[LED] = led


@kernel
def to_come(s: Buffer, known: Buffer, theirs: int, ours: int) -> tuple[int, int]:
    """The strongest that the opponents and the partner of the hand in turn can bring, beside what they have."""
    me = s[TURN]
    seats = s[SEATS]
    seat = me
    for _ in range(s[SIZE] - s[COUNT] - 1):
        seat += s[STEP]
        if seat >= seats:
            seat -= seats
        found = reach(s, known, seat)
        if side_of(s, seat) == side_of(s, me):
            ours = max(ours, found)
        else:
            theirs = max(theirs, found)
    return theirs, ours


@kernel
def prefer(s: Buffer, stack: Buffer, at: int, few: int) -> None:
    """Put the card first that settled a like position: the option nearest to it, by relative rank in its suit."""
    suit = stack[at + F_HINT] >> 4
    wanted = stack[at + F_HINT] & 15
    alive = PACK & ~s[PLAYED]
    ranks = alive >> 13 * suit & SUIT
    if wanted > count(ranks):
        return
    rank = nth_rank(ranks, wanted)
    mine = few >> 13 * suit & SUIT
    above = mine >> rank << rank
    if above:
        stack[at + F_ORDER + 13 * suit + lowest(above)] += 100_000
    elif mine:
        while mine & mine - 1:
            mine &= mine - 1
        stack[at + F_ORDER + 13 * suit + lowest(mine)] += 100_000


@kernel
def best_option(stack: Buffer, at: int) -> int:
    """The option that looks best, taken from those still to be tried."""
    options = stack[at + F_OPTIONS]
    best = -1
    best_value = 0
    while options:
        low = options & -options
        options ^= low
        card = count(low - 1)
        value = stack[at + F_ORDER + card]
        if best < 0 or value > best_value:
            best = card
            best_value = value
    stack[at + F_OPTIONS] &= ~(1 << best)
    return best


@kernel
def sure(s: Buffer, known: Buffer, side: int) -> int:
    """Pictures that a side takes however it is played.

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
        mine &= ~boss
    cut = s[CUT]
    if cut != NO_SUIT:
        cuts = SUIT << 13 * cut
        against = theirs & cuts
        if against:
            cuts &= ~((2 << 13 * cut + known[HIGHEST + (against >> 13 * cut)]) - 1)
        found += count(mine & cuts & s[WORTH])
    return found


@kernel
def cash(s: Buffer, stack: Buffer, at: int, known: Buffer, bound: int) -> int:
    """What the leader can take at once, one top card after the other, against any play.

    A card is cashed where it is the highest left of its suit, no opponent can put a trump or Rensho on it, and the
    partner need not do so. With it come the pictures that the partner adds in that suit, and those that opponents
    cannot keep back. The ranks that this rests on are put into the frame.
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
            got += s[TRICK_WORTH] + (s[WORTH] >> 13 * suit + top & 1)
        if suit == cut:
            spare -= max(0, taken - long_partner)
        else:
            spare -= taken
        if taken:
            pictures = block & s[WORTH]
            got += min(taken, count(partner & pictures))
            got += max(0, min(taken, long_left) - count(left & block & ~pictures))
            got += max(0, min(taken, long_right) - count(right & block & ~pictures))
    if mine & boss:
        got += s[TRICK_WORTH] + (1 if s[WORTH] & boss else 0)
    return got


@kernel
def at_once(s: Buffer, stack: Buffer, at: int, ask: Buffer, known: Buffer, need: int, left: int) -> int:
    """The answer at the start of a trick, where it can be seen at once: 1, 0, or -1."""
    sure0 = sure(s, known, 0)
    sure1 = sure(s, known, 1)
    if need <= 0 or need <= sure0:
        return 1
    if need > left - sure1:
        return 0
    if ask[A_QUICK]:
        quick = cash(s, stack, at, known, ask[A_BOUND])
        if side_of(s, s[LEADER]) == 0:
            if need <= quick:
                return 1
        elif need > left - quick:
            return 0
        for suit in range(4):
            stack[at + F_MATTERED + suit] = NONE
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
            for suit in range(4):
                stack[at + F_MATTERED + suit] = NONE
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
                    describe(s, stack, at, known, ask)
                    answer = look_up(s, stack, at, ask, known, heads, memory, need)
            if answer < 0:
                ask[A_NODES] += 1
                if ask[A_NODES] > ask[A_MOST_NODES]:
                    ask[A_STOPPED] = 1
                    while depth:
                        depth -= 1
                        at -= FRAME
                        restore(s, stack, at, stack[at + F_CARD])
                    return
                options = legal(rules, s, s[HAND + s[TURN]])
                few = distinct(s, options, ask[A_MARKED])
                if few & few - 1:
                    rate(s, stack, at, known, few)
                    if stack[at + F_START] and stack[at + F_HINT] != NO_HINT:
                        prefer(s, stack, at, few)
                stack[at + F_OPTIONS] = few
                stack[at + F_ALL] = options
                stack[at + F_FEW] = few
                entering = False
                answer = -1
        if answer < 0:
            # -- try the next card
            card = best_option(stack, at)
            stack[at + F_CARD] = card
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
        restore(s, stack, at, card)
        if winning >= 0:
            suit = winning // 13
            stack[below + F_MATTERED + suit] = min(stack[below + F_MATTERED + suit], winning % 13)
        settled = answer == (1 if side_of(s, s[TURN]) == 0 else 0)
        if settled:
            for suit in range(4):
                stack[at + F_MATTERED + suit] = stack[below + F_MATTERED + suit]
        else:
            suit = card // 13
            if stack[below + F_MATTERED + suit] <= card % 13:
                lowest_like = stands_for(stack[at + F_ALL], stack[at + F_FEW], card)
                stack[below + F_MATTERED + suit] = min(stack[below + F_MATTERED + suit], lowest_like)
            for suit in range(4):
                stack[at + F_MATTERED + suit] = min(stack[at + F_MATTERED + suit], stack[below + F_MATTERED + suit])
        entering = False
        if settled or stack[at + F_OPTIONS] == 0:
            if stack[at + F_START]:
                remember(s, stack, at, ask, known, heads, memory, answer)
        else:
            answer = -1


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
