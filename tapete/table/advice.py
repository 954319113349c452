"""The school: what each decision that a player may take now is worth, and what a mistake costs.

A family that knows such figures offers ``advice(round)`` in its package, the same whatever the game; whoever shows a
table (the terminal, the browser, a program) asks ``tapete.games.advice`` and keeps ``Lessons`` beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.table.actions import Bet, Decision
from tapete.table.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tapete.table.actions import Action, Place
    from tapete.table.money import Money

DECLINE = "decline"
_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Option:
    """A decision and what it brings on average, in chips, what already lies on the table counted as staked.

    Where an amount may be put down with it, ``worth`` is that of the greatest, ``most``, and ``without`` that of
    nothing; what lies between is worth in proportion. ``lying`` is the stake that the amount is added to. ``names`` are
    further words for it.

    >>> Option("insurance", -4.0, most=50).at(25)
    -2.0
    """

    word: str
    worth: float
    most: Money | None = None
    lying: Money = 0
    without: float = 0.0
    names: tuple[str, ...] = ()

    def at(self, amount: Money | None) -> float:
        """What it is worth with this amount, or with the greatest."""
        if amount is None or not self.most:
            return self.worth
        return self.without + (self.worth - self.without) * float(amount) / float(self.most)

    def called(self, word: str) -> bool:
        """Whether somebody who says so means it."""
        return plain(word).replace(" ", "-") in (self.word, *self.names)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player may decide about one hand or stake, the best first.

    ``about`` tells what the player sees. ``optional``: nobody waits for it, and to let it pass is to decline.

    >>> told = Advice("ana", (Option("stand", -54.0), Option("hit", -50.5)), "10,6 / 10")
    >>> told.best.word, told.cost(told.options[1])
    ('hit', 3.5)
    """

    player: str
    options: tuple[Option, ...]
    about: str = ""
    on: Place = ()
    optional: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(sorted(self.options, key=lambda option: -option.worth)))

    @property
    def best(self) -> Option:
        """The decision that brings most."""
        return self.options[0]

    @property
    def key(self) -> tuple[str, Place, frozenset[str]]:
        """What two states of a table must have in common for it to be the same question."""
        return self.player, self.on, frozenset(option.word for option in self.options)

    def option(self, word: str) -> Option | None:
        """A decision by any of its words."""
        return next((option for option in self.options if option.called(word)), None)

    def cost(self, option: Option, amount: Money | None = None) -> float:
        """What a decision gives away on average against the best one."""
        cost = self.best.worth - option.at(amount)
        return cost if cost > _EQUAL else 0.0

    def as_json(self) -> dict[str, Any]:
        """The advice for programs."""
        told: dict[str, Any] = {"player": self.player, "about": self.about, "best": self.best.word}
        if self.on:
            told["on"] = list(self.on)
        return {**told, "optional": self.optional, "worth": {option.word: option.worth for option in self.options}}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A decision that was taken, the best one, and what the difference costs on average, in chips.

    ``number`` is how many actions the record had before it.
    """

    player: str
    about: str
    did: str
    best: str
    cost: float
    number: int = 0

    @property
    def mistake(self) -> bool:
        """Whether something else was better."""
        return self.cost > 0

    def as_json(self) -> dict[str, Any]:
        """The lesson for programs."""
        return {"player": self.player, "about": self.about, "did": self.did, "best": self.best, "cost": self.cost}


class Lessons:
    """What the decisions of a session were worth, player by player.

    >>> lessons = Lessons()
    >>> told = Advice("ana", (Option("stand", -54.0), Option("hit", -50.5)))
    >>> [lesson.cost for lesson in lessons.learn([told], Decision("ana", "stand"), [])]
    [3.5]
    >>> lessons.total("ana")
    (1, 1, 3.5)
    """

    def __init__(self) -> None:
        self.learned: list[Lesson] = []

    def learn(self, before: Sequence[Advice], action: Action, after: Iterable[Advice], number: int = 0) -> list[Lesson]:
        """What an action teaches: the decision that it is, and those that it let pass."""
        taken = self._taken(before, action, number)
        asked = {advice.key for advice in after}
        passed = [
            Lesson(one.player, one.about, DECLINE, one.best.word, one.cost(declined), number)
            for one in before
            if one.optional and one.key not in asked and (taken is None or one is not taken[0])
            if (declined := one.option(DECLINE)) is not None and one.cost(declined)
        ]
        found = [*([taken[1]] if taken is not None else []), *passed]
        self.learned += found
        return found

    def _taken(self, before: Sequence[Advice], action: Action, number: int) -> tuple[Advice, Lesson] | None:
        if not isinstance(action, (Bet, Decision)):
            return None
        word = action.bet if isinstance(action, Bet) else action.do
        asked = [one for one in before if one.player == action.player and one.option(word) is not None]
        named = [one for one in asked if action.on and one.on[: len(action.on)] == action.on]
        if not asked:
            return None
        advice = (named or asked)[0]
        option = advice.option(word)
        assert option is not None
        cost = advice.cost(option, _amount(action, option))
        return advice, Lesson(action.player, advice.about, option.word, advice.best.word, cost, number)

    def forget(self, number: int) -> None:
        """What was taken back teaches nothing."""
        self.learned = [lesson for lesson in self.learned if lesson.number < number]

    def total(self, player: str) -> tuple[int, int, float]:
        """How many decisions of a player were looked at, how many were mistakes, and what those cost together."""
        mine = [lesson for lesson in self.learned if lesson.player == player]
        return len(mine), sum(lesson.mistake for lesson in mine), sum(lesson.cost for lesson in mine)


def _amount(action: Bet | Decision, option: Option) -> Money | None:
    """What is put down with a decision, beyond what lies there."""
    if isinstance(action, Bet):
        return action.stake
    stake = dict(action.details).get("stake")
    if isinstance(stake, int):
        return stake
    return None if action.to is None else action.to - option.lying
