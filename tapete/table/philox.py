"""The random numbers of every simulation: Philox4x32-10, and equally likely cells drawn from it.

The generator's key is the seed and the upper half of its counter is the block, so any block can be drawn anywhere,
alone, and always brings the same. A word becomes a cell by Lemire's multiplication; the few words that would favour
some cells are thrown away, so every cell is exactly as likely as any other.

Numba is heavy: only kernels import this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANES = 4
CHUNK = 1024
_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)


@numba.njit(inline="always", nogil=True)
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Four random words of 32 bits, each held in 64 bits so that the compiler can work on several counters at once."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _HALF) ^ c1 ^ k0
        c2 = (p0 >> _HALF) ^ c3 ^ k1
        c1 = p1 & _MASK
        c3 = p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@numba.njit(nogil=True, cache=True)
def words(seed: np.uint64, block: np.uint64, first: np.uint64, number: int) -> NDArray[np.uint32]:
    """Words of a block as the generator gives them, four for each counter from ``first`` on.

    >>> [hex(word) for word in words(np.uint64(0), np.uint64(0), np.uint64(0), 1)[0]]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    found = np.empty((number, LANES), np.uint32)
    for j in range(number):
        counter = first + np.uint64(j)
        four = philox(counter & _MASK, counter >> _HALF, block & _MASK, block >> _HALF, seed & _MASK, seed >> _HALF)
        for lane in range(LANES):
            found[j, lane] = np.uint32(four[lane])
    return found


@numba.njit(inline="always", nogil=True)
def _cell(word: Any, cells: Any, threshold: Any) -> Any:
    product = word * cells
    return np.uint32(product >> _HALF) if (product & _MASK) >= threshold else np.uint32(cells)


@numba.njit(nogil=True, cache=True)
def fill(buffer: NDArray[np.uint32], first: int, seed: np.uint64, block: np.uint64, cells: np.uint64) -> None:
    """Draw one chunk: ``buffer[lane, j]`` is word ``lane`` of counter ``first + j`` as a cell; ``cells`` = no cell.

    The order of the draws is that of the counters, and within a counter that of its words.
    """
    threshold = np.uint64(0x100000000) % cells
    k0, k1 = seed & _MASK, seed >> _HALF
    b0, b1 = block & _MASK, block >> _HALF
    for j in range(buffer.shape[1]):
        counter = np.uint64(first + j)
        x0, x1, x2, x3 = philox(counter & _MASK, counter >> _HALF, b0, b1, k0, k1)
        buffer[0, j] = _cell(x0, cells, threshold)
        buffer[1, j] = _cell(x1, cells, threshold)
        buffer[2, j] = _cell(x2, cells, threshold)
        buffer[3, j] = _cell(x3, cells, threshold)


@numba.njit(nogil=True, cache=True)
def first_cells(found: NDArray[np.uint32], seed: np.uint64, block: np.uint64, cells: np.uint64) -> None:
    """The first draws of a block, in the order in which a simulation meets them.

    >>> found = np.empty(5, np.uint32)
    >>> first_cells(found, np.uint64(7), np.uint64(0), np.uint64(37))
    >>> bool(found.max() < 37)
    True
    """
    buffer = np.empty((LANES, CHUNK), np.uint32)
    first = 0
    done = 0
    while done < found.shape[0]:
        fill(buffer, first, seed, block, cells)
        for draw in range(LANES * CHUNK):
            cell = buffer[draw % LANES, draw // LANES]
            if cell < cells and done < found.shape[0]:
                found[done] = cell
                done += 1
        first += CHUNK
