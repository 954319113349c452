"""Several stakes of a Black Jack table together: boxes, spots against several hands of the bank, side bets.

One box against one hand of the bank is as exact as the law of its hand. Boxes are independent given how the bank ends,
and the bank's hands given how the player's hand ends.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.blackjack import sides
from tapete.games.blackjack.laws import NATURAL, Laws, sum_of
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.solver import RANKS, deals
from tapete.games.blackjack.thirds import shares
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tapete.games.blackjack.laws import ByClass
    from tapete.games.blackjack.odds import BlackjackOdds
    from tapete.games.blackjack.solver import Counts
    from tapete.table.round import Position

Law = dict[Fraction, float]


def net_of(odds: BlackjackOdds, policy: str) -> dict[tuple[str, Fraction], float]:
    """The law of the net of all stakes on the table."""
    boxes: dict[int, list[Position]] = {}
    for position in odds.positions:
        boxes.setdefault(position.spot.box.number, []).append(position)
    if odds.game.bank is None:
        laws = [_side_law(odds, box, None) for box in boxes.values()]
        return {("", net): chance for net, chance in _sum_all(laws).items()}
    total: Law = defaultdict(float)
    made = [_Box(odds, policy, stakes) for stakes in boxes.values()]
    shoe = made[0].solver.shoe
    for first in range(RANKS):
        chance = float(shoe[first] / shoe.sum())
        if not chance:
            continue
        laws_by_class = [box.against(first) for box in made]
        for number in laws_by_class[0]:
            parts = [by_class[number] for by_class in laws_by_class]
            weight = sum(parts[0].values())
            given = _sum_all([_scaled(part, 1 / sum(part.values())) for part in parts]) if weight else {}
            for net, part in given.items():
                total[net] += chance * weight * part
    return {("", net): chance for net, chance in total.items()}


class _Box:
    """The stakes on one box."""

    def __init__(self, odds: BlackjackOdds, policy: str, stakes: list[Position]) -> None:
        self.odds = odds
        self.followed = odds.followed(policy)
        self.solver = self.followed.solver
        main = odds.game.named("main")
        self.main = [int(p.stake) for p in stakes if p.bet == main]
        self.sides = [p for p in stakes if p.bet != main]
        self._side_laws: dict[Counts, Law] = {}
        self.thirds = any(sides.needs_third(odds.game.bets[p.bet].wins.values()) for p in self.sides)
        if self.thirds and len(self.main) != 1:
            bet = self.sides[0].bet
            said = N_("{bet} looks at a third card: its net is worked out together with one hand, not with several.")
            raise Refused(said, cite=odds.game.bets[bet].cite, bet=bet)
        self._third_laws: dict[tuple[Counts, int | None], Law] = {}
        self.laws = [Laws(self.followed, Prices(odds.game, stake, odds.house.rounding)) for stake in self.main]

    def against(self, first: int) -> dict[int, Law]:
        """The net by class of the bank; all in one class where the bank has several hands."""
        found: dict[int, Law] = defaultdict(lambda: defaultdict(float))
        dealt = deals(self.solver.shoe, first)
        ways = sum(number for _, number in dealt)
        for hand, number in dealt:
            if self.thirds:
                for kind, law in self._by_third(hand, first).items():
                    for net, chance in law.items():
                        found[kind][net] += chance * number / ways
                continue
            beside = self._beside(hand)
            for kind, law in self._hand(hand, first).items():
                for net, chance in sum_of(law, beside).items():
                    found[kind][net] += chance * number / ways
        return found

    def _by_third(self, hand: Counts, first: int) -> dict[int, Law]:
        """The net by class of the bank where a side bet looks at the third card.

        In a split pair the card that follows is taken as independent of what becomes of the hands.
        """
        law, stake, split = self.laws[0], self.main[0], self.followed.split_chance(hand, first)
        if hand == NATURAL:
            cases: dict[int | None, ByClass] = {None: law.of_deal(hand, first)}
        else:
            cases = law.by_third(hand, first) if split < 1 else {}
        found: dict[int, Law] = defaultdict(lambda: defaultdict(float))
        for third, told in cases.items():
            _join(found, told, self._with_third(hand, third), 1 - split, stake)
        if split:
            left = [int(n) - hand[r] - (r == first) for r, n in enumerate(self.solver.shoe)]
            mixed: Law = defaultdict(float)
            for third, number in enumerate(left):
                for net, chance in self._with_third(hand, third).items() if number > 0 else ():
                    mixed[net] += number / sum(left) * chance
            _join(found, law.of_split(hand, first), mixed, split, stake)
        return found

    def _with_third(self, hand: Counts, third: int | None) -> Law:
        """The net of the side bets, given the values of the first two cards and of the third."""
        key = hand, third
        if key not in self._third_laws:
            self._third_laws[key] = _sum_all([self._one_with_third(p, hand, third) for p in self.sides])
        return self._third_laws[key]

    def _one_with_third(self, position: Position, hand: Counts, third: int | None) -> Law:
        wins = self.odds.game.bets[position.bet].wins
        if third is None or not sides.needs_third(wins.values()):
            return _side_law(self.odds, [position], hand)
        stake = int(position.stake)
        a, b = (rank for rank, number in enumerate(hand) for _ in range(number))
        law: Law = defaultdict(float)
        for name, share in shares(wins, self.odds.decks).items():
            law[self.odds.gain(wins[name].pays, stake) * stake] += float(share[a, b, third])
        law[Fraction(-stake)] += 1 - sum(law.values())
        return law

    def _beside(self, hand: Counts) -> Law:
        if hand not in self._side_laws:
            self._side_laws[hand] = _side_law(self.odds, self.sides, hand)
        return self._side_laws[hand]

    def _hand(self, hand: Counts, first: int) -> dict[int, Law]:
        if len(self.main) == 1:
            found: dict[int, Law] = defaultdict(lambda: defaultdict(float))
            for (_, net, kind), chance in self.laws[0].of_deal(hand, first).items():
                found[kind][net * self.main[0]] += chance
            return found
        split = self.followed.split_chance(hand, first)
        if hand == NATURAL or split:
            laws = [_flat(law.of_deal(hand, first), stake) for law, stake in zip(self.laws, self.main, strict=True)]
            return {0: _sum_all(laws)}
        return {0: self._several(hand, first)}

    def _several(self, hand: Counts, first: int) -> Law:
        total: Law = defaultdict(float)
        ends = self.laws[0].ends(hand, first)
        for end in np.flatnonzero(ends.sum(axis=1)):
            likely = float(ends[end].sum())
            laws = []
            for law, stake in zip(self.laws, self.main, strict=True):
                one: Law = defaultdict(float)
                for kind in np.flatnonzero(ends[end]):
                    chosen = law.kinds[end][kind]
                    assert chosen is not None
                    for net, part in chosen.nets:
                        one[net * stake] += float(ends[end, kind]) / likely * float(part)
                laws.append(one)
            for net, chance in _sum_all(laws).items():
                total[net] += likely * chance
        return total


def _join(found: dict[int, Law], told: ByClass, beside: Law, weight: float, stake: int) -> None:
    """Add what a hand and the side bets beside it bring together."""
    for (_, net, kind), chance in told.items():
        for more, part in beside.items():
            found[kind][net * stake + more] += weight * chance * part


def _flat(law: Mapping[tuple[str, Fraction, int], float], stake: int) -> Law:
    found: Law = defaultdict(float)
    for (_, net, _), chance in law.items():
        found[net * stake] += chance
    return found


def _side_law(odds: BlackjackOdds, positions: list[Position], hand: Counts | None) -> Law:
    """The net of the side bets on a box, given the values of its first two cards; one bet after the other."""
    laws: list[Law] = []
    for position in positions:
        stake = int(position.stake)
        ways = sides.ways(odds.game.bets[position.bet].wins, odds.decks, hand)
        cells = sum(ways.values())
        one: Law = defaultdict(float)
        for pays, number in ways.items():
            gain = Fraction(-1) if pays is None else odds.gain(pays, stake)
            one[gain * stake] += number / cells
        laws.append(one)
    return _sum_all(laws)


def _sum_all(laws: list[Law]) -> Law:
    total: Law = {Fraction(0): 1.0}
    for law in laws:
        total = sum_of(total, law)
    return total


def _scaled(law: Law, times: float) -> Law:
    return {net: chance * times for net, chance in law.items()}
