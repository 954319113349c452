"""Strategies written as data: what a player wants to have on a craps table before every throw."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from tapete.catalogue.model import Odds, Strict, Text
from tapete.games.strategies import read_file
from tapete.table.errors import Mistake
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

Chips = Annotated[int, Field(ge=1, le=10**9)]
SHIPPED = Path(__file__).parent / "strategies"
POINT_WORDS = ("none", "any", "other")
BET, TAKE_DOWN, TURN_ON = "bet", "take-down", "turn-on"


def _points(value: Any) -> Any:
    items = value if isinstance(value, (list, tuple)) else (value,)
    for item in items:
        if item not in POINT_WORDS and (isinstance(item, bool) or not isinstance(item, int)):
            raise Mistake(N_("a point is a number, or one of: {known}"), known=POINT_WORDS)
    return tuple(items)


class When(Strict):
    """When a step is meant.

    ``point``: with no point (``none``), with ``any``, with one that is not the number of the place (``other``), or with
    one of these numbers. ``thrown``: the shooter has thrown at least so often.
    """

    point: Annotated[tuple[int | str, ...], BeforeValidator(_points)] = ()
    thrown: Annotated[int, Field(ge=0)] = 0

    def points(self, numbers: Iterable[int], own: int | None) -> frozenset[int | None]:
        """The points with which a step on this number is meant; None stands for no point.

        >>> sorted(When(point="other").points((4, 6, 8), 6), key=str)
        [4, 8]
        """
        every = frozenset(numbers)
        if not self.point:
            return every | {None}
        found: set[int | None] = set()
        for item in self.point:
            if item == "none":
                found.add(None)
            elif isinstance(item, str):
                found |= every - {own} if item == "other" else every
            else:
                found.add(item)
        return frozenset(found)


def _change(value: Any) -> Any:
    return {"back": True} if value == "back" else value


class Change(Strict):
    """What a decided bet does to the next stake: back to the first one, or multiplied and added to."""

    back: bool = False
    times: Annotated[int, Field(ge=1, le=1000)] = 1
    plus: Annotated[int, Field(ge=-(10**9), le=10**9)] = 0


class Rule(Strict):
    """One line of a strategy: a bet to have on the table, or something to do with one that lies there.

    ``stake`` is its first stake; ``times`` makes it so many times the bet that it goes with. ``most``: no more than so
    many of this bet at once. ``win`` and ``lose`` change the next stake, between the first one and the ``ceiling``, or
    what the table takes.
    """

    bet: str
    do: Literal["bet", "take-down", "turn-on"] = "bet"
    on: tuple[int, ...] = ()
    stake: Chips | None = None
    times: Odds | None = None
    most: Annotated[int, Field(ge=1)] | None = None
    win: Annotated[Change, BeforeValidator(_change)] = Change()
    lose: Annotated[Change, BeforeValidator(_change)] = Change()
    ceiling: Chips | None = None
    when: When = When()

    @model_validator(mode="after")
    def _hangs_together(self) -> Rule:
        staked = (self.stake is not None) + (self.times is not None)
        if self.do == BET and staked != 1:
            raise Mistake(N_("a bet has either a stake or times"))
        if self.do != BET and (staked or self.most or self.ceiling or self.changes):
            raise Mistake(N_("{do} has no stake"), do=self.do)
        if self.stake is None and (self.changes or self.ceiling):
            raise Mistake(N_("only a stake changes after a win or a loss"))
        return self

    @property
    def changes(self) -> bool:
        """Whether the stake ever changes."""
        return self.win != Change() or self.lose != Change()


class Stop(Strict):
    """When the player stops betting: with so much, or with no more than so little. What lies there plays on."""

    goal: Chips | None = None
    floor: Annotated[int, Field(ge=0, le=10**9)] | None = None


class Strategy(Strict):
    """A strategy: its rules are gone through in order before every throw."""

    title: Text
    text: Text | None = None
    rules: Annotated[tuple[Rule, ...], Field(min_length=1)]
    stop: Stop = Stop()


def shipped() -> dict[str, Path]:
    """The strategies that come with Tapete, by name.

    >>> "pass-and-come" in shipped()
    True
    """
    return {path.stem: path for path in sorted(SHIPPED.glob("*.yaml"))}


def read_strategy(name: str) -> Strategy:
    """A strategy from a file, or one of those that come with Tapete; a mistake is told with its file, line and field.

    >>> len(read_strategy("pass-and-come").rules)
    3
    """
    return read_file(name, Strategy, shipped())
