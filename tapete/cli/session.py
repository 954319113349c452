"""A table while it is played: the round, the promise behind its draws, and the record of it all.

Built on the round's contract alone, so every game that obeys it can be played here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.games import advice, changed, chosen_readings, game_data, table
from tapete.table.actions import Bet, Call, Decision
from tapete.table.advice import Lessons
from tapete.table.again import last_bets
from tapete.table.banked import NO_MORE_BETS
from tapete.table.chance import Generator
from tapete.table.errors import Refused
from tapete.table.names import place_shown
from tapete.table.record import Record
from tapete.table.round import CHANCE, CROUPIER
from tapete.table.terms import WHO, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tapete.table.actions import Action
    from tapete.table.advice import Advice, Lesson
    from tapete.table.round import Event, Line, Offer, Position, Round

ANYBODY = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What an action brought about: what happened, the stakes that it decided and moved, and what it taught."""

    action: Action
    events: tuple[Event, ...]
    lines: tuple[Line, ...]
    moved: tuple[Sentence, ...] = ()
    lessons: tuple[Lesson, ...] = ()


class Session:
    """A table that is being played.

    >>> from tapete.table.actions import Chance
    >>> session = Session("pv-1996/boule")
    >>> step = session.apply(Bet("ana", "rojo", (), 5))
    >>> session.apply(Chance("ball", 2)).lines[0].returned
    10
    """

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any] | None = None,
        changes: Mapping[str, Any] | None = None,
        root: Path | None = None,
        draws: bool = False,
        teaches: bool = False,
    ) -> None:
        self.game, self.settings, self.changes, self.root = game, dict(settings or {}), dict(changes or {}), root
        self.facts = changed(game_data(game, root), self.changes, chosen_readings(game, self.settings, root), root)
        self.round = self._opened()
        self.generator = Generator() if draws else None
        self.teaches = teaches
        self.lessons = Lessons()
        self._advised: tuple[int, tuple[Advice, ...]] | None = None

    def advice(self) -> tuple[Advice, ...]:
        """What each decision is worth now, at a table that teaches."""
        if not self.teaches:
            return ()
        number = len(self.round.actions)
        if self._advised is None or self._advised[0] != number:
            self._advised = number, advice(self.round)
        return self._advised[1]

    def _opened(self) -> Round:
        return table(self.game, self.settings, self.changes, self.root)

    def apply(self, action: Action) -> Step:
        """Do one thing at the table."""
        decided = len(self.round.lines)
        lay = [(position, position.on) for position in self.round.standing]
        before, number = self.advice(), len(self.round.actions)
        events = self.round.apply(action)
        moved = tuple(_moved(position) for position, on in lay if position.on != on)
        lessons = tuple(self.lessons.learn(before, action, self.advice(), number)) if self.teaches else ()
        return Step(action, tuple(events), tuple(self.round.lines[decided:]), moved, lessons)

    def offers(self, verb: str, who: str | None = None) -> list[Offer]:
        """What may be done now with a verb, by anybody or by one person."""
        return [offer for offer in self.round.legal(who) if offer.verb == verb]

    def chance(self) -> Offer | None:
        """What chance can bring now; nothing when it is not its turn."""
        return next((offer for offer in self.round.legal() if offer.who == CHANCE), None)

    def deciding(self) -> list[Offer]:
        """The choices of players without whom the round does not go on."""
        waited = [who for who in self.round.turn() if who not in (ANYBODY, CROUPIER, CHANCE)]
        return [offer for who in waited for offer in self.offers("do", who) if offer.who == who]

    @property
    def bets_open(self) -> bool:
        """Whether anybody may bet."""
        return ANYBODY in self.round.turn()

    def promise(self) -> str | None:
        """Publish the commitment of the next round, where the system draws and none stands yet."""
        if self.generator is None or self.generator.drawn is not None or not self.bets_open:
            return None
        return self.generator.promise()

    def draw(self) -> Step:
        """Have the system draw."""
        offer = self.chance()
        if self.generator is None:
            raise Refused(N_("Here the croupier keys in what chance brings."))
        if offer is None:
            raise self.why_no_draw()
        return self.apply(self.generator.draw(offer))

    def why_no_draw(self) -> Refused:
        """What the round says of a call that it does not offer, or whose turn it is."""
        try:
            if self.bets_open and all(offer.word != NO_MORE_BETS for offer in self.offers("call")):
                self.round.apply(Call(NO_MORE_BETS))
        except Refused as refusal:
            return refusal
        return Refused(N_("It is not chance's turn: {turn}."), turn=self._whose_turn())

    def _whose_turn(self) -> list[Sentence] | str:
        return [term(WHO, who) for who in self.round.turn() if who] or "-"

    def reveal(self) -> str | None:
        """Tell the seed once the round is over: when bets are open again or the table is closed."""
        if self.generator is None or not self.generator.drawn:
            return None
        return self.generator.reveal() if self.bets_open or self.round.closed is not None else None

    def undo(self) -> Action:
        """Take the last action back, as long as it is a player's and nothing has followed from it."""
        actions = list(self.round.actions)
        if not actions or not isinstance(actions[-1], (Bet, Decision)):
            raise Refused(N_("There is nothing to take back: only what a player did last can be undone."))
        last = actions.pop()
        again = self._opened()
        again.play(actions)
        self.round = again
        self.lessons.forget(len(actions))
        self._advised = None
        return last

    def last_bets(self) -> list[Bet]:
        """The bets that have been decided since somebody last bet, as they lay."""
        return last_bets(self.round)

    def record(self) -> Record:
        """The record so far, with what was promised and revealed, and what came out as the claim to verify."""
        fairness = None
        if self.generator is not None:
            if self.generator.drawn:
                self.generator.reveal()
            revealed = [entry for entry in self.generator.rounds if "seed" in entry]
            fairness = {**self.generator.as_data(), "rounds": revealed} if revealed else None
        expected = {"players": self.round.settlement().as_json()["players"]}
        return Record(self.game, self.settings, tuple(self.round.actions), fairness, expected)


def _moved(position: Position) -> Sentence:
    to = place_shown(position.on)
    return Sentence(N_("{bet} of {player} goes to {on}."), bet=position.bet, player=position.player, on=to)
