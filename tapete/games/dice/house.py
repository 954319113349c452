"""What the house states for a dice table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.table.limits import known_settings, rounding, span, stated_bounds

if TYPE_CHECKING:
    from tapete.games.dice.rules import DiceGame
    from tapete.table.limits import Bounds
    from tapete.table.money import Rounding

SETTINGS = ("minimum", "maximum", "limits", "readings", "rounding")


@dataclass(frozen=True, slots=True)
class House:
    """A table's settings: the bounds of every bet, and how parts of a chip are rounded."""

    minimum: int | None
    maximum: int | None
    bounds: dict[str, Bounds]
    rounding: Rounding

    @classmethod
    def read(cls, game: DiceGame, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that means nothing here.

        >>> from tapete.games import rules
        >>> House.read(rules("cl-2023/chuck-a-luck"), {"maximum": 500}).bounds["low"].maximum
        500
        """
        known_settings(table, SETTINGS)
        stated = stated_bounds(table, game.bets, game.limits.cite)
        return cls(*span(table), stated, rounding(table, game.rounding))
