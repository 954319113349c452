"""The felt of a wheel game as SVG: its cloth, the wheel with the last outcome, the chips where they lie, a legend.

``spots(cloth)`` tells where every betting spot is; ``felt(round)`` draws the whole. Roulette plans its own cloth and
has it drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tapete.games.wheels import turning
from tapete.table import money, svg
from tapete.table.board import HEADER, MARGIN, Board, Key, Plan, label
from tapete.table.felt import Chip, SpotBox, in_a_row, rectangle
from tapete.table.svg import GOLD, IVORY, LINE, Box, Point, Svg
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.games.wheels.round import WheelRound
    from tapete.games.wheels.rules import Cloth, Outcome, Spot, WheelGame
    from tapete.table.round import Position

_HISTORY = 14


@dataclass(frozen=True, slots=True)
class Scene:
    """What the painter of a cloth must know of the round: the last outcome and the spots that chips lie on."""

    last: Outcome | None = None
    taken: frozenset[Key] = frozenset()


def spots(cloth: Cloth) -> list[SpotBox]:
    """Every betting spot of the cloth with its place in the picture.

    >>> from tapete.games import table
    >>> [spot.bet for spot in spots(table("cl-2023/big-six").cloth)][:3]
    ['valor-1', 'valor-2', 'valor-5']
    """
    return list(plan(cloth).spots)


def felt(round: WheelRound) -> str:
    """The table of a wheel game with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("cl-2023/big-six"))[:4]
    '<svg'
    """
    return drawn(round, plan(round.cloth))


def plan(cloth: Cloth) -> Plan[Scene]:
    """The cloth on paper: boule's where nine numbers and even chances share it, boxes in a half-moon otherwise."""
    return _boule(cloth) if is_boule(cloth) else _half_moon(cloth)


def drawn(round: WheelRound, plan: Plan[Scene]) -> str:
    """The whole picture of a round on a planned table."""
    return WheelBoard(round, plan).picture()


def pays_text(spot: Spot) -> str:
    """What a spot pays, or nothing where the document does not say."""
    return money.odds_shown(spot.pays) if spot.pays is not None else ""


class WheelBoard(Board[Scene]):
    """How bets lie on the cloth of a wheel game."""

    round: WheelRound

    def scene(self) -> Scene:
        """The last outcome and the spots that chips lie on."""
        taken = {(line.bet, line.on) for line in self.round.decided()}
        for position in self.round.standing:
            taken.add((position.bet, position.on))
            taken.update((part.bet, part.on) for part, _count in position.spot.parts)
        return Scene(self.round.spins[-1] if self.round.spins else None, frozenset(taken))

    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays.

        >>> from tapete.games import table
        >>> round = table("cl-2023/big-six")
        >>> board = WheelBoard(round, plan(round.cloth))
        >>> board.spot_title(board.plan.spots[2])
        'Wheel 5 · 5 : 1'
        """
        pays = pays_text(self.round.cloth.places[spot.bet][spot.on])
        named = self.named(spot.bet, spot.on)
        return f"{named} · {pays}" if pays else named

    def sign(self) -> list[str]:
        """The table's sign with the spins that are left."""
        sign = super().sign()
        if self.round.spins_left is not None:
            sign.append(_("spins left: {number}").format(number=self.round.spins_left))
        return sign

    def chip(self, position: Position) -> Chip:
        """Chips that wait for a decision or lie in prison are marked."""
        mark = "waits" if position.waits else "prison" if position.state == "prison" else ""
        return replace(super().chip(position), mark=mark)

    def state(self, position: Position) -> str:
        """Whether its player must decide or the bet lies in prison."""
        if position.waits:
            return _("must decide")
        return _("in prison") if position.state == "prison" else ""

    def draw_under(self, picture: Svg, position: Position) -> None:
        """The places that an announced bet covers, marked in the player's colour."""
        for part, count in position.spot.parts:
            spot = self.spot(position.player, (part.bet, part.on))
            at, radius = spot.at, spot.radius * 0.5
            colour = self.colours[position.player]
            with picture.group(title=f"{position.player}: {self.named(position.bet, position.on)}", class_="part"):
                picture.add("circle", cx=at[0], cy=at[1], r=radius, fill=colour, stroke=IVORY, stroke_width=1.6)
                if count > 1:
                    picture.text(at, str(count), radius * 1.3, svg.contrast(colour), 700)

    def draw_history(self, picture: Svg) -> None:
        """The outcomes so far, the latest first."""
        x = self.plan.width - MARGIN
        for index, outcome in enumerate(reversed(self.round.spins[-_HISTORY:])):
            size = 38 if index == 0 else 28
            colour = turning.colour_of(self.round.rules.wheel, outcome)
            box = Box(x - size, 62 - size / 2, size, size)
            picture.rect(box, colour, rx=6, stroke=GOLD if index == 0 else LINE, stroke_width=2 if index == 0 else 0.8)
            text = turning.value_text(outcome)
            picture.text(box.middle, text, svg.fitting(text, size * 0.86, size * 0.5, 6), svg.contrast(colour), 700)
            x -= size + 6


_MOON_WIDTH, _MOON_RISE, _MOON_INNER, _MOON_OUTER, _MOON_ENDS = 1120, 40, 250, 452, (0.262, 0.738)


def _half_moon(cloth: Cloth) -> Plan[Scene]:
    """Boxes side by side around the wheel, as on a half-moon table."""
    places = _places(cloth)
    centre = (_MOON_WIDTH / 2, HEADER + _MOON_RISE + 150)
    first, last = _MOON_ENDS
    step = (last - first) / len(places)
    boxes = []
    for index, spot in enumerate(places):
        start = last - (index + 1) * step
        at = svg.polar(centre, _MOON_OUTER - 44, start + step / 2)
        outline = svg.sector(centre, _MOON_INNER, _MOON_OUTER, start, start + step)
        boxes.append((SpotBox(spot.bet, spot.on, at, outline, 25), spot, start + step / 2))

    def paint(picture: Svg, scene: Scene) -> None:
        band = svg.sector(centre, _MOON_INNER - 10, _MOON_OUTER + 10, first - 0.004, last + 0.004)
        picture.add("path", d=band, fill="#0a4430", stroke=GOLD, stroke_width=2)
        for box, spot, middle in boxes:
            _moon_box(picture, cloth.game, box, spot, svg.polar(centre, _MOON_INNER + 62, middle), scene.last)
        turning.upright(picture, centre, 205, cloth.game.wheel, scene.last)

    height = centre[1] + _MOON_OUTER + 34
    return Plan(_MOON_WIDTH, height, tuple(box for box, _spot, _middle in boxes), paint)


def _moon_box(picture: Svg, game: WheelGame, box: SpotBox, spot: Spot, at: Point, last: Outcome | None) -> None:
    outcome = next(iter(spot.returns))
    colour = turning.colour_of(game.wheel, outcome)
    won = last in spot.returns
    picture.add(
        "path",
        d=box.outline,
        fill=GOLD if won else IVORY,
        fill_opacity=0.22 if won else 0.05,
        stroke=LINE,
        stroke_width=1.6,
    )
    text = turning.value_text(outcome) if len(spot.returns) == 1 else label(game.bets[spot.bet])
    picture.add("circle", cx=at[0], cy=at[1], r=37, fill=colour, stroke=GOLD, stroke_width=2.5)
    picture.text(at, text, svg.fitting(text, 66, 30, 12), svg.contrast(colour), 700)
    picture.text((at[0], at[1] + 56), pays_text(spot), 16, IVORY, 600)


_BOULE_NUMBERS = 9
_SIDE, _NUMBER, _FIVE, _STRIP, _ROW = 150, 96, 132, 92, 96


def is_boule(cloth: Cloth) -> bool:
    """Whether the cloth is boule's: nine numbers with even chances around them."""
    numbers = [spot for spot in _places(cloth) if spot.on]
    return len(numbers) == _BOULE_NUMBERS and len(_places(cloth)) > len(numbers)


def _places(cloth: Cloth) -> list[Spot]:
    return [spot for places in cloth.places.values() for spot in places.values()]


def _boule(cloth: Cloth) -> Plan[Scene]:
    """The cloth of boule: the middle number in the middle, four on each side, the even chances around them."""
    plate = 2 * 178
    x, y = MARGIN + plate + 40.0, float(HEADER)
    boxes = dict(boule_boxes(cloth, x, y))
    width = x + 2 * _SIDE + 4 * _NUMBER + _FIVE + MARGIN
    height = y + 2 * _STRIP + 2 * _ROW + 30
    by_key = {(s.bet, s.on): s for s in _places(cloth)}
    spots = tuple(
        SpotBox(bet, on, (box.middle[0], box.middle[1] + box.h * 0.22), rectangle(box), 20)
        if on
        else in_a_row(bet, box)
        for (bet, on), box in boxes.items()
    )

    def paint(picture: Svg, scene: Scene) -> None:
        turning.plate(picture, (MARGIN + plate / 2, (y + height - 30) / 2), plate / 2, cloth.game.wheel, scene.last)
        for key, box in boxes.items():
            won = scene.last in by_key[key].returns
            if key[1]:
                number_box(picture, box, cloth.game, key[1][0], key in scene.taken, won)
            else:
                chance_box(picture, box, cloth.game, by_key[key], won)

    return Plan(width, height, spots, paint)


def boule_boxes(cloth: Cloth, x: float, y: float) -> Iterable[tuple[Key, Box]]:
    """The boxes of boule's cloth, from its corner."""
    numbers = [spot for spot in _places(cloth) if spot.on]
    left, middle = x + _SIDE, x + _SIDE + 2 * _NUMBER
    right, end = middle + _FIVE, middle + _FIVE + 2 * _NUMBER
    whole, rows = 2 * _STRIP + 2 * _ROW, y + _STRIP
    half = len(numbers) // 2
    for index, spot in enumerate(numbers):
        if index == half:
            box = Box(middle, y, _FIVE, whole)
        else:
            block, place = (left, index) if index < half else (right, index - half - 1)
            box = Box(block + place % 2 * _NUMBER, rows + place // 2 * _ROW, _NUMBER, _ROW)
        yield (spot.bet, spot.on), box
    foot = rows + 2 * _ROW
    around = {
        "red": Box(x, y, _SIDE, whole),
        "black": Box(end, y, _SIDE, whole),
        "low": Box(left, y, 2 * _NUMBER, _STRIP),
        "high": Box(right, y, 2 * _NUMBER, _STRIP),
        "odd": Box(left, foot, 2 * _NUMBER, _STRIP),
        "even": Box(right, foot, 2 * _NUMBER, _STRIP),
    }
    for name, bet in cloth.game.bets.items():
        if () in cloth.places[name]:
            yield (name, ()), around[bet.trade]


def number_box(picture: Svg, box: Box, game: WheelGame, outcome: Outcome, taken: bool, won: bool) -> None:
    """The box of one number; the figure makes room for chips."""
    x, y = box.middle
    colour = turning.colour_of(game.wheel, outcome)
    picture.rect(box, GOLD if won else "none", fill_opacity=0.35, stroke=LINE, stroke_width=1.6)
    picture.add("ellipse", cx=x, cy=y, rx=box.w * 0.37, ry=min(box.h * 0.4, box.w * 0.52), fill=colour)
    size = box.w * 0.36
    lift = box.h * 0.19 if taken and box.h < 1.5 * box.w else 0
    picture.text((x, y - lift), str(outcome), size * (0.8 if lift else 1), svg.contrast(colour), 700)
    if won:
        crown(picture, box)


def crown(picture: Svg, box: Box) -> None:
    """The marker on the winning number."""
    picture.rect(box.within(2), "none", stroke=GOLD, stroke_width=4, rx=4, class_="marker")


def chance_box(picture: Svg, box: Box, game: WheelGame, spot: Spot, won: bool) -> None:
    """The box of an even chance, in its colour where it has one."""
    bet = game.bets[spot.bet]
    picture.rect(box, GOLD if won else "none", fill_opacity=0.22, stroke=LINE, stroke_width=1.6)
    x, y = box.middle
    at = x, y - box.h * 0.2
    half_w, half_h = min(box.w * 0.42, 88), min(box.h * 0.29, 64)
    paint = {"red": svg.PAINTS["rojo"], "black": svg.PAINTS["negro"]}.get(bet.trade)
    if paint:
        corners = ((at[0], at[1] - half_h), (at[0] + half_w, at[1]), (at[0], at[1] + half_h), (at[0] - half_w, at[1]))
        points = " ".join(f"{svg.number(px)},{svg.number(py)}" for px, py in corners)
        picture.add("polygon", points=points, fill=paint, stroke=LINE, stroke_width=1)
    text, span = label(bet).upper(), _span(spot)
    size = svg.fitting(text, half_w * 1.5, min(20, box.h * 0.22), 9)
    picture.text((x, at[1] - (size * 0.42 if span else 0)), text, size, IVORY, 700)
    if span:
        picture.text((x, at[1] + size * 0.68), span, size * 0.78, IVORY, 400, fill_opacity=0.85)


def _span(spot: Spot) -> str:
    """The first and the last number of a bet on numbers that follow each other."""
    numbers = sorted(o for o in spot.returns if isinstance(o, int))
    whole = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if whole else ""
