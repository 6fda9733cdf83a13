"""The kernel compiled, where numba is there: the same source, the same bits, some hundred times the speed.

Compiled code is kept in a folder of the user's cache that is named by everything that can change it: the
kernel's sources, the catalogue of points, and the versions of Python and numba. (numba alone would not
notice a change in a function that a cached one calls.)
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from kakeya import kernel
from kakeya.texts import library

F = TypeVar("F", bound=Callable[..., Any])
MODULES = (
    "kakeya.table.bits",
    "kakeya.table.random",
    "kakeya.table.state",
    "kakeya.table.play",
    "kakeya.table.deal",
    "kakeya.table.settle",
    "kakeya.table.match",
    "kakeya.players.choose",
    "kakeya.players.drive",
    "kakeya.study.measures",
    "kakeya.study.blocks",
)


@cache
def available() -> bool:
    """Is there a compiler, and is it not switched off (`NUMBA_DISABLE_JIT=1`)?"""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and importlib.util.find_spec("numba") is not None


@cache
def digest() -> str:
    """Sixteen hex digits of all that can change what the kernel computes."""
    mix = hashlib.sha256()
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.origin is not None
        mix.update(Path(spec.origin).read_bytes())
    mix.update((library.RULESETS / "points.yaml").read_bytes())
    return mix.hexdigest()[:16]


@cache
def _cache_folder() -> Path | None:
    """Where compiled code is kept; None where no folder can be written."""
    from importlib.metadata import version

    root = os.environ.get("KAKEYA_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    folder = Path(root) / "kakeya" / f"{digest()}-py{python}-numba{version('numba')}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def _twins() -> dict[str, Any]:
    """Kernel function -> its compiled twin, which calls the compiled twins of the others.

    Buffers are passed as plain pointers and everything is inlined into the function that Python calls:
    arrays would be counted and bounds reckoned at every call.
    """
    import numba
    from numba.core import config

    spaces = {name: dict(vars(importlib.import_module(name))) for name in MODULES}
    bodies = _bit_bodies(numba)
    replaced: dict[int, Any] = {}
    twins: dict[str, Any] = {}
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_cache_folder() or "")
    try:
        for name, function in kernel.FUNCTIONS.items():
            copied = types.FunctionType(function.__code__, spaces[function.__module__], function.__name__)
            copied.__qualname__, copied.__module__ = function.__qualname__, function.__module__
            copied.__annotations__ = function.__annotations__
            twins[name] = copied
            inner = bodies.get(name) or numba.njit(copied, error_model="numpy", boundscheck=False, forceinline=True)
            replaced[id(function)] = inner
    finally:
        config.CACHE_DIR = before
    for space in spaces.values():
        for key, value in space.items():
            if id(value) in replaced:
                space[key] = replaced[id(value)]
    return twins


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
    import numba
    from numba.core import config

    nb: Any = importlib.import_module("numba.core.types")
    pointer = nb.CPointer(nb.int64)
    sorts = {"number": nb.int64, "buffer": pointer, "buffers": nb.CPointer(pointer)}
    function = _twins()[name]
    kinds = tuple(_KINDS[note] for argument, note in function.__annotations__.items() if argument != "return")
    folder = _cache_folder()
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        signature = nb.void(*(sorts[kind] for kind in kinds))
        made = numba.cfunc(signature, cache=folder is not None, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return made.ctypes, kinds


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

        def lend(values: list[int]) -> Any:
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


def is_cached() -> bool:
    """Has this kernel been compiled on this machine before?"""
    folder = _cache_folder()
    return folder is not None and any(folder.rglob("*.nbi"))
