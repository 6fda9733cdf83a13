"""A text as rules that can be played: every answer with its source, what is supplied, and the readings to choose from."""

from __future__ import annotations

import os
from html import escape

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Answer, Rules, load
from kakeya.rules.rules import differences as rules_differences
from kakeya.show import collation, markup
from kakeya.show.markup import Block
from kakeya.show.replay import place
from kakeya.texts import text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.values import shown

Name = str | os.PathLike[str]


def variant(*rules: Rules | Name) -> Block:
    """Rules as a table, group by group: a column for each; without a number of players, for four and for six."""
    columns = _columns(rules)
    if not columns:
        raise KakeyaError("name at least one ruleset, such as variant('ja')")
    parts = ['<div class="k-variant">', _heads(columns)]
    for group, title in catalogue().groups.items():
        known = [one for one in catalogue().values() if one.group == group]
        supplied = sum(any(rule.answers[one.id].is_supplied for rule in columns) for one in known)
        remark = f"{len(known)} points" + (f", {supplied} supplied" if supplied else "")
        parts.append(
            f"<details><summary>{escape(title)} <small>{remark}</small></summary>{_table(known, columns)}</details>"
        )
    return markup.block("".join([*parts, "</div>"]))


def _columns(rules: tuple[Rules | Name, ...]) -> list[Rules]:
    found: list[Rules] = []
    for one in rules:
        found += [one] if isinstance(one, Rules) else [load(one, players) for players in PLAYERS]
    return found


def _heads(columns: list[Rules]) -> str:
    items = []
    for rules in columns:
        supplied, edited = len(rules.supplied), len(rules.edits)
        change = f", {edited} edited" if edited else ""
        items.append(
            f"<li><b>{escape(rules.title)}, {rules.players} players</b>: {len(rules) - supplied - edited} answers from "
            f"the text{change}, {supplied} supplied. Fingerprint {markup.code(rules.fingerprint)}</li>"
        )
    return f'<ul class="k-heads">{"".join(items)}</ul>'


def _table(points: list[Point], columns: list[Rules]) -> str:
    names = [_column(rules, columns) for rules in columns]
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "".join(f'<tr><th scope="row">{markup.point(one.id)}</th>{_cells(one, columns)}</tr>' for one in points)
    return (
        '<div class="k-table" tabindex="0" role="region" aria-label="Answers">'
        f'<table><thead><tr><th scope="col">Point</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _column(rules: Rules, columns: list[Rules]) -> str:
    one_title = len({each.title for each in columns}) == 1
    one_count = len({each.players for each in columns}) == 1
    words = [] if one_title else [escape(rules.title)]
    words += [] if one_count and words else [f"With {rules.players}" if not words else f"with {rules.players}"]
    return ", ".join(words)


def _cells(point: Point, columns: list[Rules]) -> str:
    cells = [_answer(rules, rules.answers[point.id]) for rules in columns]
    if len(set(cells)) == 1:
        return f'<td colspan="{len(cells)}">{cells[0]}</td>'
    return "".join(f"<td>{cell}</td>" for cell in cells)


def _answer(rules: Rules, answer: Answer) -> str:
    remarks = [answer.status] if answer.status not in ("stated", "given", "edited") and not answer.is_supplied else []
    remarks += [f"reading {answer.reading}"] if answer.reading else []
    return (
        f"{markup.value(shown(answer.value), answer.point)} "
        f"<small>{', '.join([place(rules, answer.point), *remarks])}</small>"
    )


def differences(a: Rules, b: Rules) -> Block:
    """Where two rules answer differently: the question, and both answers with their source."""
    found = rules_differences(a, b)
    if not found:
        return markup.block(f"<p>{escape(a.title)} and {escape(b.title)} answer every point alike.</p>")
    rows = "".join(
        f'<tr><th scope="row">{markup.point(one.point.id)} <span class="k-meaning">{escape(one.point.question)}</span></th>'
        f"<td>{_answer(a, one.a)}</td><td>{_answer(b, one.b)}</td></tr>"
        for one in found
    )
    first, second = (escape(rules.title) for rules in (a, b))
    return markup.block(
        '<div class="k-variant k-table" tabindex="0" role="region" aria-label="Differences"><table><thead><tr>'
        f'<th scope="col">Point</th><th scope="col">{first}</th><th scope="col">{second}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def supplies(name: Name) -> Block:
    """What a text does not say and is played all the same: for how many players, from whom, and why."""
    by_players = {players: load(name, players) for players in PLAYERS}
    rows = []
    for id, point in catalogue().items():
        answers = {players: rules.answers[id] for players, rules in by_players.items() if players in point.players}
        given = {players: one for players, one in answers.items() if one.is_supplied}
        merged: dict[tuple[str, str, str], list[int]] = {}
        for players, one in given.items():
            merged.setdefault((shown(one.value), one.origin, one.why), []).append(players)
        for (value, origin, why), counts in merged.items():
            who = "the editor" if origin == "editor" else markup.siglum(origin)
            seats = "" if counts == list(PLAYERS) else f" <small>with {' and '.join(map(str, counts))}</small>"
            rows.append(
                f"<dt>{markup.point(id)}{seats}</dt>"
                f'<dd>{markup.value(value, id)} <span class="k-supplied">from {who}</span> {markup.prose(why)}</dd>'
            )
    return markup.block(f'<dl class="k-supply-list">{"".join(rows)}</dl>')


def readings(name: Name) -> Block:
    """The points at which a text admits more than one sense: each sense with its argument, and how to play it."""
    one = text.find(name)
    rows = []
    for id, point in catalogue().items():
        for players in dict.fromkeys(PLAYERS if collation.depends(one, id) else (PLAYERS[0],)):
            entry = one.entry(id, players)
            if len(entry.readings) > 1:
                items = "".join(collation.reading(one, entry, each) for each in entry.readings)
                rows.append(
                    f'<dt>{markup.point(id)} <span class="k-meaning">{escape(point.question)}</span></dt>'
                    f'<dd><ol class="k-readings">{items}</ol></dd>'
                )
    if not rows:
        return markup.block("<p>The text admits one sense at every point.</p>")
    return markup.block(f'<dl class="k-reading-list">{"".join(rows)}</dl>')
