"""Where two rules differ, as a table."""

from __future__ import annotations

import os

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Answer, Rules, differences, load
from kakeya.texts import library
from kakeya.texts.tables import Frame, Table, frame

COLUMNS = ("point", "question", "a", "b", "a_from", "b_from", "touches", "counts", "both_supplied")


def diff(a: Rules | str | os.PathLike[str], b: Rules | str | os.PathLike[str], players: int = 4) -> Frame:
    """The points at which two rules, or the rulesets of two names or files, answer differently.

    `a_from` and `b_from` say where an answer comes from; `touches` what it bears on, and `counts` whether it
    can change a result with so many players; `both_supplied` that neither text itself gives it.
    A pandas frame where pandas is installed, else a plain table.
    """
    return frame(difference(a, b, players))


def difference(a: Rules | str | os.PathLike[str], b: Rules | str | os.PathLike[str], players: int = 4) -> Table:
    """The rows of `diff`, plain. `players` is for names; rules have theirs."""
    if not isinstance(a, Rules):
        a = load(library.asked(a), players=b.players if isinstance(b, Rules) else players)
    if not isinstance(b, Rules):
        b = load(library.asked(b), players=a.players)
    if a.players != b.players:
        raise KakeyaError(f"{a.name} is for {a.players} players here and {b.name} for {b.players}; choose one number")
    return Table(
        COLUMNS,
        [
            {
                "point": one.point.id,
                "question": one.point.question,
                "a": one.a.value,
                "b": one.b.value,
                "a_from": origin(one.a),
                "b_from": origin(one.b),
                "touches": one.point.touches,
                "counts": one.point.counts_for(a.players),
                "both_supplied": one.both_supplied,
            }
            for one in differences(a, b)
        ],
    )


def origin(answer: Answer) -> str:
    """Where an answer comes from: `U 8.23 (contradictory, reading stands)`, `supplied by J`, `edit`."""
    if answer.is_supplied:
        return f"supplied by {'the editor' if answer.origin == 'editor' else answer.origin}"
    if answer.status == "edited":
        return "edit"
    loci = " ".join(dict.fromkeys(cite.locus for cite in answer.cites))
    remarks = [answer.status] if answer.status not in ("stated", "given") else []
    remarks += [f"reading {answer.reading}"] if answer.reading else []
    return " ".join(part for part in (answer.origin, loci, f"({', '.join(remarks)})" if remarks else "") if part)
