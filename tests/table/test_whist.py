"""`whist` gives the legal plays and the trick winners that any program for bridge gives."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kakeya
from kakeya import cards

WHIST = kakeya.load("whist")
DEALS = 25


def random_deal(draw: random.Random) -> kakeya.Deal:
    pack = list(range(52))
    draw.shuffle(pack)
    masks = tuple(cards.mask(pack[13 * seat : 13 * seat + 13]) for seat in range(4))
    return kakeya.Deal(masks, draw.choice(cards.TRUMPS), dealers=1, leader=draw.randrange(4))


def follow(hand: list[str], trick: list[str]) -> list[str]:
    """The law of whist on following suit."""
    of_suit = [card for card in hand if trick and card[-1] == trick[0][-1]]
    return of_suit or hand


def takes(trick: list[str], trump: str) -> int:
    """The law of whist on taking a trick."""
    order = "23456789TJQKA"
    symbol = "♣♦♥♠"[cards.SUITS.index(trump)] if trump != "none" else ""
    strong = [(card[-1] == symbol, card[-1] == trick[0][-1], order.index(card.replace("10", "T")[0])) for card in trick]
    return strong.index(max(strong))


@pytest.mark.parametrize("seed", range(DEALS))
def test_whist_is_played_as_its_laws_say(seed: int) -> None:
    draw = random.Random(seed)
    deal = random_deal(draw)
    hands = [list(hand) for hand in deal.hands]
    seat = deal.leader
    for _ in range(13):
        trick: list[str] = []
        seats = []
        for _ in range(4):
            allowed = follow(hands[seat], trick)
            assert WHIST.legal(hands[seat], trick, deal.trump) == allowed
            card = draw.choice(allowed)
            hands[seat].remove(card)
            trick.append(card)
            seats.append(seat)
            seat = (seat - 1) % 4
        won = takes(trick, deal.trump)
        assert WHIST.winner(trick, deal.trump) == won
        seat = seats[won]


@pytest.mark.parametrize("seed", range(DEALS))
def test_a_bridge_program_allows_the_same_cards_and_gives_the_tricks_to_the_same_seats(seed: int) -> None:
    pytest.importorskip("endplay", reason="endplay, the bridge program to compare with, is not installed")
    from endplay.types import Card, Denom, Player
    from endplay.types import Deal as BridgeDeal

    draw = random.Random(seed)
    deal = random_deal(draw)
    record = kakeya.play(WHIST, deal, players="random", seed=seed)
    compass: list[Any] = [Player.north, Player.west, Player.south, Player.east]  # by seat; PBN runs clockwise
    denomination = [Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt][cards.TRUMPS.index(deal.trump)]
    bridge = BridgeDeal(deal.pbn, first=compass[deal.leader], trump=denomination)

    def as_ours(card: Any) -> str:
        return cards.name(cards.card(str(card)[1:] + str(card)[0]))

    for trick in record.tricks:
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            assert bridge.curplayer == compass[seat]
            hand = sorted(as_ours(one) for one in bridge.curhand)
            assert sorted(as_ours(one) for one in bridge.legal_moves()) == sorted(
                WHIST.legal(hand, trick.cards[:place], deal.trump)
            )
            number = cards.card(card)
            bridge.play(Card("CDHS"[number // 13] + "23456789TJQKA"[number % 13]))
        assert bridge.first == compass[trick.taker]


def test_in_whist_an_opponent_of_the_dealers_leads_the_last_card_names_trumps_and_odd_tricks_are_counted() -> None:
    for seed in range(30):
        deal = kakeya.deal(WHIST, seed=seed)
        assert deal.leader % 2 != deal.dealers
        assert len({kakeya.deal(WHIST, seed=seed, players=who).trump for who in ("random:random", "greedy")}) == 1
        record = kakeya.play(WHIST, deal)
        end = record.settlement
        assert end is not None and end.winner is not None
        assert sum(end.counted) == 13 and end.stones == max(end.counted) - 6
        assert end.changes[end.winner] == end.stones and min(end.changes) == 0
