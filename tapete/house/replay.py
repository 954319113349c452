"""Looking at a record again: step by step, and with the rulings that fit a moment of it.

None of this belongs to the house's own thread: a record is enough.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tapete.games import changed, chosen_readings, game_data, replay
from tapete.house.views import Ruling
from tapete.table.actions import Irregular
from tapete.table.errors import BadRecord, Refused

if TYPE_CHECKING:
    from tapete.table.record import Record
    from tapete.table.round import Event, Line, Round

_LONG = 1000  # actions from which on copying a round, its cloth included, is quicker than replaying it


class Replay:
    """A record with a finger on one of its steps; to go forward costs what lies between, to go back the whole way.

    >>> from tapete.table.record import read_records
    >>> (record,) = read_records("game: pv-1996/boule\\nactions: [{player: ana, bet: rojo, stake: 5}, {ball: 2}]")
    >>> tape = Replay(record)
    >>> tape.to(1); tape.round.standing[0].bet
    'rojo'
    >>> tape.to(2); [line.returned for line in tape.lines]
    [10]
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.step = 0
        self._rewind()

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self.record.actions)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The stakes that the present step decided."""
        return tuple(self.round.lines[self._before[1] :])

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened at the present step."""
        return tuple(self.round.events[self._before[0] :])

    def to(self, step: int) -> None:
        """Go to a step; 0 is the table before anything happened. A refusal names the action by its number."""
        step = max(0, min(step, self.length))
        if step < self.step:
            self._rewind()
        while self.step < step:
            self._before = len(self.round.events), len(self.round.lines)
            try:
                self.round.apply(self.record.actions[self.step])
            except Refused as refusal:
                refusal.action = self.step + 1
                raise
            self.step += 1

    def _rewind(self) -> None:
        self.step = 0
        self.round: Round = replay(replace(self.record, actions=()))
        self._before = 0, 0


def rulings(record: Record) -> tuple[Ruling, ...]:
    """The irregular plays of a game at the end of a record: those that the table would carry out come first.

    >>> from tapete.table.record import Record
    >>> [ruling.fits for ruling in rulings(Record("pv-1996/boule"))][:1]
    [True]
    """
    facts = changed(game_data(record.game), {}, chosen_readings(record.game, record.table))
    table = replay(record)

    def copied() -> Round:
        return table.copied() if len(record.actions) > _LONG else replay(record)

    trial = copied()
    found = []
    for name, ruling in (facts.get("irregular") or {}).items():
        found.append(_tried(trial, name, ruling))
        if not found[-1].refused:
            trial = copied()
    return tuple(sorted(found, key=lambda ruling: not ruling.fits))


def _tried(trial: Round, name: str, facts: dict[str, Any]) -> Ruling:
    """Try a ruling out; a refusal leaves the table as it was."""
    try:
        trial.apply(Irregular(name))
    except BadRecord as asks:
        return Ruling(name, facts, fits=True, why=asks.sentence)
    except Refused as refusal:
        return Ruling(name, facts, fits=False, why=refusal.sentence)
    return Ruling(name, facts, fits=True)
