"""Live tables: opened, joined, played, looked at, and kept."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from starlette.responses import Response

from tapete.house import NotYours
from tapete.house.replay import rulings
from tapete.house.service import MOST_STEPS
from tapete.house.views import offers_json
from tapete.table.actions import read_action
from tapete.table.words import N_
from tapete.web.api import shapes
from tapete.web.api.answers import Json, Key, Svg, TheHouse, Token, answer, problems
from tapete.web.api.records import moment

router = APIRouter(prefix="/tables")
Id = Annotated[str, Path(max_length=32, description="A table's id.")]


def seated(token: str | None) -> str:
    """The token of somebody who acts."""
    if token is None:
        raise NotYours(N_("Take a seat at the table first."))
    return token


@router.post("", status_code=201, responses=answer(shapes.Info, 201) | problems(404, 409, 503))
async def open_table(asked: shapes.TableAsked, house: TheHouse) -> Json:
    """Open a table of a game, with the system or a croupier bringing chance."""
    info = await house.open_table(asked.game, asked.settings, title=asked.title, deal=asked.deal)
    return Json(info.as_json(), 201)


@router.get("", responses=answer(list[shapes.Info]) | problems())
async def tables(
    house: TheHouse,
    running: Annotated[bool, Query(description="Only tables that are not closed.")] = False,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Json:
    """The tables of the house, the latest first."""
    found = [info for info in await house.tables() if not (running and info.closed_at)]
    return Json([info.as_json() for info in found[:limit]])


@router.get("/{table}", responses=answer(shapes.View) | problems(403, 404, 409))
async def view(table: Id, house: TheHouse, token: Token) -> Json:
    """How a table stands, as the holder of a seat, or a spectator, may see it."""
    return Json((await house.view(table, token)).as_json())


@router.post("/{table}/seats", status_code=201, responses=answer(shapes.Ticket, 201) | problems(404, 409, 503))
async def join(table: Id, asked: shapes.SeatAsked, house: TheHouse) -> Json:
    """Take a seat. The token is told this once: send it as ``Authorization: Bearer TOKEN``."""
    return Json((await house.join(table, asked.name, asked.role)).as_json(), 201)


@router.delete("/{table}/seats/{name}", status_code=204, responses=problems(403, 404, 409, 503))
async def leave(table: Id, name: Annotated[str, Path(max_length=200)], house: TheHouse, token: Token) -> Response:
    """Give a seat up; the croupier may free that of a player who is gone."""
    await house.leave(table, seated(token), name)
    return Response(status_code=204)


@router.post("/{table}/actions", responses=answer(shapes.Receipt) | problems(403, 404, 409, 503))
async def act(table: Id, asked: shapes.ActionAsked, house: TheHouse, token: Token, key: Key = None) -> Json:
    """Do one thing; the answer comes when it is durable."""
    action = read_action(asked.action)
    return Json((await house.act(table, seated(token), action, key=key, after=asked.after)).as_json())


@router.post("/{table}/draw", responses=answer(shapes.Receipt) | problems(403, 404, 409, 503))
async def draw(
    table: Id, house: TheHouse, token: Token, asked: Annotated[shapes.Sent | None, Body()] = None, key: Key = None
) -> Json:
    """Have the system draw under the commitment that it published."""
    after = None if asked is None else asked.after
    return Json((await house.draw(table, seated(token), key=key, after=after)).as_json())


@router.post("/{table}/undo", responses=answer(shapes.Receipt) | problems(403, 404, 409, 503))
async def undo(
    table: Id, house: TheHouse, token: Token, asked: Annotated[shapes.UndoAsked | None, Body()] = None, key: Key = None
) -> Json:
    """Take back the last bet or decision while nothing has followed from it; the journal keeps both."""
    asked = asked or shapes.UndoAsked()
    receipt = await house.undo(table, seated(token), seq=asked.seq, key=key, after=asked.after)
    return Json(receipt.as_json())


@router.post("/{table}/close", responses=answer(shapes.Receipt) | problems(403, 404, 409, 503))
async def close(table: Id, house: TheHouse, token: Token, key: Key = None) -> Json:
    """End a table between two rounds; what is still promised is revealed."""
    return Json((await house.close_table(table, seated(token), key=key)).as_json())


@router.get("/{table}/offers", responses=answer(list[shapes.Offer]) | problems(403, 404, 409))
async def offers(
    table: Id,
    house: TheHouse,
    token: Token,
    player: Annotated[
        str | None, Query(max_length=40, description="For the croupier: what this player may do.")
    ] = None,
) -> Json:
    """What the holder of a seat may do now, with places and bounds."""
    return Json(offers_json(await house.offers(table, token, player)))


@router.get("/{table}/again", responses=answer(list[shapes.BetTold]) | problems(403, 404, 409))
async def again(table: Id, house: TheHouse, token: Token) -> Json:
    """The bets of the last round, to be made again."""
    return Json([bet.as_record() for bet in await house.again(table, seated(token))])


@router.get(
    "/{table}/felt",
    response_class=Svg,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **problems(403, 404, 409)},
)
async def felt(table: Id, house: TheHouse, token: Token) -> Svg:
    """The felt with what lies on it, as SVG; its spots carry ``data-bet`` and ``data-on``."""
    return Svg(await house.felt(table, token))


@router.get("/{table}/steps", responses=answer(list[shapes.Step]) | problems(403, 404, 409))
async def steps(
    table: Id,
    house: TheHouse,
    token: Token,
    after: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_STEPS)] = MOST_STEPS,
) -> Json:
    """The journal after an entry: what was done, by whom, and what it brought about."""
    return Json([step.as_json() for step in await house.steps(table, token, after=after, most=limit)])


@router.get(
    "/{table}/record",
    response_class=Response,
    responses={200: {"content": {"application/yaml": {"schema": {"type": "object"}}}}, **problems(403, 404, 409)},
)
async def record(
    table: Id,
    house: TheHouse,
    token: Token,
    whole: Annotated[bool, Query(description="Also a round whose draws are not revealed yet.")] = False,
) -> Response:
    """The record, for ``tapete verify``."""
    found = await house.record(table, token, whole=whole)
    headers = {"Content-Disposition": f'attachment; filename="{table}.yaml"', "Cache-Control": "no-store"}
    return Response(found.as_text(), media_type="application/yaml", headers=headers)


@router.get("/{table}/replay/{step}", responses=answer(shapes.Moment) | problems(403, 404, 409))
async def replay(table: Id, step: Annotated[int, Path(ge=0, le=10**9)], house: TheHouse, token: Token) -> Json:
    """The table after so many of the actions of its record."""
    found = await house.record(table, token, whole=True)
    return Json(await asyncio.to_thread(moment, found, step))


@router.get("/{table}/rulings", responses=answer(list[shapes.RulingNow]) | problems(403, 404, 409))
async def rulings_now(table: Id, house: TheHouse, token: Token) -> Json:
    """The irregular plays of the game, those that fit this moment first."""
    found = await house.record(table, token, whole=True)
    return Json([ruling.as_json() for ruling in await asyncio.to_thread(rulings, found)])


@router.get("/{table}/books", responses=answer(shapes.Books) | problems(404, 409))
async def books(table: Id, house: TheHouse) -> Json:
    """The ledger: every account's balance, and whether all of it adds up."""
    return Json((await house.books(table)).as_json())
