"""War: one card each, the higher one wins; after a tie the player surrenders or goes to war."""

from typing import TYPE_CHECKING, Any

from tapete.games.war.hands import TIED
from tapete.games.war.round import WarRound
from tapete.games.war.rules import Cloth, WarGame

if TYPE_CHECKING:
    from tapete.table.advice import Advice

GAME = WarGame


def cloth(game: WarGame) -> Cloth:
    """The boxes of the cloth and the bets by their names."""
    return Cloth(game)


def new_round(game: WarGame, places: Cloth, table: dict[str, Any]) -> WarRound:
    """A table of this game."""
    return WarRound(game, places, table)


def terminal(round: WarRound) -> Any:
    """The table for a terminal."""
    from tapete.games.war.typed import typed

    return typed(round)


def advice(round: WarRound) -> "tuple[Advice, ...]":
    """What going to war and giving up are worth to everybody who has tied."""
    if not any(hand.state == TIED for hand in round.hands):
        return ()
    from tapete.games.war.odds import advise

    return advise(round)
