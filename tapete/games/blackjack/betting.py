"""The first part of a play: boxes are taken, stakes are put down and changed, until the bets are closed."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from tapete.games.blackjack.boxes import Box, Wager
from tapete.games.blackjack.house import House
from tapete.table import money
from tapete.table.banked import LAST_GAME, NO_MORE_BETS, OPEN
from tapete.table.dealt import LAST_HANDS, SHOE_CALLS, DealtRound
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import CROUPIER, Offer, Position
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.blackjack.rules import BlackjackGame, Cloth
    from tapete.table.actions import Bet, Call, Decision, Place
    from tapete.table.money import Money

NO_MORE_INSURANCE = "no-mas-seguros"
CONSENT = "consentimiento"
CHANGE_LIMITS = "cambio-de-limites"
LAST_SHOE = "ultimo-sabot"
LIMIT_SETTINGS = ("minimum", "maximum", "limits")
DEAL = "deal"
Span = tuple[int, int | None]


class BettingRound(DealtRound):
    """Boxes and stakes of a Black Jack table while bets are open."""

    rules: BlackjackGame

    def __init__(self, game: BlackjackGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        self._settings = dict(table or {})
        self.house = House.read(game, self._settings)
        super().__init__(game.name, game, self.house.shoe)
        self.cloth = cloth
        self.boxes: dict[int, Box] = {}
        self.spots = game.bank.hands if game.bank is not None else 1
        self.new_limits: House | None = None
        self.last_shoe = False
        self._held: dict[str, int] = {}
        self._unwelcome: set[tuple[int, str]] = set()
        self._last_bet |= dict.fromkeys(self.house.seats, 0)

    def _bet_offers(self, player: str) -> list[Offer]:
        if self._shut_out(player) is not None:
            return []
        offers = []
        for name, bet in self.rules.bets.items():
            spans: dict[Span, list[Place]] = {}
            if bet.group in ("main", "side"):
                for place, box, spot in self._places(player, name):
                    span = self._room(player, name, box, spot)
                    if span is not None:
                        spans.setdefault(span, []).append(place)
            offers += [Offer("bet", name, "", tuple(free), *span, cite=bet.cite) for span, free in spans.items()]
        return offers

    def _places(self, player: str, name: str) -> Iterator[tuple[Place, int, int]]:
        """Every place that a player can name for a bet, with its box and spot."""
        if self.spots == 1 or self.rules.bets[name].group == "side":
            for number in range(1, self.rules.boxes.number + 1):
                yield (number,), number, 1
        elif self.rules.boxes.per_player == 1:
            box = self._own_box(player) or self._free_box(player)
            if box is not None:
                for spot in range(1, self.spots + 1):
                    yield (spot,), box, spot
        else:
            for number in range(1, self.rules.boxes.number + 1):
                for spot in range(1, self.spots + 1):
                    yield (number, spot), number, spot

    def _stake_offers(self) -> list[Offer]:
        offers = []
        for position in self.standing:
            wager: Wager = position.spot
            player, place = position.player, ((position.bet, *position.on),)
            own = int(position.stake + position.excess)
            offers.append(Offer("do", "take-down", player, place))
            bounds = self.house.bounds[position.bet]
            most = own - 1 if bounds.maximum is None else min(own - 1, math.floor(bounds.maximum))
            least = math.ceil(self._least(player, position.bet, wager.box.number))
            if least <= most:
                offers.append(Offer("do", "lower", player, place, least, most))
            span = self._room(player, position.bet, wager.box.number, wager.spot)
            if span is not None and self._shut_out(player) is None:
                more = None if span[1] is None else own + span[1]
                offers.append(Offer("do", "raise", player, place, own + span[0], more))
        return offers

    def _bet(self, action: Bet) -> None:
        name = self.cloth.names.find(action.bet)
        if self.phase != OPEN:
            raise Refused(
                N_("Bets are closed: after the call no bet is accepted on {bet}."),
                cite=self._cite_of_call(),
                bet=name,
            )
        on = self._by_number(action.on)
        box, spot = self._resolve(action.player, name, on)
        self._verify_bet(action.player, name, box, spot, action.stake)
        self._put(action.player, name, box, spot, on, action.stake)

    def _by_number(self, on: Place) -> Place:
        """A place by the number of its box, where it is named by the player whose only box it is."""
        owned = self._owned(on[0]) if len(on) == 1 and isinstance(on[0], str) else []
        return (owned[0],) if len(owned) == 1 and self.spots == 1 else on

    def _verify_bet(self, player: str, name: str, box: int, spot: int, stake: int) -> None:
        self._verify_admitted(player)
        positive(stake, self.rules.limits.cite)
        refusal = self._why_no_bet(player, name, box)
        if refusal is not None:
            raise refusal
        bounds, own = self.house.bounds[name], self._own(player, name, box, spot)
        bounds.check(name, own + stake)
        least = self._least(player, name, box)
        if own + stake < least:
            raise self._below(name, own + stake, least)
        refusal = self._why_not_yet(player, name, box)
        if refusal is not None:
            raise refusal
        self._verify_together(name, box, spot, stake)

    def _below(self, name: str, stake: Money, least: Money) -> Refused:
        positions = self.rules.boxes.positions
        return Refused(
            N_("A stake of {stake} on {bet} is below the minimum of {minimum} for so many positions."),
            cite=positions.cite if positions else self.rules.limits.cite,
            stake=money.shown(stake),
            bet=name,
            minimum=money.shown(least),
        )

    def _verify_together(self, name: str, box: int, spot: int, stake: int) -> None:
        """Where the maximum is that of a box, all bets on it count together."""
        limit = self.house.bounds[name].maximum
        if self.rules.limits.maximum_of == "box" and limit is not None:
            lying = self._lying_on(name, box, spot)
            if lying + stake > limit:
                raise Refused(
                    N_("{bet} on box {box} holds {lying} already; the maximum of {maximum} is that of all together."),
                    cite=self.rules.limits.cite,
                    bet=name,
                    box=box,
                    lying=money.shown(lying),
                    maximum=money.shown(limit),
                )

    def _resolve(self, player: str, name: str, on: Place) -> tuple[int, int]:
        """The box and the spot that a bet names, or those that it means by naming none."""
        if any(isinstance(item, bool) or not isinstance(item, int) for item in on):
            raise self._no_place(name, on)
        spots = self.spots if self.rules.bets[name].group == "main" else 1
        box: int | None
        if spots > 1 and len(on) == 2:
            box, spot = on
        elif spots > 1 and len(on) <= 1:
            box = self._default_box(player, name)
            spot = on[0] if on else self._next_spot(player, name, box)
        elif len(on) <= 1:
            box, spot = on[0] if on else self._default_box(player, name), 1
        else:
            raise self._no_place(name, on)
        if box is None:
            raise Refused(
                N_("No place is free: the table has {number}."),
                cite=self.rules.boxes.cite,
                number=self.rules.boxes.number,
            )
        if not (1 <= box <= self.rules.boxes.number and 1 <= spot <= spots):
            raise self._no_place(name, on)
        return box, spot

    def _no_place(self, name: str, on: Place) -> Refused:
        return Refused(
            N_("The cloth has no {bet} on {on}: there are {boxes} boxes with {spots} places each."),
            cite=self.rules.boxes.cite,
            bet=name,
            on="-".join(map(str, on)),
            boxes=self.rules.boxes.number,
            spots=self.spots,
        )

    def _owned(self, player: str) -> list[int]:
        return sorted(box.number for box in self.boxes.values() if box.owner == player)

    def _own_box(self, player: str) -> int | None:
        owned = self._owned(player)
        return owned[0] if owned else None

    def _free_box(self, player: str) -> int | None:
        """The player's seat or last box, or the first place from the croupier's left that is nobody's."""
        if player in self.house.seats:
            return self.house.seats.index(player) + 1
        taken = {*self.boxes, *range(1, len(self.house.seats) + 1)}
        return self._usual_box(player, [n for n in range(1, self.rules.boxes.number + 1) if n not in taken])

    def _default_box(self, player: str, name: str) -> int | None:
        owned = self._owned(player)
        if len(owned) > 1:
            raise Refused(
                N_("{player} has several boxes; say on which one {bet} goes, in the field on: {boxes}."),
                cite=self.rules.boxes.cite,
                player=player,
                bet=name,
                boxes=owned,
            )
        return owned[0] if owned else self._free_box(player)

    def _next_spot(self, player: str, name: str, box: int | None) -> int:
        """A bet that names no spot goes to the first one that the player has left empty."""
        lying = self.boxes[box].stakes if box in self.boxes else {}
        spot = next((spot for spot in range(1, self.spots + 1) if (player, spot) not in lying), None)
        if spot is None:
            bank = self.rules.bank
            raise Refused(
                N_("{player} has {bet} against each of the bank's {number} hands: there is no further one."),
                cite=bank.cite if bank is not None else self.rules.boxes.cite,
                player=player,
                bet=name,
                number=self.spots,
            )
        return spot

    def _why_no_bet(self, player: str, name: str, number: int) -> Refused | None:
        """Why a player may not bet on a box, whatever the stake."""
        bet, rule = self.rules.bets[name], self.rules.boxes
        if bet.optional and name not in self.house.options:
            return Refused(N_("The house does not offer {bet} at this table."), cite=bet.cite, bet=name)
        box = self.boxes.get(number)
        if box is not None and box.owner != player:
            return self._why_not_on_others(player, name, box)
        if box is not None:
            return None
        seated = self._seated_at(number)
        if seated not in (None, player):
            said = N_("Box {box} is the place of {owner}.")
            return Refused(said, cite=rule.cite, box=number, owner=seated)
        owned = self._owned(player)
        if rule.per_player is not None and len(owned) >= rule.per_player:
            return Refused(
                N_("A player may play {number} of the places in a play, not more."),
                cite=rule.cite,
                number=rule.per_player,
            )
        if owned and rule.adjoining and number not in (owned[0] - 1, owned[-1] + 1):
            return Refused(N_("The places of a player must lie side by side."), cite=rule.cite)
        if rule.positions is not None and owned and self.pase > self.first_pase_of_shoe:
            held = self._held.get(player, 1)
            if len(owned) >= held:
                return Refused(
                    N_("{player} plays {held} position(s) until the end of the shoe: more are taken when it begins."),
                    cite=rule.positions.cite,
                    player=player,
                    held=held,
                )
        return None

    def _seated_at(self, number: int) -> str | None:
        """Whose place a box without a bet is: its seat's, until that player has not played for too long."""
        if number > len(self.house.seats):
            return None
        player, idle = self.house.seats[number - 1], self.rules.idle
        kept = idle is None or self.pase - 1 - self._last_bet[player] <= idle.rounds
        return player if kept else None

    def _why_not_yet(self, player: str, name: str, number: int) -> Refused | None:
        """Why a side bet must wait for the player's bet on the hand; None where it need not."""
        if not self.rules.bets[name].after_main or self._bets_on_hand(player, self.boxes.get(number)):
            return None
        return self._without_main(player, name)

    def _bets_on_hand(self, player: str, box: Box | None) -> bool:
        return box is not None and any(who == player for who, _ in box.stakes)

    def _without_main(self, player: str, name: str) -> Refused:
        return Refused(
            N_("{player} has {bet} without a bet on the hand: it goes only with one."),
            cite=self.rules.bets[name].cite,
            player=player,
            bet=name,
        )

    def _why_not_on_others(self, player: str, name: str, box: Box) -> Refused | None:
        others = self.rules.boxes.others
        if others is None:
            return Refused(
                N_("Box {box} is {owner}'s: a player may not play another's hand."),
                cite=self.rules.boxes.cite,
                box=box.number,
                owner=box.owner,
            )
        if (box.number, player) in self._unwelcome:
            return Refused(
                N_("{owner} does not consent to a bet of {player} on box {box}."),
                cite=others.cite,
                owner=box.owner,
                player=player,
                box=box.number,
            )
        lying = (
            {who for who, bet in box.sides if bet == name} if name != self.cloth.main else {w for w, _ in box.stakes}
        )
        if player not in lying and len(lying) >= others.per_box:
            return Refused(
                N_("Box {box} holds {number} bets, and no more are admitted."),
                cite=others.cite,
                box=box.number,
                number=len(lying),
            )
        return None

    def _position(self, player: str, name: str, box: int, spot: int) -> Position | None:
        lying = self.boxes.get(box)
        if lying is None:
            return None
        return lying.stakes.get((player, spot)) if name == self.cloth.main else lying.sides.get((player, name))

    def _own(self, player: str, name: str, box: int, spot: int) -> int:
        position = self._position(player, name, box, spot)
        return 0 if position is None else int(position.stake + position.excess)

    def _lying_on(self, name: str, box: int, spot: int) -> Money:
        """What all players together have on a place."""
        lying = self.boxes.get(box)
        if lying is None:
            return 0
        if name == self.cloth.main:
            return sum(p.stake for (_, at), p in lying.stakes.items() if at == spot)
        return sum(p.stake for (_, bet), p in lying.sides.items() if bet == name)

    def _least(self, player: str, name: str, box: int) -> Money:
        """The least that a player may have on a box; more where the player takes several."""
        least = self.house.bounds[name].minimum
        positions = self.rules.boxes.positions
        if positions is None or name != self.cloth.main:
            return least
        further = len({*self._owned(player), box}) - 1
        times = positions.minimum.get(str(further), 1)
        if times == "maximum":
            return self.house.maximum or least
        return max(least, times * (self.house.minimum or 1))

    def _room(self, player: str, name: str, box: int, spot: int) -> Span | None:
        """The least and the most that a player may add on a place now; nothing where nothing may be added."""
        if self._why_no_bet(player, name, box) is not None or self._why_not_yet(player, name, box) is not None:
            return None
        bounds, own = self.house.bounds[name], self._own(player, name, box, spot)
        least = max(math.ceil(self._least(player, name, box)) - own, 1)
        if bounds.maximum is None:
            return least, None
        most = math.floor(bounds.maximum) - own
        if self.rules.limits.maximum_of == "box":
            most = min(most, math.floor(bounds.maximum - self._lying_on(name, box, spot)))
        return (least, most) if least <= most else None

    def _put(self, player: str, name: str, number: int, spot: int, on: Place, stake: Money, excess: Money = 0) -> None:
        self._last_bet[player] = self.pase
        lying = self._position(player, name, number, spot)
        if lying is not None:
            self._add(lying, stake, excess)
            lying.spot.original += stake
            return
        box = self.boxes.setdefault(number, Box(number, player))
        if name == self.cloth.main and self.spots > 1 and not on:
            on = (spot,)
        position = Position(player, name, on, stake, Wager(box, spot, stake), excess=excess)
        if name == self.cloth.main:
            box.stakes[player, spot] = position
        else:
            box.sides[player, name] = position
        self._stake(position)

    def _decide_on_bets(self, action: Decision) -> None:
        """What a player may do while bets are open: change a stake, or refuse somebody's bet on the own box."""
        self._must_be_open()
        if action.details:
            self._no_details(action.details, "do", ("player", "on", "to"))
        if action.do == "refuse":
            self._refuse_bettor(action)
            return
        position = self._stake_named(action)
        if action.do == "take-down":
            if action.to is not None:
                raise BadRecord(N_("The field {field} has no meaning here."), field="to")
            self._lift(position, self._cite_of_call())
        else:
            self._restake(action, position)

    def _stake_named(self, action: Decision) -> Position:
        """The stake that a decision is about: the one that was written just so, or else the only one that it names."""
        mine, on = [p for p in self.standing if p.player == action.player], action.on
        if on and isinstance(on[0], str):
            name, on = self.cloth.names.find(on[0]), on[1:]
            mine = [p for p in mine if p.bet == name]
            mine = [p for p in mine if p.on == on] or mine
        return self._named(action, [p for p in mine if self._lies_on(p, on)], None, ())

    def _lies_on(self, position: Position, on: Place) -> bool:
        """Whether a place names a stake: by its box or, where the bank has several hands, by that or by both."""
        box, spot = position.spot.box.number, position.spot.spot
        return on in ((), position.on, (box, spot), (spot if self.spots > 1 else box,))

    def _lift(self, position: Position, cite: str) -> None:
        """A stake goes back before the cards."""
        self._forget(position)
        whole = position.stake + position.excess
        self._settle(position, whole, "taken-down", whole, cite)

    def _forget(self, position: Position) -> None:
        """A stake leaves its box; the box goes to the next bettor on it, or is free."""
        self.standing.remove(position)
        wager: Wager = position.spot
        box = wager.box
        if position.bet == self.cloth.main:
            del box.stakes[position.player, wager.spot]
        else:
            del box.sides[position.player, position.bet]
        if box.empty:
            self.boxes.pop(box.number, None)
        elif not any(who == box.owner for who, _ in (*box.stakes, *box.sides)):
            box.owner = next(who for who, _ in (*box.stakes, *box.sides))

    def _restake(self, action: Decision, position: Position) -> None:
        if action.to is None:
            raise BadRecord(
                N_("To {do} a bet, give its new whole stake in the field to."), do=term(DECISIONS, action.do)
            )
        positive(action.to, self.rules.limits.cite)
        wager: Wager = position.spot
        own = position.stake + position.excess
        more = action.to - own
        if not more or (action.do == "raise") != (more > 0):
            raise Refused(
                N_("The stake on {bet} is {stake}: to {do} it to {to} is not possible."),
                cite=self.rules.limits.cite,
                bet=position.bet,
                stake=money.shown(own),
                do=term(DECISIONS, action.do),
                to=action.to,
            )
        self.house.bounds[position.bet].check(position.bet, action.to)
        if more > 0:
            self._verify_bet(position.player, position.bet, wager.box.number, wager.spot, int(more))
            self._add(position, more)
        else:
            least = self._least(position.player, position.bet, wager.box.number)
            if action.to < least:
                raise self._below(position.bet, action.to, least)
            position.stake, position.excess = action.to, 0
            self._settle(position, -more, "taken-down", -more, self._cite_of_call())
        wager.original = action.to

    def _refuse_bettor(self, action: Decision) -> None:
        """The holder of a box does not consent to somebody's bets on it: they go back."""
        others = self.rules.boxes.others
        if others is None:
            raise Refused(N_("Nobody else may bet on a player's box here."), cite=self.rules.boxes.cite)
        bettor = str(action.on[0]) if len(action.on) == 1 else ""
        if not bettor or bettor == action.player or action.to is not None:
            raise BadRecord(N_("Say whose bets are refused, in the field on."))
        mine = self._owned(action.player)
        if not mine:
            raise Refused(N_("{player} holds no box."), cite=others.cite, player=action.player)
        self._unwelcome |= {(number, bettor) for number in mine}
        for position in [p for p in self.standing if p.player == bettor and p.spot.box.number in mine]:
            self._lift(position, others.cite)
        said = Sentence(N_("{owner} does not consent to bets of {player}."), owner=action.player, player=bettor)
        self._say("consent-refused", said, cite=others.cite, owner=action.player, player=bettor)

    def _refuse_offers(self) -> list[Offer]:
        if self.rules.boxes.others is None:
            return []
        pairs = {(p.spot.box.owner, p.player) for p in self.standing if p.spot.box.owner != p.player}
        return [Offer("do", "refuse", owner, ((bettor,),)) for owner, bettor in sorted(pairs)]

    def _why_no_deal(self) -> Refused | None:
        """Why the cards may not be dealt yet."""
        if not self.shoe.left:
            return Refused(N_("The shoe is empty: the cards must be shuffled."), cite=self.rules.shoe.cite)
        main = self.cloth.main
        hands = sum(bool(box.stakes) for box in self.boxes.values())
        if main is None:
            return None if self.boxes else Refused(N_("There is no bet to deal for."), cite=self.rules.boxes.cite)
        if hands < max(1, self.house.hands):
            stray = next((box for box in self.boxes.values() if not box.stakes), None)
            if stray is not None:
                return self._why_box_not_ready(stray)
            return Refused(
                N_("Play begins with at least {number} hands; there are {hands}."),
                cite=self.rules.boxes.cite,
                number=max(1, self.house.hands),
                hands=hands,
            )
        for box in self.boxes.values():
            refusal = self._why_box_not_ready(box)
            if refusal is not None:
                return refusal
        return None

    def _why_box_not_ready(self, box: Box) -> Refused | None:
        bank = self.rules.bank
        for player, name in box.sides:
            if not self.rules.bets[name].alone and not self._bets_on_hand(player, box):
                return self._without_main(player, name)
        if bank is not None and bank.compulsory > 1 and box.stakes:
            missing = [spot for spot in range(1, bank.compulsory + 1) if (box.owner, spot) not in box.stakes]
            if missing:
                return Refused(
                    N_("{player} must bet against at least {number} hands of the bank; there is no bet on {spot}."),
                    cite=bank.cite,
                    player=box.owner,
                    number=bank.compulsory,
                    spot=missing[0],
                )
        if self.rules.boxes.positions is not None or self.rules.boxes.adjoining:
            return self._why_positions_not_ready(box)
        return None

    def _why_positions_not_ready(self, box: Box) -> Refused | None:
        owned = self._owned(box.owner)
        if self.rules.boxes.adjoining and owned[-1] - owned[0] >= len(owned):
            return Refused(N_("The places of a player must lie side by side."), cite=self.rules.boxes.cite)
        for (player, _), position in box.stakes.items():
            least = self._least(player, position.bet, box.number)
            if position.state == "open" and position.counter == 0 and position.stake < least:
                return self._below(position.bet, position.stake, least)
        return None

    def _begin(self) -> None:
        """The bets are closed: what each player holds now is what the play is about."""
        self.phase = DEAL
        self._held = {}
        for box in self.boxes.values():
            self._held[box.owner] = self._held.get(box.owner, 0) + 1
        self._sit({number: box.owner for number, box in self.boxes.items()})
        self._say("call", Sentence(N_("No more bets.")), call=NO_MORE_BETS, cite=self._cite_of_call())

    def _call_offers(self) -> list[Offer]:
        words = list(self._shoe_call_offers())
        if self.phase == OPEN:
            if self._why_no_deal() is None:
                words.append(NO_MORE_BETS)
            if self.rules.closing is not None and self.hands_left is None:
                words.append(LAST_GAME)
        if self.rules.closing is not None and self.hands_left is None:
            words.append(LAST_HANDS)
        known = (*words, NO_MORE_BETS, LAST_GAME, LAST_HANDS, NO_MORE_INSURANCE, CONSENT, CHANGE_LIMITS, *SHOE_CALLS)
        words += [word for word in self.rules.calls if word not in known]
        return [Offer("call", word, CROUPIER, cite=self.rules.cite) for word in words]

    def _call(self, action: Call) -> None:
        word = self._call_word(action)
        if word in SHOE_CALLS:
            self._shoe_call(word, action)
        elif word == LAST_HANDS:
            self._announce_last_hands(action)
        elif word == CHANGE_LIMITS:
            self._change_limits(dict(action.details))
        elif word == CONSENT and self.rules.boxes.others is not None:
            self._consent(dict(action.details))
        else:
            if action.details:
                raise BadRecord(N_("The call {call} takes no field {field}."), call=word, field=action.details[0][0])
            self._plain_call(word, action)

    def _plain_call(self, word: str, action: Call) -> None:
        if word == NO_MORE_BETS:
            if self.phase != OPEN:
                raise Refused(N_("Bets are closed already."), cite=self._cite_of_call())
            refusal = self._why_no_deal()
            if refusal is not None:
                raise refusal
            self._begin_deal()
        elif word == LAST_GAME and self.rules.closing is not None:
            if self.phase != OPEN:
                raise Refused(N_("The last game is announced before it begins."), cite=self.rules.closing.cite)
            self._announce_last(1, word)
        elif word in self.rules.calls:
            self.last_shoe = self.last_shoe or word == LAST_SHOE
            self._say_call(word)
        else:
            raise self._unknown_call(action)

    @abstractmethod
    def _begin_deal(self) -> None:
        """The bets are closed and the first card may come."""

    def _change_limits(self, wanted: dict[str, Any]) -> None:
        """The shoe under way is the last one with the old limits."""
        rule = self.rules.limit_change
        if rule is None:
            raise Refused(N_("The document has no change of limits during the session."), cite=self.rules.limits.cite)
        if self.new_limits is not None:
            raise Refused(N_("A change of limits has been announced already."), cite=rule.cite)
        if not wanted or any(name not in LIMIT_SETTINGS for name in wanted):
            raise BadRecord(
                N_("A change of limits states one or more of: {known}."), cite=rule.cite, known=list(LIMIT_SETTINGS)
            )
        kept = {name: value for name, value in self._settings.items() if name not in LIMIT_SETTINGS}
        self.new_limits = House.read(self.rules, {**kept, **wanted})
        said = Sentence(N_("This is the last shoe under the old limits."))
        self._say("limits-announced", said, cite=rule.cite, **wanted)

    def _shuffle(self) -> None:
        if self.last_shoe and not self.boxes:
            self.closed = Sentence(N_("The session is over: the last hand has been played."))
            self._say("closed", self.closed, cite=self.rules.calls[LAST_SHOE].cite)
            return
        super()._shuffle()
        if self.new_limits is not None and self.rules.limit_change is not None:
            self.house, self.new_limits = self.new_limits, None
            self._say_new_limits(self.house.minimum, self.house.maximum, self.rules.limit_change.cite)

    def _consent(self, details: dict[str, Any]) -> None:
        """The table head consents in place of the holder of the box."""
        others = self.rules.boxes.others
        assert others is not None
        player = details.pop("player", None)
        self._no_details(tuple(details.items()), "call", ("call", "player"))
        if not isinstance(player, str):
            raise BadRecord(N_("The call {call} needs the field {field}."), call=CONSENT, field="player")
        self._unwelcome = {(number, who) for number, who in self._unwelcome if who != player}
        said = Sentence(N_("The table head consents to bets of {player}."), player=player)
        self._say("consent", said, cite=others.cite, player=player)

    def _end_of_play(self) -> None:
        """The next play: cloth free, shoe ready, seats and session looked after."""
        self.phase = OPEN
        self.pase += 1
        self.boxes = {}
        self._unwelcome.clear()
        if self.rules.idle is not None:
            self._free_seats(self.rules.idle.rounds, self.rules.idle.cite)
        self._count_last_hand()
        if self.closed is None:
            self._after_pase()
