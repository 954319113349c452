"""What ``odds`` and ``simulate`` share: the options of a study and how its figures are laid out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete import games
from tapete.cli.common import console, find_game, pairs, table_settings
from tapete.table.terms import game_name
from tapete.table.words import text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import JustifyMethod

    from tapete.lab.sheets import Sheet
    from tapete.lab.study import Study
    from tapete.table.actions import Bet
    from tapete.table.round import Round

_PLAYER = "ana"
BetsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bet", metavar=_("BET"), help=_("A bet with its place and stake, e.g. 'caballo 1-2 50'; repeat it.")
    ),
]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy", metavar=_("POLICY"), help=_("How to answer where the player chooses: best, half or prison.")
    ),
]
ReportOption = Annotated[
    Path | None, typer.Option("--report", metavar=_("FILE.html"), help=_("Write a report that can be handed in."))
]


def study_of(
    game: str,
    bets: list[str] | None,
    policy: str,
    table: list[str] | None,
    readings: list[str] | None,
    changes: list[str] | None,
    root: Path | None,
    stake: int | None = None,
) -> Study:
    """The study that the options ask for."""
    from tapete.lab.study import Study

    found, settings, changed = find_game(game, root), table_settings(table, readings), pairs(changes, "--set")
    laid = _read_bets(bets, games.table(found, settings, changed, root), found, root) if bets else ()
    return Study(found, settings, changed, laid, policy, stake, root)


def _read_bets(written: Iterable[str], opened: Round, game: str, root: Path | None) -> tuple[Bet, ...]:
    """Bets as they are typed at the table."""
    from tapete.cli.typed import Names

    names = Names.of(games.game_data(game, root), offers=(o for o in opened.legal() if o.verb == "bet"))
    return tuple(names.bet(one, _PLAYER) for one in written)


def print_sheet(sheet: Sheet) -> None:
    """A table of the laboratory; where the page is narrow its columns stand closer, before any word is broken."""
    from rich import box
    from rich.table import Table

    out = console()
    if sheet.title:
        out.print(sheet.title, markup=False)
    fitting = ((apart, _widths(sheet, apart, out.width)) for apart in (1, 0))
    apart, widths = next((found for found in fitting if found[1]), (1, None))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, apart, 0, 0))
    for number, heading in enumerate(sheet.headings):
        justify: JustifyMethod = "right" if number in sheet.figures else "left"
        table.add_column(heading, justify=justify, width=widths[number] if widths else None, overflow="fold")
    for row in sheet.rows:
        table.add_row(*(_escaped(cell) for cell in row))
    out.print(table)


def _widths(sheet: Sheet, apart: int, room: int) -> list[int] | None:
    """How wide each column is if figures stand in one line and words stay whole; None where the page has no room."""
    from rich.cells import cell_len

    columns = list(zip(sheet.headings, *sheet.rows, strict=True))
    wanted = [max(map(cell_len, column)) for column in columns]
    longest = [max(map(cell_len, " ".join(column).split()), default=0) for column in columns]
    widths = [wanted[n] if n in sheet.figures else longest[n] for n in range(len(columns))]
    spare = room - 1 - sum(widths) - (apart + 1) * len(widths)
    if spare < 0:
        return None
    for number, width in enumerate(widths):
        more = min(spare, wanted[number] - width)
        widths[number] += more
        spare -= more
    return widths


def _escaped(cell: str) -> str:
    from rich.markup import escape

    return escape(cell)


def print_heading(study: Study) -> None:
    """Which game is studied, how it is played, under which readings and with which facts changed."""
    from rich.markup import escape

    from tapete.lab import words
    from tapete.lab.contract import BEST

    out = console()
    facts = study.facts
    out.print(f"[bold]{escape(game_name(facts))}[/]  {escape(study.game)}  [dim]{escape('[' + facts['cite'] + ']')}[/]")
    if study.policy != BEST:
        out.print(escape(f"  {words.manner(study)}"), style="yellow")
    for name, option in study.readings.items():
        chosen = text(facts["readings"][name]["options"][option]["text"])
        out.print(escape(_("  reading {name}: {option} ({text})").format(name=name, option=option, text=chosen)))
    for change in study.altered:
        out.print(
            escape(
                _("  changed: {path} from {before} to {after}").format(
                    path=change.path, before=_fact(change.before), after=_fact(change.after)
                )
            ),
            style="yellow",
        )


def _fact(value: Any) -> str:
    return "-" if value is None else str(value)


def print_joint(study: Study) -> None:
    """The stakes together: what a round brings, and how likely."""
    from tapete.lab import sheets, words

    joint = study.joint
    for sheet in (sheets.laid(study), sheets.joint(joint), sheets.nets(joint)):
        print_sheet(sheet)
    if joint.tail:
        console().print(words.tail(joint), style="dim")
