"""How far each text is from the game as the outside witnesses tell it: question by question, and in play.

The outside witnesses disagree among themselves, so nothing is measured against one reading of the town alone: every
figure has all of them. J and K are one vote. A question counts only where a witness of the town or of the players
speaks (lineages L1 and L2), as what Game Farm says confirms nothing against texts that go back to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Rules, load
from kakeya.show import markup, style
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.show.plate import Plate, plate
from kakeya.show.published import published
from kakeya.show.situation import holds, never
from kakeya.study import measures
from kakeya.study.compare import Comparison
from kakeya.study.estimate import Estimate, estimate
from kakeya.study.plan import alternative_readings, can_differ
from kakeya.texts import library, text
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown
from kakeya.texts.yamlfile import read_file

Readings = Mapping[str, str]

WEIGHTS = {"H": 3, "M": 2, "L": 1}  # of a question, by how well we know what the town answers
INDEPENDENT = ("L1", "L2")
ROUNDS = 20_000
WORDS = {"agree": "agrees", "differ": "differs", "silent": "does not say"}
SIGNS = {"agree": "●", "differ": "✕", "silent": "–"}

# What is read as U besides U as it stands. With a plus, hands are not seen when trumps are named, Rensho keeps its
# printed suit, and aces are paid before pictures.
BETTER = {"trump.when": "first-round", "rensho.suit": "printed"}
TEXTS: dict[str, tuple[str, Readings]] = {
    "J K": ("ja", {}),
    "U": ("uk", {}),
    "U 8.32": ("uk", {"trump.power": "literal"}),
    "U 8.34": ("uk", {"rensho.follow": "licensed"}),
    "U 8.23": ("uk", {"trump.first": "emended-8.23"}),
    "U 8.27": ("uk", {"rensho.card": "emended-8.27"}),
    "U 8.23+": ("uk", {"trump.first": "emended-8.23", "settle.combine": "first", **BETTER}),
    "U 8.27+": ("uk", {"rensho.card": "emended-8.27", "settle.combine": "first", **BETTER}),
}
MEANINGS = {
    "J K": "both translations, which are one vote and with four at the table one game",
    "U": "as the edition plays it",
    "U 8.32": "with `literal` at `trump.power`: a trump takes nothing that it would not take anyway",
    "U 8.34": "with `licensed` at `rensho.follow`: leave to play it out of suit, and no more",
    "U 8.23": "spades for clubs in 8.23",
    "U 8.27": "spades for clubs in 8.27",
    "U 8.23+": "as U 8.23; moreover trumps named before hands are seen, Rensho of its printed suit, and aces paid first "
    "(`first` at `settle.combine`)",
    "U 8.27+": "as U 8.27, and the same three",
}


@dataclass(frozen=True)
class Judged:
    """A question as the town answers it under one reading, and how a text stands to that."""

    point: str
    weight: int
    answer: Any
    says: str  # agree, differ or silent
    value: Any = None


# -- the town ---------------------------------------------------------------------------------------
@cache
def town_readings(players: int = 4) -> dict[str, dict[str, str]]:
    """A name for every reading of the town -> the readings to ask for; the preferred ones come first."""
    found: dict[str, dict[str, str]] = {"as preferred": {}}
    for readings in alternative_readings(load("town", players)):
        first, chosen = next(iter(readings.items()))
        found[f"{first}: {chosen}"] = readings
    return found


@cache
def _lineages() -> dict[str, str]:
    data: dict[str, Any] = read_file(library.DATA / "outside.yaml").python
    return {id: one["lineage"] for id, one in data["witnesses"].items()}


def _weight(point: str, rules: Rules) -> int:
    """What a question weighs: nothing where the town is silent or only Game Farm's lineage speaks."""
    answer, entry = rules.answers[point], rules.text.entry(point, rules.players)
    if answer.is_supplied or not catalogue()[point].counts_for(rules.players):
        return 0
    reading = next((one for one in entry.readings if one.id == answer.reading), None)
    sources = (reading.sources if reading else ()) or entry.sources
    independent = any(_lineages().get(one) in INDEPENDENT for one in sources)
    return WEIGHTS[entry.confidence or "L"] if independent else 0


def _says(rules: Iterable[Rules], point: str) -> list[Any]:
    """The answers that texts of one vote themselves give."""
    return [one[point] for one in rules if not one.answers[point].is_supplied]


@cache
def _vote(name: str, players: int) -> tuple[Rules, ...]:
    """The rules of one column of `TEXTS`; for J and K both."""
    base, readings = TEXTS[name]
    names = ("ja", "ko") if base == "ja" else (base,)
    return tuple(load(one, players, readings) for one in names)


def judged(vote: Sequence[Rules], town: Rules) -> list[Judged]:
    """Every question that counts, and how a vote stands to the town's answer. Of manners nothing is asked."""
    found = []
    for id, point in catalogue().items():
        weight = _weight(id, town)
        if not weight or point.touches == "manner":
            continue
        said = _says(vote, id)
        says = "silent" if not said else "agree" if all(one == town[id] for one in said) else "differ"
        found.append(Judged(id, weight, town[id], says, said[0] if said else None))
    return found


def share(found: Sequence[Judged], says: str = "differ") -> float:
    """The weight of the questions at which a text so stands to the town, as a share of all."""
    whole = sum(one.weight for one in found)
    return sum(one.weight for one in found if one.says == says) / whole


# -- in play ----------------------------------------------------------------------------------------
@cache
def _same_play(a: Rules, b: Rules) -> bool:
    """Is every first round the same under both?"""
    return not can_differ(a, b, "rounds")


def apart(comparison: Comparison, places: Iterable[int]) -> Estimate:
    """How often a mark of a round is another under b than under a; of several marks a round has exactly one."""
    a, b = comparison.side(0), comparison.side(1)
    length = measures.LENGTHS[comparison.games]
    listed = list(places)
    squares = sum(a.sum(one, 2) + b.sum(one, 2) - 2 * comparison.sums[1][2 * length + one] for one in listed)
    half = 2 if len(listed) > 1 else 1
    if squares % half:
        raise KakeyaError("these marks are not of one kind: a round has more than one of them, or not always one")
    number = squares // half
    if listed == [measures.LEAD_WINS] and _dealers_lead(comparison.a) != _dealers_lead(comparison.b):
        number = comparison.rounds - number  # the mark is the leading side's, which is not the same side
    return estimate(comparison.rounds, number, number)


def _dealers_lead(rules: Rules) -> bool:
    return bool(rules["lead.first"] == "dealers")


MARKS = {
    "winner": (
        "rounds that the other side wins",
        (measures.LEAD_WINS,),
    ),
    "stones": (
        "rounds that are worth another number of stones",
        range(measures.STONES_ARE, measures.STONES_ARE + measures.MOST_STONES + 1),
    ),
}


@cache
def _rows(by: str, players: int) -> list[dict[str, Any]]:
    """A row for each reading of the town and each text: how far apart they are."""
    rows: list[dict[str, Any]] = []
    preferred = load("town", players)
    for reading, asked in town_readings(players).items():
        town = load("town", players, asked)
        for name in TEXTS:
            row: dict[str, Any] = {"town": reading, "text": name}
            if by == "questions":
                found = judged(_vote(name, players), town)
                row |= {
                    "apart": share(found),
                    "unanswered": share(found, "silent"),
                    "questions that differ": sum(one.says == "differ" for one in found),
                    "unanswered questions": sum(one.says == "silent" for one in found),
                    "questions": len(found),
                }
            else:
                rules = _vote(name, players)[0]
                comparison = published(rules, preferred if _same_play(preferred, town) else town, rounds=ROUNDS)
                found_share = apart(comparison, MARKS[by][1])
                row |= {
                    "apart": max(0.0, found_share.mean),
                    "low": max(0.0, found_share.low),
                    "high": found_share.high,
                    "id": comparison.id,
                }
            rows.append(row)
    return rows


# -- figures ----------------------------------------------------------------------------------------
def distance(by: str = "questions", players: int = 4) -> Figure:
    """Every text against every reading of the town. by: questions, winner or stones."""
    if by not in ("questions", *MARKS):
        raise KakeyaError(f"`{by}` is no distance; choose questions, {', '.join(MARKS)}")
    rows = _rows(by, players)
    what = "questions answered otherwise" if by == "questions" else MARKS[by][0]
    nearest = _nearest(rows)
    number = len(town_readings(players))
    words = {1: "the one reading", 2: "both readings"}.get(number, f"all {number} readings")
    counts = {name: sum(name in names for names in nearest.values()) for name in TEXTS}
    first = max(counts, key=lambda name: counts[name])
    ends = {name: _range(rows, name) for name in TEXTS}
    are = "J and K are" if first == "J K" else f"{first} is"
    if counts[first] == number:
        title = f"Under {words} of the town, {are} nearest: {_percent(*ends[first])} of {what}"
    else:
        others = {reading: names for reading, names in nearest.items() if first not in names}
        told = markup.listed(f"{markup.listed(names)} under {reading}" for reading, names in others.items())
        title = f"{what[:1].upper()}{what[1:]}: {are} nearest under {counts[first]} of {number} readings of the town, {told}"
    description = (
        f"{what[:1].upper()}{what[1:]}, as a share of all"
        + (", each question weighed by how well the town's answer is known" if by == "questions" else "")
        + f", from the least to the most over {words} of the town: "
        + "; ".join(f"{name} {_percent(*ends[name])}" for name in TEXTS)
        + "."
    )
    caption = " ".join(
        [
            "Rows are readings of the town, columns are texts and readings of U.",
            (
                "A question that a text does not answer counts neither way here; the table has it."
                if by == "questions"
                else f"{ROUNDS:,} first rounds on the same deals, 4 players, all greedy, seed 1; half the rounds would be "
                "chance."
                if by == "winner"
                else f"{ROUNDS:,} first rounds on the same deals, 4 players, all greedy, seed 1."
            ),
        ]
    )
    return figure(
        _heat(rows, narrow=False) | {"title": title},
        description=description,
        caption=caption,
        table=rows,
        supplied={
            f"{rules.title}, {players} players": rules.supplied
            for rules in (load(name, players) for name in ("uk", "ja", "town"))
        },
        narrow=_heat(rows, narrow=True) | {"title": title},
    )


def _nearest(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Reading of the town -> the texts that are nearest under it."""
    found: dict[str, list[str]] = {}
    for reading in dict.fromkeys(row["town"] for row in rows):
        here = {row["text"]: row["apart"] for row in rows if row["town"] == reading}
        least = min(here.values())
        found[reading] = [name for name, value in here.items() if value == least]
    return found


def _range(rows: Sequence[Mapping[str, Any]], name: str) -> tuple[float, float]:
    values = [row["apart"] for row in rows if row["text"] == name]
    return min(values), max(values)


def _percent(low: float, high: float) -> str:
    a, b = f"{100 * low:.0f}", f"{100 * high:.0f}"
    return f"{a} %" if a == b else f"{a} to {b} %"


def _heat(rows: Sequence[Mapping[str, Any]], *, narrow: bool) -> dict[str, Any]:
    towns = list(dict.fromkeys(row["town"] for row in rows))
    step = 23 if narrow else 47
    most = max(row["apart"] for row in rows) or 1
    values = [
        {"town": row["town"], "text": row["text"], "apart": row["apart"], "shown": f"{100 * row['apart']:.0f}"}
        for row in rows
    ]
    axis = {
        "labelAngle": -90 if narrow else 0,
        "orient": "top",
        "domain": False,
        "ticks": False,
        "labelColor": style.INK,
        "labelFontWeight": "bold",
    }
    return {
        "width": {"step": step},
        "height": {"step": 26},
        "data": {"values": values},
        "encoding": {
            "x": {"field": "text", "type": "nominal", "sort": list(TEXTS), "title": None, "axis": axis},
            "y": {
                "field": "town",
                "type": "nominal",
                "sort": towns,
                "title": None,
                "axis": {"labelLimit": 150 if narrow else 220, "labelFontSize": 10.5 if narrow else 12},
            },
        },
        "layer": [
            {
                # Palest to darkest by opacity, so that the colour follows the page's, and ink reads on all of it.
                "mark": {"type": "rect", "color": style.LIGHT["plum"], "stroke": style.PAPER, "strokeWidth": 2},
                "encoding": {
                    "fillOpacity": {
                        "field": "apart",
                        "type": "quantitative",
                        "legend": None,
                        "scale": {"domain": [0, most], "range": [0.03, 0.55]},
                    },
                    "tooltip": [
                        {"field": "town", "title": "the town, read"},
                        {"field": "text"},
                        {"field": "apart", "title": "apart", "format": ".1%"},
                    ],
                },
            },
            {
                "mark": {"type": "text", "baseline": "middle", "fontSize": 11 if narrow else 12.5, "tooltip": None},
                "encoding": {"text": {"field": "shown"}},
            },
        ],
    }


def questions(players: int = 4) -> Plate:
    """Question by question: what the town answers, and how U and J K stand to it."""
    towns = [load("town", players, asked) for asked in town_readings(players).values()]
    preferred = towns[0]
    verdicts = {name: {one.point: one for one in judged(_vote(name, players), preferred)} for name in ("U", "J K")}
    entries = {id: text.find("town").entry(id, players) for id in catalogue()}
    rows, table = [], []
    for id in verdicts["U"]:
        disputed = list(dict.fromkeys(shown(one[id]) for one in towns))
        cells, said = [], {}
        for name, found in verdicts.items():
            here = found[id]
            others = any(one[id] == here.value for one in towns) if here.says == "differ" else False
            sign = "◐" if others else SIGNS[here.says]
            word = "agrees with a disputed reading" if others else WORDS[here.says]
            value = f" {markup.value(shown(here.value), id)}" if here.says == "differ" else ""
            cells.append(
                f'<td class="k-stands k-{here.says}"><span role="img" aria-label="{word}" title="{word}">{sign}</span>{value}</td>'
            )
            said[name] = word
        values = " or ".join(markup.value(one, id) for one in disputed)
        confidence = text.CONFIDENCES[entries[id].confidence or "L"]
        rows.append(
            f'<tr><th scope="row">{markup.point(id)}</th><td>{values} <small class="k-status">{confidence}</small></td>'
            f"{''.join(cells)}</tr>"
        )
        table.append({"point": id, "the town": "; ".join(disputed), "confidence": confidence} | said)
    number = {
        name: {key: sum(one.says == key for one in found.values()) for key in WORDS} for name, found in verdicts.items()
    }
    told = "; ".join(_stands(name, each) for name, each in number.items())
    head = "".join(f'<th scope="col">{word}</th>' for word in ("Question", "The town"))
    head += "".join(f'<th scope="col">{" ".join(map(markup.siglum, name.split()))}</th>' for name in verdicts)
    body = (
        '<details class="k-all"><summary>Question by question</summary>'
        '<div class="k-table" tabindex="0" role="region" aria-label="Question by question">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )
    return plate(
        body,
        title=f"Of {len(table)} questions on play, {told}",
        description=(
            f"With {players} players, against the preferred readings of the town, U as the edition plays it. ● agrees, "
            "✕ differs, ◐ differs, but agrees with another reading of the town, – does not say."
        ),
        kind="questions",
        caption=f"Left out: custom, and questions on which no witness of the town or of the players speaks. {_idle(verdicts, preferred)}",
        table=table,
    )


def _idle(verdicts: Mapping[str, Mapping[str, Judged]], town: Rules) -> str:
    """The questions at which an answer is another than the town's and can never give another game (HTML)."""
    found = [
        f"that of {markup.listed(map(markup.siglum, name.split()))} at {markup.point(one.point)}"
        for name, questions in verdicts.items()
        for one in questions.values()
        if one.says == "differ"
        for reason in never(one.point, one.value, one.answer)
        if all(holds(reason, rules) for rules in (_vote(name, town.players)[0], town))
    ]
    if not found:
        return ""
    return (
        f"Answers are counted, not what they do: as all else stands, {markup.listed(found)} never make"
        f"{'' if len(found) > 1 else 's'} a difference."
    )


def every_reading(players: int = 4) -> Block:
    """Every reading of every text by itself: how far it is from the town question by question, from least to most."""
    towns = [load("town", players, asked) for asked in town_readings(players).values()]
    rows = []
    for name in ("uk", "ja", "ko"):
        stands = load(name, players)
        for readings in ({}, *alternative_readings(stands)):
            if not all(players in catalogue()[id].players for id in readings):
                continue
            shares = [share(judged((load(name, players, readings),), town)) for town in towns]
            words = markup.listed(f"{markup.code(reading)} at {markup.point(id)}" for id, reading in readings.items())
            rows.append(
                f"<tr><td>{markup.siglum(stands.text.siglum)}</td><td>{words if readings else 'as the edition plays it'}</td>"
                f'<td class="k-number">{_percent(min(shares), max(shares))}</td></tr>'
            )
    head = "".join(f'<th scope="col">{word}</th>' for word in ("Text", "Read", "Questions answered otherwise"))
    return markup.block(
        '<div class="k-table" tabindex="0" role="region" aria-label="Every reading">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _stands(name: str, number: Mapping[str, int]) -> str:
    """`U agrees at 19, differs at 12 and leaves 4 open`."""
    s = "" if " " in name else "s"
    who = name.replace(" ", " and ")
    return f"{who} agree{s} at {number['agree']}, differ{s} at {number['differ']} and leave{s} {number['silent']} open"


def mends(players: int = 4) -> Block:
    """The points of U at which another reading than the played one is nearer to the town, with its argument."""
    towns = [load("town", players, asked) for asked in town_readings(players).values()]
    uk = text.find("uk")
    items = []
    for id in catalogue():
        entry = uk.entry(id, players)
        preferred = entry.preferred
        if preferred is None or len(entry.readings) < 2:
            continue
        counts = {one.id: sum(town[id] == one.value for town in towns if _weight(id, town)) for one in entry.readings}
        for one in entry.readings:
            if counts[one.id] > counts[preferred.id]:
                needs = markup.listed(
                    f"{markup.code(need)} at {markup.point(other)}" for other, need in one.requires.items()
                )
                goes = f" Goes with {needs}." if one.requires else ""
                items.append(
                    f"<dt>{markup.point(id)} {markup.value(shown(preferred.value), id)} → {markup.value(shown(one.value), id)} "
                    f'<span class="k-status">agrees under {counts[one.id]} of {len(towns)} readings of the town, as it stands '
                    f"under {counts[preferred.id]}</span></dt>"
                    f'<dd><i class="k-reading">{escape(one.id)}</i> <span class="k-argument">{markup.prose(one.argument)}{goes}'
                    "</span></dd>"
                )
    return markup.block(f'<dl class="k-kept k-mends">{"".join(items)}</dl>')


def how_many_readings(players: int = 4) -> int:
    """The number of readings of the town that every figure shows."""
    return len(town_readings(players))


def columns() -> Block:
    """What each column of the figures is."""
    items = "".join(f"<dt>{escape(name)}</dt><dd>{markup.prose(words)}</dd>" for name, words in MEANINGS.items())
    return markup.block(f'<dl class="k-facts">{items}</dl>')
