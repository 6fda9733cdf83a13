"""A kind of study that nobody thought of: one class, and plan, sweep, file, lookup, citation and reproduction have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import kakeya
from kakeya import KakeyaError, Rules
from kakeya.cli import main
from kakeya.show.citing import _published
from kakeya.show.published import needed
from kakeya.study import measures, plan, store, studies
from kakeya.study import study as module
from kakeya.study.run import Sums
from kakeya.study.study import Study, identity


@dataclass(frozen=True)
class Aces:
    """How often the first hand is dealt so many aces: what this study finds."""

    study: Counting
    counts: list[int]

    @property
    def id(self) -> str:
        return self.study.id

    def as_json(self) -> dict[str, Any]:
        rows = [{"aces": aces, "share": count / self.study.rounds} for aces, count in enumerate(self.counts)]
        return {"kind": Counting.KIND, "id": self.id, **self.study.settings(), "shares": rows}


@dataclass(frozen=True)
class _Job:
    rules: Rules
    seed: int
    piece: int = 10

    def empty(self) -> Sums:
        return [[0] * 5]

    def block(self, first: int, last: int) -> Sums:
        sums = self.empty()
        for match in range(first, last):
            hand = kakeya.deal(self.rules, self.seed, match=match).hands[0]
            sums[0][sum(card.startswith("A") for card in hand)] += 1
        return sums


@dataclass(frozen=True)
class Counting(Study):
    KIND: ClassVar[str] = "counting"
    RULES: ClassVar[tuple[str, ...]] = ("rules",)
    CHOICES: ClassVar[Mapping[str, Any]] = {"what": "aces"}
    FIGURES: ClassVar[tuple[str, ...]] = ("shares",)
    ROUNDS: ClassVar[int] = 50

    rules: Rules
    what: str
    rounds: int
    seed: int
    title: str = ""

    @property
    def id(self) -> str:
        return identity(self.KIND, self.rules.fingerprint, self.what, self.rounds, self.seed)

    def settings(self) -> dict[str, Any]:
        return {
            "rules": self.rules.recipe,
            "names": [self.rules.name],
            "fingerprints": [self.rules.fingerprint],
            "what": self.what,
            "rounds": self.rounds,
            "seed": self.seed,
            "engine": kakeya.ENGINE,
            "measures": measures.VERSION,
        }

    @classmethod
    def heading(cls, settings: Mapping[str, Any], rules: list[str]) -> str:
        return f"{settings['what']} under {rules[0]}"

    @classmethod
    def players_of(cls, settings: Mapping[str, Any]) -> str:
        return "none"

    def check(self) -> None:
        if self.what != "aces":
            raise KakeyaError("only aces are counted")
        super().check()

    @property
    def unit(self) -> str:
        return "deals"

    @property
    def job(self) -> _Job:
        return _Job(self.rules, self.seed)

    def place(self, row: int, at: int) -> str:
        return f"the number of hands with {at} aces"

    def result(self, sums: Sums) -> Aces:
        return Aces(self, sums[0])


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(studies.KINDS, "counting", Counting)
    monkeypatch.setitem(module.BLOCK, "deals", 20)


def test_it_is_planned_made_found_cited_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text("seeds: [1, 2]\nstudies:\n  - {kind: counting, title: Aces, rules: ja, seats: [4, 6]}\n", "utf-8")
    assert main(["sweep", str(path), "--workers", "1"]) == 0
    ids = [study.id for study in plan.read(path)]
    assert len(set(ids)) == 4 and {one.stem for one in tmp_path.glob("kkt-*.json")} == set(ids)
    monkeypatch.setattr(store, "COMPARISONS", tmp_path)
    capsys.readouterr()

    assert main(["reproduce", ids[0], "--full"]) == 0
    assert capsys.readouterr().out == f"{ids[0]} (Aces): 3 of 3 blocks agree\n"
    assert main(["cite", ids[0]]) == 0
    cited = capsys.readouterr().out
    assert f"Counting {ids[0]}: aces under ja [" in cited and "players none" in cited
    found = needed(Counting, kakeya.load("ja", players=6), what="aces", seed=2)
    assert found.study.id == ids[3] and sum(found.result.counts) == 50  # type: ignore[attr-defined]
    assert f'id="{ids[3]}"' in _published(found) and "50 deals, 6 players, none" in _published(found)

    text = (tmp_path / f"{ids[0]}.json").read_text("utf-8")
    (tmp_path / f"{ids[0]}.json").write_text(text.replace('"share":0.', '"share":1.', 1), "utf-8")
    assert main(["reproduce", ids[0]]) == 1
    assert "the figure `share` of" in capsys.readouterr().err


def test_what_it_refuses_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text("studies:\n  - {kind: counting, rules: ja, what: kings}\n", "utf-8")
    with pytest.raises(KakeyaError, match=r"plan\.yaml:2: only aces are counted"):
        plan.read(path)
