"""Many rounds on all cores: the same sums whatever the number of workers, and stopped by Ctrl-C at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Protocol

from kakeya import compiled
from kakeya.errors import KakeyaError, did_you_mean
from kakeya.players.kinds import Kinds
from kakeya.rules.rules import Rules
from kakeya.study import blocks, measures
from kakeya.table import random, state

Sums = list[list[int]]  # for each rules, the sums of blocks.play_block
Progress = Callable[[int, int], None]  # rounds done, rounds in all
MOST_ROUNDS = 1 << 40


@dataclass(frozen=True)
class Job:
    """What is played under each of several rules, on the same deals: the first rounds of matches, or matches."""

    games: str  # rounds or matches
    vectors: tuple[tuple[int, ...], ...]
    kinds: tuple[tuple[int, ...], ...]
    seed: int

    @property
    def piece(self) -> int:
        """How many matches a worker plays at a time: some tenths of a second."""
        speed = 20_000 if compiled.available() else 400
        return max(1, speed // (len(self.vectors) * (1 if self.games == "rounds" else 20)))

    def empty(self) -> Sums:
        """Sums of nothing."""
        return [[0] * (blocks.SUMS * measures.LENGTHS[self.games]) for _ in self.vectors]

    def block(self, first: int, last: int) -> Sums:
        """The sums over matches `first` to before `last`."""
        many = len(self.vectors)
        sums = self.empty()
        compiled.fast(blocks.play_block if self.games == "rounds" else blocks.match_block)(
            [list(vector) for vector in self.vectors],
            [list(kinds) for kinds in self.kinds],
            state.new(),
            [0] * random.STREAM,
            [*random.halves(self.seed), 0],
            [[0] * measures.LENGTHS[self.games] for _ in range(many)],
            sums,
            many,
            first,
            last,
        )
        return sums


def job(rules: list[Rules], kinds: list[Kinds], seed: int, games: str = "rounds") -> Job:
    """A job from rules and players; KakeyaError if the seed is none, or `games` neither rounds nor matches."""
    random.halves(seed)
    if games not in measures.GAMES:
        raise KakeyaError(f"{games!r} cannot be simulated; {did_you_mean(games, measures.GAMES)}")
    return Job(games, tuple(tuple(one.vector) for one in rules), tuple(one.numbers for one in kinds), seed)


def rounds_number(rounds: object) -> int:
    """A number of rounds; KakeyaError if it is none."""
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise KakeyaError(f"{rounds!r} is not a number of rounds; write a whole number, 1 or more")
    return rounds


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_number(workers: int | None) -> int:
    """How many workers to use: as asked for, or one for each core; KakeyaError if it is no number."""
    if workers is None:
        return cores()
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 4096:
        raise KakeyaError(f"{workers!r} is not a number of workers; write a whole number, 1 or more")
    return workers


def add(into: Sums, sums: Sums) -> None:
    """Add one block's sums to others."""
    for mine, theirs in zip(into, sums, strict=True):
        for place, value in enumerate(theirs):
            mine[place] += value


class Playable(Protocol):
    """What `run` plays: it gives whole sums for any block of matches."""

    @property
    def piece(self) -> int:
        """How many matches a worker plays at a time."""
        ...

    def empty(self) -> Sums:
        """Sums of nothing."""
        ...

    def block(self, first: int, last: int) -> Sums:
        """The sums over matches `first` to before `last`."""
        ...


def run(
    job: Playable, rounds: int, workers: int | None = None, progress: Progress | None = None, first: int = 0
) -> Sums:
    """The sums over `rounds` rounds from match `first` on."""
    total = job.empty()
    done = 0
    for size, sums in _blocks(job, first, first + rounds, workers_number(workers)):
        add(total, sums)
        done += size
        if progress:
            progress(done, rounds)
    return total


def _pieces(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    while first < last:
        yield first, min(first + size, last)
        first += size


def _blocks(job: Playable, first: int, last: int, workers: int) -> Iterator[tuple[int, Sums]]:
    """The sums of each piece, with its number of rounds, in the order they are done."""
    if compiled.available():
        job.block(0, 0)  # compile or load before the workers begin
    size = max(1, min(job.piece, (last - first) // (4 * workers) + 1))
    pieces = _pieces(first, last, size)
    if workers == 1:
        for start, stop in pieces:
            yield stop - start, job.block(start, stop)
        return
    executor: Executor
    if compiled.available():
        executor = ThreadPoolExecutor(workers)  # compiled code lets other threads run
    elif last - first <= size * workers:
        yield last - first, job.block(first, last)
        return
    else:
        import multiprocessing

        executor = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    waiting: dict[Future[Sums], int] = {}
    try:
        for start, stop in pieces:
            waiting[executor.submit(job.block, start, stop)] = stop - start
            if len(waiting) >= 3 * workers:
                yield from _ready(waiting)
        while waiting:
            yield from _ready(waiting)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _ready(waiting: dict[Future[Sums], int]) -> Iterator[tuple[int, Sums]]:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        yield waiting.pop(future), future.result()


__all__ = ["Job", "Progress", "Sums", "add", "cores", "job", "rounds_number", "run", "workers_number"]
