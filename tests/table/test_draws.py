"""Randomness: the published generator, to the bit; draws exactly uniform; streams that do not depend on each other."""

from __future__ import annotations

from collections import Counter

import pytest
from drawn import SEEDS, examples
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError
from kakeya.table import random

# Threefry-4x32, 20 rounds, from the file kat_vectors of Random123: counter, key, result.
PUBLISHED = [
    ("00000000 " * 4, "00000000 " * 4, "9c6ca96a e17eae66 fc10ecd4 5256a7d8"),
    ("ffffffff " * 4, "ffffffff " * 4, "2a881696 57012287 f6c7446e a16a6732"),
    (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0 082efa98 ec4e6c89",
        "59cd1dbb b8879579 86b5d00c ac8b6d84",
    ),
]
TURNS = [(10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20)]


def threefry(counter: list[int], key: list[int]) -> list[int]:
    """The generator once more, after the paper, as an independent witness."""
    keys = [*key, 0x1BD11BDA ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(c + k) % 2**32 for c, k in zip(counter, key, strict=True)]
    for turn in range(20):
        left, right = (1, 3) if turn % 2 == 0 else (3, 1)
        for at, (into, by) in zip((0, 2), ((left, 0), (right, 1)), strict=True):
            x[at] = (x[at] + x[into]) % 2**32
            amount = TURNS[turn % 8][by]
            x[into] = ((x[into] << amount | x[into] >> (32 - amount)) % 2**32) ^ x[at]
        if turn % 4 == 3:
            step = turn // 4 + 1
            x = [(word + keys[(step + at) % 5] + (step if at == 3 else 0)) % 2**32 for at, word in enumerate(x)]
    return x


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


@pytest.mark.parametrize("counter, key, result", PUBLISHED)
def test_the_generator_of_this_test_gives_the_published_vectors(counter: str, key: str, result: str) -> None:
    assert threefry(words(counter), words(key)) == words(result)


def test_the_generator_gives_the_published_vector_for_the_key_and_counter_zero() -> None:
    stream = [0] * random.STREAM
    random.open_stream(stream, 0, 0, 0, 0, 0)
    random.below(stream, 2)
    assert stream[7:11] == words(PUBLISHED[0][2])


@examples(150)
@given(SEEDS, st.integers(0, 8), SEEDS, st.integers(0, 2**32 - 1), st.integers(1, 64))
def test_the_generator_gives_what_the_paper_says_for_any_key_and_counter(
    seed: int, purpose: int, match: int, round: int, draws: int
) -> None:
    stream = [0] * random.STREAM
    low, high = random.halves(seed)
    random.open_stream(stream, low, high, purpose, match, round)
    drawn = [random.below(stream, 256) for _ in range(draws)]
    said: list[int] = []
    for block in range(draws // 16 + 1):
        for word in threefry([match % 2**32, match >> 32, round, block], [low, high, purpose, 0]):
            said += word.to_bytes(4, "little")
    assert drawn == said[:draws]


def test_each_outcome_of_a_draw_has_the_same_number_of_bytes() -> None:
    for n in range(1, 257):
        counts: Counter[int] = Counter()
        for byte in range(256):
            stream = [0] * random.STREAM
            stream[7] = byte
            drawn = random.below(stream, n)
            if (stream[6], stream[11]) == (0, 1):  # this byte decided; else it was passed over for the next
                counts[drawn] += 1
        assert set(counts) == set(range(n))
        assert set(counts.values()) == {256 // n}


@pytest.mark.parametrize("n", [2, 3, 5, 13, 26, 52])
def test_draws_are_spread_evenly_over_a_long_stream(n: int) -> None:
    stream = [0] * random.STREAM
    random.open_stream(stream, n, 0, random.PACK, 0, 0)
    number = 20_000
    counts = Counter(random.below(stream, n) for _ in range(number))
    chi_square = sum((counts[value] - number / n) ** 2 / (number / n) for value in range(n))
    assert chi_square < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 5


@pytest.mark.parametrize("card", [0, 25, 51])
def test_each_card_is_dealt_to_each_seat_equally_often(card: int) -> None:
    rules = kakeya.load("ja").edit({"dealers.first": "last-sticks"})
    number = 1_500
    counts: Counter[int] = Counter()
    for seed in range(number):
        masks = kakeya.deal(rules, seed=seed).masks
        counts[next(seat for seat in range(4) if masks[seat] >> card & 1)] += 1
    chi_square = sum((counts[seat] - number / 4) ** 2 / (number / 4) for seat in range(4))
    assert chi_square < 16.3  # one in a thousand; the seeds are fixed


@examples(20)
@given(SEEDS, st.permutations(range(6)))
def test_a_match_is_dealt_alike_whatever_was_dealt_before_it(seed: int, order: list[int]) -> None:
    rules = kakeya.load("uk", players=6)
    straight = [kakeya.deal(rules, seed=seed, match=match) for match in range(6)]
    assert {match: kakeya.deal(rules, seed=seed, match=match) for match in order} == dict(enumerate(straight))


def test_seeds_matches_rounds_and_purposes_have_streams_of_their_own() -> None:
    seen = set()
    for arguments in (
        (s, h, p, m, r) for s in range(3) for h in range(3) for p in range(3) for m in range(3) for r in range(3)
    ):
        stream = [0] * random.STREAM
        random.open_stream(stream, *arguments)
        seen.add(tuple(random.below(stream, 256) for _ in range(16)))
    assert len(seen) == 3**5


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "7", None])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(KakeyaError, match="is not a seed"):
        kakeya.deal(kakeya.load("ja"), seed=seed)  # type: ignore[arg-type]
