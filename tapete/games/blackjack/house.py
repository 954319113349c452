"""What the house states for a Black Jack table, checked against the document."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tapete.table.cards import SHOE_SETTINGS, ShoeHouse
from tapete.table.errors import BadRecord
from tapete.table.limits import Bounds, known_settings, own_limits, rounding, seats_of, setting, span
from tapete.table.words import N_

if TYPE_CHECKING:
    from tapete.games.blackjack.rules import BlackjackGame
    from tapete.table.money import Money, Rounding

SETTINGS = ("minimum", "maximum", "limits", "readings", "rounding", "seats", "hands", "options", "pots", "side-bets")
SURRENDER = "retiro"


@dataclass(frozen=True, slots=True)
class House:
    """A table's settings.

    ``seats``: players from the croupier's left. ``hands``: how many are needed to begin. ``options``: what the house
    admits of all that the document leaves to it. ``pots``: what the pot of a side bet holds.
    """

    minimum: int | None
    maximum: int | None
    bounds: dict[str, Bounds]
    rounding: Rounding
    shoe: ShoeHouse
    seats: tuple[str, ...]
    hands: int
    options: frozenset[str]
    pots: dict[str, int]

    @classmethod
    def read(cls, game: BlackjackGame, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that the document does not allow.

        >>> from tapete.games import rules
        >>> house = House.read(rules("bo-2025/black-jack/perfect-pairs"), {"minimum": 50})
        >>> house.bounds["perfect-pairs"].minimum, house.bounds["perfect-pairs"].maximum
        (5, 40)
        """
        known_settings(table, (*SETTINGS, *SHOE_SETTINGS, *game.shorthand))
        minimum, maximum = _span(game, table)
        own = own_limits(table, game.bets)
        bounds = {name: _bounds(game, name, (minimum, maximum), own.get(name, {})) for name in game.bets}
        return cls(
            minimum,
            maximum,
            bounds,
            rounding(table, game.rounding),
            ShoeHouse.read(game.shoe, table),
            seats_of(table, game.boxes.number, game.boxes.cite),
            _hands(game, table),
            _options(game, table),
            _pots(game, table),
        )


def _span(game: BlackjackGame, table: dict[str, Any]) -> tuple[int | None, int | None]:
    minimum, maximum = span(table)
    multiples = game.limits.multiples
    if not multiples or minimum is None:
        return minimum, maximum
    if maximum is None:
        return minimum, max(multiples) * minimum
    if maximum not in [times * minimum for times in multiples]:
        raise BadRecord(
            N_("The maximum on {bet} must be {multiples} times the minimum of {minimum}; {maximum} is none."),
            cite=game.limits.cite,
            bet=game.named("main"),
            multiples=" / ".join(map(str, multiples)),
            minimum=minimum,
            maximum=maximum,
        )
    return minimum, maximum


def _bounds(game: BlackjackGame, name: str, table: tuple[int | None, int | None], own: dict[str, Any]) -> Bounds:
    """What may lie on a bet: by the document's share of the table's minimum, within that as the house states."""
    bet, (minimum, maximum) = game.bets[name], table
    least, most = setting(own, "minimum"), setting(own, "maximum")
    low: Money = minimum or 1
    high: Money | None = maximum
    if bet.least is not None or bet.most is not None or bet.multiples:
        low, high = 1, None
    if minimum is not None:
        low = _whole(bet.least * minimum) if bet.least is not None else low
        high = _whole(bet.most * minimum) if bet.most is not None else high
        if bet.multiples:
            allowed = [times * minimum for times in bet.multiples]
            high = max(allowed)
            if most is not None and most not in allowed:
                raise BadRecord(
                    N_("The maximum on {bet} must be {multiples} times the minimum of {minimum}; {maximum} is none."),
                    cite=bet.cite,
                    bet=name,
                    multiples=" / ".join(map(str, bet.multiples)),
                    minimum=minimum,
                    maximum=most,
                )
    for stated in (least, most):
        if stated is not None and (stated < low or (high is not None and stated > high)):
            raise BadRecord(
                N_("The limits of {bet} go from {low} to {high}; {stated} is outside."),
                cite=bet.cite,
                bet=name,
                low=low,
                high="-" if high is None else high,
                stated=stated,
            )
    return _in_order(name, Bounds(least or low, most or high, cite=_cite(game, name)))


def _whole(amount: Fraction) -> Money:
    return amount.numerator if amount.denominator == 1 else amount


def _cite(game: BlackjackGame, name: str) -> str:
    bet = game.bets[name]
    return bet.cite if bet.least is not None or bet.most is not None or bet.multiples else game.limits.cite


def _in_order(name: str, bounds: Bounds) -> Bounds:
    if bounds.maximum is not None and math.ceil(bounds.minimum) > math.floor(bounds.maximum) >= 1:
        raise BadRecord(
            N_("The minimum of {minimum} on {bet} is above its maximum of {maximum}."),
            bet=name,
            minimum=bounds.minimum,
            maximum=bounds.maximum,
        )
    return bounds


def _hands(game: BlackjackGame, table: dict[str, Any]) -> int:
    number = setting(table, "hands")
    if number is None:
        return min(game.boxes.start)
    if number not in game.boxes.start:
        raise BadRecord(
            N_("Play begins with at least {known} hands, as the house decides; not {number}."),
            cite=game.boxes.cite,
            known=" / ".join(map(str, game.boxes.start)),
            number=number,
        )
    return number


def _options(game: BlackjackGame, table: dict[str, Any]) -> frozenset[str]:
    """What the house admits of what it may leave out; a table that does not say admits all of it."""
    known = {name for name, bet in game.bets.items() if bet.optional}
    if game.surrender is not None and game.surrender.optional:
        known.add(SURRENDER)
    chosen = table.get("options")
    if chosen is None:
        return frozenset(known)
    if not isinstance(chosen, list | tuple) or not all(isinstance(one, str) for one in chosen):
        raise BadRecord(N_("The table's options are a list of: {known}."), known=sorted(known) or "-")
    strays = [one for one in chosen if one not in known]
    if strays:
        raise BadRecord(
            N_("{name} is not left to the house; what is: {known}."), name=strays[0], known=sorted(known) or "-"
        )
    return frozenset(chosen)


def _pots(game: BlackjackGame, table: dict[str, Any]) -> dict[str, int]:
    pots = table.get("pots") or {}
    known = [name for name, bet in game.bets.items() if any(win.pot for win in bet.wins.values())]
    if not isinstance(pots, dict) or not all(name in known for name in pots):
        raise BadRecord(N_("The table's pots are those of: {known}."), known=known or "-")
    return {name: setting(pots, name) or 0 for name in pots}
