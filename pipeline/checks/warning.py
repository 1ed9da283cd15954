"""Is the warning on every page that must bear it, at the top, in plain bold red letters, in the law's words? 54-124(a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.pages_due import Due, due
from pipeline.checks.registry import Answer, check
from pipeline.checks.type_size import too_small
from pipeline.checks.wording import defects
from pipeline.checks.words import page_list, pages_phrase
from pipeline.model.reading import Seen
from pipeline.model.section import WarningFacts

# That a warning which the finder does not report is really not there, on a page that can be read: the finder looks for its
# words and for its place. To be tuned on the accuracy benchmark, where no clean page may come out under a void finding.
SURELY_ABSENT = 0.95
HANGS = "whether this page must bear it hangs on the reading of clause (c) ({reading})"


def hangs(page: Due) -> str | None:
    """The doubt of a page whose duty hangs on a reading."""
    return HANGS.format(reading=page.hangs_on) if page.hangs_on else None


def _borne(case: Case) -> Iterator[tuple[WarningFacts, str | None]]:
    """The warnings on pages that must bear one, with the doubt of pages whose duty hangs on a reading."""
    pages = {d.page: d for d in due(case, "warning")}
    for warning in sorted(case.facts.warnings, key=lambda w: (w.page, w.box.y0)):
        if warning.page in pages and warning.colour.answer != "dropped-out":
            yield warning, hangs(pages[warning.page])


@check("warning-missing", leans="place")
def warning_missing(case: Case) -> Answer:
    """A page that must bear the warning does not.

    Every page with text, summary or signer lines must, except later text pages where the text runs over several pages.
    Blank backs never must; a page of the affidavit only under the reading `affidavit-page`.

    Review when: the duty hangs on the reading `warning-pages`; a blank band stands where sibling pages bear the warning, so
    that the scanner may have dropped red; the page could not be read.
    """
    borne = {w.page: w for w in case.facts.warnings}
    for page in due(case, "warning"):
        warning = borne.get(page.page)
        if warning is None:
            yield Defect(
                check="warning-missing",
                page=page.page,
                certainty=SURELY_ABSENT,
                doubt=hangs(page),
                message=f"Page {page.page} does not bear the warning at its top.",
                expected="the warning at the top of the page",
                found="no warning",
                block=True,
            )
        elif warning.colour.answer == "dropped-out":
            yield Defect(
                check="warning-missing",
                page=page.page,
                box=warning.box,
                certainty=warning.certainty,
                doubt="the scanner may have dropped red; look at the paper",
                message=f"On page {page.page} there is a blank band where the warning should stand.",
                expected="the warning at the top of the page",
                found="a blank band",
                block=True,
            )
        elif warning.certainty < EVEN_ODDS:
            yield Defect(
                check="warning-missing",
                page=page.page,
                box=warning.box,
                certainty=round(1 - warning.certainty, 2),
                doubt=hangs(page) or "something like the warning stands there, and cannot be told for certain",
                message=f"On page {page.page} the warning cannot be told for certain from what is printed at the top.",
                expected="the warning at the top of the page",
                found=warning.wording.read or None,
                block=True,
            )


@check("warning-not-red", leans="colour")
def warning_not_red(case: Case) -> Answer:
    """The letters of the warning are not red. Dark red, faded red and orange-red are red.

    Judged only on pages scanned in colour; gray and bitonal pages belong to `warning-colour-unknown`.

    Review when: nothing in the file shows colour, so that the scanner may have lost it.
    """
    colour_seen = any(w.colour.colour_elsewhere or w.colour.answer == "red" for w in case.facts.warnings)
    for warning, doubt in _borne(case):
        if warning.colour.answer != "not-red" or case.facts.page(warning.page).colour != "colour":
            continue
        if doubt is None and not colour_seen:
            doubt = "nothing else on these pages shows colour, so the scanner may have lost it; look at the paper"
        yield Defect(
            check="warning-not-red",
            page=warning.page,
            box=warning.box,
            certainty=warning.colour.certainty,
            doubt=doubt,
            message=f"On page {warning.page} the letters of the warning are not red.",
            expected=f"{case.ordinance.param('warning_colour')} letters",
            found=f"{round(100 * warning.colour.share)}% of the letters' ink is red",
        )


@check("warning-colour-unknown", leans="nothing")
def warning_colour_unknown(case: Case) -> Answer:
    """The scan is gray or bitonal, or dropped red, so that red cannot be seen. One finding a section, naming the pages.

    Review when: always; the paper tells.
    """
    pages_due = {d.page for d in due(case, "warning")}
    unseen = [
        w
        for w in sorted(case.facts.warnings, key=lambda w: (w.page, w.box.y0))
        if w.page in pages_due
        and (
            w.colour.answer in ("unknown", "dropped-out")
            or (w.colour.answer == "not-red" and case.facts.page(w.page).colour != "colour")
        )
    ]
    if not unseen:
        return
    pages = tuple(dict.fromkeys(w.page for w in unseen))
    first = unseen[0]
    modes = {case.facts.page(p).colour for p in pages}
    why = "scanned without colour" if "colour" not in modes else "scanned so that its colour cannot be told"
    yield Defect(
        check="warning-colour-unknown",
        page=first.page,
        box=first.box,
        certainty=1.0,
        message=f"The warning on {pages_phrase(pages)} was {why}; whether its letters are red shows only on the paper.",
        expected=f"{case.ordinance.param('warning_colour')} letters",
        found=f"no colour to be seen on {page_list(pages)}",
    )


@check("warning-not-plain", leans="size")
def warning_not_plain(case: Case) -> Answer:
    """Script, italic or decorative letters, where plain letters are required; letters unlike those of any common face too.

    Review when: always; what is plain is for a person to say.
    """
    yield from _unmeasured(case, "warning-not-plain", "shape", lambda w: w.type.plain)
    for warning, doubt in _borne(case):
        plain = warning.type.plain
        if answer(plain) == "no":
            yield Defect(
                check="warning-not-plain",
                page=warning.page,
                box=warning.box,
                certainty=plain.certainty,
                doubt=doubt,
                message=f"On page {warning.page} the warning is not printed in plain letters"
                + (f": {plain.detail}." if plain.detail else "."),
                expected="plain letters",
                found=plain.detail or "script, italic or decorative letters",
            )


@check("warning-misplaced", leans="place")
def warning_misplaced(case: Case) -> Answer:
    """Something printed stands above the warning, which belongs at the top of the page.

    Serial number, page number, received stamp and imprinter number do not count.

    Review when: it is not certain what stands above.
    """
    for warning, doubt in _borne(case):
        above = [a for a in warning.above if a.kind in ("other", "unsure")]
        if not above:
            continue
        sure = [a for a in above if a.kind == "other"]
        told = sure or above
        words = " / ".join(a.text for a in told if a.text)
        if doubt is None and not sure:
            doubt = "it is not certain whether this is print of the form, or a number or stamp that does not count"
        yield Defect(
            check="warning-misplaced",
            page=warning.page,
            box=told[0].box,
            doubt=doubt,
            certainty=round(max(a.certainty for a in told), 2),
            message=f'On page {warning.page} something is printed above the warning: "{words[:120]}".',
            expected="the warning at the top of the page",
            found=words or "print above the warning",
        )


@check("warning-too-small", leans="size")
def warning_too_small(case: Case) -> Answer:
    """The type of the warning is smaller than required, by more than the error of the measurement.

    Judged as an interval in points that takes in the doubt about the print's scale.

    Review when: the page is a scan (a scanner's "shrink to fit" looks the same: lay a type gauge on the paper); the interval
    reaches the size required and its centre does not.
    """
    for warning, doubt in _borne(case):
        for said in too_small(
            "warning-too-small",
            "the warning",
            warning.page,
            warning.box,
            warning.type,
            float(case.ordinance.param("warning_type_pt")),
        ):
            yield _with_doubt(said, doubt) if isinstance(said, Defect) else said


@check("warning-not-bold", leans="size")
def warning_not_bold(case: Case) -> Answer:
    """The strokes of the warning have ordinary weight, where boldfaced type is required.

    Review when: always; thin ink and coarse scans change strokes.
    """
    yield from _unmeasured(case, "warning-not-bold", "weight", lambda w: w.type.bold)
    for warning, doubt in _borne(case):
        bold = warning.type.bold
        if answer(bold) == "no":
            yield Defect(
                check="warning-not-bold",
                page=warning.page,
                box=warning.box,
                certainty=bold.certainty,
                doubt=doubt,
                message=f"On page {warning.page} the warning is not printed in boldfaced type.",
                expected="boldfaced type",
                found=bold.detail or "strokes of ordinary weight",
            )


@check("warning-wording", leans="words")
def warning_wording(case: Case) -> Answer:
    """A word of the warning is missing, added or changed. The message shows both wordings, the difference marked.

    Spacing, line breaks, capitals and quotation marks do not count; nor does what only one reading of the print says.

    Review when: a second reading did not confirm the difference; the page is blurred or was compressed with loss.
    """
    for warning, doubt in _borne(case):
        doubts = {warning.page: doubt} if doubt else {}
        yield from defects("warning-wording", "the warning", warning.wording, frozenset({warning.page}), doubts)


def _unmeasured(case: Case, check_name: str, what: str, seen: Callable[[WarningFacts], Seen]) -> Iterator[Unsaid]:
    """Says on which pages the letters' weight or shape could not be told."""
    pages = [w.page for w, _ in _borne(case) if answer(seen(w)) == "unsure"]
    if pages:
        yield Unsaid(check=check_name, why=f"the {what} of the warning's letters could not be told on {pages_phrase(pages)}")


def _with_doubt(defect: Defect, doubt: str | None) -> Defect:
    """The defect with this doubt, where it has none."""
    return replace(defect, doubt=defect.doubt or doubt)
