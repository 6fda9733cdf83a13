"""What stays the same while a deal is searched, made once: tables in one buffer."""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.table.bits import count
from kakeya.table.play import SUIT
from kakeya.table.state import HAND, WORTH

SETS = 1 << 13  # sets of ranks
NONE = 13  # no rank
HIGHEST = 0  # 8192: the highest rank of every set of ranks, -1 for none
SORTED = HIGHEST + SETS  # 8192: the ranks of every set, from the highest, 4 bits each; before them NONE
MASKS = SORTED + SETS  # 256: the owners of two suits that matter, by how many of each matter
OWNERS = MASKS + 256  # four times 8192: owners (26 bits), pictures (3 bits), lengths (4 bits each), by the ranks left
WEIGHTS = OWNERS + 4 * SETS  # how moves are ordered, as `kakeya.players.ordering` has it
LENGTH = WEIGHTS + 14 * 16


@kernel
def prepare(known: Buffer) -> None:
    """What is the same in all deals: the ranks of every set, and the masks of owners."""
    known[HIGHEST] = -1
    known[SORTED] = NONE
    top = 0
    for ranks in range(1, SETS):
        if ranks >> top + 1:
            top += 1
        known[HIGHEST + ranks] = top
        known[SORTED + ranks] = known[SORTED + (ranks ^ 1 << top)] >> 4 << 8 | top << 4 | NONE
    for one in range(14):
        for other in range(14):
            mask = ((1 << 2 * one) - 1) << 2 * (13 - one) | ((1 << 2 * other) - 1) << 26 + 2 * (13 - other)
            known[MASKS + one + 16 * other] = mask


@kernel
def nth_rank(known: Buffer, ranks: int, n: int) -> int:
    """The rank of the n-th highest of some ranks; NONE for n = 0."""
    return known[SORTED + ranks] >> 4 * n & 15


@kernel
def learn(s: Buffer, known: Buffer) -> None:
    """What stays true of a deal while it is played: of every set of cards that can be left of a suit, who has which."""
    for suit in range(4):
        alive = 0
        for seat in range(4):
            alive |= s[HAND + seat] >> 13 * suit & SUIT
        base = OWNERS + SETS * suit
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
