"""The cloth of craps on paper: two ends where players stand, the centre between them; a small table has one end.

Where a bet belongs is told from what throws do to it, so every document's list finds its place on the same cloth.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from tapete.games.craps.rules import OWN, THROWS
from tapete.table import svg
from tapete.table.felt import SpotBox, rectangle
from tapete.table.svg import Box
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tapete.games.craps.rules import Cloth, CrapsBet, Throw
    from tapete.table.svg import Point

Role = Literal[
    "pass", "dont-pass", "come", "dont-come", "field", "big", "right", "wrong", "odds", "hard", "range", "throw"
]

Row = Literal["low", "hard", "single"]

PASS, DONT, BOX, BARRED, BIG = 54.0, 48.0, 84.0, 84.0, 66.0
REAR, NUMBER, FRONT, COME, FIELD, ODDS = 52.0, 126.0, 32.0, 86.0, 90.0, 52.0
CENTRE, APART = 390.0, 30.0
_FEW = 5


def role(bet: CrapsBet) -> Role:
    """The kind of place that the trade gives to a bet.

    >>> from tapete.games import rules
    >>> bets = rules("cl-2023/craps").bets
    >>> [role(bets[name]) for name in ("dont-pass", "wrong-bet", "hard-6", "over-7", "big-8", "horn-bet")]
    ['dont-pass', 'wrong', 'hard', 'range', 'big', 'throw']
    """
    opens = bet.play.open
    with_shooter = bet.play.number is not None and OWN in bet.play.number.wins
    if bet.of is not None:
        return "odds"
    if opens is None:
        return "right" if with_shooter else "wrong"
    if opens.points:
        return "pass" if with_shooter else "dont-pass"
    if opens.moves:
        return "come" if with_shooter else "dont-come"
    if opens.loses != "rest":
        return "hard" if any(isinstance(roll, str) for roll in opens.wins) else "big"
    if len(opens.wins) > _FEW:
        return "field"
    return "range" if len(opens.wins) == _FEW else "throw"


def barred(bet: CrapsBet) -> tuple[int, ...]:
    """The totals that do nothing to a bet that has just been put down.

    >>> from tapete.games import rules
    >>> barred(rules("cl-2023/craps").bets["dont-pass"])
    (12,)
    """
    opens = bet.play.open
    assert opens is not None
    ways = {first + second: (first, second) for first in range(1, 7) for second in range(1, 7)}
    return tuple(total for total, throw in ways.items() if opens.result(throw) in ("push", None))


def number_word(number: int) -> str:
    """A number as its box shows it: 6 and 9 in letters, because they are read from all sides.

    >>> number_word(6), number_word(8)
    ('SIX', '8')
    """
    return {6: _("SIX"), 9: _("NINE")}.get(number, str(number))


@dataclass(frozen=True, slots=True)
class Area:
    """A printed place of the cloth."""

    bet: str
    box: Box
    number: int | None = None


class End:
    """One end of the table, from the rail inwards: line, boxes of the numbers, come, field, big 6 and 8.

    ``mirrored`` is the end whose rail is at the right.
    """

    def __init__(self, cloth: Cloth, x: float, y: float, index: int = 0, mirrored: bool = False) -> None:
        self.cloth, self.x, self.y, self.index, self.mirrored = cloth, x, y, index, mirrored
        self.numbers = cloth.game.point.numbers
        self.width = self.width_of(cloth)

    @staticmethod
    def width_of(cloth: Cloth) -> float:
        """How wide an end is."""
        return PASS + DONT + BARRED + BOX * len(cloth.game.point.numbers)

    height = REAR + NUMBER + FRONT + COME + FIELD + DONT + PASS + ODDS

    @cached_property
    def bets(self) -> dict[Role, list[str]]:
        """The bets that each kind of place holds."""
        found: dict[Role, list[str]] = {}
        for name, bet in self.cloth.game.bets.items():
            found.setdefault(role(bet), []).append(name)
        return found

    def box(self, away: float, down: float, wide: float, high: float) -> Box:
        """A box by its distance from the rail and from the top."""
        x = self.x + self.width - away - wide if self.mirrored else self.x + away
        return Box(x, self.y + down, wide, high)

    def at(self, away: float, down: float) -> Point:
        """A point by its distance from the rail and from the top."""
        return (self.x + self.width - away if self.mirrored else self.x + away), self.y + down

    @cached_property
    def number_boxes(self) -> dict[int, Box]:
        """The boxes of the numbers, rear and front strips included; they read the same at both ends."""
        first = self.x + (0 if self.mirrored else PASS + DONT + BARRED)
        return {
            number: Box(first + place * BOX, self.y, BOX, REAR + NUMBER + FRONT)
            for place, number in enumerate(self.numbers)
        }

    @cached_property
    def dont_come(self) -> Box:
        """The box beside the numbers, where bets against them begin and the marker rests."""
        return self.box(PASS + DONT, 0, BARRED, REAR + NUMBER + FRONT)

    @cached_property
    def come(self) -> Box:
        """The long box under the numbers."""
        return self.box(PASS + DONT, REAR + NUMBER + FRONT, self.width - PASS - DONT, COME)

    @cached_property
    def bigs(self) -> list[Area]:
        """Big 6 and big 8, in the corner."""
        down = REAR + NUMBER + FRONT + COME
        names = self.bets.get("big", [])
        ordered = reversed(names) if self.mirrored else names
        return [Area(name, self.box(PASS + DONT + place * BIG, down, BIG, FIELD)) for place, name in enumerate(ordered)]

    @cached_property
    def field(self) -> Box:
        """What is left beside them."""
        away = PASS + DONT + BIG * len(self.bigs)
        return self.box(away, REAR + NUMBER + FRONT + COME, self.width - away, FIELD)

    def band(self, thickness: float, rail: float, corner: float) -> str:
        """A line that runs along the rail and turns the corner, as a path."""
        foot = self.height - ODDS - rail
        inner = max(corner - thickness, 0)
        way = -1 if self.mirrored else 1
        x, y = self.at(rail, 0)
        far = self.at(self.width, 0)[0]
        n = svg.number
        outer_turn = f"V{n(self.y + foot - corner)}Q{n(x)} {n(self.y + foot)} {n(x + way * corner)} {n(self.y + foot)}"
        near, up = x + way * thickness, self.y + foot - thickness
        inner_turn = f"H{n(near + way * inner)}Q{n(near)} {n(up)} {n(near)} {n(up - inner)}"
        return f"M{n(x)} {n(y)}{outer_turn}H{n(far)}V{n(up)}{inner_turn}V{n(y)}Z"

    @cached_property
    def pass_line(self) -> str:
        """The outer line."""
        return self.band(PASS, 0, PASS + DONT)

    @cached_property
    def dont_pass_line(self) -> str:
        """The inner line."""
        return self.band(DONT, PASS, DONT)

    def foot(self, role: Role) -> Box:
        """The part of a line that runs along the foot, where its name and its chips are; or the strip behind it."""
        rise = {"dont-pass": ODDS + PASS + DONT, "pass": ODDS + PASS, "odds": ODDS}[role]
        high = {"dont-pass": DONT, "pass": PASS, "odds": ODDS}[role]
        return self.box(PASS + DONT, self.height - rise, self.width - PASS - DONT, high)

    @cached_property
    def spots(self) -> list[SpotBox]:
        """Every spot of this end."""
        return [*self._line_spots(), *self._open_spots(), *self._box_spots()]

    def _spot(
        self, bet: str, at: Point, outline: str, radius: float, room: float = 0, number: int | None = None
    ) -> SpotBox:
        on = () if number is None else (number,)
        rests = number is not None and self.cloth.game.bets[bet].play.open is not None
        return SpotBox(bet, on, at, outline, radius, room, self.index, rests)

    def companions(self, role: Role) -> list[str]:
        """The bets that go with those of a kind."""
        return [beside for name in self.bets.get(role, []) for beside in self.cloth.companions[name]]

    def _line_spots(self) -> Iterator[SpotBox]:
        for name in self.bets.get("pass", []):
            foot = self.foot("pass")
            yield self._spot(name, self._slots(foot), self.pass_line, 18, foot.w * 0.46)
        for name in self.companions("pass"):
            foot = self.foot("odds")
            yield self._spot(name, self._slots(foot, -4), rectangle(foot), 18, foot.w * 0.46)
        for name in self.bets.get("dont-pass", []):
            foot = self.foot("dont-pass")
            yield self._spot(name, (foot.x + foot.w * 0.59, foot.middle[1]), self.dont_pass_line, 17, foot.w * 0.26)
        for name in self.companions("dont-pass"):
            side = self.beside_dont_pass
            yield self._spot(name, (side.middle[0], side.y + 29), rectangle(side), 15, side.w * 0.9)

    @cached_property
    def beside_dont_pass(self) -> Box:
        """Where odds on don't pass lean on the side of the bet."""
        foot = self.foot("dont-pass")
        return Box(foot.x + foot.w * 0.74, foot.y, foot.w * 0.26, foot.h)

    def _slots(self, foot: Box, lift: float = 0) -> Point:
        return foot.x + foot.w * 0.72, foot.middle[1] + lift

    def _open_spots(self) -> Iterator[SpotBox]:
        for name in self.bets.get("come", []):
            yield self._spot(
                name,
                (self.come.x + self.come.w * 0.74, self.come.middle[1]),
                rectangle(self.come),
                18,
                self.come.w * 0.46,
            )
        for name in self.bets.get("dont-come", []):
            x, y = self.dont_come.middle
            yield self._spot(name, (x, y + 48), rectangle(self.dont_come), 17, self.dont_come.w * 0.86)
        for name in self.bets.get("field", []):
            yield self._spot(
                name, (self.field.middle[0], self.field.y + 66), rectangle(self.field), 17, self.field.w * 0.8
            )
        for area in self.bigs:
            x, y = area.box.middle
            yield self._spot(area.bet, (x, y + 25), rectangle(area.box), 16, area.box.w * 0.9)

    def _box_spots(self) -> Iterator[SpotBox]:
        """Bets on the numbers: those that came there, those behind the number, those across the line in front of it."""
        for number, box in self.number_boxes.items():
            inside = self._beside_each_other("come", Box(box.x, box.y + REAR, box.w, NUMBER - 18))
            for name, part in inside:
                at = part.middle[0], box.y + REAR + 86
                yield self._spot(name, at, rectangle(part), 15, part.w * 0.92, number)
            behind = self._beside_each_other("dont-come", Box(box.x, box.y, box.w, REAR), self.bets.get("wrong", []))
            for name, part in behind:
                yield self._spot(name, (part.middle[0], part.y + 34), rectangle(part), 14, part.w * 0.92, number)
            for name in self.bets.get("right", []):
                line = box.y + REAR + NUMBER
                front = Box(box.x, line - 18, box.w, FRONT + 18)
                yield self._spot(name, (front.middle[0], line), rectangle(front), 15, front.w * 0.9, number)

    def _beside_each_other(self, role: Role, box: Box, more: list[str] | None = None) -> list[tuple[str, Box]]:
        """The bets of a kind, those that go with them and any others, side by side in a box."""
        names = [*self.bets.get(role, []), *self.companions(role), *(more or [])]
        each = box.w / max(len(names), 1)
        return [(name, Box(box.x + place * each, box.y, each, box.h)) for place, name in enumerate(names)]


class Centre:
    """The centre of the table: what one throw decides, the hard ways, whatever has no place elsewhere."""

    _HIGH: Mapping[Row, float] = {"low": 58.0, "hard": 78.0, "single": 98.0}

    def __init__(self, cloth: Cloth, x: float = 0, y: float = 0) -> None:
        self.cloth, self.x, self.y = cloth, x, y

    @cached_property
    def areas(self) -> list[Area]:
        """Its boxes, row by row."""
        found, y = [], self.y
        for kind, names in self.rows():
            each, high = CENTRE / len(names), self._HIGH[kind]
            found += [Area(name, Box(self.x + place * each, y, each, high)) for place, name in enumerate(names)]
            y += high
        return found

    def rows(self) -> list[tuple[Row, list[str]]]:
        """Its bets in rows: around seven, the hard ways by their price, single totals, several totals at once."""
        bets, out = self.cloth.game.bets, (self.cloth.game.point.out,)
        ranges = [name for name, bet in bets.items() if role(bet) == "range"]
        thrown = {name: totals(bet) for name, bet in bets.items() if role(bet) == "throw"}
        seven = [name for name, wins in thrown.items() if wins == out]
        single = sorted((n for n, wins in thrown.items() if len(wins) == 1 and wins != out), key=thrown.__getitem__)
        hard = [name for name, bet in bets.items() if role(bet) == "hard"]
        hard.sort(key=lambda name: bets[name].pays or 0)
        rows: list[tuple[Row, list[str]]] = [("low", [*ranges[:1], *seven, *ranges[1:]])]
        rows += [("hard", hard[first : first + 2]) for first in range(0, len(hard), 2)]
        rows += [("single", single), ("low", [name for name, wins in thrown.items() if len(wins) > 1])]
        return [(kind, names) for kind, names in rows if names]

    @property
    def foot(self) -> float:
        """Where it ends."""
        return max((area.box.y + area.box.h for area in self.areas), default=self.y)


def totals(bet: CrapsBet) -> tuple[int, ...]:
    """The totals with which a bet on one throw wins."""
    opens = bet.play.open
    return tuple(roll for roll in (opens.wins if opens else ()) if isinstance(roll, int))


def pair_of(bet: CrapsBet) -> Throw | None:
    """The dice that the box of a bet shows: its pair, or a throw of its only total.

    >>> from tapete.games import rules
    >>> bets = rules("cl-2023/craps").bets
    >>> pair_of(bets["hard-6"]), pair_of(bets["juego-de-11"]), pair_of(bets["field"])
    ((3, 3), (5, 6), None)
    """
    opens = bet.play.open
    pairs = [roll for roll in (opens.wins if opens else ()) if isinstance(roll, str)]
    if pairs:
        first, second = map(int, pairs[0].split("-"))
        return first, second
    wins = totals(bet)
    if len(wins) != 1:
        return None
    return next(throw for throw in THROWS if sum(throw) == wins[0] and abs(throw[0] - throw[1]) < 2)
