"""Who sits out, the pack, the deal, the naming of trumps and the first lead: a round up to its first card."""

from __future__ import annotations

from kakeya.cards import NO_SUIT
from kakeya.kernel import Buffer, kernel
from kakeya.rules.vector import code, slot
from kakeya.table.random import DEALERS as DRAW_DEALERS
from kakeya.table.random import LEADER as DRAW_LEADER
from kakeya.table.random import LEADING as DRAW_LEADING
from kakeya.table.random import PACK as DRAW_PACK
from kakeya.table.random import REST as DRAW_REST
from kakeya.table.random import SHUFFLE as DRAW_SHUFFLE
from kakeya.table.random import below
from kakeya.table.state import (
    ACTIVE,
    CHOOSER,
    CHOOSERS,
    DEALERS,
    DEALT,
    HAND,
    LAST,
    LAST_DEALT,
    LOG,
    MOST_SEATS,
    MOST_SIDES,
    MUST,
    NOBODY,
    PACK,
    PREVIOUS,
    RESTING,
    ROUND,
    SEATS,
    SEES,
    SIDES,
    TRUMP,
    WORTH,
    after,
    open_draws,
    side_of,
)

SIX_PLAY, ALL_PAIRS = slot("six.play"), code("six.play", "all-pairs")
DEALERS_REST = code("six.play", "dealers-rest")
SIX_RESTS, RIGHT = slot("six.rests"), code("six.rests", "right-of-dealers")
LEFT_RESTS, WINNERS_REST = code("six.rests", "left-of-dealers"), code("six.rests", "last-winners")
SAME_RESTS, DRAWN_RESTS = code("six.rests", "same-pair"), code("six.rests", "drawn")
FIRST_DEALERS, DRAWN_DEALERS = slot("dealers.first"), code("dealers.first", "random")
GATHERED, TOGETHER = slot("deal.gathered"), code("deal.gathered", "pictures-together")
SHUFFLE, HALVES = slot("deal.shuffle"), code("deal.shuffle", "two-halves")
DEAL_DIRECTION, DEAL_CLOCKWISE = slot("deal.direction"), code("deal.direction", "clockwise")
FIRST_CARD, TO_DEALER = slot("deal.first-card"), code("deal.first-card", "dealer")
RESUME, SAME_PLAYER = slot("deal.resume"), code("deal.resume", "same-player")
TRUMP_FIRST, DEALERS_CHOOSE = slot("trump.first"), code("trump.first", "dealers-choose")
LAST_CARD = code("trump.first", "last-card")
TRUMP_WHEN, SEEING = slot("trump.when"), code("trump.when", "before-first-play")
CHANGE_FIRST, ONE_FIRST = slot("trump.change-first"), code("trump.change-first", "one-dealer")
NOBODY_FIRST = code("trump.change-first", "nobody")
CHANGE, ONE_LATER = slot("trump.change"), code("trump.change", "one-dealer")
PREVIOUS_CHANGE, NOBODY_LATER = code("trump.change", "previous-dealers"), code("trump.change", "nobody")
LASTS, GAME = slot("trump.lasts"), code("trump.lasts", "game")
ROUND_ONLY = code("trump.lasts", "round")
LEAD_FIRST, DEALERS_LEAD = slot("lead.first"), code("lead.first", "dealers")
LEFT_LEADS = code("lead.first", "left-of-dealers")
LEAD_OPPONENTS, OPPONENTS_LEFT = slot("lead.opponents"), code("lead.opponents", "left-of-dealers")
OPPONENTS_DRAWN = code("lead.opponents", "drawn")
LEAD_LATER, WINNERS_LEAD = slot("lead.later"), code("lead.later", "winners")


@kernel
def first_dealers(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """Who deals the first round (`dealers.first`)."""
    s[DEALERS] = s[SIDES] - 1
    if rules[FIRST_DEALERS] == DRAWN_DEALERS:
        open_draws(s, stream, key, DRAW_DEALERS)
        s[DEALERS] = below(stream, s[SIDES])


@kernel
def seat_round(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """Who plays this round and who rests (`six.play`, `six.rests`)."""
    rested = s[RESTING]
    s[RESTING] = NOBODY
    if s[SIDES] == 3 and rules[SIX_PLAY] != ALL_PAIRS:
        dealers = s[DEALERS]
        right = (dealers + 1) % 3
        left = (dealers + 2) % 3
        resting = right
        how = rules[SIX_RESTS]
        if rules[SIX_PLAY] == DEALERS_REST:
            resting = dealers
        elif how == LEFT_RESTS:
            resting = left
        elif how == WINNERS_REST and s[LAST] != NOBODY and s[LAST] != dealers:
            resting = s[LAST]
        elif how == SAME_RESTS and rested != NOBODY and rested != dealers:
            resting = rested
        elif how == DRAWN_RESTS:
            open_draws(s, stream, key, DRAW_REST)
            resting = left if below(stream, 2) else right
        s[RESTING] = resting
    s[ACTIVE] = 0
    for seat in range(s[SEATS]):
        if side_of(s, seat) != s[RESTING]:
            s[ACTIVE] |= 1 << seat


@kernel
def mix(s: Buffer, stream: Buffer, start: int, stop: int) -> None:
    """Put the cards of the pack from `start` to before `stop` in an order drawn uniformly."""
    for place in range(stop - 1, start, -1):
        other = start + below(stream, place - start + 1)
        s[PACK + place], s[PACK + other] = s[PACK + other], s[PACK + place]


@kernel
def make_pack(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """The pack as it is dealt (`deal.gathered`, `deal.shuffle`).

    A pack that is well mixed stays so however it is shuffled, and is drawn in one go. In the first round
    it always is.
    """
    if s[ROUND] == 0 or rules[GATHERED] != TOGETHER:
        for place in range(52):
            s[PACK + place] = place
        open_draws(s, stream, key, DRAW_PACK)
        mix(s, stream, 0, 52)
        return
    top = 0
    for wanted in range(1, -1, -1):
        for place in range(52):
            if s[WORTH] >> s[LOG + place] & 1 == wanted:
                s[PACK + top] = s[LOG + place]
                top += 1
    open_draws(s, stream, key, DRAW_SHUFFLE)
    if rules[SHUFFLE] == HALVES:
        mix(s, stream, 0, 26)
        mix(s, stream, 26, 52)
    else:
        mix(s, stream, 0, 52)


@kernel
def deal_pack(rules: Buffer, s: Buffer) -> None:
    """Deal the pack out (`deal.direction`, `deal.first-card`, `deal.resume`). The first dealer is the lower seat."""
    for seat in range(MOST_SEATS):
        s[HAND + seat] = 0
    step = s[SEATS] - 1 if rules[DEAL_DIRECTION] == DEAL_CLOCKWISE else 1
    seat = s[DEALERS] if rules[FIRST_CARD] == TO_DEALER else after(s, s[DEALERS], step)
    while not s[ACTIVE] >> seat & 1:
        seat = after(s, seat, step)
    twice = s[SIDES] == 3 and rules[RESUME] == SAME_PLAYER
    for place in range(52):
        s[HAND + seat] |= 1 << s[PACK + place]
        if place == 25 and twice:
            continue
        seat = after(s, seat, step)
        while not s[ACTIVE] >> seat & 1:
            seat = after(s, seat, step)
    s[LAST_DEALT] = s[PACK + 51]
    note_dealt(s)


@kernel
def note_dealt(s: Buffer) -> None:
    """Note what each side was dealt."""
    for side in range(MOST_SIDES):
        s[DEALT + side] = 0
    for seat in range(s[SEATS]):
        s[DEALT + side_of(s, seat)] |= s[HAND + seat]


@kernel
def offer_trump(rules: Buffer, s: Buffer) -> None:
    """The trump suit as it stands, and who may change it knowing what.

    Reads `trump.first`, `trump.when`, `trump.change-first`, `trump.change` and `trump.lasts`.
    """
    first = s[ROUND] == 0
    s[MUST] = 0
    if first or rules[LASTS] == ROUND_ONLY:
        begins = rules[TRUMP_FIRST]
        s[TRUMP] = begins
        if begins == DEALERS_CHOOSE:
            s[TRUMP] = NO_SUIT
            s[MUST] = 1
        elif begins == LAST_CARD:
            s[TRUMP] = s[LAST_DEALT] // 13
    s[SEES] = rules[TRUMP_WHEN] == SEEING
    s[CHOOSER] = s[DEALERS]
    s[CHOOSERS] = 2
    if first:
        if rules[CHANGE_FIRST] == ONE_FIRST:
            s[CHOOSERS] = 1
        elif rules[CHANGE_FIRST] == NOBODY_FIRST and not s[MUST]:
            s[CHOOSER] = NOBODY
    elif rules[LASTS] == GAME:
        s[CHOOSER] = NOBODY
    elif rules[CHANGE] == ONE_LATER:
        s[CHOOSERS] = 1
    elif rules[CHANGE] == PREVIOUS_CHANGE:
        s[CHOOSER] = s[PREVIOUS]
    elif rules[CHANGE] == NOBODY_LATER and not s[MUST]:
        s[CHOOSER] = NOBODY


@kernel
def leading_side(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> int:
    """The side that leads to the first trick (`lead.first`, `lead.opponents`, `lead.later`)."""
    if s[ROUND] > 0 and rules[LEAD_LATER] == WINNERS_LEAD and s[LAST] != NOBODY and s[LAST] != s[RESTING]:
        return s[LAST]
    dealers = s[DEALERS]
    how = rules[LEAD_FIRST]
    if how == DEALERS_LEAD:
        return dealers
    right = (dealers + 1) % s[SIDES]
    left = (dealers + s[SIDES] - 1) % s[SIDES]
    if left == s[RESTING]:
        return right
    if right == s[RESTING] or how == LEFT_LEADS or right == left:
        return left
    if rules[LEAD_OPPONENTS] == OPPONENTS_DRAWN:
        open_draws(s, stream, key, DRAW_LEADING)
        return left if below(stream, 2) else right
    return left if rules[LEAD_OPPONENTS] == OPPONENTS_LEFT else right


@kernel
def draw_leader(s: Buffer, stream: Buffer, key: Buffer, side: int) -> int:
    """Which player of the leading side leads: drawn, the one first met to the right of the first dealer for 0."""
    open_draws(s, stream, key, DRAW_LEADER)
    second = below(stream, 2)
    seat = s[DEALERS]
    met = 0
    while True:
        if side_of(s, seat) == side:
            if met == second:
                return seat
            met += 1
        seat = after(s, seat, 1)
