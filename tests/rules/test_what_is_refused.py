"""Bad input to public functions is refused in one sentence, and nothing that they return can change the rules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import kakeya
from kakeya.errors import KakeyaError
from kakeya.rules.rules import from_recipe

RULES = kakeya.load("ja")
DEAL = kakeya.deal(RULES, seed=1)
ODD: list[Any] = [None, True, 2.5, float("inf"), "x", b"x", [1], {}, object(), -1, 1 << 70, 10**5000]

CALLS: dict[str, Callable[[Any], Any]] = {
    "load a name": lambda odd: kakeya.load(odd),
    "load for players": lambda odd: kakeya.load("ja", players=odd),
    "deal with a seed": lambda odd: kakeya.deal(RULES, seed=odd),
    "deal without rules": lambda odd: kakeya.deal(odd),
    "deal a match": lambda odd: kakeya.deal(RULES, match=odd),
    "deal with players": lambda odd: kakeya.deal(RULES, players=odd),
    "play without rules": lambda odd: kakeya.play(odd, DEAL),
    "play without a deal": lambda odd: kakeya.play(RULES, odd),
    "play a match of rounds": lambda odd: kakeya.play_match(
        RULES, rounds=odd if not isinstance(odd, int) or odd < 1 else "x"
    ),
    "solve without rules": lambda odd: kakeya.solve(odd, DEAL),
    "solve without a deal": lambda odd: kakeya.solve(RULES, odd),
    "solve in megabytes": lambda odd: kakeya.solve(RULES, DEAL, megabytes=odd),
    "make a deal": lambda odd: kakeya.Deal.of(odd),
    "make a deal of odd hands": lambda odd: kakeya.Deal.of([[odd], [1], [2], [3]]),
    "make a deal with a leader": lambda odd: kakeya.Deal.of([[0], [1], [2], [3]], leader=[odd]),  # type: ignore[arg-type]
    "make a deal with trumps": lambda odd: kakeya.Deal.of([[0], [1], [2], [3]], trump=odd),
    "read PBN": lambda odd: kakeya.Deal.from_pbn(odd),
    "ask for Rensho": lambda odd: RULES.rensho(odd),
    "ask for a winner": lambda odd: RULES.winner([odd]),
    "settle": lambda odd: RULES.settle(odd, odd, "spades"),
    "ask for a point": lambda odd: RULES[odd],
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
@pytest.mark.parametrize(
    "odd",
    ODD,
    ids=lambda odd: (
        type(odd).__name__ if not isinstance(odd, int) else f"{odd:.0e}"[-6:] if abs(odd) < 1e300 else "huge"
    ),
)
def test_odd_input_is_refused_in_a_sentence(call: Callable[[Any], Any], odd: Any) -> None:
    with pytest.raises(KakeyaError) as refused:
        call(odd)
    assert 5 < len(str(refused.value)) < 600


@pytest.mark.parametrize("readings", [5, "x", [1], {"trump.power": 1}])
def test_readings_that_are_no_mapping_of_words_are_refused(readings: Any) -> None:
    with pytest.raises(KakeyaError, match="readings"):
        kakeya.load("uk", readings=readings)


@pytest.mark.parametrize("hand", [[1.9], [True], [b"1"], [52], [-1], -1, 1 << 60])
def test_what_is_no_card_is_not_taken_for_one(hand: Any) -> None:
    with pytest.raises(KakeyaError):
        RULES.legal(hand)


def test_nothing_that_is_returned_can_change_the_rules() -> None:
    before = (RULES.fingerprint, list(RULES.vector), RULES.recipe)
    RULES.vector[0] = 6
    RULES["settle.pictures"].append([20, 9])
    RULES.recipe["readings"]["tie"] = "dealt"
    RULES.values["settle.pictures"].append([20, 9])
    RULES.answers["settle.pictures"].value.append([20, 9])
    try:
        assert kakeya.load("ja")["settle.pictures"] == [[9, 1], [12, 2], [16, 4]]
    finally:
        RULES.answers["settle.pictures"].value.pop()
    assert (RULES.fingerprint, RULES.vector, RULES.recipe) == before
    with pytest.raises(TypeError):
        RULES.answers["tie"] = RULES.answers["debt"]  # type: ignore[index]


def test_rules_can_be_copied_and_sent_to_other_processes() -> None:
    edited = RULES.edit({"rensho.follow": "free"})
    for other in (copy.copy(edited), copy.deepcopy(edited), pickle.loads(pickle.dumps(edited))):
        assert other == edited
        assert other.fingerprint == edited.fingerprint


def test_the_trump_suit_of_a_deal_has_one_name() -> None:
    short = kakeya.Deal.of([[0], [1], [2], [3]], "S")
    assert short == kakeya.Deal.of([[0], [1], [2], [3]], "spades")
    assert short.trump == "spades"


def test_a_file_named_like_a_shipped_ruleset_is_told_by_its_edits(tmp_path: Any) -> None:
    path = tmp_path / "ja.yaml"
    path.write_text(
        "witness: {siglum: Z, name: Another, language: en}\n"
        "points:\n  rensho.follow: {value: free, status: stated, cite: {locus: '1.1', lemma: abc}, gloss: Free.}\n"
    )
    rules = kakeya.load(path)
    assert from_recipe(rules.recipe).fingerprint == rules.fingerprint
