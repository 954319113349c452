"""The felt of a dice game as SVG: its figures or totals, the cup or the cage, the dice as they fell.

``spots(cloth)`` tells where every betting spot is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapete.games.dice.layout import DRAWN, Area, Tableau
from tapete.games.dice.rules import total
from tapete.table import svg
from tapete.table.board import HEADER, MARGIN, Board, Plan, label
from tapete.table.dice import draw_die, draw_figure_die, draw_printed
from tapete.table.figures import draw_figure
from tapete.table.money import odds_shown
from tapete.table.svg import GOLD, INK, IVORY, LINE, Box, Point, Svg
from tapete.table.terms import FIGURES, term
from tapete.table.words import spans, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.games.dice.round import DiceRound
    from tapete.games.dice.rules import Cloth, DiceBet, DiceGame, Face, Spot, Throw
    from tapete.table.actions import Place
    from tapete.table.felt import SpotBox

_SIDE, _APART, _DIE = 270.0, 34.0, 62.0
_HISTORY = {True: 14, False: 6}
_RED = "#f0574a"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the painter of the cloth must know of the round: the last throw."""

    last: Throw | None = None


def spots(cloth: Cloth) -> list[SpotBox]:
    """Every betting spot of the cloth with its place in the picture.

    >>> from tapete.games import table
    >>> [spot.on for spot in spots(table("cl-2023/corona-y-ancla").cloth)][:2]
    [('corona',), ('ancla',)]
    """
    return list(plan(cloth).spots)


def felt(round: DiceRound) -> str:
    """The table of a dice game with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("cl-2023/chuck-a-luck"))[:4]
    '<svg'
    """
    return DiceBoard(round, plan(round.cloth)).picture()


def plan(cloth: Cloth) -> Plan[Scene]:
    """The cloth on paper: what holds the dice at the left, the boxes at the right."""
    tableau = Tableau(cloth, MARGIN + _SIDE + _APART, HEADER, DRAWN)
    foot = HEADER + tableau.height
    note = _note(cloth.game)

    def paint(picture: Svg, scene: Scene) -> None:
        vessel = _cage if cloth.game.dice.vessel == "cage" else _cup
        vessel(picture, Box(MARGIN, HEADER, _SIDE, tableau.height), scene)
        with picture.group(class_="cloth"):
            for area in tableau.areas:
                _PAINTERS[area.kind](picture, cloth.game, area, scene)
            if tableau.notice is not None:
                _paint_notice(picture, cloth.game, tableau.notice, scene)
        if note:
            picture.text((tableau.x + DRAWN.wide / 2, foot + 22), note, svg.fitting(note, DRAWN.wide, 14), GOLD, 600)

    width = tableau.x + DRAWN.wide + MARGIN
    return Plan(width, foot + (46 if note else 30), tuple(tableau.spots), paint)


class DiceBoard(Board[Scene]):
    """How bets lie on the cloth of a dice game."""

    round: DiceRound

    def scene(self) -> Scene:
        """The last throw."""
        return Scene(self.round.throws[-1] if self.round.throws else None)

    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays.

        >>> from tapete.games import table
        >>> round = table("cl-2023/corona-y-ancla")
        >>> board = DiceBoard(round, plan(round.cloth))
        >>> board.spot_title(board.plan.spots[0])
        'Crown · 1 : 1, 2 : 1, 3 : 1'
        """
        pays = price_text(self.round.rules.bets[spot.bet])
        return " · ".join(part for part in (self.named(spot.bet, spot.on), pays) if part)

    def named(self, bet: str, on: Place) -> str:
        """A figure by its name, any other bet by its own."""
        return face_name(on[0]) if on else super().named(bet, on)

    def draw_history(self, picture: Svg) -> None:
        """The throws so far, the latest first: their totals, or the figures that came."""
        x = self.plan.width - MARGIN
        counted = self.round.rules.dice.counted
        for index, throw in enumerate(reversed(self.round.throws[-_HISTORY[counted] :])):
            size = 38.0 if index == 0 else 28.0
            wide = size if counted else size * 0.72 * len(throw) + 8
            box = Box(x - wide, 62 - size / 2, wide, size)
            edge = {"stroke": GOLD if index == 0 else LINE, "stroke_width": 2 if index == 0 else 0.8}
            picture.rect(box, "#123c2c" if counted else IVORY, rx=6, **edge)
            if counted:
                picture.text(box.middle, str(total(throw)), size * 0.5, IVORY, 700)
            else:
                _figures(picture, box, throw)
            x -= wide + 6


def face_name(face: Face) -> str:
    """A face by its name in the language in use.

    >>> face_name("ancla")
    'Anchor'
    """
    name = str(term(FIGURES, face))
    return name[:1].upper() + name[1:]


def price_text(bet: DiceBet) -> str:
    """What a bet pays, or whatever it pays."""
    prices = [bet.pays] if bet.pays is not None else list(bet.pays_on_dice.values())
    return ", ".join(odds_shown(price) for price in prices)


def span_text(bet: DiceBet) -> str:
    """The totals of a bet, unbroken runs shortened."""
    return spans(sorted(bet.covers.totals)).replace("-", "–")


def _note(game: DiceGame) -> str:
    """What a figure pays by the number of dice that show it."""
    bet = next((bet for bet in game.bets.values() if bet.covers.face), None)
    if bet is None:
        return ""
    return "   ·   ".join(f"×{number} › {odds_shown(pays)}" for number, pays in bet.pays_on_dice.items())


def _figures(picture: Svg, box: Box, throw: Throw) -> None:
    each = (box.w - 8) / len(throw)
    for place, face in enumerate(throw):
        draw_figure(picture, Box(box.x + 4 + place * each, box.y + 4, each, box.h - 8), str(face))


def _won(spot: Spot, scene: Scene) -> bool:
    return scene.last is not None and scene.last in spot.returns


def _outline(picture: Svg, box: Box, won: bool) -> None:
    picture.rect(box, GOLD if won else IVORY, fill_opacity=0.24 if won else 0.04, stroke=LINE, stroke_width=1.8)


def _paint_face(picture: Svg, game: DiceGame, area: Area, scene: Scene) -> None:
    box, face = area.box, area.spot.on[0]
    times = scene.last.count(face) if scene.last else 0
    _outline(picture, box, times > 0)
    x = box.middle[0]
    card = Box(x - 49, box.y + 10, 98, 98)
    picture.rect(card, IVORY, rx=12, stroke=GOLD, stroke_width=3 if times else 1.2)
    draw_figure(picture, card.within(15), str(face))
    picture.text((x, box.y + 123), face_name(face).upper(), 15, IVORY, 700)
    if times:
        svg.button(picture, (card.x + card.w, card.y + 4), 15, f"×{times}")


def _paint_span(picture: Svg, game: DiceGame, area: Area, scene: Scene) -> None:
    bet, box = game.bets[area.spot.bet], area.box
    _outline(picture, box, _won(area.spot, scene))
    x = box.middle[0]
    picture.text((x, box.y + 32), label(bet).upper(), 32, GOLD, 700)
    picture.text((x, box.y + 68), span_text(bet), 24, IVORY, 700)
    picture.text((x, box.y + 96), price_text(bet), 16, IVORY, 400)


def _paint_totals(picture: Svg, game: DiceGame, area: Area, scene: Scene) -> None:
    bet, box = game.bets[area.spot.bet], area.box
    _outline(picture, box, _won(area.spot, scene))
    title = label(bet).upper()
    picture.text((box.x + 22, box.y + 32), title, 26, GOLD, 700, "start")
    picture.text((box.x + 22, box.y + 60), price_text(bet), 15, IVORY, 400, "start")
    numbers = sorted(bet.covers.totals)
    first, each = box.x + box.w * 0.24, box.w * 0.72 / len(numbers)
    for place, number in enumerate(numbers):
        fell = scene.last is not None and total(scene.last) == number
        at = first + (place + 0.5) * each, box.y + 34
        picture.add("circle", cx=at[0], cy=at[1], r=21, fill=GOLD if fell else "none", stroke=LINE, stroke_width=1.2)
        picture.text(at, str(number), 20, INK if fell else IVORY, 700)


def _paint_alike(picture: Svg, game: DiceGame, area: Area, scene: Scene) -> None:
    bet, box = game.bets[area.spot.bet], area.box
    _outline(picture, box, _won(area.spot, scene))
    picture.text((box.x + 22, box.y + 28), label(bet).upper(), 22, GOLD, 700, "start")
    picture.text((box.x + box.w - 22, box.y + 28), price_text(bet), 20, IVORY, 700, "end")
    faces, dice = game.dice.faces, game.dice.thrown
    each = (box.w - 36) / len(faces)
    size = min(each / (dice + 0.8), 30)
    for place, face in enumerate(faces):
        first = box.x + 18 + (place + 0.5) * each - size * dice / 2 - 2 * (dice - 1) / 2
        for die in range(dice):
            _printed(picture, Box(first + die * (size + 2), box.y + 48, size, size), face)


def _printed(picture: Svg, box: Box, face: Face) -> None:
    if isinstance(face, int):
        draw_printed(picture, box, face)
    else:
        picture.rect(box, IVORY, rx=box.w * 0.14)
        draw_figure(picture, box.within(box.w * 0.12), face)


_PAINTERS: dict[str, Callable[[Svg, DiceGame, Area, Scene], None]] = {
    "face": _paint_face,
    "span": _paint_span,
    "totals": _paint_totals,
    "alike": _paint_alike,
}


def _paint_notice(picture: Svg, game: DiceGame, box: Box, scene: Scene) -> None:
    """The totals with which everybody loses."""
    assert game.all_lose is not None
    fell = scene.last is not None and total(scene.last) in game.all_lose.totals
    with picture.group(title=text(game.all_lose.text), class_="notice"):
        picture.rect(box, _RED if fell else INK, fill_opacity=0.4, stroke=LINE, stroke_width=1.8)
        numbers = " · ".join(map(str, game.all_lose.totals))
        picture.text((box.middle[0], box.y + 50), numbers, svg.fitting(numbers, box.w * 0.86, 30), _RED, 700)
        for index, line in enumerate(svg.wrapped(_("everybody loses"), box.w * 0.9, 15)):
            picture.text((box.middle[0], box.y + 92 + index * 19), line, 15, IVORY, 600)


def _cup(picture: Svg, box: Box, scene: Scene) -> None:
    """The leather cup, and the dice as they fell before it."""
    x, top, foot = box.middle[0], box.y + 34, box.y + box.h * 0.52
    rim, base = 78.0, 60.0
    picture.add("ellipse", cx=x + 6, cy=foot + 8, rx=74, ry=18, fill="#000", fill_opacity=0.3)
    sides = f"M{_p(x - rim, top)}L{_p(x - base, foot)}Q{_p(x, foot + 26)} {_p(x + base, foot)}L{_p(x + rim, top)}Z"
    picture.add("path", d=sides, fill="url(#tapete-wood)", stroke="#2c170a", stroke_width=2)
    for down in (0.3, 0.78):
        y, half = top + (foot - top) * down, rim + (base - rim) * down
        seam = f"M{_p(x - half, y)}Q{_p(x, y + 26)} {_p(x + half, y)}"
        picture.add("path", d=seam, fill="none", stroke=GOLD, stroke_width=2, stroke_opacity=0.8)
    _ring(picture, (x, top), rim, "#2a160b")
    _fallen(picture, (x, box.y + box.h * 0.78), scene)


def _cage(picture: Svg, box: Box, scene: Scene) -> None:
    """The metal cage in the shape of an hourglass; the dice lie at its base."""
    x, top, foot, wide, narrow = box.middle[0], box.y + 18, box.y + box.h - 22, 116.0, 20.0
    waist = (top + foot) / 2 - 16
    picture.add("ellipse", cx=x + 5, cy=foot + 10, rx=wide + 6, ry=22, fill="#000", fill_opacity=0.3)
    _ring(picture, (x, foot), wide, "#2a160b")
    _fallen(picture, (x, foot - 30), scene)
    for wire in range(-4, 5):
        out, within = x + wire * wide / 4, x + wire * narrow / 4
        upper = f"M{_p(out, top)}C{_p(out, waist - 60)} {_p(within, waist - 40)} {_p(within, waist)}"
        lower = f"C{_p(within, waist + 40)} {_p(out, waist + 60)} {_p(out, foot)}"
        picture.add("path", d=upper + lower, fill="none", stroke="#d9c69a", stroke_width=1.6, stroke_opacity=0.7)
    picture.add("ellipse", cx=x, cy=waist, rx=22, ry=6, fill="none", stroke="url(#tapete-bronze)", stroke_width=5)
    _ring(picture, (x, top), wide, "none")


def _p(x: float, y: float) -> str:
    return f"{svg.number(x)} {svg.number(y)}"


def _ring(picture: Svg, at: Point, wide: float, inside: str) -> None:
    picture.add(
        "ellipse", cx=at[0], cy=at[1], rx=wide, ry=20, fill=inside, stroke="url(#tapete-bronze)", stroke_width=6
    )


def _fallen(picture: Svg, at: Point, scene: Scene) -> None:
    """The dice of the last throw around a point, and what they add up to."""
    throw = scene.last or ()
    with picture.group(class_="last" if throw else "dice", data_first="dice"):
        for place, face in enumerate(throw):
            x = at[0] + (place - len(throw) / 2) * (_DIE + 10) + 5
            box = Box(x, at[1] - _DIE / 2 + (0, -9, 4)[place % 3], _DIE, _DIE)
            turn = (-8, 6, 14)[place % 3]
            with picture.moving("roll", f"roll-{picture.draws}-{place}", (at[0] - x - 20, -210)):
                if isinstance(face, int):
                    draw_die(picture, box, face, turn)
                else:
                    draw_figure_die(picture, box, face, turn)
