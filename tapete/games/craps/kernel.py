"""Fast simulation of craps: the stakes on a table as one automaton that every throw moves by a single look-up.

Its states are the ways in which the stakes can lie, with the point where that matters; a round lasts until the last
stake is decided. What comes back is summed in whole parts of a chip, so the counts are exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numba
import numpy as np

from tapete.games.craps.chain import CELLS, next_point
from tapete.games.craps.odds import BEST, odds
from tapete.games.craps.rules import THROWS, TOTALS
from tapete.table.distribution import Ending
from tapete.table.philox import CHUNK, LANES, fill, first_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.craps.chain import Chain, Lie, Point
    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import Throw

_START, _END = 1, 0


@numba.njit(nogil=True, cache=True)
def count_rounds(
    counts: NDArray[np.int64],
    following: NDArray[np.int32],
    back: NDArray[np.int64],
    backs: NDArray[np.int64],
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
) -> None:
    """Count the first ``rounds`` rounds of a block by what they bring back, and their throws beside them.

    ``following[state, throw]`` and ``back[state, throw]`` are the automaton; ``backs`` is everything that a round can
    bring back, in ascending order.
    """
    cells = np.uint64(following.shape[1])
    buffer = np.empty((LANES, CHUNK), np.uint32)
    state = _START
    total = np.int64(0)
    throws = 0
    first = 0
    done = 0
    while done < rounds:
        fill(buffer, first, seed, block, cells)
        for j in range(CHUNK):
            for lane in range(LANES):
                cell = buffer[lane, j]
                if cell == cells or done == rounds:
                    continue
                total += back[state, cell]
                state = following[state, cell]
                throws += 1
                if state == _END:
                    ending = np.searchsorted(backs, total)
                    counts[0, ending] += 1
                    counts[1, ending] += throws
                    done += 1
                    state = _START
                    total = np.int64(0)
                    throws = 0
        first += CHUNK


class Kernel:
    """The simulation of given stakes. ``count`` may run in any thread; the rest is exact arithmetic on its counts.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet
    >>> craps = table("cl-2023/craps")
    >>> _ = craps.play([Bet("ana", "pass-line", (), 10)])
    >>> simulation = kernel(craps)
    >>> sum(number for number, _ in simulation.endings(simulation.count(seed=7, block=0, rounds=100)))
    100
    """

    def __init__(self, chain: Chain) -> None:
        self.staked = chain.staked()
        self.scale = chain.scale
        self.following, self.back = automaton(chain)
        brought = ((net + self.staked) * self.scale for net, _ in chain.net().chances)
        self.backs = np.array([int(amount) for amount in brought], np.int64)

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: rounds, and their throws, by what they bring back."""
        return 2, len(self.backs)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first rounds of a block."""
        counts = np.zeros(self.shape(), np.int64)
        count_rounds(counts, self.following, self.back, self.backs, np.uint64(seed), np.uint64(block), rounds)
        return counts

    def draws(self, seed: int, block: int, number: int) -> list[Throw]:
        """The first throws of a block, in order: what a simulation of it meets."""
        found = np.empty(number, np.uint32)
        first_cells(found, np.uint64(seed), np.uint64(block), np.uint64(CELLS))
        return [THROWS[cell] for cell in found]

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each amount came back, with the mean number of throws that it took."""
        return [
            (int(number), Ending(Fraction(int(throws), int(number)), self.staked, Fraction(int(back), self.scale)))
            for back, number, throws in zip(self.backs, *counts, strict=True)
            if number
        ]


def automaton(chain: Chain) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """For every state and throw the state that follows and what comes back; 0 is the end and 1 the beginning."""
    numbers: dict[tuple[Lie, Point], int] = {(chain.start, None): _START}
    following: list[list[int]] = [[_END] * CELLS]
    back: list[list[int]] = [[0] * CELLS]
    reached = list(numbers)
    for lie, point in reached:
        moves = [chain.throw(lie, index, point is not None) for index in range(CELLS)]
        following.append([])
        for total, (after, _, _) in zip(TOTALS, moves, strict=True):
            then = next_point(chain.game, point, total) if chain.watches(after) else None
            if any(after) and (after, then) not in numbers:
                numbers[after, then] = len(numbers) + 1
                reached.append((after, then))
            following[-1].append(numbers[after, then] if any(after) else _END)
        back.append([amount for _, amount, _ in moves])
    return np.array(following, np.int32), np.array(back, np.int64)


def kernel(round: CrapsRound, policy: str = BEST) -> Kernel:
    """The simulation of the stakes that lie on a table."""
    return Kernel(odds(round).chain(policy))
