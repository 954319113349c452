"""What the commands share: their options, reading input, and printing for people and for programs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tapete.table.errors import BadRecord, Misused, system_reason
from tapete.table.words import N_, plain
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

T = TypeVar("T")
_MOST_SHOWN = 12
_WHOLE = re.compile(r"-?[0-9]{1,30}")


def complete_game(incomplete: str) -> list[str]:
    """The games whose id begins so, for the shell."""
    from tapete.games import library

    return [name for name in library().games if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar=_("GAME"),
        help=_("A game such as pv-1996/boule, any of its names, or the path of a changed catalogue file."),
        autocompletion=complete_game,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Print for programs."))]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar=_("PATH=VALUE"), help=_("Change one fact, e.g. bets.pleno.pays=36.")),
]
ReadingOption = Annotated[
    list[str] | None, typer.Option("--reading", metavar=_("ID=OPTION"), help=_("Switch a reading of the document."))
]
TableOption = Annotated[
    list[str] | None,
    typer.Option("--table", metavar=_("NAME=VALUE"), help=_("A setting of the table, e.g. minimum=5.")),
]
CataloguesOption = Annotated[
    Path | None,
    typer.Option("--catalogues", metavar=_("DIR"), envvar="TAPETE_CATALOGUES", help=_("Another folder of catalogues.")),
]


def console(stderr: bool = False) -> Console:
    """A console that keeps colours for people and drops them for pipes."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def printable(text: str) -> str:
    """Text that cannot play tricks with a terminal: what does not print is written out.

    >>> printable("rojo\\x1b[2J")
    'rojo\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " if c.isspace() else repr(c)[1:-1] for c in text)


def safe(text: str) -> str:
    """Text for a console that reads markup: nothing in it is taken for a style or for a terminal's command.

    >>> safe("[red]ana")
    '\\\\[red]ana'
    """
    from rich.markup import escape

    return escape(printable(text))


def complain(sentence: str, cite: str | None = None) -> None:
    """Say on the error stream what was wrong and where it is written."""
    where = f" [{cite}]" if cite and f"({cite})" not in sentence else ""
    print(printable(f"tapete: {sentence}{where}"), file=sys.stderr)


def print_json(data: Any, indent: int | None = None) -> None:
    """Print data for programs, on one line a thing; where the stream lacks a sign, all of them as JSON escapes them."""
    written = json.dumps(data, ensure_ascii=False, indent=indent)
    try:
        written.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        written = json.dumps(data, indent=indent)
    print(written)


def pairs(written: Iterable[str] | None, option: str) -> dict[str, Any]:
    """``name=value`` options as data; values are read as YAML reads them."""
    if not written:
        return {}
    from tapete.table import yaml12

    result: dict[str, Any] = {}
    for item in written:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise Misused(N_("The option {option} is written name=value, not {item}."), option=option, item=item)
        try:
            result[name.strip()] = yaml12.document(value).data if value.strip() else None
        except BadRecord as broken:
            raise Misused(
                N_("The value of {item} cannot be read: {why}."), item=item, why=getattr(broken, "what", broken)
            ) from None
    return result


def words(written: Iterable[str] | None, option: str) -> dict[str, str]:
    """``name=value`` options whose values are words."""
    return {name: str(value) for name, value in pairs(written, option).items()}


def table_settings(table: Iterable[str] | None, readings: Iterable[str] | None = None) -> dict[str, Any]:
    """The table's settings from the options."""
    settings = pairs(table, "--table")
    chosen = words(readings, "--reading")
    if chosen:
        settings["readings"] = {**(settings.get("readings") or {}), **chosen}
    return settings


def find_game(name: str, root: Path | None) -> str:
    """The full id of a game from what the user typed: its id, or a name that only one game, or one that opens, has."""
    from tapete.catalogue import search
    from tapete.games import library
    from tapete.table.errors import Unknown

    if name.partition("#")[0].endswith((".yaml", ".yml")):
        return name
    known = library(root)
    if name in known.games or name in known.abstract or any(name == full for full, _entry in known.entries()):
        return name
    found = search.games(known, name) if plain(name) else []
    found = [full for full in found if full.partition("/")[2] == name] or found
    opens = [full for full in found if full in known.games]
    if len(found) == 1 or len(opens) == 1:
        return (opens or found)[0]
    if found:
        shown = found if len(found) <= _MOST_SHOWN else [*found[:_MOST_SHOWN], "…"]
        raise Unknown(N_("{name} fits several games; name one: {known}."), name=name, known=shown)
    raise Unknown(N_("There is no game {name}. Nearest: {near}."), name=name, near=search.nearest(known, name) or "-")


def read_text(file: str) -> str:
    """The text of a file, or of the standard input for ``-``."""
    try:
        data = _standard_input() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise BadRecord(N_("{file} cannot be read: {why}."), file=file, why=system_reason(error)) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord(N_("{file} is not UTF-8 text."), file=file) from None


def _standard_input() -> bytes:
    """All that comes in; nothing where the caller has closed it."""
    return sys.stdin.buffer.read() if sys.stdin is not None else b""


def writable(file: Path | None) -> None:
    """Complain now, before the work is done, if its result could not be written there."""
    import os
    from errno import EACCES, EISDIR, ENOENT

    if file is None:
        return
    folder = file.absolute().parent
    wrong = (
        (EISDIR, file.is_dir()),
        (ENOENT, not folder.is_dir()),
        (EACCES, not os.access(file if file.exists() else folder, os.W_OK)),
    )
    for number, holds in wrong:
        if holds:
            raise OSError(number, os.strerror(number), str(file))


def whole(written: str) -> int | None:
    """A whole number as people type it, or None.

    >>> whole("-5"), whole("²"), whole("--5"), whole("9" * 5000)
    (-5, None, None, None)
    """
    return int(written) if _WHOLE.fullmatch(written) else None


def numbered(written: str, listed: Sequence[T]) -> T | None:
    """What a number means that is typed after a numbered list; None if the list does not go so far.

    >>> numbered("2", ["half", "prison"]), numbered("3", ["half", "prison"])
    ('prison', None)
    """
    number = whole(written)
    return listed[number - 1] if number is not None and 1 <= number <= len(listed) else None


def place_of(parts: list[str]) -> tuple[int | str, ...]:
    """A place typed as ``1-2``, ``1,2`` or ``1 2``.

    >>> place_of(["0-00-2"])
    (0, '00', 2)
    """
    items = [item for part in parts for item in part.replace(",", "-").split("-") if item]
    return tuple(item if item[0] == "0" != item or (number := whole(item)) is None else number for item in items)
