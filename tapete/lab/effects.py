"""What a fact does to the house edge: the edges of a game, and those it would have with a fact of another document."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tapete.games import game_data
from tapete.lab.study import Study
from tapete.table.errors import TapeteError
from tapete.table.money import odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from tapete.catalogue.compare import Row
    from tapete.table.distribution import BetOdds

Edges = dict[str, "Fraction"]


@dataclass(frozen=True, slots=True)
class Effect:
    """The bet whose edge moves most, and how it moves."""

    bet: str
    before: Fraction
    after: Fraction


def edges_of(game: str, readings: Mapping[str, str], changes: Mapping[str, Any] | None = None) -> Edges:
    """The house edge of every bet that has one, the best way of playing it.

    >>> edges_of("pv-1996/boule", {})["rojo"]
    Fraction(1, 9)
    """
    return edges(Study(game, {"readings": dict(readings)} if readings else {}, changes or {}).rows)


def edges(rows: Iterable[BetOdds]) -> Edges:
    """The house edge of every bet that has one; of a bet with several places, the least."""
    found: Edges = {}
    for row in rows:
        if row.priced:
            found[row.bet] = min(found.get(row.bet, row.best.edge), row.best.edge)
    return found


@lru_cache(maxsize=64)
def known_edges(game: str) -> Edges:
    """The edges of a game; none where the laboratory cannot work them out."""
    try:
        return edges_of(game, {})
    except (TapeteError, NotImplementedError):
        return {}


def effect(base: str, row: Row, column: int, before: Edges) -> Effect | None:
    """What it would do to the first game of a comparison to take one fact from another; None where it moves no edge.

    >>> from tapete.catalogue.compare import compare
    >>> games = ("bo-2025/craps", "cl-2023/craps")
    >>> rows = compare({game: game_data(game) for game in games})
    >>> row = next(row for row in rows if row.differs and row.cells[0] and row.cells[0].value == "5 : 1")
    >>> effect(games[0], row, 1, edges_of(games[0], {}))
    Effect(bet='juego-de-7', before=Fraction(0, 1), after=Fraction(1, 6))
    """
    cell = row.cells[column]
    path = _path(base, row)
    if cell is None or path is None or cell.value is None:
        return None
    after = _edges_with(base, path, json.dumps(_plain(path, cell.value)))
    moved = [Effect(bet, before[bet], after[bet]) for bet in before if bet in after and after[bet] != before[bet]]
    return max(moved, key=lambda one: abs(one.after - one.before), default=None)


@lru_cache(maxsize=4096)
def _edges_with(game: str, path: str, written: str) -> Edges:
    """The edges of a game with one fact, written as JSON; none where the fact does not fit into this game."""
    try:
        return edges_of(game, {}, {path: json.loads(written)})
    except (TapeteError, NotImplementedError, ValueError, TypeError, ArithmeticError):
        return {}


def _path(base: str, row: Row) -> str | None:
    """Where the row's fact stands in the first game; None for what is told in sentences."""
    if row.cells[0] is None:
        return None
    if row.part == "bets":
        trade = row.label["en"] if isinstance(row.label, dict) else row.label
        bets = game_data(base)["bets"]
        return next((f"bets.{name}.pays" for name, bet in bets.items() if bet["trade"] == trade), None)
    return row.label if isinstance(row.label, str) and "." in row.label else None


def _plain(path: str, value: Any) -> Any:
    return str(odds(str(value).replace(" : ", "/"))) if path.endswith(".pays") else value
