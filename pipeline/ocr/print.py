"""Reads printed words from pixels with Tesseract, through pytesseract, one engine thread a process."""

from __future__ import annotations

import functools
import logging
import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray
from pytesseract import pytesseract as launcher

from pipeline.crowding import crowding
from pipeline.errors import MissingProgram, OverLimit, PetitionError
from pipeline.geometry import Box
from pipeline.model.text import PageText, TextLine, Word
from pipeline.ocr.prepare import dark_letters, open_dark_fills, to_reading_size

logger = logging.getLogger(__name__)

# A dense page takes 4 s on one core; a page that takes sixty has hung (faults.md, "Limits").
TIME_LIMIT_S = 60
# A dense page gives 100 kB of TSV; more than this is a broken engine, not a page.
MOST_OUTPUT_BYTES = 32 * 1024 * 1024
# White put around a crop, in points: letters that touch the border are lost.
MARGIN_PT = 6.0

_COLUMNS = 12


class EngineFailed(PetitionError):
    """The engine ran and gave nothing that can be used for this page; other pages may go on."""

    def __init__(self, message: str, *, reason: Literal["crashed", "no-output", "bad-encoding", "too-much-output"]):
        super().__init__(message)
        self.reason = reason


@functools.cache
def _version(program: str) -> str:
    """Version of the program, `tesseract 5.3.0`, asked for once."""
    try:
        return f"tesseract {launcher.get_tesseract_version()}"
    except pytesseract.TesseractNotFoundError:
        raise _missing(program) from None
    except SystemExit:  # pytesseract leaves the interpreter where the version cannot be made out
        raise EngineFailed(
            f"{program} does not tell its version, so it may not be Tesseract. Install tesseract-ocr.", reason="crashed"
        ) from None


def _missing(program: str) -> MissingProgram:
    return MissingProgram(
        f"The program {program}, which reads print, is not on this computer. "
        "Install it (Debian: tesseract-ocr and tesseract-ocr-eng)."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TesseractPrint:
    """Reads English print. Deterministic: one thread, no state between pages."""

    language: str = "eng"
    time_limit_s: int = TIME_LIMIT_S

    @property
    def stamp(self) -> str:
        """Program and version.

        Raises:
            MissingProgram: when tesseract is not on this computer.
        """
        return _version(launcher.tesseract_cmd)

    def read_page(self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int) -> PageText:
        """All words of an upright page. `gray`: (height, width), or BGR (height, width, 3). Boxes in points.

        Raises:
            MissingProgram: when tesseract or its language data is not on this computer.
            OverLimit: when it did not end in time; it was killed.
            EngineFailed: when it crashed or gave nothing usable.
        """
        pixels, scale = to_reading_size(_fit(gray, px_per_pt), px_per_pt)
        return self._read(pixels, scale, page=page, origin=(0.0, 0.0), mode=3)

    def read_region(
        self,
        gray: NDArray[np.uint8],
        px_per_pt: float,
        *,
        page: int,
        origin: tuple[float, float] = (0.0, 0.0),
        scale: float = 1.0,
    ) -> PageText:
        """Words of a crop whose top left corner lies at `origin` (points); read enlarged `scale` times.

        A crop is a second look at what the page's reading left open: where the engine gives up on it, it saw nothing, and
        the page and the file go on with what the first look told.

        Raises:
            MissingProgram: when tesseract or its language data is not on this computer.
        """
        pixels, px = to_reading_size(_fit(gray, px_per_pt), px_per_pt, scale)
        margin = max(round(MARGIN_PT * px), 1)
        background = int(np.percentile(pixels, 90)) if pixels.size else 255
        framed = cv2.copyMakeBorder(pixels, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=background)
        shifted = (origin[0] - margin / px, origin[1] - margin / px)
        try:
            return self._read(np.asarray(framed, np.uint8), px, page=page, origin=shifted, mode=6)
        except (OverLimit, EngineFailed) as why:
            logger.warning("A second look at a part of page %d was given up: %s", page, why)
            return PageText(page=page, lines=(), exact=False, engine=self.stamp)

    def _read(
        self, pixels: NDArray[np.uint8], px_per_pt: float, *, page: int, origin: tuple[float, float], mode: int
    ) -> PageText:
        if pixels.size == 0:
            return PageText(page=page, lines=(), exact=False, engine=self.stamp)
        table = self._run(pixels, round(px_per_pt * 72), mode)
        try:
            lines = _lines(table, px_per_pt, origin)
        except ValueError:
            raise EngineFailed(f"{self.stamp} wrote a table with broken numbers.", reason="no-output") from None
        return PageText(page=page, lines=lines, exact=False, engine=self.stamp)

    def _run(self, pixels: NDArray[np.uint8], dpi: int, mode: int) -> str:
        """Tesseract's TSV of the picture."""
        # The engine's own threads burn twice the CPU for nothing (measured), and other pages run beside this one.
        os.environ["OMP_THREAD_LIMIT"] = "1"
        stamp, limit = self.stamp, math.ceil(self.time_limit_s * crowding())
        with tempfile.TemporaryDirectory(prefix="petition-print-") as folder:
            picture, out = Path(folder, "page.pgm"), Path(folder, "page.tsv")
            height, width = pixels.shape
            with picture.open("wb") as file:
                file.write(b"P5\n%d %d\n255\n" % (width, height))
                file.write(np.ascontiguousarray(pixels).tobytes())
            try:
                launcher.run_tesseract(
                    input_filename=str(picture),
                    output_filename_base=str(out.with_suffix("")),
                    extension="tsv",
                    lang=self.language,
                    config=f"-c tessedit_create_tsv=1 --psm {mode} --dpi {dpi}",
                    timeout=limit,
                )
            except pytesseract.TesseractNotFoundError:
                raise _missing(launcher.tesseract_cmd) from None
            except pytesseract.TesseractError as error:
                raise self._explained(error) from None
            except UnicodeDecodeError:
                raise EngineFailed(f"{stamp} failed with a message that is not text.", reason="bad-encoding") from None
            except RuntimeError:
                raise OverLimit(
                    f"{stamp} did not finish a page within {limit} s and was stopped. Scan the page again, or look at it by eye."
                ) from None
            return _checked_output(out, stamp)

    def _explained(self, error: pytesseract.TesseractError) -> PetitionError:
        said = str(error.message)
        if "traineddata" in said or "loading language" in said or "Could not initialize" in said:
            return MissingProgram(
                f"Tesseract has no data for the language {self.language!r}. Install it (Debian: tesseract-ocr-{self.language})."
            )
        return EngineFailed(
            f"Tesseract failed on this page (status {error.status}). Scan the page again, or look at it by eye.",
            reason="crashed",
        )


def _fit(pixels: NDArray[np.uint8], px_per_pt: float) -> NDArray[np.uint8]:
    """All print as dark letters on light ground."""
    dark = dark_letters(pixels)
    return open_dark_fills(pixels, dark, px_per_pt) if dark.size else dark


def _checked_output(out: Path, stamp: str) -> str:
    """The TSV as text, or a named error: an engine that says nothing must not pass for an empty page."""
    size = out.stat().st_size if out.exists() else 0
    if size == 0:
        raise EngineFailed(f"{stamp} ended well and wrote nothing. Scan the page again.", reason="no-output")
    if size > MOST_OUTPUT_BYTES:
        raise EngineFailed(f"{stamp} wrote {size} bytes for one page, which no page can hold.", reason="too-much-output")
    try:
        return out.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise EngineFailed(f"{stamp} wrote bytes that are not UTF-8.", reason="bad-encoding") from None


def _lines(table: str, px_per_pt: float, origin: tuple[float, float]) -> tuple[TextLine, ...]:
    """Words of the TSV grouped to lines, in the engine's reading order."""
    grouped: dict[tuple[int, int, int], list[Word]] = {}
    for row in table.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t")
        if len(cells) != _COLUMNS or cells[0] != "5" or not cells[11].strip():
            continue
        block, paragraph, line = int(cells[2]), int(cells[3]), int(cells[4])
        x, y, width, height = (int(c) / px_per_pt for c in cells[6:10])
        box = Box(x + origin[0], y + origin[1], x + width + origin[0], y + height + origin[1])
        certainty = min(max(float(cells[10]) / 100.0, 0.0), 1.0)
        grouped.setdefault((block, paragraph, line), []).append(Word(text=cells[11].strip(), box=box, certainty=certainty))
    return tuple(TextLine(words=tuple(words), block=key[0]) for key, words in grouped.items())
