"""The bench and the table in the page: their directives, and the package as the browser gets it.

    ```{live} ja
    :seats: 6
    :edit: "rensho.follow: free"
    ```

The same in HTML: ``<div class="k-bench" data-base="ja" data-seats="6"></div>``. A table to sit down at is
``{sit} ja``, with ``:seats:``, ``:seed:``, ``:players:`` and ``:hand:``. The scripts are made from
``_live/`` and from npm by ``assets.py``; here ``kakeya.zip`` is added: package, texts and PyYAML, all of it
plain Python, with the same bytes whenever it is made.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.application import Sphinx
from sphinx.config import Config

from kakeya.study import store

ROOT = Path(__file__).resolve().parent.parent.parent
LIVE = ROOT / "book" / "_static" / "live"
SETTINGS = ("seats", "rounds", "players", "seed", "edit")
WITHOUT = "This bench needs JavaScript. In a checkout, make lab does the same and more."
NO_TABLE = "The table needs JavaScript. In a checkout, kakeya play ja plays a round and tells it."


def package() -> bytes:
    """kakeya, its texts and PyYAML as one archive; of the published comparisons, only which there are."""
    inside: dict[str, Path] = {}
    for top, place, pattern in (
        (ROOT / "kakeya", "kakeya", "*.py"),
        (ROOT / "rulesets", "kakeya/rulesets", "*.yaml"),
        (Path(yaml.__file__).parent, "yaml", "*.py"),
    ):
        for path in top.rglob(pattern):
            inside[f"{place}/{path.relative_to(top).as_posix()}"] = path
    files = {name: path.read_bytes() for name, path in inside.items()}
    files |= {f"kakeya/data/comparisons/{id}.json": b"" for id in store.names()}
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return held.getvalue()


class Live(Directive):
    """A bench on a text."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(SETTINGS, directives.unchanged_required)
    kind = "k-bench"
    without = WITHOUT

    def run(self) -> list[nodes.Node]:
        data = {"base": self.arguments[0], **self.options}
        words = " ".join(f'data-{key}="{escape(value.strip(chr(34)))}"' for key, value in data.items())
        return [nodes.raw("", f'<div class="{self.kind}" {words}><p>{self.without}</p></div>', format="html")]


class Sit(Live):
    """A table under a text."""

    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("seats", "seed", "players", "hand"), directives.unchanged_required
    )
    kind = "k-sit"
    without = NO_TABLE


def announce(app: Sphinx, config: Config) -> None:
    """The small script that stands ready on every page, and what it says of the files it would load."""
    app.kakeya_package = package()  # type: ignore[attr-defined]
    files = sorted(LIVE.glob("*.*"))
    digest = hashlib.sha256(app.kakeya_package)  # type: ignore[attr-defined]
    for path in files:
        if path.suffix == ".mjs":
            digest.update(path.read_bytes())
    size = sum(path.stat().st_size for path in files) + len(app.kakeya_package)  # type: ignore[attr-defined]
    about = {"defer": "defer", "data-version": digest.hexdigest()[:12], "data-megabytes": f"{size / 1e6:.0f}"}
    config.html_js_files.append(("kakeya-live.js", about))
    config.html_css_files += ["live.css", "table.css"]


def lay_down(app: Sphinx, error: Exception | None) -> None:
    """The package, beside the other files of the bench."""
    if error is None and app.builder.format == "html":
        place = Path(app.outdir) / "_static" / "live"
        place.mkdir(parents=True, exist_ok=True)
        (place / "kakeya.zip").write_bytes(app.kakeya_package)  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("live", Live)
    app.add_directive("sit", Sit)
    app.connect("config-inited", announce, priority=200)  # after edition.py has set both lists
    app.connect("build-finished", lay_down)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
