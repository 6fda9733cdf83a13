"""Playing with a record: the same functions as in `drive`, one step at a time, and what decided each step."""

from __future__ import annotations

from dataclasses import replace

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players import drive
from kakeya.players.course import Course, Round, check_rules, new_key, stones_moved
from kakeya.players.kinds import Kinds, kinds
from kakeya.rules.rules import Rules
from kakeya.table import random, state
from kakeya.table.deals import Deal, from_table
from kakeya.table.match import MOST_ROUNDS, pay, start_match
from kakeya.table.play import set_goal, set_trump, start_play
from kakeya.table.record import MatchRecord, Record


def deal(rules: Rules, seed: int = 0, players: str | Kinds = "greedy", match: int = 0) -> Deal:
    """The first round of a match up to its first card (design: *first round*).

    `players` tell how trumps are named; `match` counts the matches drawn with one seed, from 0.
    """
    check_rules(rules)
    s, stream, key = state.new(), [0] * random.STREAM, new_key(seed, match)
    who = kinds(players, rules.players // 2)
    start_match(rules.vector, s, stream, key)
    drive.begin_round(rules.vector, s, who.buffer, stream, key)
    return from_table(s, seed, match)


def play(rules: Rules, dealt: Deal, players: str | Kinds = "greedy", seed: int | None = None) -> Record:
    """Play a deal out. `seed` is what random players draw with; without it, the deal's own."""
    check_rules(rules)
    if not isinstance(dealt, Deal):
        raise KakeyaError(f"{shortly(dealt)} is not a deal; make one with kakeya.deal or Deal.from_pbn")
    if dealt.players != rules.players:
        raise KakeyaError(f"the deal is for {dealt.players} players and the rules are for {rules.players}")
    who = kinds(players, rules.players // 2)
    s, stream, key = state.new(), [0] * random.STREAM, new_key(dealt.seed if seed is None else seed, dealt.match)
    start_match(rules.vector, s, stream, key)
    dealt.lay(s)
    set_goal(rules.vector, s)
    set_trump(rules.vector, s, cards.trump_number(dealt.trump))
    for seat in range(rules.players):
        s[state.DEALT + seat % s[state.SIDES]] |= s[state.HAND + seat]
    s[state.RESTING] = next((side for side in range(s[state.SIDES]) if not s[state.DEALT + side]), state.NOBODY)
    start_play(rules.vector, s, dealt.leader)
    record = Record(rules, dealt, who.text)
    Round(record, s, stream, key).play_out(who)
    pay(rules.vector, s)
    assert record.settlement is not None
    record.settlement = replace(record.settlement, changes=stones_moved(s))
    return record


def play_match(
    rules: Rules, seed: int = 0, players: str | Kinds = "greedy", match: int = 0, rounds: int = MOST_ROUNDS
) -> MatchRecord:
    """Play a match to its end, or for `rounds` rounds at the most."""
    check_rules(rules)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise KakeyaError(f"{shortly(rounds)} is not a number of rounds; write a whole number, 1 or more")
    course = Course(rules, players, seed, match)
    while not course.over and len(course.record.rounds) < rounds:
        course.deal()
        course.name_trump()
        assert course.round is not None
        course.round.play_out(course.who)
        course.finish()
    return course.record


__all__ = ["check_rules", "deal", "play", "play_match"]
