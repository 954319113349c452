"""Tables drawn by Rich with the columns of the pages: no word is broken, and where there is no room they are lists."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tapete.cli.common import printable
from tapete.cli.page import GAP, least_width, whole_width, widths_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from rich.console import Console
    from rich.table import Table

_EDGES, _CLOSE, _INDENT = 2, 1, "   "
_KEPT = "\N{NO-BREAK SPACE}"


def print_table(
    out: Console,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    figures: Collection[int],
    style: Callable[[int, int], str] = lambda _row, _column: "",
) -> None:
    """Print a table. ``figures`` are the columns of numbers, ``style`` tells that of a row's cell.

    >>> from rich.console import Console
    >>> rows = [("serie-grande", "17/37", "2.703 %")]
    >>> print_table(Console(width=24), ("bet", "covers", "edge"), rows, {1, 2})
    serie-grande
       covers 17/37
       edge 2.703 %
    """
    cells = [[printable(cell) for cell in row] for row in (headings, *rows)]
    room = out.width - _EDGES
    closer = next((gap for gap in (GAP, _CLOSE) if whole_width(cells, gap) <= room), GAP)
    if closer != GAP or least_width(cells) <= room:
        out.print(_drawn(cells, closer, room, figures, style))
    else:
        for row in cells[1:]:
            out.print("\n".join(_listed(cells[0], row, out.width)), markup=False)


def _drawn(
    cells: Sequence[Sequence[str]],
    gap: int,
    room: int,
    figures: Collection[int],
    style: Callable[[int, int], str],
) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    widths = widths_of(cells, room, gap)
    headings, *rows = [["\n".join(wrapped(*cell)) for cell in zip(row, widths, strict=True)] for row in cells]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, gap - 1, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if number in figures else "left", overflow="fold")
    for number, row in enumerate(rows):
        table.add_row(*(Text(cell, style(number, column)) for column, cell in enumerate(row)))
    return table


def _listed(headings: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """A row as a list: what it is about, and beneath it each heading with its figure."""
    yield row[0]
    told: list[str] = []
    for heading, cell in zip(headings[1:], row[1:], strict=True):
        if heading and cell:
            told.append(f"{heading} {cell}".replace(" ", _KEPT))
        elif cell:
            told[-1:] = [f"{''.join(told[-1:])}{_KEPT}{cell.replace(' ', _KEPT)}"]
    for line in textwrap.wrap(f"{_KEPT}· ".join(told), width, initial_indent=_INDENT, subsequent_indent=_INDENT):
        yield line.replace(_KEPT, " ").removesuffix(" ·")
