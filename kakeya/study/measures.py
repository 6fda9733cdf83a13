"""What is measured, each thing once: its formula here, and one line about it that all pages show.

A round is turned into one vector of whole numbers. Each measure is a span of that vector; all that is
kept of many rounds are sums of the numbers, of their squares and of their products between two rules,
so results are whole until the last step and do not depend on the order of the rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

from kakeya.errors import KakeyaError, did_you_mean
from kakeya.kernel import Buffer, kernel
from kakeya.table.bits import count
from kakeya.table.match import purse
from kakeya.table.play import ACES
from kakeya.table.settle import at_table, counted
from kakeya.table.state import (
    ACTIVE,
    CHAMPION,
    CHOICES,
    HAND,
    LOG,
    MOST_SIDES,
    N_TRICKS,
    NOBODY,
    OVER,
    RENSHO,
    ROUND,
    SEATS,
    SIDES,
    STONES,
    TIED,
    TRICK_SIDE,
    TRICK_SIZE,
    TRICK_WORTH,
    WINNER,
    WORTH,
)

VERSION = 1  # rises when a formula changes; enters every comparison's id
TRICKS = 13
MOST_COUNT = 20  # pictures (with five ranks of them) or tricks that are told apart
MOST_STONES = 8
MOST_WORTH = 1000  # stones of a round that are still summed exactly

# -- places in the vector of a round
LEAD_WINS = 0
NOBODY_WINS = 1
TIE = 2
SWEEP = 3
LEAD_COUNT = 4
STONES_WORTH = 5
LEAD_STONES = 6
LEAD_CHANGES = 7
RENSHO_TRICK = 8
RENSHO_TAKES = 9
LEADER_CHOICES = 10
FOLLOWER_CHOICES = 11
COUNT_IS = 12  # 21: did the leading side take 0, 1, ... 20?
STONES_ARE = COUNT_IS + MOST_COUNT + 1  # 9: was the round worth 0, 1, ... 7, or 8 and more?
RENSHO_FALLS = STONES_ARE + MOST_STONES + 1  # 13: did Rensho fall in the first, second, ... trick?
LEADER_BY_TRICK = RENSHO_FALLS + TRICKS  # 13: the leader's choices in each trick
FOLLOWERS_BY_TRICK = LEADER_BY_TRICK + TRICKS  # 13: all followers' choices in each trick
FOLLOWERS = FOLLOWERS_BY_TRICK + TRICKS  # 13: followers in each trick
LEADS = FOLLOWERS + TRICKS
WINS_BY = LEADS + 1  # three: did side 0, 1, 2 win?
PLAYS_BY = WINS_BY + MOST_SIDES  # three: did side 0, 1, 2 play?
UNDECIDED_BY = PLAYS_BY + MOST_SIDES  # three: did it play, and nobody won?
LENGTH = UNDECIDED_BY + MOST_SIDES


@kernel
def measure(s: Buffer, m: Buffer, leading: int) -> None:
    """Measure a settled round, `leading` being the side that led to its first trick."""
    for place in range(LENGTH):
        m[place] = 0
    winner = s[WINNER]
    won = counted(s, leading)
    m[LEAD_WINS] = winner == leading
    m[NOBODY_WINS] = winner == NOBODY
    m[TIE] = s[TIED]
    all_there_is = s[N_TRICKS] * s[TRICK_WORTH] + count(s[WORTH])
    for side in range(s[SIDES]):
        if counted(s, side) == all_there_is:
            m[SWEEP] = 1
        m[WINS_BY + side] = winner == side
        m[PLAYS_BY + side] = at_table(s, side)
        m[UNDECIDED_BY + side] = winner == NOBODY and at_table(s, side)
    m[LEAD_COUNT] = won
    m[STONES_WORTH] = s[STONES]
    if winner == leading:
        m[LEAD_STONES] = s[STONES]
    elif winner != NOBODY:
        m[LEAD_STONES] = -s[STONES]
    m[COUNT_IS + min(won, MOST_COUNT)] = 1
    m[STONES_ARE + min(s[STONES], MOST_STONES)] = 1
    m[LEADS] = s[N_TRICKS]
    place = 0
    ahead = NOBODY
    had0 = 0
    had1 = 0
    had2 = 0
    for trick in range(s[N_TRICKS]):
        m[LEADER_BY_TRICK + trick] = s[CHOICES + place]
        m[LEADER_CHOICES] += s[CHOICES + place]
        worth = s[TRICK_WORTH]
        size = s[TRICK_SIZE + trick]
        falls = False
        for turn in range(size):
            card = s[LOG + place + turn]
            worth += s[WORTH] >> card & 1
            falls = falls or card == s[RENSHO]
            if turn:
                m[FOLLOWERS_BY_TRICK + trick] += s[CHOICES + place + turn]
        m[FOLLOWER_CHOICES] += m[FOLLOWERS_BY_TRICK + trick]
        m[FOLLOWERS + trick] = size - 1
        place += size
        if falls:
            m[RENSHO_TRICK] = trick + 1
            m[RENSHO_FALLS + trick] = 1
            m[RENSHO_TAKES] = worth
        side = s[TRICK_SIDE + trick]
        if side == 0:
            had0 += worth
        elif side == 1:
            had1 += worth
        else:
            had2 += worth
        best = max(had0, had1, had2)
        now = NOBODY
        if had0 == best and had1 < best and had2 < best:
            now = 0
        elif had1 == best and had0 < best and had2 < best:
            now = 1
        elif had2 == best and had0 < best and had1 < best:
            now = 2
        if now != NOBODY and now != ahead:
            if ahead != NOBODY:
                m[LEAD_CHANGES] += 1
            ahead = now


# -- places in the vector of a match
M_ROUNDS = 0
M_LEAD_WINS = 1
M_DRAWN = 2
M_STONES = 3
M_PICTURE_SPREAD = 4
M_ACE_SPREAD = 5
COURSE = 30  # rounds of a match that are followed one by one
M_GOES_ON = 6  # 30: was it still going on after round 1, 2, ...?
M_LEAD_AHEAD = M_GOES_ON + COURSE  # 30: had the side that led first more stones than each other one after round ...?
M_ROUNDS_ARE = M_LEAD_AHEAD + COURSE  # 31: did it last 1, 2, ... 30 rounds, or longer?
MATCH_LENGTH = M_ROUNDS_ARE + COURSE + 1


@kernel
def start_course(m: Buffer) -> None:
    """Clear a match's vector."""
    for place in range(MATCH_LENGTH):
        m[place] = 0


@kernel
def is_ahead(s: Buffer, side: int) -> bool:
    """Has a side more stones than each other one?"""
    for other in range(s[SIDES]):
        if other != side and purse(s, other) >= purse(s, side):
            return False
    return True


@kernel
def spread(s: Buffer, m: Buffer) -> None:
    """Note how unevenly the second round's deal spreads pictures and aces over the hands."""
    hands = count(s[ACTIVE])
    for seat in range(s[SEATS]):
        if s[ACTIVE] >> seat & 1:
            pictures = hands * count(s[HAND + seat] & s[WORTH]) - count(s[WORTH])
            aces = hands * count(s[HAND + seat] & ACES) - count(ACES)
            m[M_PICTURE_SPREAD] += pictures * pictures
            m[M_ACE_SPREAD] += aces * aces


@kernel
def course(s: Buffer, m: Buffer, leading: int) -> None:
    """Note a finished round of a match, `leading` being the side that led to its very first trick."""
    round = s[ROUND]  # rounds finished
    m[M_STONES] += s[STONES]
    if round <= COURSE:
        m[M_GOES_ON + round - 1] = not s[OVER]
        m[M_LEAD_AHEAD + round - 1] = is_ahead(s, leading)


@kernel
def end_course(s: Buffer, m: Buffer, leading: int) -> None:
    """Note the end of a match."""
    m[M_ROUNDS] = s[ROUND]
    m[M_ROUNDS_ARE + min(s[ROUND], COURSE + 1) - 1] = 1
    m[M_LEAD_WINS] = s[CHAMPION] == leading
    m[M_DRAWN] = s[CHAMPION] == NOBODY


# -- places in the vector of a deal under perfect play
D_WINS = 0
D_NEITHER = 1
D_COUNT = 2
D_COUNT_IS = 3  # 21: does the leading side take 0, 1, ... 20?
D_RENSHO = D_COUNT_IS + MOST_COUNT + 1
D_ACES = D_RENSHO + 1  # four: clubs to spades
DEAL_LENGTH = D_ACES + 4


def measure_deal(m: Buffer, taken: int, total: int, win_at: int, held: int, rensho: int) -> None:
    """Measure a deal: of `total` the leading side, which was dealt the cards `held`, takes `taken` under best play."""
    for place in range(DEAL_LENGTH):
        m[place] = 0
    m[D_WINS] = int(taken >= win_at)
    m[D_NEITHER] = int(taken < win_at and total - taken < win_at)
    m[D_COUNT] = taken
    m[D_COUNT_IS + min(taken, MOST_COUNT)] = 1
    # A card is dealt to the leading side in one deal of two; what it is worth is how far the two kinds of deals
    # lie apart, which is twice the mean of the half that is gained or lost.
    swing = 2 * taken - total
    if rensho >= 0:
        m[D_RENSHO] = swing if held >> rensho & 1 else -swing
    for suit in range(4):
        m[D_ACES + suit] = swing if held >> 13 * suit + 12 & 1 else -swing


# -- places in the vector of a deal that is settled under perfect play
S_WINS = 0
S_NOBODY = 1
S_STONES = 2
S_LEAD_STONES = 3
S_STONES_ARE = 4  # 9: is the round worth 0, 1, ... 7, or 8 and more?
SETTLEMENT_LENGTH = S_STONES_ARE + MOST_STONES + 1


def measure_settlement(m: Buffer, wins: int, stones: int) -> None:
    """Measure a deal: the leading side wins the round (1) or loses it (-1) or neither, if that is what all play for;
    and it gains so many stones, if they play for those."""
    for place in range(SETTLEMENT_LENGTH):
        m[place] = 0
    m[S_WINS] = int(wins == 1)
    m[S_NOBODY] = int(wins == 0)
    m[S_STONES] = abs(stones)
    m[S_LEAD_STONES] = stones
    m[S_STONES_ARE + min(abs(stones), MOST_STONES)] = 1


# -- what each place means, in words ---------------------------------------------------------------
@dataclass(frozen=True)
class Measure:
    """One thing that is measured.

    id: how it is asked for. title, formula, unit, low, high: the line that all pages show; a value lies
    between low and high. place, width: its span of a vector; a width above 1 is a distribution or a course
    whose items are counted from `start`. per: what each sum is divided by: round, lead, follower, trick's
    follower, hand. settled: what it depends on beside how a round is played: "" for nothing, winner for who
    wins it, stones for that and for what it is worth.
    """

    id: str
    title: str
    formula: str
    unit: str
    low: float
    high: float
    place: int
    width: int = 1
    start: int = 0
    per: str = "round"
    settled: str = ""

    def item(self, number: int) -> int | None:
        """What an item of a distribution or course is counted as; None for a measure of one number."""
        return self.start + number if self.width > 1 else None

    @property
    def line(self) -> str:
        """The measure in one line."""
        return f"{self.id}: {self.title} = {self.formula} [{self.low:,.10g} to {self.high:,.10g} {self.unit}]"


OF_ROUNDS = (
    Measure(
        "lead-wins",
        "rounds won by the leading side",
        "rounds it won / rounds",
        "share",
        0,
        1,
        LEAD_WINS,
        settled="winner",
    ),
    Measure(
        "nobody-wins",
        "rounds that nobody won",
        "rounds without a winner / rounds",
        "share",
        0,
        1,
        NOBODY_WINS,
        settled="winner",
    ),
    Measure(
        "tie", "rounds with equal numbers", "rounds decided by `tie` / rounds", "share", 0, 1, TIE, settled="winner"
    ),
    Measure("sweep", "rounds in which one side took all", "such rounds / rounds", "share", 0, 1, SWEEP),
    Measure(
        "pictures",
        "captured by the leading side",
        "sum of its pictures (or tricks) / rounds",
        "pictures",
        0,
        52,
        LEAD_COUNT,
    ),
    Measure(
        "pictures-are",
        f"captured by the leading side, by number (the last: {MOST_COUNT} and more)",
        "rounds with that number / rounds",
        "share",
        0,
        1,
        COUNT_IS,
        MOST_COUNT + 1,
    ),
    Measure(
        "stones",
        "worth of a round",
        "sum of stones owed by each paying side / rounds",
        "stones",
        0,
        MOST_WORTH,
        STONES_WORTH,
        settled="stones",
    ),
    Measure(
        "stones-are",
        f"worth of a round, by number (the last: {MOST_STONES} and more)",
        "rounds worth that / rounds",
        "share",
        0,
        1,
        STONES_ARE,
        MOST_STONES + 1,
        settled="stones",
    ),
    Measure(
        "lead-stones",
        "gain of the leading side",
        "(stones owed to it - stones owed by it) / rounds",
        "stones",
        -MOST_WORTH,
        MOST_WORTH,
        LEAD_STONES,
        settled="stones",
    ),
    Measure(
        "lead-changes",
        "changes of the side that is ahead in a round",
        "sum of changes / rounds",
        "changes",
        0,
        TRICKS,
        LEAD_CHANGES,
    ),
    Measure(
        "leader-choices",
        "legal cards of a leader",
        "sum over leads / leads",
        "cards",
        0,
        13,
        LEADER_CHOICES,
        per="lead",
    ),
    Measure(
        "follower-choices",
        "legal cards of a follower",
        "sum over plays that are no leads / such plays",
        "cards",
        0,
        13,
        FOLLOWER_CHOICES,
        per="follower",
    ),
    Measure(
        "leader-choices-in",
        "legal cards of the leader, by trick",
        "sum in that trick / rounds",
        "cards",
        0,
        13,
        LEADER_BY_TRICK,
        TRICKS,
        1,
    ),
    Measure(
        "follower-choices-in",
        "legal cards of a follower, by trick",
        "sum in that trick / plays in it that are no leads",
        "cards",
        0,
        13,
        FOLLOWERS_BY_TRICK,
        TRICKS,
        1,
        "trick's follower",
    ),
    Measure("rensho-trick", "trick in which Rensho falls", "sum of its number / rounds", "trick", 0, 13, RENSHO_TRICK),
    Measure(
        "rensho-falls-in",
        "trick in which Rensho falls, by trick",
        "rounds in which it falls then / rounds",
        "share",
        0,
        1,
        RENSHO_FALLS,
        TRICKS,
        1,
    ),
    Measure(
        "rensho-takes", "pictures in Rensho's trick", "sum of pictures in it / rounds", "pictures", 0, 6, RENSHO_TAKES
    ),
)

OF_MATCHES = (
    Measure("rounds", "length of a match", "sum of rounds / matches", "rounds", 0, 10_000, M_ROUNDS),
    Measure(
        "rounds-are",
        f"length of a match, by number (the last: {COURSE + 1} and more)",
        "matches of that length / matches",
        "share",
        0,
        1,
        M_ROUNDS_ARE,
        COURSE + 1,
        1,
    ),
    Measure(
        "goes-on",
        "matches not over after so many rounds",
        "such matches / matches",
        "share",
        0,
        1,
        M_GOES_ON,
        COURSE,
        1,
    ),
    Measure(
        "lead-ahead",
        "matches in which the side that led first has the most stones after so many rounds",
        "such matches, still going on or ended in that round / matches",
        "share",
        0,
        1,
        M_LEAD_AHEAD,
        COURSE,
        1,
    ),
    Measure(
        "lead-wins-match",
        "matches won by the side that led first",
        "matches it won / matches",
        "share",
        0,
        1,
        M_LEAD_WINS,
    ),
    Measure("drawn", "matches that nobody won", "matches without a winner / matches", "share", 0, 1, M_DRAWN),
    Measure(
        "stones-in-match",
        "worth of all rounds of a match",
        "sum of stones owed by each paying side / matches",
        "stones",
        0,
        10_000_000,
        M_STONES,
    ),
    Measure(
        "picture-spread",
        "variance of pictures in a hand in the second round",
        "sum over hands of (pictures - mean)^2 / hands",
        "pictures^2",
        0,
        100,
        M_PICTURE_SPREAD,
        per="hand",
    ),
    Measure(
        "ace-spread",
        "variance of aces in a hand in the second round",
        "sum over hands of (aces - mean)^2 / hands",
        "aces^2",
        0,
        100,
        M_ACE_SPREAD,
        per="hand",
    ),
)
OF_DEALS = (
    Measure(
        "lead-wins",
        "deals in which the leading side can take enough to win",
        "such deals / deals",
        "share",
        0,
        1,
        D_WINS,
    ),
    Measure(
        "neither",
        "deals in which neither side can take enough to win",
        "such deals / deals",
        "share",
        0,
        1,
        D_NEITHER,
    ),
    Measure(
        "pictures",
        "taken by the leading side under best play",
        "sum of its pictures (or tricks) / deals",
        "pictures",
        0,
        52,
        D_COUNT,
    ),
    Measure(
        "pictures-are",
        f"taken by the leading side under best play, by number (the last: {MOST_COUNT} and more)",
        "deals with that number / deals",
        "share",
        0,
        1,
        D_COUNT_IS,
        MOST_COUNT + 1,
    ),
    Measure(
        "rensho-worth",
        "what it is worth to be dealt Rensho",
        "sum of (its side's pictures - the other's) / deals",
        "pictures",
        -52,
        52,
        D_RENSHO,
    ),
    Measure(
        "ace-worth",
        "what it is worth to be dealt an ace (1 clubs, 2 diamonds, 3 hearts, 4 spades)",
        "sum of (its side's pictures - the other's) / deals",
        "pictures",
        -52,
        52,
        D_ACES,
        4,
        1,
    ),
)
OF_SETTLEMENTS = (
    Measure(
        "lead-wins",
        "deals in which the leading side wins the round, both playing for that",
        "such deals / deals",
        "share",
        0,
        1,
        S_WINS,
    ),
    Measure(
        "nobody-wins",
        "deals in which neither side can make sure of the round",
        "such deals / deals",
        "share",
        0,
        1,
        S_NOBODY,
    ),
    Measure(
        "stones",
        "worth of a round, both sides playing for stones",
        "sum of stones owed by each paying side / deals",
        "stones",
        0,
        MOST_WORTH,
        S_STONES,
    ),
    Measure(
        "stones-are",
        f"worth of a round, both sides playing for stones, by number (the last: {MOST_STONES} and more)",
        "deals worth that / deals",
        "share",
        0,
        1,
        S_STONES_ARE,
        MOST_STONES + 1,
    ),
    Measure(
        "lead-stones",
        "gain of the leading side, both playing for stones",
        "(stones owed to it - stones owed by it) / deals",
        "stones",
        -MOST_WORTH,
        MOST_WORTH,
        S_LEAD_STONES,
    ),
)
# What is played: first rounds, whole matches, or the deals of first rounds under perfect play, all hands open: for what
# is counted, or for how the round is settled.
SOLVED = ("deals", "settlements")
DEALS, SETTLEMENTS = SOLVED
GAMES = {"rounds": OF_ROUNDS, "matches": OF_MATCHES, DEALS: OF_DEALS, SETTLEMENTS: OF_SETTLEMENTS}
LENGTHS = {"rounds": LENGTH, "matches": MATCH_LENGTH, DEALS: DEAL_LENGTH, SETTLEMENTS: SETTLEMENT_LENGTH}


def find(id: str, games: str = "rounds") -> Measure:
    """The measure of that id, of what is played (`GAMES`); KakeyaError with the nearest if there is none."""
    for one in GAMES[games]:
        if one.id == id:
            return one
    ids = [one.id for one in GAMES[games]]
    raise KakeyaError(f"there is no measure `{id}` of {games}; {did_you_mean(id, ids)}".rstrip("; "))
