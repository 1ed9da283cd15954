"""How are the circulator's affidavit and the notarial act set? Blanks are marked with their names."""

from __future__ import annotations

from html import escape

from samples.factory.form import Form


def blank(name: str, width: float, height: float = 15.0) -> str:
    """A ruled blank in a sentence, `width` by `height` points."""
    return f'<span class="blank" data-blank="{name}" style="width:{width:.0f}pt;height:{height:.0f}pt"></span>'


def under(name: str, caption: str, share: float, height: float = 22.0) -> str:
    """A ruled blank with its caption under it, as a cell of a row of fields."""
    return (
        f'<td class="field" style="width:{share:.0f}%">'
        f'<div class="rule" data-blank="{name}" style="height:{height:.0f}pt"></div>'
        f'<div class="caption">{escape(caption)}</div></td>'
    )


def affidavit(form: Form, *, tight: bool = False) -> str:
    """HTML of the affidavit without the notarial act."""
    words, captions = form.affidavit, form.affidavit["captions"]
    sentence = {
        "name": blank("circulator-name", 200) + f" ({escape(captions['name'])})",
        "street": blank("circulator-street", 210),
        "city": blank("circulator-city", 110),
        "county": blank("circulator-county", 100),
    }
    opening = escape(words["opening"])
    for key, value in sentence.items():
        opening = opening.replace("{" + key + "}", value)
    parts = [f'<div class="affidavit-heading">{escape(words["heading"])}</div>']
    if words["venue"]:
        parts.append(
            f'<div class="venue">STATE OF COLORADO&nbsp;&nbsp;)<br>{"&nbsp;" * 40}) ss.<br>'
            f"COUNTY OF {blank('venue-county', 90, 13)}&nbsp;)</div>"
        )
    if words["fields"] == "before":
        parts.append(_fields(form, with_name=True, tight=tight))
    parts.append(_sworn(form, opening))
    if words["fields"] == "after":
        parts.append(_fields(form, with_name=False, tight=tight))
    high = 20.0 if tight else 28.0
    parts.append(
        f'<table class="fields"><tr>{under("circulator-signature", captions["signature"], 62, high)}'
        f'<td style="width:6%"></td>{under("circulator-date", captions["date"], 32, high)}</tr></table>'
    )
    size = form.body_size - (1.0 if tight else 0.0)
    return f'<div class="affidavit" data-part="affidavit" style="font-size:{size}pt">{"".join(parts)}</div>'


def _fields(form: Form, *, with_name: bool, tight: bool) -> str:
    captions = form.affidavit["captions"]
    high = 17.0 if tight else 22.0
    first = f"<tr>{under('circulator-name', captions['name'], 100, high)}</tr>" if with_name else ""
    first = f'<table class="fields">{first}</table>' if first else ""
    gap = '<td style="width:3%"></td>'
    return (
        f'{first}<table class="fields"><tr>{under("circulator-street", captions["street"], 48, high)}{gap}'
        f"{under('circulator-city', captions['city'], 25, high)}{gap}"
        f"{under('circulator-county', captions['county'], 21, high)}</tr></table>"
    )


def _sworn(form: Form, opening: str) -> str:
    """The opening words and the statements, as a list or run together."""
    kind = form.affidavit["statements"]
    texts = [escape(statement.text) for statement in form.statements]
    if kind == "that":
        joined = "; ".join(f"that {text}" for text in texts[:-1]) + f"; and that {texts[-1]}."
        return f'<p class="sworn">{opening} {joined}</p>'
    marks = {"numbered": "{n}.", "lettered": "({a})", "bulleted": "•"}[kind]
    items = []
    for n, text in enumerate(texts, start=1):
        mark = marks.format(n=n, a="abcdefghijklm"[n - 1])
        items.append(f'<div class="item"><span class="mark">{mark}</span> {text[0].upper() + text[1:]}.</div>')
    return f'<p class="sworn">{opening}</p>{"".join(items)}'


def notary(form: Form, *, tight: bool = False) -> str:
    """HTML of the notarial act: jurat, signature, expiry, and the place of the seal."""
    jurat = form.jurat
    text = escape(jurat["text"]).replace("{state}", form.town.state)
    blanks = {"day": 44.0, "month": 86.0, "year": 30.0, "date": 120.0, "affiant": 170.0, "notary_county": 90.0}
    for name, width in blanks.items():
        text = text.replace("{" + name + "}", blank(f"notary-{name.removeprefix('notary_')}", width))
    expires = escape(jurat["expires"]).replace("{expires}", blank("commission-expires", 110))
    signs = escape(jurat["signature"].replace("{state}", form.town.state))
    high = 64.0 if tight else 92.0
    seal = (
        f'<td class="seal" style="width:40%"><div data-blank="seal" style="height:{high:.0f}pt"></div>'
        f'<div class="caption">{escape(jurat["seal"])}</div></td>'
    )
    act = (
        f'<td style="width:58%"><div class="jurat">{text}</div><div class="rule" data-blank="notary-signature" '
        f'style="height:{20 if tight else 30}pt"></div><div class="caption">{signs}</div>'
        f'<div class="expires">{expires}</div></td>'
    )
    order = (seal, act) if form.layout.notary == "left" else (act, seal)
    size = form.body_size - (1.0 if tight else 0.0)
    cells = f'{order[0]}<td style="width:2%"></td>{order[1]}'
    return f'<div data-part="notary" style="font-size:{size}pt"><table class="fields"><tr>{cells}</tr></table></div>'
