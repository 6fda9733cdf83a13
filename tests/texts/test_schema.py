"""The JSON Schema that editors use says what the loader says."""

from __future__ import annotations

from typing import Any

import pytest

import kakeya
from kakeya import KakeyaError
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.schema import schema
from kakeya.texts.values import shown
from kakeya.texts.yamlfile import read_file, read_text

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    made = schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def plain(value: Any) -> Any:
    """As an editor sees it: every key is a text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", library.names())
def test_every_shipped_ruleset_fits(validator: Any, name: str) -> None:
    assert list(validator.iter_errors(plain(read_file(library.shipped()[name]).python))) == []


def test_every_sample_of_every_point_fits_and_loads(validator: Any) -> None:
    for id, point in catalogue().items():
        for sample in point.samples:
            text = f"based-on: ja\npoints: {{{id}: {shown(sample)}}}\n"
            assert list(validator.iter_errors(plain(read_text(text).python))) == [], text


GOOD = [
    "based-on: ja\n",
    "based-on: ja\ntitle: x\nnote: y\nreadings: {tie: dealt}\npoints:\n",
    "based-on: ja\npoints: {rensho.follow: {4: free, 6: bound}, six.play: {6: all-pairs}}\n",
    "based-on: ja\npoints: {rensho.card: {clubs: A♠, diamonds: AS, hearts: AS, spades: 10H}, pictures: [A, K, Q, 10]}\n",
    "witness: {siglum: X, name: A, language: en}\npoints: {tie: {status: silent}}\n",
    "control: {name: A}\npoints: {tie: nobody, goal: {value: pictures, from: W1}, win.at: {4: 9, 6: {value: 9}}}\n",
]
BAD = [
    "title: x\n",
    "based-on: ja\ntitel: x\n",
    "based-on: ja\npoints: {rensho.folow: free}\n",
    "based-on: ja\npoints: {rensho.follow: fre}\n",
    "based-on: ja\npoints: {win.at: true}\n",
    "based-on: ja\npoints: {win.at: 010}\n",
    "based-on: ja\npoints: {win.at: 0}\n",
    "based-on: ja\npoints: {settle.pictures: [[9]]}\n",
    "based-on: ja\npoints: {settle.aces.none: none}\n",
    "based-on: ja\npoints: {settle.aces.some: {when: no-rensho-no-trump-ace}}\n",
    "based-on: ja\npoints: {players: [4, 5]}\n",
    "based-on: ja\npoints: {pictures: [A, X]}\n",
    "based-on: ja\npoints: {rensho.card: {clubs: A♠}}\n",
    "based-on: ja\npoints: {rensho.follow: {4: free, 5: bound}}\n",
    "based-on: ja\nreadings: {tei: dealt}\n",
    "witness: {siglum: X, name: A}\npoints: {}\n",
    "witness: {siglum: X, name: A, language: en}\npoints: {tie: {status: sated}}\n",
    "witness: {siglum: X, name: A, language: en}\npoints: {tie: nobody}\n",
    "witness: {siglum: X, name: A, language: en}\npoints: {tie: {status: stated, cite: {locus: x, lemma: y}}}\n",
    "control: {name: A}\npoints: {tie: nobdy}\n",
    "control: {name: A}\npoints: {tie: {value: nobody, confidence: X}}\n",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_loads_fits(validator: Any, text: str) -> None:
    kakeya.loads(text)
    assert list(validator.iter_errors(plain(read_text(text).python))) == []


@pytest.mark.parametrize("text", BAD)
def test_what_is_refused_is_underlined(validator: Any, text: str) -> None:
    with pytest.raises(KakeyaError):
        kakeya.loads(text)
    assert list(validator.iter_errors(plain(read_text(text).python)))


def test_editors_can_show_the_question_and_the_meanings() -> None:
    points = schema()["$defs"]["edited-file"]["properties"]["points"]["properties"]
    for id, point in catalogue().items():
        assert point.question in points[id]["description"]
        assert all(meaning in points[id]["description"] for meaning in point.values.values())
