"""``tapete settle``: settle the rounds of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tapete.cli.common import (
    CataloguesOption,
    JsonOption,
    ReadingOption,
    SetOption,
    pairs,
    print_json,
    read_text,
    words,
)
from tapete.table.errors import Refused
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from tapete.table.record import Record


def command(
    file: Annotated[
        str,
        typer.Argument(metavar=_("FILE"), help=_("A file of records separated by ---, or - for the standard input.")),
    ],
    as_json: JsonOption = False,
    changes: SetOption = None,
    readings: ReadingOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Settle."""
    from tapete.table.record import read_records

    wanted, chosen = pairs(changes, "--set"), words(readings, "--reading")
    refused = False
    found = 0
    for record in read_records(read_text(file)):
        found += 1
        if isinstance(record, Refused):
            refusal: Refused | None = record
        else:
            refusal = _settled(record, wanted, chosen, catalogues, as_json, found)
        if refusal is not None:
            refused = True
            _report(refusal, as_json, found)
    if not found:
        raise Refused("{why}", why=_("The file holds no record."))
    return 1 if refused else 0


def _settled(
    record: Record, changes: dict[str, Any], readings: dict[str, str], root: Path | None, as_json: bool, number: int
) -> Refused | None:
    from tapete.games import game_data, settle

    if readings:
        record.table["readings"] = {**(record.table.get("readings") or {}), **readings}
    try:
        settlement = settle(record, changes, root)
    except Refused as refusal:
        return refusal
    if as_json:
        print_json(settlement.as_json())
    else:
        from tapete.cli.explain import print_settlement

        print_settlement(settlement, number, game_data(record.game, root)["bets"])
    return None


def _report(refusal: Refused, as_json: bool, number: int) -> None:
    if as_json:
        print_json(refusal.as_json())
        return
    from tapete.cli.common import complain

    where = _("record {record}").format(record=number)
    if refusal.action is not None:
        where += ", " + _("action {action}").format(action=refusal.action)
    complain(f"{where}: {refusal}", refusal.cite)
