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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kakeya import ENGINE, compiled
from kakeya.errors import Fault, KakeyaError, did_you_mean, shortly
from kakeya.progress import Progress, reporting
from kakeya.study import measures, run, studies
from kakeya.study.run import Sums
from kakeya.study.study import Result, Study
from kakeya.texts import library

COMPARISONS = library.DATA / "comparisons"
FORMAT = 1


def as_text(study: Study, blocks: list[Sums]) -> str:
    """The file of a finished study: the same bytes for the same study."""
    data = {"format": FORMAT, "title": study.title, **study.result(study.total(blocks)).as_json()}
    data.pop("token", None)  # it is published: its id is enough
    data["blocks"] = [study.packed(block) for block in blocks]
    lines = [f" {_json(key)}: {_rows(value) if _is_long(value) else _json(value)}" for key, value in data.items()]
    text = "{\n" + ",\n".join(lines)
    return f'{text},\n "sha256": "{_seal(text)}"\n}}\n'


def _is_long(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value)


def _rows(values: list[Any]) -> str:
    return "[\n  " + ",\n  ".join(map(_json, values)) + "\n ]"


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
    def result(self) -> Result:
        """What the raw sums give."""
        return self.study.result(self.study.total(self.blocks))


def names() -> list[str]:
    """The ids of all that is published."""
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
        raise fault(path, "is no result of a study")
    return data


def fault(path: Path, message: str) -> KakeyaError:
    """What is wrong with a file."""
    return KakeyaError(Fault(message, library.shown_path(path)))


def study_of(data: dict[str, Any], path: Path) -> Study:
    """What a result's file says was studied; KakeyaError if it is no such file."""
    try:
        return studies.kind_of(data).from_data(data)
    except KakeyaError as error:
        raise fault(path, f"what it says was studied cannot be: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise fault(path, f"is no result of a study: {error!r}") from None


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
            f"what it says was studied is another {study.KIND}, {study.id}: "
            "its settings were edited, or the rulesets have changed since",
        )
    try:
        blocks = [study.unpacked(parts) for parts in data["blocks"]]
        stored = {key: data[key] for key in study.FIGURES}
    except (KeyError, TypeError, IndexError, ValueError):
        raise fault(path, "the raw sums or the figures cannot be read: the file was edited") from None
    wanted = study.blocks
    if len(blocks) != len(wanted) or not all(study.fits(block) for block in blocks):
        raise fault(path, f"has not the sums of {len(wanted)} blocks: the file was edited")
    try:
        found = study.result(study.total(blocks)).as_json()
    except (ValueError, ArithmeticError):  # the squares of whole numbers cannot be negative, nor without end
        raise fault(path, "no figures follow from the raw sums: the file was edited") from None
    for key in study.FIGURES:
        if wrong := _unlike(key, found[key], stored[key]):
            raise fault(path, f"{wrong}: the file was edited")
    if not _is_sealed(path.read_text("utf-8")):
        raise fault(path, "is not as it was written (its sha256 does not fit): the file was edited")
    return Published(path, study, blocks, data)


def _unlike(key: str, mine: Any, theirs: Any) -> str:
    """Where stored figures are not those that the raw sums give; nothing where they are."""
    if not isinstance(mine, list) or not any(isinstance(row, dict) for row in mine):
        return "" if mine == theirs else f"the figure `{key}` is {shortly(theirs)}, but the raw sums give {mine}"
    if not isinstance(theirs, list) or not all(isinstance(row, dict) for row in theirs):
        return f"the {key} cannot be read"
    if len(mine) != len(theirs):
        return f"has {len(theirs)} figures instead of {len(mine)}"
    for row, other in zip(mine, theirs, strict=True):
        name = next(iter(row.values()))
        for figure, value in row.items():
            if value != other.get(figure):
                item = "" if row.get("item") is None else f" {row['item']}"
                which = f"the figure `{figure}` of {name}{item}"
                return f"{which} is {shortly(other.get(figure))}, but the raw sums give {value}"
    return ""


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
    parts = [number, study.id, study.packed(sums)]
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
            sums = study.unpacked(parts)
        except (ValueError, TypeError, LookupError, RecursionError):
            continue
        if seal != _seal(_json([number, id, parts]))[:16]:
            continue
        if id == study.id and type(number) is int and 0 <= number < count and study.fits(sums):
            found[number] = sums
    return found


def make(
    study: Study,
    folder: Path,
    workers: int | None = None,
    progress: Progress | None = None,
    cluster: str = "",
) -> tuple[Path, bool]:
    """Make a study and write its file, going on where an interrupted run stopped.

    Each finished block is a line of a file beside it, `kkt-....part`. Returns the file and whether it had to be
    made: a file that is already there is left alone; KakeyaError if it is not that study's, whole and sound.
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
        reporting(progress, study.rounds, study.unit) as report,
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
