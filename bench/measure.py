"""How the benchmarks measure: what was found, what it must reach, and the best of several times."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """What was measured, and what it must reach."""

    what: str
    measured: str
    value: float
    bound: float | None = None
    at_most: bool = False

    @property
    def reached(self) -> bool:
        """Whether it does."""
        return self.bound is None or (self.value <= self.bound if self.at_most else self.value >= self.bound)

    def cells(self) -> tuple[str, str, str]:
        """The row of the table."""
        if self.bound is None:
            return self.what, self.measured, ""
        mark = "[green]✓[/]" if self.reached else "[red]✗[/]"
        return self.what, self.measured, f"{'≤' if self.at_most else '≥'} {self.bound:g} {mark}"


def best(work: Callable[[], Any], times: int = 7) -> float:
    """The shortest of several times, in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def in_turn(first: Callable[[], Any], second: Callable[[], Any], times: int = 7) -> tuple[float, float]:
    """The shortest times of two that take turns, so that both see the same machine."""
    pairs = [(best(first, 1), best(second, 1)) for _ in range(times)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)
