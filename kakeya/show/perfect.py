"""What deals are worth under perfect play, all hands open: to lead, and to be dealt Rensho or an ace.

A worth is called clear only if it is so when all that are shown are judged together (Holm).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.players.kinds import kinds
from kakeya.rules.rules import Rules, differences
from kakeya.show import intervals, markup, style
from kakeya.show.compare import LABELS, name
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.study.compare import Comparison
from kakeya.study.estimate import Estimate, holm
from kakeya.study.measures import DEALS
from kakeya.study.plan import can_differ
from kakeya.study.simulate import Simulation

ACES = ("A♣", "A♦", "A♥", "A♠")


@dataclass(frozen=True)
class Worth:
    """Under some rules: how many pictures more than the other a side takes that leads, or was dealt a card."""

    text: str
    what: str
    value: Estimate
    clear: bool = False


def total(side: Simulation) -> int:
    """The pictures, or tricks, that are to be taken in a round."""
    return 13 if side.rules["goal"] == "tricks" else 4 * len(side.rules["pictures"])


def worths(deals: Comparison) -> list[Worth]:
    """What is worth how much, under either of two rules. An ace that is Rensho in every deal stands there once."""
    sides = (deals.side(0), deals.side(1))
    always = [ace for place, ace in enumerate(ACES) if all(_is_rensho(side, place) for side in sides)]
    found = []
    for side in sides:
        text, led = name(side.rules), side["pictures"]
        found.append(Worth(text, "the lead", Estimate(2 * led.mean - total(side), 2 * led.error, led.n)))
        if side.rules["rensho.card"] != "none":
            found.append(Worth(text, " ".join(["Rensho", *(f"({ace})" for ace in always)]), side["rensho-worth"]))
        found += [
            Worth(text, ace, value)
            for ace, value in zip(ACES, side.estimates("ace-worth"), strict=True)
            if ace not in always
        ]
    marks = holm([one.value for one in found])
    return [replace(one, clear=mark) for one, mark in zip(found, marks, strict=True)]


def _is_rensho(side: Simulation, ace: int) -> bool:
    """Is an ace Rensho in every deal? Then they have the same sums, which would be a strange chance otherwise."""
    return side.estimates("ace-worth")[ace] == side["rensho-worth"]


def worth(deals: Comparison) -> Figure:
    """What it is worth to lead, and to be dealt Rensho or each ace, under two rules, with intervals."""
    found = worths(deals)
    names = [name(deals.a), name(deals.b)]
    rows: list[dict[str, Any]] = [
        {
            "what": one.what,
            "text": one.text,
            "pictures more": one.value.mean,
            "low": one.value.low,
            "high": one.value.high,
            "clear": "clear together (Holm)" if one.clear else "not clear",
        }
        for one in found
    ]
    tops = {text: max((one for one in found if one.text == text), key=lambda one: one.value.mean) for text in names}
    if len({one.what for one in tops.values()}) == 1:
        (what, *_) = (one.what for one in tops.values())
        title = f"Most of all {what} is worth: "
        title += markup.listed(f"{one.value.mean:.1f} pictures under {text}" for text, one in tops.items())
    else:
        title = "Worth most: " + markup.listed(
            f"{one.what} under {text} ({one.value.mean:.1f} pictures)" for text, one in tops.items()
        )
    each = "; ".join(
        f"{text}: {markup.listed(f'{one.what} {_with_interval(one.value)}' for one in found if one.text == text)}"
        for text in names
    )
    kinds = intervals.looks(
        "text",
        {one: style.WITNESS.get(one, style.LIGHT["plum"]) for one in names},
        {one: style.WITNESS_SHAPE.get(one, "diamond") for one in names},
    )
    order = list(dict.fromkeys(row["what"] for row in rows))
    x = {"type": "quantitative", "title": "pictures that the side takes more than the other", "axis": {"tickCount": 6}}
    spec = {"title": title, "data": {"values": rows}} | intervals.chart(
        kinds, ("what", order), x, "pictures more", width=400, step=30, inner=0.4, size=75, axis={}, faded=True
    )
    return figure(
        spec,
        description=f"{title}. In pictures, with 95 % intervals: {each}.",
        caption=f"{deals.caption}. Points with 95 % intervals: how many pictures more than the other side takes the side "
        "that leads, or was dealt the card. Pale: not clear when all are judged together (Holm, 5 %).",
        table=rows,
        supplied={f"{one.title}, {one.players} players": one.supplied for one in (deals.a, deals.b)},
    )


def open_hands(deals: Comparison) -> Block:
    """In words: how far leading is worth more than half, what of all this is clear in so many deals, and what is not."""
    sides = (deals.side(0), deals.side(1))
    first = "; ".join(
        f"under {name(side.rules)} the leading side takes {side['pictures'].mean:.2f} of {total(side)} "
        f"{side.rules['goal']}, {_with_interval(_above_half(side))} more than half, and can take enough to win in "
        f"{100 * side['lead-wins'].mean:.0f} % of the deals ({_percent(side['lead-wins'])})"
        for side in sides
    )
    found = worths(deals)
    said = []
    for text in (name(side.rules) for side in sides):
        clear, rest = ([one.what for one in found if one.text == text and one.clear is mark] for mark in (True, False))
        said.append(
            f"Under {text} what {markup.listed(clear)} {'are' if len(clear) > 1 else 'is'} worth is clear"
            if clear
            else f"Under {text} nothing is clear"
        )
        if clear and rest:
            said[-1] += f"; not so {markup.listed(rest)}"
    here, there = name(deals.a), name(deals.b)
    pair = (
        f"Between {here} and {there} the {LABELS['pictures']} differ by {_with_interval(deals['pictures'].difference)}"
    )
    pair += f", which is {_how_clear(deals, 'pictures')}"
    open_ones = [f"{100 * side['neither'].mean:.1f} % of the deals under {name(side.rules)}" for side in sides]
    apart = deals["neither"].difference
    points = _with_interval(Estimate(100 * apart.mean, 100 * apart.error, apart.n), 1)
    pair += f". Neither side can take enough to win in {' and in '.join(open_ones)}: {points} points, which is "
    pair += _how_clear(deals, "neither")
    words = f"{first[:1].upper()}{first[1:]}. All is judged together, over {deals.rounds:,} deals. {'. '.join(said)}. {pair}."
    return Block(
        f'<p class="k-finding">{escape(words, quote=False)} <small>{deals.id}</small></p>', f"{words} {deals.id}"
    )


def stands_for(rules: Rules, *others: Rules) -> Block:
    """In words: that what is said of rules under perfect play holds for others too; KakeyaError if it does not.

    It does where they differ only in what is asked before the first card, with no effect on who holds what in relation
    to the leader, or after the last.
    """
    who = kinds("greedy", rules.players // 2)
    for other in others:
        if can_differ(rules, other, DEALS, who):
            raise KakeyaError(f"{other.name} is another game than {rules.name} once the cards are dealt")
    apart = {
        other.name: [one.point.id for one in differences(rules, other) if one.point.counts_for(rules.players)]
        for other in others
    }
    here, there = name(rules), markup.listed(_the(one) for one in others)
    points = markup.listed(f"`{id}`" for id in dict.fromkeys(id for ids in apart.values() for id in ids))
    words = f"With {rules.players} players all that is said here of {here} holds for {there} too: "
    words += (
        f"they differ only at {points}, and none of these touches a deal that is dealt and played for {rules['goal']}."
        if points
        else "they are one game."
    )
    return Block(f'<p class="k-finding">{markup.prose(words)}</p>', words.replace("`", ""))


def _the(rules: Rules) -> str:
    """A text by its siglum, and `the town`."""
    return f"the {name(rules)}" if name(rules) == rules.text.name else name(rules)


def _above_half(side: Simulation) -> Estimate:
    led = side["pictures"]
    return Estimate(led.mean - total(side) / 2, led.error, led.n)


def _how_clear(deals: Comparison, measure: str) -> str:
    """Is an effect clear by itself, and when all measures of one number are judged together?"""
    if not deals[measure].difference.is_clear:
        return "not clear"
    return (
        "clear" if deals.clear_together()[measure] else "clear by itself, but not when all measures are judged together"
    )


def _with_interval(one: Estimate, digits: int = 2) -> str:
    """`+0.42 (−0.11 to +0.95)`."""
    mean, low, high = (f"{value:+.{digits}f}".replace("-", "−") for value in (one.mean, one.low, one.high))
    return f"{mean} ({low} to {high})"


def _percent(one: Estimate) -> str:
    return f"{max(0.0, 100 * one.low):.0f} to {min(100.0, 100 * one.high):.0f}"


__all__ = ["Worth", "open_hands", "stands_for", "total", "worth", "worths"]
