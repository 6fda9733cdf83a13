"""Headings that a cell prints become sections of the page.

So they stand in its contents, have an anchor and are found by the search. A
heading counts if it has an id: ``<h3 id="point-rensho-follow">``. What follows
it in the output belongs to it.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

HEADING = re.compile(r'<h([2-6]) id="([^"]+)"[^>]*>(.*?)</h\1>', re.DOTALL)


class Lift(SphinxTransform):
    default_priority = 200

    def apply(self, **kwargs: Any) -> None:
        for bundle in list(self.document.findall(nodes.container)):
            if bundle.get("nb_element") != "mime_bundle":
                continue
            parts = next((part for part in bundle.children if part.get("mime_type") == "text/html"), None)
            html = parts.astext() if parts is not None else ""
            if HEADING.search(html):
                self.lift(bundle, html)

    def lift(self, bundle: nodes.container, html: str) -> None:
        cell = bundle
        while not isinstance(cell.parent, nodes.section):
            cell = cell.parent
        before, *rest = HEADING.split(html)
        sections: list[nodes.section] = []
        open_sections: list[tuple[int, nodes.section]] = []
        for level, name, title, body in zip(*(iter(rest),) * 4, strict=True):
            section = nodes.section(ids=[name], names=[name], classes=["lifted"])
            section.source, section.line = cell.source, cell.line
            self.document.note_explicit_target(section)  # so that pages can refer to it
            section += nodes.title("", "", *self.inline(title))
            section += self.raw(body)
            while open_sections and open_sections[-1][0] >= int(level):
                open_sections.pop()
            if open_sections:
                open_sections[-1][1].append(section)
            else:
                sections.append(section)
            open_sections.append((int(level), section))
        place = cell.parent.index(cell) + 1
        cell.parent[place:place] = sections
        if before.strip():
            bundle.replace_self(self.raw(before))
        else:
            self.drop(bundle)

    def inline(self, title: str) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for number, part in enumerate(re.split(r"<code>(.*?)</code>", title)):
            text = unescape(re.sub(r"<[^>]+>", "", part))
            if text:
                found.append(nodes.literal("", text) if number % 2 else nodes.Text(text))
        return found

    def raw(self, html: str) -> list[nodes.raw]:
        return [nodes.raw("", html.strip(), format="html")] if html.strip() else []

    def drop(self, node: nodes.Element) -> None:
        """Remove a node and whatever it leaves empty."""
        parent = node.parent
        parent.remove(node)
        if not parent.children and isinstance(parent, nodes.container):
            self.drop(parent)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(Lift)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
