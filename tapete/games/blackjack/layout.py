"""Every hand that a shoe can give without passing 21, and what each further card makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.blackjack.counts import RANKS, VALUES, points
from tapete.games.blackjack.hands import LIMIT, score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts


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


def layout(shoe: Counts) -> Layout:
    """The hands of a shoe. Most shoes have enough cards of every value, and share theirs."""
    return _layout(tuple(min(n, LIMIT // value) for n, value in zip(shoe, VALUES, strict=True)))


@lru_cache(maxsize=16)
def _layout(most: Counts) -> Layout:
    """The hands with at most so many cards of each value."""
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
