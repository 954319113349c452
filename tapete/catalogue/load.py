"""Loading the documents: read, inherit, validate, and keep the result so that the next start is quick.

A modality states only its difference from its game, a game only its difference from the chapter or game that it
extends. What is validated is the whole that results, and a mistake is reported at the file and line it came from.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.catalogue import kept
from tapete.table.errors import BadCatalogue, Mistake, NotPlayable, Refused, Unknown, system_reason
from tapete.table.words import N_, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pydantic import ValidationError

    from tapete.catalogue.model import Game

CATALOGUES = Path(__file__).parent.parent / "catalogues"
_CACHE_FORMAT = 4
_LONGEST = 300
_NO_GAMES = ("catalogue", "sections")
_FILE_KEYS = ("extends", "modalities", "abstract")
Origin = tuple[str, int]
Field = tuple[str | int, ...]


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
    except yaml12.BadText as broken:
        raise BadCatalogue([f"{path}:{broken.line}: {broken.what}"]) from None
    except Refused as broken:
        raise BadCatalogue([f"{path}:1: {broken}"]) from None
    except UnicodeDecodeError:
        raise BadCatalogue([f"{path}:1: " + translate("not UTF-8 text")]) from None
    except (OSError, ValueError) as error:
        raise BadCatalogue([f"{path}: {system_reason(error)}"]) from None
    if not isinstance(document.data, dict):
        raise BadCatalogue([f"{path}:1: " + translate("a catalogue file is a list of names and values")])
    return Sourced(document.data, {p: (str(path), line) for p, line in document.lines.items()})


def merged(base: Sourced, over: Sourced) -> Sourced:
    """The base with the differences laid over it: maps merge, everything else is replaced, null takes away."""
    origins = {**base.origins, (): over.origin(())}
    data = _merge(base.data, over.data, (), origins, over.origins)
    return Sourced(data, origins)


def _merge(
    base: Any, over: Any, path: tuple[str | int, ...], origins: dict[Any, Origin], new: dict[Any, Origin]
) -> Any:
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
        self.files = {p.stem: read_file(p) for p in sorted(folder.glob("*.yaml")) if p.stem not in _NO_GAMES}

    def resolve(self, source: Sourced, seen: tuple[str, ...] = ()) -> Sourced:
        """The file with all that it extends laid under it."""
        wanted = source.data.get("extends") or []
        if not isinstance(wanted, list):
            wanted = [wanted]
        result = Sourced({})
        for name in wanted:
            if not isinstance(name, str):
                raise BadCatalogue([at(source, ("extends",), translate("must be text"))])
            if name in seen:
                raise BadCatalogue([at(source, ("extends",), translate("extends itself through {name}"), name=name)])
            result = merged(result, self._named(name, source, (*seen, name)))
        return merged(result, source)

    def _named(self, name: str, source: Sourced, seen: tuple[str, ...]) -> Sourced:
        if name.startswith("chapter:"):
            chapters = self.catalogue.data.get("chapters")
            chapter = name.removeprefix("chapter:")
            if isinstance(chapters, dict) and isinstance(chapters.get(chapter), dict):
                return self.resolve(_part(self.catalogue, ("chapters", chapter)), seen)
        elif name in self.files:
            base = self.resolve(self.files[name], seen)
            return Sourced({k: v for k, v in base.data.items() if k not in ("modalities", "abstract")}, base.origins)
        unknown = translate("extends {name}, which this catalogue does not have")
        raise BadCatalogue([at(source, ("extends",), unknown, name=name)])

    def games(self, source: Sourced) -> Iterable[Sourced]:
        """The games of a file: the game itself, unless it is abstract, and each modality."""
        whole = self.resolve(source)
        modalities = _modalities(whole)
        base = Sourced({k: v for k, v in whole.data.items() if k not in _FILE_KEYS}, whole.origins)
        if not whole.data.get("abstract"):
            yield base
        for name in modalities:
            game = merged(base, _part(whole, ("modalities", name)))
            data = dict(game.data)
            data["id"] = f"{whole.data.get('id')}/{name}"
            yield Sourced(data, game.origins)


def _modalities(whole: Sourced) -> dict[str, Any]:
    modalities = whole.data.get("modalities") or {}
    if not isinstance(modalities, dict):
        raise BadCatalogue([at(whole, ("modalities",), translate("must be names and values"))])
    for name, difference in modalities.items():
        if not isinstance(difference, dict):
            raise BadCatalogue([at(whole, ("modalities", name), translate("must be names and values"))])
    if whole.data.get("abstract") and not modalities:
        raise BadCatalogue([at(whole, ("abstract",), translate("a game that is only its modalities has none"))])
    return modalities


def at(source: Sourced, path: Field, what: str, **blanks: Any) -> str:
    """A mistake at the file and line of a field."""
    file, line = source.origin(path)
    return f"{file}:{line}: {'.'.join(map(str, path)) or '-'}: {what.format(**blanks) if blanks else what}"


def mistakes_of(source: Sourced, model: Any) -> list[str]:
    """Every mistake of the data, with file, line and field; empty when there is none."""
    from pydantic import ValidationError

    try:
        model.model_validate(source.data)
    except ValidationError as error:
        return [at(source, path, what) for path, what in faults(error, source.data)]
    return []


def faults(error: ValidationError, data: Any) -> list[tuple[Field, str]]:
    """What a model found wrong, each with its field; what a field might have been is told in one sentence."""
    told: dict[Field, list[str]] = {}
    found = [(_field_of(one, data), one) for one in error.errors()]
    for path, one in found:
        if one["type"] == "too_short" and any(path == other[: len(path)] != other for other, _ in found):
            continue  # only what stands there is wrong
        known = told.setdefault(path, [])
        what = problem(one)
        if what not in known:
            known.append(what)
    return [(path, _one_of(known)) for path, known in told.items()]


def _one_of(told: list[str]) -> str:
    whole = told[-1]
    for one in reversed(told[:-1]):
        whole = translate("{one}, or {other}").format(one=one, other=whole)
    return whole


def _field_of(error: Any, data: Any) -> Field:
    """Where a mistake stands in the file; the steps that only tell which form of a value was tried are no field."""
    path: Field = ()
    for step in error["loc"]:
        if _holds(data, step):
            data, path = data[step], (*path, step)
    if error["type"] == "missing":
        path = (*path, error["loc"][-1])
    mistake = error.get("ctx", {}).get("error")
    return (*path, *mistake.field) if isinstance(mistake, Mistake) else path


def _holds(data: Any, step: Any) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data)


_PROBLEMS = {
    "extra_forbidden": N_("unknown key"),
    "missing": N_("missing"),
    "tuple_type": N_("must be a list"),
    "dict_type": N_("must be names and values"),
    "mapping_type": N_("must be names and values"),
    "model_type": N_("must be names and values"),
    "model_attributes_type": N_("must be names and values"),
    "string_type": N_("must be text"),
    "string_too_short": N_("must not be empty"),
    "too_short": N_("must not be empty"),
    "string_too_long": N_("must have {max_length} signs at most"),
    "string_unicode": N_("must be text that can be written"),
    "too_long": N_("must hold {max_length} things at most"),
    "json_invalid": N_("is not JSON"),
    "finite_number": N_("must be a number"),
    "less_than": N_("must be less than {lt}"),
    "int_type": N_("must be a whole number"),
    "int_parsing": N_("must be a whole number"),
    "int_from_float": N_("must be a whole number"),
    "bool_type": N_("must be true or false"),
    "bool_parsing": N_("must be true or false"),
    "string_pattern_mismatch": N_("must be small letters and digits joined by hyphens"),
    "float_parsing": N_("must be a number"),
    "greater_than_equal": N_("must be at least {ge}"),
    "less_than_equal": N_("must be at most {le}"),
    "literal_error": N_("must be one of: {expected}"),
}


def problem(error: Any) -> str:
    """What is wrong, in the reader's language, from one of the errors that a model lists."""
    template = _PROBLEMS.get(error["type"])
    told: str = error["msg"].removeprefix("Value error, ")
    if template:
        told = translate(template).format(**error.get("ctx", {}))
    return told if len(told) <= _LONGEST else told[:_LONGEST] + "…"


@dataclass(frozen=True, slots=True)
class Library:
    """All catalogues as plain, validated data: what the pages show and what the typed models are made of."""

    catalogues: Mapping[str, dict[str, Any]]
    games: Mapping[str, dict[str, Any]]
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
        catalogue, _, rest = name.partition("/")
        listed = [entry for entry in self.catalogue(catalogue)["games"] if entry["id"] == rest]
        only_named = any(entry["status"] == "named-only" for entry in listed)
        if name in self.abstract and not only_named:
            raise NotPlayable(
                N_("{name} has modalities; name one of them: {known}."), name=name, known=self.abstract[name]
            )
        for entry in listed:
            self._not_playable(name, entry)
        from tapete.catalogue.search import nearest

        raise Unknown(N_("There is no game {name}. Nearest: {near}."), name=name, near=nearest(self, name) or "-")

    def _not_playable(self, name: str, entry: dict[str, Any]) -> None:
        if entry["status"] == "named-only":
            raise NotPlayable(
                N_("{name} is only named in its document ({cite}) and cannot be opened: {reason}"),
                cite=entry["cite"],
                name=name,
                reason=entry.get("reason") or "",
            )
        if entry["status"] == "rules":
            raise NotPlayable(
                N_("{name} is no game but rules that govern games ({cite}); tapete show {name} tells them."),
                cite=entry["cite"],
                name=name,
            )
        raise NotPlayable(
            N_("{name} is in its document ({cite}) and cannot be opened yet: {reason}"),
            cite=entry["cite"],
            name=name,
            reason=entry.get("reason") or "",
        )


def load_library(root: Path, model_of: Callable[[str], type[Game] | None], only: str | None = None) -> Library:
    """Read and validate every catalogue under a folder, or one; every mistake of every file is reported together."""
    from tapete.catalogue.model import CatalogueFile

    mistakes: list[str] = []
    catalogues: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}
    abstract: dict[str, list[str]] = {}
    folders = [p for p in sorted(root.iterdir()) if (p / "catalogue.yaml").is_file()] if root.is_dir() else []
    folders = [p for p in folders if only in (None, p.name)]
    if not folders:
        nothing = translate("no catalogue here (a catalogue is a folder with a catalogue.yaml)")
        raise BadCatalogue([f"{root}: {nothing}"])
    for folder in folders:
        try:
            document = _Document(folder)
        except BadCatalogue as bad:
            mistakes += bad.mistakes
            continue
        mistakes += mistakes_of(document.catalogue, CatalogueFile)
        name = str(document.catalogue.data.get("id"))
        if name != folder.name:
            mistakes.append(
                at(document.catalogue, ("id",), translate("the folder is called {folder}"), folder=folder.name)
            )
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
                if full in games:
                    mistakes.append(at(game, ("id",), translate("another file has the game {game}"), game=full))
                if game.data.get("catalogue") != name:
                    mistakes.append(at(game, ("catalogue",), translate("must be {name}"), name=name))
                games[full] = game.data
    if mistakes:
        raise BadCatalogue(list(dict.fromkeys(mistakes)))
    return Library(catalogues, games, abstract)


def unlisted(known: Library, root: Path, name: str) -> list[str]:
    """Where a document's list of games and its files disagree: such games run, or are listed, and cannot be found."""
    catalogue = read_file(root / name / "catalogue.yaml")
    listed = {f"{name}/{entry['id']}": index for index, entry in enumerate(catalogue.data["games"])}
    mistakes = []
    for full, index in listed.items():
        if (
            catalogue.data["games"][index]["status"] == "game"
            and full not in known.games
            and full not in known.abstract
        ):
            what = translate("{game} is listed as a game, and no file has it")
            mistakes.append(at(catalogue, ("games", index, "id"), what, game=full))
    for full in known.games:
        if full.startswith(f"{name}/") and full not in listed:
            mistakes.append(
                at(catalogue, ("games",), translate("the catalogue does not list the game {game}"), game=full)
            )
    return mistakes


def source_of(game: dict[str, Any], root: Path, file: Path | None = None) -> Sourced:
    """A game of the catalogues, or of a file that stands outside them, with the place where each fact was written."""
    document = _Document(root / game["catalogue"])
    files = [read_file(file)] if file is not None else document.files.values()
    return next(found for source in files for found in document.games(source) if found.data.get("id") == game["id"])


def _checked(game: Sourced, model_of: Callable[[str], type[Game] | None]) -> list[str]:
    family = game.data.get("family")
    if family is None:
        return [at(game, ("family",), translate("missing"))]
    model = model_of(str(family))
    if model is None:
        return [at(game, ("family",), translate("there is no family of games called {family}"), family=family)]
    return mistakes_of(game, model)


def load_file(path: Path, root: Path, model_of: Callable[[str], type[Game] | None]) -> list[dict[str, Any]]:
    """The games of one file that stands outside the catalogues, such as a changed copy; it names its catalogue."""
    source = read_file(path)
    name = source.data.get("catalogue")
    if not isinstance(name, str) or not (root / name / "catalogue.yaml").is_file():
        unknown = translate("the file must name its catalogue; {name} is none")
        nameless = translate("the file must name its catalogue")
        raise BadCatalogue([at(source, ("catalogue",), nameless if name is None else unknown, name=name)])
    found = list(_Document(root / name).games(source))
    mistakes = [mistake for game in found for mistake in _checked(game, model_of)]
    if mistakes:
        raise BadCatalogue(list(dict.fromkeys(mistakes)))
    return [game.data for game in found]


def library(root: Path | None, model_of: Callable[[str], type[Game] | None]) -> Library:
    """The catalogues, from the kept copy when no file has changed since it was made."""
    root = root or CATALOGUES
    file, fingerprint = _cache_file(root), _fingerprint(root)
    found = kept.read(file, fingerprint)
    if found is not None:
        return Library(*found)
    loaded = load_library(root, model_of)
    kept.write(file, fingerprint, loaded.catalogues, loaded.games, loaded.abstract)
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
    if base:
        return Path(base) / "tapete"
    try:
        return Path.home() / ".cache" / "tapete"
    except RuntimeError:  # a user without a home
        import tempfile

        return Path(tempfile.gettempdir()) / "tapete"


def _cache_file(root: Path) -> Path:
    name = hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:16]
    return cache_folder() / f"catalogues-{name}.jsonl"
