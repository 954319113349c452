"""``tapete check``: validate catalogue files, every mistake with its file, line and field."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, console, print_json
from tapete.table.errors import BadCatalogue, TapeteError
from tapete.table.words import translate as _


def command(
    path: Annotated[
        Path | None, typer.Argument(metavar=_("PATH"), help=_("A folder of catalogues or one game file."))
    ] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Validate."""
    from tapete.catalogue.load import CATALOGUES, load_file, load_library
    from tapete.games import model_of

    root = catalogues or CATALOGUES
    try:
        if path is not None and path.is_file():
            games = load_file(path, root, model_of)
        else:
            root = path or root
            games = list(load_library(root, model_of).games.values())
        mistakes = [mistake for game in games for mistake in _unopened(game, root)]
        if mistakes:
            raise BadCatalogue(mistakes)
    except BadCatalogue as bad:
        if as_json:
            print_json({"mistakes": bad.mistakes})
            return 3
        raise
    if as_json:
        print_json({"mistakes": [], "games": [f"{game['catalogue']}/{game['id']}" for game in games]})
    else:
        console().print(_("No mistake in {number} games.").format(number=len(games)))
    return 0


def _unopened(game: dict[str, Any], root: Path) -> list[str]:
    """Why a table of a game could not be opened, as its file stands or under an option of one of its readings."""
    mistakes = []
    chosen: list[dict[str, str]] = [{}]
    for name, reading in (game.get("readings") or {}).items():
        changing = (option for option, facts in reading["options"].items() if facts.get("set") or facts.get("borrow"))
        chosen += [{name: option} for option in changing]
    for choice in chosen:
        where = " ".join(["", *(f"{name}={option}" for name, option in choice.items())])
        mistakes += [f"{game['catalogue']}/{game['id']}{where}: {why}" for why in _problems(game, choice, root)]
    return mistakes


def _problems(game: dict[str, Any], choice: dict[str, str], root: Path) -> list[str]:
    from tapete.games import changed, family, validated

    try:
        family(game["family"]).cloth(validated(changed(game, {}, choice, root)))
    except BadCatalogue as bad:
        return bad.mistakes
    except (TapeteError, ValueError) as error:
        return [str(error)]
    return []
