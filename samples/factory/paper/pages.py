"""Which blocks of a paper stand on which page? Measures them, breaks the full text, rules as many lines as fit."""

from __future__ import annotations

from html import escape

from samples.factory import form_lines
from samples.factory.form_pages import ROW_LEAST, Print
from samples.factory.form_paper import heights, press
from samples.factory.paper import affidavit, blocks
from samples.factory.paper.form import PaperForm

ROW_MOST = 34.0


def typeset(form: PaperForm, serial: str = "") -> Print:
    """Set and print the paper. Papers bear no serial number; `serial` is there to be like the sections of Sec. 54-124."""
    texts = _text_pages(form)
    jobs = _jobs(form, len(texts))
    numbers: dict[tuple[int, int], int | None] = {}
    leaves: list[tuple[str, str]] = []
    text_at = count = 0
    for at, job in enumerate(jobs):
        leaf = at + 1
        if job == "text":
            leaves.append((job, _corner(form, leaf, len(jobs)) + texts[text_at]))
            text_at += 1
        elif job == "affidavit":
            # An affidavit page has room enough, and no part of it is left out.
            leaves.append((job, _corner(form, leaf, len(jobs)) + affidavit.both(form, tight=False, beside=False)))
        else:
            above, below = _around(form, leaf, len(jobs))
            rows, height = _rows(form, above, below)
            has = any(name == "number" for name, _ in form.layout.columns)
            start = count if form.layout.affidavit == "end" else 0
            printed: list[int | None] = [start + n if has else None for n in range(1, rows + 1)]
            numbers |= {(leaf, n): number for n, number in enumerate(printed, start=1)}
            count += rows
            leaves.append((job, above + form_lines.table(form, leaf, printed, height) + below))
    pdf, made = press(form, leaves)
    return Print(pdf=pdf, leaves=made, numbers=numbers, warning_leaves=frozenset())


def _jobs(form: PaperForm, texts: int) -> list[str]:
    signing: list[str] = []
    for n in range(form.sign_pages):
        signing.append("lines")
        if form.layout.affidavit == "back" and not form.fault("affidavit-missing", 2 * n + 1):
            signing.append("affidavit")
    if form.layout.affidavit == "end" and not form.fault("affidavit-missing"):
        signing.append("affidavit")
    text = ["text"] * (0 if form.fault("text-missing") else texts)
    return [*text, *signing] if form.layout.text == "first" else [*signing, *text]


def _corner(form: PaperForm, leaf: int, of: int) -> str:
    if not form.layout.page_number:
        return ""
    number = form.layout.page_number.format(n=leaf, of=of)
    return f'<div class="corner" style="left:46%;bottom:0;font-size:8.5pt">{escape(number)}</div>'


def _around(form: PaperForm, leaf: int, of: int) -> tuple[str, str]:
    """What stands above and below the lines of a signature page."""
    above = blocks.head(form, leaf, of)
    if form.layout.instructions == "top":
        above += blocks.instructions(form)
    above += blocks.nomination(form, leaf) + blocks.recall(form, leaf)
    above += blocks.prayer(form, attached=form.layout.text == "attached")
    below = ""
    if form.layout.affidavit == "below" and not form.fault("affidavit-missing", leaf):
        below += affidavit.both(form, tight=True, beside=form.layout.landscape)
    if form.layout.instructions == "bottom":
        below += blocks.instructions(form)
    return above, below


def _room(form: PaperForm) -> float:
    """Height in points that blocks may fill; the foot line is kept free."""
    top, _, bottom, _ = form.layout.margins
    return form.layout.size[1] - top - bottom - (16.0 if form.layout.page_number else 4.0)


def _rows(form: PaperForm, above: str, below: str) -> tuple[int, float]:
    """How many lines the page takes and how high each is."""
    double = form.layout.line == "double"
    empty = form_lines.table(form, 0, [], 0)
    over, head, under = heights(form, [above, empty if form.layout.labels == "head" else "", below])
    room = _room(form) - over - max(head, 4.0) - under - 6.0
    least, most = (ROW_LEAST * 1.8, ROW_MOST * 1.6) if double else (ROW_LEAST, ROW_MOST)
    count = max(2, min(form.lines_per_page, int(room // least)))
    return count, min(most, room / count - 1.0)


def paragraphs(form: PaperForm) -> list[tuple[bool, str]]:
    """The full text with its planted changes."""
    made = list(form.measure.text)
    if fault := form.fault("text-wording"):
        old, new = fault.value
        made = [(head, words.replace(old, new)) for head, words in made]
    return [(head, words) for head, words in made if words]


def _text_pages(form: PaperForm) -> list[str]:
    """HTML of each page of full text; a heading never ends a page."""
    words = paragraphs(form)
    if not words:
        return []
    title = f'<div class="heading">{escape(form.measure.title)}</div>'
    head = title + f'<div class="caption-head">{escape(form.words["text"])}</div>'
    shown = [f'<p class="{"h" if h else "t"}">{escape(w)}</p>' for h, w in words]
    first, *tall = heights(form, [head, *(f'<div class="text">{p}</div>' for p in shown)])
    pages: list[list[str]] = [[]]
    used = first
    for at, (paragraph, height) in enumerate(zip(shown, tall, strict=True)):
        following = tall[at + 1] if words[at][0] and at + 1 < len(tall) else 0.0
        if used + height + following > _room(form) and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(paragraph)
        used += height
    inner = [f'<div class="text" data-part="text">{"".join(page)}</div>' for page in pages]
    return [head + inner[0], *inner[1:]]
