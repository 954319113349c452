"""Craps: bets that lie on the cloth for many throws of two dice."""

from typing import Any

from tapete.games.craps.round import CrapsRound
from tapete.games.craps.rules import Cloth, CrapsGame

GAME = CrapsGame


def cloth(game: CrapsGame) -> Cloth:
    """Every way in which a bet can lie on the cloth."""
    return Cloth(game)


def new_round(game: CrapsGame, places: Cloth, table: dict[str, Any]) -> CrapsRound:
    """A table of this game."""
    return CrapsRound(game, places, table)


def terminal(round: CrapsRound) -> Any:
    """The cloth for a terminal."""
    from tapete.games.craps.typed import typed

    return typed(round)
