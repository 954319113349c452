"""Decisions: every one that waits as a button, and what it is worth to whoever wants to learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games import family
from tapete.table.actions import Decision
from tapete.table.errors import Refused
from tapete.table.money import shown
from tapete.table.round import CHANCE
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.html import Html, h
from tapete.web.live import dealing
from tapete.web.live.parts import button, key_hint, whole

if TYPE_CHECKING:
    from tapete.table.actions import Place
    from tapete.table.advice import Advice
    from tapete.table.round import Offer
    from tapete.web.live.page import LivePage, Said

_KEYS = "qweasfghjk"
_CHANGES = ("take-down", "lower", "raise")


async def teach(page: LivePage, said: Said) -> None:
    """Advice is wanted from now on, or no more."""
    page.teaches, page.advised, page.advice = not page.teaches, None, ()


async def decide(page: LivePage, said: Said) -> None:
    """A decision that the table offered, and what the system draws after it."""
    fields: Said = said.get("fields") or {}
    number, which = int(said["offer"]), int(fields.get("place") or said.get("place") or 0)
    offer = page.offers[number] if number < len(page.offers) else None
    if offer is None or offer.word != said["word"] or which >= len(offer.places):
        raise Refused(N_("The table has gone on meanwhile; choose again."))
    to = whole(fields["to"]) if fields.get("to") else None
    with page.busy():
        await page.act(Decision(offer.who or page.who(), offer.word, offer.places[which], to))
        await page.load()
        if page.now is not None and page.now.may_draw and page.now.turn == (CHANCE,):
            await dealing.draw_on(page)


def decisions(page: LivePage) -> Html | None:
    """Every decision that waits, each a button; those that change a bet stand beside it."""
    offered = [(n, offer) for n, offer in enumerate(page.offers) if offer.verb == "do" and offer.word not in _CHANGES]
    if not offered:
        return None
    keys = iter(_KEYS)
    shown_offers = [_decision(page, n, offer, next(keys, None)) for n, offer in offered]
    return h("div", shown_offers, class_="choices", role="group", aria_label=_("Decisions"), data_key="decisions")


def _decision(page: LivePage, number: int, offer: Offer, key: str | None) -> Html:
    words = str(term(DECISIONS, offer.word)).capitalize()
    waits = page.now is not None and offer.who in page.now.turn
    who = f"{offer.who}: " if offer.who and offer.who != page.player else ""
    if len(offer.places) == 1 and offer.minimum is None:
        about = _about(page, offer.places[0])
        label = f"{who}{words} {about}".rstrip()
        return button(label, "decide", key, main=waits, offer=number, word=offer.word, place=0, title=offer.cite)
    return _decision_form(page, number, offer, key, who, "main" if waits else "small")


def _decision_form(page: LivePage, number: int, offer: Offer, key: str | None, who: str, kind: str) -> Html:
    """A decision that has a place or an amount to choose."""
    words = str(term(DECISIONS, offer.word)).capitalize()
    places = (
        h("option", _about(page, on) or "-", value=n) for n, on in enumerate(offer.places) if len(offer.places) > 1
    )
    choose = h("select", places, name="place", aria_label=words, style="width:auto") if len(offer.places) > 1 else None
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
        words = f"{words} {_about(page, offer.places[0])}".rstrip()
    press = h("button", who + words, key_hint(key), class_=f"button {kind}", data_key_press=key, title=offer.cite)
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


def _about(page: LivePage, on: Place) -> str:
    """What a decision is about: a bet and its place, or the place alone."""
    if on and str(on[0]) in page.facts["bets"]:
        return page.bet_words(str(on[0]), on[1:])
    return told.place(on)


def teach_button(page: LivePage) -> Html | None:
    """The school's switch, where the game leaves something to decide that can be worked out."""
    if not hasattr(family(page.facts["family"]), "advice"):
        return None
    return button(_("Advice"), "teach", "c", pressed=page.teaches)


def worths(page: LivePage) -> Html | None:
    """What each decision that waits brings on average, the best first."""
    seq = page.now.seq if page.now else None
    if not page.advice or seq != page.advised:
        return None
    return h("div", map(_worth, page.advice), class_="advice", role="status", data_key="advice")


def _worth(advised: Advice) -> Html:
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


HEARS = {"decide": decide, "teach": teach}
