"""Who plays: `greedy` for all, or `greedy,random` side by side, each with how it names trumps after a colon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.players.choose import MONTE_CARLO, PLAYERS, TRUMPS
from kakeya.table.state import MOST_SIDES


@dataclass(frozen=True)
class Kinds:
    """The players by side. `text` is the shortest way to write them, and enters ids; `buffer` is for the kernel."""

    text: str
    numbers: tuple[int, ...]

    @property
    def buffer(self) -> list[int]:
        """Players by side, then their habits of naming trumps (`kakeya.players.drive`)."""
        return list(self.numbers)

    @property
    def by_side(self) -> list[str]:
        """The name of each side's player."""
        return [PLAYERS[number] for number in self.numbers[:MOST_SIDES]]


def thinks(numbers: Iterable[int]) -> bool:
    """Does one of the players, given as `Kinds.numbers`, think about each card?"""
    return MONTE_CARLO in list(numbers)[:MOST_SIDES]


def kinds(text: str | Kinds, sides: int) -> Kinds:
    """Read players: `greedy`, `random:best-for-hand`, or one for each side, parted by commas; KakeyaError if unfit."""
    if isinstance(text, Kinds):
        if text.text.count(",") + 1 in (1, sides):
            return text
        text = text.text
    if not isinstance(text, str):
        raise KakeyaError(
            f"{shortly(text)} does not name players; allowed: {', '.join(PLAYERS)}, or one for each side in one string, "
            "as in greedy,random"
        )
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (1, sides):
        raise KakeyaError(
            f"`{text}` names {len(parts)} players; name one for all, or one for each of the {sides} sides"
        )
    read = [_one(part) for part in parts]
    written = [PLAYERS[player] + (f":{TRUMPS[habit]}" if habit else "") for player, habit in read]
    if len(set(written)) == 1:
        written = written[:1]
    filled = (read * MOST_SIDES)[:MOST_SIDES] if len(read) == 1 else [*read, *read][:MOST_SIDES]
    return Kinds(",".join(written), (*(player for player, _ in filled), *(habit for _, habit in filled)))


def _one(part: str) -> tuple[int, int]:
    name, _, habit = part.partition(":")
    if name not in PLAYERS:
        raise KakeyaError(f"there is no player `{name}`; {did_you_mean(name, PLAYERS)}")
    if habit and habit not in TRUMPS:
        raise KakeyaError(f"`{habit}` is no way to name trumps; {did_you_mean(habit, TRUMPS)}")
    return PLAYERS.index(name), TRUMPS.index(habit) if habit else 0
