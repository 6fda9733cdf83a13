"""The kinds of studies that can be planned, kept, cited and made again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.study.attribute import Attributing
from kakeya.study.compare import Comparing
from kakeya.study.order import Ordering
from kakeya.study.study import Study

KINDS: dict[str, type[Study]] = {one.KIND: one for one in (Comparing, Attributing, Ordering)}
PLAIN = Comparing.KIND  # what a plan or a file means that names no kind


def kind_of(data: Mapping[str, Any]) -> type[Study]:
    """The kind of study that plain data tell of; KakeyaError if there is none of that name."""
    name = data.get("kind", PLAIN)
    if not isinstance(name, str) or name not in KINDS:
        raise KakeyaError(f"{shortly(name)} is no kind of study; {did_you_mean(name, KINDS)}".rstrip("; "))
    return KINDS[name]
