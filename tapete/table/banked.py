"""A table banked by the house: players stake on a cloth until a call closes the bets, then chance decides.

What wheels and dice share beyond the contract of a round: the call, irregular plays, and finding the stake that a
decision is about.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from tapete.table.actions import Irregular, only_fields
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import Bounds, positive
from tapete.table.round import Position, Round
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence, plain

if TYPE_CHECKING:
    from tapete.table.actions import Call, Decision, Place
    from tapete.table.money import Money

NO_MORE_BETS = "no-va-mas"
LAST_GAME = "ultima-jugada"
OPEN, CLOSED = "bets", "closed"
ABOUT_A_BET = ("late-bet", "no-bet", "over-maximum", "under-minimum")
SANCTION = "sanction"
_CALL_NAMES = {
    "ya-no-va-mas": NO_MORE_BETS,
    "no-mas-apuestas": NO_MORE_BETS,
    "ultimo-juego": LAST_GAME,
    "ultimo-juego-de-la-mesa": LAST_GAME,
    "ultimo-tirador": LAST_GAME,
    "ultima-bola": LAST_GAME,
    "ultima-lanzada": LAST_GAME,
    "separador": "carta-de-corte",
}


def call_word(written: str) -> str:
    """A call's id, whatever way it was written.

    >>> call_word("Ya no va más"), call_word("cambio de dados")
    ('no-va-mas', 'cambio-de-dados')
    """
    return _id_of(written, _CALL_NAMES)


def _id_of(written: str, names: Mapping[str, str]) -> str:
    """The id that a word has in the documents' names, or the word as ids are written; what is no word stays itself."""
    word = plain(written).replace(" ", "-") or written
    return names.get(word, word)


_DECISION_NAMES = {
    "mitad": "half",
    "prision": "prison",
    "aumentar": "raise",
    "subir": "raise",
    "disminuir": "lower",
    "reducir": "lower",
    "rebajar": "lower",
    "bajar": "lower",
    "retirar": "take-down",
    "activar": "turn-on",
    "rehusar": "refuse",
    "abandonar": "leave",
    "marcharse": "leave",
    "elegir-dados": "choose-dice",
}


def decision_word(written: str) -> str:
    """A decision's id, whatever way it was written.

    >>> decision_word("Prisión"), decision_word("take down"), decision_word("Retirar")
    ('prison', 'take-down', 'take-down')
    """
    return _id_of(written, _DECISION_NAMES)


class _Cited(Protocol):
    @property
    def cite(self) -> str: ...


class _Words(Protocol):
    @property
    def es(self) -> str: ...
    @property
    def en(self) -> str: ...


class _Said(_Cited, Protocol):
    @property
    def text(self) -> _Words: ...


class _Ruling(_Cited, Protocol):
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def ruling(self) -> _Words: ...
    @property
    def effect(self) -> str: ...
    @property
    def bets(self) -> str | None: ...


class BankedRules(Protocol):
    """What the rules of a banked game tell this module."""

    @property
    def cite(self) -> str: ...
    @property
    def calls(self) -> Mapping[str, _Said]: ...
    @property
    def irregular(self) -> Mapping[str, _Ruling]: ...


class ClothRules(BankedRules, Protocol):
    """What the rules of a game with a cloth tell this module besides."""

    @property
    def limits(self) -> _Cited: ...


class BankedRound(Round):
    """A round at a banked table.

    ``phase`` is ``bets`` while bets may be made and ``closed`` after the call; ``pase`` counts the plays from 1.
    """

    def __init__(self, game: str, rules: BankedRules) -> None:
        super().__init__(game)
        self.rules = rules
        self.phase = OPEN
        self.pase = 1
        self._warned: set[str] = set()
        self._excluded: dict[str, tuple[int, str]] = {}
        self._last_bet: dict[str, int] = {}

    def colours(self) -> dict[str, str]:
        """Each player's colour in pictures of this table."""
        from tapete.table.svg import player_colours

        return player_colours(self.accounts)

    def _call_word(self, action: Call) -> str:
        return call_word(action.call)

    def _unknown_call(self, action: Call) -> Refused:
        return Refused(
            N_("There is no call {call} in this game; there are: {known}."),
            cite=self.rules.cite,
            call=action.call,
            known=list(dict.fromkeys((NO_MORE_BETS, LAST_GAME, *self._further_calls(), *self.rules.calls))),
        )

    def _further_calls(self) -> tuple[str, ...]:
        """Calls that a family knows besides those of the document's words; none, unless it says so."""
        return ()

    def _cite_of_call(self) -> str:
        call = self.rules.calls.get(NO_MORE_BETS)
        return call.cite if call else self.rules.cite

    def _say_new_limits(self, minimum: Money | None, maximum: Money | None, cite: str | None) -> None:
        said = Sentence(
            N_("The new limits apply: minimum {minimum}, maximum {maximum}."),
            minimum="-" if minimum is None else minimum,
            maximum="-" if maximum is None else maximum,
        )
        self._say("limits-changed", said, cite=cite, minimum=minimum, maximum=maximum)

    def _say_call(self, word: str) -> None:
        """A call that the document names."""
        call = self.rules.calls[word]
        text = {"es": call.text.es, "en": call.text.en}
        self._say("call", Sentence(N_("{text}"), text=text), call=word, cite=call.cite)

    def _must_be_open(self) -> None:
        if self.phase != OPEN:
            raise Refused(
                N_("After the call no bet may be added, withdrawn, raised or lowered."), cite=self._cite_of_call()
            )

    def _verify_open(self, bet: str) -> None:
        if self.phase != OPEN:
            raise Refused(
                N_("Bets are closed: after the call no bet is accepted on {bet}."), cite=self._cite_of_call(), bet=bet
            )

    def _named(self, action: Decision, mine: list[Position], name: str | None, on: Place) -> Position:
        """The one of a player's stakes that a decision names; of two on the same place, the one that came first."""
        if name is not None:
            mine = [p for p in mine if p.bet == name and (not on or p.on == on)]
        if not mine:
            raise Refused(
                N_("{player} has no such bet to {do}."),
                cite=self.rules.cite,
                player=action.player,
                do=term(DECISIONS, action.do),
            )
        if any((p.bet, p.on) != (mine[0].bet, mine[0].on) for p in mine):
            raise Refused(
                N_("{player} has several bets; say which one in the field on: {bets}."),
                cite=self.rules.cite,
                player=action.player,
                bets=[" ".join(map(str, (p.bet, *p.on))) for p in mine],
            )
        return mine[0]

    def _nothing_to_decide(self, action: Decision) -> Refused:
        return Refused(
            N_("{player} has nothing to decide with {do} here."),
            cite=self.rules.cite,
            player=action.player,
            do=term(DECISIONS, action.do),
        )

    def _by_id(self, action: Irregular) -> Irregular:
        """By any of its names; several plays of one name are one where they are ruled alike, as every null spin is."""
        plays, written = self.rules.irregular, plain(action.irregular)
        if action.irregular in plays:
            return action
        found = [name for name in plays if plain(name) == written] or [
            name for name, play in plays.items() if written in map(plain, play.names)
        ]
        if not found:
            return action
        if len({(plays[name].effect, plays[name].bets) for name in found}) > 1:
            raise Refused(
                N_("{name} is what several irregular plays are called; write one of: {known}."),
                cite=plays[found[0]].cite,
                name=action.irregular,
                known=found,
            )
        return replace(action, irregular=found[0])

    def _null_called(self, word: str, effect: str) -> Irregular | None:
        """The null play that a call declares: written as a call or as an irregular play, it is the same."""
        for name, play in self.rules.irregular.items():
            if play.effect == effect and plain(word) in map(plain, play.names):
                return Irregular(name)
        return None

    def _ruling(self, action: Irregular) -> _Ruling:
        """The ruling of an irregular play; the fields of the action must be those that its effect needs."""
        ruling = self.rules.irregular.get(action.irregular)
        if ruling is None:
            raise Refused(
                N_("There is no irregular play {name} in this game; there are: {known}."),
                cite=self.rules.cite,
                name=action.irregular,
                known=list(self.rules.irregular),
            )
        stray = action.bet or action.on or action.stake is not None
        if ruling.effect in ABOUT_A_BET:
            if action.player is None or action.bet is None or action.stake is None:
                raise BadRecord(
                    N_("The irregular play {name} needs the fields player, bet and stake."), name=action.irregular
                )
        elif ruling.effect == SANCTION:
            if action.player is None or stray:
                raise BadRecord(N_("The irregular play {name} takes the field player."), name=action.irregular)
        elif action.player or stray:
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=action.irregular)
        self._no_details(action.details, "irregular", self._fields_of(ruling.effect))
        return ruling

    def _fields_of(self, effect: str) -> tuple[str, ...]:
        """What may be written of an irregular play with such an effect."""
        if effect in ABOUT_A_BET:
            return ("player", "bet", "on", "stake")
        return ("player",) if effect == SANCTION else self._told_of(effect)

    def _told_of(self, effect: str) -> tuple[str, ...]:
        """What may be told with a play that is about no bet; a family says what."""
        return ()

    def _shut_out(self, player: str) -> str | None:
        """The section by which a player may not bet any more; None for everybody else."""
        since, cite = self._excluded.get(player, (0, ""))
        return cite if cite and self.pase >= since else None

    def _verify_admitted(self, player: str) -> None:
        cite = self._shut_out(player)
        if cite is not None:
            raise Refused(N_("{player} is excluded from play."), cite=cite, player=player)

    def _sanction(self, player: str, ruling: _Ruling) -> None:
        """A player's fault: a warning; repeated, exclusion from the next play on, this one being played out."""
        if player in self._excluded:
            raise Refused(N_("{player} is excluded from play."), cite=ruling.cite, player=player)
        if player in self._warned:
            self._excluded[player] = (self.pase + 1, ruling.cite)
            said = Sentence(N_("{player} repeats the fault and is excluded from the next play on."), player=player)
            self._say("excluded", said, cite=ruling.cite, player=player)
        else:
            self._warned.add(player)
            self._say("warned", Sentence(N_("{player} is warned."), player=player), cite=ruling.cite, player=player)

    def _free_seats(self, most: int, cite: str) -> None:
        """Say, once a play is over, whose place may be claimed: more than so many plays without a bet."""
        for player, last in self._last_bet.items():
            if self.pase - 1 - last == most + 1:
                self._say(
                    "seat-free",
                    Sentence(
                        N_("{player} has not played for more than {most} rounds: the place may be claimed."),
                        player=player,
                        most=most,
                    ),
                    cite=cite,
                    player=player,
                )

    def _no_details(self, details: tuple[tuple[str, Any], ...], verb: str, known: tuple[str, ...]) -> None:
        """Refuse the fields of an action that nobody knows here."""
        only_fields((name for name, _ in details), verb, known)

    def _say_ruling(self, name: str, ruling: _Ruling, **data: Any) -> None:
        self._say(
            "irregular",
            Sentence(N_("{ruling}"), ruling={"es": ruling.ruling.es, "en": ruling.ruling.en}),
            cite=ruling.cite,
            irregular=name,
            effect=ruling.effect,
            **data,
        )


class ClothRound(BankedRound):
    """A round in which bets are put on the places of a cloth and lie there as stakes, one a player and place."""

    rules: ClothRules

    @abstractmethod
    def _spot(self, player: str, bet: str, on: Place) -> Any:
        """The place on which a player puts a bet, or a refusal."""

    @abstractmethod
    def _bounds(self, player: str, spot: Any) -> Bounds:
        """What may lie on a place."""

    @abstractmethod
    def _own(self, player: str, spot: Any) -> int:
        """What a player has on a place."""

    @abstractmethod
    def _place(self, player: str, spot: Any, stake: Money, excess: Money = 0) -> None:
        """Put a stake on a place."""

    def _verify_place(self, player: str, spot: Any) -> None:
        """Refuse a player, or a place, that may have no bet now, whatever the stake."""
        self._verify_admitted(player)

    def _new_stake(self, action: Decision, position: Position) -> tuple[int, int]:
        """What a stake is raised or lowered to, and by how much; a refusal where that is no change or no stake."""
        if action.to is None:
            raise BadRecord(
                N_("To {do} a bet, give its new whole stake in the field to."), do=term(DECISIONS, action.do)
            )
        positive(action.to, self.rules.limits.cite)
        own = self._own(position.player, position.spot)
        difference = action.to - own
        if (action.do == "raise") != (difference > 0) or not difference:
            raise Refused(
                N_("The stake on {bet} is {stake}: to {do} it to {to} is not possible."),
                cite=self.rules.limits.cite,
                bet=position.bet,
                stake=own,
                do=term(DECISIONS, action.do),
                to=action.to,
            )
        self._bounds(position.player, position.spot).check(position.bet, action.to)
        return action.to, difference

    def _irregular_bet(self, action: Irregular, ruling: _Ruling) -> None:
        """A bet that is late, no bet at all, or outside the limits without anybody noticing."""
        player, stake = action.player or "", action.stake or 0
        spot = self._spot(player, action.bet or "", action.on)
        positive(stake, self.rules.limits.cite)
        if ruling.effect == "late-bet":
            self._late_bet(player, spot, stake, ruling)
        elif ruling.effect != "no-bet":
            self._unnoticed(player, spot, stake, ruling)
        self._say_ruling(action.irregular, ruling, player=player, bet=spot.bet, stake=stake)

    def _late_bet(self, player: str, spot: Any, stake: int, ruling: _Ruling) -> None:
        if self.phase == OPEN:
            raise Refused(N_("Bets are still open: this bet is not late."), cite=ruling.cite)
        position = Position(player, spot.bet, spot.on, stake, spot)
        self._stake(position)
        self.standing.pop()
        self._settle(position, stake, "void", stake, ruling.cite)

    def _unnoticed(self, player: str, spot: Any, stake: int, ruling: _Ruling) -> None:
        """A bet outside the limits that nobody noticed: it plays as the ruling says."""
        if self.phase != OPEN:
            raise Refused(
                N_("Bets are closed: a bet outside the limits is written where it was placed, before the call."),
                cite=ruling.cite,
            )
        self._verify_place(player, spot)
        bounds, own = self._bounds(player, spot), self._own(player, spot)
        if ruling.effect == "under-minimum":
            if own + stake >= bounds.minimum:
                raise Refused(N_("A stake of {stake} is not below the minimum."), cite=ruling.cite, stake=own + stake)
            self._place(player, spot, stake)
            return
        if bounds.maximum is None or own + stake <= bounds.maximum:
            raise Refused(N_("A stake of {stake} is not above the maximum."), cite=ruling.cite, stake=own + stake)
        plays = max(bounds.maximum - own, 0)
        self._place(player, spot, plays, excess=stake - plays)

    def _cited(self, cite: str, position: Position) -> str:
        """The section of a result, and that of the limits where part of the stake was above them."""
        return f"{cite}, {self.rules.limits.cite}" if position.excess else cite
