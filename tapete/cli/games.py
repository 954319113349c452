"""``tapete games``: list and find games."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, console, print_json
from tapete.table.terms import game_name
from tapete.table.words import translate as _

_COLOURS = {"game": "green", "rules": "cyan", "named-only": "dim", "planned": "yellow"}


def command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar=_("WORDS..."), help=_("Words of a name, with or without accents."))
    ] = None,
    catalogue: Annotated[str | None, typer.Option(metavar=_("DOCUMENT"), help=_("Only this document."))] = None,
    family: Annotated[str | None, typer.Option(metavar=_("FAMILY"), help=_("Only this family of games."))] = None,
    status: Annotated[
        str | None, typer.Option(metavar=_("STATUS"), help=_("Only game, rules, named-only or planned."))
    ] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """List games."""
    from tapete.catalogue import search
    from tapete.games import library

    known, wanted = library(catalogues), " ".join(words or [])
    rows = search.listed(known, wanted, catalogue, family, status)
    if as_json:
        print_json(rows)
    elif rows:
        if not search.games(known, wanted):
            meant = search.likely(known, wanted)
            console(stderr=True).print(_("No game fits {words}; these fit {meant}.").format(words=wanted, meant=meant))
        _print(rows)
    else:
        console(stderr=True).print(_("No game fits."))
    return 0 if rows else 1


def _print(rows: list[dict[str, Any]]) -> None:
    from tapete.catalogue.telling import MARKS
    from tapete.cli.page import Page

    page = Page()
    table = [(MARKS[row["status"]], row["game"], game_name(row), row["cite"]) for row in rows]
    colours = {MARKS[status]: colour for status, colour in _COLOURS.items()}
    page.columns(("", _("game"), _("name"), _("section")), table, 0, colours)
    page.legend(_("● can be played   § rules that govern games   ○ only named in its document   ◌ not built yet"))
    page.print()
