"""Bets and decisions picked from numbered lists instead of typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.catalogue.telling import pays_shown
from tapete.cli.common import numbered, place_of, safe, whole
from tapete.cli.explain import place
from tapete.table.actions import Decision
from tapete.table.errors import BadRecord
from tapete.table.money import shown
from tapete.table.terms import DECISIONS, bet_shown, term
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.table import Table

    from tapete.cli.session import Session
    from tapete.cli.typed import Names
    from tapete.table.actions import Bet, Place
    from tapete.table.money import Money
    from tapete.table.round import Offer

_MANY = 40


class Picker:
    """Asks for an action step by step: what, where, how much; an empty answer picks nothing."""

    def __init__(self, session: Session, names: Names, out: Console, ask: Callable[[str], str | None]) -> None:
        self.session, self.names, self.out, self.ask = session, names, out, ask

    def bet(self, player: str) -> Bet | None:
        """A bet of those that the table takes now."""
        offers: dict[str, list[Offer]] = {}
        for offer in self.session.offers("bet", player):
            offers.setdefault(offer.word, []).append(offer)
        if not offers:
            self.out.print(_("Nobody may bet now."), style="yellow")
            return None
        self._list_bets(offers)
        word = self._which(list(offers))
        where = self._where([place for offer in offers[word] for place in offer.places]) if word else None
        stake = self.ask(_("Stake?")) if word and where is not None else None
        return self.names.bet(f"{word} {place(where)} {stake}", player) if where is not None and stake else None

    def decision(self, player: str) -> Decision | None:
        """A decision of those that the table gives a player now."""
        offers = [offer for offer in self.session.offers("do", player) if offer.who == player]
        if not offers:
            self.out.print(safe(_("{player} has nothing to decide now.").format(player=player)), style="yellow")
            return None
        self._list_decisions(offers)
        answer = (self.ask(_("Which?")) or "").strip()
        offer = numbered(answer, offers)
        if offer is None and answer:
            raise _unlisted(answer)
        where = self._where(list(offer.places)) if offer else None
        if offer is None or where is None:
            return None
        if offer.minimum is None:
            return Decision(player, offer.word, where)
        stake = whole((self.ask(_("New stake?")) or "").strip())
        return None if stake is None else Decision(player, offer.word, where, stake)

    def _list_bets(self, offers: dict[str, list[Offer]]) -> None:
        bets = self.session.facts["bets"]
        grid = _grid(_("bet"), _("pays"), _("from"), _("to"), _("places"), _("section"))
        for number, (word, group) in enumerate(offers.items(), start=1):
            most = [offer.maximum for offer in group if offer.maximum is not None]
            grid.add_row(
                f"[cyan]{number}[/]",
                safe(bet_shown(word, bets)),
                pays_shown(bets[word]) if word in bets else "",
                shown(min(offer.minimum or 0 for offer in group)),
                shown(max(most)) if most else "",
                str(sum(len(offer.places) for offer in group)),
                safe(group[0].cite or ""),
            )
        self.out.print(grid)

    def _list_decisions(self, offers: list[Offer]) -> None:
        grid = _grid(_("decision"), _("bet"), _("from"), _("to"), _("section"))
        for number, offer in enumerate(offers, start=1):
            about = " ".join(map(str, offer.places[0])) if len(offer.places) == 1 else "…"
            grid.add_row(
                f"[cyan]{number}[/]",
                str(term(DECISIONS, offer.word)),
                safe(about),
                _amount(offer.minimum),
                _amount(offer.maximum),
                safe(offer.cite or ""),
            )
        self.out.print(grid)

    def _which(self, words: list[str]) -> str | None:
        answer = (self.ask(_("Which?")) or "").strip()
        listed = numbered(answer, words)
        if listed is not None or not answer:
            return listed
        name = self.names.split(answer.split())[0]
        if name not in words:
            raise _unlisted(answer)
        return name

    def _where(self, places: list[Place]) -> Place | None:
        if len(places) == 1:
            return places[0]
        listed = [place(where) for where in places]
        more = f" … ({len(listed)})" if len(listed) > _MANY else ""
        self.out.print(safe(", ".join(listed[:_MANY]) + more), style="dim")
        answer = (self.ask(_("Where?")) or "").strip()
        return place_of(answer.split()) if answer else None


def _unlisted(answer: str) -> BadRecord:
    return BadRecord(N_("The list has no {answer}."), answer=answer)


def _grid(*headings: str) -> Table:
    from rich.table import Table

    grid = Table(box=None, pad_edge=False)
    words = (_("bet"), _("decision"), _("section"))
    for heading in ("", *headings):
        grid.add_column(heading, justify="left" if heading in words else "right")
    return grid


def _amount(amount: Money | None) -> str:
    return "" if amount is None else shown(amount)
