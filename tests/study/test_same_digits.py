"""The same digits everywhere: compiled or not, any number of workers, any hash seed, any size of piece."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import drawn
import pytest
import space
from conftest import ROOT, missing
from hypothesis import given

import kakeya
from kakeya import Rules, compiled
from kakeya.players.kinds import kinds
from kakeya.study import attribute, blocks, measures, run
from kakeya.table import random, state

PLAYERS = (
    "random",
    "greedy",
    "random:random",
    "greedy:random",
    "random:best-for-hand",
    "greedy:best-for-hand",
    "random,greedy,greedy:random",
)


def of_sides(players: str, seats: int) -> str:
    """As many of the players as there are sides, or the one for all."""
    named = players.split(",")
    return ",".join(named[: seats // 2]) if len(named) > 1 else players


def both_ways(job: run.Job, first: int, last: int) -> tuple[run.Sums, run.Sums]:
    """The sums of a block by the functions as they are written, and by their compiled twins."""
    many, sums = len(job.vectors), job.empty()
    plain = blocks.play_block if job.games == "rounds" else blocks.match_block
    plain(
        [list(vector) for vector in job.vectors],
        [list(numbers) for numbers in job.kinds],
        state.new(),
        [0] * random.STREAM,
        [*random.halves(job.seed), 0],
        [[0] * measures.LENGTHS[job.games] for _ in range(many)],
        sums,
        many,
        first,
        last,
    )
    return sums, job.block(first, last)


@pytest.fixture(autouse=True, scope="module")
def a_compiler() -> None:
    if not compiled.available():
        missing("numba", "there is no numba here, so nothing to compare the interpreted rules with")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_rounds_are_the_same_compiled_and_interpreted(name: str, seats: int, players: str) -> None:
    rules = kakeya.load(name, players=seats)
    who = kinds(of_sides(players, seats), seats // 2)
    job = run.job([rules, rules.edit({"play.follow": "free"})], [who, who], 2**64 - 9)
    interpreted, fast = both_ways(job, (1 << 32) - 12, (1 << 32) + 12)
    assert interpreted == fast
    assert sum(interpreted[0]) > 0


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_matches_are_the_same_compiled_and_interpreted(name: str, seats: int, players: str) -> None:
    rules = kakeya.load(name, players=seats)
    job = run.job([rules], [kinds(of_sides(players, seats), seats // 2)], 5, "matches")
    interpreted, fast = both_ways(job, 0, 2)
    assert interpreted == fast


@given(drawn.rules(), drawn.PLAYERS, drawn.SEEDS)
@drawn.examples(60)
def test_any_rules_are_the_same_compiled_and_interpreted(rules: Rules, players: str, seed: int) -> None:
    who = kinds(players, rules.players // 2)
    interpreted, fast = both_ways(run.job([rules], [who], seed), 0, 4)
    assert interpreted == fast


@given(drawn.rules(fixed={"end.when": "rounds", "end.rounds": 4, "end.winner": "most-stones"}), drawn.PLAYERS)
@drawn.examples(40)
def test_matches_under_any_rules_are_the_same_compiled_and_interpreted(rules: Rules, players: str) -> None:
    who = kinds(players, rules.players // 2)
    interpreted, fast = both_ways(run.job([rules], [who], 3, "matches"), 0, 3)
    assert interpreted == fast


def test_an_attribution_is_the_same_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = kakeya.attribute("ja", "uk", "stones", rounds=6).as_json()
    monkeypatch.setattr(compiled, "fast", lambda function: function)
    assert kakeya.attribute("ja", "uk", "stones", rounds=6, workers=1).as_json() == fast


def test_the_sums_do_not_depend_on_workers_or_pieces() -> None:
    job = run.job([kakeya.load("ja"), kakeya.load("uk")], [kinds("greedy", 2)] * 2, 8)
    whole = job.block(100, 1100)
    for workers in (1, 2, 5):
        assert run.run(job, 1000, workers, first=100) == whole
    parts = job.empty()
    for first, last in ((700, 1100), (100, 101), (101, 700)):
        run.add(parts, job.block(first, last))
    assert parts == whole


@pytest.mark.parametrize("games", ["rounds", "matches"])
def test_attribution_order_and_simulation_do_not_depend_on_workers(games: str) -> None:
    def all_of(workers: int) -> list[Any]:
        return [
            kakeya.simulate("uk", 120, "random", 4, workers, games=games).as_json(),
            kakeya.compare("uk", "ja", 120, "random", 4, workers, games=games).as_json(),
            kakeya.order("uk", rounds=1000, workers=workers).as_json(),
            kakeya.attribute("ja", "uk", "pictures", rounds=60, workers=workers).as_json(),
        ]

    assert all_of(1) == all_of(2)


def shell(*arguments: str, **environment: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "kakeya", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    ).stdout


COMPARE = ("compare", "ja", "uk", "--rounds", "400", "--players", "greedy", "--seed", "11", "--json")


@pytest.fixture(scope="module")
def bytes_of_compare() -> bytes:
    return shell(*COMPARE, "--workers", "1", PYTHONHASHSEED="0")


@pytest.mark.parametrize(
    ("workers", "environment"),
    [
        ("2", {"PYTHONHASHSEED": "1"}),
        ("1", {"PYTHONHASHSEED": "77", "NUMBA_DISABLE_JIT": "1"}),
        ("2", {"NUMBA_DISABLE_JIT": "1"}),
    ],
)
def test_the_shell_prints_the_same_bytes(bytes_of_compare: bytes, workers: str, environment: dict[str, str]) -> None:
    assert shell(*COMPARE, "--workers", workers, **environment) == bytes_of_compare
    found = json.loads(bytes_of_compare)
    assert found["id"] == kakeya.compare("ja", "uk", 400, seed=11).id
    assert str(ROOT) not in bytes_of_compare.decode()


def test_interpreted_workers_are_processes_of_their_own_and_run_no_script_twice(tmp_path: Any) -> None:
    # No `if __name__ == "__main__"`: a reader who types a script does not know of it.
    script = tmp_path / "mine.py"
    script.write_text(
        "import kakeya\nprint('begun')\n"
        "kakeya.study.run.Job.piece = 20\n"
        "print(kakeya.simulate('ja', rounds=200, workers=2).as_json() == kakeya.simulate('ja', rounds=200, workers=1).as_json())\n"
        "print(__file__)\n".replace("import kakeya\n", "import kakeya, kakeya.study.run\n"),
        encoding="utf-8",
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["begun", "True", str(script)])


def test_compiled_code_sees_the_constants_that_the_catalogue_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.digest()
    compiled.digest.cache_clear()
    assert compiled.digest() == before
    monkeypatch.setattr("kakeya.table.settle.WIN_AT", 7)
    compiled.digest.cache_clear()
    assert compiled.digest() != before
    compiled.digest.cache_clear()


def test_every_kernel_function_of_a_study_is_compiled_from_a_module_in_the_digest() -> None:
    from kakeya import kernel

    used = {name.rpartition(".")[0] for name in kernel.FUNCTIONS if name.startswith(("kakeya.table", "kakeya.study"))}
    assert used <= set(compiled.MODULES)
    assert attribute.blocks is blocks
