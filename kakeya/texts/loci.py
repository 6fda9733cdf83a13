"""Places in a witness, and the check that what we cite stands there.

The witnesses' full texts are not part of the project. Of each witness its file has a digest (`sha256`
in the ruleset), and so has each cited sentence (`data/digests.yaml`); each lemma is a phrase that stands
in its sentence. `verify_texts` checks all three against copies that the reader supplies.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from kakeya.errors import Fault, KakeyaError, printable
from kakeya.texts import library, text
from kakeya.texts.catalogue import catalogue
from kakeya.texts.text import Cite, Text
from kakeya.texts.yamlfile import read_file

DIGESTS = library.DATA / "digests.yaml"
LARGEST = 10_000_000  # bytes; the longest text has about 10,000
_AFTER = re.compile(r"(?<=[.。!?])")


def sentences(line: str) -> list[str]:
    """The sentences of a line: it is divided after each `.`, `。`, `!` and `?`."""
    return [sentence for part in _AFTER.split(line) if (sentence := part.strip())]


class Source:
    """A witness's file as it stands, with its lines and sentences counted from 1."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if path.exists() and not path.is_file():
                raise KakeyaError(Fault("is not an ordinary file", library.shown_path(path)))
            with path.open("rb") as file:
                raw = file.read(LARGEST + 1)
        except OSError as error:
            raise KakeyaError(Fault(f"cannot be read: {error.strerror}", library.shown_path(path))) from None
        if len(raw) > LARGEST:
            raise KakeyaError(Fault(f"is larger than {LARGEST:,} bytes, which no text is", library.shown_path(path)))
        self.sha256 = hashlib.sha256(raw).hexdigest()
        try:
            self.lines = [line.removesuffix("\r") for line in raw.decode("utf-8").split("\n")]
        except UnicodeDecodeError:
            raise KakeyaError(Fault("is not UTF-8", library.shown_path(path))) from None

    def at(self, locus: str) -> str | None:
        """What stands at a locus, `line` or `line.sentence`; None if there is no such place."""
        line, _, sentence = locus.partition(".")
        if max(len(line), len(sentence)) > 9:  # no text has so many lines
            return None
        if not 1 <= int(line) <= len(self.lines):
            return None
        whole = self.lines[int(line) - 1]
        if not sentence:
            return whole.strip() or None
        parts = sentences(whole)
        return parts[int(sentence) - 1] if 1 <= int(sentence) <= len(parts) else None

    def where(self, lemma: str) -> list[str]:
        """The loci at which a lemma stands."""
        found = []
        for number, line in enumerate(self.lines, 1):
            if lemma in line:
                inside = [f"{number}.{n}" for n, sentence in enumerate(sentences(line), 1) if lemma in sentence]
                found += inside or [str(number)]
        return found


def digest(sentence: str) -> str:
    """Sixteen hex digits over a sentence."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:16]


def citations(one: Text) -> list[tuple[str, int, Cite]]:
    """Every place that a text cites, each with the point and the line of the ruleset."""
    found: dict[tuple[str, Cite], int] = {}
    for id in catalogue():
        for entry in one.entries.get(id, {}).values():
            for reading in entry.readings:
                for cite in reading.cites:
                    found.setdefault((id, cite), reading.line)
            for cite in entry.cites:
                found.setdefault((id, cite), entry.line)
    return [(id, line, cite) for (id, cite), line in found.items()]


@cache
def digests() -> dict[str, dict[str, str]]:
    """Siglum -> locus -> digest of the sentence that stands there (`data/digests.yaml`)."""
    root = read_file(DIGESTS)
    return {
        str(siglum): {str(locus): str(value) for locus, value in known.items()} for siglum, known in root.python.items()
    }


def verify_texts(folder: str | os.PathLike[str], *names: str | os.PathLike[str]) -> list[Fault]:
    """Check what the witnesses cite against the copies of their files in `folder`; the faults that were found.

    For each witness (all that are shipped, or those named): its file's digest, the digest of every cited
    sentence, and that every lemma stands at its locus. An empty list means that everything holds.
    """
    place = Path(library.asked(folder))
    return [fault for one in _witnesses(names) for fault in _verify(one, place)]


def _witnesses(names: Sequence[str | os.PathLike[str]]) -> list[Text]:
    if not names:
        return text.witnesses()
    found = [text.find(name) for name in names]
    for one in found:
        if not one.is_witness:
            raise KakeyaError(f"{one.name} is not a witness; it cites no places")
    return found


def _verify(one: Text, folder: Path) -> Iterator[Fault]:
    if not one.about.get("file") and not citations(one):
        return
    try:
        source = _source(one, folder)
    except KakeyaError as error:
        yield from error.faults
        return
    shipped = one.path.parent == library.RULESETS
    yield from _faults(one, source, digests().get(one.siglum) if shipped else None)


def _source(one: Text, folder: Path) -> Source:
    ruleset, name = library.shown_path(one.path), str(one.about.get("file", ""))
    if not name:
        raise KakeyaError(Fault("names no `file`, so its places cannot be checked", ruleset, 1))
    if Path(name).name != name or "\0" in name:
        raise KakeyaError(
            Fault(
                f"`file: {library.cut_name(printable(name))}` leads to another folder; give the name alone", ruleset, 1
            )
        )
    return Source(folder / name)


def _faults(one: Text, source: Source, known: Mapping[str, str] | None) -> Iterator[Fault]:
    """What does not hold of a witness; `known` are the digests of its sentences, if there are any."""
    ruleset, name, stated = library.shown_path(one.path), one.about["file"], one.about.get("sha256")
    if not stated:
        yield Fault(f"gives no `sha256` for {name}; that of your copy is {source.sha256}", ruleset, 1)
    elif stated != source.sha256:
        yield Fault(
            f"is not the file that was collated: its sha256 is {source.sha256}, not {stated}",
            library.shown_path(source.path),
        )
    for id, line, cite in citations(one):
        place, there = f"{one.siglum} {cite.locus}", source.at(cite.locus)
        if there is None:
            yield Fault(f"{place} does not exist{_elsewhere(source, cite)}", ruleset, line, id)
            continue
        lacks = "" if cite.lemma in there else f"`{cite.lemma}` does not stand in it{_elsewhere(source, cite)}"
        wanted = known.get(cite.locus, "") if known is not None else digest(there)
        if not wanted:
            yield Fault(f"{place} has no digest in {DIGESTS.name}; make it with --renew", ruleset, line, id)
        elif wanted != digest(there):
            yield Fault(f"{place} is not the sentence that was collated" + (lacks and f": {lacks}"), ruleset, line, id)
            continue
        if lacks:
            yield Fault(f"{place}: {lacks}", ruleset, line, id)


def _elsewhere(source: Source, cite: Cite) -> str:
    found = [locus for locus in source.where(cite.lemma) if locus != cite.locus]
    return f"; it stands at {', '.join(found[:3])}" if found else ""


def renew(folder: str | os.PathLike[str]) -> Path:
    """Write `data/digests.yaml` anew from the files in `folder`, if these are the files that were collated.

    KakeyaError, and nothing written, if a file's digest or a lemma does not hold.
    """
    digests.cache_clear()
    known = {one.siglum: _digests_of(one, Path(folder)) for one in text.witnesses() if one.about.get("file")}
    lines = [
        "# Digests of the sentences that the rulesets cite: siglum, locus, and the first sixteen hex digits of the",
        "# sentence's sha256 in UTF-8. Made by `kakeya verify-texts DIR --renew`; checked by `kakeya verify-texts DIR`.",
    ]
    for siglum, found in known.items():
        lines += ["", f"{siglum}:", *(f'  "{locus}": "{value}"' for locus, value in found.items())]
    DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    digests.cache_clear()
    return DIGESTS


def _digests_of(one: Text, folder: Path) -> dict[str, str]:
    source = _source(one, folder)
    if faults := list(_faults(one, source, None)):
        raise KakeyaError(faults)
    loci = {cite.locus for _, _, cite in citations(one)}
    return {locus: digest(source.at(locus) or "") for locus in sorted(loci, key=_order)}


def _order(locus: str) -> list[int]:
    return [int(part) for part in locus.split(".")]


def counts(*names: str | os.PathLike[str]) -> list[tuple[Text, int, int]]:
    """Each witness with how many sentences and how many lemmata it cites."""
    found = []
    for one in _witnesses(names):
        cites = [cite for _, _, cite in citations(one)]
        found.append((one, len({cite.locus for cite in cites}), len(set(cites))))
    return found
