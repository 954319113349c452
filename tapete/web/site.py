"""The pages put together: every page registers itself; this hangs them into the application that serves them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import app, ui

from tapete.web.frame import STATIC

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tapete.house import House


def add_pages(server: FastAPI, house: House) -> None:
    """Hang the pages into an application; everything that they need is served from this machine."""
    import ttf_opensans

    from tapete.web import browse, compare, game, live, odds, records, rulings, simulate, tables  # noqa: F401

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
