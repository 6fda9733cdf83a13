"""Charts, replays and tables for people. The only floor that imports Altair, and late."""

from kakeya.show.agreement import agreement
from kakeya.show.collation import outside, points
from kakeya.show.compare import distributions, effects, finding, measures, pairing, side_by_side, told
from kakeya.show.figure import Figure, figure
from kakeya.show.replay import replay
from kakeya.show.variant import differences, readings, supplies, variant
from kakeya.show.witness import alone, flaws, witness

__all__ = [
    "Figure",
    "agreement",
    "alone",
    "differences",
    "distributions",
    "effects",
    "figure",
    "finding",
    "flaws",
    "measures",
    "outside",
    "pairing",
    "points",
    "readings",
    "replay",
    "side_by_side",
    "supplies",
    "told",
    "variant",
    "witness",
]
