"""Do two sections bear one number, and did every issued number come back? 54-124(d)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pipeline.checks.defect import Defect
from pipeline.checks.words import and_list
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.model.count import FiledSection


def plain_serial(serial: str) -> str:
    """`0017`, ` 17 ` and `№ 17` are one number; letters count, case does not."""
    plain = "".join(c for c in serial if c.isalnum()).upper()
    return plain.lstrip("0") or plain[-1:]


def serial_duplicate(whole: Whole) -> Answer:
    """Two sections bear one number. Review when: always; the lines of all sections with this number wait.

    Clause: "All sections of any such petitions shall be prenumbered serially". Only numbers that were read with certainty are
    held against each other; one paper scanned twice is told and counted once, and is no duplicate.
    """
    if not asked(whole, "serial-duplicate"):
        return NOTHING
    groups: dict[str, list[FiledSection]] = defaultdict(list)
    for section in whole.sections:
        if section.serial is not None:
            groups[plain_serial(section.serial)].append(section)
    defects = []
    for group in groups.values():
        for section in group if len(group) > 1 else ():
            others = and_list(f"{o.file} (page {min(o.pages, default=0)})" for o in group if o is not section)
            certainty = min(s.serial_certainty for s in group)
            message = f"The number {section.serial} also stands on the section in {others}."
            defect = Defect(
                check="serial-duplicate",
                message=message,
                certainty=certainty,
                found=section.serial,
                expected="a number of its own",
            )
            defects.append((section.key, defect))
    return told(whole, *defects)


def serial_gap(whole: Whole) -> Answer:
    """A number that the office issued was not filed, or one was filed that it did not issue. A note: nothing falls by it.

    Needs `serials_issued` of the petition file; without it no gap can be told from a number that was never given out.
    """
    if not asked(whole, "serial-gap"):
        return NOTHING
    issued = {plain_serial(s): s for s in whole.petition.serials_issued}
    if not issued:
        return unchecked("serial-gap", "the numbers that the office issued are not given (serials_issued)")
    filed = {plain_serial(s.serial): s.serial for s in whole.sections if s.serial is not None}
    missing = [issued[key] for key in issued if key not in filed]
    strange = [filed[key] for key in filed if key not in issued]
    unread = sum(1 for s in whole.sections if s.serial is None)
    doubt = (
        f" {unread} filed section{'s' if unread > 1 else ''} bear{'' if unread > 1 else 's'} no number that was read."
        if unread
        else ""
    )
    defects = []
    if missing:
        text = f"{len(missing)} of {len(issued)} issued numbers were not filed: {ranges(missing)}.{doubt}"
        defects.append((None, Defect(check="serial-gap", message=text, certainty=1.0, name="not-filed", found=ranges(missing))))
    if strange:
        text = f"Filed, but not among the issued numbers: {ranges(strange)}."
        defects.append((None, Defect(check="serial-gap", message=text, certainty=1.0, name="not-issued", found=ranges(strange))))
    return told(whole, *defects)


def ranges(serials: Iterable[str]) -> str:
    """`3, 7 to 12, A4`: numbers that follow each other as a span."""
    given = list(dict.fromkeys(serials))
    numbers = sorted({int(s): s for s in given if s.isascii() and s.isdigit()}.items())
    spans: list[list[tuple[int, str]]] = []
    for number, serial in numbers:
        if spans and spans[-1][-1][0] == number - 1:
            spans[-1].append((number, serial))
        else:
            spans.append([(number, serial)])
    words = []
    for span in spans:
        words += [f"{span[0][1]} to {span[-1][1]}"] if len(span) > 2 else [serial for _, serial in span]
    return ", ".join([*words, *sorted(s for s in given if not (s.isascii() and s.isdigit()))])
