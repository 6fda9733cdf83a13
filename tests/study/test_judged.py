"""Judged rounds that are kept: sound, found by what was played, and judged again the same."""

from __future__ import annotations

import json
import random as chance
from pathlib import Path

import pytest
from conftest import missing
from small import small_deal

import kakeya
from kakeya import compiled
from kakeya.cli import main
from kakeya.errors import KakeyaError
from kakeya.study import judged

FILES = judged.every()


def changed(tmp_path: Path, **how: object) -> Path:
    """A kept round of J in which something else stands."""
    path = tmp_path / "ja-8.json"
    path.write_text(json.dumps(json.loads((judged.JUDGED / "ja-8.json").read_text("utf-8")) | how), "utf-8")
    return path


def small_round(tmp_path: Path) -> Path:
    """A round of three tricks that nobody has judged yet."""
    path = tmp_path / "small.json"
    dealt = small_deal(chance.Random("a small round"), 3)
    path.write_text(json.dumps({"rules": "ja", "deal": dealt.as_json()}), "utf-8")
    return path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_round_is_found_by_what_was_played(path: Path) -> None:
    kept = judged.read(path)
    assert judged.as_text(kept) == path.read_text("utf-8")
    again = kakeya.play(kakeya.load(kept.record.rules.name), kept.record.deal)
    assert judged.find(again).values == kept.values


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_judged_again_a_kept_round_has_the_same_values(path: Path) -> None:
    if not compiled.available():
        missing("numba", "there is no numba here, and without it whole deals take far too long to judge")
    kept = judged.read(path)
    assert kakeya.judge(kept.record).values == kept.values


def test_a_round_that_is_not_kept_is_refused_with_what_to_do() -> None:
    rules = kakeya.load("ja")
    with pytest.raises(KakeyaError, match=r"no judgement of this round under ja is kept.*kakeya\.judge"):
        judged.find(kakeya.play(rules, kakeya.deal(rules, seed=9)))
    free = rules.edit({"rensho.follow": "free"})
    with pytest.raises(KakeyaError, match="no judgement of this round"):
        judged.find(kakeya.play(free, kakeya.deal(rules, seed=8)))


def test_what_was_judged_under_other_rules_is_refused_with_the_command(tmp_path: Path) -> None:
    path = changed(tmp_path, fingerprint="0123456789abcdef")
    with pytest.raises(
        KakeyaError, match=rf"rules that `ja` no longer has; judge it again with: kakeya judge .*{path.name}"
    ):
        judged.read(path)


def test_another_course_and_values_that_cannot_be_are_refused(tmp_path: Path) -> None:
    data = json.loads((judged.JUDGED / "ja-8.json").read_text("utf-8"))
    tricks = data["tricks"]
    for how, message in (
        ({"tricks": tricks[:-1]}, "not the round as it is played now"),
        ({"before": data["before"] + 3}, "cannot be those of this round"),
        ({"before": "seven"}, "cannot be read"),
        ({"tricks": [*tricks[:-1], tricks[-1] | {"values": [8, 8, 8, 8]}]}, "cannot be those of this round"),
        ({"tricks": [*tricks[:-1], tricks[-1] | {"values": []}]}, "cannot be read"),
        ({"deal": {"hands": []}}, "no judged round|cannot be played"),
        ({"rules": 8}, "is no judged round"),
        ({"rules": "nobody"}, "cannot be played: there is no ruleset"),
    ):
        with pytest.raises(KakeyaError, match=message):
            judged.read(changed(tmp_path, **how))


def test_the_command_judges_a_new_round_and_leaves_one_that_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_round(tmp_path)
    assert main(["judge", str(path)]) == 0
    assert "written" in capsys.readouterr().out
    kept = judged.read(path)
    assert kept.values == kakeya.judge(kept.record).values
    assert main(["judge", str(path)]) == 0
    assert "as it was" in capsys.readouterr().out


def test_the_command_says_what_is_no_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("", "[]", '{"players": "greedy"}'):
        (tmp_path / "none.json").write_text(words, "utf-8")
        assert main(["judge", str(tmp_path / "none.json")]) == 1
        assert "judged round" in capsys.readouterr().err
    assert main(["judge", str(tmp_path / "missing.json")]) == 1
    assert "missing.json" in capsys.readouterr().err


def test_the_command_goes_on_after_a_file_that_is_no_round_and_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, sound, uneven = tmp_path / "broken.json", small_round(tmp_path), tmp_path / "uneven.json"
    broken.write_text("{", "utf-8")
    data = json.loads(sound.read_text("utf-8"))
    data["deal"]["hands"][0] = " ".join(data["deal"]["hands"][0].split()[1:])
    uneven.write_text(json.dumps(data), "utf-8")
    data["deal"]["hands"][0] = 5
    (tmp_path / "number.json").write_text(json.dumps(data), "utf-8")
    assert main(["judge", *map(str, (broken, uneven, tmp_path / "number.json", sound))]) == 1
    said = capsys.readouterr()
    assert "written" in said.out
    assert all(name in said.err for name in ("broken.json", "uneven.json", "number.json"))
    assert "Error" not in said.err
