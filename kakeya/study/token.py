"""Citing what nobody has published: an id with all that is needed to play the comparison again, in one word.

`kkt-0123456789.eyJ...`: after the full stop, JSON in the letters of web addresses (base64url): both rulesets as
[name, readings, edits], seats, players, games, rounds, seed, the numbers of engine and measures, and a digest of
the sums, by which whoever plays it again sees that every digit is the same.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from kakeya import ENGINE
from kakeya.errors import KakeyaError
from kakeya.study import measures, run
from kakeya.study.compare import Comparing, Comparison
from kakeya.study.simulate import recipe
from kakeya.study.study import rules_of

LONGEST = 100_000  # letters


@dataclass(frozen=True)
class Token:
    """What a token says: its id, the engine and measures it was made with, the digest of the sums, the recipe."""

    id: str
    made_with: tuple[int, int]
    digest: str
    parts: list[Any]

    def study(self) -> Comparing:
        """The comparison that it names; KakeyaError if it is none."""
        try:
            a, b, seats, players, games, rounds, seed = self.parts
            rules = [
                rules_of({"based-on": name, "seats": seats, "readings": readings, "points": points})
                for name, readings, points in (a, b)
            ]
            return Comparing(rules[0], rules[1], players, games, run.rounds_number(rounds), seed)
        except KakeyaError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
            raise KakeyaError("the part after the full stop names no comparison; copy it whole") from None


def digest(sums: run.Sums) -> str:
    """Sixteen hex digits of all sums."""
    return hashlib.sha256(json.dumps(sums, separators=(",", ":")).encode()).hexdigest()[:16]


def token(comparison: Comparison) -> str:
    """The token of a comparison."""
    rules = [recipe(one) for one in (comparison.a, comparison.b)]
    parts = [
        *([one["based-on"], one["readings"], one["points"]] for one in rules),
        comparison.a.players,
        comparison.players.text,
        comparison.games,
        comparison.rounds,
        comparison.seed,
        [ENGINE, measures.VERSION],
        digest(comparison.sums),
    ]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return f"{comparison.id}.{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def is_one(text: str) -> bool:
    """Does a text look like a token, rather than like an id or a file?"""
    return re.match(r"\s*kkt-[0-9a-f]{10}\.(?!json$)", text) is not None


def read(text: str) -> Token:
    """What a token says; KakeyaError if it is none."""
    id, _, rest = text.strip().partition(".")
    try:
        if len(rest) > LONGEST:
            raise ValueError
        *parts, made_with, sums = json.loads(base64.b64decode(rest + "=" * (-len(rest) % 4), b"-_", validate=True))
        engine, version = made_with
        if len(parts) != 7 or not isinstance(sums, str) or type(engine) is not int or type(version) is not int:
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise KakeyaError("the part after the full stop cannot be read; copy it whole") from None
    return Token(id, (engine, version), sums, parts)
