"""What happened, event by event, each with the point of the rules that decided it and, by that, the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from kakeya import cards
from kakeya.table.deals import Deal
from kakeya.table.settlement import Settlement

if TYPE_CHECKING:
    from kakeya.rules.rules import Rules

KINDS = ("seats", "rest", "dealers", "deal", "trump", "lead", "play", "trick", "aside", "settlement", "stones", "end")


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    kind: one of KINDS. point: the point whose answer decided it. seat, side: whose it was, or None.
    cards: what was played, taken or set aside. text: an English sentence.
    """

    kind: str
    point: str
    text: str
    seat: int | None = None
    side: int | None = None
    cards: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": self.kind,
            "point": self.point,
            "seat": self.seat,
            "side": self.side,
            "cards": " ".join(self.cards),
            "text": self.text,
        }


@dataclass(frozen=True)
class Trick:
    """A trick: who led, the seats and cards in the order of play, which seat took it, the point that decided."""

    leader: int
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    taker: int
    point: str


def source(rules: Rules, point: str) -> str:
    """Where the rules have their answer at a point: `U 8.34`, `edited`, or who supplied it."""
    answer = rules.answers[point]
    if answer.is_supplied:
        return f"supplied by {'the editor' if answer.origin == 'editor' else answer.origin}"
    if answer.origin == "edit":
        return "edited"
    return f"{answer.origin} {', '.join(dict.fromkeys(cite.locus for cite in answer.cites))}".strip()


@dataclass
class Record:
    """A round as it was played: `deal`, `events`, `tricks`, what each side captured, and the settlement."""

    rules: Rules
    deal: Deal
    players: str
    events: list[Event] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    captured: tuple[list[str], ...] = ()
    settlement: Settlement | None = None
    number: int = 1

    def source(self, event: Event) -> str:
        """Where the rules have the answer that decided an event."""
        return source(self.rules, event.point)

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same round."""
        return {
            "players": self.players,
            "fingerprint": self.rules.fingerprint,
            "deal": self.deal.as_json(),
            "events": [event.as_json() for event in self.events],
            "captured": [" ".join(side) for side in self.captured],
            "settlement": self.settlement.as_json() if self.settlement else None,
        }

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each event as a line of text, and the point that decided it with its source."""
        for event in self.events:
            yield event.text, f"{event.point}: {self.source(event)}"

    def __str__(self) -> str:
        width = max((len(text) for text, _ in self.lines()), default=0)
        width = min(width, 78)
        return "\n".join(f"{text:<{width}}  [{why}]" for text, why in self.lines())

    def _repr_html_(self) -> str:
        rows = []
        for event in self.events:
            if event.kind in ("play", "lead"):
                continue
            rows.append(_row(event.text, event.point, self.source(event)))
            if event.kind == "trick":
                trick = self.tricks[sum(1 for row in rows if 'class="k-trick"' in row)]
                rows[-1] = _trick_row(trick, event, self.source(event), self.deal.players // 2)
        head = f"{escape(self.rules.title)}, {self.deal.players} players, {escape(self.players)}"
        return (
            f'<table class="k-record"><caption>{head}</caption><thead><tr><th scope="col">What happened</th>'
            '<th scope="col">Decided by</th><th scope="col">Place</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )


def _row(text: str, point: str, place: str) -> str:
    return f"<tr><td>{escape(text)}</td><td><code>{escape(point)}</code></td><td>{escape(place)}</td></tr>"


def _trick_row(trick: Trick, event: Event, place: str, sides: int) -> str:
    played = []
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        red = " k-red" if card[-1] in "♥♦" else ""
        taken = " k-takes" if seat == trick.taker else ""
        played.append(f'<span class="k-card{red}{taken}" title="seat {seat}">{escape(card)}</span>')
    text = f"seat {trick.leader} leads: {' '.join(played)} taken by seat {trick.taker}"
    return (
        f'<tr class="k-trick"><td>{text}</td><td><code>{escape(event.point)}</code></td><td>{escape(place)}</td></tr>'
    )


@dataclass
class MatchRecord:
    """A match: its rounds, the stones after each, and who won. champion: a side, or None for a draw or no end."""

    rules: Rules
    players: str
    seed: int
    rounds: list[Record] = field(default_factory=list)
    stones: list[tuple[int, ...]] = field(default_factory=list)
    champion: int | None = None
    over: bool = False

    @property
    def events(self) -> list[Event]:
        """The events of all rounds."""
        return [event for record in self.rounds for event in record.events]

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same match."""
        return {
            "players": self.players,
            "seed": self.seed,
            "fingerprint": self.rules.fingerprint,
            "rounds": [record.as_json() for record in self.rounds],
            "stones": [list(purses) for purses in self.stones],
            "champion": self.champion,
            "over": self.over,
        }

    def __str__(self) -> str:
        parts = []
        for number, record in enumerate(self.rounds, 1):
            parts.append(f"Round {number}\n{record}")
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        rows = []
        for number, (record, stones) in enumerate(zip(self.rounds, self.stones, strict=True), 1):
            end = record.settlement
            won = "nobody" if end is None or end.winner is None else f"side {end.winner}"
            taken = " : ".join(str(count) for count in end.counted) if end else ""
            rows.append(
                f"<tr><td>{number}</td><td>side {record.deal.dealers}</td><td>{record.deal.trump}</td><td>{won}</td>"
                f"<td>{taken}</td><td>{' : '.join(map(str, stones))}</td></tr>"
            )
        head = "".join(
            f'<th scope="col">{title}</th>' for title in ("Round", "Dealers", "Trumps", "Won by", "Taken", "Stones")
        )
        caption = f"{escape(self.rules.title)}, {self.rules.players} players, {escape(self.players)}, seed {self.seed}"
        return (
            f'<table class="k-match"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )


def card_names(mask: int) -> tuple[str, ...]:
    """The cards of a mask by name, as an event carries them."""
    return tuple(cards.names(mask))
