"""Facts of one section: every part found and measured, nothing judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box
from pipeline.model.beside import FormFacts
from pipeline.model.heading import DesignationFacts, HeadingFacts, RecallFacts
from pipeline.model.line import SignerLine
from pipeline.model.page import Page
from pipeline.model.reading import DateRead, Measured, Seen, TextRead
from pipeline.model.roll import RollMatch
from pipeline.model.wording import Wording

PartName = Literal[
    "warning", "summary", "text", "committee", "lines", "affidavit", "notary", "serial",
    "recall-statement", "nomination-heading", "instructions",
]  # fmt: skip
LetterColour = Literal["red", "not-red", "unknown", "dropped-out"]
ParticularName = Literal["name", "street", "municipality", "county", "date", "signature", "count"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartFound:
    """A region of a page with one job."""

    part: PartName
    page: int
    box: Box
    certainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterColourMeasured:
    """Colour of printed letters. `dropped-out`: a blank band where the warning stands on sibling pages or the form."""

    answer: LetterColour
    certainty: float
    hue: float | None
    """Median hue of the coloured letter pixels, degrees 0 to 360."""
    share: float
    """Share of the letters' dark pixels that are red, 0 to 1."""
    colour_elsewhere: bool
    """Whether the page shows chroma outside these letters (paper tint, ink, stamp)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedAbove:
    """Something printed above a part that should be at the top of its page."""

    text: str
    box: Box
    kind: Literal["serial", "page-number", "stamp", "other", "unsure"]
    certainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeMeasured:
    """How a printed part's letters are made."""

    size: Measured | None
    """Type size in points; None where it could not be measured."""
    exact: bool
    """True on a born-digital page."""
    bold: Seen
    plain: Seen
    """False: script, italic or decorative letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarningFacts:
    """The warning on one page."""

    page: int
    box: Box
    certainty: float
    wording: Wording
    colour: LetterColourMeasured
    type: TypeMeasured
    above: tuple[PrintedAbove, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryFacts:
    """The summary on one page. `wording` None: the approved summary is not known, the block was found by its place."""

    page: int
    box: Box
    certainty: float
    wording: Wording | None
    follows_warning: Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFacts:
    """The full text of the measure over the section's pages."""

    pages: tuple[int, ...]
    boxes: tuple[tuple[int, Box], ...]
    """(page, box) of each page that bears some of it."""
    certainty: float
    wording: Wording | None
    type: TypeMeasured
    after_summary: Seen
    """On its first page, it stands below the summary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Representative:
    """A person designated to represent the signers."""

    name: TextRead | None
    address: TextRead | None
    page: int
    box: Box
    roll: RollMatch | None = None
    """What looking the person up on the roll gave; None: no roll was given, or no name was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitteeFacts:
    """The block that designates representatives."""

    page: int
    box: Box
    certainty: float
    members: tuple[Representative, ...]
    count: Measured
    """How many are designated, as an interval (unit `1`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialFacts:
    """The section's serial number where it stands on one page."""

    page: int
    box: Box
    value: TextRead | None
    """None: the label is there and its blank is empty."""
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesFacts:
    """The ruled grid of one signature page."""

    page: int
    box: Box
    certainty: float
    columns: tuple[tuple[str, Box], ...]
    """Meaning and box of each column of the grid."""
    numbers_printed: Seen
    """Whether the ruled lines bear printed numbers."""
    lines: tuple[SignerLine, ...]
    outside: tuple[Box, ...] = ()
    """Writing outside every line of the block (margins, between lines)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFound:
    """One required statement of the affidavit: found, not found, or doubtful."""

    name: str
    found: Seen
    """present None: a sentence might mean it (negated, other person or number, or unexplained words)."""
    sentence: str
    """The sentence that says it, or comes nearest."""
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Particular:
    """A blank of the affidavit: is it there, is it filled, and with what."""

    name: ParticularName
    printed: Seen
    """The form has a blank (or label) for it."""
    filled: Seen
    value: TextRead | None
    page: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class NotaryFacts:
    """The notarial act of an affidavit."""

    page: int
    box: Box
    certainty: float
    signature: Seen
    seal: Seen
    date: DateRead | None
    """None: no date was found on it; see `date_blank`."""
    date_blank: Seen
    """Whether the blank for the date is empty (present True = it is blank)."""
    commission_expires: DateRead | None
    name: TextRead | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AffidavitFacts:
    """One affidavit of a circulator."""

    page: int
    box: Box
    certainty: float
    statements: tuple[StatementFound, ...]
    unexplained: tuple[str, ...]
    """Sentences that neither a statement nor known boilerplate explains."""
    particulars: tuple[Particular, ...]
    signature: Seen
    date: DateRead | None
    sworn: Seen
    """An oath or an officer is named."""
    registered_elector: Seen
    """The affiant states that he or she is a registered elector (54-124(f))."""
    alterations: tuple[Seen, ...]
    notary: NotaryFacts | None
    on_roll: Seen | None = None
    """The affiant is a registered elector by the roll; None: no roll was given, or the name was not read."""
    perhaps_act: Seen | None = None
    """Where no act was found: print or ink below the circulator's blanks that nothing explains."""

    def particular(self, name: ParticularName) -> Particular | None:
        """The blank of this name."""
        return next((p for p in self.particulars if p.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPageNumber:
    """A printed `Page 2 of 5`."""

    page: int
    box: Box
    number: int
    of: int | None
    certainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignPage:
    """A page that seems to belong to another section or petition."""

    page: int
    why: str
    certainty: float
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureBlock:
    """A rule to sign on with a printed name under it or beside it, on a paper without ruled signer lines."""

    page: int
    name: TextRead
    signed: Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionFacts:
    """Everything measured on one section."""

    pages: tuple[Page, ...]
    parts: tuple[PartFound, ...]
    warnings: tuple[WarningFacts, ...] = ()
    summaries: tuple[SummaryFacts, ...] = ()
    text: TextFacts | None = None
    committees: tuple[CommitteeFacts, ...] = ()
    serials: tuple[SerialFacts, ...] = ()
    lines: tuple[LinesFacts, ...] = ()
    affidavits: tuple[AffidavitFacts, ...] = ()
    page_numbers: tuple[PrintedPageNumber, ...] = ()
    foreign_pages: tuple[ForeignPage, ...] = ()
    recalls: tuple[RecallFacts, ...] = ()
    headings: tuple[HeadingFacts, ...] = ()
    designations: tuple[DesignationFacts, ...] = ()
    signature_blocks: tuple[SignatureBlock, ...] = ()
    """Only of a request to withdraw."""
    form: FormFacts | None = None
    """How its pages lie on the approved form; None where none is given."""

    def page(self, number: int) -> Page:
        """The page with this place in the scan.

        Raises:
            KeyError: when the section has no such page.
        """
        for page in self.pages:
            if page.number == number:
                return page
        raise KeyError(f"the section has no page {number}")

    def pages_with(self, *parts: PartName) -> tuple[int, ...]:
        """Numbers of the pages that bear one of these parts, in order."""
        return tuple(sorted({p.page for p in self.parts if p.part in parts}))
