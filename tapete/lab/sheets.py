"""The laboratory's tables, as words and figures: a terminal and a report lay out the same ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapete.lab import words
from tapete.table.distribution import root
from tapete.table.tally import PARTS, RUIN
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tapete.lab.runner import Run
    from tapete.lab.study import Study
    from tapete.table.distribution import BetOdds, Joint, Length, Outlook
    from tapete.table.tally import Tally

_MOST_NETS = 60
_MOST_MARKS = 10
_DRAWS_TOLD = (*range(1, 11), 15, 20, 30, 50)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its headings, its rows, and the numbers of the columns that hold figures."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: frozenset[int] = frozenset()
    title: str = ""


def odds(rows: Iterable[BetOdds], cites: bool = True) -> Sheet:
    """Every bet of a game: what it covers and pays, the house edge, and the best way of playing where there are more.

    >>> from tapete.lab.study import Study
    >>> odds(Study("pv-1996/boule").rows, cites=False).rows[0]
    ('numero-entero ×9', '2/18', '7 : 1', '1/9', '11.111 %', '2.514')
    """
    rows = tuple(rows)
    if _last(rows):
        return _lasting(rows, cites)
    chooses = any(len(row.outlooks) > 1 for row in rows)
    headings = [_("bet"), _("covers"), _("pays"), _("edge"), "", "σ"]
    headings += [_("best"), _("other costs")] if chooses else []
    headings += [_("section")] if cites else []
    return Sheet(tuple(headings), tuple(_odds_row(row, chooses, cites) for row in rows), frozenset(range(1, 6)))


def _odds_row(row: BetOdds, chooses: bool, cites: bool) -> tuple[str, ...]:
    cells = [words.bet(row), f"{row.covered}/{row.cells}" if row.cells else "", words.pays(row)]
    if row.priced:
        found = row.outlook
        cells += [words.fraction(found.edge), words.percentage(found.edge, 3), words.decimal(root(found.variance), 3)]
    else:
        cells += ["-", "-", "-"]
    if chooses:
        several = len(row.outlooks) > 1
        costs = (f"{words.policy(other.policy)} {words.fraction(other.cost)}" for other in row.outlooks[1:])
        cells += [words.policy(row.best.policy) if several else "", ", ".join(costs)]
    return (*cells, *([row.pays_cite] if cites else []))


def _last(rows: Iterable[BetOdds]) -> bool:
    """Whether bets may lie there for many draws."""
    return any(row.priced and not row.choices and row.best.draws != 1 for row in rows)


def _lasting(rows: tuple[BetOdds, ...], wide: bool) -> Sheet:
    """Bets that may lie there for many throws: the edge of a bet made, of a throw and of a bet that does not draw."""
    headings = [_("bet"), _("pays"), _("wins"), _("throws"), _("edge"), "", _("per throw"), "σ"]
    headings += [_("decided"), _("section")] if wide else []
    told = tuple(line for row in rows for line in _lasting_rows(row, wide))
    return Sheet(tuple(headings), told, frozenset(range(1, 9)))


def _lasting_rows(row: BetOdds, wide: bool) -> Iterator[tuple[str, ...]]:
    """One line for each way in which the bet can be left lying there, the one asked about first."""
    if not row.priced:
        yield (words.bet(row), words.pays(row), *["-"] * 6, *(["", row.pays_cite] if wide else []))
    for outlook in sorted(row.outlooks, key=lambda outlook: outlook is not row.outlook):
        first = outlook is row.outlook
        yield (
            words.bet(row) if first else f"  {words.policy(outlook.policy)}",
            words.pays(row) if first else "",
            words.percentage(outlook.chance_of("win"), 2),
            words.decimal(float(outlook.draws), 2),
            words.fraction(outlook.edge),
            words.percentage(outlook.edge, 3),
            words.percentage(outlook.edge_per_draw, 3),
            words.decimal(root(outlook.variance), 3),
            *([_edge_decided(outlook), row.pays_cite] if wide else []),
        )


def decided(rows: Iterable[BetOdds]) -> list[Sheet]:
    """The edge of a lasting bet that does not draw, for a page too narrow to have it beside the others."""
    rows = tuple(rows)
    told = [row for row in rows if row.priced and row.outlook.edge_decided != row.outlook.edge] if _last(rows) else []
    lines = tuple(
        (words.bet(row), words.fraction(row.outlook.edge_decided), words.percentage(row.outlook.edge_decided, 3))
        for row in told
    )
    return [Sheet((_("bet"), _("decided"), ""), lines, frozenset((1, 2)))] if lines else []


def _edge_decided(outlook: Outlook) -> str:
    return words.percentage(outlook.edge_decided, 3) if outlook.edge_decided != outlook.edge else ""


def landings(rows: Iterable[BetOdds]) -> list[Sheet]:
    """What bets are worth once they have come to lie on a number, once for all bets that share it."""
    shared: dict[object, list[BetOdds]] = {}
    for row in rows:
        if row.landings:
            shared.setdefault(row.landings, []).append(row)
    headings = (_("then on"), _("probability"), _("wins"), _("throws"), _("edge"), "", _("per throw"))
    return [
        Sheet(
            headings,
            tuple(
                (
                    ", ".join(map(str, landing.places)),
                    words.fraction(landing.probability),
                    words.percentage(landing.outlook.chance_of("win"), 2),
                    words.decimal(float(landing.outlook.draws), 2),
                    words.fraction(landing.outlook.edge),
                    words.percentage(landing.outlook.edge, 3),
                    words.percentage(landing.outlook.edge_per_draw, 3),
                )
                for landing in alike[0].landings
            ),
            frozenset(range(1, 7)),
            ", ".join(row.bet for row in alike),
        )
        for alike in shared.values()
    ]


def length(found: Length) -> Sheet:
    """How long something lasts: how likely it takes exactly so many throws, and more than that."""
    rows = []
    for draws in _DRAWS_TOLD:
        chance = found.probability(draws)
        exactly, beyond = words.percentage(chance, 6), words.percentage(found.beyond(draws), 6)
        rows.append((words.whole(draws), words.fraction(chance), exactly, beyond))
    headings = (_("throws"), _("exactly"), "", _("more than that"))
    return Sheet(headings, tuple(rows), frozenset(range(4)), words.length(found))


def choices(rows: Iterable[BetOdds]) -> list[Sheet]:
    """The player's decisions, once for all bets that share them."""
    shared: dict[object, list[BetOdds]] = {}
    for row in rows:
        if row.choices:
            shared.setdefault(row.choices, []).append(row)
    headings = (_("choice"), _("held"), _("half"), _("prison"), _("best"), _("cost"))
    return [
        Sheet(
            headings,
            tuple(
                (
                    words.choice(choice),
                    words.fraction(choice.held),
                    _("must stay") if choice.half is None else words.fraction(choice.half),
                    words.fraction(choice.prison),
                    words.policy(choice.best),
                    words.fraction(choice.cost),
                )
                for choice in alike[0].choices
            ),
            frozenset((1, 2, 3, 5)),
            ", ".join(row.bet for row in alike),
        )
        for alike in shared.values()
    ]


def dilemmas(rows: Iterable[BetOdds]) -> list[Sheet]:
    """What the player decides between named answers: what each is worth, the best one and what the next costs."""
    found = []
    for row in rows:
        if not row.dilemmas:
            continue
        answers = sorted({answer for dilemma in row.dilemmas for answer, _worth in dilemma.worth})
        lines = tuple(
            (
                words.moment(dilemma),
                *(words.fraction(worth[answer]) if answer in worth else "" for answer in answers),
                words.policy(dilemma.best),
                words.fraction(dilemma.cost),
            )
            for dilemma in row.dilemmas
            for worth in (dict(dilemma.worth),)
        )
        headings = (_("choice"), *map(words.policy, answers), _("best"), _("cost"))
        figures = frozenset((*range(1, len(answers) + 1), len(answers) + 2))
        found.append(Sheet(headings, lines, figures, words.bet(row)))
    return found


def removals(rows: Iterable[BetOdds]) -> list[Sheet]:
    """What cards that have left the shoe do to the edge of each bet, those together that do the same."""
    lines = tuple(
        (
            words.bet(row),
            words.cards(removal.cards),
            words.percentage(removal.edge, 5),
            words.fraction(removal.change),
            words.percentage(removal.change, 5),
        )
        for row in rows
        for removal in row.removals
    )
    headings = (_("bet"), _("less in the shoe"), _("edge then"), _("change"), "")
    return [Sheet(headings, lines, frozenset((2, 3, 4)))] if lines else []


def results(rows: Iterable[BetOdds]) -> list[Sheet]:
    """What can become of each bet under each way of playing, once for all bets that share it."""
    shared: dict[object, tuple[Outlook, list[str]]] = {}
    for row in rows:
        for outlook in row.outlooks:
            manner = f" ({words.policy(outlook.policy)})" if len(row.outlooks) > 1 else ""
            shared.setdefault(outlook.results, (outlook, []))[1].append(words.bet(row) + manner)
    return [
        Sheet(
            (_("result"), _("net"), _("probability"), ""),
            tuple(
                (
                    words.result(result),
                    words.fraction(result.net),
                    words.fraction(result.probability),
                    words.percentage(result.probability),
                )
                for result in outlook.results
            ),
            frozenset((1, 2, 3)),
            ", ".join(bets),
        )
        for outlook, bets in shared.values()
    ]


def laid(study: Study) -> Sheet:
    """The stakes on the table."""
    stakes = (
        (" ".join([position.bet, *words.place(position.on)]), words.amount(position.stake))
        for position in study.round.standing
    )
    return Sheet((_("bet"), _("stake")), tuple(stakes), frozenset((1,)))


def joint(found: Joint) -> Sheet:
    """The figures of the stakes together."""
    return Sheet(
        (_("exact"), "", ""),
        (
            (_("staked in a round"), words.amount(found.staked), ""),
            (_("expected net"), words.fraction(found.expected), words.decimal(float(found.expected), 6)),
            (_("house edge"), words.fraction(found.edge), words.percentage(found.edge)),
            (_("standard deviation"), "", words.decimal(found.deviation)),
            (_("draws in a round"), words.fraction(found.draws), words.decimal(float(found.draws), 6)),
        ),
        frozenset((1, 2)),
    )


def nets(found: Joint) -> Sheet:
    """How likely each net of a round is; of very many, the likeliest."""
    shown = sorted(sorted(found.net.chances, key=lambda chance: -chance[1])[:_MOST_NETS])
    rows = []
    for net, probability in shown:
        below = words.percentage(found.net.up_to(net))
        rows.append((words.amount(net), words.fraction(probability), words.percentage(probability), below))
    return Sheet((_("net"), _("probability"), "", _("net or less")), tuple(rows), frozenset(range(4)))


def comparison(study: Study, run: Run, confidence: float) -> Sheet:
    """What was simulated beside what is exact."""
    sample, exact = run.sample, study.joint
    low, high = sample.interval(confidence)
    edge_low, edge_high = sample.edge_interval(confidence)
    interval = _("its interval of {sure}").format(sure=words.confidence(confidence))
    rows = (
        (_("rounds"), words.whole(sample.rounds), ""),
        (_("net of all rounds"), words.amount(sample.returned - sample.staked), ""),
        (_("net of a round"), words.decimal(float(sample.mean), 6), words.decimal(float(exact.expected), 6)),
        (interval, f"{words.decimal(low, 6)} … {words.decimal(high, 6)}", ""),
        (_("house edge"), words.percentage(sample.edge), words.percentage(exact.edge)),
        (interval, f"{words.percentage(edge_low)} … {words.percentage(edge_high)}", ""),
        (_("standard deviation"), words.decimal(sample.deviation), words.decimal(exact.deviation)),
        (
            _("draws in a round"),
            words.decimal(sample.draws / sample.rounds, 6),
            words.decimal(float(exact.draws), 6),
        ),
    )
    return Sheet(("", _("simulated"), _("exact")), rows, frozenset((1, 2)))


def sessions(tally: Tally, confidence: float) -> Sheet:
    """What sessions of a strategy brought, and how they ended."""
    low, high = tally.interval(confidence)
    sure = _("its interval of {sure}").format(sure=words.confidence(confidence))
    rows = [
        (_("sessions"), words.whole(tally.sessions), ""),
        (_("throws of a session"), words.decimal(tally.draws / tally.sessions, 2), ""),
        (_("staked in a session"), words.decimal(tally.staked / tally.sessions, 2), ""),
        (_("net of a session"), words.decimal(float(tally.mean), 4), ""),
        (sure, f"{words.decimal(low, 4)} … {words.decimal(high, 4)}", ""),
        (_("standard deviation"), words.decimal(tally.deviation, 4), ""),
        (_("lost of every chip staked"), "", words.percentage(tally.cost, 3)),
    ]
    for ending, number in tally.endings.items():
        if number or ending == RUIN:
            bounds = (words.percentage(bound, 3) for bound in tally.chance_interval(ending, confidence))
            rows.append((words.ending(ending), words.whole(number), words.percentage(tally.chance(ending), 3)))
            rows.append((f"  {sure}", "", " … ".join(bounds)))
    return Sheet(("", "", ""), tuple(rows), frozenset((1, 2)))


def curve(tally: Tally, lines: int = _MOST_MARKS) -> Sheet:
    """How much players had as the session went on: so many of a hundred had no more than this."""
    headings = (words.unit(tally.unit), *(words.percentage(part, 0) for part in PARTS))
    chosen = sorted({-(-len(tally.marks) * n // lines) - 1 for n in range(1, lines + 1)})
    rows = [(words.whole(0), *[words.whole(tally.bankroll)] * len(PARTS))]
    for mark in chosen:
        rows.append((words.whole(tally.marks[mark]), *(words.decimal(held, 0) for held in tally.quantiles(mark))))
    return Sheet(headings, tuple(rows), frozenset(range(len(headings))))
