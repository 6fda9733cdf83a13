"""What a search remembers: every answer that fits is found again, and none that does not."""

from __future__ import annotations

import random as chance

import pytest

from kakeya.players import known, memory
from kakeya.players.perfect import ALL_OWNERS, GUARD, UPPER

KNOWN = [0] * known.LENGTH
known.prepare(KNOWN)
TOPS = (0, 0, 1, 1, 2, 3, 5)


def a_key(cards: int, number: int) -> int:
    return number << 7 | cards << 3


def opened(words: int) -> tuple[list[int], list[int]]:
    kept = [0] * words
    memory.open_memory(kept, words, memory.FEWEST_LISTS * 4)
    return [0] * (memory.FEWEST_LISTS * 4), kept


def a_position(draw: chance.Random, pictures: int) -> tuple[int, int]:
    """Owners of 13 cards in each of four suits, alike often in their highest; and how many pictures there are."""
    words = []
    for _ in range(2):
        owners = 0
        for place in range(26):
            owners |= draw.choice((0, 1)) << 2 * place
        words.append(owners | draw.randrange(pictures) << 52 | draw.randrange(pictures) << 56)
    return words[0], words[1]


def an_answer(draw: chance.Random, pictures: int) -> tuple[int, int, int]:
    """What mattered of some position: its owners and pictures, and the word that tells how much."""
    answer = draw.randrange(8) << memory.SIDE_0 | draw.randrange(8) << memory.SIDE_1
    for suit in range(4):
        answer |= draw.choice(TOPS) << 4 * suit
    owners = a_position(draw, pictures)
    masks = (known.MASKS + (answer & 255), known.MASKS + (answer >> 8 & 255))
    return (*(one & (KNOWN[mask] | UPPER) for one, mask in zip(owners, masks, strict=True)), answer)  # type: ignore[return-value]


def fits(answer: tuple[int, int, int], owners: tuple[int, int], guard: int, need: int, against: int) -> bool:
    """The same, said plainly: suit by suit, card by card."""
    word = answer[2]
    for suit in range(4):
        kept, here = answer[suit // 2], owners[suit // 2]
        for place in range(word >> 4 * suit & 15):
            shift = 2 * (12 - place) + 26 * (suit % 2)
            if kept >> shift & 3 != here >> shift & 3:
                return False
        if guard and here >> 52 + 4 * (suit % 2) & 7 < kept >> 52 + 4 * (suit % 2) & 7:
            return False
    if not guard and any(kept & UPPER != here & UPPER for kept, here in zip(answer, owners, strict=False)):
        return False
    return word >> memory.SIDE_0 & 31 >= need or word >> memory.SIDE_1 & 31 >= against


@pytest.mark.parametrize("guard", [GUARD, 0])
def test_a_look_up_finds_an_answer_that_fits_if_there_is_one(guard: int) -> None:
    draw = chance.Random(guard)
    pictures = 5 if guard else 2  # they have to be as many, or at least as many
    heads, kept = opened(200_000)
    put: dict[int, list[tuple[int, int, int]]] = {}
    found = missed = 0
    for step in range(1500):
        # some keys have many answers, so that their blocks grow wide; more keys come, so that lists are linked anew
        key = a_key(5, draw.choice((1, 2, 3, step)))
        owners = a_position(draw, pictures)
        need, against = draw.randrange(10), draw.randrange(10)
        place = memory.find(KNOWN, heads, kept, key, *owners, 0 if guard else UPPER, guard, need, against)
        there = [one for one in put.get(key, []) if fits(one, owners, guard, need, against)]
        assert (place > 0) == bool(there)
        if place:
            found += 1
            assert tuple(kept[place : place + 3]) in there
        else:
            missed += 1
        answer = an_answer(draw, pictures)
        memory.keep(heads, kept, key, *answer)
        put.setdefault(key, []).append(answer)
    assert min(found, missed) > 40
    assert kept[memory.BLOCKS] > memory.FEWEST_LISTS
    assert max(map(len, put.values())) > 2 * memory.WIDE


def test_a_full_memory_forgets_the_answers_about_short_hands() -> None:
    draw = chance.Random(1)
    heads, kept = opened(memory.SHORTEST)
    answers = {}
    for number in range(3000):
        key = a_key(draw.choice((2, 9)) if number > 50 else 12, number)
        answers[key] = answer = an_answer(draw, 5)
        memory.keep(heads, kept, key, *answer)
        assert kept[memory.USED] <= kept[memory.LENGTH]

    def is_kept(key: int) -> bool:
        answer = answers[key]
        need, against = answer[2] >> memory.SIDE_0 & 31, answer[2] >> memory.SIDE_1 & 31
        return memory.find(KNOWN, heads, kept, key, answer[0], answer[1], UPPER, 0, need, against) > 0

    keys = list(answers)
    assert all(is_kept(key) for key in keys if key >> 3 & 15 == 12)
    assert is_kept(keys[-1])
    assert not all(is_kept(key) for key in keys)


def test_the_owners_and_the_pictures_have_words_of_their_own() -> None:
    assert ALL_OWNERS & UPPER == 0
    assert ALL_OWNERS | UPPER == (1 << 63) - 1
