"""The rules of craps: what each bet does on each throw, next to what it pays.

``CrapsGame`` is what the YAML file holds. ``Cloth`` is the same, ready to play: every place a bet can lie on and what
each of the 36 throws of two dice does to it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Odds, Ruling, Slug, Strict, Text
from tapete.table.actions import dice_shown
from tapete.table.errors import Mistake
from tapete.table.money import Rounding, odds_shown
from tapete.table.names import Names, no_such_place
from tapete.table.round import Event, Printed
from tapete.table.words import N_, Sentence, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.table.actions import Place

Throw = tuple[int, int]
THROWS: tuple[Throw, ...] = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
INDEX: dict[Throw, int] = {throw: index for index, throw in enumerate(THROWS)}
TOTALS: tuple[int, ...] = tuple(first + second for first, second in THROWS)

OWN = "own"
_TOTALS = frozenset(map(str, range(2, 13)))
Total = Annotated[int, Field(ge=2, le=12)]
Pair = Annotated[str, Field(pattern=r"^([1-6]-[1-6]|own)$")]
Roll = Total | Pair
Number = Annotated[int, Field(ge=4, le=10)]
ByRoll = Mapping[str, Odds]
Change = Literal["raise", "lower", "take-down"]
Effect = Literal[
    "void-throw",
    "die-lost",
    "new-dice",
    "die-found",
    "dice-pass",
    "shooter-leaves",
    "late-bet",
    "no-bet",
    "over-maximum",
    "under-minimum",
    "sanction",
    "note",
]


class Play(Strict):
    """What throws do to a bet: each list holds totals, exact pairs such as ``3-3``, or ``own``, the bet's number.

    ``points``: the total becomes the point and the bet goes on with it where it lies. ``moves``: the bet goes to the
    box of the total. A throw that no list holds leaves the bet lying, unless ``loses`` is ``rest``. A pair goes before
    its total: a bet that wins with 3-3 and loses with 6 loses with 4-2.
    """

    wins: tuple[Roll, ...] = ()
    loses: tuple[Roll, ...] | Literal["rest"] = ()
    draws: tuple[Roll, ...] = ()
    points: tuple[Number, ...] = ()
    moves: tuple[Number, ...] = ()

    @model_validator(mode="after")
    def _once_each(self) -> Play:
        rolls = [roll for _, roll in self._listed()]
        twice = sorted({str(roll) for roll in rolls if rolls.count(roll) > 1})
        if twice:
            raise Mistake(N_("a throw cannot do two things: {words}"), words=twice)
        return self

    def _listed(self) -> Iterable[tuple[str, Roll]]:
        losing = () if self.loses == "rest" else self.loses
        lists = {"win": self.wins, "lose": losing, "push": self.draws, "point": self.points, "move": self.moves}
        for result, rolls in lists.items():
            for roll in rolls:
                yield result, roll

    def result(self, throw: Throw, number: int | None = None) -> str | None:
        """``win``, ``lose``, ``push``, ``point`` or ``move``; None when the throw leaves the bet lying.

        >>> hard = Play(wins=("3-3",), loses=(6, 7))
        >>> hard.result((3, 3)), hard.result((2, 4)), hard.result((5, 5))
        ('win', 'lose', None)
        """
        known = {roll: result for result, roll in self._listed()}
        total = sum(throw)
        for roll in (f"{max(throw)}-{min(throw)}", OWN if total == number else "", total):
            if roll in known:
                return known[roll]
        return "lose" if self.loses == "rest" else None


class Plays(Strict):
    """A bet's two ways of lying there: ``open``, as it is put down, and on a ``number``."""

    open: Play | None = None
    number: Play | None = None


class Changes(Strict):
    """What a player may do to a bet that lies open, and to one that lies on a number.

    ``before_throw``: what is allowed besides, until the first throw. ``withdrawn``: from the beginning (``any``), or
    only once a throw has left the bet undecided (``after-throw``). ``partly``: whether a part of it may be.
    """

    open: tuple[Change, ...] = ()
    number: tuple[Change, ...] = ()
    before_throw: tuple[Change, ...] = ()
    withdrawn: Literal["any", "after-throw"] = "any"
    partly: bool = True


class Ceiling(Strict):
    """The most on a bet where the document gives a formula for it.

    ``gain``: the possible win is between so many times that of the table's maximum at even money.
    ``of_maximum``: by number, a share of the table's maximum. ``of_bet``: by number, a share of the bet it goes with.
    ``none``: the document sets no maximum.
    """

    gain: tuple[int, int] | None = None
    of_maximum: ByRoll = {}
    of_bet: ByRoll = {}
    none: bool = False

    @model_validator(mode="after")
    def _one_form(self) -> Ceiling:
        if sum(map(bool, (self.gain, self.of_maximum, self.of_bet, self.none))) != 1:
            raise Mistake(N_("a maximum has one of gain, of_maximum, of_bet and none"))
        return self


class CrapsBet(Bet):
    """A bet of craps: when it may be put down, what every throw does to it, and what it pays.

    ``numbers``: the player chooses one of them. ``of``: it goes with another bet of the player that lies on a number.
    ``placed``: before a point (``come-out``), once there is one (``point``), once the shooter has thrown (``thrown``),
    or at ``any`` time. ``without_point``: whether it plays while there is no point. A price may depend on the winning
    throw or on the number.
    """

    placed: Literal["come-out", "point", "thrown", "any"] = "any"
    numbers: tuple[Number, ...] = ()
    of: str | None = None
    play: Plays
    without_point: Literal["plays", "off", "off-unless-asked"] = "plays"
    asked_until: Literal["decided", "point"] = "decided"
    pays_on_throw: ByRoll = {}
    pays_on_number: ByRoll = {}
    changes: Changes = Changes()
    maximum: Ceiling | None = None

    @model_validator(mode="after")
    def _hangs_together(self) -> CrapsBet:
        starts_on_number = bool(self.numbers or self.of)
        opens, lies = self.play.open, self.play.number
        if (opens is None) != starts_on_number:
            raise Mistake(N_("a bet is put down open, or on a number that is chosen or given"))
        if (lies is None) != (opens is not None and not opens.points and not opens.moves):
            raise Mistake(N_("a bet that comes to lie on a number says what happens there"))
        if opens is not None and OWN in opens.wins + opens.draws:
            raise Mistake(N_("a bet that lies open has no number of its own"))
        if self.maximum is not None and self.maximum.of_bet and self.of is None:
            raise Mistake(N_("only a bet that goes with another has a share of it as its maximum"))
        return self

    def price(self, total: int, number: int | None) -> Fraction | None:
        """What a win with this total pays, lying on this number; None where the document does not say."""
        by_number = self.pays_on_number.get(str(number))
        return by_number if by_number is not None else self.pays_on_throw.get(str(total), self.pays)


class Dice(Strict):
    """The dice: how many a table keeps, of which two are thrown.

    ``first_chosen_by``: who may choose before the first throw. ``leave_play``: how many dice leave play when one is
    lost, that one alone or both that were thrown.
    """

    kept: Annotated[tuple[int, ...], Field(min_length=1)]
    first_chosen_by: Literal["anybody", "shooter"] = "anybody"
    leave_play: Literal[1, 2] = 1
    cite: Cite


class Point(Strict):
    """The totals that become the point on a come-out throw, and the one that ends it."""

    numbers: Annotated[tuple[Number, ...], Field(min_length=1)]
    out: Total
    cite: Cite


class Shooter(Strict):
    """Who throws.

    ``needs``: a line bet for the come-out throw only, or for every throw. ``passes``: the dice go on when the point is
    missed, or whenever the shooter loses a line bet (save with the totals in ``keeps`` on the come-out throw).
    ``direction``: the way in which they go round.
    """

    needs: Literal["come-out", "every-throw"] = "come-out"
    passes: Literal["point-missed", "bet-lost"]
    keeps: tuple[Total, ...] = ()
    direction: Literal["clockwise", "right"]
    text: Text
    cite: Cite


class Leaving(Strict):
    """A player who leaves: which bets are lost, and when, for the shooter and for others.

    ``rest``: the other bets are given back where they may be withdrawn and play on where not, or are lost too.
    """

    loses: Annotated[tuple[str, ...], Field(min_length=1)]
    shooter: Literal["always", "with-point"] = "always"
    others: Literal["never", "with-point"] = "never"
    rest: Literal["given-back", "lost"] = "given-back"
    text: Text
    cite: Cite


class Closing(Strict):
    """The last game of the table.

    It ends with the total that ends a point, when the line is decided, after one throw, or when the dice pass on.
    """

    ends: Literal["seven", "line-decided", "throw", "dice-pass"]
    text: Text
    cite: Cite


class Limits(Strict):
    """How the document fixes limits; ``between``: the maximum as a multiple of the minimum."""

    text: Text
    between: tuple[int, int] | None = None
    cite: Cite


class Together(Strict):
    """Names that the document gives to several bets at once, such as all hard ways or all odds bets.

    Which of them is meant follows from the total they win with, in ``on``, or from the bet they go with.
    """

    names: Annotated[tuple[str, ...], Field(min_length=1)]
    bets: Annotated[tuple[str, ...], Field(min_length=2)]
    cite: Cite


class CrapsRuling(Ruling):
    """An irregular play of craps. ``dice``: whether the set is put before the shooter again, even with a point."""

    effect: Effect
    dice: Literal["kept", "chosen-anew"] = "kept"


class CrapsGame(Game):
    """A craps file. ``halves``: the cloth is drawn at both ends of the table, or once on a small one."""

    halves: Annotated[int, Field(ge=1, le=2)] = 2
    dice: Dice
    point: Point
    shooter: Shooter
    leaving: Leaving | None = None
    closing: Closing | None = None
    limits: Limits
    rounding: Rounding = "exact"
    bets: Mapping[str, CrapsBet]
    together: Mapping[Slug, Together] = {}
    calls: dict[Slug, Fact] = {}
    irregular: Mapping[Slug, CrapsRuling] = {}
    shorthand: dict[str, str] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> CrapsGame:
        boxes = set(self.point.numbers)
        for name, bet in self.bets.items():
            opens = bet.play.open or Play()
            if not {*bet.numbers, *opens.points, *opens.moves} <= boxes:
                raise Mistake(N_("{name} stands on a number that cannot be a point"), name=name).at("bets", name)
            if bet.of is not None and (bet.of not in self.bets or self.bets[bet.of].play.number is None):
                unpaired = Mistake(N_("{name} goes with {of}, which never lies on a number"), name=name, of=bet.of)
                raise unpaired.at("bets", name, "of")
        strays = [name for name in (self.leaving.loses if self.leaving else ()) if name not in self.bets]
        if strays:
            raise Mistake(N_("whoever leaves cannot lose the unknown bet {bet}"), bet=strays[0]).at("leaving", "loses")
        strays = [name for group in self.together.values() for name in group.bets if name not in self.bets]
        if strays:
            raise Mistake(N_("names are shared with the unknown bet {bet}"), bet=strays[0]).at("together")
        if not self.lines:
            raise Mistake(N_("no bet goes with the point: there is no line to throw for")).at("bets")
        for setting, reading in self.shorthand.items():
            if reading not in self.readings:
                raise Mistake(
                    N_("the setting {setting} selects the unknown reading {reading}"), setting=setting, reading=reading
                ).at("shorthand", setting)
        return self

    @property
    def lines(self) -> tuple[str, ...]:
        """The bets on the shooter's point, of which the shooter needs one."""
        return tuple(name for name, bet in self.bets.items() if bet.play.open and bet.play.open.points)


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What a throw does to a bet: its result, what comes back for each chip, and where the bet goes on.

    ``priced`` is false for a win that the document does not price.
    """

    result: str
    returns: Fraction = Fraction(0)
    to: Spot | None = None
    cite: str = ""
    why: Sentence | None = None
    priced: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Spot(Printed):
    """A way of lying on the cloth: the verdict of every throw, None where it leaves the bet lying."""

    bet: str
    on: Place
    number: int | None
    rule: CrapsBet
    verdicts: tuple[Verdict | None, ...]
    changes: frozenset[str]
    priced: bool

    @property
    def cite(self) -> str:
        """The section of the bet."""
        return self.rule.cite


class Cloth:
    """Every way in which a bet can lie; found by the bet's id or any of its names.

    ``places``: where a player puts a bet. ``beside``: bets that go with another one, by the number it lies on.
    ``together``: the bets that share a name, by that name.
    """

    def __init__(self, game: CrapsGame) -> None:
        self.game = game
        self.names = Names(game.names[0], game.cite, {name: bet.names for name, bet in game.bets.items()})
        self.together = {plain(name): group.bets for group in game.together.values() for name in group.names}
        self.lines = game.lines
        self.throws = THROWS
        self.outcomes = tuple(_outcome(throw, game.dice.cite) for throw in THROWS)
        self.news = {number: _news(number, game.point.cite) for number in game.point.numbers}
        self.places: dict[str, dict[Place, Spot]] = {}
        self.beside: dict[str, dict[int, Spot]] = {}
        self.companions: dict[str, list[str]] = {name: [] for name in game.bets}
        for name, bet in game.bets.items():
            if bet.of is not None:
                self.companions[bet.of].append(name)
                self.beside[name] = {number: self._beside(name, number) for number in game.point.numbers}
            elif bet.numbers:
                self.places[name] = {(n,): self._spot(name, n, (n,)) for n in bet.numbers}
            else:
                self.places[name] = {(): self._spot(name, None, ())}

    def _beside(self, name: str, number: int) -> Spot:
        opens = self.game.bets[self.game.bets[name].of or ""].play.open
        in_box = opens is None or number in opens.moves
        return self._spot(name, number, (number,) if in_box else ())

    def _spot(self, name: str, number: int | None, on: Place) -> Spot:
        bet = self.game.bets[name]
        play = bet.play.open if number is None else bet.play.number
        assert play is not None
        goes_on = {n: self._spot(name, n, on if n in play.points else (n,)) for n in play.points + play.moves}
        verdicts = tuple(_verdict(bet, play, throw, number, goes_on) for throw in THROWS)
        changes = {*(bet.changes.open if number is None else bet.changes.number)}
        if not bet.changes.partly:
            changes.discard("lower")
        priced = all(v is None or (v.priced if v.to is None else v.to.priced) for v in verdicts)
        return Spot(name, on, number, bet, verdicts, frozenset(changes), priced)

    def shared(self, word: str) -> tuple[str, ...]:
        """The bets that a word means together; none where it is one bet's own name, or nobody's."""
        return () if self.names.known(word) else self.together.get(plain(word), ())

    def wins_with(self, bet: str, on: Place) -> bool:
        """Whether a place tells what a bet that lies open wins with: its only total, or dice such as ``3-3``."""
        opens = self.game.bets[bet].play.open or Play()
        throw = dice_shown(on[0]) if len(on) == 1 else on
        if throw in INDEX:
            return opens.result(throw) == "win"
        return {sum(throw) for throw in THROWS if opens.result(throw) == "win"} == set(on)

    def find(self, bet: str, on: Place) -> Spot:
        """The place on which a player puts a bet, or a refusal that says which places there are."""
        name = self.names.find(bet)
        places = self.places[name]
        spot = places.get(on) or places.get(as_numbers(on))
        if spot is not None:
            return spot
        raise no_such_place(name, self.game.bets[name].cite, on, places)


def as_numbers(written: Place) -> Place:
    """The boxes of a place as numbers, quoted or not.

    >>> as_numbers(("6",)), as_numbers((8,)), as_numbers(("own",))
    ((6,), (8,), ('own',))
    """
    return tuple(int(one) if isinstance(one, str) and one.strip() in _TOTALS else one for one in written)


def _verdict(bet: CrapsBet, play: Play, throw: Throw, number: int | None, goes_on: dict[int, Spot]) -> Verdict | None:
    total = sum(throw)
    result = play.result(throw, number)
    if result in ("point", "move"):
        return Verdict("goes-on", to=goes_on[total])
    if result == "win":
        pays = bet.price(total, number)
        if pays is None:
            return Verdict("win", priced=False)
        why = Sentence(N_("{total} pays {odds}."), total=total, odds=odds_shown(pays))
        return Verdict("win", 1 + pays, cite=bet.pays_cite or bet.cite, why=why)
    if result == "push":
        return Verdict("push", Fraction(1), cite=bet.cite, why=Sentence(N_("{total} came."), total=total))
    if result == "lose":
        return Verdict("lose", cite=bet.cite, why=Sentence(N_("{total} came."), total=total))
    return None


def _outcome(throw: Throw, cite: str) -> Event:
    first, second = throw
    said = Sentence(N_("{first} and {second}: {total}."), first=first, second=second, total=first + second)
    return Event("outcome", (("outcome", throw), ("total", first + second)), cite, said)


@dataclass(frozen=True, slots=True)
class News:
    """What is said of a point: that it is set, made or missed."""

    set: Event
    made: Event
    missed: Event


def _news(point: int, cite: str) -> News:
    data = (("point", point),)
    return News(
        Event("point", data, cite, Sentence(N_("The point is {point}."), point=point)),
        Event("point-made", data, cite, Sentence(N_("The point is made."))),
        Event("point-missed", data, cite, Sentence(N_("The point is missed."))),
    )
