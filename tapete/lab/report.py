"""A report to hand in: one page that needs nothing else, in the language in use."""

from __future__ import annotations

import json
import platform
from dataclasses import replace
from datetime import datetime
from html import escape
from importlib.metadata import version
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from tapete import __version__
from tapete.catalogue.telling import kind_of
from tapete.lab import charts, decided, sheets, words
from tapete.lab.contract import BEST
from tapete.lab.sample import CONFIDENCE, fit
from tapete.lab.sheets import Sheet
from tapete.table.terms import game_name
from tapete.table.words import language, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tapete.lab.runner import Run
    from tapete.lab.sessions import Sitting
    from tapete.lab.study import Study

_LEAST_TRACE = 5
_MARKS_TOLD = 20
_STYLE = """
:root { color-scheme: light dark; --ink: #1d2320; --paper: #fdfcf8; --quiet: #5d6a63; --line: #d8d6cb; --felt: #0f6b49;
  --found: #c2410c; --band: #0f6b4926; --warn: #fff3d6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6dd; --paper: #151a17; --quiet: #9aa8a0; --line: #333c37;
  --felt: #45b384; --found: #fb923c; --band: #45b38433; --warn: #3a2f14; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; }
header { border-bottom: 3px solid var(--felt); margin-bottom: 1.5rem; }
h1 { margin: 0; font-size: 1.9rem; } h2 { margin: 2.2rem 0 .6rem; font-size: 1.25rem; color: var(--felt); }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; }
p { margin: .4rem 0; } .quiet, .quiet td, caption { color: var(--quiet); fill: var(--quiet); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .92rem; }
caption { text-align: left; padding-bottom: .25rem; }
th, td { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: .88rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; margin: .4rem 0; }
.changed { background: var(--warn); } .verdict { border-left: 4px solid var(--felt); padding-left: .8rem; }
.verdict.off { border-color: var(--found); }
svg { width: 100%; height: auto; display: block; margin: .4rem 0 1rem; } .exact { fill: var(--felt); }
.found { fill: var(--found); stroke: var(--paper); stroke-width: 1.5; } .level { stroke: var(--line); }
.band { fill: var(--band); } .mean { fill: none; stroke: var(--found); stroke-width: 2; }
.true { stroke: var(--felt); stroke-width: 2; stroke-dasharray: 6 4; }
@media print { body { max-width: none; padding: 0; } h2 { break-after: avoid; } table, svg { break-inside: avoid; } }
"""


def write_report(path: Path, study: Study, run: Run | None = None, confidence: float = CONFIDENCE) -> None:
    """Write the report of a study, and of its simulation if there was one, to a file."""
    path.write_text(report(study, run, confidence), encoding="utf-8")


def report(study: Study, run: Run | None = None, confidence: float = CONFIDENCE) -> str:
    """The report as HTML: it asks for nothing from anywhere.

    >>> from tapete.lab.study import Study
    >>> page = report(Study("pv-1996/boule"))
    >>> page.startswith("<!doctype html>"), "1/9" in page
    (True, True)
    """
    title = _("Laboratory report: {game}").format(game=game_name(study.facts))
    parts = [*_game(study), *_odds(study)]
    if study.bets:
        parts += _joint(study, run)
    if run is not None:
        parts += _simulation(study, run, confidence)
    parts += _reproducing(study, run)
    return _page(title, study, parts)


def session_report(sitting: Sitting, run: Run, confidence: float = CONFIDENCE) -> str:
    """The report of a strategy's sessions as HTML."""
    title = _("Laboratory report: {game}").format(game=game_name(sitting.study.facts))
    parts = [*_game(sitting.study), *_strategy(sitting), *_sessions(sitting, run, confidence)]
    return _page(title, sitting.study, [*parts, *_reproduced(sitting.study, [sitting.command(run)], run)])


def _page(title: str, study: Study, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}</h1>{_quiet(f'{study.game} · {_today()}')}</header>\n{body}\n</body>\n</html>\n"
    )


def _today() -> str:
    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z")


def _game(study: Study) -> Iterator[str]:
    facts, document = study.facts, study.document
    yield _heading(_("The game and its document"))
    yield _paragraph(text(facts["summary"]))
    told = [
        (_("document"), f"{document['title']} ({document['id']})"),
        (_("issued by"), f"{document['issuer']}, {document['instrument']}"),
        (_("status"), text(document["status"])),
        (_("section"), facts["cite"]),
        (_("names"), ", ".join(facts["names"])),
    ]
    settings = {name: value for name, value in study.table.items() if name != "readings"}
    if settings:
        told.append((_("table"), ", ".join(f"{name} {value}" for name, value in settings.items())))
    yield _table(Sheet(("", ""), tuple(told)))
    yield from _changes(study)
    yield from _readings(study)


def _changes(study: Study) -> Iterator[str]:
    if not study.altered:
        return
    yield _subheading(_("Facts changed for this study"))
    yield _paragraph(_("These figures are not those of the document: the following was changed."))
    rows = tuple((change.path, _fact(change.before), _fact(change.after)) for change in study.altered)
    yield _table(Sheet((_("fact"), _("in the document"), _("in this study")), rows), "changed")


def _readings(study: Study) -> Iterator[str]:
    readings: dict[str, Any] = study.facts.get("readings") or {}
    if not readings:
        return
    yield _subheading(_("Readings"))
    yield _paragraph(_("Where the text is silent, damaged or contradicts itself, this is what was taken."))
    rows = []
    for name, reading in readings.items():
        option = reading["runs"]
        taken = text(reading["options"][option]["text"])
        if name in study.readings:
            taken = _("{reading} (chosen for this study)").format(reading=taken)
        rows.append((name, kind_of(reading["kind"]), text(reading["says"]), taken, reading["cite"]))
    yield _table(Sheet((_("reading"), _("why"), _("what it says"), _("taken"), _("section")), tuple(rows)))


def _odds(study: Study) -> Iterator[str]:
    rows = study.rows
    yield _heading(_("Exact odds of every bet"))
    yield _paragraph(
        _("For each unit of a stake that divides without a rest.")
        if study.stake is None
        else _("For a stake of {stake} at this table, its rounding and its minimum.").format(stake=study.stake)
    )
    if study.policy != BEST:
        yield _paragraph(words.manner(study))
    yield _table(sheets.odds(rows))
    called = words.called(rows, study.facts["bets"])
    if called:
        yield _quiet(called)
    if any(row.priced for row in rows):
        yield charts.edges(rows, _("House edge of every bet"))
    unpriced = [row.bet for row in rows if not row.priced]
    if unpriced:
        sentence = _("The document does not say what these bets pay, so they have no odds: {bets}.")
        yield _paragraph(sentence.format(bets=", ".join(unpriced)))
    for row in rows:
        if row.refused:
            yield _quiet(f"{row.bet}: {row.refused}")
    landings = sheets.landings(rows)
    if landings:
        yield _subheading(_("Once a bet lies on a number"))
        yield from map(_table, landings)
    for length in study.odds.lengths():
        yield _subheading(words.length(length))
        yield _table(replace(sheets.length(length), title=""))
    found = [*sheets.choices(rows), *sheets.dilemmas(rows)]
    if found:
        yield _subheading(_("What the player decides"))
        yield _paragraph(_("What each answer is worth for each unit staked, going on always deciding well."))
        yield from map(_table, found)
    found = sheets.removals(rows)
    if found:
        yield _subheading(_("Cards that have left the shoe"))
        yield from map(_table, found)
    yield from _decisions(study)
    yield _subheading(_("What can become of each bet"))
    yield from map(_table, sheets.results(rows))


def _decisions(study: Study) -> Iterator[str]:
    """Strategy charts, and what is offered beside the play."""
    found = decided.decided(study.odds)
    if found is None:
        return
    charts = found.charts()
    if charts:
        yield _subheading(_("Strategy by totals"))
        yield from map(decided.drawn, charts)
        yield _quiet(" · ".join(f"{code} {told}" for code, told in decided.meanings(charts)))
    offered = found.asides()
    if offered:
        yield _subheading(_("Offered beside the play"))
        yield _table(decided.asides(offered))
    yield from (_quiet(str(note)) for note in found.notes())


def _joint(study: Study, run: Run | None) -> Iterator[str]:
    joint = study.joint
    yield _heading(_("The stakes of this study together"))
    if len(study.odds.policies) > 1:
        yield _paragraph(words.manner(study))
    yield _table(sheets.laid(study))
    yield _table(sheets.joint(joint))
    caption = _("Net of a round: bars are exact, dots were simulated.") if run else _("Net of a round, exact.")
    yield _paragraph(caption)
    yield charts.nets(joint, run.sample if run else None, _("Net of a round"))
    yield _table(sheets.nets(joint))
    if joint.tail:
        yield _quiet(words.tail(joint))


def _simulation(study: Study, run: Run, confidence: float) -> Iterator[str]:
    fitted = fit(run.sample, study.joint, confidence)
    yield _heading(_("Simulation against the exact odds"))
    yield from _stopped(run)
    yield _table(sheets.comparison(study, run, confidence))
    yield _paragraph(words.verdict(fitted), "verdict" if fitted.within else "verdict off")
    yield _paragraph(words.chi_square(fitted))
    if run.sample.variance and len(run.trace) >= _LEAST_TRACE:
        yield _paragraph(_("The mean as the rounds went by, its interval, and the exact mean (dashed)."))
        reach = NormalDist().inv_cdf((1 + confidence) / 2)
        yield charts.settling(run.trace, float(study.joint.expected), reach, _("The mean as the rounds went by"))


def _strategy(sitting: Sitting) -> Iterator[str]:
    told = sitting.kernel.told
    yield _heading(_("The strategy: {title}").format(title=text(told["title"])))
    if "text" in told:
        yield _paragraph(text(told["text"]))
    rules = "\n".join(f"- {json.dumps(rule, ensure_ascii=False)}" for rule in told["rules"])
    yield f"<pre><code>{escape(rules)}</code></pre>"
    length = sitting.throws if sitting.throws is not None else sitting.shooters
    unit = words.unit("throws" if sitting.throws is not None else "shooters")
    yield _table(Sheet(("", ""), ((_("bankroll"), words.whole(sitting.bankroll)), (unit, words.whole(length or 0)))))
    if "stop" in told:
        stop = {"goal": _("stops with"), "floor": _("stops at the latest with")}
        yield _table(Sheet(("", ""), tuple((stop[name], words.whole(chips)) for name, chips in told["stop"].items())))


def _sessions(sitting: Sitting, run: Run, confidence: float) -> Iterator[str]:
    tally = sitting.tally(run)
    yield _heading(_("What the sessions brought"))
    yield from _stopped(run)
    yield _table(sheets.sessions(tally, confidence))
    yield _paragraph(
        _(
            "How much the players had, chips on the table included: the median, the middle half and the middle nine "
            "tenths of them; dashed, what they began with."
        )
    )
    yield charts.bands(tally, _("The bankroll as the session goes on"))
    yield _table(replace(sheets.curve(tally, _MARKS_TOLD), title=_("So many of a hundred players had at most")))


def _stopped(run: Run) -> Iterator[str]:
    if not run.complete:
        sentence = _("Stopped: {done} of {wanted} rounds were done.")
        done, wanted = words.whole(run.rounds), words.whole(run.wanted)
        yield _paragraph(sentence.format(done=done, wanted=wanted), "changed")


def _reproducing(study: Study, run: Run | None) -> Iterator[str]:
    commands = [study.command("odds")]
    if run is not None:
        commands.append(study.command("simulate", "--rounds", str(run.rounds), "--seed", str(run.seed)))
    return _reproduced(study, commands, run)


def _reproduced(study: Study, commands: list[str], run: Run | None) -> Iterator[str]:
    yield _heading(_("How to repeat it"))
    told = [(_("program"), f"Tapete {__version__}"), ("Python", f"{platform.python_version()}, {platform.platform()}")]
    if run is not None:
        told += [("NumPy, Numba", f"{version('numpy')}, {version('numba')}")]
        told += [
            (_("seed"), str(run.seed)),
            (_("random numbers"), _("Philox4x32-10, keyed by the seed and the number of the block")),
            (_("workers"), run.workers),
            (_("time"), f"{words.decimal(run.seconds, 2)} s"),
        ]
    yield "".join(f"<pre><code>{escape(command)}</code></pre>" for command in commands)
    if run is not None:
        yield _paragraph(_("The same seed gives the same rounds to the last chip, whatever the number of workers."))
    told.append((_("fingerprint of the facts"), study.fingerprint))
    yield _table(Sheet(("", ""), tuple(told)))


def _fact(value: Any) -> str:
    return "-" if value is None else str(value)


def _heading(words: str) -> str:
    return f"<h2>{escape(words)}</h2>"


def _subheading(words: str) -> str:
    return f"<h3>{escape(words)}</h3>"


def _paragraph(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def _quiet(words: str) -> str:
    return _paragraph(words, "quiet")


def _table(sheet: Sheet, kind: str = "") -> str:
    """A table; what is too wide for a small screen can be scrolled."""
    caption = f"<caption>{escape(sheet.title)}</caption>" if sheet.title else ""
    head = "".join(_cell("th", cell, number in sheet.figures) for number, cell in enumerate(sheet.headings))
    head = f"<thead><tr>{head}</tr></thead>" if any(sheet.headings) else ""
    rows = "".join(
        "<tr>" + "".join(_cell("td", cell, number in sheet.figures) for number, cell in enumerate(row)) + "</tr>"
        for row in sheet.rows
    )
    return f'<div class="scroll"><table class="{kind}">{caption}{head}<tbody>{rows}</tbody></table></div>'


def _cell(tag: str, words: str, figure: bool) -> str:
    kind = ' class="figure"' if figure else ""
    return f"<{tag}{kind}>{escape(words)}</{tag}>"
