"""What the laboratory hands to programs: the figures of a study, and of its simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.lab import decided
from tapete.lab.sample import CONFIDENCE, fit

if TYPE_CHECKING:
    from tapete.lab.runner import Run
    from tapete.lab.study import Study


def odds_json(study: Study) -> dict[str, Any]:
    """The exact odds of every bet, how to decide where the game leaves a choice, and any stakes together.

    >>> from tapete.lab.study import Study
    >>> odds_json(Study("pv-1996/boule"))["odds"][0]["bet"]
    'numero-entero'
    """
    joint = study.joint.as_json() if study.bets else None
    odds = [row.as_json() for row in study.rows]
    lengths = [length.as_json() for length in study.odds.lengths()]
    return {**study.as_json(), "odds": odds, "lengths": lengths, "joint": joint, **_decided(study)}


def _decided(study: Study) -> dict[str, Any]:
    found = decided.decided(study.odds)
    return {} if found is None else decided.as_json(found)


def run_json(study: Study, run: Run, confidence: float = CONFIDENCE) -> dict[str, Any]:
    """What was simulated, beside what is exact."""
    return {
        **study.as_json(),
        "seed": run.seed,
        "rounds": run.sample.rounds,
        "complete": run.complete,
        "seconds": run.seconds,
        "workers": run.workers,
        "simulated": run.sample.as_json(confidence),
        "exact": study.joint.as_json(),
        "fit": fit(run.sample, study.joint, confidence).as_json(),
    }
