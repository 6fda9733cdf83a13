"""One ruleset, many rounds: what is measured, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.players.kinds import Kinds, kinds
from kakeya.rules.possible import hands
from kakeya.rules.rules import Rules, load
from kakeya.study import measures, run, solved
from kakeya.study.estimate import Estimate, estimate, rounded
from kakeya.study.measures import Measure
from kakeya.texts import library
from kakeya.texts.tables import Frame, Table, frame


@dataclass(frozen=True)
class Simulation:
    """What `simulate` found. games: one of `measures.GAMES`. sums: x and x * x for each place of a vector, whole numbers."""

    rules: Rules
    players: Kinds
    games: str
    number: int
    seed: int
    sums: list[int]

    def measure(self, measure: str | Measure) -> Measure:
        """A measure of these games, by its id; KakeyaError if there is none."""
        if isinstance(measure, Measure):
            return measure
        if not isinstance(measure, str):
            raise KakeyaError(f"{shortly(measure)} is not the id of a measure")
        return measures.find(measure, self.games)

    def sum(self, place: int, power: int = 1) -> int:
        """The sum of a place of the vectors, or of its squares."""
        return self.sums[(power - 1) * measures.LENGTHS[self.games] + place]

    def scale(self, measure: Measure, item: int) -> int:
        """What a sum is divided by beside the number of games; the same in every game under these rules."""
        if measure.per == "lead":
            return self.sum(measures.LEADS) // self.number
        if measure.per == "follower":
            return sum(self.sum(measures.FOLLOWERS + trick) for trick in range(measures.TRICKS)) // self.number
        if measure.per == "trick's follower":
            return self.sum(measures.FOLLOWERS + item) // self.number or 1
        if measure.per == "hand":
            return int(hands(self.rules.values, self.rules.players) ** 3)
        return 1

    def estimates(self, measure: str | Measure) -> list[Estimate]:
        """A measure's value, or one for each item of a distribution."""
        one = self.measure(measure)
        return [
            estimate(
                self.number,
                self.sum(one.place + item),
                self.sum(one.place + item, 2),
                self.scale(one, item),
            )
            for item in range(one.width)
        ]

    def __getitem__(self, measure: str) -> Estimate:
        return self.estimates(measure)[0]

    def as_json(self) -> dict[str, Any]:
        """Plain data: the same bytes for the same simulation."""
        return {
            "rules": recipe(self.rules),
            "fingerprint": self.rules.fingerprint,
            "players": self.players.text,
            "games": self.games,
            "rounds": self.number,
            "seed": self.seed,
            "engine": ENGINE,
            "measures": measures.VERSION,
            "supplied": {id: list(by) for id, by in self.rules.supplied.items()},
            "results": self.rows().rows,
        }

    def rows(self) -> Table:
        """One row for each measure and each item of a distribution."""
        columns = ("measure", "item", "mean", "low", "high", "unit")
        return Table(
            columns,
            (
                {
                    "measure": one.id,
                    "item": one.item(item),
                    "mean": rounded(value.mean),
                    "low": rounded(value.low),
                    "high": rounded(value.high),
                    "unit": one.unit,
                }
                for one in measures.GAMES[self.games]
                for item, value in enumerate(self.estimates(one))
            ),
        )

    def table(self) -> Frame:
        """The rows as a frame where pandas is installed."""
        return frame(self.rows())

    @property
    def caption(self) -> str:
        """What was played, in a line."""
        seats = f"{self.rules.players} players"
        return f"{self.number:,} {self.games}, {seats}, {solved.who_plays(self.games, self.players.text)}, seed {self.seed}"

    def __repr__(self) -> str:
        return f"<Simulation of {self.rules.name}: {self.caption}>"

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


def as_rules(rules: Rules | str, seats: int = 4) -> Rules:
    """Rules, from themselves or by name."""
    return rules if isinstance(rules, Rules) else load(library.asked(rules), seats)


def recipe(rules: Rules) -> dict[str, Any]:
    """How to make rules again from what is shipped: `Rules.recipe`."""
    return rules.recipe


def simulate(
    rules: Rules | str,
    rounds: int = 100_000,
    players: str | Kinds = "greedy",
    seed: int = 1,
    workers: int | None = None,
    progress: run.Progress | None = None,
    games: str = "rounds",
    cluster: str = "",
) -> Simulation:
    """Play many first rounds under one ruleset; with games="matches" as many matches; with games="deals" or
    "settlements" solve the deals of first rounds, all hands open, for what is counted or for how the round is settled
    (then `players` only name trumps).

    workers: by default one for each core; cluster: the address of a Dask scheduler to play on instead; progress:
    called with the rounds done and all, in place of a line on the screen. The same numbers whoever plays.
    """
    here = as_rules(rules)
    who = kinds(players, here.players // 2)
    number = run.rounds_number(rounds)
    sums = run.run(solved.job([here], [who], seed, games), number, workers, progress, cluster=cluster)
    return Simulation(here, who, games, number, seed, sums[0])
