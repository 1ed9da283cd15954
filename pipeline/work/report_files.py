"""Reports as files that any browser opens: `reports/PETITION/SERIAL-HASH.html` beside the intake, one a scan.

A long scan has one for each of its pieces: a report of ten thousand pages opens nowhere.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pipeline import run
from pipeline.crashpoint import crashpoint
from pipeline.model.petition import PetitionFile
from pipeline.model.picture import PagePicture
from pipeline.model.result import ScanResult
from pipeline.report import words
from pipeline.report.html import ReportedScan, render
from pipeline.store.originals import sync_folder

FOLDER = "reports"
# Digits of the scan's hash in a file's name: two scans of one serial must not share a report.
HASH_DIGITS = 12


def write(
    inbox: Path,
    petition: PetitionFile,
    result: ScanResult,
    pictures: Mapping[int, PagePicture],
    *,
    first: int,
    alone: bool,
    so_far: str | None = None,
) -> Path:
    """Write the report on one scan, or on the piece of it that begins at page `first`: whole or not at all.

    Args:
        inbox: the folder in which `reports/` lies.
        petition: of the scan.
        result: of the scan or the piece.
        pictures: of its pages.
        first: the piece's first page.
        alone: whether the piece is the whole scan.
        so_far: where the scan is not read to its end, how far it is, for the report's title.

    Raises:
        OSError: where there is no room, or the folder cannot be written.
    """
    folder = inbox / FOLDER / (petition.id or petition.ordinance)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stem(result, first, alone=alone)}.html"
    part = folder / f".{target.name}.{os.getpid()}.part"
    try:
        head = run.report_head(petition)
        if so_far is not None:
            head = replace(head, title=f"{head.title} ({so_far})")
        text = render(head, [ReportedScan(result=result, pictures=pictures)])
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            # The result will say that the report is there: it must be, after a power cut too.
            os.fsync(file.fileno())
        crashpoint("report-before-rename")
        part.replace(target)
        sync_folder(folder)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    crashpoint("report-written")
    return target


def stem(result: ScanResult, first: int, *, alone: bool) -> str:
    """`0017-4f0c1de2a7b3`, or the hash alone where no serial number was read; `-page-51` behind it for a piece."""
    serial = next((s for s in map(words.serial, result.sections) if s), "")
    serial = "".join(c for c in serial if c.isascii() and c.isalnum())[:12]
    name = "-".join(p for p in (serial, result.scan.sha256[:HASH_DIGITS]) if p)
    return name if alone else f"{name}-page-{first}"
