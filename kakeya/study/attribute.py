"""Which of the differing points accounts for how much of a difference: Shapley values on the same deals.

Going from one ruleset to another, points change one after the other; what a point adds depends on which have
changed before it. Its Shapley value (L. S. Shapley, "A value for n-person games", 1953) is the mean of what it
adds over all orders, so that the values of all points sum to the whole difference. Up to ten blocks of points
all orders are reckoned exactly; above that, a sample of orders drawn from the seed, each with its reverse,
and the error that comes from sampling orders is given beside that which comes from the deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.players.kinds import Kinds, kinds, thinks
from kakeya.rules import possible
from kakeya.rules.rules import Difference, Rules, differences
from kakeya.study import blocks, measures, run
from kakeya.study.compare import check_pair
from kakeya.study.estimate import Estimate, estimate, rounded
from kakeya.study.measures import Measure
from kakeya.study.simulate import Simulation, as_rules, recipe
from kakeya.study.study import Study, identity
from kakeya.table import random, state
from kakeya.table.state import MOST_SIDES
from kakeya.texts.tables import Frame, Table, frame
from kakeya.texts.values import shown

MOST_EXACT = 10  # blocks of points
ORDERS = 24  # sampled orders, each with its reverse
_ORDER_PURPOSE = 64  # of the stream that orders are drawn from
Block = tuple[Difference, ...]
Coalition = frozenset[int]  # the numbers of the blocks that have their answers from b


def _moves(measure: Measure, one: Difference, thinking: bool) -> bool:
    """Can a point touch a measure of first rounds? Players that think weigh what they would be paid."""
    if one.point.id in ("goal", "pictures") or (thinking and one.point.touches == "settle"):
        return True
    if one.point.touches != "settle":
        return one.point.touches == "play"
    return measure.settled == "stones" or (measure.settled == "winner" and not one.point.id.startswith("settle."))


def inert(one: Difference, a: Rules, b: Rules, who: Kinds) -> bool:
    """Can a point not matter with these players? Nobody changes trumps; or all sides play alike, whoever deals."""
    habits = who.numbers[MOST_SIDES:]
    if one.point.id in ("trump.when", "trump.change-first"):
        return not any(habits) and "dealers-choose" not in (a["trump.first"], b["trump.first"])
    return one.point.id == "dealers.first" and "," not in who.text


def _blocks(a: Rules, points: Sequence[Difference]) -> list[Block]:
    """Points that may change one by one; those that are possible only together are one block."""
    parts: list[list[Difference]] = [[one] for one in points]
    while True:
        clash = _clash(a, parts)
        if clash is None:
            return [tuple(part) for part in parts]
        merged = [one for part in parts if any(one.point.id in clash for one in part) for one in part]
        if len(merged) == len(next((part for part in parts if merged[0] in part), [])):
            merged = list(points)  # not mended by putting together the points that clash
        parts = [part for part in parts if part[0] not in merged] + [merged]
        parts.sort(key=lambda part: points.index(part[0]))


def _clash(a: Rules, parts: list[list[Difference]]) -> set[str] | None:
    values = a.values
    for size in range(1, min(len(parts), 3) + 1):
        for chosen in combinations(parts, size):
            changed = {**values, **{one.point.id: one.b.value for part in chosen for one in part}}
            for points, _ in possible.problems(changed, a.players):
                return set(points)
    return None


def _permutations(number: int, seed: int) -> Iterator[list[int]]:
    """Orders of the blocks drawn from the seed, each followed by its reverse."""
    stream = [0] * random.STREAM
    random.open_stream(stream, *random.halves(seed), _ORDER_PURPOSE, 0, 0)
    for _ in range(ORDERS):
        order = list(range(number))
        for place in range(number - 1, 0, -1):
            other = random.below(stream, place + 1)
            order[place], order[other] = order[other], order[place]
        yield order
        yield order[::-1]


Weights = dict[Coalition, int]


def _add(weights: Weights, coalition: Coalition, weight: int) -> None:
    weights[coalition] = weights.get(coalition, 0) + weight


@dataclass(frozen=True)
class _Scheme:
    """Which coalitions are played, and how their values combine: each row of weights divided by `divisor`."""

    shapley: list[Weights]
    divisor: int
    orders: list[list[Weights]]  # by pair of orders: what each block adds in them; empty where all are reckoned


def _exact(number: int) -> _Scheme:
    divisor = number * math.lcm(*(math.comb(number - 1, size) for size in range(number)))
    rows = []
    for block in range(number):
        weights: Weights = {}
        others = [other for other in range(number) if other != block]
        for size in range(number):
            weight = divisor // (number * math.comb(number - 1, size))
            for chosen in combinations(others, size):
                _add(weights, frozenset((*chosen, block)), weight)
                _add(weights, frozenset(chosen), -weight)
        rows.append(weights)
    return _Scheme(rows, divisor, [])


def _sampled(number: int, seed: int) -> _Scheme:
    rows: list[Weights] = [{} for _ in range(number)]
    pairs: list[list[Weights]] = []
    for count, order in enumerate(_permutations(number, seed)):
        if count % 2 == 0:
            pairs.append([{} for _ in range(number)])
        before: Coalition = frozenset()
        for block in order:
            after = before | {block}
            for weights in (rows[block], pairs[-1][block]):
                _add(weights, after, 1)
                _add(weights, before, -1)
            before = after
    return _Scheme(rows, 2 * ORDERS, pairs)


@dataclass(frozen=True)
class Share:
    """What one block of points contributes.

    value: its Shapley value. alone: the effect of changing it alone in a. order_error: the standard error that
    comes from sampling orders (0 where all are reckoned).
    """

    block: Block
    value: Estimate
    alone: Estimate
    order_error: float

    @property
    def id(self) -> str:
        """The ids of its points, joined."""
        return " + ".join(one.point.id for one in self.block)

    @property
    def supplied(self) -> bool:
        """Is one of the two answers supplied rather than a text's own?"""
        return any(one.a.is_supplied or one.b.is_supplied for one in self.block)


@dataclass(frozen=True)
class Attribution:
    """What `attribute` found: `shares` sum to `whole`, the difference of the measure between a and b.

    start: the measure under a.
    interactions: for pairs of blocks, how far both together exceed each alone (in a); given where all orders are
    reckoned exactly. left_out: points that differ but cannot touch the measure with these players, or are
    supplied on both sides.
    """

    a: Rules
    b: Rules
    measure: Measure
    players: Kinds
    rounds: int
    seed: int
    start: float
    shares: list[Share]
    whole: Estimate
    interactions: list[tuple[Share, Share, Estimate]]
    left_out: list[Difference]
    exact: bool

    @property
    def study(self) -> Attributing:
        """What determines the figures."""
        return Attributing(self.a, self.b, self.measure.id, self.players.text, self.rounds, self.seed)

    @property
    def id(self) -> str:
        """`kkt-` and ten hex digits of all that determines the figures."""
        return self.study.id

    def rows(self) -> Table:
        """One row for each block of points, in the order of the catalogue."""
        columns = (
            "points", "a", "b", "contribution", "low", "high", "order_error", "alone", "alone_low", "alone_high",
            "supplied", "unit",
        )  # fmt: skip
        return Table(
            columns,
            (
                {
                    "points": share.id,
                    "a": ", ".join(shown(one.a.value) for one in share.block),
                    "b": ", ".join(shown(one.b.value) for one in share.block),
                    "contribution": rounded(share.value.mean),
                    "low": rounded(share.value.low),
                    "high": rounded(share.value.high),
                    "order_error": rounded(share.order_error),
                    "alone": rounded(share.alone.mean),
                    "alone_low": rounded(share.alone.low),
                    "alone_high": rounded(share.alone.high),
                    "supplied": share.supplied,
                    "unit": self.measure.unit,
                }
                for share in self.shares
            ),
        )

    def table(self) -> Frame:
        """The rows as a frame where pandas is installed."""
        return frame(self.rows())

    @property
    def caption(self) -> str:
        """What was played, in a line."""
        orders = "all orders" if self.exact else f"{2 * ORDERS} orders"
        seats = f"{self.a.players} players"
        return f"{self.rounds:,} rounds, {seats}, all {self.players.text}, seed {self.seed}, {orders} of the points · {self.id}"

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same attribution."""
        return {
            "kind": Attributing.KIND,
            "id": self.id,
            **self.study.settings(),
            "exact": self.exact,
            "start": rounded(self.start),
            "whole": [rounded(self.whole.mean), rounded(self.whole.low), rounded(self.whole.high)],
            "shares": self.rows().rows,
            "left_out": [one.point.id for one in self.left_out],
        }

    def __repr__(self) -> str:
        return f"<Attribution of {self.measure.id}, {self.a.name} to {self.b.name}: {len(self.shares)} blocks>"

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


@dataclass(frozen=True)
class _Job:
    """What is played: rules for each coalition, and the weights of their combinations."""

    vectors: list[list[int]]
    plays: list[int]
    kinds: list[int]
    seed: int
    weights: list[list[int]]
    place: int

    @property
    def piece(self) -> int:
        """How many matches a worker plays at a time: some tenths of a second."""
        return max(1, 2 * run.rounds_at_a_time(self.kinds) // len(self.vectors))

    def empty(self) -> run.Sums:
        """Sums of nothing."""
        return [[0] * len(self.vectors), [0] * len(self.weights), [0] * len(self.weights)]

    def block(self, first: int, last: int) -> run.Sums:
        """The sums over matches `first` to before `last`."""
        sums = self.empty()
        run.code(blocks.coalition_block, self.kinds)(
            self.vectors,
            self.plays,
            self.kinds,
            state.new(),
            [0] * random.STREAM,
            [*random.halves(self.seed), 0],
            [0] * measures.LENGTH,
            [0] * len(self.vectors),
            self.weights,
            sums,
            len(self.vectors),
            len(self.weights),
            self.place,
            first,
            last,
        )
        return sums


def attribute(
    a: Rules | str,
    b: Rules | str,
    measure: str = "stones",
    rounds: int = 10_000,
    players: str | Kinds = "greedy",
    seed: int = 1,
    workers: int | None = None,
    progress: run.Progress | None = None,
    cluster: str = "",
) -> Attribution:
    """How much each point at which a and b differ contributes to the difference of a measure of first rounds.

    `measure` is the id of a measure of one number. Points that cannot touch it drop out, and so do points that
    are supplied on both sides. KakeyaError where the rules cannot be paired or the measure is a distribution.
    """
    here, there = as_rules(a), as_rules(b)
    who = kinds(players, here.players // 2)
    study = Attributing(here, there, measure, who.text, run.rounds_number(rounds), seed)
    study.check()
    return study.result(run.run(study.job, study.rounds, workers, progress, cluster=cluster))


@dataclass(frozen=True)
class _Laid:
    """How a difference is laid out: its blocks of points, and which coalitions of them are combined how.

    rows: weights with what they are divided by; first the shares, then each block alone, the whole, and all pairs.
    """

    parts: list[Block]
    left_out: list[Difference]
    exact: bool
    scheme: _Scheme
    pairs: list[tuple[int, int]]
    rows: list[tuple[Weights, int]]
    coalitions: list[Coalition]


NOBODY: Coalition = frozenset()


@dataclass(frozen=True)
class Attributing(Study):
    """An attribution that is to be made, or was."""

    KIND: ClassVar[str] = "attribution"
    RULES: ClassVar[tuple[str, ...]] = ("a", "b")
    CHOICES: ClassVar[Mapping[str, Any]] = {"measure": "stones", "players": "greedy"}
    FIGURES: ClassVar[tuple[str, ...]] = ("start", "whole", "shares")
    ROUNDS: ClassVar[int] = 10_000

    a: Rules
    b: Rules
    measure: str
    players: str
    rounds: int
    seed: int
    title: str = ""

    @property
    def kinds(self) -> Kinds:
        """The players."""
        return kinds(self.players, self.a.players // 2)

    @property
    def chosen(self) -> Measure:
        """The measure."""
        return measures.find(self.measure)

    @property
    def id(self) -> str:
        """The id that the attribution has. Which points are shared out, and over which orders, is a part of it."""
        laid = self.laid
        return identity(
            self.KIND,
            self.a.fingerprint,
            self.b.fingerprint,
            self.measure,
            self.kinds.text,
            self.rounds,
            self.seed,
            [[one.point.id for one in block] for block in laid.parts],
            "all" if laid.exact else 2 * ORDERS,
        )

    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data."""
        return {
            "a": recipe(self.a),
            "b": recipe(self.b),
            "names": [self.a.name, self.b.name],
            "fingerprints": [self.a.fingerprint, self.b.fingerprint],
            "measure": self.measure,
            "players": self.kinds.text,
            "rounds": self.rounds,
            "seed": self.seed,
            "engine": ENGINE,
            "measures": measures.VERSION,
        }

    @classmethod
    def heading(cls, settings: Mapping[str, Any], rules: list[str]) -> str:
        """The measure, and both rules."""
        return f"what each point adds to {settings['measure']} from {rules[0]} to {rules[1]}"

    def check(self) -> None:
        """KakeyaError, with the reason, if the rules cannot be paired or the measure is a distribution."""
        check_pair(self.a, self.b)
        if not isinstance(self.measure, str):
            raise KakeyaError(f"{shortly(self.measure)} is not the id of a measure")
        if self.chosen.width > 1:
            what = "is a distribution; attribute a measure of one number, such as `stones`"
            raise KakeyaError(f"`{self.measure}` {what}")
        kinds(self.players, self.a.players // 2)
        super().check()

    @property
    def players_think(self) -> bool:
        """Does one of the players?"""
        return thinks(self.kinds.numbers)

    @cached_property
    def laid(self) -> _Laid:
        """How the difference is laid out."""
        here, there, who = self.a, self.b, self.kinds
        every = [one for one in differences(here, there) if one.point.counts_for(here.players)]
        moving = [
            one
            for one in every
            if _moves(self.chosen, one, self.players_think)
            and not one.both_supplied
            and not inert(one, here, there, who)
        ]
        parts = _blocks(here, moving) if moving else []
        exact = len(parts) <= MOST_EXACT
        scheme = _Scheme([], 1, []) if not parts else _exact(len(parts)) if exact else _sampled(len(parts), self.seed)
        whole: Weights = {}
        _add(whole, frozenset(range(len(parts))), 1)
        _add(whole, NOBODY, -1)
        rows: list[tuple[Weights, int]] = [(weights, scheme.divisor) for weights in scheme.shapley]
        rows += [({frozenset({block}): 1, NOBODY: -1}, 1) for block in range(len(parts))]
        rows.append((whole, 1))
        pairs = list(combinations(range(len(parts)), 2)) if exact else []
        for one, other in pairs:
            weights = {frozenset({one, other}): 1, frozenset({one}): -1, frozenset({other}): -1, NOBODY: 1}
            rows.append((weights, 1))
        coalitions = _in_order({coalition for weights, _ in rows for coalition in weights}, parts)
        left_out = [one for one in every if one not in moving]
        return _Laid(parts, left_out, exact, scheme, pairs, rows, coalitions)

    @cached_property
    def job(self) -> _Job:
        """What is played."""
        laid = self.laid
        index = {coalition: place for place, coalition in enumerate(laid.coalitions)}
        vectors = []
        for coalition in laid.coalitions:
            rules = self.a.edit({one.point.id: one.b.value for block in coalition for one in laid.parts[block]})
            run.check_worth(rules)
            vectors.append(rules.vector)
        random.halves(self.seed)
        played = [_play_part(coalition, laid.parts) for coalition in laid.coalitions]
        plays = [
            int(self.players_think or place == 0 or part != played[place - 1]) for place, part in enumerate(played)
        ]
        weights = [[0] * len(laid.coalitions) for _ in laid.rows]
        for row, (wanted, _) in zip(weights, laid.rows, strict=True):
            for coalition, weight in wanted.items():
                row[index[coalition]] = weight
        return _Job(vectors, plays, self.kinds.buffer, self.seed, weights, self.chosen.place)

    def empty(self) -> run.Sums:
        """Sums of nothing."""
        return [[0] * len(self.laid.coalitions), [0] * len(self.laid.rows), [0] * len(self.laid.rows)]

    def place(self, row: int, at: int) -> str:
        """`stones with b's answers at rensho.follow`."""
        laid = self.laid
        if row == 0:
            ids = [one.point.id for block in sorted(laid.coalitions[at]) for one in laid.parts[block]]
            return f"{self.measure} with b's answers at {', '.join(ids) or 'no point'}"
        number = len(laid.parts)
        names = [" + ".join(one.point.id for one in block) for block in laid.parts]
        what = [f"the share of {name}" for name in names] + [f"{name} alone" for name in names] + ["the whole"]
        what += [f"{names[one]} with {names[other]}" for one, other in laid.pairs]
        return f"{'' if row == 1 else 'squares of '}{what[at]} in {self.measure}" if number else "nothing"

    def result(self, sums: run.Sums) -> Attribution:
        """The attribution that the sums give."""
        laid, number = self.laid, self.rounds
        per = _scale(self.a, self.chosen, self.kinds, self.seed)
        found = [
            estimate(number, total, squares, divisor * per)
            for total, squares, (_, divisor) in zip(sums[1], sums[2], laid.rows, strict=True)
        ]
        means = {coalition: total / (number * per) for coalition, total in zip(laid.coalitions, sums[0], strict=True)}
        many = len(laid.parts)
        shares = [
            Share(block, found[place], found[many + place], _order_error(laid.scheme, place, means))
            for place, block in enumerate(laid.parts)
        ]
        both = [
            (shares[one], shares[other], found[2 * many + 1 + place]) for place, (one, other) in enumerate(laid.pairs)
        ]
        return Attribution(
            self.a,
            self.b,
            self.chosen,
            self.kinds,
            number,
            self.seed,
            means[NOBODY],
            shares,
            found[2 * many],
            both,
            laid.left_out,
            laid.exact,
        )


def _play_part(coalition: Coalition, parts: list[Block]) -> Coalition:
    """The blocks of a coalition that change the play; the others are settled anew on the same play."""
    return frozenset(block for block in coalition if any(_plays(one) for one in parts[block]))


def _plays(one: Difference) -> bool:
    return one.point.touches == "play" or one.point.id in ("goal", "pictures")


def _in_order(found: set[Coalition], parts: list[Block]) -> list[Coalition]:
    """Coalitions that are played alike side by side."""
    return sorted(found, key=lambda one: (sorted(_play_part(one, parts)), sorted(one)))


def _order_error(scheme: _Scheme, block: int, means: dict[Coalition, float]) -> float:
    """The standard error of a Shapley value that comes from sampling pairs of orders."""
    if not scheme.orders:
        return 0.0
    found = [sum(means[one] * weight for one, weight in pair[block].items()) / 2 for pair in scheme.orders]
    mean = sum(found) / len(found)
    return math.sqrt(sum((one - mean) ** 2 for one in found) / (len(found) * (len(found) - 1)))


def _scale(rules: Rules, measure: Measure, who: Kinds, seed: int) -> int:
    """What a sum of the measure is divided by beside the rounds, the same in every round."""
    if measure.per == "round":
        return 1
    one = run.run(run.job([rules], [who], seed), 1, 1)
    return Simulation(rules, who, "rounds", 1, seed, one[0]).scale(measure, 0)
