"""The application: the routes, the documentation, the guard before them and the problems behind them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter
from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import HTMLResponse, Response

from tapete import __version__
from tapete.table.words import language
from tapete.web.api import catalogue, laboratory, live, records, shapes, tables
from tapete.web.api.answers import STUDIED_AT_ONCE, Json, TheHouse, answer
from tapete.web.api.guard import Guard
from tapete.web.api.jobs import Jobs
from tapete.web.api.problems import add_handlers, of_status

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import Receive, Scope, Send

    from tapete.house import House

PREFIX = "/api/v1"
_ASSETS = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css", "favicon-32x32.png": "image/png"}
_ABOUT = """
Everything that the pages do, for programs. Amounts are whole chips, exact decimals, or fractions as text.

* **Language**: `Accept-Language: es` or `en`.
* **Mistakes** are problem documents (RFC 9457, `application/problem+json`) with the sentence in `detail`, the
  document's section in `cite` and the field that is wrong in `field`.
* **Seats**: joining a table tells a token once; send it as `Authorization: Bearer TOKEN`. Without one you are a
  spectator.
* **Order**: what is done at a table has one order, the numbers of its journal. `after` says which entry you know of; if
  somebody acted since, you are told (409). An `Idempotency-Key` makes it safe to send a request again.
* **Live**: `/api/v1/tables/{table}/live` is a websocket: the view, then every update as it becomes durable. It takes
  `?token=` and `?lang=`, and hears `{"act": {…}}`, `{"draw": {}}` and `{"undo": {}}`, each with an optional `key` and
  `after`.
"""


_QUIET: Any = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}


def application(house: House) -> FastAPI:
    """The interface for programs of a house and its documentation; pages can be hung in beside them."""
    programs = interface(house)
    app = FastAPI(openapi_url=None, lifespan=_lifespan, telemetry=_QUIET)
    app.state.house, app.state.jobs = house, programs.state.jobs
    add_handlers(app)
    app.add_middleware(Guard)
    app.include_router(_docs)
    app.mount(PREFIX, programs)
    app.mount("/api", _nothing)  # what is asked here is asked by a program: no page says that it is not there
    return app


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer for addresses of versions that there are not."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await of_status(404)(scope, receive, send)


def interface(house: House) -> FastAPI:
    """What stands under ``/api/v1``."""
    app = FastAPI(
        title="Tapete",
        version=__version__,
        summary="An executable catalogue of casino games.",
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        telemetry=_QUIET,
    )
    app.state.house, app.state.jobs, app.state.studying = house, Jobs(), CapacityLimiter(STUDIED_AT_ONCE)
    add_handlers(app)
    for name, router in (
        ("house", _house),
        ("documents", catalogue.router),
        ("laboratory", laboratory.router),
        ("records", records.router),
        ("tables", tables.router),
        ("tables", live.router),
    ):
        app.include_router(router, tags=[name])
    _with_problem(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.jobs.close()


_house = APIRouter()
_docs = APIRouter(include_in_schema=False)


@_house.get("/health", responses=answer(shapes.Health))
async def health(house: TheHouse) -> Json:
    """Whether the house is open, and where it keeps its books."""
    return Json({"name": "tapete", "version": __version__, "database": house.database, "language": language()})


@_docs.get("/docs")
async def docs() -> HTMLResponse:
    """The documentation; everything that it needs comes from here."""
    return get_swagger_ui_html(
        openapi_url=f"{PREFIX}/openapi.json",
        title="Tapete · API",
        swagger_js_url="/docs/swagger-ui-bundle.js",
        swagger_css_url="/docs/swagger-ui.css",
        swagger_favicon_url="/docs/favicon-32x32.png",
        swagger_ui_parameters={"filter": True, "tryItOutEnabled": True, "validatorUrl": None},
    )


@_docs.get("/docs/{file}")
def asset(file: str) -> Response:
    """A part of the documentation's page."""
    if file not in _ASSETS:
        return of_status(404)
    content = resources.files("fastapi_swagger").joinpath("resources", file).read_bytes()
    return Response(content, media_type=_ASSETS[file], headers={"Cache-Control": "max-age=86400"})


def _with_problem(app: FastAPI) -> None:
    """Have the shape of problems in the documentation, to which every route refers."""
    plain = app.openapi

    def documented() -> dict[str, Any]:
        schema = plain()
        schema["components"]["schemas"].setdefault("Problem", shapes.Problem.model_json_schema())
        return schema

    app.openapi = documented  # type: ignore[method-assign]
