"""The order in which a search tries cards: those first that are likely to settle the question at little cost.

Each option is rated by a sum of what can be seen of it, weighed by where in the trick it stands and by whether it
looks as if its side takes the trick. The weights were fitted to 13,775 positions out of searches of random endings of
eleven cards (J, U) and twelve (whist): every option of each was searched by itself, and the weights are those for
which the logarithm of the cards tried by the option that is taken first, above those of the best, is least on the
average (a softmax of the ratings stands for the choice). They change how long a search takes, never its answer.
"""

from __future__ import annotations

from kakeya.cards import NO_CARD, NO_SUIT, PACK
from kakeya.kernel import Buffer, kernel
from kakeya.players.known import HIGHEST, WEIGHTS, nth_rank
from kakeya.table.bits import count, lowest
from kakeya.table.play import CUTS, IN_SUIT, SUIT, TAKES_ALL, strength, suit_of
from kakeya.table.state import (
    BELONGS,
    BEST,
    BOSS,
    COUNT,
    CUT,
    HAND,
    LED,
    PLAYED,
    RENSHO,
    SEATS,
    SIZE,
    STEP,
    TABLE,
    TAKER,
    TRICK_WORTH,
    TURN,
    WORTH,
    side_of,
)

FAR_AHEAD = 1_000_000
SETTLED_BEFORE = 300  # for the card that settled another position of the same hand, so many cards from the start
ROW = 16
# What is weighed, in the order of a row: of the card,
W_TAKES = 0  # that its side takes the trick
W_POT = 1  # each picture that the trick will have
W_PICTURE = 2  # that it is a picture
W_BOSS = 3  # that it is a Rensho that takes any trick
W_CUTS = 4  # that it is a trump
W_RANK = 5  # its rank, 0 to 12
W_TOP = 6  # that it is the highest left of its suit
W_ABOVE = 7  # each higher card of the opponents
# and of its suit,
W_THEIRS = 8  # each card of the opponents
W_VOIDS = 9  # each opponent who has none
W_LENGTH = 10  # each card of this hand
W_PICTURES = 11  # each picture of this hand
W_PARTNER = 12  # each card of the partner
W_SINGLE = 13  # that this hand has no other
# Two rows, for a trick that is lost and one that is taken, of a card that is led; of the second card of a trick, the
# third and the last, each first by a hand that has none of the suit led, then by one that has.
WEIGHTS_OF = (
    (0, 173, 250, -83, -243, 2, -34, -109, 16, -494, 5, 233, -19, 139),
    (543, 641, 293, -166, 56, -5, -226, -10, 52, -731, -36, 390, 12, 211),
    (0, -96, -115, -227, 80, -14, -248, 41, 6, 138, -44, 12, 10, 225),
    (853, 350, 328, -455, -519, 8, -315, 99, 39, 266, -19, 285, 28, 220),
    (0, -143, -154, -378, -51, 21, 492, 103, 1, -1, -4, -24, 1, 36),
    (447, 277, 278, -755, -32, 61, -234, 139, 22, -2, 18, -55, 15, 70),
    (0, -14, 103, -372, -326, -16, -222, 14, -5, 19, -58, 34, 8, 167),
    (1088, 414, 529, -744, -444, -12, -302, 28, 1, 52, -52, 131, 35, 329),
    (0, -126, -97, -395, -78, 37, -89, 163, -2, 9, -1, -21, -8, 58),
    (557, 275, 300, -790, -135, 63, -158, 345, 19, 33, 28, -74, -9, 114),
    (0, -70, -70, -330, -390, -21, -209, 78, 1, 52, -18, 47, -10, 79),
    (1209, 434, 433, -660, -625, 1, -194, 115, 10, 264, 21, 203, 11, 362),
    (0, -165, -165, -488, -279, -28, -196, 114, 1, -13, -12, -65, 8, 153),
    (894, 514, 486, -976, -284, 16, -378, 188, 33, -13, 33, -130, 30, 257),
)


def weights() -> list[int]:
    """The weights as they stand in the tables of a deal."""
    return [weight for row in WEIGHTS_OF for weight in (*row, *[0] * (ROW - len(row)))]


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
def to_come(s: Buffer, known: Buffer, theirs: int, ours: int) -> tuple[int, int, int, int]:
    """What the hands after the one in turn can bring: the strongest card of the opponents and of the partner, beside
    what they have, and how many pictures if the trick is ours (a partner's gift, an opponent's only choice) or theirs.
    """
    me = s[TURN]
    seats = s[SEATS]
    seat = me
    won = 0
    lost = 0
    for _ in range(s[SIZE] - s[COUNT] - 1):
        seat += s[STEP]
        if seat >= seats:
            seat -= seats
        found = reach(s, known, seat)
        can = s[HAND + seat] & s[BELONGS + s[LED]]
        if can == 0:
            can = s[HAND + seat]
        gladly = 1 if can & s[WORTH] else 0
        forced = 0 if can & ~s[WORTH] else gladly
        if side_of(s, seat) == side_of(s, me):
            ours = max(ours, found)
            won += gladly
            lost += forced
        else:
            theirs = max(theirs, found)
            won += forced
            lost += gladly
    return theirs, ours, won, lost


@kernel
def rate(s: Buffer, stack: Buffer, order: int, known: Buffer, options: int) -> None:
    """How good each option looks, the higher the better: into the 52 words of `stack` from `order` on."""
    me = s[TURN]
    partner = s[HAND + (me ^ 2)]
    left = s[HAND + (me + 1 & 3)]
    right = s[HAND + (me + 3 & 3)]
    opponents = left | right
    alive = PACK & ~s[PLAYED] | s[TABLE]
    pot = count(s[TABLE] & s[WORTH]) + s[TRICK_WORTH]
    leads = s[COUNT] == 0
    led = s[LED]
    kind = 0
    theirs = -1
    ours = -1
    won = 0
    lost = 0
    if not leads:
        kind = 2 * s[COUNT] - (0 if s[HAND + me] & s[BELONGS + led] else 1)
        if side_of(s, s[TAKER]) == side_of(s, me):
            ours = s[BEST]
        else:
            theirs = s[BEST]
        theirs, ours, won, lost = to_come(s, known, theirs, ours)
    losing = WEIGHTS + 2 * ROW * kind
    taking = losing + ROW
    suit = -1
    if_lost = 0
    if_taken = 0
    while options:
        low = options & -options
        options ^= low
        card = count(low - 1)
        if leads and (card // 13 != suit or card == s[RENSHO]):
            s[LED] = suit_of(s, card)
            theirs, ours, won, lost = to_come(s, known, -1, -1)
        if card // 13 != suit:
            suit = card // 13
            block = SUIT << 13 * suit
            if_lost = weigh_suit(s, known, losing, s[HAND + me] & block, partner & block, left & block, right & block)
            if_taken = weigh_suit(s, known, taking, s[HAND + me] & block, partner & block, left & block, right & block)
        picture = 1 if s[WORTH] & low else 0
        higher = SUIT << 13 * suit & ~(low | low - 1)
        row = losing
        value = if_lost
        in_trick = pot + lost + picture
        if max(ours, strength(s, card)) > theirs:
            row = taking
            value = if_taken
            in_trick = pot + won + picture
        value += known[row + W_TAKES] + known[row + W_POT] * in_trick + known[row + W_PICTURE] * picture
        value += known[row + W_RANK] * (card % 13) + known[row + W_ABOVE] * count(opponents & higher)
        if alive & higher == 0:
            value += known[row + W_TOP]
        if card == s[BOSS]:
            value += known[row + W_BOSS]
        if s[BELONGS + s[CUT]] & low:
            value += known[row + W_CUTS]
        stack[order + card] = value
    s[LED] = led


@kernel
def weigh_suit(s: Buffer, known: Buffer, row: int, mine: int, partner: int, left: int, right: int) -> int:
    """What a suit adds to the rating of its cards."""
    voids = (1 if left == 0 else 0) + (1 if right == 0 else 0)
    return (
        known[row + W_THEIRS] * count(left | right)
        + known[row + W_VOIDS] * voids
        + known[row + W_LENGTH] * count(mine)
        + known[row + W_PICTURES] * count(mine & s[WORTH])
        + known[row + W_PARTNER] * count(partner)
        + (known[row + W_SINGLE] if mine & mine - 1 == 0 else 0)
    )


@kernel
def prefer(s: Buffer, stack: Buffer, order: int, known: Buffer, few: int, hint: int) -> None:
    """Put the card first that settled a like position: the option nearest to it, by relative rank in its suit."""
    suit = hint >> 4
    ranks = (PACK & ~s[PLAYED]) >> 13 * suit & SUIT
    if hint & 15 > count(ranks):
        return
    rank = nth_rank(known, ranks, hint & 15)
    mine = few >> 13 * suit & SUIT
    above = mine >> rank << rank
    if above:
        stack[order + 13 * suit + lowest(above)] += FAR_AHEAD
    elif mine:
        while mine & mine - 1:
            mine &= mine - 1
        stack[order + 13 * suit + lowest(mine)] += FAR_AHEAD


@kernel
def best_option(stack: Buffer, order: int, options: int) -> int:
    """The option that looks best, of those that look alike the lowest."""
    best = -(1 << 62)
    while options:
        card = lowest(options)
        options &= options - 1
        best = max(best, stack[order + card] << 6 | 63 - card)
    return 63 - (best & 63)
