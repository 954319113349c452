"""Irregular plays: a drawer with those that fit the moment first, and the form of the chosen one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tapete.house.replay import rulings
from tapete.table.actions import Irregular, read_action
from tapete.table.words import text
from tapete.table.words import translate as _
from tapete.web.frame import alert, cite
from tapete.web.html import Html, h
from tapete.web.live.parts import house, place_of, text_field, whole

if TYPE_CHECKING:
    from tapete.house import Ruling
    from tapete.web.live.page import LivePage, Said


async def open_drawer(page: LivePage, said: Said) -> None:
    """Something irregular happened: which rulings fit?"""
    record = await house().record(page.info.id, page.token, whole=True)
    page.rulings, page.ruling = await asyncio.to_thread(rulings, record), None


async def choose(page: LivePage, said: Said) -> None:
    """The ruling that may be applied."""
    page.ruling = said["name"]


async def apply(page: LivePage, said: Said) -> None:
    """The chosen ruling is applied to what lies on the table."""
    await page.act(_action(said["name"], said["fields"]))
    await dismiss(page, said)


async def dismiss(page: LivePage, said: Said) -> None:
    """Back to the table."""
    page.rulings = page.ruling = None


def _action(name: str, fields: dict[str, Any]) -> Irregular:
    """An irregular play from what was filled in, read as a record is read."""
    written: dict[str, Any] = {"irregular": name}
    for key in ("player", "bet", "card"):
        if fields.get(key):
            written[key] = fields[key]
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


def drawer(page: LivePage) -> Html:
    """The irregular plays: those that fit the moment first, and the form of the chosen one."""
    if page.rulings is None:
        return Html()
    shut = h("button", _("Close"), class_="button small", data_say="dismiss", data_dismiss=True)
    head = h("div", h("h2", _("Irregular play")), shut, class_="row apart")
    lead = h("p", _("Those that fit this moment come first."), class_="quiet note")
    refusal = alert(page.refusal, page.info.game)
    inside = h("div", head, lead, refusal, (_ruling(page, ruling) for ruling in page.rulings))
    return h("div", inside, class_="drawer open", role="dialog", aria_modal="true", aria_label=_("Irregular play"))


def _ruling(page: LivePage, ruling: Ruling) -> Html:
    facts = ruling.facts
    action: Html | None = h("p", str(ruling.why), class_="quiet fine") if ruling.why is not None else None
    if ruling.fits and page.ruling == ruling.id:
        action = _ruling_form(page, ruling)
    elif ruling.fits:
        action = h("button", _("Apply"), class_="button small", data_say="ruling", data_name=ruling.id)
    return h(
        "article",
        h("h3", text(facts["situation"])),
        h("p", text(facts["ruling"])),
        h("div", h("code", ruling.id, class_="quiet fine"), cite(facts["cite"], page.info.game), class_="row"),
        action,
        class_="ruling",
        data_key=ruling.id,
    )


def _ruling_form(page: LivePage, ruling: Ruling) -> Html:
    """What a ruling may need to know; what is left empty is not told."""
    asked = h("p", str(ruling.why), class_="note") if ruling.why is not None else None
    nobody = h("option", "–", value="")
    asks = ruling.why is not None
    players = (h("option", name, selected=asks and name == page.player) for name in page.stands.accounts)
    bets = (h("option", page.bet_words(name, ()), value=name) for name in page.facts["bets"])
    fields = h(
        "div",
        h("label", h("span", _("Player")), h("select", nobody, players, name="player"), class_="field"),
        h("label", h("span", _("Bet")), h("select", nobody, bets, name="bet"), class_="field"),
        text_field(_("Place"), "on", "1, 2"),
        text_field(_("Stake"), "stake", "50"),
        text_field(_("Card"), "card", "9c"),
        text_field(_("Other: name = value"), "other", "number = 5"),
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


HEARS = {"irregular": open_drawer, "ruling": choose, "apply": apply, "dismiss": dismiss}
