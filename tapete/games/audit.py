"""Auditing a record: replay it, repeat its draws, balance its books and compare it with what is claimed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tapete.games import replay
from tapete.table.actions import Chance
from tapete.table.claims import Difference, checked, first_difference, refusal_difference
from tapete.table.errors import Refused
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from pathlib import Path

    from tapete.table.chance import Stream
    from tapete.table.record import Record
    from tapete.table.round import Round


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found: the first difference, if there is one, and how many draws were repeated."""

    difference: Difference | None
    draws: int = 0
    claimed: bool = False

    @property
    def holds(self) -> bool:
        """Whether the record is what it says it is."""
        return self.difference is None

    def as_json(self) -> dict[str, Any]:
        """The audit for programs."""
        return {
            "holds": self.holds,
            "claimed": self.claimed,
            "draws": self.draws,
            "difference": None if self.difference is None else self.difference.as_json(),
        }


def audit(record: Record, claim: dict[str, Any] | None = None, root: Path | None = None) -> Audit:
    """Replay a record and compare it with a claim, or with the claim that it carries.

    >>> from tapete.table.record import read_records
    >>> (record,) = read_records('''
    ... game: pv-1996/ruleta-francesa
    ... actions: [{player: ana, bet: rojo, stake: 10}, {ball: 3}]
    ... expect: {players: {ana: {returned: 30}}}
    ... ''')
    >>> print(audit(record).difference.sentence)
    ana: returned 30 was claimed, 20 comes out.
    """
    claim = record.expect if claim is None else claim
    claimed = claim is not None
    try:
        checked(claim or {})
        streams = _streams(record)
    except Refused as broken:
        return Audit(refusal_difference(None, broken), claimed=claimed)
    try:
        opened = replay(replace(record, actions=()), root=root)
        origins = _played(record, opened, streams)
    except _Unfair as unfair:
        return Audit(refusal_difference(None, unfair), claimed=claimed)
    except Refused as refusal:
        return Audit(refusal_difference(claim, refusal), claimed=claimed)
    settlement = opened.settlement()
    if settlement.balances():
        difference = first_difference(claim or {}, settlement.as_json(), opened.closed is not None, origins)
    else:
        difference = Difference(Sentence(N_("The books do not balance: a stake is neither decided nor standing.")))
    return Audit(difference, len(streams or ()), claimed)


class _Unfair(Refused):
    """A draw that does not follow from what was promised."""


def _streams(record: Record) -> list[Stream] | None:
    if record.fairness is None:
        return None
    from tapete.table.chance import read_fairness

    return read_fairness(record.fairness)


def _played(record: Record, opened: Round, streams: list[Stream] | None) -> list[int]:
    """Play the record; the number of the action that decided each line of the settlement."""
    origins: list[int] = []
    drawn = 0
    for number, action in enumerate(record.actions, start=1):
        try:
            if streams is not None and isinstance(action, Chance):
                drawn += 1
                _repeat(action, opened, streams, drawn)
            opened.apply(action)
        except Refused as refusal:
            refusal.action = number
            raise
        origins += [number] * (len(opened.lines) - len(origins))
    if streams is not None and drawn != len(streams):
        raise Refused(N_("The record promises {promised} draws and holds {drawn}."), promised=len(streams), drawn=drawn)
    return origins


def _repeat(action: Chance, opened: Round, streams: list[Stream], number: int) -> None:
    """Draw again what a record says was drawn."""
    if number > len(streams):
        raise _Unfair(N_("Draw {number} was made without a promise."), number=number)
    if action.verb == "cards":
        raise _Unfair(
            N_("Draw {number} holds several cards: a table that draws records each by itself."), number=number
        )
    offer = next((offer for offer in opened.legal() if offer.verb == action.verb and offer.outcomes), None)
    if offer is None:
        return  # the round itself says why nothing may be drawn now
    repeated = streams[number - 1].draw(offer)
    if repeated.as_record() != action.as_record():
        raise _Unfair(
            N_("Draw {number} was not the generator's: the seed gives {expected}, the record says {got}."),
            number=number,
            expected=repeated.value,
            got=action.value,
        )
