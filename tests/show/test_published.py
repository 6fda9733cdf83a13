"""Pages ask for published results by rules and players, and show none that is not of the present rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kakeya
from kakeya.errors import KakeyaError
from kakeya.show import published as function
from kakeya.show.published import (
    PLAYERS,
    RENEW,
    _index,
    _read,
    alone,
    attribution,
    every,
    known,
    one_point,
    order,
    published,
)
from kakeya.study import store
from kakeya.study.plan import read


def test_a_comparison_is_found_by_what_was_compared() -> None:
    assert function is published
    found = published("ja", "uk")
    assert found.id in store.names() and found.rounds == 100_000 and found.players.text == "greedy"
    fewer = published("ja", "uk", rounds=20_000)
    assert fewer.id != found.id and fewer.rounds == 20_000
    six = published("ja", "ko", seats=6, games="matches")
    assert six.a.players == 6 and six.games == "matches"


def test_an_edit_is_the_same_edit_under_any_title() -> None:
    ja = kakeya.load("ja")
    free = ja.edit({"rensho.follow": "free"}, title="J with a free Rensho")
    found = published(ja, free)
    assert found.b.title == "J with a free Rensho"
    assert found.sums == published("ja", ja.edit({"rensho.follow": "free"})).sums


def test_what_nobody_published_is_refused_with_the_command_that_makes_it() -> None:
    edited = kakeya.load("ja").edit({"stones.count": 3})
    with pytest.raises(KakeyaError, match=RENEW):
        published("ja", edited)
    with pytest.raises(KakeyaError, match=RENEW):
        alone(edited)
    assert known(kakeya.load("ja"), edited) is None


def test_a_result_of_other_rules_or_an_edited_one_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    id = published("ja", "uk", rounds=20_000).id
    shutil.copy(store.COMPARISONS / f"{id}.json", tmp_path)
    monkeypatch.setattr(store, "COMPARISONS", tmp_path)
    assert published("ja", "uk").id == id
    path = tmp_path / f"{id}.json"
    text = path.read_text("utf-8")
    ruined = (text.replace('"seed": 1', '"seed": 2'), text.replace('"a":0.', '"a":1.', 1), text[:-500])
    for number, content in enumerate(ruined):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / path.name).write_text(content, "utf-8")
        monkeypatch.setattr(store, "COMPARISONS", folder)
        with pytest.raises(KakeyaError, match=RENEW):
            published("ja", "uk", seed=2 if number == 0 else 1)
    _index.cache_clear()
    _read.cache_clear()


def test_one_side_stands_by_itself_with_the_figures_of_a_simulation() -> None:
    side = alone("uk", seats=6)
    again = kakeya.simulate(kakeya.load("uk", 6), rounds=300, workers=1)
    assert side.rules.fingerprint == again.rules.fingerprint and side.number >= 20_000
    assert abs(side["stones"].mean - again["stones"].mean) < 0.5


def test_points_have_their_comparisons_under_every_kind_of_player() -> None:
    found = list(one_point("rensho.follow"))
    assert [one.players.text for one in found if one.games == "rounds"] == list(PLAYERS)
    assert all(set(one.b.edits) == {"rensho.follow"} for one in found)
    assert not list(one_point("play.follow"))
    assert {one.a.players for one in one_point("six.play")} == {6}
    assert not list(one_point("six.play", "uk"))


def test_every_one_is_listed_in_the_order_of_the_plan() -> None:
    assert [one.study.id for one in every()] == [study.id for study in read(store.COMPARISONS / "plan.yaml")]


def test_pages_find_them_by_what_was_studied_and_are_refused_what_nobody_published() -> None:
    edited = kakeya.load("ja").edit({"stones.count": 3})
    found = attribution("ja", "uk", "stones")
    assert found.id in store.names() and found.measure.id == "stones" and found.exact
    skill = order("ko", "greedy:best-for-hand", "greedy", seats=6)
    assert skill.id in store.names() and skill.rules.players == 6
    with pytest.raises(KakeyaError, match=r"no attribution of these rules is published: .*then run: kakeya sweep"):
        attribution("ja", edited, "stones")
    with pytest.raises(KakeyaError, match=r"no order of these rules is published: .*then run: kakeya sweep"):
        order(edited)
