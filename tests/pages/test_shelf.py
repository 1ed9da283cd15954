"""Pages on the shelf: a section of any length is measured with a few pages' pixels in memory, and with the same pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from pipeline.geometry import Box
from pipeline.model.text import PageText
from pipeline.pages import shelf as shelf_module
from pipeline.pages.distant import DistantRaster
from pipeline.pages.open import open_scan
from pipeline.pages.shelf import Shelf


class NoEngine:
    stamp = "none"

    def read_page(self, _pixels, _scale, *, page):
        return PageText(page=page, lines=(), exact=False, engine=self.stamp)


@pytest.fixture
def scan(tmp_path):
    """Twenty pages, each with a mark at its own height."""
    sheets = []
    for number in range(20):
        sheet = Image.new("L", (425, 550), 255)
        sheet.paste(0, (50, 20 + number * 20, 370, 26 + number * 20))
        sheets.append(sheet)
    path = tmp_path / "long.tif"
    sheets[0].save(path, save_all=True, append_images=sheets[1:], dpi=(50, 50))
    return path


@pytest.fixture
def shelf(scan):
    with open_scan(scan) as opened:
        yield Shelf(scan, opened, NoEngine())


def pixels_held(shelf) -> int:
    return sum(view.raster.gray.nbytes for view in shelf._kept.values())


def test_a_short_section_has_its_pixels_at_hand(shelf):
    views = shelf.views((1, 2, 3))
    assert not any(isinstance(view.raster, DistantRaster) for view in views)


def test_a_long_section_has_the_same_pixels_and_holds_a_few_pages(shelf):
    alone = [shelf.view(number).raster.gray.copy() for number in range(1, 21)]
    views = shelf.views(tuple(range(1, 21)))
    assert [v.page.number for v in views] == list(range(1, 21))
    for view, same in zip(views, alone, strict=True):
        assert np.array_equal(view.raster.gray, same)
        box = Box(20, 20, 200, 300)
        assert np.array_equal(view.raster.gray_crop(box), same[view.raster.to_px(box)])
        assert view.raster.bgr is None
    assert len(shelf._kept) == shelf_module.VIEWS_KEPT


def test_large_pages_are_kept_in_less_number(shelf, monkeypatch):
    one = shelf.view(1).raster.gray.nbytes
    monkeypatch.setattr(shelf_module, "BYTES_KEPT", 3 * one)
    views = shelf.views((1, 2, 3, 4, 5))
    for _ in range(2):
        for view in views:
            assert view.raster.gray.nbytes == one
            assert pixels_held(shelf) <= 3 * one
    monkeypatch.setattr(shelf_module, "BYTES_KEPT", one // 2)
    assert shelf.view(7).raster.gray.nbytes == one, "one page is kept, however large"
