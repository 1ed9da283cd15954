"""Words of a born-digital page straight from the file: exact text, sizes, colours and fonts, by pdfplumber.

Only what a person sees counts: text drawn invisibly, white on white, or outside the crop box is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfplumber.page import Page as PlumberPage
from pdfplumber.page import PDFPageAggregatorWithMarkedContent
from pdfplumber.utils.exceptions import PdfminerException

from pipeline.errors import Damaged
from pipeline.geometry import Box
from pipeline.model.text import PageText, Word
from pipeline.ocr.drawn_colour import Rgb, sampled, to_rgb
from pipeline.ocr.textlines import in_lines

ENGINE = f"pdfplumber {pdfplumber.__version__}"

# Text render modes that paint nothing (PDF 32000-1, table 106): invisible, and clip only.
_UNPAINTED = (3, 7)
# A gap of a fifth of the type size parts words where the file has no space; a word space is a quarter of it.
WORD_GAP_SHARE = 0.2
# A shade that nobody can tell from white paper.
NEARLY_WHITE = 245
# How pdfminer shows a glyph whose character the file does not tell.
_UNMAPPED = re.compile(r"\(cid:\d+\)")
_SUBSET = re.compile(r"^[A-Z]{6}\+")


class _Visible(PDFPageAggregatorWithMarkedContent):
    """Lays out a page without the text that is not painted."""

    def render_string(self, textstate: Any, *rest: Any) -> None:
        """Places the string; where its mode paints nothing, takes its characters out again."""
        kept = len(self.cur_item._objs)
        super().render_string(textstate, *rest)
        if textstate.render in _UNPAINTED:
            del self.cur_item._objs[kept:]


def read_exact(path: Path, page_number: int) -> PageText:
    """The words of page `page_number` (from 1). Boxes in points of the page as it is shown: `/Rotate` and crop box honoured.

    Raises:
        Damaged: when the page's contents cannot be parsed.
        IndexError: when there is no such page.
    """
    with pdfplumber.open(path) as pdf:
        page = pdf.pages[page_number - 1]
        _lay_out_visible(page)
        try:
            words = _words(page, path, page_number)
        except (PdfminerException, ValueError, KeyError, TypeError, RecursionError) as error:
            raise _broken(page_number, error) from error
        return PageText(page=page_number, lines=in_lines(words), exact=True, engine=ENGINE)


def _broken(page_number: int, error: Exception) -> Damaged:
    return Damaged(f"The contents of page {page_number} are broken ({type(error).__name__}). Scan the page instead.")


def _lay_out_visible(page: PlumberPage) -> None:
    """Gives the page a layout of its painted text only, before pdfplumber makes its own."""
    device = _Visible(page.pdf.rsrcmgr, pageno=page.page_number, laparams=page.pdf.laparams)
    try:
        PDFPageInterpreter(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    except Exception as error:  # pdfminer raises whatever its parser trips over
        raise _broken(page.page_number, error) from error
    page._layout = device.get_result()


def _words(page: PlumberPage, path: Path, page_number: int) -> list[Word]:
    x0, top, shown = _shown(page)
    pixels = sampled(path, page_number)
    seen = page.filter(lambda item: item["object_type"] != "char" or bool(item["upright"])).dedupe_chars(tolerance=1)
    grounds = [r for r in page.rects if r.get("fill")]
    words: list[Word] = []
    for found in seen.extract_words(x_tolerance_ratio=WORD_GAP_SHARE, return_chars=True, use_text_flow=False):
        box = Box(found["x0"] - x0, found["top"] - top, found["x1"] - x0, found["bottom"] - top)
        chars = found["chars"]
        if not shown.contains(*box.middle) or not chars:
            continue
        rgb = _colour(chars, box, pixels)
        if min(rgb) >= NEARLY_WHITE and not _on_dark(found, grounds):
            continue
        text = _UNMAPPED.sub("", found["text"])
        if not text:
            continue
        words.append(
            Word(
                text=text,
                box=box,
                certainty=1.0,
                size=round(_commonest([round(float(c["size"]), 2) for c in chars]), 2),
                rgb=rgb,
                font=_SUBSET.sub("", _commonest([str(c["fontname"]) for c in chars])),
            )
        )
    return words


def _shown(page: PlumberPage) -> tuple[float, float, Box]:
    """Left and top of what is shown within pdfplumber's (turned) media box, and the shown page itself.

    Reckoned from the file's own boxes: pdfplumber's crop box is not turned with a page that stands on its head.
    """
    media, crop = (_sorted(box) for box in (page.page_obj.mediabox, page.page_obj.cropbox or page.page_obj.mediabox))
    crop = crop.clipped(media)
    left, below, right, above = crop.x0 - media.x0, crop.y0 - media.y0, media.x1 - crop.x1, media.y1 - crop.y1
    x, y = {0: (left, above), 90: (below, left), 180: (right, below), 270: (above, right)}[page.rotation // 90 * 90]
    wide, tall = (crop.height, crop.width) if page.rotation % 180 else (crop.width, crop.height)
    return float(page.mediabox[0]) + x, float(page.mediabox[1]) + y, Box(0.0, 0.0, wide, tall)


def _sorted(box: Sequence[float]) -> Box:
    """The box right way round, however the file has its corners."""
    (x0, x1), (y0, y1) = sorted((float(box[0]), float(box[2]))), sorted((float(box[1]), float(box[3])))
    return Box(x0, y0, x1, y1)


def _colour(chars: Sequence[dict[str, Any]], box: Box, pixels: Callable[[Box], Rgb]) -> Rgb:
    """Fill colour of most of the word's characters; looked up in the drawn page where the colour space is not plain."""
    colours = [to_rgb(str(c.get("ncs")), c.get("non_stroking_color")) for c in chars]
    known = [c for c in colours if c is not None]
    return _commonest(known) if len(known) * 2 > len(colours) else pixels(box)


def _on_dark(word: dict[str, Any], grounds: Sequence[dict[str, Any]]) -> bool:
    """Whether a filled rectangle that is not white lies under the middle of the word."""
    x, y = (word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2
    for ground in grounds:
        if ground["x0"] <= x <= ground["x1"] and ground["top"] <= y <= ground["bottom"]:
            colour = to_rgb(str(ground.get("ncs")), ground.get("non_stroking_color"))
            if colour is None or min(colour) < NEARLY_WHITE:
                return True
    return False


def _commonest(values: Sequence[Any]) -> Any:
    return Counter(values).most_common(1)[0][0]
