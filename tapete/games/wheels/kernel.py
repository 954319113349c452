"""Fast simulation of a wheel game: the draws are counted cell by cell, and chips follow exactly from the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
import numpy as np

from tapete.games.wheels.odds import BEST, odds
from tapete.table.distribution import Ending
from tapete.table.philox import CHUNK, LANES, fill, first_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.wheels.odds import Course, WheelOdds
    from tapete.games.wheels.round import WheelRound
    from tapete.games.wheels.rules import Outcome


@numba.njit(nogil=True, cache=True)
def count_cells(counts: NDArray[np.int64], seed: np.uint64, block: np.uint64, rounds: int) -> None:
    """Count the first ``rounds`` draws of a block by cell."""
    cells = np.uint64(counts.shape[0])
    buffer = np.empty((LANES, CHUNK), np.uint32)
    lanes = np.zeros((LANES, counts.shape[0] + 1), np.int64)
    first = 0
    done = 0
    while rounds - done >= LANES * CHUNK:
        fill(buffer, first, seed, block, cells)
        before = lanes[0, cells] + lanes[1, cells] + lanes[2, cells] + lanes[3, cells]
        for j in range(CHUNK):
            lanes[0, buffer[0, j]] += 1
            lanes[1, buffer[1, j]] += 1
            lanes[2, buffer[2, j]] += 1
            lanes[3, buffer[3, j]] += 1
        thrown = lanes[0, cells] + lanes[1, cells] + lanes[2, cells] + lanes[3, cells] - before
        done += LANES * CHUNK - thrown
        first += CHUNK
    while done < rounds:
        fill(buffer, first, seed, block, cells)
        for draw in range(LANES * CHUNK):
            cell = buffer[draw % LANES, draw // LANES]
            if cell < cells and done < rounds:
                lanes[0, cell] += 1
                done += 1
        first += CHUNK
    for cell in range(counts.shape[0]):
        counts[cell] += lanes[0, cell] + lanes[1, cell] + lanes[2, cell] + lanes[3, cell]


class Kernel:
    """The simulation of given stakes. ``count`` may run in any thread; the rest is exact arithmetic on its counts.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet
    >>> boule = table("pv-1996/boule")
    >>> _ = boule.play([Bet("ana", "rojo", (), 10)])
    >>> simulation = kernel(boule)
    >>> sum(number for number, _ in simulation.endings(simulation.count(seed=7, block=0, rounds=100)))
    100
    """

    def __init__(self, course: Course, cells: tuple[Outcome, ...]) -> None:
        self.course = course
        self.cells = cells

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts."""
        return (len(self.cells),)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first rounds of a block."""
        counts = np.zeros(self.shape(), np.int64)
        count_cells(counts, np.uint64(seed), np.uint64(block), rounds)
        return counts

    def draws(self, seed: int, block: int, number: int) -> list[Outcome]:
        """The first outcomes of a block, in order: what a simulation of it meets."""
        found = np.empty(number, np.uint32)
        first_cells(found, np.uint64(seed), np.uint64(block), np.uint64(len(self.cells)))
        return [self.cells[cell] for cell in found]

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each way of ending was met."""
        returns = self.course.stages[0].returns
        return [
            (int(number), Ending(1, self.course.staked, returns[outcome]))
            for number, outcome in zip(counts, self.cells, strict=True)
            if number
        ]


def cells(odds: WheelOdds) -> tuple[Outcome, ...]:
    """The wheel's cells, each by its outcome."""
    return tuple(outcome for outcome, weight in odds.weights.items() for _ in range(weight))


def kernel(round: WheelRound, policy: str = BEST) -> Kernel:
    """The simulation of the stakes that lie on a table."""
    known = odds(round)
    return Kernel(known.course(policy), cells(known))
