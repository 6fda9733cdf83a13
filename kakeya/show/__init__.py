"""Charts, replays and tables for people. The only floor that imports Altair, and late."""

from kakeya.show.agreement import agreement
from kakeya.show.causes import course, one_at_a_time, skill, spread, waterfall
from kakeya.show.citing import citations, cite_edition
from kakeya.show.collation import outside, point, points
from kakeya.show.company import in_both_companies
from kakeya.show.compare import distributions, effects, finding, measures, pairing, side_by_side, told
from kakeya.show.distance import columns, distance, every_reading, how_many_readings, mends, questions
from kakeya.show.downloads import downloads
from kakeya.show.evidence import evidence, verdict
from kakeya.show.figure import Figure, figure
from kakeya.show.glossary import glossary
from kakeya.show.judging import judged, turning_points
from kakeya.show.map import kilometres, map
from kakeya.show.parting import parting_table, where_they_part
from kakeya.show.perfect import open_hands, stands_for, worth
from kakeya.show.players import ladder, players_disagree, whoever_plays
from kakeya.show.published import alone as published_alone
from kakeya.show.published import attribution as published_attribution
from kakeya.show.published import judgement as published_judgement
from kakeya.show.published import order as published_order
from kakeya.show.published import published
from kakeya.show.replay import replay
from kakeya.show.situation import situation
from kakeya.show.stemma import fingerprints, losses, stemma
from kakeya.show.steps import alike, steps
from kakeya.show.timeline import timeline
from kakeya.show.variant import differences, readings, supplies, variant
from kakeya.show.witness import alone, flaws, witness

__all__ = [
    "Figure",
    "agreement",
    "alike",
    "alone",
    "citations",
    "cite_edition",
    "columns",
    "course",
    "differences",
    "distance",
    "distributions",
    "downloads",
    "effects",
    "every_reading",
    "evidence",
    "figure",
    "finding",
    "fingerprints",
    "flaws",
    "glossary",
    "how_many_readings",
    "in_both_companies",
    "judged",
    "kilometres",
    "ladder",
    "losses",
    "map",
    "measures",
    "mends",
    "one_at_a_time",
    "open_hands",
    "outside",
    "pairing",
    "parting_table",
    "players_disagree",
    "point",
    "points",
    "published",
    "published_alone",
    "published_attribution",
    "published_judgement",
    "published_order",
    "questions",
    "readings",
    "replay",
    "side_by_side",
    "situation",
    "skill",
    "spread",
    "stands_for",
    "stemma",
    "steps",
    "supplies",
    "timeline",
    "told",
    "turning_points",
    "variant",
    "verdict",
    "waterfall",
    "where_they_part",
    "whoever_plays",
    "witness",
    "worth",
]
