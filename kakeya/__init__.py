"""Kakeya Toranpu: one game, three texts, one engine.

The house, floor by floor; a floor imports only from floors below it.

    cli.py     the shell: every command does what the function of that name does
    lab.py     a notebook: rules written in a cell
    live.py    the page: rules edited and compared in the browser
    seat.py    the page: sitting down to play
    show/      charts, replays and tables for the page; the only floor that imports altair
    study/     simulate, compare: what the differences between rules do
    players/   who chooses a card, and rounds and matches played by such players
    table/     the game itself: deal, legal plays, tricks, settlement, match, record
    rules/     a complete answer to every point: load, edit, validate, fingerprint
    texts/     reads the texts as data: catalogue, witnesses, readings, supplies, collation
    cards.py, errors.py, kernel.py, compiled.py, progress.py   what all floors stand on

The texts themselves are data, in `rulesets/`: `points.yaml` asks, `uk.yaml`, `ja.yaml` and `ko.yaml` answer,
`editor.yaml` supplies what a text does not say, and `control/` holds rulesets that are not witnesses.

Nothing on the way from a ruleset to a result needs numpy, pandas or a compiler.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
ENGINE = 1  # rises only when a golden playthrough changes (data/golden)

_PUBLIC = {
    "KakeyaError": "kakeya.errors",
    "names": "kakeya.texts.library",
    "collate": "kakeya.texts.collation",
    "verify_texts": "kakeya.texts.loci",
    "Rules": "kakeya.rules.rules",
    "load": "kakeya.rules.rules",
    "loads": "kakeya.rules.rules",
    "diff": "kakeya.rules.difference",
    "Deal": "kakeya.table.deals",
    "Settlement": "kakeya.table.settlement",
    "Record": "kakeya.table.record",
    "deal": "kakeya.players.playing",
    "play": "kakeya.players.playing",
    "play_match": "kakeya.players.playing",
    "simulate": "kakeya.study.simulate",
    "compare": "kakeya.study.compare",
    "attribute": "kakeya.study.attribute",
    "order": "kakeya.study.order",
    "cite": "kakeya.study.cite",
    "reproduce": "kakeya.study.reproduce",
    "solve": "kakeya.players.solving",
    "judge": "kakeya.players.judging",
}

if TYPE_CHECKING:
    from kakeya.errors import KakeyaError as KakeyaError
    from kakeya.players.judging import judge as judge
    from kakeya.players.playing import deal as deal
    from kakeya.players.playing import play as play
    from kakeya.players.playing import play_match as play_match
    from kakeya.players.solving import solve as solve
    from kakeya.rules.rules import Rules as Rules
    from kakeya.rules.rules import load as load
    from kakeya.rules.rules import loads as loads
    from kakeya.study.attribute import attribute as attribute
    from kakeya.study.cite import cite as cite
    from kakeya.study.compare import compare as compare
    from kakeya.study.order import order as order
    from kakeya.study.reproduce import reproduce as reproduce
    from kakeya.study.simulate import simulate as simulate
    from kakeya.table.deals import Deal as Deal
    from kakeya.table.record import Record as Record
    from kakeya.table.settlement import Settlement as Settlement
    from kakeya.texts.collation import collate as collate
    from kakeya.texts.library import names as names
    from kakeya.texts.loci import verify_texts as verify_texts

__all__ = ["ENGINE", "__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        value = getattr(importlib.import_module(_PUBLIC[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kakeya' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
