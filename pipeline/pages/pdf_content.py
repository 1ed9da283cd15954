"""What is drawn on a PDF page? Decides between scanned, born-digital and mixed, in the order in which things are painted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import pikepdf
import pypdfium2.raw as pdfium

# Scanner software rounds boxes to whole points and whole pixels; more than that is a margin or a crop.
_COVER_TOLERANCE_PT = 2.5
_COVER_TOLERANCE_SHARE = 0.01
# Above this share of the page under pictures, words may hide in the pictures: pixels decide, not the page's own text.
_PICTURES_MATTER_SHARE = 0.35
# A page of more objects is a drawing; its kind is clear long before.
_MOST_OBJECTS = 20_000
_INVISIBLE_TEXT = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_PLAIN_COLOURS = (
    pdfium.FPDF_COLORSPACE_DEVICEGRAY,
    pdfium.FPDF_COLORSPACE_DEVICERGB,
    pdfium.FPDF_COLORSPACE_CALGRAY,
    pdfium.FPDF_COLORSPACE_CALRGB,
    pdfium.FPDF_COLORSPACE_ICCBASED,
)
_UNSEEN_ANNOTATIONS = ("/Link", "/Popup")
_HIDDEN_FLAGS = 0b10 | 0b100000  # hidden; no view (ISO 32000-1, 12.5.3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture on a page."""

    source: Any
    """PDFium's image object; lives as long as its page."""
    width: int
    height: int
    bits: int
    """Bits a pixel."""
    channels: int
    turn: int | None
    """Clockwise quarter turn by its placing; None where it is mirrored or leans."""
    size: tuple[float, float]
    """Width and height in points on the page before `/Rotate`."""
    covers: bool
    """Whether it covers the page exactly."""
    share: float
    """Share of the page that its box covers."""
    plain_jpeg: bool
    """True where the stored JPEG is exactly what is shown."""
    has_alpha: bool
    lossy_bitonal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What is painted on a page."""

    pictures: tuple[Picture, ...]
    covering: Picture | None
    """The last picture that covers the page exactly."""
    only_covering: bool
    """True where nothing visible is painted over `covering`."""
    visible_text: bool
    born_digital: bool
    text_turn: Literal[0, 90, 180, 270] | None
    """Clockwise turn that makes most of the visible text upright, before `/Rotate`."""


def content_of(drawn: Any, page: Any) -> Content:
    """The content of a page. `drawn` is PDFium's page, `page` pikepdf's.

    Text in render mode 3 or 7, and text under a covering picture, is not visible: scanners put OCR there.
    """
    stored = _stored_pictures(page)
    box = drawn.get_cropbox()
    media = drawn.get_mediabox()
    visible_box = (max(box[0], media[0]), max(box[1], media[1]), min(box[2], media[2]), min(box[3], media[3]))
    pictures: list[Picture] = []
    covering: Picture | None = None
    text = over = nested = False
    directions = [0, 0, 0, 0]
    for index, thing in enumerate(drawn.get_objects()):
        if index >= _MOST_OBJECTS:
            over = True
            break
        if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            picture = _picture(thing, visible_box, stored)
            pictures.append(picture)
            if picture.covers:
                covering, text, over, nested = picture, False, False, thing.level > 0
            else:
                over = True
        elif thing.type == pdfium.FPDF_PAGEOBJ_TEXT:
            if pdfium.FPDFTextObj_GetTextRenderMode(thing) not in _INVISIBLE_TEXT and _on_page(thing, visible_box):
                text = over = True
                directions[_quarter_turns_of_text(thing)] += 1
        elif thing.type in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING):
            over = over or _on_page(thing, visible_box)
    marks, typed = _annotations(page)
    under_pictures = sum(p.share for p in pictures)
    return Content(
        pictures=tuple(pictures),
        covering=covering,
        only_covering=covering is not None and not (over or marks or typed or nested),
        visible_text=text,
        text_turn=_TURNS[directions.index(max(directions))] if text else None,
        born_digital=text and covering is None and under_pictures < _PICTURES_MATTER_SHARE and not typed,
    )


_TURNS: tuple[Literal[0, 90, 180, 270], ...] = (0, 90, 180, 270)


def _quarter_turns_of_text(thing: Any) -> int:
    """Clockwise quarter turns that make a piece of text upright: its own anticlockwise direction, undone."""
    matrix = thing.get_matrix()
    return round(math.degrees(math.atan2(matrix.b, matrix.a)) / 90) % 4


def _on_page(thing: Any, box: tuple[float, float, float, float]) -> bool:
    left, bottom, right, top = thing.get_bounds()
    return bool(right > box[0] and left < box[2] and top > box[1] and bottom < box[3])


def _picture(thing: Any, box: tuple[float, float, float, float], stored: dict[tuple[int, int], list[Any]]) -> Picture:
    said = thing.get_metadata()
    width, height, bits = int(said.width), int(said.height), int(said.bits_per_pixel)
    filters = [str(f) for f in thing.get_filters()]
    a, b, c, d, e, f = _entries(thing.get_matrix())
    turn, rectangle = _placing(a, b, c, d, e, f)
    page_width, page_height = box[2] - box[0], box[3] - box[1]
    tolerance = max(_COVER_TOLERANCE_PT, _COVER_TOLERANCE_SHARE * min(page_width, page_height))
    # Millimetre-sized pages would be "covered" by anything within that tolerance.
    tolerance = min(tolerance, 0.1 * min(page_width, page_height))
    covers = all(abs(mine - edge) <= tolerance for mine, edge in zip(rectangle, box, strict=True))
    twins = stored.get((width, height), [])
    plain = len(twins) == 1 and not any(key in twins[0] for key in ("/SMask", "/Mask", "/Decode", "/ImageMask"))
    has_alpha = not twins or any(key in twin for twin in twins for key in ("/SMask", "/Mask"))
    stencil = any(bool(twin.get("/ImageMask", False)) for twin in twins)
    plain = plain and said.colorspace in _PLAIN_COLOURS and bits in (8, 24)
    return Picture(
        source=thing,
        width=width,
        height=height,
        bits=bits,
        channels=1 if bits <= 8 else 3,
        turn=turn,
        size=(rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]),
        covers=covers and turn is not None and not has_alpha and not stencil,
        share=_share(rectangle, box),
        plain_jpeg=plain and filters[-1:] == ["DCTDecode"],
        has_alpha=has_alpha,
        lossy_bitonal="JBIG2Decode" in filters,
    )


def _entries(matrix: Any) -> tuple[float, float, float, float, float, float]:
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _placing(a: float, b: float, c: float, d: float, e: float, f: float) -> tuple[int | None, tuple[float, float, float, float]]:
    """Clockwise turn of a picture by its matrix, None where it leans or is mirrored; and its box, left bottom right top."""
    xs, ys = (e, e + a, e + c, e + a + c), (f, f + b, f + d, f + b + d)
    rectangle = (min(xs), min(ys), max(xs), max(ys))
    big = max(abs(a), abs(b), abs(c), abs(d), 1e-9)
    straight, crossed = max(abs(b), abs(c)) < 0.002 * big, max(abs(a), abs(d)) < 0.002 * big
    turn: int | None = None
    if straight and a * d > 0:
        turn = 0 if a > 0 else 180
    elif crossed and b * c < 0:
        turn = 270 if b > 0 else 90
    return turn, rectangle


def _share(rectangle: tuple[float, float, float, float], box: tuple[float, float, float, float]) -> float:
    width = min(rectangle[2], box[2]) - max(rectangle[0], box[0])
    height = min(rectangle[3], box[3]) - max(rectangle[1], box[1])
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1e-9)
    return max(width, 0.0) * max(height, 0.0) / area


def _stored_pictures(page: Any) -> dict[tuple[int, int], list[Any]]:
    """The picture streams of the page's resources by pixel size."""
    found: dict[tuple[int, int], list[Any]] = {}
    try:
        resources = page.resources
        for stream in (resources.get("/XObject") or {}).values():
            if isinstance(stream, pikepdf.Stream) and str(stream.get("/Subtype")) == "/Image":
                found.setdefault((int(stream.Width), int(stream.Height)), []).append(stream)
    except (AttributeError, KeyError, TypeError, ValueError, pikepdf.PdfError):
        return found
    return found


def _annotations(page: Any) -> tuple[bool, bool]:
    """Whether annotations leave marks on the page (ink, stamps), and whether they bear typed text (filled fields, notes)."""
    marks = typed = False
    try:
        for annotation in page.obj.get("/Annots") or []:
            kind = str(annotation.get("/Subtype", ""))
            if kind in _UNSEEN_ANNOTATIONS or int(annotation.get("/F", 0)) & _HIDDEN_FLAGS:
                continue
            if kind == "/Widget":
                holder = annotation if "/V" in annotation else annotation.get("/Parent", annotation)
                typed = typed or str(holder.get("/V", "")).strip() not in ("", "/Off")
            else:
                marks = True
                typed = typed or kind == "/FreeText"
    except (AttributeError, KeyError, TypeError, ValueError, pikepdf.PdfError):
        return True, typed
    return marks, typed
