"""Limits: what a stake may be, and what the document says when it is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from tapete.table import money
from tapete.table.actions import as_written
from tapete.table.errors import BadRecord, Refused
from tapete.table.money import Money, Rounding
from tapete.table.names import Names
from tapete.table.words import N_


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that may lie on a place, and of what it must be a multiple."""

    minimum: Money = 1
    maximum: Money | None = None
    step: int = 1
    cite: str | None = None

    def check(self, bet: str, total: Money, cite: str | None = None) -> None:
        """Refuse a stake outside the limits, with the sentence that says which."""
        where = self.cite or cite
        if total < self.minimum:
            raise Refused(
                N_("A stake of {stake} on {bet} is below the minimum of {minimum}."),
                cite=where,
                stake=money.shown(total),
                bet=bet,
                minimum=money.shown(self.minimum),
            )
        if self.maximum is not None and total > self.maximum:
            raise Refused(
                N_("A stake of {stake} on {bet} is above the maximum of {maximum}."),
                cite=where,
                stake=money.shown(total),
                bet=bet,
                maximum=money.shown(self.maximum),
            )
        if self.step != 1 and total % self.step:
            raise Refused(
                N_("A stake of {stake} on {bet} must be a multiple of {step}."),
                cite=where,
                stake=money.shown(total),
                bet=bet,
                step=self.step,
            )


def bounds(bet: str, minimum: int, maximum: int | None, cite: str | None = None) -> Bounds:
    """What may lie on a bet, or a refusal where its minimum is above its maximum."""
    if maximum is not None and minimum > maximum:
        raise BadRecord(
            N_("The minimum of {minimum} on {bet} is above its maximum of {maximum}."),
            bet=bet,
            minimum=minimum,
            maximum=maximum,
        )
    return Bounds(minimum, maximum, cite=cite)


def setting(table: dict[str, Any], name: str) -> int | None:
    """A limit that the house states for its table: a positive whole number, or absent."""
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(
            N_("The table's {field} must be a whole number, not {value}."), field=name, value=as_written(value)
        )
    if value <= 0:
        raise BadRecord(N_("The table's {field} must be above zero, not {value}."), field=name, value=value)
    return value


def known_settings(table: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse a table that states something which its game leaves to nobody."""
    for name in table:
        if name not in known:
            raise BadRecord(N_("The table has no setting {field}; it has: {known}."), field=name, known=list(known))


def span(table: dict[str, Any]) -> tuple[int | None, int | None]:
    """The table's minimum and maximum, in this order.

    >>> span({"minimum": 5, "maximum": 100})
    (5, 100)
    """
    minimum, maximum = setting(table, "minimum"), setting(table, "maximum")
    if minimum is not None and maximum is not None and minimum > maximum:
        raise BadRecord(
            N_("The table's minimum of {minimum} is above its maximum of {maximum}."),
            minimum=minimum,
            maximum=maximum,
        )
    return minimum, maximum


def rounding(table: Mapping[str, Any], otherwise: Rounding = "exact") -> Rounding:
    """How the house rounds parts of a chip, where its table says so."""
    how: Any = table.get("rounding", otherwise)
    if how not in get_args(Rounding):
        raise BadRecord(N_("The table's rounding is exact, down, up or nearest, not {value}."), value=as_written(how))
    chosen: Rounding = how
    return chosen


class Named(Protocol):
    """A bet, as far as limits must know it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its document gives it."""


def own_limits(table: Mapping[str, Any], bets: Mapping[str, Named]) -> dict[str, dict[str, Any]]:
    """What the house states for single bets, by their ids or names: for each a minimum, a maximum or both."""
    own = table.get("limits") or {}
    if not isinstance(own, dict):
        raise BadRecord(N_("The field {field} must be a list of names and values."), field="table.limits")
    names = Names("", "", {name: bet.names for name, bet in bets.items()} if own else {})
    found: dict[str, dict[str, Any]] = {}
    for word, stated in own.items():
        name = names.known(str(word))
        if name is None:
            raise BadRecord(
                N_("The table limits the unknown bet {bet}; there are: {known}."), bet=word, known=list(bets)
            )
        if name in found:
            raise BadRecord(N_("The table limits {bet} twice."), bet=name)
        if stated is not None and (not isinstance(stated, dict) or not set(stated) <= {"minimum", "maximum"}):
            raise BadRecord(N_("The table's limits of {bet} have a minimum and a maximum."), bet=word)
        found[name] = stated or {}
    return found


def stated_bounds(table: dict[str, Any], bets: Mapping[str, Named], cite: str | None = None) -> dict[str, Bounds]:
    """What may lie on each bet where the document gives no figures: the table's limits, or the bet's own.

    >>> from tapete.games import rules
    >>> bets = rules("cl-2023/chuck-a-luck").bets
    >>> stated_bounds({"maximum": 100, "limits": {"campo": {"maximum": 20}}}, bets)["field"].maximum
    20
    """
    minimum, maximum = span(table)
    own = own_limits(table, bets)
    return {
        name: bounds(
            name,
            setting(own.get(name, {}), "minimum") or minimum or 1,
            setting(own.get(name, {}), "maximum") or maximum,
            cite,
        )
        for name in bets
    }


def seats(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The players round the table, clockwise from the croupier's left, where the record states them.

    >>> seats({"seats": ["ana", "luis"]})
    ('ana', 'luis')
    """
    stated = table.get("seats") or ()
    if not isinstance(stated, (list, tuple)) or not all(isinstance(seat, str) for seat in stated):
        raise BadRecord(N_("The table's seats are a list of players."))
    if len(set(stated)) != len(stated):
        raise BadRecord(N_("A player has one seat; somebody stands in the seats twice."))
    return tuple(stated)


def seats_of(table: Mapping[str, Any], places: int, cite: str) -> tuple[str, ...]:
    """The players round a table that has so many places.

    >>> seats_of({"seats": ["ana", "luis"]}, 1, "2.1")
    Traceback (most recent call last):
    tapete.table.errors.BadRecord: The table has 1 places, not 2.
    """
    stated = seats(table)
    if len(stated) > places:
        raise BadRecord(
            N_("The table has {number} places, not {stated}."), cite=cite, number=places, stated=len(stated)
        )
    return stated


def positive(stake: int, cite: str | None = None) -> None:
    """Refuse a stake that is no stake."""
    if stake <= 0:
        raise Refused(N_("A stake must be above zero, not {stake}."), cite=cite, stake=stake)
