"""How crowded is this computer? Limits by the clock stretch with it: a busy computer must not be told as a broken scan.

Limits on work (seconds of CPU, bytes) never stretch: a bomb is as big on a busy computer.
"""

from __future__ import annotations

import os

MOST = 4.0
"""Nothing is waited for longer than so many times its limit: a program that hangs must be told some day."""


def crowding() -> float:
    """How many times longer the same work may take than on an idle computer: running tasks a core, from 1 to `MOST`.

    Taken from the load over the last minute (getloadavg(3)); 1 where the system does not tell it.
    """
    try:
        load = os.getloadavg()[0]
    except OSError:
        return 1.0
    return min(max(load / (os.cpu_count() or 1), 1.0), MOST)
