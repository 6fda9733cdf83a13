"""Players that think are asked one card at a time: compiled where that can be, but never inside a compiled round."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from kakeya import compiled
from kakeya.kernel import Buffer, outside
from kakeya.players import monte_carlo, perfect
from kakeya.table import state
from kakeya.table.bits import lowest
from kakeya.table.play import legal

AT_A_TIME = 4  # worlds, between two looks at the clock


class _Desk(threading.local):
    """The buffers that one thread thinks in, made when they are first needed, and how long it may think."""

    seconds: float | None = None

    @cached_property
    def buffers(self) -> tuple[Any, Any, Any]:
        """To deal worlds in, to play one on in, and to search in."""
        lengths = (monte_carlo.WORK, state.LENGTH, perfect.STACK)
        work, world, stack = (compiled.buffer(length) for length in lengths)
        return work, world, stack


_desk = _Desk()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let players think no longer than that about a card. Only for play at a table: it is not the same everywhere."""
    before, _desk.seconds = _desk.seconds, seconds
    try:
        yield
    finally:
        _desk.seconds = before


def ready() -> None:
    """Compile what thinking needs, before several workers ask for it at once."""
    compiled.fast(monte_carlo.weigh)


@outside
def think(rules: Buffer, s: Buffer, stream: Buffer) -> int:
    """The card that `monte-carlo` plays; `stream` is what it deals hidden cards with."""
    options = perfect.distinct(s, legal(rules, s, s[state.HAND + s[state.TURN]]), monte_carlo.MARKED)
    if not options & options - 1:
        return lowest(options)
    weigh = compiled.fast(monte_carlo.weigh)
    sums = [0] * 52
    ends = None if _desk.seconds is None else time.monotonic() + _desk.seconds
    left = monte_carlo.SAMPLES
    while left and (ends is None or left == monte_carlo.SAMPLES or time.monotonic() < ends):
        many = left if ends is None else min(left, AT_A_TIME)
        weigh(rules, s, stream, *_desk.buffers, sums, many)
        left -= many
    best = -1
    for card in range(52):
        better = best < 0 or (sums[card], -(card % 13)) > (sums[best], -(best % 13))
        if options >> card & 1 and better:
            best = card
    return best
