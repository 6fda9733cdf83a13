"""Solved deals: what is measured is what `kakeya.solve` finds, and what cannot touch a deal is not solved again."""

from __future__ import annotations

import random as chance
from collections.abc import Iterator
from typing import Any

import pytest
from small import small_deal

import kakeya
from kakeya import KakeyaError, Rules, compiled
from kakeya.players.kinds import kinds
from kakeya.rules.rules import differences
from kakeya.rules.vector import point_at
from kakeya.study import measures, plan, run, solved
from kakeya.study.measures import DEALS, SETTLEMENTS, SOLVED
from kakeya.study.plan import can_differ
from kakeya.study.simulate import Simulation
from kakeya.study.solved import Problem

TEXTS = {name: kakeya.load(name) for name in ("ja", "uk", "town")}
WHO = kinds("greedy", 2)


def problem(rules: Rules, match: int, games: str, players: str = "greedy") -> Problem:
    return Problem.of(rules, kakeya.deal(rules, 1, players, match), games)


def one_answer_of_another() -> Iterator[tuple[Rules, Rules]]:
    for base in TEXTS.values():
        for other in TEXTS.values():
            for one in differences(base, other):
                try:
                    yield base, base.edit({one.point.id: one.b.value})
                except KakeyaError:
                    continue  # this answer cannot stand alone


def test_what_is_measured_is_what_solving_each_deal_finds() -> None:
    rules, matches = TEXTS["ja"], (3, 15, 40)  # which are solved soon, led by either side, won by either
    found = {}
    for games in SOLVED:
        job = solved.job([rules], [WHO], 1, games)
        sums = job.empty()
        for match in matches:
            run.add(sums, job.block(match, match + 1))
        found[games] = Simulation(rules, WHO, games, len(matches), 1, sums[0])
    by_goal: dict[str, list[int]] = {"taken": [], "win": [], "stones": []}
    for match in matches:
        deal = kakeya.deal(rules, 1, "greedy", match)
        for goal, values in by_goal.items():
            values.append(kakeya.solve(rules, deal, goal=goal).value[deal.leader % 2])
    assert {one > 0 for one in by_goal["win"]} == {True, False}

    def mean(values: list[Any]) -> float:
        return pytest.approx(sum(values) / len(matches))

    taken, win, stones = by_goal.values()
    assert found[DEALS]["pictures"].mean == mean(taken)
    assert found[DEALS]["lead-wins"].mean == mean([one >= 9 for one in taken])
    assert found[SETTLEMENTS]["lead-wins"].mean == mean([one == 1 for one in win])
    assert found[SETTLEMENTS]["nobody-wins"].mean == mean([one == 0 for one in win])
    assert found[SETTLEMENTS]["stones"].mean == mean([abs(one) for one in stones])
    assert found[SETTLEMENTS]["lead-stones"].mean == mean(stones)
    for number, value in enumerate(found[SETTLEMENTS].estimates("stones-are")):
        assert value.mean == mean([min(abs(one), 8) == number for one in stones])


def test_who_can_gain_nothing_may_still_win_or_nobody_does() -> None:
    m = [1] * measures.SETTLEMENT_LENGTH
    for wins in (1, 0, -1):
        measures.measure_settlement(m, wins, 0)
        assert m[: measures.S_STONES_ARE] == [wins == 1, wins == 0, 0, 0]
        assert m[measures.S_STONES_ARE :] == [1] + [0] * measures.MOST_STONES
    measures.measure_settlement(m, -1, -20)
    assert m[: measures.S_STONES_ARE] == [0, 0, 20, -20] and m[-1] == 1


class Watched(list):  # type: ignore[type-arg]
    """A vector of rules that notes which of its places are read."""

    seen: set[int]

    def __getitem__(self, place: Any) -> Any:
        self.seen.add(place)
        return super().__getitem__(place)


@pytest.mark.parametrize("games", SOLVED)
def test_nothing_is_read_while_a_deal_is_solved_but_what_it_is_known_by(
    games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "fast", lambda function: function)
    monkeypatch.setattr(compiled, "buffer", lambda length: [0] * length)
    draw = chance.Random("watched")
    seen: set[int] = set()
    for rules in (*TEXTS.values(), TEXTS["uk"].edit({"lead.next": "in-turn", "short-trick": "set-aside"})):
        for goal in ("taken",) if games == DEALS else ("win", "stones"):
            solver = Problem.of(rules, small_deal(draw, 2), games).solver(goal)
            solver.vector = Watched(solver.vector)
            solver.vector.seen = seen
            solver.best(solver.start)
    read = {point_at(place) for place in seen - {0}}
    assert read <= solved.asked(games)
    assert {"rensho.follow", "lead.next"} <= read
    assert ("settle.combine" in read) == ("win.at" in read) == (games == SETTLEMENTS)


@pytest.mark.parametrize("games", SOLVED)
def test_what_cannot_touch_a_deal_leaves_it_the_same_problem(games: str) -> None:
    touched, untouched = set(), set()
    for base, changed in one_answer_of_another():
        (id,) = (one.point.id for one in differences(base, changed))
        if can_differ(base, changed, games, WHO):
            touched.add(id)
            assert any(problem(base, match, games) != problem(changed, match, games) for match in range(20)), id
        else:
            untouched.add(id)
            assert all(problem(base, match, games) == problem(changed, match, games) for match in range(20)), id
    assert {"rensho.follow", "rensho.card", "trump.first"} <= touched
    assert {"dealers.first", "trump.when", "trump.change-first", "lead.later", "stones.held-by"} <= untouched
    assert ("settle.combine" in touched) == (games == SETTLEMENTS)


def test_who_names_trumps_with_open_eyes_is_touched_by_when() -> None:
    base, changed = TEXTS["ja"], TEXTS["ja"].edit({"trump.when": "before-first-play"})
    named = "greedy:best-for-hand"
    assert not can_differ(base, changed, DEALS, WHO) and can_differ(base, changed, DEALS, kinds(named, 2))
    assert any(problem(base, match, DEALS, named) != problem(changed, match, DEALS, named) for match in range(20))


def test_the_town_is_j_while_a_deal_is_played_for_pictures_and_is_not_solved_again() -> None:
    j, town = (solved.job([TEXTS[text]], [WHO], 1, DEALS) for text in ("ja", "town"))
    found, before = j.block(3, 4), solved.taken.cache_info().misses
    assert town.block(3, 4) == found and solved.taken.cache_info().misses == before
    assert problem(TEXTS["ja"], 0, SETTLEMENTS) != problem(TEXTS["town"], 0, SETTLEMENTS)  # paid in another way


def test_a_plan_solves_each_point_that_can_touch_a_deal(tmp_path: Any) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(
        "studies:\n  - {a: ja, b: uk, each: point, games: settlements, rounds: 4}\n"
        "  - {a: ja, b: uk, each: point, games: deals, rounds: 10}\n",
        "utf-8",
    )
    points = {games: [next(iter(one.b.edits)) for one in plan.read(path) if one.games == games] for games in SOLVED}  # type: ignore[attr-defined]
    assert points[DEALS] == ["trump.first", "rensho.card", "rensho.suit", "rensho.follow"]
    assert set(points[SETTLEMENTS]) - set(points[DEALS]) == {
        one.point.id for one in differences(TEXTS["ja"], TEXTS["uk"]) if one.point.touches == "settle"
    }


def test_deals_are_played_perfectly_and_their_players_only_name_trumps() -> None:
    for games in SOLVED:
        with pytest.raises(KakeyaError, match=f"{games} are played perfectly, and `random` can only name trumps"):
            kakeya.simulate("ja", 2, "random", games=games)
        with pytest.raises(KakeyaError, match="three sides"):
            kakeya.simulate(kakeya.load("uk", players=6), 2, games=games)
