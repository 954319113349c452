"""Black Jack: players decide, the bank draws as it must. Challenge 21, Canal 21 and the rest differ in data."""

from typing import TYPE_CHECKING, Any

from tapete.games.blackjack.added import SIDE_BETS, with_side_bets
from tapete.games.blackjack.play import BANK, PLAY, TIE
from tapete.games.blackjack.round import BlackjackRound
from tapete.games.blackjack.rules import BlackjackGame, Cloth

if TYPE_CHECKING:
    from tapete.table.advice import Advice

GAME = BlackjackGame


def cloth(game: BlackjackGame) -> Cloth:
    """The bets of the cloth by their names."""
    return Cloth(game)


def new_round(game: BlackjackGame, places: Cloth, table: dict[str, Any]) -> BlackjackRound:
    """A table of this game, with the side bets that its settings add."""
    if table.get(SIDE_BETS):
        game = with_side_bets(game, table)
        places = Cloth(game)
    return BlackjackRound(game, places, table)


def terminal(round: BlackjackRound) -> Any:
    """The table for a terminal."""
    from tapete.games.blackjack.typed import typed

    return typed(round)


def advice(round: BlackjackRound) -> "tuple[Advice, ...]":
    """What each decision that players may take now is worth; nothing where it is not worked out."""
    bank = round.rules.bank
    apart = bank is not None and bank.hands > 1 and bank.first_card == "own"
    if bank is None or apart or round.phase not in (PLAY, BANK, TIE) or round.stuck:
        return ()
    from tapete.games.blackjack.school import advise

    return advise(round)
