"""Phrases in Japanese, Korean and Cyrillic letters, wherever they stand.

- they say their language also where no role does: in the bibliography
- the search divides each script in its own way: Japanese where words end, the
  others at their spaces (``html_search_options: {type: languages.Splitter}``)
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.search.ja import DefaultSplitter

from kakeya.show.markup import runs


class Splitter(DefaultSplitter):
    def split(self, input: str) -> list[str]:
        words: list[str] = []
        for piece, language in runs(input):
            words += super().split(piece) if language == "ja" else re.findall(r"\w+", piece)
        return words


def mark(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for text in list(doctree.findall(nodes.Text)):
        pieces = runs(text.astext())
        if {language for _, language in pieces} <= {"en"} or not says_nothing(text):
            continue
        parts = [
            nodes.Text(piece) if language == "en" else nodes.inline("", piece, classes=[f"language-{language}"])
            for piece, language in pieces
        ]
        text.parent.replace(text, parts)


def says_nothing(text: nodes.Text) -> bool:
    """Does nothing around it say its language already, or forbid an element inside?"""
    node: Any = text.parent
    while node is not None:
        if isinstance(node, nodes.raw | nodes.literal_block | nodes.comment | nodes.math):
            return False
        if any(name.startswith("language-") for name in node.get("classes", ()) if node.attributes):
            return False
        node = node.parent
    return True


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-resolved", mark, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
