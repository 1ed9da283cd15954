"""How is the circulator's affidavit of a paper set, sworn or bare, with the number of signatures in a sentence or apart?"""

from __future__ import annotations

from html import escape

from samples.factory import form_affidavit
from samples.factory.form_affidavit import blank, under
from samples.factory.paper.form import PaperForm


def affidavit(form: PaperForm, *, tight: bool) -> str:
    """HTML of the affidavit without the notarial act."""
    words, captions = form.affidavit, form.affidavit["captions"]
    opening = escape(words["opening"] if form.sworn else words["bare"])
    for key, said in {"state": form.town.state, "county": form.town.county}.items():
        opening = opening.replace("{" + key + "}", escape(said))
    opening = opening.replace("{name}", blank("circulator-name", 170) + f" ({escape(captions['name'])})")
    parts = [f'<div class="affidavit-heading">{escape(words["heading"] if form.sworn else words["bare_heading"])}</div>']
    if words["venue"]:
        state = escape(form.town.state.upper())
        mark = ") ss." if form.sworn else ")"
        parts.append(f'<div class="venue">STATE OF {state}, COUNTY OF {blank("venue-county", 90, 13)} {mark}</div>')
    parts.append(_said(form, opening))
    says_count = any("number-of-signatures" in s.says for s in form.statements)
    if words["count"] == "apart" and says_count:
        parts.append(f"<div>{escape(captions['count'])}: {blank('count', 60)}</div>")
    high = 17.0 if tight else 22.0
    gap = '<td style="width:3%"></td>'
    if words["fields"] == "name":
        parts.append(f'<table class="fields"><tr>{under("circulator-name", captions["name"], 100, high)}</tr></table>')
    if words["fields"] in ("name", "address"):
        parts.append(
            f'<table class="fields"><tr>{under("circulator-street", captions["street"], 60, high)}{gap}'
            f"{under('circulator-city', captions['city'], 37, high)}</tr></table>"
        )
    high = 20.0 if tight else 28.0
    parts.append(
        f'<table class="fields"><tr>{under("circulator-signature", captions["signature"], 62, high)}'
        f'<td style="width:6%"></td>{under("circulator-date", captions["date"], 32, high)}</tr></table>'
    )
    size = form.body_size - (1.0 if tight else 0.0)
    return f'<div class="affidavit" data-part="affidavit" style="font-size:{size}pt">{"".join(parts)}</div>'


def _said(form: PaperForm, opening: str) -> str:
    texts = [escape(s.text).replace("{count}", blank("count", 52)) for s in form.statements]
    kind = form.affidavit["statements"]
    if kind == "that":
        *first, last = texts
        joined = "; ".join(f"that {text}" for text in first) + (f"; and that {last}." if first else f"that {last}.")
        return f'<p class="sworn">{opening} {joined}</p>'
    items = []
    for n, text in enumerate(texts, start=1):
        mark = f"{n}." if kind == "numbered" else f"({'abcdefgh'[n - 1]})"
        capital = text if text.startswith("<") else text[0].upper() + text[1:]
        items.append(f'<div class="item"><span class="mark">{mark}</span> {capital}.</div>')
    return f'<p class="sworn">{opening}</p>{"".join(items)}'


def both(form: PaperForm, *, tight: bool, beside: bool) -> str:
    """The affidavit and, where it is sworn, the notarial act: one below the other, or side by side on wide papers."""
    stated = affidavit(form, tight=tight)
    if not form.sworn:
        return stated
    act = form_affidavit.notary(form, tight=tight)
    if not beside:
        return stated + act
    cells = [f'<td style="width:54%">{stated}</td>', '<td style="width:2%"></td>', f'<td style="width:44%">{act}</td>']
    return f'<table class="fields"><tr>{"".join(cells)}</tr></table>'
