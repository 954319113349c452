"""How one browser sees its table: what it chose, what was sent to it, what it may do."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tapete.games import advice, changed, chosen_readings, game_data, replay
from tapete.table.errors import Refused, TapeteError
from tapete.table.round import CHANCE
from tapete.table.words import N_, speaking
from tapete.web import told
from tapete.web.frame import NOT_UNDERSTOOD, UNHEARD, View
from tapete.web.live import chips, dealing, decisions, felt, irregular, seats, side
from tapete.web.live.parts import house

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from tapete.house import Info, Ruling, Subscription
    from tapete.house import View as Standing
    from tapete.table.actions import Action, Place
    from tapete.table.advice import Advice
    from tapete.table.round import Offer
    from tapete.web.frame import Visit

    Doing = Callable[["LivePage", "Said"], Awaitable[None]]

Said = dict[str, Any]
"""What an element of the page says."""
_TIMES = (1, 2, 5, 10, 20, 50, 100)


class LivePage:
    """A table as one browser sees it."""

    def __init__(self, visit: Visit, info: Info, token: str | None, deals_for: str | None = None) -> None:
        self.visit, self.info, self.token = visit, info, token
        self.facts = changed(game_data(info.game), {}, chosen_readings(info.game, info.settings))
        self.now: Standing | None = None
        self.offers: tuple[Offer, ...] = ()
        self.picture = ""
        self.chip: int | None = None
        self.tool = "place"
        self.lifted: tuple[str, Place] | None = None
        self.player = deals_for or ""
        self.refusal: TapeteError | None = None
        self.rulings: tuple[Ruling, ...] | None = None
        self.ruling: str | None = None
        self.drawing = False
        self.teaches = False
        self.advice: tuple[Advice, ...] = ()
        self.advised: int | None = None
        self.throws = 0
        self._sent: str | None = None
        self._version = 0
        self.views: list[View] = []

    async def load(self) -> None:
        """Ask the house how the table stands, as this seat may see it."""
        asked = house()
        before = self.now.drawn if self.now else ()
        self.now = await asked.view(self.info.id, self.token)
        if self.now.drawn[: len(before)] != before:
            self.throws += 1
        you = self.now.you
        if you is not None and (you.role == "player" or (not self.player and you.name in self.now.accounts)):
            self.player = you.name
        self.offers = await asked.offers(self.info.id, self.token, self.player or None)
        with suppress(ModuleNotFoundError):  # a family that draws no felt yet is played by the list of its bets
            self.picture = await asked.felt(self.info.id, self.token)
        if self.chip not in self.chips():
            self.chip = self.chips()[0]

    async def follow(self, subscription: Subscription) -> None:
        """Draw the page again whenever something happened, until the browser is gone."""
        with speaking(self.visit.language):
            async for _update in subscription:
                subscription.waiting()
                with suppress(TapeteError):
                    await self.load()
                    self.show()
                    await self.advise()

    async def advise(self) -> None:
        """Work out beside the page what the decisions that wait are worth, for whoever wants to learn."""
        seq = self.now.seq if self.now else None
        if not self.teaches or seq is None or seq == self.advised:
            return
        self.advised, self.advice = seq, ()
        if any(offer.verb == "do" for offer in self.offers):
            record = await house().record(self.info.id, self.token, whole=True)
            found = await asyncio.to_thread(lambda: advice(replay(record)))
            if self.now is not None and self.now.seq == seq:
                self.advice = tuple(told for told in found if self.croupier or told.player == self.player)
        self.show()

    def show(self) -> None:
        """Draw what has changed, all at once."""
        script = self._felt_redrawn() + "".join(view.redrawn() for view in self.views)
        if script:
            self.run(script)

    def _felt_redrawn(self) -> str:
        """The felt, or what differs from the one that was sent."""
        picture = felt.alive(self.picture)
        if picture == self._sent:
            return ""
        runs = felt.change(self._sent, picture)
        before = json.dumps(self._version if self._sent is not None else None)
        self._version += 1
        self._sent = picture
        return f"tapete.picture('felt', {self._version}, {before}, {runs});"

    def forget_picture(self) -> None:
        """Have the whole felt sent next time."""
        self._sent = None

    @property
    def stands(self) -> Standing:
        """How the table stands; known since the page was loaded."""
        assert self.now is not None
        return self.now

    @property
    def acts(self) -> bool:
        """Whether this browser holds a seat that may do something."""
        return self.now is not None and self.now.you is not None and self.now.you.role != "spectator"

    @property
    def leads(self) -> bool:
        """Whether this browser deals."""
        return self.now is not None and self.now.may_lead

    @property
    def croupier(self) -> bool:
        """Whether this browser's seat is the croupier's."""
        return self.now is not None and self.now.you is not None and self.now.you.role == "croupier"

    def chips(self) -> list[int]:
        """The values of the chips at hand: the house's own, or multiples of the least bet."""
        own = self.info.settings.get("denominations")
        if own:
            return [int(value) for value in own]
        least = [int(offer.minimum) for offer in self.offers if offer.verb == "bet" and offer.minimum]
        unit = int(self.info.settings.get("minimum") or 0) or max(1, min(least, default=1))
        return [unit * times for times in _TIMES]

    async def hear(self, said: dict[str, Any]) -> None:
        """Do what an element of the page says; what is refused is told beside the felt."""
        self.refusal = None
        try:
            if said["say"] in _HEARS:
                await _HEARS[said["say"]](self, said)
        except TapeteError as refusal:
            self.refusal = refusal
        except UNHEARD:
            self.refusal = Refused(NOT_UNDERSTOOD)
        await self.load()
        self.show()
        await self.advise()

    def run(self, script: str) -> None:
        """Have the browser do something."""
        self.views[0].run(script)

    def secret(self) -> str:
        """The token of this browser's seat."""
        if self.token is None:
            raise Refused(N_("Take a seat at the table first."))
        return self.token

    async def act(self, action: Action) -> None:
        """Do something at the table."""
        await house().act(self.info.id, self.secret(), action)

    def who(self) -> str:
        """The player for whom this browser acts."""
        if not self.player:
            raise Refused(N_("Say first for whom: name a player."))
        return self.player

    def bet_words(self, bet: str, on: Place) -> str:
        """A bet by its name in the reader's language."""
        return told.bet_words(bet, self.facts["bets"], on)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While the system draws for this browser: it offers no other draw."""
        self.drawing = True
        try:
            yield
        finally:
            self.drawing = False

    def chance(self) -> Offer | None:
        """What chance can bring now."""
        return next((offer for offer in self.offers if offer.who == CHANCE), None)


async def _picture(page: LivePage, said: Said) -> None:
    """The browser does not know the picture that a change was about."""
    page.forget_picture()


_HEARS: dict[str, Doing] = {
    "picture": _picture,
    **chips.HEARS,
    **dealing.HEARS,
    **decisions.HEARS,
    **irregular.HEARS,
    **seats.HEARS,
    **side.HEARS,
}
