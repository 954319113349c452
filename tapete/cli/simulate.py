"""``tapete simulate``: rounds of chosen bets, or sessions of a strategy, by the million, the same for the same seed."""

from __future__ import annotations

import secrets
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli import INTERRUPTED
from tapete.cli.common import (
    CataloguesOption,
    GameArgument,
    JsonOption,
    ReadingOption,
    SetOption,
    TableOption,
    complain,
    console,
    print_json,
    writable,
)
from tapete.cli.laboratory import BetsOption, PolicyOption, ReportOption, print_heading, print_sheet, study_of
from tapete.table.errors import Misused
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tapete.lab.runner import Run
    from tapete.lab.sample import Fit
    from tapete.lab.sessions import Sitting
    from tapete.lab.study import Study

_ROUNDS, _SESSIONS, _BANKROLL, _SHOOTERS = "10M", "100k", 1000, 20
_MANY = 10**6
_DOUBTFUL = 0.01
_UNITS = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}


def command(
    game: GameArgument,
    bets: BetsOption = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar=_("FILE"), help=_("A strategy: its file, or one that comes with Tapete.")),
    ] = None,
    bankroll: Annotated[
        int | None, typer.Option("--bankroll", metavar=_("NUMBER"), help=_("With how many chips a session begins."))
    ] = None,
    shooters: Annotated[
        int | None, typer.Option("--shooters", metavar=_("NUMBER"), help=_("How many shooters a session lasts."))
    ] = None,
    throws: Annotated[
        int | None, typer.Option("--throws", metavar=_("NUMBER"), help=_("How many throws it lasts instead."))
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option("--rounds", metavar=_("NUMBER"), help=_("How many rounds, or sessions: 5000, 10M, 2G.")),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar=_("NUMBER"), help=_("The same seed gives the same rounds; one is chosen without it.")
        ),
    ] = None,
    policy: PolicyOption = "best",
    workers: Annotated[
        int | None, typer.Option("--workers", metavar=_("NUMBER"), help=_("How many at once; all cores without it."))
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar=_("ADDRESS"), help=_("A Dask cluster, e.g. tcp://host:8786."))
    ] = None,
    confidence: Annotated[
        float,
        typer.Option(
            "--confidence", metavar=_("NUMBER"), min=0.5, max=0.999999, help=_("The confidence of the interval.")
        ),
    ] = 0.95,
    as_json: JsonOption = False,
    report: ReportOption = None,
    changes: SetOption = None,
    readings: ReadingOption = None,
    table: TableOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Simulate."""
    writable(report)
    study = study_of(game, bets, policy, table, readings, changes, catalogues)
    played = None if strategy is None else _played(study, strategy, bankroll, shooters, throws)
    study = played or study
    sitting = None if played else _sitting(study, strategy, bankroll, shooters, throws)
    wanted = number_of_rounds(rounds or (_ROUNDS if sitting is None else _SESSIONS))
    chosen = secrets.randbits(32) if seed is None else seed
    from tapete.lab.runner import simulate

    kernel = study.kernel() if sitting is None else sitting.kernel
    with _progress(wanted) as progress:
        run = simulate(kernel, wanted, chosen, workers, cluster, progress)
    if not run.rounds:
        complain(_("Interrupted before the first rounds were done."))
        return INTERRUPTED
    if sitting is None:
        _tell(study, run, confidence, as_json, report)
    else:
        _tell_sessions(sitting, run, confidence, as_json, report)
    return 0 if run.complete else INTERRUPTED


def _played(
    study: Study, strategy: str, bankroll: int | None, shooters: int | None, throws: int | None
) -> Study | None:
    """The study of rounds that are played by a strategy; none in a game whose strategies make sessions."""
    from dataclasses import replace

    from tapete.lab.contract import BEST, strategy_of

    found = strategy_of(study.round, strategy)
    if found is None:
        return None
    for option, value in (("--bankroll", bankroll), ("--shooters", shooters), ("--throws", throws)):
        if value is not None:
            raise Misused(N_("{option} has no meaning here: hands are played, not sessions."), option=option)
    if study.policy != BEST:
        raise Misused(N_("Say how to play in --policy or in --strategy, not in both."))
    file, usual = found
    return replace(study, strategy=file, bets=study.bets or usual)


def _sitting(
    study: Study, strategy: str | None, bankroll: int | None, shooters: int | None, throws: int | None
) -> Sitting | None:
    """The sessions that the options ask for; none where they ask for rounds of bets."""
    from tapete.lab.sessions import Sitting

    if strategy is None:
        for option, value in (("--bankroll", bankroll), ("--shooters", shooters), ("--throws", throws)):
            if value is not None:
                raise Misused(N_("{option} goes with --strategy."), option=option)
        return None
    if study.bets:
        raise Misused(N_("A strategy makes its own bets: give either --bet or --strategy."))
    length = shooters if shooters is not None or throws is not None else _SHOOTERS
    return Sitting(study, strategy, _BANKROLL if bankroll is None else bankroll, length, throws)


def _tell(study: Study, run: Run, confidence: float, as_json: bool, report: Path | None) -> None:
    """Rounds of bets: printed, and reported if asked."""
    from tapete.lab.results import run_json
    from tapete.lab.sample import fit

    if as_json:
        print_json(run_json(study, run, confidence))
    else:
        print_heading(study)
        _print_run(study, run, fit(run.sample, study.joint, confidence), confidence)
    if report is not None:
        from tapete.lab.report import write_report

        write_report(report, study, run, confidence)


def _tell_sessions(sitting: Sitting, run: Run, confidence: float, as_json: bool, report: Path | None) -> None:
    """Sessions of a strategy: printed, and reported if asked."""
    if as_json:
        print_json(sitting.as_json(run, confidence))
    else:
        print_heading(sitting.study)
        _print_sessions(sitting, run, confidence)
    if report is not None:
        from tapete.lab.report import session_report

        report.write_text(session_report(sitting, run, confidence), encoding="utf-8")


def number_of_rounds(written: str) -> int:
    """A number as people write it.

    >>> number_of_rounds("10M"), number_of_rounds("2.5k"), number_of_rounds("1_000_000"), number_of_rounds("1e9")
    (10000000, 2500, 1000000, 1000000000)
    """
    from decimal import Decimal, InvalidOperation

    text = written.strip().lower()
    unit = _UNITS.get(text[-1:], 1)
    try:
        number = Decimal(text[:-1] if unit > 1 else text) * unit
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or number != number.to_integral_value() or not 1 <= number < 10**15:
        raise Misused(
            N_("The number of rounds is a whole number such as 5000, 10M or 2G, not {written}."), written=written
        )
    return int(number)


@contextmanager
def _progress(rounds: int) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, for people who watch."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(_("simulating")),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=rounds, rate="")

        def show(done: int) -> None:
            speed = bar.tasks[0].speed
            told = _("{number} M rounds/s") if speed and speed >= _MANY else _("{number} rounds/s")
            number = f"{speed / 1e6:.0f}" if speed and speed >= _MANY else f"{speed or 0:.0f}"
            bar.update(task, completed=done, rate=told.format(number=number) if speed else "")

        yield show


def _print_stopped(run: Run, sentence: str) -> None:
    from tapete.lab import words

    if not run.complete:
        told = sentence.format(done=words.whole(run.rounds), wanted=words.whole(run.wanted))
        console().print(told, style="yellow")


def _print_sessions(sitting: Sitting, run: Run, confidence: float) -> None:
    from tapete.lab import sheets, words
    from tapete.table.words import text

    out, told, tally = console(), sitting.kernel.told, sitting.tally(run)
    out.print(text(told["title"]), style="bold", markup=False)
    if "text" in told:
        out.print(text(told["text"]), markup=False)
    _print_stopped(run, _("Stopped: {done} of {wanted} sessions were played."))
    print_sheet(sheets.sessions(tally, confidence))
    out.print(_("So many of a hundred players had at most, chips on the table included:"))
    print_sheet(sheets.curve(tally))
    sentence = _("{sessions} sessions in {seconds} s, {rate} million throws a second; seed {seed}.")
    out.print(
        sentence.format(
            sessions=words.whole(run.rounds),
            seconds=words.decimal(run.seconds, 2),
            rate=words.decimal(tally.draws / run.seconds / 1e6, 1),
            seed=run.seed,
        ),
        style="dim",
    )


def _print_run(study: Study, run: Run, fitted: Fit, confidence: float) -> None:
    from tapete.lab import sheets, words

    out = console()
    if study.strategy is not None:
        out.print(_("Played by {file}.").format(file=study.strategy), markup=False)
    _print_stopped(run, _("Stopped: {done} of {wanted} rounds were done."))
    print_sheet(sheets.comparison(study, run, confidence))
    out.print(words.verdict(fitted), style="green" if fitted.within else "yellow")
    out.print(words.chi_square(fitted))
    if not fitted.within or fitted.p_value < _DOUBTFUL:
        _print_notes(study)
    out.print(
        _("{rounds} rounds in {seconds} s, {rate} million a second; seed {seed}.").format(
            rounds=words.whole(run.rounds),
            seconds=words.decimal(run.seconds, 2),
            rate=words.decimal(run.rate / 1e6, 1),
            seed=run.seed,
        ),
        style="dim",
    )


def _print_notes(study: Study) -> None:
    """What must be said of the exact figures, where the simulation does not fit them."""
    from tapete.lab import decided

    found = decided.decided(study.odds)
    for note in found.notes() if found is not None else ():
        console().print(str(note), style="dim", markup=False)
