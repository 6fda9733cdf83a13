"""Judged rounds on disk: what a page shows of a round with all hands open, which takes too long to work out there.

A file holds a round as it was played (rules by name with their fingerprint, players, seed, deal, tricks) and its
perfect-play values (`Judgement.values`): `before` the first card, and in each trick after each card. Of these only
`rules` has to be there for `renew`, which plays and judges the round and writes the rest: by default `greedy` play the
first round of seed 0.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kakeya.errors import KakeyaError
from kakeya.players.judging import Judgement, judge
from kakeya.players.playing import deal, play
from kakeya.players.solving import Progress
from kakeya.rules.rules import load
from kakeya.study.store import fault, write_atomically
from kakeya.table.deals import Deal
from kakeya.table.record import Record
from kakeya.texts import library

JUDGED = library.DATA / "judged"
FORMAT = 1


def every() -> list[Path]:
    """The files of all judged rounds."""
    return sorted(JUDGED.glob("*.json"))


def find(record: Record) -> Judgement:
    """The judgement of a round; KakeyaError if there is none, or none of the present rules."""
    for path in every():
        data = _data(path)
        if data["rules"] == record.rules.name and data.get("deal") == record.deal.as_json():
            found = read(path)
            if found.record.as_json() == record.as_json():
                return found
    raise KakeyaError(
        f"no judgement of this round under {record.rules.name} is kept in {library.shown_path(JUDGED)}; kakeya.judge "
        "makes one, in seconds where numba is installed and in far longer elsewhere"
    )


def read(path: Path) -> Judgement:
    """A judged round; KakeyaError if it is not of the present rules, or its values cannot be those of the round."""
    data = _data(path)
    record = _record(data, path)
    again = f"judge it again with: kakeya judge {library.shown_path(path)}"
    if data.get("fingerprint") != record.rules.fingerprint:
        raise fault(path, f"was judged under rules that `{record.rules.name}` no longer has; {again}")
    if _tricks(data) != _tricks(_as_data(record)):
        raise fault(path, f"is not the round as it is played now; {again}")
    try:
        values = (data["before"], *(value for trick in data["tricks"] for value in trick["values"]))
        found = Judgement(record, values)
        sound = all(0 <= one.after <= one.before <= found.total for one in found.cards)
    except (KeyError, TypeError, ValueError):
        raise fault(path, f"its values cannot be read; {again}") from None
    if not sound or values[-1] != record.settlement.counted[found.sides[0]]:  # type: ignore[union-attr]
        raise fault(path, f"its values cannot be those of this round; {again}")
    return found


def renew(path: Path, progress: Progress | None = None) -> bool:
    """Play and judge the round of a file again, and write it; was it otherwise before?"""
    record = _record(_data(path), path)
    try:
        text = as_text(judge(record, progress=progress))
    except KakeyaError as error:
        raise fault(path, f"its round cannot be judged: {error}") from None
    if path.read_text("utf-8") == text:
        return False
    write_atomically(path, text)
    return True


def as_text(judgement: Judgement) -> str:
    """The file of a judged round: the same bytes for the same round."""
    data: dict[str, Any] = {"format": FORMAT, **_as_data(judgement.record), "before": judgement.values[0]}
    values = iter(judgement.values[1:])
    data["tricks"] = [trick | {"values": [next(values) for _ in trick["cards"].split()]} for trick in data["tricks"]]
    tricks = ",\n  ".join(_json(trick) for trick in data.pop("tricks"))
    lines = [f" {_json(key)}: {_json(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join([*lines, f' "tricks": [\n  {tricks}\n ]']) + "\n}\n"


def _as_data(record: Record) -> dict[str, Any]:
    """What a file says of the round itself."""
    return {
        "rules": record.rules.name,
        "fingerprint": record.rules.fingerprint,
        "players": record.players,
        "seed": record.deal.seed,
        "deal": record.deal.as_json(),
        "tricks": [{"leader": one.leader, "cards": " ".join(one.cards)} for one in record.tricks],
    }


def _tricks(data: dict[str, Any]) -> list[tuple[Any, Any]]:
    try:
        return [(trick["leader"], trick["cards"]) for trick in data["tricks"]]
    except (KeyError, TypeError):
        return []


def _data(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise fault(path, f"cannot be read as a judged round: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("rules"), str) or data.get("format", FORMAT) != FORMAT:
        raise fault(path, "is no judged round")
    return data


def _record(data: dict[str, Any], path: Path) -> Record:
    """The round of a file as it is played now, by rules of that name."""
    try:
        players, seed, told = data.get("players", "greedy"), data.get("seed", 0), data.get("deal")
        if told is None:
            return play(rules := load(data["rules"]), deal(rules, seed, players), players)
        hands = [hand.split() for hand in told["hands"]]
        dealt = Deal.of(hands, told["trump"], told["dealers"], told["leader"], seed)
        return play(load(data["rules"], dealt.players), dealt, players)
    except KakeyaError as error:
        raise fault(path, f"its round cannot be played: {error}") from None
    except (KeyError, TypeError, AttributeError):
        raise fault(path, "is no judged round: its deal is not as `kakeya judge` writes it") from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


__all__ = ["FORMAT", "JUDGED", "as_text", "every", "find", "read", "renew"]
