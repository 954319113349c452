"""A table's journal: everything that was done there, in one order, each entry sealed to all before it.

An entry is an ``action`` that somebody took, a ``draw`` of the system, an ``undo`` that takes an earlier entry back
without removing it, a ``promise`` (the commitment to a secret seed), its ``reveal``, or the ``close`` of the table. The
digest of an entry covers the entry and the digest before it: a journal that was altered, cut in the middle or put in
another order shows it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from tapete.table.actions import read_action
from tapete.table.chance import SCHEME
from tapete.table.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tapete.table.actions import Action

Kind = Literal["action", "draw", "undo", "promise", "reveal", "close"]
PLAYED: tuple[Kind, ...] = ("action", "draw")


@dataclass(frozen=True, slots=True)
class Info:
    """A table as it was opened; ``deal`` says who brings chance, the ``system`` or the ``croupier``."""

    id: str
    game: str
    title: str
    settings: dict[str, Any]
    deal: Literal["system", "croupier"]
    opened_at: str
    closed_at: str | None = None

    @property
    def system_draws(self) -> bool:
        """Whether the system draws."""
        return self.deal == "system"

    def as_json(self) -> dict[str, Any]:
        """The table for programs."""
        return {name: getattr(self, name) for name in self.__slots__}

    def seal(self) -> str:
        """What the first entry's digest stands on."""
        return _sealed("", [self.id, self.game, self.settings, self.deal, self.opened_at])


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal. ``seat`` is the number of the seat that made it, none where the house did."""

    seq: int
    kind: Kind
    body: dict[str, Any]
    seat: int | None
    at: str
    key: str | None = None
    digest: str = ""

    def seal(self, before: str) -> str:
        """The digest of this entry after another."""
        return _sealed(before, [self.seq, self.kind, self.body, self.seat, self.at, self.key])

    @property
    def action(self) -> Action:
        """What was done, of an entry that was played."""
        return read_action(self.body)


def _sealed(before: str, told: list[Any]) -> str:
    written = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()


def now() -> str:
    """The present moment, as everything is dated."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def altered(info: Info, entries: Iterable[Entry]) -> int | None:
    """The number of the first entry that is not what was written; None when all are.

    >>> info = Info("t", "g", "", {}, "croupier", "2025")
    >>> one = Entry(1, "action", {"ball": 3}, None, "2025")
    >>> altered(info, [one])
    1
    """
    before = info.seal()
    for number, entry in enumerate(entries, start=1):
        before = entry.seal(before)
        if entry.seq != number or entry.digest != before:
            return number
    return None


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that were played and not taken back, in their order: the record."""
    undone = {entry.body["undo"] for entry in entries if entry.kind == "undo"}
    return [entry for entry in entries if entry.kind in PLAYED and entry.seq not in undone]


def fairness(entries: Iterable[Entry]) -> dict[str, Any] | None:
    """What was promised and revealed, as a record keeps it; a promise that was drawn from and not revealed shows."""
    rounds: list[dict[str, Any]] = []
    draws = 0
    for entry in entries:
        if entry.kind == "promise":
            rounds.append({"commitment": entry.body["commitment"]})
            draws = 0
        elif entry.kind == "draw":
            draws += 1
        elif entry.kind == "reveal":
            told = {"draws": entry.body["draws"]} if entry.body["draws"] != 1 else {}
            rounds[-1] |= {"seed": entry.body["seed"], **told}
    if rounds and "seed" not in rounds[-1] and not draws:
        rounds.pop()
    return {"scheme": SCHEME, "rounds": rounds} if rounds else None


def revealed(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries of all rounds whose draws can be verified by now: those before a promise that was drawn from."""
    since = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].kind in ("promise", "reveal")), None)
    if since is None or entries[since].kind == "reveal":
        return entries
    drawn = any(entry.kind == "draw" for entry in entries[since:])
    return entries[:since] if drawn else entries


def record(
    info: Info, entries: Sequence[Entry], actions: Sequence[Action], expect: dict[str, Any] | None = None
) -> Record:
    """The record of a table: what stands of its journal, with its promises and what came out."""
    return Record(info.game, info.settings, tuple(actions), fairness(entries), expect)
