"""Simulations that run beside the server: so many at once, each with its progress, each stopped when somebody likes."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

from tapete.lab.results import run_json
from tapete.lab.runner import cores, simulate, traced
from tapete.table.errors import Refused, TapeteError, Unknown
from tapete.table.words import N_

if TYPE_CHECKING:
    from tapete.lab.contract import Kernel
    from tapete.lab.runner import Run
    from tapete.lab.study import Study

_AT_ONCE = 2
_MOST_WAITING = 20
_MOST_KEPT = 100
_log = logging.getLogger("tapete")


class Job:
    """A simulation."""

    def __init__(self, study: Study, kernel: Kernel, rounds: int, seed: int, confidence: float) -> None:
        self.id = secrets.token_hex(6)
        self.study, self.kernel, self.rounds, self.seed, self.confidence = study, kernel, rounds, seed, confidence
        self.state: Literal["waiting", "running", "done", "stopped", "failed"] = "waiting"
        self.done = 0
        self.run: Run | None = None
        self.problem: TapeteError | None = None
        self._stations: list[Any] = []
        self._stop = threading.Event()

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "stopped", "failed")

    def stop(self) -> None:
        """Have it end with what is done by now."""
        self._stop.set()

    def work(self) -> None:
        """Simulate, to the end or until it is stopped."""
        if self._stop.is_set():
            self.state = "stopped"
            return
        self.state = "running"
        workers = max(1, cores() // _AT_ONCE)
        try:
            self.run = simulate(
                self.kernel, self.rounds, self.seed, workers, progress=self._progress, stations=self._stations
            )
            self.state = "done" if self.run.complete else "stopped"
        except TapeteError as error:
            self.problem, self.state = error, "failed"
        except Exception as mistake:
            _log.error("simulation %s", self.id, exc_info=mistake)
            self.problem, self.state = Refused(N_("The simulation failed: it is a mistake of Tapete.")), "failed"

    def _progress(self, done: int) -> None:
        self.done = done
        if self._stop.is_set():
            raise KeyboardInterrupt

    def as_json(self) -> dict[str, Any]:
        """The job for programs."""
        run = self.run if self.run is not None and self.run.counts.any() else None
        return {
            "id": self.id,
            "state": self.state,
            "game": self.study.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "done": self.done,
            "trace": [
                {"rounds": point.rounds, "mean": point.mean, "error": point.error}
                for point in traced(self.kernel, list(self._stations))
            ],
            "result": run_json(self.study, run, self.confidence) if run is not None and self.over else None,
            "problem": None if self.problem is None else str(self.problem),
        }


class Jobs:
    """The simulations of a server; the oldest that are over are forgotten."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_AT_ONCE, "tapete-simulation")
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, study: Study, kernel: Kernel, rounds: int, seed: int, confidence: float) -> Job:
        """Begin a simulation, or queue it behind those that run."""
        job = Job(study, kernel, rounds, seed, confidence)
        with self._lock:
            if sum(not known.over for known in self._known.values()) >= _MOST_WAITING:
                raise Refused(N_("{number} simulations wait already: stop one first."), number=_MOST_WAITING)
            self._known[job.id] = job
            for id in [known.id for known in self._known.values() if known.over][: len(self._known) - _MOST_KEPT]:
                del self._known[id]
        self._pool.submit(job.work)
        return job

    def get(self, id: str) -> Job:
        """A simulation by its id."""
        with self._lock:
            if id not in self._known:
                raise Unknown(N_("There is no simulation {id}."), id=id)
            return self._known[id]

    def all(self) -> list[Job]:
        """Every simulation that is known, the latest first."""
        with self._lock:
            return list(reversed(self._known.values()))

    def close(self) -> None:
        """Stop everything."""
        for job in self.all():
            job.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)
