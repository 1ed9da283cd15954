"""Who holds a piece of work, and does he still? By boot, process and its start, so that a number used twice deceives no one.

Times of a lease run by the clock since boot, which never jumps and goes on while a laptop sleeps; only between computers,
which have no clock in common, the database's holds.
"""

from __future__ import annotations

import os
import socket
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A process, told apart from every other that ever ran."""

    machine: str
    boot: str
    """The kernel's id of this boot."""
    processes: str
    """The name space of process numbers: a container has its own."""
    process: int
    started: str
    """When the process began, in ticks since boot."""


def myself() -> Holder:
    """This process."""
    machine, boot, processes = _place()
    pid = os.getpid()
    return Holder(machine=machine, boot=boot, processes=processes, process=pid, started=_started(pid) or "?")


def since_boot() -> float:
    """Seconds since boot, sleep included."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A holder and until when he is believed to be at work."""

    holder: Holder
    until_boot: float
    """By `since_boot` of the holder's computer, seconds."""
    until_wall: float
    """By the clock of the database, seconds since 1970."""


def over(lease: Lease, me: Holder, *, now_boot: float, now_wall: float, one_machine: bool) -> bool:
    """May another take over? `one_machine`: the database is a file, so that another boot is always an earlier one of ours."""
    holder = lease.holder
    if holder.boot != me.boot:
        return one_machine or now_wall > lease.until_wall
    if holder.processes == me.processes and _started(holder.process) != holder.started:
        return True
    return now_boot > lease.until_boot


@cache
def _place() -> tuple[str, str, str]:
    return (
        _first_line("/etc/machine-id") or socket.gethostname(),
        _first_line("/proc/sys/kernel/random/boot_id") or "?",
        _link("/proc/self/ns/pid") or "?",
    )


def _first_line(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""


def _started(pid: int) -> str | None:
    """Start of process `pid` in ticks since boot; None where there is no such process, or only its corpse."""
    try:
        line = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name, in brackets, may hold anything; what follows it is fixed (proc(5)): state first, start time as the 20th.
    fields = line.rpartition(")")[2].split()
    return None if fields[0] in ("Z", "X") else fields[19]
