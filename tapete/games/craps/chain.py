"""Stakes on a craps table as a Markov chain, worked out exactly.

The state is where each stake lies and, as long as a bet that does not play without a point lies among them, the point.
Stakes only ever go on or are decided, so the chain is solved from its end, place by place.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.games.craps.rules import THROWS, TOTALS
from tapete.table import money
from tapete.table.distribution import Distribution, inverse
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.games.craps.rules import CrapsGame, Spot, Verdict
    from tapete.table.money import Money, Rounding

CELLS = len(THROWS)
Lie = tuple["Spot | None", ...]
Point = int | None
System = tuple[list[list[Fraction]], list["Counter[tuple[Lie, int, str, Point]]"]]


@dataclass(frozen=True, slots=True)
class Laid:
    """A stake on a place. ``waits``: it does not play while there is no point."""

    spot: Spot
    stake: Money
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """One way in which stakes stop lying as they do: what comes back, in parts of a chip, and how they lie then.

    ``how`` is the result of the stake that was decided; it says something only where there is one stake.
    """

    chance: Fraction
    back: int
    how: str
    lie: Lie
    point: Point


@dataclass(frozen=True, slots=True)
class Stay:
    """How long stakes lie as they do, on average, and how that ends."""

    throws: Fraction
    exits: tuple[Exit, ...]


def next_point(game: CrapsGame, point: Point, total: int) -> Point:
    """The point after a throw.

    >>> from tapete.games import rules
    >>> craps = rules("cl-2023/craps")
    >>> [next_point(craps, point, total) for point, total in ((None, 6), (None, 7), (6, 8), (6, 6), (6, 7))]
    [6, None, 6, None, None]
    """
    if point is None:
        return total if total in game.point.numbers else None
    return None if total in (point, game.point.out) else point


def places_of(spot: Spot) -> Iterator[Spot]:
    """A place and all those that a bet on it can come to lie on."""
    yield spot
    following = {id(v.to): v.to for v in spot.verdicts if v is not None and v.to is not None}
    for further in following.values():
        yield from places_of(further)


class Chain:
    """What becomes of stakes from now until the last of them is decided.

    Amounts are whole numbers of ``1 / scale`` chips.
    """

    def __init__(self, game: CrapsGame, laid: Sequence[Laid], rounding: Rounding = "exact") -> None:
        self.game = game
        self.laid = tuple(laid)
        self.start: Lie = tuple(one.spot for one in laid)
        self._waiting = [number for number, one in enumerate(laid) if one.waits]
        self._returns = [
            {
                id(verdict): money.rounded(one.stake * verdict.returns, rounding)
                for place in places_of(one.spot)
                for verdict in place.verdicts
                if verdict is not None
            }
            for one in laid
        ]
        amounts = [Fraction(amount) for returns in self._returns for amount in returns.values()]
        self.scale = math.lcm(*(amount.denominator for amount in amounts))
        self._points: tuple[Point, ...] = (None, *game.point.numbers)
        self._stays: dict[tuple[Lie, Point], Stay] = {}
        self._systems: dict[Lie, System] = {}
        self._brings: dict[tuple[Lie, Point], tuple[int, dict[int, int]]] = {}
        self._throws: dict[tuple[Lie, Point], Fraction] = {}

    def watches(self, lie: Lie) -> bool:
        """Whether the point still matters."""
        return any(lie[number] is not None for number in self._waiting)

    def staked(self) -> Fraction:
        """What lies on the table."""
        return sum((Fraction(one.stake) for one in self.laid), Fraction(0))

    def net(self, point: Point = None) -> Distribution:
        """What the stakes bring, with this point now."""
        whole, weights = self._bring(self.start, point)
        staked = self.staked()
        return Distribution.of((Fraction(back, self.scale) - staked, Fraction(w, whole)) for back, w in weights.items())

    def throws(self, point: Point = None) -> Fraction:
        """How many throws it takes on average until the last stake is decided."""
        return self._mean_throws(self.start, point)

    def results(self, point: Point = None) -> dict[tuple[str, Fraction], Fraction]:
        """What can become of a single stake: each result and what comes back, with its probability."""
        return self._results(self.start, point)

    def stay(self, lie: Lie, point: Point) -> Stay:
        """How stakes stop lying as they do, beginning with this point."""
        point = point if self.watches(lie) else None
        if (lie, point) not in self._stays:
            self._stays[lie, point] = self._watched(lie, point) if self.watches(lie) else self._unwatched(lie)
        return self._stays[lie, point]

    def throw(self, lie: Lie, index: int, with_point: bool = True) -> tuple[Lie, int, str]:
        """One throw: how the stakes lie after it, what comes back, and the result of what was decided."""
        following, back, how = list(lie), 0, ""
        for number, (spot, one) in enumerate(zip(lie, self.laid, strict=True)):
            if spot is None or (one.waits and not with_point):
                continue
            verdict = spot.verdicts[index]
            if verdict is None:
                continue
            following[number] = verdict.to
            if verdict.to is None:
                back += self._back(number, verdict)
                how = verdict.result
        return tuple(following), back, how

    def _back(self, number: int, verdict: Verdict) -> int:
        return int(self._returns[number][id(verdict)] * self.scale)

    def _unwatched(self, lie: Lie) -> Stay:
        """The point plays no part: throws are repeated until one changes something."""
        leaving = Counter(self.throw(lie, index) for index in range(CELLS))
        away = sum(weight for (after, _, _), weight in leaving.items() if after != lie)
        if not away:
            raise _endless()
        exits = (
            Exit(Fraction(weight, away), back, how, after, None)
            for (after, back, how), weight in leaving.items()
            if after != lie
        )
        return Stay(Fraction(CELLS, away), tuple(exits))

    def _watched(self, lie: Lie, point: Point) -> Stay:
        """The point comes and goes while the stakes lie."""
        if lie not in self._systems:
            self._systems[lie] = self._system(lie)
        visits, leaving = self._systems[lie]
        row = visits[self._points.index(point)]
        together: dict[tuple[Lie, int, str, Point], Fraction] = {}
        for visit, exits in zip(row, leaving, strict=True):
            for key, weight in exits.items() if visit else ():
                together[key] = together.get(key, Fraction(0)) + visit * weight / CELLS
        exits_found = (Exit(chance, back, how, after, then) for (after, back, how, then), chance in together.items())
        return Stay(sum(row, Fraction(0)), tuple(exits_found))

    def _system(self, lie: Lie) -> System:
        """One linear system for all points: how often each is met while the stakes lie so, and what ends that there."""
        stays = [[0] * len(self._points) for _ in self._points]
        leaving: list[Counter[tuple[Lie, int, str, Point]]] = [Counter() for _ in self._points]
        throws = {there_is: [self.throw(lie, index, there_is) for index in range(CELLS)] for there_is in (False, True)}
        for number, point in enumerate(self._points):
            for total, (after, back, how) in zip(TOTALS, throws[point is not None], strict=True):
                then = next_point(self.game, point, total)
                if after == lie:
                    stays[number][self._points.index(then)] += 1
                else:
                    leaving[number][after, back, how, then if self.watches(after) else None] += 1
        size = range(len(stays))
        try:
            return inverse([[Fraction((n == m) * CELLS - stays[n][m], CELLS) for m in size] for n in size]), leaving
        except ZeroDivisionError:
            raise _endless() from None

    def _bring(self, lie: Lie, point: Point) -> tuple[int, dict[int, int]]:
        """What still comes back, as whole weights and their sum: fractions would be reduced at every step."""
        point = point if self.watches(lie) else None
        known = self._brings.get((lie, point))
        if known is not None:
            return known
        if not any(lie):
            return 1, {0: 1}
        parts = [(exit, *self._bring(exit.lie, exit.point)) for exit in self.stay(lie, point).exits]
        whole = math.lcm(*(exit.chance.denominator * size for exit, size, _ in parts))
        weights: dict[int, int] = {}
        for exit, size, further in parts:
            factor = exit.chance.numerator * (whole // (exit.chance.denominator * size))
            for back, weight in further.items():
                total = exit.back + back
                weights[total] = weights.get(total, 0) + factor * weight
        self._brings[lie, point] = whole, weights
        return whole, weights

    def _mean_throws(self, lie: Lie, point: Point) -> Fraction:
        point = point if self.watches(lie) else None
        if not any(lie):
            return Fraction(0)
        if (lie, point) not in self._throws:
            stay = self.stay(lie, point)
            further = (exit.chance * self._mean_throws(exit.lie, exit.point) for exit in stay.exits)
            self._throws[lie, point] = sum(further, stay.throws)
        return self._throws[lie, point]

    def _results(self, lie: Lie, point: Point) -> dict[tuple[str, Fraction], Fraction]:
        found: dict[tuple[str, Fraction], Fraction] = {}
        for exit in self.stay(lie, point).exits:
            ended = {(exit.how, Fraction(exit.back, self.scale)): Fraction(1)}
            further = self._results(exit.lie, exit.point) if any(exit.lie) else ended
            for result, chance in further.items():
                found[result] = found.get(result, Fraction(0)) + exit.chance * chance
        return found


def _endless() -> Refused:
    return Refused(N_("With these rules a round may never end: nothing can be worked out."))
