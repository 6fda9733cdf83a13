"""Where the texts agree: every point beside every witness, set as a table whose cells join where they say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

from kakeya.rules.rules import load
from kakeya.show import markup
from kakeya.show.plate import Plate, plate
from kakeya.texts import collation
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown

Row = dict[str, Any]

KINDS = {
    "agree": "answered alike",
    "differ": "answered differently",
    "alone": "answered by one vote only",
    "silent": "answered by none",
}
MARKS = {"garbled": "~", "lost": "×", "contradictory": "±"}
MEANINGS = {
    "garbled": "garbled in translation; the sense is recovered from the rest",
    "contradictory": "the text contradicts itself; the preferred reading is shown",
    "lost": "announced, and missing",
}


def kind_of(cells: Sequence[Row]) -> str:
    """What a point is, over all its witnesses: `agree`, `differ`, `alone` or `silent`."""
    variants = {cell["variant"] for cell in cells if cell["variant"]}
    if not variants:
        return "silent"
    if len(variants) > 1:
        return "differ"
    texts = [one for one in collation.chosen(()) if one.siglum in {cell["witness"] for cell in cells}]
    answering = {cell["witness"] for cell in cells if cell["variant"]}
    voting = sum(any(one.siglum in answering for one in vote) for vote in collation.votes(texts))
    return "agree" if voting > 1 else "alone"


def by_point(players: int = 4) -> dict[str, list[Row]]:
    """Point id -> the rows of `kakeya.texts.collation.agreements` for the shipped witnesses."""
    found: dict[str, list[Row]] = {}
    for row in collation.agreements(players=players):
        found.setdefault(row["point"], []).append(row)
    return found


def counts(players: int = 4) -> dict[str, int]:
    """How many points are of each kind."""
    found = Counter(kind_of(cells) for cells in by_point(players).values())
    return {kind: found[kind] for kind in KINDS}


def agreement(players: int = 4) -> Plate:
    """The matrix of agreement. Each point leads to its place in the collation."""
    points, number = by_point(players), counts(players)
    title = (
        f"Of {len(points)} questions the texts answer {number['agree']} alike and {number['differ']} differently; "
        f"{number['alone']} are answered by one vote only, {number['silent']} by none"
    )
    marked = Counter(
        cell["status"] for cells in points.values() for cell in cells if cell["status"] in ("garbled", "contradictory")
    )
    description = (
        "Each row is a question, each column a witness: U the Ukrainian, J the Japanese, K the Korean text. Cells join "
        "where witnesses say the same; J and K, two translations of one English page, are then one vote. "
        f"{marked['garbled']} answers are garbled (~), {marked['contradictory']} contradict themselves (±)."
    )
    groups = [
        _group(title, [(id, points[id]) for id, point in catalogue().items() if point.group == group])
        for group, title in catalogue().groups.items()
    ]
    legend = "".join(
        f'<li class="k-is-{kind}"><i aria-hidden="true"></i><b>{number[kind]}</b> {words}</li>'
        for kind, words in KINDS.items()
    )
    table = [
        {"point": id, "is": kind_of(cells)}
        | {cell["witness"]: _words(cell) for cell in cells}
        | {f"{cell['witness']} status": cell["status"] for cell in cells}
        for id, cells in points.items()
    ]
    return plate(
        f'<ul class="k-legend">{legend}</ul><div class="k-groups">{"".join(groups)}</div>',
        title=title,
        description=description,
        kind="agreement",
        caption=f"With {players} players. Each question leads to the readings, the places and the words.",
        table=table,
        supplied={rules.title: rules.supplied for rules in _rules(players)},
    )


def _rules(players: int) -> list[Any]:
    return [load(one.name, players) for one in collation.chosen(())]


def _group(title: str, points: Sequence[tuple[str, list[Row]]]) -> str:
    sigla = [cell["witness"] for cell in points[0][1]]
    head = "".join(f'<th scope="col">{markup.siglum(one)}</th>' for one in sigla)
    rows = "".join(
        f'<tr class="k-is-{kind_of(cells)}"><th scope="row">{markup.point(id, _name(id))}</th>{_cells(id, cells)}</tr>'
        for id, cells in points
    )
    return f'<table><thead><tr><th scope="col">{escape(title)}</th>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _name(id: str) -> str:
    """The question; its id where there is no room for it."""
    short = escape(id).replace(".", ".<wbr>")
    return f'<span class="k-asks">{escape(catalogue()[id].question)}</span><span class="k-short">{short}</span>'


def _cells(id: str, cells: Sequence[Row]) -> str:
    def same(cell: Row) -> tuple[Any, ...]:
        return cell["variant"], cell["agreement"], cell["status"] == "contradictory"

    silent = all(cell["variant"] is None for cell in cells)
    runs = [list(run) for _, run in groupby(cells, key=(lambda cell: True) if silent else same)]
    if kind_of(cells) == "agree" and not any(_mark(cell) for cell in cells):
        runs = [list(cells)]
    return "".join(_cell(id, run) for run in runs)


def _cell(id: str, run: Sequence[Row]) -> str:
    cell = run[0]
    mark = _mark(cell)
    words = _words(cell)
    meaning = catalogue()[id].values.get(cell["value"], "") if isinstance(cell["value"], str) else ""
    whose = " ".join(one["witness"] for one in run)
    title = ". ".join(filter(None, (f"{whose}: {words}", meaning, MEANINGS.get(mark, ""))))
    kind = {"garbled": "answered"}.get(cell["agreement"], cell["agreement"])
    classes = f"k-cell k-{kind} k-of-{cell['witness']}" + (f" k-{mark}" if mark else "")
    sign = f'<sup aria-label="{mark}">{MARKS[mark]}</sup>' if mark else ""
    return f'<td colspan="{len(run)}" class="{classes}" title="{escape(title)}"><span>{escape(words)}</span>{sign}</td>'


def _mark(cell: Row) -> str:
    return cell["status"] if cell["status"] in MARKS else ""


def _words(cell: Row) -> str:
    if cell["variant"] is None:
        return str(cell["status"])
    return briefly(cell["value"])


def briefly(value: Any) -> str:
    """An answer in a few words: a table of settlement as `9+: 1, 12+: 2`."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return ", ".join(f"{least}+: {stones}" for least, stones in value)
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict) and "when" in value:
        return f"{value['when']}: {value['pays']}"
    return shown(value)
