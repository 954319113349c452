"""The odds of every bet of a game; change a price or a reading and watch the edge move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request

from tapete.catalogue import telling
from tapete.games import game_data, library
from tapete.lab import charts, decided, sheets
from tapete.lab.effects import edges
from tapete.lab.study import Study
from tapete.table.errors import NotPlayable, TapeteError
from tapete.table.terms import bet_name
from tapete.table.words import N_, Sentence, text
from tapete.table.words import translate as _
from tapete.web.frame import View, alert, frame, game_picker, link, title, visit_of, working
from tapete.web.game import differences
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from fractions import Fraction

    from tapete.lab.sheets import Sheet
    from tapete.web.frame import Visit

_FIRST = "pv-1996/ruleta-francesa"


def sheet_table(sheet: Sheet) -> Html:
    """A table of the laboratory."""

    told = [n for n in range(len(sheet.headings)) if any(row[n] for row in sheet.rows)]

    def cells(tag: str, row: tuple[str, ...]) -> Html:
        return h("tr", (h(tag if row[n] else "td", row[n], class_="num" if n in sheet.figures else None) for n in told))

    caption = h("caption", sheet.title) if sheet.title else None
    head, body = h("thead", cells("th", sheet.headings)), h("tbody", (cells("td", row) for row in sheet.rows))
    return h("div", h("table", caption, head, body), class_="scroll")


def chart(drawn: str) -> Html:
    """A chart of the laboratory; its colours come from the page."""
    return h("div", Html(drawn), class_="chart")


def studied(study: Study) -> tuple[Html, dict[str, Fraction]]:
    """Everything that the laboratory can tell of a game, and the edges to compare with."""
    bets = game_data(study.game)["bets"]
    rows = [replace(row, bet=bet_name(bets[row.bet])) if row.bet in bets else row for row in study.rows]
    tables = (
        sheets.odds(rows),
        *sheets.landings(rows),
        *sheets.choices(rows),
        *sheets.dilemmas(rows),
        *sheets.removals(rows),
        *map(sheets.length, study.odds.lengths()),
    )
    refused = [h("p", f"{row.bet}: {row.refused}", class_="quiet note") for row in rows if row.refused]
    priced = any(row.priced for row in rows)
    picture = charts.edges(rows, _("House edge of every bet")) if priced else None
    bars = h("section", h("h2", _("House edge of every bet")), chart(picture), class_="sheet") if picture else None
    told = (h("section", sheet_table(sheet), class_="sheet") for sheet in tables)
    return joined([bars, *told, _strategy(study), *refused]), edges(study.rows)


def _strategy(study: Study) -> Html | None:
    """The best strategy of a game in which players decide, as charts."""
    found = decided.decided(study.odds)
    if found is None:
        return None
    cards = found.charts()
    codes = ((h("dt", code), h("dd", meaning)) for code, meaning in decided.meanings(cards))
    return joined(
        [
            h(
                "section",
                h("h2", _("Best strategy")),
                h("div", (chart(decided.drawn(card)) for card in cards), class_="cards-of-play"),
                h("dl", codes, class_="figures"),
                class_="sheet",
            ),
            h("section", sheet_table(decided.asides(found.asides())), class_="sheet") if found.asides() else None,
            *(h("p", str(note), class_="quiet note") for note in found.notes()),
        ]
    )


class _Laboratory:
    """The game that is studied, and what the visitor changed in it."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        asked = visit.query.get("game", _FIRST)
        self.game = asked if asked in library().games else _FIRST
        self.readings: dict[str, str] = {}
        self.prices: dict[str, str] = {}
        self.told: Html | None = None
        self.edges: dict[str, Fraction] = {}
        self.as_written: dict[str, Fraction] = {}
        self.busy = True
        self.view: View | None = None

    async def compute(self) -> None:
        """Work the odds out beside the page, then show them."""
        self.busy = True
        try:
            self.told, self.edges = await asyncio.to_thread(self._worked_out)
        except (NotImplementedError, ModuleNotFoundError):
            self.told, self.edges = None, {}
            if self.view is not None:
                self.view.refusal = NotPlayable(N_("{game} has no mathematics in the laboratory yet."), game=self.game)
        except TapeteError as refusal:
            self.told, self.edges = None, {}
            if self.view is not None:
                self.view.refusal = refusal
        if not self.readings and not self.prices:
            self.as_written = self.edges
        self.busy = False
        if self.view is not None:
            self.view.refresh()

    def _worked_out(self) -> tuple[Html, dict[str, Fraction]]:
        table = {"readings": self.readings} if self.readings else {}
        return studied(Study(self.game, table, {f"bets.{bet}.pays": price for bet, price in self.prices.items()}))

    async def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "game" and said["value"] in library().games:
            self.game, self.readings, self.prices, self.told = said["value"], {}, {}, None
            if self.view is not None:
                self.view.address(game=self.game)
        elif said["say"] == "reading":
            self._choose(said["reading"], str(said["value"]))
        elif said["say"] == "price":
            self._price(said["bet"], str(said["value"]).strip())
        elif said["say"] == "as-written":
            self.readings, self.prices = {}, {}
        self.busy = True
        if self.view is not None:
            self.view.refresh()
        await self.compute()

    def _choose(self, name: str, option: str) -> None:
        self.readings.pop(name, None)
        if option != game_data(self.game)["readings"][name]["runs"]:
            self.readings[name] = option

    def _price(self, bet: str, price: str) -> None:
        self.prices.pop(bet, None)
        if price and price != str(game_data(self.game)["bets"][bet]["pays"]):
            self.prices[bet] = price.replace(":", "/").replace(" ", "")

    def draw(self) -> Html:
        refusal = alert(self.view.refusal, self.game) if self.view else None
        moved = None
        if (self.readings or self.prices) and self.edges and self.as_written:
            back = h("button", _("As the document says"), class_="button small", data_say="as-written")
            moved = h("section", differences(self.game, self.as_written, self.edges), back, class_="sheet stack")
        waiting = working(_("Working it out…")) if self.busy else None
        told = h("div", refusal, h("div", moved, role="status"), waiting, self.told)
        return h("div", h("div", self._asked(), class_="stack"), told, class_="two")

    def _asked(self) -> Html:
        facts = game_data(self.game)
        readings = [
            h(
                "label",
                h("span", name),
                h(
                    "select",
                    (
                        h(
                            "option",
                            text(o["text"]),
                            value=option,
                            selected=option == self.readings.get(name, reading["runs"]),
                        )
                        for option, o in reading["options"].items()
                    ),
                    data_say="reading",
                    data_reading=name,
                    title=text(reading["says"]),
                ),
                class_="field",
            )
            for name, reading in (facts.get("readings") or {}).items()
            if len(reading["options"]) > 1
        ]
        prices = [
            h(
                "label",
                h("span", bet_name(bet)),
                h("input", type="text", value=self.prices.get(name, str(bet["pays"])), data_say="price", data_bet=name),
                class_="field",
                data_key=f"price-{self.game}-{name}",
            )
            for name, bet in facts["bets"].items()
            if bet.get("pays") is not None
        ]
        links = h(
            "div",
            h("a", _("Read the game"), href=f"/games/{self.game}", class_="button small"),
            link("/simulate", _("Simulate"), "button small", game=self.game),
            class_="row",
        )
        return joined(
            [
                h("div", game_picker(self.game, self.visit.language), links, class_="sheet stack"),
                _panel(_("What if it paid…"), prices, "prices", self.game),
                _panel(telling.title_of("readings"), readings, "readings", self.game),
            ]
        )


def _panel(words: str, fields: list[Html], name: str, game: str) -> Html | None:
    if not fields:
        return None
    grid = h("div", fields, class_="fields" if name == "prices" else "stack")
    return h("details", h("summary", h("b", words)), grid, class_="sheet", open=name == "prices", data_key=name + game)


@ui.page("/odds")
def odds(request: Request) -> None:
    """The laboratory's page."""
    visit = visit_of(request)
    laboratory = _Laboratory(visit)
    with frame(visit, Sentence(N_("Odds"))):
        title(_("Odds"), _("Exact, in fractions, from the document's own rules: nothing is estimated."))
        laboratory.view = View(visit, laboratory.draw, laboratory.hear)
        laboratory.view.later(laboratory.compute)
