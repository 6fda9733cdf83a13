"""The pages of the collation hold every point, every place and every argument of the rulesets."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kakeya.errors import KakeyaError
from kakeya.show import outside, points
from kakeya.show.markup import anchor
from kakeya.texts import text
from kakeya.texts.catalogue import PLAYERS, catalogue


@pytest.fixture(scope="module")
def page() -> str:
    return "".join(points(group).html for group in catalogue().groups)


def flat(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def test_every_point_has_its_heading_with_its_anchor(page: str) -> None:
    assert re.findall(r'<h3 id="([^"]+)">', page) == [anchor(id) for id in catalogue()]


def test_every_place_stands_there_in_the_language_of_its_text(page: str) -> None:
    for one in text.witnesses():
        language = one.about["language"]
        for id in catalogue():
            for players in PLAYERS:
                for cite in one.entry(id, players).cites:
                    assert f'<span lang="{language}">' in page
                    assert cite.lemma in unescape(page) and cite.locus in page


def test_every_gloss_argument_and_note_stands_there(page: str) -> None:
    words = flat(page).replace("`", "")
    for one in text.witnesses():
        for id in catalogue():
            entry = one.entry(id, 4)
            for said in (entry.gloss, entry.note, *(reading.argument for reading in entry.readings[1:])):
                assert " ".join(said.replace("`", "").split()) in words


def test_what_is_supplied_says_from_whom_and_why(page: str) -> None:
    tie = page.split(f'id="{anchor("tie")}"')[1].split("<h3")[0]
    assert re.search(r'To <b class="k-siglum k-U">U</b>: <code[^>]*>without-rensho-captured</code> from <b', tie)
    debt = page.split(f'id="{anchor("debt")}"')[1].split("<h3")[0]
    assert "from the editor" in debt


def test_outside_witnesses_stand_under_their_points(page: str) -> None:
    follow = page.split(f'id="{anchor("rensho.follow")}"')[1].split("<h3")[0]
    assert "Outside witnesses: W3, W5, W7, W8 and W10" in follow
    assert 'href="#outside-w5"' in follow and 'id="outside-w5"' in outside().html


def test_the_apparatus_closes_each_entry(page: str) -> None:
    assert page.count('class="k-apparatus"') == len(catalogue())


def test_no_lemma_is_a_whole_sentence(page: str) -> None:
    for lemma in re.findall(r'<q class="k-lemma"><span[^>]*>(.*?)</span></q>', page):
        assert len(unescape(lemma)) < 60 and not lemma.endswith(("。", ".", "!", "?"))


def test_an_unknown_group_is_refused_with_the_known() -> None:
    with pytest.raises(KakeyaError, match="groups: table, stones"):
        points("renshos")
