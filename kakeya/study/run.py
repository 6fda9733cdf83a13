"""Many rounds on all cores: the same sums whatever the number of workers, and stopped by Ctrl-C at once."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from kakeya import compiled
from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.players import thinking
from kakeya.players.kinds import Kinds, thinks
from kakeya.progress import Progress, reporting
from kakeya.rules.rules import Rules
from kakeya.study import blocks, measures
from kakeya.table import random, state
from kakeya.texts.values import NOTHING

F = TypeVar("F", bound=Callable[..., Any])
Sums = list[list[int]]  # for each rules, the sums of blocks.play_block
Bounds = tuple[int, int]  # the first match of a piece, and the last (exclusive)
MOST_ROUNDS = 1 << 40
MOST_WORKERS = 4096
_ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}/?|inproc://\S+")
ANSWER_WITHIN = 10  # seconds, for the scheduler of a cluster


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
        return max(1, rounds_at_a_time(*self.kinds) // (len(self.vectors) * (1 if self.games == "rounds" else 20)))

    def empty(self) -> Sums:
        """Sums of nothing."""
        return [[0] * (blocks.SUMS * measures.LENGTHS[self.games]) for _ in self.vectors]

    def block(self, first: int, last: int) -> Sums:
        """The sums over matches `first` to before `last`."""
        many = len(self.vectors)
        sums = self.empty()
        code(blocks.play_block if self.games == "rounds" else blocks.match_block, *self.kinds)(
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


def code(block: F, *kinds: Iterable[int]) -> F:
    """A block compiled, or as it is where a player thinks: then a round is Python, and only thoughts are compiled."""
    if any(map(thinks, kinds)):
        thinking.ready()
        return block
    return compiled.fast(block)


def rounds_at_a_time(*kinds: Iterable[int]) -> int:
    """How many rounds such players play in some tenths of a second."""
    if any(map(thinks, kinds)):
        return 16 if compiled.available() else 2
    return 20_000 if compiled.available() else 400


def job(rules: list[Rules], kinds: list[Kinds], seed: int, games: str = "rounds") -> Job:
    """A job from rules and players; KakeyaError if the seed is none, or `games` neither rounds nor matches."""
    random.halves(seed)
    if not isinstance(games, str) or games not in measures.GAMES or games in measures.SOLVED:
        raise KakeyaError(f"{shortly(games)} cannot be simulated; {did_you_mean(games, measures.GAMES)}")
    for one in rules:
        check_worth(one)
    return Job(games, tuple(tuple(one.vector) for one in rules), tuple(one.numbers for one in kinds), seed)


def check_worth(rules: Rules) -> None:
    """KakeyaError if a round can be worth more stones than are summed exactly in 64 bits."""
    table = max(stones for _, stones in rules["settle.pictures"])
    pays = [rules["settle.aces.none"], rules["settle.aces.otherwise"]]
    if rules["settle.aces.some"] != NOTHING:
        pays.append(rules["settle.aces.some"]["pays"])
    aces = max((pay for pay in pays if pay != NOTHING), default=0)
    most = {"add": table + aces, "multiply": table * max(aces, 1)}.get(rules["settle.combine"], max(table, aces))
    most *= 2 if rules["settle.per"] == "player" else 1
    if most > measures.MOST_WORTH:
        raise KakeyaError(
            f"a round of {rules.name} can be worth {most:,} stones; up to {measures.MOST_WORTH:,} are summed exactly"
        )


def rounds_number(rounds: object) -> int:
    """A number of rounds; KakeyaError if it is none."""
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 2 <= rounds <= MOST_ROUNDS:
        most = f", up to {MOST_ROUNDS:,}" if isinstance(rounds, int) and rounds > MOST_ROUNDS else ""
        raise KakeyaError(f"{shortly(rounds)} is not a number of rounds; write a whole number, 2 or more{most}")
    return rounds


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "emscripten":  # a browser starts no workers
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_number(workers: int | None) -> int:
    """How many workers to use: as asked for, or one for each core; KakeyaError if it is no number."""
    if workers is None:
        return cores()
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        most = f", up to {MOST_WORKERS}" if isinstance(workers, int) and workers > MOST_WORKERS else ""
        raise KakeyaError(f"{shortly(workers)} is not a number of workers; write a whole number, 1 or more{most}")
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
    job: Playable,
    rounds: int,
    workers: int | None = None,
    progress: Progress | None = None,
    first: int = 0,
    cluster: str = "",
) -> Sums:
    """The sums over `rounds` rounds from match `first` on.

    workers: on this machine, by default one for each core. cluster: the address of a Dask scheduler, whose
    workers play instead. The sums are the same however they are shared out.
    """
    total = job.empty()
    done = 0
    many = workers_number(workers)
    if not compiled.available() and rounds <= 2 * job.piece:
        many = 1  # done before a second process has started
    size = job.piece if cluster else max(1, min(job.piece, rounds // (4 * many) + 1))
    with reporting(progress, rounds) as report:
        for start, stop, sums in played(job, _pieces(first, first + rounds, size), many, cluster):
            add(total, sums)
            done += stop - start
            report(done, rounds)
    return total


def _pieces(first: int, last: int, size: int) -> Iterator[Bounds]:
    while first < last:
        yield first, min(first + size, last)
        first += size


def played(
    job: Playable, pieces: Iterable[Bounds], workers: int | None = None, cluster: str = ""
) -> Iterator[tuple[int, int, Sums]]:
    """Each piece, given by its first and last (exclusive) match, with its sums; in the order they are done."""
    if cluster:
        yield from _on_cluster(job, pieces, cluster)
        return
    many = workers_number(workers)
    if compiled.available():
        job.block(0, 0)  # compile or load before the workers begin
    if many == 1:
        for first, last in pieces:
            yield first, last, job.block(first, last)
        return
    with _hidden_main():
        executor: Executor
        if compiled.available():
            executor = ThreadPoolExecutor(many)  # compiled code lets other threads run
        else:
            import multiprocessing

            executor = ProcessPoolExecutor(many, multiprocessing.get_context("spawn"), _leave_interrupts_alone)
        waiting: dict[Future[Sums], Bounds] = {}
        try:
            for first, last in pieces:
                with _interrupts_held():
                    future = executor.submit(job.block, first, last)
                waiting[future] = (first, last)
                if len(waiting) >= 3 * many:
                    yield from _ready(waiting)
            while waiting:
                yield from _ready(waiting)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def _ready(waiting: dict[Future[Sums], Bounds]) -> Iterator[tuple[int, int, Sums]]:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        yield *waiting.pop(future), future.result()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment. What is started meanwhile never hears of it, not even while it is starting."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_alone() -> None:
    """In a worker process: Ctrl-C is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _hidden_main() -> Iterator[None]:
    """Keep worker processes from running the caller's script over again, as they would to find what it defines."""
    main = vars(sys.modules["__main__"])
    hidden: dict[str, Any] = {name: main[name] for name in ("__file__", "__spec__") if name in main}
    main.pop("__file__", None)
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(hidden)


def _on_cluster(job: Playable, pieces: Iterable[Bounds], address: str) -> Iterator[tuple[int, int, Sums]]:
    """On the workers of a Dask cluster. What a worker that is lost was at is played again by another."""
    if not isinstance(address, str) or not _ADDRESS.fullmatch(address):
        raise KakeyaError(f"{shortly(address)} is not the address of a Dask scheduler; write tcp://HOST:PORT")
    try:
        import joblib
        from distributed import Client
    except ImportError:
        raise KakeyaError("a cluster needs joblib and Dask: pip install 'kakeya[cluster]'") from None
    try:
        client = Client(address, timeout=ANSWER_WITHIN, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise KakeyaError(f"there is no Dask scheduler at `{address}`: {error}") from None
    with client, joblib.parallel_config(backend="dask", client=client):
        ours = compiled.digest()
        tasks = (joblib.delayed(_far)(job, first, last, ours) for first, last in pieces)
        yield from joblib.Parallel(return_as="generator_unordered", batch_size=1)(tasks)


def _far(job: Playable, first: int, last: int, ours: str) -> tuple[int, int, Sums]:
    if compiled.digest() != ours:
        raise KakeyaError("a worker of the cluster has another version of kakeya; install the same everywhere")
    return first, last, job.block(first, last)


__all__ = ["Job", "Progress", "Sums", "add", "cores", "job", "played", "rounds_number", "run", "workers_number"]
