"""Limits: what a stake may be, and what the document says when it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tapete.table import money
from tapete.table.errors import BadRecord, Refused
from tapete.table.money import Money
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


def setting(table: dict[str, Any], name: str) -> int | None:
    """A limit that the house states for its table: a positive whole number, or absent."""
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(N_("The table's {field} must be a whole number, not {value}."), field=name, value=repr(value))
    if value <= 0:
        raise BadRecord(N_("The table's {field} must be above zero, not {value}."), field=name, value=value)
    return value


def positive(stake: int, cite: str | None = None) -> None:
    """Refuse a stake that is no stake."""
    if stake <= 0:
        raise Refused(N_("A stake must be above zero, not {stake}."), cite=cite, stake=stake)
