"""Black Jack: hands a second by basic strategy through whole shoes, the exact analysis, and five seats at the round.

The simulation is held against a plain loop in Python that plays the same strategy by the same rules, and against
OpenSpiel, which has a place of its own and is installed for this alone. All rates are seconds of one core.
"""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import Figure

from tapete.games import table
from tapete.games.blackjack.counts import full_shoe
from tapete.games.blackjack.kernel import Kernel
from tapete.games.blackjack.odds import BlackjackOdds, odds
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.tables import Tables
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.cards import CARDS

HERE = Path(__file__).parent
OPENSPIEL = HERE.parent / "build" / "openspiel" / "bin" / "python"
GAME = "bo-2025/black-jack/clasico"
SEATS = ("ana", "luis", "eva", "juan", "sol")
DECKS, BURN, CUT, MOST_SPLITS = 6, 1, 52, 3
SEED = 7


def figures() -> list[Figure]:
    """What the simulation, the solver and the round reach."""
    opened: Any = table(GAME)
    opened.apply(Bet("ana", "apuesta", (), 2))
    known = odds(opened)
    ours, mean = simulated(known)
    plain, plain_mean = in_python(known.tables)
    assert abs(mean - plain_mean) < 0.05, "the loop in Python plays another game"
    shown = f"{ours / 1e6:,.1f} million a second"
    return [
        Figure("Black Jack, hands through whole shoes", shown, ours / 1e6, 10),
        against("the same, against a loop in plain Python", ours, plain),
        against_openspiel(ours),
        analysis(known),
        five_seats(known.tables),
    ]


def shortest(work: Callable[[], None], times: int) -> float:
    """The fewest seconds of one core that something takes."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def against(what: str, ours: float, theirs: float) -> Figure:
    return Figure(what, f"{ours / theirs:,.0f}  ({ours:,.0f} : {theirs:,.0f} a second)", ours / theirs)


def simulated(known: BlackjackOdds, hands: int = 10_000_000, times: int = 5) -> tuple[float, float]:
    """Hands a second of the compiled simulation, and what a unit brings."""
    kernel = Kernel(known, "totals")
    kernel.count(SEED, 0, 1)
    spent, mean = [], 0.0
    for block in range(times):
        start = time.process_time()
        counts = kernel.count(SEED, block, hands)
        spent.append(time.process_time() - start)
        mean = float(sum(number * ending.net for number, ending in kernel.endings(counts))) / hands / 2
    return hands / min(spent), mean


def against_openspiel(ours: float) -> Figure:
    """OpenSpiel's own game is simpler: one deck for every hand, no doubles, no splits."""
    if not OPENSPIEL.exists():
        return Figure("OpenSpiel is not installed: make bench installs it", "-", 0)
    script = HERE / "openspiel_side.py"
    done = subprocess.run([OPENSPIEL, script, "20000"], capture_output=True, text=True, check=False)
    if done.returncode:
        return Figure("OpenSpiel does not run here", (done.stderr.strip().splitlines() or ["-"])[-1], 0)
    return against("the same, against OpenSpiel's (hit or stand)", ours, json.loads(done.stdout)["rate"])


def analysis(known: BlackjackOdds) -> Figure:
    """Every hand against every card of the bank, the best strategy, the one by totals, and what both are worth."""

    def whole() -> None:
        solver = Solver(known.solver.terms, full_shoe(DECKS))
        assert solver.expected >= solver.by_totals.expected

    spent = shortest(whole, 3)
    return Figure("exact analysis of six decks, s", f"{spent:.2f} s", spent, 3, at_most=True)


class Loop:
    """Basic strategy through shoes in plain Python: lists, numbers and the tables of codes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.random = random.Random(SEED)
        self.cards = [min(number, 10) for number in range(1, 14)] * 4 * DECKS
        self.at = len(self.cards)

    def draw(self) -> int:
        card = self.cards[self.at]
        self.at += 1
        return card

    def hand(self) -> float:
        """One hand of a unit."""
        if self.at >= len(self.cards) - CUT:
            self.random.shuffle(self.cards)
            self.at = BURN
        one, first, two = self.draw(), self.draw(), self.draw()
        if {one, two} == {1, 10}:
            return 1.5 if first not in (1, 10) or first + self.draw() != 11 else 0.0
        done: list[tuple[int, int]] = []
        self.follow([one, two], first, done, [0])
        if done == [(0, 0)]:
            return -0.5
        bank = self.bank(first) if any(points <= 21 for points, _ in done) else (0, False)
        return float(sum(stake * result(points, *bank) for points, stake in done))

    def follow(self, cards: list[int], first: int, done: list[tuple[int, int]], splits: list[int]) -> None:
        """Play a hand out; what it and the hands split from it come to goes into ``done``."""
        pair = len(cards) == 2 and cards[0] == cards[1] and self.tables.pairs[cards[0] - 1][first - 1] == "P"
        if pair and splits[0] < MOST_SPLITS and not (splits[0] and cards[0] == 1):
            splits[0] += 1
            for _ in range(2):
                self.follow([cards[0], self.draw()], first, done, splits)
            return
        while True:
            points, soft = count(cards)
            if points >= 21 or (splits[0] and cards[0] == 1 and len(cards) == 2):
                done.append((points, 1))
                return
            code = (self.tables.soft if soft else self.tables.hard)[points][first - 1]
            if len(cards) == 2 and code[0] == "D" and {points, sum(cards)} & {9, 10, 11}:
                cards.append(self.draw())
                done.append((count(cards)[0], 2))
                return
            if len(cards) == 2 and code[0] == "R" and not splits[0]:
                done.append((0, 0))
                return
            if code in ("S", "Ds", "Rs"):
                done.append((points, 1))
                return
            cards.append(self.draw())

    def bank(self, first: int) -> tuple[int, bool]:
        """The bank's points, and whether it has a natural."""
        cards = [first, self.draw()]
        while count(cards)[0] < 17:
            cards.append(self.draw())
        points = count(cards)[0]
        return points, points == 21 and len(cards) == 2


def count(cards: list[int]) -> tuple[int, bool]:
    points = sum(cards)
    return (points + 10, True) if 1 in cards and points <= 11 else (points, False)


def result(points: int, bank: int, natural: bool) -> int:
    if points > 21:
        return -1
    if natural:
        return -1
    return 1 if bank > 21 or points > bank else 0 if points == bank else -1


def in_python(tables: Tables, hands: int = 100_000) -> tuple[float, float]:
    """Hands a second of the plain loop, and what a unit brings."""
    loop = Loop(tables)
    start = time.process_time()
    net = sum(loop.hand() for _ in range(hands))
    return hands / (time.process_time() - start), net / hands


def five_seats(tables: Tables, plays: int = 400) -> Figure:
    """Five players at the round, basic strategy, card by card; a play is five hands."""

    def whole() -> None:
        draw = random.Random(SEED)
        opened: Any = table(GAME, {"seats": list(SEATS)})
        for _ in range(plays):
            play(opened, tables, draw)
        assert opened.settlement().balances()

    spent = shortest(whole, 4)
    rate = len(SEATS) * plays / spent
    return Figure("Black Jack, hands of five seats at the round", f"{rate:,.0f} a second", rate, 2000)


def play(opened: Any, tables: Tables, draw: random.Random) -> None:
    for number, player in enumerate(SEATS, start=1):
        opened.apply(Bet(player, "apuesta", (number,), 10))
    while opened.standing:
        if opened._why_no_card() is None:
            counts = opened.shoe.counts
            card = draw.randrange(len(CARDS))
            while not counts[card]:
                card = draw.randrange(len(CARDS))
            opened.apply(Chance("card", str(CARDS[card])))
        else:
            hand = opened.hands[opened.at]
            opened.apply(Decision(hand.owner, decided(opened, hand, tables)))


def decided(opened: Any, hand: Any, tables: Tables) -> str:
    """What the tables say, where the round offers it."""
    words = set(opened._choices(hand))
    values = [min(one.number, 10) for one in hand.cards]
    first = min(opened.bank[0].first.number, 10) - 1
    if "split" in words and tables.pairs[values[0] - 1][first] == "P":
        return "split"
    points, soft = count(values)
    code = (tables.soft if soft else tables.hard)[points][first]
    if code[0] == "D" and "double" in words:
        return "double"
    if code[0] == "R" and "surrender" in words:
        return "surrender"
    return "stand" if code in ("S", "Ds", "Rs") or "hit" not in words else "hit"


if __name__ == "__main__":
    for figure in figures():
        print(*figure.cells())
