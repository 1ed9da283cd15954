"""Does a recall paper say whom it is about and why, in few enough words, on a ground that the law names? 10.3(b)."""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.words import and_list
from pipeline.model.heading import RecallFacts

# Certainty of a word count that may lie within the limit as well as beyond it.
STRADDLES = 0.6


def _judged(case: Case) -> RecallFacts | None:
    """The statement found best; a paper may repeat it on each page."""
    found = [r for r in case.facts.recalls if r.certainty >= EVEN_ODDS]
    return max(found, key=lambda r: (r.certainty, -r.page)) if found else None


@check("recall-officer-missing", leans="place")
def recall_officer_missing(case: Case) -> Answer:
    """The name or the office of the official sought to be recalled is not stated.

    Review when: always for one section; where no section of the petition states them, the petition falls.
    """
    recall = _judged(case)
    lacks = []
    if recall is None:
        lacks = ["name", "office"]
    else:
        lacks = [n for n, seen in (("name", recall.official), ("office", recall.office)) if answer(seen) != "yes"]
    if not lacks:
        return
    sure = recall is None or all(answer(s) != "unsure" for s in (recall.official, recall.office))
    certainty = SURELY_ABSENT if recall is None else min(recall.official.certainty, recall.office.certainty)
    yield Defect(
        check="recall-officer-missing",
        page=recall.page if recall else None,
        box=recall.box if recall else None,
        certainty=certainty,
        elsewhere=recall is None,
        name=" ".join(lacks),
        doubt=None if sure else "it is not certain that this is not stated",
        message=f"The {and_list(lacks)} of the official sought to be recalled was not found.",
        expected="name and office of the official",
        found=f"no {and_list(lacks)}",
    )


@check("recall-reasons-missing", leans="place")
def recall_reasons_missing(case: Case) -> Answer:
    """There is no statement of the reasons for recall.

    Review when: always for one section; where no section of the petition has one, the petition falls.
    """
    recall = _judged(case)
    if recall is None or recall.reasons is None:
        yield Defect(
            check="recall-reasons-missing",
            page=recall.page if recall else None,
            box=recall.box if recall else None,
            certainty=SURELY_ABSENT,
            elsewhere=recall is None,
            block=True,
            message="The section states no reasons for the recall.",
            expected="a statement of the reasons",
            found="no reasons",
        )


@check("recall-reasons-too-long", leans="words")
def recall_reasons_too_long(case: Case) -> Answer:
    """The reasons have more words than allowed, the reasons alone counted; the message gives the count and its rule.

    The reading `word-count` says whether hyphened words are one or two. The limit itself is allowed.

    Review when: always for one section; the limit lies between the two ways of counting, or within the doubt of the reading.
    """
    recall = _judged(case)
    most = case.ordinance.param("recall_words_most")
    if recall is None or recall.reasons is None or most is None:
        return
    hyphened = case.readings.chosen("word-count") == "hyphened-as-two"
    counted = recall.words_hyphened if hyphened else recall.words
    highest = max(recall.words.high, recall.words_hyphened.high)
    if highest <= most:
        return
    rule = "hyphened words counted as two" if hyphened else "counted as a word processor counts them"
    over = counted.low > most
    between = not over and counted.high <= most
    yield Defect(
        check="recall-reasons-too-long",
        page=recall.page,
        box=recall.box,
        certainty=SURELY_ABSENT if over else STRADDLES,
        doubt="the limit lies between the two ways of counting hyphened words" if between else None,
        message=f"The reasons for recall have {counted.value:g} words ({rule}; {counted.low:g} to {highest:g} with all doubt); "
        f"at most {most} are allowed.",
        expected=f"at most {most} words",
        found=f"{counted.value:g} words",
    )


@check("recall-grounds-unstated", leans="words")
def recall_grounds_unstated(case: Case) -> Answer:
    """None of the grounds that the ordinance names can be read out of the reasons. Review when: always."""
    recall = _judged(case)
    if recall is None or recall.reasons is None or not recall.grounds:
        return
    said = {name: answer(seen) for name, seen in recall.grounds}
    if "yes" in said.values():
        return
    near = [name for name, a in said.items() if a == "unsure"]
    yield Defect(
        check="recall-grounds-unstated",
        page=recall.page,
        box=recall.box,
        certainty=min(seen.certainty for _, seen in recall.grounds),
        doubt=f"the reasons may speak of {and_list(near)}" if near else None,
        message=f"The reasons for recall speak of none of the grounds that the ordinance names: {and_list(said)}.",
        expected=and_list(said),
        found=recall.reasons.text[:200] if recall.reasons.text else None,
    )
