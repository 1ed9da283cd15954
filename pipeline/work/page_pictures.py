"""The pictures of a scan's pages, kept beside the store for its report: so that a scan judged anew is not drawn anew.

A cache: whatever is missing is left out of the report. One ZIP a piece, its entries named `PAGE-WIDTH-HEIGHT.jpg` (points).
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pipeline.crashpoint import crashpoint
from pipeline.model.picture import PagePicture

FOLDER = Path("cache") / "pictures"


def keep(home: Path, key: str, pictures: Iterable[PagePicture]) -> None:
    """Keep the pictures of the pages whose facts have this key."""
    target = _file(home, key)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{os.getpid()}.part")
    # JPEG does not pack further.
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
        for picture in pictures:
            file.writestr(f"{picture.page}-{picture.size[0]!r}-{picture.size[1]!r}.jpg", picture.jpeg)
    crashpoint("pictures-before-rename")
    part.replace(target)
    crashpoint("pictures-kept")


def kept(home: Path, key: str) -> dict[int, PagePicture]:
    """The pictures by page; empty where they are gone."""
    try:
        with zipfile.ZipFile(_file(home, key)) as file:
            found = [_picture(name, file.read(name)) for name in file.namelist()]
    except (OSError, zipfile.BadZipFile, ValueError):
        return {}
    return {picture.page: picture for picture in found}


def _picture(name: str, jpeg: bytes) -> PagePicture:
    page, width, height = name.removesuffix(".jpg").split("-")
    return PagePicture(page=int(page), jpeg=jpeg, size=(float(width), float(height)))


def _file(home: Path, key: str) -> Path:
    return home / FOLDER / key[:2] / f"{key}.zip"
