"""Order: how much a better player wins."""

from __future__ import annotations

import pytest
import space

import kakeya
from kakeya import KakeyaError
from kakeya.study.estimate import rounded


@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_the_share_is_that_of_the_records(name: str, seats: int) -> None:
    rules = kakeya.load(name, players=seats)
    sides, each = seats // 2, 30
    even = 1 / (3 if seats == 6 and rules["six.play"] == "all-pairs" else 2)
    won = played = 0.0
    for side in range(sides):
        players = ",".join("greedy" if other == side else "random" for other in range(sides))
        for match in range(side * each, side * each + each):
            deal = kakeya.deal(rules, 3, players, match)
            if deal.hands[side]:
                played += 1
                end = kakeya.play(rules, deal, players).settlement
                assert end is not None
                won += even if end.winner is None else end.winner == side
    found = kakeya.order(rules, rounds=sides * each, seed=3)
    assert (rounded(found.share.mean), found.share.n) == (rounded(won / played), played)
    assert rounded(found.order.mean) == rounded((found.share.mean - even) / (1 - even))


@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_a_better_player_wins_more_and_an_equal_one_does_not(name: str, seats: int) -> None:
    rules = kakeya.load(name, players=seats)
    better = kakeya.order(rules, "greedy", "random", 3000)
    assert better.order.low > 0.1 and better.share.high < 1
    equal = kakeya.order(rules, "random", "random", 3000)
    assert abs(equal.order.mean) < 4 * equal.order.error
    worse = kakeya.order(rules, "random", "greedy", 3000)
    assert worse.order.high < 0


def test_what_cannot_be_ordered_is_refused() -> None:
    with pytest.raises(KakeyaError, match="names several players"):
        kakeya.order("ja", "greedy,random")
    with pytest.raises(KakeyaError, match="are too few; write 4 or more"):
        kakeya.order("ja", rounds=3)
