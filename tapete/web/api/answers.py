"""How answers are written: JSON as it is, without being looked over a second time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from anyio import to_thread
from fastapi import Depends, Header
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tapete.house import House
from tapete.table.words import language
from tapete.web.api import shapes
from tapete.web.api.problems import MEDIA_TYPE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")


class Json(Response):
    """JSON in the language of the reader."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        written = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
        super().__init__(written, status_code, _headers())


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"

    def __init__(self, picture: str, status_code: int = 200) -> None:
        super().__init__(picture, status_code, _headers())


def _headers() -> dict[str, str]:
    return {"Content-Language": language(), "Vary": "Accept-Language", "Cache-Control": "no-store"}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route documents, beside those of every route."""
    content: Mapping[str, Any] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": "A problem document.", "content": content} for status in (400, *statuses, 413, 415, 422)
    }


def answer(model: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The answer of a route, for its documentation."""
    return {status: {"model": model}}


def house_of(connection: HTTPConnection) -> House:
    """The house behind the interface."""
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


STUDIED_AT_ONCE = 4


async def study(connection: HTTPConnection, work: Callable[[], T]) -> T:
    """Do something long beside the server: a few at once, so that everybody else is answered all the while."""
    return await to_thread.run_sync(work, limiter=connection.app.state.studying)


_bearer = HTTPBearer(auto_error=False, description="The token of a seat, which joining a table told once.")


def token_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    """The secret of the seat that asks; nothing for a spectator."""
    return None if credentials is None else credentials.credentials


TheHouse = Annotated[House, Depends(house_of)]
Token = Annotated[str | None, Depends(token_of)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=64,
        description="The caller's name for the request: sent again with the same, it is not done twice.",
    ),
]
__all__ = ["Json", "Key", "Svg", "TheHouse", "Token", "answer", "problems", "shapes", "study"]
