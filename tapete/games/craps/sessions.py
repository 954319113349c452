"""Sessions of a strategy, many millions of them: the same decisions and the same chips as ``player.py``, compiled."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.craps import compiled as c
from tapete.games.craps.chain import CELLS, next_point, places_of
from tapete.games.craps.player import FLOOR, GOAL, LENGTH, Plan, Terms
from tapete.games.craps.rules import THROWS, TOTALS
from tapete.games.craps.strategy import BET, TAKE_DOWN, TURN_ON, read_strategy
from tapete.table.errors import Refused
from tapete.table.philox import first_cells
from tapete.table.tally import RUIN, Tally
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tapete.games.craps.compiled import Table
    from tapete.games.craps.player import Step
    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import Spot, Throw, Verdict
    from tapete.games.craps.strategy import Strategy
    from tapete.table.actions import Place

ENDINGS = {LENGTH: c.BY_LENGTH, RUIN: c.BY_RUIN, GOAL: c.BY_GOAL, FLOOR: c.BY_FLOOR}
BINS = 2048
BINS_TO_A_BANKROLL = 256
MARKS = 60
_MOST_PARTS = 1 << 53
_THROWS_TO_A_BLOCK = 1 << 17
_THROWS_OF_A_SHOOTER = 9
_DOES = {BET: c.DO_BET, TAKE_DOWN: c.DO_TAKE_DOWN, TURN_ON: c.DO_TURN_ON}
_PLACED = {"any": c.ANY_TIME, "come-out": c.COME_OUT, "point": c.WITH_POINT, "thrown": c.ONCE_THROWN}
_WAITS = {"plays": c.PLAYS, "off": c.OFF, "off-unless-asked": c.UNLESS_ASKED}
_ROUNDING = {"exact": c.EXACT, "down": c.DOWN, "up": c.UP, "nearest": c.NEAREST}


def tables(plan: Plan) -> c.Tables:
    """A plan and its game as arrays."""
    layout = _Layout(plan)
    return c.Tables(
        effects=_array([[layout.effect(verdict) for verdict in spot.verdicts] for spot in layout.spots]),
        slots=_array([layout.slot_row(spot) for spot in layout.spots]),
        companions=layout.companions(),
        bets=layout.bets(),
        steps=_array([row for step in plan.steps for row in layout.step_rows(step)]),
        levels=_array([_level(step) for step in plan.steps]),
        game=layout.game(),
        after=layout.after(),
        totals=_array(TOTALS),
    )


class _Layout:
    """A plan as arrays."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.round = plan.round
        self.rules = plan.round.rules
        self.spots: list[Spot] = []
        self.keys: list[tuple[str, Place]] = []
        for step in plan.steps:
            self._lay(step.spot)
        self.other = self._lay(self.round.cloth.places[self.round.cloth.lines[0]][()])
        self.scale = self._scale()

    def _lay(self, spot: Spot) -> int:
        """The number of a slot, with all that can follow from it."""
        for place in places_of(spot):
            if not any(place is known for known in self.spots):
                self.spots.append(place)
                if (place.bet, place.on) not in self.keys:
                    self.keys.append((place.bet, place.on))
        return self._slot(spot)

    def _slot(self, spot: Spot) -> int:
        return next(number for number, known in enumerate(self.spots) if known is spot)

    def _scale(self) -> int:
        if self.round.house.rounding != "exact":
            return 1
        rates = (verdict.returns for spot in self.spots for verdict in spot.verdicts if verdict is not None)
        return math.lcm(*(rate.denominator for rate in rates))

    def effect(self, verdict: Verdict | None) -> tuple[int, ...]:
        """What a throw does to a slot."""
        if verdict is None:
            return c.STAYS, 0, 0, 1, c.NOTHING
        if verdict.to is not None:
            return c.MOVES, self._slot(verdict.to), 0, 1, c.NOTHING
        learnt = {"win": c.WON, "lose": c.LOST}.get(verdict.result, c.NOTHING)
        rate = verdict.returns
        return c.RETURNS if rate else c.LOSES, 0, rate.numerator, rate.denominator, learnt

    def slot_row(self, spot: Spot) -> tuple[int, ...]:
        """How a bet lies in a slot."""
        rule = spot.rule
        taken = c.AFTER_THROW if rule.changes.withdrawn == "after-throw" else c.ALWAYS
        return (
            self.keys.index((spot.bet, spot.on)),
            self._point(spot.number),
            _WAITS[rule.without_point],
            rule.asked_until == "point",
            taken if TAKE_DOWN in spot.changes else c.NEVER,
            self.plan.owners.get((spot.bet, spot.on), 0),
            spot.bet in self.round.cloth.lines,
        )

    def _point(self, number: int | None) -> int:
        return 0 if number is None else 1 + self.rules.point.numbers.index(number)

    def bets(self) -> Table:
        """Which bet each key belongs to."""
        names = list(dict.fromkeys(bet for bet, _ in self.keys))
        return _array([names.index(bet) for bet, _ in self.keys])

    def companions(self) -> Table:
        """The keys that go with each key; -1 where there are fewer."""
        found = [
            [self.keys.index((name, on)) for name in self.round.cloth.companions[bet] if (name, on) in self.keys]
            for bet, on in self.keys
        ]
        most = max(map(len, found), default=0)
        return _array([[*row, *[-1] * (most - len(row))] for row in found]).reshape(len(self.keys), most)

    def step_rows(self, step: Step) -> Iterable[tuple[int, ...]]:
        """A step; a decision about a bet that moves has a row for each place where it may lie."""
        rule, spot = step.rule, step.spot
        points = sum(1 << self._point(point) for point in step.points)
        if rule.do != BET:
            for place in places_of(spot):
                head = (_DOES[rule.do], self._slot(place), -1, points, rule.when.thrown)
                yield (*head, *[-1] * 9)
            return
        bounds = self.round.house.bounds[spot.bet, spot.number]
        ceiling = spot.rule.maximum
        share = ceiling.of_bet.get(str(spot.number)) if ceiling is not None else None
        yield (
            _DOES[rule.do],
            self._slot(spot),
            self._base(spot),
            points,
            rule.when.thrown,
            -1 if rule.most is None else rule.most,
            _PLACED[spot.rule.placed],
            self.plan.owners[step.place],
            *((-1, 1) if rule.times is None else rule.times.as_integer_ratio()),
            max(math.ceil(bounds.minimum), 1),
            -1 if bounds.maximum is None else math.floor(bounds.maximum),
            *((-1, 1) if share is None else share.as_integer_ratio()),
        )

    def _base(self, spot: Spot) -> int:
        """The key of the bet that this one goes with."""
        return -1 if spot.rule.of is None else self.keys.index((spot.rule.of, spot.on))

    def game(self) -> Table:
        """The rules of the game that are not a bet's."""
        shooter = self.rules.shooter
        return _array(
            [
                shooter.passes == "bet-lost",
                sum(1 << total for total in shooter.keeps),
                shooter.needs == "every-throw",
                self.other,
                _ROUNDING[self.round.house.rounding],
                self.scale,
            ]
        )

    def after(self) -> Table:
        """The point after each point and throw, 0 for none."""
        points = (None, *self.rules.point.numbers)
        return _array([[self._point(next_point(self.rules, point, total)) for total in TOTALS] for point in points])


def _level(step: Step) -> tuple[int, ...]:
    changes = ((change.back, change.times, change.plus) for change in (step.rule.win, step.rule.lose))
    return (step.rule.stake or 0, -1 if step.ceiling is None else step.ceiling, *next(changes), *next(changes))


def _array(rows: Sequence[object]) -> Table:
    return np.array(rows, np.int64)


class Sessions:
    """The simulation of a strategy. ``count`` may run in any thread; what is counted are whole numbers.

    >>> from tapete.games import table
    >>> from tapete.games.craps.player import Terms
    >>> from tapete.games.craps.strategy import read_strategy
    >>> evening = Sessions(table("cl-2023/craps"), read_strategy("pass-and-come"), Terms(500, shooters=20))
    >>> evening.tally(evening.count(seed=7, block=0, rounds=100)).sessions
    100
    """

    def __init__(self, round: CrapsRound, strategy: Strategy, terms: Terms) -> None:
        self.terms = terms
        self.told = strategy.model_dump(mode="json", exclude_defaults=True)
        self.tables = tables(Plan(round, strategy))
        self.scale = int(self.tables.game[c.SCALE])
        self.width = max(1, terms.bankroll // BINS_TO_A_BANKROLL)
        if terms.bankroll * self.scale > _MOST_PARTS // BINS:
            raise Refused(N_("A bankroll of {bankroll} is more than can be simulated."), bankroll=terms.bankroll)
        throws = terms.length if terms.shooters is None else terms.length * _THROWS_OF_A_SHOOTER
        self.block = max(1, _THROWS_TO_A_BLOCK // throws)
        self.marks = _array(sorted({-(-terms.length * n // MARKS) for n in range(1, MARKS + 1)}))
        goal, floor = (-1 if bound is None else bound for bound in (strategy.stop.goal, strategy.stop.floor))
        self._session = _array([terms.bankroll, terms.shooters is not None, terms.length, goal, floor, self.width])

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: a row of sums, then for each mark how many had how much."""
        return 1 + len(self.marks), BINS

    def count(self, seed: int, block: int, rounds: int) -> Table:
        """The counts of the first sessions of a block."""
        counts = np.zeros(self.shape(), np.int64)
        c.count_sessions(counts, self.tables, self._session, self.marks, np.uint64(seed), np.uint64(block), rounds)
        return counts

    def draws(self, seed: int, block: int, number: int) -> list[Throw]:
        """The first throws of a block, in order: what a simulation of it meets."""
        found = np.empty(number, np.uint32)
        first_cells(found, np.uint64(seed), np.uint64(block), np.uint64(CELLS))
        return [THROWS[cell] for cell in found]

    def tally(self, counts: Table) -> Tally:
        """What was counted."""
        row: list[int] = counts[0].tolist()
        low, middle, high = (row[c.SQUARES + 2 * n] + (row[c.SQUARES + 2 * n + 1] << 32) for n in range(3))
        return Tally(
            bankroll=self.terms.bankroll,
            unit="throws" if self.terms.shooters is None else "shooters",
            marks=tuple(self.marks.tolist()),
            width=self.width,
            sessions=row[c.SESSIONS],
            draws=row[c.THROWS_MADE],
            turns=row[c.SHOOTERS_SEEN],
            staked=row[c.CHIPS_STAKED],
            net=Fraction(row[c.NET], self.scale),
            square=Fraction(low + (middle << 32) + (high << 62), self.scale**2),
            endings={ending: row[c.ENDED + number] for ending, number in ENDINGS.items()},
            held=tuple(map(tuple, counts[1:].tolist())),
        )


def sessions(
    round: CrapsRound, strategy: str, bankroll: int, shooters: int | None = None, throws: int | None = None
) -> Sessions:
    """The simulation of a strategy, by its file or its name, at a table."""
    return Sessions(round, read_strategy(strategy), Terms(bankroll, shooters, throws))
