"""What lies on the cloth: boxes with their stakes, and the hands that are dealt to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tapete.games.blackjack.hands import LIMIT, group_of, is_natural, points_of, score

if TYPE_CHECKING:
    from tapete.table.actions import Place
    from tapete.table.cards import Card
    from tapete.table.money import Money
    from tapete.table.round import Position

WAITS, ASKED, DUE, STANDS, PASSED, GONE = "waits", "asked", "due", "stands", "passed", "gone"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True)
class Wager:
    """What a position stands on: a box, which of the bank's hands it plays against, and what was first put down."""

    box: Box
    spot: int
    original: Money


@dataclass(slots=True, eq=False, kw_only=True)
class Held:
    """Cards that lie together; ``hard`` is their sum with aces as one."""

    cards: list[Card] = field(default_factory=list)
    hard: int = 0
    aces: int = 0

    def take(self, one: Card) -> None:
        """A card comes."""
        self.cards.append(one)
        self.hard += points_of(one)
        self.aces += one.number == 1

    def put_back(self) -> None:
        """There is no card yet: those that seemed to have come went to others."""
        self.cards, self.hard, self.aces = [], 0, 0


@dataclass(slots=True, eq=False)
class Hand(Held):
    """A hand and the stakes on it.

    ``state``: it waits for its turn, is asked, a card is due, it stands, has passed 21, or is gone from the table.
    ``low``: so many of its aces count one for good. ``split`` and ``split_ace``: it came from a pair, of aces.
    ``said``: its owner has said to stand, or that a natural waits. ``breaking``: what was put down to break its tie.
    """

    box: Box
    stakes: list[Position]
    low: int = 0
    state: str = WAITS
    split: bool = False
    split_ace: bool = False
    acted: bool = False
    last_card: bool = False
    said: bool = False
    rewarded: bool = False
    letter: str = ""
    breaking: list[Position] = field(default_factory=list)

    def give_up(self) -> Card:
        """The second card of a pair leaves for a hand of its own."""
        one = self.cards.pop()
        self.hard -= points_of(one)
        self.aces -= one.number == 1
        return one

    @property
    def points(self) -> int:
        """The best count of the hand."""
        return score(self.hard, self.aces - self.low)[0]

    @property
    def natural(self) -> bool:
        """Twenty-one with the first two cards of a hand that was not split."""
        return not self.split and is_natural(self.cards)

    @property
    def over(self) -> bool:
        """Whether the hand has passed 21."""
        return self.hard > LIMIT

    @property
    def owner(self) -> str:
        """The player who commands the hand."""
        return self.box.owner

    @property
    def place(self) -> Place:
        """How the hand is named: its box, and after a split its letter."""
        return (self.box.number, self.letter) if self.letter else (self.box.number,)

    def answers_to(self, on: Place) -> bool:
        """Whether a decision that names this place may mean this hand."""
        if not on:
            return True
        order = self.box.hands.index(self) + 1 if self in self.box.hands else 1
        names: set[Place] = {self.place, (self.box.number,)}
        if self.letter:
            names |= {(self.letter,), (order,), (self.box.number, order)}
        return on in names


@dataclass(slots=True, eq=False)
class Box:
    """A box of the cloth: whose it is, what lies on it, its hands in this play."""

    number: int
    owner: str
    stakes: dict[tuple[str, int], Position] = field(default_factory=dict)
    sides: dict[tuple[str, str], Position] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    splits: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing lies on the box."""
        return not self.stakes and not self.sides


@dataclass(slots=True, eq=False)
class BankHand(Held):
    """One of the bank's hands."""

    @property
    def score(self) -> tuple[int, bool]:
        """Points, and whether an ace counts eleven in them."""
        return score(self.hard, self.aces)

    @property
    def natural(self) -> bool:
        """Whether it is an ace and a ten."""
        return is_natural(self.cards)

    @property
    def first(self) -> Card | None:
        """The first card, as soon as it is dealt."""
        return self.cards[0] if self.cards else None

    def shows(self, groups: tuple[str, ...]) -> bool:
        """Whether the first card is of one of these groups."""
        return bool(self.cards) and group_of(self.cards[0]) in groups
