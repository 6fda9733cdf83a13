"""In a notebook: rules written as YAML in a cell, with completion and with mistakes shown by line.

`%load_ext kakeya.lab` once; then a cell

    %%ruleset mine
    based-on: ja
    points:
      rensho.follow: free

makes `mine` from its text and shows how it differs from what it is based on. `%%ruleset mine --seats 6` makes
rules for six. Tab completes keys, point ids and the values of a point, also in `rules["rensho.<Tab>"]`.
"""

from __future__ import annotations

import argparse
import html
import re
import shlex
from collections.abc import Iterable
from typing import Any, NoReturn

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Rules, loads
from kakeya.show.notebook import dressed
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.values import shown

_KEYS = ("based-on", "title", "note", "readings", "points")
_LINE = re.compile(r"^(?P<indent>\s*)(?P<key>[\w.\-]*)(?P<colon>:\s*(?P<value>[\w.\-]*))?$")


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise KakeyaError(f"%%ruleset: {message}; write %%ruleset NAME, or %%ruleset NAME --seats 6")


def _arguments(line: str) -> argparse.Namespace:
    parser = _Arguments(prog="%%ruleset", add_help=False)
    parser.add_argument("name")
    parser.add_argument("--seats", type=int, choices=(4, 6), default=4)
    try:
        parts = shlex.split(line)
    except ValueError as error:
        raise KakeyaError(f"%%ruleset: {error}") from None
    found = parser.parse_args(parts)
    if not found.name.isidentifier():
        raise KakeyaError(f"%%ruleset: `{found.name}` cannot be a name in Python; use letters, digits and `_`")
    return found


class Change:
    """Rules as a cell made them, shown beside what they are based on."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        self.rules = rules

    def rows(self) -> list[tuple[str, str, str]]:
        """Point, what the text answers, what the edit answers."""
        base = self.rules.unedited
        return [(id, shown(base[id]), shown(value)) for id, value in self.rules.edits.items()]

    def __repr__(self) -> str:
        head = f"{self.name}: {self.rules.title}, {self.rules.players} players, {self.rules.fingerprint}"
        return "\n".join([head, *(f"  {id}: {before} -> {after}" for id, before, after in self.rows())])

    def _repr_html_(self) -> str:
        head = html.escape(f"{self.rules.title}, {self.rules.players} players, {self.rules.fingerprint}")
        base = html.escape(self.rules.text.title)
        rows = "".join(
            f'<tr><th scope="row"><code>{id}</code></th><td>{html.escape(before)}</td><td>{html.escape(after)}</td></tr>'
            for id, before, after in self.rows()
        )
        table = (
            f'<table><thead><tr><th scope="col">point</th><th scope="col">{base}</th>'
            f'<th scope="col">{self.name}</th></tr></thead><tbody>{rows}</tbody></table>'
        )
        said = table if rows else f"<p>It answers as {base}.</p>"
        return dressed(f'<div class="k-table"><p><code>{self.name}</code>: {head}</p>{said}</div>')


def ruleset(shell: Any, line: str, cell: str) -> Change:
    """Make rules from the text of a cell, and put them under their name."""
    asked = _arguments(line)
    rules = loads(f"\n{cell}", players=asked.seats, name=asked.name)  # lines are counted from %%ruleset on
    shell.push({asked.name: rules})
    return Change(asked.name, rules)


def completions(text: str, line: int) -> Iterable[str]:
    """What can stand at the end of `text`, which is the cell up to the cursor in its line number `line`."""
    lines = text.split("\n")[: line + 1]
    if not lines or not lines[0].startswith("%%ruleset") or line == 0:
        return []
    found = _LINE.match(lines[-1])
    if not found:
        return []
    if found["colon"] is not None:
        if found["key"] == "based-on":
            words: Iterable[str] = library.names()
        else:
            point = catalogue().get(found["key"])
            words = [shown(sample) for sample in point.samples] if point else []
        return [word for word in words if word.startswith(found["value"])]
    words = catalogue() if found["indent"] else _KEYS
    return [
        f"{word}: " if found["indent"] or word not in ("points", "readings") else f"{word}:"
        for word in words
        if word.startswith(found["key"])
    ]


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext kakeya.lab` does."""
    from IPython.core.completer import SimpleCompletion, context_matcher

    def magic(line: str, cell: str) -> Change:
        return ruleset(shell, line, cell)

    @context_matcher()  # type: ignore[untyped-decorator]
    def matcher(context: Any) -> dict[str, Any]:
        until = [*context.full_text.split("\n")[: context.cursor_line], context.text_until_cursor]
        words = list(completions("\n".join(until), context.cursor_line))
        fragment = re.search(r"[\w.\-]*$", context.text_until_cursor)
        assert fragment is not None
        return {
            "completions": [SimpleCompletion(text=word, type="ruleset") for word in words],
            "matched_fragment": fragment[0],
            "suppress": bool(words),
        }

    shell.register_magic_function(magic, "cell", "ruleset")
    if shell.Completer is not None:
        shell.Completer.custom_matchers.append(matcher)
