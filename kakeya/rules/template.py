"""A commented file to begin an edited ruleset with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kakeya.errors import Fault, KakeyaError, printable, shortly
from kakeya.rules.rules import Rules, WrongPlayers, load
from kakeya.texts import library
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.schema import FILE
from kakeya.texts.tables import wrap
from kakeya.texts.values import shown

_WIDTH = 100


def new(name: str, based_on: str | os.PathLike[str], folder: str | os.PathLike[str] = ".") -> Path:
    """Write `name.yaml`: every point as a comment, with its question, its answers and what the base answers.

    KakeyaError if the file exists, the name is that of a shipped ruleset, or the base is none.
    """
    stem = library.asked(name).removesuffix(".yaml")
    if stem.rpartition("/")[2] in ("", ".", "..") or printable(stem) != stem or "\n" in stem:
        raise KakeyaError(f"{shortly(name)} cannot be the name of a file")
    path = Path(library.asked(folder)) / f"{stem}.yaml"
    if stem in library.shipped():
        raise KakeyaError(f"`{stem}` is a shipped ruleset; choose another name")
    try:
        if not path.parent.is_dir():
            raise KakeyaError(f"`{path.parent}` is not a folder")
        if path.exists():
            raise KakeyaError(Fault("exists already; nothing was written", library.shown_path(path)))
        content = template(stem, base_name(based_on, path), based_on)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except OSError as error:
        raise KakeyaError(Fault(f"cannot be written: {error.strerror}", library.cut_name(str(path)))) from None
    return path


def base_name(based_on: str | os.PathLike[str], path: Path) -> str:
    """How a file names what it is based on; KakeyaError if that is not allowed."""
    asked = library.asked(based_on)
    found = library.find(asked)
    if asked in library.shipped():
        return asked
    if found.resolve().parent != path.parent.resolve():
        raise KakeyaError(f"`{asked}` lies in another folder; a base is a shipped ruleset or a file in the same folder")
    return found.name


def template(title: str, base: str, based_on: str | os.PathLike[str]) -> str:
    """The text of such a file."""
    bases: dict[int, Rules] = {}
    for players in PLAYERS:
        try:
            bases[players] = load(based_on, players=players)
        except WrongPlayers:
            continue
    lines = [
        f"# yaml-language-server: $schema={FILE}",
        f"# The line above lets editors complete and underline; write that file with: kakeya schema > {FILE}",
        f"# Take away the `# ` before an answer and change it; check with: kakeya check {Path(title).name}.yaml",
        "",
        f"based-on: {quoted(base)}",
        f"title: {quoted(Path(title).name)}",
        "points:",
    ]
    for group, heading in catalogue().groups.items():
        lines += ["", f"  # -- {heading} --"]
        for point in catalogue().values():
            if point.group == group:
                lines += _comments(point, {players: rules[point.id] for players, rules in bases.items()})
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text as YAML, in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _comments(point: Point, answers: dict[int, Any]) -> list[str]:
    scope = "" if len(point.players) > 1 else f" (with {point.players[0]} players)"
    lines = ["", *wrap(point.question + scope, _WIDTH, "  # ")]
    for word, meaning in point.values.items():
        lines += wrap(f"{word}: {meaning}", _WIDTH, "  #     ")
    if not point.values:
        lines.append(f"  #     such as {' or '.join(shown(sample) for sample in point.samples)}")
    distinct = {shown(answer) for answer in answers.values()}
    if len(distinct) > 1:
        written = "{" + ", ".join(f"{players}: {shown(answer)}" for players, answer in answers.items()) + "}"
    else:
        written = distinct.pop()
    return [*lines, f"  # {point.id}: {written}"]
