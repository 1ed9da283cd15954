"""Text from outside made safe to show: what OCR reads, a file's name, a PDF's metadata may hold anything."""

from __future__ import annotations

import unicodedata

# Longer than any name, address or clause difference that a person would read; a 10 kB "name" is cut here.
LONGEST_SHOWN = 600

# Controls that turn the reading direction: invisible where they are obeyed, so they are shown by name instead.
_BIDI = {
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\u200e": "LRM",
    "\u200f": "RLM",
}


def plain(text: str, longest: int = LONGEST_SHOWN) -> str:
    """`text` on one line: controls as spaces, direction marks by name, at most `longest` characters."""
    shown = []
    for char in text:
        if char in _BIDI:
            shown.append(f"⟨{_BIDI[char]}⟩")
        elif char in "\t\n\r" or unicodedata.category(char) in ("Cc", "Zl", "Zp"):
            shown.append(" ")
        elif unicodedata.category(char) in ("Cs", "Co", "Cn"):
            shown.append("\ufffd")
        else:
            shown.append(char)
    line = " ".join("".join(shown).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def file_name(name: str) -> str:
    """A file's name for a person; bytes that are no UTF-8 are shown in hexadecimal."""
    return plain(name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))
