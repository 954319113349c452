"""The rules of a game in which one throw of several dice decides every bet: Crown and Anchor, Chuck a Luck.

``DiceGame`` is what the YAML file holds. ``Cloth`` is the same, ready to play: every place a bet can stand on, and
what each place returns for each throw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Idle, Odds, Ruling, Slug, Strict, Text
from tapete.table.errors import Mistake, Refused
from tapete.table.money import Rounding, odds_shown
from tapete.table.names import Names, no_such_place, place_shown
from tapete.table.round import Event, Printed
from tapete.table.terms import FIGURES, term
from tapete.table.words import N_, Sentence, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.table.actions import Place

MOST_DICE, MOST_FACES = 5, 12
Face = int | str
Throw = tuple[Face, ...]
Effect = Literal["void-throw", "late-bet", "no-bet", "over-maximum", "under-minimum", "sanction", "note"]
CHANGES = frozenset(("raise", "lower", "take-down"))


class Dice(Strict):
    """The dice: how many are thrown, how many the table keeps, what their faces show, and what they are shaken in."""

    vessel: Literal["cup", "cage"] = "cup"
    thrown: Annotated[int, Field(ge=1, le=MOST_DICE)]
    kept: Annotated[int, Field(ge=1)]
    faces: Annotated[tuple[Face, ...], Field(min_length=2, max_length=MOST_FACES)]
    aliases: dict[str, Face] = {}
    cite: Cite

    @model_validator(mode="after")
    def _hangs_together(self) -> Dice:
        if len({str(face) for face in self.faces}) != len(self.faces):
            raise Mistake(N_("a face stands twice"))
        strays = [name for name, face in self.aliases.items() if face not in self.faces]
        if strays:
            raise Mistake(N_("names of unknown faces: {strays}"), strays=strays)
        if self.kept < self.thrown:
            raise Mistake(N_("the table keeps fewer dice than are thrown"))
        return self

    @property
    def counted(self) -> bool:
        """Whether the faces are numbers, so that a throw has a total."""
        return all(isinstance(face, int) for face in self.faces)

    def throws(self) -> tuple[Throw, ...]:
        """Every throw, die by die; all are equally likely.

        >>> len(Dice(thrown=3, kept=6, faces=(1, 2, 3, 4, 5, 6), cite="1").throws())
        216
        """
        return tuple(product(self.faces, repeat=self.thrown))


class Covers(Strict):
    """What a bet wins with: certain ``totals``, all dice ``alike``, or the ``face`` that the player chooses."""

    totals: tuple[int, ...] = ()
    alike: bool = False
    face: bool = False

    @model_validator(mode="after")
    def _one_form(self) -> Covers:
        if sum(map(bool, (self.totals, self.alike, self.face))) != 1:
            raise Mistake(N_("a bet covers one of totals, alike and face"))
        return self


class DiceBet(Bet):
    """A bet on a throw. A bet on a face is paid by the number of dice that show it."""

    covers: Covers
    pays_on_dice: Mapping[str, Odds] = {}

    @model_validator(mode="after")
    def _priced_once(self) -> DiceBet:
        if self.covers.face != bool(self.pays_on_dice) or self.covers.face == (self.pays is not None):
            raise Mistake(N_("a bet on a face is paid by the number of dice, any other has one price"))
        return self

    def price(self, throw: Throw, on: Place) -> Fraction | None:
        """What a throw pays on a place; None where it loses.

        >>> from tapete.games import rules
        >>> rules("cl-2023/corona-y-ancla").bets["figura"].price(("ancla", "corona", "ancla"), ("ancla",))
        Fraction(2, 1)
        """
        if self.covers.face:
            return self.pays_on_dice.get(str(throw.count(on[0])))
        won = len(set(throw)) == 1 if self.covers.alike else total(throw) in self.covers.totals
        return self.pays if won else None


class AllLose(Strict):
    """Totals with which everybody loses, whatever the bet."""

    totals: Annotated[tuple[int, ...], Field(min_length=1)]
    text: Text
    cite: Cite


class DiceRuling(Ruling):
    """An irregular play of a dice game."""

    effect: Effect


class DiceGame(Game):
    """A dice game's file."""

    dice: Dice
    bets: Mapping[str, DiceBet]
    all_lose: AllLose | None = None
    limits: Fact
    closing: Fact | None = None
    idle: Idle | None = None
    rounding: Rounding = "exact"
    calls: dict[Slug, Fact] = {}
    irregular: Mapping[Slug, DiceRuling] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> DiceGame:
        listed: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
        if self.all_lose:
            listed.append((("all_lose", "totals"), self.all_lose.totals))
        listed += [(("bets", name, "covers", "totals"), bet.covers.totals) for name, bet in self.bets.items()]
        possible = {total(throw) for throw in self.dice.throws()} if self.dice.counted else set()
        for field, totals in listed:
            strays = sorted(set(totals) - possible)
            if strays:
                raise Mistake(N_("no throw adds up to {strays}"), strays=strays).at(*field)
        counts = {str(number) for number in range(1, self.dice.thrown + 1)}
        for name, bet in self.bets.items():
            if bet.covers.face and set(bet.pays_on_dice) != counts:
                lacking = N_("pays_on_dice needs a price for each of {number} dice")
                raise Mistake(lacking, number=sorted(counts)).at("bets", name, "pays_on_dice")
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Spot(Printed):
    """A place on the cloth: what it returns, stake included, for each throw that wins there."""

    bet: str
    on: Place
    group: str
    returns: dict[Throw, Fraction]
    cite: str
    pays_cite: str
    pays: Fraction | None
    changes: frozenset[str] = CHANGES
    priced: bool = True


class Cloth:
    """Every place a bet can stand on, found by the bet's id or any of its names; and every throw."""

    def __init__(self, game: DiceGame) -> None:
        self.game = game
        self.names = Names(game.names[0], game.cite, {name: bet.names for name, bet in game.bets.items()})
        self.throws = game.dice.throws()
        self.outcomes = {throw: _outcome(throw, game.dice) for throw in self.throws}
        self.lost = frozenset(throw for throw in self.throws if game.all_lose and total(throw) in game.all_lose.totals)
        self._faces: dict[str, Face] = {plain(str(face)): face for face in game.dice.faces}
        self._faces |= {plain(name): face for name, face in game.dice.aliases.items()}
        self.places = {name: {spot.on: spot for spot in self._spots(name)} for name in game.bets}

    def _spots(self, name: str) -> Iterator[Spot]:
        bet = self.game.bets[name]
        places: list[Place] = [(face,) for face in self.game.dice.faces] if bet.covers.face else [()]
        for on in places:
            prices = {throw: bet.price(throw, on) for throw in self.throws if throw not in self.lost}
            returns = {throw: 1 + pays for throw, pays in prices.items() if pays is not None}
            yield Spot(name, on, bet.group, returns, bet.cite, bet.pays_cite or bet.cite, bet.pays)

    def find(self, bet: str, on: Place) -> Spot:
        """The place a bet stands on, or a refusal that says which places there are.

        A figure may be named instead of the bet on it, where there is only one such bet.
        """
        if not on and bet not in self.places and plain(bet) in self._faces:
            on_faces = [name for name, rule in self.game.bets.items() if rule.covers.face]
            bet, on = (on_faces[0], (bet,)) if len(on_faces) == 1 else (bet, on)
        name = self.names.find(bet)
        places = self.places[name]
        spot = places.get(self.written(on))
        if spot is None:
            raise no_such_place(name, self.game.bets[name].cite, on, places)
        return spot

    def written(self, on: Place) -> Place:
        """A place with its faces by their ids."""
        return tuple(self._face(one) for one in on)

    def _face(self, word: Face) -> Face:
        return self._faces.get(plain(str(word)), word)

    def throw(self, value: Any) -> Throw:
        """A throw as it was keyed in, or a refusal that says what the dice show."""
        throw = self.written(value) if isinstance(value, tuple) else ()
        if throw not in self.outcomes:
            raise Refused(
                N_("{number} dice are thrown, each showing one of {faces}; {value} is not such a throw."),
                cite=self.game.dice.cite,
                number=self.game.dice.thrown,
                faces=self.game.dice.faces,
                value=value,
            )
        return throw

    def why(self, spot: Spot, throw: Throw) -> Sentence:
        """Why a bet wins or loses with a throw."""
        back = spot.returns.get(throw)
        odds = "" if back is None else odds_shown(back - 1)
        if spot.on:
            won, lost = N_("Dice with {face}: {number}, {odds}."), N_("No die shows {face}.")
            faces = [term(FIGURES, face) for face in spot.on]
            return Sentence(won if odds else lost, face=faces, number=throw.count(spot.on[0]), odds=odds)
        alike = self.game.bets[spot.bet].covers.alike
        thrown = place_shown(throw) if alike else total(throw)
        return Sentence(N_("{total} wins, {odds}.") if odds else N_("{total} loses."), total=thrown, odds=odds)


def total(throw: Throw) -> int:
    """What the dice add up to; those with figures add up to nothing.

    >>> total((2, 3, 6)), total(("corona", "ancla", "pique"))
    (11, 0)
    """
    return sum(face for face in throw if isinstance(face, int))


def _outcome(throw: Throw, dice: Dice) -> Event:
    if not dice.counted:
        said = Sentence("{dice}.", dice=[term(FIGURES, face) for face in throw])
        return Event("outcome", (("outcome", throw),), dice.cite, said)
    said = Sentence("{dice}: {total}.", dice=throw, total=total(throw))
    return Event("outcome", (("outcome", throw), ("total", total(throw))), dice.cite, said)
