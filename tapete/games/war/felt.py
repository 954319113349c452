"""The felt of War as SVG: the boxes around a half-moon, the cards where they were dealt, the bank and its shoe.

``spots(cloth)`` tells where every betting spot is. The first box is at the croupier's left, the right of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tapete.games.war.hands import TIED
from tapete.games.war.play import BONUS
from tapete.table import svg
from tapete.table.board import HEADER, Board, Plan, label
from tapete.table.felt import Chip, SpotBox, disc
from tapete.table.money import odds_shown
from tapete.table.svg import GOLD, IVORY, LINE, Box, Svg
from tapete.table.svg_cards import dealt, draw_card, draw_hand, draw_shoe
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.games.war.hands import Hand
    from tapete.games.war.round import WarRound
    from tapete.games.war.rules import Cloth
    from tapete.table.actions import Place
    from tapete.table.board import Key
    from tapete.table.cards import Card
    from tapete.table.round import Position

_WIDTH, _HEIGHT = 1280.0, 742.0
_CENTRE = (_WIDTH / 2, 110.0)
_ENDS = (0.316, 0.684)
_NAMES, _STAKES, _TIES, _HANDS, _BANK_CARDS = 577.0, 520.0, 430.0, 322.0, 192.0
_BESIDE = 0.033
_SIGN, _BANK, _SHOE = (_WIDTH / 2, 66.0), (_WIDTH / 2, HEADER + 62.0), (_WIDTH - 130.0, 72.0)
_CARD, _SMALL_CARD = 104.0, 78.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What the painter must know: who sits where, the cards, how full the shoe is, and the spots with chips on them."""

    players: dict[int, str] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    bank: Card | None = None
    left: int = 0
    size: int = 1
    taken: frozenset[SpotBox] = frozenset()


def spots(cloth: Cloth) -> list[SpotBox]:
    """Every betting spot of the cloth with its place in the picture; the raise lies beside the first stake.

    >>> from tapete.games import table
    >>> [(spot.bet, spot.on) for spot in spots(table("cl-2023/war").cloth)][:3]
    [('war', (1,)), ('apuesta-de-guerra', (1,)), ('tie', (1,))]
    """
    return list(plan(cloth).spots)


def felt(round: WarRound) -> str:
    """The table of War with what lies on it.

    >>> from tapete.games import table
    >>> felt(table("cl-2023/war"))[:4]
    '<svg'
    """
    return WarBoard(round, plan(round.cloth)).picture()


def plan(cloth: Cloth) -> Plan[Scene]:
    """The cloth on paper."""
    found = tuple(spot for box in cloth.boxes for spot in _spots_of(cloth, box))

    def paint(picture: Svg, scene: Scene) -> None:
        with picture.group(class_="cloth"):
            _paint_band(picture)
            for spot in found:
                _paint_ring(picture, spot, spot.bet == cloth.raised)
                if spot not in scene.taken:
                    _print(picture, spot, label(cloth.game.bets[spot.bet]))
            for box in cloth.boxes:
                _paint_name(picture, box, scene.players.get(box, ""), _turn(cloth, box))
            _paint_sign(picture, cloth)
        _paint_bank(picture, cloth, scene)
        for hand in scene.hands:
            _paint_hand(picture, hand, _turn(cloth, hand.box), cloth.game.war.bank_card == "each")

    return Plan(_WIDTH, _HEIGHT, found, paint)


def _turn(cloth: Cloth, box: int) -> float:
    """Where a box is on the half-moon."""
    first, last = _ENDS
    return first + (last - first) * (box - 1) / max(len(cloth.boxes) - 1, 1)


def _spots_of(cloth: Cloth, box: int) -> list[SpotBox]:
    turn = _turn(cloth, box)
    places = (
        (cloth.main, svg.polar(_CENTRE, _STAKES, turn - _BESIDE / 2), 40, 26),
        (cloth.raised, svg.polar(_CENTRE, _STAKES, turn + _BESIDE / 2), 31, 22),
        (cloth.tie, svg.polar(_CENTRE, _TIES, turn), 28, 19),
    )
    return [SpotBox(bet, (box,), at, disc(at, radius), chip) for bet, at, radius, chip in places]


def _paint_band(picture: Svg) -> None:
    first, last = _ENDS
    band = svg.sector(_CENTRE, _STAKES - 52, _STAKES + 78, first - 0.042, last + 0.042)
    picture.add("path", d=band, fill="#0a4430", fill_opacity=0.7, stroke=GOLD, stroke_width=2)
    line = svg.sector(_CENTRE, _TIES - 0.6, _TIES + 0.6, first - 0.02, last + 0.02)
    picture.add("path", d=line, fill=LINE, fill_opacity=0.35)


def _paint_ring(picture: Svg, spot: SpotBox, dashed: bool) -> None:
    dashes = "6 5" if dashed else "none"
    picture.add("path", d=spot.outline, fill="#0c5138", stroke=LINE, stroke_width=1.8, stroke_dasharray=dashes)


def _print(picture: Svg, spot: SpotBox, name: str) -> None:
    """What a spot is for, printed on the cloth, a word to a line."""
    words = name.upper().split()
    size = min(svg.fitting(word, spot.radius * 2, 15, 6) for word in words)
    for number, word in enumerate(words):
        lift = (number - (len(words) - 1) / 2) * size * 1.15
        picture.text((spot.at[0], spot.at[1] + lift), word, size, IVORY, 700, fill_opacity=0.8)


def _paint_name(picture: Svg, box: int, player: str, turn: float) -> None:
    at = svg.polar(_CENTRE, _NAMES, turn)
    picture.text(at, svg.clipped(player, 130, 15) or str(box), 15, GOLD if player else LINE, 700)


def _paint_sign(picture: Svg, cloth: Cloth) -> None:
    """What the table pays, printed above the bank."""
    bets = [cloth.game.bets[bet] for bet in (cloth.main, cloth.tie)]
    told = "  ·  ".join(f"{label(bet)} {odds_shown(bet.pays)}" for bet in bets)
    picture.text(_SIGN, told.upper(), 19, GOLD, 700, letter_spacing=2)


def _paint_bank(picture: Svg, cloth: Cloth, scene: Scene) -> None:
    x, y = _BANK
    picture.rect(Box(x - 46, y - 62, 92, 124), "none", rx=10, stroke=LINE, stroke_opacity=0.5, stroke_width=1.5)
    left = _("Cards in the shoe: {number}").format(number=scene.left)
    draw_shoe(picture, _SHOE, 56, scene.left / scene.size, left)
    picture.text((_SHOE[0] - 72, _SHOE[1]), left, 14, IVORY, 600, "end")
    if scene.bank is not None:
        with dealt(picture, f"bank-{scene.bank}", _BANK, _SHOE):
            draw_card(picture, scene.bank, _BANK, _CARD)
    shared = next((hand.bank_card for hand in scene.hands if hand.bank_card is not None), None)
    if shared is not None and cloth.game.war.bank_card == "shared":
        beside = (x + 92, y)
        with dealt(picture, f"shared-{shared}", beside, _SHOE):
            draw_card(picture, shared, beside, _CARD)


def _paint_hand(picture: Svg, hand: Hand, turn: float, own_war: bool) -> None:
    """A player's cards, and before them the bank's card of their war."""
    draw_hand(picture, hand.cards, svg.polar(_CENTRE, _HANDS, turn), _CARD, 0.55, str(hand.box), _SHOE)
    if hand.bank_card is not None and own_war:
        before = svg.polar(_CENTRE, _BANK_CARDS, turn)
        with dealt(picture, f"war-{hand.box}-{hand.bank_card}", before, _SHOE):
            draw_card(picture, hand.bank_card, before, _SMALL_CARD)


class WarBoard(Board[Scene]):
    """How bets lie on the cloth of War."""

    round: WarRound

    def scene(self) -> Scene:
        """The cards on the table."""
        round, shoe = self.round, self.round.shoe
        lying = [(p.player, p.bet) for p in round.standing] + [(line.player, line.bet) for line in round.decided()]
        taken = frozenset(self.spot(player, (bet, ())) for player, bet in lying)
        return Scene(round.seated(), tuple(round.hands), round.bank, shoe.left, shoe.size, taken)

    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays.

        >>> from tapete.games import table
        >>> round = table("cl-2023/war")
        >>> board = WarBoard(round, plan(round.cloth))
        >>> board.spot_title(board.plan.spots[2])
        'Tie 1 · 10 : 1'
        """
        return f"{self.named(spot.bet, spot.on)} · {odds_shown(self.round.rules.bets[spot.bet].pays)}"

    def named(self, bet: str, on: Place) -> str:
        """A bet by its name, the bonus of a tied war too."""
        return _("Bonus") if bet == BONUS else super().named(bet, on)

    def spot(self, player: str, key: Key) -> SpotBox:
        """A player's spot, whether or not the bet names its box; the bonus lies with the raise."""
        boxes = {name: box for box, name in self.round.seated().items()}
        bet = self.round.cloth.raised if key[0] == BONUS else key[0]
        return self.spots[bet, (boxes[player],)][0]

    def chip(self, position: Position) -> Chip:
        """The chips of a bet; a ring around those of somebody who must choose."""
        waits = position.bet == self.round.cloth.main and self.state(position) != ""
        return replace(super().chip(position), mark="waits" if waits else "")

    def state(self, position: Position) -> str:
        """That its player must choose between war and surrender."""
        tied = any(hand.player == position.player and hand.state == TIED for hand in self.round.hands)
        return _("must decide") if tied else ""

    def draw_history(self, picture: Svg) -> None:
        """Cards leave no history: the shoe shows how many are left."""
