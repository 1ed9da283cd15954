"""Two readings of the same words, compared without what recognisers and typesetters do differently."""

from __future__ import annotations

_ALIKE = str.maketrans({"’": "", "'": "", "“": "", "”": "", '"': "", "—": "", "–": "", "-": "", "_": ""})


def plain(text: str) -> str:
    """Letters, figures and the marks that matter between figures."""
    return "".join(c for c in text.casefold().translate(_ALIKE) if c.isalnum() or c in "$%§")


def same(read: str, expected: str) -> bool:
    """Whether a reading is the form's words, small letters, spaces and marks apart."""
    return plain(read) == plain(expected)
