"""The rules of a game in which one wheel decides every bet: boule, Big Six, the wheel of fortune, and roulette's base.

``WheelGame`` is what the YAML file holds. ``Cloth`` is the same, ready to play: every place a bet can stand on, and
what each place returns for each outcome of the wheel.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Ruling, Slug, Strict, Text
from tapete.catalogue.search import plain
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import Bounds, setting
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tapete.table.actions import Place
    from tapete.table.money import Rounding

Outcome = int | str
Effect = Literal["void-spin", "close-table", "late-bet", "over-maximum", "under-minimum", "note"]


class Wheel(Strict):
    """What turns: its outcomes, in how many cells each stands, and their order on the rim where it is known."""

    verb: Literal["ball", "number"]
    outcomes: Annotated[tuple[Outcome, ...], Field(min_length=2)]
    cells: dict[str, Annotated[int, Field(ge=1)]] = {}
    aliases: dict[str, Outcome] = {}
    order: tuple[Outcome, ...] | None = None
    colours: dict[str, tuple[Outcome, ...]] = {}
    neutral: str = "verde"
    minimum_turns: int | None = None
    cite: Cite

    @model_validator(mode="after")
    def _hangs_together(self) -> Wheel:
        known = set(self.outcomes)
        if len(known) != len(self.outcomes):
            raise ValueError("an outcome stands twice")
        strays = [c for c in self.cells if c not in {str(o) for o in known}]
        if strays:
            raise ValueError(f"cells of unknown outcomes: {', '.join(strays)}")
        if self.order is not None and sorted(map(str, self.order)) != sorted(map(str, self.outcomes)):
            raise ValueError("the order must hold every outcome once")
        for colour, members in self.colours.items():
            if not set(members) <= known:
                raise ValueError(f"{colour} holds numbers that the wheel does not have")
        return self

    def weight(self, outcome: Outcome) -> int:
        """In how many cells an outcome stands."""
        return self.cells.get(str(outcome), 1)

    def colour(self, outcome: Outcome) -> str:
        """The colour of an outcome."""
        return next((colour for colour, members in self.colours.items() if outcome in members), self.neutral)


class Covers(Strict):
    """What a bet covers: any one outcome (``shape: number``), or a fixed set."""

    shape: str = "numbers"
    numbers: tuple[Outcome, ...] | None = None

    @model_validator(mode="after")
    def _says_which(self) -> Covers:
        if self.shape == "numbers" and not self.numbers:
            raise ValueError("covers needs a shape or its numbers")
        return self


class Maximum(Strict):
    """The most on a bet as a multiple of the minimum: one of a series, or anything between two."""

    multiples: tuple[int, ...] | None = None
    between: tuple[int, int] | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Maximum:
        if (self.multiples is None) == (self.between is None):
            raise ValueError("a maximum has either multiples or between")
        return self


class WheelBet(Bet):
    """A bet on the cloth of a wheel."""

    covers: Covers
    maximum: Maximum | None = None


class Limits(Strict):
    """How the document fixes limits; ``base`` is the bet that the table's ``maximum`` speaks of."""

    text: Text
    base: str | None = None
    simple_minimum_up_to: int | None = None
    per_player: bool = True
    cite: Cite


class Payment(Strict):
    """The order in which losing chips are cleared and winners are paid; the groups are bets."""

    order: tuple[tuple[str, ...], ...] = ()
    clearing: tuple[tuple[str, ...], ...] = ()
    together: Literal["no", "yes", "except-simple"] = "no"
    cite: Cite


class Closing(Strict):
    """How the end of the session is announced: how many spins before."""

    announced: int = 1
    text: Text
    cite: Cite


class LimitChange(Strict):
    """How limits are changed during the session: how many spins are announced under the old ones."""

    announced: int
    text: Text
    cite: Cite


class WheelRuling(Ruling):
    """An irregular play of a wheel game."""

    effect: Effect


class WheelGame(Game):
    """A wheel game's file."""

    wheel: Wheel
    bets: dict[str, WheelBet]
    limits: Limits
    payment: Payment | None = None
    closing: Closing | None = None
    limit_change: LimitChange | None = None
    idle_rounds: int | None = None
    calls: dict[Slug, Fact] = {}
    irregular: dict[Slug, WheelRuling] = {}
    shorthand: dict[str, str] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> WheelGame:
        named = {name for group in (self.payment.order if self.payment else ()) for name in group}
        if self.payment and not named <= set(self.bets):
            raise ValueError(f"the order of payment names unknown bets: {', '.join(sorted(named - set(self.bets)))}")
        if self.limits.base is not None and self.limits.base not in self.bets:
            raise ValueError(f"the limits rest on the unknown bet {self.limits.base}")
        for setting_name, reading in self.shorthand.items():
            if reading not in self.readings:
                raise ValueError(f"the setting {setting_name} selects the unknown reading {reading}")
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place on the cloth: what it returns, stake included, for each outcome it covers."""

    bet: str
    on: Place
    group: str
    returns: dict[Outcome, Fraction]
    parts: tuple[tuple[Spot, int], ...] = ()
    priced: bool = True
    pay_rank: int = 0
    clear_rank: int = 0
    cite: str = ""
    pays_cite: str = ""
    pays: Fraction | None = None

    @property
    def covers(self) -> frozenset[Outcome]:
        """The outcomes that the place covers."""
        return frozenset(self.returns)


def shape_number(game: WheelGame, covers: Covers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    """Any one outcome of the wheel."""
    for outcome in game.wheel.outcomes:
        yield (outcome,), frozenset((outcome,))


def shape_numbers(game: WheelGame, covers: Covers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    """One place that covers a fixed set."""
    yield (), frozenset(covers.numbers or ())


Shape = "Callable[[WheelGame, Covers], Iterable[tuple[Place, frozenset[Outcome]]]]"
SHAPES: dict[str, Any] = {"number": shape_number, "numbers": shape_numbers}


class Cloth:
    """Every place a bet can stand on, found by the bet's id or any of its names."""

    def __init__(self, game: WheelGame, shapes: dict[str, Any] | None = None) -> None:
        self.game = game
        self._shapes = shapes or SHAPES
        wheel = game.wheel
        self._outcomes: dict[Any, Outcome] = {str(o): o for o in wheel.outcomes} | dict(wheel.aliases)
        self._rank = {outcome: index for index, outcome in enumerate(wheel.outcomes)}
        self._pay_rank = _ranks(game.payment.order if game.payment else (), game.bets)
        self._clear_rank = _ranks(game.payment.clearing if game.payment else (), game.bets)
        self.places: dict[str, dict[Place, Spot]] = {}
        for name in game.bets:
            self.places[name] = {spot.on: spot for spot in self._spots(name)}
        for name in game.bets:
            self.places[name].update({spot.on: spot for spot in self._composed(name)})
        self._names = {plain(alias): name for name, bet in game.bets.items() for alias in (name, *bet.names)}
        self._found: dict[tuple[str, Place], Spot] = {}

    def _spots(self, name: str) -> Iterable[Spot]:
        bet = self.game.bets[name]
        shape = self._shapes.get(bet.covers.shape)
        for on, covered in shape(self.game, bet.covers) if shape else ():
            pays = bet.pays
            returned = Fraction(0) if pays is None else 1 + pays
            yield self._spot(name, on, dict.fromkeys(covered, returned), priced=pays is not None, pays=pays)

    def _composed(self, name: str) -> Iterable[Spot]:
        """Bets made of several chips; a family that has none leaves this empty."""
        return ()

    def _spot(self, name: str, on: Place, returns: dict[Outcome, Fraction], **more: Any) -> Spot:
        bet = self.game.bets[name]
        return Spot(
            name, on, bet.group, returns, pay_rank=self._pay_rank[name], clear_rank=self._clear_rank[name],
            cite=bet.cite, pays_cite=bet.pays_cite or bet.cite, **more,
        )

    def outcome(self, value: Any) -> Outcome:
        """An outcome as it was keyed in, or a refusal that says what the wheel has."""
        found = self._outcomes.get(str(value).strip().lower())
        if found is None:
            raise Refused(
                N_("The wheel has no {value}; it has: {known}."),
                cite=self.game.wheel.cite, value=value, known=_spans(self.game.wheel.outcomes),
            )
        return found

    def name(self, bet: str) -> str:
        """A bet's id from its id or any of its names."""
        if bet in self.places:
            return bet
        found = self._names.get(plain(bet))
        if found is None:
            raise Refused(
                N_("{game} has no bet {bet}; it has: {known}."),
                cite=self.game.cite, game=self.game.names[0], bet=bet, known=list(self.places),
            )
        return found

    def find(self, bet: str, on: Place) -> Spot:
        """The place a bet stands on, or a refusal that says which places there are."""
        spot = self._found.get((bet, on))
        if spot is None:
            spot = self._find(bet, on)
            if len(self._found) < 4096:
                self._found[bet, on] = spot
        return spot

    def _find(self, bet: str, on: Place) -> Spot:
        name = self.name(bet)
        places = self.places[name]
        for key in (on, self._ordered(on)):
            if key in places:
                return places[key]
        shown = [_shown(p) for p in places]
        if list(places) == [()]:
            raise Refused(
                N_("{bet} has a single place on the cloth: it takes no numbers, and got {on}."),
                cite=self.game.bets[name].cite, bet=name, on=_shown(on),
            )
        if not on:
            raise Refused(
                N_("{bet} needs its place, in the field on; for example {example}."),
                cite=self.game.bets[name].cite, bet=name, example=shown[0] if shown else "-",
            )
        raise Refused(
            N_("The cloth has no {bet} on {on}; it has {number}: {some}."),
            cite=self.game.bets[name].cite, bet=name, on=_shown(on), number=len(shown),
            some=", ".join(shown if len(shown) <= 12 else [*shown[:8], "…"]),
        )

    def _ordered(self, on: Place) -> Place | None:
        outcomes = [self._outcomes.get(str(item).strip().lower()) for item in on]
        if any(o is None for o in outcomes) or len(set(outcomes)) != len(outcomes):
            return None
        return tuple(sorted((o for o in outcomes if o is not None), key=self._rank.__getitem__))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The number of cells of each outcome."""
        return tuple(self.game.wheel.weight(o) for o in self.game.wheel.outcomes)


def _ranks(groups: tuple[tuple[str, ...], ...], bets: Iterable[str]) -> dict[str, int]:
    ranks = {name: rank for rank, group in enumerate(groups) for name in group}
    return {name: ranks.get(name, len(groups)) for name in bets}


def _shown(on: Place) -> str:
    return "-".join(str(item) for item in on) or "·"


def _spans(outcomes: Iterable[Outcome]) -> str:
    numbers = [o for o in outcomes if isinstance(o, int)]
    words = [o for o in outcomes if isinstance(o, str)]
    whole = numbers == list(range(min(numbers), max(numbers) + 1)) if numbers else False
    parts = [f"{min(numbers)}-{max(numbers)}"] if whole and len(numbers) > 2 else [str(n) for n in numbers]
    return ", ".join(parts + words)


TABLE_SETTINGS = (
    "minimum", "maximum", "limits", "readings", "rounding", "simple-minimum", "simple-maximum", "simple-multiples",
)


@dataclass(frozen=True, slots=True)
class House:
    """What the house states for its table, checked against the document: the bounds of every bet."""

    minimum: int | None
    maximum: int | None
    bounds: dict[str, Bounds]
    rounding: Rounding
    data: dict[str, Any]

    @classmethod
    def read(cls, game: WheelGame, cloth: Cloth, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that the document does not allow."""
        known = (*TABLE_SETTINGS, *game.shorthand)
        for name in table:
            if name not in known:
                raise BadRecord(
                    N_("The table has no setting {field}; it has: {known}."), field=name, known=list(known)
                )
        rounding = table.get("rounding", "exact")
        if rounding not in ("exact", "down", "up", "nearest"):
            raise BadRecord(N_("The table's rounding is exact, down, up or nearest, not {value}."), value=rounding)
        minimum, maximum = setting(table, "minimum"), setting(table, "maximum")
        if minimum is not None and maximum is not None and minimum > maximum:
            raise BadRecord(
                N_("The table's minimum of {minimum} is above its maximum of {maximum}."),
                minimum=minimum, maximum=maximum,
            )
        bounds = _Bounds(game, table, minimum, maximum).all()
        _compose(cloth, bounds)
        return cls(minimum, maximum, bounds, rounding, table)


class _Bounds:
    """Works out what each bet may be, from the document's formula and the house's figures."""

    def __init__(self, game: WheelGame, table: dict[str, Any], minimum: int | None, maximum: int | None) -> None:
        self.game, self.table, self.minimum, self.maximum = game, table, minimum, maximum
        self.cite = game.limits.cite
        self.own = table.get("limits") or {}
        if not isinstance(self.own, dict):
            raise BadRecord(N_("The field {field} must be a list of names and values."), field="table.limits")
        for name in self.own:
            if name not in game.bets:
                raise BadRecord(N_("The table limits the unknown bet {bet}."), bet=name)
        base = game.bets[game.limits.base].maximum if game.limits.base else None
        self.base = base if minimum is not None and maximum is not None else None
        self.index = self._checked_base()

    def _checked_base(self) -> int | None:
        if self.base is None:
            return None
        assert self.minimum is not None and self.maximum is not None
        if self.base.multiples is not None:
            for index, multiple in enumerate(self.base.multiples):
                if self.maximum == multiple * self.minimum:
                    return index
            raise BadRecord(
                N_("The maximum on {bet} must be {multiples} times the minimum of {minimum}; {maximum} is none of these."),
                cite=self.cite, bet=self.game.limits.base, multiples=_list_or(self.base.multiples),
                minimum=self.minimum, maximum=self.maximum,
            )
        low, high = self.base.between or (0, 0)
        if not low * self.minimum <= self.maximum <= high * self.minimum:
            raise BadRecord(
                N_("The maximum on {bet} must be from {low} to {high} times the minimum of {minimum}; {maximum} is not."),
                cite=self.cite, bet=self.game.limits.base, low=low, high=high, minimum=self.minimum,
                maximum=self.maximum,
            )
        return None

    def all(self) -> dict[str, Bounds]:
        return {name: self._one(name) for name in self.game.bets}

    def _one(self, name: str) -> Bounds:
        simple = self.game.bets[name].group == "simple"
        minimum, step = self.minimum or 1, 1
        if simple:
            minimum, step = self._simple_minimum(minimum)
        own = self.own.get(name) or {}
        if not isinstance(own, dict) or not set(own) <= {"minimum", "maximum"}:
            raise BadRecord(N_("The table's limits of {bet} have a minimum and a maximum."), bet=name)
        maximum = self._maximum(name, simple)
        stated = setting(own, "maximum")
        if stated is not None:
            if self.base is not None and maximum is not None and stated != maximum:
                raise BadRecord(
                    N_("The document fixes the maximum on {bet} at {maximum}; the table cannot state {stated}."),
                    cite=self.cite, bet=name, maximum=maximum, stated=stated,
                )
            maximum = stated
        return Bounds(setting(own, "minimum") or minimum, maximum, step, self.cite)

    def _maximum(self, name: str, simple: bool) -> int | None:
        formula = self.game.bets[name].maximum
        if self.base is None or formula is None:
            stated = setting(self.table, "simple-maximum") if simple else None
            return stated or self.maximum
        assert self.minimum is not None and self.maximum is not None
        if formula.multiples is not None:
            return formula.multiples[self.index or 0] * self.minimum
        low, high = formula.between or (0, 0)
        base_low = (self.base.between or (1, 1))[0]
        stated = setting(self.table, "simple-maximum") if simple else None
        if stated is None:
            return min(self.maximum * low // base_low, high * self.minimum)
        if not low * self.minimum <= stated <= high * self.minimum:
            raise BadRecord(
                N_("The maximum on {bet} must be from {low} to {high} times the minimum of {minimum}; {maximum} is not."),
                cite=self.cite, bet=name, low=low, high=high, minimum=self.minimum, maximum=stated,
            )
        return stated

    def _simple_minimum(self, minimum: int) -> tuple[int, int]:
        stated = setting(self.table, "simple-minimum")
        if stated is not None:
            most = self.game.limits.simple_minimum_up_to
            if most is not None and self.minimum is not None and not minimum <= stated <= most * minimum:
                raise BadRecord(
                    N_("The minimum on even chances may be from {minimum} to {most}; {stated} is not."),
                    cite=self.cite, minimum=minimum, most=most * minimum, stated=stated,
                )
            minimum = stated
        multiples = self.table.get("simple-multiples", False)
        if not isinstance(multiples, bool):
            raise BadRecord(N_("The table's {field} is true or false."), field="simple-multiples")
        return minimum, minimum if multiples else 1


def _compose(cloth: Cloth, bounds: dict[str, Bounds]) -> None:
    """A bet of several chips: each chip from the minimum, each place within its own maximum."""
    for name, places in cloth.places.items():
        spot = next((s for s in places.values() if s.parts), None)
        if spot is None:
            continue
        number = sum(count for _, count in spot.parts)
        most = [bounds[part.bet].maximum for part, _ in spot.parts]
        ceilings = [m // count for m, (_, count) in zip(most, spot.parts, strict=True) if m is not None]
        chip = min(ceilings) if len(ceilings) == len(most) else None
        least = max(bounds[part.bet].minimum for part, _ in spot.parts)
        bounds[name] = Bounds(least * number, None if chip is None else chip * number, number, bounds[name].cite)


def _list_or(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))
