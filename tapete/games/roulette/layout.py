"""The layout of roulette's cloth: where every box, line and crossing is, in whatever measure it is drawn or typed.

No inside bet is placed by its name: its chip lies where the boxes of its numbers meet, or at the edge of the cloth
where they do not all touch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tapete.table.felt import SpotBox, disc, in_a_row, rectangle
from tapete.table.svg import Box, Point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.games.roulette.rules import RouletteCloth
    from tapete.games.wheels.rules import Outcome, Spot
    from tapete.table.actions import Place

COLUMNS, ROWS = 12, 3
SMALL_CHIP, LARGE_CHIP = 13.5, 20.0
_FRENCH_SIDES = (("low", "odd", "red"), ("high", "even", "black"))
_AMERICAN_SIDE = ("low", "even", "red", "black", "odd", "high")
Key = tuple[str, "Place"]


@dataclass(frozen=True, slots=True)
class Measure:
    """The sizes of a cloth: a number's box, the side strips, the dozens, the even chances, the foot."""

    width: float
    height: float
    strip: float
    dozen: float
    chance: float
    foot: float

    @property
    def length(self) -> float:
        """From zero's end to the foot."""
        return (COLUMNS + 1) * self.width + self.foot


DRAWN = Measure(width=62, height=80, strip=117, dozen=58, chance=82, foot=99)
TYPED = Measure(width=5, height=2, strip=4, dozen=2, chance=3, foot=9)


def meeting(boxes: Iterable[Box]) -> Point | None:
    """The middle of what boxes have in common, or nothing where they do not all touch.

    >>> meeting([Box(0, 0, 10, 10), Box(10, 0, 10, 10)])
    (10.0, 5.0)
    >>> meeting([Box(0, 0, 10, 10), Box(20, 0, 10, 10)]) is None
    True
    """
    boxes = list(boxes)
    left, right = max(b.x for b in boxes), min(b.x + b.w for b in boxes)
    top, bottom = max(b.y for b in boxes), min(b.y + b.h for b in boxes)
    if left > right + 0.01 or top > bottom + 0.01:
        return None
    return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True)
class Tableau:
    """One cloth: zero at the wheel's end, twelve rows of three, columns at the foot.

    The even chances lie on both sides (French) or on one, beyond the dozens (American).

    >>> from tapete.games import table
    >>> tableau = Tableau(table("cl-2023/ruleta-americana/un-cero").cloth, 0, 0, DRAWN)
    >>> meeting([tableau.number(1), tableau.number(2)])
    (93.0, 160.0)
    """

    cloth: RouletteCloth
    x: float
    y: float
    measure: Measure
    mirrored: bool = False
    index: int = 0

    @property
    def french(self) -> bool:
        """Whether the even chances are on both sides."""
        return self.cloth.game.even_chances_sides == 2

    @property
    def height(self) -> float:
        """From one side of the cloth to the other."""
        m = self.measure
        return ROWS * m.height + (2 * m.strip if self.french else m.dozen + m.chance)

    @property
    def top(self) -> float:
        """Where the numbers begin."""
        return self.y + (self.measure.strip if self.french else 0)

    @property
    def bottom(self) -> float:
        """Where the numbers end."""
        return self.top + ROWS * self.measure.height

    def _box(self, column: float, y: float, columns: float, height: float) -> Box:
        """A box by its columns, zero's being the first."""
        return self._across(column * self.measure.width, y, columns * self.measure.width, height)

    def _at_foot(self, y: float, height: float) -> Box:
        return self._across((COLUMNS + 1) * self.measure.width, y, self.measure.foot, height)

    def _across(self, start: float, y: float, wide: float, height: float) -> Box:
        """A box that begins so far from zero's end; a mirrored cloth runs the other way."""
        return Box(self.x + (self.measure.length - start - wide if self.mirrored else start), y, wide, height)

    def number(self, outcome: Outcome) -> Box:
        """The box of a number; the zeros share the end of the cloth, the first of them beside 1."""
        zeros = self.cloth.game.zero.numbers
        if outcome in zeros:
            height = ROWS * self.measure.height / len(zeros)
            return self._box(0, self.bottom - (zeros.index(outcome) + 1) * height, 1, height)
        row, column = divmod(int(outcome) - 1, ROWS)
        return self._box(row + 1, self.bottom - (column + 1) * self.measure.height, 1, self.measure.height)

    def column(self, ordinal: int) -> Box:
        """The box at the foot of a column."""
        return self._at_foot(self.bottom - ordinal * self.measure.height, self.measure.height)

    def dozens(self, ordinal: int) -> list[Box]:
        """American: beside the numbers. French: at the foot of the cloth, on both sides of the columns."""
        if not self.french:
            return [self._box(1 + (ordinal - 1) * 4, self.bottom, 4, self.measure.dozen)]
        high = self.measure.strip / ROWS
        below = self._at_foot(self.bottom + (ROWS - ordinal) * high, high)
        above = self._at_foot(self.y + (ordinal - 1) * high, high)
        return [below, above]

    def chance(self, trade: str) -> Box:
        """The box of an even chance, by the trade's word for it."""
        if not self.french:
            column = 1 + 2 * _AMERICAN_SIDE.index(trade)
            return self._box(column, self.bottom + self.measure.dozen, 2, self.measure.chance)
        above = trade in _FRENCH_SIDES[0]
        place = _FRENCH_SIDES[0 if above else 1].index(trade)
        return self._box(1 + 4 * place, self.y if above else self.bottom, 4, self.measure.strip)

    @cached_property
    def areas(self) -> dict[Key, list[Box]]:
        """The boxes that are printed on the cloth, by the bet that stands in them."""
        found: dict[Key, list[Box]] = {}
        for name, bet in self.cloth.game.bets.items():
            for on in self.cloth.places[name]:
                boxes = self._printed(bet.covers.shape, bet.trade, on)
                if boxes:
                    found[name, on] = boxes
        return found

    def _printed(self, shape: str, trade: str, on: Place) -> list[Box]:
        if shape == "number":
            return [self.number(on[0])]
        if shape == "column":
            return [self.column(int(on[0]))]
        if shape == "dozen":
            return self.dozens(int(on[0]))
        if shape == "numbers" and trade in _AMERICAN_SIDE:
            return [self.chance(trade)]
        return []

    @cached_property
    def spots(self) -> list[SpotBox]:
        """The spots of this cloth, boxes first, then the lines and crossings that lie over them."""
        found = [
            self._in_box(bet, on, box) if on else in_a_row(bet, box, self.index)
            for (bet, on), boxes in self.areas.items()
            for box in boxes
        ]
        for name, places in self.cloth.places.items():
            shape = self.cloth.game.bets[name].covers.shape
            for on, spot in places.items():
                if (name, on) not in self.areas and spot.group != "announced":
                    found += [
                        SpotBox(name, on, at, disc(at, SMALL_CHIP), SMALL_CHIP, cloth=self.index)
                        for at in self._crossings(shape, on, spot)
                    ]
        return found

    def _in_box(self, bet: str, on: Place, box: Box) -> SpotBox:
        """The spot of a printed box; its chips lie where what is written there can still be read."""
        x, y = box.middle
        wide, high = self.measure.width, self.measure.height
        if box.w > 2 * wide:
            return SpotBox(bet, on, (box.x + box.w * 0.82, y), rectangle(box), LARGE_CHIP, box.w * 0.3, self.index)
        if box.w > wide:
            at = x + box.w * (0.24 if box.h == high else 0.35), y
        else:
            at = x, y + high * (0.22 if box.h == high else 0.32)
        return SpotBox(bet, on, at, rectangle(box), SMALL_CHIP, cloth=self.index)

    def _crossings(self, shape: str, on: Place, spot: Spot) -> list[Point]:
        """Where the chip of a bet without a box of its own lies: on a line, at a crossing, at the edge."""
        if shape == "two-columns":
            return [_between([self.column(int(o)) for o in on])]
        if shape == "two-dozens":
            sides = zip(*(self.dozens(int(o)) for o in on), strict=True)
            return [_between(list(boxes), 0.62 if self.french else 0.5) for boxes in sides]
        boxes = [self.number(outcome) for outcome in spot.returns]
        met = meeting(boxes)
        if met is not None:
            return [met]
        left, right = max(b.x for b in boxes), min(b.x + b.w for b in boxes)
        x = (left + right) / 2
        return [(x, self.bottom), (x, self.top)] if self.french else [(x, self.bottom)]


def _between(boxes: list[Box], along: float = 0.5) -> Point:
    """On the line between two boxes; where a third lies between them, at the edge beside it."""
    met = meeting(boxes)
    if met is not None:
        return met[0] + (along - 0.5) * boxes[0].w, met[1]
    a, b = (box.middle for box in boxes)
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    stacked = abs(a[1] - b[1]) > abs(a[0] - b[0])
    return (x + boxes[0].w / 2, y) if stacked else (x, y + boxes[0].h / 2)
