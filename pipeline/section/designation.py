"""Does a nonpartisan form bear a party or another designation: words, a slogan, an emblem? 602(c)(3).

"A nominating petition shall not include any political party or other designation." Words that say that the form has none
("nonpartisan", "without party designation") are no designation; signers' lines and circulators' oaths are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.heading import DesignationFacts, HeadingFacts, HeadingParticular
from pipeline.model.section import AffidavitFacts, LinesFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine, Word
from pipeline.pages.view import PageView
from pipeline.section.designation_emblem import emblems
from pipeline.section.designation_words import behind_name, is_party, said
from pipeline.section.runs import Run, runs

# A party written into a heading's blank, read or unread.
WRITTEN, WRITTEN_UNREAD = 0.9, 0.7
# Words behind a name, as sure as they were read: a suffix misread is no designation.
MAYBE, READ_WELL, UNREAD = 0.7, 0.8, 0.4
# Emblems are looked for down to so far below the heading, in points: what stands lower may be signers' writing.
BELOW_PT = 6.0
# Words read less surely than this are none.
LEAST_CERTAINTY = 0.4
# What is written for a party where there is none.
NO_PARTY = frozenset(
    {
        "",
        "none",
        "na",
        "nonpartisan",
        "nonpartisanelection",
        "noparty",
        "x",
        "nonparty",
        "notapplicable",
        "independentnone",
        "nil",
    }
)


def find_all(
    views: Sequence[PageView],
    sought: Sought,
    lines: Sequence[LinesFacts],
    affidavits: Sequence[AffidavitFacts],
    headings: Sequence[HeadingFacts],
) -> tuple[DesignationFacts, ...]:
    """Designations on the pages of a section; nothing where the ordinance forbids none.

    Args:
        views: written pages of the section.
        sought: whether the ordinance forbids designations.
        lines: grids found: what signers write is no designation.
        affidavits: those found.
        headings: those found: a party stated in one is a designation.
    """
    if not sought.no_designation:
        return ()
    out = [d for heading in headings for d in _in_heading(heading)]
    for view in views:
        taken = [g.box for g in lines if g.page == view.page.number]
        taken += [a.box for a in affidavits if a.page == view.page.number]
        found = _words(view, taken)
        stating = [h for h in headings if h.page == view.page.number]
        # What a pen wrote into the heading's blanks is no drawing.
        if stating:
            below = [Box(0, max(h.box.y1 for h in stating) + BELOW_PT, *view.page.size)]
            found += emblems(view, [*taken, *below], [p.box for h in stating for p in h.particulars])
        out += [d for d in found if not any(d.page == o.page and d.box.intersection(o.box) for o in out)]
    return tuple(sorted(out, key=lambda d: (d.page, d.box.y0, d.box.x0)))


def _in_heading(heading: HeadingFacts) -> list[DesignationFacts]:
    """A party where the form asks for one, and a party's name written behind candidate or office."""
    out: list[DesignationFacts] = []
    for particular in heading.particulars:
        if not particular.filled.present or particular.name == "address":
            continue
        text = particular.value.text if particular.value else None
        if particular.name == "party":
            if text is not None and "".join(c for c in text.lower() if c.isalpha()) in NO_PARTY:
                continue
            certainty = WRITTEN if text else WRITTEN_UNREAD
        elif text and is_party(text):
            certainty = WRITTEN
        elif text and particular.name == "candidate" and behind_name(text):
            out.append(_behind(particular, text))
            continue
        else:
            continue
        out.append(
            DesignationFacts(page=particular.page, box=particular.box, kind="party", words=text or "", certainty=certainty)
        )
    return out


def _behind(particular: HeadingParticular, text: str) -> DesignationFacts:
    """Words behind the candidate's name, whatever they say."""
    sure = particular.value.certainty if particular.value else 0.0
    return DesignationFacts(
        page=particular.page, box=particular.box, kind="other", words=text, certainty=MAYBE if sure >= READ_WELL else UNREAD
    )


def _words(view: PageView, taken: Sequence[Box]) -> list[DesignationFacts]:
    """Designating words, each in its run and with the sentence around it, outside of `taken`."""
    out: list[DesignationFacts] = []
    free = [run for run in runs(view.text) if not any(box.contains(*run.box.middle) for box in taken)]
    for run, before, after in _with_context(free):
        for found in said(run.text, before, after):
            words = _spanned(run, found.first, found.last)
            if not words or min(w.certainty for w in words) < LEAST_CERTAINTY:
                continue
            out.append(
                DesignationFacts(
                    page=view.page.number, box=union(w.box for w in words), kind=found.kind,
                    words=" ".join(w.text for w in words), certainty=found.certainty,
                )
            )  # fmt: skip
    return out


def _with_context(free: Sequence[Run]) -> list[tuple[Run, str, str]]:
    """Each run with the text of the one before and the one after it: sentences run on over lines."""
    texts = [run.text for run in free]
    return [(run, texts[i - 1] if i else "", texts[i + 1] if i + 1 < len(free) else "") for i, run in enumerate(free)]


def _spanned(run: Run | TextLine, first: int, last: int) -> list[Word]:
    """The run's words that its characters `first` to `last` touch."""
    at, out = 0, []
    for word in run.words:
        if at < last and at + len(word.text) > first:
            out.append(word)
        at += len(word.text) + 1
    return out
