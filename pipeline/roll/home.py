"""Where rolls lie: `rolls/` in the folder of the product's state (design.md)."""

from __future__ import annotations

from pathlib import Path

from pipeline.settings import petition_home


def rolls_folder() -> Path:
    """The folder of the imported rolls; made when one is written."""
    return petition_home() / "rolls"


def mappings_folder() -> Path:
    """The column mappings that were used before, by name."""
    return rolls_folder() / "mappings"
