"""Citations that bibliography programs read, and that lead back to the digits."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.cli import main
from kakeya.study import store
from kakeya.study.cite import STYLES
from kakeya.study.compare import Comparing, Comparison


@pytest.fixture(scope="module")
def found() -> Comparison:
    return kakeya.compare(
        "ja", kakeya.load("uk").edit({"rensho.follow": "bound", "settle.pictures": [[9, 1], [12, 3]]}), 50
    )


@pytest.mark.parametrize("style", STYLES)
def test_every_style_names_the_comparison_and_how_to_reproduce_it(found: Comparison, style: str) -> None:
    text = found.cite(style).replace("\\_", "_")
    assert text.endswith("\n")
    for part in (found.id, found.token, found.a.fingerprint, found.b.fingerprint, "seed 1", "50 rounds", "greedy"):
        assert part in text, part
    assert "rensho.follow=bound" in text


def test_bibtex_is_whole(found: Comparison) -> None:
    text = found.cite("bibtex")
    assert re.match(r"@misc\{kkt-[0-9a-f]{10},\n", text)
    assert text.count("{") == text.count("}")
    assert re.findall(r"^  (\w+) += \{", text, re.MULTILINE) == [
        "author",
        "title",
        "year",
        "howpublished",
        "version",
        "note",
    ]
    body = text.partition("\n")[2]
    assert not re.search(r"(?<!\\)[&%$#_~^]", body)


def test_csl_is_json_and_ris_has_its_tags(found: Comparison) -> None:
    (item,) = json.loads(found.cite("csl"))
    assert (item["id"], item["type"]) == (found.id, "dataset")
    lines = found.cite("ris").splitlines()
    assert lines[0] == "TY  - DATA" and lines[-1] == "ER  - "
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines)


def test_a_published_comparison_is_cited_by_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "COMPARISONS", tmp_path)
    study = Comparing(kakeya.load("ja"), kakeya.load("uk"), "greedy", "rounds", 60, 1, "T")
    store.make(study, tmp_path)
    direct = kakeya.compare("ja", "uk", 60)
    assert direct.cite_as == direct.id
    assert direct.cite().rstrip("\n").endswith(f"kakeya reproduce {direct.id}.")
    for style in STYLES:
        assert kakeya.cite(direct.id, style) == direct.cite(style)


def test_ids_files_tokens_and_comparisons_are_cited_alike(
    found: Comparison, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cite", found.token, "--style", "ris"]) == 0
    assert capsys.readouterr().out == found.cite("ris")
    path, _ = store.make(Comparing(found.a, found.b, "greedy", "rounds", 50, 1), tmp_path)
    assert main(["cite", str(path)]) == 0
    assert found.id in capsys.readouterr().out


def test_what_cannot_be_cited_is_refused(found: Comparison, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KakeyaError, match="there is no style `bibtext`; did you mean `bibtex`"):
        found.cite("bibtext")
    assert main(["cite", "kkt-0123456789"]) == 1
    assert "there is no published comparison `kkt-0123456789`" in capsys.readouterr().err
    assert main(["cite", found.id, "--style", "mla"]) == 2


def test_rules_from_a_file_are_cited_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "freer.yaml"
    path.write_text("based-on: ja\npoints: {rensho.follow: free}\n", "utf-8")
    text = kakeya.compare("ja", kakeya.load(path), 50).cite()
    assert re.search(r": ja \[\w{16}\] and freer \(as ja with rensho.follow=free\) \[\w{16}\]\. In", text)


def test_results_and_tokens_of_an_older_engine_are_cited_as_they_say(
    found: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = store.make(Comparing(found.a, found.b, "greedy", "rounds", 50, 1), tmp_path)
    before = {style: (kakeya.cite(str(path), style), kakeya.cite(found.token, style)) for style in STYLES}
    token = found.token
    for module in ("cite", "store", "compare", "reproduce", "token"):
        monkeypatch.setattr(f"kakeya.study.{module}.ENGINE", 2)
    for style in STYLES:
        assert (kakeya.cite(str(path), style), kakeya.cite(token, style)) == before[style]
    path.write_text(path.read_text("utf-8").replace('"seed": 1', '"seed": 2'), "utf-8")
    with pytest.raises(KakeyaError, match="the file was edited"):
        kakeya.cite(str(path))
