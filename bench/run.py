"""What Tapete reaches within one run: against C, crapssim and OpenSpiel, two workers, odds, the round, the house.

Other work on the machine slows some of it: everything is repeated and the best counts. Ends with status 1 when a
figure misses its bound.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import blackjack
import craps
import numpy as np
import web
from measure import Figure, best, in_turn
from rich import box
from rich.console import Console
from rich.table import Table

from tapete.games import library, table
from tapete.lab.contract import kernel_of, odds_of
from tapete.lab.runner import cores, simulate
from tapete.lab.sample import Sample
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import NotPlayable

HERE = Path(__file__).parent
FRENCH = "pv-1996/ruleta-francesa"
EVEN = ("par", "impar", "rojo", "negro", "falta", "pasa")
MIXED = (
    *(Bet("ana", bet, (), 40 + 20 * n) for n, bet in enumerate(EVEN)),
    *(Bet("ana", "pleno", (n,), 5 + n) for n in (0, 17, 20, 33)),
    Bet("ana", "caballo", (1, 2), 10),
    Bet("ana", "caballo", (0, 3), 10),
    Bet("ana", "transversal", (4, 5, 6), 15),
    Bet("ana", "cuadro", (25, 26, 28, 29), 20),
    Bet("ana", "seisena", (13, 14, 15, 16, 17, 18), 30),
    Bet("ana", "columna", (2,), 50),
    Bet("ana", "docena", (3,), 50),
    Bet("ana", "vecinos", (17,), 25),
    Bet("ana", "tercio", (), 30),
    Bet("ana", "huerfanos", (), 25),
)
TEN = MIXED[:4] + MIXED[6:12]
ROUNDS = 20_000_000
SEED, BLOCK = 7, 1
SCALE = 1 << 24  # parts of a chip, so that C can halve a stake in whole numbers


def compiled(folder: Path, *options: str) -> ctypes.CDLL:
    """The loops in C."""
    library = folder / f"wheel{''.join(options)}.so"
    compiler = shutil.which("cc") or shutil.which("gcc") or sys.exit("bench: no C compiler was found")
    subprocess.run([compiler, *options, "-shared", "-fPIC", "-o", library, HERE / "wheel.c"], check=True)
    loops = ctypes.CDLL(str(library))
    loops.single.restype = loops.mixed.restype = ctypes.c_int64
    return loops


def kernel(bets: tuple[Bet, ...], policy: str) -> Any:
    """The simulation of bets."""
    opened = table(FRENCH)
    opened.play(bets)
    return kernel_of(opened, policy)


def arguments() -> tuple[ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64]:
    return ctypes.c_uint64(SEED), ctypes.c_uint64(BLOCK), ctypes.c_int64(ROUNDS)


def single(loops: ctypes.CDLL, name: str, bound: float | None) -> Figure:
    """One number, against C on the same draws."""
    ours = kernel((Bet("ana", "pleno", (17,), 1),), "best")
    wins = loops.single(*arguments(), ctypes.c_uint32(17))
    assert ours.count(SEED, BLOCK, ROUNDS)[17] == wins, "C and the kernel counted different rounds"
    here, there = in_turn(
        lambda: ours.count(SEED, BLOCK, ROUNDS), lambda: loops.single(*arguments(), ctypes.c_uint32(17))
    )
    return against(f"one number, against {name}", here, there, bound)


def mixed(loops: ctypes.CDLL, name: str, bound: float | None) -> Figure:
    """Twenty bets with prison, against C on the same draws."""
    ours = kernel(MIXED, "prison")
    opened = table(FRENCH)
    opened.play(MIXED)
    laid = opened.standing
    assert len(laid) == 20
    held = [position for position in laid if position.bet in EVEN]
    returns = np.zeros(37, np.int64)
    for position in laid:
        for cell, rate in position.spot.returns.items():
            returns[cell] += int(position.stake * rate * SCALE)
    stakes = np.array([position.stake * SCALE for position in held], np.int64)
    covers = np.array([[cell in position.spot.returns for cell in range(37)] for position in held], np.uint8)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (returns, stakes, covers)]
    returned = Fraction(loops.mixed(*arguments(), *pointers), SCALE)
    found = Sample.of(ours.endings(ours.count(SEED, BLOCK, ROUNDS)))
    assert found.returned == returned, "C and the kernel paid different chips"
    here, there = in_turn(lambda: ours.count(SEED, BLOCK, ROUNDS), lambda: loops.mixed(*arguments(), *pointers))
    return against(f"20 bets with prison, against {name}", here, there, bound)


def against(what: str, here: float, there: float, bound: float | None) -> Figure:
    ours, theirs = ROUNDS / here / 1e6, ROUNDS / there / 1e6
    return Figure(what, f"{there / here:.2f}  ({ours:.0f} : {theirs:.0f} million/s)", there / here, bound)


def workers() -> Figure:
    """Two workers against one."""
    ours = kernel(MIXED, "prison")
    rounds = 5 * ROUNDS
    one, two = in_turn(lambda: simulate(ours, rounds, SEED, 1), lambda: simulate(ours, rounds, SEED, 2), 15)
    bound = 1.7 if cores() >= 2 else None
    return Figure("two workers against one", f"{one / two:.2f}  ({rounds / two / 1e6:.0f} million/s)", one / two, bound)


def odds() -> Figure:
    """The exact odds of every bet of a game: the slowest of all games but Black Jack, which has a bound of its own."""
    slowest, name = 0.0, ""
    for game, facts in library().games.items():
        if facts.get("family") == "blackjack":
            continue
        opened = table(game)
        try:
            odds_of(opened)
        except NotPlayable:
            continue
        spent = best(lambda opened=opened: odds_of(opened).bets(), 3)
        if spent > slowest:
            slowest, name = spent, game
    return Figure(f"exact odds, slowest of all ({name}), s", f"{1000 * slowest:.0f} ms", slowest, 0.2, at_most=True)


def start(what: str, words: list[str], bound: float) -> Figure:
    """A command against a Python that does nothing."""
    quiet = {"stdout": subprocess.DEVNULL, "check": True}
    nothing, something = in_turn(
        lambda: subprocess.run([sys.executable, "-c", "pass"], **quiet), lambda: subprocess.run(words, **quiet), 20
    )
    shown = f"{something / nothing:.1f}  ({1000 * something:.0f} : {1000 * nothing:.0f} ms)"
    return Figure(f"{what}, against python -c pass", shown, something / nothing, bound, at_most=True)


def settling() -> Figure:
    """Spins of ten bets by the state machine, zero answered with prison."""
    outcomes = list(np.random.default_rng(SEED).integers(0, 37, 4000).tolist())
    spent = best(lambda: play(outcomes), 5)
    rate = len(outcomes) / spent
    return Figure("ten-bet spins settled by the round", f"{rate:,.0f} a second", rate, 5000)


def play(outcomes: list[int]) -> None:
    opened = table(FRENCH)
    for outcome in outcomes:
        for bet in TEN:
            opened.apply(bet)
        opened.apply(Chance("ball", outcome))
        for position in [p for p in opened.standing if p.waits]:
            opened.apply(Decision("ana", "prison", (position.bet,)))
    assert opened.settlement().balances()


def figures(folder: Path) -> list[Figure]:
    command = shutil.which("tapete", path=str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"])
    tapete = [command] if command else [sys.executable, "-m", "tapete"]
    plain, native = compiled(folder, "-O3"), compiled(folder, "-O3", "-march=native")
    return [
        single(plain, "C -O3", 0.5),
        single(native, "C -O3 -march=native", None),
        mixed(plain, "C -O3", 0.1),
        mixed(native, "C -O3 -march=native", None),
        workers(),
        odds(),
        settling(),
        *craps.figures(),
        *blackjack.figures(),
        *web.figures(),
        start("tapete --help", [*tapete, "--help"], 6),
        start("tapete show", [*tapete, "show", "pv-1996/boule"], 12),
    ]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = figures(Path(folder))
    shown = Table("what", "measured", "must be", title="Tapete, best of several", box=box.SIMPLE_HEAD)
    for figure in found:
        shown.add_row(*figure.cells())
    Console().print(shown)
    return 0 if all(figure.reached for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
