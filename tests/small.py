"""Small deals, and what they are worth by trying everything."""

from __future__ import annotations

import random as chance

from kakeya import cards
from kakeya.table import state
from kakeya.table.deals import Deal
from kakeya.table.play import legal, step
from kakeya.table.settle import counted


def small_deal(draw: chance.Random, size: int) -> Deal:
    """Four hands of `size` cards, rich in pictures and in black aces."""
    weights = [6 if card % 13 == 12 else 3 if card % 13 > 8 else 1 for card in range(52)]
    chosen: list[int] = []
    while len(chosen) < 4 * size:
        card = draw.choices(range(52), weights)[0]
        if card not in chosen:
            chosen.append(card)
    hands = [chosen[size * seat : size * seat + size] for seat in range(4)]
    return Deal.of(hands, trump=draw.choice(cards.TRUMPS), leader=draw.randrange(4))


def by_trying_everything(vector: list[int], s: list[int]) -> int:
    """What side 0 takes in all, from a full enumeration of the lines of play."""
    if not s[state.LEFT]:
        return counted(s, 0)
    values = []
    for card in cards.numbers(legal(vector, s, s[state.HAND + s[state.TURN]])):
        after = list(s)
        step(vector, after, card)
        values.append(by_trying_everything(vector, after))
    return max(values) if s[state.TURN] % 2 == 0 else min(values)
