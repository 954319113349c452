"""What every drawn table shares: betting spots that can be pointed at, chips that lie on them, and the legend.

A family of games says where its spots are and paints its cloth; what lies there is drawn here, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapete.table import svg
from tapete.table.svg import GOLD, INK, IVORY, LINE, Box, Point, Svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tapete.table.actions import Place

_NAME, _BETS, _ROW = 15, 12.5, 21
_LETTER = 0.5
_SMALL = 0.62


@dataclass(frozen=True, slots=True)
class SpotBox:
    """A betting spot of a drawn cloth: the bet, the outline that a pointer hits, and where its chips lie.

    A bet may have several spots (a street has two ends, a table two cloths); ``cloth`` tells the cloths apart.
    ``radius`` is that of a chip that fits there; with ``room`` the chips of several players lie in a row that wide.
    ``rests``: nobody bets there; a bet put down elsewhere comes to lie there.

    >>> SpotBox("rojo", (), (10, 5), rectangle(Box(0, 0, 20, 10))).outline
    'M0 0H20V10H0Z'
    """

    bet: str
    on: Place
    at: Point
    outline: str
    radius: float = 19
    room: float = 0
    cloth: int = 0
    rests: bool = False

    @property
    def data_on(self) -> str:
        """The place as the picture's ``data-on`` holds it.

        >>> SpotBox("caballo", (0, "00"), (0, 0), "").data_on
        '0,00'
        """
        return ",".join(str(item) for item in self.on)


@dataclass(frozen=True, slots=True)
class Chip:
    """A player's chips on one spot. ``mark`` is how they lie: ``prison``, ``waits``, ``won``, ``lost`` or nothing.

    ``button``: what is written on the marker that lies on them. ``seat``: in a row, the player's place of so many.
    """

    colour: str
    text: str
    title: str
    mark: str = ""
    button: str = ""
    seat: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the legend: whose colour, the name, the balance, what stands, and what the player is at the table."""

    colour: str
    name: str
    balance: str
    bets: tuple[str, ...]
    part: str = ""


def rectangle(box: Box) -> str:
    """A box as a path."""
    return (
        f"M{svg.number(box.x)} {svg.number(box.y)}H{svg.number(box.x + box.w)}"
        f"V{svg.number(box.y + box.h)}H{svg.number(box.x)}Z"
    )


def disc(at: Point, radius: float) -> str:
    """A circle as a path.

    >>> disc((10, 10), 5)
    'M5 10a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z'
    """
    r, wide = svg.number(radius), svg.number(2 * radius)
    start = f"M{svg.number(at[0] - radius)} {svg.number(at[1])}"
    return f"{start}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0Z"


def in_a_row(bet: str, box: Box, cloth: int = 0) -> SpotBox:
    """The spot of a box with a name in it: its chips lie in a row under the name."""
    x, y = box.middle
    return SpotBox(bet, (), (x, y + box.h * 0.29), rectangle(box), min(20, box.h * 0.17), box.w * 0.9, cloth)


def draw_spots(picture: Svg, spots: Iterable[SpotBox], title: Callable[[SpotBox], str]) -> None:
    """The spots as elements that a page can make clickable: unseen, titled, with ``data-bet`` and ``data-on``."""
    with picture.group(class_="spots", fill="#fff", fill_opacity=0):
        for spot in spots:
            picture.add(
                "path",
                title=title(spot),
                class_="rest" if spot.rests else "spot",
                d=spot.outline,
                data_bet=spot.bet,
                data_on=spot.data_on,
                data_cloth=spot.cloth,
            )


def draw_chips(picture: Svg, spot: SpotBox, chips: Sequence[Chip]) -> None:
    """The chips of one spot; those of several players lie side by side."""
    places, size = _in_a_row(spot, chips) if spot.room else _side_by_side(spot, len(chips))
    for place, chip in zip(places, chips, strict=True):
        with picture.moving("drop", chip.title, title=chip.title, class_="chip"):
            _draw_chip(picture, place, size, chip)


def _in_a_row(spot: SpotBox, chips: Sequence[Chip]) -> tuple[list[Point], float]:
    """Side by side, in two rows where they would get too small.

    At seats, each player's chips lie where the player stands, whoever else has bet.
    """
    seats = [chip.seat or (index, len(chips)) for index, chip in enumerate(chips)]
    if len({index for index, _number in seats}) < len(seats):
        seats = [(index, len(chips)) for index in range(len(chips))]
    number = seats[0][1]
    size = min(spot.radius, spot.room / number / 2)
    if size >= _SMALL * spot.radius:
        return [_beside(spot.at, size, index, number) for index, _number in seats], size
    half = (number + 1) // 2
    size = min(_SMALL * spot.radius, spot.room / half / 2)
    x, y = spot.at
    rows = (x, y - size), (x, y + size)
    return [_beside(rows[index // half], size, index % half, half) for index, _number in seats], size


def _beside(middle: Point, size: float, index: int, number: int) -> Point:
    return middle[0] + size * (2 * index - number + 1), middle[1]


def _side_by_side(spot: SpotBox, number: int) -> tuple[list[Point], float]:
    if number == 1:
        return [spot.at], spot.radius
    size = spot.radius * (0.86 if number == 2 else 0.72 if number < 5 else 0.56)
    reach = size * 0.98 if number < 4 else size * 1.3 if number == 4 else size * number / 3.4
    start = 0.75 if number == 2 else 0.0 if number == 3 else 0.125
    return [svg.polar(spot.at, reach, start + index / number) for index in range(number)], size


def _draw_chip(picture: Svg, at: Point, radius: float, chip: Chip) -> None:
    if chip.mark == "waits":
        svg.halo(picture, at, radius)
    if chip.mark == "lost":
        with picture.group(opacity=0.45):
            svg.chip(picture, at, radius, chip.colour, chip.text)
        return
    if chip.mark == "won":
        picture.add("circle", cx=at[0], cy=at[1], r=radius * 1.3, fill="none", stroke=GOLD, stroke_width=radius * 0.22)
    if chip.mark == "prison":
        svg.chip(picture, at, radius, chip.colour)
        svg.bars(picture, at, radius)
        _plate(picture, at, radius, chip.text)
    else:
        svg.chip(picture, at, radius, chip.colour, chip.text)
    if chip.button:
        svg.button(picture, (at[0] + radius * 0.72, at[1] - radius * 0.72), radius * 0.52, chip.button)


def _plate(picture: Svg, at: Point, radius: float, text: str) -> None:
    """An amount that can be read over the bars."""
    size = svg.fitting(text, radius * 1.3, radius * 0.7, radius * 0.34)
    half = radius * 0.74
    picture.rect(Box(at[0] - half, at[1] - radius * 0.4, 2 * half, radius * 0.8), IVORY, rx=radius * 0.2)
    picture.text(at, text, size, INK, 700)


def legend_height(rows: Sequence[Row], width: float) -> float:
    """How high the legend will be."""
    if not rows:
        return 0
    return 16 + sum(_ROW * max(1, len(_lines(row, width))) + 8 for row in rows)


def draw_legend(picture: Svg, at: Point, width: float, rows: Sequence[Row]) -> None:
    """Who plays with which colour, how they stand, and their bets on the table."""
    if not rows:
        return
    x, y = at
    whole = Box(x, y, width, legend_height(rows, width))
    picture.rect(whole, INK, fill_opacity=0.32, rx=12, stroke=GOLD, stroke_opacity=0.4, stroke_width=1)
    y += 8
    for index, row in enumerate(rows):
        if index:
            picture.add(
                "line", x1=x + 16, y1=y, x2=x + width - 16, y2=y, stroke=LINE, stroke_opacity=0.18, stroke_width=1
            )
        lines = _lines(row, width)
        first = y + 4 + _ROW / 2
        picture.add("circle", cx=x + 26, cy=first, r=9, fill=row.colour, stroke=IVORY, stroke_width=2)
        room = 150 if not row.part else 96
        picture.text((x + 44, first), svg.clipped(row.name, room, _NAME), _NAME, IVORY, 700, "start")
        if row.part:
            picture.text((x + 148, first), row.part, 11, GOLD, 600, "start")
        picture.text((x + 300, first), row.balance, _NAME, GOLD, 700, "end")
        for number, line in enumerate(lines):
            picture.text((x + 324, first + number * _ROW), line, _BETS, IVORY, 400, "start", fill_opacity=0.92)
        y += _ROW * max(1, len(lines)) + 8


def _lines(row: Row, width: float, most: int = 3) -> list[str]:
    """The bets of a row, broken into lines; what does not fit is counted."""
    room = int((width - 344) / (_BETS * _LETTER))
    lines: list[str] = []
    for number, bet in enumerate(row.bets):
        joined = f"{lines[-1]}  ·  {bet}" if lines else bet
        if not lines:
            lines.append(svg.clipped(bet, width - 344, _BETS))
        elif len(joined) <= room:
            lines[-1] = joined
        elif len(lines) < most:
            lines.append(bet)
        else:
            lines[-1] += f"  … +{len(row.bets) - number}"
            break
    return lines
