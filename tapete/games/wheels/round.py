"""The round of a wheel game: bets, the call that closes them, one outcome, the settlement; irregular plays between."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from tapete.games.wheels.rules import LIMIT_SETTINGS, Cloth, House, Outcome, Spot, WheelGame, WheelRuling
from tapete.table import money
from tapete.table.banked import ABOUT_A_BET, LAST_GAME, NO_MORE_BETS, SANCTION, ClothRound, decision_word
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import Bounds, positive
from tapete.table.round import CHANCE, CROUPIER, Line, Offer, Position
from tapete.table.terms import COLOURS, DECISIONS, term
from tapete.table.words import N_, Sentence, plain

if TYPE_CHECKING:
    from tapete.table.actions import Bet, Call, Chance, Decision, Irregular, Place
    from tapete.table.money import Money

LAST_SPIN = LAST_GAME
LAST_SPINS = "ultimas-jugadas"
CHANGE_LIMITS = "cambio-de-limites"
Span = tuple[int, int | None, int]


class WheelRound(ClothRound):
    """A sequence of spins at one table.

    ``phase`` is ``bets`` while bets may be made and ``closed`` after the call. Bets by a player on the same place lie
    together as one stake.
    """

    rules: WheelGame

    def __init__(self, game: WheelGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game.name, game)
        self.cloth = cloth
        self.house = House.read(game, cloth, dict(table or {}))
        self.spins: list[Outcome] = []
        self.spins_left: int | None = None
        self.new_limits: tuple[int, House] | None = None
        spots = [spot for places in cloth.places.values() for spot in places.values()]
        self._lacks_prices = not all(spot.priced for spot in spots)
        shared = any(spot.parts for spot in spots)
        self._counts_together = shared or not game.limits.per_player
        self._open: dict[tuple[str, int], Position] = {}
        self._spun_at = 0
        self._uncalled = False  # closed without a call, to repeat a null spin or for a ball after the last; it may come

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
            offers += self._bet_offers(who or "")
            offers += self._stake_offers()
        offers += self._decision_offers()
        offers += self._call_offers()
        if not self._waiting() and self._may_spin() is None:
            offers.append(self._spin_offer())
        if who is not None:
            offers = [o for o in offers if o.who in ("", who)]
        return tuple(offers)

    def _spin_offer(self) -> Offer:
        wheel, unsettled = self.rules.wheel, self._unsettled()
        settled = [(o, w) for o, w in zip(wheel.outcomes, self.cloth.weights, strict=True) if o not in unsettled]
        outcomes, weights = zip(*settled, strict=True)
        return Offer(
            wheel.verb,
            wheel.verb,
            CHANCE,
            outcomes=outcomes,
            weights=weights,
            unsettled=tuple(o for o in wheel.outcomes if o in unsettled),
            cite=wheel.cite,
        )

    def _unsettled(self) -> frozenset[Outcome]:
        """What the wheel can bring and the document cannot settle: an open bet would win without a price."""
        if not self._lacks_prices:
            return frozenset()
        open_bets = (p.spot for p in self.standing if p.state == "open" and not p.spot.priced)
        return frozenset(outcome for spot in open_bets for outcome in spot.returns)

    def _bet_offers(self, player: str) -> list[Offer]:
        """Every bet with its places; what lies on the cloth narrows what this player may add to it."""
        if self._shut_out(player) is not None:
            return []
        offers = []
        narrowed = self._narrowed(player)
        for name, places in self.cloth.places.items():
            spans: dict[Span, list[Place]] = {}
            for place, spot in places.items() if narrowed else islice(places.items(), 1):
                span = self._room(player, spot)
                if span is not None:
                    spans.setdefault(span, []).append(place)
            for (least, most, step), free in spans.items():
                where = tuple(free if narrowed else places)
                offers.append(Offer("bet", name, "", where, least, most, step, cite=self.rules.bets[name].cite))
        return offers

    def _narrowed(self, player: str) -> bool:
        """Whether the places of one bet may differ in what this player can add to them."""
        return any(p.player == player or not self.rules.limits.per_player for p in self._open.values())

    def _room(self, player: str, spot: Spot) -> Span | None:
        """What a player may add on a place now: the least, the most and the step; nothing when it is full."""
        bounds, own = self.house.bounds[spot.bet], self._own(player, spot)
        least = max(math.ceil(bounds.minimum) - own, 1)
        return _span(least, self._ceiling(player, spot), own, bounds.step, self._chip(player, spot))

    def _own(self, player: str, spot: Spot) -> int:
        """What a player has put on a place for this spin."""
        lying = self._open.get((player, id(spot)))
        return 0 if lying is None else int(lying.stake + lying.excess)

    def _ceiling(self, player: str, spot: Spot) -> int | None:
        """The most that a player may add on a place by its limits, and by those of the places it is made of."""
        rooms = []
        limit = self.house.bounds[spot.bet].maximum
        if limit is not None:
            rooms.append(math.floor(limit) - self._own(player, spot))
        if self._counts_together:
            number = sum(n for _, n in spot.parts) or 1
            for part, count in spot.parts or ((spot, 1),):
                limit = self.house.bounds[part.bet].maximum
                if limit is not None:
                    rooms.append(math.floor((limit - self._lying_on(player, part)) * Fraction(number, count)))
        return min(rooms, default=None)

    def _chip(self, player: str, spot: Spot) -> int:
        """What a stake of this player on this place is made of; one, unless a family has chips of a value."""
        return 1

    def _stake_offers(self) -> list[Offer]:
        offers = []
        for position in self._open.values():
            who, spot = position.player, position.spot
            place, own = ((position.bet, *position.on),), self._own(who, spot)
            offers.append(Offer("do", "take-down", who, place))
            for word, span in (("lower", self._less(position, own)), ("raise", self._room(who, spot))):
                if span is not None:
                    least, most, step = span
                    most = None if most is None else own + most
                    offers.append(Offer("do", word, who, place, own + least, most, step))
        return offers

    def _less(self, position: Position, own: int) -> Span | None:
        """By how much a stake may be changed downwards, as negative numbers."""
        bounds = self.house.bounds[position.bet]
        most = own - 1 if bounds.maximum is None else min(own - 1, math.floor(bounds.maximum))
        chip = self._chip(position.player, position.spot)
        return _span(math.ceil(bounds.minimum) - own, most - own, own, bounds.step, chip)

    def _decision_offers(self) -> list[Offer]:
        return []

    def _call_offers(self) -> list[Offer]:
        offers = []
        if self.phase == "bets" and not self._waiting() and self._may_spin() is None:
            offers.append(Offer("call", NO_MORE_BETS, CROUPIER))
        if self.spins_left is None:
            offers.append(Offer("call", LAST_SPIN, CROUPIER))
            if self.rules.closing and self._announces_several():
                offers.append(Offer("call", LAST_SPINS, CROUPIER, cite=self.rules.closing.cite))
        for word, call in self.rules.calls.items():
            if word != NO_MORE_BETS and (self.phase == "bets" or not call.before_closing):
                offers.append(Offer("call", word, CROUPIER, cite=call.cite))
        return offers

    def _waiting(self) -> list[Position]:
        return [p for p in self.standing if p.waits]

    def decided(self) -> tuple[Line, ...]:
        """The lines of the last spin while its result is on show: until somebody bets again."""
        if self._open or not self.spins:
            return ()
        return tuple(line for line in self.lines[self._spun_at :] if line.result != "taken-down")

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.wheels.felt import felt

        return felt(self)

    def _bet(self, action: Bet) -> None:
        spot = self._verified_bet(action.player, action.bet, action.on, action.stake)
        self._place(action.player, spot, action.stake)

    def _verified_bet(self, player: str, bet: str, on: Place, stake: int) -> Spot:
        spot = self._spot(player, bet, on)
        self._verify_open(spot.bet)
        self._verify_place(player, spot)
        positive(stake, self.rules.limits.cite)
        self._bounds(player, spot).check(spot.bet, self._own(player, spot) + stake)
        self._verify_stake(player, spot, stake)
        return spot

    def _spot(self, player: str, bet: str, on: Place) -> Spot:
        return self.cloth.find(bet, on)

    def _bounds(self, player: str, spot: Spot) -> Bounds:
        return self.house.bounds[spot.bet]

    def _verify_stake(self, player: str, spot: Spot, stake: Money) -> None:
        """What a stake must meet beyond the bounds of its bet; a family adds to it."""
        if self._counts_together:
            self._verify_together(player, spot, stake)

    def _verify_together(self, player: str, spot: Spot, stake: Money) -> None:
        """A chip that an announced bet puts on a place counts there with what lies on it already."""
        for part, count in spot.parts or ((spot, 1),):
            limit = self.house.bounds[part.bet].maximum
            if limit is None:
                continue
            chip = Fraction(stake) * count / (sum(n for _, n in spot.parts) or 1)
            total = chip + self._lying_on(player, part)
            if total > limit:
                raise Refused(
                    N_("A stake of {stake} on {bet} is above the maximum of {maximum}."),
                    cite=self.rules.limits.cite,
                    stake=money.shown(money.chips(total)),
                    bet=part.bet,
                    maximum=money.shown(limit),
                )

    def _lying_on(self, player: str, spot: Spot) -> Money:
        total: Money = 0
        for position in self._open.values():
            if position.player != player and self.rules.limits.per_player:
                continue
            if position.spot is spot:
                total += position.stake
            number = sum(n for _, n in position.spot.parts)
            total += sum(Fraction(position.stake) * n / number for part, n in position.spot.parts if part is spot)
        return total

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        self._last_bet[player] = self.pase
        lying = self._open.get((player, id(spot)))
        if lying is not None:
            self._add(lying, stake, excess)
            return
        position = Position(player, spot.bet, spot.on, stake, spot, excess=excess)
        self._stake(position)
        self._open[player, id(spot)] = position

    def _decide(self, action: Decision) -> None:
        action = replace(action, do=decision_word(action.do))
        handler = {"raise": self._restake, "lower": self._restake, "take-down": self._take_down}.get(action.do)
        if handler is None:
            raise self._nothing_to_decide(action)
        self._no_details(action.details, "do", ("player", "on", "to"))
        handler(action)

    def _lying(self, action: Decision) -> Position:
        """The stake that a decision is about; a player with several must name it."""
        self._must_be_open()
        return self._chosen(action, [p for p in self._open.values() if p.player == action.player])

    def _chosen(self, action: Decision, mine: list[Position]) -> Position:
        if not action.on:
            return self._named(action, mine, None, ())
        bet, *place = action.on
        on = self.cloth.find(str(bet), tuple(place)).on if place else ()
        return self._named(action, mine, self.cloth.name(str(bet)), on)

    def _restake(self, action: Decision) -> None:
        position = self._lying(action)
        to, difference = self._new_stake(action, position)
        if difference > 0:
            self._verify_stake(position.player, position.spot, difference)
            self._add(position, difference)
        else:
            self._verify_chips(position.player, position.spot, -difference)
            position.stake, position.excess = to, 0
            self._settle(position, -difference, "taken-down", -difference, self._cite_of_call())

    def _verify_chips(self, player: str, spot: Spot, amount: Money) -> None:
        """Refuse an amount that the player's chips cannot make up."""
        chip = self._chip(player, spot)
        if amount % chip:
            raise Refused(
                N_("{player} plays with chips of {value}: a stake of {stake} cannot be made of them."),
                cite=self._cite_of_chips(),
                player=player,
                value=chip // (sum(n for _, n in spot.parts) or 1),
                stake=money.shown(amount),
            )

    def _cite_of_chips(self) -> str | None:
        return self.rules.limits.cite

    def _take_down(self, action: Decision) -> None:
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")
        position = self._lying(action)
        self._remove(position)
        whole = position.stake + position.excess
        self._settle(position, whole, "taken-down", whole, self._cite_of_call())

    def _remove(self, position: Position) -> None:
        self.standing.remove(position)
        self._open.pop((position.player, id(position.spot)), None)

    def _call(self, action: Call) -> None:
        word = self._call_word(action)
        null = self._null_called(word, "void-spin")
        if null is not None:
            self._irregular(replace(null, details=action.details))
            return
        if action.details and word != CHANGE_LIMITS:
            raise BadRecord(N_("The call {call} takes no field {field}."), call=word, field=action.details[0][0])
        if word == NO_MORE_BETS:
            if self.phase != "bets" and not self._uncalled:
                raise Refused(N_("Bets are closed already."), cite=self._cite_of_call())
            self._must_be_ready()
            self._close_bets()
        elif word == LAST_SPIN or (word == LAST_SPINS and self._announces_several()):
            self._announce_last(word)
        elif word == CHANGE_LIMITS:
            self._change_limits(dict(action.details))
        elif word in self.rules.calls:
            self._own_call(word)
        else:
            raise self._unknown_call(action)

    def _call_word(self, action: Call) -> str:
        """A call under its id, from that or from any of the words in which the document has it made."""
        words = {name: call.names for name, call in self.rules.calls.items()}
        if self._announces_several():
            words[LAST_SPINS] = self.rules.closing.names if self.rules.closing else ()
        written = plain(action.call)
        return next((word for word, names in words.items() if written in map(plain, names)), super()._call_word(action))

    def _further_calls(self) -> tuple[str, ...]:
        several = (LAST_SPINS,) if self._announces_several() else ()
        return several if self.rules.limit_change is None else (*several, CHANGE_LIMITS)

    def _announces_several(self) -> bool:
        return self.rules.closing is not None and self.rules.closing.announced > 1

    def _own_call(self, word: str) -> None:
        """A call that the document names and that changes nothing by itself."""
        call = self.rules.calls[word]
        if call.before_closing and self.phase != "bets":
            raise Refused(N_("Bets are closed: {call} is called while they are open."), cite=call.cite, call=word)
        self._say_call(word)

    def _close_bets(self) -> None:
        self.phase, self._uncalled = "closed", False
        self._say("call", Sentence(N_("No more bets.")), call=NO_MORE_BETS, cite=self._cite_of_call())

    def _announce_last(self, word: str) -> None:
        closing = self.rules.closing
        if self.spins_left is not None and (word, self.spins_left) != (LAST_SPIN, 1):
            raise Refused(
                N_("The last spins have been announced already."), cite=closing.cite if closing else self.rules.cite
            )
        number = closing.announced if closing and word == LAST_SPINS else 1
        self.spins_left = number
        self._say(
            "call",
            Sentence(N_("Last spins of the table: {number}."), number=number),
            call=word,
            spins=number,
            cite=closing.cite if closing else None,
        )

    def _change_limits(self, wanted: dict[str, Any]) -> None:
        rule = self.rules.limit_change
        if rule is None:
            raise Refused(N_("The document has no change of limits during the session."), cite=self.rules.limits.cite)
        if self.new_limits is not None:
            raise Refused(N_("A change of limits has been announced already."), cite=rule.cite)
        unknown = [name for name in wanted if name not in LIMIT_SETTINGS]
        if unknown or not wanted:
            raise BadRecord(
                N_("A change of limits states one or more of: {known}."), cite=rule.cite, known=list(LIMIT_SETTINGS)
            )
        house = self.house.with_limits(self.rules, self.cloth, wanted)
        self.new_limits = (rule.announced, house)
        self._say(
            "limits-announced",
            Sentence(N_("{number} more spins under the old limits."), number=rule.announced),
            cite=rule.cite,
            spins=rule.announced,
            minimum=house.minimum,
            maximum=house.maximum,
        )

    def _must_have_decided(self) -> None:
        waiting = self._waiting()
        if waiting:
            raise Refused(
                N_("{player} must first decide about {bet}: {choices}."),
                cite=self._cite_of_choice(),
                player=waiting[0].player,
                bet=waiting[0].bet,
                choices=[term(DECISIONS, word) for word in self._choices()],
            )

    def _must_be_ready(self) -> None:
        """Refuse while somebody must decide, or while the wheel may not be spun."""
        self._must_have_decided()
        refusal = self._may_spin()
        if refusal is not None:
            raise refusal

    def _choices(self) -> tuple[str, ...]:
        """The decisions that the game waits for; a family names them."""
        return ()

    def _cite_of_choice(self) -> str:
        """Where the choice that the game waits for is given."""
        return self.rules.cite

    def _may_spin(self) -> Refused | None:
        needed = self.rules.players.minimum if self.rules.players else 0
        if needed and not self.standing:
            return Refused(
                N_("The wheel may not be spun: at least {number} player must take part."),
                cite=self.rules.players.cite if self.rules.players else None,
                number=needed,
            )
        if len(self._unsettled()) == len(self.rules.wheel.outcomes):
            return self._unpriced(next(p.spot for p in self.standing if p.state == "open" and not p.spot.priced))
        return None

    def _chance(self, action: Chance) -> None:
        wheel = self.rules.wheel
        if action.verb != wheel.verb:
            raise Refused(
                N_("This game's chance is a {verb}, not a {other}."),
                cite=wheel.cite,
                verb=wheel.verb,
                other=action.verb,
            )
        outcome = self.cloth.outcome(action.value)
        self._must_be_ready()
        self._verify_priced(outcome)
        if self.phase == "bets":
            self._close_bets()
        self._spun_at = len(self.lines)
        self._announce(outcome)
        self._settle_all(outcome)
        self._next(outcome)

    def _verify_priced(self, outcome: Outcome) -> None:
        for position in self.standing:
            spot: Spot = position.spot
            if not spot.priced and outcome in spot.returns and position.state == "open":
                raise self._unpriced(spot)

    def _unpriced(self, spot: Spot) -> Refused:
        """What is said of a win that the document does not price; it names a table of payments that may be borrowed."""
        readings = self.rules.readings
        lenders = [
            f"{setting}: {option}"
            for setting, reading in self.rules.shorthand.items()
            for option, facts in readings[reading].options.items()
            if facts.borrow
        ]
        if not lenders:
            return Refused(
                N_("The document does not say what {bet} pays: this win cannot be settled."),
                cite=spot.pays_cite,
                bet=spot.bet,
            )
        return Refused(
            N_(
                "The document does not say what {bet} pays: this win cannot be settled, "
                "unless the table borrows its payments openly ({lenders})."
            ),
            cite=spot.pays_cite,
            bet=spot.bet,
            lenders=lenders,
        )

    def _announce(self, outcome: Outcome) -> None:
        wheel = self.rules.wheel
        colour = wheel.colour(outcome)
        single = ((name, places[()]) for name, places in self.cloth.places.items() if () in places)
        won = tuple(name for name, spot in single if outcome in spot.returns and not spot.parts)
        self._say(
            "outcome",
            Sentence(
                N_("{outcome}, {colour}.") if wheel.colours else "{outcome}.",
                outcome=outcome,
                colour=term(COLOURS, colour),
            ),
            cite=wheel.cite,
            outcome=outcome,
            colour=colour,
            wins=won,
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
                p.spot.pay_rank * len(winners)
                if together == "except-simple" and p.spot.group == "simple"
                else winners[first[p.player]].spot.pay_rank * len(winners) + first[p.player],
                p.spot.pay_rank,
            ),
        )

    def _lose(self, position: Position) -> None:
        spot: Spot = position.spot
        self._settle(
            position, position.stake + position.excess, "lose", position.excess, self._cited(spot.cite, position)
        )

    def _win(self, position: Position, outcome: Outcome) -> None:
        spot: Spot = position.spot
        rate = spot.returns[outcome]
        back = position.stake * rate.numerator
        if rate.denominator != 1:
            back = money.over(back, rate.denominator, self.house.rounding)
        result = "win" if back > position.stake else "push"
        whole, cite = position.stake + position.excess, self._cited(spot.pays_cite, position)
        self._settle(position, whole, result, back + position.excess, cite)

    def _next(self, outcome: Outcome) -> None:
        self.spins.append(outcome)
        self.pase += 1
        self.phase, self._uncalled = "bets", False
        if self.rules.idle is not None:
            self._free_seats(self.rules.idle.rounds, self.rules.idle.cite)
        if self.new_limits is not None:
            left, house = self.new_limits
            self.new_limits = (left - 1, house) if left > 1 else None
            if left == 1:
                self.house = house
                rule = self.rules.limit_change
                self._say_new_limits(house.minimum, house.maximum, rule.cite if rule else None)
        if self.spins_left is not None:
            self.spins_left = max(self.spins_left - 1, 0)
            self._end_if_played_out()

    def _end_if_played_out(self) -> None:
        """Close the table when the last spin announced has been played and no bet waits for another."""
        if self.spins_left == 0:
            if self._awaited():
                self.phase, self._uncalled = "closed", True
            else:
                self._end_session()

    def _awaited(self) -> bool:
        """Whether a bet that stands must see another spin, even after the last; a family says when."""
        return False

    def _end_session(self) -> None:
        self.closed = Sentence(N_("The session is over: the last spin has been played."))
        self._say("closed", self.closed, cite=self.rules.closing.cite if self.rules.closing else None)

    def _told_of(self, effect: str) -> tuple[str, ...]:
        return (self.rules.wheel.verb,) if effect == "void-spin" else ()

    def _without_outcome(self, action: Irregular) -> Irregular:
        """A null spin may tell where the ball fell or the wheel stopped, which decides nothing."""
        ruling, verb = self.rules.irregular.get(action.irregular), self.rules.wheel.verb
        if ruling is None or verb not in self._told_of(ruling.effect):
            return action
        for name, value in action.details:
            if name == verb:
                self.cloth.outcome(value)
        return replace(action, details=tuple(one for one in action.details if one[0] != verb))

    def _irregular(self, action: Irregular) -> None:
        self._ruling(self._without_outcome(action))
        ruling = self.rules.irregular[action.irregular]
        if ruling.effect in ABOUT_A_BET:
            self._irregular_bet(action, ruling)
            return
        if ruling.effect == SANCTION:
            self._sanction(action.player or "", ruling)
            self._say_ruling(action.irregular, ruling, player=action.player)
            return
        if ruling.effect in ("void-spin", "close-table"):
            self._must_have_decided()
            if ruling.effect == "void-spin":
                self._must_be_ready()
            self._void(action.irregular, ruling)
        self._say_ruling(action.irregular, ruling)
        if ruling.effect == "close-table":
            self.closed = Sentence(N_("The table is closed for the time being."))
            self._say("closed", self.closed, cite=ruling.cite)

    def _void(self, name: str, ruling: WheelRuling) -> None:
        """A null spin: nothing is won or lost; the bets stand, may be changed, or go back."""
        if ruling.bets == "returned":
            for position in [p for p in self.standing if p.state == "open"]:
                self._remove(position)
                whole = position.stake + position.excess
                self._settle(position, whole, "void", whole, ruling.cite)
        stands = ruling.bets in (None, "stand") or self.spins_left == 0
        self.phase = "closed" if stands and self._may_spin() is None else "bets"
        self._uncalled = self.phase == "closed"


def _span(low: int, high: int | None, own: int, step: int, chip: int) -> Span | None:
    """The amounts from ``low`` to ``high``, made of chips, that bring what lies there to a multiple of ``step``."""
    start = -(-low // chip) * chip
    first = next((x for x in range(start, start + chip * step, chip) if (own + x) % step == 0), None)
    if first is None or (high is not None and high < first):
        return None
    stride = math.lcm(step, chip)
    return first, None if high is None else first + (high - first) // stride * stride, stride


def _on(on: Place) -> str:
    return "-".join(str(item) for item in on)
