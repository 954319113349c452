"""The same game in several documents, differences marked, with what each does to the house edge."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request

from tapete.catalogue import telling
from tapete.catalogue.compare import Row, compare, namesakes
from tapete.catalogue.vocabulary import said
from tapete.games import game_data, library
from tapete.lab import words as figures
from tapete.lab.effects import Edges, Effect, effect, known_edges
from tapete.table.terms import bet_name
from tapete.table.words import N_, Sentence, text
from tapete.table.words import translate as _
from tapete.web.frame import View, alert, cite, frame, name_of, title, visit_of
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tapete.web.frame import Visit

_FIRST = "ruleta-francesa"


@lru_cache(maxsize=1)
def comparable() -> dict[str, list[str]]:
    """The games that can be opened in two documents or more, by their id."""
    found: dict[str, list[str]] = {}
    for full in library().games:
        slug = full.partition("/")[2].partition("/")[0]
        if slug not in found:
            found[slug] = namesakes(library(), slug)[0]
    return {slug: games for slug, games in found.items() if len({game.partition("/")[0] for game in games}) > 1}


class _Comparison:
    """Which games are compared."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.slug = _slug(visit.query.get("game", _FIRST))
        self.only_differences = True
        self.left_out: set[str] = set()
        self.edges: dict[str, Edges] = {}
        self.effects: dict[tuple[int, int], Effect] = {}
        self.games: list[str] = []
        self.rows: list[Row] = []
        self.busy = True
        self.view: View | None = None
        self._compare()

    def _compare(self) -> None:
        self.games = [game for game in comparable()[self.slug] if game not in self.left_out]
        self.rows = compare({game: game_data(game) for game in self.games})
        self.effects, self.busy = {}, True

    async def compute(self) -> None:
        """The edges of every game, then what each difference does, one after another."""
        games, rows = self.games, self.rows
        for game in games:
            self.edges[game] = await asyncio.to_thread(known_edges, game)
            if self._gone():
                return
        self._show()
        before = self.edges[games[0]]
        for number, row in enumerate(rows):
            for column in range(1, len(games)):
                if before and row.differs and row.cells[column] is not None and row.cells[column] != row.cells[0]:
                    found = await asyncio.to_thread(effect, games[0], row, column, before)
                    if rows is not self.rows or self._gone():
                        return
                    if found:
                        self.effects[number, column] = found
                        self._show()
        self.busy = False
        self._show()

    def _gone(self) -> bool:
        """Whether nobody waits for it any more: the edges of many cards take minutes."""
        return self.view is not None and self.view.client.is_deleted

    def _show(self) -> None:
        if self.view is not None:
            self.view.refresh()

    def hear(self, said: dict[str, Any]) -> None:
        assert self.view is not None
        if said["say"] == "slug" and said["value"] in comparable():
            self.slug, self.left_out = said["value"], set()
            self.view.address(game=self.slug)
        elif said["say"] == "differences":
            self.only_differences = bool(said["value"])
            return
        elif said["say"] == "column":
            kept = self.left_out ^ {said["name"]}
            if len(set(comparable()[self.slug]) - kept) > 1:
                self.left_out = kept
        self._compare()
        self.view.later(self.compute)

    def draw(self) -> Html:
        shown = [(n, row) for n, row in enumerate(self.rows) if row.differs or not self.only_differences]
        parts = sorted(dict.fromkeys(row.part for _, row in shown), key=lambda part: part != "bets")
        sections = (self._part(part, [(n, row) for n, row in shown if row.part == part]) for part in parts)
        differing = sum(row.differs for row in self.rows)
        told = _("{count} facts, {differing} of them differ.").format(count=len(self.rows), differing=differing)
        refusal = alert(self.view.refusal) if self.view else None
        working = h("span", _("Working out the edges…")) if self.busy else None
        status = h("p", told, " ", working, class_="quiet note", role="status")
        return joined([refusal, self._asked(), status, self._house_edges(), *sections])

    def _asked(self) -> Html:
        options = (
            h(
                "option",
                f"{name_of(game_data(games[0]), self.visit.language)} ({len(games)})",
                value=slug,
                selected=slug == self.slug,
            )
            for slug, games in comparable().items()
        )
        columns = (
            h(
                "button",
                game,
                class_="pick",
                data_say="column",
                data_name=game,
                aria_pressed="false" if game in self.left_out else "true",
            )
            for game in comparable()[self.slug]
        )
        check = h("input", type="checkbox", checked=self.only_differences, data_say="differences", name="differences")
        field = h("label", h("span", _("Game")), h("select", options, data_say="slug"), class_="field")
        return h(
            "div",
            h("div", field, style="max-width:24rem"),
            h("div", columns, class_="picks", role="group", aria_label=_("Games to compare")),
            h("label", check, " ", _("Only what differs")),
            class_="sheet stack",
            style="margin-bottom:1.2rem",
        )

    def _house_edges(self) -> Html | None:
        games = [game for game in self.games if self.edges.get(game)]
        if not games:
            return None
        by_trade = [
            {game_data(game)["bets"][bet]["trade"]: edge for bet, edge in self.edges[game].items()} for game in games
        ]
        names = {bet["trade"]: bet_name(bet) for game in reversed(games) for bet in game_data(game)["bets"].values()}
        rows = []
        for trade in dict.fromkeys(trade for edges in by_trade for trade in edges):
            found = [edges.get(trade) for edges in by_trade]
            differs = len(set(found)) > 1
            if differs or not self.only_differences:
                rows.append(_row(names[trade], (_edge(edge, differs) for edge in found), differs))
        nothing = h("p", _("The house edge of every bet stays the same."), class_="quiet")
        return h(
            "section",
            h("h2", _("House edge")),
            _table(games, rows) if rows else nothing,
            class_="sheet",
            data_key="edges",
        )

    def _part(self, part: str, rows: list[tuple[int, Row]]) -> Html:
        drawn = (
            _row(_label(row), (self._cell(n, row, c) for c in range(len(row.cells))), row.differs) for n, row in rows
        )
        return h("section", h("h2", telling.title_of(part)), _table(self.games, drawn), class_="sheet", data_key=part)

    def _cell(self, number: int, row: Row, column: int) -> Html:
        cell = row.cells[column]
        if cell is None:
            return h("td", "–", class_="quiet")
        told = text(cell.shown)
        if isinstance(cell.shown, str) and _is_figure(row):
            bets = game_data(self.games[column])["bets"]
            told = said(cell.shown, {name: bet_name(bet) for name, bet in bets.items()})
        words = h("mark", told) if row.differs and cell.value is not None else told
        return h("td", words, " ", cite(cell.cite, self.games[column]), self._effect(number, column))

    def _effect(self, number: int, column: int) -> Html | None:
        found = self.effects.get((number, column))
        if found is None:
            return None
        moved = found.after - found.before
        bet = game_data(self.games[0])["bets"].get(found.bet)
        told = f"{bet_name(bet) if bet else found.bet} {'+' if moved > 0 else ''}{figures.percentage(moved, 3)}"
        hint = _("What taking this fact alone would do to {game}").format(game=self.games[0])
        return h("div", told, class_=f"fine {'bad' if moved > 0 else 'good'}", title=hint)


def _edge(edge: Fraction | None, differs: bool) -> Html:
    told = "–" if edge is None else figures.percentage(edge, 3)
    return h("td", h("mark", told) if differs and edge is not None else told)


def _label(row: Row) -> str:
    """What a row is about; of a path, the words after its part."""
    if isinstance(row.label, str):
        return " · ".join(map(said, row.label.removeprefix(f"{row.part}.").split(".")))
    name, dot, field = text(row.label).rpartition(" · ")
    return f"{name} · {said(field)}" if dot and _is_figure(row) else text(row.label)


def _is_figure(row: Row) -> bool:
    """Whether a row holds a figure of the file, told by its path; a bet's own row tells its price and its name."""
    return row.part != "names" and (row.part != "bets" or " · " in text(row.label))


def _row(label: str, cells: Iterable[Html], differs: bool) -> Html:
    return h("tr", h("td", label), cells, class_="differs" if differs else "same")


def _table(games: list[str], rows: Iterable[Html]) -> Html:
    heads = (h("th", h("a", game, href=f"/games/{game}")) for game in games)
    head = h("thead", h("tr", h("th", _("fact")), heads))
    return h("div", h("table", head, h("tbody", rows), class_="compare"), class_="scroll")


def _slug(asked: str) -> str:
    own = asked.partition("/")[2] or asked
    known = comparable()
    return next((slug for slug in (own, own.partition("/")[0]) if slug in known), next(iter(known)))


@ui.page("/compare")
def compare_page(request: Request) -> None:
    """Compare a game across documents."""
    visit = visit_of(request)
    with frame(visit, Sentence(N_("Compare"))):
        lead = _("The same game in several documents: what differs, and what each difference is worth to the house.")
        title(_("Compare"), lead)
        comparison = _Comparison(visit)
        comparison.view = View(visit, comparison.draw, comparison.hear)
        comparison.view.later(comparison.compute)
