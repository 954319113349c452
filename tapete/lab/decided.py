"""Games in which players decide: strategy charts, what each decision is worth, what rules and missing cards cost.

A family whose odds can tell more than the contract asks for has these methods beside it (``Decided``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tapete.lab import words
from tapete.lab.sheets import Sheet
from tapete.table.errors import Refused
from tapete.table.svg import Svg
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.lab.contract import Odds
    from tapete.table.decisions import Aside, Chart, Effect, Worths
    from tapete.table.words import Sentence

COLOURS = {"H": "#f4d35e", "S": "#ee6352", "D": "#59a5d8", "P": "#7bc47f", "R": "#d9d9d9", "-": "#ffffff"}
INK = "#1d2320"
_MEANINGS = (
    ("H", N_("hit")),
    ("S", N_("stand")),
    ("D", N_("double, otherwise hit")),
    ("Ds", N_("double, otherwise stand")),
    ("R", N_("surrender, otherwise hit")),
    ("Rs", N_("surrender, otherwise stand")),
    ("P", N_("split")),
    ("-", N_("by its total")),
)
_CELL, _LABEL, _TOP = 44.0, 72.0, 52.0


@runtime_checkable
class Decided(Protocol):
    """What the odds of a game with decisions can tell."""

    def charts(self) -> tuple[Chart, ...]:
        """The best strategy that fits on a card."""
        ...

    def worths(self, hand: str, against: str) -> Worths:
        """What each decision on a hand is worth."""
        ...

    def asides(self) -> tuple[Aside, ...]:
        """What is offered beside the play."""
        ...

    def notes(self) -> tuple[Sentence, ...]:
        """What must be said of the figures."""
        ...

    def rule_costs(self) -> tuple[Effect, ...]:
        """What each rule is worth."""
        ...

    def removals(self) -> tuple[Effect, ...]:
        """What a card that has left the shoe is worth."""
        ...

    def strategy(self) -> str:
        """The strategy as a file that ``tapete simulate --strategy`` reads."""
        ...


def decided(odds: Odds) -> Decided | None:
    """The odds as those of a game with decisions, where they are."""
    return odds if isinstance(odds, Decided) else None


def must_be_decided(odds: Odds) -> Decided:
    """The same, or a refusal."""
    found = decided(odds)
    if found is None:
        raise Refused(N_("In this game nobody decides anything about a hand."))
    return found


def chart_title(chart: Chart) -> str:
    """What a chart is about."""
    return {"hard": _("Hard hands"), "soft": _("Soft hands"), "pairs": _("Pairs")}.get(chart.name, chart.name)


def meanings(charts: Iterable[Chart]) -> list[tuple[str, str]]:
    """The codes of some charts, each with what it means."""
    used = {code for chart in charts for _label, codes in chart.rows for code in codes}
    return [(code, _(meaning)) for code, meaning in _MEANINGS if code in used]


def drawn(chart: Chart) -> str:
    """A chart as SVG, in the colours that players know."""
    width = _LABEL + _CELL * len(chart.columns) + 8
    height = _TOP + 26.0 * len(chart.rows) + 8
    picture = Svg(width, height, chart_title(chart))
    picture.text((8, 18), chart_title(chart), 14, "currentColor", 600, "start")
    for place, column in enumerate(chart.columns):
        picture.text((_LABEL + _CELL * (place + 0.5), _TOP - 12), column, 13, "currentColor", 600)
    for row, (label, codes) in enumerate(chart.rows):
        y = _TOP + 26.0 * row
        picture.text((_LABEL - 10, y + 13), label, 13, "currentColor", 600, "end")
        for place, code in enumerate(codes):
            x = _LABEL + _CELL * place
            picture.add("rect", x=x + 1, y=y + 1, width=_CELL - 2, height=24, rx=3, fill=COLOURS[code[0]])
            picture.text((x + _CELL / 2, y + 13), code, 12, INK, 600)
    return str(picture)


def worths(found: Worths) -> Sheet:
    """What each decision on a hand is worth, and what it costs against the best."""
    rows = tuple(
        (
            str(term(DECISIONS, do)),
            words.decimal(worth, 6),
            words.percentage(cost, 3) if (cost := found.cost(do)) else "",
        )
        for do, worth in found.decisions
    )
    title = _("{hand} against {card}").format(hand=found.hand, card=found.against)
    return Sheet((_("decision"), _("worth"), _("costs")), rows, frozenset((1, 2)), title)


def asides(found: Iterable[Aside]) -> Sheet:
    """Insurance and what else is offered beside the play."""
    rows = tuple(
        (
            str(term(DECISIONS, one.what)),
            one.hand,
            one.against,
            words.percentage(one.chance, 2),
            words.decimal(one.worth, 6),
            words.decimal(one.otherwise, 6),
            _("yes") if one.better else _("no"),
        )
        for one in found
    )
    headings = (
        _("offered"), _("hand"), _("against"), _("bank's natural"), _("worth"), _("without"), _("better"),
    )  # fmt: skip
    return Sheet(headings, rows, frozenset((3, 4, 5)))


def effects(found: Iterable[Effect], heading: str) -> Sheet:
    """What changes do to the expectation."""
    rows = tuple((str(one.what), words.percentage(one.expected, 4), _signed(one.change)) for one in found)
    return Sheet((heading, _("expected"), _("change")), rows, frozenset((1, 2)))


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + words.percentage(value, 4)


def as_json(found: Decided) -> dict[str, Any]:
    """Charts, offers and notes for programs."""
    return {
        "charts": [chart.as_json() for chart in found.charts()],
        "asides": [aside.as_json() for aside in found.asides()],
        "notes": [str(note) for note in found.notes()],
    }
