"""A live table: take a seat, play and deal from any browser, or look on.

The page knows no game. Spots come from the felt, buttons from what the round offers, rulings from the document; what
happens reaches every browser in the order of the table's journal.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import contextmanager, suppress
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nicegui import app, background_tasks, ui
from starlette.requests import Request

from tapete.games import advice, changed, chosen_readings, family, game_data, replay
from tapete.house import NoTable
from tapete.house.replay import rulings
from tapete.table.actions import Bet, Call, Chance, Decision, Irregular, read_action
from tapete.table.errors import Refused, TapeteError
from tapete.table.money import shown
from tapete.table.round import CHANCE, CROUPIER
from tapete.table.svg import contrast, player_colours
from tapete.table.terms import DECISIONS, STATES, term
from tapete.table.words import N_, Sentence, speaking, text
from tapete.table.words import translate as _
from tapete.web import keypad, told
from tapete.web.frame import (
    NOT_UNDERSTOOD,
    UNHEARD,
    View,
    absence,
    address,
    alert,
    cite,
    frame,
    link,
    markup,
    name_of,
    visit_of,
)
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.house import House, Info, Ruling, Subscription
    from tapete.house import View as Standing
    from tapete.table.actions import Action, Place
    from tapete.table.advice import Advice
    from tapete.table.round import Offer, Position
    from tapete.web.frame import Visit

_FACES = ("#f1ede2", "#b5212d", "#2263b8", "#0f7d4e", "#1c1c20", "#74409c", "#dd7a1c")
_TIMES = (1, 2, 5, 10, 20, 50, 100)
_KEYS = "qweasfghjk"
_TOOLS = {"place": N_("Place chips"), "take": N_("Take back"), "move": N_("Move")}
_TOOL_KEYS = {"place": "p", "take": "t", "move": "m"}
_CALL_KEYS = {"no-va-mas": "n"}
_CHANGES = ("take-down", "lower", "raise")
_BREATH = 0.45
_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_WIDE = 2


def house() -> House:
    """The house that this process serves."""
    found: House = app.state.house
    return found


def place_of(written: str) -> Place:
    """The place of a spot as the picture holds it.

    >>> place_of("0,00,2"), place_of("")
    ((0, '00', 2), ())
    """
    items = written.split(",") if written else []
    return tuple(int(item) if item.isdigit() and str(int(item)) == item else item for item in items)


@lru_cache(maxsize=32)
def alive(picture: str) -> str:
    """The felt with spots that a keyboard reaches and a screen reader tells."""
    reachable = picture.replace('class="spot"', 'class="spot" role="button" tabindex="-1"')
    return reachable.replace('role="img"', 'role="group"', 1)


@lru_cache(maxsize=64)
def change(before: str | None, after: str) -> str:
    """How one picture becomes the next: runs of lines that stay, by number, and the lines that come.

    >>> change("a\\nb\\nc", "a\\nx\\nc")
    '[[0, 1], "x", [2, 3]]'
    """
    lines = after.split("\n")
    if before is None:
        return json.dumps(lines)
    old = before.split("\n")
    runs: list[Any] = []
    for kind, start, end, first, last in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
        runs += [[start, end]] if kind == "equal" else lines[first:last]
    return json.dumps(runs)


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
        self._advised: int | None = None
        self._throws = 0
        self._sent: str | None = None
        self._version = 0
        self.views: list[View] = []

    async def load(self) -> None:
        """Ask the house how the table stands, as this seat may see it."""
        asked = house()
        before = self.now.drawn if self.now else ()
        self.now = await asked.view(self.info.id, self.token)
        if self.now.drawn[: len(before)] != before:
            self._throws += 1
        you = self.now.you
        if you is not None and not self.player and (you.role == "player" or you.name in self.now.accounts):
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
        if not self.teaches or seq is None or seq == self._advised:
            return
        self._advised, self.advice = seq, ()
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
            self._run(script)

    def _felt_redrawn(self) -> str:
        """The felt, or what differs from the one that was sent."""
        picture = alive(self.picture)
        if picture == self._sent:
            return ""
        runs = change(self._sent, picture)
        before = json.dumps(self._version if self._sent is not None else None)
        self._version += 1
        self._sent = picture
        return f"tapete.picture('felt', {self._version}, {before}, {runs});"

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
            await self._do(said)
        except TapeteError as refusal:
            self.refusal = refusal
        except UNHEARD:
            self.refusal = Refused(NOT_UNDERSTOOD)
        await self.load()
        self.show()
        await self.advise()

    async def _do(self, said: dict[str, Any]) -> None:
        what = said["say"]
        if what == "spot":
            await self._spot(said["bet"], place_of(said["on"]), said["how"])
        elif what == "move":
            await self._move((said["bet"], place_of(said["on"])), (said["bet_to"], place_of(said["on_to"])))
        elif what == "picture":
            self._sent = None
        elif what == "chip":
            self.chip = int(said["value"])
        elif what == "tool":
            self.tool, self.lifted = said["name"], None
        elif what == "player":
            self.player = str(said["fields"]["name"] if "fields" in said else said["value"]).strip()
        elif what == "undo":
            await house().undo(self.info.id, self._secret())
        elif what == "again":
            await self._again()
        elif what == "teach":
            self.teaches, self._advised, self.advice = not self.teaches, None, ()
        elif what == "lay":
            bet, _bar, on = str(said["fields"]["spot"]).partition("|")
            await self._spot(bet, place_of(on), "place")
        elif what == "call":
            await self._act(Call(said["name"]))
        elif what == "draw" and not self.drawing:
            with self._busy():
                await self._draw()
        elif what == "key":
            await self._key_in(said)
        elif what == "decide":
            await self._decide(said)
        elif what in ("irregular", "ruling", "dismiss", "apply"):
            await self._irregular(what, said)
        elif what == "join":
            await self._join(said["fields"])
        elif what == "leave":
            await house().leave(self.info.id, self._secret())
            self._run(f"tapete.leave({json.dumps(self.info.id)})")
        elif what == "close":
            await house().close_table(self.info.id, self._secret())
        elif what == "record":
            record = await house().record(self.info.id, self.token)
            self._run(f"tapete.save({json.dumps(f'{self.info.id}.yaml')}, {json.dumps(record.as_text())})")

    def _run(self, script: str) -> None:
        self.views[0].run(script)

    def _secret(self) -> str:
        if self.token is None:
            raise Refused(N_("Take a seat at the table first."))
        return self.token

    async def _act(self, action: Action) -> None:
        await house().act(self.info.id, self._secret(), action)

    def _who(self) -> str:
        if not self.player:
            raise Refused(N_("Say first for whom: name a player."))
        return self.player

    async def _spot(self, bet: str, on: Place, how: str) -> None:
        tool = "take" if how == "take" else self.tool
        if tool == "take":
            await self._take(bet, on)
        elif tool == "move" and self.lifted is None:
            self._position(bet, on)
            self.lifted = bet, on
        elif tool == "move" and self.lifted is not None:
            source, self.lifted = self.lifted, None
            await self._move(source, (bet, on))
        else:
            await self._act(Bet(self._who(), bet, on, self.chip or 1))

    def _position(self, bet: str, on: Place) -> Position:
        standing = self.now.standing if self.now else ()
        found = [p for p in standing if p.player == self._who() and p.bet == bet and p.on == on]
        if not found:
            raise Refused(N_("{player} has nothing on {spot}."), player=self._who(), spot=self._bet_words(bet, on))
        return found[-1]

    def _bet_words(self, bet: str, on: Place) -> str:
        return told.bet_words(bet, self.facts["bets"], on)

    async def _take(self, bet: str, on: Place) -> None:
        """A chip back from a spot; the last one takes the bet down."""
        position = self._position(bet, on)
        left = int(position.stake) - (self.chip or 1)
        lower = next((o for o in self.offers if o.word == "lower" and (bet, *on) in o.places), None)
        if lower is not None and lower.minimum is not None and left >= lower.minimum:
            await self._act(Decision(self._who(), "lower", (bet, *on), left))
        else:
            await self._act(Decision(self._who(), "take-down", (bet, *on)))

    async def _move(self, source: tuple[str, Place], target: tuple[str, Place]) -> None:
        """All of a bet to another spot; where the table refuses it there, it stays where it was."""
        position = self._position(*source)
        stake = int(position.stake + position.excess)
        await self._act(Decision(self._who(), "take-down", (source[0], *source[1])))
        try:
            await self._act(Bet(self._who(), *target, stake))
        except TapeteError:
            await self._act(Bet(self._who(), *source, stake))
            raise

    async def _again(self) -> None:
        bets = await house().again(self.info.id, self._secret())
        mine = [bet for bet in bets if not self.player or bet.player == self.player]
        if not mine:
            raise Refused(N_("No round has been played yet."))
        for bet in mine:
            await self._act(bet)

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """While the system draws for this browser: it offers no other draw."""
        self.drawing = True
        try:
            yield
        finally:
            self.drawing = False

    async def _draw(self) -> None:
        """Have the system draw, and go on as long as nobody but chance has a say."""
        if self.now is not None and "" in self.now.turn and CHANCE not in self.now.turn:
            await self._act(Call("no-va-mas"))  # refused, the round itself says what is still missing
        while (await house().draw(self.info.id, self._secret())).turn == (CHANCE,):
            await asyncio.sleep(_BREATH)

    async def _key_in(self, said: dict[str, Any]) -> None:
        offer = self._chance()
        if offer is None:
            raise Refused(N_("It is not chance's turn."))
        if "fields" in said:
            value: Any = tuple(keypad.as_outcome(said["fields"][f"n{n}"], offer, n) for n in range(len(said["fields"])))
        else:
            value = next((o for o in offer.outcomes if str(o) == said["value"]), said["value"])
        await self._act(Chance(offer.verb, value))

    def _chance(self) -> Offer | None:
        return next((offer for offer in self.offers if offer.who == CHANCE), None)

    async def _decide(self, said: dict[str, Any]) -> None:
        fields = said.get("fields") or {}
        number, which = int(said["offer"]), int(fields.get("place", said.get("place", 0)))
        offer = self.offers[number] if number < len(self.offers) else None
        if offer is None or offer.word != said["word"] or which >= len(offer.places):
            raise Refused(N_("The table has gone on meanwhile; choose again."))
        to = whole(fields["to"]) if fields.get("to") else None
        with self._busy():
            await self._act(Decision(offer.who or self._who(), offer.word, offer.places[which], to))
            await self.load()
            if self.now is not None and self.now.may_draw and self.now.turn == (CHANCE,):
                await self._draw()

    async def _irregular(self, what: str, said: dict[str, Any]) -> None:
        if what == "irregular":
            record = await house().record(self.info.id, self.token, whole=True)
            self.rulings, self.ruling = await asyncio.to_thread(rulings, record), None
        elif what == "ruling":
            self.ruling = said["name"]
        elif what == "apply":
            await self._act(_irregular_action(said["name"], said["fields"]))
            self.rulings = self.ruling = None
        else:
            self.rulings = self.ruling = None

    async def _join(self, fields: dict[str, Any]) -> None:
        role = fields["role"]
        ticket = await house().join(self.info.id, fields["name"], "croupier" if role == "both" else role)
        where = address(f"/tables/{self.info.id}", player=ticket.name if role == "both" else None)
        self._run(f"tapete.seat({json.dumps(self.info.id)}, {json.dumps(ticket.token)}, {json.dumps(where)})")

    def draw_state(self) -> Html:
        """Whose turn it is, and what chance brought last."""
        now = self.now
        assert now is not None
        drawn = [action for action in now.drawn if isinstance(action, Chance)]
        shown_drawn = (
            told.drawn(action, self.facts, f"drawn-{self._throws}-{n}") for n, action in enumerate(drawn[-8:])
        )
        words = str(now.closed) if now.closed is not None else _turn_words(now.turn)
        return h(
            "div",
            h("strong", words, role="status"),
            h("span", shown_drawn, class_="drawn"),
            class_="state",
            data_seq=now.seq,
            aria_busy=str(self.drawing).lower(),
        )

    def draw_bench(self) -> Html:
        """Chips, tools and every legal decision."""
        refusal = alert(self.refusal, self.info.game)
        if not self.acts or (self.now is not None and self.now.closed is not None):
            return joined([refusal, self._join_form()])
        return joined(
            [
                h("div", refusal, data_key="refusal"),
                self._decisions(),
                self._worths(),
                h("div", self._chip_row(), self._draw_button(), class_="bench", data_key="chips"),
                self._keys(),
                h("div", self._tools(), class_="bench", data_key="tools"),
                h("div", self._leading(), class_="bench", data_key="leading"),
                self._by_name(),
                _help(),
            ]
        )

    def _chip_row(self) -> Html:
        chips = (
            h(
                "label",
                h(
                    "input",
                    type="radio",
                    name="chip",
                    value=value,
                    checked=value == self.chip,
                    data_say="chip",
                    data_key_press=n + 1,
                    aria_label=_("Chip of {value}").format(value=value),
                ),
                h("span", value, style=f"--face:{face};--face-ink:{contrast(face)}"),
                title=f"{n + 1}",
            )
            for n, (value, face) in enumerate(zip(self.chips(), _FACES * 2, strict=False))
        )
        return h("div", chips, class_="chips", role="radiogroup", aria_label=_("Chips"))

    def _by_name(self) -> Html | None:
        """A bet chosen from a list: for those who do not point, and where a felt has no spot for it."""
        groups = [
            h(
                "optgroup",
                (
                    h("option", self._bet_words(offer.word, on), value=f"{offer.word}|{','.join(map(str, on))}")
                    for on in offer.places
                ),
                label=self._bet_words(offer.word, ()),
            )
            for offer in self.offers
            if offer.verb == "bet"
        ]
        if not groups:
            return None
        choose = h("select", groups, name="spot", aria_label=_("Bet"), data_key_press="b")
        form = (h("span", _("By name"), class_="quiet note"), choose, h("button", _("Bet"), class_="button small"))
        return h("form", form, data_say="lay", class_="row byname", data_key="byname")

    def _tools(self) -> Html:
        tools = (
            h(
                "button",
                _(words),
                " ",
                h("kbd", _TOOL_KEYS[name]),
                class_="button small",
                data_say="tool",
                data_name=name,
                data_key_press=_TOOL_KEYS[name],
                aria_pressed=str(name == self.tool).lower(),
            )
            for name, words in _TOOLS.items()
        )
        lifted = None
        if self.lifted is not None:
            words = _("Moving {spot}: choose where to").format(spot=self._bet_words(*self.lifted))
            lifted = h("span", words, class_="quiet note", role="status")
        return h(
            "div",
            tools,
            _button(_("Undo"), "undo", "u"),
            _button(_("Repeat bets"), "again", "r"),
            self._teach_button(),
            lifted,
            class_="row",
        )

    def _teach_button(self) -> Html | None:
        """The school's switch, where the game leaves something to decide that can be worked out."""
        if not hasattr(family(self.facts["family"]), "advice"):
            return None
        return _button(_("Advice"), "teach", "c", pressed=self.teaches)

    def _worths(self) -> Html | None:
        """What each decision that waits brings on average, the best first."""
        seq = self.now.seq if self.now else None
        if not self.advice or seq != self._advised:
            return None
        return h("div", map(self._worth, self.advice), class_="advice", role="status", data_key="advice")

    def _worth(self, advised: Advice) -> Html:
        about = " ".join(map(told.card_words, advised.about.split()))
        words = _("{player}, {about}: what each decision brings on average, in chips").format(
            player=advised.player, about=about
        )
        options = (
            h(
                "li",
                f"{str(term(DECISIONS, option.word)).capitalize()} {option.worth:+.2f}",
                class_="best" if option is advised.best else None,
            )
            for option in advised.options
        )
        return h("div", h("p", words), h("ul", options))

    def _leading(self) -> Html:
        """What whoever deals may do: call, apply a ruling; for whom the croupier acts."""
        calls = [offer for offer in self.offers if offer.verb == "call"]
        buttons = [
            _button(
                told.call_words(offer.word),
                "call",
                _CALL_KEYS.get(offer.word),
                name=offer.word,
                title=self._call_title(offer),
            )
            for offer in calls
        ]
        irregular = _button(_("Irregular play"), "irregular", "i", warn=True)
        return joined([buttons, irregular, self._acting_for() if self.croupier else None])

    def _call_title(self, offer: Offer) -> str:
        """What a call is for, and where that is written."""
        facts = (self.facts.get("calls") or {}).get(offer.word) or {}
        return " § ".join(filter(None, (text(facts.get("text")), offer.cite)))

    def _draw_button(self) -> Html | None:
        """The draw, beside the chips: it is what follows them, once there is something to draw for."""
        now = self.now
        if now is None or not (self.info.system_draws and now.may_lead) or not {"", CHANCE, CROUPIER} & {*now.turn}:
            return None
        ready = now.may_draw or bool(now.standing)
        return _button(_("Draw"), "draw", "d", main=ready, disabled=self.drawing)

    def _acting_for(self) -> Html:
        assert self.now is not None
        names = dict.fromkeys(
            [self.player, *self.now.accounts, *(seat.name for seat in self.now.seats if seat.role == "player")]
        )
        nobody = None if self.player else h("option", "–", value="", selected=True)
        options = (nobody, *(h("option", name, selected=name == self.player) for name in names if name))
        new = h("input", type="text", name="name", placeholder=_("another player"), aria_label=_("another player"))
        chooser = h("select", options, data_say="player", aria_label=_("Acting for"), style="width:auto")
        form = h("form", new, h("button", "+", class_="button", aria_label=_("Add")), data_say="player", class_="row")
        return h("div", h("span", _("Acting for"), class_="quiet note"), chooser, form, class_="row acting")

    def _decisions(self) -> Html | None:
        """Every decision that waits, each a button; those that change a bet stand beside it."""
        offered = [
            (n, offer) for n, offer in enumerate(self.offers) if offer.verb == "do" and offer.word not in _CHANGES
        ]
        if not offered:
            return None
        keys = iter(_KEYS)
        shown_offers = [self._decision(n, offer, next(keys, None)) for n, offer in offered]
        return h("div", shown_offers, class_="choices", role="group", aria_label=_("Decisions"), data_key="decisions")

    def _decision(self, number: int, offer: Offer, key: str | None) -> Html:
        words = str(term(DECISIONS, offer.word)).capitalize()
        waits = self.now is not None and offer.who in self.now.turn
        who = f"{offer.who}: " if offer.who and offer.who != self.player else ""
        if len(offer.places) == 1 and offer.minimum is None:
            about = self._about(offer.places[0])
            label = f"{who}{words} {about}".rstrip()
            return _button(label, "decide", key, main=waits, offer=number, word=offer.word, place=0, title=offer.cite)
        return self._decision_form(number, offer, key, who, "main" if waits else "small")

    def _decision_form(self, number: int, offer: Offer, key: str | None, who: str, kind: str) -> Html:
        """A decision that has a place or an amount to choose."""
        words = str(term(DECISIONS, offer.word)).capitalize()
        places = (
            h("option", self._about(on) or "-", value=n) for n, on in enumerate(offer.places) if len(offer.places) > 1
        )
        choose = (
            h("select", places, name="place", aria_label=words, style="width:auto") if len(offer.places) > 1 else None
        )
        amount = None
        if offer.minimum is not None:
            usual = offer.minimum if offer.maximum is None else max(offer.minimum, int(offer.maximum))
            amount = h(
                "input",
                type="number",
                name="to",
                value=shown(usual),
                min=shown(offer.minimum),
                max=None if offer.maximum is None else shown(offer.maximum),
                aria_label=_("Stake"),
                style="width:6rem",
            )
        if len(offer.places) == 1:
            words = f"{words} {self._about(offer.places[0])}".rstrip()
        press = h("button", who + words, _key(key), class_=f"button {kind}", data_key_press=key, title=offer.cite)
        form = (choose, amount, press)
        return h(
            "form",
            form,
            data_say="decide",
            data_offer=number,
            data_word=offer.word,
            class_="row",
            data_key=f"do-{offer.word}-{number}",
        )

    def _about(self, on: Place) -> str:
        """What a decision is about: a bet and its place, or the place alone."""
        if on and str(on[0]) in self.facts["bets"]:
            return self._bet_words(str(on[0]), on[1:])
        return told.place(on)

    def _keys(self) -> Html | None:
        """Where the croupier keys in what chance brought."""
        offer = self._chance()
        if offer is None or not offer.outcomes:
            return None
        head = h("h2", _("Key in what came: {what}").format(what=told.verb_words(offer.verb)))
        return h(
            "section",
            head,
            keypad.keypad(offer, self.facts),
            class_="sheet",
            style="margin-top:1rem",
            data_key="keypad",
        )

    def _join_form(self) -> Html | None:
        now = self.now
        if now is None or now.closed is not None:
            return None
        dealt = any(seat.role == "croupier" for seat in now.seats)
        roles = {"player": _("Play")}
        if not dealt:
            roles |= {"both": _("Play and deal"), "croupier": _("Deal")}
        options = (h("option", words, value=role) for role, words in roles.items())
        return h(
            "form",
            h("label", h("span", _("Your name")), h("input", type="text", name="name", required=True), class_="field"),
            h("label", h("span", _("Seat")), h("select", options, name="role"), class_="field"),
            h("button", _("Take a seat"), class_="button main"),
            data_say="join",
            class_="sheet bench",
            style="align-items:end",
        )

    def draw_side(self) -> Html:
        """People, bets, settlement, what happened, the promise and the record."""
        now = self.now
        assert now is not None
        lines = told.lines(now.lines, now.accounts, self.facts, self.info.game) if now.lines else None
        nobody = h("p", _("Nobody has bet yet."), class_="quiet note")
        return joined(
            [
                _panel(_("How everybody stands"), told.people(now.accounts, now.standing) if now.accounts else nobody),
                _panel(_("Bets on the table"), self._standing()) if now.standing else None,
                _panel(_("Settlement"), lines) if lines else None,
                _panel(_("What happened"), told.events(now.events, self.info.game)) if now.events else None,
                _panel(_("Fairness"), self._fairness()) if self.info.system_draws else None,
                _panel(_("Record"), self._record()),
            ]
        )

    def _standing(self) -> Html:
        assert self.now is not None
        colours = player_colours(self.now.accounts)
        return h("ul", (self._standing_row(p, colours) for p in self.now.standing), class_="people standing")

    def _standing_row(self, position: Position, colours: dict[str, str]) -> Html:
        about = (position.bet, *position.on)
        changes = [
            _button(
                str(term(DECISIONS, offer.word)).capitalize(),
                "decide",
                None,
                offer=n,
                word=offer.word,
                place=offer.places.index(about),
            )
            for n, offer in enumerate(self.offers)
            if offer.word == "take-down" and offer.who == position.player and about in offer.places
        ]
        state = str(term(STATES, position.state)) if position.state != "open" else ""
        return h(
            "li",
            told.dot(position.player, colours),
            h("span", f"{position.player}: {self._bet_words(position.bet, position.on)}"),
            h("span", state, class_="tag wait") if state else None,
            h("b", shown(position.stake + position.excess), class_="num"),
            changes if self.acts else None,
        )

    def _fairness(self) -> Html:
        now = self.now
        assert now is not None
        promised = None
        if now.commitment:
            words = _("Promised for this round: the SHA-256 of a secret seed.")
            promised = joined([h("p", words, class_="note"), h("p", h("code", now.commitment, class_="mono"))])
        kept = None
        if now.revealed:
            seed = str(now.revealed.get("seed", ""))
            words = _("The last promise is kept; its seed was:")
            kept = joined([h("p", words, class_="note"), h("p", h("code", seed, class_="mono"))])
        check = link("/records", _("Repeat the draws"), None, table=self.info.id)
        return h("div", promised, kept, h("p", check, class_="note"), class_="stack", style="gap:.4rem")

    def _record(self) -> Html:
        leave = _button(_("Leave the seat"), "leave", None) if self.acts else None
        close = (
            _button(_("Close the table"), "close", None) if self.leads and self.now and not self.now.closed else None
        )
        return h(
            "div",
            _button(_("Download the record"), "record", None),
            link("/records", _("Replay"), "button small", table=self.info.id),
            h("a", _("Big screen"), href=f"/tables/{self.info.id}/watch", class_="button small"),
            leave,
            close,
            class_="row",
        )

    def draw_watch(self) -> Html:
        """What a room full of people wants to know: how everybody stands and what was paid."""
        now = self.now
        assert now is not None
        lines = told.lines(now.lines, now.accounts, self.facts, self.info.game) if now.lines else None
        return joined(
            [
                _panel(_("How everybody stands"), told.people(now.accounts, now.standing)) if now.accounts else None,
                _panel(_("Settlement"), lines) if lines else None,
                _panel(_("What happened"), told.events(now.events, self.info.game)) if now.events else None,
            ]
        )

    def draw_drawer(self) -> Html:
        """The irregular plays: those that fit the moment first, and the form of the chosen one."""
        if self.rulings is None:
            return Html()
        shut = h("button", _("Close"), class_="button small", data_say="dismiss", data_dismiss=True)
        head = h("div", h("h2", _("Irregular play")), shut, class_="row apart")
        lead = h("p", _("Those that fit this moment come first."), class_="quiet note")
        refusal = alert(self.refusal, self.info.game)
        inside = h("div", head, lead, refusal, (self._ruling(ruling) for ruling in self.rulings))
        return h("div", inside, class_="drawer open", role="dialog", aria_modal="true", aria_label=_("Irregular play"))

    def _ruling(self, ruling: Ruling) -> Html:
        facts = ruling.facts
        action: Html | None = h("p", str(ruling.why), class_="quiet fine") if ruling.why is not None else None
        if ruling.fits and self.ruling == ruling.id:
            action = self._ruling_form(ruling)
        elif ruling.fits:
            action = h("button", _("Apply"), class_="button small", data_say="ruling", data_name=ruling.id)
        return h(
            "article",
            h("h3", text(facts["situation"])),
            h("p", text(facts["ruling"])),
            h("div", h("code", ruling.id, class_="quiet fine"), cite(facts["cite"], self.info.game), class_="row"),
            action,
            class_="ruling",
            data_key=ruling.id,
        )

    def _ruling_form(self, ruling: Ruling) -> Html:
        """What a ruling may need to know; what is left empty is not told."""
        assert self.now is not None
        asked = h("p", str(ruling.why), class_="note") if ruling.why is not None else None
        nobody = h("option", "–", value="")
        asks = ruling.why is not None
        players = (h("option", name, selected=asks and name == self.player) for name in self.now.accounts)
        bets = (h("option", self._bet_words(name, ()), value=name) for name in self.facts["bets"])
        fields = h(
            "div",
            h("label", h("span", _("Player")), h("select", nobody, players, name="player"), class_="field"),
            h("label", h("span", _("Bet")), h("select", nobody, bets, name="bet"), class_="field"),
            _field(_("Place"), "on", "1, 2"),
            _field(_("Stake"), "stake", "50"),
            _field(_("Card"), "card", "9c"),
            _field(_("Other: name = value"), "other", "number = 5"),
            class_="fields",
        )
        return h(
            "form",
            asked,
            fields if asks else h("details", h("summary", _("Say more about it"), class_="note"), fields),
            h("div", h("button", _("Apply the ruling"), class_="button main"), class_="row"),
            data_say="apply",
            data_name=ruling.id,
            class_="stack",
        )


def _help() -> Html:
    """How chips are handled, by pointer and by keyboard; what a button does, its own key says."""
    ways = (
        (_("click, Enter"), _("lay a chip on a spot")),
        (_("secondary click, Delete"), _("take a chip back")),
        (_("drag"), _("move a bet to another spot")),
        (_("arrow keys"), _("walk over the felt")),
        ("1 … 7", _("choose a chip")),
        ("b", _("choose a bet by its name")),
        (_("any key while something moves"), _("see at once what came")),
    )
    keys = h("dl", ((h("dt", key), h("dd", does)) for key, does in ways), class_="figures")
    return h("details", h("summary", _("How chips are laid"), class_="note"), keys, class_="byname", data_key="help")


def _turn_words(turn: Sequence[str]) -> str:
    """Whose turn it is."""
    if "" in turn:
        return _("Place your bets")
    players = [who for who in turn if who not in (CROUPIER, CHANCE)]
    if players:
        return _("{players} to decide").format(players=", ".join(players))
    if CHANCE in turn:
        return _("No more bets")
    return _("The croupier's turn") if turn else _("The table is closed.")


def _key(key: str | None) -> Html | None:
    """The key that presses a button, as the button shows it."""
    return joined([" ", h("kbd", key)]) if key else None


def _button(
    words: str,
    say: str,
    key: str | None,
    *,
    main: bool = False,
    warn: bool = False,
    pressed: bool | None = None,
    disabled: bool = False,
    title: str | None = None,
    **data: Any,
) -> Html:
    kind = "main" if main else "small warn" if warn else "small"
    told_data = {f"data_{name}": value for name, value in data.items()}
    return h(
        "button",
        words,
        _key(key),
        class_=f"button {kind}",
        type="button",
        data_say=say,
        data_key_press=key,
        title=title,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_disabled="true" if disabled else None,
        **told_data,
    )


def _field(words: str, name: str, example: str) -> Html:
    return h("label", h("span", words), h("input", type="text", name=name, placeholder=example), class_="field")


def _panel(words: str, inside: Html) -> Html:
    return h("section", h("h2", words), inside, class_="sheet", data_key=words)


def whole(written: Any) -> int:
    """A number of chips from a field of a form."""
    try:
        return int(str(written))
    except ValueError:
        raise Refused(
            N_("The field {field} must be a whole number of chips, not {value}."), field="to", value=repr(written)
        ) from None


def _irregular_action(name: str, fields: dict[str, Any]) -> Irregular:
    """An irregular play from what was filled in, read as a record is read."""
    written: dict[str, Any] = {"irregular": name}
    for field in ("player", "bet", "card"):
        if fields.get(field):
            written[field] = fields[field]
    if fields.get("on"):
        written["on"] = list(place_of(str(fields["on"]).replace(" ", "").replace("-", ",")))
    if fields.get("stake"):
        written["stake"] = whole(fields["stake"])
    key, equals, value = str(fields.get("other") or "").partition("=")
    if equals:
        (item,) = place_of(value.strip()) or ("",)
        written[key.strip()] = item
    action = read_action(written)
    assert isinstance(action, Irregular)
    return action


async def _found(id: str) -> Info | None:
    with suppress(TapeteError):
        return (await house().view(id)).info
    return None


@ui.page("/tables/{table}")
async def table_page(request: Request, table: str) -> None:
    """A table, from the seat that this browser holds."""
    visit = visit_of(request)
    token = request.cookies.get(f"tapete-seat-{table}")
    await _live(visit, table, token, visit.query.get("player"))


@ui.page("/tables/{table}/watch")
async def watch_page(request: Request, table: str) -> None:
    """A table for the big screen: nobody acts from here."""
    await _live(visit_of(request), table, None, None, watch=True)


async def _live(visit: Visit, table: str, token: str | None, player: str | None, watch: bool = False) -> None:
    info = await _found(table)
    if info is None:
        with frame(visit, Sentence(N_("Not found"))):
            markup(absence(NoTable(table), "/tables", _("Tables")))
        return
    page = LivePage(visit, info, token, player)
    with speaking(visit.language):
        try:
            await page.load()
        except TapeteError:
            page.token = None
            await page.load()
    heading = info.title or name_of(page.facts, visit.language)
    with frame(visit, heading, "watch" if watch else ""):
        over = h("p", h("a", info.game, href=f"/games/{info.game}"), class_="over")
        markup(h("div", h("div", over, h("h1", heading)), class_="head compact"))
        _lay(page, visit, watch)
    subscription = await house().subscribe(table, page.token)
    ui.context.client.on_delete(subscription.close)
    background_tasks.create(page.follow(subscription), name=f"table {table}")


def _lay(page: LivePage, visit: Visit, watch: bool) -> None:
    """The parts of a live table in their places."""
    with ui.element("div").classes("board" if watch else "table wide" if wide(page.picture) else "table"):
        with ui.element("div"):
            page.views.append(View(visit, page.draw_state))
            View(visit, lambda: _felt(page, watch), None if watch else page.hear)
            if not watch:
                page.views.append(View(visit, page.draw_bench, page.hear))
        side = View(visit, page.draw_watch if watch else page.draw_side, None if watch else page.hear)
        side.element.classes("side")
        page.views.append(side)
    if not watch:
        page.views.append(View(visit, page.draw_drawer, page.hear))
    page.show()


def wide(picture: str) -> bool:
    """Whether a felt is so much wider than high that it wants the whole width of the page.

    >>> wide('<svg viewBox="0 0 1200 480">'), wide('<svg viewBox="0 0 1200 700">'), wide("")
    (True, False, False)
    """
    found = _VIEW.search(picture)
    return found is not None and float(found[1]) > _WIDE * float(found[2])


def _felt(page: LivePage, watch: bool) -> Html:
    live = "" if watch or not page.acts else " live"
    return h("div", h("div", class_=f"felt broad{live}", id="felt"), class_="pan")
