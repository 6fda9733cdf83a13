"""How to cite a comparison: BibTeX, CSL-JSON, RIS, or a plain sentence."""

from __future__ import annotations

import json
from typing import Any

from kakeya import __version__
from kakeya.errors import KakeyaError, did_you_mean

STYLES = ("bibtex", "csl", "ris", "text")
AUTHOR = "The Kakeya Toranpu project"
WORK = "Kakeya Toranpu: one game, three texts, one engine"
YEAR = "2026"


def _title(settings: dict[str, Any]) -> str:
    names = [_rules(settings[side], print_) for side, print_ in zip("ab", settings["fingerprints"], strict=True)]
    return f"Comparison {settings['id']}: {names[0]} and {names[1]}"


def _rules(recipe: dict[str, Any], fingerprint: str) -> str:
    name = str(recipe["based-on"])
    changes = [f"{point}={value}" for point, value in {**recipe["readings"], **recipe["points"]}.items()]
    return f"{name}{' with ' + ', '.join(changes) if changes else ''} ({fingerprint})"


def _note(settings: dict[str, Any]) -> str:
    return (
        f"{settings['rounds']:,} {settings['games']}, {settings['a']['seats']} players at the table, "
        f"players {settings['players']}, seed {settings['seed']}, engine {settings['engine']}, "
        f"measures {settings['measures']}; reproduce with: kakeya reproduce {settings['id']}"
    )


def cite(settings: dict[str, Any], style: str = "text") -> str:
    """A citation of a comparison from what determines it (`Comparison.as_json`, or its published file)."""
    if style not in STYLES:
        raise KakeyaError(f"there is no style `{style}`; {did_you_mean(style, STYLES)}")
    id, title, note = settings["id"], _title(settings), _note(settings)
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


def _tex(text: str) -> str:
    for sign in "\\&%$#_{}":
        text = text.replace(sign, {"\\": r"\textbackslash "}.get(sign, "\\" + sign))
    return text
