"""The cloth of a dice game on paper: a box for each figure, or a row of boxes for each kind of bet on totals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from tapete.table.felt import SpotBox, rectangle
from tapete.table.svg import Box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.dice.rules import Cloth, Spot

Kind = Literal["face", "span", "totals", "alike"]
IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Measure:
    """The sizes of a cloth: how wide it is, how high each kind of box, how wide the notice between two spans."""

    wide: float
    high: dict[Kind, float]
    notice: float


DRAWN = Measure(660.0, {"face": 188.0, "span": 162.0, "totals": 122.0, "alike": 138.0}, 108.0)


@dataclass(frozen=True, slots=True)
class Area:
    """A printed place of the cloth."""

    spot: Spot
    kind: Kind
    box: Box


def kind_of(cloth: Cloth, spot: Spot) -> Kind:
    """What a place stands for: a face, totals that follow each other, other totals, or dice that are all alike.

    >>> from tapete.games import table
    >>> cloth = table("cl-2023/chuck-a-luck").cloth
    >>> [kind_of(cloth, cloth.places[bet][()]) for bet in ("low", "field", "any-treble")]
    ['span', 'totals', 'alike']
    """
    covers = cloth.game.bets[spot.bet].covers
    if covers.face:
        return "face"
    if covers.alike:
        return "alike"
    numbers = sorted(covers.totals)
    return "span" if numbers == list(range(numbers[0], numbers[-1] + 1)) else "totals"


class Tableau:
    """The boxes of a cloth, from its corner: faces three in a row; totals that follow each other side by side."""

    def __init__(self, cloth: Cloth, x: float, y: float, measure: Measure) -> None:
        self.cloth, self.x, self.y, self.measure = cloth, x, y, measure

    @cached_property
    def areas(self) -> list[Area]:
        """Every place with its box."""
        found, y = [], self.y
        for kind, row in self._rows():
            high = self.measure.high[kind]
            found += [
                Area(spot, kind, box) for spot, box in zip(row, self._boxes(kind, len(row), y, high), strict=True)
            ]
            y += high
        return found

    def _rows(self) -> Iterator[tuple[Kind, list[Spot]]]:
        spots = [spot for places in self.cloth.places.values() for spot in places.values()]
        kinds: tuple[tuple[Kind, int], ...] = (("face", IN_A_ROW), ("span", 2), ("totals", 1), ("alike", 1))
        for kind, most in kinds:
            named = [spot for spot in spots if kind_of(self.cloth, spot) == kind]
            for first in range(0, len(named), most):
                yield kind, named[first : first + most]

    def _boxes(self, kind: Kind, number: int, y: float, high: float) -> Iterator[Box]:
        gap = self.measure.notice if self._noticed(kind, number) else 0
        each = (self.measure.wide - gap) / number
        for place in range(number):
            yield Box(self.x + place * (each + gap), y, each, high)

    def _noticed(self, kind: Kind, number: int) -> bool:
        """Whether the totals with which everybody loses are printed in the middle of a row."""
        return kind == "span" and number == 2 and self.cloth.game.all_lose is not None

    @cached_property
    def notice(self) -> Box | None:
        """Where those totals are printed."""
        spans = [area.box for area in self.areas if area.kind == "span"]
        if not self._noticed("span", len(spans)):
            return None
        return Box(spans[0].x + spans[0].w, spans[0].y, self.measure.notice, spans[0].h)

    @property
    def height(self) -> float:
        """How high the boxes stand together."""
        return max(area.box.y + area.box.h for area in self.areas) - self.y

    @cached_property
    def spots(self) -> list[SpotBox]:
        """Every place with its outline and where its chips lie."""
        return [
            SpotBox(
                area.spot.bet,
                area.spot.on,
                (area.box.middle[0], area.box.y + area.box.h - 28),
                rectangle(area.box),
                18,
                area.box.w * 0.9,
            )
            for area in self.areas
        ]
