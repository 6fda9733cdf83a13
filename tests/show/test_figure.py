"""The chart as the book prints it."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("vl_convert")

from kakeya.show import figure, style
from kakeya.show.figure import _for_page

ROWS = [{"text": "U", "stones": 1.25}, {"text": "J", "stones": 2.5}]
SPEC: dict[str, Any] = {
    "title": {"text": ["Under J a round", "costs twice as much"], "subtitle": "made-up numbers"},
    "data": {"values": ROWS},
    "mark": "bar",
    "encoding": {
        "x": {"field": "stones", "type": "quantitative", "title": "stones a round"},
        "y": {"field": "text", "type": "nominal"},
        "color": {"field": "text", "type": "nominal", "legend": None},
    },
}
SAID = "Two bars: J's is twice as long as U's."


def draw(**more: Any) -> Any:
    return figure(SPEC, description=SAID, **more)


def drawings(html: str) -> list[ET.Element]:
    return [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def link(html: str, kind: str) -> str:
    found = re.search(rf'href="data:[^;"]*{kind}[^;"]*;base64,([^"]*)"', html)
    assert found
    return base64.b64decode(found[1]).decode()


def test_one_bundle_holds_html_and_words() -> None:
    bundle = draw()._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"] == f"Under J a round costs twice as much\n{SAID}"


def test_the_same_chart_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys; sys.path[:0] = [sys.argv[1]]\n"
        "from tests.show.test_figure import draw; sys.stdout.buffer.write(draw().html.encode())"
    )
    root = Path(__file__).parents[2]
    other = subprocess.run([sys.executable, "-X", "utf8", "-c", code, str(root)], capture_output=True, check=True)
    assert other.stdout.decode() == draw().html


def test_running_numbers_of_altair_leave_no_trace() -> None:
    altair = pytest.importorskip("altair")

    def chart() -> Any:
        pick = altair.selection_point()
        base = altair.Chart({"values": ROWS}).mark_bar().encode(x="stones:Q", y="text:N")
        return (base.add_params(pick) & base).properties(title="Twice")

    assert figure(chart(), description=SAID).html == figure(chart(), description=SAID).html


def test_the_id_comes_from_chart_and_words() -> None:
    assert re.fullmatch(r"fig-[0-9a-f]{10}", draw().id)
    assert draw().id == draw().id
    assert draw().id != figure(SPEC, description="Two bars.").id


def test_a_figure_without_description_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a description"):
        figure(SPEC, description=" ")


def test_the_description_stands_in_for_the_drawing() -> None:
    assert 'role="img" aria-label="Two bars: J&#x27;s is twice as long' in draw().html


def test_the_title_is_text_above_the_drawing_and_inside_the_file() -> None:
    html = draw().html
    assert "<strong>Under J a round costs twice as much</strong>" in html
    assert "made-up numbers" in html
    assert all("costs twice" not in "".join(svg.itertext()) for svg in drawings(html))
    assert "costs twice as much" in link(html, "svg")


def test_the_title_of_layers_is_found() -> None:
    layers = [{"mark": m, "encoding": SPEC["encoding"], "title": "Twice"} for m in ("bar", "tick")]
    fig = figure({"data": SPEC["data"], "layer": layers}, description=SAID)
    assert fig.title == "Twice"


def test_colours_of_the_page_are_custom_properties_and_of_the_file_are_not() -> None:
    html = draw().html
    page = "".join(re.findall(r"<svg.*?</svg>", html, re.DOTALL))
    assert f"var(--k-blue,{style.LIGHT['blue']})" in page
    assert style.LIGHT["blue"] not in re.sub(r"var\([^)]*\)+", "", page)
    assert "var(" not in link(html, "svg")


def test_narrow_screens_get_a_drawing_of_their_own() -> None:
    wide, narrow = drawings(draw().html)
    assert float(wide.get("width", "0")) > 500
    assert 300 < float(narrow.get("width", "0")) <= style.NARROW


def test_a_small_chart_is_drawn_once() -> None:
    assert len(drawings(figure(SPEC | {"width": 200}, description=SAID).html)) == 1


def test_ids_within_drawings_are_the_figures_own() -> None:
    svg = '<svg width="9"><clipPath id="clip0"/><g clip-path="url(#clip0)"/></svg>'
    assert 'id="fig-1-clip0"' in _for_page(svg, "fig-1")
    assert "url(#fig-1-clip0)" in _for_page(svg, "fig-1")


def test_the_numbers_are_a_table_and_a_file() -> None:
    html = draw().html
    assert '<th scope="col" class="k-number">stones</th>' in html
    assert '<td class="k-number">1.25</td>' in html
    assert link(html, "csv") == "text,stones\nU,1.25\nJ,2.5\n"


def test_a_table_of_ones_own_may_be_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"札": ["A♠", None], "n": [1, 12345]})
    html = draw(table=frame).html
    assert "<td>A♠</td>" in html
    assert '<td class="k-number">12,345</td>' in html


def test_further_files_are_offered_by_name() -> None:
    html = draw(downloads={"rules.yaml": "points: {}\n"}).html
    assert 'download="rules.yaml">rules.yaml</a>' in html
    assert link(html, "yaml") == "points: {}\n"


def test_supplied_points_are_listed_with_reason() -> None:
    html = draw(supplied={"U": {"partners.seats": ("J", "U is silent")}, "J": {}}).html
    assert "Supplied where a text is silent: 1" in html
    assert "<dd>from J: U is silent</dd>" in html


def test_nothing_said_becomes_markup() -> None:
    nasty = "<script>alert(1)</script>"
    fig = figure(
        SPEC | {"title": nasty, "data": {"values": [{nasty: nasty, "stones": 1, "text": nasty}]}},
        description=nasty + '"',
        caption=nasty,
        supplied={nasty: (nasty, nasty)},
        downloads={nasty: nasty},
    )
    assert "<script" not in fig.html
    assert 'alert(1)&lt;/script&gt;&quot;"' in fig.html


def test_the_palette_is_the_books() -> None:
    sheet = (Path(__file__).parents[2] / "book" / "_static" / "kakeya.css").read_text("utf-8")
    assert style.css() in sheet


# --- colours ---------------------------------------------------------------------

# Machado, Oliveira and Fernandes (2009), full strength, on linear RGB.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def oklab(rgb: list[float]) -> list[float]:
    r, g, b = (max(0.0, c) for c in rgb)
    lms = (
        (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3),
        (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3),
        (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3),
    )
    rows = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return [sum(k * x for k, x in zip(row, lms, strict=True)) for row in rows]


def apart(a: str, b: str, sight: str) -> float:
    seen = [oklab([sum(k * c for k, c in zip(row, linear(x), strict=True)) for row in SIGHT[sight]]) for x in (a, b)]
    return sum((p - q) ** 2 for p, q in zip(*seen, strict=True)) ** 0.5


def contrast(a: str, b: str) -> float:
    light = sorted(sum(k * c for k, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (a, b))
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("values", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_colours_of_the_series_keep_apart(values: dict[str, str], sight: str) -> None:
    series = ["blue", "red", "green", "plum", "ochre", "slate"]
    near = {
        pair: round(distance, 3)
        for pair in combinations(series, 2)
        if (distance := apart(values[pair[0]], values[pair[1]], sight)) < 0.07
    }
    assert not near
    for pair in combinations(["blue", "red", "green"], 2):
        assert apart(values[pair[0]], values[pair[1]], sight) > 0.12, pair


@pytest.mark.parametrize("values", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_words_and_marks_stand_out_from_the_paper(values: dict[str, str]) -> None:
    assert contrast(values["ink"], values["paper"]) > 12
    assert contrast(values["soft"], values["paper"]) > 5.5
    for name in ("blue", "red", "green", "plum", "ochre", "slate"):
        assert contrast(values[name], values["paper"]) >= 3, name
