"""The kernel compiled, where numba is there: the same source, the same bits, some hundred times the speed.

Compiled code is kept in a folder of the user's cache that is named by everything that can change it: the
kernel's sources and constants, and the versions of Python and numba. (numba alone would not notice a change
in a function that a cached one calls.)
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from kakeya import kernel, progress

F = TypeVar("F", bound=Callable[..., Any])
MODULES = (
    "kakeya.table.bits",
    "kakeya.table.random",
    "kakeya.table.state",
    "kakeya.table.play",
    "kakeya.table.deal",
    "kakeya.table.settle",
    "kakeya.table.match",
    "kakeya.players.greedy",
    "kakeya.players.choose",
    "kakeya.players.drive",
    "kakeya.players.known",
    "kakeya.players.memory",
    "kakeya.players.ordering",
    "kakeya.players.perfect",
    "kakeya.players.monte_carlo",
    "kakeya.study.measures",
    "kakeya.study.blocks",
)


@cache
def available() -> bool:
    """Is there a compiler that works, and is it not switched off (`NUMBA_DISABLE_JIT=1`)?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or importlib.util.find_spec("numba") is None:
        return False
    try:
        importlib.import_module("numba")
    except Exception:  # whatever a numba says that does not fit its Python or numpy
        return False
    return True


@cache
def digest() -> str:
    """Sixteen hex digits of all that can change what the kernel computes, or how it is compiled."""
    mix = hashlib.sha256(Path(__file__).read_bytes())
    for name in MODULES:
        module = importlib.import_module(name)
        mix.update(Path(str(module.__file__)).read_bytes())
        # The only globals that a kernel function reads: its constants, some of which follow the catalogue.
        numbers = sorted((key, value) for key, value in vars(module).items() if isinstance(value, int))
        mix.update(repr(numbers).encode())
    return mix.hexdigest()[:16]


@cache
def _cache_folder() -> Path | None:
    """Where compiled code is kept; None where no folder can be written."""
    from importlib.metadata import version

    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    for root in _cache_roots():
        folder = root / "kakeya" / f"{digest()}-py{python}-numba{version('numba')}"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        # Compiled code is loaded as it lies there: nobody else may have put it there.
        mine = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
        if mine and os.access(folder, os.W_OK):
            return folder
    return None


def _cache_roots() -> Iterator[Path]:
    if named := os.environ.get("KAKEYA_CACHE") or os.environ.get("XDG_CACHE_HOME"):
        yield Path(named)
    with contextlib.suppress(RuntimeError):  # nobody's home
        yield Path.home() / ".cache"
    if hasattr(os, "getuid"):
        yield Path(tempfile.gettempdir()) / f"kakeya-{os.getuid()}"


@cache
def _twins() -> dict[str, Any]:
    """Kernel function -> its compiled twin, which calls the compiled twins of the others.

    Buffers are passed as plain pointers and everything is inlined into the function that Python calls:
    arrays would be counted and bounds reckoned at every call.
    """
    import numba

    spaces = {name: dict(vars(importlib.import_module(name))) for name in MODULES}
    bodies = _bit_bodies(numba)
    replaced: dict[int, Any] = {}
    twins: dict[str, Any] = {}
    for name, function in kernel.FUNCTIONS.items():
        if function.__module__ not in spaces:
            continue
        copied = types.FunctionType(function.__code__, spaces[function.__module__], function.__name__)
        copied.__qualname__, copied.__module__ = function.__qualname__, function.__module__
        copied.__annotations__ = function.__annotations__
        twins[name] = copied
        inner = bodies.get(name) or numba.njit(copied, error_model="numpy", boundscheck=False, forceinline=True)
        replaced[id(function)] = inner
    for function in kernel.OUTSIDE:
        replaced[id(function)] = numba.njit(_never, forceinline=True)
    for space in spaces.values():
        for key, value in space.items():
            if id(value) in replaced:
                space[key] = replaced[id(value)]
    return twins


def _never(rules: Any, s: Any, stream: Any) -> Any:
    return 0


def _bit_bodies(numba: Any) -> dict[str, Any]:
    """The second bodies of the two functions that may have one: counting bits, and the lowest."""
    nb: Any = importlib.import_module("numba.core.types")
    intrinsic: Any = importlib.import_module("numba.extending").intrinsic

    def ctpop(context: Any, mask: Any) -> Any:
        def body(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return nb.int64(nb.int64), body

    def cttz(context: Any, mask: Any) -> Any:
        def body(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(nb.boolean, False))

        return nb.int64(nb.int64), body

    made = {}
    for name, body in (("count", intrinsic(ctpop)), ("lowest", intrinsic(cttz))):
        made[f"kakeya.table.bits.{name}"] = numba.njit(forceinline=True)(_one_call(body))
    return made


def _one_call(body: Any) -> Any:
    def call(mask: Any) -> Any:
        return body(mask)

    return call


_KINDS = {"int": "number", "Buffer": "buffer", "list[Buffer]": "buffers"}


@cache
def _entry(name: str) -> tuple[Any, tuple[str, ...]]:
    """A compiled function that C can call, and what each of its arguments is."""
    nb: Any = importlib.import_module("numba.core.types")
    pointer = nb.CPointer(nb.int64)
    sorts = {"number": nb.int64, "buffer": pointer, "buffers": nb.CPointer(pointer)}
    function = _twins()[name]
    kinds = tuple(_KINDS[note] for argument, note in function.__annotations__.items() if argument != "return")
    signature = nb.void(*(sorts[kind] for kind in kinds))
    if not is_cached(name) and progress.somebody_looks():
        print("kakeya: compiling the rules of play, once on this machine (some 15 seconds)", file=sys.stderr)
    made = _compile(function, signature, _cache_folder())
    return made.ctypes, kinds


def _compile(function: Callable[..., Any], signature: Any, folder: Path | None) -> Any:
    import numba
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        return numba.cfunc(signature, cache=folder is not None, error_model="numpy")(function)
    except Exception:
        if folder is None:
            raise
        # A kept file is damaged or cannot be written. Compile anew, and let the next process find none.
        for file in folder.rglob(f"*.{function.__name__}-*"):
            with contextlib.suppress(OSError):
                file.unlink()
        return _compile(function, signature, None)
    finally:
        config.CACHE_DIR = before


def fast(function: F) -> F:
    """The compiled twin of a kernel function that returns nothing, or the function itself where none can be had.

    It takes lists and changes them in place, as the function does. While it runs, other threads can.
    """
    if not available():
        return function
    compiled, kinds = _entry(f"{function.__module__}.{function.__qualname__}")

    @functools.wraps(function)
    def call(*args: Any) -> None:
        held: list[tuple[Any, Any]] = []  # lists, and the memory that stands for them meanwhile

        def lend(values: Any) -> Any:
            if not isinstance(values, list):
                return values  # made by `buffer`
            memory = (ctypes.c_int64 * len(values))(*values)
            held.append((values, memory))
            return memory

        given: list[Any] = []
        for kind, arg in zip(kinds, args, strict=True):
            if kind == "number":
                given.append(arg)
            elif kind == "buffer":
                given.append(lend(arg))
            else:
                row = ctypes.POINTER(ctypes.c_int64)
                given.append((row * len(arg))(*(ctypes.cast(lend(one), row) for one in arg)))
        compiled(*given)
        for values, memory in held:
            values[:] = memory

    return call  # type: ignore[return-value]


def buffer(length: int) -> Any:
    """A long buffer of zeros that is not copied for every call: a list, or memory of its own where compiled.

    Such memory takes no time until it is written to.
    """
    if not available():
        return [0] * length
    import numpy  # numba stands on it

    return (ctypes.c_int64 * length).from_buffer(numpy.zeros(length, numpy.int64).data)


def is_cached(name: str) -> bool:
    """Has this kernel function been compiled on this machine before?"""
    folder = _cache_folder()
    return folder is not None and any(folder.rglob(f"*.{name.rpartition('.')[2]}-*.nbi"))
