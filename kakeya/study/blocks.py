"""Many rounds in one go: each block of rounds gives whole sums, and blocks add up in any order."""

from __future__ import annotations

from kakeya.kernel import Buffer, kernel
from kakeya.players.drive import begin_round, play_first_round, play_out
from kakeya.study.measures import LENGTH, MATCH_LENGTH, course, end_course, measure, spread, start_course
from kakeya.table.match import MOST_ROUNDS, finish_round, start_match
from kakeya.table.settle import settle
from kakeya.table.state import FIRST_LEADER, OVER, ROUND, side_of

# What is summed for each place of a round's vector, under each rules: x, x * x, and x * (x under the first).
SUMS = 3


@kernel
def add_products(m: Buffer, base: Buffer, total: Buffer, length: int) -> None:
    """Add a vector, its squares and its products with another's to the sums."""
    for place in range(length):
        x = m[place]
        if x:
            total[place] += x
            total[length + place] += x * x
            total[2 * length + place] += x * base[place]


@kernel
def play_block(
    rules: list[Buffer],
    kinds: list[Buffer],
    s: Buffer,
    stream: Buffer,
    key: Buffer,
    m: list[Buffer],
    sums: list[Buffer],
    many: int,
    first: int,
    last: int,
) -> None:
    """Play the first rounds of matches `first` to before `last` under each of `many` rules, and sum what is measured."""
    for match in range(first, last):
        key[2] = match
        for which in range(many):
            play_first_round(rules[which], s, kinds[which], stream, key)
            measure(s, m[which], side_of(s, s[FIRST_LEADER]))
        for which in range(many):
            add_products(m[which], m[0], sums[which], LENGTH)


@kernel
def match_block(
    rules: list[Buffer],
    kinds: list[Buffer],
    s: Buffer,
    stream: Buffer,
    key: Buffer,
    m: list[Buffer],
    sums: list[Buffer],
    many: int,
    first: int,
    last: int,
) -> None:
    """Play matches `first` to before `last` to their end under each of `many` rules, and sum what is measured."""
    for match in range(first, last):
        key[2] = match
        for which in range(many):
            start_match(rules[which], s, stream, key)
            start_course(m[which])
            leading = 0
            while not s[OVER] and s[ROUND] < MOST_ROUNDS:
                begin_round(rules[which], s, kinds[which], stream, key)
                if s[ROUND] == 0:
                    leading = side_of(s, s[FIRST_LEADER])
                elif s[ROUND] == 1:
                    spread(s, m[which])
                play_out(rules[which], s, kinds[which], stream, key)
                finish_round(rules[which], s, stream, key)
                course(s, m[which], leading)
            end_course(s, m[which], leading)
        for which in range(many):
            add_products(m[which], m[0], sums[which], MATCH_LENGTH)


@kernel
def coalition_block(
    rules: list[Buffer],
    plays: Buffer,
    kinds: Buffer,
    s: Buffer,
    stream: Buffer,
    key: Buffer,
    m: Buffer,
    x: Buffer,
    weights: list[Buffer],
    sums: list[Buffer],
    many: int,
    combinations: int,
    place: int,
    first: int,
    last: int,
) -> None:
    """One measure under each of `many` rules on the same deals, and the sums of combinations of its values.

    Rules j is played where `plays[j]` is 1; otherwise the cards as they were last played are settled anew by it.
    `weights` has `combinations` rows of whole weights, one for each rules. `sums` are three rows: of the
    measure under each rules, of each combination, and of its square.
    """
    for match in range(first, last):
        key[2] = match
        for which in range(many):
            if plays[which]:
                play_first_round(rules[which], s, kinds, stream, key)
            else:
                settle(rules[which], s)
            measure(s, m, side_of(s, s[FIRST_LEADER]))
            x[which] = m[place]
            sums[0][which] += m[place]
        for row in range(combinations):
            weight = weights[row]
            value = 0
            for which in range(many):
                value += weight[which] * x[which]
            sums[1][row] += value
            sums[2][row] += value * value
