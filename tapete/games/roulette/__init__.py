"""Roulette: a wheel game with a cloth of rows and columns, its own treatment of zero, and announced bets."""

from typing import TYPE_CHECKING, Any

from tapete.games.roulette.round import RouletteRound
from tapete.games.roulette.rules import RouletteCloth, RouletteGame

if TYPE_CHECKING:
    from tapete.table.advice import Advice

GAME = RouletteGame


def cloth(game: RouletteGame) -> RouletteCloth:
    """The places of the game's cloth."""
    return RouletteCloth(game)


def new_round(game: RouletteGame, places: RouletteCloth, table: dict[str, Any]) -> RouletteRound:
    """A table of this game."""
    return RouletteRound(game, places, table)


def terminal(round: RouletteRound) -> Any:
    """The cloth for a terminal."""
    from tapete.games.roulette.typed import typed

    return typed(round)


def advice(round: RouletteRound) -> "tuple[Advice, ...]":
    """What half and prison are worth for every stake that waits for its player."""
    if not any(position.waits for position in round.standing):
        return ()
    from tapete.games.roulette.odds import advise

    return advise(round)
