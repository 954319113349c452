"""Seats: taken, left, and for whom a croupier acts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tapete.table.words import translate as _
from tapete.web.frame import address
from tapete.web.html import Html, h
from tapete.web.live.parts import house

if TYPE_CHECKING:
    from tapete.web.live.page import LivePage, Said


async def join(page: LivePage, said: Said) -> None:
    """Somebody takes a seat; their browser keeps its token."""
    fields = said["fields"]
    role = fields["role"]
    ticket = await house().join(page.info.id, fields["name"], "croupier" if role == "both" else role)
    where = address(f"/tables/{page.info.id}", player=ticket.name if role == "both" else None)
    page.run(f"tapete.seat({json.dumps(page.info.id)}, {json.dumps(ticket.token)}, {json.dumps(where)})")


async def leave(page: LivePage, said: Said) -> None:
    """The seat of this browser is free again."""
    await house().leave(page.info.id, page.secret())
    page.run(f"tapete.leave({json.dumps(page.info.id)})")


async def act_for(page: LivePage, said: Said) -> None:
    """The player for whom the croupier acts from now on."""
    page.player = str(said["fields"]["name"] if "fields" in said else said["value"]).strip()


def join_form(page: LivePage) -> Html | None:
    """Name and seat, for whoever looks on and may still sit down."""
    now = page.now
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


def acting_for(page: LivePage) -> Html:
    """The players for whom a croupier can act, and a field for another one."""
    names = dict.fromkeys(
        [page.player, *page.stands.accounts, *(seat.name for seat in page.stands.seats if seat.role == "player")]
    )
    nobody = None if page.player else h("option", "–", value="", selected=True)
    options = (nobody, *(h("option", name, selected=name == page.player) for name in names if name))
    new = h("input", type="text", name="name", placeholder=_("another player"), aria_label=_("another player"))
    chooser = h("select", options, data_say="player", aria_label=_("Acting for"), style="width:auto")
    form = h("form", new, h("button", "+", class_="button", aria_label=_("Add")), data_say="player", class_="row")
    return h("div", h("span", _("Acting for"), class_="quiet note"), chooser, form, class_="row acting")


HEARS = {"join": join, "leave": leave, "player": act_for}
