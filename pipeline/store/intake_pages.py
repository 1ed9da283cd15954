"""A digest of each page of a scan, to know the same page in another file. Runs in the sandbox: the bytes come from outside.

Of a PDF the pages' own picture streams are hashed as they are stored, so that nothing is decoded and a file saved anew by
another program keeps its digests; of picture files the pixels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf

from pipeline import sandbox
from pipeline.pages.open import open_scan
from pipeline.settings import Limits

# A picture with at least so many pixels is the scanned page itself; a letter sheet at 100 dpi has 935,000.
PAGE_PIXELS = 500_000


def digests(path: Path, limits: Limits | None = None, progress: Callable[[int, int], None] | None = None) -> list[str]:
    """One digest a page, in order, as hexadecimal SHA-256.

    Raises:
        PetitionError: where the scan cannot be read: empty, damaged, locked, over a limit.
    """
    limits = limits or Limits()
    return sandbox.call(digests_in_child, path, limits, limits=limits, progress=progress)


def digests_in_child(path: Path, limits: Limits) -> list[str]:
    """`digests`, as the sandbox calls it."""
    out: list[str] = []
    with open_scan(path, limits) as opened:
        if opened.kind == "pdf":
            with pikepdf.open(path, suppress_warnings=True) as pdf:
                for number, page in enumerate(pdf.pages, 1):
                    out.append(_pdf_page(page, number))
                    sandbox.report(number, opened.page_count)
            return out
        for raw in opened.pages():
            pixels = raw.gray if raw.bgr is None else raw.bgr
            out.append(hashlib.sha256(str(pixels.shape).encode() + pixels.tobytes()).hexdigest())
            sandbox.report(raw.number, opened.page_count)
    return out


def _pdf_page(page: Any, number: int) -> str:
    """Of a scanned page its pictures; of any other all that is drawn; of one that cannot be read only that it is one."""
    try:
        pictures = [(_pixels(image), image.read_raw_bytes()) for image in page.images.values()]
        scanned = sorted(hashlib.sha256(raw).digest() for pixels, raw in pictures if pixels >= PAGE_PIXELS)
        if scanned:
            return hashlib.sha256(b"scan" + b"".join(scanned)).hexdigest()
        rest = sorted(hashlib.sha256(raw).digest() for _, raw in pictures)
        return hashlib.sha256(b"drawn" + b"".join([*rest, *_drawn(page)])).hexdigest()
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError, KeyError, NotImplementedError):
        return hashlib.sha256(f"unreadable page {number}".encode()).hexdigest()


def _pixels(image: Any) -> int:
    return int(image.get("/Width", 0)) * int(image.get("/Height", 0))


def _drawn(page: Any) -> Iterator[bytes]:
    contents = page.obj.get("/Contents")
    streams = [] if contents is None else list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    for stream in streams:
        yield hashlib.sha256(stream.read_raw_bytes()).digest()
