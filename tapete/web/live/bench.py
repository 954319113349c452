"""Under the felt and over it: whose turn it is, and everything that can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table.actions import Chance
from tapete.table.round import CHANCE, CROUPIER
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.frame import alert
from tapete.web.html import Html, h, joined
from tapete.web.live import chips, dealing, decisions, seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.web.live.page import LivePage


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


def bench(page: LivePage) -> Html:
    """Chips, tools and every legal decision."""
    refusal = alert(page.refusal, page.info.game)
    if not page.acts or (page.now is not None and page.now.closed is not None):
        return joined([refusal, seats.join_form(page)])
    return joined(
        [
            h("div", refusal, data_key="refusal"),
            decisions.decisions(page),
            decisions.worths(page),
            h("div", chips.chip_row(page), dealing.draw_button(page), class_="bench", data_key="chips"),
            dealing.keys(page),
            h("div", chips.tools(page), class_="bench", data_key="tools"),
            h("div", dealing.leading(page), class_="bench", data_key="leading"),
            chips.by_name(page),
            chips.how_to(),
        ]
    )


def state(page: LivePage) -> Html:
    """Whose turn it is, and what chance brought last."""
    now = page.stands
    drawn = [action for action in now.drawn if isinstance(action, Chance)]
    shown_drawn = (told.drawn(action, page.facts, f"drawn-{page.throws}-{n}") for n, action in enumerate(drawn[-8:]))
    words = str(now.closed) if now.closed is not None else _turn_words(now.turn)
    return h(
        "div",
        h("strong", words, role="status"),
        h("span", shown_drawn, class_="drawn"),
        class_="state",
        data_seq=now.seq,
        aria_busy=str(page.drawing).lower(),
    )
