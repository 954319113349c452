"""The exact mathematics of craps, from the same rules that the round plays by.

A stake is worked out from the throw before which it may first be put down until it is decided, whoever holds the dice.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.games.craps.chain import CELLS, Chain, Laid, next_point, places_of
from tapete.games.craps.rules import TOTALS
from tapete.table.distribution import BetOdds, Joint, Landing, Length, Outlook, Result
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.craps.chain import Point
    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import Spot
    from tapete.table.money import Rounding

BEST, TURN_ON = "best", "turn-on"
SHOOTER = "shooter"


class CrapsOdds:
    """The odds of a table: of every bet of its document, of the stakes that lie on it together, and of a shooter.

    >>> from tapete.games import table
    >>> craps = CrapsOdds(table("cl-2023/craps"))
    >>> pass_line = craps.bets()[0].best
    >>> pass_line.edge, pass_line.draws, pass_line.edge_per_draw
    (Fraction(7, 495), Fraction(557, 165), Fraction(7, 1671))
    >>> craps.lengths()[0].mean
    Fraction(1671, 196)
    """

    def __init__(self, round: CrapsRound) -> None:
        self.game = round.rules
        self.cloth = round.cloth
        self.bounds = round.house.bounds
        self.rounding: Rounding = round.house.rounding
        self.positions = tuple(round.standing)

    @property
    def policies(self) -> tuple[str, ...]:
        """Leaving every bet as it lies; asking that those play which wait for a point, where the document lets one."""
        asks = any(bet.without_point == "off-unless-asked" for bet in self.game.bets.values())
        return (BEST, TURN_ON) if asks else (BEST,)

    def bets(self, stake: int | None = None) -> tuple[BetOdds, ...]:
        """The odds of every bet, numbers that behave alike together.

        Without a stake they are those of any stake that divides without a rest; with one, those of that very stake at
        this table and its rounding.
        """
        rows: list[BetOdds] = []
        for name in self.game.bets:
            alike: dict[object, list[BetOdds]] = {}
            for spot in self._spots(name):
                row = self._row(spot, stake)
                alike.setdefault((row.outlooks, row.prices, row.pays, row.refused), []).append(row)
            rows += [_together(group) for group in alike.values()]
        return tuple(rows)

    def joint(self, policy: str = BEST) -> Joint:
        """What the stakes on the table bring until the last of them is decided, from the next throw on."""
        chain = self.chain(policy)
        net = chain.net()
        return Joint(chain.staked(), net.mean, net.variance, chain.throws(), net)

    def chain(self, policy: str = BEST) -> Chain:
        """The stakes on the table as a Markov chain."""
        if not self.positions:
            raise Refused(N_("No bet lies on the table."), cite=self.game.cite)
        if policy not in self.policies:
            raise ValueError(f"{policy!r} is not one of {self.policies}")
        laid = [Laid(p.spot, p.stake, self._waits(p.spot, policy)) for p in self.positions]
        return Chain(self.game, laid, self.rounding)

    def lengths(self) -> tuple[Length, ...]:
        """How many throws a shooter has, by the document's rule of when the dice pass on.

        Where that depends on the shooter's own bet, there is one length for each line that differs.
        """
        if self.game.shooter.passes == "point-missed":
            return (self._until_the_point_is_missed(),)
        found: dict[tuple[tuple[int, ...], ...], list[str]] = {}
        for line in self.cloth.lines:
            found.setdefault(self._until_lost(self.cloth.places[line][()]), []).append(line)
        return tuple(Length(SHOOTER, steps, CELLS, tuple(lines)) for steps, lines in found.items())

    def _until_the_point_is_missed(self) -> Length:
        points: tuple[Point, ...] = (None, *self.game.point.numbers)
        steps = [[0] * len(points) for _ in points]
        for number, point in enumerate(points):
            for total in TOTALS:
                after = next_point(self.game, point, total)
                if point is None or total == point or after is not None:
                    steps[number][points.index(after)] += 1
        return Length(SHOOTER, tuple(map(tuple, steps)), CELLS)

    def _until_lost(self, line: Spot) -> tuple[tuple[int, ...], ...]:
        """The throws of a shooter who always bets on this line and keeps the dice until it is lost."""
        places = list(places_of(line))
        steps = [[0] * len(places) for _ in places]
        for number, place in enumerate(places):
            for index, verdict in enumerate(place.verdicts):
                kept = place.number is None and TOTALS[index] in self.game.shooter.keeps
                if verdict is None:
                    steps[number][number] += 1
                elif verdict.to is not None:
                    steps[number][next(n for n, other in enumerate(places) if other is verdict.to)] += 1
                elif verdict.result != "lose" or kept:
                    steps[number][0] += 1
        return tuple(map(tuple, steps))

    def _spots(self, name: str) -> Iterator[Spot]:
        """Every way of putting a bet down."""
        yield from (self.cloth.places[name] if name in self.cloth.places else self.cloth.beside[name]).values()

    def _waits(self, spot: Spot, policy: str) -> bool:
        rule = spot.rule.without_point
        return rule == "off" or (rule == "off-unless-asked" and policy != TURN_ON)

    def _row(self, spot: Spot, stake: int | None) -> BetOdds:
        refused = None
        if stake is not None:
            try:
                self.bounds[spot.bet, spot.number].check(spot.bet, stake)
            except Refused as refusal:
                refused = str(refusal)
        exact = stake is None or refused is not None
        wins = [v for place in places_of(spot) for v in place.verdicts if v is not None and v.result == "win"]
        prices = tuple(sorted({v.returns - 1 for v in wins})) if spot.priced else ()
        priced = (spot, 1 if exact else stake or 1, "exact" if exact else self.rounding)
        return BetOdds(
            spot.bet,
            spot.rule.names,
            spot.rule.group,
            1,
            (spot.number,) if spot.number is not None else spot.on,
            sum(v is not None and v.result == "win" for v in spot.verdicts),
            CELLS,
            prices[0] if len(prices) == 1 else None,
            spot.cite,
            spot.rule.pays_cite or spot.cite,
            self._outlooks(*priced) if spot.priced else (),
            refused=refused,
            prices=prices if len(prices) > 1 else (),
            landings=self._landings(*priced) if spot.priced else (),
        )

    def _outlooks(self, spot: Spot, stake: int, rounding: Rounding) -> tuple[Outlook, ...]:
        asked = spot.rule.without_point == "off-unless-asked"
        starts = list(self._starts(spot))
        return tuple(
            self._outlook(spot, stake, rounding, policy, starts) for policy in ((BEST, TURN_ON) if asked else (BEST,))
        )

    def _outlook(
        self, spot: Spot, stake: int, rounding: Rounding, policy: str, starts: list[tuple[Fraction, Point]]
    ) -> Outlook:
        chain = Chain(self.game, [Laid(spot, stake, self._waits(spot, policy))], rounding)
        chances: dict[tuple[str, Fraction], Fraction] = {}
        draws = Fraction(0)
        for chance, point in starts:
            draws += chance * chain.throws(point)
            for result, likely in chain.results(point).items():
                chances[result] = chances.get(result, Fraction(0)) + chance * likely
        found = (Result(how, back / stake - 1, chance) for (how, back), chance in chances.items())
        results = tuple(sorted(found, key=lambda result: (-result.net, result.how)))
        mean = sum((r.net * r.probability for r in results), Fraction(0))
        square = sum((r.net**2 * r.probability for r in results), Fraction(0))
        return Outlook(policy, results, mean, square - mean**2, draws=draws)

    def _starts(self, spot: Spot) -> Iterator[tuple[Fraction, Point]]:
        """The point before the first throw that can touch a bet which is put down as early as may be."""
        other = self.game.bets[spot.rule.of].play.open if spot.rule.of is not None else None
        if other is not None and spot.number in other.points:
            yield Fraction(1), spot.number
        elif spot.rule.placed == "point" or spot.rule.of is not None:
            ways = [TOTALS.count(number) for number in self.game.point.numbers]
            yield from ((Fraction(n, sum(ways)), p) for n, p in zip(ways, self.game.point.numbers, strict=True))
        else:
            yield Fraction(1), None

    def _landings(self, spot: Spot, stake: int, rounding: Rounding) -> tuple[Landing, ...]:
        """What a bet is worth once it lies on a number, the numbers that behave alike together."""
        found: dict[Outlook, list[Spot]] = {}
        for place in list(places_of(spot))[1:]:
            outlook = self._outlook(place, stake, rounding, BEST, [(Fraction(1), place.number)])
            found.setdefault(outlook, []).append(place)
        landings = []
        for outlook, places in found.items():
            ways = sum(v is not None and v.to is place for place in places for v in spot.verdicts)
            landings.append(Landing(tuple(place.number for place in places), Fraction(ways, CELLS), outlook))
        return tuple(landings)


def _together(rows: list[BetOdds]) -> BetOdds:
    """Rows of one bet that behave alike, as one."""
    from dataclasses import replace

    alike = tuple(row.example for row in rows) if rows[0].example else ()
    return replace(rows[0], places=len(rows), alike=alike)


def odds(round: CrapsRound) -> CrapsOdds:
    """The odds of a table and of the stakes that lie on it."""
    return CrapsOdds(round)
