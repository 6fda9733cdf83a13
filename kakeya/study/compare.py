"""Two rulesets on the same deals: what differs, how much, and how surely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kakeya import ENGINE
from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.players.kinds import Kinds, kinds, thinks
from kakeya.rules.possible import hands
from kakeya.rules.rules import Difference, Rules, differences
from kakeya.study import blocks, measures, run, solved
from kakeya.study.estimate import RULE_OF_THREE, Estimate, estimate, holm, rounded
from kakeya.study.measures import Measure
from kakeya.study.simulate import Simulation, as_rules, recipe
from kakeya.study.study import Study, digest_id
from kakeya.texts.tables import Frame, Table, frame

if TYPE_CHECKING:
    from kakeya.show.figure import Figure

COLUMNS = (
    "measure", "item", "a", "b", "difference", "low", "high", "clear", "clear_together", "none_above", "unit",
)  # fmt: skip


@dataclass(frozen=True)
class Effect:
    """A measure (or one item of it) under two rules: each value, and the paired difference b - a.

    none_above: where the difference is not clear, the size above which none was seen (95 in 100).
    clear_together: of a measure of one number, is the difference clear when all such measures are judged
    together (Holm)? None for an item of a distribution.
    """

    measure: Measure
    item: int
    a: Estimate
    b: Estimate
    difference: Estimate
    none_above: float | None
    clear_together: bool | None = None

    def judged(self, together: Mapping[str, bool]) -> Effect:
        """The effect with its mark among others (`Comparison.clear_together`)."""
        return replace(self, clear_together=together.get(self.measure.id))

    def row(self) -> dict[str, Any]:
        """The effect as a row of the table."""
        return {
            "measure": self.measure.id,
            "item": self.measure.item(self.item),
            "a": rounded(self.a.mean),
            "b": rounded(self.b.mean),
            "difference": rounded(self.difference.mean),
            "low": rounded(self.difference.low),
            "high": rounded(self.difference.high),
            "clear": self.difference.is_clear,
            "clear_together": self.clear_together,
            "none_above": None if self.none_above is None else rounded(self.none_above),
            "unit": self.measure.unit,
        }


def check_pair(a: Rules, b: Rules) -> None:
    """KakeyaError, with the reason, if two rules cannot be played on the same deals."""
    if a.players != b.players:
        raise KakeyaError(
            f"{a.name} is for {a.players} players and {b.name} for {b.players}: "
            "they share no deals, so their rounds cannot be paired"
        )
    here, there = hands(a.values, a.players), hands(b.values, b.players)
    if here != there:
        raise KakeyaError(
            f"under {a.name} {here} hands are dealt and under {b.name} {there}: "
            "uneven hands and hands of thirteen share no deals, so their rounds cannot be paired"
        )


@dataclass(frozen=True)
class Comparison:
    """What `compare` found. sums: for a and for b, as `kakeya.study.blocks` keeps them, whole numbers."""

    a: Rules
    b: Rules
    players: Kinds
    games: str
    rounds: int
    seed: int
    sums: run.Sums

    @property
    def id(self) -> str:
        """`kkt-` and ten hex digits of all that determines the figures."""
        return comparison_id(self.a, self.b, self.players, self.games, self.rounds, self.seed)

    @property
    def points(self) -> list[Difference]:
        """The points at which the two rules differ and that can matter with so many players."""
        return [one for one in differences(self.a, self.b) if one.point.counts_for(self.a.players)]

    def side(self, which: int) -> Simulation:
        """One of the two rules by itself: 0 for a, 1 for b."""
        return Simulation((self.a, self.b)[which], self.players, self.games, self.rounds, self.seed, self.sums[which])

    def effects(self, measure: str | Measure | None = None) -> Iterator[Effect]:
        """The effects on one measure, or on all."""
        if measure is None:
            for one in measures.GAMES[self.games]:
                yield from self.effects(one)
            return
        chosen = self.side(0).measure(measure)
        values = zip(self.side(0).estimates(chosen), self.side(1).estimates(chosen), strict=True)
        for item, (a, b) in enumerate(values):
            yield Effect(chosen, item, a, b, *self._difference(chosen, item))

    def __getitem__(self, measure: str) -> Effect:
        return next(self.effects(measure))

    def _difference(self, measure: Measure, item: int) -> tuple[Estimate, float | None]:
        a, b = self.side(0), self.side(1)
        place = measure.place + item
        by_a, by_b = a.scale(measure, item), b.scale(measure, item)
        product = self.sums[1][2 * measures.LENGTHS[self.games] + place]
        total = by_a * b.sum(place) - by_b * a.sum(place)
        squares = by_a * by_a * b.sum(place, 2) + by_b * by_b * a.sum(place, 2) - 2 * by_a * by_b * product
        found = estimate(self.rounds, total, squares, by_a * by_b)
        if found.is_clear:
            return found, None
        if squares == 0:
            same = self.a.fingerprint == self.b.fingerprint
            return found, 0.0 if same else (measure.high - measure.low) * RULE_OF_THREE / self.rounds
        return found, max(-found.low, found.high)

    def rows(self) -> Table:
        """One row for each measure and each item of a distribution."""
        marks = self.clear_together()
        return Table(
            COLUMNS,
            (effect.judged(marks).row() for effect in self.effects()),
        )

    def table(self) -> Frame:
        """The rows as a frame where pandas is installed."""
        return frame(self.rows())

    def chart(self) -> Figure:
        """The effects on every measure of one number as a chart (`kakeya.show.compare` has others)."""
        from kakeya.show.compare import effects

        return effects(self)

    def cite(self, style: str = "text") -> str:
        """A citation: style is bibtex, csl, ris or text."""
        from kakeya.study.cite import cite

        return cite(self, style)

    @property
    def cite_as(self) -> str:
        """What `kakeya reproduce` takes: the id where the comparison is published, else its token."""
        from kakeya.study import store

        return self.id if self.id in store.names() else self.token

    @property
    def token(self) -> str:
        """The id and, after a full stop, all that is needed to play the comparison again (`kakeya.study.token`)."""
        from kakeya.study.token import token

        return token(self)

    def clear_together(self) -> dict[str, bool]:
        """Of the measures of one number: which effects are clear together (Holm)."""
        single = [effect for effect in self.effects() if effect.measure.width == 1]
        marks = holm([effect.difference for effect in single])
        return {effect.measure.id: mark for effect, mark in zip(single, marks, strict=True)}

    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data."""
        return settings(self.a, self.b, self.players, self.games, self.rounds, self.seed)

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same comparison, with no times and no paths."""
        return {
            "id": self.id,
            "token": self.token,
            **self.settings(),
            "differ": [one.point.id for one in self.points],
            "supplied": {
                which: {id: list(by) for id, by in rules.supplied.items()}
                for which, rules in (("a", self.a), ("b", self.b))
            },
            "results": self.rows().rows,
        }

    @property
    def caption(self) -> str:
        """The line that stands below every chart of this comparison."""
        seats = f"{self.a.players} players"
        return f"{self.rounds:,} {self.games}, {seats}, {solved.who_plays(self.games, self.players.text)}, seed {self.seed} · {self.id}"

    def __repr__(self) -> str:
        return f"<Comparison {self.id}: {self.a.name} and {self.b.name}, {self.rounds:,} {self.games}, {self.players.text}>"

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


def settings(a: Rules, b: Rules, players: Kinds, games: str, rounds: int, seed: int) -> dict[str, Any]:
    """What determines the figures of a comparison, as plain data."""
    return {
        "a": recipe(a),
        "b": recipe(b),
        "names": [a.name, b.name],
        "fingerprints": [a.fingerprint, b.fingerprint],
        "players": players.text,
        "games": games,
        "rounds": rounds,
        "seed": seed,
        "engine": ENGINE,
        "measures": measures.VERSION,
    }


def comparison_id(
    a: Rules,
    b: Rules,
    players: Kinds,
    games: str,
    rounds: int,
    seed: int,
    made_with: tuple[int, int] | None = None,
) -> str:
    """The id of a comparison, which can be known before it is made. made_with: engine and measures, if not these."""
    engine, version = made_with or (ENGINE, measures.VERSION)
    return digest_id([a.fingerprint, b.fingerprint, players.text, games, rounds, seed, engine, version])


@dataclass(frozen=True)
class Comparing(Study):
    """A comparison that is to be made, or was."""

    KIND: ClassVar[str] = "comparison"
    RULES: ClassVar[tuple[str, ...]] = ("a", "b")
    CHOICES: ClassVar[Mapping[str, Any]] = {"players": "greedy", "games": "rounds"}
    FIGURES: ClassVar[tuple[str, ...]] = ("results",)

    a: Rules
    b: Rules
    players: str
    games: str
    rounds: int
    seed: int
    title: str = ""

    @property
    def kinds(self) -> Kinds:
        """The players."""
        return kinds(self.players, self.a.players // 2)

    @property
    def id(self) -> str:
        """The id that the comparison has."""
        return comparison_id(self.a, self.b, self.kinds, self.games, self.rounds, self.seed)

    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data."""
        return settings(self.a, self.b, self.kinds, self.games, self.rounds, self.seed)

    @classmethod
    def heading(cls, settings: Mapping[str, Any], rules: list[str]) -> str:
        """Both rules."""
        return " and ".join(rules)

    @classmethod
    def players_of(cls, settings: Mapping[str, Any]) -> str:
        """Who plays, or solves."""
        found = solved.who_plays(str(settings["games"]), str(settings["players"]))
        return found.removeprefix("all ")

    def check(self) -> None:
        """KakeyaError, with the reason, if the rules cannot be paired or anything else is not what it should be."""
        if not isinstance(self.games, str) or self.games not in measures.GAMES:
            raise KakeyaError(f"{shortly(self.games)} cannot be simulated; {did_you_mean(self.games, measures.GAMES)}")
        check_pair(self.a, self.b)
        kinds(self.players, self.a.players // 2)
        _ = self.job
        super().check()

    @property
    def players_think(self) -> bool:
        """Does one of the players?"""
        return thinks(self.kinds.numbers)

    @property
    def unit(self) -> str:
        """Rounds, or matches."""
        return self.games

    @property
    def job(self) -> run.Playable:
        """What is played."""
        return solved.job([self.a, self.b], [self.kinds, self.kinds], self.seed, self.games)

    def result(self, sums: run.Sums) -> Comparison:
        """The comparison that the sums give."""
        return Comparison(self.a, self.b, self.kinds, self.games, self.rounds, self.seed, sums)

    def packed(self, sums: run.Sums) -> run.Sums:
        """Sums without the products of the first rules with themselves."""
        length = len(sums[0]) // 3
        return [sums[0][: 2 * length], sums[1]]

    def unpacked(self, parts: run.Sums) -> run.Sums:
        """The sums that `packed` packed."""
        length = len(parts[0]) // 2
        return [parts[0] + parts[0][length:], parts[1]]

    def empty(self) -> run.Sums:
        """Sums of nothing."""
        return [[0] * (blocks.SUMS * measures.LENGTHS[self.games]) for _ in self.RULES]

    def place(self, row: int, at: int) -> str:
        """`squares of stones under b`."""
        length = measures.LENGTHS[self.games]
        kind = ("", "squares of ", "products with ")[at // length]
        at %= length
        names = [one.id for one in measures.GAMES[self.games] if one.place <= at < one.place + one.width]
        return f"{kind}{names[0] if names else 'what is counted beside'} under {self.RULES[row]}"


def compare(
    a: Rules | str,
    b: Rules | str,
    rounds: int = 100_000,
    players: str | Kinds = "greedy",
    seed: int = 1,
    workers: int | None = None,
    progress: run.Progress | None = None,
    games: str = "rounds",
    cluster: str = "",
) -> Comparison:
    """Play the same first rounds under two rulesets; with games="matches" as many matches; with games="deals" or
    "settlements" solve the deals of first rounds, all hands open, for what is counted or for how the round is settled
    (then `players` only name trumps).

    a, b: rules, or names (then for 4 players). workers: by default one for each core; cluster: the address of a
    Dask scheduler to play on instead; progress: called with the rounds done and all, in place of a line on the
    screen. The figures are the same whoever plays. KakeyaError, with the reason, where the rounds cannot be paired.
    """
    here, there = as_rules(a), as_rules(b)
    check_pair(here, there)
    who = kinds(players, here.players // 2)
    number = run.rounds_number(rounds)
    sums = run.run(solved.job([here, there], [who, who], seed, games), number, workers, progress, cluster=cluster)
    return Comparison(here, there, who, games, number, seed, sums)
