"""Settlements for people: who, which bet, what came back, and the section that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.cli.common import console, safe
from tapete.cli.tables import print_table
from tapete.table.money import chips, shown
from tapete.table.terms import RESULTS, STATES, bet_shown, term
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from tapete.table.round import Event, Line, Settlement

_COLOURS = {"win": "green", "free": "cyan", "push": "cyan", "half": "yellow", "lose": "red"}
_FIGURES, _RESULT = (2, 4), 3  # of the columns
_INDENT = 2


def place(on: tuple[object, ...]) -> str:
    """A place as people write it."""
    return "-".join(str(item) for item in on)


def _print_table(out: Console, lines: Sequence[Line], bets: Mapping[str, Any]) -> None:
    headings = (_("player"), _("bet"), _("stake"), _("result"), _("returned"), _("section"))
    rows = [
        (
            line.player,
            bet_shown(line.bet, bets, line.on),
            shown(line.stake),
            str(term(RESULTS, line.result)),
            shown(line.returned),
            line.cite or "",
        )
        for line in lines
    ]
    print_table(
        out,
        headings,
        rows,
        _FIGURES,
        lambda row, column: _COLOURS.get(lines[row].result, "white") if column == _RESULT else "",
    )


def print_lines(out: Console, lines: Sequence[Line], bets: Mapping[str, Any]) -> None:
    """Settlement lines, and beneath them why those ended so that do not explain themselves; each reason once.

    ``bets`` are the game's, for their names.
    """
    _print_table(out, lines, bets)
    reasons: dict[str, list[str]] = {}
    for line in lines:
        if line.why is not None:
            whose = f"{line.player}, {bet_shown(line.bet, bets, line.on)}"
            reasons.setdefault(str(line.why), []).append(whose)
    for why, bets_of in reasons.items():
        _print_below(out, f"[dim]{safe('; '.join(dict.fromkeys(bets_of)))}:[/] {safe(why)}")


def _print_below(out: Console, markup: str) -> None:
    """A line that belongs to what stands above it; where it is long it goes on with the same indent."""
    from rich.padding import Padding

    out.print(Padding(markup, (0, 0, 0, _INDENT), expand=False))


def event_text(event: Event) -> str:
    """An event as a sentence."""
    if event.sentence is not None:
        return str(event.sentence)
    details = ", ".join(f"{name} {value}" for name, value in event.data)
    return f"{event.kind}: {details}" if details else event.kind


def print_settlement(settlement: Settlement, number: int, bets: Mapping[str, Any]) -> None:
    """A whole settlement for people; ``bets`` are the game's, for their names."""
    out = console()
    out.rule(f"{number} · {settlement.game}", align="left")
    for event in settlement.events:
        cite = f"  [dim]{safe('[' + event.cite + ']')}[/]" if event.cite else ""
        _print_below(out, f"{safe(event_text(event))}{cite}")
    if settlement.lines:
        print_lines(out, settlement.lines, bets)
    for position in settlement.standing:
        state = f" ({term(STATES, position.state)})" if position.state != "open" else ""
        _print_below(
            out,
            _("standing: {player}, {bet} {stake}{state}").format(
                player=safe(position.player),
                bet=safe(bet_shown(position.bet, bets, position.on)),
                stake=shown(position.stake + position.excess),
                state=state,
            ),
        )
    for name, account in settlement.players.items():
        net = chips(account.returned - account.staked)
        sign = "+" if net > 0 else ""
        colour = "green" if net > 0 else "red" if net < 0 else "white"
        _print_below(
            out,
            _("{player}: staked {staked}, returned {returned}, net [{colour}]{net}[/]").format(
                player=safe(name),
                staked=shown(account.staked),
                returned=shown(account.returned),
                colour=colour,
                net=sign + shown(net),
            ),
        )
