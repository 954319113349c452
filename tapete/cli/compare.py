"""``tapete compare``: the same game in several documents, differences marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli.common import CataloguesOption, JsonOption, find_game, print_json
from tapete.table.errors import Unknown
from tapete.table.words import N_, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from pathlib import Path

    from tapete.catalogue.compare import Cell, Row
    from tapete.cli.page import Page

_FIGURE_WIDTH = 40


def _complete(incomplete: str) -> list[str]:
    from tapete.games import library

    games = library().games
    slugs = dict.fromkeys(name.partition("/")[2] for name in games)
    return [name for name in (*slugs, *games) if name.startswith(incomplete)]


def command(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar=_("GAME..."),
            help=_(
                "One game, to find it in every document; a changed copy, to see its changes; or the games to compare."
            ),
            autocompletion=_complete,
        ),
    ],
    differences: Annotated[bool, typer.Option("--differences", help=_("Only what differs."))] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar=_("PART"), help=_("Only this part, e.g. bets or irregular."))
    ] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Compare."""
    from tapete.catalogue.compare import compare
    from tapete.games import game_data

    chosen, listed = _games(names, catalogues)
    rows = compare({name: game_data(name, catalogues) for name in chosen})
    rows = _only(rows, only)
    if differences:
        rows = [row for row in rows if row.differs]
    if as_json:
        print_json({"games": chosen, "listed": listed, "rows": [row.as_json(chosen) for row in rows]})
    else:
        _print(rows, chosen, listed)
    return 0


def _games(names: list[str], root: Path | None) -> tuple[list[str], list[str]]:
    from tapete.catalogue.compare import namesakes
    from tapete.games import game_data, library

    known = library(root)
    if len(names) > 1:
        found = [find_game(name, root) for name in names]
        return [game for name in found for game in known.abstract.get(name, [name])], []
    if names[0].partition("#")[0].endswith((".yaml", ".yml")):
        copy = game_data(names[0], root)
        return [f"{copy['catalogue']}/{copy['id']}", names[0]], []
    chosen, listed = namesakes(known, names[0])
    if len(chosen) < 2:
        raise Unknown(
            N_("{name} can be opened in one document at most ({games}): name two games to compare."),
            name=names[0],
            games=chosen or listed,
        )
    return chosen, listed


def _only(rows: list[Row], only: list[str] | None) -> list[Row]:
    wanted = [part.strip().replace("-", "_") for item in only or () for part in item.split(",")]
    known = list(dict.fromkeys(row.part for row in rows))
    for part in wanted:
        if part not in known:
            raise Unknown(N_("There is no part {part} here; there are: {known}."), part=part, known=known)
    return [row for row in rows if not wanted or row.part in wanted]


def _print(rows: list[Row], games: list[str], listed: list[str]) -> None:
    from tapete.catalogue.telling import title_of
    from tapete.cli.page import Page

    page = Page()
    page.title(" · ".join(games))
    if listed:
        page.note(_("Listed and not opened: {games}").format(games=", ".join(listed)), 0)
    differing = sum(row.differs for row in rows)
    page.note(_("≠ marks a difference: {number} of {facts} facts").format(number=differing, facts=len(rows)), 0)
    called = _called(games)
    for part in dict.fromkeys(row.part for row in rows):
        page.heading(title_of(part))
        mine = [row for row in rows if row.part == part]
        _print_figures(page, [row for row in mine if _is_figure(row)], called)
        for row in mine:
            if not _is_figure(row):
                _print_sentences(page, row, called)
    page.print()


def _called(games: list[str]) -> list[str]:
    """What each game is called on the page: by its document, where that tells them apart."""
    documents = [name.partition("/")[0] for name in games]
    return documents if all(documents) and len(set(documents)) == len(games) else games


def _is_figure(row: Row) -> bool:
    """Whether a row is short enough to stand in columns."""
    return all(cell is None or len(text(cell.shown)) <= _FIGURE_WIDTH for cell in row.cells)


def _print_figures(page: Page, rows: list[Row], games: list[str]) -> None:
    if rows:
        cells = [(_mark(row), text(row.label), *(_cell(cell) for cell in row.cells)) for row in rows]
        page.columns(("", _("fact"), *games), cells)


def _print_sentences(page: Page, row: Row, games: list[str]) -> None:
    page.fact(text(row.label), mark=_mark(row))
    first = row.cells[0]
    if not row.differs and first is not None and first.value is not None and not isinstance(first.shown, dict):
        page.fact(_("all: {fact}").format(fact=text(first.shown)), ", ".join(_cites(row)), indent=6)
        return
    for game, cell in zip(games, row.cells, strict=True):
        page.fact(f"{game}: {text(cell.shown) if cell else '-'}", cell.cite if cell else None, indent=6)


def _cites(row: Row) -> list[str]:
    return [cell.cite for cell in row.cells if cell is not None and cell.cite]


def _mark(row: Row) -> str:
    return "≠" if row.differs else "="


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    return f"{text(cell.shown)} [{cell.cite}]" if cell.cite else text(cell.shown)
