"""Every measure, reckoned a second time from the records of the rounds, without any of the code that sums them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
import space

import kakeya
from kakeya import KakeyaError, Rules
from kakeya.rules.possible import hands
from kakeya.study import measures
from kakeya.study.estimate import rounded
from kakeya.table.record import Record

ROUNDS = 40
CASES = [(name, seats, players) for name, seats in space.TABLES for players in ("random", "greedy")]


def records(rules: Rules, players: str, seed: int, rounds: int = ROUNDS) -> list[Record]:
    deals = [kakeya.deal(rules, seed, players, match) for match in range(rounds)]
    return [kakeya.play(rules, deal, players) for deal in deals]


def worth(rules: Rules, cards: tuple[str, ...]) -> int:
    """What a trick counts."""
    if rules["goal"] == "tricks":
        return 1
    return sum(card[:-1] in rules["pictures"] for card in cards)


def by_hand(record: Record) -> dict[str, list[int]]:
    """The measures of one round, before anything is divided."""
    rules, deal, end = record.rules, record.deal, record.settlement
    assert end is not None
    sides = deal.players // 2
    leading = deal.leader % sides
    found = {one.id: [0] * one.width for one in measures.OF_ROUNDS}
    held = [list(hand) for hand in deal.hands]
    had = [0] * sides
    ahead = None
    rensho = rules.rensho(deal.trump)
    for number, trick in enumerate(record.tricks):
        for turn, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            legal = len(rules.legal(held[seat], trick.cards[:turn], deal.trump))
            who = "follower" if turn else "leader"
            found[f"{who}-choices"][0] += legal
            found[f"{who}-choices-in"][number] += legal
            held[seat].remove(card)
        if rensho in trick.cards:
            found["rensho-trick"][0] = number + 1
            found["rensho-falls-in"][number] = 1
            found["rensho-takes"][0] = worth(rules, trick.cards)
        had[trick.taker % sides] += worth(rules, trick.cards)
        alone = [
            side for side in range(sides) if all(had[side] > had[other] for other in range(sides) if other != side)
        ]
        if alone and alone[0] != ahead:
            found["lead-changes"][0] += ahead is not None
            ahead = alone[0]
    total = 13 if rules["goal"] == "tricks" else 4 * len(rules["pictures"])
    found["lead-wins"][0] = end.winner == leading
    found["nobody-wins"][0] = end.winner is None
    found["tie"][0] = end.decided_by == "tie"
    found["sweep"][0] = max(had) == total
    found["pictures"][0] = had[leading]
    found["pictures-are"][min(had[leading], 20)] = 1
    found["stones"][0] = end.stones
    found["stones-are"][min(end.stones, 8)] = 1
    found["lead-stones"][0] = end.stones if end.winner == leading else -end.stones
    return found


@pytest.mark.parametrize(("name", "seats", "players"), CASES)
def test_the_measures_of_rounds_are_those_of_their_records(name: str, seats: int, players: str) -> None:
    rules = kakeya.load(name, players=seats)
    played = records(rules, players, 6)
    found = kakeya.simulate(rules, ROUNDS, players, 6)
    sums = [by_hand(record) for record in played]
    leads = sum(len(record.tricks) for record in played)
    follows = sum(len(trick.cards) - 1 for record in played for trick in record.tricks)
    for one in measures.OF_ROUNDS:
        for item in range(one.width):
            follows_in = sum(len(r.tricks[item].cards) - 1 for r in played if len(r.tricks) > item)
            per = {"round": ROUNDS, "lead": leads, "follower": follows, "trick's follower": follows_in or 1}[one.per]
            total = sum(each[one.id][item] for each in sums)
            assert rounded(found.estimates(one)[item].mean) == rounded(total / per), (one.id, item)


@pytest.mark.parametrize("edit", [{}, {"end.when": "rounds", "end.rounds": 6, "end.winner": "most-stones"}])
@pytest.mark.parametrize(("name", "seats"), space.TABLES)
def test_the_measures_of_matches_are_those_of_their_records(name: str, seats: int, edit: dict) -> None:
    rules = kakeya.load(name, players=seats).edit(edit)
    matches = [kakeya.play_match(rules, 4, "greedy", match) for match in range(12)]
    found = kakeya.simulate(rules, 12, "greedy", 4, games="matches")
    sides = seats // 2

    def mean(values: list[float]) -> float:
        return rounded(sum(values) / 12)

    def ahead(match: kakeya.MatchRecord, number: int) -> bool:  # type: ignore[name-defined]
        if number > len(match.rounds):
            return False
        purses = match.stones[number - 1]
        stones = [sum(purses[side::sides]) for side in range(sides)]
        first = match.rounds[0].deal.leader % sides
        return all(stones[first] > stones[side] for side in range(sides) if side != first)

    assert rounded(found["rounds"].mean) == mean([len(one.rounds) for one in matches])
    assert rounded(found["stones-in-match"].mean) == mean([sum(r.settlement.stones for r in m.rounds) for m in matches])
    assert rounded(found["drawn"].mean) == mean([one.champion is None for one in matches])
    leads = [one.rounds[0].deal.leader % sides for one in matches]
    won = [one.champion == lead for one, lead in zip(matches, leads, strict=True)]
    assert rounded(found["lead-wins-match"].mean) == mean(won)
    for number in range(1, measures.COURSE + 1):
        goes_on = [len(one.rounds) > number for one in matches]
        assert rounded(found.estimates("goes-on")[number - 1].mean) == mean(goes_on)
        assert rounded(found.estimates("lead-ahead")[number - 1].mean) == mean([ahead(one, number) for one in matches])
    lengths = Counter(min(len(one.rounds), measures.COURSE + 1) for one in matches)
    for number, value in enumerate(found.estimates("rounds-are"), 1):
        assert rounded(value.mean) == rounded(lengths[number] / 12)


def test_the_spread_of_a_deal_is_the_variance_over_its_hands() -> None:
    for seats in (4, 6):
        rules = kakeya.load("uk", players=seats)
        many = hands(rules.values, seats)
        total = Fraction(0)
        played = 0
        for match in range(12):
            record = kakeya.play_match(rules, 9, "random", match, rounds=2)
            if len(record.rounds) == 2:
                dealt = [hand for hand in record.rounds[1].deal.hands if hand]
                assert len(dealt) == many
                counts = [sum(card[:-1] in "AKQJ" for card in hand) for hand in dealt]
                total += sum((count - Fraction(16, many)) ** 2 for count in counts) / many
                played += 1
        found = kakeya.simulate(rules, 12, "random", 9, games="matches")["picture-spread"]
        assert played and found.mean == pytest.approx(float(total / 12), rel=1e-12)


def test_distributions_are_whole_and_agree_with_their_means() -> None:
    for name, seats in space.TABLES:
        found = kakeya.simulate(kakeya.load(name, players=seats), 500, "random", 3)
        for spread, mean in (("pictures-are", "pictures"), ("stones-are", "stones")):
            values = found.estimates(spread)
            assert sum(one.mean for one in values) == pytest.approx(1)
            assert sum(item * one.mean for item, one in enumerate(values)) == pytest.approx(found[mean].mean)


def test_each_measure_has_one_line_with_its_formula_range_and_unit() -> None:
    for games in measures.GAMES.values():
        assert len({one.id for one in games}) == len(games)
        taken = [place for one in games for place in range(one.place, one.place + one.width)]
        assert len(taken) == len(set(taken))
        for one in games:
            assert one.title and one.formula and one.unit and one.low < one.high
            assert one.line == f"{one.id}: {one.title} = {one.formula} [{one.low:,.10g} to {one.high:,.10g} {one.unit}]"


def test_a_mistyped_measure_gets_the_nearest() -> None:
    with pytest.raises(KakeyaError, match="there is no measure `stone` of rounds; did you mean `stones`"):
        measures.find("stone")
    with pytest.raises(KakeyaError, match="of matches"):
        kakeya.simulate("ja", 10, games="matches")["stones"]
