"""Roulette: a wheel game with a cloth of rows and columns, its own treatment of zero, and announced bets."""

from typing import Any

from tapete.games.roulette.round import RouletteRound
from tapete.games.roulette.rules import RouletteCloth, RouletteGame

GAME = RouletteGame


def cloth(game: RouletteGame) -> RouletteCloth:
    """The places of the game's cloth."""
    return RouletteCloth(game)


def new_round(game: RouletteGame, places: RouletteCloth, table: dict[str, Any]) -> RouletteRound:
    """A table of this game."""
    return RouletteRound(game, places, table)
