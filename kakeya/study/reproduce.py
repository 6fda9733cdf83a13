"""Playing a published comparison again: equal to the last digit, or which figure is not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from kakeya import ENGINE
from kakeya.errors import Fault, KakeyaError
from kakeya.study import measures, run, store
from kakeya.texts import library

SECONDS = 15.0  # of playing, unless all is asked for


@dataclass(frozen=True)
class Reproduction:
    """What came of it: so many of all blocks were played again, and agree."""

    id: str
    title: str
    agree: int
    blocks: int

    def __str__(self) -> str:
        what = f" ({self.title})" if self.title else ""
        return f"{self.id}{what}: its figures follow from its sums; {self.agree} of {self.blocks} blocks agree"


def releases() -> dict[int, str]:
    """Engine number -> the release to install for it."""
    return {1: "0.1.0"}


def reproduce(id: str, full: bool = False, workers: int | None = None, seconds: float = SECONDS) -> Reproduction:
    """Play a published comparison again, as many blocks as some seconds allow (one at least), or with `full` all.

    KakeyaError, naming the figure, where anything is not equal to the last digit; and, for a result of an older
    engine, naming the release that reproduces it.
    """
    data = store.raw(id)
    path = store.path_of(id)
    made_with = data.get("engine")
    if made_with != ENGINE:
        release = releases().get(made_with if isinstance(made_with, int) else 0)
        hint = f"install kakeya=={release} to reproduce it" if release else "no release of ours has that number"
        raise KakeyaError(
            Fault(f"was made with engine {made_with}, this is {ENGINE}; {hint}", library.shown_path(path))
        )
    published = store.read(id)
    study = published.study
    begun = time.monotonic()
    agree = 0
    for (first, last), stored in zip(study.blocks, published.blocks, strict=True):
        if agree and not full and time.monotonic() - begun > seconds:
            break
        again = run.run(study.job, last - first, workers, None, first)
        if again != stored:
            where = _first_difference(study.games, again, stored)
            raise KakeyaError(
                Fault(
                    f"rounds {first + 1} to {last} give other sums than the file has: {where}", library.shown_path(path)
                )
            )
        agree += 1
    return Reproduction(id, study.title, agree, len(study.blocks))


def _first_difference(games: str, again: run.Sums, stored: run.Sums) -> str:
    length = measures.LENGTHS[games]
    for which, (mine, theirs) in enumerate(zip(again, stored, strict=True)):
        for place, (here, there) in enumerate(zip(mine, theirs, strict=True)):
            if here != there:
                at = place % length
                names = [one.id for one in measures.GAMES[games] if one.place <= at < one.place + one.width]
                what = names[0] if names else "a sum"
                return f"{what} under {'ab'[which]} sums to {here}, not {there}"
    return "their number differs"


def reproduce_all(full: bool = False, workers: int | None = None, seconds: float = 0.0) -> Iterator[Reproduction]:
    """Every published comparison in turn, by default one block of each."""
    for id in store.names():
        yield reproduce(id, full, workers, seconds)
