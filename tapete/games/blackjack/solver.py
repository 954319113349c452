"""The exact analysis of Black Jack: what every hand is worth against every first card of the bank, card by card.

Cards count by value, in ten classes from the ace to the tens. The bank takes no second card before the players are
done, so an unseen card is any card that no hand shows, and every expectation is taken over the whole unseen shoe. What
other hands of the same pair draw unseen does not change that: the fraction of a rank among unseen cards is a
martingale, and hands end at stopping times. Only what is *known* of them, that their second card was no further pair
card, has to be taken into account (``splits``).

Decisions depend on the hand's own cards and the bank's first card; after a split they are those of the same hand
unsplit. Everything is worked out in double precision, without sampling.

``terms`` is what the game's file says, ``layout`` every hand, ``bank`` how the bank ends, ``compiled`` the loops,
``splits`` pairs, ``plans`` whole ways of playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.games.blackjack.bank import bank_draws, distributions
from tapete.games.blackjack.compiled import Cards, Ended, values
from tapete.games.blackjack.counts import ACTIONS, RANKS, STAND, SURRENDER, TEN, deals, hand_of
from tapete.games.blackjack.hands import LIMIT
from tapete.games.blackjack.layout import layout
from tapete.games.blackjack.plans import Plan, Strategy
from tapete.games.blackjack.splits import SYMBOLS_OF_TEN, SplitPair
from tapete.games.blackjack.terms import MOST_SPLITS, NEVER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.terms import Terms


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
    return None if value <= NEVER / 2 else value


class Solver:
    """The analysis of one game with one shoe."""

    def __init__(self, terms: Terms, shoe: Counts) -> None:
        self.terms = terms
        self.shoe: NDArray[np.int64] = np.array(shoe, np.int64)
        found = layout(shoe)
        self.hands, self.index, self.softs = found.hands, found.index, found.softs
        low, by_ace = (found.low, found.by_ace) if terms.double_low else (found.totals, found.totals)
        prizes = self._prized(found.matrix)
        self.cards = Cards(self.shoe, found.matrix, found.following, found.totals, low, by_ace, prizes)
        self.may_double = self._doubles(after_split=False)
        self.may_double_split = self._doubles(after_split=True)
        self._against: dict[int, Against] = {}

    def _prized(self, hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the bonus of a third card brings, hand by hand and by its value."""
        found = np.zeros(hands.shape)
        if self.terms.prizes is not None:
            for row in np.flatnonzero(hands.sum(axis=1) == 2):
                first, second = np.repeat(np.arange(RANKS), hands[row])
                found[row] = self.terms.prizes[first, second]
        return found

    def _doubles(self, after_split: bool) -> NDArray[np.bool_]:
        """The hands that may be doubled: some of two cards."""
        found = np.zeros(len(self.hands), np.bool_)
        for row in np.flatnonzero(self.cards.hands.sum(axis=1) == 2):
            found[row] = self.terms.may_double(self.hands[row], after_split)
        return found

    def on_split_aces(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Decisions on hands as they are after aces were split, which get so many cards and no more."""
        most = self.terms.ace_cards
        return actions if most is None else np.where(self.cards.hands.sum(axis=1) > most, STAND, actions)

    def against(self, first: int) -> Against:
        """Everything against one first card of the bank, by rank."""
        if first not in self._against:
            self._against[first] = Against(self, first)
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


class Against:
    """Every hand against one first card of the bank."""

    def __init__(self, solver: Solver, first: int) -> None:
        self.solver, self.first = solver, first
        terms = solver.terms
        self.bank = bank_draws(first, terms.stands, terms.soft_draws)
        self.classes = LIMIT - terms.stands + 3
        self.ends = self.distributions(solver.cards.hands)
        self.stopped = self.ended(self.ends)
        self.stand = self.stopped.stand
        self.hit, self.double = np.empty(len(solver.hands)), np.empty(len(solver.hands))
        gives_up = float(terms.gives_up[first]) if terms.gives_up_later else NEVER
        values(solver.cards, first, self.stopped, solver.may_double, gives_up, self.hit, self.double)
        self._pairs: dict[tuple[int, bytes], float] = {}

    def distributions(self, removed: NDArray[np.int64]) -> NDArray[np.float64]:
        """How the bank ends when these cards, row by row, are away from the shoe."""
        found = np.zeros((removed.shape[0], self.classes))
        distributions(self.solver.shoe, removed, self.first, self.bank, found)
        return found

    def ended(self, ends: NDArray[np.float64], rows: Any = slice(None)) -> Ended:
        """What hands that take no more cards are worth, given how the bank ends beside them."""
        cards, terms = self.solver.cards, self.solver.terms
        paid = (
            (cards.totals, terms.pays),
            (cards.doubled_totals, terms.doubled),
            (cards.doubled_ace_totals, terms.doubled),
        )
        return Ended(*((ends * pays[totals[rows]]).sum(axis=1) for totals, pays in paid))

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
            self._pairs[key] = SplitPair(self, rank, actions).value()
        return self._pairs[key]

    def split_again(self, rank: int, more: int, splits: int | None) -> float:
        """What splitting is worth when ``more`` cards left make a further pair and so many splits are still allowed."""
        allowed = MOST_SPLITS if splits is None else min(splits, MOST_SPLITS)
        return SplitPair(self, rank, self.after_split(), allowed).worth(more)

    def unsplit(self) -> NDArray[np.int64]:
        """The best decision on every hand, splitting aside."""
        return self._best(self.solver.may_double, float(self.solver.terms.gives_up[self.first]))

    def after_split(self) -> NDArray[np.int64]:
        """The decisions on hands after a split: those of the same hand unsplit."""
        return self._after_split

    @cached_property
    def _after_split(self) -> NDArray[np.int64]:
        terms = self.solver.terms
        gives_up = float(terms.gives_up[self.first]) if terms.gives_up_split else NEVER
        return self._best(self.solver.may_double_split, gives_up)

    def _best(self, may_double: NDArray[np.bool_], gives_up: float) -> NDArray[np.int64]:
        double = np.where(may_double, self.double, NEVER)
        two = self.solver.cards.hands.sum(axis=1) == 2
        surrender = np.where(two | self.solver.terms.gives_up_later, gives_up, NEVER)
        chosen: NDArray[np.int64] = np.argmax(np.stack([self.stand, self.hit, double]), axis=0)
        best = np.maximum(np.maximum(self.stand, self.hit), double)
        return np.where(surrender > best, SURRENDER, chosen).astype(np.int64)
