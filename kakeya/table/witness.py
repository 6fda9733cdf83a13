"""Witness deals: for two answers to one point, the smallest fixed situation in which they give something else.

A situation is plain data, and its outcome is worked out by the rules alone: where it leaves a choice open,
cards are played as written down, or lowest first, or drawn from the legal ones, and trumps are named as
written down. So a witness deal tests the rules, whoever plays. Its kinds, the smaller first:

    trick    cards, trump                    which of the cards takes it
    legal    hand, trick, trump              which cards of the hand may be played
    play     hands, trump, leader            the tricks, where everybody plays the lowest card allowed
    deal     seed, names                     the first round up to its first card; `names` is the suit that is
                                             named by whoever may or must name one, or null to keep what stands
    settle   hands, trump, leader, plays     how the round is settled, with the cards played in this order
    match    seed, names                     so many rounds as `names` has entries, with cards drawn from the legal

Where two answers can never differ, the reason stands in place of a witness deal (`NoWitness`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kakeya import cards
from kakeya.errors import KakeyaError
from kakeya.rules.rules import Rules, load
from kakeya.table import random, state
from kakeya.table.bits import count, lowest, nth
from kakeya.table.deal import deal_pack, draw_leader, leading_side, make_pack, note_dealt, offer_trump, seat_round
from kakeya.table.deals import Deal
from kakeya.table.match import finish_round, pay, purses, start_match
from kakeya.table.play import legal, set_goal, set_trump, start_play, step
from kakeya.table.settle import counted
from kakeya.table.settle import settle as settle_round
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown

FILE = "witness-deals.json"
KINDS = ("trick", "legal", "play", "deal", "settle", "match")

Situation = Mapping[str, Any]


@dataclass(frozen=True)
class WitnessDeal:
    """Two answers to one point, and a situation in which they give something else.

    values: the two answers. base, players: the ruleset that answers everything else, with `edits`.
    situation: with its `kind`. outcomes: what it gives under the one answer and under the other.
    """

    point: str
    values: tuple[Any, Any]
    base: str
    players: int
    edits: dict[str, Any]
    situation: dict[str, Any]
    outcomes: tuple[dict[str, Any], dict[str, Any]]

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return str(self.situation["kind"])

    @property
    def question(self) -> str:
        """The question that the point asks."""
        return catalogue()[self.point].question

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """The rules with the one answer and with the other, alike in all else."""
        first, second = (under(self.base, self.players, {**self.edits, self.point: value}) for value in self.values)
        return first, second

    def replay(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The outcomes, worked out anew."""
        first, second = (outcome(rules, self.situation) for rules in self.rules)
        return first, second

    @property
    def scene(self) -> str:
        """The situation in English."""
        return _scene(self)

    @property
    def told(self) -> tuple[str, str]:
        """What happens in it under the one answer and under the other, in English, as far as that differs."""
        mine, other = self.outcomes
        return _said(self.kind, mine, other), _said(self.kind, other, mine)

    def describe(self) -> str:
        """The situation, and what differs in it, in English."""
        answers = (shown(value) for value in self.values)
        told = "; ".join(f"with {self.point} {answer}, {what}" for answer, what in zip(answers, self.told, strict=True))
        return f"{self.scene}: {told}."

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "point": self.point,
            "values": list(self.values),
            "base": self.base,
            "players": self.players,
            "edits": self.edits,
            "situation": self.situation,
            "outcomes": list(self.outcomes),
        }


@dataclass(frozen=True)
class NoWitness:
    """Two answers to one point that never give anything else, and why.

    where: the points that have to be answered so for it to hold (point id -> the answers that will do), and
    `players` -> the numbers of players. Where it is empty, it holds under all rules, and the pair has no witness
    deal; where it is not, the pair may have one elsewhere.
    """

    point: str
    values: tuple[Any, Any]
    where: dict[str, list[Any]]
    why: str

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"point": self.point, "values": list(self.values), "where": self.where, "why": self.why}


@cache
def _stored(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def witness_deals() -> list[WitnessDeal]:
    """All witness deals of the package, in the order of the catalogue."""
    return [
        WitnessDeal(**{**entry, "values": tuple(entry["values"]), "outcomes": tuple(entry["outcomes"])})
        for entry in _stored(library.DATA / FILE)["witness deals"]
    ]


def no_witnesses() -> list[NoWitness]:
    """All pairs of answers that never differ, everywhere or under the rules named, in the order of the catalogue."""
    return [
        NoWitness(**{**entry, "values": tuple(entry["values"])}) for entry in _stored(library.DATA / FILE)["no witness"]
    ]


@cache
def _loaded(base: str, players: int) -> Rules:
    return load(base, players=players)


def under(base: str, players: int, edits: Mapping[str, Any]) -> Rules:
    """A shipped ruleset with other answers at some points."""
    return _loaded(base, players).edit(edits) if edits else _loaded(base, players)


# -- outcomes -----------------------------------------------------------------------------------
def outcome(rules: Rules, situation: Situation) -> dict[str, Any]:
    """What a situation gives under rules, as plain data. KakeyaError if it cannot come about under them."""
    return {"trick": _trick, "legal": _legal, "play": _play, "deal": _deal, "settle": _settle, "match": _match}[
        situation["kind"]
    ](rules, situation)


def _names(mask: int) -> str:
    return " ".join(cards.names(mask))


def _trick(rules: Rules, situation: Situation) -> dict[str, Any]:
    trick = situation["cards"].split()
    return {"takes": trick[rules.winner(trick, situation["trump"])]}


def _legal(rules: Rules, situation: Situation) -> dict[str, Any]:
    return {"legal": " ".join(rules.legal(situation["hand"], situation["trick"], situation["trump"]))}


def _table(rules: Rules, situation: Situation) -> list[int]:
    """A table with the situation's hands, before the first card."""
    dealt = Deal.of([hand.split() for hand in situation["hands"]], situation["trump"], leader=situation["leader"])
    if dealt.players != rules.players:
        raise KakeyaError(f"the hands are for {dealt.players} players and the rules are for {rules.players}")
    s = state.new()
    start_match(rules.vector, s, [0] * random.STREAM, [0, 0, 0])
    set_goal(rules.vector, s)
    dealt.lay(s)
    note_dealt(s)
    set_trump(rules.vector, s, cards.trump_number(dealt.trump))
    start_play(rules.vector, s, dealt.leader)
    return s


def _play(rules: Rules, situation: Situation) -> dict[str, Any]:
    s = _table(rules, situation)
    tricks: list[str] = []
    laid: list[str] = []
    while s[state.LEFT]:
        seat, number = s[state.TURN], s[state.N_LOG]
        size, filled = s[state.SIZE], s[state.COUNT]
        step(rules.vector, s, lowest(legal(rules.vector, s, s[state.HAND + seat])))
        laid.append(f"{seat} {cards.name(s[state.LOG + number])}")
        if filled + 1 == size:
            tricks.append(f"{', '.join(laid)}: {s[state.TAKER]} takes")
            laid = []
    aside = sum(s[state.HAND : state.HAND + rules.players])
    return {"tricks": tricks, "set aside": _names(aside)}


def _played_out(rules: Rules, situation: Situation) -> list[int]:
    """A table on which the situation's cards have been played."""
    s = _table(rules, situation)
    for name in situation["plays"].split():
        card = cards.card(name)
        if not s[state.LEFT] or not legal(rules.vector, s, s[state.HAND + s[state.TURN]]) >> card & 1:
            raise KakeyaError(f"{name} may not be played here")
        step(rules.vector, s, card)
    if s[state.LEFT]:
        raise KakeyaError(f"{s[state.LEFT]} cards are still to be played")
    return s


def captured(rules: Rules, situation: Situation) -> list[list[str]]:
    """What each side has captured, by name, when a situation that is settled has been played out."""
    s = _played_out(rules, situation)
    return [cards.names(s[state.CAPTURED + side]) for side in range(s[state.SIDES])]


def _settle(rules: Rules, situation: Situation) -> dict[str, Any]:
    s = _played_out(rules, situation)
    settle_round(rules.vector, s)
    pay(rules.vector, s)
    sides = range(s[state.SIDES])
    return {
        "counted": [counted(s, side) for side in sides],
        "winner": _side(s[state.WINNER]),
        "stones": s[state.STONES],
        "changes": s[state.CHANGE : state.CHANGE + s[state.SIDES]],
    }


def _side(side: int) -> int | None:
    return None if side == state.NOBODY else side


def _begin(rules: Rules, s: list[int], stream: list[int], key: list[int], names: str | None) -> dict[str, Any]:
    """A round up to its first card, and what there is to say of it."""
    set_goal(rules.vector, s)
    seat_round(rules.vector, s, stream, key)
    make_pack(rules.vector, s, stream, key)
    deal_pack(rules.vector, s)
    offer_trump(rules.vector, s)
    trump, chooser = s[state.TRUMP], s[state.CHOOSER]
    if s[state.MUST] and names is None:
        raise KakeyaError("trumps have to be named, and the situation names none")
    if chooser != state.NOBODY and names is not None:
        trump = cards.trump_number(names)
    set_trump(rules.vector, s, trump)
    side = leading_side(rules.vector, s, stream, key)
    start_play(rules.vector, s, draw_leader(s, stream, key, side))
    may = None
    if chooser != state.NOBODY:
        seats = [chooser, chooser + s[state.SIDES]][: s[state.CHOOSERS]]
        may = {"seats": seats, "knowing hands": bool(s[state.SEES])}
    return {
        "dealers": s[state.DEALERS],
        "rests": _side(s[state.RESTING]),
        "names trumps": may,
        "trump": cards.TRUMPS[trump],
        "leader": s[state.LEADER],
    }


def _start(rules: Rules, situation: Situation) -> tuple[list[int], list[int], list[int]]:
    s, stream, key = state.new(), [0] * random.STREAM, [*random.halves(situation["seed"]), 0]
    start_match(rules.vector, s, stream, key)
    return s, stream, key


def _deal(rules: Rules, situation: Situation) -> dict[str, Any]:
    s, stream, key = _start(rules, situation)
    begun = _begin(rules, s, stream, key, situation["names"])
    return {**begun, "hands": [_names(s[state.HAND + seat]) for seat in range(rules.players)]}


def _match(rules: Rules, situation: Situation) -> dict[str, Any]:
    s, stream, key = _start(rules, situation)
    rounds = []
    for names in situation["names"]:
        if s[state.OVER]:
            break
        begun = _begin(rules, s, stream, key, names)
        worth = [count(s[state.HAND + seat] & s[state.WORTH]) for seat in range(rules.players)]
        state.open_draws(s, stream, key, random.PLAY)
        while s[state.LEFT]:
            options = legal(rules.vector, s, s[state.HAND + s[state.TURN]])
            number = count(options)
            step(rules.vector, s, nth(options, random.below(stream, number) if number > 1 else 0))
        settle_round(rules.vector, s)
        finish_round(rules.vector, s, stream, key)
        won = _side(s[state.WINNER])
        rounds.append({**begun, "dealt pictures": worth, "winner": won, "stones": list(purses(rules.vector, s))})
    return {"rounds": rounds, "over": bool(s[state.OVER]), "champion": _side(s[state.CHAMPION])}


# -- in English ---------------------------------------------------------------------------------
def _trumps(trump: str) -> str:
    return "without trumps" if trump == "none" else f"with {trump} for trumps"


def _scene(one: WitnessDeal) -> str:
    here = one.situation
    match one.kind:
        case "trick":
            return f"{here['cards'].replace(' ', ', ')} lie in a trick {_trumps(here['trump'])}"
        case "legal":
            return f"{here['trick'].replace(' ', ', ')} lies in a trick {_trumps(here['trump'])}, and a hand has {here['hand'].replace(' ', ', ')}"
        case "play":
            return f"The cards left are {' | '.join(here['hands'])}, {_trumps(here['trump'])}, and seat {here['leader']} leads"
        case "settle":
            return f"A round is played out {_trumps(here['trump'])}"
        case "deal":
            return f"A first round begins (seed {here['seed']})"
        case _:
            rounds = len(here["names"])
            return f"A match is played (seed {here['seed']}, {rounds} round{'s' if rounds > 1 else ''})"


def _said(kind: str, mine: dict[str, Any], other: dict[str, Any]) -> str:
    if kind == "trick":
        return f"{mine['takes']} takes it"
    if kind == "legal":
        return f"{mine['legal'].replace(' ', ', ')} may be played"
    if kind == "play":
        aside = f", and {mine['set aside']} are set aside" if mine["set aside"] else ""
        return f"the tricks are {' / '.join(mine['tricks']) or 'none'}{aside}"
    if kind == "settle":
        if mine["winner"] is None:
            return f"nobody wins with {' : '.join(map(str, mine['counted']))}"
        won = f"side {mine['winner']} wins {' : '.join(map(str, mine['counted']))}"
        return f"{won} and {mine['stones']} stone{'s' if mine['stones'] != 1 else ''}{_moved(mine, other)}"
    if kind == "deal":
        return ", ".join(_words(key, mine[key], other[key]) for key in mine if mine[key] != other[key])
    return ", ".join(_in_match(mine, other))


def _moved(mine: dict[str, Any], other: dict[str, Any]) -> str:
    same = all(mine[key] == other[key] for key in ("counted", "winner", "stones"))
    return f" ({', '.join(f'side {side} {change:+d}' for side, change in enumerate(mine['changes']))})" if same else ""


def _words(key: str, value: Any, other: Any) -> str:
    if key == "names trumps":
        if value is None:
            return "nobody may name trumps"
        who = " or ".join(f"seat {seat}" for seat in value["seats"])
        return f"{who} may name trumps {'after' if value['knowing hands'] else 'before'} seeing the hands"
    if key == "trump":
        return "there are no trumps" if value == "none" else f"trumps are {value}"
    if key == "hands":
        sizes, others = ([len(hand.split()) for hand in hands] for hands in (value, other))
        if sizes != others:
            return f"the seats are dealt {', '.join(map(str, sizes))} cards"
        seat = next(seat for seat, hand in enumerate(value) if hand != other[seat])
        return f"seat {seat} is dealt {value[seat]}"
    if key in ("dealers", "rests", "winner"):
        verb = {"dealers": "deals", "rests": "rests", "winner": "wins"}[key]
        return f"nobody {verb}" if value is None else f"side {value} {verb}"
    if key == "leader":
        return f"seat {value} leads"
    return f"{key} are {' : '.join(map(str, value))}"


def _in_match(mine: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for number, one in enumerate(mine["rounds"], 1):
        if number > len(other["rounds"]):
            yield f"round {number} is still played"
            return
        against = other["rounds"][number - 1]
        if one != against:
            yield f"in round {number} " + ", ".join(
                _words(key, one[key], against[key]) for key in one if one[key] != against[key]
            )
            return
    if mine["over"] != other["over"] or mine["champion"] != other["champion"] or not mine["over"]:
        champion = mine["champion"]
        who = "and nobody has won it" if champion is None else f"and side {champion} has won it"
        yield f"the game is over {who}" if mine["over"] else "the game goes on"


__all__ = ["KINDS", "NoWitness", "WitnessDeal", "captured", "no_witnesses", "outcome", "under", "witness_deals"]
