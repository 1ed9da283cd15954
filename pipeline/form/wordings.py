"""Summary and full text as the approved form has them, for a petition file that does not give them."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.geometry import Box
from pipeline.model.form import FormTemplate


def summary_of(template: FormTemplate) -> str | None:
    """The summary's words on the first page that bears it; None where the form has none."""
    found = sorted((s.page, s.box) for section in template.facts.sections for s in section.summaries if s.certainty >= 0.5)
    return _words(template, found[:1])


def text_of(template: FormTemplate) -> str | None:
    """The full text's words over all pages that bear it; None where the form has none."""
    found = [(page, box) for s in template.facts.sections if s.text is not None for page, box in s.text.boxes]
    return _words(template, found)


def _words(template: FormTemplate, places: Iterable[tuple[int, Box]]) -> str | None:
    lines: list[str] = []
    for number, box in places:
        grown = box.grown(1.0)
        page = template.page(number)
        lines += [line.text for line in page.text.lines if grown.contains(*line.box.middle)]
    return "\n".join(lines) or None
