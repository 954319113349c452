"""What many sessions of one strategy brought: sums that are exact, and how much the players had on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from tapete.table.distribution import percent, root, shown

RUIN = "ruin"
PARTS = (Fraction(5, 100), Fraction(25, 100), Fraction(1, 2), Fraction(75, 100), Fraction(95, 100))


@dataclass(frozen=True)
class Tally:
    """So many sessions, each begun with the same bankroll.

    ``draws``, ``turns``, ``staked``, ``net`` and ``square`` (of the nets) are summed over all sessions. ``endings``
    says how many ended in each way. At each of the ``marks``, counted in ``unit``, ``held`` says how many players had
    how much, chips on the table included, in steps of ``width`` chips; the last step is open.

    >>> held = ((0,) * 9 + (1, 0, 1),)
    >>> two = Tally(100, "throws", (1,), 10, 2, 2, 0, 20, Fraction(0), Fraction(200), {"length": 2}, held)
    >>> two.mean, two.deviation, two.chance("ruin"), two.quantiles(0)[2]
    (Fraction(0, 1), 14.142135623730951, Fraction(0, 1), 100.0)
    """

    bankroll: int
    unit: str
    marks: tuple[int, ...]
    width: int
    sessions: int
    draws: int
    turns: int
    staked: int
    net: Fraction
    square: Fraction
    endings: dict[str, int]
    held: tuple[tuple[int, ...], ...]

    @property
    def mean(self) -> Fraction:
        """What a session brought on average."""
        return self.net / self.sessions

    @property
    def variance(self) -> Fraction:
        """The variance of what a session brings, estimated from them."""
        if self.sessions < 2:
            return Fraction(0)
        return (self.square - self.sessions * self.mean**2) / (self.sessions - 1)

    @property
    def deviation(self) -> float:
        """The standard deviation of what a session brings."""
        return root(self.variance)

    @property
    def cost(self) -> Fraction:
        """The part of everything staked that the house kept."""
        return -self.net / self.staked if self.staked else Fraction(0)

    def interval(self, confidence: float) -> tuple[float, float]:
        """Where the true mean of a session lies with this confidence."""
        reach = _reach(confidence) * root(self.variance / self.sessions)
        return float(self.mean) - reach, float(self.mean) + reach

    def chance(self, ending: str) -> Fraction:
        """How many sessions of all ended so."""
        return Fraction(self.endings.get(ending, 0), self.sessions)

    def chance_interval(self, ending: str, confidence: float) -> tuple[float, float]:
        """Where the true chance of that ending lies with this confidence, by Wilson's formula."""
        chance, z, number = float(self.chance(ending)), _reach(confidence), self.sessions
        middle = chance + z * z / (2 * number)
        reach = z * math.sqrt(chance * (1 - chance) / number + z * z / (4 * number * number))
        whole = 1 + z * z / number
        return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)

    def quantile(self, mark: int, part: Fraction) -> float:
        """How much this part of the players had at most, at a mark; right to within a step."""
        wanted, below = part * self.sessions, 0
        for step, number in enumerate(self.held[mark]):
            if number and below + number >= wanted:
                return self.width * (step + float((wanted - below) / number))
            below += number
        return float(self.width * len(self.held[mark]))

    def quantiles(self, mark: int) -> tuple[float, ...]:
        """The parts that are shown, at a mark."""
        return tuple(self.quantile(mark, part) for part in PARTS)

    def as_json(self, confidence: float) -> dict[str, Any]:
        """The tally for programs."""
        return {
            "sessions": self.sessions,
            "bankroll": self.bankroll,
            "draws": self.draws,
            "turns": self.turns,
            "staked": self.staked,
            "net": shown(self.net),
            "mean": shown(self.mean),
            "mean_decimal": float(self.mean),
            "deviation": self.deviation,
            "confidence": confidence,
            "interval": list(self.interval(confidence)),
            "cost_percent": percent(self.cost),
            "endings": {
                ending: {
                    "sessions": number,
                    "percent": percent(self.chance(ending)),
                    "interval_percent": [100 * bound for bound in self.chance_interval(ending, confidence)],
                }
                for ending, number in self.endings.items()
            },
            "unit": self.unit,
            "width": self.width,
            "parts": [percent(part) for part in PARTS],
            "curve": [
                {self.unit: mark, "held": list(self.quantiles(number))} for number, mark in enumerate(self.marks)
            ],
        }


def _reach(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)
