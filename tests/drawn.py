"""Strategies for hypothesis: rules, deals and tables drawn from the whole space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import space
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import kakeya
from kakeya import Rules

SEEDS = st.integers(0, 2**64 - 1)
TRUMPS = st.sampled_from(("clubs", "diamonds", "hearts", "spades", "none"))
PLAYERS = st.sampled_from(("random", "greedy", "random:random", "greedy:best-for-hand"))


def examples(number: int) -> Callable[[Any], Any]:
    """So many examples, the same in each run, however long each takes."""
    return settings(max_examples=number, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def rules(
    draw: Any, players: int | None = None, fixed: dict[str, Any] | None = None, most: int = 12, base: str = ""
) -> Rules:
    """Any rules: a shipped ruleset with up to `most` answers changed to any that a text or the catalogue gives."""
    tables = [table for table in space.TABLES if players in (None, table[1]) and base in ("", table[0])]
    return space.draw_rules(lambda items: draw(st.sampled_from(items)), tables, fixed, most)


@st.composite
def deals(draw: Any, of: Rules) -> kakeya.Deal:
    """A first round's deal under rules."""
    return kakeya.deal(of, seed=draw(SEEDS), players=draw(PLAYERS))


@st.composite
def shuffled(draw: Any, items: Sequence[Any]) -> list[Any]:
    """The items in any order."""
    return draw(st.permutations(items))  # type: ignore[no-any-return]
