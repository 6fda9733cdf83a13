"""Results on disk: read as they were written, found out where they were edited, whole after any interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import kakeya
from kakeya import KakeyaError
from kakeya.cli import main
from kakeya.study import plan, store, token
from kakeya.study import study as module
from kakeya.study.compare import Comparing
from kakeya.study.reproduce import RELEASES, reproduce
from kakeya.texts.values import shown

A, B = kakeya.load("ja"), kakeya.load("ja").edit({"rensho.follow": "free"})


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", {"rounds": 100, "matches": 5, "attribution": 100})


@pytest.fixture
def study() -> Comparing:
    return Comparing(A, B, "greedy", "rounds", 250, 3, "A title")


@pytest.fixture
def result(study: Comparing, tmp_path: Path) -> Path:
    path, made = store.make(study, tmp_path)
    assert made
    return path


# -- written and read ------------------------------------------------------------------------------
@pytest.mark.parametrize(("games", "rounds"), [("rounds", 250), ("matches", 12)])
def test_a_result_is_read_as_it_was_written(games: str, rounds: int, tmp_path: Path) -> None:
    study = Comparing(A, B, "greedy,random", games, rounds, 3, "A title")
    path, _ = store.make(study, tmp_path)
    published = store.read(path)
    direct = kakeya.compare(A, B, rounds, "greedy,random", 3, games=games)
    assert published.result.sums == direct.sums
    assert published.result.as_json() == direct.as_json()
    assert (published.study.id, published.study.title, path.stem) == (direct.id, "A title", direct.id)
    assert store.as_text(published.study, published.blocks) == path.read_text("utf-8")


def test_what_is_printed_and_what_is_published_are_the_same(result: Path, study: Comparing) -> None:
    printed = kakeya.compare(A, B, 250, "greedy", 3).as_json()
    data = json.loads(result.read_text("utf-8"))
    del printed["token"]
    assert {key: data[key] for key in printed} == printed
    assert set(data) - set(printed) == {"format", "title", "blocks", "sha256"}


def test_sums_lose_nothing_by_being_packed(study: Comparing) -> None:
    sums = study.job.block(0, 50)
    assert study.unpacked(json.loads(json.dumps(study.packed(sums)))) == sums


def test_a_result_that_is_there_is_left_alone(result: Path, study: Comparing) -> None:
    before = result.stat().st_mtime_ns
    assert store.make(study, result.parent) == (result, False)
    assert result.stat().st_mtime_ns == before


# -- found out ---------------------------------------------------------------------------------------
def edited(path: Path, change: Callable[[dict[str, Any]], None]) -> str:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    return str(path)


def row_of(data: dict[str, Any], measure: str) -> dict[str, Any]:
    return next(row for row in data["results"] if row["measure"] == measure)


def one_more(where: list[Any], place: int) -> None:
    where[place] += 1


EDITS: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    (r"the figure `b` of stones is 9, but the raw sums give \S+: the file was ed", lambda d: row_of(d, "stones").update(b=9)),
    ("the figure `clear` of pictures", lambda d: row_of(d, "pictures").update(clear=not row_of(d, "pictures")["clear"])),
    ("the figure `difference` of pictures-are 7", lambda d: d["results"][d["results"].index(row_of(d, "pictures-are")) + 7].update(difference=0.5)),
    ("has 80 figures instead of 81", lambda d: d["results"].pop()),
    ("the figure `.*` of pictures .*the raw sums give", lambda d: one_more(d["blocks"][1][0], 4)),
    ("has not the sums of 3 blocks", lambda d: d["blocks"].pop()),
    ("has not the sums of 3 blocks", lambda d: d["blocks"][0][1].pop()),
    ("the raw sums or the figures cannot be read", lambda d: d["blocks"].append(7)),
    ("has not the sums of 3 blocks", lambda d: d["blocks"][0].__setitem__(1, 5)),
    ("no figures follow from the raw sums", lambda d: d["blocks"][0][0].__setitem__(slice(None), [-(10**25)] * len(d["blocks"][0][0]))),
    ("is another comparison, kkt-", lambda d: d.update(seed=4)),
    ("is another comparison, kkt-", lambda d: d.update(rounds=249)),
    ("is another comparison, kkt-", lambda d: d.update(players="random")),
    ("is another comparison, kkt-", lambda d: d["b"]["points"].update({"rensho.follow": "licensed"})),
    ("is another comparison, kkt-", lambda d: d.update(id="kkt-0123456789")),
    ("what it says was studied cannot be: there is no player", lambda d: d.update(players="best")),
    ("what it says was studied cannot be: .*share no deals", lambda d: d["b"].update(seats=6)),
    ("what it says was studied cannot be: 'games'", lambda d: d.update(games="games")),
    ("is no result of a study", lambda d: d.pop("a")),
    ("is no result of a study", lambda d: d.update(format=2)),
    (r"is not as it was written \(its sha256 does not fit\)", lambda d: d.update(title="Another")),
    (r"is not as it was written \(its sha256 does not fit\)", lambda d: d["supplied"]["a"].clear()),
    (r"is not as it was written \(its sha256 does not fit\)", lambda d: d["differ"].append("tie")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("says", "change"), EDITS, ids=[f"{count} {says[:24]}" for count, (says, _) in enumerate(EDITS)]
)
def test_an_edited_result_is_found_out(
    says: str, change: Callable[[dict[str, Any]], Any], result: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = edited(result, change)
    with pytest.raises(KakeyaError, match=says) as found:
        reproduce(name)
    assert found.value.faults[0].file.endswith(result.name)
    assert main(["reproduce", name]) == 1
    out, err = capsys.readouterr()
    assert (out, re.search(says, err) is not None, err.startswith("kakeya: ")) == ("", True, True)


def test_even_a_careful_edit_is_found_out_by_playing(result: Path, study: Comparing) -> None:
    # Sums, figures and seal all fit together; only the rounds themselves do not.
    blocks = [list(block) for block in store.read(result).blocks]
    place = kakeya.study.measures.find("stones").place
    blocks[2][1][place] += 1
    result.write_text(store.as_text(study, blocks), "utf-8")
    with pytest.raises(KakeyaError, match=r"rounds 201 to 250 .* stones under b sums to (\d+), not \d+"):
        reproduce(str(result))
    assert reproduce(str(result), seconds=0).agree == 1  # the first block is still right


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 1}', "\x00", '{"format": 1, "engine": 1, "measures": 1}']
)
def test_what_is_no_result_is_refused(text: str, result: Path) -> None:
    result.write_text(text, "utf-8")
    with pytest.raises(
        KakeyaError, match=r"cannot be read as a result|is no result of a study|was made with engine None"
    ):
        reproduce(str(result))


def test_a_result_of_another_engine_names_the_release_to_install(
    result: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kakeya.study.reproduce.ENGINE", 2)
    assert main(["reproduce", str(result)]) == 1
    said = capsys.readouterr().err
    assert "was made with engine 1, measures 1; this is 2, 1; to reproduce it: pip install kakeya==0.1.0" in said
    monkeypatch.setattr("kakeya.study.reproduce.RELEASES", {})
    with pytest.raises(KakeyaError, match="no release known here has these"):
        reproduce(str(result))


def test_this_release_is_named_for_this_engine() -> None:
    assert (kakeya.ENGINE, kakeya.study.measures.VERSION) in RELEASES


def test_what_is_not_published_gets_the_nearest() -> None:
    for id in ("kkt-0123456789", "../plan", "kkt-", "", "nothing.json"):
        with pytest.raises(KakeyaError, match="there is no published comparison"):
            reproduce(id)


def test_reproducing_plays_some_blocks_or_all(result: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert str(reproduce(str(result), seconds=0)).endswith("(A title): 1 of 3 blocks agree")
    assert reproduce(str(result), full=True).agree == 3
    assert main(["reproduce", str(result), "--full", "--workers", "2"]) == 0
    assert capsys.readouterr().out == f"{result.stem} (A title): 3 of 3 blocks agree\n"


# -- tokens ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [4, 6])
def test_a_comparison_that_nobody_has_published_is_reproduced_by_its_token(players: int) -> None:
    a = kakeya.load("uk", players, {"trump.power": "literal"})
    b = kakeya.load("uk", players).edit({"settle.pictures": [[9, 3], [12, 5]], "rensho.follow": "bound"})
    found = kakeya.compare(a, b, 60, "greedy:random", 2**64 - 1)
    assert found.cite_as == found.token and re.fullmatch(r"kkt-[0-9a-f]{10}\.[A-Za-z0-9_-]+", found.token)
    assert str(reproduce(found.token)) == f"{found.id} (by its token): 1 of 1 blocks agree"
    assert token.read(found.token).study().settings() == {**found.settings(), "names": ["uk", "uk+"]}


def test_a_text_that_is_not_shipped_travels_in_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.yaml"
    answers = "\n".join(
        f"  {id}: {{value: {shown(value)}, status: stated, cite: {{locus: '1', lemma: x}}, gloss: x.}}"
        for id, value in kakeya.load("uk").values.items()
        if id != "rensho.follow"
    )
    path.write_text(
        "witness: {siglum: X, language: en, name: A fourth text}\npoints:\n" + answers +
        "\n  rensho.follow: {value: licensed, status: stated, cite: {locus: '1', lemma: x}, gloss: x.}\n",
        "utf-8",
    )  # fmt: skip
    found = kakeya.compare("ja", kakeya.load(path), 40)
    path.unlink()
    assert reproduce(found.token).id == found.id
    assert found.settings()["names"] == ["ja", "mine"]


def test_an_edited_token_is_found_out() -> None:
    found = kakeya.compare(A, B, 40)
    id, rest = found.token.split(".")
    for broken in (f"{id}.", f"{id}.{rest[:-5]}", f"{id}.!!", f"{id}.e30", f"{id}.W10", f"{id}.{'A' * 200_000}"):
        with pytest.raises(KakeyaError, match="copy it whole"):
            reproduce(broken)
    other = kakeya.compare(A, B, 41).token.split(".")[1]
    with pytest.raises(KakeyaError, match="names another comparison, kkt-"):
        reproduce(f"{id}.{other}")
    wrong = token.digest(found.sums)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token, "digest", lambda sums: "0" * len(wrong))
        forged = found.token
    with pytest.raises(KakeyaError, match="the sums are not those that the token was made from"):
        reproduce(forged)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token, "ENGINE", 7)
        older = found.token
    with pytest.raises(KakeyaError, match="was made with engine 7"):
        reproduce(older)


# -- interrupted -------------------------------------------------------------------------------------
PLAN = """
rounds: 900
studies:
  - {title: one, a: ja, b: uk, players: [greedy, random]}
  - {title: two, a: ja, b: {based-on: ja, points: {rensho.follow: free}}, seeds: [1, 2]}
  - {title: three, a: ja, b: uk, games: matches, rounds: 35}
"""


def folder_of(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(path.iterdir()) if file.name != "plan.yaml"}


@pytest.fixture
def planned(tmp_path: Path) -> Path:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, "utf-8")
    return path


@pytest.fixture
def whole(planned: Path, tmp_path: Path) -> dict[str, bytes]:
    """What an uninterrupted sweep leaves."""
    assert main(["sweep", str(planned), "--into", str(tmp_path / "whole")]) == 0
    found = folder_of(tmp_path / "whole")
    assert len(found) == 5 and all(re.fullmatch(r"kkt-[0-9a-f]{10}\.json", name) for name in found)
    return found


SWEEP = """
import sys, time
from kakeya.study import study
from kakeya.study.compare import Comparing
from kakeya.cli import main
study.BLOCK = {"rounds": 100, "matches": 5}
plain = Comparing.packed
def slowly(self, sums):
    time.sleep(0.02)
    return plain(self, sums)
Comparing.packed = slowly
sys.exit(main(["sweep", sys.argv[1], "--into", sys.argv[2], "--workers", sys.argv[3]]))
"""


def start(planned: Path, into: Path, workers: int = 2) -> subprocess.Popen[bytes]:
    into.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-c", SWEEP, str(planned), str(into), str(workers)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_blocks(process: subprocess.Popen[bytes], into: Path, lines: int) -> None:
    """Until so many blocks of one study, or all of it, have been written since."""
    until = time.monotonic() + 60
    begun = len(list(into.glob("*.json")))
    while time.monotonic() < until and process.poll() is None:
        parts = [path.read_bytes() for path in into.glob("*.part") if path.exists()]
        if len(list(into.glob("*.json"))) > begun or any(part.count(b"\n[") >= lines for part in parts):
            return
        time.sleep(0.002)


def test_a_sweep_that_is_killed_goes_on_with_nothing_lost_and_nothing_twice(
    planned: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    into = tmp_path / "killed"
    for lines in (1, 4, 7):
        process = start(planned, into)
        wait_for_blocks(process, into, lines)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    process = start(planned, into, workers=1)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, b"")
    assert folder_of(into) == whole


def test_a_sweep_is_stopped_by_ctrl_c_and_keeps_what_it_has(
    planned: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    into = tmp_path / "stopped"
    process = start(planned, into)
    wait_for_blocks(process, into, 2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err and b"the same command goes on from here" in err
    assert list(into.iterdir())
    assert start(planned, into).wait(120) == 0
    assert folder_of(into) == whole


@pytest.mark.parametrize("cut", [1, 5, 40, 2000])
def test_a_line_that_was_cut_off_is_played_again(cut: int, study: Comparing, result: Path, tmp_path: Path) -> None:
    into = tmp_path / "cut"
    into.mkdir()
    part = into / f"{study.id}.part"
    lines = [
        store.block_line(study, number, study.job.block(first, last))
        for number, (first, last) in enumerate(study.blocks)
    ]
    part.write_text("\n" + lines[2] + "\n" + lines[0][:-cut], "utf-8")
    assert set(store.done_blocks(part, study)) == {2}
    path, made = store.make(study, into)
    assert made and path.read_bytes() == result.read_bytes()
    assert [file.name for file in into.iterdir()] == [path.name]


def test_finished_blocks_are_not_played_again_nor_counted_twice(
    study: Comparing, result: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "again"
    into.mkdir()
    part = into / f"{study.id}.part"
    line = store.block_line(study, 1, study.job.block(100, 200))
    other = line.replace(study.id, "kkt-0000000000").replace("[1,", "[0,")
    strange = [
        "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
        "7",
        "[9, 1]",
        line.replace("[1,", "[9,", 1),
    ]
    part.write_text("\n".join([line, line, other, *strange]), "utf-8")
    played: list[tuple[int, int]] = []
    plain = kakeya.study.run.Job.block

    def noted(job: Any, first: int, last: int) -> Any:
        if first != last:
            played.append((first, last))
        return plain(job, first, last)

    monkeypatch.setattr(kakeya.study.run.Job, "block", noted)
    assert store.make(study, into, workers=1)[0].read_bytes() == result.read_bytes()
    assert played == [(0, 100), (200, 250)]


def test_a_finished_block_whose_sums_were_edited_is_played_again(
    study: Comparing, result: Path, tmp_path: Path
) -> None:
    into = tmp_path / "edited"
    into.mkdir()
    number, id, parts, seal = json.loads(store.block_line(study, 1, study.job.block(100, 200)))
    parts[0][0] += 1
    strange = "[1," + '"x",{"a":1},""]', "[" * 100_000, json.dumps([[], id, parts, seal])
    (into / f"{study.id}.part").write_text("\n".join([json.dumps([number, id, parts, seal]), *strange]), "utf-8")
    assert store.done_blocks(into / f"{study.id}.part", study) == {}
    assert store.make(study, into)[0].read_bytes() == result.read_bytes()


def test_what_a_killed_writer_left_is_cleared_away(study: Comparing, result: Path, tmp_path: Path) -> None:
    into = tmp_path / "left"
    into.mkdir()
    dead = subprocess.Popen(["true"])
    dead.wait()
    (into / f".{study.id}.json.{dead.pid}").write_text("{", "utf-8")
    alive = into / f".{study.id}.json.{os.getppid()}"
    alive.write_text("{", "utf-8")
    store.make(study, into)
    alive.unlink()  # that process may still be at it
    assert folder_of(into) == {result.name: result.read_bytes()}


@pytest.mark.parametrize("what", ["cut off", "a folder", "edited"])
def test_a_sweep_reports_what_is_there_and_is_no_result(
    what: str, planned: Path, whole: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "there"
    into.mkdir()
    for name, content in whole.items():
        (into / name).write_bytes(content)
    bad = into / sorted(whole)[0]
    if what == "cut off":
        bad.write_bytes(bad.read_bytes()[:-9])
    elif what == "edited":
        bad.write_bytes(bad.read_bytes().replace(b'"seed": 1', b'"seed": 2').replace(b'"engine": 1', b'"engine": 2'))
    else:
        bad.unlink()
        bad.mkdir()
    assert main(["sweep", str(planned), "--into", str(into)]) == 1
    out, err = capsys.readouterr()
    assert bad.name in err and bad.name not in out and out.count("is there") == len(whole) - 1


def test_so_many_rounds_that_no_file_holds_them_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KakeyaError, match="are too many for a result on disk; up to 10,000,000 are kept"):
        store.make(Comparing(A, B, "greedy", "rounds", 1 << 40, 1), tmp_path)


def test_a_result_or_token_names_shipped_rulesets_only(result: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("based-on: ja\n", "utf-8")
    path = edited(result, lambda d: d["a"].update({"based-on": str(mine)}))
    with pytest.raises(KakeyaError, match="is no shipped ruleset"):
        reproduce(path)
    found = token.token((one := Comparing(A, B, "greedy", "rounds", 20, 1)).result(one.empty()))
    named = token.read(found)
    named.parts[0][0] = str(mine)
    with pytest.raises(KakeyaError, match="is no shipped ruleset"):
        named.study()


@pytest.mark.parametrize("engine", [[1], {"a": 1}, "1", None, 1.0, 10**30])
def test_a_result_of_a_strange_engine_is_refused_in_a_sentence(engine: Any, result: Path) -> None:
    with pytest.raises(KakeyaError):
        reproduce(edited(result, lambda d: d.update(engine=engine)))


@pytest.mark.parametrize("content", ["[" * 100_000, '{"format": 1, "a": 5}', '{"format": 1, "n": ' + "9" * 5000 + "}"])
def test_files_that_only_look_like_results_are_refused(content: str, result: Path) -> None:
    result.write_text(content, "utf-8")
    for action in (reproduce, kakeya.cite):
        with pytest.raises(KakeyaError):
            action(str(result))


@pytest.mark.parametrize("bad", [None, 5, b"x", {}, [], "", "x" * 300 + ".json", "\0.json"])
def test_what_is_no_id_is_refused(bad: Any) -> None:
    for action in (reproduce, kakeya.cite):
        with pytest.raises(KakeyaError):
            action(bad)
    with pytest.raises(KakeyaError, match="is not a number of seconds"):
        reproduce("kkt-0123456789", seconds="x")  # type: ignore[arg-type]


def test_two_sweeps_into_one_folder_disturb_nobody(planned: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    into = tmp_path / "both"
    both = [start(planned, into), start(planned, into)]
    ends = [(one.communicate(timeout=120)[1], one.returncode) for one in both]
    assert ends == [(b"", 0)] * 2
    assert folder_of(into) == whole


def test_a_sweep_says_what_it_made_and_what_was_there(planned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", str(planned)]) == 0
    first = capsys.readouterr().out.splitlines()
    assert main(["sweep", str(planned)]) == 0
    second = capsys.readouterr().out.splitlines()
    assert [line.replace(": made", ": is there") for line in first] == second
    assert len(first) == 5 == len(plan.read(planned))
