"""A cloth typed into a terminal: boxes of lines, paint, words and chips on a sheet of characters.

Coordinates are those of the drawn cloth in the measure of characters, so the same layout serves both.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from tapete.table.cards import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.text import Text

    from tapete.table.banked import BankedRound
    from tapete.table.board import Key
    from tapete.table.cards import Card
    from tapete.table.felt import SpotBox
    from tapete.table.svg import Box, Point

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
CLOTH = "#f8f2e1 on #0d5c3e"
CHIP = "●"
WON = "reverse"
_MANY = 3
_RED, _BLACK = "bold #b5212d on #fdfbf3", "bold #1c1c20 on #fdfbf3"


class Canvas:
    """A sheet of characters.

    >>> from tapete.table.svg import Box
    >>> sheet = Canvas(8, 2)
    >>> sheet.outline(Box(0, 0, 4, 2))
    >>> sheet.outline(Box(4, 0, 4, 2))
    >>> sheet.write((6, 1), "00")
    >>> print(sheet.plain())
    ┌───┬───┐
    │   │ 00│
    └───┴───┘
    """

    def __init__(self, width: float, height: float, ground: str = CLOTH) -> None:
        self.width, self.height = _whole(width) + 1, _whole(height) + 1
        self._lines = [[0] * self.width for _ in range(self.height)]
        self._letters = [[""] * self.width for _ in range(self.height)]
        self._styles = [[ground] * self.width for _ in range(self.height)]

    def outline(self, box: Box) -> None:
        """A box of lines; where boxes touch, their lines join."""
        left, top, right, bottom = _edges(box)
        for x in range(left, right):
            for y in (top, bottom):
                self._lines[y][x] |= _RIGHT
                self._lines[y][x + 1] |= _LEFT
        for y in range(top, bottom):
            for x in (left, right):
                self._lines[y][x] |= _DOWN
                self._lines[y + 1][x] |= _UP

    def paint(self, box: Box, style: str) -> None:
        """Paint the inside of a box."""
        left, top, right, bottom = _edges(box)
        for y in range(top + 1, max(bottom, top + 2)):
            for x in range(left + 1, right):
                self._styles[y][x] = style

    def write(self, at: Point, text: str, style: str = "", start: bool = False) -> None:
        """A word around a point, or beginning there; it keeps the paint under it unless it brings its own."""
        x, y = _whole(at[0]), _whole(at[1])
        first = x if start else x - (len(text) - 1) // 2
        for offset, letter in enumerate(text):
            if 0 <= first + offset < self.width and 0 <= y < self.height:
                self._letters[y][first + offset] = letter
                if style:
                    self._styles[y][first + offset] = f"{self._styles[y][first + offset]} {style}"

    def chips(self, at: Point, colours: Iterable[str]) -> None:
        """The chips of a spot: one mark for each player, or their number where there is no room for marks."""
        self.few_chips(at, list(colours), _MANY)

    def few_chips(self, at: Point, colours: Sequence[str], most: int) -> float:
        """As many marks as there is room for, otherwise their number; gives where they end."""
        x, y = at
        if len(colours) > most:
            counted = str(len(colours))
            self.write(at, counted, "bold #1b1b1e on #e3c36f", start=True)
            return x + len(counted)
        for index, colour in enumerate(colours):
            self.write((x + index, y), CHIP, f"bold {_lighter(colour)}", start=True)
        return x + len(colours)

    def cards(self, at: Point, cards: Sequence[Card], start: bool = False) -> None:
        """Cards side by side around a point, or beginning there, each in the colour of its suit.

        >>> from tapete.table.cards import cards
        >>> sheet = Canvas(8, 0)
        >>> sheet.cards((3, 0), cards(("10h", "Ks")))
        >>> print(sheet.plain())
         10♥ K♠
        """
        shown = [card.rank + SYMBOLS.get(card.suit, "") for card in cards]
        x = _whole(at[0]) - (0 if start else (sum(map(len, shown)) + len(shown) - 2) // 2)
        for card, text in zip(cards, shown, strict=True):
            self.write((x, at[1]), text, _RED if card.red else _BLACK, start=True)
            x += len(text) + 1

    def plain(self) -> str:
        """The sheet without its colours."""
        return "\n".join("".join(self._at(x, y) for x in range(self.width)).rstrip() for y in range(self.height))

    def text(self) -> Text:
        """The sheet for a console."""
        from rich.text import Text

        sheet = Text(no_wrap=True)
        for y in range(self.height):
            if y:
                sheet.append("\n")
            for style, run in groupby(range(self.width), key=self._styles[y].__getitem__):
                sheet.append("".join(self._at(x, y) for x in run), style)
        return sheet

    def _at(self, x: int, y: int) -> str:
        return self._letters[y][x] or _LINES[self._lines[y][x]]


def chips_of(round: BankedRound) -> dict[Key, list[str]]:
    """The colours that lie on each place."""
    colours = round.colours()
    lying: dict[Key, list[str]] = defaultdict(list)
    for position in round.standing:
        lying[position.bet, position.on].append(colours[position.player])
    return lying


def type_chips(sheet: Canvas, spots: Iterable[SpotBox], lying: Mapping[Key, list[str]]) -> None:
    """The chips on the sheet, each bet's on the first of its spots."""
    done: set[Key] = set()
    for spot in spots:
        key = spot.bet, spot.on
        if key in lying and key not in done:
            done.add(key)
            sheet.chips(spot.at, lying[key])


def _lighter(colour: str) -> str:
    """A player's colour as it can still be seen on black and on the cloth.

    >>> _lighter("#000000")
    '#666666'
    """
    return "#" + "".join(f"{int(int(colour[i : i + 2], 16) * 0.6 + 255 * 0.4):02x}" for i in (1, 3, 5))


def _whole(value: float) -> int:
    """The nearest character; a half goes on, so that the middle of a box lies beside what is written in it."""
    return int(value + 0.5)


def _edges(box: Box) -> tuple[int, int, int, int]:
    return _whole(box.x), _whole(box.y), _whole(box.x + box.w), _whole(box.y + box.h)
