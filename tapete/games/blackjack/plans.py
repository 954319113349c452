"""Ways of playing: a plan for every hand, what it is worth, and the best one that looks at totals only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tapete.games.blackjack.compiled import followed
from tapete.games.blackjack.counts import (
    ACTIONS,
    DOUBLE,
    HIT,
    RANKS,
    STAND,
    SURRENDER,
    TEN,
    deals,
    hand_of,
    points,
)
from tapete.games.blackjack.hands import LIMIT
from tapete.games.blackjack.terms import NEVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.solver import Against, Solver, Worth


@dataclass(frozen=True)
class Plan:
    """What somebody does with every hand against every first card of the bank.

    ``actions`` are for hands that were not split and ``after`` for those that were, by first card and hand; ``splits``
    are the pairs that are split, by rank and first card.
    """

    actions: tuple[NDArray[np.int64], ...]
    after: tuple[NDArray[np.int64], ...]
    splits: frozenset[tuple[int, int]]


def by_total(
    solver: Solver, first_two: Mapping[tuple[int, bool], int], later: Mapping[tuple[int, bool], int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Decisions that look at totals, soft or hard, as decisions on hands: unsplit, and after a split."""
    keys = list(zip(solver.cards.totals.tolist(), solver.softs.tolist(), strict=True))
    two = solver.cards.hands.sum(axis=1) == 2
    further = np.array([later.get(key, STAND) for key in keys], np.int64)
    opening = np.array([first_two.get(key, STAND) for key in keys], np.int64)
    barred = (opening == DOUBLE) & ~solver.may_double
    keeps_double = (opening == DOUBLE) & solver.may_double_split
    keeps_surrender = (opening == SURRENDER) & solver.terms.gives_up_split
    return (
        np.where(two & ~barred, opening, further),
        np.where(two & (keeps_double | keeps_surrender), opening, further),
    )


class Followed:
    """What a plan is worth, hand by hand and on the whole."""

    def __init__(self, solver: Solver, plan: Plan) -> None:
        self.solver, self.plan = solver, plan
        self._values: dict[int, NDArray[np.float64]] = {}

    @cached_property
    def expected(self) -> float:
        """What a unit staked brings on average."""
        return self.solver.over_deals(self.deal)

    @cached_property
    def surrenders(self) -> bool:
        """Whether the plan ever gives a hand up."""
        return any(bool((actions == SURRENDER).any()) for actions in (*self.plan.actions, *self.plan.after))

    @cached_property
    def splits_tens(self) -> bool:
        """Whether the plan ever splits a pair of tens."""
        return self.solver.terms.splits > 0 and any(rank == TEN for rank, _ in self.plan.splits)

    def values(self, first: int) -> NDArray[np.float64]:
        """Every hand, not split."""
        if first not in self._values:
            solver, against = self.solver, self.solver.against(first)
            value = np.empty(len(solver.hands))
            rows, away = np.arange(len(solver.hands)), np.zeros(RANKS, np.int64)
            gives_up = float(solver.terms.gives_up[first])
            followed(solver.cards, first, against.stopped, self.plan.actions[first], gives_up, rows, away, value)
            self._values[first] = value
        return self._values[first]

    def split(self, rank: int, first: int) -> float:
        """A pair that is split."""
        return self.solver.against(first).pair(rank, self.plan.after[first])

    def split_chance(self, hand: Counts, first: int) -> float:
        """How likely a hand of two cards is split: tens, where they must have one symbol, only sometimes."""
        if sum(hand) != 2 or max(hand) != 2 or (hand.index(2), first) not in self.plan.splits:
            return 0.0
        by_symbol = self.solver.terms.same_symbol and hand[TEN] == 2
        return self.solver.against(first).same_symbol() if by_symbol else 1.0

    def deal(self, against: Against, hand: Counts) -> float:
        """A hand of two cards."""
        if hand == hand_of((1, 10)):
            return against.natural()
        value = float(self.values(against.first)[self.solver.index[hand]])
        chance = self.split_chance(hand, against.first)
        return chance * self.split(hand.index(2), against.first) + (1 - chance) * value if chance else value


class Strategy:
    """The best decisions for somebody who looks at the total, whether it is soft, and pairs; and what they are worth.

    ``hard``, ``soft`` and ``pairs`` give for each total, or rank of the pair, the decision against each card of the
    bank. ``double`` and ``surrender`` in them are for the first two cards; ``otherwise`` is then hit or stand.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.hard: dict[int, list[str]] = {}
        self.soft: dict[int, list[str]] = {}
        self.pairs: dict[int, list[str]] = {}
        self.otherwise: dict[tuple[int, bool], list[str]] = {}
        chosen = [self._against(first) for first in range(RANKS)]
        whole = Plan(tuple(unsplit for unsplit, _ in chosen), tuple(after for _, after in chosen), frozenset())
        self.followed = Followed(solver, replace(whole, splits=self._splits(whole)))

    @property
    def plan(self) -> Plan:
        """The decisions hand by hand."""
        return self.followed.plan

    @property
    def expected(self) -> float:
        """What a unit staked brings on average to somebody who follows this strategy."""
        return self.followed.expected

    def _against(self, first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        solver, against = self._solver, self._solver.against(first)
        weighed: dict[tuple[int, bool], list[tuple[float, Worth]]] = {}
        for hand, ways in deals(solver.shoe, first):
            total, soft = points(hand)
            if total < LIMIT:
                weighed.setdefault((total, soft), []).append((ways, against.worth(hand, splits=False)))
        first_two: dict[tuple[int, bool], int] = {}
        later: dict[tuple[int, bool], int] = {}
        for key, worths in sorted(weighed.items()):
            means = {name: _mean(worths, name) for name in ("stand", "hit", "double", "surrender")}
            later[key] = max((HIT, STAND), key=lambda act: means[ACTIONS[act]])
            chosen = max(means, key=lambda name: means[name])
            first_two[key] = ACTIONS.index(chosen)
            (self.soft if key[1] else self.hard).setdefault(key[0], []).append(chosen)
            self.otherwise.setdefault(key, []).append(ACTIONS[later[key]])
        return by_total(solver, first_two, later)

    def _splits(self, whole: Plan) -> frozenset[tuple[int, int]]:
        """The pairs that are worth more split."""
        found = set()
        followed = Followed(self._solver, whole)
        for first in range(RANKS):
            for rank in range(RANKS):
                hand = hand_of((rank + 1, rank + 1))
                if hand not in self._solver.index:
                    continue
                row = self._solver.index[hand]
                better = self._solver.terms.splits > 0 and followed.split(rank, first) > followed.values(first)[row]
                if better:
                    found.add((rank, first))
                action = ACTIONS[int(whole.actions[first][row])]
                self.pairs.setdefault(rank, []).append("split" if better else action)
        return frozenset(found)


def _mean(worths: list[tuple[float, Worth]], name: str) -> float:
    """The mean worth of a decision over the compositions of a total that allow it."""
    found = [(ways, value) for ways, worth in worths if (value := getattr(worth, name)) is not None]
    return sum(ways * value for ways, value in found) / sum(ways for ways, _ in found) if found else NEVER
