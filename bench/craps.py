"""Craps against the Python package crapssim, which has a place of its own and is installed for this alone.

The same bets at the same prices: a pass line, and ten bets that always lie there (the pass line, the six numbers to
win, three hard ways). On the same dice both must end with the same chips before any speed is compared.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import Figure

from tapete.games import table
from tapete.games.craps.player import Terms
from tapete.games.craps.sessions import Sessions
from tapete.games.craps.strategy import Strategy
from tapete.lab.contract import kernel_of
from tapete.table.actions import Bet, Chance

HERE = Path(__file__).parent
CRAPSSIM = HERE.parent / "build" / "crapssim" / "bin" / "python"
GAME, SETTINGS = "cl-2023/craps", {"readings": {"duros-sin-punto": "siempre"}}
BANKROLL = 10_000_000
LINE = (Bet("ana", "pass-line", (), 5),)
TEN = (
    *LINE,
    *(Bet("ana", "right-bet", (number,), 30) for number in (4, 5, 6, 8, 9, 10)),
    *(Bet("ana", f"hard-{number}", (), 5) for number in (4, 6, 8)),
)
SEED = 7


def figures() -> list[Figure]:
    """The ratios; without crapssim there are none, and that is a miss."""
    if not CRAPSSIM.exists():
        return [Figure("crapssim is not installed: make bench installs it", "-", 0, 1)]
    line, ten = Theirs("line", LINE, 20_000), Theirs("ten", TEN, 5_000)
    return [
        against("craps, pass line simulated", throws_of_a_line, line, 300),
        against("craps, ten standing bets simulated", throws_of_sessions, ten, 50),
        against("craps, pass line at the round", line.at_the_round, line, 1),
        against("craps, ten standing bets at the round", ten.at_the_round, ten, 1),
    ]


class Theirs:
    """What crapssim makes of bets on given dice; it must end with the chips of our round and of our simulation."""

    def __init__(self, name: str, bets: tuple[Bet, ...], throws: int) -> None:
        self.name, self.bets = name, bets
        kernel = sessions(bets, throws)
        self.dice = kernel.draws(SEED, 0, throws)
        ours = BANKROLL + kernel.tally(kernel.count(SEED, 0, 1)).net
        assert self._run()["chips"] == ours == played(bets, self.dice), f"{name}: different chips on the same dice"

    def rate(self) -> float:
        """Its throws a second."""
        return float(self._run()["rate"])

    def at_the_round(self) -> float:
        """Throws a second of our round on the same bets and dice."""
        return len(self.dice) / spent(lambda: played(self.bets, self.dice))

    def _run(self) -> dict[str, Any]:
        told = json.dumps({"bets": self.name, "bankroll": BANKROLL, "dice": self.dice})
        script = HERE / "crapssim_side.py"
        done = subprocess.run([CRAPSSIM, script], input=told, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def against(what: str, ours: Callable[[], float], theirs: Theirs, bound: float, times: int = 4) -> Figure:
    """Throws a second, the best of several that take turns."""
    pairs = [(ours(), theirs.rate()) for _ in range(times)]
    here, there = (max(pair[side] for pair in pairs) for side in (0, 1))
    return Figure(
        f"{what}, against crapssim", f"{here / there:,.1f}  ({here:,.0f} : {there:,.0f} a second)", here / there, bound
    )


def spent(work: Callable[[], Any]) -> float:
    """The seconds of one core that something takes; both sides count so, whatever else the machine does."""
    start = time.process_time()
    work()
    return time.process_time() - start


def played(bets: tuple[Bet, ...], dice: list[Any]) -> int:
    """The chips at the end, at the round: whatever is decided is bet again as soon as it may be."""
    opened: Any = table(GAME, SETTINGS)
    line, others = bets[0], {(bet.bet, bet.on): bet for bet in bets[1:]}
    for throw in dice:
        if len(opened.standing) < len(bets):
            lying = {(position.bet, position.on) for position in opened.standing}
            if opened.point is None and (line.bet, line.on) not in lying:
                opened.apply(line)
            for place, bet in others.items():
                if place not in lying:
                    opened.apply(bet)
        opened.apply(Chance("dice", throw))
    account = opened.accounts["ana"]
    return int(BANKROLL - account.staked + account.returned + sum(p.stake for p in opened.standing))


def sessions(bets: tuple[Bet, ...], throws: int) -> Sessions:
    """Somebody who always has these bets on the table, for so many throws."""
    rules = [{"bet": bet.bet, "on": bet.on, "stake": bet.stake} for bet in bets]
    strategy = Strategy.model_validate({"title": {"es": "-", "en": "-"}, "rules": rules})
    return Sessions(table(GAME, SETTINGS), strategy, Terms(BANKROLL, throws=throws))


def throws_of_a_line(rounds: int = 5_000_000) -> float:
    """Throws a second of the pass line until it is decided."""
    opened = table(GAME, SETTINGS)
    opened.play(LINE)
    kernel: Any = kernel_of(opened)
    kernel.count(1, 0, 1)
    throws = int(kernel.count(1, 0, rounds)[1].sum())
    return throws / spent(lambda: kernel.count(1, 0, rounds))


def throws_of_sessions(throws: int = 1_000_000) -> float:
    """Throws a second of somebody who always has ten bets on the table."""
    kernel = sessions(TEN, throws)
    kernel.count(1, 0, 1)
    return throws / spent(lambda: kernel.count(1, 1, 1))
