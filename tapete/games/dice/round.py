"""The round of a dice game: bets, the call that closes them, one throw, the settlement; irregular plays between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.games.dice.house import House
from tapete.table import money
from tapete.table.banked import OPEN
from tapete.table.errors import Refused
from tapete.table.thrown import ThrownRound
from tapete.table.words import N_

if TYPE_CHECKING:
    from tapete.games.dice.rules import Cloth, DiceGame, DiceRuling, Spot, Throw
    from tapete.table.actions import Chance, Place
    from tapete.table.limits import Bounds
    from tapete.table.money import Money
    from tapete.table.round import Position


class DiceRound(ThrownRound):
    """A sequence of throws at one table, each of which decides every bet."""

    rules: DiceGame
    cloth: Cloth

    def __init__(self, game: DiceGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game.name, game, cloth)
        self.house = House.read(game, dict(table or {}))

    def __str__(self) -> str:
        thrown = ", ".join("-".join(map(str, throw)) for throw in self.throws) or "-"
        rows = [f"  {p.player}: {' '.join(map(str, (p.bet, *p.on)))} {money.shown(p.stake)}" for p in self.standing]
        return "\n".join([f"{self.game} · {self.phase} · {thrown}", *rows])

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.dice.felt import felt

        return felt(self)

    def _spot(self, player: str, bet: str, on: Place) -> Spot:
        return self.cloth.find(bet, on)

    def _written(self, on: Place) -> Place:
        return self.cloth.written(on)

    def _bounds(self, player: str, spot: Spot) -> Bounds:
        return self.house.bounds[spot.bet]

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        self._last_bet[player] = self.pase
        super()._place(player, spot, stake, excess)

    def _why_no_throw(self) -> Refused | None:
        needed = self.rules.players
        if needed is None or not needed.minimum or self.standing:
            return None
        return Refused(
            N_("The dice may not be thrown: at least {number} player must take part."),
            cite=needed.cite,
            number=needed.minimum,
        )

    def _chance(self, action: Chance) -> None:
        self._must_be_dice(action)
        throw = self.cloth.throw(action.value)
        self._must_be_ready()
        self._fall(throw, self.cloth.outcomes[throw])
        self._settle_all(throw)
        self._next()

    def _settle_all(self, throw: Throw) -> None:
        """Losing bets are collected, then winning ones are paid."""
        decided, self.standing = self.standing, []
        self._lying.clear()
        for position in decided:
            if throw not in position.spot.returns:
                self._lose(position, throw)
        for position in decided:
            if throw in position.spot.returns:
                self._win(position, throw)

    def _lose(self, position: Position, throw: Throw) -> None:
        everybody = self.rules.all_lose
        cite = everybody.cite if everybody and throw in self.cloth.lost else position.spot.cite
        whole = position.stake + position.excess
        why = self.cloth.why(position.spot, throw)
        self._settle(position, whole, "lose", position.excess, self._cited(cite, position), why)

    def _win(self, position: Position, throw: Throw) -> None:
        rate = position.spot.returns[throw]
        back = money.rounded(position.stake * rate, self.house.rounding)
        result = "win" if back > position.stake else "push"
        whole, cite = position.stake + position.excess, self._cited(position.spot.pays_cite, position)
        self._settle(position, whole, result, back + position.excess, cite, self.cloth.why(position.spot, throw))

    def _next(self) -> None:
        self.pase += 1
        self.phase = OPEN
        if self.rules.idle is not None:
            self._free_seats(self.rules.idle.rounds, self.rules.idle.cite)
        if self.last_game and self.rules.closing is not None:
            self._close(self.rules.closing.cite)

    def _carry_out(self, ruling: DiceRuling, player: str | None) -> None:
        if ruling.effect == "void-throw":
            self._void(ruling)

    def _void(self, ruling: DiceRuling) -> None:
        """A null throw: nothing is won or lost; the bets stand, may be changed, or go back."""
        self._must_be_ready()
        if ruling.bets == "returned":
            for position in list(self.standing):
                self._give_back(position, "void", ruling.cite)
        self._after_null_throw(ruling.bets)
