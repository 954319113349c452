"""Simulations: rounds of chosen bets by the million, watched while they run, stopped when one likes."""

from __future__ import annotations

import asyncio
import secrets
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request

from tapete.games import game_data, library, table
from tapete.lab import charts, sheets
from tapete.lab import words as figures
from tapete.lab.runner import Run, simulate, traced
from tapete.lab.sample import CONFIDENCE, fit
from tapete.lab.study import Study
from tapete.table.actions import Bet
from tapete.table.errors import NotPlayable, Refused
from tapete.table.money import shown
from tapete.table.words import N_, Sentence
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.frame import View, alert, frame, game_picker, title, visit_of
from tapete.web.html import Html, h, joined
from tapete.web.odds import chart, sheet_table

if TYPE_CHECKING:
    from tapete.lab.contract import Kernel
    from tapete.table.round import Offer
    from tapete.web.frame import Visit

_FIRST = "pv-1996/ruleta-francesa"
_AMOUNTS = (100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
_REACH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_PLAYER = "ana"
_GLANCE = 0.25


class _Bench:
    """The bets that are simulated, and the run."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        asked = visit.query.get("game", _FIRST)
        self.game = asked if asked in library().games else _FIRST
        self.bets: list[Bet] = []
        self.rounds = _AMOUNTS[2]
        self.seed = secrets.randbits(32)
        self.done = 0
        self.running = False
        self.stop = False
        self.study: Study | None = None
        self.run: Run | None = None
        self.kernel: Kernel | None = None
        self.stations: list[Any] = []
        self.view: View | None = None

    def offers(self) -> list[Offer]:
        """The bets that an empty table takes."""
        return [offer for offer in table(self.game).legal() if offer.verb == "bet"]

    async def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "stop":
            self.stop = True
        elif self.running:
            return
        elif said["say"] == "game" and said["value"] in library().games:
            self.game, self.bets, self.run, self.study = said["value"], [], None, None
            if self.view is not None:
                self.view.address(game=self.game)
        elif said["say"] == "bet":
            self._add(said["fields"])
        elif said["say"] == "drop":
            del self.bets[int(said["name"])]
        elif said["say"] == "run":
            fields = said["fields"]
            self.rounds = _whole(fields["rounds"], "rounds")
            self.seed = _whole(fields["seed"], "seed")
            await self.work()

    def _add(self, fields: dict[str, Any]) -> None:
        number, _dash, which = str(fields["spot"]).partition("-")
        offer = self.offers()[int(number)]
        bet = Bet(_PLAYER, offer.word, offer.places[int(which)], _whole(fields["stake"], "stake"))
        Study(self.game, bets=(*self.bets, bet))
        self.bets.append(bet)

    async def work(self) -> None:
        """Simulate beside the page, showing now and then how far it is."""
        if not self.bets:
            raise Refused(N_("Nothing is laid on the table: name at least one bet."))
        try:
            self.study = Study(self.game, bets=tuple(self.bets))
            self.kernel = self.study.kernel()
        except (NotImplementedError, ModuleNotFoundError):
            raise NotPlayable(N_("{game} has no mathematics in the laboratory yet."), game=self.game) from None
        self.run, self.stations, self.done, self.stop, self.running = None, [], 0, False, True
        working = asyncio.create_task(asyncio.to_thread(self._simulate, self.kernel))
        try:
            while not working.done():
                if self.view is not None:
                    self.view.refresh()
                await asyncio.wait([working], timeout=_GLANCE)
            self.run = await working
        finally:
            self.stop, self.running = True, False

    def _simulate(self, kernel: Kernel) -> Run:
        return simulate(kernel, self.rounds, self.seed, progress=self._progress, stations=self.stations)

    def _progress(self, done: int) -> None:
        self.done = done
        if self.stop:
            raise KeyboardInterrupt

    def draw(self) -> Html:
        refusal = alert(self.view.refusal, self.game) if self.view else None
        return h("div", self._asked(), h("div", refusal, self._shown()), class_="two")

    def _asked(self) -> Html:
        return h(
            "div",
            h("div", game_picker(self.game, self.visit.language), class_="sheet"),
            h("section", h("h2", _("Bets")), self._laid(), self._bet_form(), class_="sheet stack"),
            self._run_form(),
            class_="stack",
        )

    def _laid(self) -> Html | None:
        bets = game_data(self.game)["bets"]
        rows = (
            h(
                "li",
                h("span", told.bet_words(bet.bet, bets, bet.on)),
                h("b", shown(bet.stake), class_="num"),
                h("button", "×", class_="button small", data_say="drop", data_name=n, aria_label=_("Take back")),
            )
            for n, bet in enumerate(self.bets)
        )
        return h("ul", rows, class_="people") if self.bets else None

    def _bet_form(self) -> Html:
        bets = game_data(self.game)["bets"]
        groups = (
            h(
                "optgroup",
                (
                    h("option", told.bet_words(offer.word, bets, on), value=f"{number}-{which}")
                    for which, on in enumerate(offer.places)
                ),
                label=told.bet_words(offer.word, bets),
            )
            for number, offer in enumerate(self.offers())
        )
        return h(
            "form",
            h("label", h("span", _("Bet")), h("select", groups, name="spot"), class_="field"),
            h(
                "label",
                h("span", _("Stake")),
                h("input", type="number", name="stake", value=100, min=1),
                class_="field",
            ),
            h("button", _("Lay the bet"), class_="button", type="submit"),
            data_say="bet",
            class_="stack",
            data_key=f"bets-{self.game}",
        )

    def _run_form(self) -> Html:
        options = (h("option", figures.whole(n), value=n, selected=n == self.rounds) for n in _AMOUNTS)
        go = h("button", _("Simulate"), class_="button main", type="submit", disabled=self.running or not self.bets)
        stop = h("button", _("Stop"), class_="button", type="button", data_say="stop") if self.running else None
        seed = h("input", type="number", name="seed", value=self.seed, min=0)
        return h(
            "form",
            h("label", h("span", _("Rounds")), h("select", options, name="rounds"), class_="field"),
            h("label", h("span", _("Seed")), seed, class_="field"),
            h("div", go, stop, class_="row"),
            data_say="run",
            class_="sheet stack",
        )

    def _shown(self) -> Html:
        if self.study is None or (not self.running and self.run is None):
            return h("p", _("Lay bets, then simulate: the mean settles down on the exact one."), class_="empty")
        done = self.run.sample.rounds if self.run else self.done
        share = min(100.0, 100 * done / self.rounds)
        bar = h(
            "div",
            h("i", style=f"width:{share:.1f}%"),
            class_="bar",
            role="progressbar",
            aria_valuenow=round(share),
            aria_valuemin=0,
            aria_valuemax=100,
            aria_label=_("Progress"),
        )
        counted = _("{done} of {wanted} rounds").format(done=figures.whole(done), wanted=figures.whole(self.rounds))
        return joined([h("section", bar, h("p", counted, class_="num note"), class_="sheet stack"), self._charts()])

    def _charts(self) -> Html | None:
        if self.study is None or self.kernel is None:
            return None
        exact = self.study.joint
        trace = traced(self.kernel, list(self.stations))
        settling = None
        if len(trace) > 4:
            picture = charts.settling(trace, float(exact.expected), _REACH, _("The mean of a round"))
            settling = h("section", h("h2", _("The mean of a round")), chart(picture), class_="sheet")
        if self.run is None or not self.run.counts.any():
            return settling
        fitted = fit(self.run.sample, exact, CONFIDENCE)
        verdict = h("p", figures.verdict(fitted), class_=f"alert {'fair' if fitted.within else ''}")
        nets = chart(charts.nets(exact, self.run.sample, _("What a round brings")))
        return joined(
            [
                settling,
                h("section", sheet_table(sheets.comparison(self.study, self.run, CONFIDENCE)), verdict, class_="sheet"),
                h("section", h("h2", _("What a round brings")), nets, class_="sheet"),
                h("p", h("code", self.study.command("simulate", "--seed", str(self.seed))), class_="quiet fine"),
            ]
        )


def _whole(written: Any, field: str) -> int:
    try:
        return int(str(written))
    except ValueError:
        raise Refused(
            N_("The field {field} must be a whole number of chips, not {value}."), field=field, value=repr(written)
        ) from None


@ui.page("/simulate")
def simulate_page(request: Request) -> None:
    """Simulate bets."""
    visit = visit_of(request)
    bench = _Bench(visit)
    with frame(visit, Sentence(N_("Simulate"))):
        title(_("Simulate"), _("Compiled rounds by the million; the same seed brings the same rounds anywhere."))
        bench.view = View(visit, bench.draw, bench.hear)
