"""Before the cards: who sits where, the stakes on each box, and the croupier's calls."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from tapete.games.war.house import House
from tapete.games.war.rules import Spot
from tapete.table.banked import LAST_GAME, NO_MORE_BETS, OPEN, ClothRound
from tapete.table.dealt import LAST_HANDS, SHOE_CALLS, DealtRound
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import CROUPIER, Offer, Position
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.war.rules import Cloth, WarGame
    from tapete.table.actions import Bet, Call, Decision, Place
    from tapete.table.limits import Bounds
    from tapete.table.money import Money

NEW_CARDS = "cartas-nuevas"
ON_BETS = ("raise", "lower", "take-down")
Span = tuple[int, int | None]


class BettingRound(DealtRound, ClothRound):
    """The boxes of a table of War and what lies on them; ``boxes`` names the player who has a stake on each."""

    rules: WarGame

    def __init__(self, game: WarGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        self._settings = dict(table or {})
        self.house = House.read(game, self._settings)
        super().__init__(game.name, game, self.house.shoe)
        self.cloth = cloth
        self.boxes: dict[int, str] = {}
        self._stakes: dict[tuple[str, str], Position] = {}
        self._last_bet |= dict.fromkeys(self.house.seats, 0)

    @abstractmethod
    def _begin_deal(self) -> None:
        """The bets are closed and the deal begins."""

    def _bet_offers(self, player: str) -> Iterator[Offer]:
        for name in (self.cloth.main, self.cloth.tie):
            spans: dict[Span, list[Place]] = {}
            for box in self.cloth.boxes:
                span = self._room(player, self._on_box(name, box, (box,)))
                if span is not None:
                    spans.setdefault(span, []).append((box,))
            for span, places in spans.items():
                yield Offer("bet", name, "", tuple(places), *span, cite=self.rules.bets[name].cite)

    def _room(self, player: str, spot: Spot) -> Span | None:
        """The least and the most that a player may add on a place now; nothing where nothing may be added."""
        if self._refusal(player, spot) is not None:
            return None
        bounds, own = self._bounds(player, spot), self._own(player, spot)
        least = max(math.ceil(bounds.minimum) - own, 1)
        most = None if bounds.maximum is None else math.floor(bounds.maximum) - own
        return (least, most) if most is None or most >= least else None

    def _stake_offers(self) -> Iterator[Offer]:
        for position in self.standing:
            player, spot, place = position.player, position.spot, ((position.bet, *position.on),)
            bounds, own = self._bounds(player, spot), self._own(player, spot)
            if not self._carries_a_tie(position):
                yield Offer("do", "take-down", player, place, cite=spot.cite)
            least = math.ceil(bounds.minimum)
            most = own - 1 if bounds.maximum is None else min(own - 1, math.floor(bounds.maximum))
            if least <= most:
                yield Offer("do", "lower", player, place, least, most, cite=spot.cite)
            span = self._room(player, spot)
            if span is not None:
                more = None if span[1] is None else own + span[1]
                yield Offer("do", "raise", player, place, own + span[0], more, cite=spot.cite)

    def _call_offers(self) -> list[Offer]:
        words = self._shoe_call_offers()
        closing = self.rules.closing is not None and self.hands_left is None
        if self.phase == OPEN:
            words += [NO_MORE_BETS] if self._why_no_deal() is None else []
            words += [LAST_GAME] if closing else []
            words += [NEW_CARDS] if NEW_CARDS in self.rules.calls else []
        words += [LAST_HANDS] if closing else []
        known = (NO_MORE_BETS, LAST_GAME, LAST_HANDS, NEW_CARDS, *SHOE_CALLS)
        words += [word for word in self.rules.calls if word not in known]
        return [Offer("call", word, CROUPIER, cite=self._cite_of(word)) for word in words]

    def _cite_of(self, word: str) -> str:
        return self.rules.calls[word].cite if word in self.rules.calls else self.rules.cite

    def _bet(self, action: Bet) -> None:
        self._verify_open(self.cloth.names.find(action.bet))
        spot = self._spot(action.player, action.bet, action.on)
        positive(action.stake, self.rules.limits.cite)
        self._verify_place(action.player, spot)
        self._bounds(action.player, spot).check(spot.bet, self._own(action.player, spot) + action.stake)
        self._place(action.player, spot, action.stake)

    def _spot(self, player: str, bet: str, on: Place) -> Spot:
        name = self.cloth.names.find(bet)
        box = self.cloth.box(name, on) or self._free_box(player)
        if box is None:
            raise Refused(
                N_("No place is free: the table has {number}."),
                cite=self.rules.boxes.cite,
                number=self.rules.boxes.number,
            )
        return self._on_box(name, box, on)

    def _on_box(self, name: str, box: int, on: Place) -> Spot:
        return Spot(name, box, on, self.rules.bets[name].cite)

    def _box_of(self, player: str) -> int | None:
        return next((box for box, owner in self.boxes.items() if owner == player), None)

    def _free_box(self, player: str) -> int | None:
        """Where a player sits who does not say: on the own stake, seat or last box, or first from the left."""
        seat = self.house.seats.index(player) + 1 if player in self.house.seats else None
        free = [box for box in self.cloth.boxes if self._holder(box) in (None, player)]
        wanted = (self._box_of(player), seat, self._usual_box(player, free))
        return next((box for box in wanted if box in free), None)

    def _holder(self, box: int) -> str | None:
        """Whose a box is: whoever has a stake on it, or the player whose seat it is and who has not let it go."""
        if box not in self.boxes and box <= len(self.house.seats):
            player, idle = self.house.seats[box - 1], self.rules.idle
            kept = idle is None or self.pase - 1 - self._last_bet[player] <= idle.rounds
            return player if kept else None
        return self.boxes.get(box)

    def _refusal(self, player: str, spot: Spot) -> Refused | None:
        """Why a player may put nothing on a place before the cards, whatever the stake; None where it is open."""
        cite, boxes = self._shut_out(player), self.rules.boxes
        if cite is not None:
            return Refused(N_("{player} is excluded from play."), cite=cite, player=player)
        if spot.bet == self.cloth.raised:
            return Refused(N_("{bet} is not put down before the cards."), cite=spot.cite, bet=spot.bet)
        holder = self._holder(spot.box)
        if holder not in (None, player):
            words = N_("Box {box} is {owner}'s: a player may not play another's hand.")
            return Refused(words, cite=boxes.cite, box=spot.box, owner=holder)
        if self._box_of(player) not in (None, spot.box):
            return Refused(
                N_("A player may play {number} of the places in a play, not more."), cite=boxes.cite, number=1
            )
        if spot.bet == self.cloth.tie and (player, self.cloth.main) not in self._stakes:
            words = N_("{player} has {bet} without a bet on the hand: it goes only with one.")
            return Refused(words, cite=spot.cite, player=player, bet=spot.bet)
        return None

    def _verify_place(self, player: str, spot: Spot) -> None:
        refusal = self._refusal(player, spot)
        if refusal is not None:
            raise refusal

    def _bounds(self, player: str, spot: Spot) -> Bounds:
        return self.house.bounds[spot.bet]

    def _own(self, player: str, spot: Spot) -> int:
        lying = self._stakes.get((player, spot.bet))
        return 0 if lying is None else int(lying.stake + lying.excess)

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        lying = self._stakes.get((player, spot.bet))
        if lying is not None:
            self._add(lying, stake, excess)
            return
        position = Position(player, spot.bet, spot.on, stake, spot, excess=excess)
        self._stakes[player, spot.bet] = position
        self.boxes[spot.box] = player
        self._stake(position)

    def _lift(self, position: Position) -> None:
        """A stake leaves the table."""
        del self._stakes[position.player, position.bet]
        self.standing.remove(position)
        self._keep_boxes()

    def _keep_boxes(self) -> None:
        """A box is its player's as long as a stake lies on it."""
        self.boxes = {position.spot.box: player for (player, _), position in self._stakes.items()}

    def _give_back(self, position: Position, result: str, cite: str) -> None:
        whole = position.stake + position.excess
        self._lift(position)
        self._settle(position, whole, result, whole, cite)

    def _carries_a_tie(self, position: Position) -> bool:
        """Whether a bet on the tie stands on this stake."""
        return position.bet == self.cloth.main and (position.player, self.cloth.tie) in self._stakes

    def _change_stake(self, action: Decision) -> None:
        """More or less on a stake, or nothing, as long as no card has been dealt."""
        self._must_be_open()
        self._no_details(action.details, "do", ("player", "on", "to"))
        position = self._stake_named(action)
        if action.do == "take-down":
            self._take_down(action, position)
            return
        to, more = self._new_stake(action, position)
        if more > 0:
            self._verify_place(position.player, position.spot)
            self._add(position, more)
        else:
            position.stake, position.excess = to, 0
            self._settle(position, -more, "taken-down", -more, position.spot.cite)

    def _take_down(self, action: Decision, position: Position) -> None:
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")
        if self._carries_a_tie(position):
            raise Refused(
                N_("{bet} goes only with a bet on the hand: it is taken down first."),
                cite=self.rules.bets[self.cloth.tie].cite,
                bet=self.cloth.tie,
            )
        self._give_back(position, "taken-down", position.spot.cite)

    def _stake_named(self, action: Decision) -> Position:
        mine = [position for position in self.standing if position.player == action.player]
        if not action.on:
            return self._named(action, mine, None, ())
        name = self.cloth.names.find(str(action.on[0]))
        box = self.cloth.box(name, action.on[1:])
        return self._named(action, [p for p in mine if box in (None, p.spot.box)], name, ())

    def _why_no_deal(self) -> Refused | None:
        if any(bet == self.cloth.main for _, bet in self._stakes):
            return None
        players = self.rules.players
        return Refused(N_("There is no bet to deal for."), cite=players.cite if players else self.rules.cite)

    def _call(self, action: Call) -> None:
        word = self._call_word(action)
        if word in SHOE_CALLS:
            self._shoe_call(word, action)
        elif word == LAST_HANDS:
            self._announce_last_hands(action)
        else:
            self._no_details(action.details, "call", ("call",))
            self._plain_call(word, action)

    def _plain_call(self, word: str, action: Call) -> None:
        if word == NO_MORE_BETS:
            self._close_bets()
        elif word == LAST_GAME and self.rules.closing is not None:
            if self.phase != OPEN:
                raise Refused(N_("The last game is announced before it begins."), cite=self.rules.closing.cite)
            self._announce_last(1, word)
        elif word in self.rules.calls:
            if word == NEW_CARDS and self.phase != OPEN:
                raise Refused(N_("The cards are shuffled between two plays."), cite=self.rules.calls[word].cite)
            self._say_call(word)
            if word == NEW_CARDS:
                self._shuffle()
        else:
            raise self._unknown_call(action)

    def _close_bets(self) -> None:
        if self.phase != OPEN:
            raise Refused(N_("Bets are closed already."), cite=self._cite_of_call())
        refusal = self._why_no_deal()
        if refusal is not None:
            raise refusal
        self._begin_deal()

    def _end_of_play(self) -> None:
        """The next play: cloth free, seats and session looked after, shoe ready."""
        self.phase = OPEN
        self.pase += 1
        if self.rules.idle is not None:
            self._free_seats(self.rules.idle.rounds, self.rules.idle.cite)
        self._count_last_hand()
        if self.closed is None:
            self._after_pase()
            return
        for position in list(self.standing):
            self._give_back(position, "void", self.rules.cite)
