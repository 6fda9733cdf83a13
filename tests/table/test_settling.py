"""Settling a round, clause by clause, as written out by hand from the collation; loci stand with each case."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import PLAYERS, SEEDS, examples, rules
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError, Rules, cards

J, U = kakeya.load("ja"), kakeya.load("uk")
NAMES = cards.names(cards.PACK)
ACES = ["A♠", "A♥", "A♦", "A♣"]
OTHERS = [name for name in NAMES if name[0] in "KQJ"]
PLAIN = [name for name in NAMES if name not in ACES + OTHERS]


def took(number: int, aces: list[str]) -> tuple[list[str], list[str]]:
    """What side 0 and side 1 have captured: side 0 so many pictures, of which these aces."""
    mine = aces + OTHERS[: number - len(aces)]
    return mine, [name for name in ACES + OTHERS if name not in mine]


def dealt(aces: list[str]) -> tuple[list[str], list[str]]:
    """What they were dealt: side 0 these aces, side 1 the rest."""
    return aces + PLAIN[: 26 - len(aces)], [name for name in ACES if name not in aces] + OTHERS


def judged(of: Rules, held: list[str], number: int, aces: list[str], trump: str = "spades") -> tuple[Any, int, str]:
    end = of.settle(dealt(held), took(number, aces), trump)
    return end.winner, end.stones, end.clause


# -- J, and K, its sibling ------------------------------------------------------------------------
BY_TABLE, NO_ACE, SOME = "settle.pictures", "settle.aces.none", "settle.aces.some"
OTHERWISE = "settle.aces.otherwise"


@pytest.mark.parametrize("name", ["ja", "ko"])
@pytest.mark.parametrize(
    "held, number, trump, result",
    [
        # J 47.1: nine or more pictures win
        (["A♣", "A♠"], 9, "spades", (0, 1, BY_TABLE)),
        (["A♣", "A♠"], 7, "hearts", (1, 1, BY_TABLE)),
        (["A♥", "A♠"], 7, "hearts", (1, 2, SOME)),
        # J 51.1: no ace in the first hand, four stones, whatever was captured
        ([], 9, "spades", (0, 4, NO_ACE)),
        ([], 12, "hearts", (0, 4, NO_ACE)),
        # J 51.2: neither Rensho nor the trump ace in the first hand, two stones (traps 5 and 6)
        (["A♥"], 9, "spades", (0, 2, SOME)),
        (["A♥", "A♦"], 9, "spades", (0, 2, SOME)),
        (["A♥"], 9, "hearts", (0, 1, BY_TABLE)),  # hearts are trumps: it is the trump ace
        (["A♠"], 9, "spades", (0, 1, BY_TABLE)),  # the trump ace
        (["A♣"], 9, "spades", (0, 1, BY_TABLE)),  # Rensho, as spades are trumps
        (["A♣"], 9, "clubs", (0, 1, BY_TABLE)),  # the trump ace
        (["A♠"], 9, "clubs", (0, 1, BY_TABLE)),  # Rensho
        (["A♠"], 9, "hearts", (0, 1, BY_TABLE)),  # Rensho
        (["A♣"], 9, "hearts", (0, 2, SOME)),  # neither
        (["A♣", "A♦"], 15, "hearts", (0, 2, SOME)),
        # J 51.3: fewer than twelve pictures, one stone
        (["A♠", "A♥"], 11, "spades", (0, 1, BY_TABLE)),
        # J 51.4: twelve to fifteen, two; all sixteen, four
        (["A♠", "A♥"], 12, "spades", (0, 2, BY_TABLE)),
        (["A♠", "A♥"], 15, "spades", (0, 2, BY_TABLE)),
        (ACES, 16, "spades", (0, 4, BY_TABLE)),
    ],
)
def test_a_round_is_settled_by_the_clauses_of_j(
    name: str, held: list[str], number: int, trump: str, result: tuple[int, int, str]
) -> None:
    aces = ACES if number == 16 else ACES[: max(0, number - 12)]
    assert judged(kakeya.load(name), held, number, aces, trump) == result


@pytest.mark.parametrize("trump, rensho", [("spades", "A♣"), ("hearts", "A♠"), ("diamonds", "A♠"), ("clubs", "A♠")])
def test_at_eight_each_the_side_without_rensho_wins_and_is_paid_the_least_row(trump: str, rensho: str) -> None:
    """J 47.2 and 51.3 (trap 12)."""
    great = {rensho, cards.name(13 * cards.trump_number(trump) + 12)}
    end = J.settle(dealt(sorted(great)), took(8, [rensho]), trump)
    assert (end.winner, end.decided_by) == (1, "tie")
    assert (end.stones, end.clause) == (2, SOME)
    other = next(ace for ace in ACES if ace not in great)
    end = J.settle(dealt(ACES), took(8, [other]), trump)
    assert (end.winner, end.stones, end.clause) == (0, 1, BY_TABLE)


def test_at_eight_each_the_readings_look_at_what_was_captured_or_at_what_was_dealt() -> None:
    """J 47.2; they never differ in play, but `settle` judges the cards that it is given."""
    was_dealt = dealt(["A♣"])
    captured = took(8, ["A♠"])
    assert J.settle(was_dealt, captured, "spades").winner == 0  # A♣, Rensho, stands with side 1's captures
    by_hand = kakeya.load("ja", readings={"tie": "dealt"})
    assert by_hand.settle(was_dealt, captured, "spades").winner == 1


def test_at_eight_each_nobody_wins_where_no_side_has_or_lacks_rensho_or_the_rules_say_so() -> None:
    captured = took(8, ["A♠"])
    assert J.edit({"tie": "nobody"}).settle(dealt([]), captured, "spades").winner is None
    assert J.edit({"rensho.card": "none"}).settle(dealt([]), captured, "spades").winner is None
    without = [[name for name in side if name != "A♣"] for side in captured]
    end = J.edit({"pictures": ["K", "Q", "J"]}).settle(dealt([]), took(6, []), "spades")
    assert (end.decided_by, end.counted) == ("tie", (6, 6))
    end = J.settle(dealt([]), (without[0], without[1][:8]), "spades")
    assert (end.counted, end.winner, end.stones, end.clause, end.decided_by) == ((8, 7), None, 0, "", "win.at")


def test_a_clause_that_pays_nothing_leaves_the_round_to_the_next_one() -> None:
    otherwise = J.edit({"settle.aces.some": "nothing", "settle.aces.otherwise": 1})
    assert judged(otherwise, ["A♥"], 12, []) == (0, 1, OTHERWISE)
    assert judged(otherwise.edit({"settle.aces.otherwise": "nothing"}), ["A♥"], 12, []) == (0, 2, BY_TABLE)
    assert judged(otherwise.edit({"settle.aces.none": "nothing"}), [], 12, []) == (0, 1, OTHERWISE)
    assert judged(J.edit({"settle.aces.none": "nothing"}), [], 9, []) == (0, 2, SOME)


def test_the_clauses_on_aces_may_be_kept_for_ties() -> None:
    """W5, as `town` reports it."""
    of = J.edit({"settle.aces.applies": "tie-only"})
    assert judged(of, [], 9, []) == (0, 1, BY_TABLE)
    assert judged(of, [], 8, []) == (0, 4, NO_ACE)


def test_sixteen_by_winners_who_held_neither_great_ace_pays_two_first_and_four_if_the_larger_counts() -> None:
    """J 51.2 against 51.4: it cannot be played (correction 5), but `settle` judges the cards that it is given."""
    assert judged(J, ["A♥"], 16, ACES) == (0, 2, SOME)
    assert judged(kakeya.load("ja", readings={"settle.combine": "larger"}), ["A♥"], 16, ACES) == (0, 4, BY_TABLE)


# -- U --------------------------------------------------------------------------------------------
U_FIRST = kakeya.load("uk", readings={"settle.combine": "first"})


@pytest.mark.parametrize(
    "number, aces, first, larger",
    [
        # U 8.39: no ace among the pictures captured, four stones
        (9, [], (4, NO_ACE), (4, NO_ACE)),
        (12, [], (4, NO_ACE), (4, NO_ACE)),
        # U 8.40: one or two aces but not Rensho (clubs are trumps, so Rensho is A♣), two
        (9, ["A♠"], (2, SOME), (2, SOME)),
        (10, ["A♠", "A♥"], (2, SOME), (2, SOME)),
        (12, ["A♠", "A♥"], (2, SOME), (4, BY_TABLE)),
        # U 8.41: in other cases one; three aces without Rensho fall here (correction 7)
        (9, ["A♠", "A♥", "A♦"], (1, OTHERWISE), (2, BY_TABLE)),
        (9, ["A♣"], (1, OTHERWISE), (2, BY_TABLE)),
        (11, ["A♣", "A♠"], (1, OTHERWISE), (2, BY_TABLE)),
        # U 8.42: fewer than twelve, two; twelve to fifteen, four; sixteen, no row is left, so the row below
        (13, ["A♣"], (1, OTHERWISE), (4, BY_TABLE)),
        (15, ["A♣", "A♠", "A♥"], (1, OTHERWISE), (4, BY_TABLE)),
        (16, ACES, (1, OTHERWISE), (4, BY_TABLE)),
    ],
)
def test_a_round_is_settled_by_the_clauses_of_u(
    number: int, aces: list[str], first: tuple[int, str], larger: tuple[int, str]
) -> None:
    """Under `larger`, U 8.40 and 8.41 never pay more than 8.42 does (correction 7)."""
    assert judged(U_FIRST, [], number, aces, "clubs") == (0, *first)
    assert judged(U, [], number, aces, "clubs") == (0, *larger)


@pytest.mark.parametrize(
    "reading, number, aces, stones",
    [
        ("add", 9, [], 6),
        ("add", 9, ["A♠"], 4),
        ("add", 9, ["A♣"], 3),
        ("add", 12, ["A♣"], 5),
        ("multiply", 9, [], 8),
        ("multiply", 12, [], 16),
        ("multiply", 9, ["A♠"], 4),
        ("multiply", 9, ["A♣"], 2),
        ("multiply", 16, ACES, 4),
    ],
)
def test_the_clauses_of_u_may_be_added_or_multiplied(reading: str, number: int, aces: list[str], stones: int) -> None:
    """U 8.41 against 8.42."""
    of = kakeya.load("uk", readings={"settle.combine": reading})
    assert judged(of, [], number, aces, "clubs")[:2] == (0, stones)


def test_sixteen_pictures_may_have_had_a_row_of_their_own_in_the_lost_table_of_u() -> None:
    """U 8.43."""
    of = kakeya.load("uk", readings={"settle.pictures": "row-16"})
    assert judged(of, [], 16, ACES, "clubs")[:2] == (0, 8)
    assert judged(of, [], 15, ACES[:3], "clubs")[:2] == (0, 4)


def test_two_each_is_twice_as_much_for_the_side() -> None:
    """U 8.40, the distributive по."""
    each = kakeya.load("uk", readings={"settle.per": "player"})
    end = each.settle(dealt([]), took(9, ["A♠"]), "clubs")
    assert (end.stones, end.changes) == (4, (4, -4))


def test_u_looks_at_the_aces_captured_and_j_at_the_aces_dealt() -> None:
    """U 8.39; J 51.1."""
    assert U.settle(dealt(ACES), took(9, []), "clubs").clause == NO_ACE
    assert J.settle(dealt(ACES), took(9, []), "clubs").clause == BY_TABLE
    assert U.settle(dealt([]), took(9, ["A♣"]), "clubs").clause == BY_TABLE
    assert J.settle(dealt([]), took(9, ["A♣"]), "clubs").clause == NO_ACE


@pytest.mark.parametrize("seed", range(6))
def test_whoever_wins_with_no_ace_captured_has_at_most_twelve_pictures(seed: int) -> None:
    """Trap 8: so U's four stones never meet its own row for sixteen."""
    for match in range(60):
        record = kakeya.play(U, kakeya.deal(U, seed=seed, match=match), players="random")
        end = record.settlement
        assert end is not None and end.winner is not None
        if end.clause == NO_ACE:
            assert not set(ACES) & set(record.captured[end.winner])
            assert 8 <= max(end.counted) <= 12


# -- three sides ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "counts, nobody, most",
    [
        ((9, 4, 3), 0, 0),
        ((0, 16, 0), 1, 1),
        ((7, 6, 3), None, 0),
        ((8, 8, 0), None, None),
        ((6, 6, 4), None, None),
        ((5, 5, 6), None, 2),
    ],
)
def test_with_three_sides_nine_win_and_without_nine_nobody_or_the_most(
    counts: tuple[int, int, int], nobody: int | None, most: int | None
) -> None:
    of = kakeya.load("uk", players=6)
    pictures = ACES + OTHERS
    captured, start = [], 0
    for number in counts:
        captured.append(pictures[start : start + number])
        start += number
    was_dealt = [PLAIN[:12], PLAIN[12:24], PLAIN[24:36]]
    assert of.settle(was_dealt, captured, "clubs").winner == nobody
    end = of.edit({"tie.three": "most-pictures"}).settle(was_dealt, captured, "clubs")
    assert end.winner == most
    assert end.decided_by == ("win.at" if nobody is not None else "tie.three")


def test_each_of_two_losing_sides_pays_in_full_or_only_the_one_with_fewer() -> None:
    of = kakeya.load("uk", players=6)
    pictures = ACES + OTHERS
    was_dealt = [PLAIN[:12], PLAIN[12:24], PLAIN[24:36]]

    def changes(counts: tuple[int, int, int], who: str) -> tuple[int, ...]:
        captured = [pictures[: counts[0]], pictures[counts[0] : counts[0] + counts[1]], pictures[sum(counts[:2]) :]]
        return of.edit({"settle.losers": who}).settle(was_dealt, captured, "clubs").changes

    assert changes((9, 4, 3), "each") == (4, -2, -2)
    assert changes((9, 4, 3), "fewest") == (2, 0, -2)
    assert changes((10, 3, 3), "fewest") == (4, -2, -2)


@pytest.mark.parametrize("form", ["dealers-rest", "dealers-play"])
def test_a_side_that_rests_neither_wins_nor_pays(form: str) -> None:
    of = kakeya.load("ja", players=6).edit({"six.play": form})
    for seed in range(10):
        record = kakeya.play(of, kakeya.deal(of, seed=seed))
        (rests,) = [side for side in range(3) if not record.deal.masks[side]]
        end = record.settlement
        assert end is not None
        assert end.winner != rests and end.changes[rests] == 0 and end.counted[rests] == 0
        assert sum(end.counted) == 16


# -- any rules ------------------------------------------------------------------------------------
def settled_again(of: Rules, was_dealt: list[set[str]], captured: list[set[str]], tricks: list[int], trump: str) -> Any:
    """Settling once more, from the wording of the catalogue: winner and stones."""
    sides = [side for side in range(len(was_dealt)) if was_dealt[side] or captured[side]]
    ranks = set(of["pictures"])
    if of["goal"] == "tricks":
        counts = dict.fromkeys(sides, 0) | {side: tricks[side] for side in sides}
    else:
        counts = {side: sum(card[:-1] in ranks for card in captured[side]) for side in sides}
    most = max(counts.values())
    having = [side for side in sides if counts[side] == most]
    rensho = of.rensho(trump)
    winner, tied = None, False
    if most >= of["win.at"]:
        (winner,) = having
    elif len(sides) == 3:
        if of["tie.three"] == "most-pictures" and len(having) == 1:
            (winner,) = having
    elif len(having) == 2:
        tied = True
        where = {"without-rensho-captured": captured, "without-rensho-dealt": was_dealt}.get(of["tie"])
        if where and rensho:
            without = [side for side in sides if rensho not in where[side]]
            winner = without[0] if len(without) == 1 else None
    if winner is None:
        return None, 0
    by_aces: int | None = None
    if of["settle.aces.applies"] == "always" or tied:
        looked = was_dealt[winner] if of["settle.aces.look-at"] == "dealt" else captured[winner]
        aces = set(ACES) & looked
        trump_ace = "" if trump == "none" else cards.name(13 * cards.trump_number(trump) + 12)
        clause = of["settle.aces.some"]
        fits = False
        if clause != "nothing":
            fits = rensho not in looked
            fits &= trump_ace not in looked if clause["when"] == "no-rensho-no-trump-ace" else 1 <= len(aces) <= 2
        for applies, pays in (
            (not aces, of["settle.aces.none"]),
            (fits, "nothing" if clause == "nothing" else clause["pays"]),
            (True, of["settle.aces.otherwise"]),
        ):
            if applies and pays != "nothing":
                by_aces = pays
                break
    rows = [pays for least, pays in of["settle.pictures"] if counts[winner] >= least]
    by_table = rows[-1] if rows else of["settle.pictures"][0][1]
    stones = by_table
    if by_aces is not None:
        stones = {
            "first": by_aces,
            "larger": max(by_aces, by_table),
            "add": by_aces + by_table,
            "multiply": by_aces * by_table,
        }[of["settle.combine"]]
    return winner, stones * (2 if of["settle.per"] == "player" else 1)


@examples(250)
@given(rules(), SEEDS, PLAYERS)
def test_a_round_is_settled_as_the_catalogue_words_it(of: Rules, seed: int, players: str) -> None:
    deal = kakeya.deal(of, seed=seed, players=players)
    record = kakeya.play(of, deal, players=players)
    sides = of.players // 2
    was_dealt = [set(deal.hands[side]) | set(deal.hands[side + sides]) for side in range(sides)]
    tricks = [sum(trick.taker % sides == side for trick in record.tricks) for side in range(sides)]
    end = record.settlement
    assert end is not None
    assert (end.winner, end.stones) == settled_again(of, was_dealt, [*map(set, record.captured)], tricks, deal.trump)


@examples(60)
@given(rules(), SEEDS)
def test_settling_the_captured_cards_of_a_round_anew_gives_the_same(of: Rules, seed: int) -> None:
    deal = kakeya.deal(of, seed=seed)
    record = kakeya.play(of, deal)
    sides = of.players // 2
    aside = any(event.kind == "aside" for event in record.events)
    if aside or (of["goal"] == "tricks" and of.players == 6):
        return  # tricks of uneven size cannot be told from the cards
    was_dealt = [deal.hands[side] + deal.hands[side + sides] for side in range(sides)]
    assert of.settle(was_dealt, record.captured, deal.trump) == record.settlement


@examples(80)
@given(rules(), st.permutations(NAMES), st.permutations(NAMES))
def test_any_cards_can_be_settled_and_at_most_one_side_wins(of: Rules, one: list[str], other: list[str]) -> None:
    sides = of.players // 2
    end = of.settle([one[side::3] for side in range(sides)], [other[side::3] for side in range(sides)], "hearts")
    reach = [side for side in range(sides) if end.counted[side] >= of["win.at"]]
    assert len(reach) <= 1
    assert (end.winner is None) == (end.stones == 0) == (end.clause == "")
    if reach:
        assert end.winner == reach[0]


def test_both_sides_able_to_win_is_refused() -> None:
    """Trap 10."""
    with pytest.raises(KakeyaError, match="both sides"):
        J.edit({"win.at": 8})


@pytest.mark.parametrize(
    "was_dealt, captured, trump, complaint",
    [
        (("A♠",), ("A♠", "K♠"), "spades", "1 collections"),
        (("A♠", "K♠"), ("A♠", "A♠"), "spades", "two sides"),
        (("A♠", "K♠"), ("A♠", "1♠"), "spades", "not a card"),
        (("A♠", "K♠"), ("A♠", "K♠"), "swords", "not a trump suit"),
    ],
)
def test_what_cannot_be_settled_is_refused(was_dealt: Any, captured: Any, trump: str, complaint: str) -> None:
    with pytest.raises(KakeyaError, match=complaint):
        J.settle(was_dealt, captured, trump)
