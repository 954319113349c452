"""The felt of Black Jack as SVG: the boxes around a half-moon, hands where they were dealt, the bank and its shoe.

``spots(cloth)`` tells where every betting spot is. The first box is at the croupier's left, the right of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tapete.games.blackjack.boxes import ASKED, GONE, PASSED
from tapete.table import svg
from tapete.table.board import HEADER, Board, Plan, label
from tapete.table.felt import Chip, SpotBox, disc
from tapete.table.money import odds_shown
from tapete.table.svg import GOLD, IVORY, LINE, Svg
from tapete.table.svg_cards import draw_hand, draw_shoe
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.games.blackjack.boxes import BankHand, Hand
    from tapete.games.blackjack.round import BlackjackRound
    from tapete.games.blackjack.rules import Cloth, Combination
    from tapete.table.actions import Place
    from tapete.table.board import Key
    from tapete.table.round import Position
    from tapete.table.svg import Point

_WIDTH, _HEIGHT = 1280.0, 742.0
_CENTRE = (_WIDTH / 2, 60.0)
_ENDS = (0.333, 0.667)
_NAMES, _STAKES, _SIDES, _HANDS = 622.0, 560.0, 472.0, 372.0
_BESIDE, _SIDE, _RESTS = 0.0165, 23.0, 418.0
_SIGN, _BANK, _SHOE = (_WIDTH / 2, 66.0), (_WIDTH / 2, HEADER + 50.0), (_WIDTH - 130.0, 72.0)
_CARD, _SMALL_CARD = 96.0, 72.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What the painter must know: who sits where, the cards on show, how full the shoe is, which spots have chips."""

    players: dict[int, str] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    bank: tuple[BankHand, ...] = ()
    left: int = 0
    size: int = 1
    taken: frozenset[SpotBox] = frozenset()


def spots(cloth: Cloth) -> list[SpotBox]:
    """Every betting spot of the cloth with its place in the picture.

    >>> from tapete.games import table
    >>> [(spot.bet, spot.on) for spot in spots(table("bo-2025/black-jack/perfect-pairs").cloth)][:3]
    [('apuesta', (1,)), ('perfect-pairs', (1,)), ('seguro', (1,))]
    """
    return list(plan(cloth).spots)


def felt(round: BlackjackRound) -> str:
    """The table of Black Jack with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("bo-2025/black-jack/clasico"))[:4]
    '<svg'
    """
    return BlackjackBoard(round, plan(round.cloth)).picture()


def plan(cloth: Cloth) -> Plan[Scene]:
    """The cloth on paper."""
    number = cloth.game.boxes.number
    found = tuple(spot for box in range(1, number + 1) for spot in _spots_of(cloth, box))

    def paint(picture: Svg, scene: Scene) -> None:
        with picture.group(class_="cloth"):
            _paint_band(picture)
            for spot in found:
                _paint_ring(picture, spot)
                if spot not in scene.taken:
                    _print(picture, spot, cloth)
            for box in range(1, number + 1):
                at = svg.polar(_CENTRE, _NAMES, _turn(cloth, box))
                room = 130 - 70 * abs(at[0] - _CENTRE[0]) / _NAMES
                name = svg.clipped(scene.players.get(box, ""), room, 15)
                picture.text(at, name or str(box), 15, GOLD if name else LINE, 700)
            _paint_sign(picture, cloth)
        _paint_bank(picture, scene)
        for box in range(1, number + 1):
            here = svg.polar(_CENTRE, _HANDS - (22 if len(_rows(cloth)) > 1 else 0), _turn(cloth, box))
            _paint_hands(picture, [hand for hand in scene.hands if hand.box.number == box], here)

    return Plan(_WIDTH, _HEIGHT, found, paint)


def _turn(cloth: Cloth, box: int) -> float:
    """Where a box is on the half-moon."""
    first, last = _ENDS
    return first + (last - first) * (box - 1) / max(cloth.game.boxes.number - 1, 1)


def _spots_of(cloth: Cloth, box: int) -> list[SpotBox]:
    """The spots of a box: one for each hand of the bank, the side bets above, insurance and tie-break at rest."""
    found = []
    hands = cloth.game.bank.hands if cloth.game.bank is not None else 0
    radius = 38 if hands == 1 else 22
    stakes = _beside(cloth, box, _STAKES, hands) if cloth.main else []
    for hand, at in enumerate(stakes):
        on = (box,) if hands == 1 else (hand + 1,)
        found.append(SpotBox(cloth.main or "", on, at, disc(at, radius), radius * 0.66, cloth=box))
    for reach, bets in _rows(cloth):
        for bet, at in zip(bets, _beside(cloth, box, reach, len(bets)), strict=True):
            found.append(SpotBox(bet, (box,), at, disc(at, _SIDE), 16, cloth=box, rests=bet not in cloth.sides))
    return found


def _rows(cloth: Cloth) -> list[tuple[float, list[str]]]:
    """What lies above the stakes: side bets beside insurance and tie-break, or these in a row of their own."""
    resting = [bet for bet in (cloth.insurance, cloth.tie_break) if bet]
    every = [*cloth.sides, *resting]
    if len(every) * 2 * _SIDE <= _pitch(cloth, _SIDES):
        return [(_SIDES, every)]
    return [(_SIDES, list(cloth.sides)), (_RESTS, resting)]


def _pitch(cloth: Cloth, reach: float) -> float:
    """How far apart two boxes are."""
    first, last = _ENDS
    return reach * math.tau * (last - first) / max(cloth.game.boxes.number - 1, 1)


def _beside(cloth: Cloth, box: int, reach: float, number: int) -> list[Point]:
    """Places side by side at a box, as close as the next box wants them."""
    step = min(_BESIDE, 0.95 * _pitch(cloth, reach) / max(number, 1) / reach / math.tau)
    turn = _turn(cloth, box)
    return [svg.polar(_CENTRE, reach, turn + step * (place - (number - 1) / 2)) for place in range(number)]


def _paint_band(picture: Svg) -> None:
    first, last = _ENDS
    band = svg.sector(_CENTRE, _STAKES - 52, _STAKES + 82, first - 0.027, last + 0.027)
    picture.add("path", d=band, fill="#0a4430", fill_opacity=0.7, stroke=GOLD, stroke_width=2)
    line = svg.sector(_CENTRE, _SIDES - 34, _SIDES - 32.8, first - 0.012, last + 0.012)
    picture.add("path", d=line, fill=LINE, fill_opacity=0.35)


def _paint_ring(picture: Svg, spot: SpotBox) -> None:
    dashes = "5 5" if spot.rests else "none"
    picture.add("path", d=spot.outline, fill="#0c5138", stroke=LINE, stroke_width=1.8, stroke_dasharray=dashes)


def _print(picture: Svg, spot: SpotBox, cloth: Cloth) -> None:
    """What a spot is for, printed on the cloth, a word to a line; against several bank hands their number."""
    several = cloth.game.bank is not None and cloth.game.bank.hands > 1 and spot.bet == cloth.main
    words = [str(spot.on[0])] if several else label(cloth.game.bets[spot.bet]).upper().split()
    size = min(svg.fitting(word, spot.radius * 2.1, 13, 6) for word in words)
    for number, word in enumerate(words):
        lift = (number - (len(words) - 1) / 2) * size * 1.15
        picture.text((spot.at[0], spot.at[1] + lift), word, size, IVORY, 700, fill_opacity=0.8)


def _paint_sign(picture: Svg, cloth: Cloth) -> None:
    """What the table pays, printed above the bank, and under it a bank that goes on with a soft hand."""
    natural, bank = cloth.game.natural, cloth.game.bank
    if natural is None or bank is None:
        return
    pays = _("{name} pays {odds}").format(name=natural.name, odds=odds_shown(natural.pays))
    picture.text(_SIGN, pays.upper(), 19, GOLD, 700, letter_spacing=2)
    if bank.soft == "draws":
        draws = _("the bank draws with a soft {points}").format(points=bank.stands)
        picture.text((_SIGN[0], _SIGN[1] + 24), draws.upper(), 13, GOLD, 700, letter_spacing=2)


def _paint_bank(picture: Svg, scene: Scene) -> None:
    left = _("Cards in the shoe: {number}").format(number=scene.left)
    draw_shoe(picture, _SHOE, 56, scene.left / scene.size, left)
    picture.text((_SHOE[0] - 72, _SHOE[1]), left, 14, IVORY, 600, "end")
    shown = [hand for hand in scene.bank if hand.cards]
    for place, hand in enumerate(shown):
        at = (_BANK[0] + (place - (len(shown) - 1) / 2) * 190, _BANK[1])
        draw_hand(picture, hand.cards, at, _CARD, 0.5, f"bank-{place}", _SHOE)
        _paint_points(picture, (at[0], at[1] + _CARD * 0.68), hand.score[0])


def _paint_hands(picture: Svg, hands: list[Hand], middle: Point) -> None:
    """The hands of a box, side by side after a split."""
    size = _CARD if len(hands) < 2 else _SMALL_CARD
    for place, hand in enumerate(hands):
        if not hand.cards:
            continue
        x, y = middle
        at = (x - (place - (len(hands) - 1) / 2) * size * 1.05, y)
        with picture.group(opacity=0.5 if hand.state in (PASSED, GONE) else 1):
            step = 0.42 if len(hands) < 2 else 0.3
            draw_hand(picture, hand.cards, at, size, step, f"{hand.box.number}-{place}", _SHOE)
            _paint_points(picture, (at[0], at[1] - size * 0.68), hand.points, hand.state == ASKED)


def _paint_points(picture: Svg, at: Point, points: int, asked: bool = False) -> None:
    """The count of a hand on a small plate; gold while the hand is asked."""
    picture.add("circle", cx=at[0], cy=at[1], r=14, fill=GOLD if asked else "#08301f", stroke=GOLD, stroke_width=1.5)
    picture.text(at, str(points), 14, "#08301f" if asked else IVORY, 700)


class BlackjackBoard(Board[Scene]):
    """How bets lie on the cloth of Black Jack."""

    round: BlackjackRound

    def scene(self) -> Scene:
        """The cards on the table."""
        round, shoe = self.round, self.round.shoe
        lying = [(p.player, (p.bet, p.on)) for p in round.standing]
        lying += [(line.player, (line.bet, line.on)) for line in round.decided()]
        taken = frozenset(self.spot(player, key) for player, key in lying)
        hands, bank = (round.hands, round.bank) if round.on_show else ([], [])
        return Scene(round.seated(), tuple(hands), tuple(bank), shoe.left, shoe.size, taken)

    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays.

        >>> from tapete.games import table
        >>> round = table("bo-2025/black-jack/clasico")
        >>> board = BlackjackBoard(round, plan(round.cloth))
        >>> board.spot_title(board.plan.spots[0])
        'Main bet 1 · 1 : 1'
        """
        bet = self.round.rules.bets[spot.bet]
        prices = [bet.pays] if bet.pays is not None else sorted({win.pays for win in bet.wins.values()}, reverse=True)
        return " · ".join([self.named(spot.bet, spot.on), *map(odds_shown, prices)])

    def named(self, bet: str, on: Place) -> str:
        """A bet by its name, a bonus for which nothing was staked by that of its cards."""
        prize = self._prizes().get(bet)
        return super().named(bet, on) if prize is None else next(iter(prize.names), bet)

    def _prizes(self) -> dict[str, Combination]:
        return {} if self.round.rules.bonus is None else self.round.rules.bonus.wins

    def spot(self, player: str, key: Key) -> SpotBox:
        """A player's spot, whether or not the bet names its box; a bonus lies with the stake that it was paid on."""
        bet, on = key
        bet = self.round.cloth.main or bet if bet in self._prizes() else bet
        boxes = {name: box for box, name in self.round.seated().items()}
        several = self.round.rules.bank is not None and self.round.rules.bank.hands > 1
        several = several and bet == self.round.cloth.main
        if several and len(on) == 2:
            box, on = on[0], on[1:]
        else:
            box = on[0] if on and not several else boxes.get(player, 1)
        here = [spot for spot in self.plan.spots if spot.bet == bet and spot.cloth == box]
        return next((spot for spot in here if spot.on == on), here[0])

    def chip(self, position: Position) -> Chip:
        """The chips of a bet; a ring around those of a hand that is asked."""
        return replace(super().chip(position), mark="waits" if self.state(position) else "")

    def state(self, position: Position) -> str:
        """That its player must decide."""
        asked = any(hand.state == ASKED and position in hand.stakes for hand in self.round.hands)
        return _("must decide") if asked else ""

    def draw_history(self, picture: Svg) -> None:
        """Cards leave no history: the shoe shows how many are left."""
