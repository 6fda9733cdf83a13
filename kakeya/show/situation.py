"""Witness deals as pictures: the smallest situation in which two answers to one point give something else."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from kakeya.rules.rules import Rules
from kakeya.show import cards, markup
from kakeya.show.agreement import briefly
from kakeya.show.plate import Plate, plate
from kakeya.show.replay import NUMBERS
from kakeya.table.witness import NoWitness, WitnessDeal, captured, no_witnesses, witness_deals
from kakeya.texts import collation
from kakeya.texts.catalogue import PLAYERS
from kakeya.texts.values import shown


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def deals(point: str) -> list[WitnessDeal]:
    """The witness deals of a point: answers of two texts first, then answers of one, then the rest."""
    attested = {who: [_key(value) for value in values] for who, values in answers(point).items()}

    def rank(one: WitnessDeal) -> tuple[int, int]:
        first, second = (_key(value) for value in one.values)
        preferred = {values[0] for values in attested.values() if values}
        every = {value for values in attested.values() for value in values}
        return (
            -sum(value in preferred for value in (first, second)),
            -sum(value in every for value in (first, second)),
        )

    return sorted((one for one in witness_deals() if one.point == point), key=rank)


def answers(point: str) -> dict[str, list[Any]]:
    """Siglum -> the answers of a text to a point, the preferred one first."""
    found: dict[str, list[Any]] = {}
    for one in collation.chosen(()):
        for players in PLAYERS:
            entry = one.entry(point, players)
            readings = sorted(entry.readings, key=lambda each: not each.preferred)
            values = found.setdefault(one.siglum, [])
            values += [each.value for each in readings if each.value not in values]
    return found


def between(point: str, a: Any, b: Any) -> WitnessDeal | None:
    """The witness deal for two answers, in this order; None if the pair has none."""
    for one in witness_deals():
        if one.point == point and {_key(value) for value in one.values} == {_key(a), _key(b)}:
            return one if _key(one.values[0]) == _key(a) else _turned(one)
    return None


def _turned(one: WitnessDeal) -> WitnessDeal:
    return WitnessDeal(one.point, one.values[::-1], one.base, one.players, one.edits, one.situation, one.outcomes[::-1])


def never(point: str, a: Any, b: Any) -> list[NoWitness]:
    """Why, or under which other answers, two answers never give anything else."""
    pair = {_key(a), _key(b)}
    return [one for one in no_witnesses() if one.point == point and {_key(value) for value in one.values} == pair]


def holds(never: NoWitness, rules: Rules) -> bool:
    """Does a reason why two answers never differ hold under the other answers of some rules?"""
    return all(
        rules.players in values if id == "players" else rules[id] in values for id, values in never.where.items()
    )


def situation(one: WitnessDeal | str, players: int | None = None) -> Plate:
    """A witness deal as a figure; of a point by its id, the first of its witness deals.

    Beside each answer stand those texts that give it, with so many players (by default, as many as in the deal; of
    others it is said).
    """
    deal = deals(one)[0] if isinstance(one, str) else one
    rows = "".join(_row(deal, which, players or deal.players) for which in (0, 1))
    ground = f"All else as in {deal.rules[0].text.siglum}, {deal.players} players"
    ground += f", with {', '.join(f'{id} {shown(value)}' for id, value in deal.edits.items())}" if deal.edits else ""
    said = [f"{briefly(value)}: {told}" for value, told in zip(deal.values, deal.told, strict=True)]
    return plate(
        f'{_scene(deal)}<dl class="k-outcomes">{rows}</dl>',
        title=f"{deal.scene}.",
        description="; ".join(said) + ".",
        kind="situation",
        caption=f"{escape(ground)}.",
        bare=True,
    )


def _look(rules: Rules, trump: str) -> dict[str, Any]:
    return {"trump": trump, "rensho": rules.rensho(trump), "pictures": rules["pictures"]}


def _plain(deal: WitnessDeal) -> dict[str, Any]:
    """How cards look where the answers may disagree on which is Rensho."""
    first, second = deal.rules
    trump = str(deal.situation.get("trump", ""))
    mine, other = first.rensho(trump), second.rensho(trump)
    return _look(first, trump) | {"rensho": mine if mine == other else None}


def _scene(deal: WitnessDeal) -> str:
    """The cards of the situation, before anything is answered."""
    here = deal.situation
    if deal.kind == "play":
        look = _plain(deal)
        rows = "".join(
            f"<dt>{_seat(seat, deal)}{' <small>leads</small>' if seat == here['leader'] else ''}</dt>"
            f"<dd>{cards.fan(hand.split(), **look) if hand else 'nothing'}</dd>"
            for seat, hand in enumerate(here["hands"])
        )
        return f'<dl class="k-hands">{rows}</dl>'
    if deal.kind == "settle":
        return _settled(deal)
    return ""


def _settled(deal: WitnessDeal) -> str:
    """What each side was dealt of the aces, what it captured, and the whole round one click away."""
    here = deal.situation
    look = _plain(deal)
    rules = deal.rules[0]
    worth = rules["pictures"]
    sides = len(here["hands"]) // 2
    rows = []
    for side, taken in enumerate(captured(rules, here)):
        hands = [here["hands"][side].split(), here["hands"][side + sides].split()]
        held = [name for hand in hands for name in hand]
        if not held:
            continue
        pictures = [name for name in taken if name[:-1] in worth or name[:-1] == "A"]
        aces = [name for name in held if name[:-1] == "A"]
        rows.append(
            f'<dt>{_side(side)}</dt><dd><span class="k-said">captured</span> '
            f"{cards.fan(pictures, **look) if pictures else 'no picture'}"
            f'<br><span class="k-said">of the aces, dealt</span> {cards.fan(aces, **look) if aces else "none"}</dd>'
        )
    dealt = "".join(
        f"<dt>{_seat(seat, deal)}</dt><dd>{cards.fan(hand.split(), **look) if hand else 'rests'}</dd>"
        for seat, hand in enumerate(here["hands"])
    )
    order = " ".join(cards.card(name, **look) for name in here["plays"].split())
    return (
        f'<dl class="k-hands">{"".join(rows)}</dl>'
        f'<details class="k-whole"><summary>The whole round</summary><dl class="k-hands">{dealt}</dl>'
        f'<p>Seat {here["leader"]} leads, and the cards are played in this order:</p><p class="k-order">{order}</p></details>'
    )


def _row(deal: WitnessDeal, which: int, players: int) -> str:
    """What one of the answers makes of it."""
    value, told = deal.values[which], deal.told[which]
    rules = deal.rules[which]
    here, mine = deal.situation, deal.outcomes[which]
    drawn = ""
    if deal.kind == "trick":
        look = _look(rules, here["trump"])
        drawn = _laid([(name, name == mine["takes"]) for name in here["cards"].split()], look)
    elif deal.kind == "legal":
        look = _look(rules, here["trump"])
        may = mine["legal"].split()
        led = _laid([(name, False) for name in here["trick"].split()], look)
        hand = "".join(
            f'<span class="k-play{"" if name in may else " k-barred"}">{cards.card(name, **look)}</span>'
            for name in here["hand"].split()
        )
        drawn = f'{led}<span class="k-said">to which may be played</span><span class="k-laid">{hand}</span>'
    elif deal.kind == "play":
        look = _look(rules, here["trump"])
        drawn = "".join(_trick(trick, deal, look) for trick in mine["tricks"])
    picture = f'<div class="k-drawn">{drawn}</div>' if drawn else ""
    return (
        f"<dt>{markup.value(briefly(value), deal.point)}{_whose(deal, value, players)}</dt>"
        f"<dd>{picture}<p>{escape(told[:1].upper() + told[1:])}.</p></dd>"
    )


def _whose(deal: WitnessDeal, value: Any, players: int) -> str:
    """The sigla of those who answer so, by the reading that is preferred; for other players than the deal has, with that."""
    entries = {one.siglum: one.entry(deal.point, players).preferred for one in collation.chosen(())}
    who = [siglum for siglum, entry in entries.items() if entry and entry.value == value]
    seats = "" if players == deal.players else f" <small>for {NUMBERS[players]}</small>"
    return f" {' '.join(markup.siglum(one) for one in who)}{seats}" if who else ""


def _laid(laid: list[tuple[str, bool]], look: dict[str, Any]) -> str:
    """Cards in a trick, the one that takes it raised."""
    inner = "".join(
        f'<span class="k-play{" k-takes" if takes else ""}">{cards.card(name, **look)}</span>' for name, takes in laid
    )
    return f'<span class="k-laid">{inner}</span>'


def _trick(trick: str, deal: WitnessDeal, look: dict[str, Any]) -> str:
    """A trick from its words, `0 5♣, 1 6♠: 1 takes`."""
    laid, _, taker = trick.partition(": ")
    inner = "".join(
        f'<span class="k-play{" k-takes" if taker.startswith(f"{seat} ") else ""}">{cards.card(name, **look)}'
        f"{_seat(int(seat), deal)}</span>"
        for seat, name in (one.split(" ") for one in laid.split(", "))
    )
    return f'<span class="k-laid">{inner}</span>'


def _seat(seat: int, deal: WitnessDeal) -> str:
    return f'<span class="k-seat k-side-{seat % (deal.players // 2)}">seat {seat}</span>'


def _side(side: int) -> str:
    return f'<span class="k-seat k-side-{side}">side {side}</span>'
