"""How the pages of a scan lie on the approved form, and what of their print differs from it. Measured, nothing judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Affine, Box

Lies = Literal["registered", "doubtful", "not-this-form"]
ChangeKind = Literal["changed", "missing", "added"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintChange:
    """Print that is not as on the approved form."""

    kind: ChangeKind
    expected: str
    """The form's words; empty where words were added."""
    found: str
    """As read on the scan; empty where they are missing."""
    box: Box
    """On the scan's upright page."""
    certainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOnForm:
    """How one page of a scan lies on the approved form."""

    page: int
    """Page of the scan, from 1."""
    form_page: int | None = None
    """Page of the form; None where it is none of them."""
    lies: Lies
    why: str = ""
    """Half a sentence for a person where the page is not registered; else empty."""
    residual_pt: float | None = None
    """Median distance of the form's letters from where they should be after registration, points."""
    print_scale: float | None = None
    """Size of the print against the form's: 0.94 where it was printed or scanned to fit."""
    scale_error: float = 0.0
    """Relative half width of the doubt about `print_scale`."""
    page_from_form: Affine | None = None
    """Points of the form's page to points of the scan's page."""
    changes: tuple[PrintChange, ...] = ()
    certainty: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFacts:
    """A section beside the approved form."""

    file: str
    sha256: str
    page_count: int
    pages: tuple[PageOnForm, ...]
    """Every page of the section that is not blank."""
    missing: tuple[int, ...] = ()
    """Pages of the form that the section lacks."""
    repeated: tuple[int, ...] = ()
    """Pages of the scan that repeat a page of the form which another page of the section already is."""
    not_used: str = ""
    """Why the form was not used at all; empty where it was."""
    summary: str | None = None
    """The form's summary and full text; None where it has none that was found."""
    text: str | None = None
