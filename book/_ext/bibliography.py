"""The style of the bibliography: numbered by author, titles written as they are in ``references.bib``."""

from __future__ import annotations

from typing import Any

from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style as Plain
from pybtex.style.template import field, sentence
from sphinx.application import Sphinx


class Style(Plain):  # type: ignore[misc]
    def format_title(self, e: Any, which_field: str, as_sentence: bool = True) -> Any:
        title = field(which_field)
        return sentence[title] if as_sentence else title


def setup(app: Sphinx) -> dict[str, Any]:
    register_plugin("pybtex.style.formatting", "kakeya", Style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
