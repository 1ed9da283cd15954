"""Where does a form tell signers or circulators what to do? Only the place is found: no law asks for instructions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.section import AffidavitFacts, LinesFacts, PartFound
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine
from pipeline.pages.view import PageView

# A heading that does not run on into its passage is a short line; a passage has so many words at least.
HEADING_WORDS, LEAST_WORDS = 8, 6
# A line of fewer words than this tells nothing by itself.
LEAST_TELLING = 3
HEADED, BY_CONTENT = 0.9, 0.75
# Lines of one passage follow each other within so many line heights, and begin at the same edge within so many points. The first
# gap of a passage may be a heading's; later ones are not wider than it by more than this share of a line's height.
GAP_HEIGHTS, SAME_EDGE_PT, WIDER_GAP = 0.9, 30.0, 0.35
# Without a heading, so many different things must be told.
LEAST_TOLD = 2

_HEADING = re.compile(
    r"^\W*(?:general |important |read |please |special )?"
    r"(?:instructions?|directions|notices?|notes?|information|attention|important|caution|how to sign)"
    # The heading may say for whom or for what, or end in white space alone.
    r"(?: (?:to|for|on|about|of|how|when|before)\b[^.:—–-]{0,60})?\W*(?:$|[.:—–-])",
    re.IGNORECASE,
)
_OTHER_PART = re.compile(
    r"\bundersigned\b|^\W*to (?:the )?(?:honorable|city clerk|clerk)\b|\bnominate\b|\brecall of\b|"
    # A label with what is filled in: `NAME OF CANDIDATE: Beatriz Poe`.
    r"^\W*[A-Za-z' ]{3,40}:\s+\S",
    re.IGNORECASE,
)
# What signers and circulators are told; each line of the list is one thing.
_TOLD = (
    re.compile(r"\bsign (?:only )?(?:your|his or her|their) own\b|\bsign (?:only )?your name\b|\bmust (?:personally )?sign\b|"
               r"\bsign (?:(?:only )?once|personally|in person|as you)\b", re.IGNORECASE),
    re.compile(r"\b(?:do|should|may|shall|must|can) ?not (?:be )?(?:sign|use|write|abbreviat|print|initial|fill|detach|alter)|"
               r"\bnot sign (?:more|for)\b|\bto sign any name other\b|\bnever sign\b", re.IGNORECASE),
    re.compile(r"\bprint your\b|\bprint (?:or type )?(?:name|names)\b|\bwrite (?:your|legibly|clearly|plainly)\b|"
               r"\bprint (?:legibly|clearly|plainly)\b|\b(?:give|state|fill in|enter|provide|complete) (?:your|all|the)\b|"
               r"\blegibl[ey]\b", re.IGNORECASE),
    re.compile(r"\b(?:in|use|with) (?:\w+ (?:or \w+ )?)?(?:ink|pen)\b|\bink only\b|\bindelible pencil\b", re.IGNORECASE),
    re.compile(r"\b(?:each|every|all) (?:signers?|voters?|electors?|person|entr(?:y|ies)|lines?)\b[^.]{0,30}"
               r"\b(?:must|shall|are to|is to)\b|\b(?:signers?|you|voters?|electors?)\b[^.]{0,20}\bmust\b|"
               r"\bonly (?:registered|qualified)\b", re.IGNORECASE),
    re.compile(r"\bcirculators?\b[^.]{0,30}\b(?:must|shall|completes?|signs?|may)\b|"
               r"\bcomplete (?:this|the) (?:affidavit|statement)\b", re.IGNORECASE),
    re.compile(r"\bmisdemeanor\b|\bfelony\b|\ba crime\b|\bunlawful\b|\bpunish(?:ed|able)\b|\bif you are not\b|"
               r"\bwhen you are not\b", re.IGNORECASE),
    re.compile(r"\bditto\b|\binitials\b|\bnicknames?\b|\bp\.? ?o\.? box(?:es)?\b|\bnot a post.office box\b", re.IGNORECASE),
    re.compile(r"\b(?:one|a single) (?:person|name|signer|signature|elector|voter) (?:to|per|on|for) (?:a|each|every) line\b|"
               r"\bone line\b", re.IGNORECASE),
)  # fmt: skip


def find_all(
    views: Sequence[PageView], sought: Sought, lines: Sequence[LinesFacts], affidavits: Sequence[AffidavitFacts]
) -> tuple[PartFound, ...]:
    """Instructions on each page: under or behind a heading, or known by what they tell.

    Where the ordinance prescribes the warning that a form bears, only headed ones are given: other words about signing may be
    that warning, worded wrongly. `lines`, `affidavits`: found already; nothing in them is an instruction.
    """
    out: list[PartFound] = []
    for view in views:
        taken = [g.box for g in lines if g.page == view.page.number] + [a.box for a in affidavits if a.page == view.page.number]
        out += _on_page(view, taken, by_content=sought.warning is None)
    return tuple(out)


def _on_page(view: PageView, taken: Sequence[Box], *, by_content: bool) -> list[PartFound]:
    out: list[PartFound] = []
    free = [t for t in view.text.lines if not any(box.contains(*t.box.middle) for box in taken) and len(t.text.strip()) > 2]
    free.sort(key=lambda t: (round(t.box.middle[1]), t.box.x0))
    used: set[int] = set()
    for line in free:
        if id(line) in used:
            continue
        headed = _is_heading(line)
        passage = _passage(line, free)
        said = " ".join(t.text for t in passage)
        told = sum(bool(p.search(said)) for p in _TOLD)
        begins = any(p.search(line.text) for p in _TOLD)
        known = (headed and told >= 1) or (by_content and begins and told >= LEAST_TOLD)
        if known and sum(len(t.words) for t in passage) >= LEAST_WORDS:
            used |= {id(t) for t in passage}
            certainty = HEADED if headed else BY_CONTENT
            box = union(t.box for t in passage)
            out.append(PartFound(part="instructions", page=view.page.number, box=box, certainty=certainty))
    return out


def _is_heading(line: TextLine) -> bool:
    match = _HEADING.search(line.text)
    return match is not None and (len(line.words) <= HEADING_WORDS or match.group()[-1:] in ":.—–-")


def _told(lines: Sequence[TextLine]) -> bool:
    """Whether these lines tell something, and are more than a heading."""
    said = " ".join(line.text for line in lines)
    return any(p.search(said) for p in _TOLD) and len(said.split()) >= LEAST_TELLING


def _passage(head: TextLine, free: Sequence[TextLine]) -> list[TextLine]:
    """Lines that follow `head` closely at the same left edge, to the end of their sentence."""
    out = [head]
    widest: float | None = None
    for line in free:
        last = out[-1]
        if line.box.y0 <= last.box.y0 + 0.5 * last.box.height or abs(line.box.x0 - head.box.x0) > SAME_EDGE_PT:
            continue
        gap, height = line.box.y0 - last.box.y1, max(last.box.height, 6.0)
        wider = widest is not None and gap > widest + WIDER_GAP * height
        if gap > GAP_HEIGHTS * height or wider or _OTHER_PART.search(line.text):
            break
        if last.text.rstrip()[-1:] in ".!" and _told(out) and not _told([line]):
            break
        if len(out) > 1 or len(last.words) > HEADING_WORDS:
            widest = max(widest or 0.0, gap)
        out.append(line)
    return out
