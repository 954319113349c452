"""Fast simulation of Black Jack: one box, hand after hand through whole shoes, down to the cut card.

Somebody who follows a plan is a small machine: from the cards dealt and the bank's first card it goes on, card by card,
until the hand ends. ``Machine`` writes any plan so, hands that are played alike made one state; the bank is a second
one. A hand is played by looking up a few cards, and what is counted is only how both ended. Split pairs, and banks of
several hands, take a slower way that adds up what each hand comes to. Chips follow from the counts exactly.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np

from tapete.games.blackjack.counts import ACE, DOUBLE, RANKS, STAND, SURRENDER, TEN, hand_of
from tapete.games.blackjack.hands import LIMIT, points_of, score
from tapete.games.blackjack.laws import NATURAL, Laws
from tapete.games.blackjack.odds import BEST, FILES, odds
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.sides import needs_third
from tapete.games.blackjack.tables import Written
from tapete.games.strategies import read_file
from tapete.table import money
from tapete.table.actions import Bet
from tapete.table.cards import CARDS, DECK
from tapete.table.distribution import Ending
from tapete.table.errors import BadRecord, NotPlayable, Refused
from tapete.table.philox import LANES, philox
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tapete.games.blackjack.odds import BlackjackOdds
    from tapete.games.blackjack.plans import Followed
    from tapete.games.blackjack.round import BlackjackRound
    from tapete.games.blackjack.rules import BlackjackGame, Combination
    from tapete.games.blackjack.several import Several
    from tapete.table.cards import Card
    from tapete.table.round import Position

    States = NDArray[np.uint16]
    Machines = tuple[States, States, States, States, States, States]

USUAL_STAKE = 10
SHIPPED = Path(__file__).parent / "strategies"

# How a hand ends: with so many points, with so many and a doubled stake, and these.
PASSED, PASSED_DOUBLED, GAVE_UP, WAITS, PAID, EVEN_MONEY, SPLITS = range(2 * (LIMIT + 1), 2 * (LIMIT + 1) + 7)
ENDS = 64
# How the bank ends: in a class of ``Prices``, stopped with two cards that are no natural, or never having drawn.
STOPPED, UNDRAWN, BANK_ENDS = 14, 15, 16

MOST_HANDS = 24  # of one box after splits without limit; to split so often takes a strategy that splits tens
MOST_CARDS = 36  # more than one box and the bank can use without a split
ENOUGH = DECK - 1  # behind the cut card: more than one box and the bank need, even if it is split three times
BANK_CARDS = 12  # more than one hand of the bank can use
BEYOND = 256  # tens behind the last card: a shoe would have to be split to its end to meet them
WORDS = 512
_WIDTH = np.uint64(4)
_RANK = np.uint8(15)
_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ALL = np.uint64(0x100000000)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_LIVE = np.uint64(ENDS << 4)
_BANK_LIVE = np.uint64(BANK_ENDS << 4)
_SPLITS = np.uint64(SPLITS << 4)
_GAVE_UP = np.uint64(GAVE_UP << 4)
_EVEN_MONEY = np.uint64(EVEN_MONEY << 4)
_UNDRAWN = np.uint64(UNDRAWN << 4)
_MOST_CARDS = np.uint64(MOST_CARDS)


class Tables(NamedTuple):
    """What the compiled loop looks at. A state is written times 16, so that a card's rank can be added to it.

    ``deal`` is where a hand begins, by the bank's card and the two first ones, ``unsplit`` the same as if nobody split;
    ``step`` where a card leads. ``second`` is where a split hand begins, by the bank's card, the pair and the second
    card. ``bank_deal`` and ``bank_step`` are the same for the bank, by how the player's hand ended. ``kinds`` tells
    what a split hand comes to against the bank's end, ``sums`` adds such kinds up. ``side`` is what the side bets come
    to by the first two cards. ``shoe`` is the new shoe, ``facts`` are: the cards burned, those behind the cut card, a
    machine, the most splits, whether split aces are split again, whether only the same symbol is a pair, whether all
    split hands get their second card at once, and how many hands of the bank are bet against; zero: its only one.
    """

    deal: NDArray[np.uint16]
    unsplit: NDArray[np.uint16]
    step: NDArray[np.uint16]
    second: NDArray[np.uint16]
    bank_deal: NDArray[np.uint16]
    bank_step: NDArray[np.uint16]
    kinds: NDArray[np.int64]
    sums: NDArray[np.int64]
    side: NDArray[np.uint8]
    shoe: NDArray[np.uint8]
    facts: NDArray[np.int64]


BURN, CUT, MACHINE, MOST_SPLITS, ACES_AGAIN, SAME_SYMBOL, AT_ONCE, BANKS = range(8)


@numba.njit(inline="always", nogil=True)
def _refill(words: Any, counter: Any, seed: Any, block: Any) -> None:
    """The next words of the block."""
    k0, k1, b0, b1 = seed & _MASK, seed >> _HALF, block & _MASK, block >> _HALF
    for j in range(WORDS // LANES):
        here = counter + np.uint64(j)
        x0, x1, x2, x3 = philox(here & _MASK, here >> _HALF, b0, b1, k0, k1)
        words[LANES * j] = np.uint32(x0)
        words[LANES * j + 1] = np.uint32(x1)
        words[LANES * j + 2] = np.uint32(x2)
        words[LANES * j + 3] = np.uint32(x3)


@numba.njit(nogil=True, cache=True)
def shuffle(
    shoe: NDArray[np.uint8],
    first: np.uint64,
    last: np.uint64,
    words: NDArray[np.uint32],
    state: NDArray[np.uint64],
    seed: np.uint64,
    block: np.uint64,
) -> None:
    """Draw the cards from ``first`` up to ``last`` out of all that follow, two with each word.

    Lemire's multiplication twice over: what is left of the first product is the word of the second. Words that would
    favour some pairs of cards are thrown away, so every order is exactly as likely as any other.
    """
    size = np.uint64(shoe.shape[0] - BEYOND)
    used, counter = state[0], state[1]
    here = first
    while here < last:
        if used == np.uint64(WORDS):
            _refill(words, counter, seed, block)
            counter += np.uint64(WORDS // LANES)
            used = np.uint64(0)
        word = np.uint64(words[used])
        used += _ONE
        cells = size - here
        one = word * cells
        two = (one & _MASK) * (cells - _ONE)
        rest = two & _MASK
        both = cells * (cells - _ONE)
        if rest < both and rest < _ALL % both:
            continue
        place = here + (one >> _HALF)
        card = shoe[place]
        shoe[place] = shoe[here]
        shoe[here] = card
        place = here + _ONE + (two >> _HALF)
        card = shoe[place]
        shoe[place] = shoe[here + _ONE]
        shoe[here + _ONE] = card
        here += _TWO
    state[0], state[1] = used, counter


@numba.njit(nogil=True, cache=True)
def _split(
    t: Tables,
    shoe: NDArray[np.uint8],
    pos: np.uint64,
    pair: np.uint8,
    first: np.uint64,
    seconds: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> tuple[np.uint64, int]:
    """Play the hands of a pair out; returns where the shoe stands then, and how many hands there were."""
    rank = pair & _RANK
    hands, splits, at = 2, 1, 0
    seconds[0], seconds[1] = -1, -1
    again = rank != 0 or t.facts[ACES_AGAIN] != 0
    base = (first << np.uint64(8)) | (np.uint64(rank) << _WIDTH)
    may = t.deal[base | np.uint64(rank)] == SPLITS << 4
    while at < hands:
        for hand in range(at, hands if t.facts[AT_ONCE] else at + 1):
            if seconds[hand] < 0:
                seconds[hand] = shoe[pos]
                pos += _ONE
        second = np.uint8(seconds[at])
        alike = (second & _RANK) == rank and (
            rank != TEN or t.facts[SAME_SYMBOL] == 0 or (second >> 4) & 3 == (pair >> 4) & 3
        )
        if alike and may and again and splits < t.facts[MOST_SPLITS]:
            for hand in range(hands, at + 1, -1):
                seconds[hand] = seconds[hand - 1]
            seconds[at], seconds[at + 1] = -1, -1
            hands += 1
            splits += 1
            continue
        state = np.uint64(t.second[base | np.uint64(second & _RANK)])
        while state >= _LIVE:
            state = np.uint64(t.step[state | np.uint64(shoe[pos] & _RANK)])
            pos += _ONE
        ends[at] = state >> _WIDTH
        at += 1
    return pos, hands


@numba.njit(nogil=True, cache=True)
def _banks(
    t: Tables, shoe: NDArray[np.uint8], pos: np.uint64, first: np.uint64, ends: NDArray[np.int64], hands: int
) -> tuple[np.uint64, np.int64, bool]:
    """Draw the bank's hands out, one after the other, against these hands.

    Returns where the shoe stands then, the number of the sum that all comes to, and whether the bank drew at all.
    """
    total, drew = np.int64(0), False
    for number in range(max(t.facts[BANKS], 1)):
        bank = _UNDRAWN
        for at in range(hands):
            begins = np.uint64(t.bank_deal[(np.uint64(ends[at]) << _WIDTH) | first])
            if begins != _UNDRAWN:
                bank = begins
        drew = drew or bank != _UNDRAWN
        while bank >= _BANK_LIVE:
            bank = np.uint64(t.bank_step[bank | np.uint64(shoe[pos] & _RANK)])
            pos += _ONE
        for at in range(hands):
            total = t.sums[total, t.kinds[number, ends[at], bank >> _WIDTH]]
    return pos, total, drew


@numba.njit(nogil=True, cache=True)
def play(
    counts: NDArray[np.int64],
    seen: NDArray[np.uint8],
    notes: NDArray[np.int64],
    t: Tables,
    seed: np.uint64,
    block: np.uint64,
    rounds: int,
) -> None:
    """Count the first ``rounds`` hands of a block by how they end.

    ``counts`` has a row for each result of the side bets; in it ``BANK_ENDS`` places for each end of a hand, then one
    for each sum of split hands. Where ``seen`` has a row for a hand its cards go there, and into ``notes`` how many
    there are, the row and place that it counted in, and whether the shoe ended with it.
    """
    deal, step, bank_deal, bank_step = t.deal, t.step, t.bank_deal, t.bank_step
    sides = counts.shape[0] > 1
    shoe = t.shoe.copy()
    size = np.uint64(shoe.shape[0] - BEYOND)
    machine = t.facts[MACHINE] != 0
    ends_at = size - np.uint64(t.facts[CUT])
    several = t.facts[BANKS] > 0
    needed = _MOST_CARDS + np.uint64(BANK_CARDS * t.facts[BANKS])
    wanted = min(size, needed if machine else ends_at + needed)
    words = np.empty(WORDS, np.uint32)
    state = np.array([WORDS, 0], np.uint64)
    seconds = np.empty(MOST_HANDS + 1, np.int64)
    ends = np.empty(MOST_HANDS + 1, np.int64)
    shuffle(shoe, np.uint64(0), wanted, words, state, seed, block)
    ready = wanted
    pos = np.uint64(t.facts[BURN])
    for number in range(rounds):
        begun = pos
        one, first, two = shoe[pos], np.uint64(shoe[pos + _ONE] & _RANK), shoe[pos + _TWO]
        pos += _THREE
        dealt = (first << np.uint64(8)) | (np.uint64(one & _RANK) << _WIDTH) | np.uint64(two & _RANK)
        hand = np.uint64(deal[dealt])
        row = np.int64(t.side[one, two]) if sides else np.int64(0)
        if hand == _SPLITS and t.facts[SAME_SYMBOL] and (one & _RANK) == TEN and (one >> 4) & 3 != (two >> 4) & 3:
            hand = np.uint64(t.unsplit[dealt])
        if hand == _SPLITS:
            if ready < size:
                shuffle(shoe, ready, size, words, state, seed, block)
                ready = size
            pos, hands = _split(t, shoe, pos, one, first, seconds, ends)
            pos, total, drew = _banks(t, shoe, pos, first, ends, hands)
            cell = ENDS * BANK_ENDS + total
            said = not drew and ends[hands - 1] == GAVE_UP
        else:
            while hand >= _LIVE:
                hand = np.uint64(step[hand | np.uint64(shoe[pos] & _RANK)])
                pos += _ONE
            if several:
                ends[0] = hand >> _WIDTH
                pos, total, _ = _banks(t, shoe, pos, first, ends, 1)
                cell = ENDS * BANK_ENDS + total
            else:
                bank = np.uint64(bank_deal[hand | first])
                while bank >= _BANK_LIVE:
                    bank = np.uint64(bank_step[bank | np.uint64(shoe[pos] & _RANK)])
                    pos += _ONE
                cell = np.int64(hand | (bank >> _WIDTH))
            said = hand in (_GAVE_UP, _EVEN_MONEY)
        counts[row, cell] += 1
        # The cut card that comes just after the last card of a play is met in the next one.
        over = machine or pos > ends_at or (said and pos == ends_at)
        if number < seen.shape[0]:
            for place in range(min(np.int64(pos - begun), seen.shape[1])):
                seen[number, place] = shoe[begun + np.uint64(place)]
            notes[number, 0], notes[number, 1], notes[number, 2] = pos - begun, row, cell
            notes[number, 3] = np.int64(over)
        if over:
            shuffle(shoe, np.uint64(0), wanted, words, state, seed, block)
            ready = wanted
            pos = np.uint64(0 if machine else t.facts[BURN])


class Machine:
    """A plan as states: ``rows`` lead from each live state by rank, ``deal`` and ``second`` are where hands begin.

    States below ``ENDS`` are ends. Hands that are played alike whatever comes are one state.
    """

    def __init__(self, followed: Followed, paid_now: Sequence[bool], waits: Sequence[bool]) -> None:
        self.solver, self.plan = followed.solver, followed.plan
        self.rows: list[tuple[int, ...]] = []
        self._ids: dict[tuple[int, ...], int] = {}
        self.deal = np.full((RANKS, 16, 16), PASSED, np.int64)
        self.unsplit = self.deal.copy()
        self.second = self.deal.copy()
        for first in range(RANKS):
            self._natural = EVEN_MONEY if paid_now[first] else WAITS if waits[first] else PAID
            self._against(first)

    def _against(self, first: int) -> None:
        unsplit = self._states(first, self.plan.actions[first])
        after = self._states(first, self.plan.after[first])
        aces = self._states(first, self.solver.on_split_aces(self.plan.after[first]))
        for one, two in product(range(RANKS), repeat=2):
            hand = hand_of((one + 1, two + 1))
            if hand not in self.solver.index:
                continue
            number = self.solver.index[hand]
            self.unsplit[first, one, two] = self._natural if hand == NATURAL else unsplit(number)
            splits = one == two and (one, first) in self.plan.splits and self.solver.terms.splits > 0
            self.deal[first, one, two] = SPLITS if splits else self.unsplit[first, one, two]
            self.second[first, one, two] = (aces if one == ACE else after)(number)

    def _states(self, first: int, actions: NDArray[np.int64]) -> Any:
        solver, known = self.solver, dict[int, int]()
        chosen, following, totals = actions.tolist(), solver.cards.following.tolist(), solver.cards.totals.tolist()

        def state(hand: int) -> int:
            if hand not in known:
                known[hand] = found(hand)
            return known[hand]

        def found(hand: int) -> int:
            action = chosen[hand]
            if totals[hand] == LIMIT or action == STAND:
                return int(totals[hand])
            if action == SURRENDER:
                self._verify_surrender(first)
                return GAVE_UP
            after = following[hand]
            if action == DOUBLE:
                return self._live(tuple(self._doubled(rank, to) for rank, to in enumerate(after)))
            return self._live(tuple(PASSED if to < 0 else state(to) for to in after))

        return state

    def _verify_surrender(self, first: int) -> None:
        if self.solver.terms.gives_up[first] <= -1:
            card = "A" if first == ACE else str(first + 1)
            raise Refused(
                N_("The strategy gives up a hand against the bank's {card}, which this table does not allow."),
                card=card,
            )

    def _doubled(self, rank: int, hand: int) -> int:
        if hand < 0:
            return PASSED_DOUBLED
        cards = self.solver.cards
        totals = cards.doubled_ace_totals if rank == ACE else cards.doubled_totals
        return LIMIT + 1 + int(totals[hand])

    def _live(self, row: tuple[int, ...]) -> int:
        if row not in self._ids:
            self._ids[row] = ENDS + len(self.rows)
            self.rows.append(row)
        return self._ids[row]


def _bank(game: BlackjackGame) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Where the bank begins, by how the player's hand ended and by its first card, and where each card leads it."""
    assert game.bank is not None
    stands = game.bank.stands
    passed, natural = LIMIT + 1 - stands, LIMIT + 2 - stands
    rows: list[list[int]] = []
    known: dict[tuple[int, int, bool, bool], int] = {}

    def live(hard: int, aces: int, single: bool, stops: bool) -> int:
        key = hard, min(aces, 1), single, stops
        if key not in known:
            known[key] = BANK_ENDS + len(rows)
            row: list[int] = []
            rows.append(row)
            row.extend(after(hard, aces, single, stops, rank) for rank in range(RANKS))
        return known[key]

    def after(hard: int, aces: int, single: bool, stops: bool, rank: int) -> int:
        hard, aces = hard + rank + 1, aces + (rank == ACE)
        total, soft = score(hard, aces)
        if single and total == LIMIT:
            return natural
        if stops:
            return STOPPED
        if total > LIMIT:
            return passed
        return live(hard, aces, False, False) if game.bank_draws(total, soft) else total - stands

    begins = np.full((ENDS, 16), UNDRAWN, np.int64)
    for first in range(RANKS):
        begins[:PASSED, first] = live(first + 1, int(first == ACE), True, False)
        begins[WAITS, first] = live(first + 1, int(first == ACE), True, game.bank.stops == "when-decided")
    return _packed(begins), _packed(_padded(rows, BANK_ENDS))


def _padded(rows: Sequence[Sequence[int]], ends: int) -> NDArray[np.int64]:
    """Rows of live states after those of the ends, which lead to themselves."""
    whole = np.zeros((ends + len(rows), 16), np.int64)
    whole[:ends] = np.arange(ends)[:, None]
    for number, row in enumerate(rows):
        whole[ends + number, : len(row)] = row
    return whole


def _packed(states: NDArray[np.int64]) -> NDArray[np.uint16]:
    if states.max() >= 1 << 12:
        raise NotPlayable(N_("This way of playing has too many cases to be simulated."))
    return np.ascontiguousarray(states.ravel() << 4).astype(np.uint16)


def code_of(one: Card) -> int:
    """A card in the shoe of the simulation: what it counts in the lower half, its suit and symbol above.

    >>> from tapete.table.cards import card
    >>> code_of(card("As")) & 15, code_of(card("Kh")) & 15
    (0, 9)
    """
    symbol = one.number - 10 if one.number > 10 else 0
    return (points_of(one) - 1) | symbol << 4 | (one.index % 4) << 6


CODES = {code_of(one): one for one in CARDS}


class Kernel:
    """The simulation of one box. ``count`` may run in any thread; the rest is exact arithmetic.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet
    >>> opened = table("bo-2025/black-jack/clasico")
    >>> _ = opened.play([Bet("ana", "apuesta", (), 10)])
    >>> simulation = kernel(opened)
    >>> sum(number for number, _ in simulation.endings(simulation.count(seed=7, block=0, rounds=100)))
    100
    """

    def __init__(self, known: BlackjackOdds, policy: str = BEST) -> None:
        main = known.game.named("main")
        self.staked = sum((Fraction(position.stake) for position in known.positions), Fraction(0))
        stakes = sorted((p.spot.spot, int(p.stake)) for p in known.positions if p.bet == main)
        prices = [Prices(known.game, stake, known.house.rounding) for _, stake in stakes]
        nets = [nets_of(price, stake) for price, (_, stake) in zip(prices, stakes, strict=True)]
        banks = len(stakes) if known.game.bank and known.game.bank.hands > 1 else 0
        self._nets = nets[0]
        kinds, values = _kinds(nets, whole=banks > 0)
        sums, self._sums = _sums(values, (most_splits(known.game) + 1) * len(stakes))
        side, self._sides = _sides(known, main)
        self.tables = _tables(known, policy, (kinds, sums, side, banks))

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts: a row for each result of the side bets, in it the ends of hands and of splits."""
        return len(self._sides), ENDS * BANK_ENDS + len(self._sums)

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first hands of a block."""
        counts: NDArray[np.int64] = self._played(seed, block, rounds, 0)[0]
        return counts

    def plays(self, seed: int, block: int, rounds: int) -> Iterator[tuple[tuple[Card, ...], bool, Fraction]]:
        """The first hands of a block: the cards in their order, whether the shoe ended, and what the hand brought."""
        _, seen, notes = self._played(seed, block, rounds, rounds)
        for codes, (number, row, cell, over) in zip(seen, notes.tolist(), strict=True):
            net = self._sides[row] + self._net(cell)
            yield tuple(CODES[int(code)] for code in codes[:number]), bool(over), net

    def _played(self, seed: int, block: int, rounds: int, shown: int) -> Any:
        counts = np.zeros(self.shape(), np.int64)
        seen = np.zeros((shown, DECK * 2), np.uint8)
        notes = np.zeros((shown, 4), np.int64)
        play(counts, seen, notes, self.tables, np.uint64(seed), np.uint64(block), rounds)
        return counts, seen, notes

    def _net(self, cell: int) -> Fraction:
        if cell >= ENDS * BANK_ENDS:
            return self._sums[cell - ENDS * BANK_ENDS]
        return self._nets[divmod(cell, BANK_ENDS)]

    def endings(self, counts: NDArray[np.int64]) -> list[tuple[int, Ending]]:
        """How often each way of ending was met; further stakes count against what comes back."""
        found = []
        for row, cell in np.argwhere(counts).tolist():
            net = self._sides[row] + self._net(cell)
            found.append((int(counts[row, cell]), Ending(1, self.staked, self.staked + net)))
        return found


def is_simple(known: BlackjackOdds, policy: str) -> bool:
    """Whether the stakes are those of one box that only looks at its first two cards, in a shoe that never runs out.

    Whoever splits tens without limit can use up any shoe.
    """
    game, shoe, main = known.game, known.house.shoe, known.game.named("main")
    if game.bank is None or game.bonus is not None or game.named("tie-break") is not None:
        return False
    without_limit = game.split is not None and game.split.times is None
    if (without_limit and known.followed(policy).splits_tens) or not (shoe.machine or shoe.cut >= ENOUGH):
        return False
    stakes = [position.spot.spot for position in known.positions if position.bet == main]
    one_box = len({position.spot.box.number for position in known.positions}) == 1
    wins = (win for position in known.positions for win in game.bets[position.bet].wins.values())
    return one_box and len(set(stakes)) == len(stakes) > 0 and not needs_third(wins)


def nets_of(prices: Prices, stake: int) -> dict[tuple[int, int], Fraction]:
    """What each end of a hand brings against each end of the bank."""
    natural = [kind.mean for kind in prices.natural()]
    rows: dict[int, list[Fraction]] = {WAITS: natural}
    for total in range(LIMIT + 1):
        rows[total] = [kind.mean for kind in prices.against(total)]
        rows[LIMIT + 1 + total] = [kind.mean for kind in prices.against(total, doubled=True)]
    found = {(end, number): net * stake for end, row in rows.items() for number, net in enumerate(row)}
    found[WAITS, STOPPED] = natural[0] * stake
    found[PASSED, UNDRAWN], found[PASSED_DOUBLED, UNDRAWN] = Fraction(-stake), Fraction(-2 * stake)
    found[PAID, UNDRAWN] = natural[0] * stake
    for end, kind in ((GAVE_UP, prices.gives_up), (EVEN_MONEY, prices.even_money)):
        if kind is not None:
            found[end, UNDRAWN] = kind.mean * stake
    return found


def _kinds(nets: Sequence[dict[tuple[int, int], Fraction]], whole: bool) -> tuple[NDArray[np.int64], list[Fraction]]:
    """What a hand comes to against each of the bank's hands, as the number of a net: a split hand, or any hand.

    A hand that is over comes to the same against any bank.
    """
    ends = range(ENDS) if whole else (*range(PASSED), PASSED, PASSED_DOUBLED, GAVE_UP)
    known = [{place: net for place, net in row.items() if place[0] in ends} for row in nets]
    values = sorted({net for row in known for net in row.values()})
    table = np.zeros((len(nets), ENDS, BANK_ENDS), np.int64)
    for number, row in enumerate(known):
        for (end, bank), net in row.items():
            table[number, end, slice(None) if bank == UNDRAWN else bank] = values.index(net)
    return table, values


def _sums(kinds: Sequence[Fraction], most: int) -> tuple[NDArray[np.int64], list[Fraction]]:
    """Every sum that so many hands can come to, nothing first, and where one more hand of each kind leads from it."""
    numbers = {Fraction(0): 0}
    reached = {Fraction(0)}
    for _ in range(most):
        reached = {net + more for net in reached for more in kinds}
        for net in sorted(reached):
            numbers.setdefault(net, len(numbers))
    steps = [[numbers.get(net + more, 0) for more in kinds] for net in numbers]
    return np.array(steps, np.int64), list(numbers)


def most_splits(game: BlackjackGame) -> int:
    """How often a box is split, as far as it is simulated."""
    rule = game.split
    return 0 if rule is None else MOST_HANDS - 1 if rule.times is None else min(rule.times, MOST_HANDS - 1)


def _sides(known: BlackjackOdds, main: str | None) -> tuple[NDArray[np.uint8], list[Fraction]]:
    """What the side bets bring together, by the first two cards."""
    beside = [position for position in known.positions if position.bet != main]
    if not beside:
        return np.zeros((1, 1), np.uint8), [Fraction(0)]
    nets: dict[Fraction, int] = {}
    table = np.zeros((256, 256), np.uint8)
    for pair in product(CARDS, repeat=2):
        combinations = [(position, known.game.bets[position.bet].combination(pair)) for position in beside]
        net = sum((side_net(known, position, win) for position, win in combinations), Fraction(0))
        table[code_of(pair[0]), code_of(pair[1])] = nets.setdefault(net, len(nets))
    # A table with a single row has no side bets: one that brings the same for every pair still has two rows.
    return table, [*nets] if len(nets) > 1 else [*nets, Fraction(0)]


def side_net(known: BlackjackOdds, position: Position, win: Combination | None) -> Fraction:
    """What a side bet brings with a combination, or with none."""
    if win is None:
        return Fraction(-position.stake)
    gain = money.over(position.stake * win.pays.numerator, win.pays.denominator, known.house.rounding)
    return Fraction(max(gain, known.house.pots.get(position.bet, 0) if win.pot else 0))


def machines(known: BlackjackOdds, policy: str) -> Machines:
    """A way of playing and the bank as the first six of ``Tables``."""
    game, followed = known.game, known.followed(policy)
    assert game.natural is not None
    laws = Laws(followed, Prices(game))
    waits = ["ace" in game.natural.waits, *[False] * (RANKS - 2), "ten" in game.natural.waits]
    machine = Machine(followed, [laws.takes_even_money(first) for first in range(RANKS)], waits)
    by_first = [np.concatenate([states, np.full((6, 16, 16), PASSED)]) for states in _starts(machine)]
    deal, unsplit, second = map(_packed, by_first)
    bank_deal, bank_step = _bank(game)
    return deal, unsplit, _packed(_padded(machine.rows, ENDS)), second, bank_deal, bank_step


def new_shoe(decks: int) -> NDArray[np.uint8]:
    """The cards of so many decks as codes, and tens behind them."""
    return np.array([*(code_of(one) for _ in range(decks) for one in CARDS), *[TEN] * BEYOND], np.uint8)


def _tables(known: BlackjackOdds, policy: str, chips: tuple[Any, Any, Any, int]) -> Tables:
    game, house = known.game, known.house.shoe
    rule = game.split
    kinds, sums, side, banks = chips
    facts = (
        game.shoe.burn,
        0 if house.machine else house.cut,
        house.machine,
        most_splits(game),
        rule is not None and rule.aces_again,
        rule is not None and rule.same == "symbol",
        rule is not None and rule.order == "at-once",
        banks,
    )
    return Tables(*machines(known, policy), kinds, sums, side, new_shoe(house.decks), np.array(facts, np.int64))


def _starts(machine: Machine) -> tuple[NDArray[np.int64], ...]:
    return machine.deal, machine.unsplit, machine.second


def shipped() -> dict[str, Path]:
    """The strategies that come with Tapete, by name.

    >>> "seis-barajas" in shipped()
    True
    """
    return {path.stem: path for path in sorted(SHIPPED.glob("*.yaml"))}


def strategy(round: BlackjackRound, name: str) -> tuple[str, tuple[Bet, ...]]:
    """A strategy's file, by itself or by the name of one that comes with Tapete, and the bet it is played with."""
    path = str(shipped().get(name, name))
    if name not in shipped():
        read_file(name, Written, shipped())
        if not path.endswith(FILES):
            raise BadRecord(N_("The file of a strategy ends in .yaml: {file} does not."), file=name)
    return path, _usual_bets(round)


def _usual_bets(round: BlackjackRound) -> tuple[Bet, ...]:
    """A bet on the hand; on as many of the bank's hands as the document asks for, where it has several."""
    main, bank = round.rules.named("main"), round.rules.bank
    if main is None or bank is None:
        return ()
    stake = max(math.ceil(round.house.bounds[main].minimum), USUAL_STAKE)
    places = [(spot,) for spot in range(1, bank.compulsory + 1)] if bank.hands > 1 else [()]
    return tuple(Bet("ana", main, on, stake) for on in places)


def kernel(round: BlackjackRound, policy: str = BEST) -> Kernel | Several:
    """The simulation of the stakes that lie on a table: the fast one where they are simple."""
    from tapete.games.blackjack.several import Several, verify

    known = odds(round)
    verify(known, policy)
    return Kernel(known, policy) if is_simple(known, policy) else Several(known, policy)
