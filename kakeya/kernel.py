"""The mark of the functions that are compiled where a compiler is there, and run as Python where not.

A kernel function works on whole numbers and on buffers passed in: lists in Python, arrays of signed
64-bit numbers when compiled. It calls only other kernel functions, reads no global but constants, and
returns whole numbers, so that both ways give the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
FUNCTIONS: dict[str, Callable[..., Any]] = {}
Buffer = list[int]  # or a numpy array of int64


def kernel(function: F) -> F:
    """Mark a function as part of the kernel."""
    FUNCTIONS[f"{function.__module__}.{function.__qualname__}"] = function
    return function


OUTSIDE: list[Callable[..., Any]] = []


def outside(function: F) -> F:
    """Mark a function that the kernel calls only where it runs as Python; compiled code never comes to it."""
    OUTSIDE.append(function)
    return function
