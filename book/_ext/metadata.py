"""What machines read of a page: who wrote what, where it is, and how it is cited.

- `site-url` in `_config.yml`, the one setting: where the book is published. It
  feeds canonical links, JSON-LD and citation tags; without it they name no
  address, and every link of the book is relative
- tags that Zotero (citation_*, Dublin Core) and search engines (JSON-LD) read
- at the foot of each page how to cite it
- the files to take away, laid out beside the pages
- a few roles and names that others give their elements are put right
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from kakeya import __version__
from kakeya.show import citing
from kakeya.show.downloads import FOLDER, every, write
from kakeya.study.cite import AUTHOR

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
NOT_PAGES = ("search", "genindex", "404")


def settings(app: Sphinx, config: Config) -> None:
    """Read the one setting, and the day of release."""
    book = yaml.safe_load((Path(app.srcdir) / "_config.yml").read_text("utf-8"))
    address = str(book.get("site-url") or "").strip()
    if address and not re.fullmatch(r"https?://[^\s?#]+", address):
        raise ValueError(
            f"_config.yml: `site-url` is {address!r}; write an address such as https://example.org/kakeya/"
        )
    config.html_baseurl = address and address.rstrip("/") + "/"
    cff = yaml.safe_load((Path(app.srcdir).parent / "CITATION.cff").read_text("utf-8"))
    config.html_context["released"] = str(cff["date-released"])


def describe(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tags into the head of a page, and its citation below it."""
    if doctree is None or pagename in NOT_PAGES:
        return
    title = unescape(re.sub(r"<[^>]+>", "", context["title"]))
    about = question(doctree)
    base = app.config.html_baseurl
    address = base + app.builder.get_target_uri(pagename) if base else ""
    is_root = pagename == app.config.root_doc
    released = app.config.html_context["released"]
    context["metatags"] = (context.get("metatags") or "") + "\n".join(
        ["", *tags(title, about, released, address, is_root), json_ld(pagename, title, about, released, address, base)]
    )
    context["body"] = accessible(context.get("body", "")) + foot(title, address, is_root)


def accessible(body: str) -> str:
    """A page without the roles and names that Sphinx and MyST-NB give and that do not hold."""
    for wrong in (' role="doc-biblioentry"', ' aria-label="Toggle hidden content"'):
        body = body.replace(wrong, "")
    return body.replace('<div role="list" class="citation-list">', '<div class="citation-list">')


def question(doctree: nodes.document) -> str:
    """The line below a page's title: the question that it answers."""
    for paragraph in doctree.findall(nodes.paragraph):
        if words := " ".join(paragraph.astext().split()):
            return words
    return ""


def tags(title: str, about: str, released: str, address: str, is_root: bool) -> list[str]:
    """citation_* and Dublin Core tags."""
    found = [
        ("description", about),
        ("citation_title", citing.EDITION if is_root else title),
        ("citation_author", AUTHOR),
        ("citation_publication_date", released.replace("-", "/")),
        ("citation_language", "en"),
        ("citation_keywords", "Kakeya Toranpu; card games; textual criticism; digital edition"),
        *([] if is_root else [("citation_inbook_title", citing.EDITION)]),
        *([("citation_public_url", address), ("citation_fulltext_html_url", address)] if address else []),
        ("DC.title", citing.EDITION if is_root else title),
        ("DC.creator", AUTHOR),
        ("DC.date", released),
        ("DC.language", "en"),
        ("DC.type", "Text"),
        ("DC.format", "text/html"),
        ("DC.rights", "CC BY 4.0"),
        *([] if is_root else [("DC.relation.isPartOf", citing.EDITION)]),
        *([("DC.identifier", address)] if address else []),
    ]
    return [f'<meta name="{name}" content="{escape(content)}" />' for name, content in found if content]


def json_ld(page: str, title: str, about: str, released: str, address: str, base: str) -> str:
    """The page as schema.org has it: the book, an article of it, or a data set."""
    author = {"@type": "Organization", "name": AUTHOR}
    book: dict[str, Any] = {"@type": "Book", "name": citing.EDITION} | ({"@id": base, "url": base} if base else {})
    common = {
        "author": author,
        "datePublished": released,
        "inLanguage": "en",
        "license": LICENCE,
        "version": __version__,
        "isAccessibleForFree": True,
    } | ({"@id": address, "url": address} if address else {})
    if page == "index":
        data: dict[str, Any] = book | common | {"description": about}
    elif page == "data":
        data = {"@type": "Dataset", "name": f"{citing.EDITION}: data", "description": about, "isPartOf": book} | common
        data["creator"] = data.pop("author")
        data["distribution"] = [
            {"@type": "DataDownload", "name": one.name, "description": one.about, "encodingFormat": kind(one.name)}
            | ({"contentUrl": f"{base}{FOLDER}/{one.name}"} if base else {})
            for one in every()
        ]
    else:
        data = {"@type": "Article", "headline": title, "description": about, "isPartOf": book} | common
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False, separators=(",", ":"))
    return f'<script type="application/ld+json">{text.replace("<", chr(92) + "u003c")}</script>'


def kind(name: str) -> str:
    """The media type of a file."""
    kinds = {
        "yaml": "application/yaml",
        "json": "application/json",
        "csv": "text/csv",
        "xml": "application/tei+xml",
        "rng": "application/xml",
        "zip": "application/zip",
        "bib": "application/x-bibtex",
    }
    return kinds[name.rpartition(".")[2]]


def foot(title: str, address: str, is_root: bool) -> str:
    """How to cite the page, as its last words."""
    found = citing.page_citations("" if is_root else title, address)
    words = escape(found.pop("text"), quote=False)
    return (
        '<footer class="k-cite-page" id="cite-this-page"><details><summary>How to cite this page</summary>'
        f'<p class="k-cite-text">{words}</p>{citing.styles(found)}'
        '<p>Points, differences and comparisons have anchors of their own: <a href="citing.html">citing this book</a>.</p>'
        "</details></footer>"
    )


def lay_out(app: Sphinx, exception: Exception | None) -> None:
    """The files to take away, beside the pages."""
    if exception is None and app.builder.format == "html":
        write(Path(app.outdir))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", settings)
    app.connect("html-page-context", describe)
    app.connect("build-finished", lay_out)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
