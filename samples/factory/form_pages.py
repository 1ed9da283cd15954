"""Which blocks stand on which page? Measures the blocks, breaks the full text, rules as many lines as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from samples.factory import form_affidavit, form_lines, form_warning
from samples.factory.form import Form
from samples.factory.form_paper import Leaf, heights, press

ROW_LEAST, ROW_MOST = 18.5, 44.0
"""Heights of a ruled line in points: below the first nobody can sign, above the second no form goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """A printed section or blank form: the PDF, its leaves, and the number printed on each ruled line by (leaf, row)."""

    pdf: bytes
    leaves: tuple[Leaf, ...]
    numbers: dict[tuple[int, int], int | None]
    warning_leaves: frozenset[int]
    """Leaves whose design bears the warning and the summary, whatever is planted missing."""


def typeset(form: Form, serial: str = "") -> Print:
    """Set and print the form; `serial` empty leaves its place blank, as on the approved form."""
    pages = _break_text(form)
    jobs = [*("text" for _ in pages), *("lines" for _ in range(form.sign_pages))]
    if form.fault("lines-missing"):
        jobs = ["text" for _ in pages]
    if form.layout.affidavit == "own-page" or form.fault("lines-missing"):
        jobs.append("affidavit")
    order = _order(form, jobs)
    numbers: dict[tuple[int, int], int | None] = {}
    leaves: list[tuple[str, str]] = []
    bearing = set()
    text_at = sign_at = 0
    count = 0
    last_lines = max((i for i, job in enumerate(order) if job == "lines"), default=-1)
    for at, job in enumerate(order):
        leaf = at + 1
        corner = _corners(form, leaf, len(order), serial)
        bears = (
            job == "lines"
            or (job == "text" and (text_at == 0 or form.later_text_warning))
            or (job == "affidavit" and form.affidavit_warning)
        )
        if bears:
            bearing.add(leaf)
        top = _top(form, leaf) if bears else ""
        if job == "text":
            first = text_at == 0
            committee = _committee(form) if first and form.layout.committee == "first" else ""
            leaves.append((job, corner + top + committee + _text(form, leaf, pages[text_at], first=first)))
            text_at += 1
        elif job == "lines":
            sign_at += 1
            foot = _foot(form) if at == last_lines else ""
            row, height = _rows(form, corner + top + _instruction(form), foot)
            start = 0 if form.restart_numbers else count
            printed = _numbers(form, leaf, [start + n for n in range(1, row + 1)])
            numbers |= {(leaf, n): number for n, number in enumerate(printed, start=1)}
            count += row
            leaves.append((job, corner + top + _instruction(form) + form_lines.table(form, leaf, printed, height) + foot))
        else:
            if form.affidavit_warning and not _affidavit_fits(form, top):
                bearing.discard(leaf)
                top = ""
            leaves.append((job, corner + top + _affidavit(form, tight=not _affidavit_fits(form, top, tight=False))))
    pdf, made = press(form, leaves)
    return Print(pdf=pdf, leaves=made, numbers=numbers, warning_leaves=frozenset(bearing))


def _order(form: Form, jobs: list[str]) -> list[str]:
    if form.fault("text-misplaced"):
        return [
            *(j for j in jobs if j == "lines"),
            *(j for j in jobs if j == "text"),
            *(j for j in jobs if j == "affidavit"),
        ]
    if form.fault("affidavit-misplaced"):
        return [
            *(j for j in jobs if j == "text"),
            *(j for j in jobs if j == "affidavit"),
            *(j for j in jobs if j == "lines"),
        ]
    if form.fault("text-missing"):
        return [j for j in jobs if j != "text"]
    if form.fault("affidavit-missing"):
        return [j for j in jobs if j != "affidavit"]
    return jobs


def _affidavit(form: Form, *, tight: bool) -> str:
    """What stands on an affidavit page: affidavit, notarial act, and the committee where the layout has it last."""
    committee = _committee(form) if form.layout.committee == "last" else ""
    return form_affidavit.affidavit(form, tight=tight) + form_affidavit.notary(form, tight=tight) + committee


def _affidavit_fits(form: Form, top: str, *, tight: bool = True) -> bool:
    return sum(heights(form, [top, _affidavit(form, tight=tight)])) <= _room(form)


def _foot(form: Form) -> str:
    """What stands under the last signer lines: the affidavit where the layout has it there, and the committee."""
    if form.layout.affidavit != "below-lines":
        return ""
    committee = _committee(form) if form.layout.committee == "last" else ""
    if form.fault("affidavit-missing"):
        return committee
    return committee + form_affidavit.affidavit(form, tight=True) + form_affidavit.notary(form, tight=True)


def _top(form: Form, leaf: int) -> str:
    """Warning, heading and summary, in the order that the planted faults give them."""
    heading = f'<div class="heading">{escape(form.heading)}</div>' if form.heading else ""
    title = f'<div class="heading">{escape(form.measure.title)}</div>' if form.layout.title else ""
    above = ""
    if fault := form.fault("warning-misplaced", leaf):
        above = f'<div class="heading">{escape(fault.value)}</div>'
    warning, summary = form_warning.block(form, leaf), _summary(form, leaf)
    if form.fault("summary-misplaced", leaf):
        return above + summary + warning + heading + title
    return above + warning + heading + title + summary


def _summary(form: Form, leaf: int) -> str:
    if form.fault("summary-missing", leaf):
        return ""
    words = form.measure.summary
    if fault := form.fault("summary-wording", leaf):
        old, new = fault.value
        words = words.replace(old, new)
    label = form.words["summary"]
    size = f"font-size:{form.summary_size}pt"
    if form.layout.summary == "run-in":
        lead = f"<b>{escape(label.upper())}:</b> " if label else ""
        return f'<div class="summary" style="{size}" data-part="summary">{lead}{escape(words)}</div>'
    head = f'<div class="caption-head">{escape(label)}</div>' if label else ""
    boxed = " boxed" if form.layout.summary == "boxed" else ""
    return f'<div class="summary{boxed}" style="{size}">{head}<div data-part="summary">{escape(words)}</div></div>'


def _instruction(form: Form) -> str:
    return f'<div class="instruction">{escape(form.words["instruction"])}</div>' if form.words["instruction"] else ""


def _paragraphs(form: Form) -> list[tuple[bool, str]]:
    """The full text with its planted changes."""
    made = list(form.measure.text)
    if fault := form.fault("text-wording"):
        old, new = fault.value
        made = [(head, words.replace(old, new)) for head, words in made]
    return [(head, words) for head, words in made if words]


def _paragraph(form: Form, head: bool, words: str) -> str:
    style = ""
    if fault := form.fault("text-too-small"):
        style = f' style="font-size:{fault.value}pt"'
    elif form.fault("text-not-plain"):
        style = f" style=\"font-family:'{form.script.family}'\""
    return f'<p class="{"h" if head else "t"}"{style}>{escape(words)}</p>'


def _text(form: Form, leaf: int, paragraphs: Sequence[tuple[bool, str]], *, first: bool) -> str:
    label = form.words["text"]
    head = f'<div class="caption-head">{escape(label)}</div>' if label and first else ""
    inner = "".join(_paragraph(form, h, words) for h, words in paragraphs)
    return f'{head}<div class="text" data-part="text">{inner}</div>'


def _room(form: Form) -> float:
    """Height in points that blocks may fill on a leaf; the foot line is kept free."""
    top, _, bottom, _ = form.layout.margins
    return form.layout.size[1] - top - bottom - 16.0 - (18.0 if form.layout.serial.startswith("top") else 0.0)


def _break_text(form: Form) -> list[list[tuple[bool, str]]]:
    """The paragraphs of each text page; a heading never ends a page."""
    words = _paragraphs(form)
    later = _top(form, 2) if form.later_text_warning else ""
    committee = _committee(form) if form.layout.committee == "first" else ""
    blocks = [
        _top(form, 1) + committee + '<div class="caption-head">X</div>',
        later,
        *(f'<div class="text">{_paragraph(form, h, w)}</div>' for h, w in words),
    ]
    first, other, *tall = heights(form, blocks)
    pages: list[list[tuple[bool, str]]] = [[]]
    used = first
    for at, (paragraph, height) in enumerate(zip(words, tall, strict=True)):
        following = tall[at + 1] if paragraph[0] and at + 1 < len(tall) else 0.0
        if used + height + following > _room(form) and pages[-1]:
            pages.append([])
            used = other
        pages[-1].append(paragraph)
        used += height
    return pages


def _rows(form: Form, above: str, below: str) -> tuple[int, float]:
    """How many lines a page takes and how high each is."""
    double = form.layout.line == "double"
    empty = form_lines.table(form, 0, [], 0)
    over, head, under = heights(form, [above, empty if form.layout.labels == "head" else "", below])
    room = _room(form) - over - max(head, 4.0) - under - 6.0
    least, most = (ROW_LEAST * 1.8, ROW_MOST * 1.5) if double else (ROW_LEAST, ROW_MOST)
    count = max(2, min(form.lines_per_page, int(room // least)))
    return count, min(most, room / count - 1.0)


def _numbers(form: Form, leaf: int, numbers: list[int]) -> list[int | None]:
    if form.fault("lines-unnumbered", leaf):
        return [None for _ in numbers]
    if (fault := form.fault("lines-misnumbered", leaf)) and len(numbers) > 3:
        at = min(fault.value[1], len(numbers) - 2)
        if fault.value[0] == "repeated":
            numbers = [*numbers[: at + 1], *numbers[at:-1]]
        elif fault.value[0] == "left-out":
            numbers = [*numbers[:at], *(n + 1 for n in numbers[at:])]
        else:
            numbers = [*numbers[:at], numbers[at + 1], numbers[at], *numbers[at + 2 :]]
    return list(numbers)


def _committee(form: Form) -> str:
    if form.fault("committee-missing"):
        return ""
    rows = ""
    for n, p in enumerate(form.committee, start=1):
        address = escape(f"{p.street}, {p.city}, Colorado {p.zip}") if p.street else ""
        rows += f"<tr><td>{n}. {escape(p.name)}</td><td>{address}</td></tr>"
    return (
        f'<div class="committee" data-part="committee"><div style="font-weight:700">{escape(form.words["committee"])}</div>'
        f'<table style="width:auto">{rows}</table></div>'
    )


def _corners(form: Form, leaf: int, of: int, serial: str) -> str:
    """The serial number and the page number, standing in the margins of the leaf's box."""
    made = ""
    number = serial
    if fault := form.fault("serial-inconsistent", leaf):
        number = fault.value
    shown = form.serial_each_page or leaf == 1
    place = {
        "top-right": "right:0;top:0",
        "top-left": "left:0;top:0",
        "bottom-right": "right:0;bottom:0",
        "bottom-centre": "left:40%;bottom:0",
    }[form.layout.serial]
    if shown and not form.fault("serial-missing"):
        look = (
            f'<span class="machine">{number}</span>'
            if form.layout.serial_print == "machine"
            else f"<b>{number or '________'}</b>"
        )
        made += f'<div class="corner" data-part="serial" style="{place}">{escape(form.words["serial"])} {look}</div>'
    if form.layout.page_number:
        at = (
            "left:0"
            if form.layout.serial == "bottom-right"
            else "right:0"
            if form.layout.serial == "bottom-centre"
            else "left:46%"
        )
        shown_leaf = leaf
        if fault := form.fault("page-number", leaf):
            shown_leaf = fault.value
        number = form.layout.page_number.format(n=shown_leaf, of=of)
        made += f'<div class="corner" style="{at};bottom:0;font-size:8.5pt">{number}</div>'
    gap = '<div style="height:18pt"></div>' if form.layout.serial.startswith("top") else ""
    return made + gap
