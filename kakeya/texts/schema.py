"""A JSON Schema (2020-12) of rulesets, made from the catalogue, so that editors complete and underline.

It covers edited rulesets, witnesses and control rulesets. What a schema cannot say (answers that cannot
stand together, readings that need one another) is left to `kakeya check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kakeya import cards
from kakeya.texts import library, text
from kakeya.texts.catalogue import PLAYERS, Point, catalogue
from kakeya.texts.values import MOST, MOST_ROWS, NOTHING

Schema = dict[str, Any]
FILE = "kakeya.schema.json"  # as `kakeya new` names it
_TEXT: Schema = {"type": "string", "minLength": 1, "pattern": "\\S"}
_WHOLE: Schema = {"type": "integer", "minimum": 1, "maximum": MOST}
_READING_IDS: Schema = {"type": "object", "propertyNames": {"$ref": "#/$defs/point"}, "additionalProperties": _TEXT}


def schema() -> Schema:
    """The schema, as plain data ready for JSON."""
    known = catalogue()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A ruleset of Kakeya Toranpu",
        "type": "object",
        "if": {"required": ["witness"]},
        "then": {"$ref": "#/$defs/witness-file"},
        "else": {
            "if": {"required": ["control"]},
            "then": {"$ref": "#/$defs/control-file"},
            "else": {"$ref": "#/$defs/edited-file"},
        },
        "$defs": {
            "point": {"enum": list(known)},
            "reading-ids": _READING_IDS,
            "status": {"enum": list(text.STATUSES)},
            "texts": _or_list(_TEXT),
            "cites": _or_list({"$ref": "#/$defs/cite"}),
            "witness-file": _witness_file(),
            "control-file": _control_file(),
            "edited-file": _edited_file(),
            "cite": _object(
                {"locus": _one_of(_locus(), {"type": "integer", "minimum": 1}), "lemma": _TEXT},
                needed=("locus", "lemma"),
                about="A place in the witness: `line` or `line.sentence`, and the few words that stand there.",
            ),
            **{f"answer:{id}": _answer(point) for id, point in known.items()},
            **{f"witness:{id}": _witness_entry(point) for id, point in known.items()},
            **{f"control:{id}": _control_entry(point) for id, point in known.items()},
        },
    }


def _object(properties: Mapping[str, Any], needed: tuple[str, ...] = (), about: str = "") -> Schema:
    found: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    if needed:
        found["required"] = list(needed)
    if about:
        found["description"] = about
    return found


def _one_of(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def _or_list(schema: Schema) -> Schema:
    return _one_of(schema, {"type": "array", "items": schema})


def _locus() -> Schema:
    return {"type": "string", "pattern": r"^[1-9][0-9]*(\.[1-9][0-9]*)?$"}


# -- answers --------------------------------------------------------------------------------------
def _about(point: Point) -> str:
    meanings = "".join(f"\n- {word}: {meaning}" for word, meaning in point.values.items())
    return point.question + meanings


def _words(point: Point) -> Schema:
    return {"enum": list(point.values), "markdownEnumDescriptions": list(point.values.values())}


def _answer(point: Point) -> Schema:
    return _FORMS[point.type](point)


def _number(point: Point) -> Schema:
    return {**_WHOLE, "minimum": point.least}


def _pays(point: Point) -> Schema:
    return _one_of({"const": NOTHING}, _WHOLE)


def _counts(point: Point) -> Schema:
    return {"type": "array", "items": {"enum": list(PLAYERS)}, "minItems": 1, "uniqueItems": True}


def _ranks(point: Point) -> Schema:
    numbers = [int(rank) for rank in cards.RANKS if rank.isdigit()]
    return {"type": "array", "items": {"enum": [*cards.RANKS, *numbers]}, "minItems": 1, "uniqueItems": True}


def _aces(point: Point) -> Schema:
    clause = _object({"when": _words(point), "pays": _WHOLE}, needed=("when", "pays"))
    return _one_of({"const": NOTHING}, clause)


def _table(point: Point) -> Schema:
    row = {"type": "array", "prefixItems": [_WHOLE, _WHOLE], "minItems": 2, "maxItems": 2}
    return {"type": "array", "items": row, "minItems": 1, "maxItems": MOST_ROWS}


def _rensho(point: Point) -> Schema:
    card = {"type": "string", "pattern": r"^(none|(10|[2-9TtJjQqKkAa])[CcDdHhSs♣♦♥♠♧♢♡♤]\ufe0e?\ufe0f?)$"}
    return _one_of(_words(point), _object(dict.fromkeys(cards.TRUMPS, card), needed=cards.SUITS))


_FORMS = {
    "choice": _words,
    "number": _number,
    "pays": _pays,
    "counts": _counts,
    "ranks": _ranks,
    "aces": _aces,
    "table": _table,
    "rensho": _rensho,
}


# -- files ----------------------------------------------------------------------------------------
def _by_players(schema: Schema) -> Schema:
    """The schema itself, or a mapping from the number of players."""
    numbers = [str(count) for count in PLAYERS]
    each = {"type": "object", "properties": dict.fromkeys(numbers, schema), "additionalProperties": False}
    is_mapping = {"type": "object", "minProperties": 1, "propertyNames": {"enum": numbers}}
    return {"if": is_mapping, "then": each, "else": schema}


def _points(kind: str) -> Schema:
    """The mapping under `points:`, whose items are the definitions of that kind."""
    items = {id: {"description": _about(point), **_by_players(_refer(kind, id))} for id, point in catalogue().items()}
    return {**_object(items), "type": ["object", "null"]}


def _refer(kind: str, id: str) -> Schema:
    return {"$ref": f"#/$defs/{kind}:{id}"}


def _edited_file() -> Schema:
    shipped = ", ".join(library.names())
    return _object(
        {
            "based-on": {
                "type": "string",
                "examples": library.names(),
                "description": f"A shipped ruleset ({shipped}) or a file in the same folder.",
            },
            "title": _TEXT,
            "note": _TEXT,
            "readings": {
                **_READING_IDS,
                "type": ["object", "null"],
                "description": "Point id: reading id, where another than the preferred reading is wanted.",
            },
            "points": _points("answer"),
        },
        needed=("based-on",),
        about="An edited ruleset: what it is based on, and the points that it answers otherwise.",
    )


def _reading(point: Point, own: Mapping[str, Any]) -> Schema:
    properties = {
        "id": _TEXT,
        "value": _refer("answer", point.id),
        "argument": _TEXT,
        "preferred": {"type": "boolean"},
        "requires": {"$ref": "#/$defs/reading-ids"},
        "gloss": _TEXT,
        **own,
    }
    return _object(properties, needed=("id", "value", "argument"))


def _entry(point: Point, own: Mapping[str, Any], in_reading: Mapping[str, Any], needed: tuple[str, ...]) -> Schema:
    properties = {
        "value": _refer("answer", point.id),
        "gloss": _TEXT,
        "note": _TEXT,
        "readings": {"type": "array", "items": _reading(point, in_reading)},
        **own,
    }
    return {**_object(properties, needed), "not": {"required": ["value", "readings"]}}


def _witness_entry(point: Point) -> Schema:
    own = {"status": {"$ref": "#/$defs/status"}, "cite": {"$ref": "#/$defs/cites"}}
    return _entry(point, own, own, ("status",))


def _control_entry(point: Point) -> Schema:
    sources = {"from": {"$ref": "#/$defs/texts"}}
    entry = _entry(point, {**sources, "confidence": {"enum": list(text.CONFIDENCES)}}, sources, ())
    is_entry = {"type": "object", "anyOf": [{"required": [key]} for key in entry["properties"]]}
    return {"if": is_entry, "then": entry, "else": _refer("answer", point.id)}


def _witness_file() -> Schema:
    about = dict.fromkeys(text.WITNESS_KEYS, _TEXT)
    about["sha256"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    return _object(
        {"witness": _object(about, needed=("siglum", "name", "language")), "points": _points("witness")},
        needed=("witness", "points"),
        about="A witness: what one text answers to every point, and where.",
    )


def _control_file() -> Schema:
    return _object(
        {"control": _object({"name": _TEXT, "nature": _TEXT}, needed=("name",)), "points": _points("control")},
        needed=("control", "points"),
        about="A control ruleset: complete or partial rules that are no witness.",
    )
