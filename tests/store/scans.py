"""Small scans made in code, each unlike the others, and a way to drop them."""

from __future__ import annotations

import io
import random
from pathlib import Path

from PIL import Image

from pipeline.store import Store


def page(seed: int) -> Image.Image:
    """A page of noise: as good as any to tell pages apart."""
    return Image.frombytes("L", (40, 52), random.Random(seed).randbytes(40 * 52))


def tiff(*pages: int) -> bytes:
    out = io.BytesIO()
    first, *rest = [page(seed) for seed in pages]
    first.save(out, "TIFF", save_all=True, append_images=rest)
    return out.getvalue()


def png(seed: int) -> bytes:
    out = io.BytesIO()
    page(seed).save(out, "PNG")
    return out.getvalue()


def drop(store: Store, name: str | bytes, content: bytes, petition: str | None = "oak") -> Path:
    """Put a file into the intake, as a clerk does."""
    folder = store.inbox.intake if petition is None else store.inbox.intake / petition
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (name if isinstance(name, str) else name.decode("utf-8", "surrogateescape"))
    target.write_bytes(content)
    return target
