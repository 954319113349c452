"""Simulation of whatever lies on a Black Jack table: several boxes, bonuses, broken ties, bets on a third card.

``kernel`` follows one box as fast as it can by counting how it ends. Here every card goes where the round puts it, and
every chip is added up when the round settles it: so a shoe that ends in the middle of a play, and whatever looks at
more than two cards of a hand, come out as they do at the table. Plans and the bank are the machines of ``kernel``.

Who has a natural is paid at par, where that is worth more, before the first third card; surrenders are said then too
where the document ends them with that card, and otherwise in their turn.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from tapete.games.blackjack import kernel as fast
from tapete.games.blackjack.counts import TEN
from tapete.games.blackjack.hands import LIMIT
from tapete.games.blackjack.kernel import (
    BANK_ENDS,
    BEYOND,
    CODES,
    ENDS,
    EVEN_MONEY,
    GAVE_UP,
    MOST_HANDS,
    PAID,
    PASSED,
    PASSED_DOUBLED,
    SPLITS,
    UNDRAWN,
    WAITS,
    WORDS,
    code_of,
    shuffle,
)
from tapete.games.blackjack.odds import BEST
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.sides import needs_third
from tapete.table.cards import CARDS, DECK
from tapete.table.distribution import Ending
from tapete.table.errors import NotPlayable, Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from tapete.games.blackjack.odds import BlackjackOdds
    from tapete.games.blackjack.rules import Combination
    from tapete.table.cards import Card
    from tapete.table.round import Position

MOST_NETS = 1 << 21  # different nets that are told apart: sixteen megabytes of counts
BOXES, SPOTS, BETS, COMBINATIONS, DECKS = 9, 3, 4, 16, 16  # the most that there is room for
HAND_CARDS = 24  # more than a hand of at most 21 points and the card that passes it can have
SHOWN = 8 * DECK  # cards of a play that are shown to whoever compares it
DOUBLED_21 = 2 * LIMIT + 1
TIED = (LIMIT, DOUBLED_21, WAITS)
THREE = 3
LOST, WON, SHARED = range(3)
NO_BONUS, FIRST, WHOLE, ANY = range(4)
VOID, NATURALS, RESHUFFLE = range(3)
OPEN, SETTLED = -1, -2
_SHOE = (DECKS * DECK + BEYOND,)

# What the compiled loop looks at; one record, because to hand on many arrays costs more than to play a hand. Chips are
# whole numbers of a unit. Of the machines of ``kernel``: ``deal`` to ``bank_step``. Of the table: its boxes, the bank's
# hands, the cards of a new shoe and how many of them are burned and lie behind the cut card (-1: it has none); then the
# rules of splits, ``natural`` for the bank's class of that name, whether ties are broken, what bonuses look at, whether
# surrenders are said before the first third card, and what is done when the shoe runs out.
#   chips         what a hand brings, by box, spot, end and end of the bank
#   done          what a hand brings that is over without the bank
#   plays         whether a box has a stake on a spot
#   ties, breaks  what a broken tie brings, doubled or not, and whether it is broken
#   prizes        the bonuses of a box, by the number that ``rewards`` gives three cards
#   sides         what each side bet of a box brings, by the number that ``two`` or ``three`` gives its first cards
#   waits         whether a side bet waits for a third card
#   place, rank   a card's place in an ordered deck, and its order among single cards
TABLES = np.dtype(
    [
        ("deal", np.uint16, (16 << 8,)),
        ("unsplit", np.uint16, (16 << 8,)),
        ("step", np.uint16, (1 << 16,)),
        ("second", np.uint16, (16 << 8,)),
        ("bank_deal", np.uint16, (ENDS << 4,)),
        ("bank_step", np.uint16, (1 << 12,)),
        ("boxes", np.int64),
        ("banks", np.int64),
        ("shoe", np.uint8, _SHOE),
        ("size", np.int64),
        ("burn", np.int64),
        ("cut", np.int64),
        ("machine", np.int8),
        ("most_splits", np.int64),
        ("aces_again", np.int8),
        ("same_symbol", np.int8),
        ("at_once", np.int8),
        ("natural", np.int64),
        ("tie_break", np.int8),
        ("looks_at", np.int64),
        ("early", np.int8),
        ("runs_out", np.int64),
        ("least", np.int64),
        ("chips", np.int64, (BOXES, SPOTS, ENDS, BANK_ENDS)),
        ("done", np.int64, (BOXES, ENDS)),
        ("plays", np.int8, (BOXES, SPOTS)),
        ("ties", np.int64, (BOXES, 2, 3)),
        ("breaks", np.int8, (BOXES, 2)),
        ("prizes", np.int64, (BOXES, COMBINATIONS)),
        ("rewards", np.int8, (DECK, DECK, DECK)),
        ("bets", np.int64),
        ("waits", np.int8, (BETS,)),
        ("sides", np.int64, (BOXES, BETS, COMBINATIONS)),
        ("two", np.int8, (BETS, DECK, DECK)),
        ("three", np.int8, (BETS, DECK, DECK, DECK)),
        ("place", np.int64, (256,)),
        ("rank", np.int64, (256,)),
    ],
    align=True,
)

# What lies there during a play. The shoe and how far it is drawn (``at``); the hands of every box as codes of cards,
# their number and how each ended (or ``OPEN``, or ``SETTLED``), the second card that a box was dealt, and whether a
# side bet waits for its third; the bank's hands. ``seen`` are the cards of the play in their order and ``taken`` is
# their number, ``said`` whether a decision came last, ``met`` whether the cut card came in a shoe that was shuffled
# again.
CLOTH = np.dtype(
    [
        ("shoe", np.uint8, _SHOE),
        ("at", np.int64),
        ("net", np.int64),
        ("taken", np.int64),
        ("said", np.int8),
        ("met", np.int8),
        ("numbers", np.int64, (BOXES,)),
        ("hands", np.uint8, (BOXES, MOST_HANDS + 1, HAND_CARDS)),
        ("sizes", np.int64, (BOXES, MOST_HANDS + 1)),
        ("ends", np.int64, (BOXES, MOST_HANDS + 1)),
        ("seconds", np.uint8, (BOXES,)),
        ("thirds", np.int8, (BOXES,)),
        ("bank", np.uint8, (SPOTS, HAND_CARDS)),
        ("bank_sizes", np.int64, (SPOTS,)),
        ("seen", np.uint8, (SHOWN,)),
        ("words", np.uint32, (WORDS,)),
        ("state", np.uint64, (2,)),
    ],
    align=True,
)


@numba.njit(nogil=True, cache=True)
def _card(t: Any, c: Any, seed: np.uint64, block: np.uint64) -> Any:
    """The next card, as its code; -1 where there is none and the play ends with that."""
    if c.at >= t.size:
        if t.runs_out != RESHUFFLE:
            return -1
        _reshuffle(t, c, seed, block)
        if c.at >= t.size:
            return -1
    card = c.shoe[c.at]
    c.at += 1
    c.said = False
    if c.taken < SHOWN:
        c.seen[c.taken] = card
    c.taken += 1
    return np.int64(card)


@numba.njit(nogil=True, cache=True)
def _reshuffle(t: Any, c: Any, seed: np.uint64, block: np.uint64) -> None:
    """All cards that do not lie on the table are shuffled, in the middle of a play."""
    lying = np.zeros(256, np.int64)
    for box in range(t.boxes):
        for hand in range(c.numbers[box]):
            if c.ends[box, hand] != SETTLED:
                for place in range(c.sizes[box, hand]):
                    lying[c.hands[box, hand, place]] += 1
    for bank in range(t.banks):
        for place in range(0 if bank == 0 else 1, c.bank_sizes[bank]):
            lying[c.bank[bank, place]] += 1
    front, back = 0, lying.sum()
    c.at, c.met = back, np.int8(t.cut >= 0)
    for place in range(t.size):
        card = t.shoe[place]
        if lying[card] > 0:
            lying[card] -= 1
            c.shoe[front] = card
            front += 1
        else:
            c.shoe[back] = card
            back += 1
    shuffle(c.shoe[: t.size + BEYOND], np.uint64(c.at), np.uint64(back), c.words, c.state, seed, block)


@numba.njit(nogil=True, cache=True)
def _take(t: Any, c: Any, box: int, hand: int, seed: np.uint64, block: np.uint64) -> Any:
    """A card for a hand; the first one after the deal decides the side bets of its box that wait for it."""
    card = _card(t, c, seed, block)
    if card < 0:
        return -1
    c.hands[box, hand, c.sizes[box, hand]] = card
    c.sizes[box, hand] += 1
    if c.thirds[box]:
        one, two = t.place[c.hands[box, 0, 0]], t.place[c.seconds[box]]
        for bet in range(t.bets):
            if t.waits[bet]:
                c.net += t.sides[box, bet, t.three[bet, one, two, t.place[card]]]
        c.thirds[box] = False
    return card


@numba.njit(nogil=True, cache=True)
def _first_two(t: Any, c: Any, box: int, waits: bool) -> None:
    """The side bets of a box that are decided by its first two cards: those that wait for a third, or the others."""
    one, two = t.place[c.hands[box, 0, 0]], t.place[c.seconds[box]]
    for bet in range(t.bets):
        if t.waits[bet] == waits:
            c.net += t.sides[box, bet, t.two[bet, one, two]]


@numba.njit(nogil=True, cache=True)
def _box_over(t: Any, c: Any, box: int) -> None:
    """Side bets that no third card came for look at the first two."""
    if c.thirds[box]:
        _first_two(t, c, box, True)
        c.thirds[box] = False


@numba.njit(nogil=True, cache=True)
def _reward(t: Any, c: Any, box: int, hand: int) -> None:
    """The best bonus that cards of a hand bring, by what the document looks at."""
    size = c.sizes[box, hand]
    if size < THREE or (t.looks_at == WHOLE and size > THREE):
        return
    most = np.int64(0)
    for a in range(size if t.looks_at == ANY else 1):
        for b in range(a + 1, size if t.looks_at == ANY else 2):
            for d in range(b + 1, size if t.looks_at == ANY else THREE):
                found = t.rewards[
                    t.place[c.hands[box, hand, a]], t.place[c.hands[box, hand, b]], t.place[c.hands[box, hand, d]]
                ]
                most = max(most, t.prizes[box, found])
    c.net += most


@numba.njit(nogil=True, cache=True)
def _play_out(t: Any, c: Any, box: int, hand: int, state: Any, seed: np.uint64, block: np.uint64) -> bool:
    """Play a hand from a state to its end; False where the shoe has no cards left for it."""
    while state >= ENDS << 4:
        card = _take(t, c, box, hand, seed, block)
        if card < 0:
            return False
        state = np.int64(t.step[state | (card & 15)])
        passed = state in (PASSED << 4, PASSED_DOUBLED << 4)
        if t.looks_at == FIRST and c.sizes[box, hand] == THREE and not passed:
            _reward(t, c, box, hand)
    _end(t, c, box, hand, state >> 4)
    return True


@numba.njit(nogil=True, cache=True)
def _end(t: Any, c: Any, box: int, hand: int, end: Any) -> None:
    """A hand takes no more cards: it is settled, or waits for the bank."""
    if end in (PASSED, PASSED_DOUBLED, GAVE_UP, EVEN_MONEY, PAID):
        c.net += t.done[box, end]
        c.ends[box, hand] = SETTLED
        if end in (GAVE_UP, EVEN_MONEY):
            c.said = True
        return
    c.ends[box, hand] = end
    if t.looks_at in (WHOLE, ANY):
        _reward(t, c, box, hand)


@numba.njit(nogil=True, cache=True)
def _begins(t: Any, c: Any, box: int, first: Any) -> np.int64:
    """The state in which the two cards of a box begin."""
    one, two = c.hands[box, 0, 0], c.hands[box, 0, 1]
    dealt = (first << 8) | (np.int64(one & 15) << 4) | np.int64(two & 15)
    state = np.int64(t.deal[dealt])
    if state == SPLITS << 4 and not _alike(t, one, two):
        state = np.int64(t.unsplit[dealt])
    return state


@numba.njit(nogil=True, cache=True)
def _alike(t: Any, one: int, two: int) -> bool:
    """Whether two cards are a pair."""
    same = (one & 15) == (two & 15)
    return same and ((one & 15) != TEN or not t.same_symbol or (one >> 4) & 3 == (two >> 4) & 3)


@numba.njit(nogil=True, cache=True)
def _split(t: Any, c: Any, box: int, hand: int) -> None:
    """One hand becomes two: its second card begins the next one, and those that follow move on."""
    for place in range(c.numbers[box], hand + 1, -1):
        c.sizes[box, place] = c.sizes[box, place - 1]
        c.ends[box, place] = c.ends[box, place - 1]
        for card in range(c.sizes[box, place]):
            c.hands[box, place, card] = c.hands[box, place - 1, card]
    c.numbers[box] += 1
    c.hands[box, hand + 1, 0] = c.hands[box, hand, 1]
    c.sizes[box, hand], c.sizes[box, hand + 1] = 1, 1
    c.ends[box, hand + 1] = OPEN


@numba.njit(nogil=True, cache=True)
def _play_pair(t: Any, c: Any, box: int, first: Any, seed: np.uint64, block: np.uint64) -> bool:
    """Play a pair that is split; False where the shoe has no cards left for it."""
    rank = np.int64(c.hands[box, 0, 0] & 15)
    base = (first << 8) | (rank << 4)
    may = t.deal[base | rank] == SPLITS << 4 and (rank != 0 or t.aces_again)
    _split(t, c, box, 0)
    at = 0
    while at < c.numbers[box]:
        for hand in range(at, c.numbers[box] if t.at_once else at + 1):
            if c.sizes[box, hand] == 1 and _take(t, c, box, hand, seed, block) < 0:
                return False
        one, two = c.hands[box, at, 0], c.hands[box, at, 1]
        if may and c.numbers[box] <= t.most_splits and _alike(t, one, two):
            _split(t, c, box, at)
            continue
        if not _play_out(t, c, box, at, np.int64(t.second[base | np.int64(two & 15)]), seed, block):
            return False
        at += 1
    return True


@numba.njit(nogil=True, cache=True)
def _deal(t: Any, c: Any, seed: np.uint64, block: np.uint64) -> bool:
    """Two cards to each box and, between them, the bank's first; False where the shoe does not have them."""
    for turn in range(2):
        for box in range(t.boxes):
            card = _card(t, c, seed, block)
            if card < 0:
                return False
            c.hands[box, 0, turn] = card
            c.sizes[box, 0] = turn + 1
            c.seconds[box] = card
        if turn == 0 and t.banks:
            card = _card(t, c, seed, block)
            if card < 0:
                return False
            for bank in range(t.banks):
                c.bank[bank, 0] = card
                c.bank_sizes[bank] = 1
    for box in range(t.boxes):
        _first_two(t, c, box, False)
        c.thirds[box] = True
    return True


@numba.njit(nogil=True, cache=True)
def _play_boxes(t: Any, c: Any, first: Any, seed: np.uint64, block: np.uint64) -> bool:
    """What is said before the first third card, then every box in its turn."""
    for box in range(t.boxes):
        if not t.plays[box, :].any():
            c.ends[box, 0] = SETTLED
            _box_over(t, c, box)
            continue
        end = _begins(t, c, box, first) >> 4
        if end == EVEN_MONEY or (end == GAVE_UP and t.early):
            _end(t, c, box, 0, end)
            _box_over(t, c, box)
    for box in range(t.boxes):
        if c.ends[box, 0] != OPEN:
            continue
        state = _begins(t, c, box, first)
        if state == SPLITS << 4:
            finished = _play_pair(t, c, box, first, seed, block)
        else:
            finished = _play_out(t, c, box, 0, state, seed, block)
        if not finished:
            return False
        _box_over(t, c, box)
    return True


@numba.njit(nogil=True, cache=True)
def _bank(t: Any, c: Any, spot: int, first: Any, seed: np.uint64, block: np.uint64) -> bool:
    """Draw one of the bank's hands out, if somebody plays against it, and settle; False where cards are lacking."""
    begins = np.int64(UNDRAWN << 4)
    for box in range(t.boxes):
        for hand in range(c.numbers[box]):
            end = c.ends[box, hand]
            if end >= 0 and t.plays[box, spot] and (begins == UNDRAWN << 4 or end != WAITS):
                begins = np.int64(t.bank_deal[(end << 4) | first])
    state = begins
    while state >= BANK_ENDS << 4:
        card = _card(t, c, seed, block)
        if card < 0:
            return False
        c.bank[spot, c.bank_sizes[spot]] = card
        c.bank_sizes[spot] += 1
        state = np.int64(t.bank_step[state | (card & 15)])
    if begins == UNDRAWN << 4:
        return True
    tied = t.tie_break and state >> 4 == t.natural
    for box in range(t.boxes):
        for hand in range(c.numbers[box]):
            end = c.ends[box, hand]
            if end >= 0 and not (tied and end in TIED):
                c.net += t.chips[box, spot, end, state >> 4]
    return _break_ties(t, c, seed, block) if tied else True


@numba.njit(nogil=True, cache=True)
def _break_ties(t: Any, c: Any, seed: np.uint64, block: np.uint64) -> bool:
    """A further card for each hand of 21 and one for the bank, in turn; False where cards are lacking."""
    for box in range(t.boxes):
        for hand in range(c.numbers[box]):
            if c.ends[box, hand] not in TIED:
                continue
            doubled = np.int64(c.ends[box, hand] == DOUBLED_21)
            if not t.breaks[box, doubled]:
                c.said = True
                continue
            mine = _card(t, c, seed, block)
            banks = _card(t, c, seed, block) if mine >= 0 else -1
            if banks < 0:
                return False
            ahead = t.rank[mine] - t.rank[banks]
            c.net += t.ties[box, doubled, WON if ahead > 0 else LOST if ahead < 0 else SHARED]
    return True


@numba.njit(nogil=True, cache=True)
def _naturals(t: Any, c: Any) -> None:
    """The shoe has no cards left: naturals that are still there are paid, where the document says so."""
    for box in range(t.boxes):
        if c.numbers[box] == 1 and c.sizes[box, 0] == 2 and c.ends[box, 0] != SETTLED:
            one, two = c.hands[box, 0, 0] & 15, c.hands[box, 0, 1] & 15
            if one + two == TEN and (one == TEN or two == TEN):
                c.net += t.done[box, PAID]


@numba.njit(nogil=True, cache=True)
def _one_play(t: Any, c: Any, seed: np.uint64, block: np.uint64) -> bool:
    """A play from its first card to its last chip; False where the shoe ended in the middle of it."""
    c.taken, c.said, c.net, c.met = 0, False, 0, False
    c.numbers[:] = 1
    c.sizes[:, 0] = 0
    c.ends[:, 0] = OPEN
    c.thirds[:] = False
    c.bank_sizes[:] = 0
    if not _deal(t, c, seed, block):
        return False
    if t.banks == 0:
        for box in range(t.boxes):
            _box_over(t, c, box)
        return True
    first = np.int64(c.bank[0, 0] & 15)
    if not _play_boxes(t, c, first, seed, block):
        return False
    finished = True
    for spot in range(t.banks):
        finished = finished and _bank(t, c, spot, first, seed, block)
    return finished


@numba.njit(nogil=True, cache=True)
def _fill(t: Any, c: Any, burn: int, seed: np.uint64, block: np.uint64) -> None:
    """A new shuffle of all cards."""
    shuffle(c.shoe[: t.size + BEYOND], np.uint64(0), np.uint64(t.size), c.words, c.state, seed, block)
    c.at = burn


@numba.njit(nogil=True, cache=True)
def play(
    counts: NDArray[np.int64],
    seen: NDArray[np.uint8],
    notes: NDArray[np.int64],
    tables: Any,
    cloths: Any,
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
) -> None:
    """Count the first ``rounds`` plays of a block by what they bring.

    Where ``seen`` has a row for a play its cards go there, and into ``notes`` how many there are, the place that it
    counted in, and whether the shoe ended with it.
    """
    t, c = tables[0], cloths[0]
    c.shoe[:] = t.shoe
    c.state[0], c.state[1] = WORDS, 0
    _fill(t, c, t.burn, seed, block)
    ends_at = t.size - t.cut
    for number in range(rounds):
        whole = _one_play(t, c, seed, block)
        if not whole and t.runs_out == NATURALS:
            _naturals(t, c)
        counts[c.net - t.least] += 1
        # The cut card that comes just after the last card of a play is met in the next one.
        met = c.met or c.at > ends_at or (c.said and c.at == ends_at)
        over = t.machine or not whole or met or c.at >= t.size
        if number < seen.shape[0]:
            seen[number] = c.seen
            notes[number, 0], notes[number, 1], notes[number, 2] = c.taken, c.net - t.least, over
        if over:
            _fill(t, c, 0 if t.machine else t.burn, seed, block)


class Several:
    """The simulation of all stakes on a table. ``count`` may run in any thread; the rest is exact arithmetic.

    >>> from tapete.games import table
    >>> from tapete.games.blackjack.odds import odds
    >>> from tapete.table.actions import Bet
    >>> opened = table("cl-2023/black-jack/canal-21")
    >>> _ = opened.play([Bet("ana", "apuesta", (), 10)])
    >>> simulation = Several(odds(opened))
    >>> sum(number for number, _ in simulation.endings(simulation.count(seed=7, block=0, rounds=100)))
    100
    """

    def __init__(self, known: BlackjackOdds, policy: str = BEST) -> None:
        self.staked = sum((Fraction(position.stake) for position in known.positions), Fraction(0))
        chips = _Chips(known)
        self._unit, self._least, self._width = chips.unit, chips.least, chips.most - chips.least + 1
        if self._width > MOST_NETS:
            raise NotPlayable(N_("These stakes can bring too many different amounts to be simulated together."))
        self.tables = _tables(known, policy, chips)

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: a place for every net."""
        return (self._width,)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first plays of a block."""
        counts: NDArray[np.int64] = self._played(seed, block, rounds, 0)[0]
        return counts

    def plays(self, seed: int, block: int, rounds: int) -> Iterator[tuple[tuple[Card, ...], bool, Fraction]]:
        """The first plays of a block: the cards in their order, whether the shoe ended, and what they brought."""
        _, seen, notes = self._played(seed, block, rounds, rounds)
        for codes, (number, place, over) in zip(seen, notes.tolist(), strict=True):
            yield tuple(CODES[int(code)] for code in codes[:number]), bool(over), self._net(place)

    def _played(self, seed: int, block: int, rounds: int, shown: int) -> Any:
        counts = np.zeros(self.shape(), np.int64)
        seen = np.zeros((shown, SHOWN), np.uint8)
        notes = np.zeros((shown, 3), np.int64)
        play(counts, seen, notes, self.tables, np.zeros(1, CLOTH), np.uint64(seed), np.uint64(block), rounds)
        return counts, seen, notes

    def _net(self, place: int) -> Fraction:
        return self._unit * (self._least + place)

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each net was met; further stakes count against what comes back."""
        return [
            (int(counts[place]), Ending(1, self.staked, self.staked + self._net(place)))
            for place in np.flatnonzero(counts).tolist()
        ]


class _Chips:
    """What everything on the table can bring, in whole numbers of a ``unit``; together from ``least`` to ``most``.

    ``of`` holds the amounts by the names of ``TABLES``: first exact, then whole.
    """

    def __init__(self, known: BlackjackOdds) -> None:
        self.known, self.game = known, known.game
        self.boxes = [lying for _, lying in sorted(by_box(known.positions).items())]
        main = self.game.named("main")
        self.bets = sorted({p.bet for lying in self.boxes for p in lying if p.bet != main})
        self.wins = tuple(self.game.bonus.wins.values()) if self.game.bonus else ()
        self.plays = np.zeros((BOXES, SPOTS), np.bool_)
        self.breaks = np.zeros((BOXES, 2), np.bool_)
        names = ("chips", "done", "ties", "prizes", "sides")
        self.of: dict[str, Any] = {name: np.full(TABLES[name].shape, Fraction(0), dtype=object) for name in names}
        for box, lying in enumerate(self.boxes):
            for position in lying:
                (self._add_main if position.bet == main else self._add_side)(box, position)
        self.unit = _unit(value for table in self.of.values() for value in set(table.ravel().tolist()))
        self.of = {name: (table / self.unit).astype(np.int64) for name, table in self.of.items()}
        spans = [self._span(box) for box in range(len(self.boxes))]
        self.least, self.most = sum(low for low, _ in spans), sum(high for _, high in spans)

    def _add_main(self, box: int, position: Position) -> None:
        """A stake on a hand; ties that are broken have their own chips."""
        stake, spot = int(position.stake), position.spot.spot - 1
        prices = Prices(self.game, stake, self.known.house.rounding)
        tied = self.game.named("tie-break") is not None
        self.plays[box, spot] = True
        for (end, bank), net in fast.nets_of(prices, stake).items():
            if bank == UNDRAWN:
                self.of["done"][box, end] += net
            elif not (tied and end in TIED and bank == len(prices.classes) - 1):
                self.of["chips"][box, spot, end, bank] += net
        for doubled in range(2):
            broken = prices.broken_tie(doubled=bool(doubled))
            if broken is not None:
                self.breaks[box, doubled] = True
                self.of["ties"][box, doubled] += np.array([net * stake for net in broken], dtype=object)
        for number, win in enumerate(self.wins, start=1):
            self.of["prizes"][box, number] += prices.bonus(win.pays) * stake

    def _add_side(self, box: int, position: Position) -> None:
        bet, wins = self.bets.index(position.bet), self.game.bets[position.bet].wins.values()
        for number, win in enumerate((None, *wins)):
            self.of["sides"][box, bet, number] += fast.side_net(self.known, position, win)

    def _span(self, box: int) -> tuple[int, int]:
        """The least and the most that a box can bring."""
        hands = fast.most_splits(self.game) + 1
        against = self.of["chips"][box].reshape(SPOTS, -1)
        settled = [0, *self.of["done"][box].tolist(), *self.of["ties"][box].ravel().tolist()]
        low = min(int(against.min(axis=1).sum()), *settled)
        high = max(int(against.max(axis=1).sum()), *settled) + int(self.of["prizes"][box].max())
        beside = self.of["sides"][box]
        return hands * low + int(beside.min(axis=1).sum()), hands * high + int(beside.max(axis=1).sum())


def by_box(positions: Iterable[Position]) -> dict[int, list[Position]]:
    """Stakes by the number of their box."""
    found: dict[int, list[Position]] = {}
    for position in positions:
        found.setdefault(position.spot.box.number, []).append(position)
    return found


def _unit(values: Iterable[Fraction]) -> Fraction:
    """The largest amount of which all are whole multiples.

    >>> _unit([Fraction(15), Fraction(-10), Fraction(5, 2)])
    Fraction(5, 2)
    """
    exact = list(values)
    below = math.lcm(*(value.denominator for value in exact))
    return Fraction(math.gcd(*(int(value * below) for value in exact)), below) or Fraction(1)


@lru_cache(maxsize=8)
def _best(wins: tuple[Combination, ...], cards: int) -> NDArray[np.int8]:
    """The number of the combination that so many cards make, by their places in an ordered deck; nought: none."""
    shape = (DECK,) * cards
    found, paid = np.zeros(shape, np.int8), np.full(shape, -1.0)
    for number, win in enumerate(wins, start=1):
        if win.cards <= cards:
            fits = np.broadcast_to(_fitting(win).reshape((DECK,) * win.cards + (1,) * (cards - win.cards)), shape)
            better = fits & (paid < float(win.pays))
            found[better], paid[better] = number, float(win.pays)
    return found


def _fitting(win: Combination) -> NDArray[np.bool_]:
    """Which cards are a combination; their order does not matter."""
    found = np.zeros((DECK,) * win.cards, np.bool_)
    for some in combinations_with_replacement(CARDS, win.cards):
        if win.fits(some):
            for order in permutations(one.index for one in some):
                found[order] = True
    return found


def verify(known: BlackjackOdds, policy: str) -> None:
    """Refuse what cannot be simulated, with the reason."""
    game, bank = known.game, known.game.bank
    if not known.positions:
        raise Refused(N_("No bet lies on the table."), cite=game.cite)
    if bank is not None and not any(position.bet == game.named("main") for position in known.positions):
        raise Refused(N_("No cards are dealt without a bet on a hand."), cite=game.boxes.cite)
    others, rule = game.boxes.others, game.surrender
    if others is not None and not others.follow and any(p.player != p.spot.box.owner for p in known.positions):
        raise Refused(N_("A bet on another's hand that follows no double or split is not simulated."), cite=others.cite)
    owners = [lying[0].spot.box.owner for lying in by_box(known.positions).values()]
    several = len(set(owners)) < len(owners)
    if several and rule is not None and rule.covers == "player" and known.followed(policy).surrenders:
        raise Refused(N_("Hands that are all given up at once are not simulated."), cite=rule.cite)
    if not _has_room(known):
        raise NotPlayable(N_("{game} is not simulated with such rules: they go beyond every document."), game=game.name)


def _has_room(known: BlackjackOdds) -> bool:
    """Whether the tables of the simulation hold what the game has."""
    game = known.game
    bonus = game.bonus.wins.values() if game.bonus else ()
    sides = [game.bets[name].wins.values() for name in {p.bet for p in known.positions}]
    spots = game.bank.hands if game.bank else 1
    return (
        all(win.cards == THREE for win in bonus)
        and all(win.cards <= THREE for wins in sides for win in wins)
        and max(map(len, (bonus, *sides))) < COMBINATIONS
        and sum(map(bool, sides)) <= BETS
        and spots <= (SPOTS if game.named("tie-break") is None else 1)
        and len(by_box(known.positions)) <= BOXES
        and known.decks <= DECKS
    )


def _tables(known: BlackjackOdds, policy: str, chips: _Chips) -> NDArray[Any]:
    game, house, rule = known.game, known.house.shoe, known.game.split
    found = np.zeros(1, TABLES)
    t: Any = found[0]
    for name, amounts in chips.of.items():
        t[name] = amounts
    t["boxes"], t["plays"], t["breaks"], t["least"] = len(chips.boxes), chips.plays, chips.breaks, chips.least
    if game.bank is not None:
        for name, states in zip(TABLES.names or (), fast.machines(known, policy), strict=False):
            t[name][: len(states)] = states
        t["banks"], t["natural"] = game.bank.hands, LIMIT + 2 - game.bank.stands
    shoe = fast.new_shoe(house.decks)
    t["shoe"][: len(shoe)], t["size"], t["burn"] = shoe, len(shoe) - BEYOND, game.shoe.burn
    t["cut"] = house.cut if game.shoe.cut is not None and not house.machine else -1
    t["machine"], t["runs_out"] = house.machine, ("void", "naturals", "reshuffle").index(game.shoe.runs_out)
    t["most_splits"], t["tie_break"] = fast.most_splits(game), game.named("tie-break") is not None
    t["early"] = game.surrender is not None and game.surrender.window == "before-third-card"
    if rule is not None:
        t["aces_again"], t["same_symbol"], t["at_once"] = (
            rule.aces_again,
            rule.same == "symbol",
            rule.order == "at-once",
        )
    if game.bonus is not None:
        t["looks_at"] = ("first", "whole", "any").index(game.bonus.looks_at) + FIRST
        t["rewards"] = _best(chips.wins, THREE)
    t["bets"] = len(chips.bets)
    for number, name in enumerate(chips.bets):
        wins = tuple(game.bets[name].wins.values())
        t["waits"][number], t["two"][number] = needs_third(wins), _best(wins, 2)
        if needs_third(wins):
            t["three"][number] = _best(wins, THREE)
    for one in CARDS:
        t["place"][code_of(one)], t["rank"][code_of(one)] = one.index, one.number if one.number > 1 else DECK
    return found
