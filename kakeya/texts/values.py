"""The kinds of answers that a point can have, each with the form it is read and kept in.

An answer is plain data, fit for JSON: a word of the catalogue, a whole number, a list or a small
mapping. Each reader takes a point and a node and returns the answer, or raises `Unfit` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kakeya import cards
from kakeya.errors import did_you_mean, shortly
from kakeya.texts.yamlfile import Node, number_hint

if TYPE_CHECKING:
    from kakeya.texts.catalogue import Point

NOTHING = "nothing"
MOST = 1_000_000


class Unfit(ValueError):
    """An answer that its point does not allow."""


def _whole(node: Node, least: int, what: str = "a whole number") -> int:
    value = node.data
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unfit(f"`{node}` is not {what}{number_hint(node)}; write {least} or more")
    if not least <= value <= MOST:
        raise Unfit(f"{shortly(value)} is not between {least} and {MOST:,}")
    return value


def _word(point: Point, node: Node, extra: str = "") -> str:
    if not isinstance(node.data, str) or node.data not in point.values:
        allowed = [*point.values, *([extra] if extra else [])]
        raise Unfit(f"`{node}` is not an answer; {did_you_mean(node, allowed)}")
    return node.data


def _keys(node: Node, wanted: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Node]:
    shape = "{" + ", ".join(f"{key}: ..." for key in wanted) + "}"
    if not isinstance(node.data, dict):
        raise Unfit(f"`{node}` is not of the form {shape}")
    for key in node.data:
        if key not in wanted + optional:
            raise Unfit(f"unknown key `{key}`; {did_you_mean(key, wanted + optional)}")
    if missing := [key for key in wanted if key not in node.data]:
        raise Unfit(f"`{missing[0]}` is missing; write {shape}")
    return node.data


def _choice(point: Point, node: Node) -> str:
    return _word(point, node)


def _number(point: Point, node: Node) -> int:
    return _whole(node, point.least)


def _pays(point: Point, node: Node) -> int | str:
    if node.data == NOTHING:
        return NOTHING
    return _whole(node, 1, f"a number of stones or `{NOTHING}`")


def _list(node: Node, what: str) -> list[Node]:
    if not isinstance(node.data, list) or not node.data:
        raise Unfit(f"`{node}` is not {what}")
    return node.data


def _counts(point: Point, node: Node) -> list[int]:
    counts = [item.data for item in _list(node, "a list such as [4, 6]")]
    if any(isinstance(count, bool) or count not in (4, 6) for count in counts) or len(set(counts)) < len(counts):
        raise Unfit(f"`{node}` is not a list of 4, of 6 or of both")
    return sorted(counts)


def _ranks(point: Point, node: Node) -> list[str]:
    ranks = [str(item) for item in _list(node, "a list of ranks such as [A, K, Q, J]")]
    for rank in ranks:
        if rank not in cards.RANKS:
            raise Unfit(f"`{rank}` is not a rank; allowed: {', '.join(cards.RANKS)}")
        if ranks.count(rank) > 1:
            raise Unfit(f"`{rank}` stands twice")
    return sorted(ranks, key=cards.RANKS.index, reverse=True)


def _aces(point: Point, node: Node) -> dict[str, Any] | str:
    if node.data == NOTHING:
        return NOTHING
    parts = _keys(node, ("when", "pays"))
    return {"when": _word(point, parts["when"]), "pays": _whole(parts["pays"], 1)}


def _table(point: Point, node: Node) -> list[list[int]]:
    rows = []
    for row in _list(node, "a table such as [[9, 1], [12, 2], [16, 4]]"):
        if not isinstance(row.data, list) or len(row.data) != 2:
            raise Unfit(f"`{row}` is not a row [at least, stones]")
        rows.append([_whole(row.data[0], 1), _whole(row.data[1], 1)])
    bounds = [row[0] for row in rows]
    if bounds != sorted(set(bounds)):
        raise Unfit("the rows must rise: each row's first number above that of the row before")
    if len(rows) > MOST_ROWS:
        raise Unfit(f"has {len(rows)} rows; at most {MOST_ROWS} are understood")
    return rows


def rensho_of(value: Any, trump: int) -> int:
    """The card that is Rensho when `trump` is trumps, or `NO_CARD`: what an answer to `rensho.card` means."""
    if isinstance(value, dict):
        named = value[cards.TRUMPS[trump]]
        return cards.NO_CARD if named == "none" else cards.card(named)
    clubs, spades = cards.card("A♣"), cards.card("A♠")
    if value == "other-black-ace":
        return clubs if trump == cards.card("A♠") // 13 else spades
    if value == "black-trump-ace":
        return clubs if trump == cards.card("A♣") // 13 else spades
    return cards.NO_CARD


def _rensho(point: Point, node: Node) -> dict[str, str] | str:
    if not isinstance(node.data, dict):
        return _word(point, node, "a mapping such as {clubs: A♠, diamonds: A♠, hearts: A♠, spades: A♣}")
    parts = _keys(node, cards.SUITS, ("none",))
    mapping = {}
    for trump in cards.TRUMPS:
        given = str(parts[trump]) if trump in parts else "none"
        try:
            mapping[trump] = "none" if given == "none" else cards.name(cards.card(given))
        except ValueError as error:
            raise Unfit(f"{trump}: {error}, or `none`") from None
    for named in point.values:
        if all(rensho_of(named, trump) == rensho_of(mapping, trump) for trump in range(5)):
            return named
    return mapping


MOST_ROWS = 16
READERS: dict[str, Callable[[Point, Node], Any]] = {
    "choice": _choice,
    "number": _number,
    "pays": _pays,
    "counts": _counts,
    "ranks": _ranks,
    "aces": _aces,
    "table": _table,
    "rensho": _rensho,
}


def shown(value: Any) -> str:
    """An answer as it would be written in a ruleset, on one line."""
    return str(Node.of(value))
