"""Beside the felt: how everybody stands, bets, settlement, what happened, the promise and the record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tapete.table.money import shown
from tapete.table.svg import player_colours
from tapete.table.terms import DECISIONS, STATES, term
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.frame import link
from tapete.web.html import Html, h, joined
from tapete.web.live.parts import button, house, panel

if TYPE_CHECKING:
    from tapete.table.round import Position
    from tapete.web.live.page import LivePage, Said


async def close(page: LivePage, said: Said) -> None:
    """The table is closed for good."""
    await house().close_table(page.info.id, page.secret())


async def download(page: LivePage, said: Said) -> None:
    """The record of the table as a file."""
    record = await house().record(page.info.id, page.token)
    page.run(f"tapete.save({json.dumps(f'{page.info.id}.yaml')}, {json.dumps(record.as_text())})")


def side(page: LivePage) -> Html:
    """People, bets, settlement, what happened, the promise and the record."""
    now = page.stands
    lines = told.lines(now.lines, now.accounts, page.facts, page.info.game) if now.lines else None
    nobody = h("p", _("Nobody has bet yet."), class_="quiet note")
    return joined(
        [
            panel(_("How everybody stands"), told.people(now.accounts, now.standing) if now.accounts else nobody),
            panel(_("Bets on the table"), _standing(page)) if now.standing else None,
            panel(_("Settlement"), lines) if lines else None,
            panel(_("What happened"), told.events(now.events, page.info.game)) if now.events else None,
            panel(_("Fairness"), _fairness(page)) if page.info.system_draws else None,
            panel(_("Record"), _record(page)),
        ]
    )


def _standing(page: LivePage) -> Html:
    colours = player_colours(page.stands.accounts)
    return h("ul", (_standing_row(page, p, colours) for p in page.stands.standing), class_="people standing")


def _standing_row(page: LivePage, position: Position, colours: dict[str, str]) -> Html:
    about = (position.bet, *position.on)
    changes = [
        button(
            str(term(DECISIONS, offer.word)).capitalize(),
            "decide",
            None,
            offer=n,
            word=offer.word,
            place=offer.places.index(about),
        )
        for n, offer in enumerate(page.offers)
        if offer.word == "take-down" and offer.who == position.player and about in offer.places
    ]
    state = str(term(STATES, position.state)) if position.state != "open" else ""
    return h(
        "li",
        told.dot(position.player, colours),
        h("span", f"{position.player}: {page.bet_words(position.bet, position.on)}"),
        h("span", state, class_="tag wait") if state else None,
        h("b", shown(position.stake + position.excess), class_="num"),
        changes if page.acts else None,
    )


def _fairness(page: LivePage) -> Html:
    now = page.stands
    promised = None
    if now.commitment:
        words = _("Promised for this round: the SHA-256 of a secret seed.")
        promised = joined([h("p", words, class_="note"), h("p", h("code", now.commitment, class_="mono"))])
    kept = None
    if now.revealed:
        seed = str(now.revealed.get("seed", ""))
        words = _("The last promise is kept; its seed was:")
        kept = joined([h("p", words, class_="note"), h("p", h("code", seed, class_="mono"))])
    check = link("/records", _("Repeat the draws"), None, table=page.info.id)
    return h("div", promised, kept, h("p", check, class_="note"), class_="stack", style="gap:.4rem")


def _record(page: LivePage) -> Html:
    leave = button(_("Leave the seat"), "leave", None) if page.acts else None
    close = button(_("Close the table"), "close", None) if page.leads and page.now and not page.now.closed else None
    return h(
        "div",
        button(_("Download the record"), "record", None),
        link("/records", _("Replay"), "button small", table=page.info.id),
        h("a", _("Big screen"), href=f"/tables/{page.info.id}/watch", class_="button small"),
        leave,
        close,
        class_="row",
    )


def watch(page: LivePage) -> Html:
    """What a room full of people wants to know: how everybody stands and what was paid."""
    now = page.stands
    lines = told.lines(now.lines, now.accounts, page.facts, page.info.game) if now.lines else None
    return joined(
        [
            panel(_("How everybody stands"), told.people(now.accounts, now.standing)) if now.accounts else None,
            panel(_("Settlement"), lines) if lines else None,
            panel(_("What happened"), told.events(now.events, page.info.game)) if now.events else None,
        ]
    )


HEARS = {"close": close, "record": download}
