"""What cannot be done, as problem documents (RFC 9457): a sentence, its section, and the field that is wrong."""

from __future__ import annotations

import json
import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tapete.catalogue.load import problem as problem_of
from tapete.house import Broken, NoTable, NotKept, NotYours, Overtaken, StorageError
from tapete.table.errors import BadCatalogue, BadRecord, NotPlayable, Refused, TapeteError, Unknown
from tapete.table.words import N_, language, translate

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

MEDIA_TYPE = "application/problem+json"
_TYPE = "urn:tapete:problem:"
_KINDS: tuple[tuple[type[TapeteError], str, int, str], ...] = (
    (NoTable, "unknown", 404, N_("There is no such thing")),
    (Unknown, "unknown", 404, N_("There is no such thing")),
    (NotPlayable, "not-playable", 409, N_("It cannot be opened")),
    (Overtaken, "overtaken", 409, N_("Somebody acted before")),
    (Broken, "broken", 409, N_("The table cannot go on")),
    (NotYours, "not-yours", 403, N_("It is not yours to do")),
    (NotKept, "not-kept", 503, N_("It could not be kept")),
    (StorageError, "not-kept", 503, N_("It could not be kept")),
    (BadRecord, "malformed", 422, N_("It cannot be read")),
    (Refused, "refused", 422, N_("It is not allowed now")),
    (BadCatalogue, "impossible", 422, N_("The facts cannot be so")),
    (TapeteError, "refused", 422, N_("It is not allowed now")),
)
_STATUSES = {
    400: (N_("It cannot be read"), N_("What was sent is not JSON that can be read.")),
    404: (N_("There is no such thing"), N_("There is nothing at this address; /docs lists all that there is.")),
    405: (N_("It cannot be done so"), N_("This address does not take this method; /docs lists those that it takes.")),
}
_log = logging.getLogger("tapete")


class Problem(Response):
    """A problem document."""

    media_type = MEDIA_TYPE

    def __init__(self, kind: str, status: int, title: str, detail: str, **more: Any) -> None:
        told = {name: value for name, value in more.items() if value is not None}
        self.document = {
            "type": f"{_TYPE}{kind}",
            "title": translate(title),
            "status": status,
            "detail": detail,
            **told,
        }
        content = json.dumps(self.document, ensure_ascii=False).encode("utf-8", "replace")
        super().__init__(content, status, {"Content-Language": language()})


def of_error(error: TapeteError) -> Problem:
    """The problem that an error is."""
    kind, status, title = next(
        (kind, status, title) for known, kind, status, title in _KINDS if isinstance(error, known)
    )
    return Problem(
        kind,
        status,
        title,
        str(error),
        cite=error.cite,
        field=_field(error),
        action=getattr(error, "action", None),
        seq=getattr(error, "seq", None),
    )


def _field(error: TapeteError) -> str | None:
    field = error.sentence.blanks.get("field")
    return None if field is None else str(field)


def of_status(status: int, detail: str | None = None) -> Problem:
    """The problem that a status of HTTP tells by itself."""
    phrase = HTTPStatus(status).phrase
    title, said = _STATUSES.get(status, (phrase, detail or phrase))
    return Problem("about-http", status, title, translate(said))


def add_handlers(app: FastAPI) -> None:
    """Have every mistake answered by a problem document."""
    app.add_exception_handler(TapeteError, _tapete_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _mistake)


async def _tapete_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TapeteError)
    return of_error(error)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    mistakes = [{"field": _place(one), "detail": problem_of(one)} for one in error.errors()]
    first = mistakes[0]
    detail = f"{first['field']}: {first['detail']}"
    return Problem("malformed", 422, N_("It cannot be read"), detail, field=first["field"], errors=mistakes)


def _place(mistake: Any) -> str:
    """The field that a mistake is in; what is no JSON has no fields."""
    inside = () if mistake["type"] == "json_invalid" else mistake["loc"][1:]
    return ".".join(map(str, inside)) or "-"


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = of_status(error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


async def _mistake(request: Request, error: Exception) -> Response:
    return of_mistake(error, f"{request.method} {request.url.path}")


def of_mistake(error: Exception, where: str) -> Problem:
    """The problem that a mistake of ours is; where it happened is for the log."""
    _log.error("%s", where, exc_info=error)
    detail = translate("This should not have happened ({kind}). It is a mistake of Tapete.").format(
        kind=type(error).__name__
    )
    return Problem("mistake", 500, N_("A mistake of Tapete"), detail)
