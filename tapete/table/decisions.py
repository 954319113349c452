"""What the laboratory can say of a game in which players decide: charts, the worth of each decision, what rules cost.

A family that has such a game offers it beside its odds; the laboratory draws it, whatever the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tapete.table.words import Sentence


@dataclass(frozen=True, slots=True)
class Chart:
    """A strategy as players know it: for each hand (a row) and card of the bank (a column) a short code.

    >>> Chart("hard", ("A", "2"), (("16", ("H", "S")),)).as_json()
    {'chart': 'hard', 'against': ['A', '2'], 'rows': {'16': ['H', 'S']}}
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def as_json(self) -> dict[str, Any]:
        """The chart for programs."""
        return {
            "chart": self.name,
            "against": list(self.columns),
            "rows": {label: list(codes) for label, codes in self.rows},
        }


@dataclass(frozen=True, slots=True)
class Worths:
    """What each decision on a hand is worth, for a unit first staked; the best first."""

    hand: str
    against: str
    decisions: tuple[tuple[str, float], ...]

    @property
    def best(self) -> str:
        """The best decision."""
        return self.decisions[0][0]

    def cost(self, do: str) -> float | None:
        """What a decision gives away against the best; None where it is not allowed.

        >>> Worths("10,6", "9", (("surrender", -0.5), ("hit", -0.51))).cost("hit")
        0.010000000000000009
        """
        return next((self.decisions[0][1] - worth for name, worth in self.decisions if name == do), None)

    def as_json(self) -> dict[str, Any]:
        """The worths for programs."""
        return {"hand": self.hand, "against": self.against, "best": self.best, "worth": dict(self.decisions)}


@dataclass(frozen=True, slots=True)
class Aside:
    """Something offered beside the play: how likely it comes true, its worth for a unit, and that of doing without.

    ``hand`` and ``against`` tell what the player sees.
    """

    what: str
    hand: str
    against: str
    chance: float
    worth: float
    otherwise: float = 0.0

    @property
    def better(self) -> bool:
        """Whether taking it is better."""
        return self.worth > self.otherwise

    def as_json(self) -> dict[str, Any]:
        """The offer for programs."""
        told = {"what": self.what, "hand": self.hand, "against": self.against, "chance": self.chance}
        return {**told, "worth": self.worth, "otherwise": self.otherwise, "better": self.better}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does to the expectation of a unit staked: of a rule, or of a card that has left the shoe."""

    what: Sentence | str
    expected: float
    change: float

    def as_json(self) -> dict[str, Any]:
        """The effect for programs."""
        return {"what": str(self.what), "expected": self.expected, "change": self.change}
