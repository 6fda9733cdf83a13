"""Charts, replays and tables for people. The only floor that imports Altair, and late."""

from kakeya.show.agreement import agreement
from kakeya.show.collation import outside, points
from kakeya.show.compare import distributions, effects, finding, measures, side_by_side, why_not
from kakeya.show.figure import Figure, figure
from kakeya.show.replay import replay
from kakeya.show.variant import readings, supplies, variant
from kakeya.show.witness import alone, flaws, witness

__all__ = [
    "Figure",
    "agreement",
    "alone",
    "distributions",
    "effects",
    "figure",
    "finding",
    "flaws",
    "measures",
    "outside",
    "points",
    "readings",
    "replay",
    "side_by_side",
    "supplies",
    "variant",
    "why_not",
    "witness",
]
