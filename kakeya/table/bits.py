"""Counting and finding bits: the two functions of the kernel that may have a second, compiled body."""

from __future__ import annotations

from kakeya.kernel import kernel


@kernel
def count(mask: int) -> int:
    """How many cards a mask has."""
    return mask.bit_count()


@kernel
def lowest(mask: int) -> int:
    """The lowest card of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


@kernel
def nth(mask: int, n: int) -> int:
    """The card with `n` lower ones in the mask."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)
