"""Sessions of a strategy: a bankroll, somebody who follows a file of rules, and what many such evenings bring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tapete.lab.contract import SessionKernel, sessions_of

if TYPE_CHECKING:
    from tapete.lab.runner import Run
    from tapete.lab.study import Study
    from tapete.table.tally import Tally


@dataclass(frozen=True)
class Sitting:
    """What is asked: a game under given facts, a strategy by its file or name, a bankroll, and how long it lasts.

    >>> from tapete.lab.runner import simulate
    >>> from tapete.lab.study import Study
    >>> evening = Sitting(Study("cl-2023/craps"), "pass-and-come", bankroll=500, shooters=10)
    >>> evening.tally(simulate(evening.kernel, 1000, seed=7)).sessions
    1000
    """

    study: Study
    strategy: str
    bankroll: int
    shooters: int | None = None
    throws: int | None = None

    @cached_property
    def kernel(self) -> SessionKernel:
        """The simulation."""
        return sessions_of(self.study.round, self.strategy, self.bankroll, self.shooters, self.throws)

    def tally(self, run: Run) -> Tally:
        """What a run of it brought."""
        return self.kernel.tally(run.counts)

    def command(self, run: Run) -> str:
        """The command that repeats a run."""
        length = ("--throws", str(self.throws)) if self.throws is not None else ("--shooters", str(self.shooters))
        more = ("--strategy", self.strategy, "--bankroll", str(self.bankroll), *length)
        return self.study.command("simulate", *more, "--rounds", str(run.rounds), "--seed", str(run.seed))

    def as_json(self, run: Run, confidence: float) -> dict[str, Any]:
        """What was asked and what came out, for programs."""
        return {
            **self.study.as_json(),
            "strategy": self.kernel.told,
            "bankroll": self.bankroll,
            "shooters": self.shooters,
            "throws": self.throws,
            "seed": run.seed,
            "rounds": run.rounds,
            "complete": run.complete,
            "seconds": run.seconds,
            "workers": run.workers,
            "simulated": self.tally(run).as_json(confidence),
        }
