"""The typed facts of a shoe, for every family of card games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from tapete.catalogue.model import Cite, Strict, Text
from tapete.table.errors import Mistake
from tapete.table.words import N_

Cards = Annotated[int, Field(ge=0)]
Decks = Annotated[int, Field(ge=1, le=100)]


class CutCard(Strict):
    """How many cards stay behind the cut card: at least, and at most where the document says."""

    least: Cards
    most: Cards | None = None

    @model_validator(mode="after")
    def _in_order(self) -> CutCard:
        if self.most is not None and self.most < self.least:
            raise Mistake(N_("the most behind the cut card is below the least"))
        return self


class ShoeFacts(Strict):
    """The shoe: its decks, the cards burned before play, the two cuts, the machine.

    ``choices``: other numbers of decks that the house may choose. ``player_cut``: the cards that the player who cuts
    must leave at either end. ``machine_discards``: the most that may lie in the tray when a machine serves as the shoe.
    """

    decks: Decks
    choices: tuple[Decks, ...] = ()
    jokers: Cards = 0
    burn: Cards = 0
    cut: CutCard | None = None
    player_cut: Cards | None = None
    machine_discards: Cards | None = None
    text: Text
    cite: Cite
