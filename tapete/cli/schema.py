"""``tapete schema``: the JSON Schema of catalogue files, so that an editor can help while writing them."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from tapete.table.words import translate as _


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
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0


def _file_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A file may inherit, so nothing but its identity is required in it, and it has keys of its own."""
    schema["properties"]["extends"] = {"type": "array", "items": {"type": "string"}}
    schema["properties"]["abstract"] = {"type": "boolean"}
    schema["properties"]["modalities"] = {"type": ["object", "null"], "additionalProperties": {"type": "object"}}
    schema["required"] = ["catalogue", "id"]
    return schema
