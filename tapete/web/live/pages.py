"""The addresses of a live table, and where its parts stand."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from nicegui import background_tasks, ui
from starlette.requests import Request
from starlette.responses import Response

from tapete.house import NoTable
from tapete.table.errors import TapeteError
from tapete.table.words import N_, speaking
from tapete.web.frame import View, absent, frame, markup, name_of, visit_of
from tapete.web.html import h
from tapete.web.live import bench, felt, irregular, side
from tapete.web.live.page import LivePage
from tapete.web.live.parts import house

if TYPE_CHECKING:
    from tapete.house import Info
    from tapete.web.frame import Visit


async def _found(id: str) -> Info | None:
    with suppress(TapeteError):
        return (await house().view(id)).info
    return None


@ui.page("/tables/{table}")
async def table_page(request: Request, table: str) -> Response | None:
    """A table, from the seat that this browser holds."""
    return await _live(request, table, request.cookies.get(f"tapete-seat-{table}"))


@ui.page("/tables/{table}/watch")
async def watch_page(request: Request, table: str) -> Response | None:
    """A table for the big screen: nobody acts from here."""
    return await _live(request, table, None, watch=True)


async def _live(request: Request, table: str, token: str | None, watch: bool = False) -> Response | None:
    visit = visit_of(request)
    info = await _found(table)
    if info is None:
        return absent(request, NoTable(table), "/tables", N_("Tables"))
    page = LivePage(visit, info, token, None if watch else visit.query.get("player"))
    with speaking(visit.language):
        try:
            await page.load()
        except TapeteError:
            page.token = None
            await page.load()
    heading = info.title or name_of(page.facts, visit.language)
    with frame(visit, heading, "watch" if watch else ""):
        over = h("p", h("a", info.game, href=f"/games/{info.game}"), class_="over")
        markup(h("div", h("div", over, h("h1", heading)), class_="head compact"))
        _lay(page, visit, watch)
    subscription = await house().subscribe(table, page.token)
    ui.context.client.on_delete(subscription.close)
    background_tasks.create(page.follow(subscription), name=f"table {table}")
    return None


def _lay(page: LivePage, visit: Visit, watch: bool) -> None:
    """The parts of a live table in their places."""
    with ui.element("div").classes("board" if watch else "table wide" if felt.wide(page.picture) else "table"):
        with ui.element("div"):
            page.views.append(View(visit, lambda: bench.state(page)))
            View(visit, lambda: felt.frame_of(page, watch), None if watch else page.hear)
            if not watch:
                page.views.append(View(visit, lambda: bench.bench(page), page.hear))
        beside = View(visit, lambda: side.watch(page) if watch else side.side(page), None if watch else page.hear)
        beside.element.classes("side")
        page.views.append(beside)
    if not watch:
        page.views.append(View(visit, lambda: irregular.drawer(page), page.hear))
    page.show()
