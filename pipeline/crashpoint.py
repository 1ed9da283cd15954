"""Where may the program be killed? Named points before and after every step that changes a file or a row.

A point does nothing, unless `PETITION_CRASH_AT` names it: then the process is killed there as hard as a power cut would,
without a handler, a flush or a rollback. `NAME:3` kills at the third time that the point is passed. Tests set it; nothing
else does (faults.md B1-B9).
"""

from __future__ import annotations

import os
import signal

VARIABLE = "PETITION_CRASH_AT"

_passed = 0


def crashpoint(name: str) -> None:
    """Die here with SIGKILL, if the environment asks for it."""
    wanted = os.environ.get(VARIABLE)
    if wanted is None:
        return
    point, _, times = wanted.partition(":")
    if point != name:
        return
    global _passed
    _passed += 1
    if _passed >= int(times or 1):
        os.kill(os.getpid(), signal.SIGKILL)
