"""Games of dice in which one throw decides every bet: Crown and Anchor, Chuck a Luck."""

from typing import Any

from tapete.games.dice.round import DiceRound
from tapete.games.dice.rules import Cloth, DiceGame

GAME = DiceGame


def cloth(game: DiceGame) -> Cloth:
    """The places of the game's cloth."""
    return Cloth(game)


def new_round(game: DiceGame, places: Cloth, table: dict[str, Any]) -> DiceRound:
    """A table of this game."""
    return DiceRound(game, places, table)


def terminal(round: DiceRound) -> Any:
    """The cloth for a terminal."""
    from tapete.games.dice.typed import typed

    return typed(round)
