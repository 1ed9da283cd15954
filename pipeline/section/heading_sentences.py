"""What do a form's sentences state in print: "nominate Ann Poe, of 12 Elm Street, as a candidate of the Orchard Party for"?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.geometry import union
from pipeline.model.reading import Seen, TextRead
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.captions import plain
from pipeline.section.heading_form import LEAST_PRINT_CERTAINTY, Form, InlineRule, Stated, said
from pipeline.section.persons import is_name
from pipeline.section.phrases import Hit
from pipeline.section.recall_words import TITLE

# Print that was read; print of which a word was read badly.
FILLED, FILLED_UNREAD = 0.96, 0.8
# Words of one label or sentence stand nearer than so many heights; further apart is another column.
COLUMN_HEIGHTS = 3.5


def _stream(form: Form) -> list[Word | None]:
    """The region's words in reading order; None where a new column or block begins."""
    out: list[Word | None] = []
    block = None
    for line in form.view.text.lines:
        words = [w for w in line.words if form.region.contains(*w.box.middle) and any(c.isalnum() or c in "|" for c in w.text)]
        if not words:
            continue
        if block is not None and line.block != block:
            out.append(None)
        block = line.block
        last: Word | None = None
        for word in words:
            if last is not None and word.box.x0 - last.box.x1 > COLUMN_HEIGHTS * max(word.box.height, last.box.height, 5.0):
                out.append(None)
            out.append(word)
            last = word
    return out


def in_sentences(form: Form, inline: Mapping[str, InlineRule]) -> list[Stated]:
    """Values printed behind words of a sentence that lead to them."""
    stream = _stream(form)
    out: list[Stated] = []
    blanks = {id(b.caption.words[-1]) for b in form.blanks.values()}
    for _, words in _spans(stream):
        tokens = [(i, t) for i, w in enumerate(words) for t in plain(w.text, form.vocabulary)]
        for hit in longest(h for h in form.book.hits([t for _, t in tokens]) if ":" in h.name):
            name = hit.name.partition(":")[0]
            rule = inline.get(name)
            if rule is None:
                continue
            places = range(tokens[hit.start][0], tokens[hit.end - 1][0] + 1)
            asks = words[places.start : places.stop]
            if id(asks[-1]) in blanks or asks[-1].text.endswith((".", ";")):
                continue
            value, after = value_of(words[places.stop :], rule)
            if rule.closes and not (set(said(asks)) | set(said(after[:1]))) & rule.closes:
                continue
            if name == "office":
                value = _title_of(value)
            if value and _allowed(asks, value, rule):
                out.append(printed(form.view, name, asks, value))
    return out


def spans(form: Form) -> list[list[Word]]:
    """The region's words in reading order, one list for each stretch of one column and block."""
    return [words for _, words in _spans(_stream(form))]


def _spans(stream: Sequence[Word | None]) -> list[tuple[int, list[Word]]]:
    """Stretches of the stream without a break."""
    out: list[tuple[int, list[Word]]] = []
    current: list[Word] = []
    for at, word in enumerate([*stream, None]):
        if word is not None:
            current.append(word)
        elif current:
            out.append((at - len(current), current))
            current = []
    return out


def longest(hits: Iterable[Hit]) -> list[Hit]:
    """Hits of which none lies within a longer one; of several that end alike the longest."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start - h.end, h.start)):
        if not any(hit.start < k.end and k.start < hit.end for k in kept):
            kept.append(hit)
    return sorted(kept, key=lambda h: h.start)


def value_of(words: Sequence[Word], rule: InlineRule) -> tuple[list[Word], Sequence[Word]]:
    """The words that state the value, and what follows them."""
    out: list[Word] = []
    plainly = said(words)
    at = 0
    while at < len(words) and len(out) < rule.most:
        pair = (plainly[at], plainly[at + 1] if at + 1 < len(words) else "")
        if pair in rule.goes_on:
            out += words[at : at + 2]
            at += 2
        elif plainly[at] in rule.ends:
            break
        else:
            out.append(words[at])
            at += 1
        text = out[-1].text
        if (
            text.endswith((";", ":"))
            or closes_bracket(out)
            or (text.endswith(".") and len(text) > 3 and at < len(words) and words[at].text[:1].isupper())
        ):
            break
        suffix = at < len(words) and plainly[at] in {"jr", "sr", "ii", "iii", "iv"}
        if rule.at_comma and text.endswith(",") and not suffix:
            break
    return out, words[at:]


def _title_of(value: list[Word]) -> list[Word]:
    """An office without the candidate's name that follows it: "for the office of Mayor Ann Poe"."""
    text = " ".join(w.text for w in value)
    title = TITLE.match(text)
    if title is None or not is_name(text[title.end() :].strip(" ,.;:")):
        return value
    return value[: len(title.group().split())]


def closes_bracket(value: Sequence[Word]) -> bool:
    """Whether the value's last word closes a bracket that was open before it: "(address: 12 Elm Street)"."""
    return value[-1].text.rstrip(",.;").endswith(")") and not any("(" in w.text for w in value)


def _allowed(asks: Sequence[Word], value: Sequence[Word], rule: InlineRule) -> bool:
    text = " ".join(w.text for w in value).strip(" ,.;:")
    if not rule.valid(text):
        return False
    # A lone "of" leads to an address only where a house number follows.
    return said(asks) != ["of"] or value[0].text[:1].isdigit()


def printed(view: PageView, name: str, asks: Sequence[Word], value: Sequence[Word]) -> Stated:
    """A value in print, as sure as its words were read."""
    box = union(w.box for w in value)
    sure = 0.99 if view.text.exact else min(w.certainty for w in value)
    page = view.page.number
    text = " ".join(w.text for w in value).strip(" ,;:")
    text = text.rstrip(")").rstrip() if "(" not in text else text
    read = TextRead(text=text, certainty=round(sure, 3), page=page, box=box, handwritten=False)
    seen = Seen(present=True, certainty=FILLED if sure >= LEAST_PRINT_CERTAINTY else FILLED_UNREAD, page=page, box=box)
    return Stated(name=name, filled=seen, value=read, box=box, asked=union(w.box for w in asks))
