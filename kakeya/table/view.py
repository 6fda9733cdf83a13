"""The rules of play on cards with names: what `Rules.legal` and `Rules.winner` do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.table import state
from kakeya.table.play import legal as legal_mask
from kakeya.table.play import put, set_goal, set_trump, start_trick

if TYPE_CHECKING:
    from kakeya.rules.rules import Cards, Rules


def numbers(given: Cards) -> list[int]:
    """Cards in the order given, as numbers: from names, a text of names, numbers, or a mask; KakeyaError if unfit."""
    try:
        if isinstance(given, int):
            return cards.numbers(cards.as_mask(given))
        items: Iterable[str | int] = given.replace(",", " ").split() if isinstance(given, str) else given
        found = [cards.number_of(item) for item in items]
        cards.mask(found)
    except ValueError as error:
        raise KakeyaError(str(error)) from None
    except TypeError:
        raise KakeyaError(f"{shortly(given)} is no collection of cards") from None
    return found


def mask(given: Cards) -> int:
    """Cards as a mask."""
    return cards.mask(numbers(given))


def trump_number(trump: str) -> int:
    """A trump suit's number, or that of none; KakeyaError for anything else."""
    try:
        return cards.trump_number(trump)
    except ValueError as error:
        raise KakeyaError(str(error)) from None


def _lay(rules: Rules, trick: list[int], trump: str, hand: int) -> list[int]:
    """A table with that trick on it, seat by seat, and `hand` in the seat whose turn it is."""
    s = state.new()
    size = len(trick) + (1 if hand else 0)
    s[state.SEATS] = max(1, size)
    s[state.SIDES] = max(1, size)  # each seat for itself: only the trick matters
    s[state.STEP] = 1
    set_goal(rules.vector, s)
    set_trump(rules.vector, s, trump_number(trump))
    for seat, card in enumerate(trick):
        s[state.HAND + seat] = 1 << card
    if hand:
        s[state.HAND + len(trick)] = hand
    s[state.ACTIVE] = (1 << size) - 1
    s[state.LEFT] = size
    start_trick(rules.vector, s, 0)
    for card in trick:
        put(s, card)
    return s


def legal(rules: Rules, hand: Cards, trick: Cards, trump: str) -> list[str]:
    """See `Rules.legal`."""
    held, laid = numbers(hand), numbers(trick)
    if len(laid) > 5:
        raise KakeyaError(f"a trick to which a card can be added has at most 5 cards, not {len(laid)}")
    if both := set(held) & set(laid):
        raise KakeyaError(f"{cards.name(min(both))} stands both in the hand and in the trick")
    if not held:
        return []
    s = _lay(rules, laid, trump, cards.mask(held))
    allowed = legal_mask(rules.vector, s, cards.mask(held))
    return [cards.name(card) for card in held if allowed >> card & 1]


def winner(rules: Rules, trick: Cards, trump: str) -> int:
    """See `Rules.winner`."""
    laid = numbers(trick)
    if not 1 <= len(laid) <= 6:
        raise KakeyaError(f"a trick has 1 to 6 cards, not {len(laid)}")
    return _lay(rules, laid, trump, 0)[state.TAKER]
