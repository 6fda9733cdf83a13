"""The Nagasaki story weighed: claim by claim, what speaks for it and what against, from `data/evidence.yaml`."""

from __future__ import annotations

from html import escape
from typing import Any

from kakeya.show import markup, sources
from kakeya.show.markup import Block
from kakeya.show.plate import Plate, plate
from kakeya.texts import library
from kakeya.texts.yamlfile import read_file

SIDES = {"for": "For", "against": "Against", "neither": "Often brought up, and no evidence either way"}
NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}
WEIGHTS = ("strong", "some", "slight")


def data() -> dict[str, Any]:
    """The claims and the evidence, as they stand in the file."""
    found: dict[str, Any] = read_file(library.DATA / "evidence.yaml").python
    return found


def evidence() -> Plate:
    """Every claim of the story with its verdict, and below it the evidence on both sides."""
    claims, items = data()["claims"], data()["evidence"]
    parts = [_claim(id, claim, [one for one in items if one["of"] == id]) for id, claim in claims.items()]
    verdicts = "; ".join(f"{claim['claim']}: {claim['verdict']}" for claim in claims.values())
    found = markup.listed(f"one {claim['verdict']}" for claim in claims.values())
    count = {side: sum(one["side"] == side for one in items) for side in SIDES}
    return plate(
        "".join(parts),
        title=f"{NUMBERS.get(len(claims), len(claims))} claims in one story: {found}",
        description=(
            f"{count['for']} pieces of evidence for the claims, {count['against']} against, {count['neither']} that decide "
            f"nothing. Our verdicts: {verdicts}."
        ),
        kind="evidence",
        caption=(
            "Filled squares: how much a piece of evidence tells, if it is so (strong, some, slight). Beside it: how well "
            "it is known that it is so. Weights and verdicts are ours."
        ),
        table=[
            {
                "claim": claims[one["of"]]["claim"],
                "side": one["side"],
                "evidence": one["says"],
                "weight": one["weight"],
                "confidence": sources.CONFIDENCES[one["confidence"]],
                "sources": "; ".join(one["sources"]),
            }
            for one in items
        ],
    )


def _claim(id: str, claim: dict[str, Any], items: list[dict[str, Any]]) -> str:
    sides = "".join(_side(side, [one for one in items if one["side"] == side]) for side in SIDES)
    confidence = sources.CONFIDENCES[claim["confidence"]]
    return (
        f'<section class="k-claim" id="claim-{escape(id)}"><p class="k-claimed">{markup.tagged(claim["claim"])}</p>'
        f'<p class="k-verdict"><b>{escape(claim["verdict"])}</b> <span class="k-status">our verdict, {confidence} confidence'
        f"</span> {markup.tagged(claim['because'])}</p>"
        f'<div class="k-sides">{sides}</div></section>'
    )


def _side(side: str, items: list[dict[str, Any]]) -> str:
    if not items:
        return ""
    rows = "".join(_item(one) for one in sorted(items, key=lambda one: WEIGHTS.index(one["weight"])))
    return f'<div class="k-side k-{side}"><p class="k-side-name">{SIDES[side]}</p><ul>{rows}</ul></div>'


def _item(one: dict[str, Any]) -> str:
    filled = len(WEIGHTS) - WEIGHTS.index(one["weight"])
    squares = "■" * filled + "□" * (len(WEIGHTS) - filled)
    confidence = sources.CONFIDENCES[one["confidence"]]
    found = sources.links(one["sources"]) if one["sources"] else "our own search"
    return (
        f'<li><span class="k-weight" role="img" aria-label="{one["weight"]} weight" title="{one["weight"]} weight">{squares}'
        f"</span> {markup.tagged(one['says'])} "
        f'<small><span class="k-status">{confidence} confidence</span> · {found}</small></li>'
    )


def verdict(id: str) -> Block:
    """The verdict on one claim, as a sentence."""
    claim = data()["claims"][id]
    words = f"{claim['claim']}: {claim['verdict']}, {sources.CONFIDENCES[claim['confidence']]} confidence."
    return Block(f'<p class="k-finding">{markup.tagged(words)}</p>', words)


__all__ = ["evidence", "verdict"]
