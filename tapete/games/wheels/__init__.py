"""Wheel games: one spin decides every bet. Boule, Big Six and the wheel of fortune are played as they stand here."""

from typing import Any

from tapete.games.wheels.round import WheelRound
from tapete.games.wheels.rules import Cloth, WheelGame

GAME = WheelGame


def cloth(game: WheelGame) -> Cloth:
    """The places of the game's cloth."""
    return Cloth(game)


def new_round(game: WheelGame, places: Cloth, table: dict[str, Any]) -> WheelRound:
    """A table of this game."""
    return WheelRound(game, places, table)


def terminal(round: WheelRound) -> Any:
    """The cloth for a terminal."""
    from tapete.games.wheels.typed import typed

    return typed(round)
