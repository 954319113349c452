"""The documents: catalogues, games, comparisons and rulings."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection

from tapete import games
from tapete.catalogue import search
from tapete.catalogue.compare import compare, namesakes
from tapete.lab import effects
from tapete.table.words import text
from tapete.web.api import shapes
from tapete.web.api.answers import Json, Svg, answer, problems, study

router = APIRouter()
Catalogue = Annotated[str, Path(max_length=40, examples=["pv-1996"])]
GameId = Annotated[str, Path(max_length=60, examples=["ruleta-francesa"])]
Modality = Annotated[str | None, Query(max_length=60, description="A modality of the game, where it has several.")]
Words = Annotated[str, Query(max_length=200, description="Words, with or without accents.")]
MOST_COMPARED = 6


@router.get("/catalogues", responses=answer(list[shapes.Catalogue]))
def catalogues() -> Json:
    """Every document."""
    return Json([_catalogue(data) for data in games.library().catalogues.values()])


def _catalogue(data: dict[str, Any]) -> dict[str, Any]:
    told = {name: data[name] for name in ("id", "title", "english", "issuer", "instrument")}
    statuses = Counter(entry["status"] for entry in data["games"])
    return {**told, "country": text(data["country"]), "status": text(data["status"]), "games": dict(statuses)}


@router.get("/catalogues/{catalogue}", responses=answer(shapes.CatalogueFile) | problems(404))
def catalogue(catalogue: Catalogue) -> Json:
    """A document: its general rules, its readings and all that it names."""
    data = games.library().catalogue(catalogue)
    return Json({name: value for name, value in data.items() if name != "chapters"})


@router.get("/games", responses=answer(list[shapes.GameRow]) | problems(404))
def listed(
    q: Words = "",
    catalogue: Annotated[str | None, Query(max_length=40)] = None,
    family: Annotated[str | None, Query(max_length=40)] = None,
    status: Literal["game", "rules", "named-only", "planned"] | None = None,
) -> Json:
    """Games by any word of their names, by document, family and status."""
    return Json(search.listed(games.library(), q, catalogue, family, status))


@router.get("/games/{catalogue}/{game}", responses=answer(shapes.Game) | problems(404, 409))
def game(catalogue: Catalogue, game: GameId, modality: Modality = None) -> Json:
    """A game: every fact with its section, readings included, and the bets that an empty table takes."""
    name = _name(catalogue, game, modality)
    offers = [offer.as_json() for offer in games.table(name).legal("") if offer.verb == "bet"]
    return Json({"game": name, "facts": games.game_data(name), "offers": offers})


@router.get(
    "/games/{catalogue}/{game}/felt",
    response_class=Svg,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **problems(404, 409)},
)
def felt(catalogue: Catalogue, game: GameId, modality: Modality = None) -> Svg:
    """The felt of an empty table as SVG; its spots carry ``data-bet`` and ``data-on``."""
    return Svg(games.table(_name(catalogue, game, modality)).svg())


def _name(catalogue: str, game: str, modality: str | None) -> str:
    return known(f"{catalogue}/{game}" + (f"/{modality}" if modality else ""))


def known(name: str) -> str:
    """The id of a game that can be opened; a path to a file, which the command line takes, is none here."""
    games.library().game(name)
    return name


@router.get("/compare", responses=answer(shapes.Comparison) | problems(404, 409))
async def compared(
    connection: HTTPConnection,
    game: Annotated[list[str], Query(min_length=1, max_length=MOST_COMPARED, description="One name, or several ids.")],
    differences: Annotated[bool, Query(description="Only what differs.")] = False,
    edges: Annotated[bool, Query(description="Also the house edges, and what each difference does to them.")] = False,
) -> Json:
    """The same game in several documents, differences marked."""
    return await study(connection, lambda: _compared(game, differences, edges))


def _compared(game: list[str], differences: bool, edges: bool) -> Json:
    library = games.library()
    chosen, listed = (game, []) if len(game) > 1 else namesakes(library, game[0])
    chosen = chosen[:MOST_COMPARED]
    rows = compare({name: library.game(name) for name in chosen}) if chosen else []
    told = [row.as_json(chosen) for row in rows]
    known = {name: effects.known_edges(name) for name in chosen} if edges else {}
    if edges and chosen:
        for row, shown in zip(rows, told, strict=True):
            shown["effects"] = [
                {"game": name, "bet": found.bet, "before": str(found.before), "after": str(found.after)}
                for column, name in enumerate(chosen)
                if column and row.differs and (found := effects.effect(chosen[0], row, column, known[chosen[0]]))
            ]
    return Json(
        {
            "games": chosen,
            "listed": listed,
            "rows": [row for row in told if row["differs"] or not differences],
            "edges": {name: {bet: str(edge) for bet, edge in found.items()} for name, found in known.items()},
        }
    )


@router.get("/rulings", responses=answer(list[shapes.RulingRow]) | problems())
def rulings(q: Words = "", catalogue: Annotated[str | None, Query(max_length=100)] = None) -> Json:
    """Irregular plays and general rules that fit the words, best first; all irregular plays without words."""
    look_up = (
        search.rulings(games.library(), q, catalogue) if q.strip() else search.irregular(games.library(), catalogue)
    )
    return Json([search.ruling_row(*group) for group in search.grouped(look_up)])
