"""Cards: 52 numbers, their names, and hands as masks.

A card is `suit * 13 + rank`; suits are clubs 0, diamonds 1, hearts 2, spades 3, and ranks run from
the two, 0, to the ace, 12. A hand is a mask of 52 bits, which fits a signed 64-bit integer. Trumps are
a suit's number, or `NO_SUIT` where there are none. Cards are written rank first, `A♠`, `10♥`; `AS`,
`10H` and `TH` are understood.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable

from kakeya.errors import shortly

SUITS = ("clubs", "diamonds", "hearts", "spades")
SYMBOLS = "♣♦♥♠"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
TRUMPS = (*SUITS, "none")
NO_SUIT = 4
NO_CARD = -1
PACK = (1 << 52) - 1

_SUIT = {letter: number for number, pair in enumerate(("Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤")) for letter in pair}
_RANK = {name: number for number, name in enumerate(RANKS)} | {"T": 8, "t": 8, "j": 9, "q": 10, "k": 11, "a": 12}


def card(name: str) -> int:
    """The number of a card written `A♠`, `AS`, `10H` or `TH`; ValueError for anything else."""
    text = (name if isinstance(name, str) else "").strip().replace("\ufe0e", "").replace("\ufe0f", "")
    if len(text) >= 2 and text[-1] in _SUIT and text[:-1] in _RANK:
        return _SUIT[text[-1]] * 13 + _RANK[text[:-1]]
    raise ValueError(f"{shortly(name)} is not a card; a card is written rank first, such as A♠, 10♥, QD or TH")


def name(number: int) -> str:
    """`A♠` for 51."""
    return RANKS[number % 13] + SYMBOLS[number // 13]


def number_of(one: object) -> int:
    """A card as a number, from its name or its number; ValueError for what is no card."""
    if isinstance(one, str):
        return card(one)
    try:
        number = -1 if isinstance(one, bool) else operator.index(one)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < 52:
        raise ValueError(f"{shortly(one)} is not a card; a card is a name such as A♠, or a number from 0 to 51")
    return number


def as_mask(hand: object) -> int:
    """A mask of cards from a whole number; ValueError for what is none."""
    try:
        value = -1 if isinstance(hand, bool) else operator.index(hand)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value <= PACK:
        raise ValueError(f"{shortly(hand)} is not a hand; as a number, a hand is a mask of 52 bits")
    return value


def mask(cards: Iterable[int | str]) -> int:
    """A hand as a mask, from cards as numbers or names; ValueError for a card that stands twice."""
    result = 0
    for one in cards:
        number = number_of(one)
        if result >> number & 1:
            raise ValueError(f"{name(number)} stands twice")
        result |= 1 << number
    return result


def numbers(hand: int) -> list[int]:
    """The cards of a mask as numbers, clubs first, low first."""
    return [number for number in range(52) if hand >> number & 1]


def names(hand: int) -> list[str]:
    """The cards of a mask as players hold them: spades first, high first."""
    return [name(number) for number in reversed(numbers(hand))]


def trump_number(suit: str) -> int:
    """0 to 3 for a suit, `NO_SUIT` for none; ValueError for anything else."""
    text = suit if isinstance(suit, str) else ""
    if text in TRUMPS:
        return TRUMPS.index(text)
    if len(text) == 1 and text in _SUIT:
        return _SUIT[text]
    raise ValueError(f"{shortly(suit)} is not a trump suit; allowed: {', '.join(TRUMPS)}")
