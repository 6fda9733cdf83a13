"""The chapters as notebooks that any Jupyter reads: cells as they are, and prose in plain Markdown.

What only the book understands of MyST is told in Markdown: roles, directives, references from page to page. Links
lead to the other notebooks, and to anchors of the site that lies beside them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jupytext
import nbformat

import kakeya
from kakeya import show
from kakeya.show import markup
from kakeya.texts.catalogue import catalogue

SITE = "../site/"
# What stands in a notebook where the page has a directive, or a piece of HTML of that class.
INSTEAD = {
    "live": "*In the site, a bench stands here: rules edited in the page.*",
    "bench": "*In the site, a bench stands here: rules edited in the page.*",
    "sit": "*In the site, a table stands here: sit down and play.*",
    "bibliography": f"The list stands in [the site]({SITE}bibliography.html).",
    "zip": "",
}
LABEL = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def chapters(book: Path) -> dict[str, str]:
    """Name of a notebook -> its text, the same bytes for the same chapters."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted(book.glob("*.md"))}
    labels = {label: name for name, text in texts.items() for label in LABEL.findall(text)}
    return {f"{name}.ipynb": notebook(text, labels) for name, text in texts.items()}


def notebook(text: str, labels: Mapping[str, str]) -> str:
    """A chapter as a notebook. labels: of an anchor, the page that it stands on."""
    read = jupytext.reads(text, fmt="md:myst")
    values = glued(read.cells)
    cells = []
    for cell in read.cells:
        source = plain(cell.source, labels, values) if cell.cell_type == "markdown" else cell.source
        if not source:
            continue
        about = {"tags": cell.metadata["tags"]} if cell.metadata.get("tags") else {}
        new = nbformat.v4.new_markdown_cell if cell.cell_type == "markdown" else nbformat.v4.new_code_cell
        cells.append(new(source, id=f"cell-{len(cells) + 1}", metadata=about))
    about = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    made = nbformat.v4.new_notebook(cells=cells, metadata=about)
    nbformat.validate(made)
    return nbformat.writes(made) + "\n"


def plain(text: str, labels: Mapping[str, str], values: Mapping[str, Any]) -> str:
    """MyST as Markdown."""
    text = LABEL.sub("", text)
    text = re.sub(r"^```\{(\w+)\}.*?^```$", lambda found: INSTEAD[found[1]], text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r'^<(p|div) class="k-(\w+)[^\n]*</\1>$', lambda found: INSTEAD[found[2]], text, flags=re.MULTILINE)
    text = re.sub(r"^:{3,}\{[\w-]+-(?:card|item)\} *(.*)$", r"**\1**\n", text, flags=re.MULTILINE)
    text = re.sub(r"^:{3,}(?:\{.*)?\n(?::[\w-]+:.*\n)*", "", text + "\n", flags=re.MULTILINE)
    text = re.sub(r"\{glue:[a-z]*\}`([^`]+)`", lambda found: str(values[found[1]]), text)
    text = re.sub(r"\{cite[a-z:]*\}`([^`]+)`", lambda found: cited(found[1]), text)
    text = re.sub(r"\{(?:ja|ko|uk|pt|nl|de|fr)\}`([^`]+)`", r"\1", text)
    text = re.sub(r"\]\(([\w-]+)\.md(?:#[\w-]+)?\)", r"](\1.ipynb)", text)
    text = re.sub(r"\[([^\]]*)\]\(#([\w-]+)\)", lambda found: referred(found[1], found[2], labels), text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def cited(keys: str) -> str:
    links = (f"[{key}]({SITE}bibliography.html#source-{key})" for key in keys.replace(" ", "").split(","))
    return f"({', '.join(links)})"


def referred(words: str, anchor: str, labels: Mapping[str, str]) -> str:
    points = {markup.anchor(id): f"`{id}`" for id in catalogue()}
    return f"[{words or points[anchor]}]({SITE}{labels.get(anchor, 'collation')}.html#{anchor})"


def glued(cells: list[Any]) -> dict[str, Any]:
    """What the cells hand on to the prose: glue("name", expression)."""
    found: dict[str, Any] = {}
    for cell in cells:
        if cell.cell_type != "code" or "glue(" not in cell.source:
            continue
        for call in ast.walk(ast.parse(cell.source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "glue":
                name, value = call.args[:2]
                found[ast.literal_eval(name)] = eval(ast.unparse(value), {"kakeya": kakeya, "show": show})
    return found
