"""The application that is served: the interface for programs, and the pages hung into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.web.api.app import application as interface
from tapete.web.site import add_pages

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tapete.house import House


def application(house: House) -> FastAPI:
    """Everything that a house shows and answers."""
    app = interface(house)
    add_pages(app, house)
    return app
