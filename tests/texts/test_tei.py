"""The collation as TEI: well formed, as our own schema says, and with everything that the rulesets hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kakeya.cli import main
from kakeya.texts import collation, library, tei
from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.values import shown

etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
TEI = "{http://www.tei-c.org/ns/1.0}"
XML = "{http://www.w3.org/XML/1998/namespace}"

ODD = """
witness: {siglum: "§ 4", name: A fourth text, language: zh-Hant, nature: "<b>&amp;</b> \\u0007"}
points:
  rensho.follow:
    status: contradictory
    cite: {locus: "1.2", lemma: "任何時候 <都> & 可以 'וכו' \\u0001 \U0001f0a1"}
    gloss: It is free & not < bound.
    readings:
      - {id: free, value: free, preferred: true, argument: "]]> stands there"}
      - {id: bound, value: bound, argument: Or so., requires: {tie: "yes"}}
  tie:
    status: implied
    cite: {locus: "3", lemma: ex aequo}
    gloss: A tie.
    readings:
      - {id: "no", value: nobody, preferred: true, argument: So.}
      - {id: "yes", value: without-rensho-captured, argument: Or so.}
  settle.combine: {status: lost, cite: {locus: "2", lemma: …}}
  play.direction: {status: garbled, cite: {locus: "4", lemma: 反時計回り}, gloss: Round and round.}
  six.play: {4: {status: silent}, 6: {value: all-pairs, status: stated, cite: {locus: "5", lemma: всі}, gloss: All.}}
"""


@pytest.fixture(scope="module")
def schema(root: Path) -> Any:
    return etree.RelaxNG(etree.parse(root / "data" / "tei" / "collation.rng"))


@pytest.fixture
def odd(tmp_path: Path) -> str:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, "utf-8")
    return str(path)


def tree(*names: str, players: int | None = None) -> Any:
    return etree.fromstring(tei.tei(*names, players=players).encode())


def check(schema: Any, root: Any) -> None:
    """Fits the schema; ids stand once, and whatever is pointed at is there."""
    schema.assertValid(root)
    ids = root.xpath("//@xml:id")
    assert len(ids) == len(set(ids))
    pointers = " ".join(root.xpath("//@wit | //@target | //@require")).split()
    assert pointers and {pointer[1:] for pointer in pointers} <= set(ids)


@pytest.mark.parametrize("players", [None, 4, 6])
@pytest.mark.parametrize("names", [(), ("ja",), ("uk", "town"), ("whist", "ko", "ja", "uk")])
def test_it_fits_our_schema(schema: Any, names: tuple[str, ...], players: int | None) -> None:
    check(schema, tree(*names, players=players))


@pytest.mark.parametrize("players", [None, 4, 6])
def test_any_script_and_any_sign_come_through(schema: Any, odd: str, players: int | None) -> None:
    root = tree(odd, "ja", players=players)
    check(schema, root)
    (free,) = root.xpath("//*[@n='free']")
    assert free.text == "任何時候 <都> & 可以 'וכו' \ufffd \U0001f0a1"
    assert free.get(f"{XML}lang") == "zh-Hant"
    assert [
        root.xpath(f"string(//*[local-name()='witness'][{one}]/@xml:id)", smart_strings=False) for one in (1, 2)
    ] == ["text-1", "J"]
    if players != 4:
        assert root.xpath("//*[@n='all-pairs']/text()") == ["всі"]


def test_a_text_without_an_answer_has_a_gap_and_says_why(odd: str) -> None:
    root = tree(odd, players=4)

    def only(point: str) -> Any:
        (app,) = root.iterfind(f".//{TEI}app[@n='{point}']")
        return app.find(f"{TEI}rdg")

    assert only("settle.combine").text == "…" and only("settle.combine").get("type") == "lost"
    assert only("play.direction").text == "反時計回り" and only("play.direction").get("type") == "garbled"
    assert only("win.at").find(f"{TEI}gap").get("reason") == "silent"


def readings(players: int | None) -> Iterator[tuple[str, str, str, str, str]]:
    """(point, siglum, answer, status, words) of every reading of the witnesses, from the rulesets."""
    for one in collation.chosen(()):
        for id in catalogue():
            two = players is None and any(collation.depends_on_players(text, id) for text in collation.chosen(()))
            for count in PLAYERS if two else [players or 4]:
                entry = one.entry(id, count)
                for reading in entry.readings:
                    lemmata = dict.fromkeys(cite.lemma for cite in collation.places(entry, reading))
                    yield id, one.siglum, shown(reading.value), reading.status or entry.status, " … ".join(lemmata)


@pytest.mark.parametrize("players", [None, 4, 6])
def test_every_reading_of_every_witness_is_there_with_its_words(players: int | None) -> None:
    root = tree(players=players)
    found = sorted(
        (app.get("n"), one.get("wit")[1:], one.get("n"), one.get("type"), one.text)
        for app in root.iter(f"{TEI}app")
        for one in app.iterfind("*[@n]")
    )
    assert found == sorted(readings(players))


def test_every_locus_stands_at_its_reading() -> None:
    root = tree(players=4)
    for row in collation.collation(players=4):
        loci = [one for one in row["locus"].split("; ") if one and row["status"] != "silent"]
        if row["readings"]:
            continue
        (app,) = root.iterfind(f".//{TEI}app[@n='{row['point']}']")
        target = f"#{row['witness']}.{row['point']}."
        notes = [one for one in app.iterfind(f"{TEI}note[@type='locus']") if one.get("target").startswith(target)]
        assert [one.text for one in notes] == list(dict.fromkeys(loci))


def test_each_app_has_one_lem_which_is_the_first_preferred_reading() -> None:
    for app in tree().iter(f"{TEI}app"):
        answered = app.xpath("*[@n]")
        lems = app.findall(f"{TEI}lem")
        assert len(lems) == bool(answered)
        if lems:
            assert app[0] is lems[0] and lems[0].get("subtype") != "alternative"


def test_the_shell_writes_it_and_the_same_bytes_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collate", "--format", "tei"]) == 0
    out = capsys.readouterr().out
    assert out == tei.tei() == tei.tei("uk", "ja", "ko")
    assert out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n')
    assert str(library.RULESETS.parent) not in out


def test_the_schema_refuses_what_is_not_so(schema: Any) -> None:
    good = tei.tei(players=4)
    for old, new in [
        ('type="stated"', 'type="said"'),
        ("<rdg ", "<reading "),
        ('type="locus"', 'type="place"'),
        (' wit="#J"', ""),
        ("<listWit>", "<listWit><p>x</p>"),
    ]:
        broken = good.replace(old, new)
        if old == "<rdg ":
            broken = re.sub(r"</rdg>", "</reading>", broken)
        assert broken != good
        assert not schema.validate(etree.fromstring(broken.encode()))
