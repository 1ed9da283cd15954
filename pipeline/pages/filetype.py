"""What kind of file is it, whatever its name says? Told by the first bytes; a PDF may have junk before its header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["pdf", "tiff", "png", "jpeg", "gif", "bmp", "webp"]

HEAD_BYTES = 4096

# Readers look for the header in the first 1,024 bytes (ISO 32000-1, Annex H.3, implementation note 13); junk of exactly
# 1 kB before it is met in practice, so look a little further.
PDF_HEADER_WITHIN = 2048

_PICTURES: tuple[tuple[bytes, Kind], ...] = (
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"II+\x00", "tiff"),
    (b"MM\x00+", "tiff"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"BM", "bmp"),
)

# Said in the error, so that a clerk knows what she dropped into the folder.
_STRANGERS: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"MZ", "a Windows program"),
    (b"\x7fELF", "a Linux program"),
    (b"{\\rtf", "a rich text document"),
    (b"%!PS", "a PostScript file"),
    (b"<?xml", "an XML file"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
)

ENDINGS: dict[Kind, tuple[str, ...]] = {
    "pdf": (".pdf",),
    "tiff": (".tif", ".tiff"),
    "png": (".png",),
    "jpeg": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "gif": (".gif",),
    "bmp": (".bmp", ".dib"),
    "webp": (".webp",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileType:
    """The sniffed kind of a file."""

    kind: Kind | None
    """None where it is nothing that can be read."""
    junk_before: int = 0
    """Bytes before the PDF header."""
    stranger: str = "no kind of file that this program knows"
    """What it looks like where it is no scan."""


def sniff(head: bytes) -> FileType:
    """The type of a file that begins with `head` (at least `HEAD_BYTES` where the file has them)."""
    for magic, kind in _PICTURES:
        if head.startswith(magic):
            return FileType(kind=kind)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return FileType(kind="webp")
    at = head[: PDF_HEADER_WITHIN + 5].find(b"%PDF-")
    if at >= 0:
        return FileType(kind="pdf", junk_before=at)
    for magic, name in _STRANGERS:
        if head.startswith(magic):
            return FileType(kind=None, stranger=name)
    return FileType(kind=None)
