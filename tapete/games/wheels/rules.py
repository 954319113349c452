"""The rules of a game in which one wheel decides every bet: boule, Big Six, the wheel of fortune, and roulette's base.

``WheelGame`` is what the YAML file holds. ``Cloth`` is the same, ready to play: every place a bet can stand on, and
what each place returns for each outcome of the wheel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Idle, Ruling, Slug, Strict, Text
from tapete.table.errors import BadRecord, Mistake, Refused
from tapete.table.limits import Bounds, bounds, known_settings, own_limits, rounding, setting, span
from tapete.table.money import Rounding
from tapete.table.names import Names, no_such_place, place_shown, stem
from tapete.table.round import Printed
from tapete.table.words import N_, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.table.actions import Place
    from tapete.table.money import Money

Outcome = int | str
Times = Annotated[int, Field(ge=1)]
MOST_CELLS = 1000
Effect = Literal["void-spin", "close-table", "late-bet", "no-bet", "over-maximum", "under-minimum", "sanction", "note"]


class Wheel(Strict):
    """What turns: its outcomes, in how many cells each stands, and their order on the rim where it is known."""

    verb: Literal["ball", "number"]
    outcomes: Annotated[tuple[Outcome, ...], Field(min_length=2)]
    cells: dict[str, Annotated[int, Field(ge=1, le=MOST_CELLS)]] = {}
    aliases: dict[str, Outcome] = {}
    order: tuple[Outcome, ...] | None = None
    colours: dict[str, tuple[Outcome, ...]] = {}
    neutral: str = "verde"
    minimum_turns: Annotated[int, Field(ge=0)] | None = None
    cite: Cite

    @model_validator(mode="after")
    def _hangs_together(self) -> Wheel:
        known = set(self.outcomes)
        if len(known) != len(self.outcomes):
            raise Mistake(N_("an outcome stands twice")).at("outcomes")
        strays = [c for c in self.cells if c not in {str(o) for o in known}]
        if strays:
            raise Mistake(N_("cells of unknown outcomes: {strays}"), strays=strays).at("cells")
        if self.order is not None and sorted(map(str, self.order)) != sorted(map(str, self.outcomes)):
            raise Mistake(N_("the order must hold every outcome once")).at("order")
        coloured: set[Outcome] = set()
        for colour, members in self.colours.items():
            if not set(members) <= known:
                stray = Mistake(N_("{colour} holds numbers that the wheel does not have"), colour=colour)
                raise stray.at("colours", colour)
            twice = [str(number) for number in members if number in coloured]
            if twice:
                raise Mistake(N_("two colours hold {numbers}"), numbers=twice).at("colours", colour)
            coloured.update(members)
        return self

    def weight(self, outcome: Outcome) -> int:
        """In how many cells an outcome stands."""
        return self.cells.get(str(outcome), 1)

    def colour(self, outcome: Outcome) -> str:
        """The colour of an outcome."""
        return next((colour for colour, members in self.colours.items() if outcome in members), self.neutral)


class Covers(Strict):
    """What a bet covers: any one outcome (``shape: number``), or a fixed set.

    ``called`` are names for some of its places only, each with those places.
    """

    shape: str = "numbers"
    numbers: tuple[Outcome, ...] | None = None
    called: dict[str, Annotated[tuple[tuple[Outcome, ...], ...], Field(min_length=1)]] = {}

    @model_validator(mode="after")
    def _says_which(self) -> Covers:
        if self.shape == "numbers" and not self.numbers:
            raise Mistake(N_("covers needs a shape or its numbers"))
        return self


class Maximum(Strict):
    """The most on a bet as a multiple of the minimum: one of a series, or anything between two."""

    multiples: Annotated[tuple[Times, ...], Field(min_length=1)] | None = None
    between: tuple[Times, Times] | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Maximum:
        if (self.multiples is None) == (self.between is None):
            raise Mistake(N_("a maximum has either multiples or between"))
        if self.between is not None and self.between[0] > self.between[1]:
            raise Mistake(N_("the first of two bounds is the lower one")).at("between")
        return self


class WheelBet(Bet):
    """A bet on the cloth of a wheel."""

    covers: Covers
    maximum: Maximum | None = None


class Limits(Strict):
    """How the document fixes limits; ``base`` is the bet that the table's ``maximum`` speaks of.

    ``series``: whether every bet takes the same place in its series of multiples, or each its own.
    ``simple_base``: the minimum that the maximum of even chances multiplies, the table's or their own.
    ``announced``: a chip of an announced bet goes up to the maximum of its place, or up to that of ``base``.
    ``per_player``: what lies on a place is counted for each player, or for all together.
    ``openings``: by what the authorised minimum may be multiplied when a cloth is opened; the maxima follow the former.
    """

    text: Text
    base: str | None = None
    simple_minimum_up_to: Times | None = None
    series: Literal["together", "each"] = "together"
    simple_base: Literal["table", "own"] = "table"
    announced: Literal["place", "base"] = "place"
    per_player: bool = True
    openings: tuple[Times, ...] = ()
    cite: Cite


class Payment(Strict):
    """The order in which losing chips are cleared and winners are paid; the groups are bets."""

    order: tuple[tuple[str, ...], ...] = ()
    clearing: tuple[tuple[str, ...], ...] = ()
    together: Literal["no", "yes", "except-simple"] = "no"
    cite: Cite


class Closing(Strict):
    """How the end of the session is announced: how many spins before, and in which words where they are several."""

    announced: Annotated[int, Field(ge=1)] = 1
    names: tuple[str, ...] = ()
    text: Text
    cite: Cite


class LimitChange(Strict):
    """How limits are changed during the session: how many spins are announced under the old ones."""

    announced: Annotated[int, Field(ge=1)]
    text: Text
    cite: Cite


class WheelCall(Fact):
    """A call of the croupier or the table head; ``before_closing``: it has a meaning only while bets are open."""

    names: tuple[str, ...] = ()
    before_closing: bool = False


class WheelRuling(Ruling):
    """An irregular play of a wheel game."""

    effect: Effect


class WheelGame(Game):
    """A wheel game's file."""

    wheel: Wheel
    bets: Mapping[str, WheelBet]
    limits: Limits
    payment: Payment | None = None
    closing: Closing | None = None
    limit_change: LimitChange | None = None
    idle: Idle | None = None
    rounding: Rounding = "exact"
    calls: dict[Slug, WheelCall] = {}
    irregular: Mapping[Slug, WheelRuling] = {}
    shorthand: dict[str, str] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> WheelGame:
        named = {name for group in (self.payment.order if self.payment else ()) for name in group}
        if self.payment and not named <= set(self.bets):
            strays = sorted(named - set(self.bets))
            raise Mistake(N_("the order of payment names unknown bets: {bets}"), bets=strays).at("payment", "order")
        if self.limits.base is not None and self.limits.base not in self.bets:
            unknown = Mistake(N_("the limits rest on the unknown bet {base}"), base=self.limits.base)
            raise unknown.at("limits", "base")
        for setting_name, reading in self.shorthand.items():
            if reading not in self.readings:
                raise Mistake(
                    N_("the setting {setting} selects the unknown reading {reading}"),
                    setting=setting_name,
                    reading=reading,
                ).at("shorthand", setting_name)
        for name, bet in self.bets.items():
            self._verify_on_wheel(name, bet.covers.numbers or (), "bets", name, "covers", "numbers")
        return self

    def _verify_on_wheel(self, what: str, numbers: Iterable[Outcome], *field: str | int) -> None:
        strays = [str(number) for number in numbers if number not in self.wheel.outcomes]
        if strays:
            stray = Mistake(N_("{what} holds numbers that the wheel does not have: {strays}"), what=what, strays=strays)
            raise stray.at(*field)


@dataclass(frozen=True, slots=True, eq=False)
class Spot(Printed):
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


SHAPES: dict[str, Any] = {"number": shape_number, "numbers": shape_numbers}


class Cloth:
    """Every place a bet can stand on, found by the bet's id or any of its names."""

    composes: tuple[str, ...] = ()

    def __init__(self, game: WheelGame, shapes: dict[str, Any] | None = None) -> None:
        self.game = game
        self._shapes = shapes or SHAPES
        wheel = game.wheel
        self._outcomes: dict[Any, Outcome] = {str(o): o for o in wheel.outcomes} | dict(wheel.aliases)
        self._rank = {outcome: index for index, outcome in enumerate(wheel.outcomes)}
        self._pay_rank = _ranks(game.payment.order if game.payment else ())
        self._clear_rank = _ranks(game.payment.clearing if game.payment else ())
        self.places: dict[str, dict[Place, Spot]] = {}
        for name in game.bets:
            self.places[name] = {spot.on: spot for spot in self._spots(name)}
        for name in game.bets:
            self.places[name].update({spot.on: spot for spot in self._composed(name)})
        for name, bet in game.bets.items():
            self._verify_called(name, bet.covers)
        self._called = {stem(a): places for bet in game.bets.values() for a, places in bet.covers.called.items()}
        names = {name: (*bet.names, *bet.covers.called) for name, bet in game.bets.items()}
        self._names = Names(game.names[0], game.cite, names)
        self._found: dict[tuple[str, Place], Spot] = {}

    def _verify_called(self, name: str, covers: Covers) -> None:
        """Refuse a name for places that no cloth of this wheel has; a place may be one that a reading takes away."""
        known = {*self.places[name], *self._outcomes.values()}
        for word, called in covers.called.items():
            strays = [place_shown(place) for place in called if place not in known and not known.issuperset(place)]
            if strays:
                nowhere = N_("{name} names places that the cloth does not have: {strays}")
                raise Mistake(nowhere, name=word, strays=strays).at("bets", name, "covers", "called", word)

    def _spots(self, name: str) -> Iterable[Spot]:
        bet = self.game.bets[name]
        shape = self._shapes.get(bet.covers.shape)
        if shape is None and bet.covers.shape not in self.composes:
            raise Mistake(N_("the cloth has no shape {shape}"), shape=bet.covers.shape).at(
                "bets", name, "covers", "shape"
            )
        for on, covered in shape(self.game, bet.covers) if shape else ():
            pays = bet.pays
            returned = Fraction(0) if pays is None else 1 + pays
            yield self._spot(name, on, dict.fromkeys(covered, returned), priced=pays is not None, pays=pays)

    def _composed(self, name: str) -> Iterable[Spot]:
        """Bets made of several chips; a family that has none leaves this empty."""
        return ()

    def _spot(
        self,
        name: str,
        on: Place,
        returns: dict[Outcome, Fraction],
        parts: tuple[tuple[Spot, int], ...] = (),
        **more: Any,
    ) -> Spot:
        bet = self.game.bets[name]
        return Spot(
            name,
            on,
            bet.group,
            returns,
            parts,
            pay_rank=_rank(self._pay_rank, name, [part.pay_rank for part, _ in parts]),
            clear_rank=_rank(self._clear_rank, name, [part.clear_rank for part, _ in parts]),
            cite=bet.cite,
            pays_cite=bet.pays_cite or bet.cite,
            **more,
        )

    def outcome(self, value: Any) -> Outcome:
        """An outcome as it was keyed in, or a refusal that says what the wheel has."""
        found = self._outcomes.get(str(value).strip().lower())
        if found is None:
            raise Refused(
                N_("The wheel has no {value}; it has: {known}."),
                cite=self.game.wheel.cite,
                value=value,
                known=_spans(self.game.wheel.outcomes),
            )
        return found

    def name(self, bet: str) -> str:
        """A bet's id from its id or any of its names."""
        try:
            return self._names.find(bet)
        except Refused:
            self._verify_undefined(bet)
            raise

    def _verify_undefined(self, bet: str) -> None:
        """Say of a bet that the document only names that it is not defined, and which reading offers it, if any."""
        for name, reading in self.game.readings.items():
            offered = [option for option, facts in reading.options.items() if plain(bet) in _bets_added(facts.set)]
            if offered:
                raise Refused(
                    N_(
                        "{game} has no bet {bet} as the document is read here; "
                        "the reading {reading} has one: {options}."
                    ),
                    cite=reading.cite,
                    game=self.game.names[0],
                    bet=bet,
                    reading=name,
                    options=" / ".join(offered),
                )
            if stem(bet) in map(stem, reading.names):
                raise Refused(
                    N_(
                        "{game} has no bet {bet}: the document names it and does not say what it consists of. "
                        "There are: {known}."
                    ),
                    cite=reading.cite,
                    game=self.game.names[0],
                    bet=bet,
                    known=list(self.game.bets),
                )

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
        places = self._answering(bet, self.places[name])
        if not on and len(places) == 1:
            return next(iter(places.values()))
        named = self._ordered(on)
        for key in (on, named):
            if key in places:
                return places[key]
        listed = [spot for spot in places.values() if named and spot.covers == set(named)]
        if len(listed) == 1:
            return listed[0]
        called = self._called.get(stem(f"{on[0]} {name}"), ()) if len(on) == 1 else ()
        if len(called) == 1 and called[0] in places:  # the second of the docenas, as in "segunda docena"
            return places[called[0]]
        raise no_such_place(name, self.game.bets[name].cite, on, places)

    def _answering(self, word: str, places: dict[Place, Spot]) -> dict[Place, Spot]:
        """The places of a bet that a name for it means: all of them, or those that are called so."""
        called = self._called.get(stem(word))
        if called is None:
            return places
        return {place: places[place] for place in called if place in places}

    def _ordered(self, on: Place) -> Place | None:
        outcomes = [self._outcomes.get(word) for item in on for word in self._words(item)]
        if any(o is None for o in outcomes) or len(set(outcomes)) != len(outcomes):
            return None
        return tuple(sorted((o for o in outcomes if o is not None), key=self._rank.__getitem__))

    def _words(self, item: Any) -> list[str]:
        """What an item of a place names: one outcome, or several as refusals write them, ``17-18``."""
        word = str(item).strip().lower()
        return [word] if word in self._outcomes else [part.strip() for part in word.split("-")]

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The number of cells of each outcome."""
        return tuple(self.game.wheel.weight(o) for o in self.game.wheel.outcomes)


def _bets_added(facts: Mapping[str, Any]) -> set[str]:
    """The plain ids and names of the bets that an option of a reading adds to a game."""
    added = {
        path.partition(".")[2]: bet for path, bet in facts.items() if path.startswith("bets.") and path.count(".") == 1
    }
    return {plain(word) for name, bet in added.items() if bet for word in (name, *bet.get("names", ()))}


def _ranks(groups: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {name: rank for rank, group in enumerate(groups) for name in group}


def _rank(ranks: dict[str, int], name: str, parts: list[int]) -> int:
    """A bet's place in an order; one that the order does not name goes with the last of its chips, or after all."""
    return ranks.get(name, max(parts, default=len(ranks)))


def _spans(outcomes: Iterable[Outcome]) -> str:
    numbers = [o for o in outcomes if isinstance(o, int)]
    words = [o for o in outcomes if isinstance(o, str)]
    whole = numbers == list(range(min(numbers), max(numbers) + 1)) if numbers else False
    parts = [f"{min(numbers)}-{max(numbers)}"] if whole and len(numbers) > 2 else [str(n) for n in numbers]
    return ", ".join(parts + words)


LIMIT_SETTINGS = ("minimum", "maximum", "limits", "simple-minimum", "simple-maximum", "simple-multiples")
TABLE_SETTINGS = (*LIMIT_SETTINGS, "readings", "rounding", "denominations")
AUTHORISED = "authorised-minimum"


@dataclass(frozen=True, slots=True)
class House:
    """What the house states for its table, checked against the document: the bounds of every bet."""

    minimum: int | None
    maximum: int | None
    bounds: dict[str, Bounds]
    rounding: Rounding
    denominations: tuple[int, ...]
    data: dict[str, Any]

    @classmethod
    def read(cls, game: WheelGame, cloth: Cloth, table: dict[str, Any]) -> House:
        """The table's settings, or a refusal that names the one that the document does not allow."""
        known = (*TABLE_SETTINGS, *((AUTHORISED,) if game.limits.openings else ()), *game.shorthand)
        known_settings(table, known)
        minimum, maximum = span({**table, "minimum": setting(table, "minimum") or setting(table, AUTHORISED)})
        each = _Bounds(game, table, minimum, maximum).all()
        _compose(cloth, each)
        return cls(minimum, maximum, each, rounding(table, game.rounding), _denominations(table), table)

    def with_limits(self, game: WheelGame, cloth: Cloth, wanted: dict[str, Any]) -> House:
        """The same table with other limits; a new minimum alone brings its maximum with it.

        Where the maxima follow an authorised minimum that stays, they stay too.
        """
        data = {**self.data, **wanted}
        minimum = None if setting(data, AUTHORISED) else setting(wanted, "minimum")
        if minimum is not None and self.minimum is not None and self.maximum is not None and "maximum" not in wanted:
            data["maximum"] = self.maximum * minimum // self.minimum
        return House.read(game, cloth, data)


def _denominations(table: dict[str, Any]) -> tuple[int, ...]:
    """The nominal values of the house's chips, where the table states them."""
    values = table.get("denominations") or ()
    if not isinstance(values, list | tuple) or any(isinstance(v, bool) or not isinstance(v, int) for v in values):
        raise BadRecord(N_("The table's denominations are a list of whole numbers."))
    return tuple(values)


class _Bounds:
    """Works out what each bet may be, from the document's formula and the house's figures."""

    def __init__(self, game: WheelGame, table: dict[str, Any], minimum: int | None, maximum: int | None) -> None:
        self.game, self.table, self.minimum, self.maximum = game, table, minimum, maximum
        self.cite = game.limits.cite
        self.own = own_limits(table, game.bets)
        self.unit = self._authorised()
        base = game.bets[game.limits.base].maximum if game.limits.base else None
        if base is not None and base.multiples and maximum is None and self.unit is not None:
            self.maximum = max(base.multiples) * self.unit  # the table states none: the document's most holds
        self.base = base if maximum is not None or self.unit is not None else None
        self.index = self._checked_base()

    def _authorised(self) -> int | None:
        """The minimum that the maxima multiply: the authorised one, where the cloth has opened at a multiple of it."""
        authorised = setting(self.table, AUTHORISED)
        if authorised is None or self.minimum is None:
            return self.minimum
        if self.minimum not in [authorised * times for times in self.game.limits.openings]:
            raise BadRecord(
                N_("A cloth opens at {times} times the authorised minimum of {authorised}; {minimum} is neither."),
                cite=self.cite,
                times=_list_or(self.game.limits.openings),
                authorised=authorised,
                minimum=self.minimum,
            )
        return authorised

    def _checked_base(self) -> int | None:
        if self.base is None or self.unit is None or self.maximum is None:
            return None
        if self.base.multiples is not None:
            for index, multiple in enumerate(self.base.multiples):
                if self.maximum == multiple * self.unit:
                    return index
            raise BadRecord(
                N_("The maximum on {bet} must be {multiples} times the minimum of {minimum}; {maximum} is none."),
                cite=self.cite,
                bet=self.game.limits.base,
                multiples=_list_or(self.base.multiples),
                minimum=self.unit,
                maximum=self.maximum,
            )
        if self.base.between is not None:
            self._verify_between(self.game.limits.base or "", self.base.between, self.maximum)
        return None

    def all(self) -> dict[str, Bounds]:
        return {name: self._one(name) for name in self.game.bets}

    def _one(self, name: str) -> Bounds:
        own = self.own.get(name, {})
        minimum, step = setting(own, "minimum") or self.minimum or 1, 1
        maximum = setting(own, "maximum")
        if self.game.bets[name].group == "simple":
            minimum, step = self._simple_minimum(setting(own, "minimum"))
            maximum = maximum or setting(self.table, "simple-maximum")
        return replace(bounds(name, minimum, self._maximum(name, maximum, minimum), self.cite), step=step)

    def _simple_minimum(self, own: int | None) -> tuple[int, int]:
        least = self.minimum or 1
        minimum = own or setting(self.table, "simple-minimum") or least
        most = self.game.limits.simple_minimum_up_to
        if most is not None and self.minimum is not None and not least <= minimum <= most * least:
            raise BadRecord(
                N_("The minimum on even chances may be from {minimum} to {most}; {stated} is not."),
                cite=self.cite,
                minimum=least,
                most=most * least,
                stated=minimum,
            )
        multiples = self.table.get("simple-multiples", False)
        if not isinstance(multiples, bool):
            raise BadRecord(N_("The table's {field} is true or false."), field="simple-multiples")
        return minimum, minimum if multiples else 1

    def _maximum(self, name: str, stated: int | None, minimum: int) -> int | None:
        """The most on a bet: by the document's formula, else what the table states."""
        formula = self.game.bets[name].maximum
        if self.base is None or formula is None:
            return stated or self.maximum
        if formula.between is not None and (name != self.game.limits.base or self.maximum is None):
            return self._between(name, formula.between, stated)
        allowed = self._of_series(name, formula.multiples or (), minimum)
        if stated is not None and stated not in allowed:
            raise BadRecord(
                N_("The document fixes the maximum on {bet} at {maximum}; the table cannot state {stated}."),
                cite=self.cite,
                bet=name,
                maximum=_list_or(allowed),
                stated=stated,
            )
        return stated or allowed[0]

    def _of_series(self, name: str, multiples: tuple[int, ...], minimum: int) -> list[int]:
        """What the maximum may be, the one that goes with the table's maximum first."""
        assert self.base is not None and self.maximum is not None
        limits, series = self.game.limits, self.base.multiples or multiples
        if name == limits.base:
            return [self.maximum]
        if self.unit is None:
            return [self.maximum * multiples[0] // series[0]]
        own_base = limits.simple_base == "own" and self.game.bets[name].group == "simple"
        unit = minimum if own_base else self.unit
        index = self.index or 0
        others = [m * unit for i, m in enumerate(multiples) if i != index] if limits.series == "each" else []
        return [multiples[index] * unit, *others]

    def _between(self, name: str, between: tuple[int, int], stated: int | None) -> int | None:
        """What the table states within the document's range; else in proportion to the base, or the most there is."""
        if stated is not None:
            self._verify_between(name, between, stated)
            return stated
        low, high = between
        most = None if self.unit is None else high * self.unit
        if self.maximum is None or self.base is None:
            return most
        shared = self.maximum * low // (self.base.between or between)[0]
        return shared if most is None else min(shared, most)

    def _verify_between(self, name: str, between: tuple[int, int], maximum: int) -> None:
        low, high = between
        if self.unit is not None and not low * self.unit <= maximum <= high * self.unit:
            raise BadRecord(
                N_("The maximum on {bet} must be {low} to {high} times the minimum of {minimum}; {maximum} is not."),
                cite=self.cite,
                bet=name,
                low=low,
                high=high,
                minimum=self.unit,
                maximum=maximum,
            )


def _compose(cloth: Cloth, each: dict[str, Bounds]) -> None:
    """A bet of several chips: each chip from the minimum, each place within its own maximum."""
    limits = cloth.game.limits
    ceiling = each[limits.base].maximum if limits.base and limits.announced == "base" else None
    for name, places in cloth.places.items():
        spot = next((s for s in places.values() if s.parts), None)
        if spot is None:
            continue
        number = sum(count for _, count in spot.parts)
        most = [each[part.bet].maximum for part, _ in spot.parts]
        ceilings: list[Money] = [m // n for m, (_, n) in zip(most, spot.parts, strict=True) if m is not None]
        if ceiling is not None:
            ceilings.append(ceiling)
        chip = min(ceilings) if len(ceilings) >= len(most) else None
        least = max(each[part.bet].minimum for part, _ in spot.parts)
        each[name] = Bounds(least * number, None if chip is None else chip * number, number, each[name].cite)


def _list_or(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))
