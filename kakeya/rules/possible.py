"""Which answers cannot stand together: what a complete set of rules has to satisfy to be playable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Values = Mapping[str, Any]
Problem = tuple[tuple[str, ...], str]  # the points that clash, and why


def hands(values: Values, players: int) -> int:
    """How many hands are dealt: 4, or 6 where all pairs play at once."""
    return 6 if players == 6 and values["six.play"] == "all-pairs" else 4


def to_be_won(values: Values, players: int) -> int:
    """How many pictures (or tricks) a round has."""
    if values["goal"] == "pictures":
        return 4 * len(values["pictures"])
    if hands(values, players) == 4:
        return 13
    return 10 if values["deal.resume"] == "same-player" else 9


def _winner_is_one(values: Values, players: int) -> Iterator[Problem]:
    total, at = to_be_won(values, players), values["win.at"]
    what = values["goal"]
    if 2 * at <= total:
        yield (
            ("win.at", "pictures", "goal"),
            f"{at} of {total} {what} can be reached by both sides, so a round would have two winners; "
            f"write {total // 2 + 1} or more",
        )
    elif at > total:
        yield ("win.at", "pictures", "goal"), f"there are only {total} {what}, so nobody could ever win with {at}"


def _table_has_no_gap(values: Values, players: int) -> Iterator[Problem]:
    first, at = values["settle.pictures"][0][0], values["win.at"]
    if first > at:
        yield (
            ("settle.pictures", "win.at"),
            f"a side that wins with {at} would be paid nothing, since the first row begins at {first}; "
            f"begin the table at {at}",
        )


def _leaders_play(values: Values, players: int) -> Iterator[Problem]:
    if players == 6 and values["six.play"] == "dealers-rest" and values["lead.first"] == "dealers":
        yield ("lead.first", "six.play"), "the dealers cannot lead (lead.first) in a round that they sit out (six.play)"


def _game_can_end(values: Values, players: int) -> Iterator[Problem]:
    if values["end.when"] == "team-out" and values["settle.payer"] == "bank":
        yield (
            ("end.when", "settle.payer"),
            "where the bank pays nobody ever runs out of stones; write end.when: rounds, or settle.payer: losers",
        )


def _champion_is_one(values: Values, players: int) -> Iterator[Problem]:
    if values["end.winner"] != "other-team":
        return
    if players == 6:
        yield ("end.winner",), "with three pairs there is no one other team; write most-stones"
    elif values["end.when"] == "rounds":
        yield (
            ("end.winner", "end.when"),
            "after a number of rounds both teams may have stones left; write end.winner: most-stones",
        )


def _hands_are_whole(values: Values, players: int) -> Iterator[Problem]:
    if players == 6 and values["deal.resume"] == "same-player" and hands(values, players) == 4:
        yield (
            ("deal.resume", "six.play"),
            "four hands of 13 cannot be dealt if one player is served twice running; write next-player",
        )


_ALL: tuple[Callable[[Values, int], Iterator[Problem]], ...] = (
    _winner_is_one,
    _table_has_no_gap,
    _leaders_play,
    _game_can_end,
    _champion_is_one,
    _hands_are_whole,
)


def problems(values: Values, players: int) -> list[Problem]:
    """All that makes a complete set of answers impossible, each with the points that clash."""
    return [problem for check in _ALL for problem in check(values, players)]
