"""What the book needs of Sphinx and does not get from Jupyter Book.

- roles ``{ja}``, ``{ko}``, ``{uk}``: a phrase in its language, so that it is
  drawn in the right letter shapes and read in the right voice
- each page's name on the terminal when its turn comes
- pages load our own style sheets and scripts, and not every file that lies
  under ``_static``: the chart scripts come when a chart is first pointed at
- cells know that they are a page's, which has the style of their outputs
"""

from __future__ import annotations

import os
import sys
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from kakeya.show.notebook import IN_BOOK

LANGUAGES = ("ja", "ko", "uk", "pt", "nl", "de", "fr")
STYLES = ["fonts/fonts.css", "kakeya.css", "figure.css", "game.css", "parting.css", "print.css"]
SCRIPTS = ["kakeya-figures.js", "kakeya-filter.js", "kakeya-steps.js", "kakeya-print.js"]


def language_role(code: str) -> Any:
    def role(
        name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = ()
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        # docutils writes the class "language-ja" as lang="ja"
        return [nodes.inline(rawtext, text, classes=[f"language-{code}"])], []

    return role


def our_files_only(app: Sphinx, config: Config) -> None:
    config.html_css_files = STYLES
    config.html_js_files = [(name, {"defer": "defer"}) for name in SCRIPTS]


def say_page(app: Sphinx, docname: str, source: list[str]) -> None:
    print(f"  {docname}", file=sys.stderr, flush=True)


def setup(app: Sphinx) -> dict[str, Any]:
    os.environ[IN_BOOK] = "1"  # the kernels of the pages inherit it
    # Jupyter Book sets it whether or not its extension is loaded.
    app.add_config_value("comments_config", {}, "html")
    for code in LANGUAGES:
        app.add_role(code, language_role(code))
    app.connect("config-inited", our_files_only, priority=100)
    app.connect("source-read", say_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
