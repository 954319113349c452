"""The round of a wheel game: bets, the call that closes them, one outcome, the settlement; irregular plays in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.games.wheels.rules import Cloth, House, Outcome, Spot, WheelGame, WheelRuling
from tapete.table import money
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import CHANCE, CROUPIER, Offer, Position, Round
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from tapete.table.actions import Bet, Call, Chance, Decision, Irregular, Place
    from tapete.table.money import Money

NO_MORE_BETS = "no-va-mas"
LAST_SPIN = "ultima-jugada"
LAST_SPINS = "ultimas-jugadas"
CHANGE_LIMITS = "cambio-de-limites"
_CALL_NAMES = {"no-mas-apuestas": NO_MORE_BETS, "no va mas": NO_MORE_BETS, "no va más": NO_MORE_BETS}


class WheelRound(Round):
    """A sequence of spins at one table.

    ``phase`` is ``bets`` while bets may be made and ``closed`` after the call. Bets by a player on the same place lie
    together as one stake.
    """

    def __init__(self, game: WheelGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game.name)
        self.rules = game
        self.cloth = cloth
        self.house = House.read(game, cloth, dict(table or {}))
        self.phase = "bets"
        self.spins: list[Outcome] = []
        self.pase = 1
        self.spins_left: int | None = None
        self.new_limits: tuple[int, House] | None = None
        self._open: dict[tuple[str, int], Position] = {}
        self._last_bet: dict[str, int] = {}

    def __str__(self) -> str:
        head = f"{self.game} · {self.phase} · {', '.join(map(str, self.spins)) or '-'}"
        rows = [f"  {p.player}: {p.bet} {_on(p.on)} {money.shown(p.stake)} {p.state}" for p in self.standing]
        return "\n".join([head, *rows])

    def turn(self) -> tuple[str, ...]:
        """Whoever must decide first; then players and croupier while bets are open; then the wheel."""
        if self.closed is not None:
            return ()
        waiting = self._waiting()
        if waiting:
            return tuple(dict.fromkeys(p.player for p in waiting))
        return ("", CROUPIER, CHANCE) if self.phase == "bets" else (CHANCE,)

    def legal(self, who: str | None = None) -> tuple[Offer, ...]:
        """What may be done now, with bounds."""
        if self.closed is not None:
            return ()
        offers: list[Offer] = []
        if self.phase == "bets":
            offers += self._bet_offers()
            offers += self._stake_offers()
        offers += self._decision_offers()
        offers += self._call_offers()
        if not self._waiting() and self._may_spin() is None:
            wheel = self.rules.wheel
            offers.append(
                Offer(wheel.verb, wheel.verb, CHANCE, outcomes=wheel.outcomes, weights=self.cloth.weights,
                      cite=wheel.cite)
            )
        if who is not None:
            offers = [o for o in offers if o.who in ("", who)]
        return tuple(offers)

    def _bet_offers(self) -> list[Offer]:
        offers = []
        for name, places in self.cloth.places.items():
            bounds = self.house.bounds[name]
            if places:
                offers.append(
                    Offer("bet", name, places=tuple(places), minimum=bounds.minimum, maximum=bounds.maximum,
                          step=bounds.step, cite=self.rules.bets[name].cite)
                )
        return offers

    def _stake_offers(self) -> list[Offer]:
        offers = []
        for position in self._open.values():
            place = ((position.bet, *position.on),)
            bounds = self.house.bounds[position.bet]
            step = bounds.step
            offers.append(Offer("do", "take-down", position.player, places=place))
            if position.stake - step >= bounds.minimum:
                offers.append(
                    Offer("do", "lower", position.player, places=place, minimum=bounds.minimum,
                          maximum=position.stake - step, step=step)
                )
            if bounds.maximum is None or position.stake + step <= bounds.maximum:
                offers.append(
                    Offer("do", "raise", position.player, places=place, minimum=position.stake + step,
                          maximum=bounds.maximum, step=step)
                )
        return offers

    def _decision_offers(self) -> list[Offer]:
        return []

    def _call_offers(self) -> list[Offer]:
        offers = []
        if self.phase == "bets" and not self._waiting():
            offers.append(Offer("call", NO_MORE_BETS, CROUPIER))
        if self.spins_left is None:
            offers.append(Offer("call", LAST_SPIN, CROUPIER))
            if self.rules.closing and self.rules.closing.announced > 1:
                offers.append(Offer("call", LAST_SPINS, CROUPIER, cite=self.rules.closing.cite))
        return offers

    def _waiting(self) -> list[Position]:
        return [p for p in self.standing if p.waits]

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.wheels.felt import felt

        return felt(self)

    def _bet(self, action: Bet) -> None:
        spot = self._verified_bet(action.player, action.bet, action.on, action.stake)
        self._place(action.player, spot, action.stake)

    def _verified_bet(self, player: str, bet: str, on: Place, stake: int) -> Spot:
        spot = self.cloth.find(bet, on)
        if self.phase != "bets":
            raise Refused(
                N_("Bets are closed: after the call no bet is accepted on {bet}."),
                cite=self._cite_of_call(), bet=spot.bet,
            )
        positive(stake, self.rules.limits.cite)
        lying = self._open.get((player, id(spot)))
        total = stake if lying is None else lying.stake + stake
        self.house.bounds[spot.bet].check(spot.bet, total)
        self._verify_stake(player, spot, stake)
        return spot

    def _verify_stake(self, player: str, spot: Spot, stake: Money) -> None:
        """What a family checks of a stake beyond the limits."""

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        self._last_bet[player] = self.pase
        lying = self._open.get((player, id(spot)))
        if lying is not None and not excess:
            self._add(lying, stake)
            return
        position = Position(player, spot.bet, spot.on, stake, spot, excess=excess)
        self._stake(position)
        if not excess:
            self._open[player, id(spot)] = position

    def _decide(self, action: Decision) -> None:
        handler = {"raise": self._restake, "lower": self._restake, "take-down": self._take_down}.get(action.do)
        if handler is None:
            raise Refused(
                N_("{player} has nothing to decide with {do} here."),
                cite=self.rules.cite, player=action.player, do=action.do,
            )
        if action.details:
            raise BadRecord(
                N_("The action has the unknown field {field}; a {verb} takes: {known}."),
                field=action.details[0][0], verb=action.do, known=("player", "on", "to"),
            )
        handler(action)

    def _lying(self, action: Decision) -> Position:
        """The stake that a decision is about; a player with several must name it."""
        if self.phase != "bets":
            raise Refused(
                N_("After the call no bet may be added, withdrawn, raised or lowered."), cite=self._cite_of_call()
            )
        mine = [p for p in self._open.values() if p.player == action.player]
        return self._named(action, mine)

    def _named(self, action: Decision, mine: list[Position]) -> Position:
        if action.on:
            bet, *place = action.on
            spot = self.cloth.find(str(bet), tuple(place)) if place or self._single(str(bet)) else None
            name = self.cloth.name(str(bet))
            mine = [p for p in mine if p.bet == name and (spot is None or p.spot is spot)]
        if not mine:
            raise Refused(
                N_("{player} has no such bet to {do}."), cite=self.rules.cite, player=action.player, do=action.do
            )
        if len(mine) > 1:
            raise Refused(
                N_("{player} has several bets; say which one in the field on: {bets}."),
                cite=self.rules.cite, player=action.player, bets=[f"{p.bet} {_on(p.on)}".strip() for p in mine],
            )
        return mine[0]

    def _single(self, bet: str) -> bool:
        return () in self.cloth.places[self.cloth.name(bet)]

    def _restake(self, action: Decision) -> None:
        position = self._lying(action)
        if action.to is None:
            raise BadRecord(N_("To {do} a bet, give its new whole stake in the field to."), do=action.do)
        positive(action.to, self.rules.limits.cite)
        if (action.do == "raise") != (action.to > position.stake) or action.to == position.stake:
            raise Refused(
                N_("The stake on {bet} is {stake}: to {do} it to {to} is not possible."),
                cite=self.rules.limits.cite, bet=position.bet, stake=money.shown(position.stake), do=action.do,
                to=action.to,
            )
        self.house.bounds[position.bet].check(position.bet, action.to)
        difference = action.to - position.stake
        if difference > 0:
            self._verify_stake(position.player, position.spot, difference)
            self._add(position, difference)
        else:
            position.stake = action.to
            self._settle(position, -difference, "taken-down", -difference, self._cite_of_call())

    def _take_down(self, action: Decision) -> None:
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")
        position = self._lying(action)
        self._remove(position)
        self._settle(position, position.stake, "taken-down", position.stake, self._cite_of_call())

    def _remove(self, position: Position) -> None:
        self.standing.remove(position)
        self._open.pop((position.player, id(position.spot)), None)

    def _call(self, action: Call) -> None:
        word = _CALL_NAMES.get(action.call, action.call)
        if action.details and word != CHANGE_LIMITS:
            raise BadRecord(N_("The call {call} takes no field {field}."), call=word, field=action.details[0][0])
        if word == NO_MORE_BETS:
            if self.phase != "bets":
                raise Refused(N_("Bets are closed already."), cite=self._cite_of_call())
            self._must_have_decided()
            self._close_bets()
        elif word in (LAST_SPIN, LAST_SPINS):
            self._announce_last(word)
        elif word == CHANGE_LIMITS:
            self._change_limits(dict(action.details))
        elif word in self.rules.calls:
            self._say("call", call=word, cite=self.rules.calls[word].cite)
        else:
            raise Refused(
                N_("There is no call {call} in this game; there are: {known}."),
                cite=self.rules.cite, call=action.call,
                known=list(dict.fromkeys((NO_MORE_BETS, LAST_SPIN, *self.rules.calls))),
            )

    def _cite_of_call(self) -> str | None:
        call = self.rules.calls.get(NO_MORE_BETS)
        return call.cite if call else self.rules.cite

    def _close_bets(self) -> None:
        self.phase = "closed"
        self._say("call", Sentence(N_("No more bets.")), call=NO_MORE_BETS, cite=self._cite_of_call())

    def _announce_last(self, word: str) -> None:
        if self.spins_left is not None:
            raise Refused(N_("The last spins have been announced already."), cite=self.rules.cite)
        closing = self.rules.closing
        number = closing.announced if closing and word == LAST_SPINS else 1
        self.spins_left = number
        self._say(
            "call", Sentence(N_("Last spins of the table: {number}."), number=number), call=word, spins=number,
            cite=closing.cite if closing else None,
        )

    def _change_limits(self, wanted: dict[str, Any]) -> None:
        rule = self.rules.limit_change
        if rule is None:
            raise Refused(N_("The document has no change of limits during the session."), cite=self.rules.limits.cite)
        if self.new_limits is not None:
            raise Refused(N_("A change of limits has been announced already."), cite=rule.cite)
        house = House.read(self.rules, self.cloth, {**self.house.data, **wanted})
        self.new_limits = (rule.announced, house)
        self._say(
            "limits-announced",
            Sentence(N_("{number} more spins under the old limits."), number=rule.announced),
            cite=rule.cite, spins=rule.announced, minimum=house.minimum, maximum=house.maximum,
        )

    def _must_have_decided(self) -> None:
        waiting = self._waiting()
        if waiting:
            raise Refused(
                N_("{player} must first decide about {bet}: {choices}."),
                cite=self.rules.cite, player=waiting[0].player, bet=waiting[0].bet, choices=self._choices(),
            )

    def _choices(self) -> str:
        return "-"

    def _may_spin(self) -> Refused | None:
        needed = self.rules.players.minimum if self.rules.players else 0
        if needed and not self.standing:
            return Refused(
                N_("The wheel may not be spun: at least {number} player must take part."),
                cite=self.rules.players.cite if self.rules.players else None, number=needed,
            )
        return None

    def _chance(self, action: Chance) -> None:
        wheel = self.rules.wheel
        if action.verb != wheel.verb:
            raise Refused(
                N_("This game's chance is a {verb}, not a {other}."), cite=wheel.cite, verb=wheel.verb,
                other=action.verb,
            )
        outcome = self.cloth.outcome(action.value)
        self._must_have_decided()
        refusal = self._may_spin()
        if refusal is not None:
            raise refusal
        self._verify_priced(outcome)
        if self.phase == "bets":
            self._close_bets()
        self._announce(outcome)
        self._settle_all(outcome)
        self._next(outcome)

    def _verify_priced(self, outcome: Outcome) -> None:
        for position in self.standing:
            spot: Spot = position.spot
            if not spot.priced and outcome in spot.returns and position.state == "open":
                raise Refused(
                    N_("The document does not say what {bet} pays: this win cannot be settled."),
                    cite=spot.pays_cite, bet=spot.bet,
                )

    def _announce(self, outcome: Outcome) -> None:
        wheel = self.rules.wheel
        won = tuple(
            name for name, places in self.cloth.places.items() if () in places and outcome in places[()].returns
        )
        self._say(
            "outcome", Sentence(N_("{outcome}, {colour}."), outcome=outcome, colour=wheel.colour(outcome)),
            cite=wheel.cite, outcome=outcome, colour=wheel.colour(outcome), wins=won,
        )

    def _settle_all(self, outcome: Outcome) -> None:
        losers, winners, rest = [], [], []
        for position in self.standing:
            if self._stays(position, outcome):
                rest.append(position)
            elif outcome in position.spot.returns:
                winners.append(position)
            else:
                losers.append(position)
        losers.sort(key=lambda p: p.spot.clear_rank)
        for position in losers:
            self._lose(position)
        for position in self._in_order_of_payment(winners):
            self._win(position, outcome)
        self.standing = rest
        self._open.clear()

    def _stays(self, position: Position, outcome: Outcome) -> bool:
        """Whether a bet is dealt with by another rule than win and lose; a family says when."""
        return False

    def _in_order_of_payment(self, winners: list[Position]) -> list[Position]:
        if len(winners) < 2:
            return winners
        together = self.rules.payment.together if self.rules.payment else "no"
        winners = sorted(winners, key=lambda p: p.spot.pay_rank)
        if together == "no":
            return winners
        first: dict[str, int] = {}
        for index, position in enumerate(winners):
            if together == "yes" or position.spot.group != "simple":
                first.setdefault(position.player, index)
        return sorted(
            winners,
            key=lambda p: (
                p.spot.pay_rank * len(winners) if together == "except-simple" and p.spot.group == "simple"
                else winners[first[p.player]].spot.pay_rank * len(winners) + first[p.player],
                p.spot.pay_rank,
            ),
        )

    def _lose(self, position: Position) -> None:
        spot: Spot = position.spot
        self._settle(position, position.stake + position.excess, "lose", position.excess, spot.cite)

    def _win(self, position: Position, outcome: Outcome) -> None:
        spot: Spot = position.spot
        rate = spot.returns[outcome]
        back = position.stake * rate.numerator
        if rate.denominator != 1:
            back = money.rounded(_over(back, rate.denominator), self.house.rounding)
        result = "win" if back > position.stake else "push"
        self._settle(
            position, position.stake + position.excess, result, back + position.excess, spot.pays_cite
        )

    def _next(self, outcome: Outcome) -> None:
        self.spins.append(outcome)
        self.pase += 1
        self.phase = "bets"
        if self.rules.idle_rounds is not None:
            self._idle()
        if self.new_limits is not None:
            left, house = self.new_limits
            self.new_limits = (left - 1, house) if left > 1 else None
            if left == 1:
                self.house = house
                self._say("limits-changed", minimum=house.minimum, maximum=house.maximum)
        if self.spins_left is not None:
            self.spins_left -= 1
            if self.spins_left == 0:
                self._end_session()

    def _end_session(self) -> None:
        self.closed = Sentence(N_("The session is over: the last spin has been played."))
        self._say("closed", self.closed, cite=self.rules.closing.cite if self.rules.closing else None)

    def _idle(self) -> None:
        most = self.rules.idle_rounds or 0
        for player, last in self._last_bet.items():
            if self.pase - 1 - last == most + 1:
                self._say(
                    "seat-free",
                    Sentence(N_("{player} has not played for more than {most} rounds: the place may be claimed."),
                             player=player, most=most),
                    player=player,
                )

    def _irregular(self, action: Irregular) -> None:
        ruling = self.rules.irregular.get(action.irregular)
        if ruling is None:
            raise Refused(
                N_("There is no irregular play {name} in this game; there are: {known}."),
                cite=self.rules.cite, name=action.irregular, known=list(self.rules.irregular),
            )
        if ruling.effect in ("late-bet", "over-maximum", "under-minimum"):
            self._irregular_bet(action, ruling)
            return
        if action.player or action.bet or action.on or action.stake is not None:
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=action.irregular)
        if ruling.effect in ("void-spin", "close-table"):
            self._must_have_decided()
            self._void(action.irregular, ruling)
        self._say_ruling(action.irregular, ruling)
        if ruling.effect == "close-table":
            self.closed = Sentence(N_("The table is closed for the time being."))

    def _say_ruling(self, name: str, ruling: WheelRuling, **data: Any) -> None:
        text = {"es": ruling.ruling.es, "en": ruling.ruling.en}
        self._say(
            "irregular", Sentence(N_("{ruling}"), ruling=text), cite=ruling.cite, irregular=name,
            effect=ruling.effect, **data,
        )

    def _void(self, name: str, ruling: WheelRuling) -> None:
        """A null spin: nothing is won or lost; the bets stand, may be changed, or go back."""
        if ruling.bets == "returned":
            for position in [p for p in self.standing if p.state == "open"]:
                self._remove(position)
                whole = position.stake + position.excess
                self._settle(position, whole, "void", whole, ruling.cite)
        self.phase = "closed" if ruling.bets in (None, "stand") else "bets"

    def _irregular_bet(self, action: Irregular, ruling: WheelRuling) -> None:
        if action.player is None or action.bet is None or action.stake is None:
            raise BadRecord(
                N_("The irregular play {name} needs the fields player, bet and stake."), name=action.irregular
            )
        if action.details:
            raise BadRecord(
                N_("The action has the unknown field {field}; a {verb} takes: {known}."),
                field=action.details[0][0], verb="irregular", known=("player", "bet", "on", "stake"),
            )
        spot = self.cloth.find(action.bet, action.on)
        positive(action.stake, self.rules.limits.cite)
        bounds = self.house.bounds[spot.bet]
        if ruling.effect == "late-bet":
            if self.phase == "bets":
                raise Refused(N_("Bets are still open: this bet is not late."), cite=ruling.cite)
            position = Position(action.player, spot.bet, spot.on, action.stake, spot)
            self._stake(position)
            self.standing.remove(position)
            self._settle(position, action.stake, "void", action.stake, ruling.cite)
        elif ruling.effect == "over-maximum":
            if bounds.maximum is None or action.stake <= bounds.maximum:
                raise Refused(N_("A stake of {stake} is not above the maximum."), cite=ruling.cite, stake=action.stake)
            self._place(action.player, spot, bounds.maximum, excess=action.stake - bounds.maximum)
        else:
            if action.stake >= bounds.minimum:
                raise Refused(N_("A stake of {stake} is not below the minimum."), cite=ruling.cite, stake=action.stake)
            self._place(action.player, spot, action.stake)
        self._say_ruling(action.irregular, ruling, player=action.player, bet=spot.bet, stake=action.stake)


def _over(amount: Money, denominator: int) -> Money:
    from fractions import Fraction

    if isinstance(amount, int) and amount % denominator == 0:
        return amount // denominator
    return Fraction(amount) / denominator


def _on(on: Place) -> str:
    return "-".join(str(item) for item in on)
