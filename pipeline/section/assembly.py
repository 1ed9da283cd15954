"""Which pages of a scan make up which section, and which pages seem to have come in from elsewhere (54-124(g))?

Pure: works on `Glance`s, sees no pixel. Several sections may lie in one file; pages are never reordered, for the order in
the scan is itself evidence. A blank back stays with its leaf. A page that says nothing about itself belongs to a section
only where it lies within one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box
from pipeline.model.section import ForeignPage, PartName
from pipeline.section.glance import Glance, share_of_pairs
from pipeline.section.serial_width import cut_short

# How sure it is that a page came in from elsewhere, by what shows it. The serial has been read twice by then.
SURE_BY_SERIAL, SURE_BY_WORDING = 0.92, 0.8
# Pages of one form share most of the word pairs of their print above the lines; pages of another petition share the
# warning alone. Figures from made-up petitions of seven measures: same 0.6 to 1, other 0.05 to 0.3 without the warning.
SAME_FORM, OTHER_FORM = 0.55, 0.2
# The same page of text of two papers, each read by OCR, shares about nine tenths of its word pairs, or seven tenths where a page
# is faint; two pages of one text share their running head alone. A choice in the wide gap, not tuned.
SAME_TEXT = 0.6
# What a form says first of itself where it has no text of a measure.
_STATING: frozenset[PartName] = frozenset({"nomination-heading", "recall-statement"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """The pages of a scan sorted into sections."""

    sections: tuple[tuple[int, ...], ...]
    """Page numbers of each section, in scan order, blank backs included."""
    unplaced: tuple[int, ...]
    """Pages, not blank, that belong to no section that was found."""
    blank: tuple[int, ...]
    """All blank pages."""


def split(glances: Sequence[Glance]) -> Assembled:
    """The pages of a scan as sections.

    A new section begins where the serial number changes for good, where a full text begins or the page numbers start again
    at 1 after a section that has its affidavit, and where a full text begins a second time after signature pages (as page 1,
    or in the same words). Where the texts of a scan stand behind their affidavits, lines after a text begin the next section.
    """
    glances = _without_cut_serials(glances)
    written = [g for g in glances if not g.blank]
    groups: list[list[Glance]] = []
    single = _single_page_forms(written)
    behind = _text_behind(written)
    for at, page in enumerate(written):
        apart = single and _STATING & page.parts and groups and not _numbered_on(page, groups[-1])
        if groups and not apart and not _begins_section(groups[-1], page, written[at + 1 :], text_behind=behind):
            groups[-1].append(page)
        else:
            groups.append([page])
    groups = _joined(groups)
    known = [_of_the_section(group) for group in groups]
    placed = [pages for pages in known if pages]
    numbers = {page for pages in placed for page in pages}
    blank = tuple(g.page for g in glances if g.blank)
    sections = tuple(_with_backs(pages, blank) for pages in placed)
    return Assembled(sections=sections, unplaced=tuple(g.page for g in written if g.page not in numbers), blank=blank)


def foreign_pages(section: Sequence[Glance], boxes: dict[int, Box] | None = None) -> tuple[ForeignPage, ...]:
    """Pages of a section that seem to belong to another section or petition, with why. `boxes`: of the serial numbers."""
    found: dict[int, ForeignPage] = {}
    section = _without_cut_serials(section)
    votes = Counter(g.serial for g in section if g.serial)
    if len(votes) > 1:
        usual, most = votes.most_common(1)[0]
        even = sum(1 for count in votes.values() if count == most) > 1
        first = next(g.serial for g in section if g.serial)
        usual = first if even else usual
        for g in section:
            if g.serial and g.serial != usual:
                found[g.page] = ForeignPage(
                    page=g.page,
                    why=f"it bears section number {g.serial}, the other pages {usual}",
                    certainty=SURE_BY_SERIAL,
                    box=(boxes or {}).get(g.page),
                )
    for g in _of_other_form(section):
        found.setdefault(
            g.page,
            ForeignPage(
                page=g.page, why="its print is that of another petition than on the other pages", certainty=SURE_BY_WORDING
            ),
        )
    return tuple(found[page] for page in sorted(found))


def _begins_section(group: Sequence[Glance], page: Glance, rest: Sequence[Glance], *, text_behind: bool) -> bool:
    """`text_behind`: in this scan a section's text stands at its end."""
    serial = _serial(group)
    had = {part for g in group for part in g.parts}
    starts_again = page.number is not None and page.number.number == 1 and len(group) > 1
    text_begins = page.text_begins and not (text_behind and "text" not in had)
    begins = text_begins or starts_again
    if serial and page.serial and page.serial != serial:
        if any(g.serial == serial for g in rest):
            return False
        run = [page, *_before_next_start(rest, page)]
        sworn_under_it = "lines" in had and any("affidavit" in g.parts and g.serial == page.serial for g in run)
        return _stands_alone(run) and (begins or {"affidavit", "lines"} <= had or sworn_under_it)
    if serial and page.serial == serial:
        return False
    if {"affidavit", "lines"} <= had and _states_itself(page, group) and not _numbered_on(page, group):
        return True
    if {"affidavit", "lines"} <= had and begins and not _on_the_back(page, group):
        return True
    if text_behind and {"text", "lines", "affidavit"} <= had and "lines" in page.parts and "text" in group[-1].parts:
        return True
    if {"text", "lines"} <= had and page.text_begins and not _numbered_on(page, group):
        # One paper bears its text once: the same words over again after its lines are the next paper's.
        return starts_again or any(g.text_begins and share_of_pairs(g.words, page.words) >= SAME_TEXT for g in group)
    return False


def _text_behind(written: Sequence[Glance]) -> bool:
    """Whether the scan's sections have their text at the end, on the back of the affidavit: signer lines come first of all, and
    a text begins after the last lines and the last affidavit.
    """
    signing = [i for i, g in enumerate(written) if "lines" in g.parts]
    sworn = [i for i, g in enumerate(written) if "affidavit" in g.parts]
    texts = [i for i, g in enumerate(written) if g.text_begins]
    return bool(signing and texts) and signing[0] < texts[0] and texts[-1] > max([*signing, *sworn])


def _single_page_forms(written: Sequence[Glance]) -> bool:
    """Whether the scan's first form has heading, lines and affidavit on one page: then every page with a heading is a form,
    also one that lacks its affidavit. Where every page with lines bears a nomination heading, the form that has all may come
    later: the first one lacks what the others have. A recall statement may be printed over all the lines of one paper.
    """
    first = next((g for g in written if _STATING & g.parts), None)
    if first is not None and {"lines", "affidavit"} <= first.parts:
        return True
    signing = [g for g in written if "lines" in g.parts]
    return all("nomination-heading" in g.parts for g in signing) and any("affidavit" in g.parts for g in signing)


def _states_itself(page: Glance, group: Sequence[Glance]) -> bool:
    """Whether a page begins a paper without a text: it bears a recall statement or a nomination heading, or, as the pages
    before it, both lines and their affidavit. An affidavit that speaks of the recall statement bears none.
    """
    whole = {"lines", "affidavit"} <= page.parts
    begins = bool(page.parts & _STATING)
    return (begins and (whole or "affidavit" not in page.parts)) or (whole and _whole_on_a_page(group))


def _whole_on_a_page(group: Sequence[Glance]) -> bool:
    return any({"lines", "affidavit"} <= g.parts for g in group)


def _numbered_on(page: Glance, group: Sequence[Glance]) -> bool:
    """Whether the printed page number goes on from one in the group: "Sheet 3 of 4" after 2, or a number not read that fits."""
    last = next((g for g in reversed(group) if g.number is not None), None)
    if last is None or last.number is None:
        return False
    number, of = last.number.number + page.page - last.page, last.number.of
    if page.number is None:
        return of is not None and number <= of
    if page.number.number == 1:
        return False
    return page.number.of == of and page.number.number in {number, last.number.number + 1}


def _on_the_back(page: Glance, group: Sequence[Glance]) -> bool:
    """Whether the page is the back of a form that has lines and affidavit on its front: the text alone, and no text before it."""
    return _whole_on_a_page(group) and "lines" not in page.parts and not any("text" in g.parts for g in group)


def _without_cut_serials(glances: Sequence[Glance]) -> list[Glance]:
    """The pages, a serial number forgotten that is the end of a longer one which stands on more pages."""
    votes = Counter(g.serial for g in glances if g.serial)
    return [
        replace(g, serial=None)
        if g.serial and any(cut_short(g.serial, other) and votes[other] > votes[g.serial] for other in votes)
        else g
        for g in glances
    ]


def _serial(group: Sequence[Glance]) -> str | None:
    votes = Counter(g.serial for g in group if g.serial)
    return votes.most_common(1)[0][0] if votes else None


def _before_next_start(rest: Sequence[Glance], page: Glance) -> list[Glance]:
    """The pages that would go with `page`: up to the next that bears yet another serial number."""
    taken = []
    for g in rest:
        if g.serial and page.serial and g.serial != page.serial:
            break
        taken.append(g)
    return taken


def _stands_alone(pages: Sequence[Glance]) -> bool:
    """Whether pages may be a section by themselves and not a leaf that strayed in: lines, with a beginning or an end."""
    parts = {part for g in pages for part in g.parts}
    begins = any(g.text_begins or (g.number is not None and g.number.number == 1) for g in pages[:1])
    return ("lines" in parts and ("affidavit" in parts or begins)) or (begins and len(pages) > 1)


def _joined(groups: list[list[Glance]]) -> list[list[Glance]]:
    """Groups without signature lines are no section: an affidavit scanned before its section belongs to what follows."""
    joined: list[list[Glance]] = []
    for group in groups:
        if joined and not any("lines" in g.parts for g in joined[-1]) and not _differ(joined[-1], group):
            joined[-1].extend(group)
        else:
            joined.append(list(group))
    return joined


def _differ(a: Sequence[Glance], b: Sequence[Glance]) -> bool:
    one, other = _serial(a), _serial(b)
    both_sworn = all(any("affidavit" in g.parts for g in group) for group in (a, b))
    return (one is not None and other is not None and one != other) or both_sworn


def _of_the_section(group: Sequence[Glance]) -> tuple[int, ...]:
    """Pages from the first to the last that say what they are; what lies between belongs to them."""
    telling = [i for i, g in enumerate(group) if _tells(g)]
    if not telling:
        return ()
    return tuple(g.page for g in group[telling[0] : telling[-1] + 1])


def _tells(page: Glance) -> bool:
    numbered = page.number is not None and page.number.certainty > 0.8
    return bool(page.parts - {"summary"}) or page.serial is not None or numbered


def _with_backs(pages: tuple[int, ...], blank: Sequence[int]) -> tuple[int, ...]:
    backs = [b for b in blank if b - 1 in pages or pages[0] < b < pages[-1]]
    return tuple(sorted({*pages, *backs}))


def _of_other_form(section: Sequence[Glance]) -> list[Glance]:
    """Signature pages whose print has nothing in common with that of their siblings, who agree among each other."""
    ruled = [g for g in section if "lines" in g.parts and "affidavit" not in g.parts]
    if len(ruled) < 3:
        return []
    strays = []
    for page in ruled:
        others = [g for g in ruled if g is not page]
        alike = [max(share_of_pairs(o.words, g.words) for g in others if g is not o) for o in others]
        if min(alike) >= SAME_FORM and max(share_of_pairs(o.words, page.words) for o in others) < OTHER_FORM:
            strays.append(page)
    return strays
