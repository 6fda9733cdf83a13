"""The story in time: dated facts around the game in lanes, from `data/timeline.yaml`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kakeya.show import sources, style
from kakeya.show.figure import Figure, figure
from kakeya.texts import library
from kakeya.texts.yamlfile import read_file

FIRST, LAST = 1560, 2035
# kind of event -> its lane, from the top
LANES = {
    "legend": "as the town tells it",
    "cards": "cards in Japan",
    "ban": "bans",
    "learning": "learning",
    "document": "texts",
    "fact": "elsewhere",
    "town": "Kakeya",
}
COLOURS = {"as the town tells it": "red", "Kakeya": "blue"}
LOOKS = {"high": "circle", "middling": "square", "low": "diamond"}


def events() -> list[dict[str, Any]]:
    """The events as they stand in the file."""
    found: list[dict[str, Any]] = read_file(library.DATA / "timeline.yaml").python["events"]
    return found


def timeline() -> Figure:
    """Every event in its lane: years as marks, spans as bars, what only the town tells apart from the rest."""
    found = sorted(events(), key=lambda one: (one["year"], one.get("until", one["year"])))
    rows = [_row(one) for one in found]
    told = [one for one in found if one["kind"] == "legend"]
    etori = next(one for one in found if one.get("short") == "etori")
    journey = next(one for one in found if one.get("short") == "the journey, as told")
    written, issued = etori["year"], etori["until"]
    title = (
        f"The journey is told of {journey['year']}; the first known rules of etori were issued in {issued}, "
        f"{issued - journey['year']} years later"
    )
    description = (
        f"{len(found)} dated events from {found[0]['year']} to {found[-1]['year']} in {len(LANES)} lanes. {len(told)} of them "
        f"are told by the town alone: the first about {min(one['year'] for one in told)}, the last until "
        f"{max(one.get('until', one['year']) for one in told)}. The first known rules of etori have a foreword of {written} and were "
        f"issued in {issued}, the rules of Kakeya in 2009."
    )
    return figure(
        _spec(rows, narrow=False) | {"title": title},
        description=description,
        caption=(
            "Marks are years; a bar is a span of years that begins at its mark. The band is the era Kyōhō. Round: high "
            "confidence; square: middling; diamond: low. In the topmost lane it is certain that the town tells so, and the mark says how sure it is that it happened."
        ),
        table=[
            {
                "from": one["year"],
                "until": one.get("until"),
                "what": one["label"],
                "lane": LANES[one["kind"]],
                "confidence": sources.CONFIDENCES[one["confidence"]],
                "source": one["cite"],
                "note": one.get("note", ""),
            }
            for one in found
        ],
        narrow=_spec(rows, narrow=True) | {"title": title},
    )


def _row(one: dict[str, Any]) -> dict[str, Any]:
    until = one.get("until")
    return {
        "lane": LANES[one["kind"]],
        "from": one["year"],
        "until": until if until is not None else one["year"],
        "span": until is not None,
        "years": str(one["year"]) if until is None else f"{one['year']} to {until}",
        "what": one["label"],
        "confidence": sources.CONFIDENCES[one["confidence"]],
        "short": one.get("short", ""),
    }


def _era() -> dict[str, int]:
    """The era Kyōhō, whose twenty-seventh year the tale names."""
    era = next(one for one in events() if one["label"] == "The Kyōhō era")
    return {"from": era["year"], "until": era["until"]}


def _spec(rows: Sequence[dict[str, Any]], *, narrow: bool) -> dict[str, Any]:
    lanes = list(LANES.values())
    labels = [one for one in rows if one["short"]]
    if narrow:
        keep = {"the journey, as told", "etori", "Dutch post on Dejima", "51st tournament", "raid", "forbidden"}
        labels = [one for one in labels if one["short"] in keep]
    x = {
        "type": "quantitative",
        "scale": {"domain": [FIRST, LAST], "nice": False},
        "axis": {"format": "d", "values": [1600, 1700, 1800, 1900, 2000], "title": None, "grid": True},
    }
    y = {"field": "lane", "type": "nominal", "sort": lanes, "title": None, "scale": {"domain": lanes}}
    colour = {
        "field": "lane",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": lanes, "range": [style.LIGHT[COLOURS.get(lane, "slate")] for lane in lanes]},
    }
    shape = {
        "field": "confidence",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": list(LOOKS), "range": list(LOOKS.values())},
    }
    tooltip = [
        {"field": "years", "title": "years"},
        {"field": "what", "title": "what"},
        {"field": "confidence", "title": "confidence"},
    ]
    text = {"type": "text", "dy": -13, "fontSize": 11, "color": style.INK, "tooltip": None}
    right = [one for one in labels if one["from"] > 1930]
    left = [one for one in labels if one["from"] <= 1930]
    return {
        "width": 190 if narrow else 410,
        "height": {"step": 46},
        "data": {"values": list(rows)},
        "encoding": {
            "y": y | {"axis": {"grid": True, "labelLimit": 130, "labelFontSize": 12, "labelColor": style.INK}}
        },
        "layer": [
            {
                "data": {"values": [_era()]},
                "mark": {"type": "rect", "color": style.WASH, "tooltip": None},
                "encoding": {
                    "x": x | {"field": "from"},
                    "x2": {"field": "until"},
                    "y": {"value": 0},
                    "y2": {"value": "height"},
                },
            },
            {
                "transform": [{"filter": "datum.span"}],
                "mark": {"type": "bar", "height": 5, "opacity": 0.55, "cornerRadius": 2},
                "encoding": {"x": x | {"field": "from"}, "x2": {"field": "until"}, "color": colour, "tooltip": tooltip},
            },
            {
                "transform": [{"filter": "!datum.span"}],
                "mark": {"type": "point", "size": 62, "stroke": style.PAPER, "strokeWidth": 0.8},
                "encoding": {"x": x | {"field": "from"}, "color": colour, "shape": shape, "tooltip": tooltip},
            },
            {
                "transform": [{"filter": "datum.span"}],
                "mark": {"type": "point", "size": 40, "stroke": style.PAPER, "strokeWidth": 0.8},
                "encoding": {"x": x | {"field": "from"}, "color": colour, "shape": shape, "tooltip": tooltip},
            },
            {
                "data": {"values": left},
                "mark": text | {"align": "left", "dx": -4},
                "encoding": {"x": x | {"field": "from"}, "text": {"field": "short"}},
            },
            {
                "data": {"values": right},
                "mark": text | {"align": "right", "dx": 5},
                "encoding": {"x": x | {"field": "from"}, "text": {"field": "short"}},
            },
        ],
    }
