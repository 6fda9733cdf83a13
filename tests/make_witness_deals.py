"""Search for the witness deals, the smallest first, and write `data/witness-deals.json`.

    python tests/make_witness_deals.py

The search is deterministic: the same rules of play give the same file. For each pair of answers it goes through
the shipped rulesets (those that give one of the two answers first), then through the few edits in `CONTEXTS` that
wake a point up, and takes the first situation in which the outcomes differ. Pairs that never differ stand in
`NEVER`, with the reason; `test_witness_deals.py` plays to see whether that is true.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from space import key, pairs, points, values

from kakeya import KakeyaError, Rules, cards
from kakeya.players import drive
from kakeya.players.kinds import kinds
from kakeya.table import random, state
from kakeya.table.match import pay, start_match
from kakeya.table.play import set_goal
from kakeya.table.settle import settle
from kakeya.table.witness import FILE, NoWitness, WitnessDeal, outcome, under
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue

BASES = (("ja", 4), ("uk", 4), ("ja", 6), ("ko", 6), ("uk", 6))
LAST_RESORT = ("whist", 4)  # for answers that only tricks, not pictures, go with

# Which kinds of situation show a point; otherwise by what the point touches.
SHOWN_IN: dict[str, tuple[str, ...]] = {
    "trump.power": ("trick",),
    "rensho.card": ("trick", "legal"),
    "rensho.power": ("trick",),
    "rensho.suit": ("legal",),
    "rensho.follow": ("legal",),
    "play.follow": ("legal",),
    "lead.next": ("play",),
    "play.direction": ("play",),
    "short-trick": ("play",),
}
SHOWN_BY_FLOOR = {"play": ("deal", "match"), "settle": ("settle",), "match": ("match",)}

# Edits that wake a point up, tried where no ruleset as it stands shows the difference.
CONTEXTS: dict[str, list[dict[str, Any]]] = {
    "pictures": [{"win.at": 11}],
    "six.rests": [{"six.play": "dealers-play"}, {"six.play": "dealers-play", "dealers.next": "rotate"}],
    "deal.shuffle": [{"deal.gathered": "pictures-together"}],
    "trump.first": [{"trump.change-first": "nobody"}],
    "lead.first": [{"lead.opponents": "right-of-dealers"}],
    "lead.opponents": [{"lead.first": "dealers-opponents"}],
    "lead.later": [{"dealers.next": "rotate"}],
    "tie": [{"rensho.power": "none"}],
    "settle.aces.some": [{"settle.combine": "first"}],
    "settle.aces.otherwise": [{"settle.combine": "first"}],
    "settle.payer": [{"end.when": "rounds"}],
    "settle.losers": [{"six.play": "all-pairs"}],
    "end.purse": [{"settle.share": "lower-seat"}],
    "end.rounds": [{"end.when": "rounds"}],
    "end.when": [{"end.rounds": 3}],
}

_J_CLAUSES: dict[str, list[Any]] = {
    "goal": ["pictures"],
    "pictures": [["A", "K", "Q", "J"]],
    "rensho.card": ["other-black-ace", "black-trump-ace"],
    "rensho.power": ["takes-any-trick"],
    "settle.aces.look-at": ["dealt"],
    "settle.aces.none": [4],
    "settle.aces.some": [{"when": "no-rensho-no-trump-ace", "pays": 2}],
    "settle.aces.otherwise": ["nothing"],
    "settle.pictures": [[[9, 1], [12, 2], [16, 4]]],
}
_U_TABLES: dict[str, list[Any]] = {
    "settle.combine": ["larger"],
    "settle.pictures": [[[9, 2], [12, 4]], [[9, 2], [12, 4], [16, 8]]],
}
_NOT_ALL: dict[str, list[Any]] = {"six.play": ["dealers-rest", "dealers-play"]}

# Point -> the pairs (None: every pair), where, and why.
NEVER: list[tuple[str, list[tuple[Any, Any]] | None, dict[str, list[Any]], str]] = [
    (
        "dealers.losers",
        None,
        _NOT_ALL,
        "Where two pairs play one side loses, and there is no choice between losers.",
    ),
    (
        "dealers.undecided",
        None,
        {"dealers.next": ["rotate"]},
        "Where the deal rotates it moves on whoever wins, and so when nobody does.",
    ),
    (
        "deal.shuffle",
        None,
        {"deal.gathered": ["mixed"]},
        "A pack in which every order is equally likely stays so, whether it is shuffled in halves or whole.",
    ),
    (
        "trump.change",
        None,
        {"trump.lasts": ["game"]},
        "Where the suit lasts the whole match, nothing is left to change in later rounds.",
    ),
    ("rensho.suit", None, {"rensho.card": ["none"]}, "Where no card is Rensho, nothing is asked of it."),
    ("rensho.follow", None, {"rensho.card": ["none"]}, "Where no card is Rensho, nothing is asked of it."),
    ("rensho.power", None, {"rensho.card": ["none"]}, "Where no card is Rensho, nothing is asked of it."),
    (
        "rensho.follow",
        None,
        {"play.follow": ["free"]},
        "Where nobody has to follow suit, Rensho needs no exception.",
    ),
    (
        "lead.first",
        [("dealers-opponents", "left-of-dealers")],
        {"players": [4]},
        "With four there is one pair of opponents, and it sits on the dealers' left as on their right.",
    ),
    (
        "lead.opponents",
        None,
        {"lead.first": ["left-of-dealers", "dealers"]},
        "Where the pair on the dealers' left leads, or the dealers, nothing is left open.",
    ),
    (
        "lead.later",
        None,
        {"players": [4], "dealers.next": ["losers"], "lead.first": ["dealers-opponents", "left-of-dealers"]},
        "With four, where the losers deal and the dealers' opponents lead, the winners lead. After a round that "
        "nobody won both answers find the leader as in the first round.",
    ),
    (
        "short-trick",
        None,
        _NOT_ALL,
        "Four hands of thirteen cards fill every trick.",
    ),
    (
        "tie",
        [("without-rensho-captured", "without-rensho-dealt")],
        {"rensho.power": ["takes-any-trick"]},
        "Whoever plays Rensho takes that trick, and where two sides play every card is played: the side that was "
        "dealt Rensho is the side that captures it.",
    ),
    ("tie.three", None, _NOT_ALL, "Asked only where three sides play at once."),
    (
        "settle.aces.some",
        [({"when": "one-or-two-no-rensho", "pays": 2}, "nothing")],
        {**_U_TABLES, "settle.aces.otherwise": [1, "nothing"]},
        "U 8.40 pays two stones, and 8.42 two at the least: of the two the larger is never the former.",
    ),
    (
        "settle.aces.otherwise",
        None,
        {**_U_TABLES, "settle.aces.some": [{"when": "one-or-two-no-rensho", "pays": 2}, "nothing"]},
        "U 8.41 pays one stone (two, in the catalogue's other sample), and 8.42 two at the least: of the two the "
        "larger is never the former.",
    ),
    (
        "settle.combine",
        [("first", "larger")],
        _J_CLAUSES,
        "J 51.1 pays four, the most that the table can. If J 51.2 pays its two, the winners were dealt no Rensho; so "
        "another side was, and keeps it, as it takes any trick. So the winners lack one of the sixteen pictures, and "
        "the table pays them two at the most.",
    ),
    (
        "settle.losers",
        None,
        _NOT_ALL,
        "Where two pairs play one side loses.",
    ),
    (
        "settle.losers",
        None,
        {"settle.payer": ["bank"]},
        "Where the bank pays, no loser does.",
    ),
    (
        "settle.share",
        None,
        {"stones.held-by": ["team"]},
        "Where the pair holds the stones, partners have nothing to share.",
    ),
    ("debt", None, {"settle.payer": ["bank"]}, "The bank is never in debt."),
    (
        "end.purse",
        None,
        {"stones.held-by": ["team"]},
        "Where the pair holds the stones, it has one purse.",
    ),
    (
        "end.purse",
        None,
        {"end.when": ["rounds"]},
        "Where the number of rounds is agreed on, an empty purse ends nothing, and the most stones win.",
    ),
    (
        "end.rounds",
        None,
        {"end.when": ["team-out"]},
        "Where an empty purse ends the game, nobody counts the rounds.",
    ),
    (
        "end.winner",
        [("most-stones", "other-team")],
        {},
        "`other-team` needs four players and a game that ends when a pair has no stones left, which needs losers who "
        "pay. Then the pair that is out has none, or owes some, or (one purse of two empty, partners sharing evenly) "
        "has one, or (the lower seat's purse empty) at most its partner's first stones; the other pair has all the "
        "rest, which is more. Both pairs cannot be out at once, as what one pays the other gets.",
    ),
]


def bases(point: str, pair: tuple[Any, Any]) -> list[tuple[str, int]]:
    """The rulesets to look in: those that give one of the two answers first."""
    able = [base for base in BASES if base[1] in catalogue()[point].players]
    asked = {key(value) for value in pair}
    return [*sorted(able, key=lambda base: key(under(*base, {})[point]) not in asked), LAST_RESORT]


# -- one search for each kind -------------------------------------------------------------------
def trumps(a: Rules, b: Rules) -> list[str]:
    """The suits that can be trumps under the rules, and none where a match can begin so."""
    return ["spades", "hearts", "clubs", "diamonds", *["none"] * ("none" in (a["trump.first"], b["trump.first"]))]


_FEW = [cards.card(rank + suit) for suit in "SHDC" for rank in ("A", "K", "2")]


def tricks(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    for size in (2, 3):
        for trump in trumps(a, b):
            for laid in permutations(_FEW, size):
                yield {"kind": "trick", "cards": " ".join(map(cards.name, laid)), "trump": trump}


def hands(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    for size in (2, 3):
        for trump in trumps(a, b):
            for led in _FEW:
                for held in combinations([card for card in _FEW if card != led], size):
                    hand = " ".join(map(cards.name, held))
                    yield {"kind": "legal", "hand": hand, "trick": cards.name(led), "trump": trump}


def endings(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    if a.players == 6 and a["six.play"] != "all-pairs":
        return
    for sizes in ([1] * 4, [2] * 4) if a.players == 4 else ([1] * 6, [2, 2, 2, 2, 1, 1]):
        for seed in range(200):
            pack, stream = list(range(52)), [0] * random.STREAM
            random.open_stream(stream, seed, 0, random.PACK, 0, 0)
            for place in range(51, 0, -1):
                other = random.below(stream, place + 1)
                pack[place], pack[other] = pack[other], pack[place]
            dealt = []
            for size in sizes:
                dealt.append(" ".join(cards.names(cards.mask(pack[:size]))))
                del pack[:size]
            yield {"kind": "play", "hands": dealt, "trump": "spades", "leader": 0}


def first_rounds(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    for names in (None, "hearts", "clubs", "diamonds", "spades"):
        for seed in range(40):
            yield {"kind": "deal", "seed": seed, "names": names}


def settled(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    """Rounds that greedy players play, of which the two rules settle the same cards in two ways."""
    who = kinds("greedy", a.players // 2).buffer
    s, stream = state.new(), [0] * random.STREAM
    for seed in range((100, 5_000)[effort]):
        k = [*random.halves(seed), 0]
        start_match(a.vector, s, stream, k)
        drive.begin_round(a.vector, s, who, stream, k)
        hands, trump, leader = s[state.HAND : state.HAND + a.players], s[state.TRUMP], s[state.LEADER]
        drive.play_out(a.vector, s, who, stream, k)
        results = []
        for rules in (a, b):
            t = list(s)
            set_goal(rules.vector, t)
            settle(rules.vector, t)
            pay(rules.vector, t)
            results.append((t[state.WINNER], t[state.STONES], t[state.CHANGE : state.CHANGE + 3]))
        if results[0] != results[1]:
            played = s[state.LOG : state.LOG + s[state.N_LOG]]
            yield {
                "kind": "settle",
                "hands": [" ".join(cards.names(hand)) for hand in hands],
                "trump": cards.TRUMPS[trump],
                "leader": leader,
                "plays": " ".join(map(cards.name, played)),
            }


def matches(a: Rules, b: Rules, effort: int) -> Iterator[dict[str, Any]]:
    """Matches cut off where they part: of so many seeds and ways to name trumps, the one with the fewest rounds."""
    most, seeds = ((6, 10), (60, 60))[effort]
    found: list[tuple[int, int, list[str | None]]] = []
    for seed in range(seeds):
        for names in ([None] * most, ["hearts", *[None] * (most - 1)], ["hearts", "clubs"] * (most // 2)):
            situation = {"kind": "match", "seed": seed, "names": names}
            try:
                one, other = outcome(a, situation), outcome(b, situation)
            except KakeyaError:
                continue
            if one == other:
                continue
            both = enumerate(zip(one["rounds"], other["rounds"], strict=False), 1)
            part = next((n for n, (x, y) in both if x != y), min(len(one["rounds"]), len(other["rounds"])))
            found.append((part, seed, names[:part]))
            if part == 1:
                break
    if found:
        _, seed, names = min(found, key=lambda one: one[:2])
        yield {"kind": "match", "seed": seed, "names": names}


SEARCHES = {
    "trick": tricks,
    "legal": hands,
    "play": endings,
    "deal": first_rounds,
    "settle": settled,
    "match": matches,
}


def search(point: str, pair: tuple[Any, Any]) -> WitnessDeal | None:
    """The smallest witness deal of two answers, or None."""
    shown_in = SHOWN_IN.get(point, SHOWN_BY_FLOOR[catalogue()[point].touches])
    plain: list[tuple[tuple[str, int], dict[str, Any]]] = [(base, {}) for base in bases(point, pair)]
    edited = [(base, edits) for edits in CONTEXTS.get(point, []) for base in bases(point, pair)[:-1]]
    for effort in range(2):
        for (base, players), edits in [*plain[:-1], *edited, plain[-1]]:
            try:
                a, b = (under(base, players, {**edits, point: value}) for value in pair)
            except KakeyaError:  # an answer that does not go with the others here
                continue
            for kind in shown_in:
                for situation in SEARCHES[kind](a, b, effort):
                    try:
                        outcomes = outcome(a, situation), outcome(b, situation)
                    except KakeyaError:
                        continue
                    if outcomes[0] != outcomes[1]:
                        return WitnessDeal(point, pair, base, players, edits, situation, outcomes)
    return None


def never() -> list[NoWitness]:
    """The pairs of `NEVER`, in the order of the catalogue."""
    found = [NoWitness(point, pair, where, why) for point, only, where, why in NEVER for pair in only or pairs(point)]
    order = list(catalogue())
    return sorted(found, key=lambda one: order.index(one.point))


def written(entries: dict[str, list[dict[str, Any]]]) -> str:
    """JSON with a line for each part of an entry, so that a change shows where it is."""
    lists = []
    for title, items in entries.items():
        texts = []
        for item in items:
            parts = [f"   {json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in item.items()]
            texts.append("  {\n" + ",\n".join(parts) + "\n  }")
        lists.append(f" {json.dumps(title)}: [\n" + ",\n".join(texts) + "\n ]")
    return "{\n" + ",\n".join(lists) + "\n}\n"


def main() -> int:
    excused = {(one.point, key(one.values)) for one in never() if not one.where}
    deals, missing = [], []
    for point in points():
        assert values(point.id), point.id
        for pair in pairs(point.id):
            if (point.id, key(pair)) in excused:
                continue
            found = search(point.id, pair)
            if found is None:
                missing.append(f"{point.id}: {key(pair[0])} | {key(pair[1])}")
                print(f"! {missing[-1]}", file=sys.stderr)
            else:
                deals.append(found)
    entries = {
        "witness deals": [one.as_json() for one in deals],
        "no witness": [one.as_json() for one in never()],
    }
    (library.DATA / FILE).write_text(written(entries), encoding="utf-8")
    print(f"{len(deals)} witness deals, {len(entries['no witness'])} pairs that never differ, {len(missing)} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
