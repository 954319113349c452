"""``tapete draw``: the felt of a game or of a record, as SVG or PNG."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.common import (
    CataloguesOption,
    ReadingOption,
    SetOption,
    TableOption,
    complete_game,
    find_game,
    pairs,
    read_text,
    table_settings,
)
from tapete.table.errors import Misused, Refused
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.table.record import Record
    from tapete.table.round import Round


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar=_("GAME|RECORD"),
            help=_("A game, a file of records, or - for records on the standard input."),
            autocompletion=complete_game,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar=_("FILE"), help=_("FILE.svg or FILE.png; otherwise SVG is printed.")),
    ] = None,
    width: Annotated[
        int | None, typer.Option(metavar=_("NUMBER"), min=16, max=20_000, help=_("How wide, in pixels."))
    ] = None,
    number: Annotated[int, typer.Option(metavar=_("NUMBER"), min=1, help=_("Which record of the file."))] = 1,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar=_("NUMBER"), min=0, help=_("The felt after so many actions; otherwise after all.")
        ),
    ] = None,
    table: TableOption = None,
    readings: ReadingOption = None,
    changes: SetOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Draw."""
    if output is not None and output.suffix.lower() not in (".svg", ".png"):
        raise Misused(N_("A picture is written to FILE.svg or FILE.png, not to {file}."), file=str(output))
    settings, wanted = table_settings(table, readings), pairs(changes, "--set")
    text = _records_in(what)
    if text is None:
        from tapete.games import table as opened

        drawn = opened(find_game(what, catalogues), settings, wanted, catalogues)
    else:
        drawn = _replayed(text, number, at, settings, wanted, catalogues)
    _write(drawn.svg(), output, width)
    return 0


def _records_in(what: str) -> str | None:
    """The text of a file of records; None for a game, which a file may hold too if it names its catalogue."""
    if what != "-" and not Path(what).is_file():
        return None
    text = read_text(what)
    return None if re.search(r"^catalogue\s*:", text, re.MULTILINE) else text


def _replayed(
    text: str,
    number: int,
    at: int | None,
    settings: dict[str, Any],
    changes: dict[str, Any],
    catalogues: Path | None,
) -> Round:
    from dataclasses import replace

    from tapete.games import replay

    record = _chosen(text, number)
    readings = {**(record.table.get("readings") or {}), **(settings.pop("readings", None) or {})}
    table = {**record.table, **settings, **({"readings": readings} if readings else {})}
    return replay(replace(record, table=table, actions=record.actions[:at]), changes, catalogues)


def _chosen(text: str, number: int) -> Record:
    from tapete.table.record import read_records

    records = list(read_records(text))
    if number > len(records):
        raise Refused(N_("There is no record {number}; the file holds {count}."), number=number, count=len(records))
    record = records[number - 1]
    if isinstance(record, Refused):
        raise record
    return record


def _write(picture: str, output: Path | None, width: int | None) -> None:
    if output is not None and output.suffix.lower() == ".png":
        from tapete.table.png import png

        output.write_bytes(png(picture, width))
        return
    if width is not None:
        picture = sized(picture, width)
    if output is None:
        print(picture)
    else:
        output.write_text(picture + "\n", encoding="utf-8")


def sized(picture: str, width: int) -> str:
    """The SVG with a width and the height that goes with it.

    >>> sized('<svg viewBox="0 0 200 100"></svg>', 50)
    '<svg width="50" height="25" viewBox="0 0 200 100"></svg>'
    """
    found = re.search(r'viewBox="0 0 (\S+) (\S+)"', picture)
    assert found is not None
    height = round(width * float(found[2]) / float(found[1]))
    return picture.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
