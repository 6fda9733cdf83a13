"""Legal plays and trick winners: against a second statement of the rules, and case by case as the texts have them."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import PLAYERS, SEEDS, TRUMPS, examples, rules, shuffled
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import Deal, KakeyaError, Rules, cards
from kakeya.table.record import Record

NAMES = cards.names(cards.PACK)


# -- the rules of play once more, on names, as the catalogue words them ----------------------------
def suit_in_play(of: Rules, card: str, trump: str) -> str:
    if card == of.rensho(trump) and of["rensho.suit"] == "trump" and trump != "none":
        return trump
    return cards.SUITS[cards.SYMBOLS.index(card[-1])]


def legal_again(of: Rules, hand: list[str], trick: list[str], trump: str) -> set[str]:
    if not trick or of["play.follow"] == "free":
        return set(hand)
    led = suit_in_play(of, trick[0], trump)
    of_suit = {card for card in hand if suit_in_play(of, card, trump) == led}
    boss = {card for card in hand if card == of.rensho(trump)}
    if of["rensho.follow"] == "free":
        return (of_suit | boss) if of_suit - boss else set(hand)
    if of["rensho.follow"] == "licensed":
        return (of_suit | boss) if of_suit else set(hand)
    return of_suit or set(hand)


def winner_again(of: Rules, trick: list[str], trump: str) -> int:
    rensho = of.rensho(trump)
    if of["rensho.power"] == "takes-any-trick" and rensho in trick:
        return trick.index(rensho)
    suits = [suit_in_play(of, card, trump) for card in trick]
    asked = trump if of["trump.power"] == "beats-led-suit" and trump in suits else suits[0]
    ranks = [cards.RANKS.index(card[:-1]) if suit == asked else -1 for card, suit in zip(trick, suits, strict=True)]
    return ranks.index(max(ranks))


@st.composite
def tricks(draw: Any) -> tuple[list[str], list[str], str]:
    """A trick so far, a hand, and trumps; aces and few suits more often than chance has it."""
    few = [name for name in NAMES if name[0] in "AK2"]
    pack = draw(shuffled(draw(st.sampled_from((NAMES, few)))))
    size, held = draw(st.integers(0, 5)), draw(st.integers(1, 7))
    return pack[:size], pack[size : size + held], draw(TRUMPS)


@examples(400)
@given(rules(), tricks())
def test_the_cards_that_may_be_played_are_those_that_the_catalogue_allows(
    of: Rules, given: tuple[list[str], list[str], str]
) -> None:
    trick, hand, trump = given
    allowed = of.legal(hand, trick, trump)
    assert set(allowed) == legal_again(of, hand, trick, trump)
    assert allowed == [card for card in hand if card in allowed], "in the order of the hand"
    assert allowed, "somebody who has cards can play one"


@examples(400)
@given(rules(), tricks())
def test_a_trick_goes_to_the_card_that_the_catalogue_gives_it_to(
    of: Rules, given: tuple[list[str], list[str], str]
) -> None:
    trick, _, trump = given
    for size in range(1, len(trick) + 1):
        assert of.winner(trick[:size], trump) == winner_again(of, trick[:size], trump)


@examples(100)
@given(rules(), tricks(), st.data())
def test_which_cards_are_legal_does_not_depend_on_the_order_of_the_hand(
    of: Rules, given: tuple[list[str], list[str], str], data: st.DataObject
) -> None:
    trick, hand, trump = given
    again = data.draw(shuffled(hand))
    assert set(of.legal(again, trick, trump)) == set(of.legal(hand, trick, trump))


# -- whole rounds under any rules -----------------------------------------------------------------
@st.composite
def records(draw: Any) -> Record:
    of = draw(rules())
    return kakeya.play(of, kakeya.deal(of, seed=draw(SEEDS), players=draw(PLAYERS)), players=draw(PLAYERS))


@examples(150)
@given(records())
def test_under_any_rules_only_legal_cards_are_played_each_once_and_from_the_hand_that_has_it(record: Record) -> None:
    of, trump = record.rules, record.deal.trump
    hands = [list(hand) for hand in record.deal.hands]
    step = -1 if of["play.direction"] == "clockwise" else 1
    for trick in record.tricks:
        able = [seat for seat in range(of.players) if hands[seat]]
        turn = [(trick.leader + step * place) % of.players for place in range(of.players)]
        assert list(trick.seats) == [seat for seat in turn if seat in able]
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            assert card in legal_again(of, hands[seat], list(trick.cards[:place]), trump)
            hands[seat].remove(card)
        assert trick.taker == trick.seats[winner_again(of, list(trick.cards), trump)]


@examples(150)
@given(records())
def test_under_any_rules_no_card_is_lost(record: Record) -> None:
    aside = [card for event in record.events if event.kind == "aside" for card in event.cards]
    captured = [card for side in record.captured for card in side]
    assert sorted(captured + aside) == sorted(NAMES)
    if record.rules.players == 4:
        assert not aside
    sides = record.rules.players // 2
    for side in range(sides):
        taken = [card for trick in record.tricks if trick.taker % sides == side for card in trick.cards]
        assert sorted(record.captured[side]) == sorted(taken)


@examples(100)
@given(records())
def test_the_winner_of_a_trick_is_found_from_the_trick_alone(record: Record) -> None:
    """Whatever the hands, the seats and the tricks before: the cards and the trump suit are enough."""
    for trick in record.tricks:
        assert trick.seats[record.rules.winner(trick.cards, record.deal.trump)] == trick.taker


@examples(80)
@given(rules(), SEEDS, st.integers(1, 5), PLAYERS)
def test_a_round_is_played_alike_whichever_chairs_the_players_sit_on(
    of: Rules, seed: int, turn: int, players: str
) -> None:
    deal = kakeya.deal(of, seed=seed)
    number, sides = of.players, of.players // 2

    def turned(items: Any, by: int) -> tuple[Any, ...]:
        return tuple(items[(place - by) % len(items)] for place in range(len(items)))

    moved = Deal(
        turned(deal.masks, turn), deal.trump, (deal.dealers + turn) % sides, (deal.leader + turn) % number, seed
    )
    here, there = (kakeya.play(of, one, players=players) for one in (deal, moved))
    assert [trick.cards for trick in there.tricks] == [trick.cards for trick in here.tricks]
    assert [trick.taker for trick in there.tricks] == [(trick.taker + turn) % number for trick in here.tricks]
    assert there.captured == turned(here.captured, turn)
    a, b = here.settlement, there.settlement
    assert a is not None and b is not None
    assert b.winner == (None if a.winner is None else (a.winner + turn) % sides)
    assert (b.stones, b.clause, b.decided_by) == (a.stones, a.clause, a.decided_by)
    assert b.changes == turned(a.changes, turn)


@examples(60)
@given(records())
def test_the_next_trick_is_led_by_who_took_the_last_or_in_turn(record: Record) -> None:
    of = record.rules
    step = -1 if of["play.direction"] == "clockwise" else 1
    hands = [set(hand) for hand in record.deal.hands]
    leader = record.deal.leader
    for trick in record.tricks:
        while not hands[leader]:
            leader = (leader + step) % of.players
        assert trick.leader == leader
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            hands[seat].remove(card)
        leader = trick.taker if of["lead.next"] == "winner" else (trick.leader + step) % of.players


# -- Rensho, as the texts have it -----------------------------------------------------------------
SUITS = ("clubs", "diamonds", "hearts", "spades")
STANDS = ("A♣", "A♠", "A♠", "A♠")  # U 8.26-27 as they stand: the trump ace when trumps are black, else A♠
OTHER = ("A♠", "A♠", "A♠", "A♣")  # J 33.2


@pytest.mark.parametrize(
    "name, readings, table",
    [
        ("ja", {}, OTHER),
        ("ko", {}, OTHER),
        ("town", {}, OTHER),
        ("uk", {}, STANDS),
        ("uk", {"trump.first": "emended-8.23"}, STANDS),
        ("uk", {"rensho.card": "emended-8.27"}, OTHER),
        ("whist", {}, (None, None, None, None)),
    ],
)
def test_which_ace_is_rensho_by_the_trump_suit(
    name: str, readings: dict[str, str], table: tuple[str | None, ...]
) -> None:
    """U 8.26-27, J 33.2; collation, correction 1."""
    of = kakeya.load(name, readings=readings)
    assert tuple(of.rensho(suit) for suit in SUITS) == table


def test_with_spades_for_trumps_the_ace_of_spades_is_an_ordinary_trump_ace_in_j() -> None:
    """Trap 5."""
    j = kakeya.load("ja")
    assert j.winner("2♦ A♠ K♠ A♣", "spades") == 3
    assert j.winner("2♦ A♠ K♠ K♣", "spades") == 1
    assert j.legal("A♠ 2♦", "3♦", "spades") == ["2♦"]
    dealt = ("A♠ A♥ K♠", "A♣ A♦ K♥")
    captured = (" ".join(pictures(9)), " ".join(NAMES[-7:]))
    assert j.settle(dealt, captured, "spades").clause == "settle.pictures"  # it is the trump ace of J 51.2
    assert j.settle(dealt, captured, "clubs").clause == "settle.pictures"  # it is Rensho
    assert j.settle((dealt[1], dealt[0]), captured, "hearts").clause == "settle.aces.some"


def pictures(number: int) -> list[str]:
    return [name for name in NAMES if name[0] in "AKQJ"][:number]


def test_a_bound_rensho_follows_its_printed_suit() -> None:
    """J 33.5-6, 39.1; trap 7: of the suit led it may be played, and must be when it is the only one."""
    j = kakeya.load("ja")
    assert j.legal("A♠ 2♠ 3♦", "K♠", "hearts") == ["A♠", "2♠"]
    assert j.legal("A♠ 3♦", "K♠", "hearts") == ["A♠"]
    assert j.legal("A♠ 3♦", "K♦", "hearts") == ["3♦"]
    assert j.legal("A♠ 3♦", "K♥", "hearts") == ["A♠", "3♦"]  # it is no heart: J 33.4


def test_a_free_rensho_may_be_played_at_any_time_and_need_never_be() -> None:
    """U 8.34; traps 7 and 11."""
    u = kakeya.load("uk")
    assert u.legal("A♠ 3♦", "K♦", "hearts") == ["A♠", "3♦"]
    assert u.legal("A♠ 2♠ 3♦", "K♠", "hearts") == ["A♠", "2♠"]
    assert u.legal("A♣ 3♦ 4♥", "K♣", "clubs") == ["A♣", "3♦", "4♥"]  # the only club it holds


def test_a_licensed_rensho_must_be_played_when_it_is_the_only_card_of_the_suit_led() -> None:
    """U 8.34 as a licence only: the duty of 8.31 remains."""
    u = kakeya.load("uk", readings={"rensho.follow": "licensed"})
    assert u.legal("A♠ 3♦", "K♦", "hearts") == ["A♠", "3♦"]
    assert u.legal("A♣ 3♦ 4♥", "K♣", "clubs") == ["A♣"]


def test_when_rensho_is_led_its_printed_suit_is_led_or_trumps() -> None:
    """U 8.26-27 against J 33.5."""
    printed = kakeya.load("uk", readings={"rensho.suit": "printed"})
    hand = "2♠ 3♥ 4♦"
    assert kakeya.load("uk").legal(hand, "A♠", "hearts") == ["3♥"]
    assert printed.legal(hand, "A♠", "hearts") == ["2♠"]
    assert kakeya.load("ja").legal(hand, "A♠", "hearts") == ["2♠"]


@pytest.mark.parametrize("name", ["uk", "ja", "ko", "town"])
@pytest.mark.parametrize("trump", SUITS)
def test_rensho_takes_any_trick(name: str, trump: str) -> None:
    """U 8.33, J 41.1."""
    of = kakeya.load(name)
    rensho = of.rensho(trump)
    ace = cards.name(13 * cards.trump_number(trump) + 12)
    others = [card for card in (ace, "K♦", "2♥", "3♣") if card != rensho][:3]
    for place in range(4):
        assert of.winner([*others[:place], rensho, *others[place:]], trump) == place


def test_the_highest_card_of_the_suit_led_takes_the_trick_whatever_trumps_are_in_u_to_the_letter() -> None:
    """U 8.32."""
    literal = kakeya.load("uk", readings={"trump.power": "literal"})
    assert literal.winner("5♦ K♥ 7♦ A♣", "hearts") == 2
    assert kakeya.load("uk").winner("5♦ K♥ 7♦ A♣", "hearts") == 1
    assert kakeya.load("ja").winner("5♦ K♥ 7♦ A♣", "hearts") == 1  # J 41.2


# -- the form of the answers ----------------------------------------------------------------------
def test_legal_takes_cards_in_any_way_they_are_written_and_answers_in_the_order_of_the_hand() -> None:
    j = kakeya.load("ja")
    assert j.legal("QS, 10H 9h", "2♥", "none") == ["10♥", "9♥"]
    assert j.legal(["9♥", "TH", "Q♠"], ["2H"], "none") == ["9♥", "10♥"]
    assert j.legal((), "2♥", "none") == []
    assert j.legal("2♥ A♠") == ["2♥", "A♠"]


@pytest.mark.parametrize(
    "hand, trick, trump, complaint",
    [
        ("1♠", "", "none", "not a card"),
        ("A♠ A♠", "", "none", "stands twice"),
        ("A♠", "A♠", "none", "both in the hand and in the trick"),
        ("A♠", "2♠", "swords", "not a trump suit"),
        ("A♠", "2♠ 3♠ 4♠ 5♠ 6♠ 7♠", "none", "at most 5"),
    ],
)
def test_legal_refuses_what_is_no_hand_or_no_trick(hand: str, trick: str, trump: str, complaint: str) -> None:
    with pytest.raises(KakeyaError, match=complaint):
        kakeya.load("ja").legal(hand, trick, trump)


@pytest.mark.parametrize("trick", ["", "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠", "2♠ 2♠"])
def test_winner_refuses_what_is_no_trick(trick: str) -> None:
    with pytest.raises(KakeyaError):
        kakeya.load("ja").winner(trick)
