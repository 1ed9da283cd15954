"""File names as they come, and as they go out: temporary ones, numbered ones, ones that Windows can bear."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

WHY = ".why.txt"
# The longest name that Linux's file systems hold, in bytes.
LONGEST = 255

# What scanners, browsers and copying programs write while they are not done, and what systems leave lying about.
_TEMPORARY_ENDS = (
    ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", ".opdownload", ".swp", ".lock", "~", WHY,
)  # fmt: skip
_TEMPORARY_STARTS = (".", "~$", "~")
_SYSTEM = frozenset({"thumbs.db", "desktop.ini", "ehthumbs.db", "$recycle.bin"})

_WINDOWS_DEVICES = re.compile(r"(con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)", re.IGNORECASE)
_WINDOWS_REFUSES = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')


def temporary(name: str) -> bool:
    """Is it a name under which a file is still being written, or none of a scan at all? Such files are left alone."""
    low = name.lower()
    return low in _SYSTEM or low.startswith(_TEMPORARY_STARTS) or low.endswith(_TEMPORARY_ENDS)


def numbered(name: str, number: int) -> str:
    """`name` for the `number`th file of this name: `scan.pdf`, `scan (2).pdf`; never longer than a name may be."""
    if number == 1:
        return name
    ending = PurePosixPath(name).suffix
    stem = name.removesuffix(ending)
    return _fitting(stem, f" ({number}){ending}")


def why_name(name: str) -> str:
    """The name of the note beside a file in `problem/`."""
    return _fitting(name, WHY)


def windows_safe(name: str, among: Iterable[str] = ()) -> str:
    """A name for exports that every system can bear, unlike all `among` even where capitals do not count."""
    safe = unicodedata.normalize("NFC", os.fsencode(name).decode("utf-8", "backslashreplace"))
    safe = "".join("_" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") else c for c in safe)
    safe = _WINDOWS_REFUSES.sub("_", safe).rstrip(". ").lstrip(" ")
    if not safe or _WINDOWS_DEVICES.match(safe):
        safe = f"_{safe}"
    taken = {other.casefold() for other in among}
    number = 1
    while numbered(_fitting(safe, ""), number).casefold() in taken:
        number += 1
    return numbered(_fitting(safe, ""), number)


def _fitting(stem: str, ending: str) -> str:
    """`stem` cut so that with `ending` it is a name; between characters, where it has any."""
    room = LONGEST - len(os.fsencode(ending))
    raw = os.fsencode(stem)[:room] if len(os.fsencode(stem)) > room else os.fsencode(stem)
    while len(raw) < len(os.fsencode(stem)) and raw and (os.fsencode(stem)[len(raw)] & 0xC0) == 0x80:
        raw = raw[:-1]
    return os.fsdecode(raw) + ending
