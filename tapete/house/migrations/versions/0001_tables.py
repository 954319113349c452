"""Tables, seats, journals, secrets, settlements and the ledger."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("deal", sa.String(16), nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=False),
        sa.Column("closed_at", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("taken_at", sa.String(32), nullable=False),
        sa.Column("left_at", sa.String(32)),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_journal"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_journal_table_id"),
    )
    op.create_index("uq_journal_key", "journal", ["table_id", "key"], unique=True)
    for name, columns, key in (
        ("secrets", [sa.Column("seed", sa.String(64), nullable=False)], ()),
        ("settlements", _settlement(), ("number",)),
        ("ledger", _posting(), ("account",)),
    ):
        op.create_table(
            name,
            sa.Column("table_id", sa.String(32), nullable=False),
            sa.Column("seq", sa.Integer, nullable=False),
            *columns,
            sa.PrimaryKeyConstraint("table_id", "seq", *key, name=f"pk_{name}"),
            sa.ForeignKeyConstraint(
                ["table_id", "seq"], ["journal.table_id", "journal.seq"], name=f"fk_{name}_table_id"
            ),
        )


def _settlement() -> list[Any]:
    return [
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("bet", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("stake", sa.Text, nullable=False),
        sa.Column("result", sa.String(32), nullable=False),
        sa.Column("returned", sa.Text, nullable=False),
        sa.Column("cite", sa.Text),
    ]


def _posting() -> list[Any]:
    return [sa.Column("account", sa.Text, nullable=False), sa.Column("amount", sa.Text, nullable=False)]
