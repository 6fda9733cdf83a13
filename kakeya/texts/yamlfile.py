"""YAML, read strictly: every value with its line, nothing turned silently into something else.

Only what a ruleset needs is understood. Plain `5` is a number, plain `true` and `false` are booleans,
an empty value, `~` and `null` are nothing; all else is text, so `no`, `010`, `12:30` and `2026-01-01`
stay as they are written. Anchors, aliases, tags and a key that stands twice are refused.
"""

from __future__ import annotations

import contextlib
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from kakeya.errors import Fault, KakeyaError, shortly
from kakeya.texts.library import shown_path

LARGEST = 300_000  # bytes; the longest ruleset of the project has about 30,000
MOST_NODES = 30_000  # keys, values, lists and mappings; it has about 3,000
DEEPEST = 20  # lists and mappings within one another
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_FULL_WIDTH = re.compile(r"^\s*[\"']?[A-Za-z0-9][\w.\-]*[\"']?\s*：")
_ODD_SPACE = re.compile(r"^[ ]*([\u00a0\u2000-\u200b\u3000\ufeff])[ \u00a0\u2000-\u200b\u3000\ufeff]*")
_FAKE_NUMBER = re.compile(r"[-+]?[0-9][0-9_.:xob-]*")


@dataclass(frozen=True, slots=True)
class Node:
    """A value with the line it stands on (0: from Python). `data` is a scalar, a list or a dict of nodes."""

    data: Any
    line: int = 0
    keys: dict[Any, int] = field(default_factory=dict)  # of a mapping: the line of each key
    plain: bool = True  # of a text: written without quotes

    @property
    def python(self) -> Any:
        """The value as plain Python."""
        if isinstance(self.data, dict):
            return {key: node.python for key, node in self.data.items()}
        if isinstance(self.data, list):
            return [node.python for node in self.data]
        return self.data

    @staticmethod
    def of(value: Any, line: int = 0, within: tuple[int, ...] = ()) -> Node:
        """A node from plain Python; KakeyaError for what is nested without end."""
        if isinstance(value, Node):
            return value
        if isinstance(value, (dict, list, tuple)):
            if id(value) in within or len(within) > DEEPEST:
                raise KakeyaError("a list or mapping is nested too deeply, or contains itself")
            within = (*within, id(value))
        if isinstance(value, dict):
            items = {key: Node.of(item, line, within) for key, item in value.items()}
            return Node(items, line, dict.fromkeys(value, line))
        if isinstance(value, (list, tuple)):
            return Node([Node.of(item, line, within) for item in value], line)
        return Node(value, line)

    def __str__(self) -> str:
        """As it would be written, on one line."""
        if isinstance(self.data, dict):
            return "{" + ", ".join(f"{key}: {node}" for key, node in self.data.items()) + "}"
        if isinstance(self.data, list):
            return "[" + ", ".join(str(node) for node in self.data) + "]"
        if self.data is None or isinstance(self.data, bool):  # not by a dictionary: 1 and True are equal
            return "nothing at all" if self.data is None else str(self.data).lower()
        return shortly(self.data) if isinstance(self.data, int) else str(self.data)


def number_hint(node: Node) -> str:
    """Why a text that looks like a number is none, or nothing."""
    if isinstance(node.data, bool):
        return " (a boolean is no number)"
    if isinstance(node.data, str) and not node.plain and _NUMBER.fullmatch(node.data):
        return " (it stands in quotation marks; leave them out)"
    if isinstance(node.data, str) and _FAKE_NUMBER.fullmatch(node.data):
        return " (write digits only, without a leading zero)"
    return ""


def read_file(path: Path, mild: list[Fault] | None = None) -> Node:
    """The tree of a file; KakeyaError with file and line for whatever is wrong with its text.

    With `mild`, faults after which the rest can still be read are appended to it instead of raised.
    """
    file = shown_path(path)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            raise KakeyaError(Fault("is not an ordinary file", file))
        if found.st_size > LARGEST:
            raise KakeyaError(Fault(f"is larger than {LARGEST:,} bytes, which no ruleset is", file))
        raw = path.read_bytes()
    except IsADirectoryError:
        raise KakeyaError(Fault("is a folder, not a file", file)) from None
    except OSError as error:
        raise KakeyaError(Fault(f"cannot be read: {error.strerror}", file)) from None
    return read_text(_decode(raw, file), file, mild)


def _decode(raw: bytes, file: str) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(raw) > 3 and b"\0" in raw[:4]):
        raise KakeyaError(Fault("is not UTF-8 (it looks like UTF-16); save it as UTF-8", file, 1))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise KakeyaError(Fault(f"is not UTF-8 (byte {raw[error.start]:#04x}); save it as UTF-8", file, line)) from None


def read_text(text: str, file: str = "", mild: list[Fault] | None = None) -> Node:
    """The tree of a YAML text, a mapping at the top; KakeyaError with all that is wrong with it."""
    if not isinstance(text, str):
        raise KakeyaError(Fault(f"{shortly(text)} is not a text", file))
    if len(text) > LARGEST:
        raise KakeyaError(Fault(f"is larger than {LARGEST:,} characters, which no ruleset is", file))
    text = text.removeprefix("\ufeff")
    faults = list(_odd_characters(text, file))
    if faults:
        text = _repaired(text)  # so that what else is wrong is found in the same run
    try:
        root = _build(text, file, faults)
    except yaml.reader.ReaderError as error:
        line = text[: int(error.position)].count("\n") + 1 if isinstance(error.position, int) else 1
        faults.append(Fault(f"a character that YAML does not allow (U+{error.character:04X})", file, line))
        raise KakeyaError(faults) from None
    except yaml.MarkedYAMLError as error:
        raise KakeyaError([*faults, _syntax_fault(error, text, file)]) from None
    if root is None or root.data is None:
        faults.append(Fault("is empty; a ruleset has at least `based-on` or `witness`", file, 1))
        raise KakeyaError(faults)
    if not isinstance(root.data, dict):
        what = "a list" if isinstance(root.data, list) else "a single text"
        raise KakeyaError([*faults, Fault(f"is {what}; a ruleset is a mapping, `key: value`", file, root.line)])
    if mild is None:
        if faults:
            raise KakeyaError(faults)
    else:
        mild.extend(faults)
    return root


def _odd_characters(text: str, file: str) -> Iterator[Fault]:
    for number, line in enumerate(text.splitlines(), 1):
        if found := _ODD_SPACE.match(line):
            code = ord(found[1])
            yield Fault(f"the line begins with a special space (U+{code:04X}); use ordinary spaces", file, number)
        elif _FULL_WIDTH.match(line):
            yield Fault("a full-width colon `：`; write `:` and a space", file, number)


def _repaired(text: str) -> str:
    """The text with ordinary spaces and colons for the odd ones; the lines stay where they are."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if found := _ODD_SPACE.match(line):
            line = " " * len(found[0]) + line[len(found[0]) :]
        if _FULL_WIDTH.match(line):
            line = line.replace("：", ": ", 1)
        lines[number] = line
    return "".join(lines)


def _open_bracket(text: str) -> tuple[str, int] | None:
    """The innermost bracket that is opened and never closed, and its line."""
    opened: list[tuple[str, int]] = []
    with contextlib.suppress(yaml.YAMLError):
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken)):
                sign = "[" if isinstance(token, yaml.FlowSequenceStartToken) else "{"
                opened.append((sign, token.start_mark.line + 1))
            elif isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)) and opened:
                opened.pop()
    return opened[-1] if opened else None


def _syntax_fault(error: yaml.MarkedYAMLError, text: str, file: str) -> Fault:
    mark = error.problem_mark or error.context_mark
    problem = error.problem or "this is not YAML"
    if error.context and "flow" in error.context and (found := _open_bracket(text)):
        bracket, line = found
        return Fault(
            f"the bracket `{bracket}` that is opened here is not closed, or a comma is missing in it", file, line
        )
    if error.context and "flow" in error.context and error.context_mark:
        mark = error.context_mark  # the line of the bracket that was opened
        bracket = "[" if "sequence" in error.context else "{"
        problem = f"the bracket `{bracket}` that is opened here is not closed, or a comma is missing in it"
    elif "mapping values are not allowed" in problem:
        problem = "a second `: ` in one line; put text that contains `: ` in quotation marks, or mend the indentation"
    elif "could not find expected ':'" in problem:
        problem = "a key without `:` and a value"
        mark = error.context_mark or mark
    elif "expected <block end>" in problem:
        problem = "the indentation does not fit the lines above; begin the keys of a mapping in one column"
    elif "cannot start any token" in problem:
        problem += "; indent with spaces only, and put text that begins with a special character in quotation marks"
    elif "expected a single document" in (error.context or ""):
        problem = "a second document (`---`); one file holds one ruleset"
    elif error.context and "quoted scalar" in error.context:
        mark = error.context_mark or mark
        problem = "the quotation mark that is opened here is not closed"
    return Fault(problem, file, mark.line + 1 if mark else 1)


def _scalar(event: yaml.ScalarEvent, line: int) -> Node:
    text = event.value
    if event.style is not None:
        return Node(text, line, plain=False)
    if text in ("", "~", "null"):
        return Node(None, line)
    if text in ("true", "false"):
        return Node(text == "true", line)
    if _NUMBER.fullmatch(text):
        return Node(int(text), line)
    return Node(text, line)


@dataclass
class _Open:
    """A list or mapping that is being read; a mapping's next key waits in `key`."""

    node: Node
    key: tuple[Any, int] | None = None


def _build(text: str, file: str, faults: list[Fault]) -> Node | None:
    root: Node | None = None
    stack: list[_Open] = []
    documents = 0

    def place(node: Node) -> None:
        nonlocal root
        if not stack:
            root = node
            return
        top = stack[-1]
        if isinstance(top.node.data, list):
            top.node.data.append(node)
        elif top.key is None:
            key = node.data
            if isinstance(key, (dict, list)):
                faults.append(Fault("a key must be a word or a number", file, node.line))
                key = f"({node.line})"
            elif isinstance(key, str) and _NUMBER.fullmatch(key):
                key = int(key)  # quoted keys are good
            if key in top.node.data:
                first = top.node.keys[key]
                faults.append(Fault(f"`{key}` stands twice; first in line {first}", file, node.line))
            top.key = (key, node.line)
        else:
            key, line = top.key
            top.key = None
            top.node.data[key] = node
            top.node.keys[key] = line

    for nodes, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
        line = event.start_mark.line + 1 if event.start_mark else 0
        if nodes > MOST_NODES:
            raise KakeyaError([*faults, Fault("has more keys and values than any ruleset", file, line)])
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise KakeyaError([*faults, Fault("a second document (`---`); one file holds one ruleset", file, line)])
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            what = "anchors and aliases (`&`, `*`) are not allowed; write the value out"
            raise KakeyaError([*faults, Fault(what, file, line)])
        if tag := getattr(event, "tag", None):
            raise KakeyaError([*faults, Fault(f"tags (`{tag}`) are not allowed", file, line)])
        if isinstance(event, yaml.ScalarEvent):
            if half := _HALF_CHARACTER.search(event.value):
                faults.append(Fault(f"half a character (U+{ord(half[0]):04X}), which stands for nothing", file, line))
                event.value = _HALF_CHARACTER.sub("\ufffd", event.value)
            place(_scalar(event, line))
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(stack) > DEEPEST:
                raise KakeyaError([*faults, Fault("is nested too deeply", file, line)])
            node = Node({} if isinstance(event, yaml.MappingStartEvent) else [], line)
            place(node)
            stack.append(_Open(node))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            stack.pop()
    return root
