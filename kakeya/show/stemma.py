"""Who copies whom: the stemma of the texts as a figure, and the traces that translation left in them."""

from __future__ import annotations

from typing import Any

from kakeya.show import markup, style
from kakeya.show.figure import Figure, figure
from kakeya.show.markup import Block
from kakeya.show.sources import CONFIDENCES
from kakeya.texts import collation, library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.yamlfile import read_file

KINDS = {
    "play": "the game itself",
    "outside": "an outside witness",
    "lost": "not seen itself",
    "text": "one of the three texts",
}
LINES = {"high": "said, or sentence for sentence", "middling": "by likeness", "low": "supposed"}


def data() -> dict[str, Any]:
    """Nodes and edges, as they stand in the file."""
    found: dict[str, Any] = read_file(library.DATA / "stemma.yaml").python
    return found


def siblings() -> list[list[str]]:
    """The sigla of the texts that are one vote."""
    return [[one.siglum for one in vote] for vote in collation.votes(collation.chosen(()))]


def stemma() -> Figure:
    """The stemma: the game at the top, the three texts at the bottom."""
    nodes, edges = data()["nodes"], data()["edges"]
    above = {edge["to"]: edge["from"] for edge in edges}
    heads = {_line_of("U", above)[-2], *(_line_of(one, above)[-2] for one in "JK")}
    votes = siblings()
    count = {2: "two", 3: "three"}.get(len(votes), str(len(votes)))
    title = f"Three texts, {count} votes" + (", and it seems one author behind them all" if len(heads) == 1 else "")
    order = " and ".join(" ".join(vote) for vote in votes if len(vote) > 1)
    description = (
        f"A stemma. From the game as it is played in Kakeya three lines go down: to the pages of the town, to players and "
        f"students of games, and to Yuji Akagiri's page of 2009, first in Japanese and then in English. From his English come "
        f"two branches: by way of Pagat, whose page was not seen itself, the Ukrainian text U; and by way of gamerules.com "
        f"the Japanese text J and the Korean text K. {order} are siblings, two translations of one English page."
    )
    return figure(
        _spec(nodes, edges, narrow=False) | {"title": title},
        description=description,
        caption=(
            "Full line: the page says so itself, or agrees sentence for sentence. Dashed: by likeness. Dotted: supposed. "
            "W1 to W10 are the outside witnesses. Of none of these pages was every word seen."
        ),
        table=[
            {
                "from": _name(nodes, edge["from"]),
                "to": _name(nodes, edge["to"]),
                "confidence": CONFIDENCES[edge["confidence"]],
                "ground": edge["says"],
            }
            for edge in edges
        ],
        narrow=_spec(nodes, edges, narrow=True) | {"title": title},
    )


def _line_of(id: str, above: dict[str, str]) -> list[str]:
    """A node and those it goes back to, up to the game; Akagiri's page stands for what it leans on."""
    line = [id]
    while line[-1] in above and line[-1] != "akagiri":
        line.append(above[line[-1]])
    return [*line, "play"]


def _name(nodes: list[dict[str, Any]], id: str) -> str:
    node = next(one for one in nodes if one["id"] == id)
    return id if node["kind"] == "text" else " ".join(node["label"])


def _spec(nodes: list[dict[str, Any]], edges: list[dict[str, Any]], *, narrow: bool) -> dict[str, Any]:
    width, height = (318, 440) if narrow else (560, 400)
    place = "narrow" if narrow else "wide"
    size = 11 if narrow else 12.5
    at = {one["id"]: (one[place][0] / 100 * width, one[place][1] / 100 * height) for one in nodes}
    boxes = {one["id"]: _box(one, size) for one in nodes}
    lines = [_edge(edge, at, boxes) for edge in edges]
    texts = [one for one in nodes if one["kind"] == "text"]
    others = [one for one in nodes if one["kind"] != "text"]
    axes = {
        "x": {
            "field": "x",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [0, width], "nice": False, "zero": False},
        },
        "y": {
            "field": "y",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [height, 0], "nice": False, "zero": False},
        },
    }
    dash = {
        "field": "confidence",
        "type": "nominal",
        "legend": None,
        "scale": {"domain": list(LINES), "range": [[1, 0], [7, 4], [1.5, 4]]},
    }
    plain = {"type": "text", "baseline": "middle", "lineHeight": size * 1.2, "tooltip": None}
    rows = [
        {"x": at[one["id"]][0], "y": at[one["id"]][1] + (line - (len(one["label"]) - 1) / 2) * size * 1.2}
        | {"words": words, "kind": one["kind"]}
        for one in others
        for line, words in enumerate(one["label"])
    ]
    circles = [
        {"x": at[one["id"]][0], "y": at[one["id"]][1], "witness": one["id"], "language": one["label"][0]}
        for one in texts
    ]
    return {
        "width": width,
        "height": height + 24,
        "encoding": {},
        "layer": [
            {
                "data": {"values": lines},
                "mark": {"type": "rule", "strokeWidth": 1.4, "color": style.SOFT, "strokeCap": "round"},
                "encoding": axes
                | {
                    "x2": {"field": "x2"},
                    "y2": {"field": "y2"},
                    "strokeDash": dash,
                    "tooltip": {"field": "ground", "type": "nominal"},
                },
            },
            *(
                {
                    "data": {"values": [row for row in rows if row["kind"] == kind]},
                    "mark": plain
                    | {"fontSize": size, "color": style.SOFT if kind == "lost" else style.INK}
                    | ({"fontWeight": "bold"} if kind == "play" else {})
                    | ({"fontStyle": "italic"} if kind == "lost" else {}),
                    "encoding": axes | {"text": {"field": "words"}},
                }
                for kind in ("play", "outside", "lost")
            ),
            {
                "data": {"values": circles},
                "mark": {"type": "point", "shape": "circle", "size": 900, "tooltip": None},
                "encoding": axes | {"color": style.witness("color", legend=False)["color"]},
            },
            {
                "data": {"values": circles},
                "mark": plain | {"fontSize": 17, "fontWeight": "bold", "color": style.PAPER},
                "encoding": axes | {"text": {"field": "witness"}},
            },
            {
                "data": {"values": circles},
                "mark": plain | {"fontSize": size, "color": style.INK, "dy": 28},
                "encoding": axes | {"text": {"field": "language"}},
            },
        ],
    }


def _box(node: dict[str, Any], size: float) -> tuple[float, float]:
    """Half the width and half the height of a label, with a little air."""
    if node["kind"] == "text":
        return 19, 19
    return max(map(len, node["label"])) * size * 0.25 + 5, len(node["label"]) * size * 0.6 + 4


def _edge(
    edge: dict[str, Any], at: dict[str, tuple[float, float]], boxes: dict[str, tuple[float, float]]
) -> dict[str, Any]:
    """A line between two labels, which ends where they begin."""
    (x1, y1), (x2, y2) = at[edge["from"]], at[edge["to"]]
    dx, dy = x2 - x1, y2 - y1

    def leaves(id: str) -> float:
        """The part of the line that lies inside a label's box."""
        wide, high = boxes[id]
        return min(wide / abs(dx) if dx else 1, high / abs(dy) if dy else 1)

    first, last = leaves(edge["from"]), leaves(edge["to"])
    return {
        "x": x1 + dx * first,
        "y": y1 + dy * first,
        "x2": x2 - dx * last,
        "y2": y2 - dy * last,
        "confidence": CONFIDENCES[edge["confidence"]],
        "ground": edge["says"],
    }


# -- the traces of translation ----------------------------------------------------------------------
def fingerprints() -> Block:
    """What translation by machine left in the texts, from `data/fingerprints.yaml`."""
    items: list[dict[str, Any]] = read_file(library.DATA / "fingerprints.yaml").python["traces"]
    rows = "".join(
        f'<tr><th scope="row">{markup.tagged(one["english"])}</th>'
        f"<td>{_places(one['witness'], one['places'])}{_beside(one)}</td>"
        f'<td>{markup.tagged(one["what"])} <small class="k-status">{CONFIDENCES[one["confidence"]]} confidence</small> '
        f"{markup.point(one['point'])}</td></tr>"
        for one in items
    )
    head = "".join(
        f'<th scope="col">{word}</th>' for word in ("English behind it", "What stands there", "What happened")
    )
    return markup.block(
        '<div class="k-table k-traces" tabindex="0" role="region" aria-label="Traces of translation">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _places(siglum: str, places: list[dict[str, Any]]) -> str:
    language = markup.language(siglum)
    return "<br>".join(
        f'{markup.siglum(siglum)} <span class="k-locus">{one["locus"]}</span> {markup.phrase(one["words"], language)}'
        for one in places
    )


def _beside(one: dict[str, Any]) -> str:
    return f"<br>{_places(one['beside']['witness'], [one['beside']])}" if "beside" in one else ""


def losses(players: int = 4) -> Block:
    """How many questions each text leaves open that another answers, and which."""
    from kakeya.show.witness import missing

    items = []
    for one in collation.chosen(()):
        ids = [id for id in missing(one.name, players) if players in catalogue()[id].players]
        rules = [id for id in ids if catalogue()[id].touches != "manner"]
        words = markup.listed(markup.point(id) for id in rules) if rules else "none that bears on the game"
        items.append(
            f"<li>{markup.siglum(one.siglum)} leaves {len(ids)} questions open that another text answers; on play, "
            f"settlement or the course of a match bear {len(rules)}: {words}.</li>"
        )
    return markup.block(f'<ul class="k-losses">{"".join(items)}</ul>')
