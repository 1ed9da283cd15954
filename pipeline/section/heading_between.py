"""What belongs into the blanks of a nominating sentence, told by the words before and behind each, over its rows.

"We petition that the name of ____, residing at ____, be printed on the ballot of the ____ Party as a candidate for ____, ____."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.captions import Caption, plain
from pipeline.section.heading_form import LEAD_GAP_PT, Form, borders_cell, is_print
from pipeline.section.phrases import word_set
from pipeline.section.writing_room import Rule

# A blank's rule belongs to the row whose letters stand on it, within so many points. A blank is so long at least.
ON_ROW_PT, LEAST_BLANK_PT = 7.0, 24.0
# Words from the blank before, of which so many at most tell what this one is for.
WORDS_BEFORE = 9
_NOMINATES = word_set("nominate nominates nominating nominated name named nomination candidacy person candidate nominee petition")
# "____, residing at ____": whoever resides is the candidate.
_OF_A_PERSON = word_set("residing resides whose")
_RESIDES = word_set("residing resides reside residence residential living lives address dwelling")
_OFFICE = word_set("office position seat candidate nominee nomination elected")
_UNITS = word_set("ward district")
_DATES = word_set("day election held date january february march april may june july august september october november december")
_PLACES = word_set("city county state township commonwealth town village")
# Between one blank and the next that only goes on with it.
_NOTHING = word_set("a an the and or in of for no number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """A blank of the sentence, and the caption that its neighbours make."""

    caption: Caption
    rule: Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    x: float
    word: Word | None = None
    plain: str = ""
    rule: Rule | None = None


def between(form: Form) -> tuple[Between, ...]:
    """Blanks of the region's sentences with what each is for, in reading order; what is not told is left out."""
    tokens = _stream(form)
    out: list[Between] = []
    last = ""
    for at, token in enumerate(tokens):
        if token.rule is None:
            continue
        before = _since_blank(tokens[:at])
        behind = _behind(tokens[at + 1 : at + 4])
        name = _told([t.plain for t in before], behind, last)
        words = tuple(t.word for t in before[-3:] if t.word is not None)
        last = name
        if name and words:
            out.append(
                Between(caption=Caption(name=name, words=words, alone=False, bracketed=False, leads=True), rule=token.rule)
            )
        elif name and out and out[-1].rule.y - 2 <= token.rule.y:
            out.append(Between(caption=_named(out[-1].caption, name), rule=token.rule))
    return tuple(out)


def party_blanks(form: Form) -> frozenset[Rule]:
    """Rules that end right before the word "party" on their row: "of the ____ Party for"."""
    words = [w for row in form.rows for w in row if plain(w.text, form.vocabulary)[:1] == ["party"] and not w.text.endswith(":")]
    return frozenset(
        r for r in form.rules if any(-3 <= w.box.x0 - r.x1 <= LEAD_GAP_PT and abs(r.y - w.box.y1) <= ON_ROW_PT for w in words)
    )


def _behind(tokens: Sequence[_Token]) -> list[str]:
    """The words behind a blank; a label with a colon asks for what follows it and says nothing of the blank before."""
    if any(t.word is not None and t.word.text.endswith(":") for t in tokens):
        return []
    return [t.plain for t in tokens if t.rule is None]


def _named(caption: Caption, name: str) -> Caption:
    return Caption(name=name, words=caption.words, alone=False, bracketed=False, leads=True)


def _stream(form: Form) -> list[_Token]:
    rules = [r for r in form.rules if r.length >= LEAST_BLANK_PT and not borders_cell(form.view, r)]
    lines: list[tuple[float, list[_Token]]] = []
    for row in form.rows:
        kept = [w for w in row if is_print(w, form.vocabulary) and not any(_on(w.box, r) for r in rules)]
        if kept:
            tokens = [_Token(x=w.box.x0, word=w, plain=t) for w in kept for t in plain(w.text, form.vocabulary)]
            lines.append((max(w.box.y1 for w in kept), tokens))
    for rule in rules:
        near = min(lines, key=lambda line: abs(line[0] - rule.y), default=None)
        if near is not None and abs(near[0] - rule.y) <= ON_ROW_PT:
            near[1].append(_Token(x=rule.x0, rule=rule))
        else:
            lines.append((rule.y, [_Token(x=rule.x0, rule=rule)]))
    return [t for _, tokens in sorted(lines, key=lambda line: line[0]) for t in sorted(tokens, key=lambda t: t.x)]


def _on(box: Box, rule: Rule) -> bool:
    return rule.x0 - 3 <= box.middle[0] <= rule.x1 + 3 and rule.y - 9 <= box.y1 <= rule.y + 6


def _since_blank(tokens: Sequence[_Token]) -> list[_Token]:
    out: list[_Token] = []
    for token in reversed(tokens):
        if token.rule is not None or len(out) >= WORDS_BEFORE:
            break
        out.append(token)
    return out[::-1]


def _told(before: Sequence[str], behind: Sequence[str], last: str) -> str:
    """What one blank is for: `candidate`, `address`, `party`, `office`, `district`, or nothing known.

    `last`: what the blank before it is for.
    """
    if behind[:1] == ["party"]:
        return "party"
    if behind and behind[0] in _OF_A_PERSON and last != "candidate":
        return "candidate"
    near, said = before[-3:], set(before)
    goes_on = not (said - _NOTHING)
    if (last == "office" and goes_on) or set(near[-2:]) & _UNITS:
        return "district"
    if last == "candidate" and goes_on:
        return "address"
    if set(near) & _RESIDES:
        return "address"
    if set(near) & _DATES or (set(before[-2:]) & _PLACES and not set(near) & _OFFICE):
        return ""
    if (
        before[-1:] in (["for"], ["of"], ["to"], ["is"], ["sought"])
        and said & _OFFICE
        and ("office" in near or (last in {"party", "candidate", "address", ""} and before[-1] in {"for", "to"}))
    ):
        return "office"
    if set(near) & _NOMINATES and last not in {"candidate"}:
        return "candidate"
    return ""


def by_name(found: Sequence[Between], known: Mapping[str, object]) -> list[Between]:
    """Those whose name is not known yet, the first of each."""
    out: dict[str, Between] = {}
    for one in found:
        if one.caption.name not in known:
            out.setdefault(one.caption.name, one)
    return list(out.values())
