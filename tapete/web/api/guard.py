"""What stands before every request: which hosts are answered, in which language, and how much may be sent.

The server listens to this machine only. A page of another site, open in the same browser, could still reach it by a
name that it makes point here; so only requests that call the machine by its own name are answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.table.words import LANGUAGES, N_, Sentence, speaking, translate
from tapete.web.api.problems import Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "localhost", "[::1]")
LARGEST = 256 * 1024
LARGEST_RECORD = 1024 * 1024


class Guard:
    """Lets in what this machine asks of itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        with speaking(language_of(headers.get(b"accept-language", ""))):
            host = headers.get(b"host", "")
            if not (_at_home(host) and _from_home(headers.get(b"origin"), host)):
                await _refuse(scope, receive, send)
            elif scope["type"] == "http" and scope["path"].startswith("/api/"):
                await self._measured(scope, receive, send, headers)
            else:
                await self.app(scope, receive, send)

    async def _measured(self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]) -> None:
        """Take no more than a request may have."""
        if scope["method"] in ("POST", "PUT", "PATCH") and not _is_json(headers):
            await _not_json()(scope, receive, send)
            return
        most = LARGEST_RECORD if scope["path"].startswith("/api/v1/records") else LARGEST
        announced = headers.get(b"content-length", "0")
        if not announced.isdecimal() or int(announced) > most:
            await _too_much(most)(scope, receive, send)
            return
        if b"transfer-encoding" not in headers:
            await self.app(scope, receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                await _too_much(most)(scope, receive, send)
                return
        await self.app(scope, _once(body, receive), send)


def _once(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, once more; then whatever comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def language_of(accepted: str) -> str:
    """The language that a request asks for, English unless it prefers Spanish.

    >>> language_of("fr;q=0.9, es-CL;q=0.8, en;q=0.7"), language_of(""), language_of("en, es;q=0.1")
    ('es', 'en', 'en')
    """
    best, chosen = 0.0, "en"
    for part in accepted.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        weight = _weight(parameters)
        if name[:2] in LANGUAGES and weight > best:
            best, chosen = weight, name[:2]
    return chosen


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return min(float(parameter[2:]), 1.0)
            except ValueError:
                return 0.0
    return 1.0


def _at_home(host: str) -> bool:
    """Whether a host is this machine.

    >>> _at_home("localhost:8777"), _at_home("[::1]:80"), _at_home("127.0.0.1.example.org")
    (True, True, False)
    """
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower() in HOSTS


def _from_home(origin: str | None, host: str) -> bool:
    """Whether the page that asks, if it is a page, came from here: another program's page on this machine did not.

    >>> _from_home("http://localhost:8777", "localhost:8777"), _from_home("http://localhost:3000", "localhost:8777")
    (True, False)
    """
    return origin is None or origin.partition("://")[2].lower() == host.lower()


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    detail = str(Sentence(N_("Only this machine is answered, called by its own name: {hosts}."), hosts=HOSTS))
    await Problem("not-here", 421, N_("Not from there"), detail)(scope, receive, send)


def _is_json(headers: dict[bytes, str]) -> bool:
    """Whether what is sent, if anything is, says that it is JSON; what says nothing is taken for it.

    >>> _is_json({b"content-type": "application/json; charset=utf-8"}), _is_json({b"content-type": "text/plain"})
    (True, False)
    """
    kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
    return kind in ("", "application/json") or (kind.startswith("application/") and kind.endswith("+json"))


def _not_json() -> Any:
    return Problem("not-json", 415, N_("Not JSON"), translate(N_("What is sent here is JSON: application/json.")))


def _too_much(most: int) -> Any:
    detail = str(Sentence(N_("The request is too large: at most {most} bytes are read."), most=most))
    return Problem("too-large", 413, N_("Too large"), detail)
