"""The rules of a document that are no game: its general chapter, and what it lists beside the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.catalogue.citing import cites_inside

if TYPE_CHECKING:
    from tapete.catalogue.load import Library

Data = dict[str, Any]
GENERAL = "general"


def chapter(library: Library, full: str) -> Data:
    """The general facts and readings that stand in a listed chapter: all of them for the general one.

    >>> from tapete.games import library
    >>> list(chapter(library(), "bo-2025/exclusiones")["general"])
    ['exclusiones']
    """
    name, _, own = full.partition("/")
    document = library.catalogue(name)
    whole = {"general": document["general"], "readings": document.get("readings") or {}}
    if own == GENERAL:
        return whole
    cite = next(entry["cite"] for entry in document["games"] if entry["id"] == own)
    sections = {key: _inside(section, cite) for key, section in whole["general"].items()}
    readings = whole["readings"].items()
    return {
        "general": {key: section for key, section in sections.items() if section["facts"]},
        "readings": {key: reading for key, reading in readings if cites_inside(reading["cite"], cite)},
    }


def _inside(section: Data, cite: str) -> Data:
    return {**section, "facts": [fact for fact in section["facts"] if cites_inside(fact["cite"], cite)]}
