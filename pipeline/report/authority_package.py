"""What goes to an election authority: pages with its lines as one PDF, and the lines as a CSV to fill in. Source: 602(c)(5)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import img2pdf
import pikepdf

from pipeline.model.count import FiledLine, FiledSection
from pipeline.report.plain_text import file_name
from pipeline.report.spreadsheet import csv_text, text_cell

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff"})
_ACTIVE = frozenset({"/FileAttachment", "/RichMedia", "/Screen", "/Movie", "/Sound", "/3D", "/Link", "/Widget"})
HEAD = ("section", "serial", "scan", "page", "row", "line", "valid", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedPages:
    """The pages as one PDF, and what could not be packed."""

    pdf: bytes | None
    problems: tuple[str, ...]


def lines_csv(lines: Iterable[tuple[FiledSection, FiledLine]]) -> str:
    """The lines, one a row, with the columns `valid` and `reason` empty for the authority."""
    rows = [[text_cell(v) for v in (s.key, s.serial or "", file_name(s.file), x.page, x.row, x.line, "", "")] for s, x in lines]
    return csv_text([list(HEAD), *rows])


def pages_pdf(lines: Sequence[tuple[FiledSection, FiledLine]], scans: Mapping[str, Path]) -> PackedPages:
    """The pages on which these lines stand, each once, as filed; scans without which pages are missing are named.

    Args:
        lines: with their sections.
        scans: path of each scan by its name.
    """
    wanted: dict[str, dict[int, None]] = {}
    for section, line in lines:
        # A section that was joined of parts has its own page numbers: its pages are sent whole, from every part.
        for name in (section.file, *section.others):
            pages = wanted.setdefault(name, {})
            if section.others:
                pages |= dict.fromkeys(range(1, len(section.pages) + 1))
            else:
                pages[line.page] = None
    problems: list[str] = []
    out = pikepdf.new()
    for name, numbers in wanted.items():
        path = scans.get(name)
        if path is None:
            problems.append(
                f"{file_name(name)} is neither among the files given nor in scans/ beside the petition file; "
                "its pages are not in the package."
            )
            continue
        try:
            with pikepdf.open(io.BytesIO(_as_pdf(path))) as source:
                # Only the page itself goes along: what runs or is attached stays in the file as filed.
                out.pages.extend(source.pages[n - 1] for n in sorted(numbers) if n <= len(source.pages))
        except (pikepdf.PdfError, OSError, ValueError, img2pdf.ImageOpenError) as why:
            problems.append(f"{file_name(name)} cannot be packed ({type(why).__name__}).")
    if not len(out.pages):
        return PackedPages(pdf=None, problems=tuple(problems))
    _without_actions(out)
    made = io.BytesIO()
    out.save(made, deterministic_id=True)
    return PackedPages(pdf=made.getvalue(), problems=tuple(problems))


def _as_pdf(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix.lower() in _PICTURES:
        packed: bytes = img2pdf.convert(data)
        return packed
    return data


def _without_actions(out: pikepdf.Pdf) -> None:
    """Leave out what runs, plays or is attached; a stamp that is drawn as an annotation stays, for it is on the page as filed."""
    for page in out.pages:
        if "/AA" in page.obj:
            del page.obj["/AA"]
        if "/Annots" not in page.obj:
            continue
        kept = pikepdf.Array()
        for annotation in list(page.obj["/Annots"]):
            if str(annotation.get("/Subtype", "")) in _ACTIVE:
                continue
            for key in ("/A", "/AA"):
                if key in annotation:
                    del annotation[key]
            kept.append(annotation)
        page.obj["/Annots"] = kept
