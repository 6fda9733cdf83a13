"""A played round judged with all hands open: its value card by card as a chart, and its turning points in words."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.players.judging import Judged, Judgement
from kakeya.show import cards, intervals, markup, style
from kakeya.show.compare import name
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.show.replay import NUMBERS

BEYOND = 2.1  # what the axis shows beyond the values, for a line of words


def judged(*judgements: Judgement) -> Figure:
    """What one side takes under best play after each card of a round, or of the same deal under several rules."""
    first = _first(judgements)
    who = _pair(first, first.sides[0])
    other = _pair(first, first.sides[1])
    what, enough, total = first.record.rules["goal"], first.record.rules["win.at"], first.total
    rows = [row for one in judgements for row in _rows(one)]
    marks = [_mark(one, number, str(count)) for one in judgements for count, number in enumerate(_turning(one), 1)]
    lines = [[_point(one, number) for number in range(len(one.values))] for one in judgements]
    values = [value for one in judgements for value in one.values]
    bottom, top = min(*values, total - enough), max(*values, enough)
    low, high = bottom - BEYOND, top + BEYOND
    tricks = len(first.record.tricks)
    names = [name(one.record.rules) for one in judgements]
    looks = _looks(names)
    dashes = [style.WITNESS_DASH.get(one, style.DASHES[3]) if len(names) > 1 else style.DASHES[0] for one in names]
    x = _axis("played", "tricks played", (0, tricks), range(tricks + 1))
    y = _axis("value", f"{what} for {who}", (low, high), range(bottom, top + 1))
    sure = [
        {"played": 0, "from": enough, "to": high, "at": high - 0.5, "words": f"{who} can take {enough}"},
        {"played": 0, "from": low, "to": total - enough, "at": low + 0.5, "words": f"{other} can take {enough}"},
    ]
    spec = {
        "title": _title(judgements),
        "height": 240,
        "layer": [
            {
                "data": {"values": sure},
                "mark": {"type": "rect", "color": style.WASH, "tooltip": None},
                "encoding": {"y": y | {"field": "from"}, "y2": {"field": "to"}},
            },
            {
                "data": {"values": sure},
                "mark": {"type": "text", "align": "left", "dx": 6, "color": style.SOFT, "tooltip": None},
                "encoding": {"y": y | {"field": "at"}, "x": x, "text": {"field": "words"}},
            },
            *(
                {
                    "data": {"values": line},
                    "mark": {"type": "line", "interpolate": "step-after", "strokeDash": dash, "tooltip": None},
                    "encoding": {"x": x, "y": y, "color": looks["color"]},
                }
                for line, dash in zip(lines, dashes, strict=True)
            ),
            {
                "data": {"values": marks},
                "mark": {"type": "point"},
                "encoding": {"x": x, "y": y, **looks},
            },
            {
                "data": {"values": marks},
                "mark": {"type": "text", "fontWeight": "bold", "tooltip": None},
                "encoding": {
                    "x": x,
                    "y": y | {"field": "at"},
                    "text": {"field": "number"},
                    "color": looks["color"],
                },
            },
        ],
    }
    return figure(
        spec,
        description=f"{_title(judgements)}. {' '.join(_course(one, who) for one in judgements)}",
        caption=f"What {who} take in all if, from there on, all four play best and see all hands; the others take the rest "
        f"of the {total}. Numbered: the turning points, which stand below in words.",
        table=rows,
    )


def turning_points(*judgements: Judgement) -> Block:
    """In words: what was lost in all, and every card that changed who can win, or gave away most."""
    parts = []
    for one in judgements:
        items = "".join(f"<li>{_told(one, card)}</li>" for card in one.turning_points)
        parts.append(f'<p class="k-finding">{_summary(one)}</p>')
        parts.append(f'<ol class="k-turns">{items}</ol>' if items else "")
    return markup.block("".join(parts))


def after(judgement: Judgement, card: Judged) -> str:
    """A line below a step (HTML): how the round ends under best play once the card lies, and what it gave away."""
    counts = " : ".join(f'<b class="k-side-{side}">{value}</b>' for side, value in _by_side(judgement, card).items())
    return (
        f'<span class="k-hands-open">all hands open, best play from here ends {counts}{_lost(judgement, card)}</span>'
    )


def said(judgement: Judgement, card: Judged) -> str:
    """The same to be read out."""
    counts = " to ".join(map(str, _by_side(judgement, card).values()))
    return f"Best play from here ends {counts}{_lost(judgement, card)}. "


def _by_side(judgement: Judgement, card: Judged) -> dict[int, int]:
    mine, rest = card.after, judgement.total - card.after
    return {side: mine if side == judgement.side(card.seat) else rest for side in judgement.sides}


def _lost(judgement: Judgement, card: Judged) -> str:
    what = judgement.record.rules["goal"]
    return f"; this card gives away {_many(card.lost, what)}" if card.lost else ""


def _first(judgements: tuple[Judgement, ...]) -> Judgement:
    if not judgements:
        raise KakeyaError("there is no judgement to show; make one with kakeya.judge")
    first = judgements[0]
    for one in judgements[1:]:
        if one.record.deal.masks != first.record.deal.masks or one.total != first.total:
            raise KakeyaError("judgements are shown beside each other where they are of one deal")
    return first


def _looks(names: list[str]) -> dict[str, Any]:
    """Colour and shape of each rules' line and points; a legend only where there are several."""
    found = intervals.looks(
        "rules",
        {one: style.WITNESS.get(one, style.LIGHT["plum"]) for one in names},
        {one: style.WITNESS_SHAPE.get(one, "diamond") for one in names},
    )
    return found if len(names) > 1 else {channel: look | {"legend": None} for channel, look in found.items()}


def _axis(field: str, title: str, domain: tuple[float, float], ticks: Iterable[int]) -> dict[str, Any]:
    scale = {"domain": list(domain), "nice": False, "zero": False}
    axis = {"values": list(ticks), "format": "d"}
    return {"field": field, "type": "quantitative", "title": title, "scale": scale, "axis": axis}


def _point(judgement: Judgement, number: int) -> dict[str, Any]:
    """The value after so many cards, and where that is, in tricks."""
    played = number / len(judgement.record.tricks[0].cards)
    return {"rules": name(judgement.record.rules), "played": played, "value": judgement.values[number]}


def _mark(judgement: Judgement, number: int, count: str) -> dict[str, Any]:
    """The same for a turning point, with its number beyond it, on the side where no line comes from."""
    rises = judgement.values[number] > judgement.values[number - 1]
    return _point(judgement, number) | {
        "at": judgement.values[number] + (0.75 if rises else -0.75),
        "number": count,
    }


def _turning(judgement: Judgement) -> list[int]:
    """How many cards lie after each turning point."""
    return [judgement.cards.index(one) + 1 for one in judgement.turning_points]


def _rows(judgement: Judgement) -> list[dict[str, Any]]:
    who = _pair(judgement, judgement.sides[0])
    return [
        {"rules": name(judgement.record.rules), "trick": one.trick, "seat": one.seat, "card": one.card}
        | {f"{who} take": value, "given away": one.lost}
        for one, value in zip(judgement.cards, judgement.values[1:], strict=True)
    ]


# -- in words ---------------------------------------------------------------------------------------
def _title(judgements: tuple[Judgement, ...]) -> str:
    what = judgements[0].record.rules["goal"]
    if len(judgements) > 1:
        same = len({str(one.record.tricks) for one in judgements}) == 1
        each = markup.listed(
            f"{one.lost() if number else _many(one.lost(), what)} under {name(one.record.rules)}"
            for number, one in enumerate(judgements)
        )
        return f"{'The same cards' if same else 'The cards'} give away {each}"
    (one,) = judgements
    turned = sum(card.turns for card in one.cards)
    number = NUMBERS[turned] if turned < len(NUMBERS) else str(turned)
    times = {0: "never changes", 1: "changes once", 2: "changes twice"}.get(turned, f"changes {number} times")
    enough = one.record.rules["win.at"]
    return f"The cards of this round give away {_many(one.lost(), what)}, and which side can take {enough} {times}"


def _course(judgement: Judgement, who: str) -> str:
    """The values in a sentence, where they change."""
    values = judgement.values
    changes = [
        f"{then} from trick {card.trick}"
        for card, now, then in zip(judgement.cards, values[:-1], values[1:], strict=True)
        if now != then
    ]
    return f"Under {name(judgement.record.rules)} {who} can take {values[0]} before the first card, then {', '.join(changes) or 'no other number'}."


def _summary(judgement: Judgement) -> str:
    what, (lower, upper) = judgement.record.rules["goal"], judgement.sides
    start, end = judgement.values[0], judgement.values[-1]
    given = [f"{_pair(judgement, side)} gave away {judgement.lost(side) or 'nothing'}" for side in (lower, upper)]
    return escape(
        f"Under {name(judgement.record.rules)} {_pair(judgement, lower)} could take {_many(start, what)} before the first "
        f"card, and took {end}: {' on the way, '.join(given)}.",
        quote=False,
    )


def _told(judgement: Judgement, card: Judged) -> str:
    """`Trick 5: seat 3 plays A♦, worth 8 pictures to its side; the best card was worth 9.`"""
    record = judgement.record
    look: dict[str, Any] = {
        "trump": record.deal.trump,
        "rensho": record.rules.rensho(record.deal.trump),
        "pictures": record.rules["pictures"],
    }
    verb = "leads" if record.tricks[card.trick - 1].leader == card.seat else "plays"
    seat = f'<span class="k-seat k-side-{judgement.side(card.seat)}">seat {card.seat}</span>'
    return (
        f"Trick {card.trick}: {seat} {verb} {cards.card(card.card, **look)}, worth "
        f"{_many(card.after, record.rules['goal'])} to its side; the best card was worth {card.before}.{_turn(judgement, card)}"
    )


def _turn(judgement: Judgement, card: Judged) -> str:
    side, enough = judgement.turn(card), judgement.record.rules["win.at"]
    return f" <strong>Now {side} side can take {enough}.</strong>" if side else ""


def _pair(judgement: Judgement, side: int) -> str:
    return f"seats {side} and {side + judgement.record.deal.players // 2}"


def _many(number: int, what: str) -> str:
    return f"{number} {what.removesuffix('s') if number == 1 else what}"


__all__ = ["after", "judged", "said", "turning_points"]
