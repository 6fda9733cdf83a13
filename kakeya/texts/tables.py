"""Plain tables: rows and columns, which become pandas frames where pandas is installed."""

from __future__ import annotations

import csv
import html
import io
import json
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from kakeya.texts.values import shown

Row: TypeAlias = Mapping[str, Any]
Frame: TypeAlias = Any  # a pandas DataFrame, or a Table where pandas is missing


class Table:
    """Rows with the same columns. `table["point"]` is a column, `table[0]` a row; `frame()` a pandas frame."""

    def __init__(self, columns: Sequence[str], rows: Iterable[Row]) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.rows: list[dict[str, Any]] = [{column: row.get(column) for column in self.columns} for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key: int | str) -> Any:
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"there is no column `{key}`; columns: {', '.join(self.columns)}")
            return [row[key] for row in self.rows]
        return self.rows[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.columns, self.rows) == (other.columns, other.rows)

    __hash__ = None  # type: ignore[assignment]

    def frame(self) -> Any:
        """The table as a pandas frame; ImportError where pandas is not installed."""
        import pandas as pd

        # Each column as objects, so that a missing answer stays None and a number stays whole.
        return pd.DataFrame({column: pd.Series(self[column], dtype=object) for column in self.columns})

    def csv(self) -> str:
        """As comma-separated values with a header, one line break (LF) after each row."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([cell(row[column]) for column in self.columns] for row in self.rows)
        return out.getvalue()

    def markdown(self) -> str:
        """As a table in Markdown."""
        lines = [
            [column.replace("|", "\\|") for column in self.columns],
            ["---"] * len(self.columns),
            *([cell(row[column]).replace("|", "\\|") for column in self.columns] for row in self.rows),
        ]
        return "".join("| " + " | ".join(" ".join(text.split()) for text in line) + " |\n" for line in lines)

    def __repr__(self) -> str:
        widths = {
            column: min(40, max([width(column), *(width(cell(row[column])) for row in self.rows)]))
            for column in self.columns
        }
        lines = ["  ".join(pad(column, widths[column]) for column in self.columns)]
        for row in self.rows:
            lines.append("  ".join(pad(cut(cell(row[column]), widths[column]), widths[column]) for column in widths))
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(column)}</th>" for column in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell(row[column]))}</td>" for column in self.columns) + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def frame(table: Table) -> Frame:
    """The table as a pandas frame where pandas is installed, else as it is."""
    try:
        return table.frame()
    except ImportError:
        return table


def cell(value: Any) -> str:
    """A value as the text of a cell; nothing for None."""
    if value is None:
        return ""
    return value if isinstance(value, str) else shown(value)


def as_json(data: Any) -> str:
    """JSON whose bytes are the same for the same data, with one line break at its end."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


# -- text on a screen, where a Chinese character takes two columns --------------------------------
def width(text: str) -> int:
    """How many columns a text takes on a screen."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def pad(text: str, columns: int) -> str:
    """The text with spaces after it, to fill so many columns."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """The text, cut with `…` if it takes more columns."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text + "…"


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """The text in lines of so many columns, each indented; a word that is too long, or unspaced script, is divided."""
    room = max(20, columns - width(indent))
    lines: list[str] = []
    line = ""
    for word in textwrap.dedent(text).split():
        if line and width(line) + 1 + width(word) <= room:
            line += " " + word
            continue
        if line:
            lines.append(line)
        line = word
        while width(line) > room:
            head = line
            while width(head) > room:
                head = head[:-1]
            lines.append(head)
            line = line[len(head) :]
    return [indent + one for one in [*lines, line] if one]
