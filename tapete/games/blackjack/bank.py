"""How the bank ends: every way in which its hand can grow from one first card, weighed with the cards that are left."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from tapete.games.blackjack.counts import ACE, RANKS, TEN, Counts, points
from tapete.games.blackjack.hands import LIMIT


class BankDraws(NamedTuple):
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
def distributions(
    shoe: NDArray[np.int64],
    removed: NDArray[np.int64],
    first: int,
    draws: BankDraws,
    found: NDArray[np.float64],
) -> None:
    """How likely the bank ends in each class when it draws from the shoe without the cards that are removed."""
    parents, ranks, numbers, orders, sizes, classes = draws
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
