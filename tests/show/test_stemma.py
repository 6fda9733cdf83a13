"""The stemma and the glossary say nothing of the texts that the texts and their rulesets do not bear out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kakeya.show import fingerprints, glossary, losses, stemma
from kakeya.show.glossary import entries
from kakeya.show.stemma import data, siblings
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.loci import Source
from kakeya.texts.text import siglum_texts
from kakeya.texts.yamlfile import read_file

TRACES: list[dict[str, Any]] = read_file(library.DATA / "fingerprints.yaml").python["traces"]


def source(folder: Path, siglum: str) -> Source:
    return Source(folder / siglum_texts()[siglum].about["file"])


def test_siblings_hang_from_one_page_and_the_third_text_from_another() -> None:
    above = {edge["to"]: edge["from"] for edge in data()["edges"]}
    for vote in siblings():
        assert len({above[siglum] for siglum in vote}) == 1
    assert above["J"] == above["K"] != above["U"]


def test_the_stemma_has_every_outside_witness_but_the_rewritings() -> None:
    outside = read_file(library.DATA / "outside.yaml").python["witnesses"]
    drawn = {witness: node["lineage"] for node in data()["nodes"] for witness in node["witnesses"]}
    assert set(outside) - set(drawn) == {"W9b", "W10"}
    assert all(outside[witness]["lineage"] == lineage for witness, lineage in drawn.items())


def test_the_figure_tells_in_words_who_copies_whom() -> None:
    figure = stemma()
    assert "J K are siblings" in figure.description and "two votes" in figure.title
    assert figure.html.count("<tr>") == len(data()["edges"]) + 1
    for siglum in "UJK":
        assert f">{siglum}</text>" in figure.svg


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: f"{trace['witness']}-{trace['point']}")
def test_a_trace_of_translation_stands_where_it_is_said_to(trace: dict[str, Any], sources_dir: Path) -> None:
    places = [(trace["witness"], one) for one in trace["places"]]
    places += [(trace["beside"]["witness"], trace["beside"])] if "beside" in trace else []
    assert trace["point"] in catalogue()
    for siglum, one in places:
        assert one["words"] in (source(sources_dir, siglum).at(one["locus"]) or "")


def test_traces_say_their_language() -> None:
    html = fingerprints().html
    assert '<span lang="ja">連書</span>' in html and '<span lang="ko">참여하는 팀</span>' in html


def test_what_each_lost_is_what_another_has() -> None:
    words = str(losses())
    assert "end.when" in words.split("K leaves")[1]
    assert "tie" in words.split("J leaves")[0]


def test_every_word_of_the_glossary_is_a_section_with_its_anchor() -> None:
    html = glossary().html
    assert len(re.findall(r'<h3 id="term-[a-z-]+">', html)) == len(entries())
    for word in ("れんしょ", "렌쇼", "Каке", "掛合トランプ"):
        assert word in html


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["term"])
def test_a_word_of_a_text_stands_where_the_glossary_says(entry: dict[str, Any], sources_dir: Path) -> None:
    for siglum in "UJK":
        for one in entry.get(siglum, ()):
            assert one["words"].lower() in (source(sources_dir, siglum).at(one["locus"]) or "").lower()
    if "local" in entry:
        known = read_file(library.DATA / "outside.yaml").python["witnesses"]
        assert set(entry["local"]["by"]) <= set(known)
