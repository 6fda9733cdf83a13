"""The commands of the shell that play many rounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kakeya
from kakeya.cli import main
from kakeya.study import measures

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    return code, *capsys.readouterr()


def test_compare_prints_the_effects_with_intervals_and_what_to_cite(capsys: Capture) -> None:
    code, out, err = run(capsys, "compare", "ja", "uk", "--rounds", "3000", "--seed", "5")
    found = kakeya.compare("ja", "uk", 3000, seed=5)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[1] == found.caption and lines[-1] == f"cite as: {found.token}"
    for one in measures.OF_ROUNDS:
        row = [line for line in lines if line.startswith(f"{one.id} ")]
        assert len(row) == (one.width == 1)
    stones = next(line for line in lines if line.startswith("stones "))
    assert stones.endswith("**")
    assert "none seen above" in out and "no effect" not in out
    assert max(map(len, lines[:-1])) <= 100


def test_compare_shows_a_distribution_where_it_is_asked_for(capsys: Capture) -> None:
    _, out, _ = run(capsys, "compare", "ja", "uk", "--rounds", "500", "--measure", "stones-are", "--measure", "tie")
    names = [line.split("  ")[0] for line in out.splitlines() if line.startswith(("stones", "tie", "pictures"))]
    assert names[0] == "stones-are 1" and names[-1] == "tie"


def test_rules_against_themselves_are_said_to_be_the_same(capsys: Capture) -> None:
    code, out, _ = run(capsys, "compare", "ja", "ko", "--rounds", "50")
    assert code == 0 and "the same rules" in out and "none seen" not in out.split("* clear")[0]
    assert "They differ at: no point that can matter here." in out


def test_json_is_that_of_the_function(capsys: Capture) -> None:
    common = ("--rounds", "60", "--seed", "3", "--json")
    assert (
        json.loads(run(capsys, "compare", "ja", "uk", *common)[1]) == kakeya.compare("ja", "uk", 60, seed=3).as_json()
    )
    assert json.loads(run(capsys, "simulate", "ja", *common)[1]) == kakeya.simulate("ja", 60, seed=3).as_json()
    assert json.loads(run(capsys, "order", "ja", *common)[1]) == kakeya.order("ja", rounds=60, seed=3).as_json()
    found = kakeya.attribute("ja", "uk", "pictures", rounds=60, seed=3)
    out = run(capsys, "attribute", "ja", "uk", "--measure", "pictures", *common)[1]
    assert json.loads(out) == json.loads(json.dumps(found.as_json()))


def test_seats_readings_players_and_games_are_passed_on(capsys: Capture) -> None:
    out = run(
        capsys, "compare", "uk", "uk", "--seats", "6", "--readings-b", "trump.power=literal", "--players", "random",
        "--games", "matches", "--rounds", "5", "--json",
    )[1]  # fmt: skip
    b = kakeya.load("uk", 6, {"trump.power": "literal"})
    assert json.loads(out) == kakeya.compare(kakeya.load("uk", 6), b, 5, "random", games="matches").as_json()


def test_files_are_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("based-on: ja\npoints: {rensho.follow: free}\n", "utf-8")
    code, out, _ = run(capsys, "compare", "ja", "mine.yaml", "--rounds", "50", "--json")
    assert code == 0 and json.loads(out)["names"] == ["ja", "mine"]
    assert str(tmp_path) not in out


def test_simulate_order_and_attribute_print_tables(capsys: Capture) -> None:
    _, out, _ = run(capsys, "simulate", "ja", "--rounds", "200", "--measure", "pictures-are")
    assert "pictures-are 8" in out
    _, out, _ = run(capsys, "order", "ja", "--rounds", "200")
    assert "greedy against random, 200 rounds" in out and "order, 0 for luck alone" in out
    _, out, _ = run(capsys, "attribute", "ja", "uk", "--rounds", "100")
    assert "settle.pictures" in out and "sum to the whole" in out and "Left out" in out


@pytest.mark.parametrize("command", ["compare", "simulate", "attribute"])
def test_the_help_has_every_measure_in_one_line(command: str, capsys: Capture) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    for games in ("rounds",) if command == "attribute" else measures.GAMES:
        for one in measures.GAMES[games]:
            assert f"  {one.line}\n" in out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("compare", "ja"), 2, "arguments are required: B"),
        (("compare", "ja", "uk", "--seats", "5"), 2, "invalid choice"),
        (("compare", "ja", "uk", "--rounds", "many"), 2, "invalid int value"),
        (("compare", "ja", "uk", "--games", "match"), 2, "invalid choice"),
        (("compare", "ja", "uk", "--rounds", "0"), 1, "0 is not a number of rounds"),
        (("compare", "ja", "uk", "--seed", "-1"), 1, "-1 is not a seed"),
        (("compare", "ja", "uk", "--workers", "0"), 1, "0 is not a number of workers"),
        (("compare", "ja", "uk", "--players", "gready"), 1, "did you mean `greedy`"),
        (("compare", "ja", "uk", "--seats", "6"), 1, "uneven hands and hands of thirteen share no deals"),
        (("compare", "ja", "uk", "--rounds", "20", "--measure", "stone"), 1, "did you mean `stones`"),
        (("compare", "ja", "ukk"), 1, "there is no ruleset `ukk`"),
        (("attribute", "ja", "uk", "--measure", "stones-are"), 1, "is a distribution"),
        (("order", "ja", "--strong", "best"), 1, "there is no player `best`"),
        (("sweep", "none.yaml"), 1, "none.yaml: there is no such file"),
        (("reproduce",), 2, "required"),
        (("reproduce", "kkt-0123456789", "--all"), 2, "not allowed with argument"),
        (("reproduce", "kkt-0123456789"), 1, "there is no published comparison"),
    ],
)
def test_what_is_wrong_is_said_on_the_side_with_its_code(
    capsys: Capture, arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, out, err = run(capsys, *arguments)
    assert (found, out) == (code, "")
    assert says in err and err.startswith("kakeya: ")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_measure_that_there_is_not_is_refused_before_anything_is_played(
    more: tuple[str, ...], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kakeya.study.run, "run", None)
    for command in (("simulate", "ja"), ("compare", "ja", "uk"), ("attribute", "ja", "uk")):
        code, out, err = run(capsys, *command, "--measure", "stoness", "--rounds", "50", *more)
        assert (code, out) == (1, "") and "did you mean `stones`" in err


@pytest.mark.parametrize("address", ["foo", "tcp://foo", ":8786", "tcp://a b:1", "\0"])
def test_a_cluster_has_an_address_with_a_port(address: str) -> None:
    with pytest.raises(kakeya.KakeyaError, match="is not the address of a Dask scheduler; write tcp://HOST:PORT"):
        kakeya.simulate("ja", 20, cluster=address)


def test_the_limits_of_rounds_and_workers_are_named() -> None:
    with pytest.raises(kakeya.KakeyaError, match="2 or more, up to 1,099,511,627,776"):
        kakeya.simulate("ja", 1 << 41)
    with pytest.raises(kakeya.KakeyaError, match="a number of 5,001 digits is not a number of rounds"):
        kakeya.simulate("ja", 10**5000)
    with pytest.raises(kakeya.KakeyaError, match="1 or more, up to 4096"):
        kakeya.simulate("ja", 20, workers=5000)


def test_values_of_the_wrong_type_are_refused_in_a_sentence() -> None:
    found, both = kakeya.simulate("ja", 20), kakeya.compare("ja", "uk", 20)
    endless: list[object] = []
    endless.append(endless)
    wrong: list[Any] = [
        lambda: kakeya.order("ja", strong=None, rounds=20),
        lambda: kakeya.order(None),
        lambda: kakeya.simulate("ja", 20, games=[1]),
        lambda: kakeya.simulate(5),
        lambda: kakeya.simulate("ja", 20, seed=10**5000),
        lambda: kakeya.simulate("ja", 20, cluster=5),
        lambda: kakeya.attribute("ja", "uk", ["stones"], rounds=20),
        lambda: found[5],
        lambda: both[5],
        lambda: both.cite(["text"]),
        lambda: kakeya.cite({}),
        lambda: kakeya.cite({"id": 1, "names": 5}),
        lambda: kakeya.verify_texts(None),
        lambda: kakeya.loads(None),
        lambda: kakeya.loads(b"based-on: ja"),
        lambda: kakeya.load("ja").edit({"settle.pictures": endless}),
        lambda: kakeya.load("ja").edit({"win.at": 10**5000}),
        lambda: kakeya.load("ja").edit({"aim": 10**5000}),
    ]
    for number, call in enumerate(wrong):
        try:
            call()
        except kakeya.KakeyaError as error:
            assert len(str(error)) < 500, number
        else:
            pytest.fail(f"{number} is not refused")


def test_titles_do_not_steer_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text('studies:\n  - {title: "a\\e[31mb", a: ja, b: uk, rounds: 20}\n', "utf-8")
    code, out, _ = run(capsys, "sweep", str(plan))
    assert code == 0 and "\x1b" not in out and "a\\x1b[31mb" in out
