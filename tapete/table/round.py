"""The round: one contract that every game of every document obeys.

A round is a state machine. It is asked whose turn it is (``turn``), what may be done and within which bounds
(``legal``), is given an action (``apply``) and answers with what happened (events) or refuses with a sentence and stays
exactly as it was. At any moment ``settlement`` tells what every player staked, what came back and why.

A game says how its phases go; the book-keeping (stakes, limits, lines, standing bets) is here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.table import money
from tapete.table.actions import Action, Bet, Call, Chance, Decision, Irregular, Place
from tapete.table.errors import Refused
from tapete.table.money import Money
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

CROUPIER = "croupier"
CHANCE = "chance"
_SHARED = {"rules", "cloth", "house"}  # of a round: what it is played by, and does not change


class Printed:
    """A part of the cloth, such as a spot: it never changes, is known by its identity, and no copy is made of it."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the section that says so and a sentence that explains it."""

    kind: str
    data: tuple[tuple[str, Any], ...] = ()
    cite: str | None = None
    sentence: Sentence | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The event for programs; ``text`` is in the language in use."""
        shown: dict[str, Any] = {"event": self.kind}
        for key, value in self.data:
            shown[key] = list(value) if isinstance(value, tuple) else _plain(value)
        if self.cite:
            shown["cite"] = self.cite
        if self.sentence is not None:
            shown["text"] = str(self.sentence)
        return shown


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement: a stake, or part of one, that has been decided."""

    player: str
    bet: str
    on: Place
    stake: Money
    result: str
    returned: Money
    cite: str | None
    why: Sentence | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The line in the promised shape."""
        shown: dict[str, Any] = {"player": self.player, "bet": self.bet}
        if self.on:
            shown["on"] = list(self.on)
        shown["stake"] = money.as_json(self.stake)
        shown["result"] = self.result
        shown["returned"] = money.as_json(self.returned)
        shown["cite"] = self.cite
        if self.why is not None:
            shown["why"] = str(self.why)
        return shown


@dataclass(slots=True)
class Position:
    """A stake that lies on the table. ``state`` is the game's word for how it lies there (open, prison, point …)."""

    player: str
    bet: str
    on: Place
    stake: Money
    spot: Any
    state: str = "open"
    counter: int = 0
    excess: Money = 0
    waits: bool = False

    def as_json(self) -> dict[str, Any]:
        """The standing bet in the promised shape."""
        shown: dict[str, Any] = {"player": self.player, "bet": self.bet}
        if self.on:
            shown["on"] = list(self.on)
        shown["stake"] = money.as_json(self.stake + self.excess)
        if self.state != "open":
            shown["state"] = self.state
        return shown


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be done now, with its bounds.

    ``who`` is a player's name, ``croupier`` or ``chance``; a bet that anybody may make has ``who`` empty.
    ``places`` lists every place a bet can stand on (one empty place where there is only one).
    ``outcomes`` and ``weights`` say what chance can bring, and how often. ``unsettled`` is what else it can bring and
    the document cannot settle: a person may key in any of the others, but nothing may be drawn.
    """

    verb: str
    word: str
    who: str = ""
    places: tuple[Place, ...] = ((),)
    minimum: Money | None = None
    maximum: Money | None = None
    step: int = 1
    outcomes: tuple[Any, ...] = ()
    weights: tuple[int, ...] = ()
    unsettled: tuple[Any, ...] = ()
    cite: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The offer for programs."""
        shown: dict[str, Any] = {"verb": self.verb, "word": self.word}
        if self.who:
            shown["who"] = self.who
        if self.places != ((),):
            shown["places"] = [list(p) for p in self.places]
        if self.minimum is not None:
            shown["minimum"] = money.as_json(self.minimum)
        if self.maximum is not None:
            shown["maximum"] = money.as_json(self.maximum)
        if self.step != 1:
            shown["step"] = self.step
        if self.outcomes:
            shown["outcomes"] = list(self.outcomes)
        if self.unsettled:
            shown["unsettled"] = list(self.unsettled)
        if self.cite:
            shown["cite"] = self.cite
        return shown


@dataclass(slots=True)
class Account:
    """What one player staked and got back so far."""

    staked: Money = 0
    returned: Money = 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """Where the chips are: what every player staked and got back, line by line, and what still stands."""

    game: str
    players: dict[str, Account]
    lines: tuple[Line, ...]
    standing: tuple[Position, ...]
    events: tuple[Event, ...]

    def as_json(self) -> dict[str, Any]:
        """The shape promised to tests, the interface for programs and the ledger."""
        return {
            "game": self.game,
            "players": {
                name: {
                    "staked": money.as_json(a.staked),
                    "returned": money.as_json(a.returned),
                    "net": money.as_json(money.chips(a.returned - a.staked)),
                }
                for name, a in self.players.items()
            },
            "lines": [line.as_json() for line in self.lines],
            "standing": [position.as_json() for position in self.standing],
            "events": [event.as_json() for event in self.events],
        }

    def balances(self) -> bool:
        """Whether every chip is accounted for: each stake is decided on a line or still stands."""
        staked: dict[str, Money] = dict.fromkeys(self.players, 0)
        returned: dict[str, Money] = dict.fromkeys(self.players, 0)
        for line in self.lines:
            staked[line.player] += line.stake
            returned[line.player] += line.returned
        for position in self.standing:
            staked[position.player] += position.stake + position.excess
        return all(
            staked[name] == account.staked and returned[name] == account.returned
            for name, account in self.players.items()
        )


class Round(ABC):
    """What all games share. A family of games fills in the phases."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.standing: list[Position] = []
        self.accounts: dict[str, Account] = {}
        self.closed: Sentence | None = None
        self._lines_after: list[int] = []

    @abstractmethod
    def turn(self) -> tuple[str, ...]:
        """Who may act now: players by name, ``croupier``, ``chance``; empty when the table is closed."""

    @abstractmethod
    def legal(self, who: str | None = None) -> tuple[Offer, ...]:
        """What may be done now; with a name, what that person may do."""

    @abstractmethod
    def _bet(self, action: Bet) -> None: ...

    @abstractmethod
    def _decide(self, action: Decision) -> None: ...

    @abstractmethod
    def _call(self, action: Call) -> None: ...

    @abstractmethod
    def _chance(self, action: Chance) -> None: ...

    @abstractmethod
    def _irregular(self, action: Irregular) -> None: ...

    @abstractmethod
    def svg(self) -> str:
        """The felt of the round as an SVG picture."""

    def apply(self, action: Action) -> Sequence[Event]:
        """Do one thing. A refused action raises ``Refused`` and leaves the round untouched."""
        if self.closed is not None and not self._only_says(action):
            raise Refused(N_("{why}"), cite=self._cite_of_end(), why=self.closed)
        before = len(self.events)
        kind = type(action)
        if kind is Bet:
            self._bet(action)  # type: ignore[arg-type]
        elif kind is Chance:
            self._chance(action)  # type: ignore[arg-type]
        elif kind is Decision:
            self._decide(action)  # type: ignore[arg-type]
        elif kind is Call:
            self._call(action)  # type: ignore[arg-type]
        else:
            self._irregular(self._by_id(action))  # type: ignore[arg-type]
        self.actions.append(action)
        self._lines_after.append(len(self.lines))
        return self.events[before:]

    def _by_id(self, action: Irregular) -> Irregular:
        """An irregular play under its id; a family whose plays have other names finds it."""
        return action

    def _only_says(self, action: Action) -> bool:
        """Whether an action writes out what was forced and has been done: it may stand even after the end."""
        return False

    def _cite_of_end(self) -> str | None:
        """Where it is written that the table has closed."""
        return next((event.cite for event in reversed(self.events) if event.kind == "closed"), None)

    def play(self, actions: Iterable[Action]) -> Settlement:
        """Apply actions one after another; a refusal names the action by its number, from 1."""
        for number, action in enumerate(actions, start=len(self.actions) + 1):
            try:
                self.apply(action)
            except Refused as refusal:
                refusal.action = number
                raise
        return self.settlement()

    def brought(self) -> Iterator[tuple[Action, list[Line]]]:
        """Each action with the lines of the stakes that it decided."""
        before = 0
        for action, after in zip(self.actions, self._lines_after, strict=True):
            yield action, self.lines[before:after]
            before = after

    def settlement(self) -> Settlement:
        """Where the chips are now; what happens later does not change it."""
        accounts = {name: Account(account.staked, account.returned) for name, account in self.accounts.items()}
        standing = tuple(copy(position) for position in self.standing)
        return Settlement(self.game, accounts, tuple(self.lines), standing, tuple(self.events))

    def copied(self) -> Round:
        """The round once more, to be played on apart from this one.

        What has happened is frozen, so the copy has lists of its own of the same things, and it is played by the same
        rules on the same cloth: a long table is copied as quickly as a short one.

        >>> from tapete.games import table
        >>> opened = table("pv-1996/boule")
        >>> other = opened.copied()
        >>> _ = other.apply(Bet("ana", "rojo", (), 5))
        >>> len(other.standing), len(opened.standing)
        (1, 0)
        """
        growing = (self.actions, self.events, self.lines, self._lines_after)
        memo: dict[int, Any] = {id(grown): grown.copy() for grown in growing}
        for name in _SHARED & vars(self).keys():
            memo[id(vars(self)[name])] = vars(self)[name]
        return deepcopy(self, memo)

    def seen_by(self, player: str | None) -> Round:
        """The round as a player, or a spectator, may see it: a game with private cards hides those of others here."""
        return self

    def _say(self, kind: str, sentence: Sentence | None = None, *, cite: str | None = None, **data: Any) -> None:
        self.events.append(Event(kind, tuple(data.items()), cite, sentence))

    def _stake(self, position: Position) -> None:
        """Put a stake on the table."""
        account = self.accounts.get(position.player)
        if account is None:
            account = self.accounts[position.player] = Account()
        account.staked += position.stake + position.excess
        self.standing.append(position)

    def _add(self, position: Position, more: Money, excess: Money = 0) -> None:
        """Put more on a stake that already lies there."""
        position.stake += more
        position.excess += excess
        self.accounts[position.player].staked += more + excess

    def _settle(
        self,
        position: Position,
        stake: Money,
        result: str,
        returned: Money,
        cite: str | None,
        why: Sentence | None = None,
    ) -> None:
        """Write the line of a stake, or of a part of it, that has been decided."""
        self.accounts[position.player].returned += returned
        self.lines.append(Line(position.player, position.bet, position.on, stake, result, returned, cite, why))

    def _award(
        self, player: str, prize: str, on: Place, amount: Money, cite: str | None, why: Sentence | None = None
    ) -> None:
        """Write the line of a prize for which nothing was staked."""
        self.accounts[player].returned += amount
        self.lines.append(Line(player, prize, on, 0, "win", amount, cite, why))


def _plain(value: Any) -> Any:
    if isinstance(value, (int, str)) or value is None:
        return value
    try:
        return money.as_json(value)
    except (AttributeError, TypeError):
        return str(value)
