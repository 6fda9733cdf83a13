"""Where the story happens: a coarse map of our own drawing, from `data/map.yaml`."""

from __future__ import annotations

import math
from typing import Any

from kakeya.show import style
from kakeya.show.figure import Figure, figure
from kakeya.texts import library
from kakeya.texts.yamlfile import read_file

EAST, NORTH = (128.2, 142.4), (30.8, 42.0)
EARTH = 6371.0  # kilometres
KINDS = {
    "town": ("the town", "blue", "square"),
    "story": ("Nagasaki", "red", "diamond"),
    "cards": ("cards in Japan", "ochre", "circle"),
    "kin": ("kindred games", "green", "triangle-up"),
    "small": ("for orientation", "slate", "circle"),
}
_SHIFTS = {"left": (-8, 0, "right"), "right": (8, 0, "left"), "above": (0, -12, "center"), "below": (0, 14, "center")}


def data() -> dict[str, Any]:
    """Coasts and places, as they stand in the file, with numbers for numbers."""
    found: dict[str, Any] = read_file(library.DATA / "map.yaml").python
    coasts = {name: [_point(one) for one in points] for name, points in found["coasts"].items()}
    return {"coasts": coasts, "places": [one | {"at": _point(one["at"])} for one in found["places"]]}


def _point(one: list[Any]) -> tuple[float, float]:
    east, north = one
    return float(east), float(north)


def kilometres(a: str, b: str) -> int:
    """The distance of two places as the crow flies, to ten kilometres, as the coordinates are no better."""
    places = {one["id"]: one["at"] for one in data()["places"]}
    (x1, y1), (x2, y2) = ([math.radians(value) for value in places[id]] for id in (a, b))
    part = math.sin((y2 - y1) / 2) ** 2 + math.cos(y1) * math.cos(y2) * math.sin((x2 - x1) / 2) ** 2
    return int(round(2 * EARTH * math.asin(math.sqrt(part)), -1))


def map() -> Figure:
    """The map: the town, Nagasaki, and the other places of the story."""
    coasts, places = data()["coasts"], data()["places"]
    far = kilometres("kakeya", "nagasaki")
    names = ", ".join(one["label"] for one in places if one["kind"] != "small")
    rows = [
        {
            "place": one["label"],
            "east": one["at"][0],
            "north": one["at"][1],
            "is": KINDS[one["kind"]][0],
            "what": one["says"],
        }
        for one in places
    ]
    lines = [
        {"coast": name, "order": number, "east": east, "north": north}
        for name, points in coasts.items()
        for number, (east, north) in enumerate(points)
    ]
    title = f"Kakeya lies in the hills of Izumo, some {far} kilometres from Nagasaki"
    return figure(
        _spec(lines, rows, places, 470) | {"title": title},
        description=(
            f"A coarse map of Japan without the far north. Kakeya is in the west of the main island, inland from Matsue; "
            f"Nagasaki, some {far} km to the south-west, is at the western end of Kyushu. Also shown: {names}."
        ),
        caption="Drawn for this book by eye, for orientation and not for measuring.",
        table=rows,
        narrow=_spec(lines, rows, places, 326) | {"title": title},
    )


def _spec(
    lines: list[dict[str, Any]], rows: list[dict[str, Any]], places: list[dict[str, Any]], width: int
) -> dict[str, Any]:
    squeeze = math.cos(math.radians(sum(NORTH) / 2))
    height = round(width * (NORTH[1] - NORTH[0]) / ((EAST[1] - EAST[0]) * squeeze))
    x = {
        "field": "east",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": list(EAST), "nice": False, "zero": False},
    }
    y = {
        "field": "north",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": list(NORTH), "nice": False, "zero": False},
    }
    kinds = [label for label, _, _ in KINDS.values()]
    look = {
        "field": "is",
        "type": "nominal",
        "title": None,
        "legend": {"columns": 5 if width > 400 else 3, "symbolSize": 70},
    }
    colour = look | {"scale": {"domain": kinds, "range": [style.LIGHT[colour] for _, colour, _ in KINDS.values()]}}
    shape = look | {"scale": {"domain": kinds, "range": [shape for _, _, shape in KINDS.values()]}}
    labels = [_label(row, place, {"x": x, "y": y}) for row, place in zip(rows, places, strict=True)]
    return {
        "width": width,
        "height": height,
        "layer": [
            {
                "data": {"values": lines},
                "mark": {
                    "type": "line",
                    "strokeWidth": 1.2,
                    "color": style.LIGHT["slate"],
                    "fill": style.WASH,
                    "strokeJoin": "round",
                    "tooltip": None,
                },
                "encoding": {
                    "x": x,
                    "y": y,
                    "detail": {"field": "coast"},
                    "order": {"field": "order", "type": "quantitative"},
                },
            },
            {
                "data": {"values": [_arc(places)]},
                "mark": {"type": "rule", "strokeDash": [3, 4], "color": style.LIGHT["red"], "tooltip": None},
                "encoding": {"x": x, "y": y, "x2": {"field": "east2"}, "y2": {"field": "north2"}},
            },
            {
                "data": {"values": rows},
                "mark": {"type": "point", "size": 90, "stroke": style.PAPER, "strokeWidth": 1},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": colour,
                    "shape": shape,
                    "tooltip": [{"field": "place"}, {"field": "what"}],
                },
            },
            *labels,
        ],
    }


def _arc(places: list[dict[str, Any]]) -> dict[str, float]:
    at = {one["id"]: one["at"] for one in places}
    (east, north), (east2, north2) = at["kakeya"], at["nagasaki"]
    return {"east": east, "north": north, "east2": east2, "north2": north2}


def _label(row: dict[str, Any], place: dict[str, Any], axes: dict[str, Any]) -> dict[str, Any]:
    dx, dy, align = _SHIFTS[place["side"]]
    heavy = place["kind"] in ("town", "story")
    return {
        "data": {"values": [row]},
        "mark": {
            "type": "text",
            "dx": dx,
            "dy": dy,
            "align": align,
            "baseline": "middle",
            "fontSize": 13 if heavy else 11.5,
            "fontWeight": "bold" if heavy else "normal",
            "color": style.INK,
            "tooltip": None,
        },
        "encoding": axes | {"text": {"field": "place"}},
    }
