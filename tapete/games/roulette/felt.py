"""The felt of roulette as SVG: French or American cloth, one or two of them, the track of announced bets, the wheel.

``spots(cloth)`` tells where every betting spot is.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from tapete.games.roulette.layout import DRAWN, SMALL_CHIP, Tableau
from tapete.games.wheels import turning
from tapete.games.wheels.felt import Scene, chance_box, drawn, number_box, pays_text
from tapete.table import svg
from tapete.table.board import HEADER, MARGIN, Plan, label
from tapete.table.felt import SpotBox, rectangle
from tapete.table.svg import GOLD, IVORY, LINE, Box, Point, Svg

if TYPE_CHECKING:
    from tapete.games.roulette.round import RouletteRound
    from tapete.games.roulette.rules import RouletteCloth, RouletteGame
    from tapete.games.wheels.rules import Outcome, Spot

WHEEL = 196.0
_TRACK, _BOXES, _APART = 186.0, 64.0, 34.0


def spots(cloth: RouletteCloth) -> list[SpotBox]:
    """Every betting spot of the cloth, or of both cloths, with its place in the picture.

    >>> from tapete.games import table
    >>> found = spots(table("pv-1996/ruleta-francesa").cloth)
    >>> [len([s for s in found if (s.bet, s.on) == key]) for key in (("pleno", (17,)), ("transversal", (1, 2, 3)))]
    [1, 2]
    """
    return list(plan(cloth).spots)


def felt(round: RouletteRound) -> str:
    """The table of a roulette with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("cl-2023/ruleta-francesa"))[:4]
    '<svg'
    """
    return drawn(round, plan(round.cloth))


def plan(cloth: RouletteCloth) -> Plan[Scene]:
    """The cloth on paper: the wheel beside one cloth, or between two."""
    game = cloth.game
    middle = MARGIN + WHEEL if game.cloths == 1 else MARGIN + DRAWN.length + _APART + WHEEL
    last = Tableau(cloth, middle + WHEEL + _APART, HEADER, DRAWN, index=game.cloths - 1)
    tableaux = (last,) if game.cloths == 1 else (Tableau(cloth, MARGIN, HEADER, DRAWN, mirrored=True), last)
    width = last.x + DRAWN.length + MARGIN
    foot = HEADER + max(last.height, 2 * WHEEL)
    track = _track(cloth, width, foot + 34)
    wheel_at = middle, (HEADER + foot) / 2

    def paint(picture: Svg, scene: Scene) -> None:
        turning.cylinder(picture, wheel_at, WHEEL, game.wheel, scene.last)
        for tableau in tableaux:
            _paint_cloth(picture, tableau, scene)
        if track:
            track.paint(picture, scene)

    found = [spot for part in (*tableaux, track) if part for spot in part.spots]
    return Plan(width, (track.foot if track else foot) + 30, tuple(found), paint, cloths=len(tableaux))


def _track(cloth: RouletteCloth, width: float, y: float) -> Track | None:
    announced = [s for places in cloth.places.values() for s in places.values() if s.group == "announced"]
    wide = min(width - 2 * MARGIN, 1320)
    return Track(cloth.game, announced, Box((width - wide) / 2, y, wide, _TRACK)) if announced else None


def _paint_cloth(picture: Svg, tableau: Tableau, scene: Scene) -> None:
    """The printed cloth, with the marker on the last number."""
    cloth = tableau.cloth
    with picture.group(class_="cloth"):
        for (name, on), boxes in tableau.areas.items():
            spot = cloth.places[name][on]
            shape = cloth.game.bets[name].covers.shape
            won = scene.last in spot.returns
            for box in boxes:
                if shape == "number" and on[0] in cloth.game.zero.numbers:
                    _paint_zero(picture, tableau, box, on[0], won)
                elif shape == "number":
                    number_box(picture, box, cloth.game, on[0], (name, on) in scene.taken, won)
                elif shape == "numbers":
                    chance_box(picture, box, cloth.game, spot, won)
                else:
                    picture.rect(box, GOLD if won else "none", fill_opacity=0.22, stroke=LINE, stroke_width=1.6)
                    _write(picture, tableau, box, spot, shape)


def _paint_zero(picture: Svg, tableau: Tableau, box: Box, outcome: Outcome, won: bool) -> None:
    """Zero's end of the cloth, rounded towards the wheel."""
    game = tableau.cloth.game
    first, last = outcome == game.zero.numbers[0], outcome == game.zero.numbers[-1]
    picture.add(
        "path",
        d=_rounded(box, 26, left=not tableau.mirrored, top=last, bottom=first),
        fill=turning.colour_of(game.wheel, outcome),
        fill_opacity=0.9,
        stroke=GOLD if won else LINE,
        stroke_width=4 if won else 1.6,
        class_="marker" if won else "zero",
    )
    x, y = box.middle
    picture.text((x, y - (14 if box.h > 2 * DRAWN.height else 20)), str(outcome), 30, IVORY, 700)


def _write(picture: Svg, tableau: Tableau, box: Box, spot: Spot, shape: str) -> None:
    y = box.middle[1]
    if shape == "column":
        picture.text((box.x + box.w * 0.26, y), pays_text(spot) or str(spot.on[0]), 17, IVORY, 700)
        return
    at, size = ((box.x + box.w * 0.29, y), 14) if tableau.french else ((box.x + box.w * 0.42, y), 20)
    picture.text(at, dozen_text(spot), size, IVORY, 700)


def dozen_text(spot: Spot) -> str:
    """The numbers of a dozen as its box shows them."""
    low = 12 * (int(spot.on[0]) - 1) + 1
    return f"{low}–{low + 11}"


def _rounded(box: Box, radius: float, *, left: bool, top: bool, bottom: bool) -> str:
    """A box with round corners at its outer end."""
    near, far = (box.x, box.x + box.w) if left else (box.x + box.w, box.x)
    turn = radius if left else -radius
    high, low = box.y, box.y + box.h
    n = svg.number
    path = [f"M{n(far)} {n(high)}"]
    path.append(f"H{n(near + turn)}Q{n(near)} {n(high)} {n(near)} {n(high + radius)}" if top else f"H{n(near)}")
    if bottom:
        path.append(f"V{n(low - radius)}Q{n(near)} {n(low)} {n(near + turn)} {n(low)}")
    else:
        path.append(f"V{n(low)}")
    path.append(f"H{n(far)}Z")
    return "".join(path)


class Track:
    """The track of announced bets: the numbers in the order of the wheel, the sectors within.

    Where the document does not give the order, each announced bet has a plain box instead.
    """

    def __init__(self, game: RouletteGame, announced: list[Spot], box: Box) -> None:
        self.game = game
        self.ring = [s for s in announced if s.on]
        self.sectors = [s for s in announced if not s.on]
        self.box = box
        self.foot = box.y + (box.h if self._ordered else _BOXES)

    @cached_property
    def _cells(self) -> dict[Outcome, tuple[str, Point]]:
        """Each number's cell: its outline and its middle."""
        order = self.game.wheel.order or ()
        oval = _Oval(self.box.within(2), 46)
        size = len(order)
        return {
            outcome: (oval.cell((index - 0.5) / size, (index + 0.5) / size), oval.at(index / size, 0.5))
            for index, outcome in enumerate(order)
        }

    @cached_property
    def _ordered(self) -> bool:
        return self.game.wheel.order is not None and len(self.ring) == len(self.game.wheel.outcomes)

    @cached_property
    def _areas(self) -> list[tuple[Spot, Box]]:
        """The sectors in the middle of the track, or every announced bet in a row of boxes."""
        x, y, wide, high = self.box.x, self.box.y, self.box.w, self.box.h
        inner = Box(x + 72, y + 54, wide - 144, high - 108) if self._ordered else Box(x, y, wide, _BOXES)
        shown = self._by_sector() if self._ordered else [*self.ring, *self.sectors]
        each = inner.w / max(len(shown), 1)
        return [
            (spot, Box(inner.x + index * each, inner.y, each, inner.h).within(3)) for index, spot in enumerate(shown)
        ]

    def _by_sector(self) -> list[Spot]:
        """The sectors from the one opposite zero to zero's own, as they lie on the wheel."""
        order = self.game.wheel.order or ()
        zero = order.index(self.game.zero.numbers[0])
        size = len(order)

        def away(spot: Spot) -> float:
            gaps = [min((order.index(o) - zero) % size, (zero - order.index(o)) % size) for o in spot.returns]
            return -sum(gaps) / len(gaps)

        return sorted(self.sectors, key=away)

    @cached_property
    def spots(self) -> list[SpotBox]:
        found = [
            SpotBox(spot.bet, spot.on, (box.x + box.w * 0.82, box.middle[1]), rectangle(box))
            for spot, box in self._areas
        ]
        if self._ordered:
            for spot in self.ring:
                outline, at = self._cells[spot.on[0]]
                found.append(SpotBox(spot.bet, spot.on, at, outline, SMALL_CHIP))
        return found

    def paint(self, picture: Svg, scene: Scene) -> None:
        """The track with its numbers and sectors."""
        with picture.group(class_="track"):
            if self._ordered:
                for outcome, (outline, at) in self._cells.items():
                    colour = turning.colour_of(self.game.wheel, outcome)
                    won = outcome == scene.last
                    picture.add(
                        "path", d=outline, fill=colour, stroke=GOLD if won else LINE, stroke_width=3 if won else 1
                    )
                    picture.text(at, str(outcome), 15, svg.contrast(colour), 700)
            for spot, box in self._areas:
                picture.rect(box, IVORY, fill_opacity=0.06, stroke=LINE, stroke_width=1.2, rx=10)
                text = " ".join((label(self.game.bets[spot.bet]), *map(str, spot.on)))
                at = box.x + box.w * 0.4, box.middle[1]
                picture.text(at, text, svg.fitting(text, box.w * 0.66, 18, 9), IVORY, 600)


class _Oval:
    """A track with straight sides and round ends, measured along its length from the middle of its right end."""

    def __init__(self, box: Box, width: float) -> None:
        self.width = width
        self.outer = box.h / 2
        self.middle = box.middle
        self.straight = box.w - box.h
        self.radius = self.outer - width / 2
        self.length = 2 * self.straight + 2 * math.pi * self.radius

    def at(self, turn: float, across: float) -> Point:
        """A point by its part of the way round, clockwise, and its part of the width from the inside."""
        reach = self.outer - self.width + across * self.width
        way = (turn % 1) * self.length
        quarter = math.pi * self.radius / 2
        x, y = self.middle
        half = self.straight / 2
        if way < quarter:
            return svg.polar((x + half, y), reach, 0.25 + way / quarter / 4)
        way -= quarter
        if way < self.straight:
            return x + half - way, y + reach
        way -= self.straight
        if way < 2 * quarter:
            return svg.polar((x - half, y), reach, 0.5 + way / quarter / 4)
        way -= 2 * quarter
        if way < self.straight:
            return x - half + way, y - reach
        return svg.polar((x + half, y), reach, (way - self.straight) / quarter / 4)

    def cell(self, start: float, end: float, steps: int = 6) -> str:
        """The outline of a piece of the track."""
        turns = [start + (end - start) * step / steps for step in range(steps + 1)]
        points = [self.at(t, 1) for t in turns] + [self.at(t, 0) for t in reversed(turns)]
        return "M" + "L".join(f"{svg.number(px)} {svg.number(py)}" for px, py in points) + "Z"
