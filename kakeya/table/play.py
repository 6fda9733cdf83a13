"""The rules of play: which cards are legal, which card takes a trick, who plays next.

Every function works on the state of a table (`kakeya.table.state`) under a vector of rules
(`kakeya.rules.vector`). Each answer of the rules is read in one function and nowhere else.
"""

from __future__ import annotations

from kakeya.cards import NO_CARD, NO_SUIT
from kakeya.kernel import Buffer, kernel
from kakeya.rules.vector import code, slot
from kakeya.table.bits import count
from kakeya.table.state import (
    ACTIVE,
    BELONGS,
    BEST,
    BOSS,
    BY,
    CAPTURED,
    COUNT,
    CUT,
    FIRST_LEADER,
    HAND,
    LEADER,
    LED,
    LEFT,
    LOG,
    MOST_SIDES,
    N_LOG,
    N_TRICKS,
    PLAYED,
    RENSHO,
    SEATS,
    SIZE,
    STEP,
    TABLE,
    TAKER,
    TRICK_SIDE,
    TRICK_SIZE,
    TRICK_WORTH,
    TRICKS,
    TRUMP,
    TURN,
    WORTH,
    after,
    side_of,
)

PICTURES = slot("pictures")
GOAL, TRICKS_COUNT = slot("goal"), code("goal", "tricks")
TRUMP_POWER, TRUMPS_BEAT = slot("trump.power"), code("trump.power", "beats-led-suit")
RENSHO_CARD = slot("rensho.card")
RENSHO_SUIT, IS_TRUMP = slot("rensho.suit"), code("rensho.suit", "trump")
RENSHO_POWER, TAKES_ANY = slot("rensho.power"), code("rensho.power", "takes-any-trick")
RENSHO_FOLLOW, BOUND = slot("rensho.follow"), code("rensho.follow", "bound")
FREE = code("rensho.follow", "free")
FOLLOW, MUST_FOLLOW = slot("play.follow"), code("play.follow", "must")
DIRECTION, CLOCKWISE = slot("play.direction"), code("play.direction", "clockwise")
LEAD_NEXT, IN_TURN = slot("lead.next"), code("lead.next", "in-turn")
SHORT_TRICK, SET_ASIDE = slot("short-trick"), code("short-trick", "set-aside")

SUIT = (1 << 13) - 1
ACES = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51
IN_SUIT, CUTS, TAKES_ALL = 100, 200, 300  # strengths, rank added: of the suit led, of trumps; of Rensho


@kernel
def rensho_card(rules: Buffer, trump: int) -> int:
    """The card that is Rensho, or -1 (`rensho.card`)."""
    return rules[RENSHO_CARD + trump]


@kernel
def rank_mask(mask: int) -> int:
    """A mask of ranks as a mask of cards, in all four suits."""
    return mask | mask << 13 | mask << 26 | mask << 39


@kernel
def set_goal(rules: Buffer, s: Buffer) -> None:
    """Set what counts: pictures or tricks (`pictures`, `goal`)."""
    if rules[GOAL] == TRICKS_COUNT:
        s[WORTH] = 0
        s[TRICK_WORTH] = 1
    else:
        s[WORTH] = rank_mask(rules[PICTURES])
        s[TRICK_WORTH] = 0


@kernel
def set_trump(rules: Buffer, s: Buffer, trump: int) -> None:
    """Name trumps and, by them, Rensho and what each suit holds (`rensho.suit`, `rensho.power`, `trump.power`)."""
    rensho = rensho_card(rules, trump)
    s[TRUMP] = trump
    s[RENSHO] = rensho
    s[BOSS] = rensho if rules[RENSHO_POWER] == TAKES_ANY else NO_CARD
    s[CUT] = trump if rules[TRUMP_POWER] == TRUMPS_BEAT else NO_SUIT
    for suit in range(4):
        s[BELONGS + suit] = SUIT << 13 * suit
    s[BELONGS + NO_SUIT] = 0
    if rensho != NO_CARD and rules[RENSHO_SUIT] == IS_TRUMP and trump != NO_SUIT:
        s[BELONGS + rensho // 13] &= ~(1 << rensho)
        s[BELONGS + trump] |= 1 << rensho


@kernel
def suit_of(s: Buffer, card: int) -> int:
    """The suit that a card belongs to in play."""
    if card == s[RENSHO] and s[TRUMP] != NO_SUIT and s[BELONGS + s[TRUMP]] >> card & 1:
        return s[TRUMP]
    return card // 13


@kernel
def strength(s: Buffer, card: int) -> int:
    """How strong a card is in the trick on the table; -1 if it cannot take it."""
    if card == s[BOSS]:
        return TAKES_ALL
    bit = 1 << card
    if s[BELONGS + s[CUT]] & bit:
        return CUTS + card % 13
    if s[BELONGS + s[LED]] & bit:
        return IN_SUIT + card % 13
    return -1


@kernel
def legal(rules: Buffer, s: Buffer, hand: int) -> int:
    """The cards of a hand that may be played to the trick on the table (`play.follow`, `rensho.follow`)."""
    if s[COUNT] == 0 or rules[FOLLOW] != MUST_FOLLOW:
        return hand
    duty = hand & s[BELONGS + s[LED]]
    follow = rules[RENSHO_FOLLOW]
    if follow == BOUND or s[RENSHO] == NO_CARD:
        return duty if duty else hand
    rensho = hand & 1 << s[RENSHO]
    if follow == FREE:
        duty &= ~rensho
    return duty | rensho if duty else hand


@kernel
def start_trick(rules: Buffer, s: Buffer, leader: int) -> None:
    """Open a trick, led by `leader` or, where that hand is empty, by the next that is not (`short-trick`)."""
    able = 0
    for seat in range(s[SEATS]):
        if s[HAND + seat]:
            able |= 1 << seat
    if able != s[ACTIVE] and able and rules[SHORT_TRICK] == SET_ASIDE:
        for seat in range(s[SEATS]):
            hand = s[HAND + seat]
            while hand:
                low = hand & -hand
                s[LOG + s[N_LOG] + s[LEFT] - count(hand)] = count(low - 1)
                hand ^= low
            s[LEFT] -= count(s[HAND + seat])
        able = 0
    s[SIZE] = count(able)
    s[COUNT] = 0
    s[TABLE] = 0
    s[BEST] = -1
    if able:
        while not able >> leader & 1:
            leader = after(s, leader, s[STEP])
        s[LEADER] = leader
        s[TURN] = leader
    else:
        s[LEFT] = 0


@kernel
def start_play(rules: Buffer, s: Buffer, leader: int) -> None:
    """Open the first trick of a round (`play.direction`); hands, active seats and trumps are set."""
    s[STEP] = s[SEATS] - 1 if rules[DIRECTION] == CLOCKWISE else 1
    s[LEFT] = 0
    s[N_LOG] = 0
    s[N_TRICKS] = 0
    s[PLAYED] = 0
    for side in range(MOST_SIDES):
        s[CAPTURED + side] = 0
        s[TRICKS + side] = 0
    for seat in range(s[SEATS]):
        s[LEFT] += count(s[HAND + seat])
    s[FIRST_LEADER] = leader
    start_trick(rules, s, leader)


@kernel
def put(s: Buffer, card: int) -> None:
    """Lay a card from the hand whose turn it is to the trick on the table."""
    seat = s[TURN]
    bit = 1 << card
    s[HAND + seat] &= ~bit
    if s[COUNT] == 0:
        s[LED] = suit_of(s, card)
    strong = strength(s, card)
    if strong > s[BEST]:
        s[BEST] = strong
        s[TAKER] = seat
    s[TABLE] |= bit
    s[PLAYED] |= bit
    s[LOG + s[N_LOG]] = card
    s[BY + s[N_LOG]] = seat
    s[N_LOG] += 1
    s[LEFT] -= 1
    s[COUNT] += 1
    if s[COUNT] < s[SIZE]:
        seat = after(s, seat, s[STEP])
        while s[HAND + seat] == 0:
            seat = after(s, seat, s[STEP])
        s[TURN] = seat


@kernel
def take(rules: Buffer, s: Buffer) -> None:
    """Give a full trick to its taker and open the next (`lead.next`)."""
    side = side_of(s, s[TAKER])
    s[CAPTURED + side] |= s[TABLE]
    s[TRICKS + side] += 1
    s[TRICK_SIDE + s[N_TRICKS]] = side
    s[TRICK_SIZE + s[N_TRICKS]] = s[COUNT]
    s[N_TRICKS] += 1
    if rules[LEAD_NEXT] == IN_TURN:
        start_trick(rules, s, after(s, s[LEADER], s[STEP]))
    else:
        start_trick(rules, s, s[TAKER])


@kernel
def step(rules: Buffer, s: Buffer, card: int) -> None:
    """Play a card; where it fills the trick, the trick is taken."""
    put(s, card)
    if s[COUNT] == s[SIZE]:
        take(rules, s)
