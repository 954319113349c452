"""What a simulation found, exact to the last chip, and how well it fits the exact odds."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from tapete.table.distribution import percent, root, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.table.distribution import Distribution, Ending, Joint

CONFIDENCE = 0.95
_LEAST_EXPECTED = 5


@dataclass(frozen=True)
class Sample:
    """So many simulated rounds: how often each net came, and the totals of stakes, returns and draws.

    >>> from tapete.table.distribution import Ending
    >>> sample = Sample.of([(3, Ending(1, Fraction(10), Fraction(0))), (1, Ending(2, Fraction(10), Fraction(30)))])
    >>> sample.rounds, sample.mean, sample.draws, sample.edge
    (4, Fraction(-5, 2), 5, Fraction(1, 4))
    """

    nets: tuple[tuple[Fraction, int], ...]
    staked: Fraction
    returned: Fraction
    draws: int

    @classmethod
    def of(cls, endings: Iterable[tuple[int, Ending]]) -> Sample:
        """The sample of rounds that ended so."""
        nets: Counter[Fraction] = Counter()
        staked, returned, draws = Fraction(0), Fraction(0), Fraction(0)
        for number, ending in endings:
            nets[ending.net] += number
            staked += number * ending.staked
            returned += number * ending.returned
            draws += number * ending.draws
        return cls(tuple(sorted(nets.items())), staked, returned, int(draws))

    @cached_property
    def rounds(self) -> int:
        """How many rounds there were."""
        return sum(number for _, number in self.nets)

    @cached_property
    def mean(self) -> Fraction:
        """What a round brought on average."""
        return (self.returned - self.staked) / self.rounds

    @cached_property
    def variance(self) -> Fraction:
        """The variance of what a round brings, estimated from the sample."""
        if self.rounds < 2:
            return Fraction(0)
        square = sum((number * net * net for net, number in self.nets), Fraction(0))
        return (square - self.rounds * self.mean**2) / (self.rounds - 1)

    @property
    def deviation(self) -> float:
        """The standard deviation of a round."""
        return root(self.variance)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return root(self.variance / self.rounds)

    @property
    def edge(self) -> Fraction:
        """The part of everything staked that the house kept."""
        return (self.staked - self.returned) / self.staked

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true mean lies with this confidence."""
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.error
        return float(self.mean) - reach, float(self.mean) + reach

    def edge_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true house edge lies with this confidence."""
        low, high = self.interval(confidence)
        stake = float(self.staked / self.rounds)
        return -high / stake, -low / stake

    def as_json(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """The sample for programs."""
        return {
            "rounds": self.rounds,
            "draws": self.draws,
            "staked": shown(self.staked),
            "returned": shown(self.returned),
            "net": shown(self.returned - self.staked),
            "mean": shown(self.mean),
            "mean_decimal": float(self.mean),
            "edge_percent": percent(self.edge),
            "deviation": self.deviation,
            "error": self.error,
            "confidence": confidence,
            "interval": list(self.interval(confidence)),
            "edge_interval_percent": [100 * bound for bound in self.edge_interval(confidence)],
            "nets": [{"net": shown(net), "rounds": number} for net, number in self.nets],
        }


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a sample fits the exact odds.

    ``away`` is how many standard errors, the exact ones, the mean is off; ``chi_square`` compares how often each net
    came with how often it should have, and ``p_value`` is the chance that fair draws fit as badly or worse.
    """

    away: float
    within: bool
    chi_square: float
    freedom: int
    p_value: float

    def as_json(self) -> dict[str, Any]:
        """The fit for programs."""
        return {
            "away": self.away,
            "within": self.within,
            "chi_square": self.chi_square,
            "freedom": self.freedom,
            "p_value": self.p_value,
        }


def fit(sample: Sample, joint: Joint, confidence: float = CONFIDENCE) -> Fit:
    """The sample against the exact odds."""
    error = root(joint.variance / sample.rounds)
    away = float(sample.mean - joint.expected) / error if error else 0.0
    low, high = sample.interval(confidence)
    # Where every round brings the same, the interval is one point, and a float need not hit it.
    within = low <= float(joint.expected) <= high or sample.mean == joint.expected
    square, freedom = _chi_square(dict(sample.nets), joint.net, sample.rounds)
    return Fit(away, within, square, freedom, survival(square, freedom))


def _chi_square(found: dict[Fraction, int], exact: Distribution, rounds: int) -> tuple[float, int]:
    """The statistic and its degrees of freedom; nets that should come less than five times are counted together."""
    groups: list[tuple[int, Fraction]] = []
    rare_found, rare_expected = rounds, Fraction(rounds)
    for net, probability in exact.chances:
        expected = probability * rounds
        if expected >= _LEAST_EXPECTED:
            groups.append((found.get(net, 0), expected))
            rare_found -= found.get(net, 0)
            rare_expected -= expected
    if rare_expected >= _LEAST_EXPECTED:
        groups.append((rare_found, rare_expected))
    elif rare_expected and groups:
        first_found, first_expected = groups[0]
        groups[0] = first_found + rare_found, first_expected + rare_expected
    square = sum(float((number - expected) ** 2 / expected) for number, expected in groups)
    return square, max(len(groups) - 1, 0)


def survival(square: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least this.

    >>> round(survival(3.841, 1), 3), round(survival(18.307, 10), 3), survival(0.0, 4)
    (0.05, 0.05, 1.0)
    """
    if freedom == 0 or square <= 0:
        return 1.0
    half = square / 2
    total = math.erfc(math.sqrt(half)) if freedom % 2 else 0.0
    for power in range(freedom % 2, freedom, 2):
        exponent = power / 2
        total += math.exp(exponent * math.log(half) - half - math.lgamma(exponent + 1))
    return min(total, 1.0)
