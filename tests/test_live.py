"""The bench without its page: what the browser's worker asks, asked here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kakeya
from kakeya import live
from kakeya.study import store
from kakeya.texts.catalogue import catalogue

RULES = "based-on: ja\ntitle: My rules\npoints:\n  rensho.follow: free\n"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> live.Bench:
    monkeypatch.chdir(tmp_path)
    return live.Bench()


def finish(bench: live.Bench) -> live.Plain:
    while (standing := bench.step())["done"] < standing["total"]:
        pass
    return standing


def test_facts_are_plain_and_hold_every_point() -> None:
    facts = json.loads(json.dumps(live.facts()))
    assert [point["id"] for point in facts["points"]] == list(catalogue())
    assert list(facts["names"]) == kakeya.names()


def test_blocks_add_up_to_what_compare_finds(bench: live.Bench) -> None:
    assert bench.start(RULES, 4, 300, "greedy", 5)["edits"] == {"rensho.follow": "free"}
    standing = finish(bench)
    found = kakeya.compare("ja", kakeya.load(live.FILE), rounds=300, seed=5)
    assert json.loads(bench.result()["json"]) == json.loads(json.dumps(found.as_json()))
    assert bench.result()["token"] == found.token
    assert standing["differ"] == ["rensho.follow"]


def test_a_distribution_is_that_of_compare(bench: live.Bench) -> None:
    bench.start(RULES, 4, 300, "greedy", 5)
    found = kakeya.compare("ja", kakeya.load(live.FILE), rounds=300, seed=5)
    spread = next(one for one in finish(bench)["spreads"] if one["measure"] == "stones-are")
    rows = [effect.row() for effect in found.effects("stones-are")]
    seen = [row["item"] for row in rows if row["a"] or row["b"]]
    shown = [row for row in rows if seen[0] <= row["item"] <= seen[-1]]
    assert [int(item) for item in spread["items"]] == [row["item"] for row in shown]
    assert [[mean for mean, _, _ in side] for side in spread["sides"]] == [
        [row[which] for row in shown] for which in ("a", "b")
    ]


def test_what_is_published_is_cited_by_its_id_alone(bench: live.Bench) -> None:
    bench.start(RULES, 4, 20_000, "greedy", 1)
    finish(bench)
    result = bench.result()
    assert result["token"] in store.names()
    assert {"id": result["token"], "rounds": 20_000} in result["published"]
    bench.start(RULES, 4, 20, "greedy", 7)
    finish(bench)
    assert "." in bench.result()["token"]
    assert bench.result()["published"] == result["published"]


def test_the_rounds_of_published_comparisons_are_known() -> None:
    found = [store.raw(store.path_of(id)) for id in store.names()]
    rounds = {one["rounds"] for one in found if one.get("games") == "rounds" and one["seed"] == 1}
    assert rounds == set(live.PUBLISHED_ROUNDS)


def test_faults_are_those_of_check(bench: live.Bench, capsys: pytest.CaptureFixture[str]) -> None:
    from kakeya.cli import main

    for text in ("", "based-on: jq\n", RULES.replace("free", "fre"), "based-on: ja\npoints:\n  - [\n", "players: 5\n"):
        said = [fault["said"] for fault in bench.check(text, 4)["faults"]]
        assert main(["check", live.FILE]) == 1
        assert said == capsys.readouterr().err.splitlines()


def test_other_numbers_of_players_and_rules_that_share_no_deals_are_refused(bench: live.Bench) -> None:
    assert "players" in bench.check("based-on: whist\n", 6)["faults"][0]["said"]
    six = bench.check("based-on: ja\npoints:\n  six.play: all-pairs\n", 6)
    other = bench.check("based-on: ja\npoints:\n  six.play: dealers-rest\n", 6)
    assert [fault for one in (six, other) for fault in one["faults"] if "share no deals" in fault["said"]]
    assert bench.start(RULES, 4, 300, "clever", 1)["faults"][0]["said"].startswith("kakeya: there is no player")


def test_a_deal_where_the_edit_matters_is_the_first(bench: live.Bench) -> None:
    bench.start(RULES, 4, 2, "greedy", 1)
    finish(bench)
    seed = bench.seek(0, 200)
    assert seed is not None
    assert bench.seek(0, seed) is None
    shown = bench.replays(seed)
    assert shown["parting"].startswith("The Japanese text: ")
    assert all("k-replay" in html for html in shown["html"])


def test_custom_alone_changes_no_deal(bench: live.Bench) -> None:
    bench.start("based-on: ja\npoints: {talk: nothing}\n", 4, 20, "greedy", 1)
    assert finish(bench)["differ"] == []
    assert bench.seek(0, 20) is None


def test_the_notebook_runs(bench: live.Bench) -> None:
    cells = json.loads(bench.notebook(RULES, 4, 50, "greedy", 1, "ja"))["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell()
    for source in code:
        shell.run_cell(source.replace("found.chart()", "")).raise_error()
    assert shell.user_ns["mine"].edits == {"rensho.follow": "free"}
    assert shell.user_ns["found"].rounds == 50
