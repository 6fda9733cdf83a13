"""Results on disk: whole sums in blocks of rounds, written as they are finished, so that nothing is lost.

A result is one JSON file, named by its id. Beside what determines it and the figures, it holds the raw sums
of every block of rounds, so that anyone can play some of the blocks again and reckon the figures anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kakeya import ENGINE, compiled
from kakeya.errors import Fault, KakeyaError, did_you_mean, shortly
from kakeya.players.kinds import Kinds, kinds
from kakeya.progress import Progress, reporting
from kakeya.rules.rules import Rules, from_recipe
from kakeya.study import measures, run
from kakeya.study.blocks import SUMS
from kakeya.study.compare import Comparison, check_pair, comparison_id, settings
from kakeya.study.run import Sums
from kakeya.texts import library

BLOCK = {"rounds": 10_000, "matches": 500}  # games in a block
MOST_BLOCKS = 100_000  # of a result on disk
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
    def kinds(self) -> Kinds:
        """The players."""
        return kinds(self.players, self.a.players // 2)

    @property
    def id(self) -> str:
        """The id that the comparison has."""
        return comparison_id(self.a, self.b, self.kinds, self.games, self.rounds, self.seed)

    def settings(self) -> dict[str, Any]:
        """What determines the figures, as plain data."""
        return settings(self.a, self.b, self.kinds, self.games, self.rounds, self.seed)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The first and the last (exclusive) match of each block; KakeyaError if nobody could keep so many."""
        size = BLOCK[self.games]
        if self.rounds > size * MOST_BLOCKS:
            raise KakeyaError(
                f"{self.rounds:,} {self.games} are too many for a result on disk; up to {size * MOST_BLOCKS:,} are kept"
            )
        return [(first, min(first + size, self.rounds)) for first in range(0, self.rounds, size)]

    @property
    def job(self) -> run.Job:
        """What is played."""
        return run.job([self.a, self.b], [self.kinds, self.kinds], self.seed, self.games)

    def comparison(self, blocks: list[Sums]) -> Comparison:
        """The comparison that the blocks' sums give."""
        total = self.job.empty()
        for block in blocks:
            run.add(total, block)
        return Comparison(self.a, self.b, self.kinds, self.games, self.rounds, self.seed, total)


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
    data = {"format": FORMAT, "title": study.title, **study.comparison(blocks).as_json()}
    del data["token"]  # it is published: its id is enough
    rows = ",\n  ".join(_json(row) for row in data.pop("results"))
    sums = ",\n  ".join(_json(packed(block)) for block in blocks)
    lines = [f" {_json(key)}: {_json(value)}" for key, value in data.items()]
    lines += [f' "results": [\n  {rows}\n ]', f' "blocks": [\n  {sums}\n ]']
    text = "{\n" + ",\n".join(lines)
    return f'{text},\n "sha256": "{_seal(text)}"\n}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _seal(text: str) -> str:
    """A digest of all that stands before it in the file, so that a careless edit anywhere is found out."""
    return hashlib.sha256(text.encode()).hexdigest()


def _is_sealed(text: str) -> bool:
    before, sign, rest = text.rpartition(',\n "sha256": ')
    return bool(sign) and rest == f'"{_seal(before)}"\n}}\n'


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


def path_of(id: str) -> Path:
    """The file of a published comparison, or a result's own file; KakeyaError with the nearest id if there is none."""
    path = COMPARISONS / f"{id}.json"
    if re.fullmatch(r"kkt-[0-9a-f]{10}", id) and path.is_file():
        return path
    try:
        if id.endswith(".json") and Path(id).is_file():
            return Path(id)
    except (OSError, ValueError) as error:
        raise KakeyaError(f"{shortly(id)} cannot be read: {getattr(error, 'strerror', error)}") from None
    shown = library.cut_name(id)
    raise KakeyaError(f"there is no published comparison `{shown}`; {did_you_mean(id, names())}".rstrip("; "))


def raw(path: Path) -> dict[str, Any]:
    """A result's file as plain data; KakeyaError if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise fault(path, "is not an ordinary file")
        data = json.loads(path.read_text("utf-8"))
    except KakeyaError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise fault(path, f"cannot be read as a result: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise fault(path, "is no result of a comparison")
    return data


def fault(path: Path, message: str) -> KakeyaError:
    """What is wrong with a file."""
    return KakeyaError(Fault(message, library.shown_path(path)))


def rules_of(recipe: Any) -> Rules:
    """Rules as results and tokens tell them; KakeyaError unless they are told from what is shipped."""
    if not isinstance(recipe, Mapping) or not {"based-on", "seats", "readings", "points"} <= set(recipe):
        raise KakeyaError(f"{shortly(recipe)} does not say how rules are made")
    name = recipe["based-on"]
    if not isinstance(name, str) or name not in library.shipped():
        raise KakeyaError(f"{shortly(name)} is no shipped ruleset, and what is cited is told from those only")
    return from_recipe(recipe)


def study_of(data: dict[str, Any], path: Path) -> Study:
    """What a result's file says was compared; KakeyaError if it is no such file."""
    try:
        a, b = rules_of(data["a"]), rules_of(data["b"])
        check_pair(a, b)
        if not isinstance(data["title"], str):
            raise KakeyaError(f"{shortly(data['title'])} is not a title")
        kinds(data["players"], a.players // 2)
        rounds = run.rounds_number(data["rounds"])
        study = Study(a, b, data["players"], data["games"], rounds, data["seed"], data["title"])
        run.job([a, b], [], study.seed, study.games)
    except KakeyaError as error:
        raise fault(path, f"what it says was compared cannot be: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise fault(path, f"is no result of a comparison: {error!r}") from None
    return study


def stated(path: Path) -> dict[str, Any]:
    """What a result says of itself; one of another engine or other measures is taken by its word if it is sealed."""
    data = raw(path)
    if (data.get("engine"), data.get("measures")) == (ENGINE, measures.VERSION):
        return read(path).data
    check_seal(path)
    return data


def check_seal(path: Path) -> None:
    """KakeyaError unless a result's file is as it was written, under its own name."""
    if raw(path).get("id") != path.stem or not _is_sealed(path.read_text("utf-8")):
        raise fault(path, "is not as it was written (its sha256 does not fit): the file was edited")


def read(path: Path) -> Published:
    """A result; KakeyaError unless its figures follow from its raw sums and its id from its settings."""
    data = raw(path)
    study = study_of(data, path)
    if study.id != data.get("id") or study.id != path.stem:
        raise fault(
            path,
            f"what it says was compared is another comparison, {study.id}: "
            "its settings were edited, or the rulesets have changed since",
        )
    try:
        blocks = [unpacked(parts) for parts in data["blocks"]]
        stored = [dict(row) for row in data["results"]]
    except (KeyError, TypeError, IndexError, ValueError):
        raise fault(path, "the raw sums or the figures cannot be read: the file was edited") from None
    try:
        wanted = study.blocks
    except KakeyaError as error:
        raise fault(path, str(error)) from None
    if len(blocks) != len(wanted) or not all(_fits(study, block) for block in blocks):
        raise fault(path, f"has not the sums of {len(wanted)} blocks: the file was edited")
    try:
        figures = study.comparison(blocks).rows().rows
    except (ValueError, ArithmeticError):  # the squares of whole numbers cannot be negative, nor without end
        raise fault(path, "no figures follow from the raw sums: the file was edited") from None
    if len(figures) != len(stored):
        raise fault(path, f"has {len(stored)} figures instead of {len(figures)}: the file was edited")
    for mine, theirs in zip(figures, stored, strict=True):
        for key in mine:
            if mine[key] != theirs.get(key):
                item = "" if mine["item"] is None else f" {mine['item']}"
                raise fault(
                    path,
                    f"the figure `{key}` of {mine['measure']}{item} is {theirs.get(key)}, "
                    f"but the raw sums give {mine[key]}: the file was edited",
                )
    if not _is_sealed(path.read_text("utf-8")):
        raise fault(path, "is not as it was written (its sha256 does not fit): the file was edited")
    return Published(path, study, blocks, data)


def _fits(study: Study, sums: Sums) -> bool:
    length = SUMS * measures.LENGTHS[study.games]
    return len(sums) == 2 and all(
        isinstance(one, list) and len(one) == length and all(type(x) is int for x in one) for one in sums
    )


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


def _is_left(beside: Path) -> bool:
    """Was a file that stands beside a result left by a process that is no more?"""
    end = beside.name.rpartition(".")[2]
    if os.name != "posix" or not end.isdecimal() or len(end) > 9:
        return False
    try:
        os.kill(int(end), 0)  # sends nothing; only asks
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return int(end) == os.getpid()


def block_line(study: Study, number: int, sums: Sums) -> str:
    """A finished block as a line: its number, the study's id, the sums, and a digest of these three."""
    parts = [number, study.id, packed(sums)]
    return _json([*parts, _seal(_json(parts))[:16]])


def done_blocks(path: Path, study: Study) -> dict[int, Sums]:
    """The blocks that an interrupted study has finished: number -> sums.

    A line that was cut off, or is not as it was written, is dropped.
    """
    found: dict[int, Sums] = {}
    if not path.exists():
        return found
    if not path.is_file():
        raise fault(path, "is not an ordinary file")
    count = len(study.blocks)
    for line in path.read_text("utf-8", "replace").splitlines():
        try:
            number, id, parts, seal = json.loads(line)
            sums = unpacked(parts)
        except (ValueError, TypeError, LookupError, RecursionError):
            continue
        if seal != _seal(_json([number, id, parts]))[:16]:
            continue
        if id == study.id and type(number) is int and 0 <= number < count and _fits(study, sums):
            found[number] = sums
    return found


def make(
    study: Study,
    folder: Path,
    workers: int | None = None,
    progress: Progress | None = None,
    cluster: str = "",
) -> tuple[Path, bool]:
    """Make a comparison and write its file, going on where an interrupted run stopped.

    Each finished block is a line of a file beside it, `kkt-....part`. Returns the file and whether it had to be
    made: a file that is already there is left alone; KakeyaError if it is not that comparison's, whole and sound.
    """
    path = folder / f"{study.id}.json"
    numbers = {bounds: number for number, bounds in enumerate(study.blocks)}
    if path.exists():
        check_seal(path)
        return path, False
    folder.mkdir(parents=True, exist_ok=True)
    for cut_off in folder.glob(f".{path.name}.*"):
        if _is_left(cut_off):
            cut_off.unlink(missing_ok=True)
    part = folder / f"{study.id}.part"
    done = done_blocks(part, study)
    missing = [bounds for bounds, number in numbers.items() if number not in done]
    many = workers if compiled.available() or len(missing) > 1 else 1
    with (
        reporting(progress, study.rounds, study.games) as report,
        part.open("a", encoding="utf-8", newline="\n") as file,
    ):
        file.write("\n")  # ends a line that was cut off
        ready = study.rounds - sum(last - first for first, last in missing)
        for first, last, sums in run.played(study.job, missing, many, cluster):
            number = numbers[first, last]
            file.write(block_line(study, number, sums) + "\n")
            file.flush()
            done[number] = sums
            ready += last - first
            report(ready, study.rounds)
    write_atomically(path, as_text(study, [done[number] for number in range(len(study.blocks))]))
    with contextlib.suppress(FileNotFoundError):  # another process made the same
        part.unlink()
    return path, True
