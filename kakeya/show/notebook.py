"""What a piece of a page brings along in a notebook: of the book's style as much as it uses, in light and dark.

A page of the book has that style already; there KAKEYA_BOOK is set, and pieces stay bare.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kakeya.show import style

IN_BOOK = "KAKEYA_BOOK"
SHEETS = Path(__file__).parent / "css"
DARK = '[data-jp-theme-light="false"]'
_FACES = (
    '--k-text:"Source Serif 4","Noto Serif CJK JP",Georgia,serif;--k-text-ja:"Noto Serif CJK JP","Hiragino Mincho ProN",serif;'
    '--k-text-ko:"Noto Serif CJK KR","AppleMyungjo",serif;'
    f"--k-face:{style.SHOWN};--k-code:var(--jp-code-font-family,ui-monospace,monospace);--k-paper:var(--jp-layout-color0,#fff);"
)
_BASE = (
    "font:1rem/1.55 var(--k-text);color:var(--k-ink);max-width:48rem;padding:0.2rem 0.1rem;"
    "& :lang(ja){font-family:var(--k-text-ja)}& :lang(ko){font-family:var(--k-text-ko)}"
    "& :is(p,ul,ol,dl){max-width:44rem;margin:0 0 0.6rem}& :is(table,tr,tbody tr:nth-child(odd),tbody tr:hover){background:none}"
    "& table{margin:0.6rem 0;table-layout:auto}& :is(th,td){white-space:normal;text-align:start;max-width:none}& :is(dt,dd){float:none;clear:none;width:auto}"
    "& code{background:var(--k-wash);color:inherit;padding:0.1em 0.3em;border-radius:3px}& a code{background:none;padding:0}"
    "& summary{cursor:pointer}"
)


def dressed(html: str) -> str:
    """A piece of HTML as a notebook shows it; as it is where the page has its style."""
    if os.environ.get(IN_BOOK):
        return html
    used = frozenset(re.findall(r"\bk-[\w-]+", " ".join(re.findall(r'class="([^"]*)"', html))))
    return f'<div class="k-note"><style>{_style(used)}</style>{_LINK.sub(_led, html)}</div>'


_LINK = re.compile(r' href="([\w-]+)\.html(?:#[^"]*)?"')


def _led(link: re.Match[str]) -> str:
    """A link to a page, led to the chapter's notebook where one lies beside; else it is none."""
    found = (f"{link[1]}{kind}" for kind in (".md", ".ipynb") if Path(f"{link[1]}{kind}").is_file())
    return next((f' href="{name}"' for name in found), "")


@cache
def _style(used: frozenset[str]) -> str:
    """The style of these classes, nested so that it reaches nothing else and stands above a notebook's own."""
    light = "".join(f"--k-{name}:{colour};" for name, colour in style.LIGHT.items())
    dark = "".join(f"--k-{name}:{colour};" for name, colour in style.DARK.items() if name != "paper")
    rules = "".join(_kept(sheet.read_text("utf-8"), used) for sheet in sorted(SHEETS.glob("*.css")))
    return f".k-note.k-note{{{light}{_FACES}{_BASE}{DARK} &{{{dark}}}{rules}}}"


def _kept(sheet: str, used: frozenset[str]) -> str:
    """The rules of a sheet that begin at one of these classes."""
    parts = []
    for head, body in _rules(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if head.startswith("@"):
            inner = "" if head == "@media print" else _kept(body, used)
            parts.append(f"{head}{{{inner}}}" if inner else "")
        else:
            wanted = [_nested(one) for one in re.split(r",\s*(?![^(]*\))", head) if _first_classes(one) & used]
            parts.append(f"{','.join(wanted)}{{{body.strip()}}}" if wanted else "")
    return "".join(parts)


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Head and body of each rule."""
    start = depth = opened = 0
    for at, sign in enumerate(sheet):
        if sign == "{":
            depth += 1
            opened = at if depth == 1 else opened
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield " ".join(sheet[start:opened].split()), sheet[opened + 1 : at]
                start = at + 1


def _first_classes(selector: str) -> set[str]:
    """The class at which a selector begins; several where it is one of them, `:is(.k-a, .k-b)`."""
    for found in re.finditer(r":is\(([^()]*)\)|\.k-[\w-]+", selector):
        if classes := re.findall(r"\.(k-[\w-]+)", found[0]):
            return set(classes)
    return set()


def _nested(selector: str) -> str:
    """A selector of the book, within a notebook's output."""
    selector = selector.replace(".bd-article ", "")
    return selector.replace('html[data-theme="dark"]', f"{DARK} &")
