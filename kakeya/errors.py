"""What is wrong with an input: faults with their place, and the one exception that carries them."""

from __future__ import annotations

import difflib
import math
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: `message` says what and how to mend it; file, line and point say where."""

    message: str
    file: str = ""
    line: int = 0
    point: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file
        if not place and self.line:
            place = f"line {self.line}"
        return ": ".join(part for part in (place, self.point, self.message) if part)


class KakeyaError(ValueError):
    """The input is at fault. `faults` lists everything that was found, in the order of the file."""

    def __init__(self, faults: Iterable[Fault] | Fault | str) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        if isinstance(faults, Fault):
            faults = [faults]
        self.faults: tuple[Fault, ...] = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line)))
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def _render_traceback_(self) -> list[str]:
        """In a notebook: the faults alone, no traceback."""
        return [f"{fault}" for fault in self.faults]


def shortly(value: object, most: int = 60) -> str:
    """A value as a message quotes it: its repr, cut to so many characters. It never raises."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4 * most:
        digits = int((value.bit_length() - 1) * math.log10(2)) + 1
        return f"a number of {digits + (abs(value) >= 10**digits):,} digits"
    try:
        text = repr(value)
    except Exception:  # of anything at all: too long a number in it, or a repr that fails
        return f"a value of the type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def printable(text: str) -> str:
    """A text for the screen: what would steer a terminal is written out, such as `\\x1b`; a line break stays."""
    return "".join(
        sign
        if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else sign.encode("unicode_escape").decode()
        for sign in text
    )


def did_you_mean(word: object, allowed: Iterable[object], what: str = "allowed") -> str:
    """'did you mean `x`? allowed: ...' for a mistyped word."""
    names = [str(name) for name in allowed]
    asked = shortly(word) if isinstance(word, int) else str(word)
    close = difflib.get_close_matches(asked[:100], names, n=1, cutoff=0.6)
    if close:
        hint = f"did you mean `{close[0]}`?"
        return hint if len(names) > 12 else f"{hint} {what}: {', '.join(names)}"
    return f"{what}: {', '.join(names)}" if len(names) <= 12 else ""
