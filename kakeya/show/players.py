"""Whether it holds for better players: one step of the rules under players who draw lots, look ahead and think, and
under perfect play with all hands open.

Players disagree about a step where it clearly moves them opposite ways, or where their intervals have nothing in
common, which is more than is needed to tell two numbers apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import combinations, pairwise
from typing import Any

from kakeya.players.kinds import kinds
from kakeya.rules.rules import Rules, load
from kakeya.show import intervals, markup, style
from kakeya.show.causes import unmoved
from kakeya.show.compare import LABELS, name
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.show.published import in_company, published
from kakeya.study.compare import Comparison, Effect
from kakeya.study.estimate import Estimate, holm
from kakeya.study.measures import SETTLEMENTS, Measure
from kakeya.study.measures import find as find_measure
from kakeya.study.order import Order
from kakeya.study.plan import can_differ
from kakeya.texts.catalogue import catalogue

PERFECT = "perfect play"
LOOKS = {  # who plays, from the weakest to the strongest: colour and shape
    "random": ("ochre", "triangle-down"),
    "greedy": ("plum", "diamond"),
    "monte-carlo": ("ink", "circle"),
    PERFECT: ("slate", "square"),
}
MEASURES = ("stones", "lead-wins")  # what a round is worth, and who wins it
WHOLE = "all answers at once"


# -- how much better ----------------------------------------------------------------------------------
def ladder(*orders: Order) -> Block:
    """What share of its rounds the better player wins, under each of several rules, and which of them asks most."""
    pairs = list(dict.fromkeys((one.strong, one.weak) for one in orders))
    words = " ".join(_asks_most([one for one in orders if (one.strong, one.weak) == pair]) for pair in pairs)
    tables = {seats: dict.fromkeys(name(one.rules) for one in orders if one.rules.players == seats) for seats in (4, 6)}
    by = {(name(one.rules), one.rules.players, one.strong, one.weak): one for one in orders}
    rows = "".join(
        f'<tr><th scope="row">{escape(text)}, {seats} players</th>'
        + f"<td>{100 * _even(next(one for key, one in by.items() if key[:2] == (text, seats))):.0f} %</td>"
        + "".join(f"<td>{_won(by.get((text, seats, *pair)))}</td>" for pair in pairs)
        + "</tr>"
        for seats, texts in tables.items()
        for text in texts
    )
    heads = ["Rules", "Even share", *(f"{strong} against {weak}" for strong, weak in pairs)]
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    return _finding(
        words,
        '<div class="k-table" tabindex="0" role="region" aria-label="Share of rounds that the better side wins">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
    )


def _asks_most(orders: list[Order]) -> str:
    """For two players: what the better wins where it wins most beyond its even share, and where it does no less."""
    top, *rest = sorted(orders, key=lambda one: -one.order.mean)
    level = [one for one in rest if not are_apart(one.order, top.order)]
    words = (
        f"Against `{top.weak}`, `{top.strong}` gains most under {_rules(top)}: {100 * top.share.mean:.1f} % of the rounds, "
        f"where an even share is {100 * _even(top):.0f} %"
    )
    if level:
        words += f"; not told apart from it: {markup.listed(map(_rules, level))}"
    elif rest:
        words += ", clearly more than under any other"
    return f"{words}."


def _rules(one: Order) -> str:
    return f"{name(one.rules)} with {one.rules.players} players"


def _even(one: Order) -> float:
    return (one.share.mean - one.order.mean) / (1 - one.order.mean)


def _won(one: Order | None) -> str:
    if one is None:
        return "–"
    mean, low, high = (f"{100 * value:.1f}" for value in (one.share.mean, one.share.low, one.share.high))
    return f"{mean} %<br><small>{low} to {high}</small>"


# -- one step, whoever plays --------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    """From J to J with one answer of U, or to U: the published comparison under each kind of players.

    Under perfect play there is none where the answer cannot touch a deal that is dealt.
    """

    id: str
    by: dict[str, Comparison]

    def effects(self, measure: str) -> dict[str, Effect]:
        """What it does to a measure of one number, by players."""
        return {who: one[measure] for who, one in self.by.items()}

    @property
    def is_still(self) -> bool:
        """Did not one round come out otherwise, in what is shown here?"""
        return all(unmoved(effect) for measure in MEASURES for effect in self.effects(measure).values())

    def disagree(self, measure: str) -> list[tuple[str, str]]:
        """The pairs of players under which the effects have opposite signs or intervals apart."""
        found = {who: effect.difference for who, effect in self.effects(measure).items()}
        return [(one, other) for one, other in combinations(found, 2) if are_apart(found[one], found[other])]

    def stands_alone(self, measure: str) -> bool:
        """Has perfect play an interval that is apart from that of every other?"""
        others = [who for who in self.by if who != PERFECT]
        return PERFECT in self.by and {(who, PERFECT) for who in others} <= set(self.disagree(measure))

    def is_opposite(self, measure: str) -> bool:
        """Is it clearly more with some players, and clearly less with others?"""
        clear = [one.difference for one in self.effects(measure).values() if one.difference.is_clear]
        return len({one.mean > 0 for one in clear}) > 1


def are_apart(one: Estimate, other: Estimate) -> bool:
    """Have two intervals nothing in common?"""
    return one.high < other.low or other.high < one.low


@cache
def steps() -> tuple[Step, ...]:
    """Every point on which U and J differ, changed alone in J, and then all of them at once.

    KakeyaError if one of them is not published for all of these players.
    """
    found = [
        Step(id, _whoever(one.a, one.b))
        for id in catalogue()
        if (one := in_company(id, "ja", "uk", 4, "greedy", "rounds"))
    ]
    return (*found, Step(WHOLE, _whoever(load("ja"), load("uk"))))


def _whoever(a: Rules, b: Rules) -> dict[str, Comparison]:
    found = {who: published(a, b, who) for who in LOOKS if who != PERFECT}
    if can_differ(a, b, SETTLEMENTS, kinds("greedy", a.players // 2)):
        found[PERFECT] = published(a, b, games=SETTLEMENTS)
    return found


def _scale(measure: Measure) -> float:
    return 100 if measure.unit == "share" else 1


def _unit(measure: Measure) -> str:
    return "points" if measure.unit == "share" else measure.unit


def _signed(value: float, measure: Measure) -> str:
    """`+0.80`, or in hundredths for shares; with more digits where there would be nothing to see."""
    if value == 0:
        return "0"
    digits, value = (1 if measure.unit == "share" else 2), _scale(measure) * value
    return f"{value:+.{digits if abs(value) >= 0.5 * 10**-digits else digits + 2}f}".replace("-", "−")


def _told(one: Step, measure: Measure) -> str:
    """`rensho.card: random +0.25, greedy +0.25 and monte-carlo +0.27`."""
    each = (f"{who} {_signed(effect.difference.mean, measure)}" for who, effect in one.effects(measure.id).items())
    return f"{one.id}: {markup.listed(each)}"


def whoever_plays(found: Sequence[Step] | None = None) -> Figure:
    """What each answer of U does in J under each kind of players, to what a round is worth and to who wins it."""
    every = steps() if found is None else tuple(found)
    seen = [one for one in every if not one.is_still]
    still = [one.id for one in every if one.is_still]
    untouched = [one.id for one in seen if PERFECT not in one.by]
    shown = [
        (one, measure, who, effect)
        for measure in map(find_measure, MEASURES)
        for one in seen
        for who, effect in one.effects(measure.id).items()
    ]
    marks = holm([effect.difference for *_, effect in shown])
    rows: list[dict[str, Any]] = [
        {
            "point": one.id,
            "measure": _panel(measure),
            "players": who,
            "J": effect.a.mean,
            "with U's answer": effect.b.mean,
            "difference": _scale(measure) * effect.difference.mean,
            "low": _scale(measure) * effect.difference.low,
            "high": _scale(measure) * effect.difference.high,
            "clear": "clear together (Holm)" if mark else "not clear",
            "rounds": one.by[who].rounds,
            "comparison": one.by[who].id,
        }
        for (one, measure, who, effect), mark in zip(shown, marks, strict=True)
    ]
    clear = {(one.id, measure.id, who) for (one, measure, who, _), mark in zip(shown, marks, strict=True) if mark}
    alone = [one for one in seen if one.id != WHOLE]
    stones, wins = (_steady(alone, id, clear) for id in MEASURES)
    title = (
        f"Whoever plays, {stones or 'none'} of {len(every) - 1} answers of U clearly move{'s' * (stones == 1)} what a round "
        f"is worth when changed alone in J, and {wins or 'none'} clearly move{'s' * (wins < 2)} who wins it"
    )
    said = [
        f"{LABELS[measure.id]}, in {_unit(measure)}: {'; '.join(_told(one, measure) for one in seen)}"
        for measure in map(find_measure, MEASURES)
    ]
    order = sorted(
        (one.id for one in seen),
        key=lambda id: (
            -max(abs(r["difference"]) for r in rows if (r["point"], r["measure"]) == (id, rows[0]["measure"]))
        ),
    )
    return figure(
        _panels(rows, order) | {"title": title},
        description=f"{title}. {'. '.join(said)}.",
        caption=f"{_rounds(every)}; 4 players, seed 1; ids in the table. Points with 95 % intervals; pale: not clear when "
        "all that is shown is judged together (Holm, 5 %)."
        + (f" Not one round was changed, whoever plays, by {markup.listed(still)}." if still else "")
        + (
            f" A deal once dealt, and so perfect play, is not touched by {markup.listed(untouched)}."
            if untouched
            else ""
        ),
        table=rows,
        supplied={f"{rules.title}, 4 players": rules.supplied for rules in (load("ja"), load("uk"))},
        narrow=_panels(rows, order, narrow=True) | {"title": title},
    )


def _steady(found: Sequence[Step], measure: str, clear: set[tuple[str, str, str]]) -> int:
    """How many steps are clear, and the same way, under all players."""
    return sum(
        all((one.id, measure, who) in clear for who in one.by)
        and len({effect.difference.mean > 0 for effect in one.effects(measure).values()}) == 1
        for one in found
    )


def _panel(measure: Measure) -> str:
    return f"{'the leading side wins' if measure.id == 'lead-wins' else LABELS[measure.id]}, in {_unit(measure)}"


def _rounds(found: Sequence[Step]) -> str:
    by: dict[str, set[int]] = {}
    for one in found:
        for who, each in one.by.items():
            by.setdefault(who, set()).add(each.rounds)
    return "; ".join(
        f"{who}: {markup.listed(f'{n:,}' for n in sorted(each))} {'deals' if who == PERFECT else 'rounds'}"
        for who, each in by.items()
    )


def _apart_together(found: Sequence[Step]) -> dict[tuple[str, str, tuple[str, str]], bool]:
    """For each step, measure and two players: are they apart when all of these are judged together (Holm)?

    Deals are shared, so the two effects are not independent; the error of their difference is at most the sum of theirs.
    """
    keys, gaps = [], []
    for one in found:
        for measure in MEASURES:
            effects = {who: effect.difference for who, effect in one.effects(measure).items()}
            for pair in combinations(effects, 2):
                here, there = (effects[who] for who in pair)
                keys.append((one.id, measure, pair))
                gaps.append(Estimate(here.mean - there.mean, here.error + there.error, min(here.n, there.n)))
    return dict(zip(keys, holm(gaps), strict=True))


def players_disagree(measure: str, found: Sequence[Step] | None = None) -> Block:
    """In words: at which of these steps players disagree about a measure, and whether any moves it opposite ways."""
    chosen = find_measure(measure)
    every = steps() if found is None else tuple(found)
    seen = [one for one in every if not all(unmoved(effect) for effect in one.effects(measure).values())]
    together = _apart_together(every)
    said = []
    for pair in reversed(list(pairwise(LOOKS))):
        both = [one for one in seen if set(pair) <= set(one.by)]
        apart = [one for one in both if pair in one.disagree(measure)]
        sure, unsure = (
            "; ".join(
                f"{_code(one.id)} ({', '.join(f'{who} {_signed(one.effects(measure)[who].difference.mean, chosen)}' for who in pair)})"
                for one in apart
                if together[one.id, measure, pair] is mark
            )
            for mark in (True, False)
        )
        words = f"{' and '.join(map(_code, pair))} are apart at {f'{len(apart)} of {len(both)}' if apart else 'none'}"
        if sure:
            words += f", and when all are judged together clearly at {sure}"
        if unsure:
            words += f"; not so at {unsure}" if sure else f", but not clearly when all are judged together: {unsure}"
        said.append(words)
    alone = [one.id for one in seen if one.stands_alone(measure)]
    said.append(
        f"From all the others at once perfect play is apart at {markup.listed(map(_code, alone)) if alone else 'none'}"
    )
    opposite = [one.id for one in seen if one.is_opposite(measure)]
    words = f"{LABELS[measure]}, in {_unit(chosen)}. {'. '.join(said)}. "
    words += (
        f"Clearly more with some players and clearly less with others: {markup.listed(map(_code, opposite))}."
        if opposite
        else "Nowhere is it clearly more with some players and clearly less with others."
    )
    words = words[:1].upper() + words[1:]
    return _finding(words)


def _code(words: str) -> str:
    """A player or a point, marked as code."""
    return words if words in (WHOLE, PERFECT) else f"`{words}`"


def _finding(words: str, more: str = "") -> Block:
    return Block(f'<p class="k-finding">{markup.prose(words)}</p>{more}', words.replace("`", ""))


def _panels(rows: list[dict[str, Any]], order: list[str], narrow: bool = False) -> dict[str, Any]:
    kinds = intervals.looks(
        "players",
        {who: style.LIGHT[colour] for who, (colour, _) in LOOKS.items()},
        {who: shape for who, (_, shape) in LOOKS.items()},
    )
    inner = intervals.chart(
        kinds,
        ("point", order),
        {"type": "quantitative", "title": "difference", "axis": {"tickCount": 4, "grid": True}},
        width=165 if narrow else 200,
        step=40,
        inner=0.3,
        size=60,
        axis={"labelLimit": 150 if narrow else 190},
        faded=True,
    )
    header = {"title": None, "labelAnchor": "start", "labelFontSize": 11}
    facet = {
        "field": "measure",
        "type": "nominal",
        "sort": [_panel(find_measure(one)) for one in MEASURES],
        "header": header,
    }
    return {
        "data": {"values": rows},
        **({"facet": facet, "columns": 1} if narrow else {"facet": {"column": facet}}),
        "spec": inner,
        "resolve": {"scale": {"x": "independent"}},
        "spacing": 14,
    }


__all__ = ["Step", "are_apart", "ladder", "players_disagree", "steps", "whoever_plays"]
