"""Write the golden playthroughs, `data/golden/NAME-PLAYERS.json`, and the number of the engine that plays them.

    python tests/make_golden.py               write what the engine plays now
    python tests/make_golden.py --release     note that this engine's number has been released

`engine.json` has the number of the engine, a digest of each golden, and the digests of numbers already released.
Where a golden of a released number would change, nothing is written: raise `kakeya.ENGINE` first. Until the first
release the goldens may change under one number.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from space import TABLES

import kakeya
from kakeya.table.record import MatchRecord, Record
from kakeya.texts import library

FOLDER = library.DATA / "golden"
ENGINE = FOLDER / "engine.json"
SEED = 7
MOST_ROUNDS = 12


def _round(record: Record) -> dict[str, Any]:
    """A round: its deal, its tricks one to a line, and what else happened with the points that decided it."""
    events: list[str] = []
    tricks: list[str] = []
    cards: list[str] = []
    for event in record.events:
        if event.kind in ("lead", "play"):
            usual = "play.follow" if cards else "lead.next"
            cards.append(event.cards[0] + (f" ({event.point})" if event.point != usual else ""))
        elif event.kind == "trick":
            trick = record.tricks[len(tricks)]
            seats = "".join(map(str, trick.seats))
            tricks.append(f"{seats}: {' '.join(cards)}: {trick.taker} ({event.point})")
            cards = []
        else:
            events.append(f"{event.point}: {event.text}")
    assert record.settlement is not None
    return {
        "deal": record.deal.as_json(),
        "tricks": tricks,
        "events": events,
        "captured": [" ".join(side) for side in record.captured],
        "settlement": record.settlement.as_json(),
    }


def _match(played: MatchRecord) -> dict[str, Any]:
    return {
        "players": played.players,
        "seed": played.seed,
        "over": played.over,
        "champion": played.champion,
        "stones": " ".join(":".join(map(str, stones)) for stones in played.stones),
        "rounds": [_round(record) for record in played.rounds],
    }


def golden(name: str, players: int) -> dict[str, Any]:
    """What the engine plays under a shipped ruleset: a match of greedy players, a first round of random ones."""
    rules = kakeya.load(name, players=players)
    random = kakeya.play(rules, kakeya.deal(rules, seed=SEED, players="random"), players="random")
    return {
        "ruleset": name,
        "seats": players,
        "fingerprint": rules.fingerprint,
        "match": _match(kakeya.play_match(rules, seed=SEED, players="greedy", rounds=MOST_ROUNDS)),
        "random": _round(random),
    }


def path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.json"


def written(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:16]


def changed(number: int, digests: dict[str, str], released: dict[str, dict[str, str]]) -> list[str]:
    """The goldens that differ from those of the same number as it was released."""
    before = released.get(str(number), {})
    return [name for name, mark in before.items() if digests.get(name, mark) != mark]


def main(arguments: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    old = json.loads(ENGINE.read_text(encoding="utf-8")) if ENGINE.exists() else {"released": {}}
    texts = {path(*table): written(golden(*table)) for table in TABLES}
    digests = {file.stem: hashlib.sha256(text.encode()).hexdigest()[:16] for file, text in texts.items()}
    if names := changed(kakeya.ENGINE, digests, old["released"]):
        print(f"engine {kakeya.ENGINE} is released, and {', '.join(names)} changed: raise kakeya.ENGINE")
        return 1
    for file in FOLDER.glob("*.json"):
        if file not in texts and file != ENGINE:
            file.unlink()
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    if "--release" in arguments:
        old["released"][str(kakeya.ENGINE)] = digests
    engine = {"number": kakeya.ENGINE, "digests": digests, "released": old["released"]}
    ENGINE.write_text(written(engine), encoding="utf-8")
    print(f"{len(texts)} goldens of engine {kakeya.ENGINE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
