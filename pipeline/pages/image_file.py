"""Picture files (multi-page TIFF, PNG, JPEG, GIF, BMP, WebP), page by page to gray and colour pixels."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from pipeline.errors import Damaged, OverLimit
from pipeline.model.page import PageProblem
from pipeline.pages.filetype import Kind
from pipeline.pages.raster import Pixels
from pipeline.pages.raw import RawPage, Turn
from pipeline.settings import Limits

# Only these readers may touch the bytes, so that a file is parsed as what it was sniffed as.
_READERS: dict[str, str] = {
    "tiff": "TIFF", "png": "PNG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "webp": "WEBP",
}  # fmt: skip

# Exif and TIFF orientation: clockwise turn that shows the picture upright, and whether it is mirrored first.
_ORIENTATION: dict[int, tuple[Turn, bool]] = {
    1: (0, False), 2: (0, True), 3: (180, False), 4: (180, True),
    5: (270, True), 6: (90, False), 7: (90, True), 8: (270, False),
}  # fmt: skip
_ORIENTATION_TAG = 0x0112
_CM_PER_INCH = 2.54


class ImageFile:
    """A picture file, opened. Its pages are decoded when asked for."""

    def __init__(self, path: Path, kind: Kind, limits: Limits) -> None:
        self._name = path.name
        self._limits = limits
        # Our own limit comes before any decoding; Pillow's would only warn.
        Image.MAX_IMAGE_PIXELS = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                self._image: Any = Image.open(path, formats=[_READERS[kind]])
                # An animation is one page: only TIFF keeps pages.
                self.page_count = int(getattr(self._image, "n_frames", 1)) if kind == "tiff" else 1
            except Exception as error:
                raise self._damaged(error) from error
        self.problems: tuple[str, ...] = ()
        if kind == "tiff":
            self._expect_whole_tiff(path)
        elif kind == "png" or kind == "jpeg":
            self._expect_whole_tail(path, kind)

    def close(self) -> None:
        """Let go of the file."""
        self._image.close()

    def page(self, number: int) -> RawPage:
        """Page `number`, from 1, decoded.

        Raises:
            Damaged: when the file ends before the picture does.
            OverLimit: when its header claims more pixels than any scan has.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                self._image.seek(number - 1)
                self._refuse_a_bomb(number)
                dpi = _dpi(self._image)
                stored = self._image.size
                reduced = self._reduce_while_decoding()
                orientation = int(self._image.getexif().get(_ORIENTATION_TAG, 1) or 1)
                bits: int = 1 if self._image.mode == "1" else 8
                gray, bgr = _channels(self._image)
            except (OverLimit, MemoryError):
                raise
            except Exception as error:
                raise self._damaged(error) from error
        turn, mirrored = _ORIENTATION.get(orientation, (0, False))
        if mirrored:
            gray = np.ascontiguousarray(gray[:, ::-1])
            bgr = None if bgr is None else np.ascontiguousarray(bgr[:, ::-1])
        gray, bgr, shrunk = _within(gray, bgr, self._limits.megapixels)
        problems: tuple[PageProblem, ...] = ()
        if reduced or shrunk:
            height, width = gray.shape
            detail = f"The page has {stored[0]:,} x {stored[1]:,} pixels and was reduced to {width:,} x {height:,}."
            problems = (PageProblem(kind="reduced", detail=detail),)
        size = None
        if dpi is not None:
            size = (stored[0] / dpi[0] * 72, stored[1] / dpi[1] * 72)
            if turn in (90, 270):
                size = (size[1], size[0])
        return RawPage(
            number=number, gray=gray, bgr=bgr, size=size, turn=turn, bits=1 if bits == 1 else 8, problems=problems
        )  # fmt: skip

    def _refuse_a_bomb(self, number: int) -> None:
        width, height = self._image.size
        if width * height > self._limits.refuse_megapixels * 1e6:
            raise OverLimit(
                f"{self._name}, page {number}, claims {width:,} x {height:,} pixels. No scanner makes such a picture; "
                "it was not decoded. Scan the page again at 300 dpi."
            )

    def _reduce_while_decoding(self) -> bool:
        """JPEG can be decoded at a half, a quarter or an eighth; others are reduced after decoding."""
        width, height = self._image.size
        over = width * height / (self._limits.megapixels * 1e6)
        if over <= 1 or self._image.format != "JPEG":
            return False
        factor = over**0.5
        self._image.draft(self._image.mode, (int(width / factor), int(height / factor)))
        return bool(self._image.size != (width, height))

    def _expect_whole_tiff(self, path: Path) -> None:
        """Every strip or tile of every page must lie inside the file: libtiff only warns about a cut one."""
        length = path.stat().st_size
        for index in range(self.page_count):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    self._image.seek(index)
                tags = self._image.tag_v2
                starts = tags.get(273) or tags.get(324) or ()
                counts = tags.get(279) or tags.get(325) or ()
            except Exception as error:
                raise self._damaged(error) from error
            ends = [start + count for start, count in zip(_many(starts), _many(counts), strict=False)]
            if not _many(starts) or (ends and max(ends) > length):
                raise self._damaged(f"the pixels of page {index + 1} reach beyond the end of the file")

    def _expect_whole_tail(self, path: Path, kind: Kind) -> None:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - 65_536, 0))
            tail = file.read()
        if (b"IEND" if kind == "png" else b"\xff\xd9") not in tail:
            raise self._damaged("its end is missing")

    def _damaged(self, why: object) -> Damaged:
        return Damaged(f"{self._name} is cut off or damaged ({why}). Copy it again from the scanner, or scan the section again.")


def _many(value: Any) -> tuple[int, ...]:
    return tuple(int(v) for v in value) if isinstance(value, (tuple, list)) else (int(value),)


def _dpi(image: Any) -> tuple[float, float] | None:
    """Dots an inch as the file says; None where it says nothing usable."""
    said = image.info.get("dpi")
    if said is None and image.info.get("jfif_unit") == 2:
        said = tuple(v * _CM_PER_INCH for v in image.info.get("jfif_density", (0, 0)))
    if image.format == "TIFF" and image.tag_v2.get(282) is None:
        return None
    try:
        x, y = float(said[0]), float(said[1])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    return (x, y) if np.isfinite(x) and np.isfinite(y) and x > 0 and y > 0 else None


def _channels(image: Any) -> tuple[Pixels, Pixels | None]:
    """Gray, and BGR where there are colour channels, of any mode: palette, alpha (over white), CMYK, 16 and 32 bits."""
    mode = image.mode
    if mode in ("I;16", "I;16L", "I;16B", "I;16N", "I", "F"):
        values = np.asarray(image).astype(np.float32)
        top = float(values.max(initial=0.0))
        # A 12-bit scan in a 16-bit file must not come out black.
        full = 255.0 if top <= 255 else 4095.0 if top <= 4095 else 65535.0
        return np.clip(values * (255.0 / full), 0, 255).astype(np.uint8), None
    if mode in ("P", "PA", "LA", "La", "RGBA", "RGBa") or "transparency" in image.info:
        with_alpha = image.convert("RGBA")
        white = Image.new("RGBA", with_alpha.size, (255, 255, 255, 255))
        image = Image.alpha_composite(white, with_alpha).convert("L" if mode in ("LA", "La") else "RGB")
        mode = image.mode
    if mode in ("1", "L"):
        return np.array(image.convert("L"), dtype=np.uint8), None
    rgb = np.asarray(image.convert("RGB"), dtype=np.uint8)
    bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
    return _gray(bgr), bgr.astype(np.uint8, copy=False)


def _gray(bgr: Any) -> Pixels:
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _within(gray: Pixels, bgr: Pixels | None, megapixels: float) -> tuple[Pixels, Pixels | None, bool]:
    """The pictures reduced to at most `megapixels`, and whether they had to be."""
    height, width = gray.shape
    over = width * height / (megapixels * 1e6)
    if over <= 1:
        return gray, bgr, False
    size = (max(int(width / over**0.5), 1), max(int(height / over**0.5), 1))
    small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    colour = None if bgr is None else np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small, colour, True
