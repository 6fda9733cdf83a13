"""Playing a study again: equal to the last digit, or which figure is not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kakeya import ENGINE
from kakeya.errors import KakeyaError, shortly
from kakeya.progress import Progress
from kakeya.study import measures, run, store, token
from kakeya.study.study import Study
from kakeya.texts import library

SECONDS = 15.0  # of playing, unless all is asked for
# The numbers of engine and measures -> the release to install for results that were made with them.
RELEASES = {(1, 1): "0.1.0"}


@dataclass(frozen=True)
class Reproduction:
    """What came of it: so many of all blocks were played again, and agree to the last digit."""

    id: str
    title: str
    agree: int
    blocks: int

    def __str__(self) -> str:
        what = f" ({self.title})" if self.title else ""
        return f"{self.id}{what}: {self.agree} of {self.blocks} blocks agree"


def reproduce(
    id: str,
    full: bool = False,
    workers: int | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    cluster: str = "",
) -> Reproduction:
    """Play a comparison or another study again: a published one by its id, one's own by its file or its token.

    Of a file, first its figures are reckoned anew from its raw sums, then as many blocks are played again as some
    seconds allow (one at least), or with `full` all. A token has no blocks: all is played. KakeyaError, naming the
    figure, where anything is not equal to the last digit; and, for a result of another engine, naming the release
    that reproduces it.
    """
    id = library.asked(id)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise KakeyaError(f"{shortly(seconds)} is not a number of seconds")
    if token.is_one(id):
        return _by_token(token.read(id), workers, progress, cluster)
    path = store.path_of(id)
    data = store.raw(path)
    if wrong := _of_another_engine(data.get("engine"), data.get("measures")):
        raise store.fault(path, wrong)
    published = store.read(path)
    study = published.study
    stored = dict(zip(study.blocks, published.blocks, strict=True))
    many = len(stored) if full else 1
    agree = 0
    begun = time.monotonic()
    while agree < len(stored) and (full or not agree or time.monotonic() - begun < seconds):
        wanted = study.blocks[agree : agree + many]
        if len(wanted) == 1 and not cluster:
            first, last = wanted[0]
            played = [(first, last, run.run(study.job, last - first, workers, _quiet, first))]
        else:
            played = list(run.played(study.job, wanted, workers, cluster))
        for first, last, again in sorted(played, key=lambda one: one[0]):
            if again != stored[first, last]:
                where = _first_difference(study, again, stored[first, last])
                raise store.fault(path, f"{study.unit} {first + 1} to {last} give other sums than the file: {where}")
            agree += 1
        if progress:
            progress(agree, len(stored))
    return Reproduction(study.id, study.title, agree, len(stored))


def _quiet(done: int, total: int) -> None:
    pass


def _of_another_engine(engine: object, version: object) -> str:
    """What to say of a result that this engine, or these measures, cannot reproduce; nothing where they can."""
    if (engine, version) == (ENGINE, measures.VERSION):
        return ""
    known = type(engine) is int and type(version) is int  # anything else may not even be hashable
    release = RELEASES.get((engine, version)) if known else None  # type: ignore[arg-type]
    hint = f"to reproduce it: pip install kakeya=={release}" if release else "no release known here has these"
    return f"was made with engine {shortly(engine)}, measures {shortly(version)}; this is {ENGINE}, {measures.VERSION}; {hint}"


def _by_token(one: token.Token, workers: int | None, progress: Progress | None, cluster: str) -> Reproduction:
    if wrong := _of_another_engine(*one.made_with):
        raise KakeyaError(f"{one.id} {wrong}")
    study = one.study()
    if study.id != one.id:
        raise KakeyaError(
            f"the part after the full stop names another comparison, {study.id}: "
            "it was edited, or the rulesets have changed since"
        )
    sums = run.run(study.job, study.rounds, workers, progress, cluster=cluster)
    if token.digest(sums) != one.digest:
        raise KakeyaError(f"{study.id}: the sums are not those that the token was made from")
    return Reproduction(study.id, "by its token", 1, 1)


def _first_difference(study: Study, again: run.Sums, stored: run.Sums) -> str:
    for row, (mine, theirs) in enumerate(zip(again, stored, strict=True)):
        for at, (here, there) in enumerate(zip(mine, theirs, strict=True)):
            if here != there:
                return f"{study.place(row, at)} sums to {here}, not {there}"
    return "their number differs"


def reproduce_all(
    full: bool = False, workers: int | None = None, seconds: float = 0.0, folder: Path | None = None
) -> Iterator[Reproduction]:
    """All that is published in turn, by default one block of each."""
    if folder is not None:
        for path in sorted(folder.glob("kkt-*.json")):
            yield reproduce(str(path), full, workers, seconds)
        return
    for id in store.names():
        yield reproduce(id, full, workers, seconds)
