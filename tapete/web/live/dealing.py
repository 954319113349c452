"""Dealing: calls, the draws of the system, and the keypad for what chance brought."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tapete.table.actions import Call, Chance
from tapete.table.errors import Refused
from tapete.table.round import CHANCE, CROUPIER
from tapete.table.words import N_, text
from tapete.table.words import translate as _
from tapete.web import keypad, told
from tapete.web.html import Html, h, joined
from tapete.web.live import seats
from tapete.web.live.parts import button, house

if TYPE_CHECKING:
    from tapete.table.round import Offer
    from tapete.web.live.page import LivePage, Said

_CALL_KEYS = {"no-va-mas": "n"}
_BREATH = 0.45


async def call(page: LivePage, said: Said) -> None:
    """The croupier calls."""
    await page.act(Call(said["name"]))


async def draw(page: LivePage, said: Said) -> None:
    """The system draws, once at a time."""
    if not page.drawing:
        with page.busy():
            await draw_on(page)


async def draw_on(page: LivePage) -> None:
    """Have the system draw, and go on as long as nobody but chance has a say."""
    if page.now is not None and "" in page.now.turn and CHANCE not in page.now.turn:
        await page.act(Call("no-va-mas"))  # refused, the round itself says what is still missing
    while (await house().draw(page.info.id, page.secret())).turn == (CHANCE,):
        await asyncio.sleep(_BREATH)


async def key_in(page: LivePage, said: Said) -> None:
    """The croupier says what chance brought."""
    offer = page.chance()
    if offer is None:
        raise Refused(N_("It is not chance's turn."))
    if "fields" in said:
        value: Any = tuple(keypad.as_outcome(said["fields"][f"n{n}"], offer, n) for n in range(len(said["fields"])))
    else:
        value = next((o for o in offer.outcomes if str(o) == said["value"]), said["value"])
    await page.act(Chance(offer.verb, value))


def draw_button(page: LivePage) -> Html | None:
    """The draw, beside the chips: it is what follows them, once there is something to draw for."""
    now = page.now
    if now is None or not (page.info.system_draws and now.may_lead) or not {"", CHANCE, CROUPIER} & {*now.turn}:
        return None
    ready = now.may_draw or bool(now.standing)
    return button(_("Draw"), "draw", "d", main=ready, disabled=page.drawing)


def keys(page: LivePage) -> Html | None:
    """Where the croupier keys in what chance brought."""
    offer = page.chance()
    if offer is None or not offer.outcomes:
        return None
    head = h("h2", _("Key in what came: {what}").format(what=told.verb_words(offer.verb)))
    return h(
        "section",
        head,
        keypad.keypad(offer, page.facts),
        class_="sheet",
        style="margin-top:1rem",
        data_key="keypad",
    )


def leading(page: LivePage) -> Html:
    """What whoever deals may do: call, apply a ruling; for whom the croupier acts."""
    calls = [offer for offer in page.offers if offer.verb == "call"]
    buttons = [
        button(
            told.call_words(offer.word),
            "call",
            _CALL_KEYS.get(offer.word),
            name=offer.word,
            title=_call_title(page, offer),
        )
        for offer in calls
    ]
    irregular = button(_("Irregular play"), "irregular", "i", warn=True)
    return joined([buttons, irregular, seats.acting_for(page) if page.croupier else None])


def _call_title(page: LivePage, offer: Offer) -> str:
    """What a call is for, and where that is written."""
    facts = (page.facts.get("calls") or {}).get(offer.word) or {}
    return " § ".join(filter(None, (text(facts.get("text")), offer.cite)))


HEARS = {"call": call, "draw": draw, "key": key_in}
