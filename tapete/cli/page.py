"""Pages of text for people: headings, facts with their sections, columns.

Rich is not used here: a page must answer within a few times the start of the interpreter, and it holds only words.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

from tapete.cli.common import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_STYLES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "cyan": "36"}
_NARROWEST, _WIDEST = 40, 110
GAP, _COLUMN = 2, 12
_SHORT, _LONG_WORD = 12, 14
_JOINTS = re.compile(r"(?<=[-/._])(?=.)")


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
        lines = textwrap.wrap(printable(words), self.width, break_on_hyphens=False)
        self._lines += ["", *(self.styled(line, "bold", "cyan") for line in lines)]

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
        if len(self._lines[-1]) + GAP + len(shown) <= self.width:
            self._lines[-1] += " " * GAP + self.styled(shown, "dim")
        else:
            self._lines += [
                indent + self.styled(line, "dim") for line in textwrap.wrap(shown, self.width - len(indent))
            ]

    def note(self, words: str, indent: int = 2) -> None:
        """A remark, dim."""
        for line in textwrap.wrap(printable(words), self.width - indent, break_on_hyphens=False):
            self._lines.append(" " * indent + self.styled(line, "dim"))

    def legend(self, signs: str) -> None:
        """What signs mean, separated by three spaces; none is broken in two."""
        line = ""
        for sign in printable(signs).split("   "):
            if line and len(line) + 3 + len(sign) > self.width:
                self._lines.append(self.styled(line, "dim"))
                line = ""
            line += f"   {sign}" if line else sign
        self._lines.append(self.styled(line, "dim"))

    def columns(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        indent: int = 2,
        colours: Mapping[str, str] | None = None,
    ) -> None:
        """A table; on a narrow page its long cells are wrapped, and on a very narrow one it is a list.

        ``colours`` are those of the signs that may stand in the first column.
        """
        if self.width - indent < _COLUMN * len(headings):
            for row in rows:
                self.fact(" · ".join(cell for cell in row if cell), indent=indent)
            return
        cells = [[printable(cell) for cell in row] for row in (headings, *rows)]
        widths = widths_of(cells, self.width - indent)
        for number, row in enumerate(cells):
            told = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
            for line in range(max(map(len, told))):
                parts = [part[line] if line < len(part) else "" for part in told]
                shown = (" " * GAP).join(_padded(part, width) for part, width in zip(parts, widths, strict=True))
                text = " " * indent + shown.rstrip()
                if colours and line == 0 and row[0] in colours:
                    text = text.replace(row[0], self.styled(row[0], colours[row[0]]), 1)
                self._lines.append(self.styled(text, "dim") if number == 0 else text)

    def styled(self, words: str, *styles: str) -> str:
        """Words with colours, where the reader has them."""
        if not self._colour:
            return words
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{words}\x1b[0m"

    def mark(self) -> int:
        """How far the page goes now."""
        return len(self._lines)

    def back_to(self, mark: int) -> None:
        """Take away what was put on the page since."""
        del self._lines[mark:]

    def text(self) -> str:
        """The page."""
        return "\n".join(self._lines)

    def print(self) -> None:
        """Print the page."""
        print(self.text())


def widths_of(cells: Sequence[Sequence[str]], room: int, gap: int = GAP) -> list[int]:
    """How wide each column is: as wide as its cells, or else so that long cells get what short ones leave.

    No word is broken while there is room; then only long ones are, at their hyphens, slashes and dots.

    >>> widths_of([["pleno", "Any one of the numbers", "35 : 1"]], 28)
    [5, 13, 6]
    """
    room -= gap * (len(cells[0]) - 1)
    columns = list(zip(*cells, strict=True))
    widest = [max(1, *map(_columns_of, column)) for column in columns]
    if sum(widest) <= room:
        return widest
    least = [_least(column, str.split) for column in columns]
    for number in reversed(range(len(columns))):
        left = room - sum(least) + least[number]
        if left < least[number]:
            least[number] = max(left, _least(columns[number], _pieces))
    spare, wished = room - sum(least), sum(widest) - sum(least)
    if spare >= 0:
        return [low + (high - low) * spare // wished for low, high in zip(least, widest, strict=True)]
    while sum(least) > room and max(least) > _SHORT // 2:
        least[least.index(max(least))] -= 1
    return least


def least_width(cells: Sequence[Sequence[str]]) -> int:
    """The width below which a table would break short words or figures.

    >>> least_width([["apuesta-de-guerra", "1 : 1"]])
    15
    """
    return _width(cells, _pieces, GAP)


def whole_width(cells: Sequence[Sequence[str]], gap: int = GAP) -> int:
    """The width below which a table would break any word, also at its hyphens.

    >>> whole_width([["apuesta-de-guerra", "1 : 1"]], gap=1)
    23
    """
    return _width(cells, str.split, gap)


def _width(cells: Sequence[Sequence[str]], broken: Callable[[str], list[str]], gap: int) -> int:
    columns = list(zip(*cells, strict=True))
    return sum(_least(column, broken) for column in columns) + gap * (len(columns) - 1)


def _least(column: Sequence[str], broken: Callable[[str], list[str]]) -> int:
    """The width below which a column would be ugly: short cells stay whole, long ones break between words."""
    kept = ([cell] if _columns_of(cell) <= _SHORT else broken(cell) for cell in column)
    return max(1, *(_columns_of(word) for words in kept for word in words or [""]))


def _pieces(cell: str) -> list[str]:
    return [piece for word in cell.split() for piece in (_JOINTS.split(word) if len(word) > _LONG_WORD else [word])]


def wrapped(cell: str, width: int) -> list[str]:
    """The lines of a cell in a column so wide: a word that is too long is broken where its parts meet.

    >>> wrapped("apuesta-de-guerra", 12)
    ['apuesta-de-', 'guerra']
    """
    if all(len(word) <= width for word in cell.split()):
        return textwrap.wrap(cell, width, break_on_hyphens=False) or [""]
    return _AtJoints(width).wrap(cell) or [""]


class _AtJoints(textwrap.TextWrapper):
    """Breaks ids and paths where their parts meet."""

    wordsep_re = re.compile(r"(\s+|(?<=[-/._])(?=[^\s]))")


def _columns_of(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _columns_of(text))
