"""Side bets of another file, put on a table that states them: ``table: {side-bets: [lr-2012/…]}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.games import rules
from tapete.table.errors import BadRecord, TapeteError
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.blackjack.rules import BlackjackBet, BlackjackGame

SIDE_BETS = "side-bets"


def with_side_bets(game: BlackjackGame, table: dict[str, Any]) -> BlackjackGame:
    """The game with the side bets that the table adds to it, each cited with the document that it comes from.

    >>> game = rules("bo-2025/black-jack/clasico")
    >>> added = with_side_bets(game, {"side-bets": ["cl-2023/black-jack/perfect-pairs"]})
    >>> added.bets["perfect-pairs"].cite
    'cl-2023 III.1.5.1 (b)'
    """
    named = table.get(SIDE_BETS) or ()
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise BadRecord(N_("The field {field} must be a list."), field=f"table.{SIDE_BETS}")
    bets = dict(game.bets)
    for name in named:
        for bet, facts in _side_bets(name):
            if bet in bets:
                raise BadRecord(N_("The table has the bet {bet} already."), bet=bet)
            bets[bet] = facts
    return game.model_copy(update={"bets": bets}) if named else game


def _side_bets(name: str) -> Iterator[tuple[str, BlackjackBet]]:
    try:
        lender: Any = rules(name)
    except TapeteError as error:
        raise BadRecord(N_("{why}"), why=error) from None
    if lender.family != "blackjack":
        raise BadRecord(N_("{name} has no side bets for this table."), name=name)
    for bet, facts in lender.bets.items():
        if facts.group == "side":
            yield bet, _credited(facts, lender.catalogue)


def _credited(bet: BlackjackBet, document: str) -> BlackjackBet:
    """The bet with its document in front of every section that it cites."""
    wins = {name: win.model_copy(update={"cite": f"{document} {win.cite}"}) for name, win in bet.wins.items()}
    cites = {"cite": f"{document} {bet.cite}", "pays_cite": bet.pays_cite and f"{document} {bet.pays_cite}"}
    return bet.model_copy(update={**cites, "wins": wins})
