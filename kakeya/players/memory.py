"""Answers about positions, kept: what was found once about all positions that agree in what mattered.

An answer has three words: owners (2), as `kakeya.players.perfect` describes a position, as far as they mattered; and,
from the lowest bit on, how many of the highest cards of each suit mattered (4 bits each), what side 0 and what side 1
takes at least (5 bits each), and the card that settled it (6 bits).

Answers with one key, which tells the lengths of all hands and who leads, stand side by side in blocks, since most
look-ups have to see several: a block has its key; its room, its number of answers and the place of the block before
it on its list; and its answers. Every block of a key has twice the room of the one before.
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.known import MASKS

# -- an answer
WORDS = 3
SIDE_0 = 16  # what side 0 takes at least
SIDE_1 = 21  # and side 1
CARD = 26  # the card that settled it: 16 times its suit, and how many of its suit rank no lower
NO_HINT = 63
# -- a block
HEADER = 2
MOST_ROOM = 64
# -- the first words of the memory
USED = 0  # words in use
LENGTH = 1  # words there are
BLOCKS = 2
LISTS = 3  # lists in use, a power of two
MOST_LISTS = 4
HITS = 5
HINT = 6  # the card that settled a position like the one looked for, or NO_HINT
FIRST = 8

FEWEST_LISTS = 256
SHORTEST = 8192  # words of a memory, at least
MOST_TRIED = 400  # answers that one look-up sees
HALF = (1 << 30) - 1


@kernel
def open_memory(memory: Buffer, length: int, lists: int) -> None:
    """An empty memory of so many words, with at most so many lists."""
    memory[LENGTH] = length
    memory[MOST_LISTS] = lists
    memory[LISTS] = FEWEST_LISTS
    memory[BLOCKS] = 0
    memory[USED] = FIRST


@kernel
def list_of(memory: Buffer, key: int) -> int:
    """The list on which the answers of a key stand."""
    mixed = (key & HALF) * 668_265_261 ^ (key >> 30) * 374_761_393  # below 2 to the 62nd
    return (mixed ^ mixed >> 25 ^ mixed >> 40) & memory[LISTS] - 1


@kernel
def find(
    known: Buffer,
    heads: Buffer,
    memory: Buffer,
    key: int,
    owners0: int,
    owners1: int,
    whole: int,
    guard: int,
    need: int,
    against: int,
) -> int:
    """The place of an answer that says whether side 0 takes `need` or side 1 `against`; 0 for none.

    whole: the bits of the owners that always have to agree. guard: bits above each number of pictures in them; a
    position must have at least as many as the answer counted. The answer that was found goes to the front of its block.
    """
    block = heads[list_of(memory, key)]
    tried = 0
    memory[HINT] = NO_HINT
    while block and tried < MOST_TRIED:
        about = memory[block + 1]
        if memory[block] == key:
            at = block + HEADER
            end = at + WORDS * (about >> 8 & 255)
            tried += about >> 8 & 255
            while at < end:
                answer = memory[at + 2]
                had0 = memory[at]
                had1 = memory[at + 1]
                apart = (owners0 ^ had0) & (known[MASKS + (answer & 255)] | whole)
                apart |= (owners1 ^ had1) & (known[MASKS + (answer >> 8 & 255)] | whole)
                if apart == 0 and (answer >> SIDE_0 & 31 >= need or answer >> SIDE_1 & 31 >= against):
                    few0 = ((owners0 >> 52 | guard) - (had0 >> 52)) & guard
                    few1 = ((owners1 >> 52 | guard) - (had1 >> 52)) & guard
                    if few0 == guard and few1 == guard:
                        front = block + HEADER
                        memory[at] = memory[front]
                        memory[at + 1] = memory[front + 1]
                        memory[at + 2] = memory[front + 2]
                        memory[front] = had0
                        memory[front + 1] = had1
                        memory[front + 2] = answer
                        memory[HITS] += 1
                        return front
                if memory[HINT] == NO_HINT:
                    memory[HINT] = answer >> CARD
                at += WORDS
        block = about >> 16
    return 0


@kernel
def keep(heads: Buffer, memory: Buffer, key: int, owners0: int, owners1: int, answer: int) -> None:
    """Add an answer; where there is no room left, others are forgotten."""
    if memory[USED] + HEADER + WORDS * MOST_ROOM > memory[LENGTH]:
        forget(heads, memory)
    elif memory[BLOCKS] > memory[LISTS] and memory[LISTS] * 4 <= memory[MOST_LISTS]:
        memory[LISTS] *= 4
        link(heads, memory)
    head = list_of(memory, key)
    block = heads[head]
    while block and memory[block] != key:
        block = memory[block + 1] >> 16
    room = memory[block + 1] & 255 if block else 1
    held = memory[block + 1] >> 8 & 255 if block else 1
    if held == room:
        room = min(2 * room, MOST_ROOM)
        held = 0
        block = memory[USED]
        memory[block] = key
        memory[block + 1] = room | heads[head] << 16
        heads[head] = block
        memory[USED] += HEADER + WORDS * room
        memory[BLOCKS] += 1
    memory[block + 1] += 1 << 8
    at = block + HEADER + WORDS * held
    memory[at] = owners0
    memory[at + 1] = owners1
    memory[at + 2] = answer


@kernel
def forget(heads: Buffer, memory: Buffer) -> None:
    """Make room: keep the answers about long hands, which cost most, in at most half of it."""
    fewest = 1
    while fewest < 14:
        kept = 0
        block = FIRST
        while block < memory[USED]:
            size = HEADER + WORDS * (memory[block + 1] & 255)
            if memory[block] >> 3 & 15 >= fewest:
                kept += size
            block += size
        if 2 * kept <= memory[LENGTH]:
            break
        fewest += 1
    to = FIRST
    block = FIRST
    memory[BLOCKS] = 0
    while block < memory[USED]:
        size = HEADER + WORDS * (memory[block + 1] & 255)
        if memory[block] >> 3 & 15 >= fewest:
            for word in range(size):
                memory[to + word] = memory[block + word]
            to += size
            memory[BLOCKS] += 1
        block += size
    memory[USED] = to
    link(heads, memory)


@kernel
def link(heads: Buffer, memory: Buffer) -> None:
    """Put every block on its list, the newest first."""
    for head in range(memory[LISTS]):
        heads[head] = 0
    block = FIRST
    while block < memory[USED]:
        head = list_of(memory, memory[block])
        memory[block + 1] = memory[block + 1] & 65535 | heads[head] << 16
        heads[head] = block
        block += HEADER + WORDS * (memory[block + 1] & 255)
