"""Charts, replays and tables for people. The only floor that imports Altair, and late."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

_PUBLIC = {
    "Figure": "kakeya.show.figure",
    "figure": "kakeya.show.figure",
    "agreement": "kakeya.show.agreement",
    "points": "kakeya.show.collation",
    "outside": "kakeya.show.collation",
    "distributions": "kakeya.show.compare",
    "side_by_side": "kakeya.show.compare",
    "effects": "kakeya.show.compare",
    "finding": "kakeya.show.compare",
    "why_not": "kakeya.show.compare",
    "measures": "kakeya.show.compare",
    "replay": "kakeya.show.replay",
    "hands": "kakeya.show.replay",
    "variant": "kakeya.show.variant",
    "readings": "kakeya.show.variant",
    "witness": "kakeya.show.witness",
    "alone": "kakeya.show.witness",
    "flaws": "kakeya.show.witness",
}

if TYPE_CHECKING:
    from kakeya.show.agreement import agreement as agreement
    from kakeya.show.collation import outside as outside
    from kakeya.show.collation import points as points
    from kakeya.show.compare import distributions as distributions
    from kakeya.show.compare import effects as effects
    from kakeya.show.compare import finding as finding
    from kakeya.show.compare import measures as measures
    from kakeya.show.compare import side_by_side as side_by_side
    from kakeya.show.compare import why_not as why_not
    from kakeya.show.figure import Figure as Figure
    from kakeya.show.figure import figure as figure
    from kakeya.show.replay import hands as hands
    from kakeya.show.replay import replay as replay
    from kakeya.show.variant import readings as readings
    from kakeya.show.variant import variant as variant
    from kakeya.show.witness import alone as alone
    from kakeya.show.witness import flaws as flaws
    from kakeya.show.witness import witness as witness

__all__ = list(_PUBLIC)
