"""Charts, replays and tables for people. The only floor that imports Altair, and late."""

from kakeya.show.figure import Figure, figure

__all__ = ["Figure", "figure"]
