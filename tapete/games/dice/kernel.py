"""Fast simulation of a dice game that one throw decides: that of a wheel whose cells are the throws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.dice.odds import odds
from tapete.games.wheels.kernel import Kernel, cells
from tapete.games.wheels.odds import BEST

if TYPE_CHECKING:
    from tapete.games.dice.round import DiceRound


def kernel(round: DiceRound, policy: str = BEST) -> Kernel:
    """The simulation of the stakes that lie on a table.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet
    >>> opened = table("cl-2023/chuck-a-luck")
    >>> _ = opened.play([Bet("ana", "low", (), 10)])
    >>> sum(number for number, _ in kernel(opened).endings(kernel(opened).count(seed=7, block=0, rounds=100)))
    100
    """
    known = odds(round)
    return Kernel(known.course(policy), cells(known))
