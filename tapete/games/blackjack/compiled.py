"""The compiled part of the analysis: what drawing and doubling are worth, hand by hand, from the cards that are left.

Hands are numbered, those with most points first, so that what a card makes of a hand has been worked out before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from tapete.games.blackjack.counts import ACE, DOUBLE, HIT, STAND, SURRENDER


class Cards(NamedTuple):
    """A shoe and its hands: their cards, the hands that further cards make of them (-1: it passes 21), their totals.

    ``doubled_totals`` are those of a doubled hand, ``doubled_ace_totals`` where its last card was an ace. ``prizes`` is
    what a bonus brings with each further card.
    """

    shoe: NDArray[np.int64]
    hands: NDArray[np.int64]
    following: NDArray[np.int64]
    totals: NDArray[np.int64]
    doubled_totals: NDArray[np.int64]
    doubled_ace_totals: NDArray[np.int64]
    prizes: NDArray[np.float64]


class Ended(NamedTuple):
    """What each hand is worth that takes no more cards: standing, doubled, and doubled with an ace that came last."""

    stand: NDArray[np.float64]
    doubled: NDArray[np.float64]
    doubled_ace: NDArray[np.float64]


@numba.njit(cache=True, nogil=True)
def next_card(cards: Cards, hand: int, first: int, away: NDArray[np.int64], chances: NDArray[np.float64]) -> None:
    """How likely each card comes next to a hand, when the bank's first one and others are away from the shoe."""
    left = -1
    for rank in range(10):
        left += cards.shoe[rank] - cards.hands[hand, rank] - away[rank]
    for rank in range(10):
        number = cards.shoe[rank] - cards.hands[hand, rank] - away[rank] - (1 if rank == first else 0)
        chances[rank] = number / left if number > 0 else 0.0


@numba.njit(cache=True, nogil=True)
def _drawing(cards: Cards, hand: int, chances: NDArray[np.float64], value: NDArray[np.float64]) -> float:
    """What the next card brings to a hand that is then worth so much."""
    worth = 0.0
    for rank in range(10):
        after = cards.following[hand, rank]
        if chances[rank] > 0:
            worth += chances[rank] * (-1.0 if after < 0 else value[after])
    return worth


@numba.njit(cache=True, nogil=True)
def _doubling(cards: Cards, hand: int, chances: NDArray[np.float64], ended: Ended) -> float:
    """What the only further card brings to a doubled hand, for its two stakes."""
    worth = 0.0
    for rank in range(10):
        after = cards.following[hand, rank]
        if chances[rank] > 0:
            value = ended.doubled_ace if rank == ACE else ended.doubled
            worth += chances[rank] * (-1.0 if after < 0 else value[after])
    return 2.0 * worth


@numba.njit(cache=True, nogil=True)
def _prize(cards: Cards, hand: int, chances: NDArray[np.float64]) -> float:
    """What a bonus on the next card brings on average."""
    prize = 0.0
    for rank in range(10):
        prize += chances[rank] * cards.prizes[hand, rank]
    return prize


@numba.njit(cache=True, nogil=True)
def values(
    cards: Cards,
    first: int,
    ended: Ended,
    may_double: NDArray[np.bool_],
    gives_up: float,
    hit: NDArray[np.float64],
    double: NDArray[np.float64],
) -> None:
    """What drawing and doubling are worth to somebody who goes on in the best way, for every hand."""
    best = np.empty(hit.shape[0])
    chances = np.empty(10)
    away = np.zeros(10, np.int64)
    for hand in range(hit.shape[0]):
        next_card(cards, hand, first, away, chances)
        prize = _prize(cards, hand, chances)
        hit[hand] = _drawing(cards, hand, chances, best) + prize if cards.totals[hand] < 21 else -1e9
        double[hand] = _doubling(cards, hand, chances, ended) + prize if may_double[hand] else -1e9
        best[hand] = max(ended.stand[hand], hit[hand], gives_up)


@numba.njit(cache=True, nogil=True)
def followed(
    cards: Cards,
    first: int,
    ended: Ended,
    actions: NDArray[np.int64],
    gives_up: float,
    rows: NDArray[np.int64],
    away: NDArray[np.int64],
    value: NDArray[np.float64],
) -> None:
    """What hands are worth to somebody who follows given decisions, with further cards away from the shoe."""
    chances = np.empty(10)
    for hand in rows:
        if actions[hand] == STAND:
            value[hand] = ended.stand[hand]
        elif actions[hand] == SURRENDER:
            value[hand] = gives_up
        else:
            next_card(cards, hand, first, away, chances)
            prize = _prize(cards, hand, chances)
            if actions[hand] == DOUBLE:
                value[hand] = _doubling(cards, hand, chances, ended) + prize
            else:
                value[hand] = _drawing(cards, hand, chances, value) + prize


@numba.njit(cache=True, nogil=True)
def reached(start: int, following: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.int64]:
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
