"""What a person may set: the limits under which a scan is read. `PETITION_LIMIT_*` in the environment overrides."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024


class Limits(BaseSettings):
    """Limits for one scan file and the child process that reads it.

    Each field may be set in the environment, for example `PETITION_LIMIT_PAGES=20000`.

    Raises:
        pydantic.ValidationError: when a value is not a number of the right kind, or not above zero.
    """

    model_config = SettingsConfigDict(env_prefix="PETITION_LIMIT_", frozen=True)

    file_bytes: int = Field(default=2048 * MIB, gt=0)
    """A larger file is refused before it is opened."""
    pages: int = Field(default=5_000, gt=0)
    """A file with more pages is refused with the offer to split it."""
    megapixels: float = Field(default=100.0, gt=0)
    """A page with more is reduced while it is decoded, and says so."""
    refuse_megapixels: float = Field(default=400.0, gt=0)
    """A picture file whose header claims more is refused before decoding: no scanner makes it, a bomb does."""
    render_dpi: float = Field(default=300.0, gt=0)
    """Pages that are no single scanned image are drawn at this resolution."""
    render_longest_px: int = Field(default=14_400, gt=0)
    """Longest side of a drawn page."""
    stream_bytes: int = Field(default=256 * MIB, gt=0)
    """A page description that unpacks to more is refused."""
    memory_bytes: int = Field(default=1536 * MIB, gt=0)
    """What the child process may hold beside what the parent's libraries map anyway (see `sandbox`)."""
    address_space_bytes: int = Field(default=6144 * MIB, ge=0)
    """Ceiling of the child's address space; 0 sets none. Higher than `memory_bytes`: onnxruntime, OpenCV and spaCy reserve
    address space that they never touch."""
    print_seconds: int = Field(default=45, gt=0)
    """Tesseract is killed when one reading takes longer; the page is then a problem, the file goes on. Under
    `progress_seconds`."""
    progress_seconds: float = Field(default=60.0, gt=0)
    """A child that reports no progress for so long is ended."""
    page_cpu_seconds: float = Field(default=120.0, gt=0)
    """Processor time a page may take."""
    file_seconds: float = Field(default=6 * 3600.0, gt=0)
    """Wall time a file may take."""


def petition_home() -> Path:
    """The folder of the product's state: `$PETITION_HOME`, else the user's data folder (design.md, "State lies in")."""
    named = os.environ.get("PETITION_HOME")
    if named:
        return Path(named).expanduser().resolve()
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "petition"
