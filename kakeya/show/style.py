"""The house style of every chart: palette, type and the Vega-Lite configuration.

Colours have a name. A chart is drawn with the light values; the page replaces
them by custom properties (``--k-ink`` ...), so that it reads in light and dark
alike. The eight colours of the series keep apart for colour-blind readers
(a test holds them to it), and a chart still needs a second channel beside
them: SHAPES for points, DASHES for lines, or a label.
"""

from __future__ import annotations

from typing import Any, Final

# name: (on light paper, on dark paper, what a page without our sheet falls back to)
PALETTE: Final[dict[str, tuple[str, str, str | None]]] = {
    "ink": ("#231f1a", "#e8e3d8", "--jp-content-font-color1"),
    "soft": ("#625c53", "#aaa497", "--jp-content-font-color2"),
    "line": ("#d8d2c5", "#45423c", "--jp-border-color2"),
    "wash": ("#efebe1", "#2a2825", "--jp-layout-color2"),
    "paper": ("#fdfcf8", "#1a1917", "--jp-layout-color0"),
    "blue": ("#285ea3", "#78a0ea", None),
    "red": ("#c64310", "#ef8353", None),
    "green": ("#16998d", "#7dd9c1", None),
    "plum": ("#8a3979", "#c881b9", None),
    "ochre": ("#b78607", "#e4b74e", None),
    "slate": ("#6e6e66", "#aba993", None),
}

LIGHT: Final = {name: light for name, (light, _, _) in PALETTE.items()}
DARK: Final = {name: dark for name, (_, dark, _) in PALETTE.items()}

INK: Final = LIGHT["ink"]
SOFT: Final = LIGHT["soft"]
LINE: Final = LIGHT["line"]
WASH: Final = LIGHT["wash"]
PAPER: Final = LIGHT["paper"]

SERIES: Final = [LIGHT[n] for n in ("blue", "red", "green", "plum", "ochre", "slate")]
SHAPES: Final = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
DASHES: Final[list[list[int]]] = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [1, 4]]

# One colour, shape and dash for each witness, in every chart of the book.
WITNESS: Final = {"U": LIGHT["blue"], "J": LIGHT["red"], "K": LIGHT["green"]}
WITNESS_SHAPE: Final = {"U": "circle", "J": "square", "K": "triangle-up"}
WITNESS_DASH: Final = {"U": DASHES[0], "J": DASHES[1], "K": DASHES[2]}

# Charts are measured in a face that the renderer carries itself, so that every
# machine draws the same bytes, and shown in the page's own.
MEASURED: Final = "Liberation Sans"
SHOWN: Final = "'Source Sans 3 Variable', 'Source Sans 3', 'Liberation Sans', Arial, 'Noto Sans CJK JP', sans-serif"

WIDTH: Final = 560
NARROW: Final = 340


def witness(*channels: str, field: str = "witness", legend: bool = True) -> dict[str, Any]:
    """The encodings that tell the three texts apart, for ``chart.encode(**witness("color", "shape"))``.

    Name two channels: color, and shape for points or strokeDash for lines. In a
    chart of lines and points leave the legend to the points.
    """
    looks: dict[str, dict[str, Any]] = {"color": WITNESS, "shape": WITNESS_SHAPE, "strokeDash": WITNESS_DASH}
    return {
        channel: {
            "field": field,
            "type": "nominal",
            "title": None,
            "scale": {"domain": list(looks[channel]), "range": list(looks[channel].values())},
        }
        | ({} if legend else {"legend": None})
        for channel in channels
    }


def variable(name: str) -> str:
    """The CSS value of a palette colour, with what to fall back to."""
    light, _, elsewhere = PALETTE[name]
    inner = f"var({elsewhere},{light})" if elsewhere else light
    return f"var(--k-{name},{inner})"


def css() -> str:
    """The custom properties that a page defines: light, then dark."""
    light = "\n".join(f"  --k-{name}: {value};" for name, value in LIGHT.items())
    dark = "\n".join(f"  --k-{name}: {value};" for name, value in DARK.items())
    return f':root {{\n{light}\n}}\n\nhtml[data-theme="dark"] {{\n{dark}\n}}\n'


def config() -> dict[str, Any]:
    """The Vega-Lite configuration under every chart; a chart's own wins."""
    quiet: dict[str, Any] = {
        "labelColor": SOFT,
        "titleColor": SOFT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    }
    return {
        "background": None,
        "font": MEASURED,
        "padding": {"left": 2, "right": 2, "top": 4, "bottom": 2},
        "view": {"stroke": None, "continuousWidth": WIDTH, "continuousHeight": 260, "step": 24},
        "axis": quiet
        | {
            "domainColor": LINE,
            "gridColor": LINE,
            "gridOpacity": 0.7,
            "tickColor": LINE,
            "labelPadding": 6,
            "titlePadding": 10,
            "labelLimit": 260,
        },
        "axisY": {"domain": False, "ticks": False},
        "axisBand": {"grid": False},
        "legend": quiet
        | {
            "orient": "top",
            "direction": "horizontal",
            "offset": 12,
            "columnPadding": 20,
            "symbolSize": 90,
            "symbolStrokeWidth": 2,
            "labelColor": INK,
            "labelLimit": 320,
        },
        "header": quiet | {"labelColor": INK, "labelFontWeight": "bold", "titlePadding": 8},
        "title": {
            "anchor": "start",
            "color": INK,
            "fontSize": 16,
            "fontWeight": 600,
            "offset": 14,
            "subtitleColor": SOFT,
            "subtitleFontSize": 12,
        },
        "range": {
            "category": SERIES,
            "symbol": SHAPES,
            "ramp": [WASH, LIGHT["blue"]],
            "heatmap": [WASH, LIGHT["blue"]],
            "diverging": [LIGHT["red"], WASH, LIGHT["blue"]],
        },
        "mark": {"color": LIGHT["blue"], "tooltip": True},
        "text": {"color": INK, "fontSize": 12},
        "rule": {"color": SOFT},
        "bar": {"cornerRadiusEnd": 1.5},
        "line": {"strokeWidth": 2.25, "strokeCap": "round"},
        "point": {"size": 70, "filled": True, "opacity": 1},
        "tick": {"thickness": 2},
        "errorbar": {"ticks": False, "rule": {"strokeWidth": 2}},
    }
