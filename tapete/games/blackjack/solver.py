"""The exact analysis of Black Jack: what every hand is worth against every first card of the bank, card by card.

Cards count by value, in ten classes from the ace to the tens. The bank takes no second card before the players are
done, so an unseen card is any card that no hand shows, and every expectation is taken over the whole unseen shoe. What
other hands of the same pair draw unseen does not change that: the fraction of a rank among unseen cards is a
martingale, and hands end at stopping times. Only what is *known* of them, that their second card was no further pair
card, has to be taken into account (``_Pair``).

Decisions depend on the hand's own cards and the bank's first card; after a split they are those of the same hand
unsplit. Everything is worked out in double precision, without sampling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from tapete.games.blackjack.hands import LIMIT, score
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.thirds import bonus_shares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tapete.games.blackjack.prices import Kind
    from tapete.games.blackjack.rules import BlackjackGame

ACE, TEN, RANKS = 0, 9, 10
VALUES = tuple(range(1, 11))
PER_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
SYMBOLS_OF_TEN = 4
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS = ("stand", "hit", "double", "split", "surrender")
_NEVER = -1e9
_MOST_SPLITS = 6

Counts = tuple[int, ...]


def full_shoe(decks: int) -> Counts:
    """The cards of so many decks by value.

    >>> full_shoe(6)[TEN]
    96
    """
    return tuple(decks * number for number in PER_DECK)


def hand_of(values: Sequence[int]) -> Counts:
    """Cards as counts by value.

    >>> hand_of((1, 10, 10))
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    counts = [0] * RANKS
    for value in values:
        counts[value - 1] += 1
    return tuple(counts)


def points(hand: Counts) -> tuple[int, bool]:
    """The best count of a hand, and whether an ace counts eleven in it."""
    return score(sum(n * value for n, value in zip(hand, VALUES, strict=True)), hand[ACE])


@dataclass(frozen=True)
class BankDraws:
    """All ways in which the bank's hand can grow from one first card without passing 21, as a tree.

    A node is a set of further cards: those of its ``parents`` node, which stands before it (the first node is the empty
    set and stands for itself), and one more of its rank, the ``numbers``-th. In ``orders`` sequences the bank's hand
    ends with just these cards, in one of the ``classes``: a total or a natural. Passing is what remains.
    """

    parents: NDArray[np.int64]
    ranks: NDArray[np.int64]
    numbers: NDArray[np.int64]
    orders: NDArray[np.float64]
    sizes: NDArray[np.int64]
    classes: NDArray[np.int64]


@lru_cache(maxsize=64)
def bank_draws(first: int, stands: int, soft_draws: bool) -> BankDraws:
    """The ways of the bank from a first card of this rank (0: ace), when it stands on a total and draws on it if soft.

    >>> int(bank_draws(TEN, 17, False).orders.min())
    0
    """
    growing: dict[Counts, int] = {tuple([0] * RANKS): 1}
    ended: dict[Counts, tuple[int, int]] = {}
    while growing:
        further: dict[Counts, int] = {}
        for drawn, orders in growing.items():
            for rank in range(RANKS):
                more = (*drawn[:rank], drawn[rank] + 1, *drawn[rank + 1 :])
                whole = tuple(n + (r == first) for r, n in enumerate(more))
                total, soft = points(whole)
                if total > LIMIT:
                    continue
                if total > stands or (total == stands and not (soft and soft_draws)):
                    ended[more] = ended.get(more, (0, 0))[0] + orders, _class(whole, total, stands)
                else:
                    further[more] = further.get(more, 0) + orders
        growing = further
    return _tree(ended)


def _tree(ended: dict[Counts, tuple[int, int]]) -> BankDraws:
    """Sets of cards with the ways to them, by ranks: what sets have in common at their beginning is one node."""
    places: dict[tuple[int, ...], int] = {(): 0}
    rows: list[tuple[int, int, int]] = [(0, 0, 0)]
    leaves: dict[int, tuple[int, int]] = {}
    for drawn, leaf in ended.items():
        cards = tuple(rank for rank, number in enumerate(drawn) for _ in range(number))
        for size in range(1, len(cards) + 1):
            if cards[:size] not in places:
                places[cards[:size]] = len(rows)
                rows.append((places[cards[: size - 1]], cards[size - 1], cards[:size].count(cards[size - 1])))
        leaves[places[cards]] = leaf
    depth = [len(cards) for cards in places]
    return BankDraws(
        np.array([parent for parent, _, _ in rows], np.int64),
        np.array([rank for _, rank, _ in rows], np.int64),
        np.array([number for _, _, number in rows], np.int64),
        np.array([leaves.get(node, (0, 0))[0] for node in range(len(rows))], np.float64),
        np.array(depth, np.int64),
        np.array([leaves.get(node, (0, 0))[1] for node in range(len(rows))], np.int64),
    )


def _class(whole: Counts, total: int, stands: int) -> int:
    """The bank's totals from ``stands`` to 21 come first, then passed, then the natural."""
    natural = sum(whole) == 2 and whole[ACE] == 1 and whole[TEN] == 1
    return LIMIT - stands + 2 if natural else total - stands


@numba.njit(cache=True, nogil=True)
def _distributions(
    shoe: NDArray[np.int64],
    removed: NDArray[np.int64],
    first: int,
    parents: NDArray[np.int64],
    ranks: NDArray[np.int64],
    numbers: NDArray[np.int64],
    orders: NDArray[np.float64],
    sizes: NDArray[np.int64],
    classes: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """How likely the bank ends in each class when it draws from the shoe without the cards that are removed."""
    left = np.empty(10)
    chances = np.empty(parents.shape[0])
    deepest = sizes.max() + 1
    share = np.empty(deepest)
    passed = found.shape[1] - 2
    for row in range(removed.shape[0]):
        feasible = True
        cards = 0.0
        for rank in range(10):
            left[rank] = shoe[rank] - removed[row, rank] - (1 if rank == first else 0)
            feasible = feasible and left[rank] >= 0
            cards += left[rank]
        if not feasible:
            continue
        for size in range(deepest):
            share[size] = 1.0 / max(cards - size + 1, 1.0)
        chances[0] = 1.0
        for node in range(1, parents.shape[0]):
            chance = chances[parents[node]] * (left[ranks[node]] - numbers[node] + 1) * share[sizes[node]]
            chances[node] = max(chance, 0.0)
            found[row, classes[node]] += orders[node] * chances[node]
        total = 0.0
        for kind in range(found.shape[1]):
            total += found[row, kind]
        found[row, passed] = 1.0 - total


@numba.njit(cache=True, nogil=True)
def _values(
    shoe: NDArray[np.int64],
    hands: NDArray[np.int64],
    following: NDArray[np.int64],
    totals: NDArray[np.int64],
    first: int,
    stand: NDArray[np.float64],
    doubled: NDArray[np.float64],
    doubled_ace: NDArray[np.float64],
    may_double: NDArray[np.bool_],
    prizes: NDArray[np.float64],
    gives_up: float,
    hit: NDArray[np.float64],
    double: NDArray[np.float64],
    best: NDArray[np.float64],
) -> None:
    """What drawing and doubling are worth, for every hand, those with most points first."""
    for hand in range(hands.shape[0]):
        cards = 0
        for rank in range(10):
            cards += shoe[rank] - hands[hand, rank]
        cards -= 1
        drawing = 0.0
        doubling = 0.0
        prize = 0.0
        for rank in range(10):
            left = shoe[rank] - hands[hand, rank] - (1 if rank == first else 0)
            if left <= 0:
                continue
            chance = left / cards
            after = following[hand, rank]
            prize += chance * prizes[hand, rank]
            drawing += chance * (-1.0 if after < 0 else best[after])
            doubling += chance * (-1.0 if after < 0 else doubled_ace[after] if rank == ACE else doubled[after])
        hit[hand] = drawing + prize if totals[hand] < 21 else -1e9
        double[hand] = 2.0 * doubling + prize if may_double[hand] else -1e9
        best[hand] = max(stand[hand], hit[hand], gives_up)


@numba.njit(cache=True, nogil=True)
def _followed(
    shoe: NDArray[np.int64],
    hands: NDArray[np.int64],
    following: NDArray[np.int64],
    rows: NDArray[np.int64],
    away: NDArray[np.int64],
    first: int,
    stand: NDArray[np.float64],
    doubled: NDArray[np.float64],
    doubled_ace: NDArray[np.float64],
    actions: NDArray[np.int64],
    prizes: NDArray[np.float64],
    gives_up: float,
    value: NDArray[np.float64],
) -> None:
    """What hands are worth to somebody who follows given decisions, with further cards away from the shoe."""
    for hand in rows:
        if actions[hand] == STAND:
            value[hand] = stand[hand]
            continue
        if actions[hand] == SURRENDER:
            value[hand] = gives_up
            continue
        cards = -1
        for rank in range(10):
            cards += shoe[rank] - hands[hand, rank] - away[rank]
        drawn = 0.0
        prize = 0.0
        for rank in range(10):
            left = shoe[rank] - hands[hand, rank] - away[rank] - (1 if rank == first else 0)
            if left <= 0:
                continue
            after = following[hand, rank]
            if after < 0:
                worth = -1.0
            elif actions[hand] == DOUBLE:
                worth = doubled_ace[after] if rank == ACE else doubled[after]
            else:
                worth = value[after]
            drawn += left / cards * worth
            prize += left / cards * prizes[hand, rank]
        value[hand] = drawn * (2.0 if actions[hand] == DOUBLE else 1.0) + prize


@numba.njit(cache=True, nogil=True)
def _reached(start: int, following: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """The hands that somebody who follows given decisions can come to from one card, those with most points first."""
    marked = np.zeros(actions.shape[0], np.bool_)
    stack = np.empty(actions.shape[0], np.int64)
    size = 0
    for rank in range(10):
        if following[start, rank] >= 0:
            marked[following[start, rank]] = True
            stack[size] = following[start, rank]
            size += 1
    while size > 0:
        size -= 1
        hand = stack[size]
        if actions[hand] != HIT and actions[hand] != DOUBLE:
            continue
        for rank in range(10):
            after = following[hand, rank]
            if after < 0 or marked[after]:
                continue
            marked[after] = True
            stack[size] = after
            size += 1
    return np.flatnonzero(marked)


@dataclass(frozen=True)
class Terms:
    """What of a game's file the analysis uses.

    ``pays`` is what a unit wins by total (rows 0 to 21) and class of the bank, ``doubled`` the same for a unit of a
    doubled stake and ``natural`` for the player's natural. ``gives_up`` is what surrendering is worth, by first card of
    the bank; ``even_money`` likewise. ``prizes`` is what a bonus brings on average, by the values of the first two
    cards and of the third.
    """

    stands: int
    soft_draws: bool
    pays: NDArray[np.float64]
    doubled: NDArray[np.float64]
    natural: NDArray[np.float64]
    even_money: NDArray[np.float64]
    gives_up: NDArray[np.float64]
    gives_up_later: bool
    gives_up_split: bool
    may_double: Any
    double_low: bool
    splits: int
    same_symbol: bool
    ace_cards: int | None
    aces_again: bool
    prizes: NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls, game: BlackjackGame, surrender: bool = True, prices: Prices | None = None, decks: int | None = None
    ) -> Terms:
        """The terms of a game; ``surrender``: whether the table has it."""
        bank = game.bank
        assert bank is not None
        prices = prices or Prices(game)
        even, rule = game.even_money, game.surrender if surrender else None
        paid_now = float(prices.even_money.mean) if prices.even_money else _NEVER
        given_up = float(prices.gives_up.mean) if prices.gives_up else _NEVER
        split = game.split
        times = 0 if split is None else _MOST_SPLITS if split.times is None else min(split.times, _MOST_SPLITS)
        return cls(
            stands=bank.stands,
            soft_draws=bank.soft == "draws",
            pays=_means([prices.against(total) for total in range(LIMIT + 1)]),
            doubled=_means([prices.against(total, doubled=True) for total in range(LIMIT + 1)]) / 2,
            natural=_means([prices.natural()])[0],
            even_money=np.array([paid_now if even and _group(r) in even.against else _NEVER for r in range(RANKS)]),
            gives_up=np.array([given_up if rule and _group(r) not in rule.barred else _NEVER for r in range(RANKS)]),
            gives_up_later=rule is not None and rule.window == "any-time",
            gives_up_split=rule is not None and rule.after_split,
            may_double=_doubling(game),
            double_low=game.double is not None and game.double.ace == "one",
            splits=times,
            same_symbol=split is not None and split.same == "symbol",
            ace_cards=split.ace_cards if split else None,
            aces_again=split.aces_again if split else False,
            prizes=_prizes(game, prices, decks or game.shoe.decks),
        )


def _prizes(game: BlackjackGame, prices: Prices, decks: int) -> NDArray[np.float64] | None:
    """What the bonus of a third card brings on average, by the values of the first two and of the third."""
    wins = game.bonus.wins if game.bonus else {}
    found = [float(prices.bonus(wins[name].pays)) * share for name, share in bonus_shares(game, decks).items()]
    return sum(found[1:], found[0]) if found else None


def _means(kinds: list[list[Kind]]) -> NDArray[np.float64]:
    return np.array([[float(kind.mean) for kind in row] for row in kinds])


def _group(rank: int) -> str | None:
    return "ace" if rank == ACE else "ten" if rank == TEN else None


def _doubling(game: BlackjackGame) -> Any:
    from tapete.table.cards import card

    names = ["A", *map(str, range(2, 11))]

    def may_double(hand: Counts, after_split: bool) -> bool:
        cards = [card(names[rank] + "s") for rank, number in enumerate(hand) for _ in range(number)]
        return len(cards) == 2 and game.may_double(cards, after_split)

    return may_double


@dataclass(frozen=True, slots=True)
class Worth:
    """What each decision on a hand is worth, for a unit staked; None where it is not allowed."""

    stand: float
    hit: float | None
    double: float | None
    split: float | None
    surrender: float | None

    @property
    def best(self) -> tuple[str, float]:
        """The best decision and its worth; of equals, the first of: stand, hit, double, split, surrender."""
        open_to = [(name, getattr(self, name)) for name in ACTIONS if getattr(self, name) is not None]
        return max(open_to, key=lambda pair: float(pair[1]))


def _allowed(value: float) -> float | None:
    return None if value <= _NEVER / 2 else value


@dataclass(frozen=True)
class Layout:
    """Every hand that a shoe can give without passing 21, those with most points first, and what a card makes of it.

    ``low`` counts aces as one; ``by_ace`` does so too, except for one that came last.
    """

    hands: list[Counts]
    index: dict[Counts, int]
    matrix: NDArray[np.int64]
    following: NDArray[np.int64]
    totals: NDArray[np.int64]
    softs: NDArray[np.bool_]
    low: NDArray[np.int64]
    by_ace: NDArray[np.int64]


@lru_cache(maxsize=16)
def _layout(most: Counts) -> Layout:
    """The hands with at most so many cards of each value: most shoes have enough of all, and share theirs."""
    hands = _hands(most)
    index = {hand: number for number, hand in enumerate(hands)}
    scores = [points(hand) for hand in hands]
    low = [sum(n * v for n, v in zip(hand, VALUES, strict=True)) for hand in hands]
    return Layout(
        hands,
        index,
        np.array(hands, np.int64),
        _following(hands, index),
        np.array([total for total, _ in scores], np.int64),
        np.array([soft for _, soft in scores], np.bool_),
        np.array(low, np.int64),
        np.array([score(total, 1)[0] for total in low], np.int64),
    )


class Solver:
    """The analysis of one game with one shoe."""

    def __init__(self, terms: Terms, shoe: Counts) -> None:
        self.terms = terms
        self.shoe: NDArray[np.int64] = np.array(shoe, np.int64)
        layout = _layout(tuple(min(n, LIMIT // value) for n, value in zip(shoe, VALUES, strict=True)))
        self.hands, self.index, self.matrix, self.following = (
            layout.hands,
            layout.index,
            layout.matrix,
            layout.following,
        )
        self.totals, self.softs = layout.totals, layout.softs
        self.doubled_totals = layout.low if terms.double_low else self.totals
        self.doubled_ace_totals = layout.by_ace if terms.double_low else self.totals
        self.prizes = self._prized()
        self.may_double = self._doubles(after_split=False)
        self.may_double_split = self._doubles(after_split=True)
        self._against: dict[int, _Against] = {}

    def _prized(self) -> NDArray[np.float64]:
        """What the bonus of a third card brings, hand by hand and by its value."""
        found = np.zeros((len(self.hands), RANKS))
        if self.terms.prizes is not None:
            for row in np.flatnonzero(self.matrix.sum(axis=1) == 2):
                first, second = np.repeat(np.arange(RANKS), self.matrix[row])
                found[row] = self.terms.prizes[first, second]
        return found

    def _doubles(self, after_split: bool) -> NDArray[np.bool_]:
        """The hands that may be doubled: some of two cards."""
        found = np.zeros(len(self.hands), np.bool_)
        for row in np.flatnonzero(self.matrix.sum(axis=1) == 2):
            found[row] = self.terms.may_double(self.hands[row], after_split)
        return found

    def against(self, first: int) -> _Against:
        """Everything against one first card of the bank, by rank."""
        if first not in self._against:
            self._against[first] = _Against(self, first)
        return self._against[first]

    def worth(self, hand: Counts, first: int) -> Worth:
        """What each decision on a hand of two or more cards is worth."""
        return self.against(first).worth(hand)

    @cached_property
    def expected(self) -> float:
        """What a unit staked brings on average with the best decisions, from this shoe."""
        return self.over_deals(lambda against, hand: against.deal(hand))

    def over_deals(self, value: Any) -> float:
        """The mean over first cards of the bank and the first two of the player."""
        total = 0.0
        cards = int(self.shoe.sum())
        for first in range(RANKS):
            for hand, ways in deals(self.shoe, first):
                total += ways / (cards * (cards - 1) * (cards - 2)) * value(self.against(first), hand)
        return total

    @cached_property
    def best(self) -> Plan:
        """The best decisions, which look at every card of the hand."""
        pairs = [hand_of((rank + 1, rank + 1)) for rank in range(RANKS)]
        worths = {
            (rank, first): self.worth(hand, first)
            for first in range(RANKS)
            for rank, hand in enumerate(pairs)
            if hand in self.index and self.shoe[first]
        }
        splits = frozenset(place for place, worth in worths.items() if worth.best[0] == "split")
        against = [self.against(first) for first in range(RANKS)]
        return Plan(tuple(one.unsplit() for one in against), tuple(one.after_split() for one in against), splits)

    @cached_property
    def by_totals(self) -> Strategy:
        """The strategy that looks at totals only, and what it is worth."""
        return Strategy(self)


def _hands(shoe: Counts) -> list[Counts]:
    """Every hand that has not passed 21, those with most points first."""
    found: list[Counts] = []

    def grow(rank: int, hand: tuple[int, ...], low: int) -> None:
        if rank == RANKS:
            if sum(hand):
                found.append(hand)
            return
        number = 0
        while number <= shoe[rank] and low + number * VALUES[rank] <= LIMIT:
            grow(rank + 1, (*hand, number), low + number * VALUES[rank])
            number += 1

    grow(0, (), 0)
    return sorted(found, key=lambda hand: -sum(n * v for n, v in zip(hand, VALUES, strict=True)))


def _following(hands: list[Counts], index: dict[Counts, int]) -> NDArray[np.int64]:
    after = np.full((len(hands), RANKS), -1, np.int64)
    for number, hand in enumerate(hands):
        for rank in range(RANKS):
            after[number, rank] = index.get((*hand[:rank], hand[rank] + 1, *hand[rank + 1 :]), -1)
    return after


def deals(shoe: NDArray[np.int64], first: int) -> list[tuple[Counts, float]]:
    """The player's first two cards with the number of ordered ways in which they and the bank's card come."""
    left = [int(n) - (rank == first) for rank, n in enumerate(shoe)]
    found = []
    for a in range(RANKS):
        for b in range(a, RANKS):
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            if ways > 0 and shoe[first] > 0:
                found.append((hand_of((a + 1, b + 1)), float(ways) * int(shoe[first])))
    return found


class _Against:
    """Every hand against one first card of the bank."""

    def __init__(self, solver: Solver, first: int) -> None:
        self.solver, self.first = solver, first
        terms = solver.terms
        self.bank = bank_draws(first, terms.stands, terms.soft_draws)
        self.classes = LIMIT - terms.stands + 3
        self.ends = self.distributions(solver.matrix)
        self.stand = self.paid(self.ends, solver.totals, terms.pays)
        self.doubled = self.paid(self.ends, solver.doubled_totals, terms.doubled)
        self.doubled_ace = self.paid(self.ends, solver.doubled_ace_totals, terms.doubled)
        size = len(solver.hands)
        self.hit, self.double, self.best = np.empty(size), np.empty(size), np.empty(size)
        _values(
            solver.shoe,
            solver.matrix,
            solver.following,
            solver.totals,
            first,
            self.stand,
            self.doubled,
            self.doubled_ace,
            solver.may_double,
            solver.prizes,
            float(terms.gives_up[first]) if terms.gives_up_later else _NEVER,
            self.hit,
            self.double,
            self.best,
        )
        self._pairs: dict[tuple[int, bytes], float] = {}

    def distributions(self, removed: NDArray[np.int64]) -> NDArray[np.float64]:
        """How the bank ends when these cards, row by row, are away from the shoe."""
        found = np.zeros((removed.shape[0], self.classes))
        bank = self.bank
        _distributions(
            self.solver.shoe,
            removed,
            self.first,
            bank.parents,
            bank.ranks,
            bank.numbers,
            bank.orders,
            bank.sizes,
            bank.classes,
            found,
        )
        return found

    def paid(
        self, ends: NDArray[np.float64], totals: NDArray[np.int64], pays: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """What standing is worth, given how the bank ends."""
        worth: NDArray[np.float64] = (ends * pays[totals]).sum(axis=1)
        return worth

    def natural(self) -> float:
        """What the player's natural is worth with the better of waiting and even money."""
        row = self.solver.index[hand_of((1, 10))]
        waiting = float(self.ends[row] @ self.solver.terms.natural)
        return max(waiting, float(self.solver.terms.even_money[self.first]))

    def bank_natural(self, hand: Counts) -> float:
        """How likely the bank's natural is beside this hand: what an insurance lives on."""
        return float(self.ends[self.solver.index[hand], -1])

    def worth(self, hand: Counts, splits: bool = True) -> Worth:
        """What each decision is worth; splitting is the dearest to work out and may be left aside."""
        row = self.solver.index[hand]
        two = sum(hand) == 2
        gives_up = float(self.solver.terms.gives_up[self.first])
        return Worth(
            stand=float(self.stand[row]),
            hit=_allowed(float(self.hit[row])),
            double=_allowed(float(self.double[row])) if two else None,
            split=self.split(hand) if two and splits else None,
            surrender=_allowed(gives_up) if two or self.solver.terms.gives_up_later else None,
        )

    def deal(self, hand: Counts) -> float:
        """What a hand of two cards is worth with the best decisions; tens by symbol weigh both kinds of pairs."""
        if hand == hand_of((1, 10)):
            return self.natural()
        worth = self.worth(hand)
        if worth.split is None or not (self.solver.terms.same_symbol and hand[TEN] == 2):
            return worth.best[1]
        without = max(v for v in (worth.stand, worth.hit, worth.double, worth.surrender) if v is not None)
        same = self.same_symbol()
        return same * worth.best[1] + (1 - same) * without

    def same_symbol(self) -> float:
        """How likely two tens have the same symbol, beside the bank's first card."""
        tens = int(self.solver.shoe[TEN]) - (self.first == TEN)
        of_symbol = self.solver.shoe[TEN] / SYMBOLS_OF_TEN
        if self.first != TEN:
            return float((of_symbol - 1) / (tens - 1))
        others = SYMBOLS_OF_TEN - 1
        pairs = others * of_symbol * (of_symbol - 1) + (of_symbol - 1) * (of_symbol - 2)
        return float(pairs / (tens * (tens - 1)))

    def split(self, hand: Counts) -> float | None:
        """What splitting is worth, the hands after it played as the same hands unsplit."""
        if self.solver.terms.splits == 0 or max(hand) != 2 or sum(hand) != 2:
            return None
        return self.pair(hand.index(2), self.after_split())

    def pair(self, rank: int, actions: NDArray[np.int64]) -> float:
        """What a split pair is worth to somebody who plays its hands so."""
        key = rank, actions.tobytes()
        if key not in self._pairs:
            self._pairs[key] = _Pair(self, rank, actions).value()
        return self._pairs[key]

    def split_again(self, rank: int, more: int, splits: int | None) -> float:
        """What splitting is worth when ``more`` cards left make a further pair and so many splits are still allowed."""
        allowed = _MOST_SPLITS if splits is None else min(splits, _MOST_SPLITS)
        return _Pair(self, rank, self.after_split(), allowed).worth(more)

    def unsplit(self) -> NDArray[np.int64]:
        """The best decision on every hand, splitting aside."""
        return self._best(self.solver.may_double, float(self.solver.terms.gives_up[self.first]))

    def after_split(self) -> NDArray[np.int64]:
        """The decisions on hands after a split: those of the same hand unsplit."""
        return self._after_split

    @cached_property
    def _after_split(self) -> NDArray[np.int64]:
        terms = self.solver.terms
        gives_up = float(terms.gives_up[self.first]) if terms.gives_up_split else _NEVER
        return self._best(self.solver.may_double_split, gives_up)

    def _best(self, may_double: NDArray[np.bool_], gives_up: float) -> NDArray[np.int64]:
        double = np.where(may_double, self.double, _NEVER)
        two = self.solver.matrix.sum(axis=1) == 2
        surrender = np.where(two | self.solver.terms.gives_up_later, gives_up, _NEVER)
        chosen: NDArray[np.int64] = np.argmax(np.stack([self.stand, self.hit, double]), axis=0)
        best = np.maximum(np.maximum(self.stand, self.hit), double)
        return np.where(surrender > best, SURRENDER, chosen).astype(np.int64)


class _Pair:
    """The worth of splitting a pair against one first card.

    With the pair and the bank's card away, ``cards`` are unseen, ``more`` of them further pair cards. ``any(j, k)`` is
    what a hand that begins with one pair card is worth when ``j`` more of them have gone to other hands and ``k`` other
    hands are known to have a second card that is none; ``other(j, k)`` the same when its own is none either.
    """

    def __init__(self, against: _Against, rank: int, actions: NDArray[np.int64], splits: int | None = None) -> None:
        self.against, self.rank = against, rank
        self.terms = against.solver.terms
        self.splits = self.terms.splits if splits is None else splits
        self.cards = int(against.solver.shoe.sum()) - 3
        self.more = 0
        self.actions = self._limited(actions)
        begun = against.solver.index[hand_of((rank + 1,))]
        self._rows = _reached(begun, against.solver.following, self.actions)
        self._values: dict[int, NDArray[np.float64]] = {}
        self._known: dict[tuple[int, ...], float] = {}

    def _limited(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Split aces get so many cards and no more."""
        if self.rank != ACE or self.terms.ace_cards is None:
            return actions
        full = self.against.solver.matrix.sum(axis=1) > self.terms.ace_cards
        return np.where(full, STAND, actions)

    def value(self) -> float:
        """What the split is worth; a ten of the bank may have the symbol of a pair of tens or not."""
        shoe, first = self.against.solver.shoe, self.against.first
        if self.rank != TEN or not self.terms.same_symbol:
            return self.worth(int(shoe[self.rank]) - 2 - (first == self.rank))
        of_symbol = int(shoe[TEN]) // SYMBOLS_OF_TEN
        if first != TEN:
            return self.worth(of_symbol - 2)
        alike = (of_symbol - 2) / (int(shoe[TEN]) - 2)
        return alike * self.worth(of_symbol - 3) + (1 - alike) * self.worth(of_symbol - 2)

    def worth(self, more: int) -> float:
        """What the split is worth when so many further pair cards are left."""
        self.more = max(more, 0)
        self._known.clear()
        splits = 1 if self.rank == ACE and not self.terms.aces_again else self.splits
        return self._hands(2, 0, 0, splits - 1)

    def _hands(self, waiting: int, done: int, gone: int, splits: int) -> float:
        """The sum of all hands: some wait for their second card, some have one that is no pair card."""
        if waiting == 0:
            return done * self._other(gone, done - 1)
        if splits == 0 or gone >= self.more:
            known = done * self._other(gone, done - 1) if done else 0.0
            return known + waiting * self._any(gone, done)
        pair = (self.more - gone) / (self.cards - gone - done)
        return pair * self._hands(waiting + 1, done, gone + 1, splits - 1) + (1 - pair) * self._hands(
            waiting - 1, done + 1, gone, splits
        )

    def _any(self, gone: int, known: int) -> float:
        key = 0, gone, known
        if key not in self._known:
            chance = max(self.more - gone, 0) / (self.cards - gone - max(known - 1, 0))
            if known == 0:
                other, paired = self._dealt(gone)
                self._known[key] = (1 - chance) * other + chance * paired
            else:
                mean = self._any(gone, known - 1)
                self._known[key] = _without(chance, mean, lambda: self._any(gone + 1, known - 1))
        return self._known[key]

    def _other(self, gone: int, known: int) -> float:
        key = 1, gone, known
        if key not in self._known:
            if known == 0:
                self._known[key] = self._dealt(gone)[0]
            else:
                chance = max(self.more - gone, 0) / (self.cards - gone - known)
                mean = self._other(gone, known - 1)
                self._known[key] = _without(chance, mean, lambda: self._other(gone + 1, known - 1))
        return self._known[key]

    def _dealt(self, gone: int) -> tuple[float, float]:
        """A hand whose second card is no pair card, and one whose second card is one and is not split."""
        solver, rank = self.against.solver, self.rank
        left = solver.shoe.copy()
        left[rank] -= 2 + gone
        left[self.against.first] -= 1
        weights = np.maximum(left, 0).astype(np.float64)
        weights[rank] = max(float(left[rank] - max(self.more - gone, 0)), 0.0)
        seconds = solver.following[solver.index[hand_of((rank + 1,))]]
        worths = np.where(seconds >= 0, self._played(gone)[seconds], 0.0)
        return float(weights @ worths / max(weights.sum(), 1.0)), float(worths[rank])

    def _played(self, gone: int) -> NDArray[np.float64]:
        """Every hand with the pair card by following the decisions, the other pair card and ``gone`` more away."""
        if gone in self._values:
            return self._values[gone]
        against, solver = self.against, self.against.solver
        rows = self._rows
        away = np.zeros(RANKS, np.int64)
        away[self.rank] = 1 + gone
        ends = against.distributions(solver.matrix[rows] + away)
        stand, doubled, doubled_ace, value = (np.zeros(len(solver.hands)) for _ in range(4))
        stand[rows] = against.paid(ends, solver.totals[rows], self.terms.pays)
        doubled[rows] = against.paid(ends, solver.doubled_totals[rows], self.terms.doubled)
        doubled_ace[rows] = against.paid(ends, solver.doubled_ace_totals[rows], self.terms.doubled)
        _followed(
            solver.shoe,
            solver.matrix,
            solver.following,
            rows,
            away,
            against.first,
            stand,
            doubled,
            doubled_ace,
            self.actions,
            solver.prizes,
            float(self.terms.gives_up[against.first]),
            value,
        )
        self._values[gone] = value
        return value


def _without(chance: float, mean: float, otherwise: Any) -> float:
    """The mean given that something did not happen, from the mean of all and the mean given that it did."""
    return mean if chance <= 0 or chance >= 1 else (mean - chance * otherwise()) / (1 - chance)


@dataclass(frozen=True)
class Plan:
    """What somebody does with every hand against every first card of the bank.

    ``actions`` are for hands that were not split and ``after`` for those that were, by first card and hand; ``splits``
    are the pairs that are split, by rank and first card.
    """

    actions: tuple[NDArray[np.int64], ...]
    after: tuple[NDArray[np.int64], ...]
    splits: frozenset[tuple[int, int]]


def by_total(
    solver: Solver, first_two: Mapping[tuple[int, bool], int], later: Mapping[tuple[int, bool], int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Decisions that look at totals, soft or hard, as decisions on hands: unsplit, and after a split."""
    keys = list(zip(solver.totals.tolist(), solver.softs.tolist(), strict=True))
    two = solver.matrix.sum(axis=1) == 2
    further = np.array([later.get(key, STAND) for key in keys], np.int64)
    opening = np.array([first_two.get(key, STAND) for key in keys], np.int64)
    barred = (opening == DOUBLE) & ~solver.may_double
    keeps_double = (opening == DOUBLE) & solver.may_double_split
    keeps_surrender = (opening == SURRENDER) & solver.terms.gives_up_split
    return (
        np.where(two & ~barred, opening, further),
        np.where(two & (keeps_double | keeps_surrender), opening, further),
    )


class Followed:
    """What a plan is worth, hand by hand and on the whole."""

    def __init__(self, solver: Solver, plan: Plan) -> None:
        self.solver, self.plan = solver, plan
        self._values: dict[int, NDArray[np.float64]] = {}

    @cached_property
    def expected(self) -> float:
        """What a unit staked brings on average."""
        return self.solver.over_deals(self.deal)

    @cached_property
    def surrenders(self) -> bool:
        """Whether the plan ever gives a hand up."""
        return any(bool((actions == SURRENDER).any()) for actions in (*self.plan.actions, *self.plan.after))

    @cached_property
    def splits_tens(self) -> bool:
        """Whether the plan ever splits a pair of tens."""
        return self.solver.terms.splits > 0 and any(rank == TEN for rank, _ in self.plan.splits)

    def values(self, first: int) -> NDArray[np.float64]:
        """Every hand, not split."""
        if first not in self._values:
            solver, against = self.solver, self.solver.against(first)
            value = np.empty(len(solver.hands))
            _followed(
                solver.shoe,
                solver.matrix,
                solver.following,
                np.arange(len(solver.hands)),
                np.zeros(RANKS, np.int64),
                first,
                against.stand,
                against.doubled,
                against.doubled_ace,
                self.plan.actions[first],
                solver.prizes,
                float(solver.terms.gives_up[first]),
                value,
            )
            self._values[first] = value
        return self._values[first]

    def split(self, rank: int, first: int) -> float:
        """A pair that is split."""
        return self.solver.against(first).pair(rank, self.plan.after[first])

    def split_chance(self, hand: Counts, first: int) -> float:
        """How likely a hand of two cards is split: tens, where they must have one symbol, only sometimes."""
        if sum(hand) != 2 or max(hand) != 2 or (hand.index(2), first) not in self.plan.splits:
            return 0.0
        by_symbol = self.solver.terms.same_symbol and hand[TEN] == 2
        return self.solver.against(first).same_symbol() if by_symbol else 1.0

    def deal(self, against: _Against, hand: Counts) -> float:
        """A hand of two cards."""
        if hand == hand_of((1, 10)):
            return against.natural()
        value = float(self.values(against.first)[self.solver.index[hand]])
        chance = self.split_chance(hand, against.first)
        return chance * self.split(hand.index(2), against.first) + (1 - chance) * value if chance else value


class Strategy:
    """The best decisions for somebody who looks at the total, whether it is soft, and pairs; and what they are worth.

    ``hard``, ``soft`` and ``pairs`` give for each total, or rank of the pair, the decision against each card of the
    bank. ``double`` and ``surrender`` in them are for the first two cards; ``otherwise`` is then hit or stand.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.hard: dict[int, list[str]] = {}
        self.soft: dict[int, list[str]] = {}
        self.pairs: dict[int, list[str]] = {}
        self.otherwise: dict[tuple[int, bool], list[str]] = {}
        chosen = [self._against(first) for first in range(RANKS)]
        whole = Plan(tuple(unsplit for unsplit, _ in chosen), tuple(after for _, after in chosen), frozenset())
        self.followed = Followed(solver, replace(whole, splits=self._splits(whole)))

    @property
    def plan(self) -> Plan:
        """The decisions hand by hand."""
        return self.followed.plan

    @property
    def expected(self) -> float:
        """What a unit staked brings on average to somebody who follows this strategy."""
        return self.followed.expected

    def _against(self, first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        solver, against = self._solver, self._solver.against(first)
        weighed: dict[tuple[int, bool], list[tuple[float, Worth]]] = {}
        for hand, ways in deals(solver.shoe, first):
            total, soft = points(hand)
            if total < LIMIT:
                weighed.setdefault((total, soft), []).append((ways, against.worth(hand, splits=False)))
        first_two: dict[tuple[int, bool], int] = {}
        later: dict[tuple[int, bool], int] = {}
        for key, worths in sorted(weighed.items()):
            means = {name: _mean(worths, name) for name in ("stand", "hit", "double", "surrender")}
            later[key] = max((HIT, STAND), key=lambda act: means[ACTIONS[act]])
            chosen = max(means, key=lambda name: means[name])
            first_two[key] = ACTIONS.index(chosen)
            (self.soft if key[1] else self.hard).setdefault(key[0], []).append(chosen)
            self.otherwise.setdefault(key, []).append(ACTIONS[later[key]])
        return by_total(solver, first_two, later)

    def _splits(self, whole: Plan) -> frozenset[tuple[int, int]]:
        """The pairs that are worth more split."""
        found = set()
        followed = Followed(self._solver, whole)
        for first in range(RANKS):
            for rank in range(RANKS):
                hand = hand_of((rank + 1, rank + 1))
                if hand not in self._solver.index:
                    continue
                row = self._solver.index[hand]
                better = self._solver.terms.splits > 0 and followed.split(rank, first) > followed.values(first)[row]
                if better:
                    found.add((rank, first))
                action = ACTIONS[int(whole.actions[first][row])]
                self.pairs.setdefault(rank, []).append("split" if better else action)
        return frozenset(found)


def _mean(worths: list[tuple[float, Worth]], name: str) -> float:
    """The mean worth of a decision over the compositions of a total that allow it."""
    found = [(ways, value) for ways, worth in worths if (value := getattr(worth, name)) is not None]
    return sum(ways * value for ways, value in found) / sum(ways for ways, _ in found) if found else _NEVER
