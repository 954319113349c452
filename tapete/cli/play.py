"""``tapete play``: a table in the terminal, at a keyboard or from a pipe."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli.common import (
    CataloguesOption,
    ReadingOption,
    SetOption,
    TableOption,
    complete_game,
    console,
    find_game,
    numbered,
    pairs,
    safe,
    table_settings,
)
from tapete.table.errors import TapeteError
from tapete.table.terms import game_name
from tapete.table.words import plain
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rich.console import Console


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar=_("GAME"), help=_("The game; without it, one is picked from a list."), autocompletion=complete_game
        ),
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(metavar=_("NAME"), help=_("A player; repeat it for several."))
    ] = None,
    deal: Annotated[
        bool, typer.Option("--deal", help=_("The croupier keys in what chance brings; the system does not draw."))
    ] = False,
    advice: Annotated[
        bool,
        typer.Option("--advice", help=_("Show what each decision is worth and what a mistake costs.")),
    ] = False,
    table: TableOption = None,
    readings: ReadingOption = None,
    changes: SetOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Play or deal."""
    from tapete.cli.conversation import Conversation
    from tapete.cli.session import Session

    out = console()
    ask = asker(out)
    chosen = find_game(game, catalogues) if game else pick_game(out, ask, catalogues)
    if chosen is not None:
        settings, changed = table_settings(table, readings), pairs(changes, "--set")
        session = Session(chosen, settings, changed, catalogues, draws=not deal, teaches=advice)
        Conversation(session, player or ["ana"], out, ask).run()
    return 0


def pick_game(out: Console, ask: Callable[[str], str | None], catalogues: Path | None = None) -> str | None:
    """A game from a numbered list, or nothing when the input ends."""
    from tapete.cli.conversation import LEAVE
    from tapete.games import library

    games = library(catalogues).games
    for number, (name, facts) in enumerate(games.items(), start=1):
        out.print(f"[cyan]{number:>3}[/]  {safe(name)}  [dim]{safe(game_name(facts))}[/]")
    while answer := (ask(_("Which game?")) or "").strip():
        listed = numbered(answer, list(games))
        if listed is not None:
            return listed
        if plain(answer) in LEAVE:
            return None
        try:
            return find_game(answer, catalogues)
        except TapeteError as error:
            out.print(safe(str(error)), style="red")
    return None


def asker(out: Console) -> Callable[[str], str | None]:
    """Reads one line: with editing at a keyboard; from a pipe the line is shown as if it had been typed."""
    source = sys.stdin or io.StringIO()  # a caller may have closed it
    at_keyboard = source.isatty()
    if at_keyboard:
        import readline  # noqa: F401 (gives the keyboard its history)

    def ask(prompt: str) -> str | None:
        try:
            line = input(f"{prompt} ") + "\n" if at_keyboard else source.readline()
        except EOFError:
            out.print()
            return None
        except KeyboardInterrupt:
            out.print()
            raise
        if not line:
            return None
        if not at_keyboard:
            out.print(safe(f"{prompt} {line.rstrip()}"), style="dim")
        return line.rstrip("\n")

    return ask
