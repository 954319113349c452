"""Side bets and bonuses over every card of the shoe, by rank and suit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from tapete.games.blackjack.counts import DOUBLE, HIT, RANKS, hand_of
from tapete.games.blackjack.hands import points_of
from tapete.games.blackjack.rules import best
from tapete.games.blackjack.thirds import copies
from tapete.table.cards import CARDS, DECK, SUITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.plans import Followed
    from tapete.games.blackjack.rules import Combination
    from tapete.table.cards import Card

FIRST_TWO = 2


def ways(wins: Mapping[str, Combination], decks: int, hand: Counts | None = None) -> Counter[Fraction | None]:
    """In how many ordered ways the first two cards win at each price; None: they lose.

    With a ``hand``, only its values count.

    >>> from tapete.games import rules
    >>> bet = rules("bo-2025/black-jack/perfect-pairs").bets["perfect-pairs"]
    >>> {str(pays): number for pays, number in ways(bet.wins, 6).items()}, 312 * 311
    ({'25': 1560, '5': 3744, '15': 1872, 'None': 89856}, 97032)
    """
    found: Counter[Fraction | None] = Counter()
    for pair in product(CARDS, repeat=FIRST_TWO):
        if hand is None or hand_of([points_of(one) for one in pair]) == hand:
            win = best(wins.values(), pair)
            found[None if win is None else win.pays] += decks * (decks - (pair[0] is pair[1]))
    return found


def without_one(
    wins: Mapping[str, Combination], decks: int, gain: Callable[[Fraction], Fraction]
) -> dict[Fraction, list[str]]:
    """What a unit brings when one card has left the full shoe: the ranks, or single cards, that do the same."""
    prices = {pair: best(wins.values(), pair) for pair in product(CARDS, repeat=FIRST_TWO)}
    nets = {pair: Fraction(-1) if win is None else gain(win.pays) for pair, win in prices.items()}
    cards = DECK * decks
    whole = sum((decks * (decks - (a is b)) * net for (a, b), net in nets.items()), Fraction(0))
    found: dict[Fraction, list[Card]] = {}
    for gone in CARDS:
        others = ((nets[gone, one] + nets[one, gone]) * (decks - (one is gone)) for one in CARDS)
        left = (whole - sum(others, Fraction(0))) / ((cards - 1) * (cards - 2))
        found.setdefault(left, []).append(gone)
    return {net: _by_rank(gone) for net, gone in found.items()}


def _by_rank(cards: Sequence[Card]) -> list[str]:
    """Cards by their rank where all four of it are there, otherwise by themselves."""
    suits = Counter(one.rank for one in cards)
    return list(dict.fromkeys(one.rank if suits[one.rank] == len(SUITS) else str(one) for one in cards))


def needs_third(wins: Iterable[Combination]) -> bool:
    """Whether some combination needs a third card, which comes only if the player draws it."""
    return any(win.cards > FIRST_TWO for win in wins)


def first_cards(wins: Mapping[str, Combination], followed: Followed, decks: int) -> dict[str, float]:
    """How likely each combination is the best of a box's first cards, where a plan decides whether a third one comes.

    The third card is the next one that the box gets: asked for, of a double, or the first after a split.
    """
    named = {id(win): name for name, win in wins.items()}
    cards = DECK * decks
    found = dict.fromkeys(wins, 0.0)
    for pair in product(CARDS, repeat=FIRST_TWO):
        win = best(wins.values(), pair)
        if win is not None:
            found[named[id(win)]] += copies(pair, decks) / (cards * (cards - 1))
    better: Counter[tuple[str, str | None, tuple[int, ...]]] = Counter()
    for trio in product(CARDS, repeat=3):
        win, before = best(wins.values(), trio), best(wins.values(), trio[:FIRST_TWO])
        if win is not None and win is not before:
            name = named[id(win)], None if before is None else named[id(before)]
            better[*name, tuple(map(points_of, trio))] += copies(trio, decks)
    for (after, instead, values), number in better.items():
        chance = number / (cards * (cards - 1) * (cards - 2)) * _drawn(values, followed, split=1)
        found[after] += chance
        if instead is not None:
            found[instead] -= chance
    return found


def _drawn(values: tuple[int, ...], followed: Followed, split: int = 0) -> float:
    """How likely the plan draws a third card to the first two, whatever the bank's first card turns out to be.

    ``split``: whether the card that follows a split counts as one.
    """
    shoe, hand = followed.solver.shoe, hand_of(values[:2])
    row = followed.solver.index[hand]
    left = [int(shoe[first]) - values.count(first + 1) for first in range(RANKS)]
    chance = 0.0
    for first in range(RANKS):
        parts = followed.split_chance(hand, first)
        draws = followed.plan.actions[first][row] in (HIT, DOUBLE)
        chance += left[first] / sum(left) * (parts * split + (1 - parts) * draws)
    return chance
