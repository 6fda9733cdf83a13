"""Why a card may not be played: the point that bars it, found by asking the rules of play again without it."""

from __future__ import annotations

from kakeya import cards
from kakeya.kernel import Buffer
from kakeya.table.play import legal
from kakeya.table.state import BELONGS, HAND, LED, RENSHO, TURN


def barring_point(rules: Buffer, freed: Buffer, s: Buffer, card: int) -> str:
    """The point that bars a card of the hand whose turn it is, or "" where it may be played.

    It is Rensho's where the card could be played if Rensho were free (under the rules `freed`), and else the one on
    following suit.
    """
    hand = s[HAND + s[TURN]]
    if legal(rules, s, hand) >> card & 1:
        return ""
    return "rensho.follow" if legal(freed, s, hand) >> card & 1 else "play.follow"


def barred(rules: Buffer, freed: Buffer, s: Buffer) -> dict[str, tuple[str, str]]:
    """Every card of the hand whose turn it is that may not be played: the point that bars it, and a sentence."""
    hand = s[HAND + s[TURN]]
    return {
        name: (point, _sentence(s, name, point))
        for name in cards.names(hand)
        if (point := barring_point(rules, freed, s, cards.card(name)))
    }


def _sentence(s: Buffer, name: str, point: str) -> str:
    suit = cards.SUITS[s[LED]].capitalize()
    duty = cards.names(s[HAND + s[TURN]] & s[BELONGS + s[LED]])
    rensho = "" if s[RENSHO] == cards.NO_CARD else cards.name(s[RENSHO])
    others = [one for one in duty if one != rensho]
    if point == "play.follow":
        return f"{suit} were led, and the hand holds {_listed(duty)}."
    if name == rensho:
        return f"{suit} were led, and the hand holds {_listed(others)}; Rensho has to follow suit as well."
    return f"{suit} were led, and Rensho, {rensho}, is the only card of that suit in the hand: it has to be played."


def _listed(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
