"""What the database holds of a table, as the things it is made of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tapete.house import books, journal, schema
from tapete.house.journal import Entry, Info
from tapete.house.seats import Seat
from tapete.table import money
from tapete.table.errors import TapeteError
from tapete.table.words import N_

if TYPE_CHECKING:
    from tapete.house.storage import Row, Storage
    from tapete.table.record import Record
    from tapete.table.round import Line


class NoTable(TapeteError):
    """A table that does not exist."""

    def __init__(self, id: str) -> None:
        super().__init__(N_("There is no table {table}."), table=id)


def read(id: str, storage: Storage) -> tuple[Info, list[Seat], list[Entry]]:
    """A table as it was opened, its seats and its journal."""
    found = storage.rows(schema.tables, id=id)
    if not found:
        raise NoTable(id)
    seats = [Seat(**_fields(Seat, row)) for row in storage.rows(schema.seats, table_id=id)]
    entries = [
        Entry(**_fields(Entry, row) | {"body": json.loads(row["body"])})
        for row in storage.rows(schema.journal, table_id=id)
    ]
    return info(found[0]), seats, entries


def info(row: Row) -> Info:
    """A table from its row."""
    return Info(**_fields(Info, row) | {"settings": json.loads(row["settings"])})


def seeds(id: str, storage: Storage) -> dict[int, bytes]:
    """Every seed that was promised, by the number of its entry. They are told to nobody before their time."""
    return {row["seq"]: bytes.fromhex(row["seed"]) for row in storage.rows(schema.secrets, table_id=id)}


def line_row(line: Line) -> Row:
    """A line of a settlement as it is kept."""
    return {
        "player": line.player,
        "bet": line.bet,
        "place": json.dumps(list(line.on)),
        "stake": books.written(line.stake),
        "result": line.result,
        "returned": books.written(line.returned),
        "cite": line.cite,
    }


def record(id: str, storage: Storage) -> Record:
    """The record of a table that cannot go on, with what was settled then as its claim."""
    info, _, entries = read(id, storage)
    played = journal.standing(entries)
    standing = {entry.seq for entry in played}
    lines = [_line_json(row) for row in storage.rows(schema.settlements, table_id=id) if row["seq"] in standing]
    return journal.record(info, entries, [entry.action for entry in played], {"lines": lines})


def _line_json(row: Row) -> dict[str, Any]:
    place = json.loads(row["place"])
    amounts = {name: money.as_json(books.read(row[name])) for name in ("stake", "returned")}
    told = {name: row[name] for name in ("player", "bet", "result", "cite")}
    return {**told, **amounts, **({"on": place} if place else {})}


def _fields(kind: Any, row: Row) -> Row:
    return {name: row[name] for name in kind.__slots__}
