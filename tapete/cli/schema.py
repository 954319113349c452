"""``tapete schema``: the JSON Schema of catalogue files, so that an editor can help while writing them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapete.cli.common import print_json
from tapete.table.words import translate as _

_DIFFERENCE = "-difference"


def command(
    kind: Annotated[
        str, typer.Argument(metavar=_("FAMILY"), help=_("A family of games (roulette, wheels), or catalogue."))
    ] = "catalogue",
) -> int:
    """Print the schema."""
    from tapete.games import FAMILIES, model_of
    from tapete.table.errors import Unknown

    if kind == "catalogue":
        from tapete.catalogue.model import CatalogueFile

        schema = CatalogueFile.model_json_schema()
    else:
        model = model_of(kind)
        if model is None:
            raise Unknown(
                "{text}",
                text=_("There is no schema {name}; there are: {known}.").format(
                    name=kind, known=", ".join(["catalogue", *FAMILIES])
                ),
            )
        schema = _file_schema(model.model_json_schema())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    print_json(schema, indent=2)
    return 0


def _file_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A file that stands alone says all of each fact; one that inherits only its difference, and null takes away.

    Nothing but its identity is required of either: a game that is only its modalities leaves the rest to them.
    """
    schema["properties"] |= {
        "extends": {"type": "array", "items": {"type": "string"}},
        "abstract": {"type": "boolean"},
        "modalities": {"type": ["object", "null"], "additionalProperties": {"type": "object"}},
    }
    whole = schema.pop("$defs", {})
    named = {f"{name}{_DIFFERENCE}": _difference(fact) for name, fact in whole.items()}
    schema["required"] = ["catalogue", "id"]
    inherits = _difference(schema) | {"required": schema["required"]}
    told: dict[str, Any] = {name: schema[name] for name in ("title", "description") if name in schema}
    return {
        **told,
        "type": "object",
        "required": schema["required"],
        "if": {"required": ["extends"]},
        "then": inherits,
        "else": schema,
        "$defs": {**whole, **named},
    }


def _difference(schema: Any) -> Any:
    """The shape of what may be said of a fact that was said before: any part of it, or null."""
    if isinstance(schema, list):
        return [_difference(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _difference(value) for key, value in schema.items() if key not in ("required", "minProperties")}
    if "$ref" in result:
        result["$ref"] += _DIFFERENCE
    for key in ("properties", "patternProperties"):
        if key in result:
            result[key] = {name: _or_null(part) for name, part in result[key].items()}
    if isinstance(result.get("additionalProperties"), dict):
        result["additionalProperties"] = _or_null(result["additionalProperties"])
    return result


def _or_null(schema: Any) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}
