"""Paired comparison: what can be paired, what a comparison says, and what determines it."""

from __future__ import annotations

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.study import measures
from kakeya.study.compare import COLUMNS, Comparison
from kakeya.study.estimate import Z95


@pytest.fixture(scope="module")
def ja_and_uk() -> Comparison:
    return kakeya.compare("ja", "uk", 2000, "greedy", 1)


def test_four_players_and_six_share_no_deals() -> None:
    with pytest.raises(KakeyaError, match="ja is for 4 players and uk for 6: they share no deals"):
        kakeya.compare(kakeya.load("ja"), kakeya.load("uk", players=6), 10)


def test_six_hands_and_four_share_no_deals() -> None:
    with pytest.raises(KakeyaError, match="under ja 4 hands are dealt and under uk 6: uneven hands and hands of thir"):
        kakeya.compare(kakeya.load("ja", players=6), kakeya.load("uk", players=6), 10)


@pytest.mark.parametrize("rounds", [0, 1, -5, True, 2.5, "10", None, 1 << 41])
def test_what_is_no_number_of_rounds_is_refused(rounds: object) -> None:
    with pytest.raises(KakeyaError, match="is not a number of rounds; write a whole number, 2 or more"):
        kakeya.compare("ja", "uk", rounds)  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [0, -1, True, 2.0, "2", 5000])
def test_what_is_no_number_of_workers_is_refused(workers: object) -> None:
    with pytest.raises(KakeyaError, match="is not a number of workers"):
        kakeya.compare("ja", "uk", 10, workers=workers)  # type: ignore[arg-type]


def test_other_faults_are_refused_with_what_is_allowed() -> None:
    with pytest.raises(KakeyaError, match="is not a seed"):
        kakeya.compare("ja", "uk", 10, seed=-1)
    with pytest.raises(KakeyaError, match="there is no player `gready`; did you mean `greedy`"):
        kakeya.compare("ja", "uk", 10, "gready")
    with pytest.raises(KakeyaError, match="'match' cannot be simulated; did you mean `matches`"):
        kakeya.simulate("ja", 10, games="match")
    with pytest.raises(KakeyaError, match="there is no ruleset `jaa`"):
        kakeya.compare("jaa", "uk", 10)


@pytest.mark.parametrize("edit", [{"settle.aces.none": 1001}, {"settle.combine": "multiply", "settle.aces.none": 300}])
def test_stones_that_could_not_be_summed_exactly_are_refused(edit: dict) -> None:
    with pytest.raises(KakeyaError, match=r"can be worth 1,[02]0[01] stones; up to 1,000 are summed exactly"):
        kakeya.simulate(kakeya.load("ja").edit(edit), 10)
    assert kakeya.simulate(kakeya.load("ja").edit({"settle.aces.none": 1000}), 10)["stones"].mean > 0


def test_the_difference_is_that_of_the_two_means(ja_and_uk: Comparison) -> None:
    for effect in ja_and_uk.effects():
        assert effect.difference.mean == pytest.approx(effect.b.mean - effect.a.mean, abs=1e-12)


def test_each_side_is_what_simulating_it_alone_gives(ja_and_uk: Comparison) -> None:
    for which, name in enumerate(("ja", "uk")):
        alone = kakeya.simulate(name, 2000, "greedy", 1)
        assert alone.rows() == ja_and_uk.side(which).rows()


def test_the_intervals_are_those_of_the_paired_rounds() -> None:
    # Every round by itself, its difference, and the standard error of their mean.
    pairs = []
    for match in range(300):
        values = []
        for name in ("ja", "uk"):
            rules = kakeya.load(name)
            record = kakeya.play(rules, kakeya.deal(rules, 5, "greedy", match), "greedy")
            assert record.settlement is not None
            values.append(record.settlement.stones)
        pairs.append(values[1] - values[0])
    mean = sum(pairs) / 300
    spread = sum((pair - mean) ** 2 for pair in pairs) / 299
    found = kakeya.compare("ja", "uk", 300, "greedy", 5)["stones"].difference
    assert found.mean == pytest.approx(mean)
    assert found.error == pytest.approx((spread / 300) ** 0.5, rel=0.01)
    assert found.high - found.low == pytest.approx(2 * Z95 * found.error)


def test_pairing_makes_intervals_narrower() -> None:
    found = kakeya.compare("ja", kakeya.load("ja").edit({"rensho.follow": "free"}), 4000, "greedy")["lead-wins"]
    unpaired = (found.a.error**2 + found.b.error**2) ** 0.5
    assert found.difference.error < 0.7 * unpaired


def test_an_effect_is_clear_or_bounded_and_never_called_none(ja_and_uk: Comparison) -> None:
    for effect in ja_and_uk.effects():
        if effect.difference.is_clear:
            assert effect.none_above is None
        else:
            assert effect.none_above is not None and effect.none_above > 0


def test_the_rows_are_plain_and_hold_every_item(ja_and_uk: Comparison) -> None:
    rows = ja_and_uk.rows()
    assert rows.columns == COLUMNS
    assert len(rows) == sum(one.width for one in measures.OF_ROUNDS)
    for row in rows:
        assert (row["clear_together"] is None) == (row["item"] is not None)
        assert not (row["clear_together"] and not row["clear"])
    assert list(ja_and_uk.table()["measure"]) == rows["measure"]


def test_the_id_follows_from_what_determines_the_figures() -> None:
    def id(a="ja", b="uk", rounds=100, players="random", seed=1, games="rounds") -> str:
        return kakeya.compare(a, b, rounds, players, seed, games=games).id

    base = id()
    assert base == id() and base.startswith("kkt-") and len(base) == 14
    others = {id(b="ko"), id(a="uk", b="ja"), id(rounds=101), id(players="greedy"), id(seed=2)}
    others |= {id(players="random:random"), id(rounds=3, games="matches"), id(b=kakeya.load("uk").edit({"win.at": 10}))}
    assert len(others | {base}) == 9


def test_the_id_leaves_out_what_does_not_determine_the_figures() -> None:
    rules = kakeya.load("uk").edit({"partners.formed": "random", "stones.held-by": "team"}, title="Another title")
    base = kakeya.load("uk").edit({"stones.held-by": "team"})
    assert kakeya.compare("ja", rules, 50).id == kakeya.compare("ja", base, 50, workers=1).id


def test_how_trumps_are_named_is_in_the_caption_and_the_id() -> None:
    found = kakeya.compare("ja", "uk", 50, "greedy:best-for-hand")
    assert "all greedy:best-for-hand" in found.caption and found.id in found.caption
    assert found.id != kakeya.compare("ja", "uk", 50, "greedy").id


def test_the_points_that_cannot_matter_are_not_named() -> None:
    four = {one.point.id for one in kakeya.compare("ja", "uk", 10).points}
    assert "six.play" not in four and "rensho.follow" in four


def test_j_and_k_play_alike_with_four_and_not_with_six() -> None:
    assert kakeya.load("ja").fingerprint == kakeya.load("ko").fingerprint
    six = kakeya.compare(kakeya.load("ja", players=6), kakeya.load("ko", players=6), 200)
    assert six.points and any(effect.difference.mean for effect in six.effects())


def test_the_chart_is_made_from_the_comparison(ja_and_uk: Comparison) -> None:
    pytest.importorskip("altair")
    assert ja_and_uk.id in ja_and_uk.chart()._repr_mimebundle_()["text/html"]
