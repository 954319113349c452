"""Cards as the mathematics counts them: ten values, from the ace to the tens, and the decisions by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.blackjack.hands import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

ACE, TEN, RANKS = 0, 9, 10
VALUES = tuple(range(1, 11))
PER_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS = ("stand", "hit", "double", "split", "surrender")

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
