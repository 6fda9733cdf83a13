"""A round and a match as they go, one step at a time, each step noted with the point that decided it.

Whoever chooses, chooses outside: `playing` lets players of one kind do it, `kakeya.seat` asks whoever sits at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kakeya import cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players import drive
from kakeya.players.choose import choose, name_trump
from kakeya.players.kinds import Kinds, kinds
from kakeya.rules.possible import hands
from kakeya.rules.rules import Rules
from kakeya.table import random, state
from kakeya.table.deals import from_table
from kakeya.table.match import finish_round, purses, start_match
from kakeya.table.play import TAKES_ALL, legal, put, set_trump, take
from kakeya.table.record import Event, MatchRecord, Record, Trick, card_names
from kakeya.table.settle import settle
from kakeya.table.settlement import read as read_settlement


def new_key(seed: int, match: int) -> list[int]:
    """The key of a match's streams; KakeyaError for what numbers no match."""
    if isinstance(match, bool) or not isinstance(match, int) or not 0 <= match < 1 << 63:
        raise KakeyaError(f"{shortly(match)} is not the number of a match; write a whole number, 0 or more")
    return [*random.halves(seed), match]


class Round:
    """A round from its first card on: the table `s`, and the `record` that grows with it."""

    def __init__(self, record: Record, s: list[int], stream: list[int], key: list[int], before: str = "") -> None:
        """`before`: the trump suit of the round before, if there was one."""
        self.record = record
        self.s = s
        self.stream = stream
        self._vector = record.rules.vector
        self._bound = record.rules.edit({"rensho.follow": "bound"}).vector
        _note_deal(record, s, before)
        state.open_draws(s, stream, key, random.PLAY)

    @property
    def is_full(self) -> bool:
        """Does a whole trick lie on the table, not yet taken?"""
        return self.s[state.COUNT] == self.s[state.SIZE] > 0

    @property
    def is_played(self) -> bool:
        """Have all cards been played that will be?"""
        return self.s[state.LEFT] == 0 and not self.is_full

    def choice(self, who: Kinds) -> int:
        """The card that a player of its side's kind chooses where it is its turn."""
        s = self.s
        return choose(self._vector, s, who.numbers[state.side_of(s, s[state.TURN])], self.stream)

    def lay(self, card: int) -> None:
        """Lay a card, which has to be legal, for the seat whose turn it is."""
        s = self.s
        seat = s[state.TURN]
        if s[state.COUNT]:
            kind, verb, point = "play", "plays", _follow_point(self._vector, self._bound, s, s[state.HAND + seat])
        else:
            kind, verb, point = "lead", "leads", _lead_point(self.record, s)
        put(s, card)
        name = cards.name(card)
        self.record.events.append(
            Event(kind, point, f"Seat {seat} {verb} {name}", seat, state.side_of(s, seat), (name,))
        )

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick on the table: seat and card, in the order of play."""
        laid = self.s[state.COUNT]
        return [(event.seat or 0, event.cards[0]) for event in self.record.events[-laid:]] if laid else []

    def take(self) -> None:
        """Give the full trick to whoever takes it."""
        laid = self.trick
        _note_trick(self.record, self.s, [seat for seat, _ in laid], [name for _, name in laid])
        take(self._vector, self.s)

    def settle(self) -> None:
        """Settle the round, all of whose cards have been played."""
        record, s = self.record, self.s
        unplayed = cards.PACK & ~s[state.PLAYED] & sum(record.deal.masks)
        if unplayed:
            text = f"{unplayed.bit_count()} cards are set aside"
            record.events.append(Event("aside", "short-trick", text, cards=card_names(unplayed)))
        settle(self._vector, s)
        _note_settlement(record, s)

    def play_out(self, who: Kinds) -> None:
        """Play to the end and settle, all cards chosen by players of their side's kind."""
        while not self.is_played:
            while not self.is_full:
                self.lay(self.choice(who))
            self.take()
        self.settle()


@dataclass(frozen=True)
class Mark:
    """A place in the course of a match to which one can go back."""

    s: tuple[int, ...]
    stream: tuple[int, ...]
    rounds: int
    round: Round | None
    events: int
    tricks: int


class Course:
    """A match as it goes: `deal`, `name_trump`, the cards of `round`, `finish`, and again until it is over.

    `record` is what has been finished; `round` the round that is being played, or None. `told` is how records name
    the players.
    """

    def __init__(self, rules: Rules, players: str | Kinds = "greedy", seed: int = 0, match: int = 0) -> None:
        check_rules(rules)
        self.rules = rules
        self.who = kinds(players, rules.players // 2)
        self.seed = seed
        self.match = match
        self.s = state.new()
        self.round: Round | None = None
        self.told = self.who.text
        self.record = MatchRecord(rules, self.told, seed)
        self._vector = rules.vector
        self._stream = [0] * random.STREAM
        self._key = new_key(seed, match)
        start_match(self._vector, self.s, self._stream, self._key)

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self.s[state.OVER])

    def deal(self) -> None:
        """Deal the next round, up to the naming of trumps."""
        drive.deal_round(self._vector, self.s, self._stream, self._key)

    def name_trump(self, trump: int | None = None) -> None:
        """Name trumps, or leave it to the habit of the side that may, and open the play."""
        if trump is None:
            habit = self.who.numbers[drive.HABITS + max(0, self.s[state.CHOOSER])]
            name_trump(self._vector, self.s, habit, self._stream, self._key)
        else:
            set_trump(self._vector, self.s, trump)
        drive.open_play(self._vector, self.s, self._stream, self._key)
        dealt = from_table(self.s, self.seed, self.match)
        record = Record(self.rules, dealt, self.told, number=self.s[state.ROUND] + 1)
        before = self.record.rounds[-1].deal.trump if self.record.rounds else ""
        self.round = Round(record, self.s, self._stream, self._key, before)

    def finish(self) -> None:
        """After a settled round: stones change hands, the deal passes on, the match may end."""
        assert self.round is not None
        done, self.round = self.round.record, None
        finish_round(self._vector, self.s, self._stream, self._key)
        _note_stones(done, self.s)
        self.record.rounds.append(done)
        self.record.stones.append(purses(self._vector, self.s))
        self._note_end()

    def _note_end(self) -> None:
        champion = self.s[state.CHAMPION]
        self.record.over = self.over
        self.record.champion = None if champion == state.NOBODY else champion

    def mark(self) -> Mark:
        """Where the match stands, in the midst of a round or between two."""
        now = self.round.record if self.round else None
        lengths = (len(now.events), len(now.tricks)) if now else (0, 0)
        return Mark(tuple(self.s), tuple(self._stream), len(self.record.rounds), self.round, *lengths)

    def back(self, mark: Mark) -> None:
        """Go back to where the match stood."""
        self.s[:] = mark.s
        self._stream[:] = mark.stream
        del self.record.rounds[mark.rounds :], self.record.stones[mark.rounds :]
        self._note_end()
        self.round = mark.round
        if mark.round:
            now = mark.round.record
            del now.events[mark.events :], now.tricks[mark.tricks :]
            now.captured, now.settlement = (), None


def check_rules(rules: object) -> None:
    """KakeyaError for what is no `Rules`, such as a ruleset's name."""
    if not isinstance(rules, Rules):
        raise KakeyaError(f'{shortly(rules)} is no ruleset; load one first: kakeya.load("ja")')


def stones_moved(s: list[int]) -> tuple[int, ...]:
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
    changes = stones_moved(s)
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
