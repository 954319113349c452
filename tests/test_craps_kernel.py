"""The compiled simulation of craps: its chips against the round, and its figures against the exact odds."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from tapete.games import table
from tapete.games.craps.rules import THROWS
from tapete.lab.contract import kernel_of, odds_of
from tapete.lab.runner import BLOCK, simulate
from tapete.lab.sample import Sample, fit
from tapete.lab.study import Study
from tapete.table.actions import Bet, Decision
from tests.playing import craps_variants, lay_bets, somebody_throws

MIXED = (
    Bet("ana", "pass-line", (), 10),
    Bet("ana", "dont-pass", (), 5),
    Bet("ana", "field", (), 3),
    Bet("ana", "hard-6", (), 7),
    Bet("ana", "right-bet", (8,), 11),
    Bet("ana", "wrong-bet", (4,), 9),
)
TABLES, ROUNDS = 4, 25


@pytest.mark.parametrize(("name", "readings"), list(craps_variants()), ids=str)
def test_kernel_and_round_agree_chip_for_chip(name: str, readings: dict[str, str]) -> None:
    """Random stakes at random tables, the same dice for both, every policy; each round by itself."""
    random = Random(f"{name} {readings}")
    for number in range(TABLES):
        settings = {"rounding": ("exact", "down", "up", "nearest")[number], "readings": readings}
        opened = table(name, settings)
        bets = lay_bets(opened, random, random.randint(1, 25))
        if not bets:
            continue
        for policy in odds_of(opened).policies:
            kernel: Any = kernel_of(opened, policy)
            seed = random.getrandbits(64)
            for block in range(ROUNDS):
                ((rounds, ending),) = kernel.endings(kernel.count(seed, block, 1))
                assert rounds == 1
                draws = kernel.draws(seed, block, int(ending.draws))
                assert ending.returned == played(table(name, settings), bets, draws, policy)


def played(opened: Any, bets: list[Bet], draws: list[Any], policy: str) -> Any:
    """What the same throws bring at the table; the last of them, and no earlier one, decides the last stake."""
    opened.play(bets)
    for throw in draws:
        assert any(p.player == "ana" for p in opened.standing)
        if policy == "turn-on":
            for position in [p for p in opened.standing if p.player == "ana" and p.state == "off"]:
                if position.spot.rule.without_point == "off-unless-asked":
                    opened.apply(Decision("ana", "turn-on", (position.bet, *position.on)))
        somebody_throws(opened, throw)
    assert not any(p.player == "ana" for p in opened.standing)
    return opened.accounts["ana"].returned


def test_rounds_of_a_block_follow_each_other() -> None:
    """What a block counts after so many rounds is what its throws, cut into rounds one after the other, bring."""
    opened = table("cl-2023/craps")
    opened.play(MIXED)
    kernel: Any = kernel_of(opened)
    draws = iter(kernel.draws(3, 4, 20_000))
    before = np.zeros(kernel.shape(), np.int64)
    for number in range(1, 200):
        after = kernel.count(3, 4, number)
        one, before = after - before, after
        (index,) = np.flatnonzero(one[0])
        assert one[0, index] == 1
        throws = [next(draws) for _ in range(one[1].sum())]
        fresh: Any = table("cl-2023/craps")
        assert played(fresh, list(MIXED), throws, "best") == Fraction(int(kernel.backs[index]), kernel.scale)


@pytest.mark.parametrize(("name", "readings"), list(craps_variants()), ids=str)
def test_simulation_agrees_with_the_exact_odds(name: str, readings: dict[str, str]) -> None:
    """The mean of half a million rounds lies within the simulation's own interval of 99.9 % around the exact one."""
    opened = table(name, {"readings": readings})
    lay_bets(opened, Random(name), 6)
    for policy in odds_of(opened).policies:
        joint, kernel = odds_of(opened).joint(policy), kernel_of(opened, policy)
        found = Sample.of(kernel.endings(kernel.count(20, 5, 500_000)))
        assert found.rounds == 500_000
        assert found.staked == 500_000 * joint.staked
        assert abs(found.mean - joint.expected) < 3.29 * found.error
        assert found.deviation == pytest.approx(joint.deviation, rel=0.02)
        assert found.draws / found.rounds == pytest.approx(float(joint.draws), rel=0.01)
        assert fit(found, joint).p_value > 1e-4


def test_every_throw_is_as_likely_as_any_other() -> None:
    kernel: Any = kernel_of(laid(MIXED))
    draws = kernel.draws(1, 1, 360_000)
    square = sum((draws.count(throw) - 10_000) ** 2 / 10_000 for throw in THROWS)
    assert square < 35 + 5 * math.sqrt(70)


def laid(bets: tuple[Bet, ...]) -> Any:
    opened = table("bo-2025/craps")
    opened.play(bets)
    return opened


def test_the_number_of_workers_leaves_no_trace() -> None:
    kernel = Study("bo-2025/craps", bets=MIXED).kernel()
    rounds = 10 * BLOCK + 777
    first = simulate(kernel, rounds, seed=7, workers=1)
    for workers in (2, 3):
        assert (simulate(kernel, rounds, seed=7, workers=workers).counts == first.counts).all()
    assert first.sample.rounds == rounds


def test_a_kernel_travels() -> None:
    kernel = kernel_of(laid(MIXED))
    there = pickle.loads(pickle.dumps(kernel))
    assert (there.count(1, 2, 10_000) == kernel.count(1, 2, 10_000)).all()
    assert there.endings(there.count(1, 2, 100)) == kernel.endings(kernel.count(1, 2, 100))
