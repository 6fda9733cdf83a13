"""Intervals side by side: a row for each thing, in it a point and its interval for each kind, about a line at zero."""

from __future__ import annotations

from typing import Any

from kakeya.show import style

FADED = {"opacity": {"condition": {"test": "datum.clear == 'not clear'", "value": 0.35}, "value": 1}}


def looks(field: str, colours: dict[str, str], shapes: dict[str, str]) -> dict[str, Any]:
    """Colour and shape of each kind, by its name, with one legend for both."""
    return {
        channel: {
            "field": field,
            "type": "nominal",
            "title": None,
            "scale": {"domain": list(found), "range": list(found.values())},
            "legend": {"orient": "top"},
        }
        for channel, found in (("color", colours), ("shape", shapes))
    }


def chart(
    kinds: dict[str, Any],
    rows: tuple[str, list[str]],
    x: dict[str, Any],
    value: str = "difference",
    *,
    width: int,
    step: int,
    inner: float,
    size: int,
    axis: dict[str, Any],
    faded: bool,
) -> dict[str, Any]:
    """The chart without its data.

    kinds: what `looks` gives. rows: the field of the rows and their order. x: the axis of values; value: the field of
    the points, whose intervals are `low` and `high`. step: pixels of a row; inner: the room between kinds, as a share;
    size: of a point, in square pixels; axis: of the rows. faded: are those pale that are `clear: not clear`?
    """
    field, order = rows
    names = kinds["color"]["scale"]["domain"]
    return {
        "width": width,
        "height": {"step": step, "for": "position"},
        "encoding": {
            "y": {"field": field, "type": "nominal", "sort": order, "title": None, "axis": axis | {"grid": True}},
            "yOffset": {
                "field": kinds["color"]["field"],
                "sort": names,
                "scale": {"paddingInner": inner, "paddingOuter": 0.6},
            },
        },
        "layer": [
            {
                "mark": {"type": "rule", "color": style.SOFT},
                "encoding": {"x": {"datum": 0, "type": "quantitative"}, "y": None, "yOffset": None},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "color": kinds["color"]},
            },
            {
                "mark": {"type": "point", "size": size},
                "encoding": {"x": x | {"field": value}, **kinds, **(FADED if faded else {})},
            },
        ],
    }
