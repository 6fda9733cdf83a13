"""Results as text for a screen: each a table that fits, and below it what is needed to read and to cite it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kakeya.study import measures
from kakeya.study.attribute import Attribution
from kakeya.study.compare import Comparison, Effect
from kakeya.study.estimate import Estimate
from kakeya.study.measures import Measure
from kakeya.study.order import Order
from kakeya.study.simulate import Simulation
from kakeya.texts.tables import pad, width, wrap


def number(value: float) -> str:
    """A number to four places that count."""
    text = f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"
    return "0" if float(text) == 0 and value == 0 else text


def interval(value: Estimate) -> str:
    """The 95 % interval."""
    return f"{number(value.low)} to {number(value.high)}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns side by side: the first to the left, the others to the right."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(width(line[place]) for line in lines) for place in range(len(head))]
    return [
        "  ".join(
            pad(cell, most) if place in (0, len(head) - 1) else " " * (most - width(cell)) + cell
            for place, (cell, most) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def measures_help(games: Iterable[str] = measures.GAMES) -> str:
    """Every measure in one line."""
    lines = []
    for one in games:
        lines += [f"measures of {one}:", *(f"  {measure.line}" for measure in measures.GAMES[one]), ""]
    return "\n".join(lines)


def _label(effect: Effect) -> str:
    item = effect.measure.item(effect.item)
    return effect.measure.id if item is None else f"{effect.measure.id} {item}"


def _verdict(effect: Effect) -> str:
    if effect.clear_together:
        return "**"
    if effect.difference.is_clear:
        return "*"
    if effect.none_above == 0:
        return "the same rules"
    return f"none seen above {number(effect.none_above or 0)} {effect.measure.unit}"


def _chosen(ids: Sequence[str], games: str) -> list[Measure]:
    if ids:
        return [measures.find(id, games) for id in ids]
    return [one for one in measures.GAMES[games] if one.width == 1]


def comparison(found: Comparison, ids: Sequence[str] = (), columns: int = 100) -> str:
    """The effects on the measures asked for, or on all of one number."""
    names = [found.a.name, found.b.name] if found.a.name != found.b.name else ["a", "b"]
    lines = [f"{found.a.title} (a) and {found.b.title} (b)", found.caption, ""]
    together = found.clear_together()
    rows = [
        (
            _label(effect),
            number(effect.a.mean),
            number(effect.b.mean),
            number(effect.difference.mean),
            interval(effect.difference),
            _verdict(effect),
        )
        for measure in _chosen(ids, found.games)
        for one in found.effects(measure)
        if one.measure.width == 1 or one.a.mean or one.b.mean
        for effect in [one.judged(together)]
    ]
    lines += table(("measure", *names, "b - a", "95 % interval", ""), rows)
    lines += [
        "",
        *wrap(
            "* clear by itself: 95 in 100 such intervals hold the true difference. ** clear also when all measures of "
            "one number are judged together (Holm). Else: none was seen above the size given.",
            columns,
        ),
    ]
    if not ids:
        more = ", ".join(one.id for one in measures.GAMES[found.games] if one.width > 1)
        lines += wrap(f"Distributions and courses, each with --measure: {more}.", columns)
    points = ", ".join(one.point.id for one in found.points)
    lines += ["", *wrap(f"They differ at: {points or 'no point that can matter here'}.", columns)]
    for name, rules in zip(names, (found.a, found.b), strict=True):
        if rules.supplied:
            by = ", ".join(f"{id} ({source})" for id, (source, _) in rules.supplied.items())
            lines += wrap(f"Supplied in {name}: {by}.", columns)
    return "\n".join([*lines, "", f"cite as: {found.cite_as}", ""])


def simulation(found: Simulation, ids: Sequence[str] = ()) -> str:
    """The measures asked for, or all of one number, with intervals."""
    rows = [
        (
            measure.id if measure.item(item) is None else f"{measure.id} {measure.item(item)}",
            number(value.mean),
            interval(value),
            measure.unit,
        )
        for measure in _chosen(ids, found.games)
        for item, value in enumerate(found.estimates(measure))
        if measure.width == 1 or value.mean
    ]
    head = ("measure", "mean", "95 % interval", "unit")
    return "\n".join([found.rules.title, found.caption, "", *table(head, rows), ""])


def attribution(found: Attribution, columns: int = 100) -> str:
    """What each block of points contributes, the largest first."""
    unit = found.measure.unit
    rows = [
        (
            share.id + (" (supplied)" if share.supplied else ""),
            number(share.value.mean),
            interval(share.value),
            *([] if found.exact else [number(share.order_error)]),
            number(share.alone.mean),
            interval(share.alone),
        )
        for share in sorted(found.shares, key=lambda one: -abs(one.value.mean))
    ]
    head = ("point", "contributes", "95 % interval", *([] if found.exact else ["error of orders"]))
    lines = [
        f"{found.measure.title}: from {found.a.title} to {found.b.title}, {number(found.whole.mean)} {unit} "
        f"({interval(found.whole)})",
        found.caption,
        "",
        *table((*head, "alone", "95 % interval"), rows),
        "",
        *wrap("The contributions are Shapley values and sum to the whole difference.", columns),
    ]
    strong = sorted((one for one in found.interactions if one[2].is_clear), key=lambda one: -abs(one[2].mean))
    for a, b, value in strong[:5]:
        lines += wrap(
            f"{a.id} and {b.id} together exceed each alone by {number(value.mean)} ({interval(value)}).", columns
        )
    if found.left_out:
        ids = ", ".join(one.point.id for one in found.left_out)
        lines += wrap(f"Left out, since they cannot touch this or are supplied on both sides: {ids}.", columns)
    return "\n".join([*lines, ""])


def order(found: Order) -> str:
    """The share and the order."""
    return (
        f"{found.rules.title}\n{found.caption}\n\n"
        f"share of rounds won by {found.strong}: {number(found.share.mean)} ({interval(found.share)})\n"
        f"order, 0 for luck alone and 1 where skill decides all: {number(found.order.mean)} ({interval(found.order)})\n"
    )
