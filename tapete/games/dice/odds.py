"""The exact mathematics of a dice game that one throw decides: that of a wheel whose cells are the throws."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tapete.games.wheels.odds import WheelOdds

if TYPE_CHECKING:
    from tapete.games.dice.round import DiceRound
    from tapete.games.wheels.rules import Spot
    from tapete.table.distribution import BetOdds


class DiceOdds(WheelOdds):
    """The odds of a table: of every bet that its cloth offers, and of the stakes that lie on it together.

    >>> from tapete.games import table
    >>> anchor = DiceOdds(table("cl-2023/corona-y-ancla")).bets()[0]
    >>> anchor.edge, anchor.prices
    (Fraction(17, 216), (Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)))
    """

    def __init__(self, round: DiceRound) -> None:
        super().__init__(cast("Any", round))

    def _weighed(self, round: Any) -> dict[Any, int]:
        return dict.fromkeys(round.cloth.throws, 1)

    def _row(self, spots: list[Spot], stake: int | None) -> BetOdds:
        row = super()._row(spots, stake)
        prices = tuple(sorted({rate - 1 for rate in spots[0].returns.values()}))
        return row if row.pays is not None else replace(row, prices=prices)


def odds(round: DiceRound) -> DiceOdds:
    """The odds of a table and of the stakes that lie on it."""
    return DiceOdds(round)
