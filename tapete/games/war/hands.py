"""The hands of a play: a card each, and after a tie perhaps a second one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.table.cards import Card

DEALT, TIED, AT_WAR, OVER = "dealt", "tied", "at-war", "over"


@dataclass(slots=True, eq=False)
class Hand:
    """A player's card, and those of the war: the player's own and the bank's against it."""

    box: int
    player: str
    card: Card | None = None
    state: str = DEALT
    war_card: Card | None = None
    bank_card: Card | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """What lies in front of the player."""
        return tuple(one for one in (self.card, self.war_card) if one is not None)
