"""Attribution: Shapley values that sum to the whole, agree with their definition, and leave out what cannot matter."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import pytest

import kakeya
from kakeya import KakeyaError, Rules
from kakeya.study import attribute as module
from kakeya.study import measures
from kakeya.study.attribute import Attribution

ROUNDS = 300


def total(rules: Rules, measure: str, rounds: int = ROUNDS) -> int:
    return kakeya.simulate(rules, rounds, "greedy", 1).sum(measures.find(measure).place)


def shapley(a: Rules, changes: list[dict], measure: str) -> list[Fraction]:
    """By the definition: what a block adds, averaged over all orders of the blocks."""
    known: dict[frozenset[int], int] = {}

    def value(blocks: frozenset[int]) -> int:
        if blocks not in known:
            edit = {id: answer for block in blocks for id, answer in changes[block].items()}
            known[blocks] = total(a.edit(edit), measure)
        return known[blocks]

    sums = [0] * len(changes)
    orders = list(permutations(range(len(changes))))
    for order in orders:
        before: frozenset[int] = frozenset()
        for block in order:
            sums[block] += value(before | {block}) - value(before)
            before |= {block}
    return [Fraction(one, len(orders) * ROUNDS) for one in sums]


@pytest.mark.parametrize("measure", ["stones", "pictures", "lead-wins", "lead-stones", "rensho-takes"])
def test_the_values_are_those_of_the_definition_and_sum_to_the_whole(measure: str) -> None:
    a = kakeya.load("ja")
    changes = [
        {"trump.power": "none"},
        {"rensho.follow": "free"},
        {"settle.combine": "add"},
        {"settle.aces.look-at": "captured"},
    ]
    b = a.edit({id: answer for one in changes for id, answer in one.items()})
    found = kakeya.attribute(a, b, measure, rounds=ROUNDS)
    assert found.exact
    by_id = {next(iter(one)): value for one, value in zip(changes, shapley(a, changes, measure), strict=True)}
    for share in found.shares:
        assert share.value.mean == pytest.approx(float(by_id[share.id]), abs=1e-12)
        edited = a.edit(next(one for one in changes if share.id in one))
        assert share.alone.mean == pytest.approx((total(edited, measure) - total(a, measure)) / ROUNDS, abs=1e-12)
        assert share.order_error == 0
    assert {share.id for share in found.shares} | {one.point.id for one in found.left_out} == set(by_id)
    assert all(by_id[one.point.id] == 0 for one in found.left_out)
    assert sum(share.value.mean for share in found.shares) == pytest.approx(found.whole.mean, abs=1e-12)
    assert found.whole.mean == pytest.approx((total(b, measure) - total(a, measure)) / ROUNDS, abs=1e-12)


def test_what_is_divided_by_leads_is_divided_here_too() -> None:
    b = kakeya.load("ja").edit({"play.follow": "free"})
    found = kakeya.attribute("ja", b, "follower-choices", rounds=50)
    assert found.whole.mean == pytest.approx(kakeya.compare("ja", b, 50)["follower-choices"].difference.mean)


def test_interactions_are_what_two_blocks_do_beyond_each_alone() -> None:
    a = kakeya.load("ja")
    one, other = {"rensho.follow": "free"}, {"trump.power": "none"}
    found = kakeya.attribute(a, a.edit({**one, **other}), "pictures", rounds=ROUNDS)
    ((_, _, value),) = found.interactions
    none, first, second, both = (total(a.edit(edit), "pictures") for edit in ({}, one, other, {**one, **other}))
    assert value.mean == pytest.approx((both - first - second + none) / ROUNDS)


@pytest.fixture(scope="module")
def ja_to_uk() -> Attribution:
    return kakeya.attribute("ja", "uk", "stones", rounds=400)


def test_between_two_texts_all_orders_are_reckoned(ja_to_uk: Attribution) -> None:
    assert ja_to_uk.exact and 5 <= len(ja_to_uk.shares) <= 10
    assert sum(share.value.mean for share in ja_to_uk.shares) == pytest.approx(ja_to_uk.whole.mean, abs=1e-12)


def test_sampled_orders_come_close_to_all_orders_and_say_how_close(
    ja_to_uk: Attribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_EXACT", 3)
    found = kakeya.attribute("ja", "uk", "stones", rounds=400)
    assert not found.exact and not found.interactions
    assert sum(share.value.mean for share in found.shares) == pytest.approx(found.whole.mean, abs=1e-12)
    assert any(share.order_error for share in found.shares)
    for sampled, exact in zip(found.shares, ja_to_uk.shares, strict=True):
        assert abs(sampled.value.mean - exact.value.mean) <= 4.5 * sampled.order_error + 1e-12
    assert f"{2 * module.ORDERS} orders" in found.caption


def test_the_sampled_orders_follow_from_the_seed_and_come_with_their_reverse() -> None:
    orders = list(module._permutations(12, 5))
    assert orders == list(module._permutations(12, 5)) != list(module._permutations(12, 6))
    assert len(orders) == 2 * module.ORDERS
    for order, reverse in zip(orders[::2], orders[1::2], strict=True):
        assert sorted(order) == list(range(12)) and order[::-1] == reverse


def test_the_weights_of_all_orders_are_whole_and_those_of_shapley() -> None:
    for number in range(1, 8):
        scheme = module._exact(number)
        for block, weights in enumerate(scheme.shapley):
            assert sum(weights.values()) == 0
            for coalition, weight in weights.items():
                size = len(coalition - {block})
                wanted = Fraction(math.factorial(size) * math.factorial(number - size - 1), math.factorial(number))
                assert Fraction(weight, scheme.divisor) == (wanted if block in coalition else -wanted)


def test_points_that_are_possible_only_together_are_one_block() -> None:
    tricks = {"goal": "tricks", "win.at": 7, "settle.pictures": [[7, 1], [13, 4]]}
    b = kakeya.load("ja").edit({**tricks, "rensho.follow": "free"})
    found = kakeya.attribute("ja", b, "stones", rounds=100)
    assert [share.id for share in found.shares] == ["rensho.follow", "goal + win.at + settle.pictures"]
    assert found.whole.mean == pytest.approx(kakeya.compare("ja", b, 100)["stones"].difference.mean)
    assert sum(share.value.mean for share in found.shares) == pytest.approx(found.whole.mean, abs=1e-12)


@pytest.mark.parametrize("measure", [one.id for one in measures.OF_ROUNDS if one.width == 1])
def test_what_is_left_out_indeed_cannot_touch_the_measure(measure: str) -> None:
    found = kakeya.attribute("ja", "uk", measure, rounds=20)
    a, b = kakeya.load("ja"), kakeya.load("uk")
    for one in found.left_out:
        if one.point.id == "dealers.first":  # who deals moves all seats alike
            continue
        edited = a.edit({one.point.id: b[one.point.id]})
        assert total(edited, measure) == total(a, measure), one.point.id


def test_two_supplied_silences_are_no_difference_and_one_supplied_answer_is_told_apart() -> None:
    found = kakeya.attribute(kakeya.load("town"), kakeya.load("uk"), "stones", rounds=20)
    assert all(not all(one.both_supplied for one in share.block) for share in found.shares)
    for share in found.shares:
        assert share.supplied == any(one.a.is_supplied or one.b.is_supplied for one in share.block)
    assert [row["supplied"] for row in found.rows()] == [share.supplied for share in found.shares]


def test_the_same_rules_have_no_shares() -> None:
    found = kakeya.attribute("ja", "ko", "stones", rounds=20)
    assert (found.shares, found.whole.mean) == ([], 0)


def test_a_distribution_and_rules_that_cannot_be_paired_are_refused() -> None:
    with pytest.raises(KakeyaError, match="`stones-are` is a distribution; attribute a measure of one number"):
        kakeya.attribute("ja", "uk", "stones-are")
    with pytest.raises(KakeyaError, match="share no deals"):
        kakeya.attribute("ja", kakeya.load("uk", players=6))
