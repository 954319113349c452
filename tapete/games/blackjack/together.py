"""Several stakes of a Black Jack table together: boxes, spots against several hands of the bank, side bets.

One box against one hand of the bank is as exact as the law of its hand, whoever bets on it. Boxes are independent given
how the bank ends, or given its first card where it has several hands; those are independent given how the player's hand
ends.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.blackjack import sides
from tapete.games.blackjack.counts import RANKS, deals
from tapete.games.blackjack.laws import NATURAL, Laws, sum_of
from tapete.games.blackjack.prices import pooled
from tapete.games.blackjack.thirds import shares
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.laws import ByClass
    from tapete.games.blackjack.odds import BlackjackOdds
    from tapete.table.round import Position

Law = dict[Fraction, float]


def net_of(odds: BlackjackOdds, policy: str) -> dict[tuple[str, Fraction], float]:
    """The law of the net of all stakes on the table."""
    boxes: dict[int, list[Position]] = {}
    for position in odds.positions:
        boxes.setdefault(position.spot.box.number, []).append(position)
    main = odds.game.named("main")
    played = [stakes for stakes in boxes.values() if any(position.bet == main for position in stakes)]
    if odds.game.bank is not None and not played:
        raise Refused(N_("No cards are dealt without a bet on a hand."), cite=odds.game.boxes.cite)
    laws = [_side_law(odds, stakes, None) for stakes in boxes.values() if stakes not in played]
    if played:
        laws.append(_played(odds, policy, played))
    return {("", net): chance for net, chance in _sum_all(laws).items()}


def _played(odds: BlackjackOdds, policy: str, boxes: list[list[Position]]) -> Law:
    """The law of the net of boxes whose hands are played."""
    total: Law = defaultdict(float)
    made = [_Box(odds, policy, stakes) for stakes in boxes]
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
    return total


class _Box:
    """The stakes on one box: ``main`` are those against each hand of the bank, everybody's together."""

    def __init__(self, odds: BlackjackOdds, policy: str, stakes: list[Position]) -> None:
        self.odds = odds
        self.followed = odds.followed(policy)
        self.solver = self.followed.solver
        main = odds.game.named("main")
        spots: dict[int, list[int]] = {}
        for position in stakes:
            if position.bet == main:
                spots.setdefault(position.spot.spot, []).append(int(position.stake))
        self.main = [sum(spots[spot]) for spot in sorted(spots)]
        self.sides = [p for p in stakes if p.bet != main]
        self._side_laws: dict[Counts, Law] = {}
        self.thirds = any(sides.needs_third(odds.game.bets[p.bet].wins.values()) for p in self.sides)
        self._third_laws: dict[tuple[Counts, int | None], Law] = {}
        rounding = odds.house.rounding
        self.laws = [Laws(self.followed, pooled(odds.game, spots[spot], rounding)) for spot in sorted(spots)]

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
        bank = self.odds.game.bank
        return found if bank is None or bank.hands == 1 else {0: _merged(found)}

    def _by_third(self, hand: Counts, first: int) -> dict[int, Law]:
        """The net by class of the bank where a side bet looks at the third card.

        In a split pair the card that follows is taken as independent of what becomes of the hands.
        """
        if len(self.main) > 1:
            return {0: self._several_by_third(hand, first)}
        law, stake, split = self.laws[0], self.main[0], self.followed.split_chance(hand, first)
        if hand == NATURAL:
            cases: dict[int | None, ByClass] = {None: law.of_deal(hand, first)}
        else:
            cases = law.by_third(hand, first) if split < 1 else {}
        found: dict[int, Law] = defaultdict(lambda: defaultdict(float))
        for third, told in cases.items():
            _join(found, told, self._with_third(hand, third), 1 - split, stake)
        if split:
            _join(found, law.of_split(hand, first), self._with_any_third(hand, first), split, stake)
        return found

    def _several_by_third(self, hand: Counts, first: int) -> Law:
        """The same against several hands of the bank."""
        if hand == NATURAL:
            return sum_of(self._all_of(hand, first), self._with_third(hand, None))
        found: Law = defaultdict(float)
        split = self.followed.split_chance(hand, first)
        for third, ends in self.laws[0].ends_by_third(hand, first).items() if split < 1 else ():
            for net, chance in sum_of(self._several(ends), self._with_third(hand, third)).items():
                found[net] += (1 - split) * chance
        if split:
            parts = [_flat(law.of_split(hand, first), stake) for law, stake in zip(self.laws, self.main, strict=True)]
            for net, chance in sum_of(_sum_all(parts), self._with_any_third(hand, first)).items():
                found[net] += split * chance
        return found

    def _with_any_third(self, hand: Counts, first: int) -> Law:
        """The net of the side bets when the third card is any of those left."""
        left = [int(n) - hand[r] - (r == first) for r, n in enumerate(self.solver.shoe)]
        mixed: Law = defaultdict(float)
        for third, number in enumerate(left):
            for net, chance in self._with_third(hand, third).items() if number > 0 else ():
                mixed[net] += number / sum(left) * chance
        return mixed

    def _all_of(self, hand: Counts, first: int) -> Law:
        """What given first cards bring against all of the bank's hands, which are taken as independent."""
        laws = [_flat(law.of_deal(hand, first), stake) for law, stake in zip(self.laws, self.main, strict=True)]
        return _sum_all(laws)

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
            law[self.odds.prize(position.bet, wins[name], stake) * stake] += float(share[a, b, third])
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
            return {0: self._all_of(hand, first)}
        return {0: self._several(self.laws[0].ends(hand, first))}

    def _several(self, ends: NDArray[np.float64]) -> Law:
        """What a hand brings against several of the bank's, by how likely it ends so, and each of them so."""
        total: Law = defaultdict(float)
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


def _merged(by_class: Mapping[int, Law]) -> Law:
    """A law whatever the class of the bank."""
    found: Law = defaultdict(float)
    for law in by_class.values():
        for net, chance in law.items():
            found[net] += chance
    return found


def _scaled(law: Law, times: float) -> Law:
    return {net: chance * times for net, chance in law.items()}
