"""The same game in different documents: its facts side by side, the differences marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.catalogue.paths import leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOT_FACTS = ("cite", "pays_cite", "text", "catalogue", "id", "english", "why", "summary", "says", "set", "names")


@dataclass(frozen=True, slots=True)
class Row:
    """One fact: its path and its value in each game; None where a document has no such fact."""

    path: str
    values: tuple[Any, ...]

    @property
    def differs(self) -> bool:
        """Whether the documents do not agree."""
        return any(value != self.values[0] for value in self.values[1:])


def compare(games: Mapping[str, dict[str, Any]]) -> list[Row]:
    """The facts of several games, aligned: bets by the trade's word for them, the rest by path."""
    tables = [dict(_facts(game)) for game in games.values()]
    order: dict[str, None] = {}
    for table in tables:
        order.update(dict.fromkeys(table))
    return [Row(path, tuple(table.get(path) for table in tables)) for path in order]


def _facts(game: dict[str, Any]) -> list[tuple[str, Any]]:
    facts: list[tuple[str, Any]] = [("names", game["names"])]
    for key, value in game.items():
        if key in _NOT_FACTS or key in ("names", "bets", "irregular", "duties", "prohibitions", "flow", "readings",
                                        "glossary", "equipment", "staff"):
            continue
        facts += [(p, v) for p, v in leaves(value, key) if p.rsplit(".", 1)[-1] not in _NOT_FACTS]
    for role in game.get("staff", ()):
        facts.append((f"staff.{role['role']['en']}", role.get("minimum", 1)))
    for name, bet in game["bets"].items():
        facts.append((f"bets.{bet['trade']}", f"{name}"))
        for path, value in leaves({k: v for k, v in bet.items() if k != "trade"}, f"bets.{bet['trade']}"):
            if path.rsplit(".", 1)[-1] not in _NOT_FACTS:
                facts.append((path, value))
    for name, ruling in game.get("irregular", {}).items():
        facts.append((f"irregular.{name}", f"{ruling['effect']} ({ruling.get('bets') or 'stand'})"))
    for name, reading in game.get("readings", {}).items():
        facts.append((f"readings.{name}", reading["runs"]))
    return facts
