"""Rounds and matches, played from beginning to end by players that choose for themselves."""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.choose import choose, name_trump
from kakeya.table.deal import deal_pack, draw_leader, leading_side, make_pack, offer_trump, seat_round
from kakeya.table.match import finish_round, start_match
from kakeya.table.play import set_goal, start_play, step
from kakeya.table.random import PLAY as DRAW_PLAY
from kakeya.table.settle import settle
from kakeya.table.state import CHOOSER, LEFT, MOST_SIDES, OVER, ROUND, TURN, open_draws, side_of

# What the players are: three numbers of players by side, then three habits of naming trumps.
HABITS = MOST_SIDES
KINDS = 2 * MOST_SIDES


@kernel
def deal_round(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """A round up to the naming of trumps: who plays, the deal, and who may name them."""
    set_goal(rules, s)
    seat_round(rules, s, stream, key)
    make_pack(rules, s, stream, key)
    deal_pack(rules, s)
    offer_trump(rules, s)


@kernel
def open_play(rules: Buffer, s: Buffer, stream: Buffer, key: Buffer) -> None:
    """Trumps are named: find who leads, and open the first trick."""
    side = leading_side(rules, s, stream, key)
    start_play(rules, s, draw_leader(s, stream, key, side))


@kernel
def begin_round(rules: Buffer, s: Buffer, kinds: Buffer, stream: Buffer, key: Buffer) -> None:
    """A round up to its first card: who plays, the deal, trumps, the leader."""
    deal_round(rules, s, stream, key)
    name_trump(rules, s, kinds[HABITS + max(0, s[CHOOSER])], stream, key)
    open_play(rules, s, stream, key)


@kernel
def play_out(rules: Buffer, s: Buffer, kinds: Buffer, stream: Buffer, key: Buffer) -> None:
    """Play all the cards of a round that has begun, and settle it."""
    open_draws(s, stream, key, DRAW_PLAY)
    while s[LEFT]:
        step(rules, s, choose(rules, s, kinds[side_of(s, s[TURN])], stream))
    settle(rules, s)


@kernel
def play_first_round(rules: Buffer, s: Buffer, kinds: Buffer, stream: Buffer, key: Buffer) -> None:
    """The first round of a match, from sitting down to its settlement."""
    start_match(rules, s, stream, key)
    begin_round(rules, s, kinds, stream, key)
    play_out(rules, s, kinds, stream, key)


@kernel
def play_match(rules: Buffer, s: Buffer, kinds: Buffer, stream: Buffer, key: Buffer, most: int) -> None:
    """A match to its end, or for `most` rounds."""
    start_match(rules, s, stream, key)
    while not s[OVER] and s[ROUND] < most:
        begin_round(rules, s, kinds, stream, key)
        play_out(rules, s, kinds, stream, key)
        finish_round(rules, s, stream, key)
