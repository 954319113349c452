"""The picture of a round: its name and sign, the painted cloth, the spots, the chips where they lie, the legend.

A family plans its cloth and tells in a ``Board`` of its own how its bets lie there; the rest is drawn here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tapete.table import money, svg
from tapete.table.actions import Chance
from tapete.table.felt import Chip, Row, SpotBox, draw_chips, draw_legend, draw_spots, legend_height
from tapete.table.svg import GOLD, IVORY, Svg
from tapete.table.words import language
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.table.actions import Place
    from tapete.table.round import Line, Position

MARGIN, HEADER = 44, 112
Key = tuple[str, "Place"]
Scene = TypeVar("Scene")


class Named(Protocol):
    """What has the document's names and the trade's word."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def trade(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Plan(Generic[Scene]):
    """A table on paper: its size, its spots from the largest to the smallest, its painter, its number of cloths.

    What the painter must know of the round is the family's ``Scene``.
    """

    width: float
    height: float
    spots: tuple[SpotBox, ...]
    paint: Callable[[Svg, Scene], None]
    cloths: int = 1


def label(bet: Named) -> str:
    """A bet's name in the language in use: the document's, or the trade's English word."""
    return bet.names[0] if language() == "es" else bet.trade[:1].upper() + bet.trade[1:]


def shown_place(on: Place) -> str:
    """A place as people write it.

    >>> shown_place((1, 2))
    '1-2'
    """
    return "-".join(str(item) for item in on)


class Board(ABC, Generic[Scene]):
    """The chips of a round on a plan: which lie where, whose they are and how."""

    def __init__(self, round: Any, plan: Plan[Scene]) -> None:
        self.round, self.plan = round, plan
        self.colours: dict[str, str] = round.colours()
        self.cloth_of = {name: index % plan.cloths for index, name in enumerate(self.colours)}
        self.spots: dict[Key, list[SpotBox]] = defaultdict(list)
        for spot in plan.spots:
            self.spots[spot.bet, spot.on].append(spot)

    @abstractmethod
    def scene(self) -> Scene:
        """What the painter of the cloth must know."""

    @abstractmethod
    def spot_title(self, spot: SpotBox) -> str:
        """What a spot is and what it pays."""

    @abstractmethod
    def draw_history(self, picture: Svg) -> None:
        """What chance has brought so far, at the right end of the header."""

    def draw_under(self, picture: Svg, position: Position) -> None:
        """What a bet shows on the cloth besides its chips."""

    def chip(self, position: Position) -> Chip:
        """The chips of a bet that stands."""
        stake = svg.amount(position.stake + position.excess)
        return Chip(self.colours[position.player], stake, f"{position.player}: {self._standing(position)}")

    def state(self, position: Position) -> str:
        """How a bet lies there, in a word or two; nothing where it lies as it was put down."""
        return ""

    def sign(self) -> list[str]:
        """The table's sign: what it is, between which limits, how far the game has gone."""
        house = self.round.house
        sign: list[str] = [self.round.game]
        if house.minimum is not None:
            sign.append(_("minimum {amount}").format(amount=house.minimum))
        if house.maximum is not None:
            sign.append(_("maximum {amount}").format(amount=house.maximum))
        if self.round.closed is not None:
            sign.append(_("table closed"))
        elif self.round.phase == "closed":
            sign.append(_("no more bets"))
        return sign

    def row(self, name: str, balance: str, bets: tuple[str, ...]) -> Row:
        """A player's line of the legend."""
        return Row(self.colours[name], name, balance, bets)

    def picture(self) -> str:
        """The whole as SVG."""
        rows = self._legend()
        inner = self.plan.width - 2 * MARGIN
        below = legend_height(rows, inner)
        game = self.round.rules
        name = game.names[0] if language() == "es" else game.english
        height = self.plan.height + below + (MARGIN if below else 0)
        picture = svg.table(self.plan.width, height, f"{name} · {self.round.game}")
        picture.draws = sum(isinstance(action, Chance) for action in self.round.actions)
        picture.text((MARGIN, 56), name, 27, GOLD, 700, "start")
        picture.text((MARGIN, 84), "  ·  ".join(self.sign()), 14, IVORY, 400, "start", fill_opacity=0.85)
        self.draw_history(picture)
        self.plan.paint(picture, self.scene())
        draw_spots(picture, self.plan.spots, self.spot_title)
        self._draw_chips(picture)
        draw_legend(picture, (MARGIN, self.plan.height), inner, rows)
        return str(picture)

    def spot(self, player: str, key: Key) -> SpotBox:
        """The player's spot for a bet: the one on the cloth where the player sits."""
        found = self.spots[key]
        return next((s for s in found if s.cloth == self.cloth_of[player]), found[0])

    def named(self, bet: str, on: Place) -> str:
        """A bet and its place for people."""
        return " ".join((label(self.round.rules.bets[bet]), shown_place(on))).strip()

    def _draw_chips(self, picture: Svg) -> None:
        piles: dict[SpotBox, list[Chip]] = defaultdict(list)
        for line in self.round.decided():
            piles[self.spot(line.player, (line.bet, line.on))].append(self._decided_chip(line))
        for position in self.round.standing:
            self.draw_under(picture, position)
            piles[self.spot(position.player, (position.bet, position.on))].append(self.chip(position))
        for spot, chips in piles.items():
            draw_chips(picture, spot, chips)

    def _decided_chip(self, line: Line) -> Chip:
        mark, value = ("won", line.returned) if line.returned > 0 else ("lost", line.stake)
        return Chip(self.colours[line.player], svg.amount(value), f"{line.player}: {self._result(line)}", mark)

    def _result(self, line: Line) -> str:
        return f"{self.named(line.bet, line.on)}: {money.shown(line.stake)} › {money.shown(line.returned)}"

    def _standing(self, position: Position) -> str:
        stake = money.shown(position.stake + position.excess)
        state = self.state(position)
        return f"{self.named(position.bet, position.on)}: {stake}" + (f" ({state})" if state else "")

    def _legend(self) -> list[Row]:
        rows = []
        for name in self.colours:
            account = self.round.accounts.get(name)
            net = 0 if account is None else account.returned - account.staked
            net += sum(p.stake + p.excess for p in self.round.standing if p.player == name)
            bets = [self._standing(p) for p in self.round.standing if p.player == name]
            bets += [self._result(line) for line in self.round.decided() if line.player == name]
            shown = money.shown(money.chips(net))
            rows.append(self.row(name, f"+{shown}" if net > 0 else shown, tuple(bets)))
        return rows
