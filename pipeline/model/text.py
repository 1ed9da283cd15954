"""The words on a page: from OCR of the pixels, or exact from a born-digital file. One shape for both."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box, union


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word in the upright page."""

    text: str
    box: Box
    certainty: float
    """0 to 1; 1 on a born-digital page."""
    size: float | None = None
    """Type size in points; only on a born-digital page."""
    rgb: tuple[int, int, int] | None = None
    """Fill colour 0 to 255; only on a born-digital page."""
    font: str | None = None
    """Font name as in the file, without the subset prefix; only on a born-digital page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """A printed line: words from left to right, never empty."""

    words: tuple[Word, ...]
    block: int = 0
    """Words of one block (column, paragraph) share the number."""

    @property
    def text(self) -> str:
        """The words with one space between."""
        return " ".join(w.text for w in self.words)

    @property
    def box(self) -> Box:
        """The box around all words."""
        return union(w.box for w in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """All printed lines of one page in reading order."""

    page: int
    lines: tuple[TextLine, ...]
    exact: bool
    """True where the words come from a born-digital page, not from OCR."""
    engine: str
    """Program and version, for example `tesseract 5.3.0`, `pdfplumber 0.11.10`."""

    @property
    def words(self) -> tuple[Word, ...]:
        """All words in reading order."""
        return tuple(w for line in self.lines for w in line.words)
