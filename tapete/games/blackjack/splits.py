"""What a split pair is worth: hands that begin alike, split again as long as they may be, and share what is left.

What other hands of the same pair draw unseen changes nothing, as ``solver`` says; only what is *known* of them, that
their second card was no further pair card, has to be taken into account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.games.blackjack.compiled import Ended, followed, reached
from tapete.games.blackjack.counts import ACE, RANKS, TEN, hand_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.blackjack.solver import Against

SYMBOLS_OF_TEN = 4


class SplitPair:
    """The worth of splitting a pair against one first card.

    With the pair and the bank's card away, ``cards`` are unseen, ``more`` of them further pair cards. ``any(j, k)`` is
    what a hand that begins with one pair card is worth when ``j`` more of them have gone to other hands and ``k`` other
    hands are known to have a second card that is none; ``other(j, k)`` the same when its own is none either.
    """

    def __init__(self, against: Against, rank: int, actions: NDArray[np.int64], splits: int | None = None) -> None:
        self.against, self.rank = against, rank
        self.terms = against.solver.terms
        self.splits = self.terms.splits if splits is None else splits
        self.cards = int(against.solver.shoe.sum()) - 3
        self.more = 0
        self.actions = against.solver.on_split_aces(actions) if rank == ACE else actions
        begun = against.solver.index[hand_of((rank + 1,))]
        self._rows = reached(begun, against.solver.cards.following, self.actions)
        self._values: dict[int, NDArray[np.float64]] = {}
        self._known: dict[tuple[int, ...], float] = {}

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
        seconds = solver.cards.following[solver.index[hand_of((rank + 1,))]]
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
        ends = against.distributions(solver.cards.hands[rows] + away)
        ended = Ended(*(np.zeros(len(solver.hands)) for _ in Ended._fields))
        for worths, found in zip(ended, against.ended(ends, rows), strict=True):
            worths[rows] = found
        value = np.zeros(len(solver.hands))
        gives_up = float(self.terms.gives_up[against.first])
        followed(solver.cards, against.first, ended, self.actions, gives_up, rows, away, value)
        self._values[gone] = value
        return value


def _without(chance: float, mean: float, otherwise: Any) -> float:
    """The mean given that something did not happen, from the mean of all and the mean given that it did."""
    return mean if chance <= 0 or chance >= 1 else (mean - chance * otherwise()) / (1 - chance)
