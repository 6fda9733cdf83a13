"""Proof that each point is read by the rules of play: in one function, and in fact when games are played."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import space

import kakeya
from kakeya import Rules
from kakeya.players import drive
from kakeya.players.kinds import kinds
from kakeya.rules import vector
from kakeya.table import random, state

PACKAGE = Path(kakeya.__file__).parent
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}


def slot_of(node: ast.AST) -> str | None:
    """The point of a call `slot("...")`."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "slot":
        (argument,) = node.args
        assert isinstance(argument, ast.Constant), f"line {node.lineno}: slot() of something else than a plain id"
        return str(argument.value)
    return None


def constants() -> dict[tuple[str, str], str]:
    """(module, name) -> point, for every constant that is bound to a point's place."""
    found = {}
    for module, tree in MODULES.items():
        for node in tree.body:
            if not isinstance(node, ast.Assign):
                continue
            (target,) = node.targets
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and (point := slot_of(value)):
                    found[module, name.id] = point
    return found


def readers() -> dict[str, set[str]]:
    """Point -> the functions that use its constant."""
    known = constants()
    found: dict[str, set[str]] = {point: set() for point in known.values()}
    for module, tree in MODULES.items():
        mine = {name: point for (where, name), point in known.items() if where == module}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if point := known.get((node.module or "", alias.name)):
                        mine[alias.asname or alias.name] = point
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and node.id in mine:
                    found[mine[node.id]].add(f"{module}.{function.name}")
                elif isinstance(node, ast.Attribute):
                    for (where, name), point in known.items():
                        if name == node.attr and where.endswith(f".{getattr(node.value, 'id', '?')}"):
                            found[point].add(f"{module}.{function.name}")
    return found


def test_each_point_that_touches_a_result_has_one_place_in_the_source_where_it_is_looked_up() -> None:
    calls = Counter(point for tree in MODULES.values() for node in ast.walk(tree) if (point := slot_of(node)))
    assert calls == dict.fromkeys((point.id for point in space.points()), 1)


def test_each_of_them_is_bound_to_a_constant() -> None:
    assert sorted(constants().values()) == sorted(point.id for point in space.points())


@pytest.mark.parametrize("point, functions", readers().items(), ids=list(readers()))
def test_each_point_is_read_in_one_function_and_nowhere_else(point: str, functions: set[str]) -> None:
    assert len(functions) == 1, f"{point} is read in {sorted(functions)}"


class Watched(list[int]):
    """A vector that notes which of its places are read."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.read: set[int] = set()

    def __getitem__(self, place: Any) -> Any:
        self.read.add(place)
        return super().__getitem__(place)


def places_read(rules: Rules, seed: int, players: str, rounds: int = 12) -> set[int]:
    watched = Watched(rules.vector)
    s, stream = state.new(), [0] * random.STREAM
    drive.play_match(watched, s, kinds(players, rules.players // 2).buffer, stream, [seed, 0, 0], rounds)
    return watched.read


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    *((name, players, {}) for name, players in space.TABLES),
    ("ko", 6, {"lead.first": "dealers-opponents", "dealers.next": "rotate"}),
    ("uk", 6, {"tie.three": "most-pictures", "settle.share": "lower-seat", "stones.count": 1}),
    ("uk", 6, {"lead.first": "dealers-opponents", "end.when": "rounds"}),
    ("uk", 4, {"rensho.suit": "printed", "deal.gathered": "pictures-together"}),
    ("uk", 4, {"trump.first": "none", "trump.change-first": "nobody"}),
]


def test_every_place_of_a_vector_is_read_when_games_are_played() -> None:
    read: set[int] = set()
    for name, players, edits in GAMES:
        rules = kakeya.load(name, players=players).edit(edits)
        for seed in range(8):
            read |= places_read(rules, seed, "greedy:random")
    table = vector.slot("settle.pictures")
    common = range(table + 8, table + 15)  # 8 to 14 pictures; less seldom wins, more is seldom won
    seldom = set(range(table, table + vector.COUNTS)) - set(common)
    assert set(range(vector.length())) - read - seldom == set()


def test_the_vector_has_a_place_for_each_point_that_touches_a_result_and_for_no_custom() -> None:
    assert list(vector.layout()) == [point.id for point in space.points()]
    assert {vector.point_at(place) for place in range(1, vector.length())} == set(vector.layout())
