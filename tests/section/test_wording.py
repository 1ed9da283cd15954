"""Known words against printed ones: a change is found and confirmed, a misreading is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.section.rereading import speaks_for
from pipeline.section.tokens import folded, known_tokens, pieces
from pipeline.section.wording import Compared, compare
from tests.section.typeset_page import Paper

KNOWN = (
    "The city manager shall open the library for at least 52 hours each week. The fee may not exceed 2.4 percent of the price. "
    "No part of this ordinance is to be read as a limit on the powers of the council. It takes effect on January 1, 2027."
)
SENTENCE = "No part of this ordinance is to be read as a limit on the powers of the council. "


def compared(paper: Paper, known: str = KNOWN, **scan) -> Compared:
    found = compare(known, [paper.view(**scan)], print_engine=paper, hand_engine=paper)
    assert found is not None
    return found


def faults(found: Compared) -> list[tuple[str, str, str]]:
    return [(d.kind, d.expected, d.found) for d in found.wording.of_kind("changed", "missing-block")]


def test_clean_print_differs_nowhere_and_is_read_once():
    paper = Paper()
    paper.set(KNOWN, 60)
    found = compared(paper)
    assert found.wording.coverage == 1.0
    assert found.wording.differences == ()
    assert paper.calls == 0
    assert found.boxes[0][1].overlap(paper.box()) > 0.95


@pytest.mark.parametrize(
    ("old", "new", "expected", "seen"),
    [
        ("shall open", "may open", "shall", "may"),
        ("52 hours", "62 hours", "52", "62"),
        ("2.4 percent", "2.7 percent", "2.4", "2.7"),
        ("2.4 percent", "24 percent", "2.4", "24"),
        ("may not exceed", "may exceed", "not", ""),
        ("is to be read", "is not to be read", "", "not"),
        ("January 1, 2027", "January 1, 2028", "2027.", "2028."),
    ],
)
def test_a_changed_missing_or_added_word_is_found_and_confirmed(old, new, expected, seen):
    paper = Paper()
    paper.set(KNOWN.replace(old, new), 60)
    found = compared(paper)
    assert faults(found) == [("changed", expected, seen)]
    difference = found.wording.of_kind("changed")[0]
    assert difference.confirmed and difference.certainty > 0.9 and difference.page == 1


def test_a_first_word_that_was_changed_is_no_missing_one():
    paper = Paper()
    paper.set("Summary:", 40)
    paper.set(KNOWN.replace("The city manager", "Every city manager"), 60)
    found = compared(paper)
    assert faults(found) == [("changed", "The", "Every")]


def test_a_stroke_read_at_the_head_of_a_word_is_its_capital_i():
    known = "If adopted, this ordinance sets apart one half of all fees for housing. It has no end."
    paper = Paper()
    paper.set(known, 60, misread={"If": "\\f", "It": "|t"})
    found = compared(paper, known)
    assert faults(found) == []
    assert found.wording.coverage == 1.0


def test_a_dropped_sentence_is_a_missing_block():
    paper = Paper()
    paper.set(KNOWN.replace(SENTENCE, ""), 60)
    found = compared(paper)
    assert [kind for kind, _, _ in faults(found)] == ["missing-block"]
    assert found.wording.of_kind("missing-block")[0].confirmed


def test_words_that_only_the_first_reading_has_wrong_are_misreadings():
    paper = Paper()
    paper.set(KNOWN, 60, misread={"shall": "may", "52": "62", "limit": "", "powers": "bowers"})
    found = compared(paper)
    assert faults(found) == []
    assert {d.kind for d in found.wording.differences} <= {"ocr"}
    assert paper.calls > 0


def test_a_line_that_the_first_reading_skipped_is_read_again_before_it_is_missed():
    paper = Paper()
    paper.set(KNOWN, 60, right=300, skipped=(2,))
    found = compared(paper)
    assert faults(found) == []
    assert found.wording.coverage > 0.99


def test_spacing_hyphens_quotes_and_capitals_never_count():
    paper = Paper()
    paper.set(
        KNOWN.replace("each week. The", "each week.The").replace("ordinance", "ordi- nance").replace("library", "“LIBRARY”"), 60
    )
    found = compared(paper)
    assert faults(found) == []
    assert found.wording.coverage == 1.0


def test_two_readers_that_disagree_confirm_nothing():
    paper = Paper()
    paper.set(KNOWN.replace("52 hours", "62 hours"), 60)
    paper.read = lambda gray, *, page, box: Paper.read(_clean(), gray, page=page, box=box)  # type: ignore[method-assign]
    found = compared(paper)
    assert not any(d.confirmed for d in found.wording.differences)


def _clean() -> Paper:
    paper = Paper()
    paper.set(KNOWN, 60)
    return paper


def test_on_a_blurred_page_a_difference_stays_unconfirmed():
    paper = Paper()
    paper.set(KNOWN.replace("52 hours", "62 hours"), 60)
    found = compared(paper, problems=("blur",))
    assert [(d.expected, d.found, d.confirmed) for d in found.wording.of_kind("changed")] == [("52", "62", False)]
    assert found.wording.of_kind("changed")[0].certainty < 0.9


def test_a_born_digital_page_is_certain_without_any_reading():
    paper = Paper()
    paper.set(KNOWN.replace("52 hours", "62 hours"), 60)
    found = compared(paper, exact=True)
    assert found.wording.of_kind("changed")[0].certainty == 1.0
    assert paper.calls == 0


def test_a_word_under_a_punch_hole_is_not_held_against_the_print():
    paper = Paper()
    paper.set(KNOWN, 60, misread={"The": "he"})
    paper.blot(52, 65, 6)
    found = compare(KNOWN, [paper.view()], print_engine=_reads("he"), hand_engine=_reads("he"))
    assert found is not None
    assert faults(found) == []


def _reads(first: str) -> Paper:
    paper = Paper()
    paper.set(KNOWN.replace("The city", f"{first} city"), 60)
    return paper


def test_handwriting_and_other_print_between_the_lines_are_not_added_words():
    paper = Paper()
    y = paper.set(KNOWN[: KNOWN.index("No part")], 60)
    paper.set("Received 3:15 p.m. Sep 4 City Clerk", y + 8, size=22, x=120)
    paper.set(KNOWN[KNOWN.index("No part") :], y + 50)
    assert faults(compared(paper)) == []


def test_text_runs_on_over_pages_with_a_footer_between():
    first, second = Paper(), Paper()
    first.set(KNOWN[: KNOWN.index("No part")], 60)
    first.set("Page 1 of 2", 760, x=280)
    second.set("CITY OF ASPEN GROVE", 30)
    second.set(KNOWN[KNOWN.index("No part") :], 60)
    found = compare(KNOWN, [first.view(1), second.view(2)], print_engine=first, hand_engine=first)
    assert found is not None
    assert faults(found) == []
    assert [page for page, _ in found.boxes] == [1, 2]
    assert found.boxes[0][1].y1 < 120


def test_columns_read_the_other_way_round_are_still_the_same_words():
    paper = Paper()
    half = KNOWN.index("No part")
    paper.set(KNOWN[half:], 60, x=320, right=560)
    paper.set(KNOWN[:half], 60, x=50, right=290)
    found = compared(paper)
    assert found.wording.coverage > 0.95
    assert faults(found) == []


def test_another_text_altogether_is_not_found():
    paper = Paper()
    paper.set("We, the undersigned registered electors of the City, petition the council to submit the measure to a vote.", 60)
    assert compare(KNOWN, [paper.view()], print_engine=paper, hand_engine=paper) is None


def test_pieces_keep_what_counts_and_drop_what_does_not():
    assert pieces("MEASURE.TO BE") == ["measure", "to", "be"]
    assert pieces("$1,350,000 and 2.4") == ["1350000", "and", "2.4"]
    assert pieces("City’s ﬁle—now") == ["citys", "file", "now"]
    assert [t.ends_sentence for t in known_tokens("One. two three.")] == [True, False, True]


@pytest.mark.parametrize(("one", "other"), [("3", "8"), ("1", "7"), ("6", "0"), ("5", "6"), ("2", "7")])
def test_no_two_digits_look_alike(one, other):
    assert folded(one) != folded(other)


def test_a_second_misreading_near_the_first_is_no_agreement():
    assert speaks_for("2027. @ecction 3. This", ["section"], ["ection"], "2027", "3this") == "neither"
    assert speaks_for("2027. Section 3. This", ["section"], ["ection"], "2027", "3this") == "expected"
    assert speaks_for("2027. ection 3. This", ["section"], ["ection"], "2027", "3this") == "found"


def test_the_last_line_given_before_the_others_is_not_missing():
    """What print OCR does at the edge of a box: the last line comes first, and words after the box are taken for it."""
    last = "to $1,000 a day."
    known = KNOWN + " Who breaks it is fined up " + last
    paper = Paper()
    paper.set(KNOWN + " Who breaks it is fined up", 60, right=300)
    view = paper.view()
    foot = max(line.box.y1 for line in view.text.lines)
    after = Paper()
    after.set(last, foot + 4, x=50, right=560)
    after.set("To the City Clerk: we ask that the measure be put to a vote.", foot + 24)
    lines = after.view().text.lines
    text = replace(view.text, lines=(lines[0], *view.text.lines, *lines[1:]))
    found = compare(known, [replace(view, text=text)], print_engine=_silent(), hand_engine=None)
    assert found is not None
    assert faults(found) == []


def test_words_that_are_truly_missing_are_not_excused_by_the_same_words_elsewhere_in_the_wording():
    known = KNOWN + " The fee may not exceed that price."
    paper = Paper()
    paper.set(KNOWN + " The fee exceed that price.", 60)
    assert [(kind, expected) for kind, expected, _ in faults(compared(paper, known))] == [("changed", "may not")]


def test_a_first_word_of_a_line_under_a_punch_hole_in_the_margin_is_not_missing():
    paper = Paper()
    y = paper.set(KNOWN[: KNOWN.index("No part")], 60)
    whole = Paper()
    whole.set(KNOWN[: KNOWN.index("No part")], 60)
    paper.set("DO NOT OPEN IT.", y + 2)
    paper.blot(58, y + 7, 7)
    view = paper.view()
    lines = tuple(replace(line, words=tuple(w for w in line.words if w.text != "DO")) for line in view.text.lines)
    found = compare(
        KNOWN[: KNOWN.index("No part")] + " DO NOT OPEN IT.",
        [replace(view, text=replace(view.text, lines=lines))],
        print_engine=whole,
        hand_engine=whole,
    )
    assert found is not None
    assert faults(found) == []


def _silent() -> Paper:
    """Engines that read nothing a second time."""
    return Paper()
