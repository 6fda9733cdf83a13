"""Rules on one sheet: every point with its answer and where that comes from, as text and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kakeya.rules.difference import origin
from kakeya.rules.rules import Answer, Rules
from kakeya.texts.catalogue import catalogue
from kakeya.texts.tables import Table, wrap
from kakeya.texts.values import shown

Paint = Callable[[str, str], str]  # of a text, and how: "bold", "dim", "supplied", "edit"


def plain(text: str, how: str) -> str:
    """No colours."""
    return text


def sheet(rules: Rules, columns: int = 80, paint: Paint = plain) -> str:
    """The rules as text, for a screen that is so many columns wide."""
    supplied = len(rules.supplied)
    head = f"{rules.title} ({rules.name}), {rules.players} players"
    lines = [paint(head, "bold")]
    if rules.text is not None:
        lines += wrap(str(rules.text.about.get("nature", "")), columns)
    edited = f", {len(rules.edits)} edited" if rules.edits else ""
    lines += wrap(
        f"{len(rules)} points: {len(rules) - supplied - len(rules.edits)} from the text{edited}, "
        f"{supplied} supplied. Fingerprint {rules.fingerprint}.",
        columns,
    )
    for group, title in catalogue().groups.items():
        lines += ["", paint(title.upper(), "bold")]
        for point in catalogue().values():
            if point.group == group:
                lines += _entry(rules, point.id, columns, paint)
    return "\n".join(lines) + "\n"


def _entry(rules: Rules, id: str, columns: int, paint: Paint) -> Iterator[str]:
    point, answer = catalogue()[id], rules.answers[id]
    how = "supplied" if answer.is_supplied else "edit" if answer.status == "edited" else "answer"
    yield f"{paint(answer.point, 'bold')}  {paint(shown(answer.value), how)}"
    for line in wrap(point.question, columns, "    "):
        yield paint(line, "dim")
    if answer.is_supplied:
        what = "" if answer.status in ("silent", "given") else f" (the text is {answer.status})"
        yield from wrap(f"{origin(answer)}{what}: {answer.why}", columns, "    ")
    elif answer.status == "edited":
        yield "    edit"
    else:
        lemmata = " … ".join(dict.fromkeys(cite.lemma for cite in answer.cites))
        outside = ", ".join(sources(rules, answer))
        place = origin(answer) + (f" from {outside}" if outside else "") + (f": {lemmata}" if lemmata else "")
        yield from wrap(place, columns, "    ")
        yield from wrap(answer.gloss, columns, "    ")


def sources(rules: Rules, answer: Answer) -> tuple[str, ...]:
    """The outside witnesses that a control ruleset names for its answer; none for other rulesets."""
    if rules.text is None or answer.origin != rules.text.siglum:
        return ()
    entry = rules.text.entry(answer.point, rules.players)
    reading = next((one for one in entry.readings if one.id == answer.reading), None)
    return (reading and reading.sources) or entry.sources


def data(rules: Rules) -> dict[str, Any]:
    """The rules as plain data, ready for JSON."""
    return {
        "name": rules.name,
        "title": rules.title,
        "players": rules.players,
        "fingerprint": rules.fingerprint,
        "points": {
            id: {
                "question": catalogue()[id].question,
                "value": answer.value,
                "from": answer.origin,
                "sources": list(sources(rules, answer)),
                "supplied": answer.is_supplied,
                "why": answer.why,
                "status": answer.status,
                "reading": answer.reading,
                "cite": [{"locus": cite.locus, "lemma": cite.lemma} for cite in answer.cites],
                "gloss": answer.gloss,
            }
            for id, answer in rules.answers.items()
        },
    }


def differing(a: Rules, b: Rules, table: Table, columns: int = 80, paint: Paint = plain) -> str:
    """The rows of `kakeya.diff` as text."""
    if not table.rows:
        return f"{a.name} and {b.name} answer every point alike ({a.players} players)\n"
    points = "one point" if len(table) == 1 else f"{len(table)} points"
    counting = sum(row["counts"] for row in table)
    lines = wrap(
        f"{a.name} and {b.name} differ at {points} ({a.players} players); {counting} can change a result.", columns
    )
    for row in table:
        marks = [row["touches"]]
        marks += [] if row["counts"] or row["touches"] == "manner" else [f"no effect with {a.players} players"]
        marks += ["both supplied"] if row["both_supplied"] else []
        lines += ["", f"{paint(row['point'], 'bold')}  {paint('(' + ', '.join(marks) + ')', 'dim')}"]
        lines += [paint(line, "dim") for line in wrap(row["question"], columns, "    ")]
        for rules, side in ((a, "a"), (b, "b")):
            lines += wrap(f"{rules.name}: {shown(row[side])}, {row[side + '_from']}", columns, "    ")
    return "\n".join(lines) + "\n"
