"""Loading the documents: read, inherit, validate, and keep the result so that the next start is quick.

A modality states only its difference from its game, a game only its difference from the chapter or game that it
extends. What is validated is the whole that results, and a mistake is reported at the file and line it came from.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.table.errors import BadCatalogue, NotPlayable, Refused, Unknown
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tapete.catalogue.model import Game

CATALOGUES = Path(__file__).parent.parent / "catalogues"
_CACHE_FORMAT = 3
_FILE_KEYS = ("extends", "modalities", "abstract")
Origin = tuple[str, int]
ModelOf = "Callable[[str], type[Game] | None]"


@dataclass(frozen=True, slots=True)
class Sourced:
    """Data with the file and line that each of its values came from."""

    data: Any
    origins: dict[tuple[str | int, ...], Origin] = field(default_factory=dict)

    def origin(self, path: tuple[str | int, ...]) -> Origin:
        """Where a value was written, or the nearest thing around it."""
        while path and path not in self.origins:
            path = path[:-1]
        return self.origins.get(path, ("?", 1))


def read_file(path: Path) -> Sourced:
    """A YAML file with its lines."""
    from tapete.table import yaml12

    try:
        document = yaml12.document(path.read_text(encoding="utf-8"))
    except Refused as broken:
        raise BadCatalogue([f"{path}: {broken}"]) from None
    except UnicodeDecodeError:
        raise BadCatalogue([f"{path}: not UTF-8 text"]) from None
    except OSError as error:
        raise BadCatalogue([f"{path}: {error.strerror}"]) from None
    if not isinstance(document.data, dict):
        raise BadCatalogue([f"{path}:1: a catalogue file is a list of names and values"])
    return Sourced(document.data, {p: (str(path), line) for p, line in document.lines.items()})


def merged(base: Sourced, over: Sourced) -> Sourced:
    """The base with the differences laid over it: maps merge, everything else is replaced, null takes away."""
    origins = dict(base.origins)
    data = _merge(base.data, over.data, (), origins, over.origins)
    return Sourced(data, origins)


def _merge(base: Any, over: Any, path: tuple[str | int, ...], origins: dict[Any, Origin],
           new: dict[Any, Origin]) -> Any:
    if not (isinstance(base, dict) and isinstance(over, dict)):
        for known in [p for p in origins if p[: len(path)] == path]:
            del origins[known]
        origins.update({p: o for p, o in new.items() if p[: len(path)] == path})
        return over
    result = dict(base)
    for key, value in over.items():
        here = (*path, key)
        if value is None:
            result.pop(key, None)
        elif key in base:
            result[key] = _merge(base[key], value, here, origins, new)
        else:
            result[key] = value
            origins.update({p: o for p, o in new.items() if p[: len(here)] == here})
    return result


def _part(source: Sourced, path: tuple[str | int, ...]) -> Sourced:
    data = source.data
    for step in path:
        data = data[step]
    depth = len(path)
    return Sourced(data, {p[depth:]: o for p, o in source.origins.items() if p[:depth] == path})


class _Document:
    """One catalogue's folder while it is being read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.catalogue = read_file(folder / "catalogue.yaml")
        self.files = {p.stem: read_file(p) for p in sorted(folder.glob("*.yaml")) if p.stem != "catalogue"}

    def resolve(self, source: Sourced, seen: tuple[str, ...] = ()) -> Sourced:
        """The file with all that it extends laid under it."""
        wanted = source.data.get("extends") or []
        if not isinstance(wanted, list):
            wanted = [wanted]
        result = Sourced({})
        for name in wanted:
            if name in seen:
                raise BadCatalogue([_at(source, ("extends",), f"extends itself through {name}")])
            result = merged(result, self._named(name, source, (*seen, name)))
        return merged(result, source)

    def _named(self, name: str, source: Sourced, seen: tuple[str, ...]) -> Sourced:
        if str(name).startswith("chapter:"):
            chapters = self.catalogue.data.get("chapters") or {}
            chapter = str(name).removeprefix("chapter:")
            if chapter in chapters:
                return self.resolve(_part(self.catalogue, ("chapters", chapter)), seen)
        elif name in self.files:
            base = self.resolve(self.files[name], seen)
            return Sourced({k: v for k, v in base.data.items() if k not in ("modalities", "abstract")}, base.origins)
        raise BadCatalogue([_at(source, ("extends",), f"extends {name!r}, which this catalogue does not have")])

    def games(self, source: Sourced) -> Iterable[Sourced]:
        """The games of a file: the game itself, unless it is abstract, and each modality."""
        whole = self.resolve(source)
        modalities = whole.data.get("modalities") or {}
        base = Sourced({k: v for k, v in whole.data.items() if k not in _FILE_KEYS}, whole.origins)
        if not whole.data.get("abstract"):
            yield base
        for name in modalities:
            game = merged(base, _part(whole, ("modalities", name)))
            data = dict(game.data)
            data["id"] = f"{whole.data.get('id')}/{name}"
            yield Sourced(data, game.origins)


def _at(source: Sourced, path: tuple[str | int, ...], problem: str) -> str:
    file, line = source.origin(path)
    return f"{file}:{line}: {'.'.join(map(str, path))}: {problem}"


def mistakes_of(source: Sourced, model: Any) -> list[str]:
    """Every mistake of the data, with file, line and field; empty when there is none."""
    from pydantic import ValidationError

    try:
        model.model_validate(source.data)
    except ValidationError as error:
        return [_mistake(source, e) for e in error.errors()]
    return []


def _mistake(source: Sourced, error: Any) -> str:
    path = tuple(error["loc"])
    if error["type"] == "extra_forbidden":
        return _at(source, path, "unknown key")
    if error["type"] == "missing":
        return _at(source, path, "missing")
    return _at(source, path, error["msg"].removeprefix("Value error, "))


@dataclass(frozen=True, slots=True)
class Library:
    """All catalogues as plain, validated data: what the pages show and what the typed models are made of."""

    catalogues: dict[str, dict[str, Any]]
    games: dict[str, dict[str, Any]]
    abstract: dict[str, list[str]]

    def catalogue(self, name: str) -> dict[str, Any]:
        """One document's catalogue file."""
        if name not in self.catalogues:
            raise Unknown(
                N_("There is no catalogue {name}; there are: {known}."), name=name, known=list(self.catalogues)
            )
        return self.catalogues[name]

    def entries(self) -> Iterable[tuple[str, dict[str, Any]]]:
        """Every game that any document lists, with its full id."""
        for name, catalogue in self.catalogues.items():
            for entry in catalogue["games"]:
                yield f"{name}/{entry['id']}", entry

    def game(self, name: str) -> dict[str, Any]:
        """A game that can be opened; otherwise the sentence that says why not."""
        if name in self.games:
            return self.games[name]
        if name in self.abstract:
            raise NotPlayable(
                N_("{name} has modalities; name one of them: {known}."), name=name, known=self.abstract[name]
            )
        catalogue, _, rest = name.partition("/")
        for entry in self.catalogue(catalogue)["games"]:
            if entry["id"] == rest:
                self._not_playable(name, entry)
        from tapete.catalogue.search import nearest

        raise Unknown(
            N_("There is no game {name}. Nearest: {near}."), name=name, near=nearest(self, name) or "-"
        )

    def _not_playable(self, name: str, entry: dict[str, Any]) -> None:
        if entry["status"] == "named-only":
            raise NotPlayable(
                N_("{name} is only named in its document ({cite}) and cannot be opened: {reason}"),
                cite=entry["cite"], name=name, reason=entry.get("reason") or "",
            )
        raise NotPlayable(
            N_("{name} is in its document ({cite}) and cannot be opened yet: {reason}"),
            cite=entry["cite"], name=name, reason=entry.get("reason") or "",
        )


def load_library(root: Path, model_of: Callable[[str], type[Game] | None]) -> Library:
    """Read and validate every catalogue under a folder; every mistake of every file is reported together."""
    from tapete.catalogue.model import CatalogueFile

    mistakes: list[str] = []
    catalogues: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}
    abstract: dict[str, list[str]] = {}
    folders = [p for p in sorted(root.iterdir()) if (p / "catalogue.yaml").is_file()] if root.is_dir() else []
    if not folders:
        raise BadCatalogue([f"{root}: no catalogue here (a catalogue is a folder with a catalogue.yaml)"])
    for folder in folders:
        try:
            document = _Document(folder)
        except BadCatalogue as bad:
            mistakes += bad.mistakes
            continue
        mistakes += mistakes_of(document.catalogue, CatalogueFile)
        name = str(document.catalogue.data.get("id"))
        catalogues[name] = document.catalogue.data
        for source in document.files.values():
            try:
                found = list(document.games(source))
            except BadCatalogue as bad:
                mistakes += bad.mistakes
                continue
            ids = [f"{name}/{game.data.get('id')}" for game in found]
            if source.data.get("abstract"):
                abstract[f"{name}/{source.data.get('id')}"] = ids
            for full, game in zip(ids, found, strict=True):
                mistakes += _checked(game, model_of)
                games[full] = game.data
    if mistakes:
        raise BadCatalogue(list(dict.fromkeys(mistakes)))
    return Library(catalogues, games, abstract)


def _checked(game: Sourced, model_of: Callable[[str], type[Game] | None]) -> list[str]:
    family = game.data.get("family")
    model = model_of(str(family))
    if model is None:
        return [_at(game, ("family",), f"there is no family of games called {family!r}")]
    return mistakes_of(game, model)


def load_file(path: Path, root: Path, model_of: Callable[[str], type[Game] | None]) -> list[dict[str, Any]]:
    """The games of one file that stands outside the catalogues, such as a changed copy; it names its catalogue."""
    source = read_file(path)
    name = source.data.get("catalogue")
    if not isinstance(name, str) or not (root / name / "catalogue.yaml").is_file():
        raise BadCatalogue([_at(source, ("catalogue",), f"the file must name its catalogue; {name!r} is none")])
    found = list(_Document(root / name).games(source))
    mistakes = [mistake for game in found for mistake in _checked(game, model_of)]
    if mistakes:
        raise BadCatalogue(list(dict.fromkeys(mistakes)))
    return [game.data for game in found]


def library(root: Path | None, model_of: Callable[[str], type[Game] | None]) -> Library:
    """The catalogues, from the kept copy when no file has changed since it was made."""
    root = root or CATALOGUES
    kept = _cache_file(root)
    fingerprint = _fingerprint(root)
    try:
        stored = json.loads(kept.read_text(encoding="utf-8"))
        if stored["fingerprint"] == fingerprint:
            return Library(stored["catalogues"], stored["games"], stored["abstract"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    loaded = load_library(root, model_of)
    _keep(kept, {"fingerprint": fingerprint, "catalogues": loaded.catalogues, "games": loaded.games,
                 "abstract": loaded.abstract})
    return loaded


def _fingerprint(root: Path) -> str:
    code = Path(__file__).parent
    digest = hashlib.sha256(str(_CACHE_FORMAT).encode())
    watched = [*root.glob("*/*.yaml"), *code.glob("*.py"), *(code.parent / "games").glob("*/rules.py")]
    for path in sorted(watched):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_mtime_ns}:{stat.st_size}\n".encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where the kept copies are; they may be deleted at any time."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tapete"


def _cache_file(root: Path) -> Path:
    name = hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:16]
    return cache_folder() / f"catalogues-{name}.json"


def _keep(path: Path, data: dict[str, Any]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(json.dumps(data, ensure_ascii=False, default=str), encoding="utf-8")
        temporary.replace(path)
    except OSError:
        return  # a read-only home only costs the next start some time
