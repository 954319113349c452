"""The compiled simulation: its random numbers, and its chips against the round and against the exact odds."""

from __future__ import annotations

import itertools
import math
import pickle
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from tapete.games import library, table
from tapete.lab.contract import kernel_of, odds_of
from tapete.table import philox
from tapete.table.actions import Bet
from tests.playing import ONE_DRAW, lay_bets, spin, variants

PRICED: dict[str, dict[str, str]] = {}
for _name, _readings in variants():
    PRICED.setdefault(_name, _readings)
FRENCH = "pv-1996/ruleta-francesa"


@pytest.mark.parametrize(
    ("first", "block", "seed", "expected"),
    [
        (0, 0, 0, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        (2**64 - 1, 2**64 - 1, 2**64 - 1, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (0x85A308D3_243F6A88, 0x03707344_13198A2E, 0x299F31D0_A4093822, "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_known_answers_of_philox(first: int, block: int, seed: int, expected: str) -> None:
    """The vectors that the authors of Random123 publish for philox4x32 of ten rounds."""
    (found,) = philox.words(np.uint64(seed), np.uint64(block), np.uint64(first), 1)
    assert " ".join(f"{word:08x}" for word in found) == expected


def drawn(seed: int, block: int, number: int, cells: int) -> list[int]:
    """The draws as the method says, word by word, without the compiler's help."""
    found: list[int] = []
    for word in philox.words(np.uint64(seed), np.uint64(block), np.uint64(0), number).ravel():
        product = int(word) * cells
        if product % 2**32 >= 2**32 % cells:
            found.append(product >> 32)
    return found[:number]


@pytest.mark.parametrize("cells", [2, 9, 37, 38, 54, 3_000_000_000])
def test_cells_are_drawn_without_favour(cells: int) -> None:
    found = np.empty(9000, np.uint32)
    philox.first_cells(found, np.uint64(2**63 + 5), np.uint64(2**40 + 1), np.uint64(cells))
    assert found.tolist() == drawn(2**63 + 5, 2**40 + 1, 9000, cells)


@pytest.mark.parametrize("rounds", [0, 1, 4095, 4096, 4097, 50_000])
def test_counts_are_those_of_the_draws(rounds: int) -> None:
    opened = table("cl-2023/big-six")
    opened.play([Bet("ana", "valor-5", (), 5)])
    kernel = kernel_of(opened, "best")
    counts = Counter(dict(zip(range(54), kernel.count(3, 9, rounds).tolist(), strict=True)))
    assert +counts == Counter(drawn(3, 9, max(rounds, 1), 54)[:rounds])


def endings(kernel: Any, seed: int, block: int, rounds: int) -> Counter[tuple[int, Fraction]]:
    found: Counter[tuple[int, Fraction]] = Counter()
    for number, ending in kernel.endings(kernel.count(seed, block, rounds)):
        found[ending.draws, ending.returned] += number
    return found


def played(opened: Any, bets: list[Bet], draws: list[Any], policy: str, rounds: int) -> list[tuple[int, Fraction]]:
    """The same rounds at the table: how many spins each took and what came back."""
    found: list[tuple[int, Fraction]] = []
    coming = iter(draws)
    for _ in range(rounds):
        before, spins = returned_so_far(opened), 0
        opened.play(bets)
        while not spins or opened.standing:
            spin(opened, next(coming), policy)
            spins += 1
        found.append((spins, Fraction(returned_so_far(opened)) - before))
    return found


def returned_so_far(opened: Any) -> Any:
    return sum(account.returned for account in opened.accounts.values())


@pytest.mark.parametrize(("name", "readings"), list(variants()), ids=str)
def test_kernel_and_round_agree_chip_for_chip(name: str, readings: dict[str, str]) -> None:
    """Random stakes at random tables, the same draws for both, every policy; each round by itself."""
    random = Random(f"{name} {readings}")
    for rounding in ("exact", "down", "up", "nearest"):
        settings: dict[str, Any] = {"rounding": rounding, "readings": readings}
        if random.random() < 0.7:
            settings["minimum"] = random.randint(1, 9)
        opened = table(name, settings)
        bets = lay_bets(opened, random, random.randint(1, 20))
        for policy in odds_of(opened).policies:
            kernel, seed, block = kernel_of(opened, policy), random.getrandbits(64), random.getrandbits(64)
            rounds = played(table(name, settings), bets, kernel.draws(seed, block, 400), policy, 100)
            assert endings(kernel, seed, block, 100) == Counter(rounds)
            for number in random.sample(range(100), 3):
                one = endings(kernel, seed, block, number + 1) - endings(kernel, seed, block, number)
                assert one == Counter([rounds[number]])


@pytest.mark.parametrize("reckoning", ["after-first", "each"])
@pytest.mark.parametrize("below", [None, "stay", "stay-under-own"])
def test_long_runs_of_zeros_agree_chip_for_chip(reckoning: str, below: str | None) -> None:
    """A wheel that is mostly zeros, so that stakes are halved again and again."""
    changes = {"zero.numbers": list(range(18, 37)), "zero.reckoning": reckoning, "zero.below_minimum": below}
    random = Random(1)
    for rounding, minimum in itertools.product(("exact", "down", "up", "nearest"), (1, 6, 50)):
        settings = {"rounding": rounding, "minimum": minimum, "simple-minimum": 2 * minimum}
        opened = table(FRENCH, settings, changes)
        bets = [Bet("ana", bet, (), random.randint(2 * minimum, 300)) for bet in ("rojo", "par", "falta", "pasa")]
        bets.append(Bet("ana", "pleno", (20,), minimum))
        opened.play(bets)
        for policy in odds_of(opened).policies:
            kernel = kernel_of(opened, policy)
            rounds = played(table(FRENCH, settings, changes), bets, kernel.draws(5, minimum, 3000), policy, 60)
            assert endings(kernel, 5, minimum, 60) == Counter(rounds)


@pytest.mark.parametrize(("name", "readings"), sorted(PRICED.items()))
def test_simulation_agrees_with_the_exact_odds(name: str, readings: dict[str, str]) -> None:
    """The mean of two million rounds lies within the simulation's own interval of 99.9 % around the exact one."""
    opened = table(name, {"readings": readings})
    lay_bets(opened, Random(name), 8)
    for policy in odds_of(opened).policies:
        joint = odds_of(opened).joint(policy)
        kernel = kernel_of(opened, policy)
        rounds = 2_000_000
        found = kernel.endings(kernel.count(20, 5, rounds))
        mean = sum((n * e.net for n, e in found), Fraction(0)) / rounds
        square = sum((n * e.net**2 for n, e in found), Fraction(0)) / rounds
        error = math.sqrt((square - mean**2) / rounds)
        assert abs(mean - joint.expected) < 3.29 * error
        assert float(square - mean**2) == pytest.approx(float(joint.variance), rel=0.01)
        spins = sum(n * e.draws for n, e in found) / rounds
        assert spins == pytest.approx(float(joint.draws), rel=1e-3)


def test_blocks_do_not_repeat_each_other() -> None:
    opened = table(FRENCH)
    opened.play([Bet("ana", "rojo", (), 10)])
    kernel = kernel_of(opened, "best")
    starts = {tuple(kernel.draws(seed, block, 50)) for seed in range(10) for block in range(50)}
    assert len(starts) == 500


@pytest.mark.parametrize("policy", ["half", "prison"])
def test_a_kernel_travels(policy: str) -> None:
    """A worker elsewhere gets the kernel itself and counts the same."""
    opened = table(FRENCH)
    opened.play([Bet("ana", "rojo", (), 10), Bet("ana", "pleno", (0,), 10)])
    kernel = kernel_of(opened, policy)
    there = pickle.loads(pickle.dumps(kernel))
    assert (there.count(1, 2, 10_000) == kernel.count(1, 2, 10_000)).all()
    assert there.endings(there.count(1, 2, 100)) == kernel.endings(kernel.count(1, 2, 100))


def test_every_game_that_one_draw_decides_is_simulated() -> None:
    games = {name for name, data in library().games.items() if data["family"] in ONE_DRAW}
    assert games == set(PRICED)
