"""The rules of War: what each card counts, what a tie gives the player to decide, and what each result pays.

``WarGame`` is what the YAML file holds. Its ``verdict`` is the one answer that the round, the exact odds and the
simulation share: what becomes of a bet when the player's card and the bank's are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Idle, Odds, Ruling, Slug, Strict, Text
from tapete.catalogue.shoe import ShoeFacts
from tapete.table import money
from tapete.table.cards import RANKS
from tapete.table.errors import Mistake
from tapete.table.money import Rounding
from tapete.table.names import Names, no_such_place
from tapete.table.round import Printed
from tapete.table.words import N_

if TYPE_CHECKING:
    from fractions import Fraction

    from tapete.table.actions import Place
    from tapete.table.cards import Card
    from tapete.table.money import Money

Count = Annotated[int, Field(ge=1)]
Effect = Literal[
    "burn",
    "late-burn",
    "no-card",
    "stuck",
    "shoe-ends",
    "no-bet",
    "over-maximum",
    "under-minimum",
    "sanction",
    "note",
]
ANSWERS = ("war", "surrender")
Group = Literal["main", "tie", "raise"]
Verdict = Literal["win", "lose", "push", "choose"]


class Boxes(Strict):
    """The betting places of the cloth: each player has one, and nobody plays on another's."""

    number: Count
    text: Text
    cite: Cite


class Values(Strict):
    """What each rank counts."""

    of: dict[str, int]
    text: Text
    cite: Cite

    @model_validator(mode="after")
    def _all_ranks(self) -> Values:
        if set(self.of) != set(RANKS):
            raise Mistake(N_("every rank has a value: {ranks}"), ranks=RANKS)
        return self


class Tied(Strict):
    """The first cards tie: a stake beside a bet on the tie comes back, or is left to its player like any other."""

    with_tie_bet: Literal["push", "choose"] = "push"
    text: Text
    cite: Cite


class Surrender(Strict):
    """Giving up after a tie: what part of the stake comes back."""

    returns: Odds
    text: Text
    cite: Cite


class WarItself(Strict):
    """The war: ``burn`` cards before each card, and ``bonus`` on the first stake where it ties again.

    ``bank_card``: the bank draws a card for each war, or one for all of them.
    """

    burn: Annotated[int, Field(ge=0)]
    bonus: Odds
    bank_card: Literal["each", "shared"] = "each"
    text: Text
    cite: Cite


class Settling(Strict):
    """The order of settling the first cards: losing bets are collected before winners are paid, or box by box."""

    order: Literal["losers-first", "by-box"] = "losers-first"
    text: Text
    cite: Cite


class Limits(Strict):
    """How the document fixes limits."""

    text: Text
    cite: Cite


class Closing(Strict):
    """How the end of the session is announced: ``most`` is the greatest number of last hands."""

    most: Count
    text: Text
    cite: Cite


class WarBet(Bet):
    """A bet at a table of War: the ``main`` one, that on the ``tie``, or the ``raise`` that takes one to war."""

    group: Group
    pays: Odds


class WarRuling(Ruling):
    """An irregular play of War.

    ``number``: so many cards are burned. ``burns``: with stuck cards, all of the play, the stuck ones only, or all that
    the shoe holds too. ``separator``: whether the cut card had come when the shoe ended. ``bets`` are ``returned``, or
    ``stand`` for the next play where a player got no card, for the new shoe where the old one has ended.
    """

    effect: Effect
    number: Count | None = None
    burns: Literal["play", "stuck", "shoe"] | None = None
    separator: Literal["seen", "missing"] | None = None

    @model_validator(mode="after")
    def _says_what_its_effect_needs(self) -> WarRuling:
        needs: dict[str, dict[str, object]] = {
            "late-burn": {"number": self.number},
            "stuck": {"burns": self.burns},
            "no-card": {"bets": self.bets},
            "shoe-ends": {"bets": self.bets, "separator": self.separator},
        }
        lacking = [name for name, value in needs.get(self.effect, {}).items() if value is None]
        if lacking:
            raise Mistake(N_("the effect {effect} needs {fields}"), effect=self.effect, fields=lacking)
        return self


class WarGame(Game):
    """A file of War."""

    shoe: ShoeFacts
    boxes: Boxes
    values: Values
    tied: Tied
    surrender: Surrender
    war: WarItself
    settling: Settling
    limits: Limits
    closing: Closing | None = None
    idle: Idle | None = None
    rounding: Rounding = "exact"
    bets: Mapping[str, WarBet]
    calls: dict[Slug, Fact] = {}
    irregular: Mapping[Slug, WarRuling] = {}

    @model_validator(mode="after")
    def _complete(self) -> WarGame:
        if sorted(bet.group for bet in self.bets.values()) != ["main", "raise", "tie"]:
            raise Mistake(N_("War has one bet of each group: main, tie and raise")).at("bets")
        ends = [ruling.separator for ruling in self.irregular.values() if ruling.effect == "shoe-ends"]
        if sorted(map(str, ends)) != ["missing", "seen"]:
            incomplete = N_("the end of the shoe has a ruling with the separator seen and one with it missing")
            raise Mistake(incomplete).at("irregular")
        return self

    def named(self, group: Group) -> str:
        """The id of the bet of a group.

        >>> from tapete.games import rules
        >>> rules("cl-2023/war").named("raise")
        'apuesta-de-guerra'
        """
        return next(name for name, bet in self.bets.items() if bet.group == group)

    def value(self, card: Card) -> int:
        """What a card counts.

        >>> from tapete.games import rules
        >>> from tapete.table.cards import card
        >>> rules("cl-2023/war").value(card("As"))
        14
        """
        return self.values.of[card.rank]

    def verdict(self, group: Group, ahead: int, with_tie_bet: bool = False) -> Verdict:
        """What becomes of a bet whose player is so far ahead of the bank; ``choose`` leaves it to the player.

        The raise is compared with the second cards, and a tie wins there.

        >>> from tapete.games import rules
        >>> war = rules("cl-2023/war")
        >>> war.verdict("main", 3), war.verdict("main", 0), war.verdict("main", 0, with_tie_bet=True)
        ('win', 'choose', 'push')
        """
        if group == "tie":
            return "lose" if ahead else "win"
        if ahead:
            return "win" if ahead > 0 else "lose"
        if group == "raise":
            return "win"
        return self.tied.with_tie_bet if with_tie_bet else "choose"

    def returned(self, group: Group, verdict: Verdict, stake: Money, rounding: Rounding) -> Money:
        """What comes back of a stake that is decided, the stake included.

        >>> from tapete.games import rules
        >>> rules("cl-2023/war").returned("tie", "win", 20, "exact")
        220
        """
        if verdict == "lose":
            return 0
        return stake + (_part(stake, self.bets[self.named(group)].pays, rounding) if verdict == "win" else 0)

    def surrendered(self, stake: Money, rounding: Rounding) -> Money:
        """What comes back of a stake that is given up.

        >>> from tapete.games import rules
        >>> rules("cl-2023/war").surrendered(25, "down")
        12
        """
        return _part(stake, self.surrender.returns, rounding)

    def bonus(self, stake: Money, rounding: Rounding) -> Money:
        """The prize of a war that ties again, by the first stake."""
        return _part(stake, self.war.bonus, rounding)


def _part(stake: Money, part: Fraction, rounding: Rounding) -> Money:
    return money.over(stake * part.numerator, part.denominator, rounding)


@dataclass(frozen=True, slots=True)
class Spot(Printed):
    """A place for chips: the bet, its box, and the place as its player wrote it."""

    bet: str
    box: int
    on: Place
    cite: str


class Cloth:
    """The boxes of the cloth, and the bets by any of their names."""

    def __init__(self, game: WarGame) -> None:
        self.game = game
        self.names = Names(game.names[0], game.cite, {name: bet.names for name, bet in game.bets.items()})
        self.main, self.tie, self.raised = game.named("main"), game.named("tie"), game.named("raise")
        self.boxes = range(1, game.boxes.number + 1)

    def box(self, bet: str, on: Place) -> int | None:
        """The box that a bet names; None where it names none, and a refusal where the cloth has no such box."""
        if not on:
            return None
        found = [box for box in self.boxes if len(on) == 1 and str(box) == str(on[0])]
        if not found:
            raise no_such_place(bet, self.game.boxes.cite, on, [(box,) for box in self.boxes])
        return found[0]
