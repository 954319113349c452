"""What the house states for a table of War, checked against the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.table.cards import SHOE_SETTINGS, ShoeHouse
from tapete.table.limits import Bounds, bounds, known_settings, own_limits, rounding, seats_of, setting, span

if TYPE_CHECKING:
    from tapete.games.war.rules import WarGame
    from tapete.table.money import Rounding

SETTINGS = ("minimum", "maximum", "limits", "readings", "rounding", "seats", *SHOE_SETTINGS)


@dataclass(frozen=True, slots=True)
class House:
    """A table's settings. ``seats``: the players who hold a place, from the croupier's left."""

    minimum: int | None
    maximum: int | None
    bounds: dict[str, Bounds]
    rounding: Rounding
    shoe: ShoeHouse
    seats: tuple[str, ...]

    @classmethod
    def read(cls, game: WarGame, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that the document does not allow.

        >>> from tapete.games import rules
        >>> House.read(rules("cl-2023/war"), {"maximum": 500, "decks": 8}).shoe.decks
        8
        """
        known_settings(table, SETTINGS)
        minimum, maximum = span(table)
        placed = {name: bet for name, bet in game.bets.items() if bet.group != "raise"}
        own = own_limits(table, placed)
        stated = {
            name: bounds(
                name,
                setting(own.get(name, {}), "minimum") or minimum or 1,
                setting(own.get(name, {}), "maximum") or maximum,
                game.limits.cite,
            )
            for name in placed
        }
        return cls(
            minimum,
            maximum,
            stated,
            rounding(table, game.rounding),
            ShoeHouse.read(game.shoe, table),
            seats_of(table, game.boxes.number, game.boxes.cite),
        )
