"""Which words of an affidavit's page are what the circulator states? Entries, captions and the notarial act are not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box, union
from pipeline.model.section import StatementFound
from pipeline.model.sought import Sought, StatementSought
from pipeline.model.text import Word
from pipeline.section.affidavit_place import head_marks
from pipeline.section.jurat import pieces, sworn_rows
from pipeline.section.list_marks import list_marks
from pipeline.section.oath_page import OathPage, stands_on
from pipeline.section.propositions import BREAK
from pipeline.section.statements import SMALL_WORDS, Heard, Said, hear
from pipeline.section.writing_room import Rule

# A row all in brackets stands under a blank and is no part of the sentence that runs around it; longer ones may be.
BRACKETED_WORDS = 10
# Words of print recognition less sure than this are a pen's strokes (print of the made-up scans stays over 0.5).
WRITTEN_BELOW = 0.35
# A rule under words that no caption claims is a blank's from this length on, in points; shorter ones are feet of letters.
ENTRY_RULE_PT = 40.0
# So many little words surely read on one rule are a sentence, whose feet the rule was seen in, and no entry.
UNDERLINED_WORDS, PRINT_CERTAINTY = 2, 0.8
# A heading is a short row.
HEADING_WORDS = 12
# What print recognition makes of a bullet at the beginning of a row.
_BULLET_READ = re.compile(r"^(?:[•·*¢¤©®°»>+~\-–—▪■□¢«]|[eoc°])$")
# A new item of a list begins so far left of where the rows of the item before go on, in points.
HANGS_PT = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenWord:
    """A word of the running text, or (None) the end of one piece of it."""

    page: int
    word: Word | None


def last_said(rows: Sequence[Sequence[Word]], statements: Sequence[StatementSought]) -> int:
    """Place of the last row that says one of the statements, -1 where none does.

    What stands behind "sworn to before me" is heard only where nothing is said before it: words of the act and entries in
    its blanks come near to statements.
    """
    for act in sworn_rows(rows):
        said = _last_row(rows[:act], statements)
        if said >= 0:
            return said
    return _last_row(rows, statements)


def _last_row(rows: Sequence[Sequence[Word]], statements: Sequence[StatementSought]) -> int:
    places = [i for i, row in enumerate(rows) for _ in row]
    heard = hear([w.text for row in rows for w in row], statements)
    return max((places[s.last] for s in heard.statements if s.last is not None and s.found.present), default=-1)


def heads(row: Sequence[Word]) -> bool:
    """Whether a row is the heading of an affidavit."""
    return len(row) <= HEADING_WORDS and bool(head_marks(row)[0] & {"head", "bare"})


def spoken(form: OathPage, outside: Sequence[Box]) -> tuple[SpokenWord, ...]:
    """The running text of an affidavit's page. `outside`: the notarial act."""
    page = form.view.page.number
    captions = {id(w) for b in form.blanks if b.side in {"under", "over"} and b.caption.alone for w in b.caption.words}
    out: list[SpokenWord] = []
    end = SpokenWord(page=page, word=None)
    left = top = 0.0
    rules = _ruled_blanks(form)
    marks = list_marks(form.rows)
    for at, row in enumerate(form.rows):
        heading = at == 0 and heads(row)
        said = [w for piece in pieces(row) if not _mostly_in(piece, outside) for w in piece]
        said = [w for w in said if not _entered(rules, w)]
        if heading or _bracketed(row) or (said and all(id(w) in captions for w in said)):
            out.append(end)
            continue
        item = len(said) > 1 and bool(_BULLET_READ.match(said[0].text))
        # The next column begins further up.
        if row[0].box.y1 < top or (item and said[1].box.x0 <= left + HANGS_PT):
            out.append(end)
        top = row[0].box.y0
        left = said[1].box.x0 if item else left
        for word in said[1:] if item else said:
            if id(word) in marks and not word.text.strip(".,"):
                # The stop of an item's number, lower than its row: the item goes on.
                continue
            if id(word) in captions or id(word) in marks:
                out.append(end)
            else:
                out.append(SpokenWord(page=page, word=word))
    return tuple(out)


def _mostly_in(piece: Sequence[Word], outside: Sequence[Box]) -> bool:
    """Whether a piece of a row is the act's: the last row of a sentence may reach in over the act's first one."""
    return 2 * sum(any(z.contains(*w.box.middle) for z in outside) for w in piece) > len(piece)


def _ruled_blanks(form: OathPage) -> list[Rule]:
    """Rules that words may stand on as entries: those of blanks, and long ones that do not underline a sentence."""
    known = {b.rule for b in form.blanks}
    words = [w for row in form.rows for w in row if w.certainty >= PRINT_CERTAINTY]

    def underlines(rule: Rule) -> bool:
        on = [w for w in words if stands_on(w.box, rule)]
        return sum(t in SMALL_WORDS for w in on for t in [w.text.strip(".,;:").lower()]) >= UNDERLINED_WORDS

    return [r for r in form.rules if r in known or (r.length >= ENTRY_RULE_PT and not underlines(r))]


def _entered(rules: Sequence[Rule], word: Word) -> bool:
    """Whether a word stands on a blank's rule: it is an entry, in whatever words."""
    return any(stands_on(word.box, rule) for rule in rules)


def _bracketed(row: Sequence[Word]) -> bool:
    return (
        len(row) <= BRACKETED_WORDS
        and row[0].text.startswith("(")
        and row[-1].text.rstrip(".,;").endswith(")")
        and len(row[0].text) > 3
    )


def statements_in(words: Sequence[SpokenWord], sought: Sought) -> tuple[Heard, tuple[StatementFound, ...]]:
    """What the running text says of the statements sought, each with its place."""
    heard = hear([_as_said(s.word) for s in words], sought.statements)
    return heard, tuple(_placed(s, words) for s in heard.statements)


def _as_said(word: Word | None) -> str:
    """A word without the stops that recognition of print saw in a pen's strokes: they would end the sentence around a blank."""
    if word is None:
        return BREAK
    return (word.text.strip(".,;:") or word.text) if word.certainty < WRITTEN_BELOW else word.text


def _placed(said: Said, words: Sequence[SpokenWord]) -> StatementFound:
    page, box = None, None
    if said.first is not None and said.last is not None:
        part = [(s.page, s.word.box) for s in words[said.first : said.last + 1] if s.word is not None]
        page = part[0][0]
        box = union(b for p, b in part if p == page)
    return StatementFound(
        name=said.name, found=replace(said.found, page=page, box=box), sentence=said.sentence, page=page, box=box
    )
