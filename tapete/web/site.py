"""The pages put together: every page registers itself; this hangs them into the application that serves them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, app, ui
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tapete.table.errors import Unknown
from tapete.table.words import N_
from tapete.web.frame import STATIC, absent

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tapete.house import House


@app.exception_handler(404)
async def nowhere(request: Request, reason: Exception) -> Response:
    """What is asked for under an address that there is not: a page in the reader's language."""
    endpoint = request.scope.get("endpoint")
    if endpoint is not None and endpoint is not app and isinstance(reason, HTTPException):
        return await http_exception_handler(request, reason)  # a file that is not there is no page
    with Client(ui.page(""), request=request):
        return absent(request, Unknown(N_("There is no page {path}."), path=request.url.path), "/", N_("Games"))


def add_pages(server: FastAPI, house: House) -> None:
    """Hang the pages into an application; everything that they need is served from this machine."""
    import ttf_opensans

    from tapete.web import browse, compare, game, odds, records, rulings, simulate, tables  # noqa: F401
    from tapete.web.live import pages  # noqa: F401

    app.state.house = house
    app.add_static_files("/static/fonts", Path(ttf_opensans.__file__).parent / "ttf")
    app.add_static_files("/static", STATIC)
    ui.run_with(
        server,
        title="Tapete",
        favicon=STATIC / "tapete.svg",
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=30,
        gzip_middleware_factory=None,  # on one machine, packing costs more time than it saves
    )
