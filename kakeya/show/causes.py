"""Charts of causes: which point does how much. Every title is made from the numbers below it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kakeya.rules.rules import Rules, load
from kakeya.show import markup, style
from kakeya.show.compare import LABELS, SENTENCES, amount, change, name
from kakeya.show.figure import Figure, figure
from kakeya.show.published import PLAYERS, one_point
from kakeya.study.attribute import Attribution, Share
from kakeya.study.compare import Comparison, Effect
from kakeya.study.estimate import holm
from kakeya.study.measures import Measure
from kakeya.study.measures import find as find_measure
from kakeya.study.order import Order
from kakeya.study.simulate import Simulation
from kakeya.texts.catalogue import catalogue

STATUSES = ("stated", "implied", "contradictory", "garbled")


def _minus(words: str) -> str:
    return words.replace("-", "−")


def _signed(value: float, measure: Measure) -> str:
    """`+0.80`, or in hundredths for shares."""
    return _minus(f"{100 * value:+.1f}" if measure.unit == "share" else f"{value:+.2f}")


def _unit(measure: Measure) -> str:
    return {"share": "points", "trick": "tricks"}.get(measure.unit, measure.unit)


def _supplied(*rules: Rules) -> dict[str, Any]:
    return {f"{one.title}, {one.players} players": one.supplied for one in rules}


# -- the waterfall ----------------------------------------------------------------------------------
def waterfall(found: Attribution) -> Figure:
    """From one text to the other, step by step: what each point that differs adds, the largest first."""
    measure = found.measure
    start = found.start
    first, second = name(found.a), name(found.b)
    shares = sorted(found.shares, key=lambda one: -abs(one.value.mean))
    rows: list[dict[str, Any]] = [_total(f"all as in {first}", start, first)]
    at = start
    for share in shares:
        rows.append(_step(share, at, measure))
        at += share.value.mean
    rows.append(_total(f"all as in {second}", at, second))
    before, after = SENTENCES[measure.id]
    top = shares[0] if shares else None
    words = f" {after}" if after else ""
    whole = f"from {amount(start, measure)} to {amount(at, measure)}{words}"
    most = f"; the largest step is {top.id} ({_signed(top.value.mean, measure)})" if top else ""
    before = before[:1].upper() + before[1:]
    title = _minus(
        f"{before} {amount(start, measure)}{words} under {first} and {amount(at, measure)} under {second}{most}"
    )
    clear = [one for one in shares if one.value.is_clear]
    rest = [one.id for one in shares if not one.value.is_clear]
    description = (
        f"A waterfall of {len(shares)} steps {whole}. "
        + markup.listed(f"{one.id} {_signed(one.value.mean, measure)}" for one in clear)
        + f" {_unit(measure)}."
        + (f" Not told from nothing: {markup.listed(rest)}." if rest else "")
    )
    caption = (
        f"{found.caption[:1].upper()}{found.caption[1:]}. Each step is the mean of what the point adds, over all orders "
        "in which the points could change (Shapley value), with its 95 % interval."
    )
    if found.left_out:
        caption += f" Left out, as they cannot touch this: {markup.listed(one.point.id for one in found.left_out)}."
    return figure(
        _falling(rows, measure) | {"title": {"text": title, "subtitle": f"all players {found.players.text}"}},
        description=description,
        caption=caption,
        table=found.rows().rows,
        supplied=_supplied(found.a, found.b),
        narrow=_falling(rows, measure, narrow=True),
    )


def _total(step: str, value: float, kind: str) -> dict[str, Any]:
    return {"step": step, "from": value, "to": value, "low": value, "high": value, "kind": kind, "words": ""}


def _step(share: Share, at: float, measure: Measure) -> dict[str, Any]:
    value = share.value
    kind = "supplied" if share.supplied else "more" if value.mean > 0 else "less"
    return {
        "step": share.id,
        "from": at,
        "to": at + value.mean,
        "low": at + value.low,
        "high": at + value.high,
        "kind": kind,
        "words": _signed(value.mean, measure),
    }


def _falling(rows: list[dict[str, Any]], measure: Measure, narrow: bool = False) -> dict[str, Any]:
    order = [row["step"] for row in rows]
    ends = [rows[0]["kind"], rows[-1]["kind"]]
    looks = {"more": "plum", "less": "ochre", "supplied": "slate"}
    colours = {kind: style.WITNESS.get(kind, style.INK) for kind in ends} | {
        kind: style.LIGHT[colour] for kind, colour in looks.items()
    }
    seen = [kind for kind in colours if any(row["kind"] == kind for row in rows)]
    links = [{"step": row["step"], "next": after["step"], "to": row["to"]} for row, after in pairwise(rows)]
    y = {"field": "step", "type": "nominal", "sort": order, "title": None, "scale": {"paddingInner": 0.35}}
    x = {
        "type": "quantitative",
        "title": f"{LABELS[measure.id]}" + (f", {measure.unit}" if measure.unit not in ("share", "trick") else ""),
        "scale": {"zero": False},
        "axis": {"tickCount": 4 if narrow else 7} | ({"format": ".0%"} if measure.unit == "share" else {}),
    }
    colour = {
        "field": "kind",
        "type": "nominal",
        "title": None,
        "scale": {"domain": seen, "range": [colours[kind] for kind in seen]},
        "legend": None,
    }
    steps = {"filter": "datum.words !== ''"}
    ends_only = {"filter": "datum.words === ''"}
    return {
        "data": {"values": rows},
        "width": 190 if narrow else 400,
        "height": {"step": 25},
        "encoding": {"y": y | {"axis": {"labelLimit": 140 if narrow else 190, "grid": True}}},
        "layer": [
            {
                "data": {"values": links},
                "mark": {"type": "rule", "strokeDash": [2, 2], "color": style.SOFT},
                "encoding": {
                    "y": {"field": "step", "type": "nominal", "sort": order},
                    "y2": {"field": "next"},
                    "x": x | {"field": "to"},
                },
            },
            {
                "transform": [steps],
                "mark": {"type": "bar", "height": 13},
                "encoding": {"x": x | {"field": "from"}, "x2": {"field": "to"}, "color": colour},
            },
            {
                "transform": [steps],
                "mark": {"type": "rule", "color": style.INK, "strokeWidth": 1.5},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}},
            },
            {
                "transform": [steps, {"calculate": "max(datum.from, datum.to, datum.high)", "as": "edge"}],
                "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": 12},
                "encoding": {"x": x | {"field": "edge"}, "text": {"field": "words"}},
            },
            {
                "transform": [ends_only],
                "mark": {"type": "point", "size": 120, "shape": "square"},
                "encoding": {"x": x | {"field": "to"}, "color": colour},
            },
        ],
    }


# -- one at a time ----------------------------------------------------------------------------------
def one_at_a_time(measure: str = "stones") -> Figure:
    """Each point on which U and J differ, changed alone in J: the published effects on a measure, the largest first."""
    chosen = find_measure(measure)
    found = [
        (id, one.players.text, one[measure], one)
        for id in catalogue()
        for one in one_point(id)
        if one.games == "rounds" and one.a.players == 4
    ]
    marks = holm([effect.difference for _, _, effect, _ in found])
    scale = 100 if chosen.unit == "share" else 1
    rows: list[dict[str, Any]] = [
        {
            "point": id,
            "status in U": _status(one),
            "players": players,
            "J": effect.a.mean,
            "with U's answer": effect.b.mean,
            "difference": scale * effect.difference.mean,
            "low": scale * effect.difference.low,
            "high": scale * effect.difference.high,
            "clear": "clear together (Holm)" if clear else "not clear",
            "none above": None if effect.none_above is None else scale * effect.none_above,
            "comparison": one.id,
        }
        for (id, players, effect, one), clear in zip(found, marks, strict=True)
    ]
    sizes: dict[str, float] = {}
    for row in rows:
        sizes[row["point"]] = max(sizes.get(row["point"], 0.0), abs(row["difference"]))
    order = sorted(sizes, key=lambda id: -sizes[id])
    clear = {row["point"] for row in rows if row["clear"] != "not clear"}
    top = max(rows, key=lambda row: abs(row["difference"]))
    title = (
        f"Changed alone in J, {len(clear)} of {len(order)} answers of U clearly move the {LABELS[measure]}; "
        f"most of all {top['point']}"
    )
    still = {id for id in order if all(unmoved(effect) for point, _, effect, _ in found if point == id)}
    none = [id for id in order if id not in clear | still]
    most = max(
        (scale * (effect.none_above or 0.0) for id, _, effect, _ in found if id in none and not unmoved(effect)),
        default=0.0,
    )
    unit = _unit(chosen)
    others = [f"{id} up to {sizes[id]:.2f}" for id in order if id in clear and id != top["point"]]
    description = (
        f"{title}: {_minus(format(top['difference'], '+.2f'))} {unit} with {top['players']} players. "
        + (f"Then {markup.listed(others)}. " if others else "")
        + (f"From {markup.listed(none)} none was seen above {most:.2g} {unit}. " if none else "")
        + (
            f"Alone in J not one round was changed by {markup.listed(id for id in order if id in still)}."
            if still
            else ""
        )
    )
    rounds = markup.listed(f"{number:,}" for number in sorted({one.rounds for *_, one in found}))
    caption = (
        f"{rounds} rounds each, 4 players, seed 1; ids in the table. The shape says how U gives its answer. Pale: not "
        "clear when all that is shown is judged together (Holm, 5\u00a0%). All are changed in J."
    )
    seen = {"rows": rows, "order": order, "unit": unit, "label": LABELS[measure]}
    return figure(
        _panels(seen) | {"title": title},
        description=description,
        caption=caption,
        table=rows,
        supplied=_supplied(found[0][3].a),
        narrow=_panels(seen, narrow=True) | {"title": title},
    )


def _status(one: Comparison) -> str:
    """How the text that the changed answer comes from gives it."""
    (id,) = one.b.edits
    for text in ("uk", "ko"):
        there = load(text, one.a.players)
        if there[id] == one.b[id]:
            return there.answers[id].status
    return ""


def _panels(seen: dict[str, Any], narrow: bool = False) -> dict[str, Any]:
    statuses = [one for one in STATUSES if any(row["status in U"] == one for row in seen["rows"])]
    kinds = [one for one in PLAYERS if any(row["players"] == one for row in seen["rows"])]
    shapes = {"stated": "circle", "implied": "square", "contradictory": "diamond", "garbled": "triangle-up"}
    colours = {"stated": "blue", "implied": "green", "contradictory": "plum", "garbled": "ochre"}
    legend = {"title": "in U", "orient": "top", "columns": 2} if narrow else {"title": "in U", "orient": "top"}
    looks = {
        channel: {
            "field": "status in U",
            "type": "nominal",
            "scale": {"domain": statuses, "range": values},
            "legend": legend,
        }
        for channel, values in (
            ("color", [style.LIGHT[colours[one]] for one in statuses]),
            ("shape", [shapes[one] for one in statuses]),
        )
    }
    x = {
        "type": "quantitative",
        "title": f"difference in {seen['unit']}",
        "axis": {"tickCount": 4, "grid": True},
    }
    header = {"title": None, "labelAnchor": "start", "labelFontSize": 11}
    inner: dict[str, Any] = {
        "width": 165 if narrow else 132,
        "height": {"step": 20},
        "encoding": {
            "y": {
                "field": "point",
                "type": "nominal",
                "sort": seen["order"],
                "title": None,
                "axis": {"labelLimit": 190, "grid": True},
            }
        },
        "layer": [
            {
                "mark": {"type": "rule", "color": style.SOFT},
                "encoding": {"x": {"datum": 0, "type": "quantitative"}, "y": None},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "color": looks["color"]},
            },
            {
                "mark": {"type": "point", "size": 75},
                "encoding": {
                    "x": x | {"field": "difference"},
                    **looks,
                    "opacity": {"condition": {"test": "datum.clear == 'not clear'", "value": 0.35}, "value": 1},
                },
            },
        ],
    }
    facet = {"field": "players", "type": "nominal", "sort": kinds, "header": header}
    return {
        "data": {"values": seen["rows"]},
        "facet": {"row" if narrow else "column": facet},
        "spec": inner,
        "spacing": 14,
    }


# -- courses ----------------------------------------------------------------------------------------
COURSES = {
    "leader-choices-in": ("trick", "legal cards of the leader", "In trick {at} a leader has {values}", "legal cards"),
    "follower-choices-in": (
        "trick",
        "legal cards of a follower",
        "In trick {at} a follower has {values}",
        "legal cards",
    ),
    "goes-on": ("round", "matches not over", "After {at} rounds {values} are still going on", "of the matches"),
    "lead-ahead": (
        "round",
        "matches in which the side that led first is ahead",
        "After {at} rounds the side that led first is ahead in {values}",
        "of the matches",
    ),
}


def course(comparison: Comparison, measure: str, at: int = 0) -> Figure:
    """A measure trick by trick, or round by round, under the two rules. The title speaks of item `at` (or the widest gap)."""
    chosen = find_measure(measure, comparison.games)
    axis, label, words, of = COURSES[measure]
    effects = list(comparison.effects(chosen))
    names = name(comparison.a), name(comparison.b)
    share = chosen.unit == "share"
    last = max((one.item for one in effects if max(one.a.mean, one.b.mean) > 0.001), default=0)
    rows = [
        {
            axis: chosen.item(one.item),
            "text": text,
            "mean": side.mean,
            "low": max(0.0, side.low),
            "high": side.high,
        }
        for one in effects[: last + 1]
        for text, side in zip(names, (one.a, one.b), strict=True)
    ]
    spot = effects[at - chosen.start] if at else max(effects, key=lambda one: abs(one.difference.mean))
    first, second = amount(spot.a.mean, chosen), amount(spot.b.mean, chosen)
    values = f"{first} {of} under {names[0]} and {second} under {names[1]}"
    said = words.format(at=chosen.item(spot.item), values=values)
    difference = (
        f"a difference of {change(spot.difference, chosen)}"
        if spot.difference.is_clear
        else f"no clear difference; none seen above {(spot.none_above or 0) * (100 if share else 1):.2g} {_unit(chosen)}"
    )
    colours = [style.WITNESS.get(one, style.LIGHT["plum"]) for one in names]
    shapes = [style.WITNESS_SHAPE.get(one, "diamond") for one in names]
    dashes = [style.WITNESS_DASH.get(one, style.DASHES[3]) for one in names]
    text_field = {"field": "text", "type": "nominal", "title": None}
    x = {"field": axis, "type": "quantitative", "axis": {"tickMinStep": 1, "grid": False}, "title": axis}
    y = {"type": "quantitative", "title": label, "axis": {"format": ".0%"} if share else {}}
    spec = {
        "title": {"text": said, "subtitle": f"all players {comparison.players.text}"},
        "data": {"values": rows},
        "width": style.WIDTH - 60,
        "height": 220,
        "encoding": {"x": x},
        "layer": [
            {
                "mark": {"type": "line"},
                "encoding": {
                    "y": y | {"field": "mean"},
                    "color": text_field | {"scale": {"domain": names, "range": colours}},
                    "strokeDash": {
                        "condition": {"test": f"datum.text === {json.dumps(names[0])}", "value": dashes[0]},
                        "value": dashes[1],
                    },
                },
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.5},
                "encoding": {
                    "y": y | {"field": "low"},
                    "y2": {"field": "high"},
                    "color": text_field | {"scale": {"domain": names, "range": colours}},
                },
            },
            {
                "mark": {"type": "point", "size": 46},
                "encoding": {
                    "y": y | {"field": "mean"},
                    "color": text_field | {"scale": {"domain": names, "range": colours}},
                    "shape": text_field | {"scale": {"domain": names, "range": shapes}},
                },
            },
        ],
    }
    return figure(
        spec,
        description=f"{said}: {difference}. The course of {axis}s 1 to {chosen.item(last)}.",
        caption=f"{comparison.caption}. Points with 95 % intervals.",
        table=rows,
        supplied=_supplied(comparison.a, comparison.b),
    )


# -- skill ------------------------------------------------------------------------------------------
def skill(*orders: Order) -> Figure:
    """Which rules ask most skill: how far the better players win more than their even share."""
    rows: list[dict[str, Any]] = [
        {
            "rules": f"{name(one.rules)}, {one.rules.players} players",
            "who": f"{one.strong} against {one.weak}",
            "order": one.order.mean,
            "low": one.order.low,
            "high": one.order.high,
            "share of rounds won": one.share.mean,
            "rounds": one.rounds,
            "id": one.id,
        }
        for one in orders
    ]
    pairs = list(dict.fromkeys(row["who"] for row in rows))
    tops = {pair: max((row for row in rows if row["who"] == pair), key=lambda row: row["order"]) for pair in pairs}
    if len({row["rules"] for row in tops.values()}) == 1:
        (top, *_) = tops.values()
        each = markup.listed(f"{row['order']:.2f} for {pair}" for pair, row in tops.items())
        title = f"Most skill is asked by {top['rules']}: {each}"
    else:
        title = "Most skill is asked by " + markup.listed(
            f"{row['rules']} ({row['order']:.2f} for {pair})" for pair, row in tops.items()
        )
    ends = {pair: (min(row["order"] for row in rows if row["who"] == pair), tops[pair]["order"]) for pair in pairs}
    description = (
        f"{title}. 0 is luck alone, 1 is skill alone. "
        + "; ".join(f"{pair}: {_minus(format(low, '.2f'))} to {high:.2f}" for pair, (low, high) in ends.items())
        + "."
    )
    looks = {
        "color": [style.LIGHT[one] for one in ("plum", "ink", "ochre")][: len(pairs)],
        "shape": ["diamond", "circle", "triangle-down"][: len(pairs)],
    }
    fields = {
        channel: {
            "field": "who",
            "type": "nominal",
            "title": None,
            "scale": {"domain": pairs, "range": values},
            "legend": {"columns": 1, "labelLimit": 260},
        }
        for channel, values in looks.items()
    }
    x = {
        "type": "quantitative",
        "title": "order: (share won − even share) / (1 − even share)",
        "axis": {"tickCount": 6},
    }
    spec = {
        "title": title,
        "data": {"values": rows},
        "width": 380,
        "height": {"step": 30},
        "encoding": {
            "y": {
                "field": "rules",
                "type": "nominal",
                "sort": list(dict.fromkeys(row["rules"] for row in rows)),
                "title": None,
                "axis": {"grid": True},
            }
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "color": fields["color"]},
            },
            {"mark": {"type": "point", "size": 80}, "encoding": {"x": x | {"field": "order"}, **fields}},
        ],
    }
    one = orders[0]
    numbers = {pair: [row["rounds"] for row in rows if row["who"] == pair] for pair in pairs}
    counts = {
        pair: " to ".join(f"{end:,}" for end in sorted({min(found), max(found)})) for pair, found in numbers.items()
    }
    alike = len(set(counts.values())) == 1
    rounds = (
        f"{counts[pairs[0]]} rounds each" if alike else "; ".join(f"{pair}: {of} rounds" for pair, of in counts.items())
    )
    return figure(
        spec,
        description=description,
        caption=f"{rounds}, seed {one.seed}; each side in its turn plays as the better. "
        "Points with 95 % intervals; ids in the table. An undecided round counts as an even share.",
        table=rows,
        supplied=_supplied(*(one.rules for one in orders)),
    )


# -- the half-and-half deal -------------------------------------------------------------------------
def spread(*comparisons: Comparison, measure: str = "picture-spread") -> Figure:
    """How unevenly the second round's deal spreads pictures over the hands, by how the pack was made ready."""
    chosen = find_measure(measure, "matches")
    first = comparisons[0]
    sides: list[tuple[str, Simulation]] = [(name(first.a), first.side(0))]
    sides += [(name(one.b), one.side(1)) for one in comparisons]
    rows = [
        {"pack": label, "variance": side[measure].mean, "low": side[measure].low, "high": side[measure].high}
        for label, side in sides
    ]
    effect = comparisons[0][measure]
    thing = "pictures" if measure == "picture-spread" else "aces"
    title = (
        f"Of the {thing} in a hand the variance is {effect.a.mean:.2f} with {rows[0]['pack']} and "
        f"{effect.b.mean:.2f} with {rows[1]['pack']}"
    )
    told = (
        f"a difference of {change(effect.difference, chosen)}"
        if effect.difference.is_clear
        else f"no clear difference; none seen above {effect.none_above:.2g}"
    )
    others = "; ".join(f"{row['pack']}: {row['variance']:.2f}" for row in rows[2:])
    x = {"type": "quantitative", "title": f"variance of the {thing} in a hand, second round", "scale": {"zero": False}}
    spec = {
        "title": title,
        "data": {"values": rows},
        "width": 330,
        "height": {"step": 28},
        "encoding": {
            "y": {
                "field": "pack",
                "type": "nominal",
                "sort": [row["pack"] for row in rows],
                "title": None,
                "axis": {"grid": True, "labelLimit": 240},
            }
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2, "color": style.LIGHT["plum"]},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "size": 80, "color": style.LIGHT["plum"]},
                "encoding": {"x": x | {"field": "variance"}},
            },
        ],
    }
    return figure(
        spec,
        description=f"{title}: {told}. {others}." if others else f"{title}: {told}.",
        caption="; ".join(one.caption for one in comparisons) + ". Points with 95 % intervals.",
        table=rows,
        supplied=_supplied(first.a),
    )


# -- sizes ------------------------------------------------------------------------------------------
def size(effect: Effect) -> float:
    """An effect in standard deviations of what it is an effect on, under a; 0 where that does not vary."""
    deviation = effect.a.error * effect.a.n**0.5
    return abs(effect.difference.mean) / deviation if deviation else 0.0


def unmoved(effect: Effect) -> bool:
    """Did it come out the same in every single round?"""
    return effect.difference.mean == 0 and effect.difference.error == 0


def largest(comparison: Comparison) -> Effect | None:
    """The largest of the effects on measures of one number that are clear together; None if none is."""
    together = comparison.clear_together()
    clear = [
        one.judged(together)
        for one in comparison.effects()
        if one.measure.width == 1 and together[one.measure.id] and size(one)
    ]
    return max(clear, key=size, default=None)


def how_many(comparison: Comparison) -> tuple[int, int]:
    """Of the measures of one number: how many differ clearly when all are judged together, and of how many."""
    marks = comparison.clear_together()
    return sum(marks.values()), len(marks)


def sized(effects: Iterable[Effect | None]) -> float:
    """The largest size among effects."""
    return max((size(one) for one in effects if one), default=0.0)


__all__ = ["course", "how_many", "largest", "one_at_a_time", "size", "sized", "skill", "spread", "unmoved", "waterfall"]
