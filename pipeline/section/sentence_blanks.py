"""What belongs into the blanks that stand within sentences ("sworn before me in ____ County this ____ day of ____, 20__")?

Told by the words before and behind each blank, in reading order; where the rows were broken does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.captions import plain
from pipeline.section.oath_captions import caption_vocabulary
from pipeline.section.oath_page import OathPage, stands_on
from pipeline.section.oath_rows import in_reading_order
from pipeline.section.phrases import word_set
from pipeline.section.writing_room import Rule

Label = Literal["day", "month", "year", "date", "county", "state", "affiant", "notary", "expires", "number", "count", "other"]

# A blank's rule belongs to the row whose letters stand on it, within so many points.
ON_ROW_PT = 7.0
# A rule on no row of words is a blank only where it is so long, in points; shorter ones are pieces of stamps.
LEAST_ALONE_PT = 60.0
# So many words before a blank, and behind it, tell what it is for.
WORDS_BEFORE, WORDS_BEHIND = 8, 3
# A blank for a year's figures is not longer, in points, unless "20" is printed before it.
MOST_YEAR_PT = 90.0
# Blanks of one row stand level within so many points; between month and year there is room for ", A.D. 20".
SAME_LINE_PT, CENTURY_ROOM_PT = 3.0, 62.0
_ENDS = word_set("expires expire expired expiring expiration expiry")
_NUMBERED = word_set("no number id")
_LEADS_TO_DATE = word_set("on this dated date")
_COUNTED = word_set("signatures signature signers names lines persons electors voters people")
_HOLDS = word_set("containing contains contain bearing bears number total has")
_MONTH_LEADS = (("day", "of"), ("the", "month", "of"))
_LITTLE = word_set("a d ad the year in of our lord two thousand and")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceBlank:
    """A blank within a sentence."""

    label: Label
    rule: Rule
    century: Box | None = None
    """Of a year's blank: the printed figures before it ("20")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    """A plain word, or a blank."""

    word: str = ""
    box: Box | None = None
    rule: Rule | None = None


def blanks_in(form: OathPage, zone: Box, taken: Sequence[Rule] = ()) -> tuple[SentenceBlank, ...]:
    """Blanks in the sentences of `zone` (points), in reading order; `taken`: rules that captions have."""
    tokens = _stream(form, zone, taken)
    out: list[SentenceBlank] = []
    last: SentenceBlank | None = None
    since: list[str] = []
    for at, token in enumerate(tokens):
        if token.rule is None:
            since.append(token.word)
            continue
        before = tokens[max(at - WORDS_BEFORE, 0) : at]
        behind = [t.word for t in tokens[at + 1 : at + 1 + WORDS_BEHIND]]
        last = _told(token.rule, before, behind, last, since)
        out.append(last)
        since = []
    return tuple(out)


def _stream(form: OathPage, zone: Box, taken: Sequence[Rule]) -> list[_Token]:
    rules = [r for r in form.rules if r not in taken and zone.contains((r.x0 + r.x1) / 2, r.y)]
    words = [w for row in form.rows for w in row if zone.contains(*w.box.middle) and not any(stands_on(w.box, r) for r in rules)]
    vocabulary = caption_vocabulary()
    lines: list[tuple[float, list[_Token]]] = []
    for row in in_reading_order(words, zone):
        foot = max(w.box.y1 for w in row.words)
        lines.append((foot, [t for w in row.words for t in _tokens(w, vocabulary)]))
    for rule in sorted(rules, key=lambda r: -r.length):
        near = min(lines, key=lambda line: abs(line[0] - rule.y), default=None)
        token = _Token(rule=rule, box=Box(rule.x0, rule.y - 1, rule.x1, rule.y))
        if near is not None and abs(near[0] - rule.y) <= ON_ROW_PT:
            near[1].append(token)
        elif rule.length >= LEAST_ALONE_PT:
            lines.append((rule.y, [token]))
    out: list[_Token] = []
    for _, tokens in sorted(lines, key=lambda line: line[0]):
        out += sorted(tokens, key=lambda t: t.box.x0 if t.box else 0.0)
    return out


def _tokens(word: Word, vocabulary: frozenset[str]) -> list[_Token]:
    return [_Token(word=t, box=word.box) for t in plain(word.text, vocabulary)]


def _told(
    rule: Rule, before: Sequence[_Token], behind: Sequence[str], last: SentenceBlank | None, since: Sequence[str]
) -> SentenceBlank:
    """What one blank is for. `since`: words after the blank before it, `last`."""
    said = [t.word for t in before if t.rule is None]
    direct = _after_last_blank(before)
    century = next((t for t in reversed(before) if t.rule is None and t.word.startswith("20") and len(t.word) <= 4), None)
    close = century is not None and direct[-1:] == [century.word]
    follows = last is not None and last.label == "month" and (all(w in _LITTLE for w in since) or _right_behind(rule, last.rule))
    if behind[:1] == ["day"]:
        return SentenceBlank(label="day", rule=rule)
    if any(tuple(direct[-len(lead) :]) == lead for lead in _MONTH_LEADS):
        return SentenceBlank(label="month", rule=rule)
    if close or (follows and rule.length <= MOST_YEAR_PT):
        return SentenceBlank(label="year", rule=rule, century=century.box if close and century else None)
    if set(said[-4:]) & _ENDS and direct[-1:] != ["by"]:
        return SentenceBlank(label="expires", rule=rule)
    if behind[:1] == ["county"] or direct[-1:] == ["county"] or direct[-2:] == ["county", "of"]:
        return SentenceBlank(label="county", rule=rule)
    if direct[-2:] in (["state", "of"], ["commonwealth", "of"]):
        return SentenceBlank(label="state", rule=rule)
    if set(behind[:2]) & _COUNTED or (set(direct) & _COUNTED and set(direct) & _HOLDS):
        return SentenceBlank(label="count", rule=rule)
    if direct[-1:] == ["by"]:
        return SentenceBlank(label="affiant", rule=rule)
    if direct[-1:] == ["me"] and "notary" in behind:
        return SentenceBlank(label="notary", rule=rule)
    if direct and direct[-1] in _LEADS_TO_DATE:
        return SentenceBlank(label="date", rule=rule)
    if direct and direct[-1] in _NUMBERED:
        return SentenceBlank(label="number", rule=rule)
    return SentenceBlank(label="other", rule=rule)


def _right_behind(rule: Rule, before: Rule) -> bool:
    """Whether a blank is the next one on its row, with room for a printed "20" between."""
    return abs(rule.y - before.y) <= SAME_LINE_PT and 0 <= rule.x0 - before.x1 <= CENTURY_ROOM_PT


def _after_last_blank(before: Sequence[_Token]) -> list[str]:
    """The words between the blank before and this one."""
    out: list[str] = []
    for token in reversed(before):
        if token.rule is not None:
            break
        out.append(token.word)
    return out[::-1]
