"""Each signer line as a picture of its own, cut from the pictures of the pages: what a person looks at who doubts a reading."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from PIL import Image

from pipeline.geometry import Box
from pipeline.model.picture import PagePicture
from pipeline.model.result import ScanResult

# Paper shown above and below a line: signatures leave their box.
ROOM_PT = 6.0


def crops(result: ScanResult, pictures: Mapping[int, PagePicture]) -> Iterator[tuple[str, bytes]]:
    """(file name, PNG) of every line with anything written on it, page by page."""
    lines = [line for section in result.sections for grid in section.facts.lines for line in grid.lines if line.written]
    opened: tuple[int, Image.Image] | None = None
    for line in sorted(lines, key=lambda line: (line.page, line.row)):
        picture = pictures.get(line.page)
        if picture is None:
            continue
        if opened is None or opened[0] != line.page:
            opened = (line.page, Image.open(io.BytesIO(picture.jpeg)))
        png = _cut(opened[1], line.box.grown(ROOM_PT), picture.size)
        if png is not None:
            yield f"p{line.page:04d}-r{line.row:03d}.png", png


def _cut(page: Image.Image, box: Box, size: tuple[float, float]) -> bytes | None:
    """The part of the page's picture that `box` (points) covers; None where it lies outside."""
    x, y = page.width / size[0], page.height / size[1]
    edges = (max(round(box.x0 * x), 0), max(round(box.y0 * y), 0), min(round(box.x1 * x), page.width),
             min(round(box.y1 * y), page.height))  # fmt: skip
    if edges[0] >= edges[2] or edges[1] >= edges[3]:
        return None
    out = io.BytesIO()
    page.crop(edges).save(out, "PNG")
    return out.getvalue()
