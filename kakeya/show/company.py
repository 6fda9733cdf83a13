"""What an answer does in whose company: changed alone in J, and changed alone in U.

Either way the step is from J's answer to U's, so that the two can be held against each other. They disagree where
their intervals have nothing in common, which is more than is needed to tell two numbers apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from html import escape
from typing import Any

from kakeya.rules.rules import load
from kakeya.show import intervals, markup, style
from kakeya.show.causes import how_many, largest, size, unmoved
from kakeya.show.compare import LABELS, amount, change
from kakeya.show.figure import Figure, figure
from kakeya.show.published import PLAYERS, in_company
from kakeya.study.compare import Comparison, Effect
from kakeya.study.estimate import Estimate, holm
from kakeya.study.measures import Measure
from kakeya.study.measures import find as find_measure
from kakeya.texts.catalogue import catalogue

BOUNDS = {  # what is said of effects that are not clear: measure -> its unit in words
    "rounds": {"pictures": "pictures of the leading side", "stones": "stones a round"},
    "matches": {"rounds": "rounds a match", "lead-wins-match": "points in who wins it"},
}
OUTCOME = ("stones", "lead-wins")  # what a round is worth, and who wins it
UNITS = {"share": "points", "trick": "tricks"}


@dataclass(frozen=True)
class Step:
    """A published comparison of a text with the same text but for one answer of another.

    turned: the text is the one that is stepped to, so that the step is read backwards.
    """

    comparison: Comparison
    turned: bool = False

    def effect(self, measure: str | Measure) -> Effect:
        """What the step does to a measure of one number."""
        return self._read(next(self.comparison.effects(measure)))

    @cached_property
    def largest(self) -> Effect | None:
        """The largest effect that is clear together with others; None if none is."""
        found = largest(self.comparison)
        return self._read(found) if found else None

    def _read(self, one: Effect) -> Effect:
        if not self.turned:
            return one
        difference = Estimate(-one.difference.mean, one.difference.error, one.difference.n)
        return replace(one, a=one.b, b=one.a, difference=difference)


@dataclass(frozen=True)
class Companies:
    """One step from J's answer to another text's, with the same players and games, in J's company and in the other's."""

    players: str
    games: str
    first: Step | None
    other: Step | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those that are published."""
        return tuple(one for one in (self.first, self.other) if one)

    def apart(self) -> list[tuple[Effect, Effect]]:
        """The measures that the step moves most, here or there, if it moves them otherwise in the two companies."""
        if self.first is None or self.other is None:
            return []
        most = [one.measure for step in self.steps if (one := step.largest)]
        pairs = [(self.first.effect(one), self.other.effect(one)) for one in dict.fromkeys(most)]
        return [(here, there) for here, there in pairs if _are_apart(here.difference, there.difference)]


def _are_apart(one: Estimate, other: Estimate) -> bool:
    return one.high < other.low or other.high < one.low


@cache
def companies(id: str, other: str = "uk") -> tuple[Companies, ...]:
    """A point under all players and games under which its step from J to another text is published: `uk`, or `ko` with six."""
    seats = 6 if other == "ko" else 4
    found = []
    for games in ("rounds", "matches"):
        for who in PLAYERS:
            first = in_company(id, "ja", other, seats, who, games)
            last = in_company(id, other, "ja", seats, who, games)
            if first or last:
                both = Step(first) if first else None, Step(last, turned=True) if last else None
                found.append(Companies(who, games, *both))
    return tuple(found)


@cache
def most(id: str, other: str, company: str) -> tuple[Step | None, Effect | None]:
    """The step with the largest effect in a company, `ja` or the other: of rounds, or, where none is clear there, of matches."""
    steps = [step for one in companies(id, other) if (step := one.first if company == "ja" else one.other)]
    found = [(step, step.largest) for step in steps]
    for games in ("rounds", "matches"):
        clear = [(step, effect) for step, effect in found if effect and step.comparison.games == games]
        if clear:
            return max(clear, key=lambda pair: size(pair[1]))
    return (found[0][0] if found else None), None


# -- in words -----------------------------------------------------------------------------------------
def from_to(effect: Effect) -> str:
    """`1.32 → 2.63`."""
    first, second = (amount(side.mean, effect.measure).replace("-", "−") for side in (effect.a, effect.b))
    return f"{first} → {second}"


def line(id: str, other: str, company: str) -> str:
    """The largest published effect of a point in a company, in one line; empty where nothing is published."""
    step, effect = most(id, other, company)
    if step is None:
        return ""
    who = step.comparison.players.text
    if effect is None:
        return f"{none_seen(step.comparison)} ({who})"
    return f"{LABELS[effect.measure.id]} {from_to(effect)} ({who})"


def none_seen(one: Comparison) -> str:
    """In words: nothing clear, and above which size it would have been."""
    singles = [effect for effect in one.effects() if effect.measure.width == 1]
    if all(unmoved(effect) for effect in singles):
        return f"not one of {one.rounds:,} {one.games} came out otherwise"
    bounds = []
    for id, words in BOUNDS[one.games].items():
        effect = one[id]
        most = max(abs(effect.difference.low), abs(effect.difference.high))
        bounds.append(f"{(100 if effect.measure.unit == 'share' else 1) * most:.2g} {words}")
    return f"none seen above {markup.listed(bounds)}"


def table(id: str, other: str) -> str:
    """A point's effects, whoever plays, in J's company and in the other's side by side; nothing where none is published."""
    found = companies(id, other)
    if not found:
        return ""
    sigla = ["J"] + ([load(other, 4).text.siglum] if any(one.other for one in found) else [])
    rows = "".join(_row(one, sigla) for one in found)
    head = "".join(f'<th scope="col">{word}</th>' for word in ("Players", *(f"In {one}’s company" for one in sigla)))
    return (
        f'<div class="k-table" tabindex="0" role="region" aria-label="Measured effect of {escape(id)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{_outcome(found)}{_disagreements(found)}"
    )


def _row(one: Companies, sigla: list[str]) -> str:
    (step, *_) = one.steps
    games = "" if one.games == "rounds" else f"<br><small>{step.comparison.rounds:,} whole matches</small>"
    cells = "".join(_cell(each, siglum) for each, siglum in zip((one.first, one.other), sigla, strict=False))
    return f'<tr><th scope="row">{escape(one.players)}{games}</th>{cells}</tr>'


def _cell(step: Step | None, siglum: str) -> str:
    label = f'<td data-in="In {siglum}’s company">'
    if step is None:
        return f"{label}–</td>"
    one, effect = step.comparison, step.largest
    id = f'<a href="citing.html#{one.id}">{one.id}</a>'
    if effect is None:
        return f"{label}{none_seen(one)}<br><small>{id}</small></td>"
    number, of = how_many(one)
    more = f"; {number - 1} more of {of} measures clearly" if number > 1 else ""
    what = f"{escape(LABELS[effect.measure.id])}: {from_to(effect)}"
    return f"{label}{what}<br><small>{escape(change(effect.difference, effect.measure))}{more}<br>{id}</small></td>"


def _disagreements(found: tuple[Companies, ...]) -> str:
    told: dict[Measure, list[tuple[Effect, Effect]]] = {}
    for one in found:
        for here, there in one.apart():
            told.setdefault(here.measure, []).append((here, there))
    each = [
        f"{LABELS[measure.id]}, {_over([here for here, _ in pairs])} in J’s and {_over([there for _, there in pairs])} in U’s"
        for measure, pairs in told.items()
    ]
    return f'<p class="k-share k-apart">The company matters: {escape("; ".join(each))}.</p>' if each else ""


def _outcome(found: tuple[Companies, ...]) -> str:
    """How much it matters: the most that a step does to how a round ends, whoever plays and in whichever company."""
    told = []
    for measure in OUTCOME:
        steps = [
            (step.effect(measure), one.players, siglum)
            for one in found
            for siglum, step in (("J", one.first), ("U", one.other))
            if step and one.games == "rounds"
        ]
        marks = holm([effect.difference for effect, _, _ in steps])
        clear = [one for one, mark in zip(steps, marks, strict=True) if mark]
        if clear:
            effect, players, siglum = max(clear, key=lambda one: abs(one[0].difference.mean))
            unit = "" if effect.measure.unit == "share" else f" {effect.measure.unit}"
            words = f"{change(effect.difference, effect.measure)}{unit} ({players}, in {siglum}’s company)"
            told.append(f"{LABELS[measure]} {words}")
        elif steps and not all(unmoved(effect) for effect, _, _ in steps):
            most = max(max(abs(one.difference.low), abs(one.difference.high)) for one, _, _ in steps)
            share = find_measure(measure).unit == "share"
            told.append(
                f"{LABELS[measure]} no clear change, none seen above {100 * most if share else most:.2g}"
                f" {'points' if share else 'stones'}"
            )
    words = "; ".join(told) or ("nothing" if any(one.games == "rounds" for one in found) else "")
    return f'<p class="k-share">How a round ends, it changes at most so: {escape(words)}.</p>' if words else ""


def _over(effects: list[Effect]) -> str:
    """From the least to the most over several kinds of players: `+0.80`, or in hundredths for shares."""
    unit = " points" if effects[0].measure.unit == "share" else ""
    means = sorted((one.difference.mean for one in effects), key=abs)
    low, high = (_signed(100 * one, 1) if unit else _signed(one, 2) for one in (means[0], means[-1]))
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


def _signed(value: float, digits: int) -> str:
    """`+0.80`, with more digits where there would be nothing to see."""
    if value == 0:
        return "nothing"
    return f"{value:+.{digits if abs(value) >= 0.5 * 10**-digits else digits + 2}f}".replace("-", "−")


# -- as a chart ---------------------------------------------------------------------------------------
def in_both_companies(measure: str = "stones", players: str = "greedy") -> Figure:
    """What each answer of U does to a measure when it is changed alone, in J and in U: two marks for each point."""
    chosen = find_measure(measure)
    scale = 100 if chosen.unit == "share" else 1
    unit = UNITS.get(chosen.unit, chosen.unit)
    pairs = {
        id: one
        for id in catalogue()
        for one in companies(id)
        if (one.players, one.games) == (players, "rounds") and one.first and one.other
    }
    rows: list[dict[str, Any]] = []
    for id, one in pairs.items():
        for company, step in zip(("J", "U"), one.steps, strict=True):
            effect = step.effect(chosen).difference
            rows.append(
                {
                    "point": id,
                    "company": f"in {company}’s company",
                    "difference": scale * effect.mean,
                    "low": scale * effect.low,
                    "high": scale * effect.high,
                    "comparison": step.comparison.id,
                }
            )
    sizes = {id: max(abs(row["difference"]) for row in rows if row["point"] == id) for id in pairs}
    order = sorted((id for id in sizes if sizes[id]), key=lambda id: -sizes[id])
    still = [id for id in sizes if not sizes[id]]
    apart = [
        id for id in order if _are_apart(*(step.effect(chosen).difference for step in pairs[id].steps))
    ]  # fmt: skip
    widest = max(apart, key=lambda id: abs(_gap(pairs[id], chosen)), default="")
    title = f"In {len(apart)} of {len(pairs)} points the company decides how far U’s answer moves the {LABELS[measure]}"
    values = {id: [_signed(scale * step.effect(chosen).difference.mean, 2) for step in pairs[id].steps] for id in order}
    if widest:
        title += f"; most of all {widest}: {values[widest][0]} in J’s, {values[widest][1]} in U’s"
    said = "; ".join(f"{id} {here} and {there}" for id, (here, there) in values.items())
    return figure(
        _pairs([row for row in rows if row["point"] in order], order, unit) | {"title": title},
        description=f"{title}. In {unit}, in J’s company and in U’s: {said}.",
        caption=f"{pairs[order[0]].steps[0].comparison.rounds:,} rounds each, 4 players, all {players}, seed 1; ids in the table. "
        "Points with 95 % intervals. The step is from J’s answer to U’s."
        + (f" Nothing is moved in either company by {markup.listed(still)}." if still else ""),
        table=rows,
        supplied={f"{one.title}, 4 players": one.supplied for one in (load("ja"), load("uk"))},
        narrow=_pairs([row for row in rows if row["point"] in order], order, unit, narrow=True) | {"title": title},
    )


def _gap(one: Companies, measure: Measure) -> float:
    here, there = (step.effect(measure).difference.mean for step in one.steps)
    return here - there


def _pairs(rows: list[dict[str, Any]], order: list[str], unit: str, narrow: bool = False) -> dict[str, Any]:
    texts = {f"in {one}’s company": one for one in ("J", "U")}
    kinds = intervals.looks(
        "company",
        {name: style.WITNESS[text] for name, text in texts.items()},
        {name: style.WITNESS_SHAPE[text] for name, text in texts.items()},
    )
    x = {
        "type": "quantitative",
        "title": f"difference in {unit}",
        "axis": {"tickCount": 4 if narrow else 7, "grid": True},
    }
    return {"data": {"values": rows}} | intervals.chart(
        kinds,
        ("point", order),
        x,
        width=190 if narrow else 400,
        step=28,
        inner=0.4,
        size=75,
        axis={"labelLimit": 150 if narrow else 190},
        faded=False,
    )


__all__ = ["companies", "in_both_companies", "line", "most", "none_seen", "table"]
