"""Who sits at a table, and what they may do there.

A seat is taken with a name and a role and opens with a secret that is told once. A player acts for themselves. The
croupier calls, keys in what chance brought, applies irregular plays and may act for any player, as at a real table
where chips are placed on request; the journal says who did it. Where no croupier sits and the system draws, players
call and ask for the draw themselves. A spectator looks on.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from tapete.table.actions import Bet, Call, Chance, Decision
from tapete.table.errors import BadRecord, Refused, TapeteError
from tapete.table.round import CHANCE, CROUPIER
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.table.actions import Action

Role = Literal["player", "croupier", "spectator"]
ROLES: tuple[Role, ...] = ("player", "croupier", "spectator")
LONGEST_NAME = 40
MOST_SEATS = 200


class NotYours(TapeteError):
    """Something that this seat may not do, or a secret that opens no seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that somebody took; ``left_at`` is set once they are gone."""

    number: int
    role: Role
    name: str
    token: str
    taken_at: str
    left_at: str | None = None

    @property
    def viewer(self) -> str | None:
        """The player whose private things this seat may see."""
        return self.name if self.role == "player" else None

    def as_json(self) -> dict[str, Any]:
        """The seat for programs; its secret is nobody's business."""
        return {"name": self.name, "role": self.role, "taken_at": self.taken_at, "left_at": self.left_at}


@dataclass(frozen=True, slots=True)
class Ticket:
    """What whoever takes a seat is given: keep the ``token``, it is told once."""

    table: str
    role: Role
    name: str
    token: str

    def as_json(self) -> dict[str, Any]:
        """The ticket for programs."""
        return {"table": self.table, "role": self.role, "name": self.name, "token": self.token}


class Seating:
    """All the seats of a table, those that were left included.

    >>> seating = Seating()
    >>> seat, token = seating.join("ana", "player", "2025-01-01")
    >>> seating.find(token).name, seating.croupier
    ('ana', None)
    """

    def __init__(self, seats: Iterable[Seat] = ()) -> None:
        self.all = list(seats)

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The seats in which somebody sits."""
        return tuple(seat for seat in self.all if seat.left_at is None)

    @property
    def croupier(self) -> Seat | None:
        """Who deals, if somebody sits there."""
        return next((seat for seat in self.taken if seat.role == "croupier"), None)

    def find(self, token: str | None) -> Seat | None:
        """The seat that a secret opens; None for whoever has none."""
        if token is None:
            return None
        kept = _digest(token)
        found = next((seat for seat in self.taken if hmac.compare_digest(seat.token, kept)), None)
        if found is None:
            raise NotYours(N_("This secret opens no seat at this table."))
        return found

    def seated(self, token: str | None) -> Seat:
        """The seat of somebody who wants to do something."""
        seat = self.find(token)
        if seat is None:
            raise NotYours(N_("Take a seat at the table first."))
        return seat

    def leads(self, seat: Seat | None) -> bool:
        """Whether somebody leads the game: the croupier, or any player where none sits."""
        return seat is not None and (seat.role == "croupier" or (seat.role == "player" and self.croupier is None))

    def join(self, name: Any, role: Role, at: str) -> tuple[Seat, str]:
        """Take a seat: the seat, and the secret that opens it."""
        known = named(name)
        if role == "player" and any(seat.role == role and seat.name == known for seat in self.taken):
            raise Refused(N_("{name} sits at this table already; choose another name."), name=known)
        if role == "croupier" and self.croupier is not None:
            raise Refused(N_("{name} deals at this table already."), name=self.croupier.name)
        if len(self.taken) >= MOST_SEATS:
            raise Refused(N_("The table is full: it has {number} seats."), number=MOST_SEATS)
        token = secrets.token_urlsafe(24)
        seat = Seat(len(self.all) + 1, role, known, _digest(token), at)
        self.all.append(seat)
        return seat, token

    def leave(self, token: str | None, name: str | None, at: str) -> Seat:
        """Give a seat up; the croupier may also free that of somebody who is gone."""
        seat = self.seated(token)
        if name is not None and name != seat.name:
            if seat.role != "croupier":
                raise NotYours(N_("Only the croupier may do that."))
            found = [one for one in self.taken if one.name == name]
            if not found:
                raise Refused(N_("Nobody called {name} sits at this table."), name=name)
            seat = found[0]
        gone = replace(seat, left_at=at)
        self.all[seat.number - 1] = gone
        return gone


def _digest(token: str) -> str:
    """What is kept of a secret.

    >>> len(_digest("secret"))
    64
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def named(name: Any) -> str:
    """A name as it is kept; one that nobody could read, or that means somebody else, is refused.

    >>> named("  Ana María ")
    'Ana María'
    """
    if not isinstance(name, str):
        raise BadRecord(N_("The field {field} must be a word, not {value}."), field="name", value=repr(name))
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    if not kept or len(kept) > LONGEST_NAME or not kept.isprintable():
        raise BadRecord(
            N_("A name has from 1 to {most} letters, digits and signs that can be read."), most=LONGEST_NAME
        )
    if kept.casefold() in (CROUPIER, CHANCE):
        raise BadRecord(N_("{name} is no name for a player: the table itself uses it."), name=kept)
    return kept


def verify_may(seat: Seat, action: Action, system_draws: bool, leads: bool) -> None:
    """Refuse an action that is not this seat's to take."""
    if isinstance(action, Chance) and system_draws:
        raise Refused(N_("Here the system draws: nobody keys in what chance brings."))
    if seat.role == "croupier":
        return
    if seat.role == "spectator":
        raise NotYours(N_("A spectator looks on and does nothing at the table."))
    if isinstance(action, (Bet, Decision)):
        if action.player != seat.name:
            raise NotYours(
                N_("{name} cannot act for {other}: only the croupier may."), name=seat.name, other=action.player
            )
    elif not (isinstance(action, Call) and system_draws and leads):
        raise NotYours(N_("Only the croupier may do that."))
