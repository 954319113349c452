"""What a family of games offers to the laboratory, and the way to it.

A family that can be studied has two modules beside its round. ``odds.py`` has ``odds(round)``: the exact mathematics of
a table and of the stakes that lie on it. ``kernel.py`` has ``kernel(round, policy)``: the same stakes, ready to be
simulated. Both get the round itself, opened with its rules, readings and limits, the stakes laid and nothing drawn; so
a bet that the table would refuse never gets as far as the mathematics.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from tapete.table.errors import NotPlayable
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from tapete.table.actions import Bet
    from tapete.table.distribution import BetOdds, Ending, Joint, Length
    from tapete.table.round import Round
    from tapete.table.tally import Tally

BEST = "best"


class Odds(Protocol):
    """The exact mathematics of a table."""

    @property
    def policies(self) -> tuple[str, ...]:
        """The ways of playing that the game leaves to the player, the best first; one where it leaves none."""
        ...

    def bets(self, stake: int | None = None) -> tuple[BetOdds, ...]:
        """The odds of every bet; with a stake, those of that very stake at this table."""
        ...

    def joint(self, policy: str = BEST) -> Joint:
        """What one round of all the stakes on the table brings."""
        ...

    def lengths(self) -> tuple[Length, ...]:
        """How long something lasts that goes on beyond a round, such as a shooter's turn; empty where nothing does."""
        ...


class Counting(Protocol):
    """Anything that can be simulated block by block. It can be pickled and sent to another machine.

    One whose rounds take long may say in ``block`` how many of them a block holds.
    """

    def shape(self) -> tuple[int, ...]:
        """The shape of the counts."""
        ...

    def count(self, seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        """The counts of the first rounds of a block: whole numbers that may be added up in any order.

        It depends on nothing but its arguments, and lets other threads run meanwhile.
        """
        ...


class Kernel(Counting, Protocol):
    """The simulation of the stakes on a table."""

    def endings(self, counts: NDArray[np.int64]) -> Iterable[tuple[int, Ending]]:
        """How often each way of ending was met, chips exact."""
        ...


class SessionKernel(Counting, Protocol):
    """The simulation of a strategy at a table: its rounds are sessions. ``told`` is the strategy as plain data."""

    told: dict[str, Any]

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """What was counted."""
        ...


def odds_of(round: Round) -> Odds:
    """The exact mathematics of a table, as its family offers it.

    >>> from tapete.games import table
    >>> odds_of(table("pv-1996/boule")).bets()[0].edge
    Fraction(1, 9)
    """
    found: Odds = _module(round, "odds").odds(round)
    return found


def kernel_of(round: Round, policy: str = BEST) -> Kernel:
    """The simulation of the stakes on a table, as its family offers it."""
    found: Kernel = _module(round, "kernel").kernel(round, policy)
    return found


def sessions_of(
    round: Round, strategy: str, bankroll: int, shooters: int | None = None, throws: int | None = None
) -> SessionKernel:
    """The simulation of a strategy at a table, as its family offers it in ``sessions.py``."""
    if find_spec(_path(round, "sessions")) is None:
        raise NotPlayable(N_("{game} has no strategies in the laboratory yet."), game=round.game)
    found: SessionKernel = _module(round, "sessions").sessions(round, strategy, bankroll, shooters, throws)
    return found


def strategy_of(round: Round, strategy: str) -> tuple[str, tuple[Bet, ...]] | None:
    """What a strategy means to a family that plays rounds by it: its file, and the bet where somebody names none.

    None in a family whose strategies make sessions.
    """
    if find_spec(_path(round, "sessions")) is not None or find_spec(_path(round, "kernel")) is None:
        return None
    read = getattr(_module(round, "kernel"), "strategy", None)
    found: tuple[str, tuple[Bet, ...]] | None = None if read is None else read(round, strategy)
    return found


def _module(round: Round, name: str) -> Any:
    """A module of the family that the round stands in."""
    path = _path(round, name)
    if find_spec(path) is None:
        raise NotPlayable(N_("{game} has no mathematics in the laboratory yet."), game=round.game)
    return importlib.import_module(path)


def _path(round: Round, name: str) -> str:
    return f"{type(round).__module__.rpartition('.')[0]}.{name}"
