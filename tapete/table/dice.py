"""Dice, drawn: seen from above, with pips or with whatever else their faces show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table.figures import draw_figure
from tapete.table.svg import INK, IVORY, Box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tapete.table.svg import Point, Svg

RUBY, PRINTED = "#b3141f", "#f4ecd6"
_PIPS = {
    1: (4,),
    2: (2, 6),
    3: (2, 4, 6),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}


def pips(face: int) -> tuple[Point, ...]:
    """Where the pips of a face are, as parts of its side from the upper left corner.

    >>> pips(1), len(pips(6))
    (((0.5, 0.5),), 6)
    """
    return tuple((0.24 + 0.26 * (cell % 3), 0.24 + 0.26 * (cell // 3)) for cell in _PIPS[face])


def faces(throw: Iterable[int]) -> str:
    """Dice as characters.

    >>> faces((1, 6))
    '⚀⚅'
    """
    return "".join(chr(0x267F + face) for face in throw)


def draw_die(picture: Svg, box: Box, face: int, turn: float = 0) -> None:
    """A die of the table: transparent, with sharp edges, lying as it fell."""
    _body(picture, box, turn, lambda: _dots(picture, box, face, IVORY))


def draw_figure_die(picture: Svg, box: Box, figure: str, turn: float = 0) -> None:
    """A die of the table whose face shows a figure."""
    _body(picture, box, turn, lambda: draw_figure(picture, box.within(box.w * 0.16), figure), PRINTED)


def draw_printed(picture: Svg, box: Box, face: int) -> None:
    """A die as it is printed on a cloth."""
    picture.rect(box, PRINTED, rx=box.w * 0.14, stroke="#000", stroke_opacity=0.4, stroke_width=box.w * 0.03)
    _dots(picture, box, face, INK)


def draw_printed_pair(picture: Svg, at: Point, size: float, faces: tuple[int, int]) -> None:
    """Two printed dice side by side around a point."""
    gap = size * 0.16
    for face, x in zip(faces, (at[0] - size - gap / 2, at[0] + gap / 2), strict=True):
        draw_printed(picture, Box(x, at[1] - size / 2, size, size), face)


def _body(picture: Svg, box: Box, turn: float, face: Callable[[], None], colour: str = RUBY) -> None:
    x, y = box.middle
    side = box.w
    with picture.group(transform=f"rotate({turn:g} {x:g} {y:g})", class_="die"):
        shadow = Box(box.x + side * 0.05, box.y + side * 0.09, side, side)
        picture.rect(shadow, "#000", fill_opacity=0.35, rx=side * 0.06)
        picture.rect(box, colour, rx=side * 0.06, stroke="#000", stroke_opacity=0.45, stroke_width=side * 0.02)
        gleam = f"M{box.x:g} {box.y:g}h{side:g}L{box.x:g} {box.y + side:g}Z"
        picture.add("path", d=gleam, fill="#fff", fill_opacity=0.12)
        face()


def _dots(picture: Svg, box: Box, face: int, colour: str) -> None:
    for x, y in pips(face):
        picture.add("circle", cx=box.x + x * box.w, cy=box.y + y * box.h, r=box.w * 0.095, fill=colour)
