"""Records as text: settled, verified, and replayed to any of their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter

from tapete import games
from tapete.games.audit import Audit, audit
from tapete.house.replay import Replay
from tapete.table.claims import refusal_difference
from tapete.table.errors import Refused
from tapete.table.record import read_records
from tapete.table.words import N_
from tapete.web.api import shapes
from tapete.web.api.answers import Json, answer, problems
from tapete.web.api.catalogue import known

if TYPE_CHECKING:
    from tapete.table.record import Record

router = APIRouter(prefix="/records")
MOST = 1000


@router.post("/settle", responses=answer(list[shapes.Settled]) | problems(404, 409))
def settle(asked: shapes.RecordAsked) -> Json:
    """Settle every record of a text; a refused one is answered in its place with the action and the sentence."""
    return Json([_settled(record) for record in _records(asked.record)])


def _settled(record: Record | Refused) -> dict[str, Any]:
    if isinstance(record, Refused):
        return record.as_json()
    try:
        return {"settlement": games.settle(record).as_json()}
    except Refused as refusal:
        return refusal.as_json()


@router.post("/verify", responses=answer(shapes.Verified) | problems(404, 409))
def verify(asked: shapes.RecordAsked) -> Json:
    """Replay records, repeat their draws, balance their books, and compare them with what they claim."""
    found = [_audited(record) for record in _records(asked.record)]
    results = [{"record": number, **one.as_json()} for number, one in enumerate(found, start=1)]
    return Json({"holds": all(one.holds for one in found), "results": results})


def _audited(record: Record | Refused) -> Audit:
    return Audit(refusal_difference(None, record)) if isinstance(record, Refused) else audit(record)


@router.post("/replay", responses=answer(shapes.Moment) | problems(404, 409))
def replay(asked: shapes.ReplayAsked) -> Json:
    """A record after so many of its actions, all of them without a step."""
    records = _records(asked.record)
    if asked.number > len(records):
        raise Refused(
            N_("There is no record {number}; the file holds {count}."), number=asked.number, count=len(records)
        )
    record = records[asked.number - 1]
    if isinstance(record, Refused):
        raise record
    return Json(moment(record, asked.step))


def moment(record: Record, step: int | None) -> dict[str, Any]:
    """A table after a step of its record."""
    tape = Replay(record)
    tape.to(tape.length if step is None else step)
    return {
        "step": tape.step,
        "length": tape.length,
        "action": record.actions[tape.step - 1].as_record() if tape.step else None,
        "events": [event.as_json() for event in tape.events],
        "lines": [line.as_json() for line in tape.lines],
        "turn": list(tape.round.turn()),
        "settlement": tape.round.settlement().as_json(),
        "felt": tape.round.svg(),
    }


def _records(text: str) -> list[Record | Refused]:
    found = list(read_records(text))
    if not found:
        raise Refused(N_("There is no record here."))
    if len(found) > MOST:
        raise Refused(N_("There are {number} records here; at most {most} are read."), number=len(found), most=MOST)
    for record in found:
        if not isinstance(record, Refused):
            known(record.game)
    return found
