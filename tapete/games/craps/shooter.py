"""Who throws, and with which dice."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tapete.table.actions import Place


@dataclass(slots=True)
class Ring:
    """The players round the table, in clockwise order, and who holds the dice.

    Where nobody states the seats, players stand in the order in which they come to the table, as the dice reach them.
    """

    players: list[str] = field(default_factory=list)
    step: int = 1
    holder: str | None = None
    barred: set[str] = field(default_factory=set)
    declined: set[str] = field(default_factory=set)

    def join(self, player: str) -> None:
        """Somebody comes to the table."""
        if player not in self.players:
            self.players.append(player)

    def turns(self) -> Iterable[str]:
        """Everybody in the order in which the dice reach them, beginning after whoever holds them."""
        start = self.players.index(self.holder) if self.holder in self.players else -self.step
        size = len(self.players)
        return (self.players[(start + self.step * turn) % size] for turn in range(1, size + 1))

    def after(self, fits: Callable[[str], bool]) -> str | None:
        """The next one, holder last, who fits and has not lost or declined the right to throw.

        >>> Ring(["ana", "luis", "eva"], holder="luis").after(lambda player: player != "eva")
        'ana'
        """
        return next((p for p in self.turns() if p not in self.barred and p not in self.declined and fits(p)), None)


@dataclass(slots=True)
class DiceSet:
    """The dice that a table keeps, numbered from 1; two of them are thrown.

    ``offered``: the set has been put before the shooter, who may take two even during the throws for a point.
    """

    kept: int
    lost: int = 0
    chosen: tuple[int, ...] = ()
    offered: bool = False

    def pairs(self) -> tuple[Place, ...]:
        """Every choice of two of the dice that are left.

        >>> DiceSet(5, lost=2).pairs()
        ((1, 2), (1, 3), (2, 3))
        """
        return tuple(combinations(range(1, self.kept - self.lost + 1), 2))

    def renew(self) -> None:
        """A new set replaces the old one."""
        self.lost, self.chosen, self.offered = 0, (), False
