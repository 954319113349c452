"""The round of roulette: the wheel game's round, with zero on even chances (half or prison) and colour chips."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tapete.games.wheels.round import WheelRound
from tapete.table import money
from tapete.table.errors import BadRecord, Refused
from tapete.table.round import Offer, Position
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from tapete.games.roulette.rules import Chips, RouletteCloth, RouletteGame
    from tapete.games.wheels.rules import Outcome, Spot
    from tapete.table.actions import Decision
    from tapete.table.money import Money

PRISON = "prison"


@dataclass(frozen=True, slots=True)
class PlayerChips:
    """The chips a player plays with: a colour with its marked value, or money chips of one denomination."""

    colour: str | None
    value: int


class RouletteRound(WheelRound):
    """A roulette table."""

    rules: RouletteGame
    cloth: RouletteCloth

    def __init__(self, game: RouletteGame, cloth: RouletteCloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game, cloth, table)
        self._zeros = frozenset(game.zero.numbers)
        self._has_announced = any(bet.group == "announced" for bet in game.bets.values())
        self.chips: dict[str, PlayerChips] = {}

    def _decision_offers(self) -> list[Offer]:
        offers = []
        for position in self._waiting():
            place = ((position.bet, *position.on),)
            for word in ("half", "prison"):
                offers.append(Offer("do", word, position.player, places=place, cite=self.rules.zero.cite))
        return offers

    def _choices(self) -> str:
        return "half, prison"

    def _decide(self, action: Decision) -> None:
        if action.do in ("half", "prison"):
            self._half_or_prison(action)
        elif action.do == "chips" and self.rules.chips is not None:
            self._take_chips(action, self.rules.chips)
        elif action.do == "leave" and self.rules.chips is not None:
            self._leave(action, self.rules.chips)
        else:
            super()._decide(action)

    def _half_or_prison(self, action: Decision) -> None:
        zero = self.rules.zero
        if action.to is not None or action.details:
            raise Refused(
                N_("It is half the bet or the whole bet in prison: no other part is offered."), cite=zero.cite
            )
        if zero.rule == "half":
            raise Refused(
                N_("There is no choice here: on zero an even chance loses half, and there is no prison."),
                cite=zero.cite,
            )
        mine = [p for p in self._waiting() if p.player == action.player]
        if not mine:
            raise Refused(
                N_("{player} has nothing to decide: {do} is for an even chance when zero has come."),
                cite=zero.cite, player=action.player, do=action.do,
            )
        position = self._named(action, mine)
        if action.do == "prison":
            position.waits, position.state = False, PRISON
            self._say(
                "prison", Sentence(N_("{bet} of {player} stays in prison."), bet=position.bet, player=position.player),
                cite=zero.cite, player=position.player, bet=position.bet, stake=position.stake,
            )
        else:
            self._remove(position)
            self._pay_half(position)

    def _pay_half(self, position: Position) -> None:
        half = money.rounded(Fraction(position.stake) / 2, self.house.rounding)
        self._settle(
            position, position.stake + position.excess, "half", half + position.excess, self.rules.zero.cite,
            Sentence(N_("Zero: half of the stake comes back.")),
        )

    def _stays(self, position: Position, outcome: Outcome) -> bool:
        spot: Spot = position.spot
        if spot.group != "simple":
            return False
        if outcome in self._zeros:
            return self._zero(position)
        if position.state == PRISON:
            if outcome in spot.returns:
                self._settle(
                    position, position.stake, "free", position.stake, self.rules.zero.cite,
                    Sentence(N_("Out of prison: the stake is free again, nothing is won.")),
                )
            else:
                self._settle(position, position.stake, "lose", 0, self.rules.zero.cite)
            return self._gone(position)
        return False

    def _gone(self, position: Position) -> bool:
        """Decided here and now: the position leaves the table although win and lose do not deal with it."""
        position.state = "gone"
        return True

    def _settle_all(self, outcome: Outcome) -> None:
        super()._settle_all(outcome)
        self.standing = [p for p in self.standing if p.state != "gone"]

    def _zero(self, position: Position) -> bool:
        zero = self.rules.zero
        last = self.spins_left == 1
        if position.state == PRISON and zero.again == "lose":
            self._settle(
                position, position.stake, "lose", 0, zero.cite, Sentence(N_("A second zero: the bet in prison is lost."))
            )
            return self._gone(position)
        if position.state == PRISON:
            self._halve(position)
        position.counter += 1
        if zero.rule == "half" or last:
            self._pay_half(position)
            return self._gone(position)
        if position.excess:
            self._settle(position, position.excess, "void", position.excess, self.rules.limits.cite)
            position.excess = 0
        below = self.house.minimum is not None and position.stake < self.house.minimum
        if position.counter > 1 and below and zero.below_minimum == "stay":
            self._say(
                "prison",
                Sentence(N_("{bet} of {player} is below the minimum and must stay in prison."), bet=position.bet,
                         player=position.player),
                cite=zero.cite, player=position.player, bet=position.bet, stake=position.stake,
            )
            return True
        position.waits, position.state = True, "waiting"
        return True

    def _halve(self, position: Position) -> None:
        """Another zero: half of the value is the bank's, the other half remains."""
        remains = money.rounded(Fraction(position.stake) / 2, self.house.rounding)
        lost = position.stake - remains
        position.stake = remains
        self._settle(
            position, lost, "lose", 0, self.rules.zero.cite, Sentence(N_("Another zero: the bet loses half its value."))
        )

    def _verify_stake(self, player: str, spot: Spot, stake: Money) -> None:
        if self._has_announced:
            self._verify_together(player, spot, stake)
        held = self.chips.get(player)
        rule = self.rules.chips
        if held is None or rule is None:
            return
        outside = spot.group in ("simple", "double")
        if rule.mixed_outside and outside:
            return
        count = sum(n for _, n in spot.parts) or 1
        if stake % (held.value * count):
            raise Refused(
                N_("{player} plays with chips of {value}: a stake of {stake} cannot be made of them."),
                cite=rule.cite, player=player, value=held.value, stake=money.shown(stake),
            )

    def _verify_together(self, player: str, spot: Spot, stake: Money) -> None:
        """A chip that an announced bet puts on a place counts there with what the player has on it already."""
        for part, count in spot.parts or ((spot, 1),):
            limit = self.house.bounds[part.bet].maximum
            if limit is None:
                continue
            chip = Fraction(stake) * count / (sum(n for _, n in spot.parts) or 1)
            total = chip + self._lying_on(player, part)
            if total > limit:
                raise Refused(
                    N_("A stake of {stake} on {bet} is above the maximum of {maximum}."),
                    cite=self.rules.limits.cite, stake=money.shown(money.chips(total)), bet=part.bet,
                    maximum=money.shown(limit),
                )

    def _lying_on(self, player: str, spot: Spot) -> Money:
        total: Money = 0
        for position in self._open.values():
            if position.player != player:
                continue
            if position.spot is spot:
                total += position.stake
            number = sum(n for _, n in position.spot.parts)
            total += sum(Fraction(position.stake) * n / number for part, n in position.spot.parts if part is spot)
        return total

    def _take_chips(self, action: Decision, rule: Chips) -> None:
        words = dict(action.details)
        unknown = [w for w in words if w not in ("colour", "value", "denomination")]
        if unknown or action.on or action.to is not None:
            raise BadRecord(
                N_("The action has the unknown field {field}; a {verb} takes: {known}."),
                field=unknown[0] if unknown else "on", verb="chips", known=("colour", "value", "denomination"),
            )
        if any(p.player == action.player for p in self.standing):
            raise Refused(
                N_("{player} has bets on the cloth: chips are changed when they are settled."), cite=rule.cite,
                player=action.player,
            )
        chips = self._colour(words, rule) if "colour" in words else self._denomination(words, rule)
        self._verify_exclusive(action.player, chips, rule)
        if action.player in self.chips:
            self._exchange(action.player, rule)
        self.chips[action.player] = chips
        self._say(
            "chips",
            Sentence(N_("{player} plays with {colour} chips of {value}."), player=action.player,
                     colour=chips.colour or "$", value=chips.value),
            cite=rule.cite, player=action.player, colour=chips.colour, value=chips.value,
        )

    def _colour(self, words: dict[str, Any], rule: Chips) -> PlayerChips:
        value = words.get("value")
        if "denomination" in words:
            raise BadRecord(N_("Chips have a colour or a denomination, not both."))
        if value is None:
            if rule.unannounced != "minimum" or self.house.minimum is None:
                raise Refused(N_("The player must say what the colour chips are worth."), cite=rule.cite)
            value = self.house.minimum
        checked = self._value(value)
        low, high = self.house.minimum, self.house.maximum
        if rule.value_within and ((low and checked < low) or (high and checked > high)):
            raise Refused(
                N_("Colour chips are worth from {low} to {high}, the limits of a full number; {value} is not."),
                cite=rule.cite, low=low or "-", high=high or "-", value=checked,
            )
        return PlayerChips(str(words["colour"]), checked)

    def _denomination(self, words: dict[str, Any], rule: Chips) -> PlayerChips:
        if "denomination" not in words or "value" in words:
            raise BadRecord(N_("Say the colour and value of the chips, or the denomination of money chips."))
        return PlayerChips(None, self._value(words["denomination"]))

    def _value(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
            raise BadRecord(N_("The value of a chip is a whole number above zero, not {value}."), value=repr(value))
        return value

    def _verify_exclusive(self, player: str, chips: PlayerChips, rule: Chips) -> None:
        for other, held in self.chips.items():
            if other == player:
                continue
            if chips.colour is not None and held.colour == chips.colour:
                raise Refused(
                    N_("The colour {colour} is {other}'s: two players may not use the same."), cite=rule.cite,
                    colour=chips.colour, other=other,
                )
            same = chips.colour is None and held.colour is None and held.value == chips.value
            if same and rule.exclusive_denomination:
                raise Refused(
                    N_("Money chips of {value} are {other}'s: two players may not use the same denomination."),
                    cite=rule.cite, value=chips.value, other=other,
                )

    def _exchange(self, player: str, rule: Chips) -> None:
        held = self.chips.pop(player)
        self._say(
            "exchange",
            Sentence(N_("{player}'s chips are changed for money chips and the marker is removed."), player=player),
            cite=rule.cite, player=player, colour=held.colour, value=held.value,
        )

    def _leave(self, action: Decision, rule: Chips) -> None:
        if action.on or action.to is not None or action.details:
            raise BadRecord(N_("The field {field} has no meaning here."), field="on")
        if any(p.player == action.player for p in self.standing):
            raise Refused(
                N_("{player} has bets on the cloth: chips are changed when they are settled."), cite=rule.cite,
                player=action.player,
            )
        if action.player not in self.chips:
            raise Refused(N_("{player} has taken no chips at this table."), cite=rule.cite, player=action.player)
        self._exchange(action.player, rule)

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.roulette.felt import felt

        return felt(self)
