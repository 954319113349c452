"""A table at which dice decide: each player has one stake on a place, and it lies there until a throw decides it.

What games of dice share beyond a banked table with a cloth: where stakes lie, what may be added to them or taken from
them, the calls around a throw, and the throw that does not count.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from tapete.table.actions import Call, Chance, Irregular, dice_shown
from tapete.table.banked import (
    ABOUT_A_BET,
    CLOSED,
    LAST_GAME,
    NO_MORE_BETS,
    OPEN,
    SANCTION,
    ClothRound,
    ClothRules,
    decision_word,
)
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import CHANCE, CROUPIER, Event, Line, Offer, Position
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tapete.table.actions import Bet, Decision, Place
    from tapete.table.money import Money
    from tapete.table.names import Names

Key = tuple[str, str, "Place"]


class _Cited(Protocol):
    @property
    def cite(self) -> str: ...


class ThrownRules(ClothRules, Protocol):
    """What the rules of a game of dice tell this module besides."""

    @property
    def dice(self) -> _Cited: ...
    @property
    def closing(self) -> _Cited | None: ...


class ThrownCloth(Protocol):
    """The places of the cloth, and every throw of the dice, all equally likely."""

    @property
    def names(self) -> Names: ...
    @property
    def places(self) -> Mapping[str, Mapping[Place, Any]]: ...
    @property
    def throws(self) -> tuple[Any, ...]: ...


class ThrownRound(ClothRound):
    """A sequence of throws at one table.

    A place of the cloth says in ``changes`` what its player may do to a stake that lies there.
    """

    rules: ThrownRules

    def __init__(self, game: str, rules: ThrownRules, cloth: ThrownCloth) -> None:
        super().__init__(game, rules)
        self.cloth = cloth
        self.throws: list[Any] = []
        self.last_game = False
        self._thrown_at = 0
        self._repeats = False  # a null throw is thrown again: the calls that come before a throw may be made again
        self._lying: dict[Key, Position] = {}
        self._no_more = Event("call", (("call", NO_MORE_BETS),), self._cite_of_call(), Sentence(N_("No more bets.")))

    @abstractmethod
    def _why_no_throw(self) -> Refused | None:
        """Why nobody may throw now; None when somebody may."""

    @abstractmethod
    def _carry_out(self, ruling: Any, player: str | None) -> None:
        """The effect of an irregular play that is not about one bet; the player is whoever is said to have done it."""

    def decided(self) -> tuple[Line, ...]:
        """The lines of the last throw while its result is on show: until somebody bets or decides again."""
        last = next((action for action in reversed(self.actions) if type(action) is not Call), None)
        return tuple(self.lines[self._thrown_at :]) if type(last) is Chance else ()

    def turn(self) -> tuple[str, ...]:
        """Players and croupier while bets are open; the dice as soon as somebody may throw them."""
        if self.closed is not None:
            return ()
        throwing = (CHANCE,) if self._why_no_throw() is None else ()
        return ("", CROUPIER, *throwing) if self.phase == OPEN else throwing

    def legal(self, who: str | None = None) -> tuple[Offer, ...]:
        """What may be done now, with bounds; for a player by name also what is open to that player alone."""
        if self.closed is not None:
            return ()
        offers: list[Offer] = []
        if self.phase == OPEN:
            offers += self._bet_offers(who)
            offers += self._stake_offers()
            offers += self._call_offers()
        offers += self._further_offers(who)
        if self._why_no_throw() is None:
            throws, cite = self.cloth.throws, self.rules.dice.cite
            offers.append(Offer("dice", "dice", CHANCE, outcomes=throws, weights=(1,) * len(throws), cite=cite))
        if who is not None:
            offers = [offer for offer in offers if offer.who in ("", who)]
        return tuple(offers)

    def _further_offers(self, who: str | None) -> Iterable[Offer]:
        """What a game offers besides bets, changes of stakes, calls and the throw."""
        return ()

    def _bet_offers(self, who: str | None) -> list[Offer]:
        offers = []
        for name, places in self.cloth.places.items():
            spans: dict[tuple[int, int | None], list[Place]] = {}
            for place, spot in places.items():
                span = self._room(who or "", spot)
                if span is not None:
                    spans.setdefault(span, []).append(place)
            cite = next(iter(places.values())).cite
            offers += [Offer("bet", name, "", tuple(free), *span, cite=cite) for span, free in spans.items()]
        return offers

    def _room(self, player: str, spot: Any) -> tuple[int, int | None] | None:
        """The least and the most that a player may add on a place now; nothing where nothing may be added."""
        if self._refusal(player, spot) is not None:
            return None
        bounds, own = self._bounds(player, spot), self._own(player, spot)
        least = max(math.ceil(bounds.minimum) - own, 1)
        most = None if bounds.maximum is None else math.floor(bounds.maximum) - own
        return (least, most) if most is None or most >= least else None

    def _own(self, player: str, spot: Any) -> int:
        lying = self._lying.get((player, spot.bet, spot.on))
        return 0 if lying is None else int(lying.stake + lying.excess)

    def _stake_offers(self) -> list[Offer]:
        offers = []
        for position in self.standing:
            who, spot, place = position.player, position.spot, ((position.bet, *position.on),)
            given = self._given(position)
            own = self._own(who, spot)
            if "take-down" in given:
                offers.append(Offer("do", "take-down", who, place, cite=spot.cite))
            least, most = self._least(position), self._most(position, own)
            if "lower" in given and least <= most:
                offers.append(Offer("do", "lower", who, place, least, most, cite=spot.cite))
            span = self._room(who, spot) if "raise" in given else None
            if span is not None:
                more = None if span[1] is None else own + span[1]
                offers.append(Offer("do", "raise", who, place, own + span[0], more, cite=spot.cite))
        return offers

    def _given(self, position: Position) -> frozenset[str]:
        """What the document lets a player do now to a stake that lies there."""
        changes: frozenset[str] = position.spot.changes
        return changes

    def _least(self, position: Position) -> int:
        """How far a stake may be lowered."""
        return math.ceil(self._bounds(position.player, position.spot).minimum)

    def _most(self, position: Position, own: int) -> int:
        maximum = self._bounds(position.player, position.spot).maximum
        return own - 1 if maximum is None else min(own - 1, math.floor(maximum))

    def _call_offers(self) -> list[Offer]:
        words = [word for word in self.rules.calls if word not in (NO_MORE_BETS, LAST_GAME)]
        if self._why_no_throw() is None:
            words.append(NO_MORE_BETS)
        if self.rules.closing is not None and not self.last_game:
            words.append(LAST_GAME)
        return [Offer("call", word, CROUPIER) for word in words]

    def _bet(self, action: Bet) -> None:
        spot = self._spot(action.player, action.bet, action.on)
        self._verify_open(spot.bet)
        positive(action.stake, self.rules.limits.cite)
        self._verify_place(action.player, spot)
        self._bounds(action.player, spot).check(spot.bet, self._own(action.player, spot) + action.stake)
        self._place(action.player, spot, action.stake)

    def _verify_place(self, player: str, spot: Any) -> None:
        refusal = self._refusal(player, spot)
        if refusal is not None:
            raise refusal

    def _refusal(self, player: str, spot: Any) -> Refused | None:
        """Why a player may put nothing on a place now, whatever the stake; None where it is open."""
        cite = self._shut_out(player)
        if cite is not None:
            return Refused(N_("{player} is excluded from play."), cite=cite, player=player)
        lying = self._lying.get((player, spot.bet, spot.on))
        if lying is not None and "raise" not in self._given(lying):
            return self._not_given(lying, "raise")
        return None

    def _not_given(self, position: Position, do: str) -> Refused:
        return Refused(
            N_("{bet} plays on as it lies: the document does not give the decision {do} here."),
            cite=position.spot.cite,
            bet=" ".join(map(str, (position.bet, *position.on))),
            do=term(DECISIONS, do),
        )

    def _place(self, player: str, spot: Any, stake: Money, excess: Money = 0) -> None:
        key = (player, spot.bet, spot.on)
        lying = self._lying.get(key)
        if lying is not None:
            self._add(lying, stake, excess)
            return
        position = Position(player, spot.bet, spot.on, stake, spot, excess=excess)
        self._stake(position)
        self._lying[key] = position

    def _decide(self, action: Decision) -> None:
        """What a player decides between throws, in whatever words it was written."""
        self._decide_as(replace(action, do=decision_word(action.do)))

    def _decide_as(self, action: Decision) -> None:
        """A decision by its id: more or less on a stake, or nothing."""
        if action.do in ("raise", "lower"):
            self._no_details(action.details, "do", ("player", "on", "to"))
            self._restake(action)
        elif action.do == "take-down":
            self._without_amount(action)
            self._take_down(action)
        else:
            raise self._nothing_to_decide(action)

    def _without_amount(self, action: Decision) -> None:
        self._no_details(action.details, "do", ("player", "on"))
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")

    def _position(self, action: Decision) -> Position:
        """The stake that a decision between throws is about: named by its bet, by its place, or the only one."""
        self._must_be_open()
        mine = [p for p in self.standing if p.player == action.player]
        there = [p for p in mine if p.on == self._written(action.on)] if action.on else mine
        if there or not action.on:
            return self._named(action, there, None, ())
        bet, *on = action.on
        return self._named(action, mine, *self._bet_called(str(bet), self._written(tuple(on)), mine))

    def _bet_called(self, word: str, on: Place, mine: list[Position]) -> tuple[str, Place]:
        """The bet, and its place, that a word in a decision means."""
        return self.cloth.names.find(word), on

    def _written(self, on: Place) -> Place:
        """A place as the cloth writes it."""
        return on

    def _changing(self, action: Decision) -> Position:
        """The stake that is to be changed, if the document lets its player do that now."""
        position = self._position(action)
        if action.do not in self._given(position):
            raise self._not_given(position, action.do)
        return position

    def _restake(self, action: Decision) -> None:
        position = self._changing(action)
        to, difference = self._new_stake(action, position)
        if difference > 0:
            self._verify_admitted(position.player)
            self._add(position, difference)
        else:
            self._lower(position, to, -difference)

    def _lower(self, position: Position, to: int, by: int) -> None:
        position.stake, position.excess = to, 0
        self._settle(position, by, "taken-down", by, position.spot.cite)

    def _take_down(self, action: Decision) -> None:
        position = self._changing(action)
        self._give_back(position, "taken-down", position.spot.cite)

    def _give_back(self, position: Position, result: str, cite: str) -> None:
        """Hand a stake back."""
        whole = position.stake + position.excess
        self._remove(position)
        self._settle(position, whole, result, whole, cite)

    def _remove(self, position: Position) -> None:
        del self._lying[position.player, position.bet, position.on]
        self.standing = [other for other in self.standing if other is not position]

    def _call(self, action: Call) -> None:
        word = self._call_word(action)
        self._no_details(action.details, "call", ("call",))
        null = self._null_called(word, "void-throw")
        if null is not None:
            self._irregular(null)
            return
        if self.phase != OPEN and not (self._repeats and (word == NO_MORE_BETS or word in self.rules.calls)):
            raise Refused(N_("Bets are closed already."), cite=self._cite_of_call())
        if word == NO_MORE_BETS:
            self._must_be_ready()
            self.phase, self._repeats = CLOSED, False
            self.events.append(self._no_more)
        elif word == LAST_GAME and self.rules.closing is not None:
            self._announce_last_game(self.rules.closing)
        elif word in self.rules.calls:
            self._say_call(word)
        else:
            raise self._unknown_call(action)

    def _must_be_ready(self) -> None:
        refusal = self._why_no_throw()
        if refusal is not None:
            raise refusal

    def _announce_last_game(self, closing: _Cited) -> None:
        if self.last_game:
            raise Refused(N_("The last game has been announced already."), cite=closing.cite)
        self.last_game = True
        self._say("call", Sentence(N_("Last game of the table.")), call=LAST_GAME, cite=closing.cite)

    def _close(self, cite: str) -> None:
        """The end of the last game: what is still pending goes back."""
        for position in list(self.standing):
            if self._lying.get((position.player, position.bet, position.on)) is position:
                self._give_back(position, "void", cite)
        self.closed = Sentence(N_("The last game of the table is over."))
        self._say("closed", self.closed, cite=cite)

    def _fall(self, throw: Any, outcome: Event) -> None:
        """The dice have fallen: what was still open is closed, the throw is told, and its lines begin."""
        if self.phase == OPEN:
            self.events.append(self._no_more)
        self._thrown_at, self._repeats = len(self.lines), False
        self.throws.append(throw)
        self.events.append(outcome)

    def _must_be_dice(self, action: Chance) -> None:
        if action.verb != "dice":
            raise Refused(
                N_("This game's chance is a {verb}, not a {other}."),
                cite=self.rules.dice.cite,
                verb="dice",
                other=action.verb,
            )

    def _irregular(self, action: Irregular) -> None:
        action, told = self._told(action)
        ruling = self._ruling(action)
        if ruling.effect in ABOUT_A_BET:
            self._irregular_bet(action, ruling)
            return
        if ruling.effect == SANCTION:
            told = {"player": action.player}
            self._sanction(action.player or "", ruling)
        else:
            self._carry_out(ruling, told.get("player"))
        self._say_ruling(action.irregular, ruling, **told)

    def _told_of(self, effect: str) -> tuple[str, ...]:
        return ("player", "dice")

    def _told(self, action: Irregular) -> tuple[Irregular, dict[str, Any]]:
        """A play that is about no bet, and what is told with it: who did it and what the dice showed."""
        play = self.rules.irregular.get(action.irregular)
        if play is None or play.effect in (*ABOUT_A_BET, SANCTION):
            return action, {}
        told: dict[str, Any] = {} if action.player is None else {"player": action.player}
        details = dict(action.details)
        if "dice" in details:
            told["dice"] = self._possible(details.pop("dice"))
        return replace(action, player=None, details=tuple(details.items())), told

    def _possible(self, written: Any) -> Place:
        """What some of the dice show, or a refusal that says what they can."""
        read, thrown = dice_shown(written), self.cloth.throws
        shown = self._written(read if isinstance(read, tuple) else (read,))
        faces = dict.fromkeys(face for throw in thrown for face in throw)
        if not set(shown) <= set(faces) or len(shown) > len(thrown[0]):
            raise Refused(
                N_("{number} dice are thrown, each showing one of {faces}; {value} is not such a throw."),
                cite=self.rules.dice.cite,
                number=len(thrown[0]),
                faces=list(faces),
                value=shown,
            )
        return shown

    def _after_null_throw(self, bets: str | None) -> None:
        """A throw that does not count is repeated at once where the bets stand; otherwise bets are open again."""
        stands = bets in (None, "stand") and self._why_no_throw() is None
        self.phase, self._repeats = (CLOSED, True) if stands else (OPEN, False)
