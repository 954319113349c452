"""The websocket of a table: how it stands, then everything that happens there, as it happens.

The first message is the view. Each later one is an ``update``, in the order of the journal, once it is durable; after
a reader fell far behind, a fresh view. A reader may also act: ``{"act": {…}}``, ``{"draw": {}}`` or ``{"undo": {}}``,
each with an optional ``key`` and ``after``, answered by a ``receipt`` or a ``problem`` with the same ``key``.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import anyio
from fastapi import APIRouter, Header, Query, WebSocket, WebSocketDisconnect

from tapete.table.actions import read_action
from tapete.table.errors import BadRecord, TapeteError
from tapete.table.words import LANGUAGES, N_, language, speaking
from tapete.web.api.answers import TheHouse
from tapete.web.api.problems import of_error, of_mistake
from tapete.web.api.tables import seated

if TYPE_CHECKING:
    from tapete.house import House, Receipt, Subscription

router = APIRouter(prefix="/tables")
_LONGEST = 64 * 1024
_REFUSED = 4403


@router.websocket("/{table}/live")
async def live(
    socket: WebSocket,
    table: str,
    house: TheHouse,
    token: Annotated[str | None, Query(max_length=200)] = None,
    lang: Annotated[str | None, Query(max_length=5)] = None,
    authorization: Annotated[str | None, Header()] = None,
) -> None:
    """Look on, and act."""
    await socket.accept()
    secret = token or (authorization or "").removeprefix("Bearer ").strip() or None
    with speaking(lang if lang in LANGUAGES else language()):
        try:
            subscription = await house.subscribe(table, secret)
        except TapeteError as error:
            await _turn_away(socket, error)
            return
        with subscription:
            await _talk(socket, house, table, secret, subscription)


async def _talk(socket: WebSocket, house: House, table: str, token: str | None, subscription: Subscription) -> None:
    """Tell and hear until one of the two ends."""
    async with anyio.create_task_group() as both:

        async def telling() -> None:
            await _tell(socket, house, table, token, subscription)
            both.cancel_scope.cancel()

        both.start_soon(telling)
        await _hear(socket, house, table, token)
        both.cancel_scope.cancel()


async def _tell(socket: WebSocket, house: House, table: str, token: str | None, subscription: Subscription) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # whoever is gone needs no more telling
        try:
            seen = await _show(socket, house, table, token)
            async for update in subscription:
                if subscription.missed:
                    subscription.missed = False
                    seen = await _show(socket, house, table, token)
                elif update.seq > seen:
                    await socket.send_text(update.text())
            await socket.close()
        except TapeteError as error:  # a seat that was lost in the meantime, a table that cannot go on
            await _turn_away(socket, error)


async def _turn_away(socket: WebSocket, error: TapeteError) -> None:
    await socket.send_text(_told("problem", of_error(error).document))
    await socket.close(_REFUSED)


async def _show(socket: WebSocket, house: House, table: str, token: str | None) -> int:
    view = await house.view(table, token)
    await socket.send_text(_told("view", view.as_json()))
    return view.seq


async def _hear(socket: WebSocket, house: House, table: str, token: str | None) -> None:
    while True:
        try:
            message = await socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            return
        key = None
        try:
            asked = _read(message)
            key = asked.get("key")
            receipt = await _do(house, table, seated(token), asked)
            await socket.send_text(_told("receipt", {"key": key, **receipt.as_json()}))
        except TapeteError as error:
            await socket.send_text(_told("problem", {"key": key, **of_error(error).document}))
        except Exception as mistake:
            await socket.send_text(_told("problem", {"key": key, **of_mistake(mistake, table).document}))


def _read(message: str) -> dict[str, Any]:
    try:
        asked = json.loads(message) if len(message) <= _LONGEST else None
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or len({"act", "draw", "undo"} & asked.keys()) != 1:
        raise BadRecord(N_("A message is an object with act, draw or undo."))
    if not isinstance(asked.get("key"), str | None) or not isinstance(asked.get("after"), int | None):
        raise BadRecord(N_("A message's key is a word, and its after a number."))
    return asked


def _undone(asked: Any) -> int | None:
    """The entry that is to be taken back; without one, what was done last."""
    if not isinstance(asked, dict) or not asked.keys() <= {"seq"} or not isinstance(asked.get("seq"), int | None):
        raise BadRecord(N_('To undo takes the number of an entry, {{"seq": 7}}, or nothing, {{}}.'))
    return asked.get("seq")


async def _do(house: House, table: str, token: str, asked: dict[str, Any]) -> Receipt:
    key, after = asked.get("key"), asked.get("after")
    if "act" in asked:
        return await house.act(table, token, read_action(asked["act"]), key=key, after=after)
    if "draw" in asked:
        return await house.draw(table, token, key=key, after=after)
    return await house.undo(table, token, seq=_undone(asked["undo"]), key=key, after=after)


def _told(kind: str, content: dict[str, Any]) -> str:
    return json.dumps({"message": kind, **content}, ensure_ascii=False)
