"""Randomness that is the same everywhere, to the bit.

The generator is Threefry-4x32 with 20 rounds (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw,
"Parallel random numbers: as easy as 1, 2, 3", SC 2011): a function of a key and a counter, with no
state of its own. The key is (seed, purpose), the counter (match, round, block): whatever order rounds
are played in, by however many workers, each purpose of each round has the same stream of bytes. A draw
below n takes a byte and draws again where that byte would favour some outcomes, so it is exactly uniform.
"""

from __future__ import annotations

from kakeya.errors import KakeyaError, shortly
from kakeya.kernel import Buffer, kernel

# What a stream is for. A purpose has its own stream, so that two rulesets that differ in one thing
# draw the same numbers for everything else.
PACK, SHUFFLE, DEALERS, REST, LEADING, LEADER, TRUMP, PLAY, LOSERS = range(9)
STREAM = 12  # length of a stream's buffer: seed (2), purpose, match (2), round, block, four words, next byte
_LOW = 0xFFFFFFFF
_PARITY = 0x1BD11BDA


@kernel
def open_stream(stream: Buffer, seed_low: int, seed_high: int, purpose: int, match: int, round: int) -> None:
    """Set a stream to its first byte."""
    stream[0] = seed_low
    stream[1] = seed_high
    stream[2] = purpose
    stream[3] = match & _LOW
    stream[4] = (match >> 32) & _LOW
    stream[5] = round
    stream[6] = -1
    stream[11] = 16


@kernel
def threefry(stream: Buffer) -> None:
    """Fill the four words of a stream from its key and counter."""
    k0 = stream[0]
    k1 = stream[1]
    k2 = stream[2]
    k3 = 0
    k4 = _PARITY ^ k0 ^ k1 ^ k2 ^ k3
    a = (stream[3] + k0) & _LOW
    b = (stream[4] + k1) & _LOW
    c = (stream[5] + k2) & _LOW
    d = (stream[6] + k3) & _LOW
    for injection in range(1, 6):
        if injection & 1:
            a = (a + b) & _LOW
            b = ((b << 10 | b >> 22) & _LOW) ^ a
            c = (c + d) & _LOW
            d = ((d << 26 | d >> 6) & _LOW) ^ c
            a = (a + d) & _LOW
            d = ((d << 11 | d >> 21) & _LOW) ^ a
            c = (c + b) & _LOW
            b = ((b << 21 | b >> 11) & _LOW) ^ c
            a = (a + b) & _LOW
            b = ((b << 13 | b >> 19) & _LOW) ^ a
            c = (c + d) & _LOW
            d = ((d << 27 | d >> 5) & _LOW) ^ c
            a = (a + d) & _LOW
            d = ((d << 23 | d >> 9) & _LOW) ^ a
            c = (c + b) & _LOW
            b = ((b << 5 | b >> 27) & _LOW) ^ c
        else:
            a = (a + b) & _LOW
            b = ((b << 6 | b >> 26) & _LOW) ^ a
            c = (c + d) & _LOW
            d = ((d << 20 | d >> 12) & _LOW) ^ c
            a = (a + d) & _LOW
            d = ((d << 17 | d >> 15) & _LOW) ^ a
            c = (c + b) & _LOW
            b = ((b << 11 | b >> 21) & _LOW) ^ c
            a = (a + b) & _LOW
            b = ((b << 25 | b >> 7) & _LOW) ^ a
            c = (c + d) & _LOW
            d = ((d << 10 | d >> 22) & _LOW) ^ c
            a = (a + d) & _LOW
            d = ((d << 18 | d >> 14) & _LOW) ^ a
            c = (c + b) & _LOW
            b = ((b << 20 | b >> 12) & _LOW) ^ c
        k0, k1, k2, k3, k4 = k1, k2, k3, k4, k0
        a = (a + k0) & _LOW
        b = (b + k1) & _LOW
        c = (c + k2) & _LOW
        d = (d + k3 + injection) & _LOW
    stream[7] = a
    stream[8] = b
    stream[9] = c
    stream[10] = d


@kernel
def below(stream: Buffer, n: int) -> int:
    """The next draw, 0 to n - 1, each equally likely; n is 1 to 256."""
    while True:
        place = stream[11]
        if place == 16:
            stream[6] += 1
            threefry(stream)
            place = 0
        stream[11] = place + 1
        # D. Lemire, "Fast random integer generation in an interval" (2019): the draw is the upper part of
        # byte * n, and the lower part tells the few bytes that would favour some outcomes.
        product = ((stream[7 + (place >> 2)] >> ((place & 3) << 3)) & 255) * n
        lower = product & 255
        if lower >= n or lower >= 256 % n:
            return product >> 8


def halves(seed: int) -> tuple[int, int]:
    """A seed as its lower and upper 32 bits; KakeyaError unless it is 0 to 2**64 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise KakeyaError(f"{shortly(seed)} is not a seed; a seed is a whole number from 0 to 2**64 - 1")
    return seed & _LOW, seed >> 32
