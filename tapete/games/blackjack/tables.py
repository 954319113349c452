"""A strategy as the tables that players know: hard hands, soft hands and pairs against each card of the bank.

Codes: H hit, S stand, D double or else hit, Ds double or else stand, R surrender or else hit, Rs surrender or else
stand, P split, and - in the table of pairs: play it as its total.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import field_validator

from tapete.catalogue.model import Strict, Text
from tapete.games.blackjack.counts import ACTIONS, HIT, RANKS, STAND
from tapete.games.blackjack.plans import Plan, by_total
from tapete.games.strategies import read_file
from tapete.table.decisions import Chart
from tapete.table.errors import Mistake
from tapete.table.words import N_

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tapete.games.blackjack.solver import Solver

CODES = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
BY_TOTAL = "-"
NAMES = ("A", *map(str, range(2, 11)))
SHOWN = (*range(1, RANKS), 0)
_KNOWN = ("H", "S", "D", "Ds", "R", "Rs", "P", BY_TOTAL)
Rows = dict[int, tuple[str, ...]]


def code_of(action: str, otherwise: str) -> str:
    """A decision with what is done where it is not allowed.

    >>> code_of("double", "stand"), code_of("surrender", "hit"), code_of("stand", "stand")
    ('Ds', 'R', 'S')
    """
    letter = next(code for code, name in CODES.items() if name == action)
    return letter + ("s" if letter in "DR" and otherwise == "stand" else "")


class Written(Strict):
    """The tables in a file: for each total, or pair, ten codes against the bank's 2 to 10 and its ace."""

    title: Text
    text: Text | None = None
    hard: dict[int, str]
    soft: dict[int, str]
    pairs: dict[str, str]

    @field_validator("hard", "soft", "pairs")
    @classmethod
    def _codes(cls, rows: Mapping[int | str, str]) -> Mapping[int | str, str]:
        for label, row in rows.items():
            codes = row.split()
            strays = [code for code in codes if code not in _KNOWN]
            if len(codes) != RANKS or strays:
                raise Mistake(
                    N_("the row of {label} has ten codes, each one of: {known}"),
                    label=label,
                    known=", ".join(_KNOWN),
                )
        return rows

    @field_validator("pairs")
    @classmethod
    def _ranks(cls, rows: dict[str, str]) -> dict[str, str]:
        for label in rows:
            if label not in NAMES:
                raise Mistake(N_("{label} is no pair; pairs are named by one card: {known}"), label=label, known=NAMES)
        return rows


def read_tables(name: str) -> Tables:
    """The tables of a file."""
    written = read_file(name, Written, {})
    hard, soft = (
        {total: _by_first(row) for total, row in sorted(rows.items())} for rows in (written.hard, written.soft)
    )
    return Tables(hard, soft, {NAMES.index(rank): _by_first(row) for rank, row in written.pairs.items()})


def _by_first(row: str) -> tuple[str, ...]:
    codes = dict(zip(SHOWN, row.split(), strict=True))
    return tuple(codes[first] for first in range(RANKS))


@dataclass(frozen=True)
class Tables:
    """The codes by total, or by rank of the pair, and first card of the bank from the ace to the ten."""

    hard: Rows
    soft: Rows
    pairs: Rows

    @classmethod
    def of(cls, solver: Solver) -> Tables:
        """The best strategy of this kind."""
        found = solver.by_totals
        hard, soft = (
            {total: tuple(map(code_of, row, found.otherwise[total, is_soft])) for total, row in sorted(rows.items())}
            for rows, is_soft in ((found.hard, False), (found.soft, True))
        )
        pairs = {
            rank: tuple("P" if action == "split" else BY_TOTAL for action in row)
            for rank, row in sorted(found.pairs.items())
        }
        return cls(hard, soft, pairs)

    def plan(self, solver: Solver) -> Plan:
        """The decisions hand by hand."""
        chosen = [self._against(solver, first) for first in range(RANKS)]
        splits = {(rank, first) for rank, row in self.pairs.items() for first, code in enumerate(row) if code == "P"}
        return Plan(tuple(unsplit for unsplit, _ in chosen), tuple(after for _, after in chosen), frozenset(splits))

    def _against(self, solver: Solver, first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        first_two: dict[tuple[int, bool], int] = {}
        later: dict[tuple[int, bool], int] = {}
        for rows, soft in ((self.hard, False), (self.soft, True)):
            for total, row in rows.items():
                code = row[first]
                first_two[total, soft] = ACTIONS.index(CODES[code[0]])
                later[total, soft] = STAND if code in ("S", "Ds", "Rs") else HIT
        return by_total(solver, first_two, later)

    def charts(self) -> tuple[Chart, ...]:
        """The tables as charts, from the bank's two to its ace."""
        columns = tuple(NAMES[first] for first in SHOWN)
        labels = {
            "hard": {total: str(total) for total in self.hard},
            "soft": {total: f"A,{NAMES[total - 12]}" for total in self.soft},
            "pairs": {rank: f"{NAMES[rank]},{NAMES[rank]}" for rank in self.pairs},
        }
        return tuple(
            Chart(
                name,
                columns,
                tuple((labels[name][key], tuple(row[first] for first in SHOWN)) for key, row in rows.items()),
            )
            for name, rows in (("hard", self.hard), ("soft", self.soft), ("pairs", self.pairs))
        )

    def written(self, game: str) -> str:
        """The tables as a file that can be changed and read again."""
        header = "     " + " ".join(f"{NAMES[first]:>2}" for first in SHOWN)
        lines = [
            "# H hit, S stand, D double or else hit, Ds or else stand, R surrender or else hit, Rs or else stand,",
            "# P split, - by its total. Columns: the bank's first card.",
            f"title: {{es: 'Estrategia por totales, {game}', en: 'Strategy by totals, {game}'}}",
        ]
        for name, rows in (("hard", self.hard), ("soft", self.soft), ("pairs", self.pairs)):
            lines += [f"{name}:", f"  #{header}"]
            for key, row in rows.items():
                label = f'"{NAMES[key]}"' if name == "pairs" else str(key)
                lines.append(f'  {label + ":":<5}  "{" ".join(f"{row[first]:>2}" for first in SHOWN)}"')
        return "\n".join(lines) + "\n"
