"""The store, opened: one object that reads and writes it. What each step does stands in the module named for it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Self

from sqlalchemy import Connection, select

from pipeline.crashpoint import crashpoint
from pipeline.errors import Busy, StoreDamaged
from pipeline.settings import Limits
from pipeline.store import (
    anchor,
    chain,
    claims,
    decisions,
    deletion,
    intake,
    intake_moves,
    petitions,
    readings,
    receipt,
    relations,
    schema,
    status,
)
from pipeline.store.backup import restoring
from pipeline.store.claims import Claim, Work
from pipeline.store.database import Database, quick_check
from pipeline.store.decisions import DecisionRow
from pipeline.store.intake_folders import Inbox
from pipeline.store.intake_grown import Grown
from pipeline.store.migrate import migrate
from pipeline.store.originals import Originals
from pipeline.store.petitions import KnownPetition
from pipeline.store.readings import FindingRow, StoredResult
from pipeline.store.receipt import Receipt
from pipeline.store.relations import Relation
from pipeline.store.settings import StoreSettings
from pipeline.store.status import Problem, Status

# Checking the whole file takes about a second for so much; a larger one is checked by `petition verify`.
QUICK_CHECK_BYTES = 64 * 1024**2

_CRASHES = (
    "The program was ended again and again while it read this scan, so it is not tried any more. This is most likely a fault of "
    "the program, not of the petition: keep the file, check its sections on paper, and report it."
)


class Store:
    """An open store. Threads may share one; each process opens its own (never across a fork)."""

    def __init__(self, settings: StoreSettings, limits: Limits, database: Database, lock: IO[bytes]) -> None:
        self.settings = settings
        self.limits = limits
        self.database = database
        self._lock = lock
        self.originals = Originals(settings.folder)
        self.inbox = Inbox(settings.inbox_folder)
        self._grown = Grown()

    @classmethod
    def open(cls, settings: StoreSettings | None = None, limits: Limits | None = None) -> Self:
        """Open the store, making or migrating it where needed.

        Raises:
            BadFolders: folders lie in one another, or SQLite on a network disk.
            StoreDamaged: the database is broken, or lacks what was committed once.
            MissingProgram: a newer program wrote it.
            Busy: the database cannot be reached, or another holds it for longer than `busy_seconds`.
        """
        settings = settings or StoreSettings()
        Inbox(settings.inbox_folder).prove(settings.folder)
        if not settings.folder.exists() and restoring(settings).exists():
            raise StoreDamaged(
                "A restore was cut short: the old store is set aside and the restored one is not in its place. Run 'petition "
                "restore' again; nothing was lost."
            )
        settings.folder.mkdir(parents=True, exist_ok=True)
        lock = in_use(settings, alone=False)
        database = Database(folder=settings.folder, url=settings.database_url, busy_seconds=settings.busy_seconds)
        with _alone(settings.folder):
            migrate(database)
        last = anchor.noted(settings.folder)
        with database.reading() as connection:
            if database.sqlite and database.path.stat().st_size <= QUICK_CHECK_BYTES and (said := quick_check(connection)):
                raise StoreDamaged(
                    f"The database is damaged ({said}). Nothing was written. Go back to the last backup with 'petition "
                    "restore'; the originals in the store's folder are untouched."
                )
            anchor.prove(last, connection)
        return cls(settings, limits or Limits(), database, lock)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that adds to the log; its last link is noted outside the database once it is committed."""
        with self.database.writing() as connection:
            yield connection
            seq, link = connection.execute(select(schema.head.c.seq, schema.head.c.hash)).one()
            crashpoint("writing-before-commit")
        crashpoint("writing-committed")
        anchor.write(self.settings.folder, seq, link)
        crashpoint("writing-noted")

    # Petitions

    def register_petition(self, petition: str, path: Path) -> None:
        """Tell the store where the petition file of `petition` lies, and make its folder in the intake."""
        with self.writing() as connection:
            petitions.register(connection, petition, path.absolute())
        self.inbox.make(petition)

    def petitions(self) -> list[KnownPetition]:
        """The petitions that the store was told of."""
        with self.database.reading() as connection:
            return petitions.listed(connection)

    def scans_of(self, petition: str) -> list[str]:
        """Hashes of a petition's scans in the order in which they came, superseded ones left out."""
        with self.database.reading() as connection:
            return petitions.scans_of(connection, petition)

    # Intake

    def take_in(self, path: Path, *, patient: bool = False) -> Receipt | None:
        """Take the file at `path`, in the intake folder, into the store: copy, sync, hash, commit, and only then move it.

        Args:
            path: of the file.
            patient: leave a file alone that ends as if it were cut off, for its copy may only have paused.

        Returns:
            What became of it; None where nothing did: it is gone, still changing, temporary, or another worker has it.

        Raises:
            NoRoom: the disk is full; the file stays where it is, nothing was changed.
        """
        return intake.take_in(self, path, patient=patient)

    def settle(self) -> int:
        """Finish what is half done: files committed and not moved, copies that no one finishes, files that grew after they
        were taken in. How many. At start, and after each look.
        """
        settled = intake_moves.settle(self) + deletion.settle(self) + self.originals.sweep()
        return settled + self._grown.look(self)

    def receipts(self, *, sha256: str | None = None, outcome: str | None = None) -> list[Receipt]:
        """Receipts in the order in which files came."""
        with self.database.reading() as connection:
            return receipt.listed(connection, sha256=sha256, outcome=outcome)

    def original(self, sha256: str) -> Path:
        """Where the original of this hash lies, read-only. Its name has no ending; its kind is sniffed."""
        return self.originals.path(sha256)

    def name_of(self, sha256: str) -> str:
        """The name under which an original came first, for people; it may hold anything (`report.plain_text.file_name`)."""
        first = self.receipts(sha256=sha256)
        return first[0].name if first else sha256

    def status(self) -> Status:
        """How far everything is."""
        with self.database.reading() as connection:
            return status.status(connection)

    def long_scans(self, more_than: int) -> list[tuple[str, str, int]]:
        """Hash, petition and pages of scans of more than so many pages that are not read to their end, oldest first."""
        with self.database.reading() as connection:
            return status.long_scans(connection, more_than)

    def problems(self, *, most: int, after: int = 0) -> list[Problem]:
        """What waits for a person, a page of it: up to `most`, from receipts later than `after` on.

        A problem whose file a person has taken out of `problem/` waits no longer; its receipt stays.
        """
        found: list[Problem] = []
        while len(found) < most:
            with self.database.reading() as connection:
                batch = status.problems(connection, most=most, after=after)
            if not batch:
                break
            after = batch[-1].receipt
            found += [p for p in batch if not self.inbox.reachable() or (p.file and os.path.lexists(self.inbox.absolute(p.file)))]
        return found[:most]

    # Work

    def queue(self, kind: str, subject: str, sha256: str, petition: str | None) -> int:
        """Put a piece of work in the queue; the same `kind` and `subject` again is the one that is there. Its id."""
        with self.database.claiming() as connection:
            return claims.queue(connection, kind, subject, sha256, petition)

    def waiting(self, kind: str = "read") -> list[Work]:
        """What waits to be claimed, oldest first."""
        return self.work(kind=kind, state="waiting")

    def work(self, *, kind: str | None = None, state: str | None = None, sha256: str | None = None) -> list[Work]:
        """Pieces of work as they stand: `waiting`, `working`, `done`, `problem`."""
        with self.database.reading() as connection:
            return claims.listed(connection, kind=kind, state=state, sha256=sha256)

    def claim(self, kind: str = "read", lease: float | None = None, *, most: int = 1) -> list[Claim]:
        """Claim up to `most` pieces of work for `lease` seconds; those of workers that are gone too."""
        taken, hopeless = claims.claim(self.database, self.settings, kind, most=most, lease=lease)
        for held in hopeless:
            self.fail(held, "crashes", _CRASHES)
        return taken

    def renew(self, held: Claim, lease: float | None = None) -> None:
        """Say that the work goes on. Raises `LeaseLost` where another has it."""
        claims.renew(self.database, self.settings, held, lease)

    def release(self, held: Claim) -> None:
        """Give the work back undone: the program ends. Raises `LeaseLost`."""
        with self.database.claiming() as connection:
            claims.release(connection, held)

    def finish(self, held: Claim) -> None:
        """The work is done. Raises `LeaseLost`."""
        with self.writing() as connection:
            claims.finish(connection, held)

    def again(self, held: Claim, reason: str, sentence: str) -> bool:
        """It failed in a way that can pass: try later. After `settings.tries` times it is a problem; then False."""
        with self.writing() as connection:
            later = claims.again(connection, self.database, self.settings, held, reason)
        if not later:
            self.fail(held, reason, sentence)
        return later

    def fail(self, held: Claim, reason: str, sentence: str) -> None:
        """The scan cannot be read, or a person must be asked: its file goes to `problem/`, with `sentence` beside it.

        Raises:
            LeaseLost: another has the work.
        """
        with self.writing() as connection:
            claims.fail(connection, held, reason)
            to_move = intake_moves.to_problem(self, connection, held, sentence)
        if to_move is not None:
            intake_moves.finish(self, to_move)

    def assign(self, held: Claim, petition: str, how: str = "read") -> Claim:
        """The petition of a scan was found out; the claim with it. Raises `LeaseLost`."""
        with self.writing() as connection:
            petitions.assign(connection, held.sha256, petition, how)
            return claims.assign(connection, held, petition)

    # Facts, results, decisions

    def record_pages(self, held: Claim, digests: Sequence[str], *, filed: bool) -> list[Relation]:
        """Keep the digests of a scan's pages (`intake_pages.digests`), and say which earlier scans have the same pages.

        Args:
            held: the work on the scan, whose petition is known.
            digests: one a page, in order.
            filed: whether the petition was filed: then a longer copy no longer supersedes the shorter by itself.
        """
        with self.writing() as connection:
            claims.hold(connection, held)
            return relations.record(connection, held, digests, filed=filed)

    def page_count(self, sha256: str) -> int | None:
        """How many pages an original has; None where it was not looked into yet."""
        with self.database.reading() as connection:
            return readings.page_count(connection, sha256)

    def relations(self, petition: str) -> list[Relation]:
        """Scans of a petition that have pages in common."""
        with self.database.reading() as connection:
            return relations.listed(connection, petition)

    def record_facts(self, key: str, data: bytes, *, sha256: str, petition: str | None = None) -> bool:
        """Keep facts; False where this key has facts, which stay."""
        with self.writing() as connection:
            return readings.record_facts(connection, key, data, sha256, petition)

    def facts(self, key: str) -> bytes | None:
        """Facts by key; None where there are none."""
        with self.database.reading() as connection:
            return readings.facts(connection, key)

    def record_result(
        self,
        *,
        sha256: str,
        petition: str,
        fingerprint: str,
        lines: bytes,
        exit_code: int,
        versions: Mapping[str, str],
        facts_key: str | None = None,
        findings: Sequence[FindingRow] = (),
        held: Claim | None = None,
    ) -> int:
        """Keep a result; with `held`, finish that work in the same transaction. The result's id.

        Raises:
            LeaseLost: `held` is another's by now; nothing was written.
        """
        with self.writing() as connection:
            if held is not None:
                claims.finish(connection, held)
            return readings.record_result(
                connection, sha256=sha256, petition=petition, fingerprint=fingerprint, lines=lines, exit_code=exit_code,
                versions=versions, facts_key=facts_key, findings=findings,
            )  # fmt: skip

    def results(self, sha256: str | None = None, *, petition: str | None = None) -> list[StoredResult]:
        """Results, oldest first: of a scan, of a petition, of all. The last of a scan and petition is the one that holds."""
        with self.database.reading() as connection:
            return readings.results(connection, sha256=sha256, petition=petition)

    def result_lines(self, result: int) -> bytes:
        """The JSON Lines of a result, as recorded."""
        with self.database.reading() as connection:
            return readings.lines(connection, result)

    def findings(self, result: int) -> list[FindingRow]:
        """The findings of a result, without their words."""
        with self.database.reading() as connection:
            return readings.findings(connection, result)

    def decide(
        self, *, petition: str, target: str, key: str, decision: str, by: str, reason: str = "", evidence: str | None = None
    ) -> int:
        """Add a person's decision; its id. It is refused where it cannot be logged."""
        with self.writing() as connection:
            return decisions.record_decision(
                connection, petition=petition, target=target, key=key, decision=decision, by=by, reason=reason, evidence=evidence
            )

    def decisions(self, petition: str) -> list[DecisionRow]:
        """All decisions on a petition, undone ones too."""
        with self.database.reading() as connection:
            return decisions.decisions(connection, petition)

    def log(
        self, event: str, *, petition: str | None = None, by: str | None = None, detail: Mapping[str, Any] | None = None
    ) -> int:
        """Add a line to the log; its number. `detail` must name no signer."""
        with self.writing() as connection:
            return chain.link(connection, event, petition=petition, by=by, detail=detail)


def in_use(settings: StoreSettings, *, alone: bool) -> IO[bytes]:
    """A mark that the store is in use, until it is closed or the process dies; with `alone`, by no one else on this computer.

    Raises:
        Busy: another process has the store open, or restores it.
    """
    settings.home.mkdir(parents=True, exist_ok=True)
    lock = (settings.home / "store.lock").open("ab")
    try:
        fcntl.flock(lock, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise Busy(
            "Another program works with the store. Stop 'petition watch' and the review app, then run the command again."
            if alone
            else "The store is being restored by another program. Wait until it is done."
        ) from None
    return lock


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process on this computer at a time makes or changes the tables; the kernel lets go when it dies."""
    with (folder / "open.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
