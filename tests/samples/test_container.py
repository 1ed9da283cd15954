"""What is packed into a file comes out again: the bitonal codes exactly, the layers on their place."""

import numpy as np
import pypdfium2 as pdfium
import pytest

from samples.factory.container import Shot, write_pdf


def page() -> np.ndarray:
    black = np.zeros((400, 300), dtype=bool)
    black[40:60, 20:280] = True
    black[100:300, 50:53] = True
    black[350:380, 200:230] = np.random.default_rng(3).random((30, 30)) > 0.5
    return black


@pytest.mark.parametrize("packing", ["g4", "jbig2"])
def test_a_bitonal_page_is_decoded_bit_for_bit(tmp_path, packing):
    path = tmp_path / "page.pdf"
    write_pdf([Shot(pixels=page(), dpi=72, packing=packing)], path, producer="test")
    shown = pdfium.PdfDocument(path)[0].render(scale=1).to_numpy()[..., 0]
    assert ((shown < 128) == page()).all()


def test_layers_show_the_dark_writing_and_the_coloured_ground(tmp_path):
    pixels = np.full((400, 300, 3), 255, dtype=np.uint8)
    pixels[page()] = 0
    pixels[320:340, 20:120] = (200, 20, 20)
    path = tmp_path / "page.pdf"
    write_pdf([Shot(pixels=pixels, dpi=72, packing="layers")], path, producer="test")
    shown = pdfium.PdfDocument(path)[0].render(scale=1).to_numpy()[..., ::-1].astype(int)
    assert shown[50, 150].max() < 60
    assert shown[330, 70][0] - shown[330, 70][1] > 100


def test_the_same_pages_give_the_same_bytes(tmp_path):
    for name in ("a.pdf", "b.pdf"):
        write_pdf([Shot(pixels=page(), dpi=200, packing="g4")], tmp_path / name, producer="test")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
