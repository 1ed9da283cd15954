"""Does the section bear one serial number, and are its pages of one piece? 54-124(d), (g)."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.official_form import pages_of_form
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.words import and_list, pages_phrase
from pipeline.model.section import PrintedPageNumber, SerialFacts

# That a number is missing where a margin holds what may be one: no more than even odds and a little.
UNREAD_IN_MARGIN = 0.6


def serial_key(text: str) -> str:
    """What two spellings of one serial number share: no spaces, no leading zeros, capitals alike."""
    plain = re.sub(r"[\s.,#]+", "", text).upper()
    return plain.lstrip("0") or "0" if plain.isdigit() else plain


@check("serial-missing", leans="marks")
def serial_missing(case: Case) -> Answer:
    """The section bears no serial number: none is printed, stamped or written, or its blank is empty.

    Review when: a page of the section could not be read, or a margin holds what may be a number and was not understood.
    """
    if any(s.value is not None and (s.value.text or s.label) for s in case.facts.serials):
        return
    unread = next((s for s in case.facts.serials if s.value is not None), None)
    blank = next((s for s in case.facts.serials if s.value is None), None)
    place = unread or blank
    first = case.facts.pages[0].number if case.facts.pages else None
    yield Defect(
        check="serial-missing",
        page=place.page if place else first,
        box=place.box if place else None,
        elsewhere=place is None,
        certainty=UNREAD_IN_MARGIN if unread else SURELY_ABSENT,
        doubt=f"on page {unread.page} words in the margin may be the number and were not understood" if unread else None,
        block=True,
        message=f'The blank for the section\'s serial number ("{blank.label}") on page {blank.page} is empty.'
        if blank
        else "The section bears no serial number.",
        expected="a serial number",
        found="an empty blank" if blank else "no serial number",
    )


@check("serial-inconsistent", leans="words")
def serial_inconsistent(case: Case) -> Answer:
    """Pages of one section bear different serial numbers.

    Spaces and leading zeros do not count. Review when: always; a sheet of another section may have been bound or scanned in.
    """
    by_number: dict[str, list[SerialFacts]] = defaultdict(list)
    for serial in sorted(case.facts.serials, key=lambda s: (s.page, s.box.y0)):
        if serial.value is not None and serial.value.text and serial.value.certainty >= EVEN_ODDS:
            by_number[serial_key(serial.value.text)].append(serial)
    if len(by_number) < 2:
        return
    groups = sorted(by_number.values(), key=lambda g: (-len(g), g[0].page))
    told = [f"{g[0].value.text if g[0].value else ''} on {pages_phrase([s.page for s in g])}" for g in groups]
    odd = groups[1][0]
    sure = [max(s.value.certainty for s in g if s.value) for g in groups]
    yield Defect(
        check="serial-inconsistent",
        page=odd.page,
        box=odd.box,
        certainty=min(sure),
        message=f"The pages of this section bear different serial numbers: {and_list(told)}.",
        expected=f"one serial number ({groups[0][0].value.text})" if groups[0][0].value else "one serial number",
        found=odd.value.text if odd.value else None,
    )


@check("section-disassembled", leans="words")
def section_disassembled(case: Case) -> Answer:
    """Signs that affidavit and signature pages were apart.

    Pages of another section or petition among them; printed page numbers that jump or repeat; an affidavit without its
    signature pages; with the approved form, pages of it that are missing or come twice. Blank backs may or may not have
    been numbered.

    Review when: always. The section is void only once a person has confirmed, from paper and receipt, that they were apart
    at filing: a clerk takes staples out to scan.
    """
    for foreign in sorted(case.facts.foreign_pages, key=lambda f: f.page):
        if foreign.certainty >= EVEN_ODDS:
            yield Defect(
                check="section-disassembled",
                page=foreign.page,
                box=foreign.box,
                certainty=foreign.certainty,
                name="foreign-page",
                message=f"Page {foreign.page} seems to belong to another section or petition: {foreign.why}.",
                expected="pages of this section",
                found=foreign.why,
            )
    yield from _page_number_breaks(case)
    yield from pages_of_form(case)
    if case.facts.affidavits and not case.facts.lines:
        affidavit = case.facts.affidavits[-1]
        yield Defect(
            check="section-disassembled",
            page=affidavit.page,
            box=affidavit.box,
            certainty=affidavit.certainty,
            name="no-lines",
            message=f"The affidavit on page {affidavit.page} came without its signature pages.",
            expected="the affidavit attached to its signature pages",
            found="no signature pages",
        )


def _page_number_breaks(case: Case) -> Answer:
    """Printed page numbers that jump or repeat, from page to page and at the end."""
    best: dict[int, PrintedPageNumber] = {}
    for number in case.facts.page_numbers:
        if number.certainty >= EVEN_ODDS and (number.page not in best or best[number.page].certainty < number.certainty):
            best[number.page] = number
    found = [best[page] for page in sorted(best)]
    for before, after in pairwise(found):
        step = after.number - before.number
        if 1 <= step <= after.page - before.page:
            continue
        how = "repeats" if step == 0 else "goes back" if step < 0 else "jumps"
        yield Defect(
            check="section-disassembled",
            page=after.page,
            box=after.box,
            name="page-numbers",
            certainty=min(before.certainty, after.certainty),
            message=f"The printed page number {how} from {before.number} (page {before.page} of the scan) to {after.number} "
            f"(page {after.page}).",
            expected=f"page number {before.number + 1}",
            found=f"page number {after.number}",
        )
    if not found:
        return
    last = found[-1]
    behind = sum(1 for p in case.facts.pages if p.number > last.page)
    if last.of is not None and len({n.of for n in found}) == 1 and last.number + behind < last.of:
        yield Defect(
            check="section-disassembled",
            page=last.page,
            box=last.box,
            certainty=last.certainty,
            name="page-numbers",
            message=f"The last printed page number is {last.number} of {last.of}: pages are missing at the end.",
            expected=f"{last.of} pages",
            found=f"no page after {last.number}",
        )
