"""Published results, asked for by what was compared: a page names rules and players, and never an id.

A result is shown only if its id, worked out from the present rules and engine, is that of its file, and if its
figures follow from its raw sums (`kakeya.study.store.read`). Where there is none, the error names the command
that makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Rules, load
from kakeya.study import store
from kakeya.study.compare import Comparison
from kakeya.study.simulate import Simulation
from kakeya.texts import library

PLAYERS = ("greedy", "random", "greedy:best-for-hand")  # who is asked, in the order in which pages name them
RENEW = "kakeya sweep data/comparisons/plan.yaml"

Key = tuple[str, str, str, str]  # both fingerprints, players, games


def published(
    a: Rules | str,
    b: Rules | str,
    players: str = "greedy",
    games: str = "rounds",
    seats: int = 4,
    rounds: int | None = None,
    seed: int = 1,
) -> Comparison:
    """The published comparison of two rules (or of texts by name, with so many seats at the table).

    Of several, the one with the most rounds. KakeyaError if there is none, or if it is not of the present rules.
    """
    here, there = _rules(a, seats), _rules(b, seats)
    found = _find(here, there, players, games, rounds, seed)
    if found is None:
        which = f"{here.name} and {there.name}, {here.players} players at the table, players {players}, {games}"
        raise KakeyaError(
            f"no comparison of these rules is published: {which}. Name it in data/comparisons/plan.yaml, or, if a "
            f"ruleset has changed, delete the results that are of the old one; then run: {RENEW}"
        )
    return found


def known(a: Rules, b: Rules, players: str = "greedy", games: str = "rounds") -> Comparison | None:
    """The same, or None if there is no such comparison."""
    return _find(a, b, players, games, None, 1)


def alone(rules: Rules | str, players: str = "greedy", games: str = "rounds", seats: int = 4) -> Simulation:
    """One ruleset by itself: its side of the published comparison with the most rounds."""
    here = _rules(rules, seats)
    sides = [
        (rounds, id, which)
        for (*prints, who, kind), rows in _index(store.COMPARISONS).items()
        for which, print in enumerate(prints)
        if (print, who, kind) == (here.fingerprint, players, games)
        for rounds, seed, id in rows
        if seed == 1
    ]
    if not sides:
        raise KakeyaError(
            f"no comparison with {here.name}, {here.players} players at the table, players {players}, is published; "
            f"name one in data/comparisons/plan.yaml and run: {RENEW}"
        )
    _, id, which = max(sides, key=lambda one: (one[0], one[1]))
    side = _read(store.COMPARISONS / f"{id}.json").comparison.side(which)
    return Simulation(here, side.players, games, side.number, side.seed, side.sums)


def every() -> list[store.Published]:
    """All that is published, in the order of the plan."""
    from kakeya.study import plan

    order = {study.id: place for place, study in enumerate(plan.read(store.COMPARISONS / "plan.yaml"))}
    names = sorted(store.names(), key=lambda id: (order.get(id, len(order)), id))
    return [_read(store.path_of(id)) for id in names]


def one_point(id: str, other: str = "") -> Iterator[Comparison]:
    """The published comparisons in which J alone changes to another text's answer to a point: U's with four, K's with six.

    other: `uk` or `ko`, where only its answer is meant.
    """
    for players, text in ((4, "uk"), (6, "ko")):
        ja, there = load("ja", players), load(text, players)
        if ja[id] == there[id] or other not in ("", text):
            continue
        try:
            changed = ja.edit({id: there[id]}, title=f"J with {there.text.siglum}'s {id}")
        except KakeyaError:
            continue  # this answer cannot stand alone
        for games in ("rounds", "matches"):
            for who in PLAYERS:
                if found := known(ja, changed, who, games):
                    yield found


def _rules(rules: Rules | str, seats: int) -> Rules:
    return rules if isinstance(rules, Rules) else load(rules, seats)


def _find(a: Rules, b: Rules, players: str, games: str, rounds: int | None, seed: int) -> Comparison | None:
    rows = [
        (number, id)
        for number, sown, id in _index(store.COMPARISONS).get((a.fingerprint, b.fingerprint, players, games), ())
        if sown == seed and rounds in (None, number)
    ]
    if not rows:
        return None
    found = _read(store.COMPARISONS / f"{max(rows)[1]}.json").comparison
    # the same rules under the titles that they go by here
    return Comparison(a, b, found.players, found.games, found.rounds, found.seed, found.sums)


@cache
def _index(folder: Path) -> dict[Key, list[tuple[int, int, str]]]:
    """What the files say they compare: -> rounds, seed and id of each."""
    found: dict[Key, list[tuple[int, int, str]]] = {}
    for path in sorted(folder.glob("kkt-*.json")):
        try:
            data = json.loads(path.read_text("utf-8"))
            key = (*data["fingerprints"], data["players"], data["games"])
            found.setdefault(key, []).append((data["rounds"], data["seed"], path.stem))
        except (ValueError, KeyError, TypeError):
            raise KakeyaError(
                f"{library.shown_path(path)} cannot be read as a result; delete it and run: {RENEW}"
            ) from None
    return found


@cache
def _read(path: Path) -> store.Published:
    try:
        return store.read(path)
    except KakeyaError as error:
        raise KakeyaError(f"{error}. To renew it, delete it and run: {RENEW}") from None
