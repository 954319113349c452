"""Cards, and the shoe that holds them: what has left it, what is left, and where it ends.

A card is its rank and its suit: ``As``, ``10h`` or ``Td``, ``Kc``; ``Jk`` is a joker and ``??`` a card that nobody has
seen. The shoe knows how many of each card it may still hold. An unseen card makes the shoe shorter and tells nothing
about which card it was, so what may come next weighs the same before and after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tapete.table.actions import as_written
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import setting
from tapete.table.round import CHANCE, Offer
from tapete.table.words import N_

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "shdc"
RED = "hd"
SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
DECK = len(RANKS) * len(SUITS)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card. ``number`` is 1 for an ace to 13 for a king, ``index`` its place in an ordered deck.

    >>> str(card("td")), card("As").number, card("Kc").red
    ('10d', 1, False)
    """

    rank: str
    suit: str
    number: int
    index: int

    @property
    def red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in RED

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"card({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return card, (str(self),)


CARDS: tuple[Card, ...] = tuple(
    Card(rank, suit, number, len(SUITS) * (number - 1) + place)
    for number, rank in enumerate(RANKS, start=1)
    for place, suit in enumerate(SUITS)
)
JOKER = Card("Jk", "", 0, DECK)
UNSEEN = Card("??", "", 0, DECK + 1)
_TEXTS = tuple(map(str, (*CARDS, JOKER)))
_KNOWN: dict[str, Card] = {str(one): one for one in (*CARDS, JOKER, UNSEEN)}
_KNOWN |= {str(one).lower(): one for one in (*CARDS, JOKER)}
_KNOWN |= {f"t{one.suit}": one for one in CARDS if one.rank == "10"}
_KNOWN |= {written[:-1] + SYMBOLS[one.suit]: one for written, one in list(_KNOWN.items()) if one.suit}


def card(value: Any) -> Card:
    """The card that somebody wrote, or a refusal that says how cards are written.

    >>> card("Td") is card("10d") is card("10♦")
    True
    """
    found = _KNOWN.get(value) if isinstance(value, str) else None
    if found is None:
        found = _KNOWN.get(str(value).strip().lower())
    if found is None:
        raise Refused(
            N_("{value} is no card: a card is its rank and its suit, such as As, 10h, Td or Kc."),
            value=as_written(value),
        )
    return found


def is_card(value: Any) -> bool:
    """Whether somebody wrote a card.

    >>> is_card("10h"), is_card("10")
    (True, False)
    """
    return isinstance(value, str) and (value in _KNOWN or value.strip().lower() in _KNOWN)


def cards(value: Any) -> tuple[Card, ...]:
    """Several cards, or one.

    >>> cards(("As", "10h")), cards("Kc")
    ((card('As'), card('10h')), (card('Kc'),))
    """
    return tuple(map(card, value)) if isinstance(value, list | tuple) else (card(value),)


class Shoe:
    """Some decks in a shoe. ``left`` cards are still in it, of which nobody knows the order.

    >>> shoe = Shoe(1)
    >>> shoe.take(card("As"))
    >>> shoe.left, shoe.holds(card("As"))
    (51, False)
    """

    __slots__ = ("counts", "decks", "jokers", "left", "size")

    def __init__(self, decks: int, jokers: int = 0) -> None:
        self.decks = decks
        self.jokers = jokers
        self.size = DECK * decks + jokers
        self.fill()

    def fill(self, lying: Iterable[Card] = ()) -> None:
        """Put every card back, except those that lie on the table."""
        self.counts = [self.decks] * DECK + [self.jokers]
        self.left = self.size
        for one in lying:
            self.take(one)

    def holds(self, one: Card) -> bool:
        """Whether the card may be in the shoe."""
        return self.left > 0 and one.index <= DECK and self.counts[one.index] > 0

    def verify(self, wanted: Sequence[Card], cite: str | None = None) -> None:
        """Refuse cards that the shoe no longer holds, alone or together."""
        if len(wanted) > self.left:
            raise Refused(
                N_("The shoe holds {left} more cards, not {number}."), cite=cite, left=self.left, number=len(wanted)
            )
        for one, number in Counter(wanted).items() if len(wanted) > 1 else ((one, 1) for one in wanted):
            if one is UNSEEN:
                raise Refused(N_("This card is dealt face up: it cannot be unseen."), cite=cite)
            if number > self.counts[one.index]:
                raise Refused(
                    N_("The shoe of {decks} decks no longer holds so many {card}: {left} left, {number} wanted."),
                    cite=cite,
                    decks=self.decks,
                    card=one,
                    left=self.counts[one.index],
                    number=number,
                )

    def take(self, one: Card) -> None:
        """A card that is seen leaves the shoe."""
        self.counts[one.index] -= 1
        self.left -= 1

    def pass_over(self, number: int = 1) -> None:
        """Cards that nobody sees leave the shoe."""
        self.left = max(0, self.left - number)

    def offer(self, cite: str | None = None) -> Offer:
        """The next card: every one that the shoe may hold, as often as it may hold it."""
        held = [(text, number) for text, number in zip(_TEXTS, self.counts, strict=True) if number]
        outcomes, weights = zip(*held, strict=True)
        return Offer("card", "card", CHANCE, outcomes=outcomes, weights=weights, cite=cite)


class _Cut(Protocol):
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int | None: ...


class ShoeRules(Protocol):
    """What a document says of its shoe."""

    @property
    def decks(self) -> int: ...
    @property
    def choices(self) -> tuple[int, ...]: ...
    @property
    def jokers(self) -> int: ...
    @property
    def burn(self) -> int: ...
    @property
    def cut(self) -> _Cut | None: ...
    @property
    def player_cut(self) -> int | None: ...
    @property
    def machine_discards(self) -> int | None: ...
    @property
    def cite(self) -> str: ...


SHOE_SETTINGS = ("decks", "cut", "machine", "discards", "left")


@dataclass(frozen=True, slots=True)
class ShoeHouse:
    """What the house chose for its shoe: decks, cards behind the cut card, a machine that shuffles all the time.

    ``left``: how many cards it holds where a record begins in the middle of a shoe.
    """

    decks: int
    cut: int
    machine: bool
    left: int | None = None

    @classmethod
    def read(cls, rules: ShoeRules, table: Mapping[str, Any]) -> ShoeHouse:
        """The table's settings, each checked against the document; what is not stated is the document's least."""
        decks = setting(dict(table), "decks") or rules.decks
        if decks not in (rules.decks, *rules.choices):
            raise BadRecord(
                N_("The game is played with {known} decks, not {number}."),
                cite=rules.cite,
                known=" / ".join(map(str, (rules.decks, *rules.choices))),
                number=decks,
            )
        machine = _machine(rules, table)
        left = setting(dict(table), "left")
        if left is not None and left > DECK * decks + rules.jokers:
            raise BadRecord(N_("{decks} decks do not hold {left} cards."), decks=decks, left=left)
        return cls(decks, 0 if machine else _cut(rules, table, decks), machine, left)


def _cut(rules: ShoeRules, table: Mapping[str, Any], decks: int) -> int:
    stated = setting(dict(table), "cut")
    if rules.cut is None:
        if stated is not None:
            raise BadRecord(N_("The document puts no cut card into this shoe."), cite=rules.cite)
        return 0
    most = rules.cut.most or DECK * decks - 1
    if stated is not None and not rules.cut.least <= stated <= most:
        raise BadRecord(
            N_("The cut card leaves {least} to {most} cards behind it, not {stated}."),
            cite=rules.cite,
            least=rules.cut.least,
            most=most,
            stated=stated,
        )
    return stated or min(rules.cut.least, DECK * decks - 1)


def _machine(rules: ShoeRules, table: Mapping[str, Any]) -> bool:
    machine = table.get("machine", False)
    if not isinstance(machine, bool):
        raise BadRecord(N_("The table's {field} is true or false."), field="machine")
    if machine and rules.machine_discards is None:
        raise BadRecord(N_("The document knows no machine that serves as the shoe."), cite=rules.cite)
    if machine and table.get("cut") is not None:
        raise BadRecord(N_("A machine that serves as the shoe has no cut card."), cite=rules.cite)
    discards = setting(dict(table), "discards")
    if machine and discards is not None and discards > (rules.machine_discards or 0):
        raise BadRecord(
            N_("With the machine at most {most} cards may lie in the discard tray; {stated} must be fed back."),
            cite=rules.cite,
            most=rules.machine_discards,
            stated=discards,
        )
    return machine
