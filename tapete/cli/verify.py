"""``tapete verify``: replay records and report the first chip that differs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, print_json, printable, read_text
from tapete.table.errors import BadRecord, Refused
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.games.audit import Audit
    from tapete.table.record import Record


@dataclass(frozen=True, slots=True)
class _Found:
    """One record of one file, audited; records are numbered from 1 in each file."""

    file: str
    number: int
    audit: Audit

    def as_json(self) -> dict[str, Any]:
        return {"file": self.file, "record": self.number, **self.audit.as_json()}

    def sentence(self) -> str:
        difference = self.audit.difference
        assert difference is not None
        where = f"{self.file}, " + _("record {record}").format(record=self.number)
        if difference.action is not None:
            where += ", " + _("action {action}").format(action=difference.action)
        cite = f" [{difference.cite}]" if difference.cite else ""
        return f"{where}: {difference.sentence}{cite}"


def command(
    paths: Annotated[
        list[str],
        typer.Argument(metavar=_("PATH..."), help=_("Files of records, folders of them, or - for the standard input.")),
    ],
    against: Annotated[
        str | None,
        typer.Option("--against", metavar=_("FILE"), help=_("The claim: what settle --json is said to have printed.")),
    ] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Verify."""
    records = [found for path in paths for found in _records(path)]
    if not records:
        raise Refused(N_("There is no record here."))
    claims = _claims(against) if against is not None else None
    if claims is not None and len(claims) != len(records):
        raise Refused(
            N_("The claim holds {claims} settlements and there are {records} records."),
            claims=len(claims),
            records=len(records),
        )
    audited = list(_audited(records, claims, catalogues))
    if as_json:
        _print_json(audited)
    else:
        _print(audited)
    return 0 if all(found.audit.holds for found in audited) else 1


def _records(path: str) -> Iterator[tuple[str, int, Record | Refused]]:
    """Every record of a file or a folder; a file of a folder that cannot be read is a record that does not hold."""
    from tapete.table.record import read_records

    for file in _files(path):
        try:
            text = read_text(file)
        except BadRecord as unreadable:
            if file == path:
                raise
            yield file, 1, unreadable
            continue
        for number, record in enumerate(read_records(text), start=1):
            yield file, number, record


def _files(path: str) -> list[str]:
    folder = Path(path)
    if path == "-" or not folder.is_dir():
        return [path]
    return sorted(str(file) for file in folder.rglob("*") if file.suffix in (".yaml", ".yml") and file.is_file())


def _claims(file: str) -> list[dict[str, Any]]:
    """The settlements of a file, one after another, on a line each or spread over several."""
    text = read_text(file)
    claims: list[dict[str, Any]] = []
    decoder = json.JSONDecoder()
    position = _after_space(text, 0)
    while position < len(text):
        try:
            claim, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            line = text.count("\n", 0, position) + 1
            raise BadRecord(N_("{file}, line {line}: this is not JSON."), file=file, line=line) from None
        if not isinstance(claim, dict):
            raise BadRecord(N_("{file}: a claim is what settle --json prints, one object a record."), file=file)
        claims.append(claim)
        position = _after_space(text, end)
    return claims


def _after_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _audited(
    records: Sequence[tuple[str, int, Record | Refused]], claims: list[dict[str, Any]] | None, root: Path | None
) -> Iterator[_Found]:
    from tapete.games.audit import Audit, audit
    from tapete.table.claims import refusal_difference

    for index, (file, number, record) in enumerate(records):
        claim = None if claims is None else claims[index]
        if isinstance(record, Refused):
            yield _Found(file, number, Audit(refusal_difference(claim, record), claimed=claim is not None))
        else:
            yield _Found(file, number, audit(record, claim, root))


def _print_json(audited: list[_Found]) -> None:
    differing = [found.as_json() for found in audited if not found.audit.holds]
    print_json(
        {
            "holds": not differing,
            "records": len(audited),
            "claimed": sum(found.audit.claimed for found in audited),
            "draws": sum(found.audit.draws for found in audited),
            "first": differing[0] if differing else None,
            "results": [found.as_json() for found in audited],
        }
    )


def _print(audited: list[_Found]) -> None:
    differing = [found for found in audited if not found.audit.holds]
    for found in differing:
        print(printable(f"✗ {found.sentence()}"))
    if differing:
        words = _("Records: {records}; that do not hold: {wrong}.")
    else:
        words = _(
            "Every record holds: {records} in all, {claims} with a claim, {draws} draws repeated; every book balances."
        )
    print(
        words.format(
            wrong=len(differing),
            records=len(audited),
            claims=sum(found.audit.claimed for found in audited),
            draws=sum(found.audit.draws for found in audited),
        )
    )
