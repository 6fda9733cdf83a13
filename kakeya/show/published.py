"""Published results, asked for by what was compared: a page names rules and players, and never an id.

A result is shown only if its id, worked out from the present rules and engine, is that of its file, and if its
figures follow from its raw sums (`kakeya.study.store.read`). Where there is none, the error names the command
that makes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.players.judging import Judgement
from kakeya.rules.rules import Rules, load
from kakeya.study import judged, store
from kakeya.study.attribute import Attributing, Attribution
from kakeya.study.compare import Comparing, Comparison
from kakeya.study.order import Order, Ordering
from kakeya.study.simulate import Simulation
from kakeya.study.studies import PLAIN
from kakeya.study.study import Study
from kakeya.table.record import Record
from kakeya.texts import library

PLAYERS = ("greedy", "random", "greedy:best-for-hand")  # who is asked, in the order in which pages name them
RENEW = "kakeya sweep data/comparisons/plan.yaml"


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
    return _comparison(needed(Comparing, here, there, players=players, games=games, rounds=rounds, seed=seed))


def known(a: Rules, b: Rules, players: str = "greedy", games: str = "rounds") -> Comparison | None:
    """The same, or None if there is no such comparison."""
    found = find(Comparing, a, b, players=players, games=games)
    return _comparison(found) if found else None


def attribution(
    a: Rules | str, b: Rules | str, measure: str = "stones", players: str = "greedy", seats: int = 4
) -> Attribution:
    """The published attribution of what a measure differs by between two rules; KakeyaError if there is none."""
    found = needed(Attributing, _rules(a, seats), _rules(b, seats), measure=measure, players=players).result
    assert isinstance(found, Attribution)
    return found


def order(rules: Rules | str, strong: str = "greedy", weak: str = "random", seats: int = 4) -> Order:
    """The published measurement of the skill that rules ask; KakeyaError if there is none."""
    found = needed(Ordering, _rules(rules, seats), strong=strong, weak=weak).result
    assert isinstance(found, Order)
    return found


def judgement(record: Record) -> Judgement:
    """The kept judgement of a round as it was played; KakeyaError if there is none, or if it is not of the present rules."""
    return judged.find(record)


def alone(rules: Rules | str, players: str = "greedy", games: str = "rounds", seats: int = 4) -> Simulation:
    """One ruleset by itself: its side of the published comparison with the most rounds."""
    here = _rules(rules, seats)
    sides = [
        (head["rounds"], head["id"], which)
        for (kind, *prints), heads in _index(store.COMPARISONS).items()
        if kind == PLAIN
        for which, print in enumerate(prints)
        if print == here.fingerprint
        for head in heads
        if _is(head, players=players, games=games, seed=1)
    ]
    if not sides:
        raise KakeyaError(
            f"no comparison with {here.name}, {here.players} players at the table, players {players}, is published; "
            f"name one in data/comparisons/plan.yaml and run: {RENEW}"
        )
    *_, id, which = max(sides)
    side = _comparison(_read(store.COMPARISONS / f"{id}.json")).side(which)
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
        if other in ("", text):
            for games in ("rounds", "matches"):
                for who in PLAYERS:
                    if found := in_company(id, "ja", text, players, who, games):
                        yield found


def in_company(id: str, base: str, other: str, seats: int, players: str, games: str) -> Comparison | None:
    """The published comparison in which a text alone changes to another's answer to a point; None if there is none."""
    here, there = _text(base, seats), _text(other, seats)
    if here[id] == there[id]:
        return None
    try:
        changed = here.edit({id: there[id]}, title=f"{here.text.siglum} with {there.text.siglum}'s {id}")
    except KakeyaError:
        return None  # this answer cannot stand alone
    return known(here, changed, players, games)


@cache
def _text(name: str, seats: int) -> Rules:
    return load(name, seats)


def _rules(rules: Rules | str, seats: int) -> Rules:
    return rules if isinstance(rules, Rules) else load(rules, seats)


def needed(
    kind: type[Study], *rules: Rules, rounds: int | None = None, seed: int = 1, **wanted: Any
) -> store.Published:
    """The published study of a kind, of these rules, with such settings; KakeyaError if there is none."""
    if found := find(kind, *rules, rounds=rounds, seed=seed, **wanted):
        return found
    names = " and ".join(one.name for one in rules)
    settings = ", ".join(f"{key} {value}" for key, value in wanted.items())
    raise KakeyaError(
        f"no {kind.KIND} of these rules is published: {names}, {rules[0].players} players at the table, {settings}. "
        "Name it in data/comparisons/plan.yaml, or, if a ruleset has changed, delete the results that are of the old "
        f"one; then run: {RENEW}"
    )


def find(
    kind: type[Study], *rules: Rules, rounds: int | None = None, seed: int = 1, **wanted: Any
) -> store.Published | None:
    """The same, or None if there is none; of several, the one with the most rounds."""
    heads = _index(store.COMPARISONS).get((kind.KIND, *(one.fingerprint for one in rules)), ())
    wanted |= {"seed": seed} | ({} if rounds is None else {"rounds": rounds})
    found = [(head["rounds"], head["id"]) for head in heads if _is(head, **wanted)]
    if not found:
        return None
    one = _read(store.COMPARISONS / f"{max(found)[1]}.json")
    # the same rules under the titles that they go by here
    given: dict[str, Any] = dict(zip(kind.RULES, rules, strict=True))
    return replace(one, study=replace(one.study, **given))  # type: ignore[type-var]


def _is(head: dict[str, Any], **wanted: Any) -> bool:
    return all(head.get(key) == value for key, value in wanted.items())


def _comparison(one: store.Published) -> Comparison:
    found = one.result
    assert isinstance(found, Comparison)
    return found


@cache
def _index(folder: Path) -> dict[tuple[str, ...], list[dict[str, Any]]]:
    """What the files say they study: kind and fingerprints -> all that stands before the figures."""
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("kkt-*.json")):
        try:
            data = json.loads(path.read_text("utf-8"))
            key = (data.get("kind", PLAIN), *data["fingerprints"])
            head = {key: value for key, value in data.items() if isinstance(value, (str, int))}
            found.setdefault(key, []).append(head | {"rounds": int(data["rounds"]), "id": path.stem})
        except (ValueError, KeyError, TypeError, AttributeError):
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
