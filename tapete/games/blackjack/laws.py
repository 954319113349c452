"""How likely each net of a hand is, for somebody who follows a plan.

A hand *ends* standing or doubled with a total, passed, doubled and passed, or given up; the bank ends in a class. Both
together are followed exactly through every card. Only the hands of a split pair, and the hands of a bank that has
several, are taken as independent of each other given what they share; their mean is then made the exact one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numba
import numpy as np

from tapete.games.blackjack.compiled import Cards, next_card
from tapete.games.blackjack.counts import ACE, DOUBLE, RANKS, STAND, SURRENDER, TEN, deals, hand_of
from tapete.games.blackjack.hands import LIMIT
from tapete.games.blackjack.plans import Followed
from tapete.games.blackjack.thirds import bonus_shares
from tapete.table.cards import DECK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.prices import Kind, Prices

DOUBLED = LIMIT + 1
PASSED, PASSED_DOUBLED, GIVEN_UP = range(2 * DOUBLED, 2 * DOUBLED + 3)
ENDS = GIVEN_UP + 1
NATURAL = hand_of((1, TEN + 1))
Ends = dict[tuple[str, Fraction], float]
ByClass = dict[tuple[str, Fraction, int], float]
NOTHING = Fraction(0)
Parts = dict[Fraction, "NDArray[np.float64]"]
Net = TypeVar("Net", int, Fraction)


@numba.njit(cache=True, nogil=True)
def _laws(
    cards: Cards,
    first: int,
    actions: NDArray[np.int64],
    bank: NDArray[np.float64],
    rows: NDArray[np.int64],
    found: NDArray[np.float64],
    thirds: NDArray[np.float64],
) -> None:
    """``found[hand, end, class]``: how likely a hand ends so, and the bank so, when the plan is followed from it.

    ``thirds[row, rank, end, class]`` is the part of it in which the hand gets a card of this rank next, for those hands
    that have a row.
    """
    classes = bank.shape[1]
    chances = np.empty(10)
    away = np.zeros(10, np.int64)
    for hand in range(bank.shape[0]):
        if actions[hand] == STAND or actions[hand] == SURRENDER:
            end = cards.totals[hand] if actions[hand] == STAND else GIVEN_UP
            found[hand, end] = bank[hand]
            continue
        doubles = actions[hand] == DOUBLE
        row = rows[hand]
        next_card(cards, hand, first, away, chances)
        for rank in range(10):
            chance = chances[rank]
            if chance <= 0:
                continue
            after = cards.following[hand, rank]
            if after < 0:
                end = PASSED_DOUBLED if doubles else PASSED
                found[hand, end] += chance * bank[hand]
                if row >= 0:
                    thirds[row, rank, end] = chance * bank[hand]
            elif doubles:
                total = cards.doubled_ace_totals[after] if rank == ACE else cards.doubled_totals[after]
                found[hand, DOUBLED + total] += chance * bank[after]
                if row >= 0:
                    thirds[row, rank, DOUBLED + total] = chance * bank[after]
            else:
                for end in range(found.shape[1]):
                    for kind in range(classes):
                        found[hand, end, kind] += chance * found[after, end, kind]
                        if row >= 0:
                            thirds[row, rank, end, kind] = chance * found[after, end, kind]


class Laws:
    """The laws of a plan's hands under given prices.

    >>> from tapete.games import rules
    >>> from tapete.games.blackjack.counts import full_shoe
    >>> from tapete.games.blackjack.prices import Prices
    >>> from tapete.games.blackjack.solver import Solver
    >>> from tapete.games.blackjack.terms import Terms
    >>> game = rules("bo-2025/black-jack/clasico")
    >>> solver = Solver(Terms.of(game), full_shoe(6))
    >>> law = Laws(solver.by_totals.followed, Prices(game)).nets()
    >>> round(sum(law.values()), 12), law["win", Fraction(3, 2)] > 0.04
    (1.0, True)
    """

    def __init__(self, followed: Followed, prices: Prices) -> None:
        self.followed, self.prices = followed, prices
        self.solver = followed.solver
        self._found: dict[tuple[int, bool, bool], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        self._parted: dict[tuple[int, bool, bool], Parts] = {}

    @cached_property
    def kinds(self) -> list[list[Kind | None]]:
        """What each end brings against each class of the bank; nothing where the game gives nothing up."""
        classes = len(self.prices.classes)
        rows: list[list[Kind | None]] = []
        for doubled in (False, True):
            rows += [list(self.prices.against(total, doubled)) for total in range(LIMIT + 1)]
        rows += [[self.prices.passed()] * classes, [self.prices.passed(doubled=True)] * classes]
        return [*rows, [self.prices.gives_up] * classes]

    def ends(self, hand: Counts, first: int) -> NDArray[np.float64]:
        """How likely a hand that is not split ends so, and the bank so."""
        found: NDArray[np.float64] = self._followed(first, split=False)[0][self._row[hand]]
        return found

    def parts(self, hand: Counts, first: int) -> Parts:
        """The same by what a bonus on its third card brings."""
        row = self._row[hand]
        return {prize: ends[row] for prize, ends in self._by_prize(first, split=False).items()}

    def ends_by_third(self, hand: Counts, first: int) -> dict[int | None, NDArray[np.float64]]:
        """How likely a hand that is not split ends so, and the bank so, by its third card; None: it gets none."""
        row = self._row[hand]
        ends, thirds = (found[row] for found in self._followed(first, split=False))
        told: dict[int | None, NDArray[np.float64]] = dict(enumerate(thirds))
        told[None] = np.maximum(ends - thirds.sum(axis=0), 0.0)
        return told

    def by_third(self, hand: Counts, first: int) -> dict[int | None, ByClass]:
        """How a hand that is not split, nor a natural, ends, by the value of its third card; None: it gets none."""
        row = self._row[hand]
        ends, thirds = (found[row] for found in self._followed(first, split=False))
        a, b = self._values[row]
        told: dict[int | None, ByClass] = {}
        for rank in range(RANKS):
            law = told[rank] = defaultdict(float)
            for prize, share in self._bonuses.items():
                _add_all(law, self._valued(thirds[rank] * share[a, b, rank], prize), 1.0)
            plain = 1 - sum((share[a, b, rank] for share in self._bonuses.values()), 0.0)
            _add_all(law, self._valued(thirds[rank] * plain), 1.0)
        told[None] = self._valued(np.maximum(ends - thirds.sum(axis=0), 0.0))
        return told

    @cached_property
    def _bonuses(self) -> dict[Fraction, NDArray[np.float64]]:
        """How likely a third card brings each prize, by values."""
        game = self.prices.game
        found: dict[Fraction, NDArray[np.float64]] = {}
        for name, share in bonus_shares(game, round(int(self.solver.shoe.sum()) / DECK)).items():
            assert game.bonus is not None
            prize = self.prices.bonus(game.bonus.wins[name].pays)
            found[prize] = found[prize] + share if prize in found else share
        return found if self.solver.terms.prizes is not None else {}

    @cached_property
    def _values(self) -> NDArray[np.int64]:
        """The values of the two cards of each row."""
        return np.array([np.repeat(np.arange(RANKS), hand) for hand in self._row], np.int64)

    def _by_prize(self, first: int, split: bool, one_card: bool = False) -> Parts:
        key = first, split, one_card
        if key not in self._parted:
            ends, thirds = self._followed(first, split, one_card)
            a, b = self._values.T
            parts = {prize: np.einsum("hr,hrec->hec", share[a, b], thirds) for prize, share in self._bonuses.items()}
            self._parted[key] = {Fraction(0): ends - sum(parts.values(), np.zeros_like(ends)), **parts}
        return self._parted[key]

    @cached_property
    def _row(self) -> dict[Counts, int]:
        """The hands of two cards, which are all that is kept."""
        two = [hand for hand in self.solver.hands if sum(hand) == 2]
        return {hand: row for row, hand in enumerate(two)}

    def dealt(self) -> Iterator[tuple[Counts, int, float]]:
        """The first two cards, the bank's first card, and how likely they come."""
        cards = int(self.solver.shoe.sum())
        for first in range(RANKS):
            for hand, ways in deals(self.solver.shoe, first):
                yield hand, first, ways / (cards * (cards - 1) * (cards - 2))

    def nets(self) -> Ends:
        """How likely a stake ends in each way with each net, for a unit."""
        total: ByClass = defaultdict(float)
        ends: Parts = {}
        for hand, first, chance in self.dealt():
            split = self.followed.split_chance(hand, first)
            if hand == NATURAL:
                _add_all(total, self._natural(first), chance)
            else:
                for prize, part in self.parts(hand, first).items():
                    ends[prize] = ends.get(prize, 0.0) + chance * (1 - split) * part
            if split:
                _add_all(total, self._split(hand.index(2), first), chance * split)
        for prize, part in ends.items():
            _add_all(total, self._valued(part, prize), 1.0)
        return {(how, net): chance for (how, net, _), chance in _over_classes(total).items()}

    def of_split(self, hand: Counts, first: int) -> ByClass:
        """How likely a pair that is split brings each net, and the bank each class."""
        return self._split(hand.index(2), first)

    def of_deal(self, hand: Counts, first: int) -> ByClass:
        """How likely given first cards bring each net, and the bank each class."""
        if hand == NATURAL:
            return self._natural(first)
        split = self.followed.split_chance(hand, first)
        found: ByClass = defaultdict(float)
        if split < 1:
            for prize, part in self.parts(hand, first).items():
                _add_all(found, self._valued(part, prize), 1 - split)
        if split:
            _add_all(found, self._split(hand.index(2), first), split)
        return found

    def _natural(self, first: int) -> ByClass:
        found: ByClass = defaultdict(float)
        bank = self.solver.against(first).ends[self.solver.index[NATURAL]]
        paid_now = self.prices.even_money if self.takes_even_money(first) else None
        for number, (kind, chance) in enumerate(zip(self.prices.natural(), bank, strict=True)):
            _add(found, paid_now or kind, number, float(chance))
        return found

    def takes_even_money(self, first: int) -> bool:
        """Whether a natural is paid at once rather than kept."""
        bank = self.solver.against(first).ends[self.solver.index[NATURAL]]
        return float(self.solver.terms.even_money[first]) > float(bank @ self.solver.terms.natural)

    def _valued(self, ends: NDArray[np.float64], prize: Fraction = NOTHING) -> ByClass:
        found: ByClass = defaultdict(float)
        for end, number in zip(*np.nonzero(ends), strict=True):
            _add(found, self.kinds[end][number], int(number), float(ends[end, number]), prize)
        return found

    def _split(self, rank: int, first: int) -> ByClass:
        """All hands of a split pair together: nearly exact, their mean exact."""
        parts = self._second_card(rank, first)
        bank = sum(part.sum(axis=0) for part in parts.values())
        total: dict[tuple[int, int], float] = defaultdict(float)
        numbers = self._hands(rank, first)
        unit = math.lcm(*(net.denominator for net in self._all_nets), *(prize.denominator for prize in parts))
        for number in np.flatnonzero(bank):
            given: dict[int, float] = defaultdict(float)
            for prize, one in parts.items():
                for end in np.flatnonzero(one[:, number]):
                    for net, part in _nets(self.kinds[end][number]):
                        given[int((net + prize) * unit)] += float(one[end, number] / bank[number]) * float(part)
            so_far: Mapping[int, float] = {0: 1.0}
            for hands in range(1, max(numbers) + 1):
                so_far = sum_of(so_far, given)
                for whole, chance in so_far.items():
                    total[whole, int(number)] += float(bank[number]) * numbers.get(hands, 0.0) * chance
        law = {(_word(net), net, n): chance for (k, n), chance in total.items() for net in (Fraction(k, unit),)}
        return _with_mean(law, self.followed.split(rank, first))

    @cached_property
    def _all_nets(self) -> set[Fraction]:
        kinds = (kind for row in self.kinds for kind in row if kind is not None)
        return {net for kind in kinds for net, _ in kind.nets}

    def _second_card(self, rank: int, first: int) -> Parts:
        """A hand that begins with one card of a split pair, by what its bonus brings."""
        solver = self.solver
        one_card = bool(rank == ACE and solver.terms.ace_cards is not None)
        laws = self._by_prize(first, split=True, one_card=one_card)
        left = solver.shoe.copy()
        left[rank] -= 2
        left[first] -= 1
        seconds = solver.cards.following[solver.index[hand_of((rank + 1,))]]
        weights = np.where(seconds >= 0, np.maximum(left, 0), 0).astype(np.float64)
        if self._splits(rank) > 1:
            weights[rank] -= self._alike(rank, first)  # a further pair is split again, as long as it may be
        rows = [self._row.get(solver.hands[second], 0) for second in seconds]
        found: Parts = {prize: np.tensordot(weights, law[rows], axes=1) for prize, law in laws.items()}
        whole = sum(float(part.sum()) for part in found.values())
        return {prize: part / whole for prize, part in found.items()}

    def _hands(self, rank: int, first: int) -> dict[int, float]:
        """How likely a split pair becomes so many hands."""
        cards, more = int(self.solver.shoe.sum()) - 3, self._alike(rank, first)
        found: dict[int, float] = defaultdict(float)

        def follow(waiting: int, hands: int, gone: int, splits: int, chance: float) -> None:
            if waiting == 0 or splits == 0 or gone >= more:
                found[hands] += chance
                return
            pair = (more - gone) / (cards - gone - (hands - waiting))
            follow(waiting + 1, hands + 1, gone + 1, splits - 1, chance * pair)
            follow(waiting - 1, hands, gone, splits, chance * (1 - pair))

        follow(2, 2, 0, self._splits(rank) - 1, 1.0)
        return found

    def _splits(self, rank: int) -> int:
        """How often a pair may be split."""
        terms = self.solver.terms
        return 1 if rank == ACE and not terms.aces_again else terms.splits

    def _alike(self, rank: int, first: int) -> int:
        """The cards left that make a further pair."""
        by_symbol = rank == TEN and self.solver.terms.same_symbol
        alike = int(self.solver.shoe[rank]) // (4 if by_symbol else 1)
        return max(alike - 2 - (first == rank and not by_symbol), 0)

    def _followed(
        self, first: int, split: bool, one_card: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        key = first, split, one_card
        if key not in self._found:
            solver = self.solver
            actions = (self.followed.plan.after if split else self.followed.plan.actions)[first]
            if one_card:
                actions = solver.on_split_aces(actions)
            bank = solver.against(first).ends
            found = np.zeros((len(solver.hands), ENDS, bank.shape[1]))
            thirds = np.zeros((len(self._row), RANKS, ENDS, bank.shape[1]))
            places = [solver.index[hand] for hand in self._row]
            rows = np.full(len(solver.hands), -1, np.int64)
            rows[places] = np.arange(len(places))
            _laws(solver.cards, first, actions, bank, rows, found, thirds)
            self._found[key] = found[places], thirds
        return self._found[key]


def _nets(kind: Kind | None) -> tuple[tuple[Fraction, Fraction], ...]:
    assert kind is not None, "a plan gives up a hand where the game does not let it"
    return kind.nets


def _add_all(found: ByClass, more: ByClass, times: float) -> None:
    for key, part in more.items():
        found[key] = found.get(key, 0.0) + times * part


def _add(found: ByClass, kind: Kind | None, number: int, chance: float, prize: Fraction = NOTHING) -> None:
    for alone, part in _nets(kind):
        net = alone + prize if prize else alone
        word = "half" if kind is not None and kind.how == "half" else _word(net)
        key = word, net, number
        found[key] = found.get(key, 0.0) + chance * float(part)


def _over_classes(found: ByClass) -> ByClass:
    together: ByClass = defaultdict(float)
    for (how, net, _), chance in found.items():
        together[how, net, 0] += chance
    return together


def _word(net: Fraction) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"


def sum_of(one: Mapping[Net, float], other: Mapping[Net, float]) -> dict[Net, float]:
    """The law of a sum of two that do not depend on each other."""
    found: dict[Net, float] = defaultdict(float)
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] += p * q
    return found


def _with_mean(law: ByClass, mean: float) -> ByClass:
    """A law tilted by a little so that its mean is the exact one."""
    whole = math.fsum(law.values())
    now = math.fsum(float(net) * chance for (_, net, _), chance in law.items()) / whole
    square = math.fsum((float(net) - now) ** 2 * chance for (_, net, _), chance in law.items()) / whole
    lean = (mean - now) / square if square else 0.0
    return {key: chance / whole * (1 + lean * (float(key[1]) - now)) for key, chance in law.items()}
