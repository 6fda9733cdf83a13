"""Phrases say their language, points lead to their place, blocks have a plain text."""

from __future__ import annotations

import pytest

from kakeya.show import markup
from kakeya.texts.catalogue import catalogue


@pytest.mark.parametrize(
    ("words", "html"),
    [
        ("розіграш is a play", '<span lang="uk">розіграш</span> is a play'),
        ("(참여하지 않는 for 참여하는)", '(<span lang="ko">참여하지 않는</span> for <span lang="ko">참여하는</span>)'),
        ("they write れんしょ.", 'they write <span lang="ja">れんしょ</span>.'),
        ("a < b & c", "a &lt; b &amp; c"),
        ("", ""),
    ],
)
def test_a_phrase_of_another_script_says_its_language(words: str, html: str) -> None:
    assert markup.tagged(words) == html


def test_the_pieces_of_a_text_are_the_text() -> None:
    words = "Guesses (連書, 連翔) of 1942; козир, 렌쇼!"
    assert "".join(piece for piece, _ in markup.runs(words)) == words


def test_a_point_between_ticks_leads_to_the_collation() -> None:
    assert 'href="collation.html#point-rensho-follow"' in markup.prose("see `rensho.follow`")
    assert markup.prose("`no.point`") == "<code>no.point</code>"


def test_every_point_has_an_anchor_of_its_own() -> None:
    assert len({markup.anchor(id) for id in catalogue()}) == len(catalogue())


def test_a_block_is_text_in_a_terminal_and_html_in_a_notebook() -> None:
    one = markup.block("<p>A &amp; <b>B</b></p><p>C</p>")
    assert str(one) == "A & B\nC"
    assert one.html == "<p>A &amp; <b>B</b></p>\n<p>C</p>"
    assert one._repr_mimebundle_()["text/html"].endswith(f"</style>{one.html}</div>")


def test_a_list_in_words() -> None:
    assert markup.listed([]) == ""
    assert markup.listed(["a"]) == "a"
    assert markup.listed(["a", "b", "c"]) == "a, b and c"
