"""The loader is strict, and says kindly what is wrong and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakeya
from kakeya import KakeyaError
from kakeya.errors import Fault
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.yamlfile import LARGEST, read_text

HEAD = "based-on: ja\npoints:\n"  # so that the first point stands in line 3


def faults(text: str, players: int = 4) -> list[Fault]:
    with pytest.raises(KakeyaError) as caught:
        kakeya.loads(text, players=players)
    return list(caught.value.faults)


def only_fault(text: str, players: int = 4) -> Fault:
    found = faults(text, players)
    assert len(found) == 1, [str(fault) for fault in found]
    return found[0]


def point_fault(lines: str) -> Fault:
    return only_fault(HEAD + lines)


# -- what is refused, with the line, the point and the allowed values -----------------------------
def test_an_unknown_point_is_refused_with_the_nearest_id() -> None:
    fault = point_fault("  rensho.folow: free\n")
    assert fault.line == 3
    assert "did you mean `rensho.follow`?" in fault.message


def test_an_unknown_key_is_refused_with_the_nearest_key() -> None:
    found = faults("based_on: ja\npoints: {}\n")
    assert found[0].line == 1
    assert "did you mean `based-on`?" in found[0].message


def test_an_unfit_answer_is_refused_with_the_nearest_and_all_allowed() -> None:
    fault = point_fault("  tie: nobdy\n")
    assert (fault.line, fault.point) == (3, "tie")
    assert "did you mean `nobody`?" in fault.message
    assert all(word in fault.message for word in catalogue()["tie"].values)


def test_a_key_that_stands_twice_is_refused_with_both_lines() -> None:
    fault = point_fault("  win.at: 9\n  tie: nobody\n  win.at: 10\n")
    assert fault.line == 5
    assert "`win.at` stands twice" in fault.message
    assert "line 3" in fault.message


def test_a_key_is_the_same_with_and_without_quotation_marks() -> None:
    assert "stands twice" in point_fault('  win.at: 9\n  "win.at": 9\n').message


@pytest.mark.parametrize(
    "word", ["true", "false", "yes", "010", "0x10", "1_000", "12:30", "2026-01-01", "9.0", "9e0", "-3"]
)
def test_nothing_else_is_silently_a_number(word: str) -> None:
    fault = point_fault(f"  win.at: {word}\n")
    assert (fault.line, fault.point) == (3, "win.at")
    assert word in fault.message


def test_a_boolean_is_called_a_boolean() -> None:
    assert "a boolean is no number" in point_fault("  win.at: true\n").message


def test_a_number_in_quotation_marks_is_called_that() -> None:
    assert "quotation marks" in point_fault('  win.at: "9"\n').message


@pytest.mark.parametrize("word", ["no", "off", "n", "010", "12:30", "2026-01-01", "1.5", "0o17", ".inf", "yes"])
def test_what_other_readers_of_yaml_change_stays_as_it_is_written(word: str) -> None:
    assert kakeya.loads(f"based-on: ja\ntitle: {word}\n").title == word


@pytest.mark.parametrize("number", ["0", "1000001", "99999999999999999999"])
def test_a_number_out_of_its_range_is_refused(number: str) -> None:
    assert point_fault(f"  stones.count: {number}\n").point == "stones.count"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("  settle.pictures: [[9, 1], [9, 2]]\n", "rise"),
        ("  settle.pictures: [[12, 1], [9, 2]]\n", "rise"),
        ("  settle.pictures: [[9]]\n", "[at least, stones]"),
        ("  settle.pictures: []\n", "table"),
        ("  settle.pictures: 9\n", "table"),
        ("  pictures: [A, A]\n", "twice"),
        ("  pictures: [A, X]\n", "`X` is not a rank"),
        ("  players: [4, 5]\n", "of 4, of 6 or of both"),
        ("  rensho.card: {clubs: A♠}\n", "`diamonds` is missing"),
        ("  rensho.card: {clubs: ♠A, diamonds: A♠, hearts: A♠, spades: A♠}\n", "not a card"),
        ("  rensho.card: {clubs: [], diamonds: A♠, hearts: A♠, spades: A♠}\n", "not a card"),
        ("  settle.aces.some: {when: no-rensho-no-trump-ace}\n", "`pays` is missing"),
        ("  settle.aces.some: {when: no-rensho-no-trump, pays: 2}\n", "did you mean `no-rensho-no-trump-ace`?"),
        ("  settle.aces.none: none\n", "nothing"),
        ("  tie: [nobody]\n", "not an answer"),
        ("  tie: {4: nobody, 5: nobody}\n", "not an answer"),
        ("  tie:\n", "not an answer"),
    ],
)
def test_an_answer_of_the_wrong_form_is_refused(line: str, why: str) -> None:
    fault = point_fault(line)
    assert fault.line == 3
    assert why in fault.message


def test_a_tag_is_refused() -> None:
    assert "tags" in point_fault("  win.at: !!int 9\n").message


def test_a_tag_that_would_run_code_is_refused(tmp_path: Path) -> None:
    fault = point_fault(f"  win.at: !!python/object/apply:os.mkdir ['{tmp_path / 'made'}']\n")
    assert "tags" in fault.message
    assert not (tmp_path / "made").exists()


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    fault = only_fault(bomb)
    assert fault.line == 1
    assert "anchors and aliases" in fault.message


@pytest.mark.parametrize("text", ["[" * 200_000, "{a: " * 50_000, "- " * 100_000, "? " * 100_000])
def test_deep_nesting_is_refused(text: str) -> None:
    assert any("nested too deeply" in fault.message for fault in faults(text))


def test_a_text_that_is_too_large_is_refused() -> None:
    assert "larger than" in only_fault("#" * (LARGEST + 1)).message
    assert "more keys and values" in only_fault("x: [" + "1," * 100_000 + "]").message


def test_an_unclosed_bracket_is_reported_at_the_line_that_opened_it() -> None:
    for lines in (
        "  settle.pictures: [[9, 1], [12, 2]\n  win.at: 9\n  tie: nobody\n",
        "  rensho.card: {clubs: A♠\n  tie: nobody\n  win.at: 9\n",
        "  pictures: [A, K\n\n  settle.pictures:\n  - [9, 1]\n",
        "  pictures: [A, K}\n  tie: nobody\n",
    ):
        fault = point_fault(lines)
        assert fault.line == 3
        assert "is opened here" in fault.message


@pytest.mark.parametrize(
    ("text", "bracket", "line"),
    [
        ("based-on: ja\npoints:\n  players: [\n", "[", 3),
        ("based-on: ja\npoints:\n  players: [4,\n", "[", 3),
        ("based-on: ja\npoints: {win.at: 9,\n  pictures: [A, K\n", "[", 3),
        ("based-on: ja\npoints: {\n  win.at: 9\n", "{", 2),
    ],
)
def test_a_bracket_that_the_end_of_the_file_leaves_open_is_named(text: str, bracket: str, line: int) -> None:
    with pytest.raises(KakeyaError) as refused:
        kakeya.loads(text)
    assert [fault.line for fault in refused.value.faults] == [line]
    assert f"`{bracket}`" in str(refused.value)


def test_an_unclosed_quotation_mark_is_reported_at_the_line_that_opened_it() -> None:
    fault = point_fault("  tie: 'nobody\n  win.at: 9\n")
    assert fault.line == 3
    assert "quotation mark" in fault.message


@pytest.mark.parametrize(
    ("lines", "line"),
    [("\ttie: nobody\n", 3), ("  tie: nobody\n win.at: 9\n", 4), ("  tie: a: b\n", 3), ("  tie:nobody\n", 3)],
)
def test_what_is_not_yaml_is_reported_at_its_line(lines: str, line: int) -> None:
    assert point_fault(lines).line == line


def test_a_full_width_colon_is_refused_by_name() -> None:
    fault = point_fault("  tie： nobody\n")
    assert fault.line == 3
    assert "full-width colon" in fault.message


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u200b", "\u2003"])
def test_a_leading_special_space_is_refused_by_its_code(space: str) -> None:
    fault = point_fault(f"{space} tie: nobody\n")
    assert fault.line == 3
    assert f"U+{ord(space):04X}" in fault.message


def test_a_full_width_colon_inside_a_text_is_good() -> None:
    assert kakeya.loads("based-on: ja\ntitle: カケヤ：トランプ\n").title == "カケヤ：トランプ"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a remark\n", "---\n", "~\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert "is empty" in only_fault(text).message


def test_a_list_at_the_top_is_refused() -> None:
    assert "is a list" in only_fault("- based-on: ja\n").message


def test_a_single_text_is_refused() -> None:
    assert "is a single text" in only_fault("ja\n").message


def test_a_second_document_is_refused() -> None:
    fault = only_fault("based-on: ja\n---\nbased-on: ko\n")
    assert fault.line == 2
    assert "second document" in fault.message


def test_a_file_that_says_nothing_of_its_base_is_refused() -> None:
    assert "based-on" in only_fault("title: x\n").message


def test_points_that_are_a_list_are_refused() -> None:
    assert "mapping" in only_fault("based-on: ja\npoints: [tie, nobody]\n").message


# -- encodings ------------------------------------------------------------------------------------
GOOD = "based-on: ja\ntitle: Кирі 連将\npoints:\n  rensho.follow: free\n"


def written(folder: Path, raw: bytes) -> Path:
    path = folder / "mine.yaml"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.encode(),
        GOOD.encode("utf-8-sig"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r\n").encode("utf-8-sig"),
        GOOD.rstrip("\n").encode(),
        GOOD.replace("rensho.follow", '"rensho.follow"').encode(),
        GOOD.replace("rensho.follow", "'rensho.follow'").replace("points", '"points"').encode(),
    ],
    ids=["plain", "with BOM", "CRLF", "CRLF with BOM", "no last line break", "quoted key", "quoted keys"],
)
def test_good_ways_of_writing_one_ruleset_are_one_ruleset(tmp_path: Path, raw: bytes) -> None:
    rules = kakeya.load(written(tmp_path, raw))
    assert rules == kakeya.load("ja").edit({"rensho.follow": "free"})
    assert rules.title == "Кирі 連将"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_is_refused_by_name(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(KakeyaError, match="UTF-16"):
        kakeya.load(written(tmp_path, GOOD.encode(encoding)))


@pytest.mark.parametrize(("encoding", "line"), [("cp1251", 3), ("shift_jis", 3), ("euc-kr", 3)])
def test_another_encoding_is_refused_at_its_first_line(tmp_path: Path, encoding: str, line: int) -> None:
    text = (
        "based-on: ja\npoints: {}\ntitle: Кири\n"
        if encoding != "euc-kr"
        else "based-on: ja\npoints: {}\ntitle: 카케야\n"
    )
    with pytest.raises(KakeyaError) as caught:
        kakeya.load(written(tmp_path, text.encode(encoding)))
    fault = caught.value.faults[0]
    assert "is not UTF-8" in fault.message
    assert fault.line == line


def test_a_control_character_is_refused_at_its_line() -> None:
    fault = only_fault("based-on: ja\ntitle: a\x07b\n")
    assert fault.line == 2
    assert "U+0007" in fault.message


@pytest.mark.parametrize("points", ["points: {}\n", "points:\n", ""])
def test_no_points_are_good_and_change_nothing(points: str) -> None:
    assert kakeya.loads("based-on: ja\n" + points) == kakeya.load("ja")


# -- based-on -------------------------------------------------------------------------------------
def test_an_unknown_base_is_refused_with_the_nearest_name() -> None:
    fault = only_fault("title: x\nbased-on: whst\n")
    assert fault.line == 2
    assert "did you mean `whist`?" in fault.message


def test_a_base_in_the_same_folder_is_good(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("based-on: uk\npoints: {tie: nobody}\n", encoding="utf-8")
    (tmp_path / "two.yaml").write_text("based-on: one.yaml\npoints: {stones.count: 7}\n", encoding="utf-8")
    rules = kakeya.load(tmp_path / "two.yaml")
    assert rules == kakeya.load("uk").edit({"tie": "nobody", "stones.count": 7})
    assert rules.name == "two"


def test_a_circle_of_bases_is_refused(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{one}.yaml").write_text(f"based-on: {other}.yaml\n", encoding="utf-8")
    with pytest.raises(KakeyaError, match="circular"):
        kakeya.load(tmp_path / "a.yaml")


def test_a_file_based_on_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("based-on: a.yaml\n", encoding="utf-8")
    with pytest.raises(KakeyaError, match="circular"):
        kakeya.load(tmp_path / "a.yaml")


def test_a_long_chain_of_bases_is_refused(tmp_path: Path) -> None:
    for n in range(60):
        (tmp_path / f"f{n}.yaml").write_text(f"based-on: f{n + 1}.yaml\n", encoding="utf-8")
    with pytest.raises(KakeyaError, match="based on one another"):
        kakeya.load(tmp_path / "f0.yaml")


@pytest.mark.parametrize("base", ["../outside.yaml", "sub/inside.yaml", "..", ".", "/etc/passwd", "..\\\\outside.yaml"])
def test_a_base_in_another_folder_is_refused(tmp_path: Path, base: str) -> None:
    (tmp_path / "outside.yaml").write_text("based-on: ja\n", encoding="utf-8")
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    (here / "sub" / "inside.yaml").write_text("based-on: ja\n", encoding="utf-8")
    (here / "a.yaml").write_text(f'based-on: "{base}"\n', encoding="utf-8")
    with pytest.raises(KakeyaError, match="another folder"):
        kakeya.load(here / "a.yaml")


def test_a_link_that_leads_outside_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text("based-on: ja\n", encoding="utf-8")
    here = tmp_path / "here"
    here.mkdir()
    (here / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    (here / "a.yaml").write_text("based-on: link.yaml\n", encoding="utf-8")
    with pytest.raises(KakeyaError, match="another folder"):
        kakeya.load(here / "a.yaml")


def test_a_fault_in_a_base_names_the_base(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("based-on: uk\npoints: {tie: nobdy}\n", encoding="utf-8")
    (tmp_path / "two.yaml").write_text("based-on: one.yaml\n", encoding="utf-8")
    with pytest.raises(KakeyaError) as caught:
        kakeya.load(tmp_path / "two.yaml")
    assert caught.value.faults[0].file.endswith("one.yaml")


@pytest.mark.parametrize(
    ("name", "why"), [("jaa", "did you mean `ja`"), ("x/y.yaml", "no such file"), ("no.yaml", "no such file")]
)
def test_an_unknown_name_is_refused(name: str, why: str) -> None:
    with pytest.raises(KakeyaError, match=why):
        kakeya.load(name)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KakeyaError, match="is a folder"):
        kakeya.load(tmp_path)


@pytest.mark.parametrize("players", [5, 0, True, "4", None])
def test_a_number_of_players_that_cannot_play_is_refused(players: object) -> None:
    with pytest.raises(KakeyaError, match="4 or 6"):
        kakeya.load("ja", players=players)  # type: ignore[arg-type]


# -- impossible combinations ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "players", "why"),
    [
        ("  win.at: 8\n  settle.pictures: [[8, 1]]\n", 4, "reached by both sides"),
        ("  pictures: [A, K, Q, J, 10]\n", 4, "reached by both sides"),
        ("  goal: tricks\n  win.at: 6\n  settle.pictures: [[6, 1]]\n", 4, "reached by both sides"),
        ("  win.at: 17\n", 4, "only 16 pictures"),
        ("  goal: tricks\n  win.at: 14\n", 4, "only 13 tricks"),
        ("  settle.pictures: [[10, 1], [12, 2]]\n", 4, "paid nothing"),
        ("  end.when: team-out\n  settle.payer: bank\n", 4, "runs out"),
        ("  end.winner: other-team\n", 6, "three pairs"),
        ("  end.winner: other-team\n  end.when: rounds\n", 4, "most-stones"),
        ("  six.play: dealers-rest\n  lead.first: dealers\n", 6, "sit out"),
        ("  six.play: dealers-play\n  deal.resume: same-player\n", 6, "13"),
    ],
)
def test_answers_that_cannot_stand_together_are_refused(lines: str, players: int, why: str) -> None:
    found = faults(HEAD + lines, players)
    assert any(why in fault.message for fault in found), [str(fault) for fault in found]
    assert all(fault.line >= 3 and fault.point for fault in found)


def test_an_impossible_edit_in_a_cell_is_refused_too() -> None:
    with pytest.raises(KakeyaError, match="reached by both sides"):
        kakeya.load("ja").edit({"win.at": 8})


# -- all faults at once ---------------------------------------------------------------------------
def test_all_faults_of_a_file_come_at_once_in_the_order_of_their_lines() -> None:
    found = faults(
        "based-on: jaa\n"  # 1
        "titel: x\n"  # 2
        "points:\n"
        "  tie: nobdy\n"  # 4
        "  win.at: 010\n"  # 5
        "  no.such.point: 1\n"  # 6
        "  stones.count： 3\n"  # 7
        "  goal: tricks\n"
        "  goal: tricks\n"  # 9
    )
    assert [fault.line for fault in found] == [1, 2, 4, 5, 6, 7, 9]


def test_a_clash_is_reported_beside_other_faults_unless_it_follows_from_them() -> None:
    beside = faults(HEAD + "  tie: nobdy\n  end.when: team-out\n  settle.payer: bank\n")
    assert {fault.point for fault in beside} == {"tie", "end.when"}
    follows = faults(HEAD + "  settle.payer: bnk\n  end.winner: most-stones\n  end.when: rounds\n")
    assert {fault.point for fault in follows} == {"settle.payer"}


def test_a_notebook_shows_the_faults_without_a_traceback() -> None:
    with pytest.raises(KakeyaError) as caught:
        kakeya.loads(HEAD + "  tie: nobdy\n")
    assert caught.value._render_traceback_() == [str(caught.value.faults[0])]


# -- nothing but KakeyaError comes out ------------------------------------------------------------
def survives(text: str) -> None:
    for players in (4, 6):
        try:
            kakeya.loads(text, players=players)
        except KakeyaError as error:
            assert error.faults
            assert all(fault.message for fault in error.faults)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(raw)
    try:
        kakeya.load(path)
    except KakeyaError as error:
        assert error.faults


_PIECES = [
    *("[", "]", "{", "}", ": ", "- ", "\n", "\n  ", "'", '"', "#", "&a ", "*a", "!!x ", "| ", "> ", "? ", "---\n", "~"),
    *("true", "no", "010", "12:30", "4", "6", "-1", "{4: ", "{}", "[]", '"\\ud800"', "\u00a0", "：", "\x85", "\t"),
    *(
        "value: ",
        "status: ",
        "cite: ",
        "readings: ",
        "requires: ",
        "points: ",
        "based-on: ja\n",
        "witness: ",
        "control: ",
    ),
    *("locus: ", "lemma: ", "id: ", "preferred: true", "silent", "stated", "garbled", "A♠", "from: "),
    *(f"{id}: " for id in list(kakeya.load("ja"))[::6]),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_any_heap_of_yaml_is_read_or_refused(text: str) -> None:
    survives(text)


_EDITED = (
    "based-on: ja\ntitle: x\nreadings: {tie: dealt}\npoints:\n  rensho.follow: free\n  win.at: 9\n"
    "  settle.pictures: [[9, 1], [12, 2]]\n  rensho.card: {clubs: A♠, diamonds: A♠, hearts: A♠, spades: A♣}\n"
    "  settle.aces.some: {when: no-rensho-no-trump-ace, pays: 2}\n  six.play: {4: all-pairs, 6: dealers-rest}\n"
)
_WITNESS = "\n".join(library.shipped()["uk"].read_text(encoding="utf-8").split("\n")[5:90])
_CONTROL = "\n".join(library.shipped()["town"].read_text(encoding="utf-8").split("\n")[:90])


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from([_EDITED, _WITNESS, _CONTROL]))
def test_any_spoilt_ruleset_is_read_or_refused(data: st.DataObject, text: str) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.sampled_from(_PIECES)) + text[end:]
    survives(text)


def test_the_unspoilt_pieces_of_these_tests_are_good() -> None:
    for text in (_EDITED, _WITNESS, _CONTROL):
        assert kakeya.loads(text)["win.at"] == 9
        assert read_text(text).data
