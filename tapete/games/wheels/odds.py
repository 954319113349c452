"""The exact mathematics of a wheel game, from the same rules that the round plays by.

A round is worked out as a ``Course``: spin by spin, what each outcome brings back and after which outcomes the round
goes on. Here one spin ends it; a family whose stakes can be held lays further stages behind the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tapete.table import money
from tapete.table.distribution import BetOdds, Distribution, Joint, Outlook, Result
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tapete.games.wheels.round import WheelRound
    from tapete.games.wheels.rules import Cloth, Outcome, Spot
    from tapete.table.distribution import Choice, Length
    from tapete.table.money import Money, Rounding

BEST = "best"
NEGLIGIBLE = Fraction(1, 10**12)


@dataclass(frozen=True, slots=True)
class Laid:
    """A stake on a place."""

    spot: Spot
    stake: Money


@dataclass(frozen=True, slots=True)
class Terms:
    """What of the house's table touches a return: how parts of a chip are rounded, and the minimum."""

    rounding: Rounding = "exact"
    minimum: Money | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """One spin: what each outcome brings back, and after which outcomes the round goes on."""

    returns: dict[Outcome, Fraction]
    on: frozenset[Outcome] = frozenset()

    def scaled(self, factor: Fraction) -> Stage:
        """The same with every amount multiplied."""
        return Stage({outcome: back * factor for outcome, back in self.returns.items()}, self.on)


@dataclass(frozen=True)
class Course:
    """What one round of given stakes can become.

    ``onward`` is None where the last stage ends the round; otherwise the last stage follows itself without end, each
    time multiplied by ``onward``.
    """

    chances: dict[Outcome, Fraction]
    staked: Fraction
    stages: tuple[Stage, ...]
    onward: Fraction | None = None

    def __post_init__(self) -> None:
        if self.onward is not None and self.stages[-1].on >= self.chances.keys():
            raise Refused(N_("With these rules a round may never end: nothing can be worked out."))

    def stage(self, number: int) -> Stage:
        """The stage of a spin, from 0."""
        beyond = number - len(self.stages) + 1
        if beyond <= 0 or self.onward is None:
            return self.stages[number]
        return self.stages[-1].scaled(self.onward**beyond)

    @cached_property
    def moments(self) -> tuple[tuple[Fraction, Fraction, Fraction], ...]:
        """For each stage: the mean and the mean square of what still comes back, and the mean number of spins."""
        found: list[tuple[Fraction, Fraction, Fraction]] = []
        for number in reversed(range(len(self.stages))):
            last = number == len(self.stages) - 1
            found.append(self._endless() if last and self.onward is not None else self._before(number, found))
        return tuple(reversed(found))

    def _before(
        self, number: int, later: Sequence[tuple[Fraction, Fraction, Fraction]]
    ) -> tuple[Fraction, Fraction, Fraction]:
        stage = self.stages[number]
        mean, square, spins = Fraction(0), Fraction(0), Fraction(1)
        for outcome, chance in self.chances.items():
            back = stage.returns[outcome]
            if outcome in stage.on:
                next_mean, next_square, next_spins = later[-1]
                mean += chance * (back + next_mean)
                square += chance * (back * back + 2 * back * next_mean + next_square)
                spins += chance * next_spins
            else:
                mean += chance * back
                square += chance * back * back
        return mean, square, spins

    def _endless(self) -> tuple[Fraction, Fraction, Fraction]:
        """The sums of the geometric series; an outcome after which the round goes on brings nothing here."""
        assert self.onward is not None
        stage = self.stages[-1]
        again = sum((self.chances[outcome] for outcome in stage.on), Fraction(0))
        ended = [(self.chances[o], back) for o, back in stage.returns.items() if o not in stage.on]
        mean = sum((chance * back for chance, back in ended), Fraction(0)) / (1 - again * self.onward)
        square = sum((chance * back * back for chance, back in ended), Fraction(0)) / (1 - again * self.onward**2)
        return mean, square, 1 / (1 - again)

    @property
    def expected(self) -> Fraction:
        """The mean of what a round brings, the stakes taken off."""
        return self.moments[0][0] - self.staked

    @property
    def variance(self) -> Fraction:
        """The variance of what a round brings."""
        mean, square, _ = self.moments[0]
        return square - mean * mean

    def joint(self) -> Joint:
        """The whole of it: exact moments, and the distribution of the net."""
        chances, tail = self._nets()
        return Joint(self.staked, self.expected, self.variance, self.moments[0][2], Distribution.of(chances), tail)

    def _nets(self) -> tuple[list[tuple[Fraction, Fraction]], Fraction]:
        """Every net with its probability, and the probability of those gathered into their mean."""
        nets: list[tuple[Fraction, Fraction]] = []
        pending = {Fraction(0): Fraction(1)}
        number = 0
        while pending:
            left = sum(pending.values(), Fraction(0))
            if number >= len(self.stages) and left < NEGLIGIBLE:
                assert self.onward is not None
                rest = self.moments[-1][0] * self.onward ** (number - len(self.stages) + 1)
                mean = sum((so_far * chance for so_far, chance in pending.items()), Fraction(0)) / left + rest
                return [*nets, (mean - self.staked, left)], left
            stage = self.stage(number)
            following: dict[Fraction, Fraction] = {}
            for so_far, before in pending.items():
                for outcome, chance in self.chances.items():
                    back = so_far + stage.returns[outcome]
                    if outcome in stage.on:
                        following[back] = following.get(back, Fraction(0)) + before * chance
                    else:
                        nets.append((back - self.staked, before * chance))
            pending = following
            number += 1
        return nets, Fraction(0)


class WheelOdds:
    """The odds of a table: of every bet that its cloth offers, and of the stakes that lie on it together.

    >>> from tapete.games import table
    >>> boule = WheelOdds(table("pv-1996/boule"))
    >>> {row.edge for row in boule.bets()}
    {Fraction(1, 9)}
    """

    policies: tuple[str, ...] = (BEST,)

    def __init__(self, round: WheelRound) -> None:
        self.game = round.rules
        self.cloth: Cloth = round.cloth
        self.bounds = round.house.bounds
        self.terms = Terms(round.house.rounding, round.house.minimum)
        self.laid = tuple(Laid(position.spot, position.stake) for position in round.standing)
        self.weights = self._weighed(round)
        self.cells = sum(self.weights.values())
        self.chances = {outcome: Fraction(weight, self.cells) for outcome, weight in self.weights.items()}

    def _weighed(self, round: WheelRound) -> dict[Outcome, int]:
        """Everything that chance can bring, each with the number of equally likely cells that bring it."""
        return dict(zip(round.rules.wheel.outcomes, round.cloth.weights, strict=True))

    def bets(self, stake: int | None = None) -> tuple[BetOdds, ...]:
        """The odds of every bet, places that behave alike together.

        Without a stake they are those of any stake that divides without a rest; with one, those of that very stake at
        this table, its rounding and its minimum.
        """
        return tuple(
            self._row(spots, stake)
            for places in self.cloth.places.values()
            for spots in self._alike(places.values()).values()
        )

    def joint(self, policy: str = BEST) -> Joint:
        """What one round of the stakes on the table brings under a way of playing."""
        return self.course(policy).joint()

    def lengths(self) -> tuple[Length, ...]:
        """Nothing at a wheel lasts longer than its round."""
        return ()

    def course(self, policy: str = BEST) -> Course:
        """The course of the stakes on the table."""
        for laid in self.laid:
            if not laid.spot.priced:
                raise Refused(
                    N_("The document does not say what {bet} pays: its odds cannot be worked out."),
                    cite=laid.spot.pays_cite,
                    bet=laid.spot.bet,
                )
        if not self.laid:
            raise Refused(N_("No bet lies on the table."), cite=self.game.cite)
        if policy not in self.policies:
            raise ValueError(f"{policy!r} is not one of {self.policies}")
        return self._course(self.laid, policy, self.terms)

    def _course(self, laid: Sequence[Laid], policy: str, terms: Terms) -> Course:
        staked = sum((Fraction(one.stake) for one in laid), Fraction(0))
        return Course(self.chances, staked, (Stage(self._first(laid, terms)),))

    def _first(self, laid: Iterable[Laid], terms: Terms) -> dict[Outcome, Fraction]:
        """What each outcome of the first spin brings back by win and lose."""
        returns = dict.fromkeys(self.chances, Fraction(0))
        for one in laid:
            for outcome, rate in one.spot.returns.items():
                returns[outcome] += Fraction(money.rounded(one.stake * rate, terms.rounding))
        return returns

    def _alike(self, spots: Iterable[Spot]) -> dict[object, list[Spot]]:
        groups: dict[object, list[Spot]] = {}
        for spot in spots:
            groups.setdefault(self._behaviour(spot), []).append(spot)
        return groups

    def _behaviour(self, spot: Spot) -> object:
        """What two places must have in common to have the same odds."""
        covered: dict[Fraction, int] = {}
        for outcome, rate in spot.returns.items():
            covered[rate] = covered.get(rate, 0) + self.weights[outcome]
        return spot.priced, frozenset(covered.items())

    def _row(self, spots: list[Spot], stake: int | None) -> BetOdds:
        spot = spots[0]
        refused = None
        if stake is not None:
            try:
                self.bounds[spot.bet].check(spot.bet, stake)
            except Refused as refusal:
                refused = str(refusal)
        laid, terms = Laid(spot, stake or 1), self.terms
        if stake is None or refused:
            laid, terms = Laid(spot, 1), Terms()
        return BetOdds(
            spot.bet,
            self.game.bets[spot.bet].names,
            spot.group,
            len(spots),
            spot.on,
            sum(self.weights[outcome] for outcome in spot.returns),
            self.cells,
            spot.pays,
            spot.cite,
            spot.pays_cite,
            self._outlooks(laid, terms) if spot.priced else (),
            self._choices(laid, terms) if spot.priced else (),
            refused,
        )

    def _outlooks(self, laid: Laid, terms: Terms) -> tuple[Outlook, ...]:
        return (self._outlook(laid, BEST, terms),)

    def _outlook(self, laid: Laid, policy: str, terms: Terms) -> Outlook:
        course = self._course((laid,), policy, terms)
        results = _together(self._results(laid, policy, terms))
        stake = Fraction(laid.stake)
        spins = course.moments[0][2]
        return Outlook(policy, results, course.expected / stake, course.variance / stake**2, draws=spins)

    def _results(self, laid: Laid, policy: str, terms: Terms) -> Iterator[Result]:
        stake = Fraction(laid.stake)
        for outcome, back in self._first((laid,), terms).items():
            how = ("win" if back > stake else "push") if outcome in laid.spot.returns else "lose"
            yield Result(how, back / stake - 1, self.chances[outcome])

    def _choices(self, laid: Laid, terms: Terms) -> tuple[Choice, ...]:
        return ()


def _together(results: Iterable[Result]) -> tuple[Result, ...]:
    """Equal results as one, the best for the player first, those that take longer after the others."""
    chances: dict[tuple[str, Fraction, int | None], Fraction] = {}
    for result in results:
        key = result.how, result.net, result.zeros
        chances[key] = chances.get(key, Fraction(0)) + result.probability
    rows = [Result(how, net, chance, zeros) for (how, net, zeros), chance in chances.items() if chance]
    return tuple(sorted(rows, key=lambda row: (row.zeros is None, row.zeros or 0, -row.net, row.how)))


def odds(round: WheelRound) -> WheelOdds:
    """The odds of a table and of the stakes that lie on it."""
    return WheelOdds(round)
