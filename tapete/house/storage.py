"""The database of a house: opened, brought to its present shape, read and written.

SQLite in the user's data folder unless a URL says otherwise. A write is one transaction, and it returns when the
database has it on disk.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select, text, update
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from tapete.house import schema
from tapete.table.errors import TapeteError
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Table

SETTING = "TAPETE_DATABASE"
MIGRATIONS = Path(__file__).parent / "migrations"
Row = dict[str, Any]
_BUSY_MS = 10_000
_CONNECT_S = 10
_GONE_S = 3.0
_LEASE = 0x7461706574  # "tapet": the advisory lock of a house on PostgreSQL


class StorageError(TapeteError):
    """A database that cannot be opened or written, with the reason. What it holds is left as it is."""


def data_folder() -> Path:
    """Where the user's data is kept."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tapete"


def database_url(given: str | None = None) -> URL:
    """The database to use: the one given, the one of the environment, or a file in the user's data folder.

    >>> database_url("postgresql://casino@db/house").drivername
    'postgresql+psycopg'
    >>> database_url("sqlite:////tmp/house.db").database
    '/tmp/house.db'
    """
    written = given or os.environ.get(SETTING)
    if not written:
        return URL.create("sqlite", database=str(data_folder() / "house.db"))
    try:
        url = make_url(written)
    except ArgumentError:
        raise StorageError(
            N_("A database is written sqlite:///FILE or postgresql://USER@HOST/NAME, not {url}."), url=written
        ) from None
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql") or (kind == "sqlite" and url.database in (None, "", ":memory:")):
        raise StorageError(
            N_("A database is written sqlite:///FILE or postgresql://USER@HOST/NAME, not {url}."), url=_shown(url)
        )
    return url.set(drivername="postgresql+psycopg" if kind == "postgresql" else "sqlite")


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


@dataclass(slots=True)
class Batch:
    """Rows that are written together or not at all."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    changes: list[tuple[Table, Row, Row]] = field(default_factory=list)

    def add(self, table: Table, **row: Any) -> None:
        """A new row."""
        self.rows.setdefault(table.name, []).append(row)

    def change(self, table: Table, key: Mapping[str, Any], **values: Any) -> None:
        """A date that becomes known later: when a table was closed, when a seat was left."""
        self.changes.append((table, dict(key), values))

    def __bool__(self) -> bool:
        return bool(self.rows or self.changes)


class Storage:
    """An open database. It is used by one thread at a time.

    ``exclusive`` keeps every other house out: two that appended to one journal would each miss the other's entries.
    """

    def __init__(self, url: str | None = None, exclusive: bool = True) -> None:
        self.url = database_url(url)
        self._lease: BinaryIO | None = None
        try:
            self._engine = _engine(self.url)
        except (NoSuchModuleError, ImportError):
            raise StorageError(
                N_("PostgreSQL needs the part that is installed with: pip install 'tapete[postgres]'.")
            ) from None
        try:
            self._open(exclusive)
        except SQLAlchemyError as error:
            self.close()
            raise _cannot_open(self.url, error) from None
        except StorageError:
            self.close()
            raise

    @property
    def kind(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self.url.get_backend_name()

    def _open(self, exclusive: bool) -> None:
        if self.kind == "sqlite":
            self._prepare_file(exclusive)
        self._connection = self._engine.connect()
        if self.kind == "sqlite":
            self._check_file()
        elif exclusive:
            self._lock_server()
        found = _form(self._connection, self.url)
        if found != schema.HEAD:
            _migrated(self._connection, self.url, found)
        _verify_whole(self._connection, self.url)
        if self.kind == "sqlite":
            _journalled(self._connection)  # not before it is known to be ours: this is written into the file

    def _prepare_file(self, exclusive: bool) -> None:
        """The folder, readable by its user alone: unrevealed seeds are inside."""
        file = Path(str(self.url.database))
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if exclusive:
                self._lease = _locked(file.with_name(file.name + ".lock"))
            if not file.exists():
                os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        except BlockingIOError:
            raise _taken(self.url) from None
        except OSError as error:
            raise StorageError(
                N_("The database {file} cannot be opened: {why}."), file=str(file), why=error.strerror or str(error)
            ) from None

    def _check_file(self) -> None:
        with self._reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            page = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        if found != "ok":
            raise _damaged(self.url, " ".join(str(found).split()))
        if Path(str(self.url.database)).stat().st_size % page:  # a missing end of the last page is read as zeros
            raise _damaged(self.url, str(Sentence(N_("its end is missing"))))

    def _lock_server(self) -> None:
        """Keep other houses out. A server notices a little late that the house before this one is gone."""
        deadline = time.monotonic() + _GONE_S
        while not self._locked_server():
            if time.monotonic() > deadline:
                raise _taken(self.url)
            time.sleep(_GONE_S / 50)

    def _locked_server(self) -> bool:
        with self._reading() as connection:
            return bool(connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _LEASE}).scalar_one())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._connection.begin():
            yield self._connection

    def rows(self, table: Table, **where: Any) -> list[Row]:
        """The rows of a table that fit, in the order of their keys."""
        query = select(table).where(*(table.c[name] == value for name, value in where.items()))
        with self._reading() as connection:
            found = connection.execute(query.order_by(*table.primary_key.columns))
            return [dict(row) for row in found.mappings()]

    def write(self, batch: Batch) -> None:
        """Write a batch; when this returns, it is on disk."""
        with self._connection.begin():
            for table in schema.metadata.sorted_tables:
                rows = batch.rows.get(table.name)
                if rows:
                    self._connection.execute(table.insert(), rows)
            for table, key, values in batch.changes:
                fitting = (table.c[name] == value for name, value in key.items())
                self._connection.execute(update(table).where(*fitting).values(values))

    def reconnect(self) -> None:
        """A new connection after one that broke."""
        self._connection.close()
        self._engine.dispose()
        self._connection = self._engine.connect()
        if self.kind == "postgresql":
            try:
                self._lock_server()
            except StorageError:
                self._connection.close()  # another house has it now: nothing more is written from here
                raise

    def close(self) -> None:
        """Let go of the database."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
        self._engine.dispose()
        if self._lease is not None:
            self._lease.close()


def _locked(file: Path) -> BinaryIO | None:
    """A lock that ends with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # a system without it has no such lock, and nothing else is lost
        return None
    handle = open(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b")  # noqa: SIM115 (held as long as the house)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise
    return handle


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        options = "-c synchronous_commit=on -c application_name=tapete"
        return create_engine(url, connect_args={"connect_timeout": _CONNECT_S, "options": options})
    engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepared(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, those of migrations included
        for pragma in (
            f"busy_timeout={_BUSY_MS}",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _form(connection: Connection, url: URL) -> str | None:
    """The form in which a database is, None of a new one; one that is not ours is left alone."""
    with connection.begin():
        there = set(inspect(connection).get_table_names())
        found = None
        if "alembic_version" in there:
            found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found is None and there - {"alembic_version"}:
        raise StorageError(N_("The database {url} holds something that is not a house of Tapete."), url=_shown(url))
    return None if found is None else str(found)


def _journalled(connection: Connection) -> None:
    """Have SQLite write ahead, which no transaction may be under way for."""
    cursor = connection.connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.close()


def _verify_whole(connection: Connection, url: URL) -> None:
    """Every table and column that is used is there; a house that lacks one would fail at its first bet."""
    with connection.begin():
        inspector = inspect(connection)
        for table in schema.metadata.sorted_tables:
            known = inspector.get_columns(table.name) if inspector.has_table(table.name) else []
            lacking = set(table.columns.keys()) - {column["name"] for column in known}
            if lacking:
                part = f"{table.name}.{min(lacking)}"
                raise _damaged(url, str(Sentence(N_("{part} is missing"), part=part)))


def _migrated(connection: Connection, url: URL, found: str | None) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageError(
            N_("The database {url} was made by a newer Tapete (its form is {found}, this one knows {known})."),
            url=_shown(url),
            found=found,
            known=schema.HEAD,
        )
    if found is not None and url.get_backend_name() == "sqlite":
        _copied(connection, Path(str(url.database)), found)

    def steps(revision: Any, _context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=schema.metadata)
        with connection.begin():
            environment.run_migrations()


def _copied(connection: Connection, file: Path, found: str) -> None:
    """The file as it was, beside the one that is about to change; it has its name only once it is whole."""
    copy = file.with_name(f"{file.name}.before-{found}")
    if copy.exists():
        return
    begun = copy.with_name(copy.name + ".part")
    begun.unlink(missing_ok=True)
    cursor = connection.connection.cursor()
    cursor.execute("VACUUM INTO ?", (str(begun),))
    cursor.close()
    begun.chmod(0o600)
    begun.replace(copy)


def _taken(url: URL) -> StorageError:
    return StorageError(
        N_("The house is open already: another process uses the database {url}. Close it first, or name another."),
        url=_shown(url),
    )


def _damaged(url: URL, why: str) -> StorageError:
    return StorageError(
        N_("The database {url} is damaged ({why}). Nothing was changed: put a copy of it aside before anything else."),
        url=_shown(url),
        why=why,
    )


def _cannot_open(url: URL, error: SQLAlchemyError) -> StorageError:
    why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    if isinstance(error, DatabaseError) and url.get_backend_name() == "sqlite" and _is_damage(why):
        return _damaged(url, why)
    return StorageError(N_("The database {url} cannot be opened: {why}."), url=_shown(url), why=why)


def _is_damage(why: str) -> bool:
    return "not a database" in why or "malformed" in why or "corrupt" in why
