"""Answers about positions, kept: what was found once about all positions that agree in what mattered.

An answer has three words: owners (2), as `kakeya.players.perfect` describes a position, as far as they mattered; and,
from the lowest bit on, how many of the highest cards of each suit mattered (4 bits each), what side 0 and what side 1
takes at least (5 bits each), and the card that settled it (6 bits).

Answers with one key, which tells the lengths of all hands and who leads, stand side by side in blocks, since most
look-ups have to see several: a block has its key; its room, its number of answers and the place of the block before
it on its list; and its answers. The block of a key has room for 2, then for 4 and 8; then there are more, with room for 60 each. Such a wide block
has an index before its answers: for each suit and each way that its two highest cards can lie, a mask of the answers
that agree with it. So a look-up sees only those that agree in all four suits.
"""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.known import MASKS
from kakeya.table.bits import lowest

# -- an answer
WORDS = 3
SIDE_0 = 16  # what side 0 takes at least
SIDE_1 = 21  # and side 1
CARD = 26  # the card that settled it: 16 times its suit, and how many of its suit rank no lower
NO_HINT = 63
# -- a block
HEADER = 2
MOVED = 0  # the key of a block whose answers have moved to a wider one
FEWEST = 2  # room of the first block of a key
MOST_NARROW = 8  # room of a block without an index
WIDE = 60  # and of one with it
INDEX = 64  # words of an index: 16 ways for each suit
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
MOST_TRIED = 4000  # answers that one look-up passes
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
    position must have at least as many as the answer counted.
    """
    block = heads[list_of(memory, key)]
    tried = 0
    memory[HINT] = NO_HINT
    while block and tried < MOST_TRIED:
        about = memory[block + 1]
        if memory[block] == key:
            held = about >> 8 & 255
            at = block + HEADER
            picked = (1 << held) - 1
            if about & 255 == WIDE:
                picked &= memory[at + (owners0 >> 22 & 15)] & memory[at + 16 + (owners0 >> 48 & 15)]
                picked &= memory[at + 32 + (owners1 >> 22 & 15)] & memory[at + 48 + (owners1 >> 48 & 15)]
                at += INDEX
            tried += held
            if memory[HINT] == NO_HINT:
                memory[HINT] = memory[at + WORDS * (held - 1) + 2] >> CARD
            while picked:
                one = at + WORDS * lowest(picked)
                picked &= picked - 1
                answer = memory[one + 2]
                had0 = memory[one]
                had1 = memory[one + 1]
                apart = (owners0 ^ had0) & (known[MASKS + (answer & 255)] | whole)
                apart |= (owners1 ^ had1) & (known[MASKS + (answer >> 8 & 255)] | whole)
                if apart == 0 and (answer >> SIDE_0 & 31 >= need or answer >> SIDE_1 & 31 >= against):
                    few0 = ((owners0 >> 52 | guard) - (had0 >> 52)) & guard
                    few1 = ((owners1 >> 52 | guard) - (had1 >> 52)) & guard
                    if few0 == guard and few1 == guard:
                        memory[HITS] += 1
                        return one
        block = about >> 16
    return 0


@kernel
def size_of(about: int) -> int:
    """The words of a block of which the second word is `about`."""
    room = about & 255
    return HEADER + WORDS * room + (INDEX if room == WIDE else 0)


@kernel
def keep(heads: Buffer, memory: Buffer, key: int, owners0: int, owners1: int, answer: int) -> None:
    """Add an answer; where there is no room left, others are forgotten."""
    if memory[USED] + size_of(WIDE) > memory[LENGTH]:
        forget(heads, memory)
    elif memory[BLOCKS] > memory[LISTS] and memory[LISTS] * 4 <= memory[MOST_LISTS]:
        memory[LISTS] *= 4
        link(heads, memory)
    head = list_of(memory, key)
    before = 0
    block = heads[head]
    while block and memory[block] != key:
        before = block
        block = memory[block + 1] >> 16
    about = memory[block + 1] if block else 0
    if block == 0 or about & 255 == about >> 8 & 255:
        # a new block; a narrow one moves into it
        room = 2 * (about & 255) if block else FEWEST
        wider = memory[USED]
        if room > MOST_NARROW:
            room = WIDE
            for place in range(INDEX):
                memory[wider + HEADER + place] = 0
        memory[wider] = key
        memory[wider + 1] = room
        memory[USED] += size_of(room)
        memory[BLOCKS] += 1
        if block and about & 255 < WIDE:
            for one in range(about & 255):
                at = block + HEADER + WORDS * one
                add(memory, wider, memory[at], memory[at + 1], memory[at + 2])
            memory[block] = MOVED
            memory[BLOCKS] -= 1
            if before:
                memory[before + 1] = memory[before + 1] & 65535 | about >> 16 << 16
            else:
                heads[head] = about >> 16
        memory[wider + 1] |= heads[head] << 16
        heads[head] = wider
        block = wider
    add(memory, block, owners0, owners1, answer)


@kernel
def add(memory: Buffer, block: int, owners0: int, owners1: int, answer: int) -> None:
    """Put an answer into a block that has room for it."""
    about = memory[block + 1]
    held = about >> 8 & 255
    memory[block + 1] += 1 << 8
    at = block + HEADER
    if about & 255 == WIDE:
        mark(memory, at, held, owners0, answer)
        mark(memory, at + 32, held, owners1, answer >> 8)
        at += INDEX
    at += WORDS * held
    memory[at] = owners0
    memory[at + 1] = owners1
    memory[at + 2] = answer


@kernel
def mark(memory: Buffer, at: int, which: int, owners: int, tops: int) -> None:
    """Put an answer into the index of two suits, wherever its owners of their two highest cards agree."""
    for half in range(2):
        way = owners >> 22 + 26 * half & 15
        top = min(2, tops >> 4 * half & 15)
        loose = 1 << 4 - 2 * top  # ways that agree, side by side
        for other in range(loose):
            memory[at + 16 * half + (way | other)] |= 1 << which


@kernel
def forget(heads: Buffer, memory: Buffer) -> None:
    """Make room: keep the answers about long hands, which cost most, in at most half of it."""
    fewest = 1
    while fewest < 14:
        kept = 0
        block = FIRST
        while block < memory[USED]:
            size = size_of(memory[block + 1])
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
        size = size_of(memory[block + 1])
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
        if memory[block] != MOVED:
            head = list_of(memory, memory[block])
            memory[block + 1] = memory[block + 1] & 65535 | heads[head] << 16
            heads[head] = block
        block += size_of(memory[block + 1])
