"""A chart as the book prints it.

``figure(chart, description=...)`` turns an Altair chart (or a Vega-Lite spec)
into one HTML ``<figure>``: a drawing that needs no script, what it shows in
words, the numbers as a table, and both to take away. Where the page has the
book's script, pointing at the drawing brings it to life from files that lie
beside the page. Nothing is fetched from elsewhere, and the same chart gives
the same bytes on every machine.
"""

from __future__ import annotations

import base64
import copy
import csv
import hashlib
import html
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kakeya.show import style
from kakeya.show.notebook import dressed

Row = Mapping[str, Any]
Spec = dict[str, Any]

_MEDIA = {
    "svg": "image/svg+xml",
    "csv": "text/csv",
    "json": "application/json",
    "yaml": "application/yaml",
    "txt": "text/plain",
    "md": "text/markdown",
    "html": "text/html",
}
_VL_VERSION = "6.4"


@dataclass(frozen=True)
class Figure:
    """A drawn chart. A notebook shows it by itself; ``html`` and ``svg`` are there to use."""

    id: str
    title: str
    description: str
    svg: str
    html: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": dressed(self.html), "text/plain": str(self)}

    def __str__(self) -> str:
        return f"{self.title}\n{self.description}" if self.title else self.description

    def __repr__(self) -> str:
        return f"<Figure {self.id}: {self.title or self.description}>"


def figure(
    chart: Any,
    *,
    description: str,
    caption: str | None = None,
    table: Any = None,
    downloads: Mapping[str, str | bytes] | None = None,
    supplied: Mapping[str, Any] | None = None,
    narrow: Any = None,
) -> Figure:
    """Draw a chart in the house style.

    chart: an Altair chart or a Vega-Lite spec. Its title states the finding; it
        is printed above the drawing, as text.
    description: what the chart shows, in words and with its main number; it
        stands in for the drawing where that is not seen.
    caption: a sentence or two below it, as text.
    table: rows (mappings) or a data frame; without it, the chart's own data
        where there is only one set of them.
    downloads: further files to offer, by name.
    supplied: the points that the editor answered for the texts, as
        ``rules.supplied`` has them: {point: (from whom, why)}, or several such
        under a heading each.
    narrow: another chart for narrow screens. Without it, a chart of one view is
        drawn once more, narrower.
    """
    if not description.strip():
        raise ValueError("a figure needs a description: what it shows, with its main number")
    whole = _spec(chart)
    spec = copy.deepcopy(whole)
    title, subtitle = _take_title(spec)
    rows = _rows(table) if table is not None else _own_data(spec)

    wide_svg = _draw(spec)
    if narrow is not None:
        narrow_spec: Spec | None = _spec(narrow)
        assert narrow_spec is not None
        _take_title(narrow_spec)
        narrow_svg: str | None = _draw(narrow_spec)
    else:
        narrow_spec, narrow_svg = _narrower(spec, wide_svg)

    digest = hashlib.sha256(_json([spec, description, caption]).encode()).hexdigest()[:10]
    name = f"fig-{digest}"
    plain = _for_file(wide_svg if not title else _draw(whole), description)

    files: dict[str, str | bytes] = {f"{name}.svg": plain}
    if rows:
        files[f"{name}.csv"] = _csv(rows)
    files.update(downloads or {})

    parts = [f'<figure class="k-figure" id="{name}">']
    if title:
        parts.append(f'<p class="k-title"><strong>{_text(title)}</strong></p>')
    if subtitle:
        parts.append(f'<p class="k-subtitle">{_text(subtitle)}</p>')
    label = html.escape(description, quote=True)
    parts.append(f'<div class="k-chart" role="img" aria-label="{label}">')
    has_narrow = narrow_svg is not None
    classes = "k-drawing k-wide" if has_narrow else "k-drawing"
    parts.append(f'<div class="{classes}" data-vega-spec="{_attribute(spec)}">')
    parts.append(_for_page(wide_svg, f"{name}-w") + "</div>")
    if narrow_svg is not None and narrow_spec is not None:
        # Hidden here and not by a style sheet: a notebook has none of ours.
        if narrow is None:
            change = {"width": narrow_spec["width"], "config": _NARROW_CONFIG}
            live = f'data-vega-narrow="{html.escape(_json(change))}"'
        else:
            live = f'data-vega-spec="{_attribute(narrow_spec)}"'
        parts.append(f'<div class="k-drawing k-narrow" style="display:none" {live}>')
        parts.append(_for_page(narrow_svg, f"{name}-n") + "</div>")
    parts.append("</div>")
    if caption:
        parts.append(f"<figcaption>{_text(caption)}</figcaption>")
    parts.append('<div class="k-more">')
    if rows:
        parts.append(f"<details><summary>The numbers</summary>{_table(rows)}</details>")
    if supplied:
        parts.append(_supplied(supplied))
    links = (_link(file, content) for file, content in files.items())
    parts.append(f'<p class="k-downloads">{" ".join(links)}</p>')
    parts.append("</div></figure>")
    return Figure(name, " ".join(title), description, plain, "".join(parts))


# --- the chart -----------------------------------------------------------------


def _spec(chart: Any) -> Spec:
    """The chart's spec on top of the house configuration, free of running numbers."""
    if isinstance(chart, Mapping):
        spec: Spec = copy.deepcopy(dict(chart))
    else:
        import altair

        with altair.theme.enable("none"):
            spec = chart.to_dict()
    _hoist_title(spec)
    spec["config"] = _merge(style.config(), spec.get("config") or {})
    return _renumbered(spec)


def _merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> Spec:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _renumbered(spec: Spec) -> Spec:
    """Altair numbers its views and parameters by the process; we, by the chart."""
    text = _json(spec)
    seen: dict[str, str] = {}

    def again(match: re.Match[str]) -> str:
        kind = match[1]
        number = sum(name.startswith(f"{kind}_") for name in seen) + 1
        return seen.setdefault(match[0], f"{kind}_{number}")

    names = r"(?<![A-Za-z0-9_])(view|param|concat|layer|facet|repeat)_(?:[0-9a-f]{8,}_)?\d+(?![A-Za-z0-9])"
    result: Spec = json.loads(re.sub(names, again, text))
    return result


def _hoist_title(spec: Spec) -> None:
    """Altair leaves the title of a base chart in each layer made from it."""
    for layer in spec.get("layer", ()):
        _hoist_title(layer)
        title = layer.pop("title", None)
        if title is not None:
            spec.setdefault("title", title)


def _take_title(spec: Spec) -> tuple[list[str], list[str]]:
    """The title and subtitle, lines each, taken out of the spec."""
    title = spec.pop("title", None)
    if isinstance(title, Mapping):
        return _lines(title.get("text")), _lines(title.get("subtitle"))
    return _lines(title), []


def _lines(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(line) for line in value]


def _draw(spec: Spec) -> str:
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(spec, vl_version=_VL_VERSION)
    # Its ids are numbered through the process; ours, through the drawing.
    for number, old in enumerate(dict.fromkeys(re.findall(r'\sid="([^"]+)"', svg))):
        svg = _rename(svg, old, f"part-{number}")
    return svg


def _rename(svg: str, old: str, new: str) -> str:
    for before, after in ((' id="', '"'), ("url(#", ")"), ('href="#', '"')):
        svg = svg.replace(before + old + after, before + new + after)
    return svg


def _width(svg: str) -> float:
    found = re.search(r'<svg[^>]*?\swidth="([\d.]+)"', svg)
    return float(found[1]) if found else math.inf


_NARROW_CONFIG: Spec = {
    "legend": {"columns": 2, "columnPadding": 12, "labelLimit": 130},
    "axis": {"labelLimit": 120, "tickCount": 4},
}


def _narrower(spec: Spec, svg: str) -> tuple[Spec | None, str | None]:
    """The same chart at the width of a telephone, if it is one that can be narrowed."""
    if _width(svg) <= style.NARROW or not ("mark" in spec or "layer" in spec):
        return None, None
    encoding = spec.get("encoding", {})
    if "facet" in spec or {"column", "facet", "row"} & encoding.keys():
        return None, None
    trial = copy.deepcopy(spec)
    trial["config"] = _merge(trial["config"], _NARROW_CONFIG)
    trial["width"] = 220
    for _ in range(3):
        drawn = _draw(trial)
        over = _width(drawn) - style.NARROW
        if -6 <= over <= 0:
            break
        trial["width"] = max(120, math.floor(trial["width"] - over))
    if _width(drawn) >= _width(svg):
        return None, None
    return trial, drawn


# --- the drawing in a page and in a file ---------------------------------------

_NAMES = {value: name for name, value in style.LIGHT.items()}
_COLOUR = re.compile("|".join(map(re.escape, _NAMES)), re.IGNORECASE)


def _for_page(svg: str, prefix: str) -> str:
    """Colours by custom property, the page's own face, ids that are the figure's own."""
    for old in re.findall(r'\sid="([^"]+)"', svg):
        svg = _rename(svg, old, f"{prefix}-{old}")
    svg = re.sub(r'\sfont-family="[^"]*"', "", svg)
    svg = _COLOUR.sub(lambda found: style.variable(_NAMES[found[0].lower()]), svg)
    look = f"max-width:100%;height:auto;font-family:var(--k-face,{style.SHOWN})"
    return re.sub("^<svg", f'<svg aria-hidden="true" focusable="false" style="{look}"', svg.strip(), count=1)


def _for_file(svg: str, description: str) -> str:
    """A drawing that stands by itself: light paper, a title for those who do not see it."""
    svg = re.sub(r'\sfont-family="[^"]*"', "", svg.strip())
    head, mark, rest = svg.partition(">")
    head = head.replace("<svg", f'<svg role="img" font-family="{style.SHOWN}"', 1)
    paper = f'<rect width="100%" height="100%" fill="{style.PAPER}"/>'
    return f"{head}{mark}<title>{html.escape(description)}</title>{paper}{rest}\n"


# --- words, numbers, files -------------------------------------------------------


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=False, separators=(",", ":"))


def _attribute(spec: Spec) -> str:
    """The spec for the page's script, which looks up what each colour now is."""
    text = _COLOUR.sub(lambda found: f"var(--k-{_NAMES[found[0].lower()]},{found[0]})", _json(spec))
    return html.escape(text, quote=True)


def _text(words: str | Iterable[str]) -> str:
    return html.escape(words if isinstance(words, str) else " ".join(words), quote=False)


def _rows(table: Any) -> list[Row]:
    if hasattr(table, "to_dict") and hasattr(table, "columns"):
        table = table.to_dict("records")
    rows = [dict(row) for row in table]
    return [{str(key): _value(value) for key, value in row.items()} for row in rows]


def _own_data(spec: Spec) -> list[Row]:
    found: list[Any] = list((spec.get("datasets") or {}).values())
    data = spec.get("data")
    if isinstance(data, Mapping) and "values" in data:
        found.append(data["values"])
    if len(found) != 1 or not all(isinstance(row, Mapping) for row in found[0]):
        return []
    return _rows(found[0])


def _value(value: Any) -> Any:
    """A plain Python value; what is missing is None."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and math.isnan(value):
        return None
    return value


def _columns(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:,.0f}"
    return f"{value:,}" if _is_number(value) else str(value)


def _table(rows: Sequence[Row]) -> str:
    columns = _columns(rows)
    numeric = {c: all(_is_number(row.get(c)) for row in rows if row.get(c) is not None) for c in columns}

    def cell(tag: str, column: str, text: str) -> str:
        kind = ' class="k-number"' if numeric[column] else ""
        scope = ' scope="col"' if tag == "th" else ""
        return f"<{tag}{scope}{kind}>{html.escape(text)}</{tag}>"

    head = "".join(cell("th", c, c) for c in columns)
    body = "".join("<tr>" + "".join(cell("td", c, _shown(row.get(c))) for c in columns) + "</tr>" for row in rows)
    # A wide table scrolls in itself, and with the keyboard too.
    return (
        '<div class="k-table" tabindex="0" role="region" aria-label="The numbers of this chart">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _csv(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, _columns(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _supplied(supplied: Mapping[str, Any]) -> str:
    groups = supplied if any(isinstance(v, Mapping) for v in supplied.values()) else {"": supplied}
    points = len({point for group in groups.values() for point in group})
    parts = [f"<details><summary>Supplied where a text is silent: {points}</summary>"]
    for heading, group in groups.items():
        if heading:
            parts.append(f"<p><strong>{html.escape(heading)}</strong></p>")
        items = (
            f"<dt><code>{html.escape(point)}</code></dt>"
            f"<dd>{html.escape(' '.join(filter(None, (f'from {source}:', why))))}</dd>"
            for point, (source, why) in group.items()
        )
        parts.append(f"<dl>{''.join(items)}</dl>" if group else "<p>nothing</p>")
    return "".join(parts) + "</details>"


def _link(file: str, content: str | bytes) -> str:
    kind = file.rpartition(".")[2].lower()
    data = content.encode() if isinstance(content, str) else content
    media = _MEDIA.get(kind, "application/octet-stream")
    address = f"data:{media};base64,{base64.b64encode(data).decode('ascii')}"
    name = html.escape(file, quote=True)
    own = re.fullmatch(r"fig-[0-9a-f]{10}\.(svg|csv)", file)
    label = kind.upper() if own else html.escape(file)
    return f'<a href="{address}" download="{name}">{label}</a>'
