"""A round at the table, step by step: a list that needs no script, and a board that the book's script moves.

Every step says which point decided it and whether the three texts agree there. `book/_static/kakeya-steps.js` shows
the board and goes through the steps with buttons and arrow keys; whatever on the board carries `data-from` or
`data-to` is there from that step, or up to it.
"""

from __future__ import annotations

from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.players.judging import Judgement
from kakeya.players.playing import play
from kakeya.rules.rules import Rules, load
from kakeya.show import cards, judging, markup
from kakeya.show.agreement import by_point, kind_of
from kakeya.show.markup import Block
from kakeya.show.replay import place
from kakeya.table.deals import Deal
from kakeya.table.record import Event, Record
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown

PLACES = {0: "bottom", 1: "right", 2: "top", 3: "left"}  # counter-clockwise, as seats are numbered
BUTTONS = (("first", "First"), ("back", "Back"), ("next", "Next"), ("trick", "Next trick"), ("last", "Last"))


def steps(round: Record | Judgement) -> Block:
    """A round of four players, one step at a time; one that was judged has its value below each card."""
    record, judgement = (round, None) if isinstance(round, Record) else (round.record, round)
    judged = iter(judgement.cards if judgement else ())
    if record.deal.players != 4:
        raise KakeyaError("the stepper seats four; show.replay has tables of six")
    look: dict[str, Any] = {
        "trump": record.deal.trump,
        "rensho": record.rules.rensho(record.deal.trump),
        "pictures": record.rules["pictures"],
    }
    kinds = by_point(4)
    met: set[str] = set()
    items = []
    for event in record.events:
        below, said = "", ""
        if judgement and event.kind in ("lead", "play"):
            card = next(judged)
            below, said = judging.after(judgement, card), judging.said(judgement, card)
        if event.point not in met:
            below += _agreement(event.point, kinds)
        items.append(_step(record, event, look, below, said))
        met.add(event.point)
    buttons = "".join(f'<button type="button" data-go="{id}">{words}</button>' for id, words in BUTTONS)
    html = (
        '<div class="k-stepper" tabindex="0" role="group" aria-label="A round, step by step. Left and right arrow keys '
        'go through it.">'
        f'<div class="k-controls" hidden>{buttons}<span class="k-count"></span></div>'
        '<p class="k-say" role="status" aria-live="polite"></p>'
        f'<div class="k-board" hidden>{_board(record, look)}<div class="k-now"></div></div>'
        f'<details class="k-all" open><summary>All {len(items)} steps</summary>'
        f'<ol class="k-steplist">{"".join(items)}</ol></details></div>'
    )
    return Block(markup.block(html).html, str(record))


def _step(record: Record, event: Event, look: dict[str, Any], below: str, said: str) -> str:
    drawn = _sentence(event, look)
    spoken = escape(f"{event.text}. {said}Decided by {event.point}.")
    return (
        f'<li class="k-{event.kind}" data-say="{spoken}"><span class="k-what">{drawn}</span> '
        f'<span class="k-why">{markup.point(event.point)} {place(record.rules, event.point)}</span>{below}</li>'
    )


def _sentence(event: Event, look: dict[str, Any]) -> str:
    """An event in words, its cards drawn where it is about one card."""
    if event.kind in ("lead", "play"):
        verb = "leads" if event.kind == "lead" else "plays"
        return f"{_seat(event.seat or 0)} {verb} {cards.card(event.cards[0], **look)}"
    return escape(event.text)


def _seat(seat: int) -> str:
    return f'<span class="k-seat k-side-{seat % 2}">seat {seat}</span>'


def _agreement(id: str, kinds: dict[str, list[dict[str, Any]]]) -> str:
    """Whether the texts agree at a point, as a line below the step that first needs it."""
    cells = kinds[id]
    kind = kind_of(cells)
    question = markup.tagged(catalogue()[id].question)
    if kind == "agree":
        missing = [cell["witness"] for cell in cells if not cell["variant"]]
        said = (
            f"{markup.listed(map(markup.siglum, missing))} does not say; the others agree"
            if missing
            else "all three agree"
        )
        value = next(cell["value"] for cell in cells if cell["variant"])
        said = f"{said}: {markup.value(shown(value), id)}"
    elif kind == "silent":
        said = "no text says"
    else:
        by: dict[str, list[str]] = {}
        for cell in cells:
            by.setdefault(shown(cell["value"]) if cell["variant"] else "", []).append(cell["witness"])
        said = "; ".join(
            f"{' '.join(map(markup.siglum, whose))} {markup.value(words, id) if words else 'silent'}"
            for words, whose in by.items()
        )
    return f'<span class="k-agrees k-is-{kind}"><span>{question}</span> {said}</span>'


# -- the board --------------------------------------------------------------------------------------
def _board(record: Record, look: dict[str, Any]) -> str:
    played = {
        card: number
        for number, event in enumerate(record.events)
        for card in event.cards
        if event.kind in ("lead", "play")
    }
    seats = "".join(_hand(record, seat, played, look) for seat in range(4))
    middle = "".join(_middle(record, look))
    won = "".join(_won(record, side, look) for side in range(2))
    return f'<div class="k-felt">{seats}<div class="k-middle">{middle}</div></div><div class="k-wons">{won}</div>'


def _hand(record: Record, seat: int, played: dict[str, int], look: dict[str, Any]) -> str:
    suits: dict[str, list[str]] = {}
    for card in record.deal.hands[seat]:
        suits.setdefault(card[-1], []).append(card)
    fan = "".join(
        '<span class="k-suit">'
        + "".join(f'<span data-to="{played[card] - 1}">{cards.card(card, **look)}</span>' for card in suits[suit])
        + "</span>"
        for suit in "♠♥♣♦"
        if suit in suits
    )
    deals = " deals" if seat in record.deal.dealer_seats else ""
    return f'<div class="k-at k-at-{PLACES[seat]}">{_seat(seat)}<small>{deals}</small><span class="k-fan">{fan}</span></div>'


def _middle(record: Record, look: dict[str, Any]) -> list[str]:
    """The cards of every trick, each there from when it is played until its trick has been taken."""
    found: list[str] = []
    trick: list[tuple[int, Event]] = []
    for number, event in enumerate(record.events):
        if event.kind in ("lead", "play"):
            trick.append((number, event))
        elif event.kind == "trick":
            for start, one in trick:
                takes = f' data-takes="{number}"' if one.seat == event.seat else ""
                found.append(
                    f'<span class="k-slot k-slot-{PLACES[one.seat or 0]}" data-from="{start}" data-to="{number}"{takes}>'
                    f"{cards.card(one.cards[0], **look)}</span>"
                )
            trick = []
    return found


def _won(record: Record, side: int, look: dict[str, Any]) -> str:
    """What a side has captured: its pictures, each from the trick that took it, and their number."""
    pictures: list[tuple[int, str]] = [
        (number, card)
        for number, event in enumerate(record.events)
        if event.kind == "trick" and (event.seat or 0) % 2 == side
        for card in event.cards
        if card[:-1] in record.rules["pictures"]
    ]
    starts = [0, *dict.fromkeys(number for number, _ in pictures)]
    counts = "".join(
        f'<b data-from="{start}"'
        + (f' data-to="{starts[place + 1] - 1}"' if place + 1 < len(starts) else "")
        + f">{sum(number <= start for number, _ in pictures)}</b>"
        for place, start in enumerate(starts)
    )
    drawn = "".join(f'<span data-from="{number}">{cards.card(card, **look)}</span>' for number, card in pictures)
    return (
        f'<div class="k-won"><p><span class="k-seat k-side-{side}">seats {side} and {side + 2}</span>: pictures {counts}</p>'
        f'<div class="k-pile">{drawn}</div></div>'
    )


# -- one round under several texts --------------------------------------------------------------------
def alike(deal: Deal, *names: str | Rules) -> Block:
    """Whether a deal is played alike under several rulesets, and where the settlements part."""
    records = [play(one if isinstance(one, Rules) else load(one, deal.players), deal) for one in names]
    courses = {tuple((trick.seats, trick.cards, trick.taker) for trick in one.tricks) for one in records}
    titles = markup.listed(_title(one.rules) for one in records)
    same = (
        f"Under {titles} the same cards fall in the same order, and the same players take the tricks."
        if len(courses) == 1
        else f"Under {titles} the round takes {len(courses)} courses."
    )
    worth: dict[int, list[str]] = {}
    winners = set()
    for one in records:
        assert one.settlement is not None
        winners.add(one.settlement.winner)
        worth.setdefault(one.settlement.stones, []).append(_title(one.rules))
    paid = markup.listed(
        f"{stones} {'stone' if stones == 1 else 'stones'} under {markup.listed(whose)}"
        for stones, whose in worth.items()
    )
    won = "The same side wins everywhere; it" if len(winners) == 1 else "The winner is not the same; the round"
    words = f"{same} {won} is worth {paid}."
    words = words.replace("it is worth", "the round is worth")
    return Block(f'<p class="k-finding">{escape(words, quote=False)}</p>', words)


def _title(rules: Rules) -> str:
    return rules.text.siglum if rules.text.is_witness else rules.title.lower()
