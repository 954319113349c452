"""Fast simulation of roulette: as a wheel game, and where zero holds stakes, spin after spin until they are decided."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numba
import numpy as np

from tapete.games.roulette.odds import odds
from tapete.games.wheels.kernel import Kernel, cells
from tapete.games.wheels.odds import BEST
from tapete.table.distribution import Ending
from tapete.table.philox import CHUNK, LANES, fill

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.roulette.round import RouletteRound
    from tapete.games.wheels.odds import Course
    from tapete.games.wheels.rules import Outcome

_NEVER = 128


@numba.njit(nogil=True, cache=True)
def count_held(
    firsts: NDArray[np.int64],
    held: NDArray[np.int64],
    zeros: NDArray[np.int64],
    endless: bool,
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
) -> None:
    """Count the first ``rounds`` rounds of a block.

    ``zeros`` gives each cell's number among the zeros, or -1. ``firsts`` counts the rounds that the first spin ended,
    by its cell; ``held[zero, spin, cell]`` the others, by the zero that held them, the spin that ended them and its
    cell.
    """
    cells = np.uint64(firsts.shape[0])
    buffer = np.empty((LANES, CHUNK), np.uint32)
    lanes = np.zeros((LANES, firsts.shape[0]), np.int64)
    last = held.shape[1] - 1
    zero = -1
    spin = 0
    first = 0
    done = 0
    while done < rounds:
        fill(buffer, first, seed, block, cells)
        for j in range(CHUNK):
            for lane in range(LANES):
                cell = buffer[lane, j]
                if cell == cells or done == rounds:
                    continue
                again = zeros[cell]
                if zero < 0:
                    if again < 0:
                        lanes[lane, cell] += 1
                        done += 1
                    else:
                        zero, spin = again, 0
                elif again < 0 or (spin == last and not endless):
                    held[zero, spin, cell] += 1
                    done += 1
                    zero = -1
                elif spin < last:
                    spin += 1
        first += CHUNK
    for cell in range(firsts.shape[0]):
        firsts[cell] += lanes[0, cell] + lanes[1, cell] + lanes[2, cell] + lanes[3, cell]


class HeldKernel(Kernel):
    """The simulation of stakes that zero holds."""

    def __init__(self, course: Course, cells: tuple[Outcome, ...]) -> None:
        super().__init__(course, cells)
        on = course.stages[0].on
        self.zeros = tuple(outcome for outcome in course.chances if outcome in on)
        self.zero_of_cell = np.array([self.zeros.index(o) if o in on else -1 for o in cells], np.int64)
        self.spins = len(course.stages) - 1
        if course.onward is not None:
            # Longer runs of zeros than this come once in 2**128 rounds; no simulation will meet one.
            chance = sum((course.chances[zero] for zero in self.zeros), Fraction(0))
            self.spins = max(self.spins, math.ceil(-_NEVER / math.log2(chance)))

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: rounds that the first spin ended, then those that each zero held, spin by spin."""
        return 1 + len(self.zeros) * self.spins, len(self.cells)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first rounds of a block."""
        counts = np.zeros(self.shape(), np.int64)
        held = counts[1:].reshape(len(self.zeros), self.spins, len(self.cells))
        endless = self.course.onward is not None
        count_held(counts[0], held, self.zero_of_cell, endless, np.uint64(seed), np.uint64(block), rounds)
        return counts

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each way of ending was met."""
        found = super().endings(counts[0])
        for row in range(1, len(counts)):
            if counts[row].any():
                found += self._endings_of(row, counts[row])
        return found

    def _endings_of(self, row: int, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """The endings of the rounds that one zero held for so many spins."""
        zero, spin = divmod(row - 1, self.spins)
        first = self.zeros[zero]
        before = sum((self.course.stage(number).returns[first] for number in range(spin + 1)), Fraction(0))
        returns = self.course.stage(spin + 1).returns
        return [
            (int(counts[cell]), Ending(spin + 2, self.course.staked, before + returns[self.cells[cell]]))
            for cell in np.flatnonzero(counts)
        ]


def kernel(round: RouletteRound, policy: str = BEST) -> Kernel:
    """The simulation of the stakes that lie on a table."""
    known = odds(round)
    course = known.course(policy)
    return (HeldKernel if course.stages[0].on else Kernel)(course, cells(known))
