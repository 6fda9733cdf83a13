"""Where the rulesets and the data of the project lie, and which rulesets it ships."""

from __future__ import annotations

import os
from pathlib import Path

from kakeya.errors import Fault, KakeyaError, did_you_mean, shortly

_PACKAGE = Path(__file__).resolve().parent.parent
_ROOT = _PACKAGE if (_PACKAGE / "rulesets").is_dir() else _PACKAGE.parent  # a wheel carries them inside

RULESETS = _ROOT / "rulesets"
DATA = _ROOT / "data"
_NOT_RULES = {"points", "editor"}


def shipped() -> dict[str, Path]:
    """Name -> file of every ruleset in `rulesets/` and `rulesets/control/`, in alphabetical order."""
    files = [*RULESETS.glob("*.yaml"), *(RULESETS / "control").glob("*.yaml")]
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem) if path.stem not in _NOT_RULES}


def names() -> list[str]:
    """The names that `kakeya.load` takes: the witnesses first, then the control rulesets."""
    found = shipped()
    return sorted(found, key=lambda name: (found[name].parent != RULESETS, name))


def asked(name: object) -> str:
    """A name or a path as text; KakeyaError for anything else."""
    text = os.fspath(name) if isinstance(name, (str, os.PathLike)) else name
    if not isinstance(text, str):
        raise KakeyaError(f"{shortly(name)} is neither a name nor a path")
    return text


def cut_name(name: str) -> str:
    """A name for messages, which nobody wants to read in full where it is very long."""
    return name if len(name) <= 200 else f"{name[:90]} ... {name[-90:]}"


def find(name: str) -> Path:
    """The file of a shipped ruleset's name or of a path; KakeyaError with the nearest name if there is none."""
    if name in shipped():
        return shipped()[name]
    if not name.strip():
        raise KakeyaError("the name of a ruleset is missing; " + did_you_mean(name, names(), "shipped rulesets"))
    path = Path(name)
    try:
        if path.is_file():
            return path
        if path.is_dir():
            raise KakeyaError(Fault("is a folder, not a file", name))
        if path.exists():
            raise KakeyaError(Fault("is not an ordinary file", name))
    except OSError as error:
        raise KakeyaError(Fault(f"cannot be read: {error.strerror}", cut_name(name))) from None
    except ValueError:  # KakeyaError among them
        if "\0" in name:
            raise KakeyaError("the name of a file has no NUL character") from None
        raise
    if path.suffix in (".yaml", ".yml") or os.sep in name or "/" in name:
        raise KakeyaError(Fault("there is no such file", cut_name(name)))
    raise KakeyaError(f"there is no ruleset `{cut_name(name)}`; {did_you_mean(name, names(), 'shipped rulesets')}")


def shown_path(path: str | os.PathLike[str]) -> str:
    """A path for messages: relative to the working folder where it lies below it."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # also where the working folder is gone
        return str(path)
