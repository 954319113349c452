"""What a house tells: frozen pictures of a table, which nothing that happens later changes.

Everything here can be read in any thread. It is put into words when it is asked for, in the reader's language.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.table import money
from tapete.table.words import Sentence, language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tapete.house.journal import Entry, Info
    from tapete.house.seats import Seat
    from tapete.table.actions import Action
    from tapete.table.round import Account, Event, Line, Offer, Position


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry of a journal brought about: what happened, and the stakes that it decided.

    ``body`` is the entry's, with what the reader may not see yet hidden. ``undone`` is the number of the entry that
    took it back.
    """

    entry: Entry
    by: str | None
    body: Mapping[str, Any]
    events: tuple[Event, ...] = ()
    lines: tuple[Line, ...] = ()
    undone: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The step for programs."""
        return {
            "seq": self.entry.seq,
            "kind": self.entry.kind,
            "by": self.by,
            "at": self.entry.at,
            "body": dict(self.body),
            "events": [event.as_json() for event in self.events],
            "lines": [line.as_json() for line in self.lines],
            "undone": self.undone,
            "digest": self.entry.digest,
        }


def players_json(accounts: Mapping[str, Account]) -> dict[str, Any]:
    """Accounts in the shape promised to programs."""
    return {
        name: {
            "staked": money.as_json(account.staked),
            "returned": money.as_json(account.returned),
            "net": money.as_json(money.chips(account.returned - account.staked)),
        }
        for name, account in accounts.items()
    }


@dataclass(frozen=True)
class Update:
    """Something that has just become durable at a table: its step, and how the table stands after it."""

    table: str
    step: Step
    accounts: Mapping[str, Account]
    turn: tuple[str, ...]
    closed: Sentence | None
    _told: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seq(self) -> int:
        """The number of the entry."""
        return self.step.entry.seq

    def as_json(self) -> dict[str, Any]:
        """The update for programs."""
        return {
            "message": "update",
            "table": self.table,
            **self.step.as_json(),
            "players": players_json(self.accounts),
            "turn": list(self.turn),
            "closed": None if self.closed is None else str(self.closed),
        }

    def text(self) -> str:
        """The update as JSON text, written once for all who read the same language."""
        if language() not in self._told:
            self._told[language()] = json.dumps(self.as_json(), ensure_ascii=False)
        return self._told[language()]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an action brought: the number under which it is kept, and what followed from it, promises included."""

    table: str
    seq: int
    steps: tuple[Step, ...]
    turn: tuple[str, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every stake that was decided."""
        return tuple(line for step in self.steps for line in step.lines)

    def as_json(self) -> dict[str, Any]:
        """The receipt for programs."""
        return {
            "table": self.table,
            "seq": self.seq,
            "steps": [step.as_json() for step in self.steps],
            "turn": list(self.turn),
        }


@dataclass(frozen=True, slots=True)
class View:
    """How a table stands, as somebody may see it.

    ``drawn``, ``events`` and ``lines`` are those of the round that is being decided, or of the last one. ``commitment``
    is what stands promised; ``revealed`` the last promise that was kept, with its seed. ``may_draw`` says whether the
    reader may have the system draw now, ``may_lead`` whether they lead the game.
    """

    info: Info
    seq: int
    seats: tuple[Seat, ...]
    you: Seat | None
    turn: tuple[str, ...]
    closed: Sentence | None
    accounts: Mapping[str, Account]
    standing: tuple[Position, ...]
    drawn: tuple[Action, ...]
    events: tuple[Event, ...]
    lines: tuple[Line, ...]
    commitment: str | None
    revealed: Mapping[str, Any] | None
    may_draw: bool
    may_lead: bool

    def as_json(self) -> dict[str, Any]:
        """The view for programs, in the language in use."""
        return {
            **self.info.as_json(),
            "seq": self.seq,
            "seats": [seat.as_json() for seat in self.seats],
            "you": None if self.you is None else self.you.as_json(),
            "turn": list(self.turn),
            "closed": None if self.closed is None else str(self.closed),
            "players": players_json(self.accounts),
            "standing": [position.as_json() for position in self.standing],
            "drawn": [action.as_record() for action in self.drawn],
            "events": [event.as_json() for event in self.events],
            "lines": [line.as_json() for line in self.lines],
            "commitment": self.commitment,
            "revealed": None if self.revealed is None else dict(self.revealed),
            "may_draw": self.may_draw,
            "may_lead": self.may_lead,
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """An irregular play of the game at a moment of the table.

    ``fits`` says whether the table would carry it out now. ``why`` is the table's own sentence: why not, or what it
    still asks for (a player, a bet, a card); where it is missing the ruling can be applied as it stands.
    """

    id: str
    facts: Mapping[str, Any]
    fits: bool
    why: Sentence | None = None

    @property
    def refused(self) -> bool:
        """Whether the table had something to say against it."""
        return self.why is not None

    def as_json(self) -> dict[str, Any]:
        """The ruling for programs."""
        from tapete.table.words import text

        return {
            "irregular": self.id,
            "situation": text(self.facts["situation"]),
            "ruling": text(self.facts["ruling"]),
            "effect": self.facts["effect"],
            "cite": self.facts["cite"],
            "fits": self.fits,
            "why": None if self.why is None else str(self.why),
        }


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger of a table: every account's balance, what lies on the cloth, and whether all of it adds up."""

    accounts: Mapping[str, money.Money]
    lying: money.Money
    unbalanced: tuple[int, ...] = ()

    @property
    def balance(self) -> bool:
        """Whether every entry adds up to nothing and the cloth holds what the ledger says."""
        return not self.unbalanced and self.accounts.get("cloth", 0) == self.lying

    def as_json(self) -> dict[str, Any]:
        """The books for programs."""
        return {
            "balance": self.balance,
            "accounts": {name: money.as_json(amount) for name, amount in self.accounts.items()},
            "lying": money.as_json(self.lying),
            "unbalanced": list(self.unbalanced),
        }


def offers_json(offers: tuple[Offer, ...]) -> list[dict[str, Any]]:
    """Offers in the shape promised to programs."""
    return [offer.as_json() for offer in offers]
