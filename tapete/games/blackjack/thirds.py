"""What the third card of a hand does to bonuses and side bets, card by card, told by values.

The mathematics of a hand counts cards by value. Given the values of all cards that have been seen, which cards they are
is any choice of them alike, so what combinations three cards make depends on their own values only.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.blackjack.hands import LIMIT, points_of
from tapete.games.blackjack.rules import best
from tapete.table.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tapete.games.blackjack.rules import BlackjackGame, Combination
    from tapete.table.cards import Card

VALUES = 10
Shares = dict[str, "NDArray[np.float64]"]


def copies(cards: Sequence[Card], decks: int) -> int:
    """In how many ways these very cards come one after another.

    >>> from tapete.table.cards import cards
    >>> copies(cards(("7h", "7h", "7s")), 4)
    48
    """
    number = 1
    for place, one in enumerate(cards):
        number *= decks - sum(other is one for other in cards[:place])
    return number


def shares(wins: Mapping[str, Combination], decks: int, passing: bool = True) -> Shares:
    """For each combination, how likely it is the best of three cards with given values: first two, then the third.

    ``passing``: whether cards that pass 21 make one.
    """
    return _shares(tuple(wins.items()), decks, passing)


@lru_cache(maxsize=16)
def _shares(wins: tuple[tuple[str, Combination], ...], decks: int, passing: bool) -> Shares:
    named = {id(win): name for name, win in wins}
    found = {name: np.zeros((VALUES, VALUES, VALUES)) for name in named.values()}
    whole = np.zeros((VALUES, VALUES, VALUES))
    combinations = [win for _, win in wins]
    in_order = any(win.cards == 1 for win in combinations)
    for pair in product(CARDS, repeat=2) if in_order else combinations_with_replacement(CARDS, 2):
        a, b = sorted(points_of(one) - 1 for one in pair)
        for third in CARDS:
            place = a, b, points_of(third) - 1
            ways = copies((*pair, third), decks) * (1 if in_order or pair[0] is pair[1] else 2)
            whole[place] += ways
            if passing or sum(place) + 3 <= LIMIT:
                win = best(combinations, (*pair, third))
                if win is not None:
                    found[named[id(win)]][place] += ways
    return {name: _both_ways(ways / np.maximum(whole, 1)) for name, ways in found.items()}


def _both_ways(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """The pair was taken with its lower card first, whatever order it came in."""
    return np.maximum(share, share.transpose(1, 0, 2))


def bonus_shares(game: BlackjackGame, decks: int) -> Shares:
    """The bonuses that the first three cards of a hand can bring; none where the document looks at other cards."""
    if game.bonus is None or game.bonus.looks_at != "first":
        return {}
    return shares(game.bonus.wins, decks, passing=False)
