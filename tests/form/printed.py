"""Pages of a committed form as pixels: printed, changed by a letter, and scanned."""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
import pdfplumber

from pipeline.form.formprint import FormPrint
from pipeline.model.form import FormPage
from pipeline.ocr.exact import read_exact
from pipeline.pages.open import open_scan
from pipeline.pages.raster import Raster
from pipeline.pages.upright import upright

FORM = Path(__file__).parents[2] / "samples" / "petitions" / "leaf-blowers" / "form.pdf"


@functools.cache
def form_print(number: int, path: Path = FORM) -> FormPrint:
    """Page `number` of the form, ready to be compared with."""
    raster = form_raster(number, path)
    page = FormPage(
        number=number,
        size=(raster.box.x1, raster.box.y1),
        exact=True,
        text=read_exact(path, number),
        lines=(),
        blanks=(),
        varying=(),
    )
    return FormPrint(page, raster)


@functools.cache
def form_raster(number: int, path: Path = FORM) -> Raster:
    with open_scan(path) as opened:
        return upright(opened.page(number), number)[1]


def with_letter(number: int, old: str, new: str, *, word: str) -> Raster:
    """The page, the first `old` in the first word that is `word` covered with a `new` of the same face from elsewhere on it."""
    raster = form_raster(number)
    with pdfplumber.open(FORM) as pdf:
        page = pdf.pages[number - 1]
        found = next(w for w in page.extract_words(return_chars=True) if w["text"] == word)
        target = next(c for c in found["chars"] if c["text"] == old)
        source = next(
            c
            for c in page.chars
            if c["text"] == new and c["fontname"] == target["fontname"] and abs(c["size"] - target["size"]) < 0.01
        )
    s = raster.px_per_pt
    gray = raster.gray.copy()
    height, width = round((target["bottom"] - target["top"]) * s), round((target["x1"] - target["x0"]) * s)
    ty, tx, sy, sx = (round(v * s) for v in (target["top"], target["x0"], source["top"], source["x0"]))
    gray[ty : ty + height, tx : tx + width] = raster.gray[sy : sy + height, sx : sx + width]
    return Raster(gray=gray, bgr=None, px_per_pt=s)


def scanned(
    raster: Raster, *, degrees: float = 0.0, scale: float = 1.0, dpi: int = 300, bitonal: bool = False, seed: int = 1
) -> Raster:
    """The page turned, scaled about its middle, sampled at `dpi`, with noise, and made black and white."""
    factor = dpi / 72 / raster.px_per_pt
    height, width = (round(v * factor) for v in raster.gray.shape)
    matrix = cv2.getRotationMatrix2D((raster.gray.shape[1] / 2, raster.gray.shape[0] / 2), -degrees, scale * factor)
    matrix[:, 2] += (width / 2 - raster.gray.shape[1] / 2, height / 2 - raster.gray.shape[0] / 2)
    source = cv2.GaussianBlur(raster.gray, (0, 0), 0.6 / factor) if factor < 1 else raster.gray
    out = cv2.warpAffine(source, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(255,)).astype(np.float32)
    out = out + np.random.default_rng(seed).normal(0, 4, out.shape)
    gray = np.clip(out, 0, 255).astype(np.uint8)
    if bitonal:
        gray = np.where(gray < 150, 0, 255).astype(np.uint8)
    return Raster(gray=gray, bgr=None, px_per_pt=dpi / 72)
