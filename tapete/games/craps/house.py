"""What the house states for a craps table, checked against the document."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.table.errors import BadRecord
from tapete.table.limits import Bounds, bounds, known_settings, own_limits, rounding, seats, setting, span
from tapete.table.words import N_

if TYPE_CHECKING:
    from fractions import Fraction

    from tapete.games.craps.rules import CrapsBet, CrapsGame
    from tapete.table.money import Rounding

SETTINGS = ("minimum", "maximum", "limits", "readings", "rounding", "seats", "dice")


@dataclass(frozen=True, slots=True)
class House:
    """A table's settings: the bounds of every bet on every number, the seats in order, the dice that it keeps."""

    minimum: int | None
    maximum: int | None
    bounds: dict[tuple[str, int | None], Bounds]
    rounding: Rounding
    seats: tuple[str, ...]
    dice: int

    @classmethod
    def read(cls, game: CrapsGame, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that the document does not allow.

        >>> from tapete.games import rules
        >>> House.read(rules("bo-2025/craps"), {"maximum": 500}).bounds["field", None].maximum
        500
        """
        known_settings(table, (*SETTINGS, *game.shorthand))
        minimum, maximum = _span(game, table)
        own = own_limits(table, game.bets)
        all_bounds = {
            (name, number): _bounds(game, name, number, (minimum, maximum), own.get(name, {}))
            for name in game.bets
            for number in (None, *game.point.numbers)
        }
        return cls(minimum, maximum, all_bounds, rounding(table, game.rounding), seats(table), _dice(game, table))


def _span(game: CrapsGame, table: dict[str, Any]) -> tuple[int | None, int | None]:
    """The table's limits; one that states no maximum has the document's most."""
    minimum, maximum = span(table)
    if game.limits.between is None or minimum is None:
        return minimum, maximum
    low, high = game.limits.between
    if maximum is not None and not low * minimum <= maximum <= high * minimum:
        raise BadRecord(
            N_("The table's maximum must be {low} to {high} times the minimum of {minimum}; {maximum} is not."),
            cite=game.limits.cite,
            low=low,
            high=high,
            minimum=minimum,
            maximum=maximum,
        )
    return minimum, maximum or high * minimum


def _bounds(
    game: CrapsGame, name: str, number: int | None, table: tuple[int | None, int | None], own: dict[str, Any]
) -> Bounds:
    minimum, maximum = table
    least, stated = setting(own, "minimum") or minimum or 1, setting(own, "maximum")
    rule = game.bets[name].maximum
    if rule is not None and rule.of_bet and stated is not None:
        raise BadRecord(
            N_("The document fixes the maximum on {bet} by the bet it goes with; the table cannot state one."),
            cite=game.limits.cite,
            bet=name,
        )
    low, high = _formula(game, game.bets[name], number, table)
    if stated is not None and ((low is not None and stated < low) or (high is not None and stated > high)):
        raise BadRecord(
            N_("The maximum on {bet} must be from {low} to {high}; {stated} is not."),
            cite=game.limits.cite,
            bet=name,
            low=math.ceil(low or 1),
            high="-" if high is None else math.floor(high),
            stated=stated,
        )
    if stated is None:
        follows = rule is None and maximum is not None
        stated = maximum if follows else None if high is None else math.floor(high)
    return bounds(name, least, stated, game.limits.cite)


def _formula(
    game: CrapsGame, bet: CrapsBet, number: int | None, table: tuple[int | None, int | None]
) -> tuple[Fraction | int | None, Fraction | int | None]:
    """Between what the maximum on a bet must lie at a table with these limits; None where it is open."""
    minimum, maximum = table
    rule = bet.maximum
    if rule is None:
        if game.limits.between is None:
            return None, maximum
        if bet.of is not None or minimum is None:
            return None, None
        return game.limits.between[0] * minimum, game.limits.between[1] * minimum
    if maximum is None:
        return None, None
    if rule.gain is not None:
        best = max([*bet.pays_on_throw.values(), *([bet.pays] if bet.pays is not None else [])])
        return rule.gain[0] * maximum / best, rule.gain[1] * maximum / best
    share = rule.of_maximum.get(str(number))
    return (None, None) if share is None else (share * maximum, share * maximum)


def _dice(game: CrapsGame, table: dict[str, Any]) -> int:
    number = setting(table, "dice")
    if number is None:
        return max(game.dice.kept)
    if number not in game.dice.kept:
        raise BadRecord(
            N_("A table keeps {known} dice, not {number}."),
            cite=game.dice.cite,
            known=" / ".join(map(str, game.dice.kept)),
            number=number,
        )
    return number
