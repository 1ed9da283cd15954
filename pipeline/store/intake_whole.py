"""Does a file end as files of its type end? Told by the last bytes, without a parser: a copy that only paused does not.

Nothing is refused for it: a file whose end is unusual only waits longer, and is then read like any other.
"""

from __future__ import annotations

import os

from pipeline.pages.filetype import HEAD_BYTES, sniff

_TAIL_BYTES = 4096


def looks_whole(file: int) -> bool:
    """False where the open file begins as a PDF, PNG, JPEG or GIF and does not end as one."""
    size = os.fstat(file).st_size
    kind = sniff(os.pread(file, HEAD_BYTES, 0)).kind
    tail = os.pread(file, _TAIL_BYTES, max(0, size - _TAIL_BYTES))
    if kind == "pdf":
        # ISO 32000-1, 7.5.5: the last line holds only the end-of-file marker; scanners add bytes behind it.
        return b"%%EOF" in tail
    if kind == "png":
        return b"IEND" in tail
    if kind == "jpeg":
        return b"\xff\xd9" in tail
    if kind == "gif":
        return tail.rstrip(b"\0").endswith(b";")
    return size > 0
