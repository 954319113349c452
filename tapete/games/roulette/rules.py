"""The rules of roulette: the shapes of its cloth, what zero does, announced bets and colour chips."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Cite, Slug, Strict, Text
from tapete.games.wheels.rules import SHAPES, Cloth, Covers, Outcome, Spot, WheelBet, WheelGame
from tapete.table.errors import Mistake
from tapete.table.names import place_shown
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.table.actions import Place

WIDTH = 3
NUMBERS = 36
Third = Annotated[int, Field(ge=1, le=3)]


class Chip(Strict):
    """Chips of an announced bet on one place."""

    bet: str
    on: tuple[Outcome, ...]
    chips: Annotated[int, Field(ge=1)] = 1


class RouletteCovers(Covers):
    """What a roulette bet covers: a shape of the cloth, with the places at zero that the document adds to it."""

    shape: Literal[
        "number",
        "numbers",
        "pair",
        "row",
        "square",
        "double-row",
        "column",
        "dozen",
        "two-columns",
        "two-dozens",
        "neighbours",
        "chips",
    ] = "numbers"
    zero: tuple[tuple[Outcome, ...], ...] = ()
    pairs: tuple[tuple[Third, Third], ...] = ()
    each_side: Annotated[int, Field(ge=1, le=NUMBERS // 2)] | None = None
    stated: dict[str, tuple[Outcome, ...]] = {}
    on: str | None = None
    chips: tuple[Chip, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> RouletteCovers:
        if self.shape == "chips" and not self.chips:
            raise Mistake(N_("a bet of several chips lists them"))
        if self.shape == "neighbours" and (self.each_side is None or self.on is None):
            raise Mistake(N_("a neighbours bet says how many on each side and on which bet its chips stand"))
        if self.shape.startswith("two-") and not self.pairs:
            raise Mistake(N_("a bet on two columns or dozens lists the pairs it allows"))
        return self


class RouletteBet(WheelBet):
    """A bet of roulette."""

    group: Literal["multiple", "double", "simple", "announced"]
    covers: RouletteCovers


class Zero(Strict):
    """What zero does to even chances.

    ``rule``: half the stake is lost (``half``), or the player chooses half or prison (``choice``).
    ``again``: what another zero does to a bet in prison: it is lost, or its value halves and the choice returns.
    ``reckoning``: when zero comes again, only the zeros after the first have taken half of the value, or each has.
    ``below_minimum``: a reduced bet must stay in prison under the table's minimum, or under that of its own bet.
    ``last_spin``: on the last spin the half goes back, or a further ball is thrown for what stays in prison.
    """

    numbers: Annotated[tuple[Outcome, ...], Field(min_length=1)]
    rule: Literal["half", "choice"]
    again: Literal["lose", "halve"] | None = None
    reckoning: Literal["after-first", "each"] = "after-first"
    below_minimum: Literal["stay", "stay-under-own"] | None = None
    last_spin: Literal["half", "extra-ball"] = "half"
    text: Text
    cite: Cite

    @model_validator(mode="after")
    def _choice_goes_on(self) -> Zero:
        if self.rule == "choice" and self.again is None:
            raise Mistake(N_("where prison exists, say what another zero does"))
        return self


class Chips(Strict):
    """Colour chips: one colour a player, whose value is marked.

    ``money_stop`` is the call by which the table head admits no more bets in money chips during the play.
    """

    value_within: Literal["pleno"] | None = None
    unannounced: Literal["minimum"] | None = None
    money_chips: Literal["one-denomination", "by-leave"]
    mixed_outside: bool = False
    money_stop: Slug | None = None
    exclusive_denomination: bool = True
    per_colour: int | None = None
    text: Text
    cite: Cite


class RouletteGame(WheelGame):
    """A roulette's file."""

    bets: Mapping[str, RouletteBet]
    zero: Zero
    chips: Chips | None = None
    cloths: int = 1
    even_chances_sides: Literal[1, 2] = 1

    @model_validator(mode="after")
    def _zeros_turn(self) -> RouletteGame:
        self._verify_on_wheel("zero", self.zero.numbers, "zero", "numbers")
        for name, bet in self.bets.items():
            for index, place in enumerate(bet.covers.zero):
                self._verify_on_wheel(name, place, "bets", name, "covers", "zero", index)
        return self


def _grid(row: int, column: int) -> int:
    return WIDTH * row + column + 1


def _sets(sets: Iterable[Iterable[Outcome]]) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    for members in sets:
        place = tuple(members)
        yield place, frozenset(place)


def _pairs(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    rows = NUMBERS // WIDTH
    across = ((_grid(r, c), _grid(r, c + 1)) for r in range(rows) for c in range(WIDTH - 1))
    along = ((_grid(r, c), _grid(r + 1, c)) for r in range(rows - 1) for c in range(WIDTH))
    return _sets([*covers.zero, *across, *along])


def _rows(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    rows = ([_grid(r, c) for c in range(WIDTH)] for r in range(NUMBERS // WIDTH))
    return _sets([*covers.zero, *rows])


def _squares(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    squares = (
        (_grid(r, c), _grid(r, c + 1), _grid(r + 1, c), _grid(r + 1, c + 1))
        for r in range(NUMBERS // WIDTH - 1)
        for c in range(WIDTH - 1)
    )
    return _sets([*covers.zero, *squares])


def _double_rows(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    lines = (range(_grid(r, 0), _grid(r + 1, WIDTH)) for r in range(NUMBERS // WIDTH - 1))
    return _sets([*covers.zero, *lines])


def _columns(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    for column in range(WIDTH):
        yield (column + 1,), frozenset(range(column + 1, NUMBERS + 1, WIDTH))


def _dozens(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
    for dozen in range(3):
        yield (dozen + 1,), frozenset(range(12 * dozen + 1, 12 * dozen + 13))


def _two(ones: Any) -> Any:
    def shape(game: WheelGame, covers: RouletteCovers) -> Iterable[tuple[Place, frozenset[Outcome]]]:
        single = {place[0]: covered for place, covered in ones(game, covers)}
        for first, second in covers.pairs:
            yield (first, second), single[first] | single[second]

    return shape


ROULETTE_SHAPES = SHAPES | {
    "pair": _pairs,
    "row": _rows,
    "square": _squares,
    "double-row": _double_rows,
    "column": _columns,
    "dozen": _dozens,
    "two-columns": _two(_columns),
    "two-dozens": _two(_dozens),
}


class RouletteCloth(Cloth):
    """Roulette's cloth: the wheel game's places and the announced bets composed of them."""

    game: RouletteGame
    composes = ("chips", "neighbours")

    def __init__(self, game: RouletteGame) -> None:
        super().__init__(game, ROULETTE_SHAPES)

    def _composed(self, name: str) -> Iterable[Spot]:
        covers = self.game.bets[name].covers
        if covers.shape == "chips":
            chips = enumerate(covers.chips)
            parts = tuple(
                (self._part(chip.bet, chip.on, "bets", name, "covers", "chips", index), chip.chips)
                for index, chip in chips
            )
            yield self._sum(name, (), parts)
        elif covers.shape == "neighbours":
            for centre, members in self._neighbours(covers).items():
                field = ("bets", name, "covers", "stated", str(centre))
                parts = tuple((self._part(covers.on or "", (member,), *field), 1) for member in members)
                yield self._sum(name, self._part(covers.on or "", (centre,), *field).on, parts)

    def _part(self, bet: str, on: tuple[Outcome, ...], *field: str | int) -> Spot:
        ordered = self._ordered(on)
        places = self.places.get(bet, {})
        if ordered is None or ordered not in places:
            missing = N_("an announced bet stands on {bet} {on}, which the cloth does not have")
            raise Mistake(missing, bet=bet, on=place_shown(on)).at(*field)
        return places[ordered]

    def _neighbours(self, covers: RouletteCovers) -> dict[Outcome, tuple[Outcome, ...]]:
        order = self.game.wheel.order
        if order is None:
            return {self._outcomes.get(centre, centre): members for centre, members in covers.stated.items()}
        reach = covers.each_side or 0
        size = len(order)
        return {
            centre: tuple(order[(index + step) % size] for step in range(-reach, reach + 1))
            for index, centre in enumerate(order)
        }

    def _sum(self, name: str, on: Place, parts: tuple[tuple[Spot, int], ...]) -> Spot:
        number = sum(count for _, count in parts)
        returns: dict[Outcome, Fraction] = {}
        for part, count in parts:
            for outcome, returned in part.returns.items():
                returns[outcome] = returns.get(outcome, Fraction(0)) + returned * count / number
        priced = all(part.priced for part, _ in parts)
        return self._spot(name, on, returns, parts=parts, priced=priced)
