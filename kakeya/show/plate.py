"""A figure that is set in type and not drawn: the frame that `kakeya.show.figure` gives a chart, around HTML."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from kakeya.show import markup
from kakeya.show.figure import _csv, _link, _rows, _supplied, _table
from kakeya.show.notebook import dressed


@dataclass(frozen=True)
class Plate:
    """A set figure. A notebook shows it by itself; `rows` are its numbers."""

    id: str
    title: str
    description: str
    html: str
    rows: list[Mapping[str, Any]]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": dressed(self.html), "text/plain": str(self)}

    def __str__(self) -> str:
        return f"{self.title}\n{self.description}"

    def __repr__(self) -> str:
        return f"<Plate {self.id}: {self.title}>"


def plate(
    body: str,
    *,
    title: str,
    description: str,
    kind: str,
    caption: str = "",
    table: Any = None,
    supplied: Mapping[str, Any] | None = None,
    bare: bool = False,
) -> Plate:
    """A set figure. body, caption: HTML. kind: its class, `k-kind`. The rest as for `kakeya.show.figure`.

    bare: its body says already what the description says, so that is only for those who do not see it.
    """
    rows = _rows(table) if table is not None else []
    name = "plate-" + hashlib.sha256("\0".join((title, description, body)).encode()).hexdigest()[:10]
    label = f"{title} {description}" if bare else title
    parts = [f'<figure class="k-plate k-{kind}" id="{name}" aria-label="{escape(label)}">']
    parts.append(f'<p class="k-title"><strong>{escape(title, quote=False)}</strong></p>')
    if not bare:
        parts.append(f'<p class="k-subtitle">{escape(description, quote=False)}</p>')
    parts.append(body)
    if caption:
        parts.append(f"<figcaption>{caption}</figcaption>")
    if rows or supplied:
        parts.append('<div class="k-more">')
    if rows:
        parts.append(f"<details><summary>As a table</summary>{_table(rows)}</details>")
    if supplied:
        parts.append(_supplied(supplied))
    if rows:
        link = _link(f"{name}.csv", _csv(rows)).replace(f">{name}.csv<", ">CSV<")
        parts.append(f'<p class="k-downloads">{link}</p>')
    if rows or supplied:
        parts.append("</div>")
    parts.append("</figure>")
    return Plate(name, title, description, markup.block("".join(parts)).html, rows)
