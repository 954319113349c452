"""The round of craps: bets that lie for many throws, the point, and the dice that go from hand to hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tapete.games.craps.house import House
from tapete.games.craps.rules import INDEX, THROWS, TOTALS, Cloth, CrapsGame, CrapsRuling, Spot, Verdict, as_numbers
from tapete.games.craps.shooter import DiceSet, Ring
from tapete.table import money
from tapete.table.banked import OPEN
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import Bounds
from tapete.table.round import CHANCE, CROUPIER, Offer, Position
from tapete.table.thrown import ThrownRound
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tapete.games.craps.rules import Leaving
    from tapete.table.actions import Chance, Decision, Place
    from tapete.table.money import Money

CHANGE_DICE = "cambio-de-dados"
ON_NUMBER, OFF, ASKED = "point", "off", "on"


class CrapsRound(ThrownRound):
    """A sequence of throws at one table.

    A position's ``state`` is ``open`` as it was put down, ``point`` once it lies on a number, ``off`` while it does not
    play for want of a point, ``on`` when its player asked that it play all the same. What a player puts on one place
    lies there as one stake. ``counter`` is how many throws had been made when it was put down. ``hand`` counts the
    throws of the shooter.
    """

    rules: CrapsGame
    cloth: Cloth

    def __init__(self, game: CrapsGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game.name, game, cloth)
        self.house = House.read(game, dict(table or {}))
        self.point: int | None = None
        self.ring = Ring(list(self.house.seats), 1 if game.shooter.direction == "clockwise" else -1)
        self.dice = DiceSet(self.house.dice)
        self.hand = 0
        self._can_be_off = any(bet.without_point != "plays" for bet in game.bets.values())
        if self.house.seats:
            self._hand_dice(self.ring.after(lambda player: True))

    def __str__(self) -> str:
        head = f"{self.game} · {self.phase} · {self.point or '-'} · {self.ring.holder or '-'}"
        thrown = " ".join(f"{first}-{second}" for first, second in self.throws) or "-"
        rows = [
            f"  {p.player}: {' '.join(map(str, (p.bet, *p.on)))} {money.shown(p.stake)} {p.state}"
            for p in self.standing
        ]
        return "\n".join([head, thrown, *rows])

    def _further_offers(self, who: str | None) -> list[Offer]:
        return [*(self._shooter_offers() if self.phase == OPEN else ()), *self._dice_offers(who)]

    def _bet_offers(self, who: str | None) -> list[Offer]:
        offers = super()._bet_offers(who)
        for position in self.standing:
            if position.player == who or who is None:
                offers += self._offers_beside(position, "" if who else position.player)
        return offers

    def _offers_beside(self, position: Position, who: str) -> Iterable[Offer]:
        """The bets that may go with one that lies on a number."""
        for name in self.cloth.companions[position.bet]:
            if position.spot.number is not None:
                spot = self.cloth.beside[name][position.spot.number]
                span = self._room(position.player, spot)
                if span is not None:
                    yield Offer("bet", name, who, (spot.on,), *span, cite=spot.cite)

    def _stake_offers(self) -> list[Offer]:
        offers = super()._stake_offers()
        for position in self.standing:
            if position.state == OFF and position.spot.rule.without_point == "off-unless-asked":
                place = (position.bet, *position.on)
                offers.append(Offer("do", "turn-on", position.player, (place,), cite=position.spot.cite))
        return offers

    def _least(self, position: Position) -> int:
        """How far a stake may be lowered: to its minimum, and so that what goes with it stays within its share."""
        least = super()._least(position)
        for companion in self._companions(position):
            share = self._share(companion.spot)
            if share is not None:
                least = max(least, math.ceil(companion.stake / share))
        return least

    def _shooter_offers(self) -> list[Offer]:
        offers = []
        for player in self.ring.players:
            if self._refuses(player) is None:
                offers.append(Offer("do", "refuse", player, cite=self.rules.shooter.cite))
            if self.rules.leaving is not None:
                offers.append(Offer("do", "leave", player, cite=self.rules.leaving.cite))
        return offers

    def _dice_offers(self, who: str | None) -> list[Offer]:
        players = dict.fromkeys((*self.ring.players, *([who] if who not in (None, "", CROUPIER, CHANCE) else ())))
        return [
            Offer("do", "choose-dice", player, self.dice.pairs(), cite=self.rules.dice.cite)
            for player in players
            if self._chooses(player) is None
        ]

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.craps.felt import felt

        return felt(self)

    def _given(self, position: Position) -> frozenset[str]:
        given: frozenset[str] = position.spot.changes
        if len(self.throws) > position.counter:
            return given
        rule = position.spot.rule.changes
        given = given.union(rule.before_throw)
        return given - {"lower", "take-down"} if rule.withdrawn == "after-throw" else given

    def _spot(self, player: str, bet: str, on: Place) -> Spot:
        """The place on which a bet is put: drawn on the cloth, or beside a bet of the same player."""
        shared = self.cloth.shared(bet)
        if shared:
            bet, on = self._one_of(bet, shared, [name for name in shared if self._meant(player, name, on)], on)
        name = self.cloth.names.find(bet)
        return self._spot_beside(player, name, on) if name in self.cloth.beside else self.cloth.find(name, on)

    def _meant(self, player: str, name: str, on: Place) -> bool:
        """Whether a bet that shares its name is the one that a player puts there."""
        of, on = self.rules.bets[name].of, as_numbers(on)
        if of is None:
            return bool(on) and self.cloth.wins_with(name, on)
        numbers = [p.spot.number for p in self.standing if p.player == player and p.bet == of]
        return any(number is not None and on in ((), (number,)) for number in numbers)

    def _one_of(self, word: str, shared: Iterable[str], meant: list[str], on: Place) -> tuple[str, Place]:
        """The one bet that is meant by a name of several, with its own place."""
        if len(meant) != 1:
            raise Refused(
                N_("{name} is what several bets are called; write one of: {known}."),
                cite=self.rules.cite,
                name=word,
                known=meant or list(shared),
            )
        return meant[0], on if self.rules.bets[meant[0]].of else ()

    def _bet_called(self, word: str, on: Place, mine: list[Position]) -> tuple[str, Place]:
        shared = self.cloth.shared(word)
        if not shared:
            return super()._bet_called(word, on, mine)
        lying = [
            p for p in mine if p.bet in shared and (on in ((), (p.spot.number,)) or self.cloth.wins_with(p.bet, on))
        ]
        return self._one_of(word, shared, list(dict.fromkeys(p.bet for p in lying)), on)

    def _spot_beside(self, player: str, name: str, on: Place) -> Spot:
        rule, on = self.rules.bets[name], as_numbers(on)
        found = [
            p.spot.number
            for p in self.standing
            if p.player == player and p.bet == rule.of and p.spot.number is not None and on in ((), (p.spot.number,))
        ]
        if not found:
            raise Refused(
                N_("{bet} goes only with a {other} of the same player that lies on a known number."),
                cite=rule.cite,
                bet=name,
                other=rule.of,
            )
        if len(found) > 1:
            raise Refused(
                N_("{player} has several bets; say which one in the field on: {bets}."),
                cite=rule.cite,
                player=player,
                bets=[f"{rule.of} {number}" for number in found],
            )
        return self.cloth.beside[name][found[0]]

    def _refusal(self, player: str, spot: Spot) -> Refused | None:
        """Why a player may put nothing on a place now, whatever the stake; None where it is open."""
        refusal = super()._refusal(player, spot)
        if refusal is not None or (player, spot.bet, spot.on) in self._lying:
            return refusal
        if not spot.priced:
            return Refused(
                N_("The document does not say what {bet} pays there: it is not offered."), cite=spot.cite, bet=spot.bet
            )
        return self._too_early_or_late(spot)

    def _too_early_or_late(self, spot: Spot) -> Refused | None:
        placed = spot.rule.placed
        if placed == "come-out" and self.point is not None:
            template = N_("{bet} is bet on the first throw only; the point is {point} already.")
        elif placed == "point" and self.point is None:
            template = N_("{bet} is bet only once there is a point.")
        elif placed == "thrown" and not self.hand:
            template = N_("{bet} is bet only after the first throw.")
        else:
            return None
        return Refused(template, cite=spot.cite, bet=spot.bet, point=self.point)

    def _bounds(self, player: str, spot: Spot) -> Bounds:
        """What may lie on a place; beside another bet, no more than its share of it."""
        bounds = self.house.bounds[spot.bet, spot.number]
        share = self._share(spot)
        if share is None:
            return bounds
        other = self._lying[player, spot.rule.of or "", spot.on]
        most = math.floor(other.stake * share)
        if bounds.maximum is not None:
            most = min(most, math.floor(bounds.maximum))
        return Bounds(bounds.minimum, most, cite=bounds.cite)

    def _share(self, spot: Spot) -> Fraction | None:
        maximum = spot.rule.maximum
        return maximum.of_bet.get(str(spot.number)) if maximum is not None else None

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        new = (player, spot.bet, spot.on) not in self._lying
        super()._place(player, spot, stake, excess)
        if not new:
            return
        self.standing[-1].counter = len(self.throws)
        if self.point is None and spot.rule.without_point != "plays":
            self.standing[-1].state = OFF
        self.ring.join(player)
        if self.ring.holder is None and not self.house.seats and spot.bet in self.cloth.lines:
            self._hand_dice(player)

    def _decide_as(self, action: Decision) -> None:
        if action.do == "turn-on":
            self._without_amount(action)
            self._turn_on(action)
        elif action.do == "choose-dice":
            self._without_amount(action)
            self._choose_dice(action)
        elif action.do in ("refuse", "leave"):
            self._without_amount(action)
            if action.on:
                raise BadRecord(N_("The field {field} has no meaning here."), field="on")
            self._must_be_open()
            (self._refuse if action.do == "refuse" else self._leave)(action.player)
        else:
            super()._decide_as(action)

    def _written(self, on: Place) -> Place:
        return as_numbers(on)

    def _named(self, action: Decision, mine: list[Position], name: str | None, on: Place) -> Position:
        """A bet that lies on the line may be named with its point, as one in a box is with its number.

        Without a number it is the one that is in no box, if there is such a one: a new come bet, not those that moved.
        """
        if any(p.bet == name and not p.on and (p.spot.number,) == on for p in mine):
            on = ()
        unmoved = [p for p in mine if p.bet == name and not p.on] if not on else []
        return super()._named(action, unmoved or mine, name, on)

    def _lower(self, position: Position, to: int, by: int) -> None:
        least = self._least(position)
        if to < least:
            raise Refused(
                N_("{bet} may not go below {least} while the bet that goes with it lies there."),
                cite=self.rules.limits.cite,
                bet=position.bet,
                least=least,
            )
        super()._lower(position, to, by)

    def _take_down(self, action: Decision) -> None:
        super()._take_down(action)
        if self.rules.shooter.needs == "every-throw":
            self._drop_idle_point()

    def _give_back(self, position: Position, result: str, cite: str) -> None:
        """Hand a stake back, and with it what goes with it."""
        for companion in self._companions(position):
            self._give_back(companion, result, companion.spot.cite)
        super()._give_back(position, result, cite)

    def _companions(self, position: Position) -> list[Position]:
        found = ((position.player, name, position.on) for name in self.cloth.companions[position.bet])
        return [self._lying[key] for key in found if key in self._lying]

    def _turn_on(self, action: Decision) -> None:
        position = self._position(action)
        if position.spot.rule.without_point != "off-unless-asked":
            raise self._not_given(position, action.do)
        if position.state != OFF:
            raise Refused(N_("{bet} plays already."), cite=position.spot.cite, bet=position.bet)
        position.state = ASKED
        bet = self.rules.bets[position.bet]
        name = {"es": bet.names[0], "en": bet.trade}
        self._say(
            "turned-on",
            Sentence(N_("A marker lies on {bet} of {player}: it plays."), bet=name, player=position.player),
            cite=position.spot.cite,
            player=position.player,
            bet=position.bet,
        )

    def _has_line(self, player: str) -> bool:
        lying = self._lying
        for line in self.cloth.lines:  # noqa: SIM110 - asked before every throw; any() takes twice as long
            if (player, line, ()) in lying:
                return True
        return False

    def _thrower(self) -> str | None:
        """Who throws next: whoever holds the dice, or the next one who may; nobody without a bet on a line."""
        holder = self.ring.holder
        if holder is not None and self._has_line(holder):
            return holder
        bound = self.point is None or self.rules.shooter.needs == "every-throw"
        if not bound and holder is not None:
            return holder
        with_line = self.ring.after(self._has_line)
        return with_line if with_line is not None or bound else self.ring.after(lambda player: True)

    def _hand_dice(self, player: str | None) -> None:
        self.ring.holder = player
        if player is not None:
            self._say(
                "shooter",
                Sentence(N_("The dice go to {player}."), player=player),
                cite=self.rules.shooter.cite,
                player=player,
            )

    def _pass_dice(self) -> None:
        self.hand = 0
        self._hand_dice(self.ring.after(lambda player: True))

    def _refuses(self, player: str) -> Refused | None:
        cite = self.rules.shooter.cite
        if player != self.ring.holder:
            return Refused(N_("{player} does not hold the dice."), cite=cite, player=player)
        if self.point is not None:
            return Refused(N_("The dice are refused before throwing, not while the point is open."), cite=cite)
        if self.ring.after(lambda other: other != player) is None:
            return Refused(N_("There is nobody else to take the dice."), cite=cite)
        return None

    def _refuse(self, player: str) -> None:
        refusal = self._refuses(player)
        if refusal is not None:
            raise refusal
        self.ring.declined.add(player)
        self._pass_dice()

    def _chooses(self, player: str) -> Refused | None:
        cite = self.rules.dice.cite
        anybody = not self.throws and self.rules.dice.first_chosen_by == "anybody"
        if not anybody and player != self.ring.holder:
            return Refused(N_("{player} does not hold the dice."), cite=cite, player=player)
        if self.point is not None and not self.dice.offered:
            return Refused(N_("The dice are not changed during the throws for a point."), cite=cite)
        return None

    def _choose_dice(self, action: Decision) -> None:
        refusal = self._chooses(action.player)
        if refusal is not None:
            raise refusal
        pairs = self.dice.pairs()
        wanted = tuple(sorted(die for die in action.on if isinstance(die, int)))
        if wanted not in pairs or len(action.on) != len(wanted):
            raise Refused(
                N_("Two of the {number} dice are chosen, by their numbers in the field on."),
                cite=self.rules.dice.cite,
                number=pairs[-1][-1],
            )
        self.dice.chosen, self.dice.offered = wanted, False
        self._say(
            "dice-chosen",
            Sentence(N_("{player} takes the dice {dice}."), player=action.player, dice=wanted),
            cite=self.rules.dice.cite,
            player=action.player,
            dice=wanted,
        )

    def _leave(self, player: str) -> None:
        rule = self.rules.leaving
        if rule is None:
            raise Refused(N_("The document does not say what becomes of a player who leaves."), cite=self.rules.cite)
        if player not in self.ring.players:
            raise Refused(N_("{player} is not at the table."), cite=rule.cite, player=player)
        self._say("leaves", Sentence(N_("{player} leaves."), player=player), cite=rule.cite, player=player)
        for position in [p for p in self.standing if p.player == player]:
            self._left_behind(position, rule)
        if player == self.ring.holder:
            self._replace_shooter(player)
        self.ring.players.remove(player)

    def _left_behind(self, position: Position, rule: Leaving) -> None:
        """What becomes of a bet whose player leaves: lost, given back where it may be withdrawn, or played on."""
        key = (position.player, position.bet, position.on)
        if self._lying.get(key) is not position:
            return
        when = rule.shooter if position.player == self.ring.holder else rule.others
        forfeited = when == "always" or (when == "with-point" and self.point is not None)
        whole = position.stake + position.excess
        if forfeited and (position.bet in rule.loses or rule.rest == "lost"):
            for companion in self._companions(position) if rule.rest != "lost" else ():
                self._give_back(companion, "taken-down", companion.spot.cite)
            self._remove(position)
            self._settle(position, whole, "lose", 0, rule.cite)
        elif "take-down" in self._given(position):
            self._give_back(position, "taken-down", position.spot.cite)

    def _replace_shooter(self, gone: str) -> None:
        """The dice go on, first to those with a bet on the line; the point stays as long as there is one."""
        with_line = self.ring.after(lambda player: player != gone and self._has_line(player))
        self._hand_dice(with_line or self.ring.after(lambda player: player != gone))
        self._drop_idle_point()
        if self.point is None:
            self.hand = 0

    def _drop_idle_point(self) -> None:
        """Without a bet on the line nobody may throw for the point any more: the next throw is a come-out."""
        if self.point is not None and not any(p.bet in self.cloth.lines for p in self.standing):
            self._say(
                "point-off",
                Sentence(N_("Nobody is left on the line: there is no point.")),
                cite=self.rules.shooter.cite,
                point=self.point,
            )
            self._set_point(None)

    def _say_call(self, word: str) -> None:
        super()._say_call(word)
        self.dice.offered |= word == CHANGE_DICE

    def _why_no_throw(self) -> Refused | None:
        return None if self._thrower() is not None else self._no_thrower()

    def _no_thrower(self) -> Refused:
        return Refused(
            N_("Nobody may throw: whoever throws must have a bet on one of {lines}."),
            cite=self.rules.shooter.cite,
            lines=list(self.cloth.lines),
        )

    def _chance(self, action: Chance) -> None:
        index = self._thrown(action)
        thrower = self._thrower()
        if thrower is None:
            raise self._no_thrower()
        if thrower != self.ring.holder:
            self._hand_dice(thrower)
        self._fall(THROWS[index], self.cloth.outcomes[index])
        self.phase = OPEN
        self.pase += 1
        self.hand += 1
        self.ring.declined.clear()
        lost = self._settle_all(index)
        self._follow(TOTALS[index], lost)

    def _thrown(self, action: Chance) -> int:
        """The throw as one of the 36, or a refusal that says what two dice can show."""
        self._must_be_dice(action)
        value = action.value
        index = INDEX.get(value if isinstance(value, tuple) else ())
        if index is None:
            raise Refused(
                N_("Two dice are thrown, each from 1 to 6; {value} is not such a throw."),
                cite=self.rules.dice.cite,
                value=value or "[]",
            )
        return index

    def _settle_all(self, index: int) -> list[Position]:
        """Losing bets are collected, then winning ones are paid, then others move; gives those that were lost."""
        rest: list[Position] = []
        lost: list[Position] = []
        won: list[Position] = []
        moving: list[Position] = []
        for position in self.standing:
            verdict = position.spot.verdicts[index]
            if verdict is None or position.state == OFF:
                rest.append(position)
            elif verdict.to is not None:
                moving.append(position)
                rest.append(position)
            elif verdict.returns:
                won.append(position)
            else:
                lost.append(position)
        self.standing = rest
        for position in lost:
            self._settle_one(position, position.spot.verdicts[index])
        for position in won:
            self._settle_one(position, position.spot.verdicts[index])
        for position in moving:
            self._go_on(position, position.spot.verdicts[index].to)
        return lost

    def _settle_one(self, position: Position, verdict: Verdict) -> None:
        rate, stake, excess = verdict.returns, position.stake, position.excess
        back = stake * rate.numerator
        if rate.denominator != 1:
            back = money.over(back, rate.denominator, self.house.rounding)
        del self._lying[position.player, position.bet, position.on]
        cite = self._cited(verdict.cite, position)
        self._settle(position, stake + excess, verdict.result, back + excess, cite, verdict.why)

    def _go_on(self, position: Position, to: Spot) -> None:
        """A bet comes to lie on a number; with one of the same player that lies there already it makes one stake."""
        position.spot, position.state = to, ON_NUMBER
        if to.on == position.on:
            return
        del self._lying[position.player, position.bet, position.on]
        position.on = to.on
        lying = self._lying.setdefault((position.player, position.bet, to.on), position)
        if lying is not position:
            lying.stake += position.stake
            lying.excess += position.excess
            self.standing = [other for other in self.standing if other is not position]

    def _follow(self, total: int, lost: list[Position]) -> None:
        """The point, the dice and the end of the last game, after the bets are settled."""
        before = self.point
        if before is None:
            if total in self.cloth.news:
                self._set_point(total)
                self.events.append(self.cloth.news[total].set)
        elif total == before:
            self._set_point(None)
            self.events.append(self.cloth.news[before].made)
        elif total == self.rules.point.out:
            self._set_point(None)
            self.events.append(self.cloth.news[before].missed)
        passed = self._dice_pass(total, before, lost)
        if passed:
            self._pass_dice()
        if self.last_game:
            self._end_last_game(total, passed)

    def _set_point(self, point: int | None) -> None:
        self.point = point
        if not self._can_be_off:
            return
        for position in self.standing:
            rule = position.spot.rule
            if rule.without_point == "plays":
                continue
            if point is None:
                position.state = ASKED if position.state == ASKED else OFF
            elif position.state == OFF or rule.asked_until == "point":
                position.state = ON_NUMBER if position.spot.number is not None and not rule.numbers else "open"

    def _dice_pass(self, total: int, before: int | None, lost: list[Position]) -> bool:
        rule = self.rules.shooter
        if rule.passes == "point-missed":
            return before is not None and self.point is None and total != before
        if before is None and total in rule.keeps:
            return False
        return any(p.player == self.ring.holder and p.bet in self.cloth.lines for p in lost)

    def _end_last_game(self, total: int, passed: bool) -> None:
        closing = self.rules.closing
        assert closing is not None
        over = {
            "seven": total == self.rules.point.out,
            "line-decided": self.point is None,
            "throw": True,
            "dice-pass": passed,
        }
        if not over[closing.ends]:
            return
        self._close(closing.cite)

    def _carry_out(self, ruling: CrapsRuling, player: str | None) -> None:
        if ruling.effect in ("dice-pass", "shooter-leaves"):
            self._shooter_goes(ruling, player)
        elif ruling.effect in ("new-dice", "die-found"):
            self._new_dice(ruling)
        elif ruling.effect in ("void-throw", "die-lost"):
            self._void(ruling)

    def _void(self, ruling: CrapsRuling) -> None:
        """A null throw: nothing is won or lost; the bets stand, may be changed, or go back."""
        if ruling.effect == "die-lost":
            self._lose_die(ruling)
        elif ruling.dice == "chosen-anew":
            self.dice.chosen, self.dice.offered = (), True
        if ruling.bets == "returned":
            for position in [p for p in self.standing if p.state == "open" and p.spot.rule.of is None]:
                self._give_back(position, "void", ruling.cite)
        self._after_null_throw(ruling.bets)

    def _lose_die(self, ruling: CrapsRuling) -> None:
        lost = self.dice.lost + self.rules.dice.leave_play
        if self.dice.kept - lost < 2:
            raise Refused(N_("No two dice would be left: the table needs a new set."), cite=ruling.cite)
        self.dice.lost, self.dice.chosen, self.dice.offered = lost, (), True

    def _new_dice(self, ruling: CrapsRuling) -> None:
        if not self.dice.lost:
            raise Refused(N_("No die is missing."), cite=ruling.cite)
        if self.point is not None:
            raise Refused(N_("The set is replaced when the play is over; the point is still open."), cite=ruling.cite)
        self.dice.renew()

    def _shooter_goes(self, ruling: CrapsRuling, player: str | None) -> None:
        """The shooter loses the right to throw, or leaves the table; so may others, where they are ruled likewise."""
        shooter, leaving = self.ring.holder, self.rules.leaving
        if shooter is None:
            raise Refused(N_("Nobody holds the dice."), cite=ruling.cite)
        leaves = ruling.effect == "shooter-leaves"
        alike = leaves and leaving is not None and leaving.others != "never"
        if player is not None and player != shooter and not alike:
            raise Refused(N_("{player} does not hold the dice."), cite=ruling.cite, player=player)
        if leaves:
            self._leave(player or shooter)
        else:
            self.ring.barred.add(shooter)
            self._replace_shooter(shooter)
        self.phase = OPEN
