"""``tapete check``: validate catalogue files, every mistake with its file, line and field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, console, print_json
from tapete.table.errors import BadCatalogue, TapeteError
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.catalogue.load import Field

_OF_A_DOCUMENT = ("catalogue.yaml", "sections.yaml")


def command(
    path: Annotated[
        Path | None,
        typer.Argument(metavar=_("PATH"), help=_("A folder of catalogues, the folder of one, or one file.")),
    ] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Validate."""
    try:
        games = _checked(path, catalogues)
    except BadCatalogue as bad:
        if as_json:
            print_json({"mistakes": bad.mistakes})
            return 3
        raise
    if as_json:
        print_json({"mistakes": [], "games": [f"{game['catalogue']}/{game['id']}" for game in games]})
    else:
        console().print(_("No mistake; games: {number}.").format(number=len(games)))
    return 0


def _checked(path: Path | None, catalogues: Path | None) -> list[dict[str, Any]]:
    """The games of a file, of a document's folder or of a folder of documents, or every mistake in them."""
    from tapete.catalogue.coverage import sections
    from tapete.catalogue.load import CATALOGUES, load_file, load_library, unlisted
    from tapete.games import model_of

    root, file, only = catalogues or CATALOGUES, None, None
    mistakes: list[str] = []
    if path is not None and not path.exists():
        raise BadCatalogue([f"{path}: {_('No such file or directory')}"])
    if path is not None and path.is_file() and path.name not in _OF_A_DOCUMENT:
        file, games = path, load_file(path, root, model_of)
    else:
        folder = path.parent if path is not None and path.is_file() else path
        if folder is not None:
            alone = (folder / "catalogue.yaml").is_file()
            root, only = (folder.resolve().parent, folder.resolve().name) if alone else (folder, None)
        known = load_library(root, model_of, only)
        games = list(known.games.values())
        for name in known.catalogues:
            mistakes += unlisted(known, root, name)
            if (root / name / "sections.yaml").is_file():
                sections(root, name)
    mistakes += [mistake for game in games for mistake in _unopened(game, root, file)]
    if mistakes:
        raise BadCatalogue(list(dict.fromkeys(mistakes)))
    return games


def _unopened(game: dict[str, Any], root: Path, file: Path | None) -> list[str]:
    """Why a table of a game could not be opened, as its file stands or under an option of one of its readings."""
    from tapete.catalogue.load import at, source_of

    chosen: list[dict[str, str]] = [{}]
    for name, reading in (game.get("readings") or {}).items():
        changing = (option for option, facts in reading["options"].items() if facts.get("set") or facts.get("borrow"))
        chosen += [{name: option} for option in changing]
    found: list[tuple[Field, str]] = []
    for choice in chosen:
        found += _problems(game, choice, root)
        if found and not choice:
            break  # what is wrong with the game itself is wrong under every option
    if not found:
        return []
    source = source_of(game, root, file)
    return [at(source, field, what) for field, what in found]


def _problems(game: dict[str, Any], choice: dict[str, str], root: Path) -> list[tuple[Field, str]]:
    """What is wrong under an option, told at that option with the field that it spoils."""
    from tapete.games import changed, faults_of

    try:
        found = faults_of(changed(game, {}, choice, root))
    except TapeteError as error:
        found = [((), str(error))]
    for name, option in choice.items():
        here = ("readings", name, "options", option)
        return [(here, f"{'.'.join(map(str, field))}: {what}" if field else what) for field, what in found]
    return found
