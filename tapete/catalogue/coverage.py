"""What of each document runs: every game and section that it holds, with the facts that implement it or the reason.

``sections.yaml`` lists what a document holds, whatever has been built. A section counts as implemented when a fact of
the catalogue cites it, or cites a place inside it that has no entry of its own. That alone may mean little, so the
facts that a round plays by are told apart from those that people can only read. The sections of a game that is not
built yet wait with it, whatever a general fact may cite of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.catalogue.chapters import GENERAL
from tapete.catalogue.citing import as_place, places, within
from tapete.catalogue.load import CATALOGUES, mistakes_of, read_file
from tapete.table.errors import BadCatalogue
from tapete.table.words import N_, translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.catalogue.load import Library

Data = dict[str, Any]
_GIVEN = {"game": ("game", "planned"), "rules": ("rules", "planned"), "named-only": ("named-only",)}
_ONLY_READ = ("summary", "names", "equipment", "staff", "flow", "duties", "prohibitions", "glossary", "readings")


@dataclass(frozen=True, slots=True)
class Item:
    """One game or section of a document; ``by`` names the facts that implement it, as ``file: path``.

    ``runs`` are those of them that a round plays by; the others are there to be read.
    """

    catalogue: str
    part: str
    cite: str
    title: Any
    by: tuple[str, ...] = ()
    reason: Any = None
    runs: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """``implemented``, ``reason`` (there is a stated one) or ``missing``."""
        return "implemented" if self.by else "reason" if self.reason else "missing"

    @property
    def only_read(self) -> bool:
        """Whether it is implemented as text alone: nothing that is played depends on it."""
        return bool(self.by) and not self.runs

    @property
    def files(self) -> list[str]:
        """The files that implement it."""
        return list(dict.fromkeys(fact.partition(": ")[0] for fact in self.by))


def coverage(library: Library, root: Path | None = None, only: str | None = None) -> list[Item]:
    """Everything that the documents hold, in their order."""
    names = [only] if only else list(library.catalogues)
    items: list[Item] = []
    for name in names:
        library.catalogue(name)
        items += _document(library, name, sections(root or CATALOGUES, name))
    return items


def sections(root: Path, name: str) -> Data:
    """What a document holds, by its ``sections.yaml``, validated."""
    from tapete.catalogue.model import SectionsFile

    source = read_file(root / name / "sections.yaml")
    mistakes = mistakes_of(source, SectionsFile)
    if mistakes:
        raise BadCatalogue(mistakes)
    data: Data = source.data
    return data


def _document(library: Library, name: str, listed: Data) -> Iterator[Item]:
    sections = [as_place(section["cite"]) for part in listed["parts"] for section in part.get("sections", ())]
    citations = _Citations(library, name, sections)
    entries = {entry["id"]: entry for entry in library.catalogues[name]["games"]}
    for part in listed["parts"]:
        for own in part["ids"]:
            if own != GENERAL:
                yield _game(library, name, own, part, entries.get(own), citations)
        waits = [entries[own]["reason"] for own in part["ids"] if _waits(entries.get(own))]
        for section in part.get("sections", ()):
            if len(waits) == len(part["ids"]):
                yield Item(name, part["ids"][0], section["cite"], _title(section), reason=waits[0])
            else:
                yield _section(library, name, part, section, citations)
    unlisted = set(entries) - {own for part in listed["parts"] for own in part["ids"]}
    for own in entries:
        if own in unlisted:
            why = translate(N_("listed as a game, and not in the document's sections"))
            yield Item(name, own, entries[own]["cite"], f"{entries[own]['names'][0]}: {why}")


def _waits(entry: Data | None) -> bool:
    return entry is not None and entry["status"] == "planned"


def _game(library: Library, name: str, own: str, part: Data, entry: Data | None, citations: _Citations) -> Item:
    full = f"{name}/{own}"
    if entry is None or entry["status"] not in _GIVEN[part["status"]]:
        return Item(name, own, part["cite"], own)
    reason = entry.get("reason") or part.get("reason")
    if full in library.games or full in library.abstract:
        whole = (f"{own.partition('/')[0]}.yaml: {own}",)
        return Item(name, own, part["cite"], entry["names"][0], whole, reason, whole)
    by = citations.inside(part["cite"]) if part["status"] == "rules" else ()
    return Item(name, own, part["cite"], entry["names"][0], by, reason, citations.played(by))


def _section(library: Library, name: str, part: Data, section: Data, citations: _Citations) -> Item:
    by = citations.of(section["cite"])
    if section.get("fact"):
        told = [own for own in part["ids"] if f"{name}/{own}" in library.games]
        by = by or tuple(f"{own.partition('/')[0]}.yaml: {section['fact']}" for own in told)
    why = section.get("reason") or part.get("reason")
    return Item(name, part["ids"][0], section["cite"], _title(section), by, why, citations.played(by))


def _title(section: Data) -> Data:
    return {"es": section["es"], "en": section["en"]}


class _Citations:
    """Every place that a document's facts cite, with the fact; the list of games is no implementation."""

    def __init__(self, library: Library, name: str, sections: list[str]) -> None:
        self._sections = sections
        self._played: set[str] = set()
        self._found = [
            (place, f"catalogue.yaml: {path}")
            for cite, path in _general_cites(library.catalogues[name])
            for place in places(cite)
        ]
        for full, game in library.games.items():
            catalogue, _, own = full.partition("/")
            if catalogue == name:
                self._read(f"{own.partition('/')[0]}.yaml", {key: game[key] for key in game if key != "cite"})

    def _read(self, file: str, game: Data) -> None:
        for cite, path in _cites(game):
            fact = f"{file}: {path}"
            self._found += [(place, fact) for place in places(cite)]
            if _is_played(game, path):
                self._played.add(fact)

    def inside(self, cite: str) -> tuple[str, ...]:
        """The facts that cite a section or anything inside it."""
        section = as_place(cite)
        return tuple(dict.fromkeys(fact for place, fact in self._found if within(place, section)))

    def of(self, cite: str) -> tuple[str, ...]:
        """The facts that cite a section itself: what lies in a listed section inside it is that section's."""
        section = as_place(cite)
        inner = [other for other in self._sections if other != section and within(other, section)]
        found = (
            fact
            for place, fact in self._found
            if within(place, section) and not any(within(place, other) for other in inner)
        )
        return tuple(dict.fromkeys(found))

    def played(self, facts: tuple[str, ...]) -> tuple[str, ...]:
        """Those facts that a round plays by."""
        return tuple(fact for fact in facts if fact in self._played)


def _general_cites(document: Data) -> Iterator[tuple[str, str]]:
    """The citations of a document's own facts; neither a heading nor a reading, which explain facts, is one."""
    for section, heading in document["general"].items():
        yield from _cites(heading["facts"], f"general.{section}")
    yield from _cites(document["dates"], "dates")


def _is_played(game: Data, path: str) -> bool:
    """Whether a round plays by a fact; an irregular play that changes nothing at the table is there to be read."""
    part, _, rest = path.partition(".")
    if part == "irregular":
        return bool(game["irregular"][rest.partition(".")[0]]["effect"] != "note")
    return part not in _ONLY_READ


def _cites(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            own = item.get("id") if isinstance(item, dict) else None
            yield from _cites(item, f"{path}.{index if own is None else own}")
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in ("cite", "pays_cite") and isinstance(value, str):
                yield value, path
            else:
                yield from _cites(value, f"{path}.{key}" if path else str(key))
