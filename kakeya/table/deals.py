"""A deal: a first round up to its first card, and the same as PBN, as bridge tools write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.table import state
from kakeya.table.view import mask, trump_number

_COMPASS = {"N": 0, "E": 3, "S": 2, "W": 1}  # PBN runs clockwise, seats counter-clockwise
_PBN = re.compile(r"\s*([NESW])\s*:\s*(.+?)\s*", re.DOTALL)
_PBN_SUITS = "SHDC"


@dataclass(frozen=True)
class Deal:
    """Who holds what before the first card, which suit is trumps, who dealt and who leads.

    masks: the hands by seat (empty where a seat rests). dealers: the side that dealt. leader: the seat that
    leads. seed and match: what it was drawn with, if it was drawn. `deal.hands` has the cards by name.
    """

    masks: tuple[int, ...]
    trump: str
    dealers: int
    leader: int
    seed: int = 0
    match: int = 0

    def __post_init__(self) -> None:
        try:
            masks = tuple(cards.as_mask(hand) for hand in self.masks)
        except (ValueError, TypeError) as error:
            raise KakeyaError(str(error)) from None
        object.__setattr__(self, "masks", masks)
        if len(masks) not in (4, 6):
            raise KakeyaError(f"a deal has 4 or 6 hands, not {len(masks)}")
        object.__setattr__(self, "trump", cards.TRUMPS[trump_number(self.trump)])
        for what in ("dealers", "leader", "seed", "match"):
            value = getattr(self, what)
            if isinstance(value, bool) or not isinstance(value, int):
                raise KakeyaError(f"`{what}` is a whole number, not {shortly(value)}")
        union = 0
        for hand in self.masks:
            if both := union & hand:
                raise KakeyaError(f"{cards.names(both)[0]} stands in two hands")
            union |= hand
        if not 0 <= self.dealers < len(self.masks) // 2:
            raise KakeyaError(f"{self.dealers} is not a side; sides are 0 to {len(self.masks) // 2 - 1}")
        if not 0 <= self.leader < len(self.masks) or not self.masks[self.leader]:
            raise KakeyaError(f"seat {self.leader} has no cards and cannot lead")

    @property
    def hands(self) -> tuple[list[str], ...]:
        """The cards of each seat by name, spades first and high first; empty where a seat rests."""
        return tuple(cards.names(hand) for hand in self.masks)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.masks)

    @property
    def dealer_seats(self) -> tuple[int, int]:
        """The two seats that deal, the first dealer first."""
        return self.dealers, self.dealers + self.players // 2

    @staticmethod
    def of(
        hands: Sequence[Any], trump: str = "none", dealers: int | None = None, leader: int = 0, seed: int = 0
    ) -> Deal:
        """A deal from hands by seat, each a collection of card names."""
        try:
            masks = tuple(mask(hand) for hand in hands)
        except TypeError:
            raise KakeyaError(f"{shortly(hands)} is no sequence of hands") from None
        if len(masks) not in (4, 6):
            raise KakeyaError(f"a deal has 4 or 6 hands, not {len(masks)}")
        return Deal(masks, trump, _others(leader, len(masks), dealers), leader, seed)

    @staticmethod
    def from_pbn(text: str, trump: str = "none", leader: int = 0, dealers: int | None = None) -> Deal:
        """A deal of four equal hands written as PBN: `N:AKQ.J32.T98.7654 ...`, spades first.

        N E S W are seats 0 3 2 1. `dealers` is by default the side that does not lead. KakeyaError for
        what is not such a deal.
        """
        found = _PBN.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise KakeyaError(f"{shortly(text)} is not a deal in PBN; write `N:` (or E, S, W) and four hands")
        hands = found[2].split()
        if len(hands) != 4:
            raise KakeyaError(f"a deal in PBN has four hands, not {len(hands)}")
        order = "NESW"
        first = order.index(found[1])
        masks = [0] * 4
        for place, hand in enumerate(hands):
            masks[_COMPASS[order[(first + place) % 4]]] = _hand(hand)
        if len({one.bit_count() for one in masks}) > 1:
            sizes = ", ".join(str(one.bit_count()) for one in masks)
            raise KakeyaError(f"the hands of a deal in PBN must be equal; these have {sizes} cards")
        return Deal(tuple(masks), trump, _others(leader, 4, dealers), leader)

    @property
    def pbn(self) -> str:
        """The deal as PBN, from N. KakeyaError for a table of six, which PBN cannot write."""
        if self.players != 4:
            raise KakeyaError("PBN has four hands; a deal for six players cannot be written in it")
        return "N:" + " ".join(_pbn_hand(self.masks[seat]) for seat in _COMPASS.values())

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "hands": [" ".join(hand) for hand in self.hands],
            "trump": self.trump,
            "dealers": self.dealers,
            "leader": self.leader,
        }

    def __str__(self) -> str:
        lines = [f"trumps {self.trump}, dealt by seats {' and '.join(map(str, self.dealer_seats))}"]
        for seat, hand in enumerate(self.hands):
            note = "  leads" if seat == self.leader else ""
            lines.append(f"seat {seat}: {' '.join(hand) or 'rests'}{note}")
        return "\n".join(lines)

    def lay(self, s: list[int]) -> None:
        """Put the deal on a table that has been sat down to."""
        for seat in range(state.MOST_SEATS):
            s[state.HAND + seat] = self.masks[seat] if seat < self.players else 0
        s[state.ACTIVE] = sum(1 << seat for seat, hand in enumerate(self.masks) if hand)
        s[state.DEALERS] = self.dealers


def _others(leader: int, players: int, dealers: int | None) -> int:
    """The side that deals: as given, or else one that does not lead."""
    if dealers is not None:
        return dealers
    return (leader + 1) % (players // 2) if isinstance(leader, int) else 0


def _hand(text: str) -> int:
    suits = text.split(".")
    if len(suits) != 4:
        raise KakeyaError(f"{text!r} is not a hand in PBN; it has four suits, spades first, parted by dots")
    return mask(
        [rank + suit for suit, ranks in zip(_PBN_SUITS, suits, strict=True) for rank in ranks.replace("10", "T")]
    )


def _pbn_hand(hand: int) -> str:
    ranks = {
        suit: "".join("23456789TJQKA"[rank] for rank in range(12, -1, -1) if hand >> (13 * number + rank) & 1)
        for number, suit in enumerate(cards.SUITS)
    }
    return ".".join(ranks[suit] for suit in reversed(cards.SUITS))


def from_table(s: list[int], seed: int, match: int) -> Deal:
    """The deal that lies on a table."""
    return Deal(
        tuple(s[state.HAND : state.HAND + s[state.SEATS]]),
        cards.TRUMPS[s[state.TRUMP]],
        s[state.DEALERS],
        s[state.LEADER],
        seed,
        match,
    )
