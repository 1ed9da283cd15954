"""Dates as iCalendar (RFC 5545), for the clerk's own calendar: whole days, times in UTC, no alarm, nothing fetched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from pipeline.model.reckoned import NotReckoned, Reckoned
from pipeline.report.dates_words import reckoning
from pipeline.report.plain_text import plain

# RFC 5545, 3.1: a line is at most 75 octets long, its end not counted; what is longer is folded.
LINE_OCTETS = 75


def calendar_text(petition: str, told: Iterable[Reckoned | NotReckoned], stamp: datetime) -> str:
    """The calendar's text with the line ends that the standard wants.

    Args:
        petition: id of the petition, part of each event's identity, so that a second import replaces the first.
        told: dates; those that are not known are left out.
        stamp: when the calendar was made, with an offset.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//petition//dates//EN", "CALSCALE:GREGORIAN"]
    for one in told:
        if isinstance(one, Reckoned):
            lines += _event(petition, one, stamp)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event(petition: str, one: Reckoned, stamp: datetime) -> list[str]:
    identity = hashlib.sha256(f"{petition}/{one.name}/{one.clause}".encode()).hexdigest()[:24]
    if one.at is not None:
        times = [f"DTSTART:{_utc(one.at)}", f"DTEND:{_utc(one.at)}"]
    else:
        end = (one.until or one.day) + timedelta(days=1)
        times = [f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}", f"DTEND;VALUE=DATE:{end:%Y%m%d}"]
    doubt = f"Look at it: {one.doubt}." if one.doubt else ""
    words = " ".join(w for w in (reckoning(one), one.says, doubt, f"Clause {one.clause}.") if w)
    return [
        "BEGIN:VEVENT",
        f"UID:{identity}@petition",
        f"DTSTAMP:{_utc(stamp)}",
        *times,
        f"SUMMARY:{escaped(f'{one.name} ({petition})')}",
        f"DESCRIPTION:{escaped(words)}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Text of a property: on one line, with what the standard gives a meaning escaped."""
    return plain(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def folded(line: str) -> list[str]:
    """The line in pieces of at most 75 octets, each further one led by a space; no character is cut in two."""
    out, piece, size = [], "", 0
    for char in line:
        octets = len(char.encode("utf-8"))
        if size + octets > LINE_OCTETS:
            out.append(piece)
            piece, size = " ", 1
        piece, size = piece + char, size + octets
    return [*out, piece]
