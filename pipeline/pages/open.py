"""Open a scan file: what is it, is it whole, how many pages; then hand out its pages one at a time."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Protocol

from pipeline.errors import Damaged, NotADocument, OverLimit
from pipeline.pages.filetype import ENDINGS, HEAD_BYTES, FileType, sniff
from pipeline.pages.image_file import ImageFile
from pipeline.pages.pdf_file import PdfFile
from pipeline.pages.raw import RawPage
from pipeline.settings import Limits


class Source(Protocol):
    """A file of one kind, opened."""

    page_count: int
    problems: tuple[str, ...]

    def page(self, number: int) -> RawPage:
        """Page `number`, from 1, decoded."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class OpenedScan(AbstractContextManager["OpenedScan"]):
    """A scan that passed the limits and is whole. Pages are decoded when asked for and not kept."""

    def __init__(self, *, name: str, sha256: str, kind: str, source: Source, problems: tuple[str, ...]) -> None:
        self.name = name
        """File name without folder: data, never a path to open."""
        self.sha256 = sha256
        self.kind = kind
        """`pdf`, `tiff`, `png`, `jpeg`, `gif`, `bmp` or `webp`, by content."""
        self.problems = problems
        """Sentences about the file as a whole, for example that its name has the wrong ending."""
        self._source = source

    @property
    def page_count(self) -> int:
        """Pages in the file; `pages` yields exactly so many."""
        return self._source.page_count

    def page(self, number: int) -> RawPage:
        """Page `number`, from 1. A page that cannot be read comes as a white page with the problem `unreadable`.

        Raises:
            Damaged: when the file ends before the page does.
            IndexError: when there is no such page.
        """
        if not 1 <= number <= self.page_count:
            raise IndexError(f"page {number} of {self.page_count}")
        return self._source.page(number)

    def pages(self) -> Iterator[RawPage]:
        """All pages in order, one in memory at a time."""
        for number in range(1, self.page_count + 1):
            yield self.page(number)

    def close(self) -> None:
        """Let go of the file."""
        self._source.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()


def open_scan(path: Path, limits: Limits | None = None) -> OpenedScan:
    """Open the scan at `path`, checking type, limits and wholeness before any page is decoded.

    Raises:
        NotADocument: the file is empty, no regular file, no kind of scan, or has no pages.
        Damaged: it is cut off or broken, so that pages could be lost in silence.
        Locked: it asks for a password.
        OverLimit: it is larger than `limits` allow.
        OSError: it cannot be read at all.
    """
    limits = limits or Limits()
    _expect_a_regular_file(path)
    size = path.stat().st_size
    if size == 0:
        raise NotADocument(f"{path.name} is empty (0 bytes): the copy or the scan was broken off. Copy or scan it again.")
    if size > limits.file_bytes:
        raise OverLimit(
            f"{path.name} has {size / 2**20:,.0f} MiB, more than the limit of {limits.file_bytes / 2**20:,.0f} MiB. "
            "Split the scan into smaller files, or raise PETITION_LIMIT_FILE_BYTES."
        )
    sha256, head = _hash_and_head(path)
    file_type = sniff(head)
    source = _open_source(path, file_type, limits)
    try:
        if source.page_count == 0:
            raise NotADocument(f"{path.name} has no pages. Scan the section again.")
        if source.page_count > limits.pages:
            raise OverLimit(
                f"{path.name} has {source.page_count:,} pages, more than the limit of {limits.pages:,}. "
                "Split it into smaller files, or raise PETITION_LIMIT_PAGES."
            )
    except BaseException:
        source.close()
        raise
    assert file_type.kind is not None
    problems = (*_about_name(path, file_type), *source.problems)
    return OpenedScan(name=path.name, sha256=sha256, kind=file_type.kind, source=source, problems=problems)


def _expect_a_regular_file(path: Path) -> None:
    mode = path.stat(follow_symlinks=True).st_mode
    if not stat.S_ISREG(mode):
        raise NotADocument(f"{path.name} is no file but a folder, pipe or device. Give the scan file itself.")


def _hash_and_head(path: Path) -> tuple[str, bytes]:
    digest, head = hashlib.sha256(), b""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        while block := file.read(1 << 20):
            if len(head) < HEAD_BYTES:
                head += block[: HEAD_BYTES - len(head)]
            digest.update(block)
    return digest.hexdigest(), head


def _open_source(path: Path, file_type: FileType, limits: Limits) -> Source:
    if file_type.kind is None:
        raise NotADocument(
            f"{path.name} is not a scan: {file_type.stranger}. Give a PDF, TIFF, PNG or JPEG of the scanned section."
        )
    try:
        return PdfFile(path, limits) if file_type.kind == "pdf" else ImageFile(path, file_type.kind, limits)
    except MemoryError as error:
        raise OverLimit(f"{path.name} needs more memory than it may have. Scan it again at 300 dpi or less.") from error
    except RecursionError as error:
        raise Damaged(f"{path.name} refers to itself without end. Scan the section again.") from error


def _about_name(path: Path, file_type: FileType) -> tuple[str, ...]:
    said: list[str] = []
    assert file_type.kind is not None
    if path.suffix and path.suffix.lower() not in ENDINGS[file_type.kind]:
        said.append(f"The name ends in {path.suffix}, but the file is {file_type.kind.upper()}; it was read as such.")
    if file_type.junk_before:
        said.append(f"{file_type.junk_before} bytes of something else stand before the PDF; they were passed over.")
    return tuple(said)
