"""The figures that an ordinance file may set, and what each wants. A check reads them by these names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One figure: what a value must be, and what it means."""

    wants: str
    fits: Callable[[Any], bool]
    means: str


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)


def _wording(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"begins", "ends"} and all(isinstance(v, str) for v in value.values())


def _counts(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_count(v) for v in value.values())


def _bounds(value: Any) -> bool:
    return _counts(value) and set(value) == {"least", "most"}


def _weekday(value: Any) -> bool:
    return value in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _nth_weekday(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"weekday", "nth", "at"}
        and _weekday(value["weekday"])
        and _count(value["nth"])
        and re.fullmatch(r"[0-2]\d:[0-5]\d", str(value["at"])) is not None
    )


def _points(means: str) -> Parameter:
    return Parameter(wants="a number of points", fits=_number, means=means)


def _yes(means: str) -> Parameter:
    return Parameter(wants="true or false", fits=_flag, means=means)


def _list(means: str) -> Parameter:
    return Parameter(wants="a list of names", fits=_names, means=means)


def _whole(means: str) -> Parameter:
    return Parameter(wants="a whole number", fits=_count, means=means)


def _word(means: str) -> Parameter:
    return Parameter(wants="a word in quotes", fits=_text, means=means)


PARAMETERS: dict[str, Parameter] = {
    "warning": Parameter(
        wants="a table with begins and ends, the first and last words of the warning in the source",
        fits=_wording,
        means="the wording of the warning",
    ),
    "warning_type_pt": _points("the smallest type of the warning"),
    "warning_colour": _word("the colour of the warning's letters"),
    "warning_bold": _yes("whether the warning is bold"),
    "warning_plain": _yes("whether the warning is in plain letters"),
    "warning_on_pages_with": _list("parts that make a page one that must bear the warning"),
    "summary_on_pages_with": _list("parts that make a page one that must bear the summary"),
    "text_type_pt": _points("the smallest type of the full text"),
    "text_plain": _yes("whether the full text is in plain block letters"),
    "lines_numbered": _yes("whether the ruled lines are numbered consecutively"),
    "committee_least": _whole("the fewest persons who represent the signers"),
    "committee_most": _whole("the most persons who represent the signers"),
    "serial": _yes("whether sections are prenumbered serially"),
    "affidavit_particulars": _list("blanks of the affidavit that must be filled"),
    "affidavit_after_lines": _yes("whether the affidavit follows the signature pages"),
    "affidavit_each_page": _yes("whether each separate page with signatures has its own affidavit"),
    "notarized": _yes("whether a notarial act is asked for"),
    "ink": _yes("whether lines are signed in ink or indelible pencil"),
    "no_designation": _yes("whether a party or other designation is forbidden"),
    "signatures_percent": Parameter(
        wants="a table of per cents by kind of petition", fits=_counts, means="the share of registered electors who must sign"
    ),
    "signatures_least": Parameter(wants="a table of numbers by office", fits=_counts, means="the fewest signatures"),
    "signatures_most": Parameter(wants="a table of numbers by office", fits=_counts, means="the most signatures"),
    "district_offices": _list("offices whose signers must live in the ward or district"),
    "filing_days_after_first_signature": _whole("days after the earliest signature within which a petition is filed"),
    "filing_weeks_before_primary": _whole("weeks before the primary by which a petition is filed"),
    "filing_weekdays_before_primary": Parameter(
        wants='a table with weekday, nth and at, as { weekday = "Tuesday", nth = 15, at = "16:00" }',
        fits=_nth_weekday,
        means="the weekday before the primary, and the hour, by which a petition is filed",
    ),
    "notice_weeks_before_deadline": Parameter(
        wants="a table with least and most", fits=_bounds, means="weeks before the deadline at which its notice is published"
    ),
    "authorities_by_weekday": Parameter(
        wants="the name of a weekday", fits=_weekday, means="by when petitions go to the election authorities"
    ),
    "recall_words_most": _whole("the most words of the reasons for recall"),
    "recall_grounds": _list("grounds of which the reasons must name one"),
    "recall_ballot": Parameter(
        wants="a table with begins and ends, the first and last words of the ballot in the source",
        fits=_wording,
        means="the wording of the recall ballot",
    ),
    "heading_particulars": _list("what the heading of a nomination form must state"),
    "council_days": Parameter(wants="a table of days by kind", fits=_counts, means="calendar days that the council has"),
    "vote_within_years": _whole("years after the council's final vote within which the vote is held"),
    "recall_ordinance_days": _whole("calendar days within which the council calls a recall election"),
    "recall_last_months_of_term": _whole("last months of a term in which no recall election need be called"),
    "withdrawal_members_least": _whole("the fewest committee members who sign a withdrawal"),
    "withdrawal_business_days_before_vote": _whole("business day before the vote from which a withdrawal is too late"),
    "line_cells": _list("cells beside the signature without which a line is incomplete"),
}
