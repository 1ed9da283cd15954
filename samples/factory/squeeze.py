"""Makes scanned PDFs smaller by coding their JPEG images again: python -m samples.factory.squeeze --quality 34 FILE..."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np
import pikepdf
from PIL import Image

from samples.factory.container import jpeg


def squeeze(path: Path, quality: int) -> int:
    """Code every JPEG of the PDF at `path` again where that saves bytes; gives the file's new size in bytes."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for item in pdf.objects:
            if not isinstance(item, pikepdf.Stream) or item.get("/Filter") != pikepdf.Name.DCTDecode:
                continue
            held = item.read_raw_bytes()
            with Image.open(io.BytesIO(held)) as image:
                smaller = jpeg(np.asarray(image), quality)
            if len(smaller) < len(held):
                item.write(smaller, filter=pikepdf.Name.DCTDecode)
        pdf.save(path, deterministic_id=True, compress_streams=True)
    return path.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m samples.factory.squeeze", description="Code the JPEGs of scans again.")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--quality", type=int, required=True, help="JPEG quality, 1 to 95")
    given = parser.parse_args()
    for path in given.files:
        print(f"{path.name}: {squeeze(path, given.quality) // 1024} KB")


if __name__ == "__main__":
    main()
