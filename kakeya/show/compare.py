"""Charts and sentences of what the differences do. Every title is made from the numbers below it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Rules, differences
from kakeya.show import markup, style
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.study import measures as known
from kakeya.study import solved
from kakeya.study.compare import Comparison, Effect, check_pair
from kakeya.study.estimate import Estimate
from kakeya.study.measures import Measure
from kakeya.study.simulate import Simulation

# Of a distribution: the measure of its mean, and what its items are called on the axis.
MEANS = {
    "pictures-are": ("pictures", "pictures captured by the leading side"),
    "stones-are": ("stones", "stones that a round is worth"),
    "rensho-falls-in": ("rensho-trick", "trick in which Rensho falls"),
    "rounds-are": ("rounds", "rounds in a match"),
}
# How a title speaks of a mean: before its number, the word after it.
SENTENCES = {
    "pictures": ("the leading side captures", "pictures"),
    "stones": ("a round is worth", "stones"),
    "rensho-trick": ("on average Rensho falls in trick", ""),
    "rounds": ("a match lasts", "rounds"),
    "lead-wins-match": ("the side that led first wins", "of the matches"),
    "drawn": ("nobody wins", "of the matches"),
    "lead-wins": ("the leading side wins", "of the rounds"),
    "tie": ("the sides end level in", "of the rounds"),
    "sweep": ("one side takes all in", "of the rounds"),
    "nobody-wins": ("nobody wins", "of the rounds"),
    "lead-stones": ("the leading side gains", "stones a round"),
    "lead-changes": ("the lead changes", "times a round"),
    "leader-choices": ("a leader has", "legal cards"),
    "follower-choices": ("a follower has", "legal cards"),
    "rensho-takes": ("Rensho's trick holds", "pictures"),
    "stones-in-match": ("in a whole match", "stones change hands"),
    "picture-spread": ("the variance of pictures in a hand is", ""),
    "ace-spread": ("the variance of aces in a hand is", ""),
    "neither": ("neither side can win", "of the deals"),
    "rensho-worth": ("to be dealt Rensho is worth", "pictures"),
}
LABELS = {
    "lead-wins": "rounds won by the leading side",
    "nobody-wins": "rounds nobody wins",
    "tie": "rounds that end level",
    "sweep": "rounds one side sweeps",
    "pictures": "pictures of the leading side",
    "stones": "worth of a round",
    "lead-stones": "gain of the leading side",
    "lead-changes": "changes of the lead",
    "leader-choices": "legal cards of a leader",
    "follower-choices": "legal cards of a follower",
    "rensho-trick": "trick in which Rensho falls",
    "rensho-takes": "pictures in Rensho's trick",
    "rounds": "length of a match",
    "lead-wins-match": "matches won by the side that led first",
    "drawn": "matches nobody wins",
    "stones-in-match": "worth of all rounds of a match",
    "picture-spread": "variance of pictures in a hand",
    "ace-spread": "variance of aces in a hand",
    "neither": "deals neither side can win",
    "rensho-worth": "worth of being dealt Rensho",
}


# -- words ------------------------------------------------------------------------------------------
def name(rules: Rules) -> str:
    """How charts call rules: a text by its siglum, and what differs from it by its title."""
    if rules.title != rules.text.title:
        return rules.title
    return (
        f"{rules.text.siglum}, {'edited' if rules.edits else 'read otherwise'}"
        if _is_changed(rules)
        else rules.text.siglum
    )


def who(side: Simulation) -> str:
    """Who plays, as subtitles say it: `all players greedy`, `perfect play`."""
    players = side.players.text
    return solved.who_plays(side.games, players) if side.games in known.SOLVED else f"all players {players}"


def _is_changed(rules: Rules) -> bool:
    return bool(rules.edits or rules.readings)


def amount(value: float, measure: Measure) -> str:
    """A mean in its own unit: `2.42`, `49.3 %`."""
    return f"{100 * value:.1f} %" if measure.unit == "share" else f"{value:.2f}"


def change(found: Estimate, measure: Measure) -> str:
    """A difference with its interval: `-1.10 (-1.11 to -1.10)`, in hundredths for shares."""
    scale, unit = (100, " points") if measure.unit == "share" else (1, "")
    mean, low, high = (f"{scale * one:+.2f}".replace("-", "−") for one in (found.mean, found.low, found.high))
    return f"{mean}{unit} ({low} to {high})"


def _says(measure: Measure, a: float, b: float, first: str, second: str) -> str:
    before, after = SENTENCES[measure.id]
    left, right = (amount(one, measure).replace("-", "−") for one in (a, b))
    words = f" {after}" if after else ""
    rest = f"under {first} and under {second} alike" if left == right else f"under {first} and {right} under {second}"
    return f"{before} {left}{words} {rest}"


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _verdict(effect: Effect) -> str:
    """Whether a difference is clear, in words with its numbers."""
    if effect.difference.is_clear:
        return f"a difference of {change(effect.difference, effect.measure)}"
    if effect.none_above == 0:
        return "no difference at all"
    if effect.difference.mean == effect.difference.error == 0:
        return f"not one of {effect.difference.n:,} came out otherwise"
    scale, unit = (100, " points") if effect.measure.unit == "share" else (1, f" {effect.measure.unit}")
    return f"no clear difference; one of more than {scale * (effect.none_above or 0):.2g}{unit} would have shown"


def finding(comparison: Comparison, measure: str) -> Block:
    """One measure of a comparison as a sentence, every number computed."""
    effect = comparison[measure]
    first, second = name(comparison.a), name(comparison.b)
    words = (
        f"{_upper(_says(effect.measure, effect.a.mean, effect.b.mean, first, second))}: {_verdict(effect)}. "
        f"{_upper(who(comparison.side(0)))}."
    )
    return Block(f'<p class="k-finding">{escape(words, quote=False)} <small>{comparison.id}</small></p>', words)


def told(*simulations: Simulation, measure: str) -> Block:
    """One measure of rules that share no deals, as a sentence."""
    words = f"{_upper(_each(list(simulations), measure))}. {_upper(who(simulations[0]))}."
    return Block(f'<p class="k-finding">{escape(words, quote=False)}</p>', words)


def _each(sides: Sequence[Simulation], measure: str) -> str:
    chosen = known.find(measure, sides[0].games)
    before, after = SENTENCES[measure]
    values = [amount(one[measure].mean, chosen).replace("-", "−") for one in sides]
    values[0] += f" {after}" if after else ""
    return f"{before} {markup.listed(f'{v} under {name(one.rules)}' for v, one in zip(values, sides, strict=True))}"


def pairing(a: Rules, b: Rules) -> Block:
    """Whether two rules can be played on the same deals: that they are one game, that they can, or why they cannot."""
    first, second, seats = name(a), name(b), f"with {a.players} players"
    try:
        check_pair(_called(a), _called(b))
        if a.fingerprint == b.fingerprint:
            words = f"{first} and {second} are one game {seats}: both have the fingerprint {a.fingerprint}"
        else:
            number = sum(one.point.counts_for(a.players) for one in differences(a, b))
            words = f"{first} and {second} can be played on the same deals {seats}; they differ at {number} points that count"
    except KakeyaError as error:
        words = str(error)[:1].upper() + str(error)[1:]
    return Block(f'<p class="k-finding">{escape(words, quote=False)}.</p>', words + ".")


def _called(rules: Rules) -> Rules:
    """Rules under the name that charts give them, for what is said about them."""
    return Rules(name(rules), rules.title, rules.players, rules.answers, rules.text, rules.readings)


def measures(games: str = "rounds") -> Block:
    """Everything that is measured, each with its formula, its unit and its range."""
    rows = "".join(
        f'<tr><th scope="row">{markup.code(one.id)}</th><td>{escape(one.title)}</td><td>{markup.prose(one.formula)}</td>'
        f"<td>{one.low:g} to {one.high:,.0f} {escape(one.unit)}</td></tr>"
        for one in known.GAMES[games]
    )
    head = "".join(f'<th scope="col">{word}</th>' for word in ("Measure", "What", "Formula", "Range"))
    return markup.block(
        '<div class="k-table" tabindex="0" role="region" aria-label="Measures">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


# -- charts -----------------------------------------------------------------------------------------
def item_label(measure: Measure, item: int) -> str:
    """What an item is called on an axis; the last of some measures stands for all above it."""
    more = "the last" in measure.title and item == measure.width - 1
    return f"{measure.item(item)}{'+' if more else ''}"


def _looks(names: Sequence[str], sigla: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour and shape: a witness's own, or the next free ones."""
    free = [(colour, shape) for colour, shape in zip(style.SERIES[3:], style.SHAPES[3:], strict=True)]
    looks: list[tuple[str, str]] = []
    for siglum in sigla:
        own = (style.WITNESS[siglum], style.WITNESS_SHAPE[siglum]) if siglum in style.WITNESS else free.pop(0)
        looks.append(free.pop(0) if own in looks else own)
    channels = {"color": [colour for colour, _ in looks], "shape": [shape for _, shape in looks]}
    return {
        channel: {"field": "text", "type": "nominal", "title": None, "scale": {"domain": list(names), "range": values}}
        for channel, values in channels.items()
    }


def distributions(comparison: Comparison, measure: str = "pictures-are") -> Figure:
    """How often each number falls, under the two rules side by side, with intervals."""
    return _spread([comparison.side(0), comparison.side(1)], measure, comparison.caption, comparison)


def side_by_side(*simulations: Simulation, measure: str = "pictures-are") -> Figure:
    """The same for rules that share no deals: each by itself, each with its own interval."""
    alike = {one.caption for one in simulations}
    each = alike if len(alike) == 1 else [f"{name(one.rules)}: {one.caption}" for one in simulations]
    caption = "; ".join([*each, "each on deals of its own"])
    return _spread(list(simulations), measure, caption, None)


def _spread(sides: list[Simulation], measure: str, caption: str, pair: Comparison | None) -> Figure:
    chosen = known.find(measure, sides[0].games)
    mean_id, axis = MEANS.get(measure, (measure, chosen.title))
    mean = known.find(mean_id, sides[0].games)
    names = [name(one.rules) for one in sides]
    found = [one.estimates(chosen) for one in sides]
    last = chosen.width - ("the last" in chosen.title)
    seen = [item for item in range(chosen.width) if any(values[item].mean > 0 for values in found)]
    rows = [
        {
            axis: item_label(chosen, item),
            "text": names[which],
            "share": found[which][item].mean,
            "low": max(0.0, found[which][item].low),
            "high": found[which][item].high,
        }
        for item in range(min(seen, default=0), max(seen, default=0) + 1)
        for which in range(len(sides))
    ]
    means = [one[mean_id].mean for one in sides]
    if pair is not None:
        effect = pair[mean_id]
        said = _says(mean, means[0], means[1], names[0], names[1])
        title = _upper(said) if effect.difference.is_clear else f"No clear difference: {said}"
        told = f"{_upper(said)}: {_verdict(effect)}"
    else:
        title = _upper(_each(sides, mean_id))
        ends = (f"{amount(one[mean_id].low, mean)} to {amount(one[mean_id].high, mean)}" for one in sides)
        told = f"{title}. 95 % intervals {markup.listed(ends)}"
    tops = (
        f"{one}: most often {item_label(chosen, max(range(last), key=lambda item: values[item].mean))}"
        for one, values in zip(names, found, strict=True)
    )
    description = f"{told}. {'; '.join(tops)}."
    looks = _looks(names, ["" if _is_changed(one.rules) else one.rules.text.siglum for one in sides])
    offset = {"field": "text", "sort": names}
    band = {"paddingInner": 0.25, "paddingOuter": 0.15}
    order = list(dict.fromkeys(row[axis] for row in rows))
    labels = {"labelAngle": 0, "labelOverlap": True}
    x = {"field": axis, "type": "ordinal", "title": axis, "axis": labels, "scale": band, "sort": order}
    y = {
        "type": "quantitative",
        "axis": {"format": ".0%"},
        "title": f"share of {sides[0].games}",
    }
    wide = len(rows) > 8 * len(sides)
    spec = {
        "title": {"text": title, "subtitle": who(sides[0])},
        "data": {"values": rows},
        "width": style.WIDTH if wide else 380,
        "height": 230,
        "encoding": {"x": x, "xOffset": offset},
        "layer": [
            {
                "mark": {"type": "bar", "opacity": 0.85},
                "encoding": {"y": y | {"field": "share"}, "color": looks["color"]},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.5, "color": style.INK},
                "encoding": {"y": y | {"field": "low"}, "y2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "size": 42, "stroke": style.PAPER, "strokeWidth": 1},
                "encoding": {"y": y | {"field": "share"}, **looks},
            },
        ],
    }
    return figure(
        spec,
        description=description,
        caption=f"{caption}. Bars with 95 % intervals.",
        table=rows,
        supplied={f"{one.rules.title}, {one.rules.players} players": one.rules.supplied for one in sides},
    )


def effects(*comparisons: Comparison) -> Figure:
    """Every measure of one number: the paired difference in standard deviations of a round, largest first.

    Several comparisons of the same two rules, under different players, stand in the same rows.
    """
    first = comparisons[0]
    names = name(first.a), name(first.b)
    rows: list[dict[str, Any]] = []
    never: list[str] = []
    for one in comparisons:
        together = one.clear_together()
        for effect in one.effects():
            if effect.measure.width > 1:
                continue
            spread = effect.a.error * effect.a.n**0.5
            if spread == 0:
                never.append(effect.measure.id)
                continue
            rows.append(
                {
                    "measure": LABELS.get(effect.measure.id, effect.measure.title),
                    "players": one.players.text,
                    names[0]: effect.a.mean,
                    names[1]: effect.b.mean,
                    "difference": effect.difference.mean,
                    "low": effect.difference.low,
                    "high": effect.difference.high,
                    "unit": effect.measure.unit,
                    "in deviations": effect.difference.mean / spread,
                    "from": effect.difference.low / spread,
                    "to": effect.difference.high / spread,
                    "clear": "clear together (Holm)" if together[effect.measure.id] else "not clear",
                }
            )
    order = list(dict.fromkeys(row["measure"] for row in sorted(rows, key=lambda row: -abs(row["in deviations"]))))
    verdicts = {measure: [row["clear"] for row in rows if row["measure"] == measure] for measure in order}
    clear = [measure for measure, found in verdicts.items() if all(one != "not clear" for one in found)]
    steady = [measure for measure in order if measure not in clear]
    whoever = " whoever plays" if len(comparisons) > 1 else ""
    title = (
        f"Between {names[0]} and {names[1]}, {len(clear)} of {len(order)} measures differ clearly{whoever}; "
        f"most of all the {order[0]}"
    )
    top = max(rows, key=lambda row: abs(row["in deviations"]))
    description = (
        f"{title}: {top[names[0]]:.2f} under {names[0]}, {top[names[1]]:.2f} under {names[1]} with {top['players']} players, "
        f"{abs(top['in deviations']):.2f} standard deviations of a round. "
        + (f"Not clear{whoever}: {markup.listed(steady)}." if steady else "")
    )
    kinds = list(dict.fromkeys(row["players"] for row in rows))
    seen = {"rows": rows, "order": order, "kinds": kinds, "names": names}
    same = sorted(set(never))
    caption = "; ".join(one.caption for one in comparisons)
    caption += ". Intervals are narrower than the marks. Pale: not clear when all are judged together (Holm, 5 %)."
    if same:
        caption += (
            f" Left out, as they do not vary under {names[0]}: {markup.listed(LABELS.get(id, id) for id in same)}."
        )
    return figure(
        _forest(seen) | {"title": title},
        description=description,
        caption=caption,
        table=rows,
        supplied={f"{rules.title}, {rules.players} players": rules.supplied for rules in (first.a, first.b)},
        narrow=_forest(seen, narrow=True) | {"title": title},
    )


def _forest(seen: dict[str, Any], narrow: bool = False) -> dict[str, Any]:
    """Marks with intervals in rows, one row for each measure."""
    first, second = seen["names"]
    kinds = {"field": "players", "type": "nominal", "title": None, "legend": {"columns": 1 if narrow else 3}}
    ranges = {
        "color": [style.LIGHT[one] for one in ("plum", "ochre", "slate")],
        "shape": ["diamond", "triangle-down", "cross"],
    }
    looks = {
        channel: kinds | {"scale": {"domain": seen["kinds"], "range": values[: len(seen["kinds"])]}}
        for channel, values in ranges.items()
    }
    unit = (
        ["difference in standard", f"deviations under {first}"]
        if narrow
        else [f"difference in standard deviations of a round under {first}"]
    )
    x = {
        "type": "quantitative",
        "title": [f"← less under {second} · more →", *unit],
        "axis": {"tickCount": 4 if narrow else 8},
    }
    labels = {"grid": True, "labelLimit": 150 if narrow else 190}
    return {
        "data": {"values": seen["rows"]},
        "width": 165 if narrow else 460,  # beside the labels, as wide as a page's text
        "height": {"step": 15},
        "encoding": {
            "y": {"field": "measure", "type": "nominal", "sort": seen["order"], "title": None, "axis": labels},
            "yOffset": {"field": "players", "sort": seen["kinds"]},
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 1, "color": style.SOFT},
                "encoding": {
                    "x": {"datum": 0, "type": "quantitative"},
                    "y": {"value": 0},
                    "y2": {"value": "height"},
                    "yOffset": {"value": 0},
                },
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": x | {"field": "from"}, "x2": {"field": "to"}, "color": looks["color"]},
            },
            {
                "mark": {"type": "point", "size": 80},
                "encoding": {
                    "x": x | {"field": "in deviations"},
                    **looks,
                    "opacity": {"condition": {"test": "datum.clear == 'not clear'", "value": 0.35}, "value": 1},
                },
            },
        ],
    }
