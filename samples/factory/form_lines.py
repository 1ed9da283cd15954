"""How are the signer lines of a signature page set? A table whose cells are marked with their name and row."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from samples.factory.form import Form

HEADS = {"plain": "", "none": "", "shaded": "background:#d9d9d9", "dark": "background:#222;color:#fff"}


def table(form: Form, leaf: int, numbers: Sequence[int | None], row_height: float) -> str:
    """HTML of a page's ruled lines; `numbers` has the printed number of each row, None where none is printed."""
    double = form.layout.line == "double"
    rows = []
    for row, number in enumerate(numbers, start=1):
        rows.append(_double(form, row, number, row_height) if double else _single(form, row, number, row_height))
    cols = "".join(
        f'<col style="width:{width / sum(w for _, w in form.layout.columns) * 100:.2f}%">' for _, width in form.layout.columns
    )
    head = _head(form) if form.layout.labels == "head" else ""
    return f'<table class="lines" data-part="lines"><colgroup>{cols}</colgroup>{head}{"".join(rows)}</table>'


def _head(form: Form) -> str:
    names = [name for name, _ in form.layout.columns]
    style = HEADS[form.layout.head]
    if not any("-" in name for name in names):
        cells = "".join(f"<th>{escape(form.words[f'column-{name}'])}</th>" for name in names)
        return f'<tr class="head" style="{style}">{cells}</tr>'
    top, low = [], []
    split = sum("-" in name for name in names)
    for name in names:
        if "-" not in name:
            top.append(f'<th rowspan="2">{escape(form.words[f"column-{name}"])}</th>')
        elif name == "date-month":
            top.append(f'<th colspan="{split}">{escape(form.words["column-date"])}</th>')
        if "-" in name:
            low.append(f"<th>{ {'date-month': 'Mo.', 'date-day': 'Day', 'date-year': 'Yr.'}[name] }</th>")
    return f'<tr class="head" style="{style}">{"".join(top)}</tr><tr class="head" style="{style}">{"".join(low)}</tr>'


def _single(form: Form, row: int, number: int | None, height: float) -> str:
    cells = []
    inside = None if form.layout.printed_numbers else number
    for name, _ in form.layout.columns:
        content = ""
        if name == "number" and number is not None:
            content = f"{number}." if form.layout.labels == "head" and form.layout.head != "dark" else str(number)
        elif inside is not None:
            content, inside = f'<span class="inside">{inside}.</span>', None
        kind = "number" if name == "number" else "cell"
        cells.append(f'<td class="{kind}" data-cell="{name}" data-row="{row}" style="height:{height:.2f}pt">{content}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _double(form: Form, row: int, number: int | None, height: float) -> str:
    top, low = [], []
    for name, _ in form.layout.columns:
        half = f"height:{height / 2:.2f}pt"
        if name == "number":
            shown = "" if number is None else str(number)
            top.append(f'<td class="number" rowspan="2" data-cell="number" data-row="{row}">{shown}</td>')
            continue
        upper, lower = name.split(":")
        for place, cell in ((top, upper), (low, lower)):
            label = f'<div class="label">{escape(form.words[f"column-{cell}"])}</div>'
            place.append(f'<td class="cell" data-cell="{cell}" data-row="{row}" style="{half}">{label}</td>')
    return f'<tr class="first">{"".join(top)}</tr><tr>{"".join(low)}</tr>'
