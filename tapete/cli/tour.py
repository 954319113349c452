"""``tapete tour``: a short walk through what Tapete does, and from there to any command."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING

from tapete.cli.common import CataloguesOption, console, numbered, safe
from tapete.table.words import plain, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from rich.console import Console

GAME = "pv-1996/ruleta-francesa/un-pano"
RECORD = f"""\
game: {GAME}
table: {{minimum: 5, maximum: 250}}
actions:
  - {{player: ana, bet: caballo, on: [1, 2], stake: 50}}
  - {{player: luis, bet: rojo, stake: 100}}
  - {{ball: 0}}
  - {{player: luis, do: prison}}
  - {{ball: 3}}
"""
ODDS = ["odds", "pv-1996/boule"]
RULING = ["ruling", "bola", "fuera", "--catalogue", "cl-2023/ruleta-francesa"]
_MENU = (
    ["play", GAME],
    ["play"],
    ["games"],
    ["show", "pv-1996/boule"],
    ["compare", "cl-2023/ruleta-francesa", "pv-1996/ruleta-francesa/un-pano"],
    ["odds", "cl-2023/big-six"],
    ["coverage"],
    ["serve"],
)


def command(catalogues: CataloguesOption = None) -> int:
    """Walk."""
    from tapete.cli.conversation import LEAVE
    from tapete.cli.play import asker

    if catalogues is not None:
        os.environ["TAPETE_CATALOGUES"] = str(catalogues)  # for the commands that the walk runs
    out = console()
    at_keyboard = sys.stdin.isatty() and sys.stdout.isatty()
    ask = asker(out)
    for stop in _stops(out, catalogues):
        stop()
        if at_keyboard and plain(ask(_("Enter goes on, quit ends the walk.")) or "") in LEAVE:
            break
    _list_commands(out)
    while at_keyboard and (chosen := (ask(_("Which? (a number, a command, or Enter to leave)")) or "").strip()):
        if plain(chosen) in LEAVE:
            break
        _go(out, chosen)
    return 0


def _stops(out: Console, catalogues: Path | None) -> Iterable[Callable[[], None]]:
    yield lambda: _what_it_is(out, catalogues)
    yield lambda: _a_table(out, catalogues)
    yield lambda: _a_settlement(out, catalogues)
    yield lambda: _a_command(out, _("Exact odds of every bet, from the same facts:"), ODDS)
    yield lambda: _a_command(out, _("What does Chile say when the ball leaves the wheel?"), RULING)


def _what_it_is(out: Console, catalogues: Path | None) -> None:
    """The documents, and what of each can be opened."""
    from rich.table import Table

    from tapete.games import library

    out.rule("[bold]Tapete[/]")
    out.print(_("An executable catalogue of casino games: what regulators publish, as data that runs."))
    known = library(catalogues)
    grid = Table(box=None, pad_edge=False)
    for heading in (_("document"), _("country"), _("can be played"), _("lists")):
        grid.add_column(heading, justify="left" if heading in (_("document"), _("country")) else "right")
    for name, facts in known.catalogues.items():
        playable = sum(full.startswith(f"{name}/") for full in known.games)
        grid.add_row(f"[cyan]{name}[/]", safe(text(facts["country"])), str(playable), str(len(facts["games"])))
    out.print(grid)
    out.print(_("All of them, by name: tapete games"), style="dim")


def _a_table(out: Console, catalogues: Path | None) -> None:
    """A cloth with chips on it."""
    from tapete.cli.session import Session
    from tapete.games import family
    from tapete.table.actions import Bet

    out.rule(_("A table"), align="left")
    session = Session(GAME, {"minimum": 5, "maximum": 250}, root=catalogues)
    for player, bet, on, stake in (
        ("ana", "caballo", (1, 2), 50),
        ("ana", "pleno", (17,), 5),
        ("luis", "cuadro", (26, 27, 29, 30), 20),
        ("luis", "rojo", (), 100),
    ):
        session.apply(Bet(player, bet, on, stake))
    out.print(family(session.facts["family"]).terminal(session.round))
    out.print(_("Sit down at it: tapete play {game}").format(game=GAME), style="dim")


def _a_settlement(out: Console, catalogues: Path | None) -> None:
    """A record as it is written by hand, and where its chips go."""
    from rich.syntax import Syntax

    from tapete.cli.explain import print_settlement
    from tapete.games import game_data, settle
    from tapete.table.record import Record, read_records

    out.rule(_("A dispute, typed as a record and settled, each line with its section"), align="left")
    out.print(Syntax(RECORD, "yaml", theme="ansi_dark", background_color="default"))
    (record,) = read_records(RECORD)
    assert isinstance(record, Record)
    print_settlement(settle(record, root=catalogues), 1, game_data(GAME, catalogues)["bets"])


def _a_command(out: Console, sentence: str, arguments: list[str]) -> None:
    out.rule(safe(sentence), align="left")
    out.print(safe(f"$ tapete {shlex.join(arguments)}"), style="cyan")
    _run(arguments)


def _run(arguments: list[str]) -> None:
    """Another command, in this process and in this language; how it ends is told by what it says."""
    from tapete.cli import run

    try:
        run(arguments)
    except SystemExit:
        return


def _list_commands(out: Console) -> None:
    from tapete.__main__ import COMMANDS

    out.rule(_("Where to go from here"), align="left")
    for number, arguments in enumerate(_MENU, start=1):
        out.print(f"[cyan]{number:>3}[/]  tapete {safe(shlex.join(arguments))}")
        out.print(f"     [dim]{safe(_(COMMANDS[arguments[0]]))}[/]")
    out.print(_("All commands: tapete --help"), style="dim")


def _go(out: Console, chosen: str) -> None:
    """A command by its number, or as it would be typed after tapete."""
    listed = numbered(chosen, _MENU)
    if listed is not None:
        _run(list(listed))
        return
    try:
        arguments = shlex.split(chosen)
    except ValueError:
        arguments = chosen.split()
    _run(arguments[1:] if arguments[:1] == ["tapete"] and len(arguments) > 1 else arguments)
    out.print()
