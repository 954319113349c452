"""Fast simulation of War: play after play through shuffled shoes, down to the cut card and with everything burned.

A card that is burned unseen leaves the shoe shorter and might have been any; so the next card is drawn from all that
nobody has seen, and only how many are left tells when the shoe ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from tapete.games.war.odds import BEST, SURRENDER, WAR, odds
from tapete.table.cards import CARDS, DECK
from tapete.table.philox import LANES, philox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tapete.games.war.odds import WarOdds
    from tapete.games.war.round import WarRound
    from tapete.table.cards import Card
    from tapete.table.distribution import Ending

_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@numba.njit(inline="always", nogil=True)
def _drawn(state: Any, words: Any, seed: Any, block: Any, cells: Any) -> Any:
    """One of so many cells, equally likely: Lemire's multiplication of the words of the block, in their order."""
    while True:
        lane = state[1]
        if lane == LANES:
            counter = state[0]
            four = philox(counter & _MASK, counter >> _HALF, block & _MASK, block >> _HALF, seed & _MASK, seed >> _HALF)
            words[0], words[1], words[2], words[3] = four
            state[0] = counter + np.uint64(1)
            lane = np.uint64(0)
        state[1] = lane + np.uint64(1)
        product = words[lane] * cells
        rest = product & _MASK
        # The words that would favour some cells leave less than this; to divide is slow and seldom needed to know.
        if rest >= cells or rest >= np.uint64(0x100000000) % cells:
            return product >> _HALF


@numba.njit(nogil=True, cache=True)
def play(
    counts: NDArray[np.int64],
    seen: NDArray[np.int8],
    values: NDArray[np.int64],
    goes_to_war: NDArray[np.bool_],
    shoe: NDArray[np.int64],
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
) -> None:
    """Count the first ``rounds`` plays of a block by how they end.

    ``values`` is what each card counts and ``goes_to_war`` the answer to a tie of it. ``shoe`` holds the decks, the
    cards burned before play and before each card of a war, those behind the cut card, and whether a machine serves as
    the shoe. Where ``seen`` has a row for a play its cards go there too, and in the last column whether the cut card
    came.
    """
    decks, first_burn, war_burn, cut, machine = shoe[0], shoe[1], shoe[2], shoe[3], shoe[4]
    size = decks * DECK
    pool = np.empty(size, np.int8)
    cards = np.empty(4, np.int8)
    state = np.array([0, LANES], np.uint64)
    words = np.empty(LANES, np.uint64)
    unseen = np.int64(0)
    left = np.int64(0)
    for number in range(rounds):
        if left == 0:
            for place in range(size):
                pool[place] = place % DECK
            unseen, left = size, size - first_burn
        wanted = 2
        ended = False
        dealt = 0
        while dealt < wanted:
            if dealt >= 2:
                left -= war_burn
            place = _drawn(state, words, seed, block, np.uint64(unseen))
            cards[dealt] = pool[place]
            unseen -= 1
            pool[place] = pool[unseen]
            left -= 1
            dealt += 1
            ended = ended or left <= cut
            if dealt == 2 and values[cards[0]] == values[cards[1]] and goes_to_war[cards[0]]:
                wanted = 4
        ahead = values[cards[wanted - 2]] - values[cards[wanted - 1]]
        outcome = 0 if ahead < 0 else 1 if ahead > 0 else 2
        counts[outcome + (3 if wanted == 4 else 0)] += 1
        if machine or ended:
            left = np.int64(0)
        if number < seen.shape[0]:
            for place in range(wanted):
                seen[number, place] = cards[place]
            seen[number, 4] = 1 if ended else 0


class Kernel:
    """The simulation of one player's stakes. ``count`` may run in any thread; the rest is exact arithmetic.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet
    >>> war = table("cl-2023/war")
    >>> _ = war.play([Bet("ana", "war", (), 10)])
    >>> simulation = kernel(war)
    >>> sum(number for number, _ in simulation.endings(simulation.count(seed=7, block=0, rounds=100)))
    100
    """

    def __init__(self, known: WarOdds, policy: str, shoe: tuple[int, ...]) -> None:
        game, stakes = known.game, known.stakes()
        settled = game.verdict("main", 0, stakes.tie is not None)
        answers = {value: known.answer(value, stakes, policy) for value in known.unseen.ties}
        fights = [settled == "choose" and answers.get(game.value(card)) == WAR for card in CARDS]
        self.values = np.array([game.value(card) for card in CARDS], np.int64)
        self.goes_to_war = np.array(fights, np.bool_)
        self.shoe = np.array(shoe, np.int64)
        endings = known.endings(stakes)
        tied = SURRENDER if settled == "choose" else settled
        self._endings = tuple(endings[how] for how in ("lose", "win", tied, "war-lose", "war-win", "war-tie"))

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: lost, won or tied with the first cards, and the same with those of a war."""
        return (len(self._endings),)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first plays of a block."""
        return self._played(seed, block, rounds, 0)[0]

    def draws(self, seed: int, block: int, rounds: int) -> Iterator[tuple[tuple[Card, ...], bool]]:
        """The cards that are seen in the first plays of a block, and whether the cut card comes with each."""
        for row in self._played(seed, block, rounds, rounds)[1]:
            yield tuple(CARDS[card] for card in row[:4] if card >= 0), bool(row[4])

    def _played(self, seed: int, block: int, rounds: int, shown: int) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        counts = np.zeros(self.shape(), np.int64)
        seen = np.full((shown, 5), -1, np.int8)
        play(counts, seen, self.values, self.goes_to_war, self.shoe, np.uint64(seed), np.uint64(block), rounds)
        return counts, seen

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each way of ending was met."""
        return [(int(number), ending) for number, ending in zip(counts, self._endings, strict=True) if number]


def kernel(round: WarRound, policy: str = BEST) -> Kernel:
    """The simulation of the stakes that lie on a table."""
    rules, house = round.rules, round.house.shoe
    shoe = (house.decks, rules.shoe.burn, rules.war.burn, -1 if house.machine else house.cut, int(house.machine))
    return Kernel(odds(round), policy, shoe)
