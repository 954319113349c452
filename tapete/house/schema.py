"""What a house keeps, as tables of a database.

Nothing here is ever changed or deleted: a table's journal, its ledger and its settlements only grow. The exceptions are
two dates, when a table was closed and when a seat was left. Amounts are exact text (``50``, ``5/2``), never floats.

``settings``, ``body`` and ``place`` are JSON. ``token`` is the SHA-256 of a seat's secret, ``digest`` that of an entry
and of the digest before it. ``seat`` is who made an entry, nobody where the house made it itself. ``key`` is the
caller's name for a request, so that it can be repeated without being done twice. ``account`` is ``player:NAME``,
``cloth`` or ``bank``, and ``amount`` what came in there, negative where it went out.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, MetaData, String, Table, Text

HEAD = "0001"
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _of_table() -> Column[str]:
    return Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True)


def _of_entry() -> tuple[Column[str], Column[int], ForeignKeyConstraint]:
    """The key of a row that a journal's entry brought about."""
    return (
        Column("table_id", String(32), primary_key=True),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        ForeignKeyConstraint(["table_id", "seq"], ["journal.table_id", "journal.seq"]),
    )


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("deal", String(16), nullable=False),
    Column("opened_at", String(32), nullable=False),
    Column("closed_at", String(32)),
)
seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("role", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("token", String(64), nullable=False),
    Column("taken_at", String(32), nullable=False),
    Column("left_at", String(32)),
)
journal = Table(
    "journal",
    metadata,
    _of_table(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("seat", Integer),
    Column("at", String(32), nullable=False),
    Column("key", String(64)),
    Column("digest", String(64), nullable=False),
)
Index("uq_journal_key", journal.c.table_id, journal.c.key, unique=True)
secrets = Table("secrets", metadata, *_of_entry(), Column("seed", String(64), nullable=False))
settlements = Table(
    "settlements",
    metadata,
    *_of_entry(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("bet", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("stake", Text, nullable=False),
    Column("result", String(32), nullable=False),
    Column("returned", Text, nullable=False),
    Column("cite", Text),
)
ledger = Table(
    "ledger",
    metadata,
    *_of_entry(),
    Column("account", Text, primary_key=True),
    Column("amount", Text, nullable=False),
)
