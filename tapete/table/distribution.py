"""Exact distributions: what can come, and how likely, in fractions. Shared by the odds of every game.

A float appears only where a square root has to be taken or a percentage is shown.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Number = int | Fraction


def root(value: Fraction) -> float:
    """The square root of an exact number, right to the last digit of a float whatever the size of its parts.

    >>> root(Fraction(1, 4))
    0.5
    """
    if value < 0:
        raise ValueError("no square root of a negative number")
    try:
        return math.sqrt(value)
    except OverflowError:
        return float(Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator)))


def shown(value: Number) -> str:
    """A fraction as people write it.

    >>> shown(Fraction(1, 37)), shown(Fraction(-2, 1))
    ('1/37', '-2')
    """
    return str(Fraction(value))


def percent(value: Number) -> float:
    """A fraction as a percentage, for showing.

    >>> percent(Fraction(1, 8))
    12.5
    """
    return float(100 * Fraction(value))


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a chance can bring: values in ascending order, each with its exact probability.

    >>> die = Distribution.of((n, Fraction(1, 6)) for n in range(1, 7))
    >>> die.mean, die.variance
    (Fraction(7, 2), Fraction(35, 12))
    >>> (die + die).probability(7)
    Fraction(1, 6)
    """

    chances: tuple[tuple[Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        values = [value for value, _ in self.chances]
        if any(later <= earlier for earlier, later in itertools.pairwise(values)):
            raise ValueError("the values of a distribution stand in ascending order, each once")
        if any(probability <= 0 for _, probability in self.chances):
            raise ValueError("a probability is above zero")
        if sum((probability for _, probability in self.chances), Fraction(0)) != 1:
            raise ValueError("the probabilities of a distribution add up to one")

    @classmethod
    def of(cls, chances: Mapping[Number, Number] | Iterable[tuple[Number, Number]]) -> Distribution:
        """A distribution from values with probabilities; equal values are put together.

        >>> Distribution.of([(1, Fraction(1, 4)), (0, Fraction(1, 2)), (1, Fraction(1, 4))]).chances
        ((Fraction(0, 1), Fraction(1, 2)), (Fraction(1, 1), Fraction(1, 2)))
        """
        together: dict[Fraction, Fraction] = {}
        pairs: Any = chances.items() if hasattr(chances, "items") else chances
        for value, probability in pairs:
            if probability:
                exact = Fraction(value)
                together[exact] = together.get(exact, Fraction(0)) + probability
        return cls(tuple(sorted(together.items())))

    @classmethod
    def certain(cls, value: Number) -> Distribution:
        """What comes for sure."""
        return cls(((Fraction(value), Fraction(1)),))

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return sum((value * probability for value, probability in self.chances), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The mean square of the distance from the mean."""
        square = sum((value * value * probability for value, probability in self.chances), Fraction(0))
        return square - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return root(self.variance)

    def probability(self, value: Number) -> Fraction:
        """How likely exactly this value is."""
        return dict(self.chances).get(Fraction(value), Fraction(0))

    def up_to(self, value: Number) -> Fraction:
        """How likely this value or less is."""
        return sum((probability for here, probability in self.chances if here <= value), Fraction(0))

    def quantile(self, part: Number) -> Fraction:
        """The least value that is reached with at least this probability.

        >>> Distribution.of({0: Fraction(1, 2), 1: Fraction(1, 2)}).quantile(Fraction(3, 4))
        Fraction(1, 1)
        """
        if not 0 <= part <= 1:
            raise ValueError("a quantile stands between 0 and 1")
        reached = Fraction(0)
        for value, probability in self.chances:
            reached += probability
            if reached >= part:
                return value
        return self.chances[-1][0]

    def scaled(self, factor: Number) -> Distribution:
        """Every value multiplied.

        >>> Distribution.certain(2).scaled(-3).mean
        Fraction(-6, 1)
        """
        return Distribution.of((value * factor, probability) for value, probability in self.chances)

    def __add__(self, other: Distribution) -> Distribution:
        """The sum of two that do not depend on each other."""
        return Distribution.of((a + b, p * q) for a, p in self.chances for b, q in other.chances)

    def times(self, number: int) -> Distribution:
        """The sum of so many that do not depend on each other.

        >>> Distribution.of({0: Fraction(1, 2), 1: Fraction(1, 2)}).times(3).probability(3)
        Fraction(1, 8)
        """
        if number < 0:
            raise ValueError("a sum has no negative number of parts")
        total, power = Distribution.certain(0), self
        while number:
            if number & 1:
                total += power
            number >>= 1
            if number:
                power += power
        return total

    def as_json(self) -> dict[str, Any]:
        """The distribution for programs."""
        return {
            "mean": shown(self.mean),
            "variance": shown(self.variance),
            "deviation": self.deviation,
            "chances": [
                {"value": shown(value), "probability": shown(probability), "percent": percent(probability)}
                for value, probability in self.chances
            ],
        }


def inverse(matrix: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a small square matrix, exact; a matrix that has none raises ``ZeroDivisionError``.

    >>> inverse([[Fraction(2), Fraction(0)], [Fraction(1), Fraction(1)]])
    [[Fraction(1, 2), Fraction(0, 1)], [Fraction(-1, 2), Fraction(1, 1)]]
    """
    size = len(matrix)
    rows = [[*map(Fraction, row), *(Fraction(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for column in range(size):
        pivot = next((n for n in range(column, size) if rows[n][column]), column)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for n in range(size):
            factor = rows[n][column]
            if n != column and factor:
                rows[n] = [value - factor * above for value, above in zip(rows[n], rows[column], strict=True)]
    return [row[size:] for row in rows]


@dataclass(frozen=True, slots=True)
class Length:
    """How many draws something lasts, exactly, though it may last without end.

    ``steps`` is a Markov chain that begins in state 0: of ``cells`` equally likely draws so many lead from each state
    to each state, and the others end it. ``given`` names what the length depends on, if it does.

    >>> until_a_six = Length("six", ((5,),), 6)
    >>> until_a_six.mean, until_a_six.variance, until_a_six.probability(2), until_a_six.beyond(2)
    (Fraction(6, 1), Fraction(30, 1), Fraction(5, 36), Fraction(25, 36))
    """

    what: str
    steps: tuple[tuple[int, ...], ...]
    cells: int
    given: tuple[str, ...] = ()

    def _visits(self) -> list[list[Fraction]]:
        """How often each state is visited on average, by the state in which it begins."""
        size = range(len(self.steps))
        return inverse([[Fraction((n == m) * self.cells - self.steps[n][m], self.cells) for m in size] for n in size])

    @property
    def mean(self) -> Fraction:
        """The expected number of draws."""
        return sum(self._visits()[0], Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the number of draws."""
        visits = self._visits()
        means = [sum(row, Fraction(0)) for row in visits]
        square = sum((2 * visit * mean for visit, mean in zip(visits[0], means, strict=True)), Fraction(0)) - means[0]
        return square - means[0] ** 2

    def survivals(self) -> Iterator[Fraction]:
        """How likely it lasts more than 0, 1, 2 … draws, without end."""
        weights = [1] + [0] * (len(self.steps) - 1)
        whole = 1
        while True:
            yield Fraction(sum(weights), whole)
            weights = [sum(w * row[m] for w, row in zip(weights, self.steps, strict=True)) for m in range(len(weights))]
            whole *= self.cells

    def beyond(self, draws: int) -> Fraction:
        """How likely it lasts more than so many draws."""
        return next(itertools.islice(self.survivals(), draws, None))

    def probability(self, draws: int) -> Fraction:
        """How likely it lasts exactly so many draws."""
        return self.beyond(draws - 1) - self.beyond(draws) if draws > 0 else Fraction(0)

    def quantile(self, part: Number) -> int:
        """The least number of draws within which it ends with at least this probability, below one.

        >>> Length("six", ((5,),), 6).quantile(Fraction(1, 2))
        4
        """
        if not 0 <= part < 1:
            raise ValueError("a quantile of an endless length stands between 0 and 1")
        return next(draws for draws, left in enumerate(self.survivals()) if 1 - left >= part)

    def as_json(self, rest: Fraction = Fraction(1, 10**6)) -> dict[str, Any]:
        """The length for programs, as far as less than ``rest`` is left."""
        survivals = list(itertools.takewhile(lambda left: left >= rest, self.survivals()))
        return {
            "what": self.what,
            "given": list(self.given),
            "mean": shown(self.mean),
            "variance": shown(self.variance),
            "deviation": root(self.variance),
            "median": self.quantile(Fraction(1, 2)),
            "chances": [
                {
                    "draws": draws,
                    "probability": shown(before - after),
                    "percent": percent(before - after),
                    "beyond_percent": percent(after),
                }
                for draws, (before, after) in enumerate(itertools.pairwise(survivals), start=1)
            ],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that can become of a stake: the word for it, the net for each unit staked, and how likely it is.

    ``zeros`` says after how many zeros it comes, in games where a stake can be held; it is None where endless further
    turns are gathered into one line, whose net is then their exact mean.
    """

    how: str
    net: Fraction
    probability: Fraction
    zeros: int | None = 0

    def as_json(self) -> dict[str, Any]:
        """The result for programs."""
        return {
            "result": self.how,
            "zeros": self.zeros,
            "net": shown(self.net),
            "probability": shown(self.probability),
            "percent": percent(self.probability),
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a stake is worth under one way of playing; ``cost`` is what this way gives away against the best.

    ``draws`` is how many draws decide it on average.
    """

    policy: str
    results: tuple[Result, ...]
    expected: Fraction
    variance: Fraction
    cost: Fraction = Fraction(0)
    draws: Fraction = Fraction(1)

    @property
    def edge(self) -> Fraction:
        """The part of the stake that the house keeps on average."""
        return -self.expected

    @property
    def edge_per_draw(self) -> Fraction:
        """The same for each draw during which the stake lies there."""
        return self.edge / self.draws

    @property
    def edge_decided(self) -> Fraction:
        """The same for each stake that is won or lost: those that draw are not counted."""
        drawn = self.chance_of("push")
        return self.edge / (1 - drawn) if drawn != 1 else Fraction(0)

    def chance_of(self, how: str) -> Fraction:
        """How likely a result of this kind is."""
        return sum((result.probability for result in self.results if result.how == how), Fraction(0))

    def as_json(self) -> dict[str, Any]:
        """The outlook for programs."""
        return {
            "policy": self.policy,
            "expected": shown(self.expected),
            "edge": shown(self.edge),
            "edge_percent": percent(self.edge),
            "edge_per_draw": shown(self.edge_per_draw),
            "edge_per_draw_percent": percent(self.edge_per_draw),
            "edge_decided": shown(self.edge_decided),
            "edge_decided_percent": percent(self.edge_decided),
            "draws": shown(self.draws),
            "variance": shown(self.variance),
            "deviation": root(self.variance),
            "cost": shown(self.cost),
            "cost_percent": percent(self.cost),
            "results": [result.as_json() for result in self.results],
        }


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of the player, worked out: what each answer is worth for each unit of the stake.

    ``held`` is what the bet is worth in the house's eyes then; ``onward`` says that all later ones are alike.
    ``prison`` is the value of going on and then deciding well; ``half`` is None where the stake must stay.
    """

    zero: int
    held: Fraction
    half: Fraction | None
    prison: Fraction
    onward: bool = False

    @property
    def best(self) -> str:
        """The better answer; taking the half, where both are worth the same."""
        return "half" if self.half is not None and self.half >= self.prison else "prison"

    @property
    def cost(self) -> Fraction:
        """What the worse answer gives away."""
        return Fraction(0) if self.half is None else abs(self.half - self.prison)

    def as_json(self) -> dict[str, Any]:
        """The choice for programs."""
        return {
            "zero": self.zero,
            "onward": self.onward,
            "held": shown(self.held),
            "half": None if self.half is None else shown(self.half),
            "prison": shown(self.prison),
            "best": self.best,
            "cost": shown(self.cost),
            "cost_percent": percent(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Dilemma:
    """A choice between named answers: what each is worth for each unit of the stake, the best first.

    ``when`` says at which moment it comes, ``given`` names the cards with which, where that makes a difference.

    >>> tie = Dilemma("tie", (("war", Fraction(1, 5)), ("surrender", Fraction(-1, 2))))
    >>> tie.best, tie.cost
    ('war', Fraction(7, 10))
    """

    when: str
    worth: tuple[tuple[str, Fraction], ...]
    given: tuple[str, ...] = ()

    @property
    def best(self) -> str:
        """The best answer."""
        return self.worth[0][0]

    @property
    def cost(self) -> Fraction:
        """What the next best answer gives away."""
        return self.worth[0][1] - self.worth[min(1, len(self.worth) - 1)][1]

    def as_json(self) -> dict[str, Any]:
        """The choice for programs."""
        return {
            "when": self.when,
            "given": list(self.given),
            "worth": {answer: shown(value) for answer, value in self.worth},
            "best": self.best,
            "cost": shown(self.cost),
            "cost_percent": percent(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Removal:
    """What cards that have left the shoe, any of these, do to the house edge of a bet."""

    cards: tuple[str, ...]
    edge: Fraction
    change: Fraction

    def as_json(self) -> dict[str, Any]:
        """The effect for programs."""
        return {
            "cards": list(self.cards),
            "edge": shown(self.edge),
            "edge_percent": percent(self.edge),
            "change": shown(self.change),
            "change_percent": percent(self.change),
        }


@dataclass(frozen=True, slots=True)
class Landing:
    """What a stake is worth once it has come to lie on one of these places, and how likely it gets there."""

    places: tuple[Any, ...]
    probability: Fraction
    outlook: Outlook

    def as_json(self) -> dict[str, Any]:
        """The landing for programs."""
        return {"on": list(self.places), "probability": shown(self.probability), **self.outlook.as_json()}


@dataclass(frozen=True, slots=True)
class BetOdds:
    """The odds of one bet, or of those of its places that behave alike.

    ``outlooks`` holds one entry for each way of playing, the best first; it is empty where the document does not say
    what the bet pays. ``refused`` is the sentence that keeps the stake asked about off this bet, if there is one.
    ``cells`` is zero where no share of equally likely cells tells what a bet covers. ``alike`` names the places where
    they are few enough to be told, ``prices`` all that a bet can pay where that differs, and ``landings`` what becomes
    of a bet that moves before it is decided. ``dilemmas`` are what its player decides, ``removals`` what cards that
    have left the shoe do to it. ``manner`` is the way of playing that is asked about, where it is not the best.
    """

    bet: str
    names: tuple[str, ...]
    group: str
    places: int
    example: tuple[Any, ...]
    covered: int
    cells: int
    pays: Fraction | None
    cite: str
    pays_cite: str
    outlooks: tuple[Outlook, ...] = ()
    choices: tuple[Choice, ...] = ()
    refused: str | None = None
    alike: tuple[tuple[Any, ...], ...] = ()
    prices: tuple[Fraction, ...] = ()
    landings: tuple[Landing, ...] = ()
    dilemmas: tuple[Dilemma, ...] = ()
    removals: tuple[Removal, ...] = ()
    manner: str | None = None

    @property
    def priced(self) -> bool:
        """Whether the document says what the bet pays."""
        return bool(self.outlooks)

    @property
    def best(self) -> Outlook:
        """The outlook of the best way of playing."""
        return self.outlooks[0]

    @property
    def edge(self) -> Fraction | None:
        """The house edge under the best play."""
        return self.outlooks[0].edge if self.outlooks else None

    def under(self, policy: str) -> Outlook:
        """The outlook of one way of playing; where the bet leaves no choice, every way is the same."""
        named = [outlook for outlook in self.outlooks if outlook.policy == policy]
        return named[0] if named else self.best

    @property
    def outlook(self) -> Outlook:
        """The outlook of the way of playing that is asked about."""
        return self.best if self.manner is None else self.under(self.manner)

    def played(self, policy: str) -> BetOdds:
        """The row of somebody who plays so; what removals do is known of the best play alone."""
        return replace(self, manner=policy, removals=self.removals if len(self.outlooks) == 1 else ())

    def as_json(self) -> dict[str, Any]:
        """The row for programs."""
        data: dict[str, Any] = {
            "bet": self.bet,
            "names": list(self.names),
            "group": self.group,
            "places": self.places,
            "example": list(self.example),
            "covers": f"{self.covered}/{self.cells}" if self.cells else None,
            "pays": None if self.pays is None else shown(self.pays),
            "priced": self.priced,
            "cite": self.cite,
            "pays_cite": self.pays_cite,
            "refused": self.refused,
        }
        if self.alike:
            data["alike"] = [list(place) for place in self.alike]
        if self.prices:
            data["prices"] = [shown(price) for price in self.prices]
        if self.outlooks:
            data |= self.outlook.as_json()
        if len(self.outlooks) > 1:
            data["policies"] = [outlook.as_json() for outlook in self.outlooks]
        if self.choices:
            data["choices"] = [choice.as_json() for choice in self.choices]
        if self.landings:
            data["landings"] = [landing.as_json() for landing in self.landings]
        if self.dilemmas:
            data["dilemmas"] = [dilemma.as_json() for dilemma in self.dilemmas]
        if self.removals:
            data["removals"] = [removal.as_json() for removal in self.removals]
        return data


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a round can end: how many draws it took, what was staked in all and what came back.

    Where rounds of several lengths are counted together, ``draws`` is their mean.
    """

    draws: Number
    staked: Fraction
    returned: Fraction

    @property
    def net(self) -> Fraction:
        """What the round brought."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class Joint:
    """What one round of several stakes together brings.

    ``expected`` and ``variance`` of the net are exact. Where a round can go on without end, the endings from some point
    on, whose whole probability is ``tail``, stand in ``net`` as one value: their exact mean. ``draws`` is how many
    draws a round takes on average.
    """

    staked: Fraction
    expected: Fraction
    variance: Fraction
    draws: Fraction
    net: Distribution
    tail: Fraction = Fraction(0)

    @property
    def edge(self) -> Fraction:
        """The part of everything staked that the house keeps on average."""
        return -self.expected / self.staked

    @property
    def deviation(self) -> float:
        """The standard deviation of the net."""
        return root(self.variance)

    def as_json(self) -> dict[str, Any]:
        """The joint odds for programs."""
        return {
            "staked": shown(self.staked),
            "expected": shown(self.expected),
            "edge": shown(self.edge),
            "edge_percent": percent(self.edge),
            "variance": shown(self.variance),
            "deviation": self.deviation,
            "draws": shown(self.draws),
            "tail": shown(self.tail),
            "tail_percent": percent(self.tail),
            "net": self.net.as_json()["chances"],
        }
