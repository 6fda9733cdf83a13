"""A round as it was played, trick by trick, with the point and the place of the text that decided each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from kakeya.rules.rules import Rules
from kakeya.show import cards, markup
from kakeya.show.markup import Block
from kakeya.table.record import Event, Record, Trick
from kakeya.texts.values import shown

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def replay(record: Record, open: int = 1) -> Block:
    """A round as a replay: the hands, every trick with its cards, the settlement. `open` tricks are unfolded."""
    rules, deal = record.rules, record.deal
    look: dict[str, Any] = {"trump": deal.trump, "rensho": rules.rensho(deal.trump), "pictures": rules["pictures"]}
    before = [event for event in record.events if event.kind in ("seats", "rest", "dealers", "deal", "trump")]
    after = [event for event in record.events if event.kind in ("aside", "settlement", "stones", "end")]
    parts = [
        '<div class="k-replay">',
        f'<p class="k-replay-title">{escape(rules.title)}, {deal.players} players, {_seed(record)}</p>',
        _steps(record, before),
        _hands(record, look),
        '<ol class="k-tricks">',
        *(_trick(record, number, look, number < open) for number in range(len(record.tricks))),
        "</ol>",
        _steps(record, after),
        "</div>",
    ]
    return Block(markup.block("".join(parts)).html, str(record))


def _seed(record: Record) -> str:
    return f"dealt with seed {record.deal.seed}, all {escape(record.players)}"


def _steps(record: Record, events: Sequence[Event]) -> str:
    rows = "".join(f"<li><span>{escape(one.text)}</span> {_why(record, one)}</li>" for one in events)
    return f'<ol class="k-steps">{rows}</ol>'


def _why(record: Record, event: Event, link: bool = True) -> str:
    """The point that decided, and where its answer comes from."""
    point = markup.point(event.point) if link else markup.code(event.point)
    return f'<span class="k-why">{point} {place(record.rules, event.point)}</span>'


def place(rules: Rules, id: str) -> str:
    """Where the rules have an answer: `U 8.34`, `edited`, `supplied by J`, with the sigla in their colours."""
    answer = rules.answers[id]
    if answer.origin == "edit":
        return '<span class="k-edited">edited</span>'
    if answer.is_supplied:
        who = "the editor" if answer.origin == "editor" else markup.siglum(answer.origin)
        return f'<span class="k-supplied" title="{escape(answer.why)}">supplied by {who}</span>'
    loci = ", ".join(dict.fromkeys(cite.locus for cite in answer.cites))
    return f"{markup.siglum(answer.origin)} {loci}".strip()


def _hands(record: Record, look: dict[str, Any]) -> str:
    deal = record.deal
    rows = []
    for seat, hand in enumerate(deal.hands):
        roles = ["leads"] if seat == deal.leader else []
        roles += ["deals"] if seat in deal.dealer_seats else []
        held = cards.fan(hand, **look) if hand else "rests"
        rows.append(f"<dt>{_seat(record, seat)} <small>{', '.join(roles)}</small></dt><dd>{held}</dd>")
    return f'<dl class="k-hands">{"".join(rows)}</dl>'


def _seat(record: Record, seat: int) -> str:
    return f'<span class="k-seat k-side-{seat % (record.deal.players // 2)}">seat {seat}</span>'


def _played(record: Record) -> Iterator[list[Event]]:
    """The events of each trick: its lead, its plays, and who took it."""
    found: list[Event] = []
    for event in record.events:
        if event.kind in ("lead", "play", "trick"):
            found.append(event)
        if event.kind == "trick":
            yield found
            found = []


def _trick(record: Record, number: int, look: dict[str, Any], unfolded: bool) -> str:
    trick = record.tricks[number]
    events = list(_played(record))[number]
    laid = "".join(
        f'<span class="k-play{" k-takes" if seat == trick.taker else ""}">{cards.card(name, **look)}{_seat(record, seat)}</span>'
        for seat, name in zip(trick.seats, trick.cards, strict=True)
    )
    last = events[-1]
    summary = (
        f'<summary><span class="k-number">{number + 1}</span><span class="k-laid">{laid}</span>'
        f'<span class="k-taken">{_taken(record, trick)}{_why(record, last, link=False)}</span>'
        f'<span class="k-score" title="captured so far, by side">{_score(record, number)}</span></summary>'
    )
    steps = "".join(
        f"<li>{_seat(record, event.seat or 0)} {'leads' if event.kind == 'lead' else 'plays'} "
        f"{cards.card(event.cards[0], **look)} {_why(record, event)} {_answer(record.rules, event.point)}</li>"
        for event in events[:-1]
    )
    last_step = f"<li>{_taken(record, trick)} {_why(record, last)} {_answer(record.rules, last.point)}</li>"
    return (
        f'<li><details{" open" if unfolded else ""}>{summary}<ol class="k-steps">{steps}{last_step}</ol></details></li>'
    )


def _answer(rules: Rules, id: str) -> str:
    return markup.value(shown(rules.answers[id].value), id)


def _taken(record: Record, trick: Trick) -> str:
    pictures = sum(name[:-1] in record.rules["pictures"] for name in trick.cards)
    worth = f" with {NUMBERS[pictures]} picture{'s' if pictures > 1 else ''}" if pictures else ""
    return f"{_seat(record, trick.taker)} takes it{worth} "


def _score(record: Record, number: int) -> str:
    """What counts, captured by each side after so many tricks."""
    sides = record.deal.players // 2
    tricks = record.rules["goal"] == "tricks"
    taken = [0] * sides
    for trick in record.tricks[: number + 1]:
        worth = 1 if tricks else sum(name[:-1] in record.rules["pictures"] for name in trick.cards)
        taken[trick.taker % sides] += worth
    playing = [side for side in range(sides) if record.deal.masks[side]]
    return " : ".join(f'<b class="k-side-{side}">{taken[side]}</b>' for side in playing)
