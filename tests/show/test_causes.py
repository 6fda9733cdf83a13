"""Charts of causes say what the attribution and the published comparisons say."""

from __future__ import annotations

import base64
import re

import pytest

import kakeya
from kakeya.show import causes
from kakeya.show.published import published
from kakeya.study.estimate import holm

pytest.importorskip("vl_convert")


def csv(html: str) -> list[dict[str, str]]:
    (data,) = re.findall(r'href="data:text/csv;base64,([^"]+)"', html)
    head, *rows = base64.b64decode(data).decode().splitlines()
    return [dict(zip(head.split(","), row.split(","), strict=True)) for row in rows]


@pytest.fixture(scope="module")
def attribution() -> kakeya.study.attribute.Attribution:  # type: ignore[name-defined]
    return kakeya.attribute("ja", "uk", "stones", rounds=200, workers=1)


def test_the_waterfall_starts_at_one_text_and_ends_at_the_other(attribution: object) -> None:
    figure = causes.waterfall(attribution)  # type: ignore[arg-type]
    a = kakeya.simulate("ja", rounds=200, workers=1)["stones"].mean
    b = kakeya.simulate("uk", rounds=200, workers=1)["stones"].mean
    assert f"{a:.2f} stones under J and {b:.2f} under U" in figure.title
    assert "Shapley" in figure.html and "Left out" in figure.html
    assert all(share.id in figure.html for share in attribution.shares)  # type: ignore[attr-defined]


def test_answers_one_at_a_time_are_judged_together() -> None:
    figure = causes.one_at_a_time("stones")
    rows = csv(figure.html)
    assert {row["players"] for row in rows} == {"greedy", "random", "greedy:best-for-hand"}
    found = [
        one["stones"].difference
        for id in kakeya.texts.catalogue.catalogue()  # type: ignore[attr-defined]
        for one in causes.one_point(id)
        if one.games == "rounds" and one.a.players == 4
    ]
    assert [row["clear"] != "not clear" for row in rows] == holm(found)
    assert "no effect" not in figure.html
    assert {row["status in U"] for row in rows} <= set(causes.STATUSES)


def test_courses_speak_of_one_place_and_show_all() -> None:
    pair = published("ja", "uk")
    figure = causes.course(pair, "follower-choices-in", at=1)
    first = next(pair.effects("follower-choices-in"))
    assert figure.title.startswith(f"In trick 1 a follower has {first.a.mean:.2f} legal cards under J")
    assert pair.id in figure.html and len(csv(figure.html)) == 26
    matches = causes.course(published("ja", "uk", games="matches"), "goes-on")
    assert "of the matches under J" in matches.title


def test_skill_names_who_asks_most() -> None:
    orders = [kakeya.order(name, rounds=2000, workers=1) for name in ("uk", "ja")]
    figure = causes.skill(*orders)
    most = max(orders, key=lambda one: one.order.mean)
    assert f"Most skill is asked by {most.rules.text.siglum}, 4 players: {most.order.mean:.2f}" in figure.title


def test_gathered_pictures_are_spread_evenly() -> None:
    ja = kakeya.load("ja")
    mixed = ja.edit({"deal.gathered": "mixed"}, title="a mixed pack")
    halves = ja.edit({"deal.gathered": "pictures-together"}, title="halves shuffled")
    pair = published(mixed, halves, games="matches")
    figure = causes.spread(pair)
    assert pair["picture-spread"].b.mean < pair["picture-spread"].a.mean
    assert f"{pair['picture-spread'].b.mean:.2f} with halves shuffled" in figure.title


def test_only_effects_that_are_clear_together_are_called_largest() -> None:
    ja = kakeya.load("ja")
    nothing = published(ja, ja.edit({"settle.combine": "larger"}))
    assert causes.largest(nothing) is None and causes.how_many(nothing)[0] == 0
    assert causes.unmoved(nothing["stones"])
    clear = published(ja, ja.edit({"rensho.follow": "free"}))
    effect = causes.largest(clear)
    assert effect and effect.clear_together and causes.size(effect) > 0.1
