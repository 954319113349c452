"""Running a simulation on the cores of this machine or on a cluster, with the same result to the last bit.

The rounds are cut into blocks of a fixed number, and the draws of a block depend on the seed and the block alone. What
the blocks bring are whole numbers that are added up, so neither the number of workers nor their order leaves a trace. A
run that is stopped keeps what was done from the first round on without a gap: it is the run of so many rounds.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tapete import __version__
from tapete.lab.sample import Sample
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from tapete.lab.contract import Counting, Kernel

    Counts = NDArray[np.int64]
    Completed = Callable[[Counting, int, Iterator["Task"]], Iterator[tuple["Task", Counts]]]

BLOCK = 1 << 16
SEEDS = 1 << 64
CLUSTER_TIMEOUT = 10.0
_TASKS_WANTED = 64
_MOST_BLOCKS = 32
_IN_FLIGHT = 4


@dataclass(frozen=True, slots=True)
class Task:
    """Consecutive blocks that one worker counts in one go; only the last of a run is cut short."""

    first: int
    rounds: int


def block_of(kernel: Counting) -> int:
    """How many rounds a block of this kernel holds."""
    size: int = getattr(kernel, "block", BLOCK)
    return size


def tasks(rounds: int, block: int = BLOCK) -> Iterator[Task]:
    """The tasks of a run: they depend on its length alone.

    >>> [task.rounds for task in tasks(150_000)]
    [65536, 65536, 18928]
    """
    size = block * max(1, min(_MOST_BLOCKS, rounds // (block * _TASKS_WANTED)))
    for start in range(0, rounds, size):
        yield Task(start // block, min(size, rounds - start))


def work(kernel: Counting, seed: int, task: Task) -> Counts:
    """What a worker does."""
    counts, block = np.zeros(kernel.shape(), np.int64), block_of(kernel)
    for offset in range(-(-task.rounds // block)):
        counts += kernel.count(seed, task.first + offset, min(block, task.rounds - offset * block))
    return counts


@dataclass(frozen=True, slots=True)
class Point:
    """Where the mean stood after so many rounds, and its standard error."""

    rounds: int
    mean: float
    error: float


@dataclass(frozen=True)
class Run:
    """What was simulated, and how; everything but ``seconds`` and ``workers`` is the same wherever it ran.

    ``counts`` are the kernel's after all the ``rounds`` that were done, ``stations`` those at places on the way. Rounds
    of stakes are told as a ``sample``; what a strategy brought is for whoever made its kernel to tell.
    """

    kernel: Counting
    seed: int
    wanted: int
    rounds: int
    counts: Counts
    stations: tuple[Counts, ...]
    seconds: float
    workers: str

    @cached_property
    def sample(self) -> Sample:
        """The rounds that were played."""
        return Sample.of(cast("Kernel", self.kernel).endings(self.counts))

    @cached_property
    def trace(self) -> tuple[Point, ...]:
        """How the mean settled down."""
        return traced(cast("Kernel", self.kernel), self.stations)

    @property
    def complete(self) -> bool:
        """Whether nobody stopped it."""
        return self.rounds == self.wanted

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0


def traced(kernel: Kernel, stations: Iterable[Counts]) -> tuple[Point, ...]:
    """How the mean settled down from station to station."""
    samples = (Sample.of(kernel.endings(counts)) for counts in stations)
    return tuple(Point(sample.rounds, float(sample.mean), sample.error) for sample in samples)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    kernel: Counting,
    rounds: int,
    seed: int,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] | None = None,
    stations: list[Counts] | None = None,
) -> Run:
    """Simulate so many rounds; Ctrl-C stops it, and what was done is returned.

    ``progress`` is told how many are done; a ``KeyboardInterrupt`` that it raises stops the run as well. Whoever gives
    a list of ``stations`` can watch it fill.

    >>> from tapete.lab.study import Study
    >>> from tapete.table.actions import Bet
    >>> kernel = Study("pv-1996/boule", bets=(Bet("ana", "rojo", (), 10),)).kernel()
    >>> one, two = (simulate(kernel, 200_000, seed=7, workers=workers).sample for workers in (1, 2))
    >>> one == two
    True
    """
    if rounds < 1:
        raise Refused(N_("The number of rounds must be above zero, not {rounds}."), rounds=rounds)
    if not 0 <= seed < SEEDS:
        raise Refused(N_("A seed is a whole number from 0 to 2^64 - 1, not {seed}."), seed=seed)
    if workers is not None and workers < 1:
        raise Refused(N_("The number of workers must be above zero, not {workers}."), workers=workers)
    number = workers or cores()
    kernel.count(seed, 0, 1)  # compiled now, by one thread, so that the clock starts with the work
    start = time.perf_counter()
    gathered = _Gathered(kernel, rounds, [] if stations is None else stations)
    place = _cluster(cluster) if cluster else _threads(number)
    try:
        with place as completed:
            for task, counts in completed(kernel, seed, tasks(rounds, block_of(kernel))):
                done = gathered.add(task, counts)
                if progress is not None:
                    progress(done)
    except KeyboardInterrupt:
        pass
    seconds = time.perf_counter() - start
    found, stops = gathered.counts, tuple(gathered.stations)
    return Run(kernel, seed, rounds, gathered.done, found, stops, seconds, cluster or str(number))


class _Gathered:
    """Counts in the order of the rounds; what comes early waits for what is before it."""

    def __init__(self, kernel: Counting, rounds: int, stations: list[Counts]) -> None:
        self.counts = np.zeros(kernel.shape(), np.int64)
        self.stations = stations
        self._waiting: dict[int, tuple[Task, Counts]] = {}
        self._block = block_of(kernel)
        self._every = -(-sum(1 for _ in tasks(rounds, self._block)) // _TASKS_WANTED)
        self._added = 0
        self._next = 0
        self.done = 0

    def add(self, task: Task, counts: Counts) -> int:
        """Take what a worker brought; returns how many rounds are done without a gap."""
        self._waiting[task.first] = task, counts
        while self._next in self._waiting:
            task, counts = self._waiting.pop(self._next)
            self.counts += counts
            self._next += -(-task.rounds // self._block)
            self.done += task.rounds
            self._added += 1
            if self._added % self._every == 0:
                self.stations.append(self.counts.copy())
        return self.done


@contextmanager
def _threads(number: int) -> Iterator[Completed]:
    """The cores of this machine: kernels let go of the interpreter while they count, so threads are enough."""
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    pool = ThreadPoolExecutor(number)

    def completed(kernel: Counting, seed: int, coming: Iterator[Task]) -> Iterator[tuple[Task, Counts]]:
        running: dict[Any, Task] = {}
        while True:
            for task in islice(coming, _IN_FLIGHT * number - len(running)):
                running[pool.submit(work, kernel, seed, task)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()

    try:
        yield completed
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Completed]:
    """The workers of a Dask cluster."""
    client = _client(address)

    def completed(kernel: Counting, seed: int, coming: Iterator[Task]) -> Iterator[tuple[Task, Counts]]:
        from distributed import as_completed

        number = _IN_FLIGHT * max(1, sum(client.nthreads().values()))
        there = client.scatter(kernel, broadcast=True)
        running: dict[str, Task] = {}

        def sent(task: Task) -> Any:
            future = client.submit(work, there, seed, task, pure=False)
            running[future.key] = task
            return future

        ready = as_completed([sent(task) for task in islice(coming, number)], loop=client.loop)
        for future in ready:
            ready.update([sent(task) for task in islice(coming, 1)])
            yield running.pop(future.key), future.result()

    try:
        yield completed
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise Refused(N_("A cluster needs the part that is installed with: pip install 'tapete[cluster]'.")) from None
    try:
        client = Client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise Refused(
            N_("The cluster at {address} cannot be reached: {why}."), address=address, why=str(error)
        ) from None
    try:
        versions = set(client.run(_version).values())
    except ImportError:
        versions = set()
    if versions != {__version__}:
        client.close()
        raise Refused(
            N_("The workers at {address} must all have Tapete {version}; they have: {found}."),
            address=address,
            version=__version__,
            found=sorted(versions) or "-",
        )
    return client


def _version() -> str:
    return __version__
