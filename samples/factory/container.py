"""How is a scan packed into a file? PDF of one image a page (JPEG, Flate, G4, JBIG2, or layers), multi-page TIFF, PNG."""

from __future__ import annotations

import io
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
from PIL import Image

from samples.factory.jbig2 import wrap_mmr


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One scanned page: its dpi, and pixels: uint8 (h, w, 3) RGB, uint8 (h, w), or bool (h, w), True for black."""

    pixels: np.ndarray
    dpi: int
    packing: str
    """"jpeg", "flate", "g4", "jbig2", "layers", "rgb" (gray saved as RGB JPEG)."""
    quality: int = 80
    told_dpi: int | None = None
    """The dpi the file claims, where it is wrong."""
    hidden_text: str = ""


def write_pdf(shots: list[Shot], path: Path, *, producer: str) -> None:
    """Write the pages as a scanned PDF. The same pixels give the same bytes."""
    pdf = pikepdf.new()
    for shot in shots:
        height, width = shot.pixels.shape[:2]
        k = 72 / (shot.told_dpi or shot.dpi)
        page = pdf.add_blank_page(page_size=(width * k, height * k))
        draw = f"q {width * k:.3f} 0 0 {height * k:.3f} 0 0 cm /Im0 Do Q"
        images: dict[str, Any] = {}
        if shot.packing == "layers":
            images, draw = _layers(pdf, shot, width * k, height * k)
        else:
            images = {"/Im0": _image(pdf, shot)}
        resources: dict[str, Any] = {"/XObject": pikepdf.Dictionary(images)}
        if shot.hidden_text:
            font = pdf.make_indirect(
                pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
            )
            resources["/Font"] = pikepdf.Dictionary({"/F0": font})
            draw += _hidden(shot.hidden_text, height * k)
        page.Resources = pikepdf.Dictionary(resources)
        page.Contents = pdf.make_stream(draw.encode("latin-1"))
    pdf.docinfo["/Producer"] = producer
    pdf.save(path, deterministic_id=True, compress_streams=True)


def _hidden(text: str, height: float) -> str:
    """A text layer in invisible letters, as scanning programs add; what it says may be wrong."""
    lines = [text[i : i + 90] for i in range(0, len(text), 90)]
    shown = " ".join(f"({line.translate(str.maketrans({'(': ' ', ')': ' ', chr(92): ' '}))}) Tj T*" for line in lines)
    return f" BT 3 Tr /F0 9 Tf 11 TL 36 {height - 48:.1f} Td {shown} ET"


def _image(pdf: pikepdf.Pdf, shot: Shot) -> Any:
    height, width = shot.pixels.shape[:2]
    base = {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image, "/Width": width, "/Height": height}
    if shot.pixels.dtype == bool:
        base |= {"/ColorSpace": pikepdf.Name.DeviceGray, "/BitsPerComponent": 1}
        if shot.packing == "jbig2":
            return _stream(pdf, wrap_mmr(_g4(shot.pixels), width, height), base, "/JBIG2Decode")
        parms = pikepdf.Dictionary(K=-1, Columns=width, Rows=height, BlackIs1=False)
        return _stream(pdf, _g4(shot.pixels), base, "/CCITTFaxDecode", parms)
    gray = shot.pixels.ndim == 2 and shot.packing != "rgb"
    base |= {"/ColorSpace": pikepdf.Name.DeviceGray if gray else pikepdf.Name.DeviceRGB, "/BitsPerComponent": 8}
    pixels = shot.pixels if gray or shot.pixels.ndim == 3 else np.repeat(shot.pixels[..., None], 3, axis=2)
    if shot.packing == "flate":
        return _stream(pdf, zlib.compress(np.ascontiguousarray(pixels).tobytes(), 6), base, "/FlateDecode")
    return _stream(pdf, jpeg(pixels, shot.quality), base, "/DCTDecode")


def _stream(pdf: pikepdf.Pdf, data: bytes, base: dict[str, Any], filter_: str, parms: Any = None) -> Any:
    stream = pikepdf.Stream(pdf, data)
    for key, value in base.items():
        stream[key] = value
    stream["/Filter"] = pikepdf.Name(filter_)
    if parms is not None:
        stream["/DecodeParms"] = parms
    return pdf.make_indirect(stream)


SMALL = 60
"""JPEG quality under which a file is meant to be small: its codes are then chosen for it, which takes longer."""


def jpeg(pixels: np.ndarray, quality: int) -> bytes:
    """The pixels (uint8, RGB or gray) as a JPEG."""
    out = io.BytesIO()
    small = quality < SMALL
    sampled = 2 if quality < 85 else 0
    Image.fromarray(pixels).save(out, "JPEG", quality=quality, subsampling=sampled, optimize=small, progressive=small)
    return out.getvalue()


def _g4(black: np.ndarray) -> bytes:
    """The T.6 codes of a bitonal page, black runs for black: Pillow writes them in one strip, we take the strip out."""
    out = io.BytesIO()
    height = black.shape[0]
    # Pillow codes a False pixel as a white run, so the page is handed over with True for black.
    Image.fromarray(black).save(out, "TIFF", compression="group4", tiffinfo={278: height})
    data = out.getvalue()
    with Image.open(io.BytesIO(data)) as image:
        offsets, counts = image.tag_v2[273], image.tag_v2[279]
    return b"".join(data[o : o + n] for o, n in zip(offsets, counts, strict=True))


def _layers(pdf: pikepdf.Pdf, shot: Shot, width: float, height: float) -> tuple[dict[str, Any], str]:
    """Mixed raster content: a coarse JPEG ground, and the dark writing as a bitonal mask painted black over it."""
    rgb = shot.pixels
    chroma = rgb.max(axis=2).astype(int) - rgb.min(axis=2)
    dark = (rgb.max(axis=2) < 120) & (chroma < 40)
    ground = rgb.copy()
    ground[cv2.dilate(dark.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0] = 250
    small = cv2.resize(ground, (rgb.shape[1] // 2, rgb.shape[0] // 2), interpolation=cv2.INTER_AREA)
    base = {
        "/Type": pikepdf.Name.XObject,
        "/Subtype": pikepdf.Name.Image,
        "/Width": small.shape[1],
        "/Height": small.shape[0],
        "/ColorSpace": pikepdf.Name.DeviceRGB,
        "/BitsPerComponent": 8,
    }
    back = _stream(pdf, jpeg(small, shot.quality), base, "/DCTDecode")
    mask = {
        "/Type": pikepdf.Name.XObject,
        "/Subtype": pikepdf.Name.Image,
        "/Width": rgb.shape[1],
        "/Height": rgb.shape[0],
        "/ImageMask": True,
        "/BitsPerComponent": 1,
    }
    parms = pikepdf.Dictionary(K=-1, Columns=rgb.shape[1], Rows=rgb.shape[0], BlackIs1=False)
    front = _stream(pdf, _g4(dark), mask, "/CCITTFaxDecode", parms)
    cm = f"{width:.3f} 0 0 {height:.3f} 0 0 cm"
    return {"/Im0": back, "/Im1": front}, f"q {cm} /Im0 Do Q q 0.05 0.05 0.07 rg {cm} /Im1 Do Q"


def write_tiff(shots: list[Shot], path: Path) -> None:
    """Write a multi-page TIFF: G4 for bitonal pages, JPEG or LZW for the others."""
    images = [Image.fromarray(~s.pixels if s.pixels.dtype == bool else s.pixels) for s in shots]
    first = shots[0]
    dpi = (first.told_dpi or first.dpi,) * 2
    kind = "group4" if all(s.pixels.dtype == bool for s in shots) else "tiff_lzw"
    images[0].save(path, "TIFF", save_all=True, append_images=images[1:], compression=kind, dpi=dpi)


def write_png(shot: Shot, path: Path) -> None:
    image = Image.fromarray(~shot.pixels if shot.pixels.dtype == bool else shot.pixels)
    image.save(path, "PNG", dpi=((shot.told_dpi or shot.dpi),) * 2)
