"""From whole sums to numbers with intervals: the only place where a result becomes a fraction.

Only + - x / and square roots are used, which every platform rounds alike, and the one constant below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054  # a normal variable lies this close to its mean 95 times in 100
RULE_OF_THREE = 2.995732273553991  # -ln 0.05: what never happened in n rounds happens less often than this / n
# Where a handful of rounds bears all the evidence, a normal interval is too narrow. As A. Agresti and B. A. Coull
# ("Approximate is better than exact", 1998), reckon as if about Z95 * Z95 more rounds had come out by one unit.
MORE = 4


@dataclass(frozen=True)
class Estimate:
    """A mean over `n` rounds with its standard error and 95 % interval."""

    mean: float
    error: float
    n: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - Z95 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + Z95 * self.error

    @property
    def is_clear(self) -> bool:
        """Does the interval leave zero out?"""
        return self.low > 0 or self.high < 0

    @property
    def z(self) -> float:
        """How many standard errors the mean is from zero."""
        if self.error == 0:
            return 0.0 if self.mean == 0 else math.inf
        return abs(self.mean) / self.error


def estimate(n: int, total: int, squares: int, scale: int = 1) -> Estimate:
    """The mean of `n` whole numbers, divided by `scale`, from their sum and the sum of their squares."""
    mean = total / (n * scale)
    if n < 2:
        return Estimate(mean, math.inf, n)
    spread = n * squares - total * total
    if spread:
        spread += MORE * scale * scale * n
    return Estimate(mean, math.sqrt(spread / (n * n * (n - 1))) / scale, n)


def rounded(value: float) -> float:
    """A number as results print it: to 12 digits."""
    return float(f"{value:.12g}")


def normal_tail(z: float) -> float:
    """About how often a normal variable lies farther than `z` errors from its mean, either way.

    From its series with + - x / alone and a fixed number of steps; good to ten places.
    """
    if z > 8:
        return 0.0
    term = total = z
    for step in range(1, 200):
        term *= z * z / (2 * step + 1)
        total += term
    density = 0.3989422804014327 / _exp(z * z / 2)
    return max(0.0, 1 - 2 * density * total)


def _exp(x: float) -> float:
    """e to the x, by its series on a small part of x and repeated squaring."""
    small = x / 256
    term = total = 1.0
    for step in range(1, 20):
        term *= small / step
        total += term
    for _ in range(8):
        total *= total
    return total


def holm(estimates: list[Estimate], level: float = 0.05) -> list[bool]:
    """Which of several effects are clear together (S. Holm, 1979): the chance of any false one is below `level`."""
    order = sorted(range(len(estimates)), key=lambda place: -estimates[place].z)
    clear = [False] * len(estimates)
    for rank, place in enumerate(order):
        if normal_tail(estimates[place].z) > level / (len(estimates) - rank):
            break
        clear[place] = estimates[place].mean != 0
    return clear
