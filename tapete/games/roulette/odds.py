"""The exact mathematics of roulette: a wheel game whose even chances may be held by zero.

A zero holds every even chance alike and any other outcome decides them all, so what a held stake can become is a
single line: what is held after the first zero, after the second, and so on. The best answer to each zero is
worked out from the far end of that line; where halving never ends, the far end repeats itself on a smaller scale.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.games.wheels.odds import BEST, Course, Laid, Stage, Terms, WheelOdds
from tapete.table import money
from tapete.table.advice import Advice, Option
from tapete.table.distribution import Choice, Outlook, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.games.roulette.round import RouletteRound
    from tapete.games.roulette.rules import Zero
    from tapete.games.wheels.rules import Outcome, Spot
    from tapete.table.money import Money
    from tapete.table.round import Position

HALF, PRISON = "half", "prison"
_ZEROS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Held:
    """A stake after one more zero: what is left of it, and what each answer is worth.

    ``half`` is None where the stake must stay, ``prison`` where it may not.
    """

    stake: Money
    half: Money | None
    prison: Fraction | None

    def takes_half(self, policy: str) -> bool:
        """Whether whoever plays so takes the half now."""
        if self.half is None or self.prison is None:
            return self.prison is None
        return policy == HALF or (policy == BEST and self.half >= self.prison)


@dataclass(frozen=True, slots=True)
class Line:
    """What becomes of an even chance from its first zero on; ``onward`` says that the last one repeats, so scaled."""

    held: tuple[Held, ...]
    onward: Fraction | None = None

    def taken(self, policy: str) -> int | None:
        """At which zero, from 0, whoever plays so takes the half; None for never."""
        return next((number for number, held in enumerate(self.held) if held.takes_half(policy)), None)

    def stake(self, number: int) -> Fraction:
        """What is held after a zero, from 0, if no half was taken before."""
        beyond = number - len(self.held) + 1
        if beyond <= 0:
            return Fraction(self.held[number].stake)
        return Fraction(self.held[-1].stake) * self.onward**beyond if self.onward is not None else Fraction(0)


def line(zero: Zero, stake: Money, wins: Fraction, again: Fraction, terms: Terms) -> Line:
    """The line of one stake; ``wins`` and ``again`` are the chances of its own outcomes and of another zero.

    >>> from tapete.games import rules
    >>> zero = rules("pv-1996/ruleta-francesa/un-pano").zero
    >>> line(zero, 1, Fraction(18, 37), Fraction(1, 37), Terms()).held
    (Held(stake=1, half=Fraction(1, 2), prison=Fraction(73, 148)),)
    """
    if zero.rule == "half":
        return Line((Held(stake, _half(zero, stake, 0, terms), None),))
    stakes, onward = _stakes(zero, stake, terms)
    held: list[Held] = []
    for number in reversed(range(len(stakes))):
        left = stakes[number]
        stays = number > 0 and _under_minimum(zero, left, terms)
        half = None if stays else _half(zero, left, number, terms)
        if held:
            prison = wins * left + again * _worth(held[-1])
        else:
            prison = _last(wins * left, again * (onward or 0), half)
        held.append(Held(left, half, prison))
    return Line(tuple(reversed(held)), onward)


def _stakes(zero: Zero, stake: Money, terms: Terms) -> tuple[list[Money], Fraction | None]:
    """What is left after each zero, up to where it repeats itself; and how it is scaled from there on."""
    if zero.again == "lose":
        return [stake], None
    stakes = [stake]
    while not _repeats(zero, stakes, terms):
        left = _left(zero, stakes[-1], len(stakes) - 1, terms)
        if not left:
            return stakes, None
        stakes.append(left)
    return stakes, Fraction(1, 2) if terms.rounding == "exact" else Fraction(1)


def _repeats(zero: Zero, stakes: list[Money], terms: Terms) -> bool:
    """Whether every further zero is like the last: half of it where halves are exact, the same where one is rounded up.

    The first zero may be a rule of its own, and the minimum decides as long as it is not passed.
    """
    if terms.rounding != "exact":
        return len(stakes) > 1 and _left(zero, stakes[-1], len(stakes) - 1, terms) == stakes[-1]
    minimum = terms.minimum if zero.below_minimum is not None else None
    alone = len(stakes) == 1 and (minimum is not None or zero.reckoning == "each")
    return not alone and (minimum is None or stakes[-1] < minimum)


def _left(zero: Zero, stake: Money, number: int, terms: Terms) -> Money:
    """What another zero leaves of a stake that has seen so many after its first."""
    parts = 4 if zero.reckoning == "each" and number == 0 else 2
    return money.rounded(Fraction(stake) / parts, terms.rounding)


def _half(zero: Zero, stake: Money, number: int, terms: Terms) -> Money:
    """What comes back for leaving; where each zero takes its half at once, later on it is all that is left."""
    parts = 1 if zero.reckoning == "each" and number > 0 else 2
    return money.rounded(Fraction(stake) / parts, terms.rounding)


def _under_minimum(zero: Zero, stake: Money, terms: Terms) -> bool:
    return zero.below_minimum is not None and terms.minimum is not None and stake < terms.minimum


def _worth(held: Held) -> Fraction:
    assert held.prison is not None
    return held.prison if held.half is None else max(Fraction(held.half), held.prison)


def _last(wins: Fraction, again: Fraction, half: Money | None) -> Fraction:
    """What going on is worth where the same choice returns, scaled, at every further zero."""
    for_ever = wins / (1 - again)
    return for_ever if half is None or for_ever > half else wins + again * half


class RouletteOdds(WheelOdds):
    """The odds of a roulette table.

    >>> from tapete.games import table
    >>> rojo = {row.bet: row for row in RouletteOdds(table("cl-2023/ruleta-francesa")).bets()}["rojo"]
    >>> [(outlook.policy, outlook.edge) for outlook in rojo.outlooks]
    [('half', Fraction(1, 74)), ('prison', Fraction(19, 1369))]
    """

    def __init__(self, round: RouletteRound) -> None:
        super().__init__(round)
        self.zero: Zero = round.rules.zero
        self.zeros = frozenset(self.zero.numbers)
        self.again = sum((self.chances[outcome] for outcome in self.zeros), Fraction(0))
        self.policies = (BEST, HALF, PRISON) if self.zero.rule == "choice" else (BEST,)

    def _line(self, laid: Laid, terms: Terms) -> Line:
        if self.zero.below_minimum == "stay-under-own" and terms is self.terms:
            terms = replace(terms, minimum=self.bounds[laid.spot.bet].minimum)
        return line(self.zero, laid.stake, self._wins(laid.spot), self.again, terms)

    def held(self, position: Position) -> Held:
        """What a stake that zero holds now is worth; of later zeros only the first is unlike the others."""
        laid = Laid(position.spot, position.stake)
        if position.counter > 1:
            parts = 4 if self.zero.reckoning == "each" else 2
            before = self._line(replace(laid, stake=position.stake * parts), self.terms)
            if len(before.held) > 1:
                return before.held[1]
        return self._line(laid, self.terms).held[0]

    def _wins(self, spot: Spot) -> Fraction:
        return sum((self.chances[outcome] for outcome in spot.covers - self.zeros), Fraction(0))

    def _behaviour(self, spot: Spot) -> object:
        """Zero treats an even chance by a rule of its own, whatever the chance covers."""
        if spot.group != "simple":
            return super()._behaviour(spot)
        return super()._behaviour(replace(spot, returns={o: r for o, r in spot.returns.items() if o not in self.zeros}))

    def _course(self, laid: Sequence[Laid], policy: str, terms: Terms) -> Course:
        even = [one for one in laid if one.spot.group == "simple"]
        lines = [(one, self._line(one, terms)) for one in even]
        staked = sum((Fraction(one.stake) for one in laid), Fraction(0))
        later, onward = self._held(lines, policy)
        returns = self._first([one for one in laid if one.spot.group != "simple"], terms)
        for outcome, back in self._first(even, terms).items():
            returns[outcome] += self._taken(lines, policy, 0) if outcome in self.zeros else back
        first = Stage(returns, self.zeros if later else frozenset())
        return Course(self.chances, staked, (first, *later), onward)

    def _held(self, lines: list[tuple[Laid, Line]], policy: str) -> tuple[list[Stage], Fraction | None]:
        """The spins that decide what zero holds."""
        takes = [held.taken(policy) for _, held in lines]
        finite = [
            len(held.held) if taken is None else taken
            for (_, held), taken in zip(lines, takes, strict=True)
            if taken is not None or held.onward is None
        ]
        endless = [held for (_, held), taken in zip(lines, takes, strict=True) if taken is None and held.onward]
        number = max([*finite, *(max(len(held.held), 1 + max(finite, default=0)) for held in endless)], default=0)
        onward = endless[0].onward if endless else None
        return [self._stage(lines, policy, n, n + 1 < number or bool(endless)) for n in range(number)], onward

    def _stage(self, lines: list[tuple[Laid, Line]], policy: str, number: int, goes_on: bool) -> Stage:
        returns: dict[Outcome, Fraction] = dict.fromkeys(self.chances, Fraction(0))
        for zero in self.zeros:
            returns[zero] = self._taken(lines, policy, number + 1)
        for laid, held in lines:
            taken = held.taken(policy)
            if taken is None or number < taken:
                for outcome in laid.spot.covers - self.zeros:
                    returns[outcome] += held.stake(number)
        return Stage(returns, self.zeros if goes_on else frozenset())

    def _taken(self, lines: list[tuple[Laid, Line]], policy: str, number: int) -> Fraction:
        """The halves that come back at a zero, from 0."""
        halves = (held.held[number].half for _, held in lines if held.taken(policy) == number)
        return sum((Fraction(half) for half in halves if half is not None), Fraction(0))

    def _outlooks(self, laid: Laid, terms: Terms) -> tuple[Outlook, ...]:
        """Both pure ways of playing, the better first; before them the best one, where it is neither."""
        if laid.spot.group != "simple" or self.zero.rule == "half":
            return super()._outlooks(laid, terms)
        best = self._outlook(laid, BEST, terms)
        pure = sorted((self._outlook(laid, p, terms) for p in (HALF, PRISON)), key=lambda o: -o.expected)
        found = pure if pure[0].expected == best.expected else [best, *pure]
        return tuple(replace(outlook, cost=best.expected - outlook.expected) for outlook in found)

    def _results(self, laid: Laid, policy: str, terms: Terms) -> Iterator[Result]:
        if laid.spot.group != "simple":
            yield from super()._results(laid, policy, terms)
            return
        for result, outcome in zip(super()._results(laid, policy, terms), self.chances, strict=True):
            if outcome not in self.zeros:
                yield result
        yield from self._results_of_zero(laid, self._line(laid, terms), policy)

    def _results_of_zero(self, laid: Laid, held: Line, policy: str) -> Iterator[Result]:
        stake, wins = Fraction(laid.stake), self._wins(laid.spot)
        taken = held.taken(policy)
        chance = self.again
        last = len(held.held) if taken is None else taken
        if taken is None and held.onward is not None:
            last = max(last, _ZEROS_SHOWN)
        for number in range(last):
            yield Result("free", held.stake(number) / stake - 1, chance * wins, number + 1)
            yield Result("lose", Fraction(-1), chance * (1 - wins - self.again), number + 1)
            chance *= self.again
        if taken is not None:
            half = held.held[taken].half
            assert half is not None
            yield Result("half", half / stake - 1, chance, taken + 1)
        elif held.onward is None:
            yield Result("lose", Fraction(-1), chance, last + 1)
        else:
            ever = chance / (1 - self.again)
            mean = held.stake(last) * (1 - self.again) / (1 - self.again * held.onward)
            yield Result("free", mean / stake - 1, ever * wins, None)
            yield Result("lose", Fraction(-1), ever * (1 - wins - self.again), None)

    def _choices(self, laid: Laid, terms: Terms) -> tuple[Choice, ...]:
        if laid.spot.group != "simple" or self.zero.rule == "half":
            return ()
        found = self._line(laid, terms)
        stake = Fraction(laid.stake)
        last = len(found.held)
        return tuple(
            Choice(
                number,
                held.stake / stake,
                None if held.half is None else held.half / stake,
                (held.prison or 0) / stake,
                number == last and found.onward is not None,
            )
            for number, held in enumerate(found.held, start=1)
        )


def odds(round: RouletteRound) -> RouletteOdds:
    """The odds of a table and of the stakes that lie on it."""
    return RouletteOdds(round)


def advise(round: RouletteRound) -> tuple[Advice, ...]:
    """What half and prison are worth for every stake that waits for its player, with balls enough to come.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> opened = table("pv-1996/ruleta-francesa/un-pano", {"minimum": 5, "maximum": 250})
    >>> _ = opened.play([Bet("ana", "rojo", (), 100), Chance("ball", 0)])
    >>> [(option.word, f"{option.worth:.2f}") for option in advise(opened)[0].options]
    [('half', '-50.00'), ('prison', '-50.68')]
    """
    worked_out = RouletteOdds(round)
    found = []
    for position in (position for position in round.standing if position.waits):
        held = worked_out.held(position)
        worths = {HALF: held.half, PRISON: held.prison}
        options = tuple(
            Option(word, float(Fraction(back) - position.stake)) for word, back in worths.items() if back is not None
        )
        place = (position.bet, *position.on)
        found.append(Advice(position.player, options, " ".join(map(str, place)), place))
    return tuple(found)
