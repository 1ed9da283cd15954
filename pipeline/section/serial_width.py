"""A serial number with leading zeros has one width in all its section: a shorter one that ends alike lost its first figures."""

from __future__ import annotations


def cut_short(serial: str, usual: str) -> bool:
    """Whether `serial` is what a stamp or a reading left of `usual`: "62" of "0162". Numbers without leading zeros may be any."""
    return usual.isdigit() and usual.startswith("0") and len(serial) < len(usual) and bool(serial) and usual.endswith(serial)
