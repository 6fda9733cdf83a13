"""The shell: commands, exit codes, and what is printed where."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kakeya
from kakeya.cli import main
from kakeya.texts import collation, library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown

Capture = pytest.CaptureFixture[str]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(library.RULESETS.parent), "COLUMNS": "100"}
ENVIRONMENT.pop("NO_COLOR", None)


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def shell(*arguments: str, cwd: Path | None = None, **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "kakeya", *arguments]
    return subprocess.run(command, capture_output=True, cwd=cwd, env={**ENVIRONMENT, **more}, timeout=60, check=False)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text("based-on: ja\npoints:\n  rensho.follow: free\n", encoding="utf-8")
    return path


@pytest.fixture
def bad(mine: Path) -> Path:
    path = mine.with_name("bad.yaml")
    path.write_text("based-on: ja\npoints:\n  rensho.folow: free\n  win.at: 010\n", encoding="utf-8")
    return path


# -- exit codes -----------------------------------------------------------------------------------
def test_done_is_0(capsys: Capture, mine: Path) -> None:
    assert run(capsys, "check", "mine.yaml", "uk") == (
        0,
        "mine.yaml: good (4 and 6 players)\nuk: good (4 and 6 players)\n",
        "",
    )


def test_an_input_at_fault_is_1_with_every_fault_of_every_file(capsys: Capture, bad: Path) -> None:
    code, out, err = run(capsys, "check", "bad.yaml", "mine.yaml", "none.yaml")
    assert code == 1
    assert out == "mine.yaml: good (4 and 6 players)\n"
    lines = err.splitlines()
    assert lines[0].startswith("kakeya: bad.yaml:3: there is no point `rensho.folow`; did you mean `rensho.follow`?")
    assert lines[1].startswith("kakeya: bad.yaml:4: win.at: `010` is not a whole number")
    assert lines[2] == "kakeya: none.yaml: there is no such file"
    assert len(lines) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "bad.yaml"),
        ("diff", "ja", "bad.yaml"),
        ("collate", "ja", "bad.yaml"),
        ("play", "bad.yaml"),
        ("show", "jaa"),
    ],
)
def test_every_command_says_what_is_at_fault_and_prints_nothing_else(
    capsys: Capture, bad: Path, arguments: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert all(line.startswith("kakeya: ") for line in err.splitlines())
    assert err


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("show", "ja", "--seats", "5"),
        ("show", "ja", "--readings", "tie"),
        ("collate", "--format", "pdf"),
        ("new", "x"),
        ("check",),
        ("play", "ja", "--seed", "x"),
        ("--nonsense",),
    ],
)
def test_wrong_usage_is_2(capsys: Capture, arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("kakeya: ")


def test_a_mistyped_command_is_2_with_the_nearest(capsys: Capture) -> None:
    code, out, err = run(capsys, "colate")
    assert (code, out) == (2, "")
    assert "did you mean `collate`?" in err


@pytest.mark.parametrize("arguments", [(), ("--help",), ("--version",), ("show", "--help")])
def test_asking_for_help_is_0(capsys: Capture, arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "kakeya" in out


def test_there_is_no_traceback_and_it_works_as_a_module(bad: Path) -> None:
    done = shell("show", "bad.yaml", cwd=bad.parent)
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"kakeya: bad.yaml:3: ")


# -- show, diff, collate --------------------------------------------------------------------------
def test_show_has_every_point_with_question_answer_place_and_supplier(capsys: Capture) -> None:
    code, out, _ = run(capsys, "show", "uk")
    assert code == 0
    flat = " ".join(out.split())
    rules = kakeya.load("uk")
    for id, point in catalogue().items():
        assert f"\n{id}  {shown(rules[id])}\n" in out
        assert point.question in flat
    for source, why in rules.supplied.values():
        assert f"supplied by {'the editor' if source == 'editor' else source}: {' '.join(why.split())}" in flat
    assert "\nrensho.follow  free\n" in out
    assert "можна покласти коли завгодно" in flat


def test_show_obeys_seats_and_readings(capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", "uk", "--seats", "6", "--readings", "trump.power=literal", "--json")
    data = json.loads(out)
    rules = kakeya.load("uk", players=6, readings={"trump.power": "literal"})
    assert (data["players"], data["fingerprint"]) == (6, rules.fingerprint)
    assert {id: one["value"] for id, one in data["points"].items()} == rules.values


def test_show_fits_the_screen(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from kakeya.texts.tables import width

    for columns in (60, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        _, out, _ = run(capsys, "show", "ja")
        answers = {f"{id}  " for id in catalogue()}
        for line in out.splitlines():
            assert width(line) <= columns or line.startswith(tuple(answers))


def test_there_are_no_colours_where_nobody_looks() -> None:
    done = shell("show", "ja")
    assert done.returncode == 0
    assert b"\033" not in done.stdout


def test_diff_shows_both_answers_and_whence(capsys: Capture, mine: Path) -> None:
    code, out, _ = run(capsys, "diff", "ja", "mine.yaml")
    assert code == 0
    assert "differ at one point" in out
    assert "ja: bound, J 33.6" in out
    assert "mine: free, edit" in out
    _, out, _ = run(capsys, "diff", "ja", "mine.yaml", "--json")
    assert [row["point"] for row in json.loads(out)["differ"]] == ["rensho.follow"]
    _, out, _ = run(capsys, "diff", "ja", "ja")
    assert "alike" in out


@pytest.mark.parametrize("format", ["md", "csv", "json"])
def test_collate_prints_what_the_function_gives(capsys: Capture, format: str) -> None:
    code, out, _ = run(capsys, "collate", "--format", format)
    assert code == 0
    assert out == collation.FORMATS[format]()
    _, out, _ = run(capsys, "collate", "--format", format, "--seats", "6", "uk", "ko")
    assert out == collation.FORMATS[format]("uk", "ko", players=6)


def test_the_shell_offers_every_format_there_is() -> None:
    from kakeya.cli import FORMATS

    assert set(FORMATS) == set(collation.FORMATS)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "ja", "--json"),
        ("diff", "uk", "ja", "--json"),
        ("collate", "--format", "json"),
        ("schema",),
        ("play", "ja", "--json"),
    ],
)
def test_json_is_the_same_bytes_from_any_folder_and_in_any_locale(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    here = shell(*arguments)
    there = shell(*arguments, cwd=tmp_path, PYTHONHASHSEED="1", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert here.returncode == 0
    assert here.stdout == there.stdout
    json.loads(here.stdout)
    assert str(library.RULESETS.parent).encode() not in here.stdout


# -- verify-texts ---------------------------------------------------------------------------------
def test_verify_texts_passes_on_the_sources(capsys: Capture, sources_dir: Path) -> None:
    code, out, err = run(capsys, "verify-texts", str(sources_dir))
    assert (code, err) == (0, "")
    assert sorted(line[0] for line in out.splitlines()) == ["J", "K", "U"]


def test_verify_texts_fails_when_one_word_is_changed(capsys: Capture, sources_dir: Path, tmp_path: Path) -> None:
    for file in sources_dir.glob("*.txt"):
        text = file.read_bytes().decode()
        (tmp_path / file.name).write_bytes(text.replace("反時計回り", "時計回り").encode())
    code, out, err = run(capsys, "verify-texts", str(tmp_path))
    assert (code, out) == (1, "")
    assert "play.direction: J 39.1 is not the sentence that was collated" in err
    assert "001_2eec760eb1e13f91.txt: is not the file that was collated" in err
    assert "uk.yaml" not in err


def test_verify_texts_needs_a_folder(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "verify-texts", str(tmp_path / "none"))
    assert code == 1
    assert "no such folder" in err


# -- new, play, lab, book -------------------------------------------------------------------------
def test_new_writes_a_good_file_and_never_over_another(capsys: Capture, mine: Path) -> None:
    assert run(capsys, "new", "fresh", "--based-on", "mine.yaml") == (0, "fresh.yaml: written\n", "")
    assert run(capsys, "check", "fresh.yaml")[0] == 0
    assert kakeya.load("fresh.yaml") == kakeya.load("mine.yaml")
    before = mine.read_bytes()
    code, _, err = run(capsys, "new", "mine", "--based-on", "ja")
    assert code == 1
    assert "exists already" in err
    assert mine.read_bytes() == before


@pytest.mark.parametrize("seats", ["4", "6"])
def test_play_prints_the_record_of_the_same_round_for_the_same_seed(capsys: Capture, seats: str) -> None:
    code, out, _ = run(capsys, "play", "uk", "--seed", "7", "--seats", seats)
    rules = kakeya.load("uk", players=int(seats))
    assert code == 0
    assert out == f"{kakeya.play(rules, kakeya.deal(rules, seed=7))}\n"
    assert out != run(capsys, "play", "uk", "--seed", "8", "--seats", seats)[1]
    assert out != run(capsys, "play", "uk", "--seed", "7", "--seats", seats, "--players", "random")[1]


def test_play_refuses_players_that_there_are_not(capsys: Capture) -> None:
    code, out, err = run(capsys, "play", "ja", "--players", "gredy")
    assert (code, out) == (1, "")
    assert "greedy" in err


@pytest.mark.parametrize("target", ["lab", "book"])
def test_lab_and_book_say_what_to_do_outside_a_checkout(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: str
) -> None:
    monkeypatch.setattr(library, "RULESETS", tmp_path / "rulesets")
    code, _, err = run(capsys, target)
    assert code == 1
    assert f"make {target}" in err


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["lab", "book"])
def test_lab_and_book_run_make_in_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: str) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "Makefile").write_text(
        f".PHONY: {target}\n{target}:\n\t@touch made-{target}; exit $(code)\n", encoding="utf-8"
    )
    monkeypatch.setattr(library, "RULESETS", tmp_path / "rulesets")
    for code, expected in (("0", 0), ("3", 1)):
        monkeypatch.setenv("code", code)
        assert main([target]) == expected
        (tmp_path / f"made-{target}").unlink()


# -- manners --------------------------------------------------------------------------------------
@pytest.mark.skipif(os.name != "posix", reason="needs a shell with pipes")
def test_a_reader_who_leaves_early_is_no_fault() -> None:
    command = f'"{sys.executable}" -m kakeya collate | head -1'
    done = subprocess.run(command, shell=True, capture_output=True, env=ENVIRONMENT, timeout=60, check=False)
    assert done.stdout == b"# Collation\n"
    assert done.stderr == b""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    code = "import kakeya.cli as c, time; c._show = lambda o: print('ready', flush=True) or time.sleep(60); c.main(['show', 'ja'])"
    code = f"import sys; {code.replace('c.main', 'sys.exit(c.main')})"
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1, env=ENVIRONMENT) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == b"\n"


def test_check_starts_without_what_it_does_not_need(mine: Path) -> None:
    code = (
        "import sys; from kakeya.cli import main; main(['check', 'mine.yaml']); "
        "print(sorted({'numpy', 'pandas', 'numba', 'altair', 'kakeya.table.play', 'kakeya.players'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, cwd=mine.parent, check=True
    )
    assert done.stdout.decode().splitlines()[-1] == "[]"


def test_check_is_quick(mine: Path) -> None:
    best = 60.0
    for _ in range(3):
        start = time.perf_counter()
        assert shell("check", "mine.yaml", cwd=mine.parent).returncode == 0
        best = min(best, time.perf_counter() - start)
    assert best < 3, "it takes about a third of a second on an idle machine"


def test_solve_prints_what_each_side_takes_and_a_best_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "ja", "N:AK..3. Q2..4. JT..5. 98..6.", "--trump", "spades", "--plays"]) == 0
    said = capsys.readouterr().out
    assert "Seats 0 and 2 take" in said
    assert "seat 0 leads" in said
    assert "A♠" in said


def test_solve_refuses_what_is_no_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "ja", "N:AKQ2"]) == 1
    assert "PBN" in capsys.readouterr().err


# -- when the output, or a file, cannot be had ----------------------------------------------------
def bash(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    text = script.replace("kakeya", f"{sys.executable} -m kakeya")
    run = subprocess.run(["bash", "-c", text], capture_output=True, text=True, cwd=cwd, env=ENVIRONMENT, check=False)
    assert "Traceback" not in run.stderr and "Exception ignored" not in run.stderr
    return run


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["show ja", "check ja", "collate --format csv"])
def test_an_output_that_takes_nothing_is_said_in_a_line(command: str, tmp_path: Path) -> None:
    full = bash(f"kakeya {command} > /dev/full", tmp_path)
    assert (full.returncode, full.stderr) == (1, "kakeya: the output: No space left on device\n")
    closed = bash(f"kakeya {command} >&-", tmp_path)
    assert (closed.returncode, closed.stderr.count("\n")) == (1, 1) and "the output is closed" in closed.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell's pipes")
def test_a_reader_that_leaves_does_not_change_the_exit_code(tmp_path: Path) -> None:
    assert bash("kakeya check uk nope | true; exit ${PIPESTATUS[0]}", tmp_path).returncode == 1
    assert bash("kakeya check uk ja | true; exit ${PIPESTATUS[0]}", tmp_path).returncode == 0


def test_a_folder_that_cannot_be_written_to_is_said_in_a_line(capsys: Capture, mine: Path) -> None:
    mine.with_name("plan.yaml").write_text("studies:\n  - {a: ja, b: uk, rounds: 20}\n", "utf-8")
    code, out, err = run(capsys, "sweep", "plan.yaml", "--into", "mine.yaml/results")
    assert (code, out) == (1, "") and err.startswith("kakeya: mine.yaml/results") and err.count("\n") == 1


def test_names_that_no_file_can_have_are_said_in_a_line(capsys: Capture, mine: Path) -> None:
    for name in ("x" * 300, "x" * 300 + ".yaml", "", "\0"):
        for command in (("check", name), ("sweep", name), ("verify-texts", name), ("new", name, "--based-on", "ja")):
            code, out, err = run(capsys, *command)
            assert (code, out) == (1, "") and err.startswith("kakeya: ") and len(err) < 400, command


def test_the_shell_works_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = bash(f"rmdir {gone}; kakeya check ja x.yaml", gone)
    assert done.returncode == 1 and "there is no such file" in done.stderr and "ja: good" in done.stdout


@pytest.mark.parametrize("name", [".", "..", "a\nb", "\x1b[31m", "sub/", "sub/.."])
def test_new_refuses_what_is_no_name(name: str, capsys: Capture, mine: Path) -> None:
    code, _, err = run(capsys, "new", name, "--based-on", "ja")
    assert code == 1 and "cannot be the name of a file" in err and "\x1b" not in err
    assert [path.name for path in mine.parent.iterdir()] == ["mine.yaml"]


def test_check_notes_a_siglum_that_a_shipped_text_has(capsys: Capture, mine: Path) -> None:
    mine.write_text(library.shipped()["ja"].read_text("utf-8"), "utf-8")
    assert "note: its siglum `J` is that of the shipped ja" in run(capsys, "check", "mine.yaml")[1]
    assert "siglum" not in run(capsys, "check", "ja", "uk", "town")[1]
