"""Hands of Black Jack as pure functions of their cards: points, naturals, pairs, combinations.

Figures count ten; an ace counts eleven while that does not pass 21, otherwise one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.table.cards import Card

LIMIT = 21
Group = Literal["ace", "ten"]


def points_of(one: Card) -> int:
    """What a card counts, an ace as one.

    >>> from tapete.table.cards import card
    >>> points_of(card("Kc")), points_of(card("As"))
    (10, 1)
    """
    return one.number if one.number < 10 else 10


def group_of(one: Card) -> Group | None:
    """Whether a card is an ace or counts ten."""
    if one.number == 1:
        return "ace"
    return "ten" if one.number >= 10 else None


def score(hard: int, aces: int) -> tuple[int, bool]:
    """Points, and whether an ace counts eleven in them, from the sum with aces as one and the number of free aces.

    >>> score(7, 1), score(17, 1), score(25, 0)
    ((17, True), (17, False), (25, False))
    """
    return (hard + 10, True) if aces and hard + 10 <= LIMIT else (hard, False)


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """Points of some cards, and whether an ace counts eleven in them.

    >>> from tapete.table.cards import cards
    >>> total(cards(("As", "6d"))), total(cards(("As", "6d", "Kh")))
    ((17, True), (17, False))
    """
    return score(sum(map(points_of, cards)), sum(one.number == 1 for one in cards))


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a card that counts ten.

    >>> from tapete.table.cards import cards
    >>> is_natural(cards(("As", "10d"))), is_natural(cards(("7s", "7d", "7h")))
    (True, False)
    """
    return len(cards) == 2 and {group_of(cards[0]), group_of(cards[1])} == {"ace", "ten"}


def is_pair(cards: Sequence[Card], same: Literal["points", "symbol"]) -> bool:
    """Whether two cards are a pair, by points or by symbol.

    >>> from tapete.table.cards import cards
    >>> is_pair(cards(("Ks", "10d")), "points"), is_pair(cards(("Ks", "10d")), "symbol")
    (True, False)
    """
    if len(cards) != 2:
        return False
    first, second = cards
    return points_of(first) == points_of(second) if same == "points" else first.number == second.number


Suits = Literal["same", "colour", "mixed", "different"]


def suits_are(cards: Sequence[Card], how: Suits) -> bool:
    """One suit (``same``), one colour in more than one suit, both colours (``mixed``), or more than one suit.

    >>> from tapete.table.cards import cards
    >>> suits_are(cards(("7h", "7d")), "colour"), suits_are(cards(("7h", "7s")), "mixed")
    (True, True)
    """
    one_suit = len({one.suit for one in cards}) == 1
    one_colour = len({one.red for one in cards}) == 1
    return {
        "same": one_suit,
        "colour": one_colour and not one_suit,
        "mixed": not one_colour,
        "different": not one_suit,
    }[how]


def in_sequence(cards: Sequence[Card], ace_high: bool = False) -> bool:
    """Whether the ranks follow each other, in whatever order they came; the ace before the two, or also after the king.

    >>> from tapete.table.cards import cards
    >>> in_sequence(cards(("8h", "6h", "7h"))), in_sequence(cards(("Qh", "Kh", "Ah")), ace_high=True)
    (True, True)
    """
    numbers = sorted(one.number for one in cards)
    high = sorted(14 if n == 1 else n for n in numbers)
    return any(all(b == a + 1 for a, b in pairwise(row)) for row in ((numbers, high) if ace_high else (numbers,)))
