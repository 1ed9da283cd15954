"""The tables. Everything is text, whole numbers, doubles and bytes, so that SQLite and PostgreSQL keep the same values.

Three kinds of tables: *append-only* ones, whose triggers refuse UPDATE and DELETE and each of whose rows stands in the log;
`personal`, the one place for what names people, whose rows can be deleted but never changed; and *working* ones (`work`,
`move`, `head`), which say how far things are and hold nothing that could not be found out again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=True)


meta = Table("meta", metadata, Column("key", String(64), primary_key=True), Column("value", Text, nullable=False))
"""What the store says about itself: `store`, its id, made once."""

head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""One row: the last link of the log. Who adds to the log locks it first, so that the log has one order."""

log = Table(
    "log",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("event", String(64), nullable=False),
    Column("petition", Text),
    Column("by", Text),
    Column("row_table", String(32)),
    Column("row_id", Text),
    Column("row_hash", String(64)),
    Column("detail", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("log_row", "row_table", "row_id"),
)
"""The hash chain. `at` is UTC, ISO 8601; `seq` alone gives the order, for clocks jump. `detail` is JSON and names no one."""

personal = Table(
    "personal",
    metadata,
    _id(),
    Column("what", String(32), nullable=False),
    Column("sha256", String(64)),
    Column("petition", Text),
    Column("salt", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("personal_sha256", "sha256"),
    Index("personal_petition", "petition"),
    # An id is never given twice: one that was deleted must not come back as another's.
    sqlite_autoincrement=True,
)
"""What can name people: file names, facts, results, decisions. `body` is compressed with zlib. Elsewhere stands only
`digest`, SHA-256 of the row with its salt; when the row is gone, no name can be tried against it."""

petition = Table(
    "petition",
    metadata,
    _id(),
    Column("petition", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""Petition files that the office told the store of; the latest of a petition holds."""

original = Table(
    "original",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("at", String(32), nullable=False),
)
"""Every accepted file, once. `kind` as sniffed: pdf, tiff, png, …"""

receipt = Table(
    "receipt",
    metadata,
    _id(),
    Column("sha256", String(64)),
    Column("bytes", BigInteger, nullable=False),
    Column("petition", Text),
    Column("outcome", String(16), nullable=False),
    Column("reason", String(32)),
    Column("earlier", Integer, ForeignKey("receipt.id")),
    Column("personal", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Index("receipt_sha256", "sha256"),
)
"""Every file that was seen in the intake folder and what became of it there: `taken`, `duplicate` or `problem`. `sha256` is
null where the file was refused unread. Its name and the sentence for the clerk are in `personal`."""

assignment = Table(
    "assignment",
    metadata,
    _id(),
    Column("sha256", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("petition", Text, nullable=False),
    Column("how", String(16), nullable=False),
    Column("at", String(32), nullable=False),
    Index("assignment_sha256", "sha256"),
    Index("assignment_petition", "petition"),
)
"""Which petition a scan belongs to, and by what: `folder`, `read`, `person`. The latest holds."""

page = Table(
    "page",
    metadata,
    Column("sha256", String(64), ForeignKey("original.sha256"), primary_key=True),
    Column("pages", Integer, nullable=False),
    Column("first", String(32), nullable=False),
    Column("digests", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Index("page_first", "first"),
)
"""How many pages an original has, and a salted digest of each page's picture, to know the same pages in another file;
`first`: that of the first page, for what scans have in common begins there."""

relation = Table(
    "relation",
    metadata,
    _id(),
    Column("sha256", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("other", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("kind", String(24), nullable=False),
    Column("at", String(32), nullable=False),
)
"""`supersedes`: a longer copy of `other`, which no longer counts. `longer-after-filing`, `same-pages`: for a person."""

facts = Table(
    "facts",
    metadata,
    Column("key", String(128), primary_key=True),
    Column("sha256", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("personal", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Index("facts_sha256", "sha256"),
)
"""What was measured, by the key of everything that it depends on."""

result = Table(
    "result",
    metadata,
    _id(),
    Column("sha256", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("petition", Text, nullable=False),
    Column("fingerprint", String(128), nullable=False),
    Column("facts_key", String(128), ForeignKey("facts.key")),
    Column("versions", Text, nullable=False),
    Column("exit", Integer, nullable=False),
    Column("personal", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("sha256", "petition", "fingerprint"),
)
"""A scan judged: its JSON Lines. Another program, law or reading adds a row; of one petition the latest holds."""

finding = Table(
    "finding",
    metadata,
    _id(),
    Column("result", Integer, ForeignKey("result.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("check", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("consequence", Text, nullable=False),
    Column("certainty", Double, nullable=False),
    Column("page", Integer),
    Column("row", Integer),
    Column("evidence", String(64), nullable=False),
    Index("finding_result", "result"),
)
"""Findings of a result without their words. `evidence`: keyed hash of all that the finding says, to see whether a later
result says the same."""

decision = Table(
    "decision",
    metadata,
    _id(),
    Column("petition", Text, nullable=False),
    Column("target", String(16), nullable=False),
    Column("key", Text, nullable=False),
    Column("decision", String(32), nullable=False),
    Column("by", Text, nullable=False),
    Column("evidence", String(64)),
    Column("personal", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Index("decision_petition", "petition"),
)
"""What people decided. The reason, in their words, is in `personal`. Taken back by a further row, `undo`."""

deletion = Table(
    "deletion",
    metadata,
    _id(),
    Column("petition", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("originals", Integer, nullable=False),
    Column("erased", String(64), nullable=False),
    Column("at", String(32), nullable=False),
)
"""Who deleted the personal data of a petition, when and why. `erased`: SHA-256 over the list of what went."""

erased = Table(
    "erased",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("deletion", Integer, ForeignKey("deletion.id"), nullable=False),
)
"""What a deletion took: `personal` rows by id and `original` files by hash. Without a row here no personal row can go."""

work = Table(
    "work",
    metadata,
    _id(),
    Column("kind", String(32), nullable=False),
    Column("subject", Text, nullable=False),
    Column("sha256", String(64), ForeignKey("original.sha256"), nullable=False),
    Column("petition", Text),
    Column("receipt", Integer, ForeignKey("receipt.id")),
    Column("state", String(16), nullable=False),
    Column("reason", String(32)),
    Column("tries", Integer, nullable=False, default=0),
    Column("lost", Integer, nullable=False, default=0),
    Column("version", Integer, nullable=False, default=0),
    Column("not_before", Double, nullable=False, default=0.0),
    Column("machine", Text),
    Column("boot", Text),
    Column("processes", Text),
    Column("process", Integer),
    Column("started", Text),
    Column("until_boot", Double),
    Column("until_wall", Double),
    Column("changed_at", String(32), nullable=False),
    UniqueConstraint("kind", "subject"),
    Index("work_waiting", "kind", "state", "id"),
)
"""What is to be done: `waiting`, `working`, `done`, `problem`. Who has it, as a lease: see `lease`."""

move = Table(
    "move",
    metadata,
    Column("receipt", Integer, ForeignKey("receipt.id"), primary_key=True),
    Column("source", LargeBinary, nullable=False),
    Column("target", LargeBinary, nullable=False, unique=True),
    Column("device", Text, nullable=False),
    Column("inode", Text, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("changed_ns", Text, nullable=False),
    Column("why", Text),
    Column("state", String(16), nullable=False),
    Index("move_state", "state"),
    Index("move_source", "source"),
)
"""The clerk's file and where it goes, once its row is committed: `pending`, `done`, `stays` (the folder cannot be written).
Paths are relative to the inbox, as bytes, for a name need not be UTF-8. `why`: what `NAME.why.txt` beside the target says."""

APPEND_ONLY: tuple[Table, ...] = (
    meta, log, petition, original, receipt, assignment, page, relation, facts, result, finding, decision, deletion, erased,
)  # fmt: skip
"""No row of these is ever changed or deleted."""

LOGGED: tuple[Table, ...] = (
    petition, original, receipt, assignment, page, relation, facts, result, finding, decision, deletion,
)  # fmt: skip
"""Each row of these has its link in the log. (`erased` is covered by the hash in its deletion.)"""
