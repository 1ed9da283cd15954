"""The first form of the tables, and the triggers that keep the append-only ones so."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None

# Listed here, not taken from the program: what this change did must stay what it did.
_APPEND_ONLY = (
    "meta", "log", "petition", "original", "receipt", "assignment", "page", "relation", "facts", "result", "finding", "decision",
    "deletion", "erased",
)  # fmt: skip


def upgrade() -> None:
    """Create all."""
    _tables()
    if op.get_context().dialect.name == "sqlite":
        _sqlite_triggers()
    else:
        _postgresql_triggers()


def _sqlite_triggers() -> None:
    for table in _APPEND_ONLY:
        for what in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END"
            )
    op.execute(
        "CREATE TRIGGER personal_no_update BEFORE UPDATE ON personal "
        "BEGIN SELECT RAISE(ABORT, 'rows of personal are never changed'); END"
    )
    op.execute(
        "CREATE TRIGGER personal_delete BEFORE DELETE ON personal "
        "WHEN NOT EXISTS (SELECT 1 FROM erased WHERE kind = 'personal' AND key = CAST(OLD.id AS TEXT)) "
        "BEGIN SELECT RAISE(ABORT, 'rows of personal go only with a deletion that names them'); END"
    )


def _postgresql_triggers() -> None:
    op.execute(
        "CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME; END $$"
    )
    op.execute(
        "CREATE FUNCTION only_erased() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NOT EXISTS (SELECT 1 FROM erased WHERE kind = 'personal' AND key = OLD.id::text) THEN "
        "RAISE EXCEPTION 'rows of personal go only with a deletion that names them'; END IF; RETURN OLD; END $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION only_added()"
        )
    op.execute("CREATE TRIGGER personal_no_change BEFORE UPDATE ON personal FOR EACH ROW EXECUTE FUNCTION only_added()")
    op.execute("CREATE TRIGGER personal_delete BEFORE DELETE ON personal FOR EACH ROW EXECUTE FUNCTION only_erased()")
    for table in (*_APPEND_ONLY, "personal"):
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION only_added()"
        )


def _tables() -> None:
    op.create_table(
        "meta",
        Column("key", String(length=64), nullable=False),
        Column("value", Text(), nullable=False),
        PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "head",
        Column("id", Integer(), nullable=False),
        Column("seq", Integer(), nullable=False),
        Column("hash", String(length=64), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "log",
        Column("seq", Integer(), autoincrement=False, nullable=False),
        Column("at", String(length=32), nullable=False),
        Column("event", String(length=64), nullable=False),
        Column("petition", Text(), nullable=True),
        Column("by", Text(), nullable=True),
        Column("row_table", String(length=32), nullable=True),
        Column("row_id", Text(), nullable=True),
        Column("row_hash", String(length=64), nullable=True),
        Column("detail", Text(), nullable=False),
        Column("previous", String(length=64), nullable=False),
        Column("hash", String(length=64), nullable=False),
        PrimaryKeyConstraint("seq"),
    )
    op.create_table(
        "personal",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("what", String(length=32), nullable=False),
        Column("sha256", String(length=64), nullable=True),
        Column("petition", Text(), nullable=True),
        Column("salt", LargeBinary(), nullable=False),
        Column("body", LargeBinary(), nullable=False),
        PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "petition",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("petition", Text(), nullable=False),
        Column("path", Text(), nullable=False),
        Column("at", String(length=32), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "original",
        Column("sha256", String(length=64), nullable=False),
        Column("bytes", BigInteger(), nullable=False),
        Column("kind", String(length=8), nullable=False),
        Column("at", String(length=32), nullable=False),
        PrimaryKeyConstraint("sha256"),
    )
    op.create_table(
        "receipt",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("sha256", String(length=64), nullable=True),
        Column("bytes", BigInteger(), nullable=False),
        Column("petition", Text(), nullable=True),
        Column("outcome", String(length=16), nullable=False),
        Column("reason", String(length=32), nullable=True),
        Column("earlier", Integer(), nullable=True),
        Column("personal", Integer(), nullable=False),
        Column("digest", String(length=64), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["earlier"],
            ["receipt.id"],
        ),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "assignment",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("sha256", String(length=64), nullable=False),
        Column("petition", Text(), nullable=False),
        Column("how", String(length=16), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "page",
        Column("sha256", String(length=64), nullable=False),
        Column("pages", Integer(), nullable=False),
        Column("first", String(length=32), nullable=False),
        Column("digests", Text(), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("sha256"),
    )
    op.create_table(
        "relation",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("sha256", String(length=64), nullable=False),
        Column("other", String(length=64), nullable=False),
        Column("kind", String(length=24), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["other"],
            ["original.sha256"],
        ),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "facts",
        Column("key", String(length=128), nullable=False),
        Column("sha256", String(length=64), nullable=False),
        Column("personal", Integer(), nullable=False),
        Column("digest", String(length=64), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "result",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("sha256", String(length=64), nullable=False),
        Column("petition", Text(), nullable=False),
        Column("fingerprint", String(length=128), nullable=False),
        Column("facts_key", String(length=128), nullable=True),
        Column("versions", Text(), nullable=False),
        Column("exit", Integer(), nullable=False),
        Column("personal", Integer(), nullable=False),
        Column("digest", String(length=64), nullable=False),
        Column("at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["facts_key"],
            ["facts.key"],
        ),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("sha256", "petition", "fingerprint"),
    )
    op.create_table(
        "finding",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("result", Integer(), nullable=False),
        Column("key", Text(), nullable=False),
        Column("check", Text(), nullable=False),
        Column("clause", Text(), nullable=False),
        Column("consequence", Text(), nullable=False),
        Column("certainty", Double(), nullable=False),
        Column("page", Integer(), nullable=True),
        Column("row", Integer(), nullable=True),
        Column("evidence", String(length=64), nullable=False),
        ForeignKeyConstraint(
            ["result"],
            ["result.id"],
        ),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "decision",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("petition", Text(), nullable=False),
        Column("target", String(length=16), nullable=False),
        Column("key", Text(), nullable=False),
        Column("decision", String(length=32), nullable=False),
        Column("by", Text(), nullable=False),
        Column("evidence", String(length=64), nullable=True),
        Column("personal", Integer(), nullable=False),
        Column("digest", String(length=64), nullable=False),
        Column("at", String(length=32), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "deletion",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("petition", Text(), nullable=False),
        Column("by", Text(), nullable=False),
        Column("why", Text(), nullable=False),
        Column("rows", Integer(), nullable=False),
        Column("originals", Integer(), nullable=False),
        Column("erased", String(length=64), nullable=False),
        Column("at", String(length=32), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "erased",
        Column("kind", String(length=16), nullable=False),
        Column("key", String(length=64), nullable=False),
        Column("deletion", Integer(), nullable=False),
        ForeignKeyConstraint(
            ["deletion"],
            ["deletion.id"],
        ),
        PrimaryKeyConstraint("kind", "key"),
    )
    op.create_table(
        "work",
        Column("id", Integer(), autoincrement=True, nullable=False),
        Column("kind", String(length=32), nullable=False),
        Column("subject", Text(), nullable=False),
        Column("sha256", String(length=64), nullable=False),
        Column("petition", Text(), nullable=True),
        Column("receipt", Integer(), nullable=True),
        Column("state", String(length=16), nullable=False),
        Column("reason", String(length=32), nullable=True),
        Column("tries", Integer(), nullable=False),
        Column("lost", Integer(), nullable=False),
        Column("version", Integer(), nullable=False),
        Column("not_before", Double(), nullable=False),
        Column("machine", Text(), nullable=True),
        Column("boot", Text(), nullable=True),
        Column("processes", Text(), nullable=True),
        Column("process", Integer(), nullable=True),
        Column("started", Text(), nullable=True),
        Column("until_boot", Double(), nullable=True),
        Column("until_wall", Double(), nullable=True),
        Column("changed_at", String(length=32), nullable=False),
        ForeignKeyConstraint(
            ["receipt"],
            ["receipt.id"],
        ),
        ForeignKeyConstraint(
            ["sha256"],
            ["original.sha256"],
        ),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("kind", "subject"),
    )
    op.create_table(
        "move",
        Column("receipt", Integer(), nullable=False),
        Column("source", LargeBinary(), nullable=False),
        Column("target", LargeBinary(), nullable=False),
        Column("device", Text(), nullable=False),
        Column("inode", Text(), nullable=False),
        Column("bytes", BigInteger(), nullable=False),
        Column("changed_ns", Text(), nullable=False),
        Column("why", Text(), nullable=True),
        Column("state", String(length=16), nullable=False),
        ForeignKeyConstraint(
            ["receipt"],
            ["receipt.id"],
        ),
        PrimaryKeyConstraint("receipt"),
        UniqueConstraint("target"),
    )
    for name, table, columns in (
        ("log_row", "log", ["row_table", "row_id"]),
        ("personal_sha256", "personal", ["sha256"]),
        ("personal_petition", "personal", ["petition"]),
        ("receipt_sha256", "receipt", ["sha256"]),
        ("assignment_sha256", "assignment", ["sha256"]),
        ("assignment_petition", "assignment", ["petition"]),
        ("page_first", "page", ["first"]),
        ("facts_sha256", "facts", ["sha256"]),
        ("finding_result", "finding", ["result"]),
        ("decision_petition", "decision", ["petition"]),
        ("work_waiting", "work", ["kind", "state", "id"]),
        ("move_state", "move", ["state"]),
        ("move_source", "move", ["source"]),
    ):
        op.create_index(name, table, columns)
