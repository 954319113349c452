"""The figures of cards and dice, drawn: the four suits, the crown and the anchor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table import svg
from tapete.table.felt import disc

if TYPE_CHECKING:
    from tapete.table.svg import Box, Svg

RED, BLACK, GILT, NAVY = "#c3202c", "#17171a", "#b8860b", "#1c3f74"
_STEM = "M46 50C46 75 43 87 33 95H67C57 87 54 75 54 50Z"
# Each figure fills a square of 100.
_FIGURES = {
    "pique": (
        BLACK,
        "M50 6C78 32 92 45 92 61C92 74 82 82 71 82C63 82 57 78 54 71C55 82 59 90 66 95H34"
        "C41 90 45 82 46 71C43 78 37 82 29 82C18 82 8 74 8 61C8 45 22 32 50 6Z",
    ),
    "corazon": (
        RED,
        "M50 92C20 66 8 49 8 31C8 16 19 7 31 7C40 7 47 12 50 20C53 12 60 7 69 7C81 7 92 16 92 31C92 49 80 66 50 92Z",
    ),
    "rombo": (RED, "M50 4Q64 30 86 50Q64 70 50 96Q36 70 14 50Q36 30 50 4Z"),
    "trebol": (
        BLACK,
        disc((50, 27), 21) + disc((28, 58), 21) + disc((72, 58), 21) + "M40 40V62H60V40Z" + _STEM,
    ),
    "corona": (
        GILT,
        "M14 76L6 32L30 54L50 18L70 54L94 32L86 76ZM14 81H86V93H14Z"
        + disc((6, 27), 6)
        + disc((50, 12), 7)
        + disc((94, 27), 6),
    ),
    "ancla": (
        NAVY,
        "M39 15a11 11 0 1 0 22 0a11 11 0 1 0 -22 0ZM45 15a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z"
        "M45 25H55V30H73V39H55V84C66 82 75 75 80 65L72 60L94 52L92 74L87 70C80 86 66 97 50 97C34 97 20 86 13 70"
        "L8 74L6 52L28 60L20 65C25 75 34 82 45 84V39H27V30H45Z",
    ),
}


def knows(figure: object) -> bool:
    """Whether there is a drawing of a figure.

    >>> knows("ancla"), knows("sota")
    (True, False)
    """
    return figure in _FIGURES


def draw_figure(picture: Svg, box: Box, figure: str) -> None:
    """A figure in its colour; one that has no drawing is written."""
    if not knows(figure):
        picture.text(box.middle, figure, svg.fitting(figure, box.w, box.h * 0.4, 6), BLACK, 700)
        return
    colour, path = _FIGURES[figure]
    size = min(box.w, box.h)
    x, y = box.middle
    place = f"translate({svg.number(x - size / 2)} {svg.number(y - size / 2)}) scale({svg.number(size / 100)})"
    picture.add("path", d=path, fill=colour, transform=place, class_="figure")
