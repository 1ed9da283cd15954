"""How are the head of a paper, the nomination heading, the recall statement and the instructions set? HTML of each block."""

from __future__ import annotations

import re
from html import escape

from samples.factory.form_affidavit import blank
from samples.factory.paper.form import PARTICULARS, PaperForm

WIDTHS = {"candidate": 165, "address": 205, "party": 84, "office": 150, "district": 74, "official": 180}
STAR = "M50 4 L61 38 L97 38 L68 59 L79 94 L50 73 L21 94 L32 59 L3 38 L39 38 Z"
EMBLEMS = {
    "star": f'<path d="{STAR}"/>',
    "rose": '<circle cx="50" cy="34" r="30"/><path d="M47 60 L53 60 L55 98 L45 98 Z"/>'
    '<path d="M50 80 Q74 66 84 84 Q66 92 50 80"/>',
    "torch": '<path d="M40 46 L60 46 L54 98 L46 98 Z"/><path d="M50 2 Q76 24 60 42 L40 42 Q22 28 50 2"/>',
    "bird": '<path d="M4 40 Q28 18 50 46 Q72 18 96 40 Q72 40 58 62 L66 92 L50 80 L34 92 L42 62 Q28 40 4 40"/>',
}


def head(form: PaperForm, leaf: int, of: int) -> str:
    """The paper's title and what stands around it; a place for the office where the state's papers have one."""
    top = ""
    if form.layout.look == "missouri":
        top = (
            f'<table class="fields"><tr><td>County of {escape(form.town.county)}</td>'
            f'<td style="text-align:right">Page No. {blank("heading-page", 40, 12)}</td></tr></table>'
        )
    note = '<div style="text-align:center;font-size:8.5pt">NONPARTISAN</div>' if form.nonpartisan_note else ""
    title = f'<div class="heading">{escape(form.title)}</div>{note}'
    if form.layout.look == "pennsylvania":
        office = (
            '<td style="width:22%;border:0.8pt solid #000;height:30pt;font-size:7pt;text-align:center">OFFICIAL USE ONLY</td>'
        )
        title = f'<table class="fields"><tr><td style="width:78%">{title}</td>{office}</tr></table>'
    made = top + title
    if fault := form.fault("designation", leaf):
        kind, value = fault.value
        if kind == "slogan":
            made += f'<div style="text-align:center;font-weight:700">{escape(value)}</div>'
        elif kind == "emblem":
            picture = f'<svg width="46" height="46" viewBox="0 0 100 100" fill="#222">{EMBLEMS[value]}</svg>'
            made = f'{top}<table class="fields"><tr><td style="width:48pt">{picture}</td><td>{title}</td></tr></table>'
    foot = ""
    if form.layout.page_number:
        number = form.layout.page_number.format(n=leaf, of=of)
        foot = f'<div class="corner" style="left:46%;bottom:0;font-size:8.5pt">{escape(number)}</div>'
    return made + foot


def particular(form: PaperForm, name: str, leaf: int, width: float | None = None) -> str:
    """One particular: print on a rule, or the rule alone where a pen fills it or it is left blank."""
    fault = form.fault("heading-incomplete", leaf)
    gone = bool(fault and name in fault.value)
    if form.by_hand or gone:
        return blank(f"heading-{name}", width or WIDTHS[name])
    text = value(form, name, leaf)
    return f'<span class="blank" data-blank="heading-{name}" style="padding:0 5pt"><b>{escape(text)}</b></span>'


def value(form: PaperForm, name: str, leaf: int) -> str:
    """What the paper states on `leaf`, with what is planted to differ or to name a party."""
    if (fault := form.fault("heading-differs", leaf)) and name in fault.value:
        return str(fault.value[name])
    if (fault := form.fault("officer", leaf)) and name in fault.value:
        return ""
    text = form.stated.get(name, "")
    if (fault := form.fault("designation", leaf)) and fault.value[0] == "after-name" and name == "candidate":
        text = f"{text}, {fault.value[1]}"
    return text


def nomination(form: PaperForm, leaf: int) -> str:
    """The nomination heading; empty for other kinds."""
    if form.nomination is None:
        return ""
    if form.layout.heading == "sentence":
        return f'<div class="instruction" data-part="nomination-heading">{_sentence(form, leaf)}</div>'
    names = [n for n in PARTICULARS if (n != "party" or form.ordinance == "charter-3-06") and (n != "district" or form.stated[n])]
    labels = form.nomination
    if form.layout.heading == "fields":
        rows = "".join(
            f'<tr><td style="width:32%">{escape(labels[n])}:</td><td>{particular(form, n, leaf, 300)}</td></tr>' for n in names
        )
        when = f"Primary election of {form.stated['primary']}"
        return (
            f'<div style="margin:4pt 0" data-part="nomination-heading"><table class="fields">{rows}</table>'
            f"<div>{escape(when)}</div></div>"
        )
    wide = {"candidate": 27, "address": 31, "party": 14, "office": 20, "district": 12}
    total = sum(wide[n] for n in names)
    top = "".join(f'<th style="width:{wide[n] / total * 100:.1f}%">{escape(labels[n])}</th>' for n in names)
    cells = "".join(_cell(form, n, leaf) for n in names)
    when = f"We, the undersigned, nominate the following person at the primary election of {form.stated['primary']}:"
    return (
        f'<div style="margin:4pt 0" data-part="nomination-heading"><div>{escape(when)}</div>'
        f'<table class="lines"><tr>{top}</tr><tr>{cells}</tr></table></div>'
    )


def _cell(form: PaperForm, name: str, leaf: int) -> str:
    fault = form.fault("heading-incomplete", leaf)
    gone = bool(fault and name in fault.value)
    shown = "" if form.by_hand or gone else f"<b>{escape(value(form, name, leaf))}</b>"
    return f'<td data-blank="heading-{name}" style="height:24pt;vertical-align:middle;text-align:center">{shown}</td>'


def _sentence(form: PaperForm, leaf: int) -> str:
    assert form.nomination is not None
    text = form.nomination["text"]
    text = re.sub(r"\(\((.*?)\)\)", r"\1" if form.ordinance == "charter-3-06" else "", text)
    text = re.sub(r"\[\[(.*?)\]\]", r"\1" if form.stated["district"] else "", text)
    fixed = {"city": form.town.city, "county": form.town.county, "state": form.town.state, "primary": form.stated["primary"]}
    for key, said in fixed.items():
        text = text.replace("{" + key + "}", escape(said))
    for name in PARTICULARS:
        text = text.replace("{" + name + "}", particular(form, name, leaf))
    return text


def recall(form: PaperForm, leaf: int) -> str:
    """The recall statement: whom it is about, and the reasons; empty for other kinds."""
    if form.recall is None or form.reasons is None:
        return ""
    text = form.recall["opening"].replace("{city}", escape(form.town.city))
    fault = form.fault("officer", leaf)
    for name in ("official", "office"):
        if fault and name in fault.value:
            text = text.replace("{" + name + "}", blank(f"heading-{name}", WIDTHS[name]))
        text = text.replace("{" + name + "}", particular(form, name, leaf))
    label = f'<div style="font-weight:700;margin-top:2pt">{escape(form.recall["label"])}</div>' if form.recall["label"] else ""
    reasons = f'<div style="margin-top:2pt">{escape(form.reasons.text)}</div>'
    if form.fault("reasons-missing"):
        reasons = "".join('<div class="rule" style="height:15pt"></div>' for _ in range(3))
    return (
        f'<div class="instruction" data-part="recall-statement"><div style="line-height:1.4">{text}</div>{label}{reasons}</div>'
    )


def instructions(form: PaperForm) -> str:
    return f'<div class="instruction" style="font-size:8.5pt" data-part="instructions">{escape(form.instruction)}</div>'


def prayer(form: PaperForm, *, attached: bool) -> str:
    """What initiative and referendum papers ask for, and where the text is."""
    if "prayer" not in form.words:
        return ""
    where = "attached to this paper" if attached else "set out on the first pages of this paper"
    asks = escape(form.words["prayer"].replace("{where}", where))
    return f'<div class="instruction"><b>{escape(form.measure.title)}</b><br>{asks}</div>'
