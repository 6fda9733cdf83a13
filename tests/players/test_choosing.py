"""The players: greedy plays sensibly under all rules and breaks none; how players are written."""

from __future__ import annotations

import pytest
import space
from drawn import SEEDS, examples, rules
from hypothesis import given

import kakeya
from kakeya import Deal, KakeyaError, Rules
from kakeya.cards import RANKS, SUITS, card
from kakeya.players import drive
from kakeya.players.choose import PLAYERS, TRUMPS, choose
from kakeya.players.kinds import kinds
from kakeya.table import random, state
from kakeya.table.match import start_match
from kakeya.table.play import legal, step
from kakeya.table.settle import counted

tables = pytest.mark.parametrize("name, players", space.TABLES)


def shares(of: Rules, players: str, rounds: int) -> list[float]:
    """The mean of what each side takes of what counts."""
    sides = of.players // 2
    s, stream, who = state.new(), [0] * random.STREAM, kinds(players, sides).buffer
    total = [0] * sides
    for match in range(rounds):
        drive.play_first_round(of.vector, s, who, stream, [17, 0, match])
        for side in range(sides):
            total[side] += counted(s, side)
    return [number / rounds for number in total]


@tables
def test_greedy_takes_clearly_more_than_random_players(name: str, players: int) -> None:
    of = kakeya.load(name, players=players)
    sides = players // 2
    fair = shares(of, "random", 120)
    at_table = [side for side in range(sides) if fair[side]]
    assert len(at_table) >= 2
    for seat in at_table:
        who = ",".join("greedy" if side == seat else "random" for side in range(sides))
        taken = shares(of, who, 120)
        assert taken[seat] > 1.12 * fair[seat], f"{who} takes {taken}, random players take {fair}"
        assert all(taken[side] < fair[side] for side in at_table if side != seat)


@examples(80)
@given(rules(), SEEDS)
def test_greedy_never_breaks_a_rule_and_always_has_a_card(of: Rules, seed: int) -> None:
    s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(seed), 0]
    who = kinds("greedy:best-for-hand", of.players // 2).buffer
    start_match(of.vector, s, stream, key)
    drive.begin_round(of.vector, s, who, stream, key)
    while s[state.LEFT]:
        hand = s[state.HAND + s[state.TURN]]
        card = choose(of.vector, s, who[s[state.TURN] % s[state.SIDES]], stream)
        assert legal(of.vector, s, hand) >> card & 1
        step(of.vector, s, card)


@examples(40)
@given(rules(), SEEDS)
def test_greedy_does_not_look_at_the_hands_of_others(of: Rules, seed: int) -> None:
    """If the cards that the other seats hold change places, the first card of the leader stays the same."""
    deal = kakeya.deal(of, seed=seed)
    others = [seat for seat in range(of.players) if seat != deal.leader and deal.masks[seat]]
    sizes = [deal.masks[seat].bit_count() for seat in others]
    rest = [card for seat in others for card in deal.hands[seat]][::-1]
    masks = list(deal.masks)
    for seat, size in zip(others, sizes, strict=True):
        masks[seat] = sum(1 << card(name) for name in rest[:size])
        del rest[:size]
    changed = Deal(tuple(masks), deal.trump, deal.dealers, deal.leader, deal.seed)
    first, second = (kakeya.play(of, one).tricks[0].cards[0] for one in (deal, changed))
    assert first == second


def one_trick(name: str, trump: str, *hands: str) -> list[str]:
    """The cards of the first trick that greedy players lay, led by seat 0."""
    deal = Deal.of([hand.split() for hand in hands], trump)
    return list(kakeya.play(kakeya.load(name), deal).tricks[0].cards)


def test_greedy_takes_a_trick_with_pictures_as_cheaply_as_it_can_and_throws_low_cards_on_a_lost_one() -> None:
    assert one_trick("ja", "hearts", "K♦", "3♦", "4♦", "A♦ 6♦")[3] == "A♦"
    assert one_trick("ja", "hearts", "K♦", "3♦", "4♦", "3♥ 9♥")[3] == "3♥"
    assert one_trick("ja", "hearts", "A♦", "3♦", "4♦", "6♦ Q♦")[3] == "6♦"


def test_greedy_gives_pictures_to_its_partner_who_takes_the_trick_for_sure() -> None:
    assert one_trick("ja", "hearts", "A♠", "3♠", "K♠ 2♠", "5♠")[2] == "K♠"


def test_random_players_play_each_legal_card_as_often() -> None:
    of = kakeya.load("ja")
    deal = Deal.of([["2♦", "3♦", "4♦"], ["5♣", "6♣", "7♣"], ["5♥", "6♥", "7♥"], ["8♥", "9♥", "10♥"]], "spades")
    leads = [kakeya.play(of, deal, players="random", seed=seed).tricks[0].cards[0] for seed in range(600)]
    assert all(150 < leads.count(card) < 250 for card in ("2♦", "3♦", "4♦"))


@pytest.mark.parametrize("players", ["greedy", "random"])
def test_who_keeps_trumps_keeps_them_and_who_must_name_them_names_any_suit(players: str) -> None:
    keep = kakeya.load("ja")
    assert {kakeya.deal(keep, seed=seed, players=players).trump for seed in range(12)} == {"spades"}
    must = keep.edit({"trump.first": "dealers-choose"})
    assert {kakeya.deal(must, seed=seed, players=players).trump for seed in range(30)} == {
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    }


def test_the_best_suit_for_a_hand_is_long_and_high_and_makes_its_best_card_rensho() -> None:
    of = kakeya.load("uk")
    for seed in range(30):
        deal = kakeya.deal(of, seed=seed, players="greedy:best-for-hand")

        def worth(seat: int, suit: str, deal: Deal = deal) -> int:
            held = [name for name in deal.hands[seat] if name[-1] == "♣♦♥♠"[SUITS.index(suit)]]
            return sum(4 + RANKS.index(name[:-1]) for name in held) + 20 * (of.rensho(suit) in deal.hands[seat])

        best = {suit: max(worth(seat, suit) for seat in deal.dealer_seats) for suit in SUITS}
        assert best[deal.trump] == max(best.values())


@pytest.mark.parametrize(
    "text, sides, written, by_side",
    [
        ("greedy", 2, "greedy", ["greedy"] * 3),
        ("greedy,greedy", 2, "greedy", ["greedy"] * 3),
        ("greedy, random", 2, "greedy,random", ["greedy", "random", "greedy"]),
        ("random:keep", 3, "random", ["random"] * 3),
        ("greedy:best-for-hand", 3, "greedy:best-for-hand", ["greedy"] * 3),
        ("random,greedy,random:random", 3, "random,greedy,random:random", ["random", "greedy", "random"]),
    ],
)
def test_players_are_written_for_all_sides_or_for_each(text: str, sides: int, written: str, by_side: list[str]) -> None:
    read = kinds(text, sides)
    assert (read.text, read.by_side) == (written, by_side)
    assert kinds(read, sides) is read and kinds(read.text, sides) == read


def test_every_player_and_every_habit_can_be_written() -> None:
    for player in PLAYERS:
        for habit in TRUMPS:
            read = kinds(f"{player}:{habit}", 2)
            assert list(read.buffer) == [PLAYERS.index(player)] * 3 + [TRUMPS.index(habit)] * 3
            assert kinds(f"{player}:{habit}", 2).by_side == [player] * 3


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("gready", "did you mean `greedy`"),
        ("", "there is no player"),
        ("greedy:", None),
        ("greedy:best", "no way to name trumps"),
        ("greedy,random,greedy", "names 3 players"),
        ("greedy,", "there is no player"),
        (None, "does not name players"),
        (7, "does not name players"),
    ],
)
def test_what_names_no_players_is_refused_with_a_hint(text: object, complaint: str | None) -> None:
    if complaint is None:
        assert kinds("greedy:", 2) == kinds("greedy", 2)
        return
    with pytest.raises(KakeyaError, match=complaint):
        kinds(text, 2)  # type: ignore[arg-type]


@tables
def test_a_deal_that_is_none_is_refused(name: str, players: int) -> None:
    with pytest.raises(KakeyaError, match="is not a deal"):
        kakeya.play(kakeya.load(name, players=players), "N:...")  # type: ignore[arg-type]
