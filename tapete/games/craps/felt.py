"""The felt of craps as SVG: both ends and the centre, the marker on the point, the dice as they fell, the shooter.

``spots(cloth)`` tells where every betting spot is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tapete.games.craps.layout import (
    APART,
    CENTRE,
    FRONT,
    NUMBER,
    REAR,
    Area,
    Centre,
    End,
    barred,
    number_word,
    pair_of,
    role,
    totals,
)
from tapete.games.craps.round import ASKED, OFF
from tapete.games.craps.rules import THROWS
from tapete.table import svg
from tapete.table.board import HEADER, MARGIN, Board, Plan, label
from tapete.table.dice import draw_die, draw_printed_pair
from tapete.table.felt import SpotBox, rectangle
from tapete.table.money import odds_shown
from tapete.table.svg import GOLD, INK, IVORY, LINE, Box, Svg
from tapete.table.terms import STATES, term
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.games.craps.layout import Role
    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import Cloth, CrapsBet, Throw
    from tapete.table.felt import Chip, Row
    from tapete.table.round import Position

_HISTORY = 14
_TRAY, _DIE = 40.0, 62.0
_RED, _SEVEN = "#f0574a", "#b5212d"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the painter of the cloth must know of the round."""

    last: Throw | None = None
    point: int | None = None
    shooter: str = ""
    reserve: int = 0


def spots(cloth: Cloth) -> list[SpotBox]:
    """Every betting spot of the cloth, and where bets that move come to lie.

    >>> from tapete.games import table
    >>> found = spots(table("cl-2023/craps").cloth)
    >>> [len([s for s in found if s.bet == bet]) for bet in ("pass-line", "hard-6", "right-bet")]
    [2, 1, 12]
    """
    return list(plan(cloth).spots)


def felt(round: CrapsRound) -> str:
    """The table of craps with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("cl-2023/craps"))[:4]
    '<svg'
    """
    return CrapsBoard(round, plan(round.cloth)).picture()


def plan(cloth: Cloth) -> Plan[Scene]:
    """The cloth on paper: the centre between two ends, or beside the only one."""
    wide = End.width_of(cloth)
    centre = Centre(cloth, MARGIN + wide + APART, HEADER + _TRAY + 14)
    ends = [End(cloth, MARGIN, HEADER)]
    if cloth.game.halves > 1:
        ends.append(End(cloth, centre.x + CENTRE + APART, HEADER, index=1, mirrored=True))
    width = centre.x + CENTRE + MARGIN + (APART + wide if len(ends) > 1 else 0)
    found = [spot for end in ends for spot in end.spots] + [_prop_spot(cloth, area) for area in centre.areas]

    def paint(picture: Svg, scene: Scene) -> None:
        for end in ends:
            _paint_end(picture, end, scene)
        _tray(picture, Box(centre.x, HEADER, CENTRE, _TRAY))
        for area in centre.areas:
            _paint_prop(picture, cloth.game.bets[area.bet], area.box, scene)
        _paint_dice(picture, Box(centre.x, centre.foot + 10, CENTRE, HEADER + End.height - centre.foot - 10), scene)

    return Plan(width, HEADER + End.height + 20, tuple(found), paint, cloths=len(ends))


def price_text(bet: CrapsBet, number: int | None = None) -> str:
    """What a bet pays on a number, or whatever it pays, or nothing where the document does not say.

    >>> from tapete.games import rules
    >>> bets = rules("cl-2023/craps").bets
    >>> price_text(bets["right-bet"], 6), price_text(bets["gabela-pass-line"]), price_text(bets["field"])
    ('7 : 6', '2 : 1, 3 : 2, 6 : 5', '1 : 1, 2 : 1')
    """
    if number is not None and str(number) in bet.pays_on_number:
        return odds_shown(bet.pays_on_number[str(number)])
    prices = [bet.pays] if bet.pays is not None else []
    prices += [*bet.pays_on_throw.values(), *bet.pays_on_number.values()]
    return ", ".join(dict.fromkeys(odds_shown(price) for price in prices))


class CrapsBoard(Board[Scene]):
    """How bets lie on the cloth of craps."""

    round: CrapsRound

    def scene(self) -> Scene:
        """The dice, the point and the shooter."""
        round = self.round
        reserve = round.dice.kept - round.dice.lost - 2
        return Scene(round.throws[-1] if round.throws else None, round.point, round.ring.holder or "", reserve)

    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays."""
        pays = price_text(self.round.rules.bets[spot.bet], *(n for n in spot.on if isinstance(n, int)))
        return " · ".join(part for part in (self.named(spot.bet, spot.on), pays) if part)

    def sign(self) -> list[str]:
        """The table's sign with the point."""
        point = self.round.point
        return [*super().sign(), _("point {point}").format(point=point) if point else _("come-out")]

    def row(self, name: str, balance: str, bets: tuple[str, ...]) -> Row:
        """The shooter is named so."""
        row = super().row(name, balance, bets)
        return replace(row, part=_("shooter")) if name == self.round.ring.holder else row

    def chip(self, position: Position) -> Chip:
        """Markers lie on bets that do not play, on those that play because they were asked to, and on wrong bets."""
        chip = super().chip(position)
        button = {OFF: svg.OFF, ASKED: svg.ON}.get(position.state, "")
        if not button and role(position.spot.rule) == "wrong":
            button = "W"
        return replace(chip, button=button, seat=self._seat(position))

    def _seat(self, position: Position) -> tuple[int, int] | None:
        """On the line, and behind it, each player has a place."""
        line = position.spot.rule.of or position.bet
        if role(self.round.rules.bets[line]) != "pass":
            return None
        near = [n for n, cloth in self.cloth_of.items() if cloth == self.cloth_of[position.player]]
        near = [n for n in near if any(p.player == n and p.bet == line for p in self.round.standing)]
        return near.index(position.player), len(near)

    def state(self, position: Position) -> str:
        """Whether it plays."""
        return str(term(STATES, position.state)) if position.state in (OFF, ASKED) else ""

    def draw_history(self, picture: Svg) -> None:
        """The totals so far, the latest first; the seven stands out."""
        x = self.plan.width - MARGIN
        for index, throw in enumerate(reversed(self.round.throws[-_HISTORY:])):
            size = 38 if index == 0 else 28
            box = Box(x - size, 62 - size / 2, size, size)
            colour = _SEVEN if sum(throw) == self.round.rules.point.out else "#123c2c"
            picture.rect(box, colour, rx=6, stroke=GOLD if index == 0 else LINE, stroke_width=2 if index == 0 else 0.8)
            picture.text(box.middle, str(sum(throw)), size * 0.5, IVORY, 700)
            x -= size + 6


def _prop_spot(cloth: Cloth, area: Area) -> SpotBox:
    box = area.box
    kind = role(cloth.game.bets[area.bet])
    if kind == "hard":
        at, radius, room = (box.x + box.w * 0.7, box.y + box.h - 28), 17.0, box.w * 0.54
    else:
        at, radius, room = (box.middle[0], box.y + box.h - 18), 14.0, box.w * 0.9
    return SpotBox(area.bet, (), at, rectangle(box), radius, room)


def _paint_end(picture: Svg, end: End, scene: Scene) -> None:
    with picture.group(class_="cloth"):
        _paint_lines(picture, end)
        _paint_dont_come(picture, end, scene)
        for number, box in end.number_boxes.items():
            _paint_number(picture, end, number, box, scene)
        _paint_come(picture, end)
        _paint_field(picture, end, scene)
        for area in end.bigs:
            _paint_big(picture, end.cloth.game.bets[area.bet], area.box, scene)


def _outline(picture: Svg, box: Box, won: bool = False) -> None:
    picture.rect(box, GOLD if won else "none", fill_opacity=0.24, stroke=LINE, stroke_width=1.6)


def _wins(bet: CrapsBet, scene: Scene) -> bool:
    return scene.last is not None and bet.play.open is not None and bet.play.open.result(scene.last) == "win"


def _first(end: End, kind: Role) -> CrapsBet | None:
    names = end.bets.get(kind)
    return end.cloth.game.bets[names[0]] if names else None


def _paint_lines(picture: Svg, end: End) -> None:
    """Both lines along the foot and the rail, with the total that is barred on the one against the shooter."""
    with_shooter, against = _first(end, "pass"), _first(end, "dont-pass")
    if with_shooter is not None:
        picture.add("path", d=end.pass_line, fill=IVORY, fill_opacity=0.1, stroke=LINE, stroke_width=1.8)
        _name_line(picture, end, "pass", with_shooter, 0.38, 24)
        _upright(picture, end, with_shooter, 27, 19)
    if against is not None:
        picture.add("path", d=end.dont_pass_line, fill=IVORY, fill_opacity=0.03, stroke=LINE, stroke_width=1.8)
        foot = _name_line(picture, end, "dont-pass", against, 0.25, 17)
        _upright(picture, end, against, 78, 14)
        _bar(picture, (foot.x + foot.w * 0.42, foot.middle[1]), against, 20)
    _paint_odds(picture, end)


def _name_line(picture: Svg, end: End, kind: Role, bet: CrapsBet, share: float, size: float) -> Box:
    """The name of a line at the beginning of its foot, within its share of it; gives the foot."""
    foot, text = end.foot(kind), label(bet).upper()
    picture.text((foot.x + 26, foot.middle[1]), text, svg.fitting(text, foot.w * share, size, 9), IVORY, 700, "start")
    return foot


def _upright(picture: Svg, end: End, bet: CrapsBet, away: float, size: float) -> None:
    """The name of a line along the rail."""
    text = label(bet).upper()
    x, y = end.at(away, 190)
    turn = f"rotate({90 if end.mirrored else -90} {svg.number(x)} {svg.number(y)})"
    picture.text((x, y), text, svg.fitting(text, 300, size, 9), IVORY, 700, transform=turn)


def _bar(picture: Svg, at: tuple[float, float], bet: CrapsBet, size: float) -> None:
    """The total that decides nothing, with its dice where only one throw makes it."""
    for total in barred(bet):
        ways = [throw for throw in THROWS if sum(throw) == total]
        picture.text((at[0] - size * 1.25, at[1]), _("bar"), 12, IVORY, 600, "end", fill_opacity=0.85)
        if len(ways) == 1:
            draw_printed_pair(picture, at, size, ways[0])
        else:
            picture.text(at, str(total), size, IVORY, 700)


def _paint_odds(picture: Svg, end: End) -> None:
    """Odds: behind the line, outside it; at the side of the bet against it."""
    game = end.cloth.game
    for name in end.companions("pass"):
        foot = end.foot("odds")
        text = f"{label(game.bets[name])} · {price_text(game.bets[name])}"
        picture.text((foot.x + 26, foot.y + 22), text, svg.fitting(text, foot.w * 0.46, 12.5), LINE, 400, "start")
    for name in end.companions("dont-pass"):
        side, text = end.beside_dont_pass, label(game.bets[name])
        picture.text((side.middle[0], side.y + 8), text, svg.fitting(text, side.w * 0.96, 10, 6), LINE, 400)
        picture.add(
            "line",
            x1=side.x,
            y1=side.y + 6,
            x2=side.x,
            y2=side.y + side.h - 6,
            stroke=LINE,
            stroke_width=1,
            stroke_dasharray="4 4",
        )


def _paint_dont_come(picture: Svg, end: End, scene: Scene) -> None:
    bet, box = _first(end, "dont-come"), end.dont_come
    _outline(picture, box)
    if bet is not None:
        x = box.middle[0]
        lines = svg.wrapped(label(bet).upper(), box.w * 0.9, 13)
        for index, line in enumerate(lines):
            picture.text((x, box.y + 66 + index * 15), line, svg.fitting(line, box.w * 0.78, 13), IVORY, 700)
        _bar(picture, (x + 14, box.y + box.h - 17), bet, 16)
    if scene.point is None:
        svg.button(picture, (box.middle[0], box.y + 30), 20, svg.OFF)


def _paint_number(picture: Svg, end: End, number: int, box: Box, scene: Scene) -> None:
    x = box.middle[0]
    rear, inside = Box(box.x, box.y, box.w, REAR), Box(box.x, box.y + REAR, box.w, NUMBER)
    picture.rect(rear, INK, fill_opacity=0.18, stroke=LINE, stroke_width=1.2)
    last = scene.last is not None and sum(scene.last) == number
    picture.rect(inside, GOLD if last else IVORY, fill_opacity=0.28 if last else 0.05, stroke=LINE, stroke_width=1.8)
    _outline(picture, Box(box.x, box.y + REAR + NUMBER, box.w, FRONT))
    word = number_word(number)
    picture.text((x, inside.y + 48), word, svg.fitting(word, box.w * 0.72, 36), GOLD, 700)
    right, wrong = _first(end, "right"), _first(end, "wrong")
    if right is not None:
        picture.text((x, box.y + box.h - 8), price_text(right, number), 10, LINE, 400)
    if wrong is not None:
        picture.text((box.x + box.w - 5, box.y + 9), price_text(wrong, number), 10, LINE, 400, "end")
    if scene.point == number:
        svg.button(picture, (x, inside.y + 12), 18, svg.ON)


def _paint_come(picture: Svg, end: End) -> None:
    bet = _first(end, "come")
    if bet is None:
        return
    _outline(picture, end.come)
    text = label(bet).upper()
    at = end.come.x + end.come.w * 0.25, end.come.middle[1]
    size = svg.fitting(text, end.come.w * 0.4, 44)
    picture.text(at, text, size, _RED, 700, stroke=IVORY, stroke_width=size * 0.05, paint_order="stroke")


def _paint_field(picture: Svg, end: End, scene: Scene) -> None:
    bet, box = _first(end, "field"), end.field
    if bet is None:
        return
    _outline(picture, box, _wins(bet, scene))
    numbers = totals(bet)
    text = label(bet).upper()
    picture.text((box.x + 16, box.y + 26), text, svg.fitting(text, box.w * 0.2, 20), GOLD, 700, "start")
    first, each = box.x + box.w * 0.27, box.w * 0.7 / len(numbers)
    for place, total in enumerate(numbers):
        at = first + (place + 0.5) * each, box.y + 26
        more = bet.pays_on_throw.get(str(total))
        if more is not None:
            picture.add("circle", cx=at[0], cy=at[1], r=15, fill="none", stroke=GOLD, stroke_width=1.6)
            picture.text((at[0], at[1] + 23), odds_shown(more), 10, GOLD, 600)
        fell = scene.last is not None and sum(scene.last) == total
        picture.text(at, str(total), 20, GOLD if fell else IVORY, 700)


def _paint_big(picture: Svg, bet: CrapsBet, box: Box, scene: Scene) -> None:
    _outline(picture, box, _wins(bet, scene))
    word, _space, number = label(bet).upper().rpartition(" ")
    x = box.middle[0]
    picture.text((x, box.y + 13), word, svg.fitting(word, box.w * 0.7, 12), IVORY, 600)
    picture.text((x, box.y + 38), number, 30, _RED, 700, stroke=IVORY, stroke_width=1.4, paint_order="stroke")


def _paint_prop(picture: Svg, bet: CrapsBet, box: Box, scene: Scene) -> None:
    _outline(picture, box, _wins(bet, scene))
    kind = role(bet)
    faces = pair_of(bet)
    name, pays = label(bet), price_text(bet)
    text = f"{name} · {pays}" if pays else name
    if kind == "hard" and faces is not None:
        draw_printed_pair(picture, (box.x + box.w * 0.2, box.middle[1]), 32, faces)
        picture.text((box.x + box.w * 0.7, box.y + 16), text, svg.fitting(text, box.w * 0.54, 14), IVORY, 600)
    elif faces is not None and box.h > box.w * 0.6:
        draw_printed_pair(picture, (box.middle[0], box.y + 19), 22, faces)
        picture.text((box.middle[0], box.y + 43), name, svg.fitting(name, box.w * 0.86, 12.5), IVORY, 600)
        picture.text((box.middle[0], box.y + 59), pays, 12, GOLD, 600)
    else:
        picture.text((box.middle[0], box.y + 15), text, svg.fitting(text, box.w * 0.94, 13.5), IVORY, 600)


def _tray(picture: Svg, box: Box) -> None:
    """The bank's chips in their tray."""
    picture.rect(box, "#2c170a", rx=8, stroke=GOLD, stroke_opacity=0.5, stroke_width=1.2)
    inner = box.within(6)
    colours = ("#d9303e", "#2a6fdb", "#3a3f48", "#8e44ad", "#e0871b")
    tubes = 10
    wide = inner.w / tubes
    for tube in range(tubes):
        colour = colours[tube * len(colours) // tubes]
        for place in range(9):
            slot = Box(inner.x + tube * wide + 2 + place * (wide - 4) / 9, inner.y, (wide - 4) / 9 - 0.8, inner.h)
            picture.rect(slot, colour if place % 3 else IVORY, fill_opacity=0.9, rx=1)


def _paint_dice(picture: Svg, box: Box, scene: Scene) -> None:
    """The dice as they fell, whose turn it is to throw, and the dice that wait in their bowl."""
    x, y = box.x + 86, box.y + (box.h - 34) / 2 + 4
    with picture.group(class_="last" if scene.last else "dice", data_first="dice"):
        if scene.last:
            for place, face in enumerate(scene.last):
                at = Box(x - _DIE - 6 + place * (_DIE + 12), y - _DIE / 2 - (6 * place), _DIE, _DIE)
                with picture.moving("roll", f"roll-{picture.draws}-{place}", (420 + 60 * place, -190 - 40 * place)):
                    draw_die(picture, at, face, (-9, 12)[place])
            with picture.moving("show"):
                picture.text((x + _DIE + 38, y), str(sum(scene.last)), 42, GOLD, 700)
    bowl = box.x + box.w - 80, y
    picture.add(
        "ellipse", cx=bowl[0], cy=bowl[1], rx=76, ry=34, fill="url(#tapete-wood)", stroke="#2c170a", stroke_width=2
    )
    picture.add("ellipse", cx=bowl[0], cy=bowl[1], rx=64, ry=26, fill="#2a160b", stroke=GOLD, stroke_width=1)
    for place in range(scene.reserve):
        at = Box(bowl[0] - 13 * scene.reserve + 26 * place + 2, bowl[1] - 11, 22, 22)
        draw_die(picture, at, place % 6 + 1, (-14, 8, 21, -5)[place % 4])
    if scene.shooter:
        said = _("{player} throws").format(player=scene.shooter)
        picture.text((box.x + 18, box.y + box.h - 14), svg.clipped(said, box.w * 0.6, 15), 15, IVORY, 600, "start")
