"""The player that deals the hidden cards: its worlds could be, its endings are exact, it sees no hand but its own."""

from __future__ import annotations

import random as chance
import time

import pytest
import space
from drawn import SEEDS, examples, rules
from hypothesis import given

import kakeya
from kakeya import Deal, Rules, cards, compiled
from kakeya.players import drive, monte_carlo, perfect, thinking
from kakeya.players.greedy import greedy
from kakeya.players.kinds import kinds
from kakeya.table import random, state
from kakeya.table.match import start_match
from kakeya.table.play import legal, step, suit_of

tables = pytest.mark.parametrize("name, players", space.TABLES)


def in_the_middle(of: Rules, seed: int, played: int) -> list[int]:
    """A round of greedy players after so many cards."""
    s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(seed), 0]
    start_match(of.vector, s, stream, key)
    drive.begin_round(of.vector, s, kinds("greedy", of.players // 2).buffer, stream, key)
    while s[state.LEFT] > 1 and s[state.N_LOG] < played:
        hand = s[state.HAND + s[state.TURN]]
        step(of.vector, s, greedy(s, hand, legal(of.vector, s, hand)))
    return s


def imagined(of: Rules, s: list[int], stream: list[int]) -> list[int]:
    work = [0] * monte_carlo.WORK
    monte_carlo.shown(of.vector, s, work)
    monte_carlo.imagine(s, work, stream)
    return work


def opened(seed: int) -> list[int]:
    stream = [0] * random.STREAM
    random.open_stream(stream, *random.halves(seed), random.PLAY, 0, 0)
    return stream


def was_legal(of: Rules, s: list[int], hands: list[int]) -> bool:
    """Could all that was played have been played, if these are the hands that are left?"""
    held = list(hands)
    for place in range(s[state.N_LOG]):
        held[s[state.BY + place]] |= 1 << s[state.LOG + place]
    t = list(s)
    place = 0
    for trick in range(s[state.N_TRICKS] + 1):
        size = s[state.TRICK_SIZE + trick] if trick < s[state.N_TRICKS] else s[state.COUNT]
        for turn in range(size):
            card, seat = s[state.LOG + place], s[state.BY + place]
            t[state.COUNT] = turn
            if not turn:
                t[state.LED] = suit_of(t, card)
            if not legal(of.vector, t, held[seat]) >> card & 1:
                return False
            held[seat] &= ~(1 << card)
            place += 1
    return True


@examples(80)
@given(rules(), SEEDS)
def test_every_world_that_it_imagines_could_be(of: Rules, seed: int) -> None:
    s = in_the_middle(of, seed, seed % 48)
    before = list(s)
    stream = opened(seed)
    for _ in range(3):
        world = imagined(of, s, stream)
        hands, truth = world[state.HAND : state.HAND + 6], s[state.HAND : state.HAND + 6]
        assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in truth]
        assert hands[s[state.TURN]] == truth[s[state.TURN]]
        assert sum(hands) & s[state.PLAYED] == 0 and sum(hand.bit_count() for hand in hands) == sum(hands).bit_count()
        assert was_legal(of, s, hands)
    assert s == before


@examples(60)
@given(rules(), SEEDS)
def test_what_a_seat_has_shown_is_true_of_it(of: Rules, seed: int) -> None:
    s = in_the_middle(of, seed, 20 + seed % 30)
    work = [0] * monte_carlo.WORK
    monte_carlo.shown(of.vector, s, work)
    for seat in range(of.players):
        assert work[monte_carlo.CANNOT + seat] & s[state.HAND + seat] == 0


def by_trying_everything(of: Rules, s: list[int], side: int) -> int:
    if not s[state.LEFT]:
        return monte_carlo.worth(of.vector, list(s), side)
    values = []
    for card in cards.numbers(legal(of.vector, s, s[state.HAND + s[state.TURN]])):
        after = list(s)
        step(of.vector, after, card)
        values.append(by_trying_everything(of, after, side))
    return max(values) if s[state.TURN] % s[state.SIDES] == side else min(values)


@pytest.mark.parametrize("name, players", [("ja", 4), ("uk", 4), ("ko", 6), ("whist", 4), ("town", 6)])
def test_an_ending_is_worth_what_trying_everything_gives(name: str, players: int) -> None:
    of = kakeya.load(name, players=players)
    for seed in range(12):
        s = in_the_middle(of, seed, 41)
        side = s[state.TURN] % s[state.SIDES]
        wanted = by_trying_everything(of, s, side)
        t = list(s)
        assert monte_carlo.search_ending(of.vector, t, [0] * perfect.STACK, side) == wanted
        assert t[state.HAND : state.HAND + 6] == s[state.HAND : state.HAND + 6]


@pytest.mark.parametrize("name, players", [("ja", 4), ("uk", 6)])
def test_compiled_and_not_it_weighs_alike(name: str, players: int) -> None:
    if not compiled.available():
        pytest.skip("no compiler is installed: there is nothing to compare")
    of = kakeya.load(name, players=players)
    for played in (6, 30):
        s = in_the_middle(of, 5, played)
        found = []
        for weigh in (monte_carlo.weigh, compiled.fast(monte_carlo.weigh)):
            sums = [0] * 52
            work, world, stack = [0] * monte_carlo.WORK, state.new(), [0] * perfect.STACK
            weigh(of.vector, list(s), opened(3), work, world, stack, sums, 3)
            found.append(sums)
        assert found[0] == found[1] and any(found[0])


@examples(20)
@given(rules(), SEEDS)
def test_it_does_not_look_at_the_hands_of_others(of: Rules, seed: int) -> None:
    """If the hidden cards change places, the card that it leads stays the same."""
    deal = kakeya.deal(of, seed=seed)
    short = [cards.mask(cards.numbers(mask)[:4]) for mask in deal.masks]
    others = [seat for seat in range(of.players) if seat != deal.leader and short[seat]]
    rest = [card for seat in others for card in cards.numbers(short[seat])][::-1]
    changed = list(short)
    for seat in others:
        size = short[seat].bit_count()
        changed[seat] = cards.mask(rest[:size])
        del rest[:size]
    leads = [
        kakeya.play(of, Deal(tuple(masks), deal.trump, deal.dealers, deal.leader, deal.seed), "monte-carlo")
        .tricks[0]
        .cards[0]
        for masks in (short, changed)
    ]
    assert leads[0] == leads[1]


@tables
def test_it_beats_greedy_and_greedy_beats_random(name: str, players: int) -> None:
    if not compiled.available():
        pytest.skip("without a compiler so many rounds take too long")
    of = kakeya.load(name, players=players)
    rounds = 1_500 if players == 6 and of["six.play"] == "all-pairs" else 300
    assert kakeya.order(of, "monte-carlo", "greedy", rounds=rounds).order.low > 0
    assert kakeya.order(of, "greedy", "random", rounds=3_000).order.low > 0


def test_the_number_of_workers_does_not_change_what_it_plays() -> None:
    found = [kakeya.simulate("ja", rounds=3, players="monte-carlo,random", workers=many).sums for many in (1, 2)]
    assert found[0] == found[1]


def test_at_a_table_it_can_be_told_how_long_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    of = kakeya.load("uk")
    s = in_the_middle(of, 1, 4)
    hours = iter(range(0, 1_000_000, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    with thinking.within(1.0):
        card = thinking.think(of.vector, s, opened(1))
    assert legal(of.vector, s, s[state.HAND + s[state.TURN]]) >> card & 1


def test_with_one_card_to_choose_from_nothing_is_drawn() -> None:
    of = kakeya.load("ja")
    hands = [["A♠"], ["K♠"], ["Q♠"], ["J♠"]]
    draw = chance.Random(0)
    for _ in range(3):
        draw.shuffle(hands)
        record = kakeya.play(
            of, Deal.of([list(map(cards.card, hand)) for hand in hands], trump="hearts"), "monte-carlo"
        )
        assert record.settlement is not None
