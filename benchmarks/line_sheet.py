"""The crops of the worst readings in one picture, each over what was read and what is so: for a person to look at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.line_figures import Reading
from pipeline.geometry import Box
from pipeline.pages.open import open_scan
from pipeline.pages.upright import upright
from pipeline.settings import Limits

AROUND_PT = (30.0, 6.0)
"""Room shown around the field, sideways and up."""
HEIGHT, WIDTH, CAPTION = 110, 1200, 34
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


def sheet(readings: Sequence[Reading], folder: Path, out: Path) -> None:
    """Write the contact sheet of these readings, whose scans lie in `folder`."""
    whole = Image.new("RGB", (WIDTH, max(len(readings), 1) * (HEIGHT + CAPTION)), "white")
    draw = ImageDraw.Draw(whole)
    font = ImageFont.truetype(str(FONT), 17) if FONT.exists() else ImageFont.load_default()
    for at, reading in enumerate(readings):
        top = at * (HEIGHT + CAPTION)
        whole.paste(Image.fromarray(_crop(reading, folder)), (4, top + CAPTION))
        state = "for review" if reading.reviewed else "certain" if reading.certainty >= 0.8 else "in doubt"
        said = (
            f"{at + 1}. {reading.field}, {reading.hand}: is “{reading.so}”, read “{reading.said}” {reading.certainty:.2f} {state}"
        )
        draw.text((4, top + 8), said, fill="black", font=font)
    out.parent.mkdir(parents=True, exist_ok=True)
    whole.save(out)


def _crop(reading: Reading, folder: Path) -> np.ndarray:
    with open_scan(folder / reading.scan, Limits()) as opened:
        _, raster = upright(opened.page(reading.page), reading.page)
    x0, y0, x1, y1 = reading.box
    box = Box(x0 - AROUND_PT[0], y0 - AROUND_PT[1], x1 + AROUND_PT[0], y1 + AROUND_PT[1]).clipped(raster.box)
    bgr = raster.bgr_crop(box)
    rgb = cv2.cvtColor(raster.gray_crop(box), cv2.COLOR_GRAY2RGB) if bgr is None else cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)
    scale = min(HEIGHT / rgb.shape[0], (WIDTH - 8) / rgb.shape[1])
    return np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
