"""Sitting down to play: whatever is decided by hand, the table is the engine's; every card that is barred is told why."""

from __future__ import annotations

import json
from typing import Any

import pytest
from drawn import PLAYERS, SEEDS, examples, rules
from hypothesis import given
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError, Rules, cards, seat
from kakeya.seat import Table
from kakeya.table import state
from kakeya.table.play import legal
from kakeya.texts.catalogue import catalogue

CHOICES = st.randoms(use_true_random=False)
MANY = 2  # rounds are enough to see the deal, the trumps and the stones pass on


def decide(table: Table, chance: Any, rounds: int = MANY) -> None:
    """Play some rounds, each decision by hand drawn from what is allowed."""
    while table.stage != "over" and len(table.course.record.rounds) < rounds:
        if table.stage == "card":
            table.lay(chance.choice(table.legal))
        elif table.stage == "trump":
            table.name_trump(chance.choice(table.suits))
        else:
            table.step()


def seats(of: Rules, chance: Any) -> list[int]:
    return chance.choice([[], [chance.randrange(of.players)], list(range(of.players))])


@examples(25)
@given(rules(), SEEDS, PLAYERS)
def test_a_table_where_nobody_plays_by_hand_plays_the_match_of_the_engine(of: Rules, seed: int, players: str) -> None:
    table = Table(of, seed, players, ())
    while table.stage != "over" and len(table.course.record.rounds) < MANY:
        table.step()
    assert table.record.as_json() == kakeya.play_match(of, seed, players, rounds=MANY).as_json()


@examples(25)
@given(rules(), SEEDS, PLAYERS, CHOICES)
def test_what_was_played_by_hand_is_played_again_from_the_downloaded_record(
    of: Rules, seed: int, players: str, chance: Any
) -> None:
    table = Table(of, seed, players, seats(of, chance))
    decide(table, chance)
    saved = json.loads(json.dumps(table.as_json()))
    assert seat.replayed(saved).as_json() == saved["record"]


@examples(30)
@given(rules(), SEEDS, CHOICES)
def test_every_card_of_the_hand_is_either_legal_or_barred_by_a_point_without_which_it_were_legal(
    of: Rules, seed: int, chance: Any
) -> None:
    table = Table(of, seed, "greedy", range(of.players))
    while table.stage not in ("settled", "over"):
        if table.stage == "card":
            view = table.view()
            hand = view["hands"][view["turn"]]
            assert sorted([*view["legal"], *view["barred"]]) == sorted(hand)
            for card, why in view["barred"].items():
                freed = of.edit({why["point"]: "free"})
                assert legal(freed.vector, table.s, cards.mask(hand)) >> cards.card(card) & 1
                with pytest.raises(KakeyaError, match=f"{card} may not be played.*{why['point']}"):
                    table.lay(card)
            table.lay(chance.choice(table.legal))
        elif table.stage == "trump":
            table.name_trump(chance.choice(table.suits))
        else:
            table.step()


@examples(20)
@given(rules(), SEEDS, PLAYERS, CHOICES)
def test_taking_back_restores_all_that_was_seen_and_the_same_decision_leads_to_the_same_end(
    of: Rules, seed: int, players: str, chance: Any
) -> None:
    table = Table(of, seed, players, seats(of, chance) or [0])
    seen: list[tuple[str, Any]] = []  # what was seen at each decision, and what was decided
    while table.stage != "over" and len(table.course.record.rounds) < 2:
        if table.stage in ("card", "trump"):
            what = chance.choice(table.legal if table.stage == "card" else table.suits)
            seen.append((json.dumps(table.view()), (table.stage, what)))
        if table.stage == "card":
            table.lay(what)
        elif table.stage == "trump":
            table.name_trump(what)
        else:
            table.step()
    end = table.as_json()
    back = seen[-chance.randint(1, len(seen)) :] if seen else []
    for before, _ in reversed(back):
        table.undo()
        assert json.dumps(table.view()) == before
    for _, (kind, what) in back:
        getattr(table, {"card": "lay", "trump": "name_trump"}[kind])(what)
        table.hurry()
        while table.stage == "settled" and len(table.course.record.rounds) < 2:
            table.step()
            table.hurry()
    assert table.as_json() == end


@examples(25)
@given(rules(), SEEDS, PLAYERS, CHOICES)
def test_in_whatever_order_one_plays_takes_back_and_leaves_it_to_greedy_the_record_can_be_played_again(
    of: Rules, seed: int, players: str, chance: Any
) -> None:
    table = Table(of, seed, players, seats(of, chance))
    for _ in range(60):
        what = chance.choice(["lay", "lay", "undo", "hurry", "card", "round", "step"])
        stage = table.stage
        assert stage in seat.STAGES
        if what == "undo" and table.view()["undo"]:
            table.undo()
        elif what in seat.UNTIL and stage != "over" and len(table.course.record.rounds) < MANY:
            table.play_on(what)
        elif stage == "card":
            assert table.suggestion() in table.legal
            table.lay(chance.choice(table.legal))
        elif stage == "trump":
            assert table.suggestion() in table.suits
            table.name_trump(chance.choice(table.suits))
        elif what == "hurry":
            table.hurry()
        elif stage != "over" and len(table.course.record.rounds) < MANY:
            table.step()
        json.dumps(table.view())
    saved = json.loads(json.dumps(table.as_json()))
    assert seat.replayed(saved).as_json() == saved["record"]


def test_under_u_the_dealers_name_trumps_with_their_cards_in_hand_and_under_j_before_they_look() -> None:
    for name, sees in (("uk", True), ("ja", False)):
        seed = next(seed for seed in range(20) if 1 in kakeya.deal(kakeya.load(name), seed).dealer_seats)
        table = Table(kakeya.load(name), seed, by_hand=[1])
        assert table.stage == "trump"
        view = table.view()
        assert view["asked"]["sees"] is sees and (view["hands"][1] is not None) is sees
        assert view["asked"]["point"] == "trump.change-first"
        table.name_trump("hearts")
        assert table.view()["trump"] == "hearts" and table.view()["rensho"] == kakeya.load(name).rensho("hearts")
        table.undo()
        assert table.view() == view


def test_where_one_dealer_alone_may_change_trumps_the_partner_is_not_asked() -> None:
    one = kakeya.load("uk").edit({"trump.change-first": "one-dealer"})
    assert kakeya.deal(one, 0).dealers == 1
    assert Table(one, by_hand=[1]).stage == "trump"
    assert Table(one, by_hand=[3]).stage != "trump"


def test_trumps_that_have_to_be_named_cannot_be_kept_and_others_can_stay_none() -> None:
    must = Table(kakeya.load("uk").edit({"trump.first": "dealers-choose"}), by_hand=range(4))
    assert must.view()["asked"]["stands"] is None and "none" not in must.suits
    with pytest.raises(KakeyaError, match="'none' cannot be named as trumps; allowed: clubs"):
        must.name_trump("none")
    may = Table(kakeya.load("uk").edit({"trump.first": "none"}), by_hand=range(4))
    may.name_trump("none")
    assert may.view()["trump"] == "none"


@pytest.mark.parametrize("name", ["uk", "ja", "ko", "town"])
def test_six_sit_down_and_a_side_that_rests_has_no_cards(name: str) -> None:
    of = kakeya.load(name, players=6)
    table = Table(of, 3, "greedy", [1])
    rested = set()
    for _ in range(6):
        while table.stage in ("bot", "trick", "card", "trump"):
            view = table.view()
            rested |= {seat for seat in view["rests"] if view["stage"] != "trump"}
            assert all(view["held"][seat] == 0 for seat in view["rests"]) and view["turn"] not in view["rests"]
            table.play_on("card") if table.stage in ("card", "trump") else table.step()
        if table.stage == "over":
            break
        table.step()
    assert bool(rested) == (of["six.play"] != "all-pairs")


def test_the_hands_of_others_stay_closed() -> None:
    table = Table(kakeya.load("ja"), 5, by_hand=[2])
    table.hurry()
    hands = table.view()["hands"]
    assert [hand is not None for hand in hands] == [False, False, True, False]


def test_a_bound_rensho_is_barred_by_its_own_point_and_other_cards_by_the_duty_to_follow() -> None:
    table = Table(kakeya.load("ja"), 1, "greedy", range(4))
    told = {}
    for seed in range(60):
        table = Table(kakeya.load("ja"), seed, "greedy", range(4))
        while table.stage not in ("settled", "over"):
            if table.stage in ("card", "trump"):
                view = table.view()
                told |= {(why["point"], card == view["rensho"]): why["text"] for card, why in view["barred"].items()}
                table.play_on("card")
            else:
                table.step()
    assert "Rensho has to follow suit as well" in told["rensho.follow", True]
    assert "is the only card of that suit in the hand: it has to be played" in told["rensho.follow", False]
    assert "were led, and the hand holds" in told["play.follow", False]
    assert set(told) == {("rensho.follow", True), ("rensho.follow", False), ("play.follow", False)}


def test_what_is_out_of_turn_or_not_held_is_refused_in_words() -> None:
    table = Table(kakeya.load("ja"), 5, by_hand=range(4))
    if table.stage == "trump":
        with pytest.raises(KakeyaError, match="at the stage `trump`, not card"):
            table.lay("A♠")
        table.name_trump("spades")
    held = table.view()["hands"][table.view()["turn"]]
    other = next(name for name in cards.names(cards.PACK) if name not in held)
    for wrong, said in ((other, f"does not hold {other}"), ("Z♠", "is not a card")):
        with pytest.raises(KakeyaError, match=said):
            table.lay(wrong)
    with pytest.raises(KakeyaError, match="not bot or trick or settled"):
        table.step()
    with pytest.raises(KakeyaError, match="no place to stop"):
        table.play_on("tea")
    with pytest.raises(KakeyaError, match="seats are 0 to 3"):
        Table(kakeya.load("ja"), by_hand=[4])
    with pytest.raises(KakeyaError, match="nothing to take back"):
        Table(kakeya.load("ja"), by_hand=[]).undo()


def test_a_ground_says_where_an_answer_stands_or_who_lent_it() -> None:
    ja, uk = kakeya.load("ja"), kakeya.load("uk")
    stated = seat.ground(ja, "play.follow")
    assert (
        stated["place"] == "J 39.1, 39.2"
        and stated["language"] == "ja"
        and stated["words"][0] == ["39.1", "可能であれば"]
    )
    lent = seat.ground(uk, "end.when")
    assert lent["kind"] == "supplied" and lent["why"] and lent["siglum"] == "J" and lent["words"]
    edited = seat.ground(ja.edit({"rensho.follow": "free"}), "rensho.follow")
    assert (edited["kind"], edited["value"], edited["before"], edited["words"]) == ("edit", "free", "bound", [])
    for of in (ja, uk, kakeya.load("town"), kakeya.load("whist")):
        assert all(seat.ground(of, id)["place"] for id in catalogue())


def test_a_player_that_thinks_may_be_told_how_long_and_the_record_says_so() -> None:
    table = Table(kakeya.load("ja"), 5, "greedy,monte-carlo", [0], seconds=0)
    table.play_on("round")
    saved = json.loads(json.dumps(table.as_json()))
    assert (saved["players"], saved["seconds"]) == ("greedy,monte-carlo", 0)
    assert saved["record"]["players"] == "greedy,monte-carlo (at most 0 s a card); by hand seat 0"
    assert seat.replayed(saved).as_json() == saved["record"]
    assert Table(kakeya.load("ja"), seconds=1).as_json()["seconds"] is None


def test_a_record_of_other_rules_or_of_nothing_is_refused() -> None:
    table = Table(kakeya.load("ja"), 5, by_hand=[0])
    table.play_on("round")
    saved = table.as_json()
    for wrong, said in (
        ({}, "not the record of a table"),
        (saved | {"engine": 0}, "is of engine 0"),
        (saved | {"seed": 6}, "may not be played|does not hold|turn"),
    ):
        with pytest.raises(KakeyaError, match=said):
            seat.replayed(wrong)


def test_the_worker_is_told_what_is_wrong_and_sits_down_by_name_or_by_yaml() -> None:
    chair = seat.Chair()
    assert chair.sit("based-on: ja\npoints:\n  rensho.folow: free\n", 4, "greedy", [0], 1)["faults"][0].startswith(
        "line 3"
    )
    assert chair.sit("whist", 6, "greedy", [0], 1)["faults"] == ["Whist is for 4 players, not for 6"]
    assert "no player" in chair.sit("ja", 4, "clever", [0], 1)["faults"][0]
    assert chair.sit("ja", 4, "greedy", [0], 1)["about"]["title"] == "The Japanese text"
    told = chair.sit("based-on: ja\ntitle: Free\npoints: {rensho.follow: free}\n", 4, "greedy", [0], 1)
    assert told["about"]["title"] == "Free" and told["about"]["grounds"]["rensho.follow"]["kind"] == "edit"
    assert "at the stage" in chair.do("step")["refused"] or chair.do("hurry")["refused"] == ""
    assert set(json.loads(json.dumps(chair.saved()))) == {"json", "text"}
    assert len(chair.facts()["said"]) == 52


def test_a_direction_is_the_way_the_turn_goes() -> None:
    for name, step in (("ja", 1), ("whist", -1)):
        table = Table(kakeya.load(name), 5, by_hand=())
        assert table.about()["step"] == step
        first = table.view()["turn"]
        table.step()
        assert table.view()["turn"] == (first + step) % 4
    assert state.MOST_SEATS == 6
