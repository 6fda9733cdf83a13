"""Results on disk: whole sums in blocks of rounds, written as they are finished, so that nothing is lost.

A result is one JSON file, named by its id. Beside what determines it and the figures, it holds the raw sums
of every block of rounds, so that anyone can play some of the blocks again and reckon the figures anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kakeya.errors import Fault, KakeyaError, did_you_mean
from kakeya.players.kinds import kinds
from kakeya.rules.rules import Rules, from_recipe
from kakeya.study import measures, run
from kakeya.study.compare import Comparison, comparison_id
from kakeya.study.run import Sums
from kakeya.texts import library

BLOCK = {"rounds": 10_000, "matches": 500}  # games in a block
COMPARISONS = library.DATA / "comparisons"
FORMAT = 1


@dataclass(frozen=True)
class Study:
    """A comparison that is to be made, or was: what determines it, and a title."""

    a: Rules
    b: Rules
    players: str
    games: str
    rounds: int
    seed: int
    title: str = ""

    @property
    def id(self) -> str:
        """The id that the comparison has."""
        return comparison_id(
            self.a, self.b, kinds(self.players, self.a.players // 2), self.games, self.rounds, self.seed
        )

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The first and the last (exclusive) match of each block."""
        size = BLOCK[self.games]
        return [(first, min(first + size, self.rounds)) for first in range(0, self.rounds, size)]

    @property
    def job(self) -> run.Job:
        """What is played."""
        who = kinds(self.players, self.a.players // 2)
        return run.job([self.a, self.b], [who, who], self.seed, self.games)

    def comparison(self, blocks: list[Sums]) -> Comparison:
        """The comparison that the blocks' sums give."""
        total = self.job.empty()
        for block in blocks:
            run.add(total, block)
        who = kinds(self.players, self.a.players // 2)
        return Comparison(self.a, self.b, who, self.games, self.rounds, self.seed, total)


def packed(sums: Sums) -> list[list[int]]:
    """Sums without what can be reckoned from the rest: the products of the first rules with themselves."""
    length = len(sums[0]) // 3
    return [sums[0][: 2 * length], sums[1]]


def unpacked(parts: list[list[int]]) -> Sums:
    """The sums that `packed` packed."""
    length = len(parts[0]) // 2
    return [parts[0] + parts[0][length:], parts[1]]


def as_text(study: Study, blocks: list[Sums]) -> str:
    """The file of a finished study: the same bytes for the same study."""
    comparison = study.comparison(blocks)
    head = {"format": FORMAT, "title": study.title, **comparison.as_json()}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in head["results"])
    lines = [line for line in lines if not line.startswith(' "results"')]
    lines.append(f' "results": [\n  {rows}\n ]')
    sums = ",\n  ".join(json.dumps(packed(block), separators=(",", ":")) for block in blocks)
    lines.append(f' "blocks": [\n  {sums}\n ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


@dataclass(frozen=True)
class Published:
    """A result as it was read from its file."""

    path: Path
    study: Study
    blocks: list[Sums]
    data: dict[str, Any]

    @property
    def comparison(self) -> Comparison:
        """The comparison that the raw sums give."""
        return self.study.comparison(self.blocks)


def names() -> list[str]:
    """The ids of all published comparisons."""
    return sorted(path.stem for path in COMPARISONS.glob("kkt-*.json"))


def path_of(id: str, folder: Path | None = None) -> Path:
    """The file of a comparison; KakeyaError with the nearest id if there is none."""
    path = (folder or COMPARISONS) / f"{id}.json"
    if not path.is_file():
        raise KakeyaError(f"there is no published comparison `{id}`; {did_you_mean(id, names())}".rstrip("; "))
    return path


def raw(id: str) -> dict[str, Any]:
    """A published file as plain data; KakeyaError if it cannot be read."""
    path = path_of(id)
    try:
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise KakeyaError(Fault(f"cannot be read as a result: {error}", library.shown_path(path))) from None
    return data


def study_of(data: dict[str, Any], path: Path) -> Study:
    """What a published file says was compared; KakeyaError if it is no such file."""
    try:
        return Study(
            from_recipe(data["a"]),
            from_recipe(data["b"]),
            data["players"],
            data["games"],
            data["rounds"],
            data["seed"],
            data.get("title", ""),
        )
    except (KeyError, TypeError) as error:
        raise KakeyaError(Fault(f"is no published comparison: {error} is missing", library.shown_path(path))) from None


def read(id: str) -> Published:
    """A published comparison; KakeyaError unless its figures follow from its raw sums and its id from its settings."""
    path = path_of(id)
    data = raw(id)
    study = study_of(data, path)
    shown = library.shown_path(path)
    if study.id != id or data.get("id") != id:
        raise KakeyaError(
            Fault(
                f"these rulesets and this engine give another comparison, {study.id}; "
                "the rules, the engine or the file have changed since",
                shown,
            )
        )
    try:
        blocks = [unpacked(parts) for parts in data["blocks"]]
        figures = study.comparison(blocks).rows().rows
    except (KeyError, TypeError, IndexError, ValueError):
        raise KakeyaError(Fault("the raw sums cannot be read", shown)) from None
    if len(blocks) != len(study.blocks):
        raise KakeyaError(Fault(f"has {len(blocks)} blocks instead of {len(study.blocks)}", shown))
    if len(figures) != len(data["results"]):
        raise KakeyaError(Fault(f"has {len(data['results'])} figures instead of {len(figures)}", shown))
    for mine, theirs in zip(figures, data["results"], strict=True):
        if mine != theirs:
            key = next(key for key in mine if mine[key] != theirs.get(key))
            item = "" if mine["item"] is None else f" {mine['item']}"
            raise KakeyaError(
                Fault(
                    f"the figure `{key}` of {mine['measure']}{item} is {theirs.get(key)}, "
                    f"but the raw sums give {mine[key]}: the file was edited",
                    shown,
                )
            )
    return Published(path, study, blocks, data)


# -- writing ------------------------------------------------------------------------------------
def write_atomically(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def done_blocks(path: Path, study: Study) -> dict[int, Sums]:
    """The blocks that an interrupted study has finished: number -> sums. A line that was cut off is dropped."""
    found: dict[int, Sums] = {}
    if not path.exists():
        return found
    length = 3 * measures.LENGTHS[study.games]
    for line in path.read_text("utf-8").splitlines():
        try:
            number, id, parts = json.loads(line)
            sums = unpacked(parts)
        except (ValueError, TypeError, IndexError):
            continue
        if id == study.id and all(len(one) == length for one in sums):
            found[number] = sums
    return found


def make(
    study: Study, folder: Path, workers: int | None = None, progress: run.Progress | None = None
) -> tuple[Path, bool]:
    """Make a comparison and write its file, going on where an interrupted run stopped.

    Returns the file and whether it had to be made: a file that is already there is left alone.
    """
    path = folder / f"{study.id}.json"
    if path.exists():
        return path, False
    part = folder / f"{study.id}.part"
    done = done_blocks(part, study)
    folder.mkdir(parents=True, exist_ok=True)
    with part.open("a", encoding="utf-8", newline="\n") as file:
        file.write("\n")  # ends a line that was cut off
        for number, sums in _missing(study, done, workers, progress):
            file.write(json.dumps([number, study.id, packed(sums)], separators=(",", ":")) + "\n")
            file.flush()
            done[number] = sums
    write_atomically(path, as_text(study, [done[number] for number in range(len(study.blocks))]))
    part.unlink()
    return path, True


def _missing(
    study: Study, done: dict[int, Sums], workers: int | None, progress: run.Progress | None
) -> Iterator[tuple[int, Sums]]:
    job = study.job
    for number, (first, last) in enumerate(study.blocks):
        if number not in done:
            yield number, run.run(job, last - first, workers, None, first)
        if progress:
            progress(last, study.rounds)
