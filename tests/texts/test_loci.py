"""Places in the witnesses, and the check that what we cite stands there."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.texts import loci, text


def test_sentences_are_divided_after_the_four_marks() -> None:
    line = "一つ。二つ！ 三つ? Four. Five! six"
    assert loci.sentences(line) == ["一つ。", "二つ！ 三つ?", "Four.", "Five!", "six"]
    assert loci.sentences("") == []


def test_lines_and_sentences_are_counted_from_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"Title\r\n\r\nOne. Two.\r\n")
    source = loci.Source(path)
    assert source.at("1") == source.at("1.1") == "Title"
    assert source.at("3.2") == "Two."
    assert source.at("3") == "One. Two."
    for nowhere in ("2", "2.1", "3.3", "9", "9.1", "0", "3.0"):
        assert source.at(nowhere) is None
    assert source.where("Two") == ["3.2"]


def test_the_long_line_of_u_has_43_sentences(sources_dir: Path) -> None:
    source = loci.Source(sources_dir / str(text.find("uk").about["file"]))
    assert len(loci.sentences(source.lines[7])) == 43
    assert len(loci.sentences(source.lines[6])) == 6


def test_everything_that_is_cited_stands_in_the_sources(sources_dir: Path) -> None:
    assert kakeya.verify_texts(sources_dir) == []


def test_every_cited_sentence_has_a_digest_and_no_other() -> None:
    for witness in text.witnesses():
        cited = {cite.locus for _, _, cite in loci.citations(witness)}
        assert cited
        assert set(loci.digests()[witness.siglum]) == cited


@pytest.fixture
def copies(sources_dir: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for file in sources_dir.glob("*.txt"):
        shutil.copyfile(file, folder / file.name)
    return folder


def change(folder: Path, witness: str, before: str, after: str) -> Path:
    path = folder / str(text.find(witness).about["file"])
    content = path.read_bytes().decode()
    assert before in content
    path.write_bytes(content.replace(before, after, 1).encode())
    return path


def test_one_changed_word_fails_and_names_file_points_and_place(copies: Path) -> None:
    path = change(copies, "uk", "є трефи, але", "є бубна, але")
    found = kakeya.verify_texts(copies)
    assert found[0].file == str(path)
    assert "is not the file that was collated" in found[0].message
    first = next(fault for fault in found if fault.point == "trump.first")
    assert "U 8.23 is not the sentence that was collated" in first.message
    assert "`козирною мастю є трефи` does not stand in it" in first.message
    assert first.line > 0
    assert "trump.when" in {fault.point for fault in found}, "its lemma still stands in the changed sentence"


def test_one_changed_word_in_a_place_that_nobody_cites_fails_by_the_file(copies: Path) -> None:
    change(copies, "uk", "Наскільки відомо", "Як відомо")
    found = kakeya.verify_texts(copies)
    assert len(found) == 1
    assert "is not the file" in found[0].message


def test_a_moved_sentence_is_found_again(copies: Path) -> None:
    change(copies, "ko", "딜러는 덱을 반 균등하게 분할합니다.", "머리말. 딜러는 덱을 반 균등하게 분할합니다.")
    found = [fault for fault in kakeya.verify_texts(copies) if fault.point == "deal.shuffle"]
    assert any("it stands at 25.2" in fault.message for fault in found)


def test_a_missing_file_is_named(copies: Path) -> None:
    (copies / str(text.find("ja").about["file"])).unlink()
    found = kakeya.verify_texts(copies)
    assert len(found) == 1
    assert str(text.find("ja").about["file"]) in found[0].file


def fourth(folder: Path, lemma: str = "wins the trick", locus: str = "2.1", sha256: str | None = None) -> Path:
    source = folder / "fourth.txt"
    source.write_text("A game\nThe ace wins the trick. The rest is silence.\n", encoding="utf-8")
    digest = hashlib.sha256(source.read_bytes()).hexdigest() if sha256 is None else sha256
    path = folder / "fourth.yaml"
    path.write_text(
        f"witness: {{siglum: X, name: A fourth, language: en, file: fourth.txt, sha256: '{digest}'}}\npoints:\n"
        f'  tie: {{status: stated, value: nobody, gloss: g, cite: {{locus: "{locus}", lemma: {lemma}}}}}\n',
        encoding="utf-8",
    )
    return path


def test_a_witness_without_digests_is_checked_by_file_and_lemmata(tmp_path: Path) -> None:
    assert kakeya.verify_texts(tmp_path, fourth(tmp_path)) == []
    (wrong,) = kakeya.verify_texts(tmp_path, fourth(tmp_path, locus="2.2"))
    assert "it stands at 2.1" in wrong.message
    (nowhere,) = kakeya.verify_texts(tmp_path, fourth(tmp_path, locus="7"))
    assert "does not exist" in nowhere.message
    (lemma,) = kakeya.verify_texts(tmp_path, fourth(tmp_path, lemma="loses the trick"))
    assert "`loses the trick` does not stand in it" in lemma.message
    (digest,) = kakeya.verify_texts(tmp_path, fourth(tmp_path, sha256="0" * 64))
    assert "is not the file" in digest.message


def test_a_control_ruleset_has_no_places_to_check(tmp_path: Path) -> None:
    with pytest.raises(KakeyaError, match="not a witness"):
        kakeya.verify_texts(tmp_path, "town")


def test_digests_are_renewed_from_the_right_files_only(
    sources_dir: Path, copies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = loci.DIGESTS.read_text(encoding="utf-8")
    monkeypatch.setattr(loci, "DIGESTS", tmp_path / "digests.yaml")
    try:
        loci.renew(sources_dir)
        assert loci.DIGESTS.read_text(encoding="utf-8") == shipped
        loci.DIGESTS.unlink()
        change(copies, "uk", "є трефи, але", "є бубна, але")
        with pytest.raises(KakeyaError, match="is not the file"):
            loci.renew(copies)
        assert not loci.DIGESTS.exists()
    finally:
        loci.digests.cache_clear()


def test_a_place_that_no_text_has_is_not_there_however_long_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("One. Two.\n", "utf-8")
    for locus in ("9" * 5000, "1." + "9" * 5000):
        assert loci.Source(path).at(locus) is None
        with pytest.raises(KakeyaError, match="is no locus"):
            kakeya.loads(_witness("a.txt", locus))


def _witness(file: str, locus: str = "1.1") -> str:
    return (
        f'witness: {{siglum: X, name: A text, language: en, file: "{file}"}}\n'
        f'points:\n  aim: {{status: lost, cite: {{locus: "{locus}", lemma: One}}}}\n'
    )


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("a\\0b.txt", "leads to another folder"),
        ("x" * 300, "File name too long"),
        ("pipe", "is not an ordinary file"),
        ("folder", "is not an ordinary file"),
        ("zero", "is not an ordinary file"),
        ("large", "is larger than 10,000,000 bytes"),
        ("missing", "No such file"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_text_s_file_is_refused(file: str, says: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(10_000_001)
    path = tmp_path / "x.yaml"
    path.write_text(_witness(file), "utf-8")
    found = kakeya.verify_texts(tmp_path, path)
    assert [says in fault.message for fault in found] == [True]
