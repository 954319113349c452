"""The house as everybody asks it: one thread that does what is asked, in one order, and makes it durable.

What is asked at the same time is done one after the other and written in one transaction; only then is anybody
answered, and whoever looks on is told. So nobody ever sees a chip that a power cut could take away, and many people
share the time that a disk needs.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from tapete import games
from tapete.house import kept, schema
from tapete.house.journal import Info, now
from tapete.house.live import Broken, LiveTable, Request, Spoiled
from tapete.house.seats import ROLES
from tapete.house.storage import Batch, Storage
from tapete.table.errors import BadRecord, TapeteError
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Generator, Mapping
    from typing import Self

    from tapete.house.seats import Role, Seat, Ticket
    from tapete.house.views import Books, Receipt, Step, Update, View
    from tapete.table.actions import Action, Bet
    from tapete.table.record import Record
    from tapete.table.round import Offer

T = TypeVar("T")
MOST_AT_ONCE = 256
MOST_IN_MEMORY = 200
MOST_STEPS = 1000
_MOST_WAITING = 1000
_LONGEST_TITLE = 80
_LONGEST_KEY = 64
_LARGEST = 10**15
_LONGEST_WORD = 200
_MOST_ITEMS = 500


class NotKept(TapeteError):
    """Something that could not be made durable: it did not happen."""


class Answer(Future[T], Generic[T]):
    """What the house will say: ``await`` it, or ask for its ``result()``."""

    def __await__(self) -> Generator[Any, None, T]:
        return asyncio.wrap_future(self).__await__()


@dataclass(slots=True)
class _Job:
    work: Callable[[], Any]
    answer: Answer[Any]
    context: Context
    table: str | None = None
    value: Any = None
    error: Exception | None = None
    spoiled: bool = False


class Subscription:
    """What happens at a table, as it happens: ``async for update in subscription``.

    A reader that falls far behind misses updates: ``missed`` says so, and the table's view or journal tells the rest.
    Whoever loses their seat is told what a spectator is.
    """

    def __init__(self, house: House, table: str, seat: Seat | None) -> None:
        self.table, self.viewer = table, seat.viewer if seat else None
        self.missed = False
        self._house = house
        self._seat = seat.number if seat else None
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Update] = deque()
        self._ready = asyncio.Event()
        self._open = True

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        while not self._waiting:
            if not self._open:
                raise StopAsyncIteration
            self._ready.clear()
            await self._ready.wait()
        return self._waiting.popleft()

    def waiting(self) -> list[Update]:
        """Everything that has come and was not read yet: a page that is redrawn needs to be redrawn only once."""
        taken = list(self._waiting)
        self._waiting.clear()
        return taken

    def close(self) -> None:
        """Look on no more."""
        self._house._unsubscribe(self)
        self._open = False
        self._ready.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _deliver(self, update: Update) -> None:
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
            self.missed = True
        self._waiting.append(update)
        self._ready.set()


class House:
    """A house: its tables, its database, and the thread that looks after both.

    ``url`` names the database (``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``); without it the environment's
    ``TAPETE_DATABASE`` counts, and at last a file in the user's data folder. A second house on the same database is
    refused with ``StorageError``, as is one that is damaged or was made by a newer Tapete.

    A ``token`` is a seat's secret; where it may be None, whoever asks is a spectator. ``key`` is the caller's own name
    for a request: asked again with the same key, for instance because the answer got lost, the house does nothing and
    answers as it did the first time. ``after`` is the number of the last entry that the caller knows: if somebody else
    acted since, ``Overtaken`` says so.
    """

    def __init__(self, url: str | None = None) -> None:
        self._storage = Storage(url)
        self._tables: dict[str, LiveTable] = {}
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._batch = Batch()
        self._lock = threading.Lock()
        self._looking: dict[str, set[Subscription]] = {}
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="tapete-house", daemon=True)
        self._thread.start()

    @property
    def database(self) -> str:
        """Which kind of database it is: ``sqlite`` or ``postgresql``."""
        return self._storage.kind

    def close(self) -> None:
        """Finish what was asked and let go of the database."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._jobs.put(None)
        self._thread.join()
        for looking in list(self._looking.values()):
            for subscription in list(looking):
                self._looking[subscription.table].discard(subscription)
                with suppress(RuntimeError):  # a reader whose loop has ended needs no goodbye
                    subscription._loop.call_soon_threadsafe(subscription.close)
        self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_table(
        self, game: str, settings: Mapping[str, Any] | None = None, *, title: str = "", deal: str = "system"
    ) -> Answer[Info]:
        """Open a table of a game; ``deal`` says who brings chance, the ``system`` or the ``croupier``."""

        def work() -> Info:
            if deal not in ("system", "croupier"):
                raise BadRecord(N_("Chance comes from the system or from the croupier, not from {value}."), value=deal)
            shown = " ".join(title.split())[:_LONGEST_TITLE]
            if not shown.isprintable():
                raise BadRecord(N_("The title has signs that cannot be read."))
            _verify_plain(dict(settings or {}), "table")
            games.library().game(game)  # a path to a file, which the command line takes, is none here
            info = Info(secrets.token_hex(6), game, shown, dict(settings or {}), deal, now())  # type: ignore[arg-type]
            self._tables[info.id] = LiveTable.opened(info, self._batch)
            return info

        return self._ask(work)

    def tables(self) -> Answer[tuple[Info, ...]]:
        """Every table that was ever opened, the latest first."""

        def work() -> tuple[Info, ...]:
            found = {row["id"]: kept.info(row) for row in self._storage.rows(schema.tables)}
            found |= {id: table.info for id, table in self._tables.items()}
            return tuple(sorted(found.values(), key=lambda info: (info.opened_at, info.id), reverse=True))

        return self._ask(work)

    def join(self, table: str, name: str, role: Role = "player") -> Answer[Ticket]:
        """Take a seat: the ticket's token is told this once."""

        def work(live: LiveTable) -> Ticket:
            if role not in ROLES:
                raise BadRecord(
                    N_("A seat is that of a player, a croupier or a spectator, not of {value}."), value=role
                )
            return live.join(name, role, self._batch)

        return self._at(table, work)

    def leave(self, table: str, token: str, name: str | None = None) -> Answer[Seat]:
        """Give a seat up; the croupier may free that of a player by name."""
        return self._at(table, lambda live: live.leave(token, name, self._batch))

    def act(
        self, table: str, token: str, action: Action, *, key: str | None = None, after: int | None = None
    ) -> Answer[Receipt]:
        """Do one thing at a table, or be refused with the sentence and its section."""

        def work(live: LiveTable) -> Receipt:
            _verify_plain(action.as_record(), "action")
            return live.act(_request(token, key, after), action, self._batch)

        return self._at(table, work)

    def draw(self, table: str, token: str, *, key: str | None = None, after: int | None = None) -> Answer[Receipt]:
        """Have the system draw; whoever leads the game may ask for it."""
        return self._at(table, lambda live: live.draw(_request(token, key, after), self._batch))

    def undo(
        self, table: str, token: str, *, seq: int | None = None, key: str | None = None, after: int | None = None
    ) -> Answer[Receipt]:
        """Take back the last bet or decision, or that of an entry; the journal keeps both, the record neither."""
        return self._at(table, lambda live: live.undo(_request(token, key, after), seq, self._batch))

    def close_table(self, table: str, token: str, *, key: str | None = None) -> Answer[Receipt]:
        """End a table between two rounds."""
        return self._at(table, lambda live: live.close(_request(token, key), self._batch))

    def view(self, table: str, token: str | None = None) -> Answer[View]:
        """How a table stands, as whoever asks may see it."""
        return self._at(table, lambda live: live.view(token))

    def offers(self, table: str, token: str | None = None, player: str | None = None) -> Answer[tuple[Offer, ...]]:
        """What whoever asks may do now; the croupier may ask it for a player."""
        return self._at(table, lambda live: live.offers(token, player))

    def felt(self, table: str, token: str | None = None) -> Answer[str]:
        """The felt as SVG, in the language of whoever asks."""
        return self._at(table, lambda live: live.felt(token))

    def again(self, table: str, token: str) -> Answer[tuple[Bet, ...]]:
        """The bets of the last round, to be made again."""
        return self._at(table, lambda live: live.again(token))

    def steps(
        self, table: str, token: str | None = None, *, after: int = 0, most: int = MOST_STEPS
    ) -> Answer[tuple[Step, ...]]:
        """The journal after an entry, with what each entry brought about."""
        return self._at(table, lambda live: live.steps(token, max(0, after), min(most, MOST_STEPS)))

    def record(self, table: str, token: str | None = None, *, whole: bool = False) -> Answer[Record]:
        """The record of a table, for ``tapete verify``: to the last round whose draws are revealed, or the whole.

        A table that cannot go on still has its record; what was settled is then its claim.
        """

        def work() -> Record:
            try:
                return self._table(table).record(token, whole)
            except Broken:
                return kept.record(table, self._storage)

        return self._ask(work, table)

    def books(self, table: str) -> Answer[Books]:
        """The ledger of a table and whether it balances."""
        return self._at(table, lambda live: live.books(self._storage, self._batch))

    async def subscribe(self, table: str, token: str | None = None) -> Subscription:
        """Look on: what happens from now on, in the order of the journal. Subscribe first, then ask for the view."""
        view = await self.view(table, token)
        subscription = Subscription(self, table, view.you)
        with self._lock:
            self._looking.setdefault(table, set()).add(subscription)
        return subscription

    def _unsubscribe(self, subscription: Subscription) -> None:
        with self._lock:
            self._looking.get(subscription.table, set()).discard(subscription)

    def _at(self, table: str, work: Callable[[LiveTable], T]) -> Answer[T]:
        return self._ask(lambda: work(self._table(table)), table)

    def _ask(self, work: Callable[[], T], table: str | None = None) -> Answer[T]:
        answer: Answer[T] = Answer()
        with self._lock:
            if self._closed:
                answer.set_exception(NotKept(N_("The house is closed.")))
            else:
                self._jobs.put(_Job(work, answer, copy_context(), table))
        return answer

    def _table(self, id: str) -> LiveTable:
        """A table, the least recently used first among those in memory."""
        live = self._tables.pop(id, None) or LiveTable.rebuilt(id, self._storage)
        self._tables[id] = live
        return live

    def _serve(self) -> None:
        """Do what is asked until the house closes."""
        going = True
        while going:
            going, waiting = self._gathered()
            while waiting:
                self._finish(self._work(waiting))

    def _gathered(self) -> tuple[bool, deque[_Job]]:
        """All that has been asked by now, and whether more will be."""
        jobs = [self._jobs.get()]
        with suppress(queue.Empty):
            while jobs[-1] is not None and len(jobs) < MOST_AT_ONCE:
                jobs.append(self._jobs.get_nowait())
        return jobs[-1] is not None, deque(job for job in jobs if job is not None)

    def _work(self, waiting: deque[_Job]) -> list[_Job]:
        """Do what waits; one that leaves its table in doubt is the last before the batch is written."""
        done: list[_Job] = []
        while waiting:
            job = waiting.popleft()
            if not job.answer.set_running_or_notify_cancel():
                continue
            done.append(job)
            try:
                job.value = job.context.run(job.work)
            except TapeteError as refusal:
                job.error = refusal
            except Spoiled as spoiled:
                job.error, job.spoiled = spoiled.why, True
                break
            except Exception as mistake:
                job.error, job.spoiled = mistake, True
                break
        return done

    def _finish(self, done: list[_Job]) -> None:
        """Make durable what was done; then answer, and tell those who look on."""
        batch, self._batch = self._batch, Batch()
        try:
            if batch:
                self._storage.write(batch)
        except Exception as error:  # whatever it was, the house goes on
            self._tables.clear()  # nothing of it happened: tables are rebuilt from what is kept
            for job in done:
                job.error = error
        for job in done:
            if job.table is not None:
                self._publish(job.table)
            if job.spoiled:
                self._tables.pop(job.table or "", None)
        if any(isinstance(job.error, SQLAlchemyError) for job in done):
            self._recover()
        for job in done:
            if isinstance(job.error, SQLAlchemyError):
                job.answer.set_exception(_not_kept(job.error))
            elif job.error is not None:
                job.answer.set_exception(job.error)
            else:
                job.answer.set_result(job.value)
        while len(self._tables) > MOST_IN_MEMORY:
            del self._tables[next(iter(self._tables))]

    def _recover(self) -> None:
        """A new connection; where there is none yet, the next that asks is told."""
        with suppress(SQLAlchemyError, TapeteError):
            self._storage.reconnect()

    def _publish(self, table: str) -> None:
        live = self._tables.get(table)
        if live is None or not (live.updates or live.left):
            return
        updates, live.updates = live.updates, []
        left, live.left = live.left, []
        with self._lock:
            looking = list(self._looking.get(table, ()))
        by_loop: dict[asyncio.AbstractEventLoop, list[Subscription]] = {}
        for subscription in looking:
            by_loop.setdefault(subscription._loop, []).append(subscription)
        for loop, subscriptions in by_loop.items():
            with suppress(RuntimeError):  # a loop that has ended has no readers
                loop.call_soon_threadsafe(_deliver, subscriptions, updates, left)


def _deliver(
    subscriptions: list[Subscription], updates: list[dict[str | None, Update]], left: Collection[int] = ()
) -> None:
    for subscription in subscriptions:
        if subscription._seat in left:
            subscription.viewer = None
        for told in updates:
            subscription._deliver(told.get(subscription.viewer) or told[None])


def _not_kept(error: SQLAlchemyError) -> NotKept:
    why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    return NotKept(N_("The database could not be used, so nothing happened: {why}. Try again."), why=why)


def _request(token: str, key: str | None, after: int | None = None) -> Request:
    if key is not None and (not 1 <= len(key) <= _LONGEST_KEY or not key.isprintable()):
        raise BadRecord(N_("The name of a request has from 1 to {most} signs."), most=_LONGEST_KEY)
    return Request(token, key, after)


def _verify_plain(value: Any, field: str) -> None:
    """Refuse what no table needs and no book could hold: numbers, words and lists without measure."""
    if isinstance(value, dict):
        items: list[Any] = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple)):
        items = list(value)
    else:
        if isinstance(value, int) and abs(value) >= _LARGEST:
            raise BadRecord(N_("The field {field} holds a number that is too large."), field=field)
        if isinstance(value, str) and len(value) > _LONGEST_WORD:
            raise BadRecord(N_("The field {field} holds a word that is too long."), field=field)
        return
    if len(items) > _MOST_ITEMS:
        raise BadRecord(N_("The field {field} holds too many things."), field=field)
    for item in items:
        _verify_plain(item, field)
