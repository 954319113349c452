"""A player who follows a strategy at a craps table, choosing among what the round offers.

``Plan`` is a strategy against one table: each step knows its place and when it is meant. ``Player`` carries it out. The
compiled simulation (``sessions.py``) is held to this player chip for chip.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.games.craps.chain import places_of
from tapete.games.craps.strategy import BET, TAKE_DOWN, TURN_ON
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import Refused
from tapete.table.round import CHANCE
from tapete.table.tally import RUIN
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import Spot, Throw
    from tapete.games.craps.strategy import Rule, Strategy
    from tapete.table.actions import Place
    from tapete.table.money import Money
    from tapete.table.round import Offer

PLAYER, OTHER = "ana", "mesa"
LENGTH, GOAL, FLOOR = "length", "goal", "floor"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a player may want before a throw, on one place.

    ``spot`` is where the bet is put down. ``points`` are the points with which the step is meant. ``ceiling`` is the
    most that its stake grows to: what the strategy says or the table takes.
    """

    rule: Rule
    spot: Spot
    points: frozenset[int | None]
    ceiling: int | None = None

    @property
    def place(self) -> tuple[str, Place]:
        """The bet and where it lies."""
        return self.spot.bet, self.spot.on

    def amount(self, level: int, other: Money) -> int:
        """What the step would stake: its present stake, or its share of the bet that it goes with."""
        return level if self.rule.times is None else int(other * self.rule.times)


class Plan:
    """A strategy against a table: every step on its place, refused where the table could never take it."""

    def __init__(self, round: CrapsRound, strategy: Strategy) -> None:
        self.round = round
        self.strategy = strategy
        self.steps = tuple(step for rule in strategy.rules for step in self._steps(rule))
        self.owners = self._owners()
        self._verify_companions()

    def _owners(self) -> dict[tuple[str, Place], int]:
        """By bet and place, whatever number it moves to: the step whose stake a decision there changes."""
        owners: dict[tuple[str, Place], int] = {}
        for number, step in enumerate(self.steps):
            if step.rule.do != BET:
                continue
            for place in places_of(step.spot):
                known = owners.setdefault((place.bet, place.on), number)
                if self.steps[known].rule is not step.rule:
                    raise Refused(N_("The strategy bets twice on {bet}."), cite=step.spot.cite, bet=place.bet)
        return owners

    def _verify_companions(self) -> None:
        for step in self.steps:
            other = step.spot.rule.of
            if step.rule.do == BET and other is not None and (other, step.spot.on) not in self.owners:
                raise Refused(
                    N_("{bet} goes with {other}, which the strategy does not bet."),
                    cite=step.spot.cite,
                    bet=step.spot.bet,
                    other=other,
                )

    def _steps(self, rule: Rule) -> Iterator[Step]:
        name = self._bet(rule.bet)
        for number in rule.when.point:
            self._verify_number(number)
        spots = list(self._spots(name, rule))
        if rule.do == BET:
            self._verify_stake(name, rule, spots)
        elif not any(self._allows(rule.do, place) for spot in spots for place in places_of(spot)):
            raise Refused(
                N_("The document does not give the decision {do} on {bet}."),
                cite=spots[0].cite,
                do=term(DECISIONS, rule.do),
                bet=name,
            )
        for spot in spots:
            most = self.round.house.bounds[name, spot.number].maximum
            ceilings = [
                bound for bound in (rule.ceiling, None if most is None else math.floor(most)) if bound is not None
            ]
            points = rule.when.points(self.round.rules.point.numbers, spot.number)
            yield Step(rule, spot, points, min(ceilings, default=None))

    def _bet(self, word: str) -> str:
        """A bet by its id, by a name of the document, or by the trade's word, which all documents share."""
        by_trade = {plain(bet.trade): name for name, bet in self.round.rules.bets.items()}
        try:
            return self.round.cloth.names.find(word)
        except Refused:
            if plain(word) not in by_trade:
                raise
            return by_trade[plain(word)]

    def _spots(self, name: str, rule: Rule) -> Iterator[Spot]:
        cloth = self.round.cloth
        if name in cloth.beside:
            numbers = rule.on or tuple(cloth.beside[name])
            for number in numbers:
                self._verify_number(number)
                yield cloth.beside[name][number]
        elif rule.on:
            yield from (cloth.find(name, (number,)) for number in rule.on)
        else:
            yield cloth.find(name, ())

    def _verify_number(self, number: int | str) -> None:
        point = self.round.rules.point
        if isinstance(number, int) and number not in point.numbers:
            raise Refused(
                N_("{number} cannot be a point; a point is one of {known}."),
                cite=point.cite,
                number=number,
                known=list(point.numbers),
            )

    def _verify_stake(self, name: str, rule: Rule, spots: list[Spot]) -> None:
        if rule.times is not None and name not in self.round.cloth.beside:
            raise Refused(N_("{bet} goes with no other bet: give its stake."), cite=spots[0].cite, bet=name)
        for spot in spots:
            if not spot.priced:
                raise Refused(
                    N_("The document does not say what {bet} pays there: it is not offered."), cite=spot.cite, bet=name
                )
            if rule.stake is not None:
                self.round.house.bounds[name, spot.number].check(name, rule.stake)
        if rule.ceiling is not None and rule.stake is not None and rule.ceiling < rule.stake:
            raise Refused(N_("The ceiling of {bet} is below its stake."), bet=name)

    @staticmethod
    def _allows(do: str, place: Spot) -> bool:
        return place.rule.without_point == "off-unless-asked" if do == TURN_ON else TAKE_DOWN in place.changes


@dataclass(frozen=True, slots=True)
class Terms:
    """How long a session lasts: a bankroll, and so many shooters or throws."""

    bankroll: int
    shooters: int | None = None
    throws: int | None = None

    def __post_init__(self) -> None:
        if self.bankroll <= 0:
            raise Refused(N_("The bankroll must be above zero, not {bankroll}."), bankroll=self.bankroll)
        if (self.shooters is None) == (self.throws is None):
            raise Refused(N_("A session lasts so many shooters or so many throws: give one of them."))
        if (self.shooters or self.throws or 0) <= 0:
            raise Refused(N_("A session must last longer than nothing."))

    @property
    def length(self) -> int:
        """How many shooters or throws."""
        return self.shooters or self.throws or 0


@dataclass(slots=True)
class Session:
    """What became of a session: how it ended, and what the player had after each shooter or throw.

    ``fortunes`` counts the chips in hand and those that lie on the table; ``ended`` is ``length``, ``ruin``, ``goal``
    or ``floor``.
    """

    fortunes: list[Fraction] = field(default_factory=list)
    throws: int = 0
    shooters: int = 0
    staked: int = 0
    ended: str = ""


class Player:
    """Somebody who follows a plan at a table, alone with the croupiers unless a shooter is wanting.

    >>> from tapete.games import table
    >>> from tapete.games.craps.strategy import read_strategy
    >>> craps = table("cl-2023/craps")
    >>> ana = Player(craps, Plan(craps, read_strategy("pass-and-come")), bankroll=100)
    >>> ana.bet(), [(p.bet, p.stake) for p in craps.standing]
    (True, [('pass-line', 10)])
    >>> ana.throw((2, 4)), ana.bet(), [(p.bet, p.stake) for p in craps.standing]
    (False, True, [('pass-line', 10), ('gabela-pass-line', 20), ('come', 10)])
    """

    def __init__(self, round: CrapsRound, plan: Plan, bankroll: int) -> None:
        self.round = round
        self.plan = plan
        self.bankroll = bankroll
        self.levels = [step.rule.stake or 0 for step in plan.steps]

    @property
    def rack(self) -> Money:
        """The chips in hand."""
        account = self.round.accounts.get(PLAYER)
        return self.bankroll if account is None else self.bankroll - account.staked + account.returned

    @property
    def lying(self) -> int:
        """The chips on the table."""
        return sum(int(p.stake) for p in self.round.standing if p.player == PLAYER)

    def bet(self) -> bool:
        """Do what the plan asks for before a throw; false for whoever has nothing there and can pay for nothing."""
        lacking = False
        for step in self.plan.steps:
            if self.round.point not in step.points or self.round.hand < step.rule.when.thrown:
                continue
            if step.rule.do == BET:
                lacking |= not self._put_down(step)
            else:
                self._do(step)
        return bool(self.lying) or not lacking

    def _put_down(self, step: Step) -> bool:
        """Bet, if the table offers it and it does not lie there; false when only the chips are wanting."""
        mine = [p for p in self.round.standing if p.player == PLAYER]
        if any((p.bet, p.on) == step.place for p in mine):
            return True
        if step.rule.most is not None and sum(p.bet == step.spot.bet for p in mine) >= step.rule.most:
            return True
        other = next((p for p in mine if (p.bet, p.on) == (step.spot.rule.of, step.spot.on)), None)
        if step.spot.rule.of is not None and (other is None or other.spot.number != step.spot.number):
            return True
        offer = self._offer(BET, step.spot.bet, step.spot.on)
        if offer is None:
            return True
        amount = step.amount(self.levels[self.plan.owners[step.place]], other.stake if other is not None else 0)
        amount = amount if offer.maximum is None else min(amount, int(offer.maximum))
        if amount < (offer.minimum or 1):
            return True
        if amount > self.rack:
            return False
        self.round.apply(Bet(PLAYER, step.spot.bet, step.spot.on, amount))
        return True

    def _do(self, step: Step) -> None:
        """A decision about a bet that lies there, if the table gives it now."""
        for position in [p for p in self.round.standing if p.player == PLAYER and p.bet == step.spot.bet]:
            place = (position.bet, *position.on)
            if position.spot in places_of(step.spot) and self._offer("do", step.rule.do, place) is not None:
                self.round.apply(Decision(PLAYER, step.rule.do, place))

    def _offer(self, verb: str, word: str, place: Place) -> Offer | None:
        offers = self.round.legal(PLAYER)
        return next((o for o in offers if o.verb == verb and o.word == word and place in o.places), None)

    def throw(self, throw: Throw) -> bool:
        """The dice fall, if need be thrown by somebody else; true when they pass on after it."""
        if CHANCE not in self.round.turn():
            line = self.round.cloth.lines[0]
            self.round.apply(Bet(OTHER, line, (), int(self.round.house.bounds[line, None].minimum)))
        before = len(self.round.lines)
        self.round.apply(Chance("dice", throw))
        for decided in self.round.lines[before:]:
            if decided.player == PLAYER:
                self._learn(self.plan.owners[decided.bet, decided.on], decided.result)
        return self.round.hand == 0

    def _learn(self, number: int, result: str) -> None:
        """The next stake of a step after one of its bets was decided."""
        rule, ceiling = self.plan.steps[number].rule, self.plan.steps[number].ceiling
        if rule.stake is None or result not in ("win", "lose"):
            return
        change = rule.win if result == "win" else rule.lose
        level = rule.stake if change.back else self.levels[number] * change.times + change.plus
        level = max(level, rule.stake)
        self.levels[number] = level if ceiling is None else min(level, ceiling)

    def play(self, terms: Terms, throws: Iterable[Throw]) -> Session:
        """A whole session with these dice."""
        session = Session()
        leaving = ""
        coming = iter(throws)
        while not session.ended:
            solvent = bool(leaving) or self.bet()
            if not solvent or (leaving and not self.lying):
                session.ended = leaving or RUIN
                break
            passed = self.throw(next(coming))
            session.throws += 1
            session.shooters += passed
            if passed or terms.throws is not None:
                session.fortunes.append(Fraction(self.rack + self.lying))
            leaving = leaving or self._reached(Fraction(self.rack + self.lying))
            if (session.shooters if terms.shooters is not None else session.throws) == terms.length:
                session.ended = LENGTH
        session.staked = int(self.round.accounts[PLAYER].staked) if PLAYER in self.round.accounts else 0
        session.fortunes += [Fraction(self.rack + self.lying)] * (terms.length - len(session.fortunes))
        return session

    def _reached(self, fortune: Fraction) -> str:
        stop = self.plan.strategy.stop
        if stop.goal is not None and fortune >= stop.goal:
            return GOAL
        if stop.floor is not None and fortune <= stop.floor:
            return FLOOR
        return ""
