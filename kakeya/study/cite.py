"""How to cite a comparison or another study: BibTeX, CSL-JSON, RIS, or a plain sentence."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kakeya import ENGINE, __version__
from kakeya.errors import KakeyaError, did_you_mean, shortly
from kakeya.texts import library

if TYPE_CHECKING:
    from kakeya.study.compare import Comparison
    from kakeya.study.study import Study
    from kakeya.study.token import Token

STYLES = ("bibtex", "csl", "ris", "text")
AUTHOR = "The Kakeya Toranpu project"
WORK = "Kakeya Toranpu: three rule texts, one engine"
YEAR = "2026"
MOST_NAMED = 6  # answers that a title names


def cite(what: str | Comparison | Mapping[str, Any], style: str = "text") -> str:
    """A citation of a study: a published one by its id, any one by its file, a comparison also by its token or itself.

    style: bibtex, csl, ris or text. A comparison that is not published is cited with its token, by which
    anyone can reproduce it.
    """
    if not isinstance(style, str) or style not in STYLES:
        raise KakeyaError(
            f"there is no style `{style if isinstance(style, str) else shortly(style)}`; {did_you_mean(style, STYLES)}"
        )
    settings = _settings(what)
    try:
        id, title, note = str(settings["id"]), _title(settings), _note(settings)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise KakeyaError(f"this does not say what was compared: {error!r}") from None
    if style == "bibtex":
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{_tex(title)}}}",
            "year": YEAR,
            "howpublished": _tex(WORK),
            "version": __version__,
            "note": _tex(note),
        }
        inner = ",\n".join(f"  {key:<12} = {{{value}}}" for key, value in fields.items())
        return f"@misc{{{id},\n{inner}\n}}\n"
    if style == "csl":
        item = {
            "id": id,
            "type": "dataset",
            "title": title,
            "author": [{"literal": AUTHOR}],
            "issued": {"date-parts": [[int(YEAR)]]},
            "container-title": WORK,
            "version": __version__,
            "note": note,
        }
        return json.dumps([item], ensure_ascii=False, indent=2) + "\n"
    if style == "ris":
        lines = ["TY  - DATA", f"ID  - {id}", f"AU  - {AUTHOR}", f"TI  - {title}", f"T2  - {WORK}", f"PY  - {YEAR}"]
        return "\n".join([*lines, f"ET  - {__version__}", f"N1  - {note}", "ER  - "]) + "\n"
    return f"{AUTHOR} ({YEAR}). {title}. In {WORK}, version {__version__}. {note}.\n"


def _settings(what: str | Comparison | Mapping[str, Any]) -> Mapping[str, Any]:
    """What determines a study, with its id and what reproduces it."""
    from kakeya.study import measures, store, token
    from kakeya.study.compare import Comparison

    if isinstance(what, Comparison):
        return {"id": what.id, "reproduce": what.cite_as, **what.settings()}
    if isinstance(what, Mapping):
        return what
    what = library.asked(what)
    if token.is_one(what):
        named = token.read(what)
        if named.made_with != (ENGINE, measures.VERSION):
            return _as_stated(named, what)
        study = named.study()
        if study.id != named.id:
            raise KakeyaError(f"the part after the full stop names another comparison, {study.id}")
        return {"reproduce": what, **study.settings(), "id": study.id}
    return store.stated(store.path_of(what))


def _as_stated(named: Token, what: str) -> Mapping[str, Any]:
    """What a token of another engine says of itself; without fingerprints, unless its id still bears them out."""
    from kakeya.study.compare import comparison_id

    a, b, seats, players, games, rounds, seed = named.parts
    try:
        rules = {
            side: {"based-on": name, "seats": seats, "readings": dict(readings), "points": dict(points)}
            for side, (name, readings, points) in zip("ab", (a, b), strict=True)
        }
    except (TypeError, ValueError) as error:
        raise KakeyaError(f"the part after the full stop names no comparison ({error}); copy it whole") from None
    fingerprints = ["", ""]
    with contextlib.suppress(KakeyaError):
        study = named.study()
        if comparison_id(study.a, study.b, study.kinds, games, rounds, seed, named.made_with) == named.id:
            fingerprints = [study.a.fingerprint, study.b.fingerprint]
    engine, version = named.made_with
    return {
        "id": named.id,
        "reproduce": what,
        **rules,
        "names": [one["based-on"] for one in rules.values()],
        "fingerprints": fingerprints,
        "players": players,
        "games": games,
        "rounds": rounds,
        "seed": seed,
        "engine": engine,
        "measures": version,
    }


def _title(settings: Mapping[str, Any]) -> str:
    kind = _kind(settings)
    named = zip(kind.RULES, settings["names"], settings["fingerprints"], strict=True)
    rules = [_rules(settings[key], name, fingerprint) for key, name, fingerprint in named]
    return f"{kind.KIND.capitalize()} {settings['id']}: {kind.heading(settings, rules)}"


def _kind(settings: Mapping[str, Any]) -> type[Study]:
    from kakeya.study import studies

    return studies.kind_of(settings)


def _rules(recipe: Mapping[str, Any], name: str, fingerprint: str) -> str:
    base = str(recipe["based-on"])
    if name.rstrip("+") != base:
        base = f"{name} (as {base}"
    changes = [f"{point}={_value(value)}" for point, value in {**recipe["readings"], **recipe["points"]}.items()]
    if len(changes) > MOST_NAMED:
        changes = [f"{len(changes)} other answers"]
    with_them = f"{base}{' with ' + ', '.join(changes) if changes else ''}"
    return f"{with_them}{')' if '(' in base else ''}{f' [{fingerprint}]' if fingerprint else ''}"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _note(settings: Mapping[str, Any]) -> str:
    kind = _kind(settings)
    return (
        f"{settings['rounds']:,} {settings.get('games', 'rounds')}, "
        f"{settings[kind.RULES[0]]['seats']} players at the table, "
        f"players {kind.players_of(settings)}, seed {settings['seed']}, engine {settings['engine']}, "
        f"measures {settings['measures']}; reproduce with: kakeya reproduce {settings.get('reproduce', settings['id'])}"
    )


_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def _tex(text: str) -> str:
    """Text in which TeX finds nothing of its own."""
    return "".join(_SPECIAL.get(sign, f"\\{sign}" if sign in "&%$#_{}" else sign) for sign in text)
