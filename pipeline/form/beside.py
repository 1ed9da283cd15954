"""A section beside the approved form: which page is which, which are missing or come twice, and the type as the form has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.form.book import OnForm
from pipeline.form.wordings import summary_of, text_of
from pipeline.model.beside import FormFacts, PageOnForm
from pipeline.model.form import FormTemplate
from pipeline.model.reading import Measured, Seen
from pipeline.model.section import ForeignPage, SectionFacts, TypeMeasured

# That the letters are the form's own face was seen letter by letter.
SURE_FACE = 0.97
# Words that differ on a page of a part, above which its type is measured and not taken from the form.
MOST_CHANGES = 6


def form_facts(template: FormTemplate, laid: Mapping[int, OnForm], pages: Sequence[int]) -> FormFacts:
    """The pages of one section on the form. `pages`: those not blank, in the order of the scan."""
    settled = _settled([laid[n] for n in pages if n in laid])
    seen: set[int] = set()
    repeated = []
    for one in settled:
        if one.lies != "registered" or one.form_page is None:
            continue
        if one.form_page in seen:
            repeated.append(one.page)
        seen.add(one.form_page)
    # A page that could not be compared may be any of those that were not found.
    unclear = sum(1 for one in settled if one.lies == "doubtful")
    missing = tuple(p.number for p in template.pages if p.number not in seen)
    return FormFacts(
        file=template.file,
        sha256=template.sha256,
        page_count=len(template.pages),
        pages=tuple(settled),
        missing=missing if seen and len(missing) > unclear else (),
        repeated=tuple(repeated),
        summary=summary_of(template),
        text=text_of(template),
    )


def _settled(found: Sequence[OnForm]) -> list[PageOnForm]:
    """Of pages of the form with the same print each page of the scan takes the first that no page before it has taken."""
    taken: set[int] = set()
    out = []
    for one in found:
        facts = one.facts
        if facts.form_page is not None and facts.form_page in taken:
            free = [n for n in one.alike if n not in taken]
            if free:
                facts = replace(facts, form_page=free[0])
        elif facts.form_page is not None and one.alike and one.alike[0] not in taken:
            facts = replace(facts, form_page=one.alike[0])
        if facts.form_page is not None:
            taken.add(facts.form_page)
        out.append(facts)
    return out


def with_form(facts: SectionFacts, template: FormTemplate, beside: FormFacts) -> SectionFacts:
    """The section's facts with what only the form tells: exact type times the print's scale, and pages that are strangers."""
    registered = {p.page: p for p in beside.pages if p.lies == "registered"}
    warnings = tuple(replace(w, type=_warning_type(template, registered.get(w.page)) or w.type) for w in facts.warnings)
    text = facts.text
    if text is not None:
        page = next((registered[n] for n in text.pages if n in registered), None)
        text = replace(text, type=_text_type(template, page) or text.type)
    return replace(facts, warnings=warnings, text=text, form=beside, foreign_pages=_strangers(facts, beside))


def _strangers(facts: SectionFacts, beside: FormFacts) -> tuple[ForeignPage, ...]:
    """Pages known to be foreign, and those that are no page of the form where their neighbours are."""
    known = {f.page: f for f in facts.foreign_pages}
    if any(p.lies == "registered" for p in beside.pages):
        for page in beside.pages:
            if page.lies == "not-this-form" and page.page not in known:
                known[page.page] = ForeignPage(page=page.page, why=page.why, certainty=page.certainty)
    return tuple(known[n] for n in sorted(known))


def _warning_type(template: FormTemplate, page: PageOnForm | None) -> TypeMeasured | None:
    if page is None or page.why or len(page.changes) > MOST_CHANGES:
        return None
    found = [w.type for s in template.facts.sections for w in s.warnings if w.page == page.form_page]
    return scaled(found[0], page) if found else None


def _text_type(template: FormTemplate, page: PageOnForm | None) -> TypeMeasured | None:
    if page is None or page.why or len(page.changes) > MOST_CHANGES:
        return None
    found = [s.text.type for s in template.facts.sections if s.text is not None and page.form_page in s.text.pages]
    return scaled(found[0], page) if found else None


def scaled(of_form: TypeMeasured, page: PageOnForm) -> TypeMeasured | None:
    """The form's exact type as it came out on the paper; None where the form's own is measured or unknown."""
    if not of_form.exact or of_form.size is None or page.print_scale is None:
        return None
    size, scale, error = of_form.size, page.print_scale, page.scale_error
    measured = Measured(
        value=size.value * scale, low=size.low * scale * (1 - error), high=size.high * scale * (1 + error), unit=size.unit
    )
    return TypeMeasured(size=measured, exact=False, bold=_as_seen(of_form.bold, page), plain=_as_seen(of_form.plain, page))


def _as_seen(of_form: Seen, page: PageOnForm) -> Seen:
    certainty = min(of_form.certainty, SURE_FACE)
    return replace(of_form, certainty=certainty, page=page.page, box=None, detail="as on the approved form, letter by letter")
