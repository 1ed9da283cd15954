"""What a scan's reader is given of the approved form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.model.form import FormTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class FormGiven:
    """The form that the petition file names, with its template, or with why it cannot be used."""

    path: Path
    template: FormTemplate | None
    why: str = ""
    """A sentence on why scans are read without it; empty where there is a template."""
