"""Read one claimed scan: measure what is not measured yet, judge all of it, keep result and report, finish the claim."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Literal

from pipeline import run
from pipeline.count.decisions import NONE
from pipeline.count.filed import from_scan
from pipeline.count.keys import keyed
from pipeline.crashpoint import crashpoint
from pipeline.errors import (
    Busy,
    Damaged,
    ExitCode,
    Locked,
    MissingProgram,
    NotADocument,
    OverLimit,
    PetitionError,
    StoreDamaged,
    WrongUse,
)
from pipeline.measure import Piece
from pipeline.model import facts_codec
from pipeline.model.result import ScanResult
from pipeline.model.scan import ScanFacts
from pipeline.report.plain_text import file_name
from pipeline.report.result_json import dump, scan_object, section_object
from pipeline.store import Claim, FindingRow, LeaseLost, NoRoom, Store, intake_pages
from pipeline.work import inputs, page_pictures, pieces, report_files
from pipeline.work.belonging import Unknown, petition_of
from pipeline.work.inputs import Inputs

logger = logging.getLogger(__name__)

Ended = Literal["more", "done", "problem", "later", "lost"]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What one step on a scan came to. It names no file and no person: it may lie in Prefect's own files."""

    ended: Ended
    """`more`: pages are left, and it waits for them. `later`: in the queue again. `lost`: another worker has it."""
    result: int | None = None
    """Id of the result in the store."""
    exit: int = 0
    """Exit code of the result, or of what was wrong."""
    begins: int | None = None
    """The first page of the piece that was read, where more are left."""


def read(store: Store, held: Claim, *, threads: int = 1, progress: Progress | None = None) -> Read:
    """Measure the next piece of the claimed scan that is not measured yet; where none is left, judge the whole scan.

    However it ends, the claim is given up: finished, a problem, or back in the queue for the next piece or the next try.
    Whatever is wrong with this scan is told in the store and stops no other.

    Raises:
        MissingProgram: a recogniser is not on this computer; the scan waits in the queue.
        StoreDamaged: nothing can be written.
    """
    try:
        held, given = _inputs(store, held)
        first = pieces.next_page(store, held.sha256, given)
        if first == 1 and held.receipt is not None:
            _know_pages(store, held, given)
        if first is not None and _measure(store, held, given, first, threads=threads, progress=progress) is not None:
            if held.kind == "read":
                _shown_so_far(store, held, given, first)
            store.release(held)
            return Read(ended="more", begins=first)
        return _judged(store, held, given)
    except LeaseLost:
        return Read(ended="lost")
    except (MissingProgram, StoreDamaged):
        store.release(held)
        raise
    except (Busy, NoRoom):
        # Not the scan's fault, and no try of it: it waits until there is room.
        store.release(held)
        return Read(ended="later", exit=int(ExitCode.BUSY))
    except PetitionError as why:
        return _told(store, held, why)


def step_key(store: Store, held: Claim) -> str | None:
    """What the next step on this scan is a function of, as a key; None while its petition is not known.

    The same step under the same inputs has the same key in every process: a task that keeps its answer under it is not done
    twice.
    """
    known = next((p for p in store.petitions() if p.id == held.petition), None)
    if known is None:
        return None
    try:
        given = inputs.load(known)
    except PetitionError:
        return None
    first = pieces.next_page(store, held.sha256, given)
    step = "judge" if first is None else f"page{first}"
    return f"{held.kind}-{held.sha256[:16]}-{step}-{given.key[:16]}"


def ours_still(store: Store, held: Claim) -> bool:
    """Whether the claim is as it was when it was given out: then its step was not done, whatever is told of it elsewhere."""
    try:
        store.renew(held)
    except LeaseLost:
        return False
    return True


def _inputs(store: Store, held: Claim) -> tuple[Claim, Inputs]:
    """The petition of the scan, found out by what is read on it where it came without one."""
    known = {p.id: p for p in store.petitions()}
    if held.petition is None:
        found = petition_of(store.original(held.sha256), {p.id: inputs.load(p).petition for p in known.values()}, store.limits)
        held = store.assign(held, found)
    if held.petition not in known:
        raise Unknown(
            f'No petition of the id "{held.petition}" is known. Put its file where it was, and tell the program of it again.'
        )
    return held, inputs.load(known[held.petition])


def _know_pages(store: Store, held: Claim, given: Inputs) -> None:
    """Know the scan's pages again in other files: a longer copy takes the place of the one that came before."""
    digests = intake_pages.digests(store.original(held.sha256), store.limits)
    store.record_pages(held, digests, filed=given.petition.filed is not None)


def _measure(store: Store, held: Claim, given: Inputs, first: int, *, threads: int, progress: Progress | None) -> int | None:
    """Put the facts of one piece into the store. Where the next begins, None after the last."""
    most = pieces.most(store, held.sha256, first)
    key = given.facts_key(held.sha256, first, most)
    renewed = time.monotonic()

    def told(file: str, done: int, of: int) -> None:
        nonlocal renewed
        if time.monotonic() - renewed > store.settings.lease_seconds / 4:
            renewed = time.monotonic()
            store.renew(held)
        if progress is not None:
            progress(file, done, of)

    crashpoint("measure-before")
    measured = run.measure(
        store.original(held.sha256),
        given.petition,
        pictures=True,
        threads=threads,
        limits=store.limits,
        progress=told,
        piece=Piece(first=first, most=most),
    )
    page_pictures.keep(store.settings.home, key, measured.pictures)
    crashpoint("facts-before")
    store.record_facts(key, facts_codec.encode(measured.facts), sha256=held.sha256, petition=held.petition)
    crashpoint("facts-recorded")
    return measured.next_page


def _judged(store: Store, held: Claim, given: Inputs) -> Read:
    """Judge every piece, write its report, then keep the result and finish the claim in one step."""
    assert held.petition is not None
    name = file_name(store.name_of(held.sha256))
    lines: list[str] = []
    rows: list[FindingRow] = []
    prints = [json.dumps(dict(given.versions), sort_keys=True)]
    whole: ScanResult | None = None
    for key, first, facts in pieces.kept(store, held.sha256, given):
        result = _result(facts, name, given)
        alone = first == 1 and pieces.behind(facts) is None
        _report(store, given, key, result, first, alone=alone)
        lines += [dump(section_object(s)) for s in result.sections]
        prints += [s.fingerprint for s in result.sections] or [key]
        rows += _finding_rows(result)
        whole = result if whole is None else _joined(whole, result)
    if whole is None:
        # They were there a moment ago: the petition's data is being deleted.
        pieces.forget()
        raise PetitionError("What was measured on this scan is no longer in the store. It is read anew.")
    lines.append(dump(scan_object(whole)))
    crashpoint("result-before")
    made = store.record_result(
        sha256=held.sha256,
        petition=held.petition,
        fingerprint=_holding(store, held, hashlib.sha256("\n".join(prints).encode()).hexdigest()),
        lines="".join(f"{line}\n" for line in lines).encode("ascii"),
        exit_code=whole.exit,
        versions=given.versions,
        facts_key=pieces.key_of(store, held.sha256, given, 1),
        findings=rows,
        held=held,
    )
    crashpoint("result-recorded")
    return Read(ended="done", result=made, exit=whole.exit)


def _shown_so_far(store: Store, held: Claim, given: Inputs, first: int) -> None:
    """The report on the piece just read, though the scan is not read to its end: a person sees the first findings soon.

    It says that it is not whole, and is written anew when the whole is judged. Nothing goes into the store: only a whole scan
    has a result, and only results are counted.
    """
    name = file_name(store.name_of(held.sha256))
    for key, begin, facts in pieces.kept(store, held.sha256, given):
        if begin == first:
            result = _result(facts, name, given)
            pages = facts.scan.page_count
            said = f"pages 1 to {facts.pages[-1].number} of {pages} read so far"
            problem = f"This scan is not read to its end: {said}. Nothing of it is counted yet; look here again later."
            result = replace(result, problems=(problem, *result.problems))
            _report(store, given, key, result, first, alone=False, so_far=said)
    crashpoint("shown-so-far")


def _result(facts: ScanFacts, name: str, given: Inputs) -> ScanResult:
    """One piece judged. The original has no name of its own: people know it by the one it came with."""
    named = replace(facts, scan=replace(facts.scan, file=name), versions=_now(facts, given))
    return run.judge(named, given.petition)


def _holding(store: Store, held: Claim, fingerprint: str) -> str:
    """The fingerprint under which this result becomes the one that holds.

    The last result of a scan holds. Where the same was the result before and another came between (a reading was chosen and
    chosen back), it is recorded once more, with its turn behind it; where it holds already, it is the same row.
    """
    turns = [r.fingerprint for r in store.results(held.sha256) if r.petition == held.petition]
    same = [f for f in turns if f.split("-")[0] == fingerprint]
    if same and turns[-1] == same[-1]:
        return same[-1]
    return f"{fingerprint}-{len(same) + 1}" if same else fingerprint


def _now(facts: ScanFacts, given: Inputs) -> dict[str, str]:
    """The facts' versions, with this program's in the place of the one that measured: it is the one that judges."""
    return {**facts.versions, "petition": given.versions["program"]}


def _joined(before: ScanResult, after: ScanResult) -> ScanResult:
    """The scan's own record over its pieces; their sections are written already and are not kept twice."""
    return ScanResult(
        scan=before.scan,
        sections=(),
        blank=(*before.blank, *after.blank),
        unplaced=(*before.unplaced, *after.unplaced),
        problems=tuple(dict.fromkeys((*before.problems, *after.problems))),
        exit=max(before.exit, after.exit),
    )


def _report(
    store: Store, given: Inputs, key: str, result: ScanResult, first: int, *, alone: bool, so_far: str | None = None
) -> None:
    pictures = page_pictures.kept(store.settings.home, key)
    inbox = store.settings.inbox_folder
    try:
        report_files.write(inbox, given.petition, result, pictures, first=first, alone=alone, so_far=so_far)
    except OSError as why:
        raise NoRoom(f"The report could not be written: {why.strerror}. The scan waits; make room.") from None


def _finding_rows(result: ScanResult) -> list[FindingRow]:
    """The findings for the store's table, with the keys that decisions use."""
    rows = []
    for section, filed in zip(result.sections, from_scan(result), strict=True):
        for one in keyed(filed, section.findings, NONE):
            f = one.finding
            # What a person looked at, and not what follows from it: where only the consequence is another, a decision holds.
            # The sentence tells the consequence too; it is taken only where nothing else says what was found.
            left_out = {"consequence", "strict", *(("message",) if f.found is not None else ())}
            said = {k: v for k, v in asdict(f).items() if k not in left_out}
            rows.append(
                FindingRow(
                    key=one.key, check=f.check, clause=f.clause, consequence=f.consequence, certainty=f.certainty, page=f.page,
                    row=f.row, evidence=json.dumps(said, sort_keys=True, default=str),
                )
            )  # fmt: skip
    return rows


# What can pass on a busy computer, or on another try, and the codes of what cannot.
_PASSES = (OverLimit,)
_REASONS: tuple[tuple[type[PetitionError], str], ...] = (
    (Unknown, "which-petition"),
    (NotADocument, "not-a-scan"),
    (Damaged, "damaged"),
    (Locked, "locked"),
    (WrongUse, "petition-file"),
    (OverLimit, "limit"),
)


def _told(store: Store, held: Claim, why: PetitionError) -> Read:
    """What is wrong with this scan, told in the store: tried again where it can pass, else a problem for a person."""
    reason = next((code for kind, code in _REASONS if isinstance(why, kind)), "crash")
    code = int(why.exit_code)
    logger.info("scan %s: %s", held.sha256[:12], reason)
    try:
        if reason == "crash" or isinstance(why, _PASSES):
            return Read(ended="later" if store.again(held, reason, str(why)) else "problem", exit=code)
        store.fail(held, reason, str(why))
    except LeaseLost:
        return Read(ended="lost")
    return Read(ended="problem", exit=code)
