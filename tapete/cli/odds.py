"""``tapete odds``: exact probabilities, return and house edge of every bet, or of several together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.common import (
    CataloguesOption,
    GameArgument,
    JsonOption,
    ReadingOption,
    SetOption,
    TableOption,
    console,
    print_json,
    writable,
)
from tapete.cli.laboratory import (
    BetsOption,
    PolicyOption,
    ReportOption,
    print_heading,
    print_joint,
    print_sheet,
    study_of,
)
from tapete.lab import sheets, words
from tapete.lab.results import odds_json
from tapete.table.errors import Misused
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.lab.sheets import Sheet
    from tapete.lab.study import Study

_ROOM_FOR_SECTIONS = 100


def command(
    game: GameArgument,
    bets: BetsOption = None,
    stake: Annotated[
        int | None,
        typer.Option(
            "--stake",
            metavar=_("STAKE"),
            min=1,
            help=_("The odds of this very stake: the table's rounding and minimum count."),
        ),
    ] = None,
    policy: PolicyOption = "best",
    results: Annotated[
        bool, typer.Option("--results", help=_("Also everything that can become of each bet, with its probability."))
    ] = False,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar=_("CARDS"), help=_("What each decision on a hand is worth, e.g. 10,6.")),
    ] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar=_("CARD"), help=_("The bank's first card, with --hand."))
    ] = None,
    rule_costs: Annotated[
        bool, typer.Option("--rule-costs", help=_("What each rule is worth: the same game with one fact changed."))
    ] = False,
    removals: Annotated[
        bool, typer.Option("--removals", help=_("What a card of each rank is worth that has left the shoe."))
    ] = False,
    strategy_out: Annotated[
        Path | None,
        typer.Option("--strategy-out", metavar=_("FILE"), help=_("Write the strategy, to change it and simulate it.")),
    ] = None,
    as_json: JsonOption = False,
    report: ReportOption = None,
    changes: SetOption = None,
    readings: ReadingOption = None,
    table: TableOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Work out."""
    writable(report)
    writable(strategy_out)
    study = study_of(game, bets, policy, table, readings, changes, catalogues, stake)
    if strategy_out is not None:
        from tapete.lab.decided import must_be_decided

        strategy_out.write_text(must_be_decided(study.odds).strategy(), encoding="utf-8")
    asked = _asked(study, hand, against, rule_costs, removals)
    if as_json:
        print_json({**odds_json(study), **{name: found for name, _sheet, found in asked}})
    else:
        print_heading(study)
        for _name, sheet, _found in asked:
            print_sheet(sheet)
        if study.bets:
            print_joint(study)
        elif not asked:
            _print_rows(study)
        if results:
            for sheet in sheets.results(study.rows):
                print_sheet(sheet)
    if report is not None:
        from tapete.lab.report import write_report

        write_report(report, study)
    return 0


def _asked(
    study: Study, hand: str | None, against: str | None, rule_costs: bool, removals: bool
) -> list[tuple[str, Sheet, Any]]:
    """What was asked about decisions: its name, how it is told, and the data."""
    if not (hand or against or rule_costs or removals):
        return []
    from tapete.lab import decided

    if (hand is None) != (against is None):
        raise Misused(N_("--hand and --against go together: a hand and the bank's first card."))
    odds = decided.must_be_decided(study.odds)
    asked: list[tuple[str, Sheet, Any]] = []
    if hand is not None and against is not None:
        worths = odds.worths(hand, against)
        asked.append(("hand", decided.worths(worths), worths.as_json()))
    for wanted, name, heading in (
        (rule_costs, "rule_costs", _("what if")),
        (removals, "removals", _("card away")),
    ):
        if wanted:
            effects = getattr(odds, name)()
            asked.append((name, decided.effects(effects, heading), [one.as_json() for one in effects]))
    return asked


def _print_charts(study: Study) -> None:
    """The strategy as coloured charts, what is offered beside the play, and what must be said of it all."""
    from rich.table import Table
    from rich.text import Text

    from tapete.lab import decided

    found = decided.decided(study.odds)
    if found is None:
        return
    out, charts = console(), found.charts()
    for chart in charts:
        grid = Table(box=None, padding=(0, 0), title=decided.chart_title(chart), title_justify="left")
        for heading in ("", *chart.columns):
            grid.add_column(heading.center(4), justify="center")
        for label, codes in chart.rows:
            cells = (Text(code.center(4), style=f"{decided.INK} on {decided.COLOURS[code[0]]}") for code in codes)
            grid.add_row(Text(f"{label} ", justify="right"), *cells)
        out.print(grid)
    if charts:
        out.print(" · ".join(f"{code} {told}" for code, told in decided.meanings(charts)), style="dim", markup=False)
    offered = found.asides()
    if offered:
        print_sheet(decided.asides(offered))
    for note in found.notes():
        out.print(str(note), style="dim", markup=False)


def _print_rows(study: Study) -> None:
    out = console()
    rows = study.rows
    wide = out.width >= _ROOM_FOR_SECTIONS
    told = (sheets.odds(rows, cites=wide), *(() if wide else sheets.decided(rows)))
    lengths = map(sheets.length, study.odds.lengths())
    chosen = (*sheets.choices(rows), *sheets.dilemmas(rows))
    for sheet in (*told, *sheets.landings(rows), *chosen, *sheets.removals(rows), *lengths):
        print_sheet(sheet)
    _print_charts(study)
    called = words.called(rows, study.facts["bets"])
    if called:
        out.print(called, style="dim", markup=False)
    if study.stake is None:
        out.print(_("For each unit of a stake that divides without a rest; --stake looks at one stake."), style="dim")
    for row in rows:
        if row.refused:
            out.print(f"{row.bet}: {row.refused}", style="yellow", markup=False)
