"""Where does everything stand on the printed form? Prints HTML with WeasyPrint and reads the places from its own box tree.

Boxes are [x0, y0, x1, y1] in points, origin top left of the page; a CSS pixel is 0.75 pt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from weasyprint import HTML

from samples.factory import faces
from samples.factory.form import Form

PT = 0.75
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A marked element: its kind (`part`, `cell`, `blank`, `row`), name, row (cells only) and place."""

    kind: str
    name: str
    row: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One printed page: its number within the section (from 1), what it is for, and its marks."""

    number: int
    job: str
    size: tuple[float, float]
    marks: tuple[Mark, ...]

    def find(self, kind: str, name: str, row: int = 0) -> Mark | None:
        return next((m for m in self.marks if m.kind == kind and m.name == name and (not row or m.row == row)), None)

    def rows(self) -> list[int]:
        return sorted({m.row for m in self.marks if m.kind == "cell"})


STYLE = """
@page{{size:{w}pt {h}pt;margin:{m}}}
*{{box-sizing:border-box}}
html,body{{margin:0;padding:0}}
body{{font-family:'{body}';font-size:{size}pt;line-height:1.22;color:#000}}
.leaf{{position:relative;height:{inner}pt;page-break-after:always;overflow:hidden}}
.leaf:last-child{{page-break-after:auto}}
.heading{{text-align:center;font-weight:700;font-size:{head}pt;margin:4pt 0 1pt}}
.summary{{margin:5pt 0 3pt}}
.boxed{{border:0.8pt solid #000;padding:3pt 6pt}}
.caption-head{{font-weight:700;text-align:center;margin:5pt 0 2pt}}
.text p{{margin:0 0 4.5pt}}
.text p.h{{font-weight:700;margin-top:3pt}}
.instruction{{margin:3pt 0}}
.committee{{margin:6pt 0}}
.committee td{{padding:0.5pt 10pt 0.5pt 0;vertical-align:top}}
table{{border-collapse:collapse;width:100%}}
table.lines{{table-layout:fixed;margin-top:4pt}}
table.lines td,table.lines th{{border:0.7pt solid #000;padding:0 2pt;overflow:hidden}}
table.lines th{{font-size:{th}pt;font-weight:700;line-height:1.1;padding:2pt}}
td.number{{text-align:center;vertical-align:middle;font-size:{num}pt}}
td.cell{{vertical-align:top}}
tr.first td{{border-top-width:1.4pt}}
.label{{font-size:6pt;line-height:1.1;padding-top:0.6pt}}
.inside{{font-size:8pt;line-height:1.1}}
.blank{{display:inline-block;border-bottom:0.7pt solid #000;vertical-align:baseline;margin:0 1pt}}
.rule{{border-bottom:0.7pt solid #000}}
.caption{{font-size:7.5pt;line-height:1.15;padding-top:1pt}}
table.fields{{table-layout:fixed;margin-top:3pt}}
table.fields td{{padding:0;vertical-align:bottom}}
td.seal .caption{{text-align:center;color:#666}}
.affidavit-heading{{text-align:center;font-weight:700;font-size:{head}pt;margin:6pt 0 5pt}}
.venue{{margin:2pt 0 6pt}}
.sworn{{margin:3pt 0 4pt;line-height:1.45}}
.item{{margin:1.5pt 0 1.5pt 18pt;text-indent:-14pt}}
.mark{{display:inline-block;width:14pt;text-indent:0}}
.jurat{{line-height:1.55}}
.expires{{margin-top:6pt}}
.corner{{position:absolute;white-space:nowrap}}
.machine{{font-family:'{mono}';font-weight:700;font-size:13pt;letter-spacing:1.5pt;color:{ink}}}
"""
MACHINE = {"develop": "Liberation Mono", "measure": "FreeMono"}


def style(form: Form, *, tall: float | None = None) -> str:
    """The form's style sheet; `tall` gives the page that height, to measure blocks on it."""
    width, height = form.layout.size
    top, right, bottom, left = form.layout.margins
    size = form.body_size
    return "".join(sorted({faces.css(face) for face in (form.body, form.warning_face, form.script)})) + STYLE.format(
        w=width,
        h=tall or height,
        m=f"{top}pt {right}pt {bottom}pt {left}pt",
        body=form.body.family,
        size=size,
        inner=(tall or height) - top - bottom - 0.5,
        head=size + 2,
        th=max(7.5, size - 2),
        num=size,
        mono=MACHINE[form.side],
        ink="#000" if form.layout.serial == "top-right" else "#1a2a6c",
    )


def heights(form: Form, blocks: Sequence[str]) -> list[float]:
    """The height in points that each HTML block takes on the form's paper, margins included."""
    body = "".join(f'<div data-block="{i}" style="display:flow-root">{html}</div>' for i, html in enumerate(blocks))
    page = HTML(string=f"<style>{style(form, tall=20000)}</style>{body}").render().pages[0]
    found = {int(b.element.get("data-block")): b.margin_height() * PT for b in _boxes(page) if _attribute(b, "data-block")}
    return [found[i] for i in range(len(blocks))]


def press(form: Form, leaves: Sequence[tuple[str, str]]) -> tuple[bytes, tuple[Leaf, ...]]:
    """Print `leaves`, each (job, HTML), to a born-digital PDF; gives its bytes and the marks of every page."""
    body = "".join(f'<div class="leaf">{html}</div>' for _, html in leaves)
    document = HTML(
        string=f"<html lang=en><title>{form.measure.title}</title><style>{style(form)}</style><body>{body}</body></html>"
    ).render()
    if len(document.pages) != len(leaves):
        raise ValueError(f"{form.layout.id}: {len(leaves)} leaves became {len(document.pages)} pages; a leaf is overfull")
    printed = tuple(
        Leaf(number=n, job=job, size=form.layout.size, marks=tuple(_marks(page)))
        for n, ((job, _), page) in enumerate(zip(leaves, document.pages, strict=True), start=1)
    )
    return document.write_pdf(), printed


def _attribute(box: Any, name: str) -> str | None:
    return box.element.get(name) if box.element is not None and not isinstance(box.element, str) else None


def _boxes(page: Any) -> list[Any]:
    return list(page._page_box.descendants())


def _place(box: Any) -> Box:
    """The border box in points."""
    x, y = box.position_x + box.margin_left, box.position_y + box.margin_top
    return (x * PT, y * PT, (x + box.border_width()) * PT, (y + box.border_height()) * PT)


def union(boxes: Sequence[Box]) -> Box:
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _marks(page: Any) -> list[Mark]:
    """Every marked element once; a part's box is the extent of its printed words, its blanks and its cells."""
    marks: list[Mark] = []
    seen: set[tuple[str, str, str]] = set()
    for box in _boxes(page):
        kind = type(box).__name__
        if kind in ("TextBox", "LineBox"):
            continue
        for attribute in ("blank", "cell"):
            name = _attribute(box, f"data-{attribute}")
            row = _attribute(box, "data-row") or "0"
            if name and (attribute, name, row) not in seen:
                seen.add((attribute, name, row))
                marks.append(Mark(kind=attribute, name=name, row=int(row), box=_place(box)))
        part = _attribute(box, "data-part")
        if part and ("part", part, "") not in seen and hasattr(box, "descendants"):
            inner = [_ink(b) for b in box.descendants() if type(b).__name__ == "TextBox" and b.text.strip()]
            inner += [
                _place(b)
                for b in box.descendants()
                if _attribute(b, "data-blank") or (type(b).__name__ == "TableCellBox" and _attribute(b, "data-cell"))
            ]
            if inner:
                seen.add(("part", part, ""))
                marks.append(Mark(kind="part", name=part, row=0, box=union(inner)))
    rows = sorted({m.row for m in marks if m.kind == "cell"})
    marks += [
        Mark(kind="row", name="row", row=r, box=union([m.box for m in marks if m.kind == "cell" and m.row == r])) for r in rows
    ]
    return marks


def _ink(box: Any) -> Box:
    return (box.position_x * PT, box.position_y * PT, (box.position_x + box.width) * PT, (box.position_y + box.height) * PT)
