"""Perfect play agrees with trying everything, with itself, and with a bridge solver."""

from __future__ import annotations

import itertools
import random as chance

import pytest
from small import by_trying_everything, small_deal

import kakeya
from kakeya import cards
from kakeya.errors import KakeyaError
from kakeya.players import perfect
from kakeya.players.greedy import greedy
from kakeya.players.solving import Solver, Stopped, solve
from kakeya.study.plan import alternative_readings
from kakeya.table import state
from kakeya.table.deals import Deal
from kakeya.table.play import legal, step
from kakeya.table.settle import counted, settle

SUITS = cards.TRUMPS


def every_ruleset() -> list[kakeya.Rules]:
    """Each shipped ruleset for four, and each reading of it that is not preferred."""
    found = [kakeya.load(name) for name in kakeya.names()]
    for rules in list(found):
        found += [kakeya.load(rules.name, readings=readings) for readings in alternative_readings(rules)]
    return found


@pytest.mark.parametrize("rules", every_ruleset(), ids=lambda rules: f"{rules.name}-{rules.fingerprint[:6]}")
def test_it_agrees_with_trying_everything(rules: kakeya.Rules) -> None:
    draw = chance.Random(f"small {rules.fingerprint}")
    for _ in range(12):
        deal = small_deal(draw, draw.choice([2, 3, 3]))
        solver = Solver(rules, deal, deal.leader, 1, 1 << 40, None)
        assert solver.value(solver.start) == by_trying_everything(solver.vector, list(solver.start)), deal


def net(solver: Solver, s: list[int], goal: str) -> int:
    """What side 0 gets of a goal by a full enumeration of the lines of play, each settled by the rules."""
    if not s[state.LEFT]:
        settled = list(s)
        settle(solver.vector, settled)
        assert solver.gain is not None
        return solver.gain(settled)
    values = []
    for card in cards.numbers(legal(solver.vector, s, s[state.HAND + s[state.TURN]])):
        after = list(s)
        step(solver.vector, after, card)
        values.append(net(solver, after, goal))
    return max(values) if s[state.TURN] % 2 == 0 else min(values)


def near_its_end(solver: Solver, left: int) -> list[int]:
    """A round of greedy players, with so many cards left."""
    s = list(solver.start)
    while s[state.LEFT] > left:
        hand = s[state.HAND + s[state.TURN]]
        step(solver.vector, s, greedy(s, hand, legal(solver.vector, s, hand)))
    return s


def check_goal(rules: kakeya.Rules, goal: str, seed: int, left: int) -> None:
    deal = kakeya.deal(rules, seed=seed)
    solver = Solver(rules, deal, deal.leader, 1, 1 << 40, None, goal)
    solver.start = s = near_its_end(solver, left)
    wanted = net(solver, list(s), goal)
    assert solver.best(s) == wanted, deal
    for _, card in solver.line(wanted):
        step(solver.vector, s, cards.card(card))
    settle(solver.vector, s)
    assert solver.gain is not None and solver.gain(s) == wanted


def with_rensho(rules: kakeya.Rules, **answers: str) -> kakeya.Rules:
    return rules.edit({f"rensho.{point}": value for point, value in answers.items()}, title="another Rensho")


@pytest.mark.parametrize("power", ["none", "takes-any-trick"])
@pytest.mark.parametrize("suit", ["printed", "trump"])
@pytest.mark.parametrize("follow", ["bound", "free"])
@pytest.mark.parametrize("name", ["ja", "uk", "town"])
def test_it_agrees_with_trying_everything_whatever_rensho_is(name: str, follow: str, suit: str, power: str) -> None:
    draw = chance.Random(f"{name} {follow} {suit} {power}")
    for lead in ("winner", "in-turn"):
        rules = with_rensho(kakeya.load(name), follow=follow, suit=suit, power=power).edit(
            {"lead.next": lead}, title=lead
        )
        for _ in range(20):
            deal = small_deal(draw, draw.choice([1, 2, 2, 3]))
            solver = Solver(rules, deal, deal.leader, 1, 1 << 40, None)
            assert solver.value(solver.start) == by_trying_everything(solver.vector, list(solver.start)), (deal, lead)


@pytest.mark.parametrize("rules", every_ruleset(), ids=lambda rules: f"{rules.name}-{rules.fingerprint[:6]}")
@pytest.mark.parametrize("goal", ["win", "stones"])
def test_rounds_and_stones_are_played_for_as_well(rules: kakeya.Rules, goal: str) -> None:
    for seed in range(8):
        check_goal(rules, goal, seed, 12 if seed % 2 else 9)


@pytest.mark.parametrize("goal", ["win", "stones"])
def test_an_odd_rensho_and_few_pictures_are_settled_as_well(goal: str) -> None:
    base = kakeya.load("ja")
    edits: list[dict[str, object]] = [
        {"rensho.card": {"clubs": "2♦", "diamonds": "7♠", "hearts": "K♣", "spades": "2♦"}},
        {"rensho.card": "other-black-ace", "rensho.power": "none", "rensho.suit": "trump"},
        {"pictures": ["K", "J", "9"], "win.at": 7, "settle.pictures": [[6, 1], [9, 2], [11, 3]]},
        {"tie": "without-rensho-captured", "settle.pictures": [[8, 1], [9, 5], [12, 6]]},
        {"settle.aces.look-at": "captured"},
    ]
    for edit in edits:
        rules = base.edit(edit)
        for seed in range(6):
            check_goal(rules, goal, seed, 12)


def test_who_can_take_enough_can_win() -> None:
    for name in ("ja", "uk"):
        rules = kakeya.load(name)
        for seed in (1, 2, 6):
            deal = kakeya.deal(rules, seed=seed)
            taken = solve(rules, deal).value
            win = solve(rules, deal, goal="win")
            for side in range(2):
                if taken[side] >= rules["win.at"]:
                    assert win.value[side] == 1 and win.winner == side


def test_there_is_nothing_else_to_play_for() -> None:
    rules = kakeya.load("ja")
    with pytest.raises(KakeyaError, match="did you mean `stones`"):
        solve(rules, small_deal(chance.Random(1), 2), goal="stone")


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
def test_odd_pictures_and_a_powerless_rensho_are_solved_as_well(name: str) -> None:
    base = kakeya.load(name)
    edits: list[dict[str, object]] = [
        {"rensho.card": "other-black-ace", "rensho.power": "none", "rensho.suit": "trump"},
        {"rensho.card": {"clubs": "2♦", "diamonds": "7♠", "hearts": "K♣", "spades": "2♦"}},
        {"lead.next": "in-turn"},
        {"play.follow": "free"},
        {"play.direction": "clockwise"},
    ]
    if name != "whist":
        edits.append({"pictures": ["K", "J", "9"], "win.at": 7, "settle.pictures": [[7, 1]]})
    draw = chance.Random(name)
    for edit in edits:
        rules = base.edit(edit)
        for _ in range(8):
            deal = small_deal(draw, 3)
            solver = Solver(rules, deal, deal.leader, 1, 1 << 40, None)
            assert solver.value(solver.start) == by_trying_everything(solver.vector, list(solver.start)), (edit, deal)


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
def test_the_best_line_takes_what_is_promised_and_every_first_card_has_its_value(name: str) -> None:
    rules = kakeya.load(name)
    deal = small_deal(chance.Random(5), 5)
    solution = solve(rules, deal)
    s = Solver(rules, deal, deal.leader, 1, 1 << 40, None).start
    vector = rules.vector
    for _, card in solution.line:
        step(vector, s, cards.card(card))
    assert counted(s, 0) == solution.taken[0]
    assert max(solution.plays.values()) == solution.taken[deal.leader % 2]
    assert set(solution.plays) == set(rules.legal(deal.hands[deal.leader]))


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
def test_a_round_table_has_no_head(name: str) -> None:
    rules = kakeya.load(name)
    draw = chance.Random(f"round {name}")
    for _ in range(4):
        deal = small_deal(draw, 6)
        turned = Deal(
            tuple(deal.masks[(seat - 1) % 4] for seat in range(4)), deal.trump, 1 - deal.dealers, (deal.leader + 1) % 4
        )
        assert solve(rules, deal).taken == solve(rules, turned).taken[::-1]


def test_whist_does_not_care_how_suits_are_called() -> None:
    rules = kakeya.load("whist")
    deal = small_deal(chance.Random(9), 6)
    for order in itertools.islice(itertools.permutations(range(4)), 1, 24, 5):
        masks = tuple(
            cards.mask(order[card // 13] * 13 + card % 13 for card in cards.numbers(hand)) for hand in deal.masks
        )
        trump = deal.trump if deal.trump == "none" else SUITS[order[SUITS.index(deal.trump)]]
        assert solve(rules, Deal(masks, trump, deal.dealers, deal.leader)).taken == solve(rules, deal).taken


@pytest.mark.parametrize("goal", ["taken", "stones"])
@pytest.mark.parametrize("name", ["ja", "uk", "town", "whist"])
def test_cards_that_did_not_matter_may_be_any(name: str, goal: str) -> None:
    rules = kakeya.load(name)
    draw = chance.Random(f"exact {name} {goal}")
    for _ in range(100):
        deal = small_deal(draw, draw.choice([5, 6, 7]))
        by_rank = Solver(rules, deal, deal.leader, 4, 1 << 40, None, goal)
        card_by_card = Solver(rules, deal, deal.leader, 64, 1 << 40, None, goal)
        card_by_card.ask[perfect.A_EXACT] = 1
        assert by_rank.best(by_rank.start) == card_by_card.best(card_by_card.start), deal


def as_good_as_a_higher_one(s: list[int], card: int, options: list[int], marked: int) -> bool:
    """Is the next card of its suit that is in play one of the same hand, and worth the same?"""
    in_play = [one for one in range(52) if not s[state.PLAYED] >> one & 1 or s[state.TABLE] >> one & 1]
    above = [one for one in in_play if one > card and one // 13 == card // 13]
    if (
        not above
        or above[0] not in options
        or s[state.RENSHO] in (card, above[0])
        or marked & (1 << card | 1 << above[0])
    ):
        return False
    return (s[state.WORTH] >> card & 1) == (s[state.WORTH] >> above[0] & 1)


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
def test_of_cards_that_nothing_separates_the_highest_is_tried(name: str) -> None:
    rules = kakeya.load(name)
    draw = chance.Random(f"distinct {name}")
    for seed in range(30):
        deal = kakeya.deal(rules, seed=seed)
        s = list(Solver(rules, deal, deal.leader, 0, 1 << 40, None).start)
        marked = cards.mask(draw.sample(range(52), 2)) if seed % 2 else 0
        while s[state.LEFT]:
            options = cards.numbers(legal(rules.vector, s, s[state.HAND + s[state.TURN]]))
            kept = [card for card in options if not as_good_as_a_higher_one(s, card, options, marked)]
            assert cards.numbers(perfect.distinct(s, cards.mask(options), marked)) == kept
            step(rules.vector, s, draw.choice(options))


@pytest.mark.parametrize("name", ["ja", "uk", "whist"])
def test_the_memory_for_answers_does_not_change_them(name: str) -> None:
    rules = kakeya.load(name)
    deal = small_deal(chance.Random(3), 7)
    assert solve(rules, deal, megabytes=0).taken == solve(rules, deal, megabytes=64).taken


def test_two_pairs_of_six_are_solved_in_their_seats() -> None:
    rules = kakeya.load("ja", players=6)
    deal = kakeya.deal(rules, seed=4)
    short = Deal(
        tuple(cards.mask(cards.numbers(hand)[:5]) for hand in deal.masks), deal.trump, deal.dealers, deal.leader
    )
    solution = solve(rules, short)
    resting = next(side for side in range(3) if not short.masks[side])
    assert solution.taken[resting] == 0
    assert {seat for seat, _ in solution.line} == {seat for seat in range(6) if short.masks[seat]}


def test_three_sides_at_once_are_refused() -> None:
    rules = kakeya.load("uk", players=6)
    with pytest.raises(KakeyaError, match="three sides at once"):
        solve(rules, kakeya.deal(rules, seed=1))


def test_two_hands_are_too_few() -> None:
    with pytest.raises(KakeyaError, match="four hands with cards, and 2 of this deal have any"):
        solve(kakeya.load("uk"), Deal.of([["A♠"], ["2♠"], [], []], "clubs"))


def test_a_bound_on_the_cards_tried_is_kept() -> None:
    rules = kakeya.load("uk")
    with pytest.raises(Stopped, match="not solved after 1,000 cards"):
        solve(rules, kakeya.deal(rules, seed=1), most=1_000)


def test_a_bridge_solver_finds_the_same_tricks() -> None:
    dds = pytest.importorskip("endplay.dds", reason="endplay is not installed (extra bench)")
    types = pytest.importorskip("endplay.types")
    suits = [types.Denom.clubs, types.Denom.diamonds, types.Denom.hearts, types.Denom.spades, types.Denom.nt]
    seats = [types.Player.north, types.Player.west, types.Player.south, types.Player.east]
    rules = kakeya.load("whist")
    draw = chance.Random("bridge")
    for trump in range(5):
        for _ in range(4):
            pack = draw.sample(range(52), 40)
            deal = Deal.of(
                [pack[10 * seat : 10 * seat + 10] for seat in range(4)], SUITS[trump], leader=draw.randrange(4)
            )
            bridge = types.Deal(deal.pbn)
            bridge.trump, bridge.first = suits[trump], seats[deal.leader]
            best = max(tricks for _, tricks in dds.solve_board(bridge))
            assert solve(rules, deal).taken[deal.leader % 2] == best, deal
