"""A plan of many studies, in a YAML file: which rules, which players, how many rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from kakeya.errors import Fault, KakeyaError, did_you_mean
from kakeya.players.kinds import Kinds, kinds
from kakeya.rules.rules import Rules, differences, load
from kakeya.study import measures, studies
from kakeya.study.attribute import inert
from kakeya.study.compare import check_pair
from kakeya.study.study import Study
from kakeya.texts import library
from kakeya.texts.catalogue import PLAYERS, catalogue
from kakeya.texts.text import Reader
from kakeya.texts.yamlfile import Node, read_file

_STUDY = ("kind", "title", "seats", "rounds", "seeds")
_RULES = ("based-on", "readings", "points")
_DEFAULTS = ("seats", "players", "rounds", "seeds", "games")
EACH = ("point", "reading-of-a", "reading-of-b")


class _Plan:
    def __init__(self, path: Path) -> None:
        self.reader = Reader(library.shown_path(path))
        self.folder = path.parent

    def fail(self, message: str, node: Node) -> KakeyaError:
        return KakeyaError(Fault(message.rstrip("; "), self.reader.file, node.line))

    def items(self, parts: dict[str, Node], key: str, default: Any) -> list[Any]:
        """The values of a key, one or a list of them."""
        node = parts.get(key, Node(default))
        return [item.python for item in self.some(node, key)]

    def some(self, node: Node, key: str) -> list[Node]:
        """The items of a list that may not be empty."""
        if not (found := self.reader.items(node)):
            raise self.fail(f"`{key}` is an empty list", node)
        return found

    def rules(self, node: Node, seats: int) -> Rules:
        """Rules by name, or by a mapping of a name, readings and edits."""
        try:
            if not isinstance(node.data, dict):
                return load(self._name(node), seats)
            parts = self.reader.keys(node, _RULES, needed=("based-on",))
            self.reader.done()
            readings: dict[str, str] = {}
            if "readings" in parts:
                if not isinstance(parts["readings"].data, dict):
                    what = f"`readings` should be a mapping, point id: reading id, not `{parts['readings']}`"
                    raise self.fail(what, node)
                chosen = self.reader.keys(parts["readings"], tuple(catalogue()))
                readings = {id: self.reader.text(item, id) for id, item in chosen.items()}
            if "points" in parts and not isinstance(parts["points"].data, dict):
                self.reader.fault(f"`points` should be a mapping, point id: answer, not `{parts['points']}`", node.line)
            self.reader.done()
            rules = load(self._name(parts["based-on"]), seats, readings)
            return rules.edit(parts["points"].python) if "points" in parts else rules
        except KakeyaError as error:
            raise KakeyaError(
                [
                    Fault(one.message, one.file or self.reader.file, one.line or node.line, one.point)
                    for one in error.faults
                ]
            ) from None

    def _name(self, node: Node) -> str:
        name = str(node)
        if name in library.shipped():
            return name
        if not isinstance(node.data, str):
            raise self.fail(f"`{library.cut_name(name)}` does not name a ruleset", node)
        if Path(name).name != name or name in (".", "..") or "\\" in name or "\0" in name:
            what = "a plan names shipped rulesets and files beside it"
            raise self.fail(f"`{library.cut_name(name)}` leads to another folder; {what}", node)
        if len(name.encode()) > 255 or not (self.folder / name).is_file():
            hint = did_you_mean(name, library.names(), "shipped rulesets")
            raise self.fail(
                f"`{library.cut_name(name)}` is neither a shipped ruleset nor a file beside the plan; {hint}", node
            )
        return str(self.folder / name)

    def studies(self, node: Node, defaults: dict[str, Node]) -> Iterator[Study]:
        """The studies that one entry of a plan stands for."""
        kind = self.kind(node)
        paired = kind.RULES == ("a", "b")
        allowed = (*_STUDY, *kind.RULES, *kind.CHOICES, *(("each",) if paired else ()))
        own = self.reader.keys(node, allowed, needed=kind.RULES)
        self.reader.done()
        parts = {key: node for key, node in defaults.items() if key in allowed} | own
        title = self.reader.text(parts.get("title"))
        self.reader.done()
        each = parts.get("each")
        if each is not None:
            self.reader.word(each, EACH, "")
            self.reader.done()
        games = str(parts.get("games", Node("rounds")))
        if games not in measures.GAMES:
            raise self.fail(f"`{games}` cannot be simulated; {did_you_mean(games, measures.GAMES)}", parts["games"])
        rounds = parts.get("rounds", Node(kind.ROUNDS)).python
        for seats in self.items(parts, "seats", 4):
            if seats not in PLAYERS:
                raise self.fail(f"`seats` is 4 or 6, not {Node.of(seats)}", parts["seats"])
            rules = [self.rules(parts[key], seats) for key in kind.RULES]
            every: Iterable[tuple[tuple[Rules, ...], str]] = [(tuple(rules), "")]
            if paired:
                every = self._pairs(rules[0], rules[1], each.data if each else None, parts, games)
            for given, more in every:
                chosen = [self.items(parts, key, default) for key, default in kind.CHOICES.items()]
                for *choices, seed in product(*chosen, self.items(parts, "seeds", 1)):
                    fields = dict(zip((*kind.RULES, *kind.CHOICES), (*given, *choices), strict=True))
                    study = kind(**fields, rounds=rounds, seed=seed, title=", ".join(filter(None, (title, more))))
                    try:
                        study.check()
                    except KakeyaError as error:
                        raise self.fail(str(error), node) from None
                    if each and games in measures.SOLVED:
                        who = kinds(str(fields["players"]), seats // 2)
                        if not can_differ(given[0], given[1], games, who):
                            continue
                    yield study

    def kind(self, node: Node) -> type[Study]:
        """The kind of study that an entry asks for."""
        found = node.data.get("kind") if isinstance(node.data, dict) else None
        try:
            return studies.kind_of({} if found is None else {"kind": found.python})
        except KakeyaError as error:
            raise self.fail(str(error), node) from None

    def _pairs(
        self, a: Rules, b: Rules, each: str | None, parts: dict[str, Node], games: str
    ) -> Iterator[tuple[tuple[Rules, Rules], str]]:
        if each is None:
            yield (a, b), ""
        elif each == "point":
            for one in differences(a, b):
                try:
                    edited = a.edit({one.point.id: one.b.value})
                    check_pair(a, edited)
                except KakeyaError:
                    continue  # this answer cannot stand alone, or leaves no pairs
                if can_differ(a, edited, games):
                    yield (a, edited), one.point.id
        else:
            which = each[-1]
            node = parts[which]
            base = (a, b)["ab".index(which)]
            name = self._name(node.data["based-on"] if isinstance(node.data, dict) else node)
            if can_differ(a, b, games):
                yield (a, b), ""
            for readings in alternative_readings(base):
                changed = load(name, base.players, {**base.readings, **readings})
                changed = changed.edit({id: base[id] for id in base.edits}) if base.edits else changed
                if not can_differ(base, changed, games):
                    continue
                more = ", ".join(f"{id}={reading}" for id, reading in readings.items())
                yield ((changed, b) if which == "a" else (a, changed)), more


FLOORS = {
    "rounds": ("play", "settle"),
    "matches": ("play", "settle", "match"),
    "deals": ("play",),
    "settlements": ("play", "settle"),
}
COUNTED = ("goal", "pictures", "win.at")  # points of the settlement that say what is counted, and how many are enough


def can_differ(a: Rules, b: Rules, games: str, who: Kinds | None = None) -> bool:
    """Do two rules differ at a point that can matter in what is played, or solved? who: who names trumps in deals."""
    return any(
        one.point.counts_for(a.players)
        and (one.point.touches in FLOORS[games] or one.point.id in COUNTED)
        and not (who and games in measures.SOLVED and inert(one, a, b, who))
        for one in differences(a, b)
    )


def alternative_readings(rules: Rules) -> Iterator[dict[str, str]]:
    """Each reading of a text that is not preferred, with those that it requires."""
    for id in catalogue():
        for reading in rules.text.entry(id, rules.players).readings:
            if reading.preferred or not reading.id:
                continue
            wanted = {id: reading.id, **reading.requires}
            preferred = {
                other: one.id
                for other in wanted
                if (one := rules.text.entry(other, rules.players).preferred) and one.id
            }
            yield {other: chosen for other, chosen in wanted.items() if preferred.get(other) != chosen}


def read(path: Path) -> list[Study]:
    """The studies of a plan, each once; KakeyaError with file and line for what is wrong with it."""
    root = read_file(path)
    plan = _Plan(path)
    top = plan.reader.keys(root, ("studies", *_DEFAULTS), needed=("studies",))
    plan.reader.done()
    defaults = {key: node for key, node in top.items() if key in _DEFAULTS}
    found: dict[str, Study] = {}
    for node in plan.some(top["studies"], "studies"):
        for study in plan.studies(node, defaults):
            found.setdefault(study.id, study)
    return list(found.values())
