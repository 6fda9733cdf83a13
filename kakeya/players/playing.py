"""Playing with a record: the same functions as in `drive`, one step at a time, and what decided each step."""

from __future__ import annotations

from dataclasses import replace

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players import drive
from kakeya.players.choose import choose
from kakeya.players.kinds import Kinds, kinds
from kakeya.rules.possible import hands
from kakeya.rules.rules import Rules
from kakeya.table import random, state
from kakeya.table.deals import Deal, from_table
from kakeya.table.match import MOST_ROUNDS, finish_round, pay, purses, start_match
from kakeya.table.play import TAKES_ALL, legal, put, set_goal, set_trump, start_play, take
from kakeya.table.record import Event, MatchRecord, Record, Trick, card_names
from kakeya.table.settle import settle
from kakeya.table.settlement import read as read_settlement


def deal(rules: Rules, seed: int = 0, players: str | Kinds = "greedy", match: int = 0) -> Deal:
    """The first round of a match up to its first card (design: *first round*).

    `players` tell how trumps are named; `match` counts the matches drawn with one seed, from 0.
    """
    check_rules(rules)
    s, stream, key = state.new(), [0] * random.STREAM, _key(seed, match)
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
    s, stream, key = state.new(), [0] * random.STREAM, _key(dealt.seed if seed is None else seed, dealt.match)
    start_match(rules.vector, s, stream, key)
    dealt.lay(s)
    set_goal(rules.vector, s)
    set_trump(rules.vector, s, cards.trump_number(dealt.trump))
    for seat in range(rules.players):
        s[state.DEALT + seat % s[state.SIDES]] |= s[state.HAND + seat]
    s[state.RESTING] = next((side for side in range(s[state.SIDES]) if not s[state.DEALT + side]), state.NOBODY)
    start_play(rules.vector, s, dealt.leader)
    record = Record(rules, dealt, who.text)
    _note_deal(record, s)
    _play_round(record, s, who, stream, key)
    pay(rules.vector, s)
    assert record.settlement is not None
    record.settlement = replace(record.settlement, changes=_changes(s))
    return record


def play_match(
    rules: Rules, seed: int = 0, players: str | Kinds = "greedy", match: int = 0, rounds: int = MOST_ROUNDS
) -> MatchRecord:
    """Play a match to its end, or for `rounds` rounds at the most."""
    check_rules(rules)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise KakeyaError(f"{shortly(rounds)} is not a number of rounds; write a whole number, 1 or more")
    who = kinds(players, rules.players // 2)
    s, stream, key = state.new(), [0] * random.STREAM, _key(seed, match)
    start_match(rules.vector, s, stream, key)
    result = MatchRecord(rules, who.text, seed)
    while not s[state.OVER] and s[state.ROUND] < rounds:
        drive.begin_round(rules.vector, s, who.buffer, stream, key)
        record = Record(rules, from_table(s, seed, match), who.text, number=s[state.ROUND] + 1)
        _note_deal(record, s, result.rounds[-1].deal.trump if result.rounds else "")
        _play_round(record, s, who, stream, key)
        finish_round(rules.vector, s, stream, key)
        _note_stones(record, s)
        result.rounds.append(record)
        result.stones.append(purses(rules.vector, s))
    result.over = bool(s[state.OVER])
    result.champion = None if s[state.CHAMPION] == state.NOBODY else s[state.CHAMPION]
    return result


def _key(seed: int, match: int) -> list[int]:
    if isinstance(match, bool) or not isinstance(match, int) or not 0 <= match < 1 << 63:
        raise KakeyaError(f"{shortly(match)} is not the number of a match; write a whole number, 0 or more")
    return [*random.halves(seed), match]


def check_rules(rules: object) -> None:
    """KakeyaError for what is no `Rules`, such as a ruleset's name."""
    if not isinstance(rules, Rules):
        raise KakeyaError(f'{shortly(rules)} is no ruleset; load one first: kakeya.load("ja")')


def _changes(s: list[int]) -> tuple[int, ...]:
    return tuple(s[state.CHANGE : state.CHANGE + s[state.SIDES]])


def _pair(side: int, sides: int) -> str:
    return f"seats {side} and {side + sides}"


def _note_deal(record: Record, s: list[int], before: str = "") -> None:
    rules, sides, dealers = record.rules, s[state.SIDES], s[state.DEALERS]
    first = record.number == 1
    note = record.events.append
    if first:
        pairs = ", ".join(f"{side} and {side + sides}" for side in range(sides))
        note(Event("seats", "partners.seats", f"Partners sit opposite each other: seats {pairs}"))
    note(Event("dealers", _dealers_point(record, s), f"{_pair(dealers, sides).capitalize()} deal", side=dealers))
    resting = s[state.RESTING]
    if sides == 3 and resting == state.NOBODY:
        note(Event("rest", "six.play", "All three pairs play"))
    elif sides == 3:
        point = "six.play" if resting == dealers else "six.rests"
        note(Event("rest", point, f"{_pair(resting, sides).capitalize()} rest", side=resting))
    sizes = [hand.bit_count() for hand in record.deal.masks]
    shown = ", ".join(f"seat {seat} {size}" for seat, size in enumerate(sizes) if size)
    how = "deal.shuffle" if len(set(filter(None, sizes))) == 1 else "deal.first-card"
    note(Event("deal", how, f"The cards are dealt: {shown}"))
    trump = record.deal.trump
    text = "There are no trumps" if trump == "none" else f"{trump.capitalize()} are trumps"
    if rensho := rules.rensho(trump):
        text += f", and Rensho is {rensho}"
    note(Event("trump", _trump_point(record, before), text))


def _dealers_point(record: Record, s: list[int]) -> str:
    """The point that decided who deals."""
    rules = record.rules
    if record.number == 1:
        return "dealers.first"
    if rules["dealers.next"] != "rotate" and s[state.LAST] == state.NOBODY:
        return "dealers.undecided"
    return (
        "dealers.losers"
        if rules["dealers.next"] == "losers" and hands(rules.values, rules.players) == 6
        else "dealers.next"
    )


def _trump_point(record: Record, before: str) -> str:
    """The point that decided trumps: the one that lets them be changed, if they were."""
    rules, first = record.rules, record.number == 1
    stands, point = before, "trump.lasts"
    if first or rules["trump.lasts"] == "round":
        stands, point = rules["trump.first"], "trump.first"
    if record.deal.trump == stands or stands not in cards.TRUMPS:
        return point
    return "trump.change-first" if first else "trump.change"


def _play_round(record: Record, s: list[int], who: Kinds, stream: list[int], key: list[int]) -> None:
    vector, sides = record.rules.vector, s[state.SIDES]
    bound = record.rules.edit({"rensho.follow": "bound"}).vector
    state.open_draws(s, stream, key, random.PLAY)
    kinds_by_side = who.buffer
    while s[state.LEFT]:
        point = _lead_point(record, s)
        seats: list[int] = []
        laid: list[str] = []
        while s[state.COUNT] < s[state.SIZE]:
            seat = s[state.TURN]
            if laid:
                point = _follow_point(vector, bound, s, s[state.HAND + seat])
            card = choose(vector, s, kinds_by_side[seat % sides], stream)
            put(s, card)
            name = cards.name(card)
            kind, verb = ("play", "plays") if laid else ("lead", "leads")
            record.events.append(Event(kind, point, f"Seat {seat} {verb} {name}", seat, seat % sides, (name,)))
            seats.append(seat)
            laid.append(name)
        _note_trick(record, s, seats, laid)
        take(vector, s)
    unplayed = cards.PACK & ~s[state.PLAYED] & sum(record.deal.masks)
    if unplayed:
        text = f"{unplayed.bit_count()} cards are set aside"
        record.events.append(Event("aside", "short-trick", text, cards=card_names(unplayed)))
    settle(vector, s)
    _note_settlement(record, s)


def _lead_point(record: Record, s: list[int]) -> str:
    """The point that decided who leads."""
    if s[state.SIZE] < s[state.ACTIVE].bit_count():
        return "short-trick"
    if record.tricks:
        return "lead.next"
    later = record.number > 1 and record.rules["lead.later"] == "winners" and s[state.LAST] != state.NOBODY
    if later and s[state.LAST] == s[state.LEADER] % s[state.SIDES]:
        return "lead.later"
    others = s[state.ACTIVE].bit_count() // 2 - (s[state.RESTING] != s[state.DEALERS])
    chosen = others > 1 and record.rules["lead.first"] == "dealers-opponents"
    return "lead.opponents" if chosen else "lead.first"


def _follow_point(vector: list[int], bound: list[int], s: list[int], hand: int) -> str:
    """The point that decided which cards of a hand were legal: Rensho's, if a bound Rensho would change them."""
    return "rensho.follow" if legal(vector, s, hand) != legal(bound, s, hand) else "play.follow"


def _note_trick(record: Record, s: list[int], seats: list[int], laid: list[str]) -> None:
    """Who takes a full trick, and the point that decided it: Rensho's power, trumps' power, or the ranks."""
    trumps = s[state.BELONGS + s[state.TRUMP]]
    if s[state.BEST] == TAKES_ALL:
        point = "rensho.power"
    elif s[state.LED] != s[state.TRUMP] and s[state.TABLE] & trumps:
        point = "trump.power"
    else:
        point = "ranks"
    taker = s[state.TAKER]
    pictures = [name for name in laid if s[state.WORTH] >> cards.card(name) & 1]
    text = f"Seat {taker} takes the trick" + (f", with {' '.join(pictures)}" if pictures else "")
    record.tricks.append(Trick(s[state.LEADER], tuple(seats), tuple(laid), taker, point))
    record.events.append(Event("trick", point, text, taker, taker % s[state.SIDES], tuple(laid)))


def _note_settlement(record: Record, s: list[int]) -> None:
    end = read_settlement(record.rules, s)
    sides = s[state.SIDES]
    what = record.rules["goal"]
    playing = [side for side in range(sides) if s[state.DEALT + side]]
    taken = ", ".join(f"{_pair(side, sides)} have {end.counted[side]}" for side in playing)
    text = f"Of the {what}, {taken}: "
    if end.winner is None:
        record.events.append(Event("settlement", end.decided_by, text + "nobody wins the round"))
    else:
        text += f"{_pair(end.winner, sides)} win the round"
        record.events.append(Event("settlement", end.decided_by, text, side=end.winner))
        owed = f"{end.stones} stone{'s' if end.stones != 1 else ''}"
        both = end.aces_pay and end.table_pays and end.aces_pay != end.table_pays
        combined = record.rules["settle.combine"] if both else ""
        point = "settle.combine" if combined in ("larger", "add", "multiply") else end.clause
        record.events.append(Event("settlement", point, f"The round is worth {owed}", side=end.winner))
    record.settlement = end
    record.captured = tuple(cards.names(s[state.CAPTURED + side]) for side in range(sides))


def _note_stones(record: Record, s: list[int]) -> None:
    """After the payment of a round in a match: what changed hands, and whether the game is over."""
    note, sides = record.events.append, s[state.SIDES]
    assert record.settlement is not None
    changes = _changes(s)
    short = any(change < 0 and -change < record.settlement.stones for change in changes)
    if record.settlement.winner is not None:
        point = "debt" if short else "settle.payer"
        moved = ", ".join(f"{_pair(side, sides)} {change:+d}" for side, change in enumerate(changes) if change)
        note(Event("stones", point, f"Stones: {moved or 'none change hands'}"))
    if s[state.OVER]:
        note(
            Event(
                "end",
                "end.when",
                f"The game is over, with stones {' : '.join(map(str, purses(record.rules.vector, s)))}",
            )
        )
        champion = s[state.CHAMPION]
        text = "Nobody wins the game" if champion == state.NOBODY else f"{_pair(champion, sides).capitalize()} win it"
        note(Event("end", "end.winner", text, side=None if champion == state.NOBODY else champion))
    record.settlement = replace(record.settlement, changes=changes)


__all__ = ["deal", "play", "play_match"]
