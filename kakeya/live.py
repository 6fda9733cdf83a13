"""The bench in the page: rules edited as YAML, compared block by block with what they are based on.

A browser's worker runs this module; what it asks and what it is told is plain data. A ruleset stands in
`my-rules.yaml`, so that every message and every digit is what the shell gives for that file.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from kakeya import __version__
from kakeya.errors import Fault, KakeyaError
from kakeya.players.drive import play_first_round
from kakeya.players.kinds import kinds
from kakeya.players.playing import deal, play
from kakeya.rules.checking import check_file
from kakeya.rules.rules import Rules, load
from kakeya.study import measures, run, store
from kakeya.study.cite import cite
from kakeya.study.compare import Comparison, Effect, check_pair, comparison_id
from kakeya.study.estimate import rounded
from kakeya.study.measures import Measure
from kakeya.table import random, state
from kakeya.table.record import Record
from kakeya.texts import library
from kakeya.texts.catalogue import catalogue
from kakeya.texts.tables import as_json
from kakeya.texts.text import shipped
from kakeya.texts.values import shown

FILE = "my-rules.yaml"
FIRST_BLOCK = 25  # rounds, after which there is something to see
AT_A_TIME = 0.3  # seconds that a later block takes, about
PUBLISHED_ROUNDS = (100_000, 20_000, 2_000, 1_000)  # what comparisons of first rounds are published with (seed 1)
Plain = dict[str, Any]


def facts() -> Plain:
    """What an editor of rules offers: texts, the points with their questions and answers, keys of a file."""
    known = catalogue()
    return {
        "version": __version__,
        "names": {name: shipped(name).title for name in library.names()},
        "keys": ["based-on", "title", "note", "readings", "points"],
        "groups": known.groups,
        "points": [
            {
                "id": point.id,
                "group": point.group,
                "question": point.question,
                "values": point.values,
                "samples": [shown(sample) for sample in point.samples],
                "players": list(point.players),
                "manner": point.touches == "manner",
            }
            for point in known.values()
        ],
    }


class Bench:
    """One ruleset at work. `folder` is where its file is written."""

    def __init__(self, folder: str | os.PathLike[str] = ".") -> None:
        self.path = Path(folder) / FILE
        self.job: run.Job | None = None
        self.found: Comparison | None = None
        self.size = FIRST_BLOCK
        self.total = 0

    # -- the file -----------------------------------------------------------------------------------
    def check(self, text: str, seats: int) -> Plain:
        """What `kakeya check` says of a text, and where the text is good what it answers at every point."""
        self.path.write_text(text, "utf-8", newline="\n")
        name = library.shown_path(self.path)
        try:
            faults = list(check_file(self.path).faults)
        except KakeyaError as error:
            faults = list(error.faults)
        answer: Plain = {"faults": [], "base": "", "title": "", "edits": {}, "answers": {}, "before": {}}
        if not faults:
            try:
                rules, base = self._pair(seats)
                check_pair(base, rules)
            except KakeyaError as error:
                faults = list(error.faults)
            else:
                answer |= {
                    "base": base.name,
                    "title": rules.title,
                    "fingerprint": rules.fingerprint,
                    "answers": {id: shown(rules[id]) for id in rules},
                    "before": {id: shown(base[id]) for id in base},
                    "edits": {id: shown(rules[id]) for id in rules if rules[id] != base[id]},
                }
        answer["faults"] = [_fault(fault, name) for fault in faults]
        return answer

    def _pair(self, seats: int) -> tuple[Rules, Rules]:
        """The rules of the file, and those of the text that they are based on."""
        rules = load(self.path, seats)
        if library.shipped().get(rules.text.name) != rules.text.path:
            raise KakeyaError(f"say `based-on:` with one of {', '.join(library.names())}; there is nothing to compare")
        return rules, load(rules.text.name, seats)

    # -- the comparison -----------------------------------------------------------------------------
    def start(self, text: str, seats: int, rounds: int, players: str, seed: int) -> Plain:
        """Begin to compare a text with what it is based on; `step` plays on."""
        answer = self.check(text, seats)
        self.found = self.job = None
        if answer["faults"]:
            return answer
        try:
            rules, base = self._pair(seats)
            who = kinds(players, seats // 2)
            self.total = run.rounds_number(rounds)
            self.job = run.job([base, rules], [who, who], seed)
        except KakeyaError as error:
            return answer | {"faults": [_fault(fault, "") for fault in error.faults]}
        self.found = Comparison(base, rules, who, "rounds", 0, seed, self.job.empty())
        self.size = FIRST_BLOCK
        return answer

    def step(self) -> Plain:
        """Play one block more; how the comparison stands."""
        assert self.job is not None and self.found is not None
        before = self.found
        last = min(before.rounds + self.size, self.total)
        begun = time.perf_counter()
        sums = [list(one) for one in before.sums]
        run.add(sums, self.job.block(before.rounds, last))
        self.found = Comparison(before.a, before.b, before.players, before.games, last, before.seed, sums)
        took = max(time.perf_counter() - begun, 0.001)
        self.size = max(FIRST_BLOCK, int((last - before.rounds) * AT_A_TIME / took))
        return self.standing()

    def standing(self) -> Plain:
        """How the comparison stands: every measure of one number, and every distribution, with intervals."""
        assert self.found is not None
        found = self.found
        effects = list(found.effects())
        marks = found.clear_together()
        return {
            "done": found.rounds,
            "total": self.total,
            "names": [found.a.title, found.b.title],
            "differ": [one.point.id for one in found.points],
            "effects": [
                effect.judged(marks).row()
                | {"title": effect.measure.title, "deviation": (effect.a.error or effect.b.error) * found.rounds**0.5}
                for effect in effects
                if effect.measure.width == 1
            ],
            "spreads": [
                _spread(measure, [one for one in effects if one.measure is measure])
                for measure in measures.GAMES[found.games]
                if measure.width > 1
            ],
        }

    def result(self) -> Plain:
        """The comparison as `kakeya compare --json` prints it, and how to cite it."""
        assert self.found is not None
        return {
            "json": as_json(self.found.as_json()),
            "caption": self.found.caption,
            "token": self.found.cite_as,
            "published": self._published(),
            "cite": {style: cite(self.found, style) for style in ("text", "bibtex", "ris")},
        }

    def _published(self) -> list[Plain]:
        """Published comparisons of the same rules by the same players: id and number of rounds."""
        assert self.found is not None
        a, b, who = self.found.a, self.found.b, self.found.players
        ids = {rounds: comparison_id(a, b, who, "rounds", rounds, 1) for rounds in PUBLISHED_ROUNDS}
        known = set(store.names())
        return [{"id": id, "rounds": rounds} for rounds, id in ids.items() if id in known]

    # -- a deal where it matters ----------------------------------------------------------------------
    def seek(self, first: int, last: int) -> int | None:
        """The first seed from `first` to before `last` with which a first round goes otherwise."""
        assert self.job is not None
        stream = [0] * random.STREAM
        for seed in range(first, last):
            seen = []
            for vector, who in zip(self.job.vectors, self.job.kinds, strict=True):
                s = state.new()
                play_first_round(list(vector), s, list(who), stream, [*random.halves(seed), 0])
                seen.append([s[state.LOG : state.LOG + 52], *s[state.WINNER : state.STONES + 1], s[state.TRUMP]])
            if seen[0] != seen[1]:
                return seed
        return None

    def replays(self, seed: int) -> Plain:
        """That round under both rules as pages show it, and where the two part."""
        from kakeya.show import replay

        assert self.found is not None
        found = self.found
        records = [play(one, deal(one, seed, found.players), found.players) for one in (found.a, found.b)]
        place, said = _parting(*records)
        trick = sum(event.kind == "trick" for event in records[0].events[:place])
        return {
            "seed": seed,
            "trick": trick,
            "tricks": len(records[0].tricks),
            "parting": said,
            "titles": [one.title for one in (found.a, found.b)],
            "html": [replay(record, open=0).html for record in records],
        }

    # -- to take away -------------------------------------------------------------------------------
    def notebook(self, text: str, seats: int, rounds: int, players: str, seed: int, base: str) -> str:
        """A notebook that makes the same rules and the same comparison."""
        cells = [
            _cell("markdown", "# Rules of my own\n\nMade on the bench of *Kakeya Toranpu*. Run every cell in turn."),
            _cell("code", "%load_ext kakeya.lab\nimport kakeya\nfrom kakeya import show"),
            _cell("code", f"%%ruleset mine --seats {seats}\n{text}"),
            _cell("code", f'original = kakeya.load("{base}", players={seats})'),
            _cell(
                "code",
                f'found = kakeya.compare(original, mine, rounds={rounds}, players="{players}", seed={seed})\nfound.chart()',
            ),
            _cell("code", "found.table()"),
            _cell("code", "print(found.cite())"),
        ]
        about = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        whole = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 4}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _spread(measure: Measure, effects: list[Effect]) -> Plain:
    """A distribution under both rules, from the first item that was seen to the last: [mean, low, high] each."""
    from kakeya.show.compare import MEANS, item_label

    seen = [effect.item for effect in effects if effect.a.mean or effect.b.mean]
    shown = effects[min(seen, default=0) : max(seen, default=0) + 1]
    return {
        "measure": measure.id,
        "title": MEANS[measure.id][1] if measure.id in MEANS else measure.title,
        "unit": measure.unit,
        "items": [item_label(measure, effect.item) for effect in shown],
        "sides": [
            [[rounded(one.mean), rounded(one.low), rounded(one.high)] for one in side]
            for side in ([effect.a for effect in shown], [effect.b for effect in shown])
        ],
    }


def _fault(fault: Fault, name: str) -> Plain:
    said = f"kakeya: {fault}" if fault.file or not name else f"kakeya: {name}: {fault}"
    return {"line": fault.line, "point": fault.point, "message": fault.message, "said": said}


def _parting(a: Record, b: Record) -> tuple[int, str]:
    """The first event that differs, and both of it in words."""
    for place, (one, other) in enumerate(zip(a.events, b.events, strict=False)):
        if one.text != other.text:
            return place, f"{a.rules.title}: {one.text}. {b.rules.title}: {other.text}."
    return min(len(a.events), len(b.events)), "One of the two rounds ends sooner."


def _cell(kind: str, source: str) -> Plain:
    cell: Plain = {"cell_type": kind, "metadata": {}, "source": source.rstrip("\n")}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
