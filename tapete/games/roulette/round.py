"""The round of roulette: the wheel game's round, with zero on even chances (half or prison) and colour chips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tapete.games.wheels.round import WheelRound
from tapete.table import money
from tapete.table.actions import Decision, as_written
from tapete.table.banked import decision_word
from tapete.table.errors import BadRecord, Refused
from tapete.table.round import Offer, Position
from tapete.table.terms import COLOURS, DECISIONS, term
from tapete.table.words import N_, Sentence, plain

if TYPE_CHECKING:
    from tapete.games.roulette.rules import Chips, RouletteCloth, RouletteGame
    from tapete.games.wheels.rules import Outcome, Spot
    from tapete.table.actions import Action, Call
    from tapete.table.limits import Bounds
    from tapete.table.money import Money

PRISON = "prison"


@dataclass(frozen=True, slots=True)
class PlayerChips:
    """The chips a player plays with: a colour with its marked value, or money chips of one denomination."""

    colour: str | None
    value: int


@dataclass(frozen=True, slots=True)
class _Forced:
    """What the last zero did to a player's bet without a choice."""

    player: str
    bet: str
    do: str


class RouletteRound(WheelRound):
    """A roulette table."""

    rules: RouletteGame
    cloth: RouletteCloth

    def __init__(self, game: RouletteGame, cloth: RouletteCloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game, cloth, table)
        self._zeros = frozenset(game.zero.numbers)
        self._forced: list[_Forced] = []
        self.chips: dict[str, PlayerChips] = {}
        self.money_chips_stopped = False

    def _decision_offers(self) -> list[Offer]:
        offers = []
        for position in self._waiting():
            place = ((position.bet, *position.on),)
            for word in ("half", "prison"):
                offers.append(Offer("do", word, position.player, places=place, cite=self.rules.zero.cite))
        return offers

    def _choices(self) -> tuple[str, ...]:
        return ("half", "prison")

    def _cite_of_choice(self) -> str:
        return self.rules.zero.cite

    def _decide(self, action: Decision) -> None:
        action = replace(action, do=decision_word(action.do))
        if action.do in ("half", "prison"):
            self._half_or_prison(action)
        elif action.do == "chips" and self.rules.chips is not None:
            self._take_chips(action, self.rules.chips)
        elif action.do == "leave" and self.rules.chips is not None:
            self._leave(action, self.rules.chips)
        else:
            super()._decide(action)

    def _call(self, action: Call) -> None:
        super()._call(action)
        if self.rules.chips is not None and action.call == self.rules.chips.money_stop:
            self.money_chips_stopped = True

    def _next(self, outcome: Outcome) -> None:
        super()._next(outcome)
        self.money_chips_stopped = False

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
        forced = self._left_no_choice(action)
        if forced:
            self._write_out(action, forced)
            return
        if not mine:
            raise Refused(
                N_("{player} has nothing to decide: {do} is for an even chance when zero has come."),
                cite=zero.cite,
                player=action.player,
                do=term(DECISIONS, action.do),
            )
        position = self._chosen(action, mine)
        if action.do == "prison":
            position.waits, position.state = False, PRISON
            self._say(
                "prison",
                Sentence(N_("{bet} of {player} stays in prison."), bet=self._name(position), player=position.player),
                cite=zero.cite,
                player=position.player,
                bet=position.bet,
                stake=position.stake,
            )
        else:
            self._remove(position)
            self._pay_half(position)
            self._end_if_played_out()

    def _left_no_choice(self, action: Decision) -> list[_Forced]:
        """What a decision is about and the last zero left no choice about: the round has done it already.

        A bet that does wait for its player goes before: then the decision is about that one.
        """
        bet = self.cloth.name(str(action.on[0])) if action.on else None
        if any(p.player == action.player and bet in (None, p.bet) for p in self._waiting()):
            return []
        return [one for one in self._forced if one.player == action.player and bet in (None, one.bet)]

    def _write_out(self, action: Decision, forced: list[_Forced]) -> None:
        """A record may say what was done; anything else is refused."""
        said = [one for one in forced if one.do == action.do]
        if not said:
            raise Refused(
                N_("Zero leaves {player} no choice about {bet} here: {do}."),
                cite=self.rules.zero.cite,
                player=action.player,
                bet=forced[0].bet,
                do=term(DECISIONS, forced[0].do),
            )
        self._forced = [one for one in self._forced if one not in said]

    def _only_says(self, action: Action) -> bool:
        if not isinstance(action, Decision) or decision_word(action.do) not in self._choices():
            return False
        return bool(self._left_no_choice(action))

    def _name(self, position: Position) -> dict[str, str]:
        bet = self.rules.bets[position.bet]
        return {"es": bet.names[0], "en": bet.trade}

    def _pay_half(self, position: Position) -> None:
        taken_already = self.rules.zero.reckoning == "each" and position.counter > 1
        part = Fraction(position.stake) if taken_already else Fraction(position.stake) / 2
        half = money.rounded(part, self.house.rounding)
        self._settle(
            position,
            position.stake + position.excess,
            "half",
            half + position.excess,
            self._cited(self.rules.zero.cite, position),
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
                    position,
                    position.stake,
                    "free",
                    position.stake,
                    self.rules.zero.cite,
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
        self._forced = []
        super()._settle_all(outcome)
        self.standing = [p for p in self.standing if p.state != "gone"]

    def _zero(self, position: Position) -> bool:
        zero = self.rules.zero
        if position.state == PRISON and zero.again == "lose":
            self._settle(
                position,
                position.stake,
                "lose",
                0,
                zero.cite,
                Sentence(N_("A second zero: the bet in prison is lost.")),
            )
            return self._gone(position)
        if position.state == PRISON:
            self._halve(position)
            if not position.stake:  # the house rounds down, and the last chip has gone
                return self._gone(position)
        position.counter += 1
        if zero.rule == "half" or self._no_further_ball():
            self._forced.append(_Forced(position.player, position.bet, "half"))
            self._pay_half(position)
            return self._gone(position)
        if position.excess:
            self._settle(position, position.excess, "void", position.excess, self.rules.limits.cite)
            position.excess = 0
        if position.counter > 1 and zero.below_minimum is not None and position.stake < self._prison_minimum(position):
            self._forced.append(_Forced(position.player, position.bet, PRISON))
            self._say(
                "prison",
                Sentence(
                    N_("{bet} of {player} is below the minimum and must stay in prison."),
                    bet=self._name(position),
                    player=position.player,
                ),
                cite=zero.cite,
                player=position.player,
                bet=position.bet,
                stake=position.stake,
            )
            return True
        position.waits, position.state = True, "waiting"
        return True

    def _no_further_ball(self) -> bool:
        return self.spins_left == (0 if self.rules.zero.last_spin == "extra-ball" else 1)

    def _awaited(self) -> bool:
        return any(position.state != "open" for position in self.standing)

    def _prison_minimum(self, position: Position) -> Money:
        """The minimum under which a bet must stay in prison."""
        if self.rules.zero.below_minimum == "stay-under-own":
            return self.house.bounds[position.bet].minimum
        return self.house.minimum or 0

    def _halve(self, position: Position) -> None:
        """Another zero: half of the value is the bank's, and half of what the first zero left, where it counts."""
        parts = 4 if self.rules.zero.reckoning == "each" and position.counter == 1 else 2
        remains = money.rounded(Fraction(position.stake) / parts, self.house.rounding)
        lost = position.stake - remains
        position.stake = remains
        self._settle(
            position, lost, "lose", 0, self.rules.zero.cite, Sentence(N_("Another zero: the bet loses half its value."))
        )

    def _verify_stake(self, player: str, spot: Spot, stake: Money) -> None:
        super()._verify_stake(player, spot, stake)
        held = self.chips.get(player)
        rule = self.rules.chips
        if rule is not None and self.money_chips_stopped and (held is None or held.colour is None):
            raise Refused(
                N_("No further bets in money chips are admitted in this play: {player} must use colour chips."),
                cite=rule.cite,
                player=player,
            )
        self._verify_chips(player, spot, stake)

    def _ceiling(self, player: str, spot: Spot) -> int | None:
        held = self.chips.get(player)
        if self.money_chips_stopped and (held is None or held.colour is None):
            return 0
        return super()._ceiling(player, spot)

    def _narrowed(self, player: str) -> bool:
        return player in self.chips or super()._narrowed(player)

    def _chip(self, player: str, spot: Spot) -> int:
        held, rule = self.chips.get(player), self.rules.chips
        if held is None or rule is None or (rule.mixed_outside and spot.group in ("simple", "double")):
            return 1
        if held.colour is None and rule.money_chips != "one-denomination":
            return 1
        return held.value * (sum(n for _, n in spot.parts) or 1)

    def _cite_of_chips(self) -> str | None:
        return self.rules.chips.cite if self.rules.chips else super()._cite_of_chips()

    def _take_chips(self, action: Decision, rule: Chips) -> None:
        self._no_details(action.details, "do", ("player", "colour", "value", "denomination"))
        if action.on or action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="on" if action.on else "to")
        words = dict(action.details)
        chips = self._colour(words, rule) if "colour" in words else self._denomination(words, rule)
        if chips != self.chips.get(action.player):
            self._verify_nothing_lies(action.player, rule)
            self._verify_exclusive(action.player, chips, rule)
            if action.player in self.chips:
                self._exchange(action.player, rule)
        self.chips[action.player] = chips
        said = N_("{player} plays with {colour} chips of {value}.")
        if chips.colour is None:
            said = N_("{player} plays with money chips of {value}.")
        self._say(
            "chips",
            Sentence(said, player=action.player, colour=term(COLOURS, chips.colour), value=chips.value),
            cite=rule.cite,
            player=action.player,
            colour=chips.colour,
            value=chips.value,
        )

    def _colour(self, words: dict[str, Any], rule: Chips) -> PlayerChips:
        colour, value = words["colour"], words.get("value")
        if not isinstance(colour, str) or not colour.strip():
            raise BadRecord(
                N_("The field {field} must be a word, not {value}."), field="colour", value=as_written(colour)
            )
        if "denomination" in words:
            raise BadRecord(N_("Chips have a colour or a denomination, not both."))
        if value is None:
            if rule.unannounced != "minimum" or self.house.minimum is None:
                raise Refused(N_("The player must say what the colour chips are worth."), cite=rule.cite)
            value = self.house.minimum
        checked = self._value(value)
        if rule.value_within is not None:
            self._verify_value(checked, self.house.bounds[rule.value_within], rule)
        if self.house.denominations and checked not in self.house.denominations:
            raise Refused(
                N_("Colour chips take a value of the house's chips ({known}); {value} is none."),
                cite=rule.cite,
                known=list(self.house.denominations),
                value=checked,
            )
        return PlayerChips(colour, checked)

    def _verify_value(self, value: int, limits: Bounds, rule: Chips) -> None:
        if value < limits.minimum or (limits.maximum is not None and value > limits.maximum):
            raise Refused(
                N_("Colour chips are worth from {low} to {high}, the limits of a full number; {value} is not."),
                cite=rule.cite,
                low=money.shown(limits.minimum),
                high="-" if limits.maximum is None else money.shown(limits.maximum),
                value=value,
            )

    def _denomination(self, words: dict[str, Any], rule: Chips) -> PlayerChips:
        if "denomination" not in words or "value" in words:
            raise BadRecord(N_("Say the colour and value of the chips, or the denomination of money chips."))
        return PlayerChips(None, self._value(words["denomination"]))

    def _value(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
            raise BadRecord(
                N_("The value of a chip is a whole number above zero, not {value}."), value=as_written(value)
            )
        return value

    def _verify_exclusive(self, player: str, chips: PlayerChips, rule: Chips) -> None:
        for other, held in self.chips.items():
            if other == player:
                continue
            if chips.colour is not None and plain(held.colour or "") == plain(chips.colour):
                raise Refused(
                    N_("The colour {colour} is {other}'s: two players may not use the same."),
                    cite=rule.cite,
                    colour=chips.colour,
                    other=other,
                )
            same = chips.colour is None and held.colour is None and held.value == chips.value
            if same and rule.exclusive_denomination:
                raise Refused(
                    N_("Money chips of {value} are {other}'s: two players may not use the same denomination."),
                    cite=rule.cite,
                    value=chips.value,
                    other=other,
                )

    def _exchange(self, player: str, rule: Chips) -> None:
        held = self.chips.pop(player)
        self._say(
            "exchange",
            Sentence(N_("{player}'s chips are changed for money chips and the marker is removed."), player=player),
            cite=rule.cite,
            player=player,
            colour=held.colour,
            value=held.value,
        )

    def _verify_nothing_lies(self, player: str, rule: Chips) -> None:
        if any(p.player == player for p in self.standing):
            raise Refused(
                N_("{player} has bets on the cloth: chips are changed when they are settled."),
                cite=rule.cite,
                player=player,
            )

    def _leave(self, action: Decision, rule: Chips) -> None:
        if action.on or action.to is not None or action.details:
            raise BadRecord(N_("The field {field} has no meaning here."), field="on")
        self._verify_nothing_lies(action.player, rule)
        if action.player not in self.chips:
            raise Refused(N_("{player} has taken no chips at this table."), cite=rule.cite, player=action.player)
        self._exchange(action.player, rule)

    def colours(self) -> dict[str, str]:
        """Each player's colour in pictures of this table: that of the chips, where the player has taken some."""
        from tapete.table.svg import player_colours

        chosen = {name: held.colour for name, held in self.chips.items() if held.colour}
        return player_colours([*self.accounts, *chosen], chosen)

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.roulette.felt import felt

        return felt(self)
