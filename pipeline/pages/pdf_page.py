"""One PDF page to pixels: the scanner's own picture where one covers the page exactly, else the page drawn by PDFium."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pikepdf
import pypdfium2

from pipeline.errors import OverLimit
from pipeline.model.page import PageProblem
from pipeline.pages.pdf_content import Content, Picture, content_of
from pipeline.pages.raster import Pixels
from pipeline.pages.raw import RawPage, Turn
from pipeline.settings import Limits

# A page smaller than this cannot bear a word; the box is broken.
SMALLEST_PAGE_PT = 3.0
# PDF allows no more than this a side (ISO 32000-1, Annex C.2, times any user unit); beyond it the box is broken.
LARGEST_PAGE_PT = 1_000_000.0
# A page whose box is broken is shown as a white letter page, at a resolution that costs nothing.
_STAND_IN_PX = (850, 1100)
# PDFium keeps a decoded picture whole; above this many pixels even one bit each is more than the child may hold.
_HOPELESS_PIXELS = 4e9


def raw_page(page: Any, document: Any, number: int, limits: Limits) -> RawPage:
    """Page `number` of an opened PDF. `page` is pikepdf's, `document` PDFium's.

    Never raises for a broken page: it comes out white, with the problem `unreadable`.

    Raises:
        OverLimit: when the page's description unpacks to more than `limits.stream_bytes`.
    """
    problems: list[PageProblem] = []
    unit = _user_unit(page)
    if not _box_is_sound(page):
        return _stand_in(number, "The page has no usable size: its box is empty, reversed to nothing, or not a number.")
    problems += _problems_of_description(page, limits)
    drawn = None
    try:
        drawn = document[number - 1]
        width, height = drawn.get_size()
        if not (SMALLEST_PAGE_PT <= width <= LARGEST_PAGE_PT and SMALLEST_PAGE_PT <= height <= LARGEST_PAGE_PT):
            return _stand_in(number, f"The page measures {width:.1f} x {height:.1f} points: too small or too large to read.")
        content = content_of(drawn, page)
        if any(p.width * p.height > _HOPELESS_PIXELS for p in content.pictures):
            return _stand_in(number, "The page holds a picture of more pixels than any scanner makes; it was not decoded.")
        return _from_picture(drawn, content, number, unit, limits, problems) or _drawn(
            drawn, content, number, unit, limits, problems
        )
    except (pypdfium2.PdfiumError, pikepdf.PdfError, ValueError, cv2.error) as error:
        return _stand_in(number, f"The page could not be drawn ({error}).")
    finally:
        if drawn is not None:
            drawn.close()


def _user_unit(page: Any) -> float:
    try:
        unit = float(page.obj.get("/UserUnit", 1.0))
    except (TypeError, ValueError, pikepdf.PdfError):
        return 1.0
    return unit if math.isfinite(unit) and 0 < unit <= 75_000 else 1.0


def _box_is_sound(page: Any) -> bool:
    try:
        box = [float(v) for v in page.mediabox]
    except (TypeError, ValueError, AttributeError, KeyError, pikepdf.PdfError):
        return False
    if len(box) != 4 or not all(math.isfinite(v) for v in box):
        return False
    return abs(box[2] - box[0]) >= SMALLEST_PAGE_PT and abs(box[3] - box[1]) >= SMALLEST_PAGE_PT


def _problems_of_description(page: Any, limits: Limits) -> list[PageProblem]:
    """`empty` where nothing is drawn on the page, `unreadable` where its description is broken."""
    contents = page.obj.get("/Contents")
    streams = list(contents) if isinstance(contents, pikepdf.Array) else [] if contents is None else [contents]
    drawn = False
    for stream in streams:
        try:
            if not isinstance(stream, pikepdf.Stream):
                continue
            _refuse_a_bomb(stream, limits)
            drawn = drawn or bool(stream.read_bytes().strip())
        except pikepdf.PdfError:
            detail = "The description of the page is damaged; part of it may be missing."
            return [PageProblem(kind="unreadable", detail=detail)]
    if drawn or page.obj.get("/Annots"):
        return []
    return [PageProblem(kind="empty", detail="The page has no contents at all.")]


def _refuse_a_bomb(stream: Any, limits: Limits) -> None:
    """Unpack in slices and stop at the limit, before a reader would unpack it whole. Filters may stand in each other."""
    named = stream.get("/Filter")
    filters = [str(f) for f in named] if isinstance(named, pikepdf.Array) else [str(named or "")]
    levels = 0
    while levels < len(filters) and filters[levels] in ("/FlateDecode", "/Fl"):
        levels += 1
    raw = stream.read_raw_bytes()
    # Deflate packs at most about 1,030 to 1; smaller streams cannot pass the limit.
    if not levels or len(raw) * 1_032**levels <= limits.stream_bytes:
        return
    slices: Iterator[bytes] = iter((raw,))
    for _ in range(levels):
        slices = _unpacked(slices, limits)
    try:
        for _ in slices:
            pass
    except zlib.error:
        return


def _unpacked(slices: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
    """One level unpacked, a mebibyte at a time.

    Raises:
        OverLimit: when it becomes more than `limits.stream_bytes`.
    """
    unpacker, total = zlib.decompressobj(), 0
    for data in slices:
        while data:
            made = unpacker.decompress(data, 1 << 20)
            total += len(made)
            if total > limits.stream_bytes:
                raise OverLimit(
                    f"A page description unpacks to more than {limits.stream_bytes / 2**20:,.0f} MiB. No scanner writes such a "
                    "file; it was not read further. Scan the section again."
                )
            yield made
            data = unpacker.unconsumed_tail


def _stand_in(number: int, why: str) -> RawPage:
    width, height = _STAND_IN_PX
    return RawPage(
        number=number,
        gray=np.full((height, width), 255, dtype=np.uint8),
        bgr=None,
        size=None,
        exact=False,
        problems=(PageProblem(kind="unreadable", detail=why),),
    )


def _from_picture(
    drawn: Any, content: Content, number: int, unit: float, limits: Limits, problems: list[PageProblem]
) -> RawPage | None:
    """The page as its one embedded picture; None where the page is more, or less, than that."""
    picture = content.covering
    if picture is None or not content.only_covering:
        return None
    if picture.width * picture.height > limits.megapixels * 1e6:
        return None
    taken = _decode(picture)
    if taken is None:
        return None
    gray, bgr, whole = taken
    if not whole:
        problems = [
            *problems,
            PageProblem(kind="unreadable", detail="The page's picture is cut off; part of it is missing."),
        ]
    turn: Turn = _turn((picture.turn + drawn.get_rotation()) % 360)
    width, height = picture.size
    if drawn.get_rotation() in (90, 270):
        width, height = height, width
    return RawPage(
        number=number,
        gray=gray,
        bgr=bgr,
        size=(width * unit, height * unit),
        turn=turn,
        bits=1 if picture.bits == 1 else 8,
        exact=True,
        lossy_bitonal=picture.lossy_bitonal,
        problems=tuple(problems),
    )


def _turn(degrees: int) -> Turn:
    turns: dict[int, Turn] = {0: 0, 90: 90, 180: 180, 270: 270}
    return turns[degrees]


def _decode(picture: Picture) -> tuple[Pixels, Pixels | None, bool] | None:
    """Gray, BGR or None, and whether the picture is whole; None where it cannot be taken as it is."""
    if picture.plain_jpeg:
        data = bytes(picture.source.get_data(decode_simple=True))
        flags = cv2.IMREAD_GRAYSCALE if picture.channels == 1 else cv2.IMREAD_COLOR
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is not None and image.shape[:2] == (picture.height, picture.width):
            # A JPEG ends with FF D9; a cut one is filled with gray by the decoder, without a word.
            whole = b"\xff\xd9" in data[-1024:]
            return (*_split(np.asarray(image, dtype=np.uint8)), whole)
    try:
        bitmap = picture.source.get_bitmap()
    except pypdfium2.PdfiumError:
        return None
    pixels: Pixels = np.array(bitmap.to_numpy(), dtype=np.uint8)
    return _as_taken(pixels, picture)


def _as_taken(image: Pixels, picture: Picture) -> tuple[Pixels, Pixels | None, bool] | None:
    if image.shape[:2] != (picture.height, picture.width) or (image.ndim == 3 and image.shape[2] == 4 and picture.has_alpha):
        return None
    return (*_split(image), True)


def _split(image: Pixels) -> tuple[Pixels, Pixels | None]:
    """Gray and BGR of (height, width), (height, width, 1), BGR or BGRx pixels."""
    if image.ndim == 2 or image.shape[2] == 1:
        return np.ascontiguousarray(image.reshape(image.shape[:2])), None
    bgr = np.ascontiguousarray(image[:, :, :3])
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8), bgr


def _drawn(drawn: Any, content: Content, number: int, unit: float, limits: Limits, problems: list[PageProblem]) -> RawPage:
    """The page drawn by PDFium as a viewer shows it, annotations and filled fields included."""
    width, height = (side * unit for side in drawn.get_size())
    wanted = limits.render_dpi / 72
    scale = min(wanted, limits.render_longest_px / max(width, height), math.sqrt(limits.megapixels * 1e6 / (width * height)))
    if scale < wanted * 0.999:
        detail = f"The page measures {width:,.0f} x {height:,.0f} points and was drawn at {scale * 72:.0f} dpi."
        problems = [*problems, PageProblem(kind="reduced", detail=detail)]
    # PDFium rounds sizes up: without the hair less, 792 points at 300 dpi would come out as 3301 pixels.
    bitmap = drawn.render(
        scale=scale * unit * (1 - 1e-6), draw_annots=True, may_draw_forms=True, rev_byteorder=False, prefer_bgrx=False
    )
    image: Pixels = np.array(bitmap.to_numpy(), dtype=np.uint8)
    gray, bgr = _split(image)
    one_bit = bool(content.pictures) and all(p.bits == 1 for p in content.pictures) and not content.visible_text
    return RawPage(
        number=number,
        gray=gray,
        bgr=bgr,
        size=(width, height),
        turn=0,
        bits=1 if one_bit else 8,
        exact=False,
        vector=not content.pictures,
        born_digital=content.born_digital,
        text_turn=None if content.text_turn is None else _turn((content.text_turn - drawn.get_rotation()) % 360),
        lossy_bitonal=any(p.lossy_bitonal for p in content.pictures),
        problems=tuple(problems),
    )
