"""The matrix shows what the collation says, no more and no less."""

from __future__ import annotations

import re

from kakeya.show import agreement
from kakeya.show.agreement import by_point, counts, kind_of
from kakeya.texts.catalogue import catalogue
from kakeya.texts.collation import collation


def cells(witness: str) -> dict[str, str]:
    return {row["point"]: row[witness] for row in agreement().rows}


def test_every_point_is_a_row_that_leads_to_the_collation() -> None:
    plate = agreement()
    assert [row["point"] for row in plate.rows] == list(catalogue())
    for id in catalogue():
        assert f'href="collation.html#point-{id.replace(".", "-")}"' in plate.html


def test_every_row_covers_the_three_witnesses() -> None:
    rows = re.findall(r'<tr class="k-is-\w+">(.*?)</tr>', agreement().html, re.DOTALL)
    assert len(rows) == len(catalogue())
    assert all(sum(map(int, re.findall(r'colspan="(\d)"', row))) == 3 for row in rows)


def test_the_cells_say_what_collate_says() -> None:
    by_witness = {witness: cells(witness) for witness in "UJK"}
    for row in collation():
        said = by_witness[row["witness"]][row["point"]]
        if row["value"] is None:
            assert said == row["status"]
        elif isinstance(row["value"], str):
            assert said == row["value"]


def test_title_and_legend_count_the_rows() -> None:
    plate, number = agreement(), counts()
    assert sum(number.values()) == len(catalogue())
    assert f"answer {number['agree']} alike and {number['differ']} differently" in plate.title
    for kind, many in number.items():
        assert plate.html.count(f'<tr class="k-is-{kind}">') == many


def test_siblings_that_agree_are_one_vote() -> None:
    points = by_point()
    assert kind_of(points["tie"]) == "alone"  # J and K answer, U does not
    assert kind_of(points["rensho.follow"]) == "differ"
    assert kind_of(points["goal"]) == "agree"
    assert kind_of(points["debt"]) == "silent"
    row = agreement().html.split("#point-trump-first")[1].split("</tr>")[0]
    assert 'colspan="2"' in row and row.count("<td") == 2


def test_silence_looks_like_no_answer_and_garbled_is_marked() -> None:
    html = agreement().html
    assert 'title="U: silent"' in html
    assert re.search(r'class="k-cell k-answered k-of-K k-garbled" title="K: bound', html)


def test_the_matrix_is_a_figure_with_description_numbers_and_supplied_points() -> None:
    plate = agreement()
    assert plate.description in plate.html
    assert 'download="plate-' in plate.html
    assert "Supplied where a text is silent" in plate.html and "The Korean text" in plate.html


def test_with_six_players_other_points_differ() -> None:
    assert counts(6) != counts(4)
    assert "With 6 players" in agreement(6).html
