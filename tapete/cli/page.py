"""Pages of text for people: headings, facts with their sections, columns.

Rich is not used here: a page must answer within a few times the start of the interpreter, and it holds only words.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

from tapete.cli.common import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_STYLES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "cyan": "36"}
_NARROWEST, _WIDEST = 40, 110
_GAP, _COLUMN = 2, 12


class Page:
    """Collects lines and prints them at once.

    >>> page = Page(width=40, colour=False)
    >>> page.heading("Bets")
    >>> page.fact("Any one of the 37 numbers", "01.IV")
    >>> print(page.text())
    <BLANKLINE>
    Bets
      Any one of the 37 numbers  [01.IV]
    """

    def __init__(self, width: int | None = None, colour: bool | None = None) -> None:
        columns = width or shutil.get_terminal_size((100, 24)).columns
        self.width = max(_NARROWEST, min(columns, _WIDEST))
        self._colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ if colour is None else colour
        self._lines: list[str] = []

    def title(self, words: str, cite: str | None = None) -> None:
        """The first line of the page."""
        for line in textwrap.wrap(printable(words), self.width, break_on_hyphens=False):
            self._lines.append(self.styled(line, "bold"))
        self._append_cite(cite, "")

    def heading(self, words: str) -> None:
        """The name of a part."""
        self._lines += ["", self.styled(printable(words), "bold", "cyan")]

    def fact(self, words: str, cite: str | None = None, *, mark: str = "", indent: int = 2) -> None:
        """A sentence, wrapped, with its section at the end; a mark hangs in the margin."""
        first = " " * indent + (f"{mark} " if mark else "")
        rest = " " * len(first)
        self._lines += textwrap.wrap(
            printable(words), self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        ) or [first]
        self._append_cite(cite, rest)

    def _append_cite(self, cite: str | None, indent: str) -> None:
        if not cite:
            return
        shown = f"[{printable(cite)}]"
        if len(self._lines[-1]) + _GAP + len(shown) <= self.width:
            self._lines[-1] += " " * _GAP + self.styled(shown, "dim")
        else:
            self._lines += [
                indent + self.styled(line, "dim") for line in textwrap.wrap(shown, self.width - len(indent))
            ]

    def note(self, words: str, indent: int = 2) -> None:
        """A remark, dim."""
        for line in textwrap.wrap(printable(words), self.width - indent, break_on_hyphens=False):
            self._lines.append(" " * indent + self.styled(line, "dim"))

    def columns(self, headings: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 2) -> None:
        """A table; its widest columns are wrapped when the page is narrow, and on a very narrow one it is a list."""
        if self.width - indent < _COLUMN * len(headings):
            for row in rows:
                self.fact(" · ".join(cell for cell in row if cell), indent=indent)
            return
        cells = [[printable(cell) for cell in row] for row in (headings, *rows)]
        widths = self._widths(cells, indent)
        for number, row in enumerate(cells):
            wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
            for line in range(max(map(len, wrapped))):
                parts = [part[line] if line < len(part) else "" for part in wrapped]
                shown = (" " * _GAP).join(_padded(part, width) for part, width in zip(parts, widths, strict=True))
                text = " " * indent + shown.rstrip()
                self._lines.append(self.styled(text, "dim") if number == 0 else text)

    def _widths(self, cells: list[list[str]], indent: int) -> list[int]:
        widths = [max(1, *(_columns_of(row[column]) for row in cells)) for column in range(len(cells[0]))]
        while sum(widths) + _GAP * (len(widths) - 1) + indent > self.width and max(widths) > 8:
            widths[widths.index(max(widths))] -= 1
        return widths

    def styled(self, words: str, *styles: str) -> str:
        """Words with colours, where the reader has them."""
        if not self._colour:
            return words
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{words}\x1b[0m"

    def text(self) -> str:
        """The page."""
        return "\n".join(self._lines)

    def print(self) -> None:
        """Print the page."""
        print(self.text())


def _columns_of(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _columns_of(text))
