"""The solver against a plain telling of the game: every order of the cards of a small shoe, in exact fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from tapete.games import rules
from tapete.games.blackjack.counts import ACE, ACTIONS, DOUBLE, HIT, RANKS, STAND, Counts, full_shoe, hand_of, points
from tapete.games.blackjack.odds import with_fact
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.terms import Terms

F = Fraction
GAME: Any = rules("bo-2025/black-jack/clasico")
SMALL = (2, 2, 0, 0, 1, 2, 0, 5, 0, 5)


def less(shoe: Counts, rank: int, number: int = 1) -> Counts:
    return (*shoe[:rank], shoe[rank] - number, *shoe[rank + 1 :])


def more(hand: Counts, rank: int) -> Counts:
    return less(hand, rank, -1)


def draws(shoe: Counts) -> list[tuple[int, Fraction]]:
    return [(rank, Fraction(number, sum(shoe))) for rank, number in enumerate(shoe) if number]


@cache
def bank(hand: Counts, shoe: Counts) -> dict[tuple[int, bool], Fraction]:
    """How the bank's hand can end: points and whether it is a natural."""
    total, soft = points(hand)
    if sum(hand) > 1 and (total > 21 or not GAME.bank_draws(total, soft)):
        return {(min(total, 22), sum(hand) == 2 and total == 21): Fraction(1)}
    found: dict[tuple[int, bool], Fraction] = {}
    for rank, chance in draws(shoe):
        for end, part in bank(more(hand, rank), less(shoe, rank)).items():
            found[end] = found.get(end, Fraction(0)) + chance * part
    return found


def stand(hand: Counts, first: int, shoe: Counts, natural: bool = False) -> Fraction:
    ends = bank(hand_of((first + 1,)), shoe)
    return sum((p * GAME.outcome(points(hand)[0], natural, *end)[1] for end, p in ends.items()), Fraction(0))


@cache
def drawn(hand: Counts, first: int, shoe: Counts) -> Fraction:
    """The better of standing and drawing."""
    total, _ = points(hand)
    if total > 21:
        return Fraction(-1)
    standing = stand(hand, first, shoe)
    if total == 21:
        return standing
    return max(standing, hit(hand, first, shoe))


def hit(hand: Counts, first: int, shoe: Counts) -> Fraction:
    return sum((p * drawn(more(hand, r), first, less(shoe, r)) for r, p in draws(shoe)), Fraction(0))


def doubled(hand: Counts, first: int, shoe: Counts) -> Fraction:
    total = Fraction(0)
    for rank, chance in draws(shoe):
        after = more(hand, rank)
        worth = Fraction(-1) if points(after)[0] > 21 else stand(after, first, less(shoe, rank))
        total += 2 * chance * worth
    return total


@pytest.mark.parametrize("first", [rank for rank in range(RANKS) if SMALL[rank]])
def test_every_hand_of_two_cards_by_brute_force(first: int) -> None:
    solver = Solver(Terms.of(GAME), SMALL)
    shoe = less(SMALL, first)
    for a in range(RANKS):
        for b in range(a, RANKS):
            hand = hand_of((a + 1, b + 1))
            if any(n > m for n, m in zip(hand, shoe, strict=True)):
                continue
            left = tuple(m - n for n, m in zip(hand, shoe, strict=True))
            worth = solver.worth(hand, first)
            assert worth.stand == pytest.approx(float(stand(hand, first, left)), abs=1e-12)
            if worth.hit is not None:
                assert worth.hit == pytest.approx(float(hit(hand, first, left)), abs=1e-12)
            if worth.double is not None:
                assert worth.double == pytest.approx(float(doubled(hand, first, left)), abs=1e-12)


class Splitting:
    """A pair played out in every order: each hand gets its second card in its turn and follows the solver."""

    def __init__(self, solver: Solver, rank: int, first: int) -> None:
        self.rank, self.first, self.terms = rank, first, solver.terms
        self.solver = solver
        self.actions = solver.against(first).after_split()
        self.memory: dict[Any, Fraction] = {}

    def value(self) -> Fraction:
        shoe = less(less(tuple(int(n) for n in self.solver.shoe), self.first), self.rank, 2)
        splits = 1 if self.rank == ACE and not self.terms.aces_again else self.terms.splits
        return self.next(2, (), shoe, splits - 1)

    def next(self, waiting: int, done: tuple[tuple[int, int], ...], shoe: Counts, splits: int) -> Fraction:
        if waiting == 0:
            return self.paid(done, shoe)
        key = waiting, tuple(sorted(done)), shoe, splits
        if key not in self.memory:
            one = hand_of((self.rank + 1,))
            self.memory[key] = sum(
                (p * self.second(more(one, r), r, waiting, done, less(shoe, r), splits) for r, p in draws(shoe)),
                Fraction(0),
            )
        return self.memory[key]

    def second(
        self, hand: Counts, rank: int, waiting: int, done: tuple[tuple[int, int], ...], shoe: Counts, splits: int
    ) -> Fraction:
        if rank == self.rank and splits:
            return self.next(waiting + 1, done, shoe, splits - 1)
        if self.rank == ACE and self.terms.ace_cards == 1:
            return self.next(waiting - 1, (*done, (points(hand)[0], 1)), shoe, splits)
        return self.play(hand, waiting, done, shoe, splits)

    def play(
        self, hand: Counts, waiting: int, done: tuple[tuple[int, int], ...], shoe: Counts, splits: int
    ) -> Fraction:
        total = points(hand)[0]
        action = STAND if total > 21 else int(self.actions[self.solver.index[hand]])
        if action == STAND:
            return self.next(waiting - 1, (*done, (min(total, 22), 1)), shoe, splits)
        worth = Fraction(0)
        for rank, chance in draws(shoe):
            after, left = more(hand, rank), less(shoe, rank)
            if self.terms.prizes is not None and sum(hand) == 2:
                a, b = (r for r, number in enumerate(hand) for _ in range(number))
                worth += chance * Fraction(float(self.terms.prizes[a, b, rank]))
            if action == HIT:
                worth += chance * self.play(after, waiting, done, left, splits)
            else:
                assert action == DOUBLE, ACTIONS[action]
                end = (min(points(after)[0], 22), 2)
                worth += chance * self.next(waiting - 1, (*done, end), left, splits)
        return worth

    def paid(self, done: tuple[tuple[int, int], ...], shoe: Counts) -> Fraction:
        total = Fraction(0)
        for end, chance in bank(hand_of((self.first + 1,)), shoe).items():
            for won, stake in done:
                total += chance * stake * (GAME.outcome(won, False, *end)[1] if won <= 21 else -1)
        return total


@pytest.mark.parametrize("splits", [1, 2, 3])
@pytest.mark.parametrize(("rank", "first"), [(7, 9), (7, 5), (7, 7), (9, 5), (1, 7), (0, 7), (9, 9)])
def test_splits_in_every_order_of_the_cards(rank: int, first: int, splits: int) -> None:
    solver = Solver(replace(Terms.of(GAME), splits=splits, same_symbol=False), SMALL)
    found = solver.against(first).split(hand_of((rank + 1, rank + 1)))
    assert found == pytest.approx(float(Splitting(solver, rank, first).value()), abs=1e-12)


PLENTY = (0, 0, 0, 0, 0, 0, 0, 10, 4, 14)


@pytest.mark.parametrize(
    ("shoe", "rank", "first", "splits"), [(SMALL, 7, 9, 1), (SMALL, 1, 7, 1), (SMALL, 5, 7, 1), (PLENTY, 7, 8, 3)]
)
def test_prizes_of_split_hands_in_every_order_of_the_cards(shoe: Counts, rank: int, first: int, splits: int) -> None:
    """Any prize for a third card, whatever it is for: here it is larger the more the three cards differ."""
    prizes = np.fromfunction(lambda a, b, r: (abs(a - r) + abs(b - r) / 8) / 64, (RANKS,) * 3)
    terms = replace(Terms.of(GAME), splits=splits, same_symbol=False, prizes=prizes + prizes.transpose(1, 0, 2))
    solver = Solver(terms, shoe)
    found = solver.against(first).split(hand_of((rank + 1, rank + 1)))
    assert found == pytest.approx(float(Splitting(solver, rank, first).value()), abs=1e-11)


def test_aces_that_may_be_split_again() -> None:
    shoe = (5, 1, 0, 0, 1, 1, 0, 2, 0, 4)
    solver = Solver(replace(Terms.of(GAME), splits=3, aces_again=True), shoe)
    found = solver.against(9).split(hand_of((1, 1)))
    assert found == pytest.approx(float(Splitting(solver, ACE, 9).value()), abs=1e-12)


@pytest.mark.parametrize("splits", [4, 6])
def test_many_splits_of_a_pair_with_many_cards(splits: int) -> None:
    """Beyond the fourth further pair card nothing is estimated."""
    shoe = (0, 0, 0, 0, 0, 0, 0, 10, 4, 14)
    solver = Solver(replace(Terms.of(GAME), splits=splits), shoe)
    found = solver.against(8).split(hand_of((8, 8)))
    assert found == pytest.approx(float(Splitting(solver, 7, 8).value()), abs=1e-12)


def test_the_whole_game_from_six_decks() -> None:
    solver = Solver(Terms.of(GAME), full_shoe(6))
    assert solver.by_totals.expected < solver.expected < 0
    assert solver.expected - solver.by_totals.expected < 1e-4
    assert solver.by_totals.hard[16][9] == "surrender"
    assert solver.by_totals.pairs[7][1:9] == ["split"] * 8


ENDLESS = 10**8
CHANCES = [F(1, 13)] * 9 + [F(4, 13)]


class Endless:
    """The game from a shoe without end, told anew: every card is as likely as in a whole deck, whatever has come."""

    def __init__(self, splits: int, aces_again: bool = False, soft: str = "stands") -> None:
        self.splits, self.aces_again, self.soft = splits, aces_again, soft
        self.hands: dict[tuple[int, int, bool], float] = {}
        self.banks: dict[tuple[int, bool, int], dict[int, float]] = {}

    def bank(self, hard: int, ace: bool, cards: int) -> dict[int, float]:
        """Totals; 22: passed, 23: a natural."""
        key = hard, ace, cards
        if key not in self.banks:
            total = hard + 10 if ace and hard <= 11 else hard
            draws_soft = self.soft == "draws" and total == 17 and total != hard
            if total > 16 and cards > 1 and not draws_soft:
                end = 23 if total == 21 and cards == 2 else min(total, 22)
                return {end: 1.0}
            found: dict[int, float] = {}
            for value, chance in enumerate(CHANCES, start=1):
                for end, part in self.bank(hard + value, ace or value == 1, cards + 1).items():
                    found[end] = found.get(end, 0.0) + float(chance) * part
            self.banks[key] = found
        return self.banks[key]

    def stand(self, first: int, total: int) -> float:
        return sum(
            part * (1 if end == 22 or (end < 22 and total > end) else 0 if total == end else -1)
            for end, part in self.bank(first, first == 1, 1).items()
        )

    def drawn(self, first: int, hard: int, ace: bool) -> float:
        """The better of standing and drawing."""
        if hard > 21:
            return -1.0
        total = hard + 10 if ace and hard <= 11 else hard
        key = first, hard, ace
        if key not in self.hands:
            standing = self.stand(first, total)
            self.hands[key] = standing if total == 21 else max(standing, self.hit(first, hard, ace))
        return self.hands[key]

    def hit(self, first: int, hard: int, ace: bool) -> float:
        return sum(
            float(p) * self.drawn(first, hard + value, ace or value == 1) for value, p in enumerate(CHANCES, start=1)
        )

    def double(self, first: int, hard: int, ace: bool) -> float:
        """Nine, ten and eleven, an ace either way; never a Black Jack."""
        high = hard + 10 if ace else hard
        if high == 21 or not {hard, high} & {9, 10, 11}:
            return -9.0
        total = 0.0
        for value, p in enumerate(CHANCES, start=1):
            after, with_ace = hard + value, ace or value == 1
            best = after + 10 if with_ace and after <= 11 else after
            total += 2 * float(p) * (-1.0 if after > 21 else self.stand(first, best))
        return total

    def two(self, first: int, a: int, b: int) -> float:
        hard, ace = a + b, 1 in (a, b)
        best = max(self.stand(first, hard + 10 if ace else hard), self.hit(first, hard, ace))
        if hard + 10 == 21 and ace:
            best = self.stand(first, 21)
        return max(best, self.double(first, hard, ace))

    def split(self, first: int, rank: int) -> float:
        """All hands of a pair: a further pair is split again as long as it may be."""
        again = self.splits - 1 if rank != 1 or self.aces_again else 0
        chance = float(CHANCES[rank - 1])

        def second(value: int) -> float:
            if rank == 1:
                return self.stand(first, 12 if value == 1 else min(11 + value, 21))
            return self.two(first, rank, value)

        every = sum(float(p) * second(value) for value, p in enumerate(CHANCES, start=1))
        others = (every - chance * second(rank)) / (1 - chance)

        def follow(waiting: int, left: int) -> float:
            if waiting == 0:
                return 0.0
            if left == 0:
                return waiting * every
            return chance * follow(waiting + 1, left - 1) + (1 - chance) * (others + follow(waiting - 1, left))

        return follow(2, again)

    def expected(self, gives_up: bool) -> float:
        total = 0.0
        for first in range(1, 11):
            for a in range(1, 11):
                for b in range(1, 11):
                    weight = float(CHANCES[first - 1] * CHANCES[a - 1] * CHANCES[b - 1])
                    total += weight * self.deal(first, a, b, gives_up)
        return total

    def deal(self, first: int, a: int, b: int, gives_up: bool) -> float:
        if {a, b} == {1, 10}:
            other = self.bank(first, first == 1, 1).get(23, 0.0)
            return max(1.5 * (1 - other), 1.0 if first == 1 else -1.0)
        best = self.two(first, a, b)
        if a == b:
            best = max(best, self.split(first, a))
        return max(best, -0.5) if gives_up and first != 1 else best


@pytest.mark.parametrize(("splits", "aces_again"), [(1, False), (3, False), (3, True), (6, True)])
def test_the_whole_game_from_a_shoe_without_end(splits: int, aces_again: bool) -> None:
    for gives_up in (True, False):
        terms = replace(Terms.of(GAME, gives_up), splits=splits, aces_again=aces_again, same_symbol=False)
        found = Solver(terms, full_shoe(ENDLESS)).expected
        assert found == pytest.approx(Endless(splits, aces_again).expected(gives_up), abs=1e-7)


def test_a_soft_17_drawn_from_a_shoe_without_end() -> None:
    terms = replace(Terms.of(GAME), splits=3, soft_draws=True, same_symbol=False)
    found = Solver(terms, full_shoe(ENDLESS)).expected
    assert found == pytest.approx(Endless(3, soft="draws").expected(True), abs=1e-7)


@pytest.mark.parametrize(("hand", "first"), [((6, 10), 10), ((7, 9), 10), ((2, 10), 3), ((5, 6), 10), ((9, 10), 10)])
def test_hands_of_one_deck_by_brute_force(hand: tuple[int, int], first: int) -> None:
    solver = Solver(Terms.of(GAME), full_shoe(1))
    shoe = less(less(less(full_shoe(1), first - 1), hand[0] - 1), hand[1] - 1)
    held = hand_of(hand)
    worth = solver.worth(held, first - 1)
    assert worth.stand == pytest.approx(float(stand(held, first - 1, shoe)), abs=1e-12)
    assert worth.hit == pytest.approx(float(hit(held, first - 1, shoe)), abs=1e-12)
    if worth.double is not None:
        assert worth.double == pytest.approx(float(doubled(held, first - 1, shoe)), abs=1e-12)


@pytest.mark.parametrize(
    ("decks", "facts", "expected"),
    [
        (6, {}, -0.004105714938),
        (8, {"surrender": None, "even_money": None}, -0.006886841508),
        (8, {"surrender": None, "even_money": None, "double.totals": None}, -0.005955540558),
        (
            1,
            {"surrender": None, "even_money": None, "double.totals": None, "double.after_split": False},
            -0.000809299307,
        ),
        (
            6,
            {"even_money": None, "double.totals": None, "double.after_split": False, "bank.soft": "draws"},
            -0.006511230890,
        ),
        (
            2,
            {
                "surrender": None,
                "even_money": None,
                "double.totals": None,
                "bank.soft": "draws",
                "natural.pays": F(6, 5),
            },
            -0.019092510577,
        ),
    ],
    ids=str,
)
def test_whole_games_by_another_program(decks: int, facts: dict[str, Any], expected: float) -> None:
    """One split, no hole card. A program of its own, in C++, followed every order of the bank's cards for each hand."""
    game = with_fact(GAME, "split.times", 1)
    for path, value in facts.items():
        game = with_fact(game, path, value)  # type: ignore[arg-type]
    assert game is not None
    assert Solver(Terms.of(game), full_shoe(decks)).expected == pytest.approx(expected, abs=2e-12)
