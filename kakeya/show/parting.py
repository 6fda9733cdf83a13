"""Where the texts part: the points of difference by the size of what they do, each with its words, its deal, its effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape

from kakeya.errors import KakeyaError
from kakeya.rules.rules import Difference, Rules, differences, load
from kakeya.show import company as company_of
from kakeya.show import markup
from kakeya.show.agreement import briefly
from kakeya.show.causes import size
from kakeya.show.compare import LABELS, change
from kakeya.show.markup import Block
from kakeya.show.published import attribution
from kakeya.show.replay import NUMBERS
from kakeya.show.situation import between, deals, holds, never, situation
from kakeya.study.attribute import Attribution
from kakeya.texts.catalogue import Point

GROUPS = ("round", "match", "six")
SHARES = ("stones",)  # measures whose whole difference is shared out over the points


@dataclass(frozen=True)
class Parting:
    """A point at which J and another text answer differently, with so many players, and how large its effect is."""

    difference: Difference
    players: int
    other: str
    size: float

    @property
    def point(self) -> Point:
        """The point."""
        return self.difference.point

    @property
    def texts(self) -> tuple[str, str]:
        """The sigla of the two."""
        return "J", load(self.other, self.players).text.siglum

    @property
    def group(self) -> str:
        """Where it shows: one of GROUPS."""
        if self.players == 6:
            return "six"
        return "match" if self.point.touches == "match" else "round"

    @property
    def anchor(self) -> str:
        """Its anchor on the page of differences: `part-rensho-follow`; where K and U differ from J, K's has its siglum."""
        name = "part-" + self.point.id.replace(".", "-")
        return f"{name}-k" if self.other == "ko" else name


@cache
def partings(group: str = "") -> list[Parting]:
    """The points on which J and U, or J and K, answer differently and on which a result depends, the largest effect first."""
    if group and group not in GROUPS:
        raise KakeyaError(f"there is no group `{group}` of differences; groups: {', '.join(GROUPS)}")
    found: list[Parting] = []
    for players, other in ((4, "uk"), (6, "uk"), (6, "ko")):
        for one in differences(load("ja", players), load(other, players)):
            silent = one.a.is_supplied or one.b.is_supplied
            if silent or one.point.touches == "manner" or not one.point.counts_for(players):
                continue
            if other == "ko" or all((each.point.id, each.other) != (one.point.id, other) for each in found):
                found.append(Parting(one, players, other, _size(one.point.id, players, other)))
    return sorted((one for one in found if group in ("", one.group)), key=lambda one: -one.size)


def _size(id: str, players: int, other: str) -> float:
    found = [effect for company in ("ja", other) if (effect := company_of.most(id, other, company)[1])]
    shares = [size for _, size in _shares(id)] if (players, other) == (4, "uk") else []
    return max([0.0, *map(size, found), *shares])


@cache
def whole(measure: str, players: str = "greedy") -> Attribution:
    """The published attribution of the whole step from J to U."""
    return attribution("ja", "uk", measure, players=players)


def _shares(id: str) -> Iterator[tuple[Attribution, float]]:
    """The attributions in which a point has a clear share, with its size in deviations of what is shared out."""
    for measure in SHARES:
        found = whole(measure)
        for share in found.shares:
            if id in {one.point.id for one in share.block} and share.value.is_clear:
                deviation = found.whole.error * found.rounds**0.5
                yield found, abs(share.value.mean) / deviation if deviation else 0.0


# -- the effects of a point ---------------------------------------------------------------------------
def effects_of(id: str, other: str = "") -> str:
    """What a point changes by itself, by published comparisons, in whose company; nothing where none is published."""
    for text, seats in (("uk", 4), ("ko", 6)):
        if other in ("", text) and (table := company_of.table(id, text)):
            here, there = load("ja", seats), load(text, seats)
            head = (
                f"Changed alone, from {_answer_of(here, id)} to {markup.siglum(there.text.siglum)}’s, {seats} players"
            )
            share = _share_line(id) if seats == 4 else ""
            return f'<div class="k-effects"><p class="k-effects-head">{head}</p>{table}{share}</div>'
    return ""


def _answer_of(rules: Rules, id: str) -> str:
    """`J’s answer`, or, where J has none, `the answer supplied for J` (HTML)."""
    siglum = markup.siglum(rules.text.siglum)
    return f"the answer supplied for {siglum}" if rules.answers[id].is_supplied else f"{siglum}’s answer"


def _share_line(id: str) -> str:
    lines = []
    for found, _ in _shares(id):
        share = next(one for one in found.shares if id in {each.point.id for each in one.block})
        lines.append(
            f"Of the whole step from J to U its share in the {LABELS[found.measure.id]} is "
            f"{escape(change(share.value, found.measure))} {found.measure.unit}, all {found.players.text}."
        )
    step = '<a href="what-the-differences-do.html#step-by-step">Step by step</a>'
    return f'<p class="k-share">{" ".join(lines)} {step}</p>' if lines else ""


def effect_line(id: str, other: str = "uk") -> str:
    """The largest published effect of a point alone in J, in one line, and in the other text where it is clear only there."""
    here, there = (company_of.line(id, other, company) for company in ("ja", other))
    clear = [company_of.most(id, other, company)[1] for company in ("ja", other)]
    if not there or clear[0] or not clear[1]:
        return here
    return f"in J {here}; in {load(other, 4).text.siglum} {there}"


# -- the situation of a point -------------------------------------------------------------------------
def situation_of(id: str, folded: bool) -> str:
    """A point's first witness deal as a picture, one click away where `folded`."""
    found = deals(id)
    if not found:
        return ""
    more = f" <small>and {len(found) - 1} more in the data</small>" if len(found) > 1 else ""
    state = "" if folded else " open"
    return (
        f'<details class="k-deal"{state}><summary>The smallest deal in which answers part{more}</summary>'
        f"{situation(found[0]).html}</details>"
    )


def _deal(one: Parting) -> str:
    """The smallest deal in which the answers differ, or why they never do. Its table may have other seats than the answers."""
    a, b = one.difference.a.value, one.difference.b.value
    found = between(one.point.id, a, b)
    first, second = one.texts
    head = f"The smallest deal in which {first} and {second} differ{'' if one.players == 4 else ' with six players'}"
    if found and found.players != one.players:
        head = f"The smallest deal in which these answers differ, at a table of {NUMBERS[found.players]}"
    notes = []
    for each in never(one.point.id, a, b):
        whose = [siglum for siglum, rules in zip(one.texts, _texts(one), strict=True) if holds(each, rules)]
        if whose:
            words = f"Under the other answers of {markup.listed(map(markup.siglum, whose))} they never differ. {escape(each.why)}"
            notes.append(f'<p class="k-note">{words}</p>')
    picture = situation(found, one.players).html if found else ""
    return f'<p class="k-deal-head">{head}</p>{picture}{"".join(notes)}'


def _texts(one: Parting) -> tuple[Rules, Rules]:
    return load("ja", one.players), load(one.other, one.players)


# -- the page -------------------------------------------------------------------------------------------
def parting_table() -> Block:
    """All points of difference in one table: the answers, and the largest effect."""
    rows = []
    for group in GROUPS:
        for one in partings(group):
            first, second = one.texts
            answers = (one.difference.a.value, one.difference.b.value)
            rows.append(
                f'<tr><th scope="row"><a href="#{one.anchor}">{escape(one.point.id)}</a>'
                f"{'' if one.players == 4 else ' <small>six players</small>'}</th>"
                f"<td>{markup.siglum(first)} {markup.value(briefly(answers[0]), one.point.id)}<br>"
                f"{markup.siglum(second)} {markup.value(briefly(answers[1]), one.point.id)}</td>"
                f"<td>{_alone(one)}</td></tr>"
            )
    head = "".join(
        f'<th scope="col">{word}</th>' for word in ("Point", "Answers", "Largest effect, changed alone in J and in U")
    )
    return markup.block(
        '<div class="k-table k-partings" tabindex="0" role="region" aria-label="Points of difference"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _alone(one: Parting) -> str:
    """What a point does most, alone in either text; a line for each."""
    lines = [company_of.line(one.point.id, one.other, company) for company in ("ja", one.other)]
    if not any(lines):
        return escape(_why_not(one))
    told = zip(one.texts, lines, strict=True)
    return "<br>".join(f"{markup.siglum(siglum)} {escape(words)}" for siglum, words in told if words)


def _effect_words(one: Parting) -> str:
    return effect_line(one.point.id, one.other) or _why_not(one)


def _why_not(one: Parting) -> str:
    if one.point.id == "six.play":
        return "hands of other sizes: the rounds cannot be paired"
    return "by itself not measured"


def where_they_part(group: str = "", level: int = 3) -> Block:
    """Every point of difference under a heading: the question, the texts' words, the deal, the effects."""
    from kakeya.show.collation import witness_columns

    parts = []
    for one in partings(group):
        point = one.point
        title = point.question if one.other == "uk" else f"{point.question} J and K"
        parts += [
            f'<h{level} id="{one.anchor}">{escape(title)}</h{level}>',
            f'<p class="k-point-line k-parting">{markup.point(point.id)} <span>{escape(_effect_words(one))}</span></p>',
            witness_columns(point),
            _deal(one),
            effects_of(point.id, one.other) or f'<p class="k-share">{escape(_why_not(one)).capitalize()}.</p>',
        ]
    return markup.block("".join(parts))


__all__ = ["effect_line", "effects_of", "parting_table", "partings", "situation_of", "where_they_part"]
