"""The page: sitting down to play. A match in which some seats are played by hand and the others by players of the book.

A browser's worker runs this module; what it asks and what it is told is plain data. The whole of a table is its
rules, its seed and what was played: a record that was downloaded can be played again (`replayed`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import Any

from kakeya import ENGINE, __version__, cards
from kakeya.errors import KakeyaError, shortly
from kakeya.players import choose, thinking
from kakeya.players.course import Course, Mark, Round
from kakeya.players.kinds import Kinds, thinks
from kakeya.rules.rules import Rules, from_recipe, load, loads
from kakeya.show.cards import said
from kakeya.table import random, state
from kakeya.table.barred import barred
from kakeya.table.match import holders, purses
from kakeya.table.play import legal
from kakeya.table.record import MatchRecord, Record, source
from kakeya.table.settle import counted
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.text import Text, shipped, siglum_texts
from kakeya.texts.values import shown

STAGES = ("trump", "card", "bot", "trick", "settled", "over")
UNTIL = ("card", "round", "match")
THINKS = 1.0  # seconds that a player may think about a card in the page
MOST_AT_ONCE = 200  # rounds that are played without being asked again
Plain = dict[str, Any]


class Table:
    """A match in progress.

    `by_hand`: the seats that whoever calls plays; `players` play the others (design: `greedy`, `random:keep` ...).
    `stage` says what comes next: `trump` and `card` wait for `name_trump` and `lay`; `bot`, `trick` and `settled`
    for `step`; `over` for nothing.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        players: str | Kinds = "greedy",
        by_hand: Iterable[int] = (0,),
        seconds: float | None = None,
        told: str = "",
    ) -> None:
        """`seconds`: how long a player that thinks may think about a card, which is then not the same everywhere.
        `told`: how records name who plays, where that is not what is played by hand here."""
        self.by_hand = _seats(by_hand, rules)
        self.rules = rules
        self.course = Course(rules, players, seed)
        self.seconds = seconds if thinks(self.course.who.numbers) else None
        self.course.told = told or _told(self.course.who.text, self.by_hand, rules.players, self.seconds)
        self.course.record.players = self.course.told
        self._vector = rules.vector
        self._freed = rules.edit({"rensho.follow": "free"}).vector
        self._marks: list[tuple[Mark, bool]] = []
        self._dealt = False
        self._deal()

    # -- where it stands --------------------------------------------------------------------------
    @property
    def s(self) -> list[int]:
        """The table itself (`kakeya.table.state`)."""
        return self.course.s

    @property
    def stage(self) -> str:
        """What comes next: one of STAGES."""
        if self.course.over:
            return "over"
        if self.course.round is None:
            return "trump" if self._dealt else "settled"
        if self.course.round.is_full:
            return "trick"
        return "card" if self.s[state.TURN] in self.by_hand else "bot"

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats that may name trumps in this round, the dealing seat first."""
        first = self.s[state.CHOOSER]
        if first == state.NOBODY:
            return ()
        return (first, first + self.s[state.SIDES])[: self.s[state.CHOOSERS]]

    @property
    def suits(self) -> tuple[str, ...]:
        """What may be named as trumps: any suit, and none where there are none and none have to be named."""
        stay = self.s[state.TRUMP] == cards.NO_SUIT and not self.s[state.MUST]
        return (*cards.SUITS, *(["none"] if stay else []))

    @property
    def legal(self) -> list[str]:
        """The cards that may be played by the seat whose turn it is."""
        s = self.s
        if self.stage not in ("card", "bot"):
            return []
        return cards.names(legal(self._vector, s, s[state.HAND + s[state.TURN]]))

    @property
    def record(self) -> MatchRecord:
        """The match so far; the round that is being played comes last, not yet settled."""
        done = self.course.record
        now = [self.course.round.record] if self.course.round else []
        return MatchRecord(
            done.rules, done.players, done.seed, [*done.rounds, *now], [*done.stones], done.champion, done.over
        )

    # -- what is done -----------------------------------------------------------------------------
    def lay(self, card: str) -> None:
        """Play a card for the seat whose turn it is; KakeyaError, with the reason, if it may not be played."""
        self._expect("card")
        try:
            name = cards.name(cards.card(card))
        except ValueError as error:
            raise KakeyaError(str(error)) from None
        turn = self.s[state.TURN]
        if not self.s[state.HAND + turn] >> cards.card(name) & 1:
            raise KakeyaError(f"seat {turn} does not hold {name}")
        if name not in self.legal:
            point, why = barred(self._vector, self._freed, self.s)[name]
            raise KakeyaError(f"{name} may not be played: {why} ({point}: {source(self.rules, point)})")
        self._keep()
        self._round.lay(cards.card(name))

    def name_trump(self, suit: str) -> None:
        """Name trumps, for the seats by hand that may; KakeyaError for what cannot be named."""
        self._expect("trump")
        if suit not in self.suits:
            raise KakeyaError(f"{shortly(suit)} cannot be named as trumps; allowed: {', '.join(self.suits)}")
        self._keep()
        self._open(cards.trump_number(suit))

    def step(self) -> None:
        """Go on by one thing that is not decided by hand: a card, a full trick and what follows it, the next deal."""
        stage = self.stage
        if stage == "bot":
            with thinking.within(self.seconds) if self.seconds is not None else nullcontext():
                card = self._round.choice(self.course.who)
            self._round.lay(card)
        elif stage == "trick":
            self._round.take()
            if self._round.is_played:
                self._round.settle()
                self.course.finish()
        elif stage == "settled":
            self._deal()
        else:
            self._expect("bot", "trick", "settled")

    def hurry(self, seconds: float = math.inf) -> None:
        """Go on to the next decision by hand, or to the end of the round; or for so many seconds."""
        ends = time.monotonic() + seconds
        while self.stage in ("bot", "trick"):
            self.step()
            if time.monotonic() >= ends:
                return

    def undo(self) -> None:
        """Back to before the last decision by hand, or what was left to `greedy`; KakeyaError if there was none."""
        if not self._marks:
            raise KakeyaError("there is nothing to take back")
        mark, self._dealt = self._marks.pop()
        self.course.back(mark)

    def suggestion(self) -> str:
        """The card that `greedy` would play here, or the suit that suits the hands best."""
        self._expect("card", "trump")
        s, stream = list(self.s), [0] * random.STREAM
        if self.stage == "card":
            return cards.name(choose.choose(self._vector, s, choose.GREEDY, stream))
        key = [*random.halves(self.course.seed), self.course.match]
        choose.name_trump(self._vector, s, choose.BEST_FOR_HAND, stream, key)
        return cards.TRUMPS[s[state.TRUMP]]

    def play_on(self, until: str, seconds: float = math.inf, again: bool = False) -> None:
        """Let `greedy` play by hand as well: one decision, or until the round or the match has ended.

        After so many seconds it stops on the way; to go on, say `again`, and all of it is taken back as one.
        """
        if until not in UNTIL:
            raise KakeyaError(f"{shortly(until)} is no place to stop; allowed: {', '.join(UNTIL)}")
        self._expect(*STAGES[:-1])
        if not again:
            self._keep()
        ends = time.monotonic() + seconds
        most = len(self.course.record.rounds) + MOST_AT_ONCE
        while True:
            stage = self.stage
            if stage == "card":
                self._round.lay(cards.card(self.suggestion()))
            elif stage == "trump":
                self._open(cards.trump_number(self.suggestion()))
            elif stage != "over":
                self.step()
            by_hand = stage in ("card", "trump")
            now = self.stage
            if (
                now == "over"
                or (until == "card" and by_hand)
                or (until != "match" and now == "settled")
                or len(self.course.record.rounds) >= most
                or time.monotonic() >= ends
            ):
                return

    @property
    def _round(self) -> Round:
        assert self.course.round is not None
        return self.course.round

    def _expect(self, *stages: str) -> None:
        if self.stage not in stages:
            raise KakeyaError(f"the table is at the stage `{self.stage}`, not {' or '.join(stages)}")

    def _keep(self) -> None:
        self._marks.append((self.course.mark(), self._dealt))

    def _deal(self) -> None:
        self.course.deal()
        self._dealt = True
        if not set(self.choosers) & self.by_hand:
            self._open(None)

    def _open(self, trump: int | None) -> None:
        self._dealt = False
        self.course.name_trump(trump)

    # -- as plain data ----------------------------------------------------------------------------
    def view(self) -> Plain:
        """What whoever plays by hand may see."""
        s, stage = self.s, self.stage
        seats, sides = s[state.SEATS], s[state.SIDES]
        now = self._now
        blind = stage == "trump" and not s[state.SEES]
        dealers = now.deal.dealers if now else s[state.DEALERS]
        masks = now.deal.masks if now else s[state.HAND : state.HAND + seats]
        return {
            "stage": stage,
            "round": now.number if now else s[state.ROUND] + 1,
            "turn": s[state.TURN] if stage in ("card", "bot") else None,
            "hands": [
                cards.names(s[state.HAND + seat]) if seat in self.by_hand and not blind else None
                for seat in range(seats)
            ],
            "held": [s[state.HAND + seat].bit_count() for seat in range(seats)],
            "rests": [seat for seat in range(seats) if not masks[seat]],
            "dealers": [dealers, dealers + sides],
            "leader": now.deal.leader if now else None,
            "trump": now.deal.trump if now else None,
            "rensho": self.rules.rensho(now.deal.trump) if now else None,
            "trick": [list(one) for one in self.course.round.trick] if self.course.round else [],
            "best": s[state.TAKER] if self.course.round and s[state.COUNT] else None,
            "last": self._last(),
            "sides": [self._side(side) for side in range(sides)],
            "stones": list(purses(self._vector, s)),
            "legal": self.legal if stage == "card" else [],
            "barred": {
                name: {"point": point, "text": text}
                for name, (point, text) in barred(self._vector, self._freed, s).items()
            }
            if stage == "card"
            else {},
            "asked": self._asked() if stage == "trump" else None,
            "log": [one.as_json() for one in now.events] if now else [],
            "settlement": now.settlement.as_json() if now and now.settlement else None,
            "champion": self.course.record.champion,
            "undo": bool(self._marks),
        }

    def about(self) -> Plain:
        """What does not change at a table: its rules, who plays, and where the rules have every answer."""
        rules = self.rules
        return {
            "title": rules.title,
            "fingerprint": rules.fingerprint,
            "seats": rules.players,
            "seed": self.course.seed,
            "players": self.course.who.text,
            "by_hand": sorted(self.by_hand),
            "step": 1 if rules["play.direction"] == "counter-clockwise" else -1,
            "purses": holders(self._vector),
            "pictures": rules["pictures"],
            "goal": rules["goal"],
            "win_at": rules["win.at"],
            "shown": rules["captures"] == "pictures-shown",
            "grounds": {id: ground(rules, id) for id in rules},
        }

    def as_json(self) -> Plain:
        """The match so far as it is downloaded: what makes the table, and the record of what was played."""
        return {
            "kakeya": __version__,
            "engine": ENGINE,
            "rules": self.rules.recipe,
            "seed": self.course.seed,
            "players": self.course.who.text,
            "by_hand": sorted(self.by_hand),
            "seconds": self.seconds,
            "record": self.record.as_json(),
        }

    @property
    def _now(self) -> Record | None:
        """The record of the round that is on the table; None while trumps are being named."""
        if self.course.round:
            return self.course.round.record
        return None if self._dealt else self.course.record.rounds[-1]

    def _last(self) -> Plain | None:
        now = self._now
        if not now or not now.tricks:
            return None
        trick = now.tricks[-1]
        laid = [[seat, card] for seat, card in zip(trick.seats, trick.cards, strict=True)]
        return {"trick": laid, "taker": trick.taker, "point": trick.point, "number": len(now.tricks)}

    def _side(self, side: int) -> Plain:
        s = self.s
        if self._now is None:
            return {"taken": [], "counted": 0, "tricks": 0}
        taken = cards.names(s[state.CAPTURED + side])
        return {"taken": taken, "counted": counted(s, side), "tricks": s[state.TRICKS + side]}

    def _asked(self) -> Plain:
        s = self.s
        later = "trump.change" if s[state.ROUND] else "trump.change-first"
        return {
            "seats": list(self.choosers),
            "suits": list(self.suits),
            "stands": None if s[state.MUST] else cards.TRUMPS[s[state.TRUMP]],
            "sees": bool(s[state.SEES]),
            "rensho": {suit: self.rules.rensho(suit) for suit in self.suits},
            "point": "trump.first" if s[state.MUST] else later,
        }


def _seats(by_hand: Iterable[int], rules: Rules) -> frozenset[int]:
    seats = frozenset(by_hand)
    if not seats <= set(range(rules.players)):
        raise KakeyaError(f"seats are 0 to {rules.players - 1}, not {', '.join(map(str, sorted(seats)))}")
    return seats


def _told(players: str, by_hand: frozenset[int], seats: int, seconds: float | None) -> str:
    """Who plays, as a record says it."""
    if seconds is not None:
        players += f" (at most {seconds:g} s a card)"
    if not by_hand:
        return players
    if len(by_hand) == seats:
        return "by hand"
    which = ", ".join(map(str, sorted(by_hand)))
    return f"{players}; by hand seat{'s' if len(by_hand) > 1 else ''} {which}"


def ground(rules: Rules, point: str) -> Plain:
    """What the rules answer at a point and where that stands: the text's words, or whoever supplied it and why."""
    answer, about = rules.answers[point], catalogue()[point]
    value = shown(answer.value)
    kind = "supplied" if answer.is_supplied else "edit" if answer.origin == "edit" else "text"
    whose: Text | None = siglum_texts().get(answer.origin)
    cites = answer.cites
    if kind == "supplied" and whose:
        lent = whose.entry(point, rules.players)
        cites = (lent.preferred.cites if lent.preferred else ()) or lent.cites
    return {
        "question": about.question,
        "value": value,
        "meaning": about.values.get(value, ""),
        "kind": kind,
        "touches": about.touches,
        "counts": about.counts_for(rules.players),
        "place": source(rules, point),
        "siglum": whose.siglum if whose else "",
        "language": str(whose.about.get("language", "")) if whose else "",
        "words": [[cite.locus, cite.lemma] for cite in cites] if whose else [],
        "status": answer.status,
        "gloss": answer.gloss if kind == "text" else "",
        "why": answer.why,
        "before": shown(rules.unedited[point]) if kind == "edit" else "",
    }


def replayed(data: Mapping[str, Any]) -> MatchRecord:
    """Play a downloaded table again, card by card; its record. KakeyaError where the rules do not allow a step."""
    try:
        if data["engine"] != ENGINE:
            raise KakeyaError(f"the record is of engine {data['engine']}; this is engine {ENGINE}")
        rules, told = from_recipe(data["rules"]), data["record"]
        table = Table(rules, data["seed"], data["players"], range(rules.players), told=told["players"])
        for one in told["rounds"]:
            if table.stage == "settled":
                table.step()
            if table.stage == "trump":
                table.name_trump(one["deal"]["trump"])
            for event in one["events"]:
                if event["kind"] in ("lead", "play"):
                    table.lay(event["cards"])
                elif event["kind"] == "trick":
                    table.step()
    except (KeyError, TypeError, AttributeError) as error:
        raise KakeyaError(f"this is not the record of a table: {shortly(error)}") from None
    return table.record


def facts() -> Plain:
    """What a page offers before anybody sits down: texts, players, and how cards are said."""
    return {
        "names": {name: shipped(name).title for name in library.names()},
        "seats": {name: _counts(shipped(name)) for name in library.names()},
        "players": list(choose.PLAYERS),
        "habits": list(choose.TRUMPS),
        "said": {name: said(name) for name in cards.names(cards.PACK)},
    }


def _counts(text: Text) -> list[int]:
    answer = text.entry("players", 4).preferred
    return list(answer.value) if answer else [4, 6]


class Chair:
    """What the worker asks: one table at a time, every answer plain."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def facts(self) -> Plain:
        """See `facts`."""
        return facts()

    def sit(self, text: str, seats: int, players: str, by_hand: list[int], seed: int) -> Plain:
        """A new table under a shipped text, by its name, or under a YAML text; or what is wrong with it."""
        try:
            rules = load(text, seats) if text in library.names() else loads(text, seats, name="my-rules")
            self.table = Table(rules, seed, players, by_hand, THINKS)
        except KakeyaError as error:
            return {"faults": [str(fault) for fault in error.faults]}
        return {"faults": [], "about": self.table.about(), "view": self.table.view()}

    def do(self, what: str, *given: Any) -> Plain:
        """One of the table's own deeds, and how it stands afterwards; `refused` says why it was not done."""
        assert self.table is not None
        refused = ""
        try:
            getattr(self.table, what)(*given)
        except KakeyaError as error:
            refused = str(error)
        return self.table.view() | {"refused": refused}

    def suggestion(self) -> str:
        """See `Table.suggestion`."""
        assert self.table is not None
        return self.table.suggestion()

    def saved(self) -> Plain:
        """The record as it is downloaded, as data and as text."""
        assert self.table is not None
        return {"json": self.table.as_json(), "text": str(self.table.record)}


__all__ = ["STAGES", "UNTIL", "Chair", "Table", "facts", "ground", "replayed"]
