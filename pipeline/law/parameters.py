"""The figures that an ordinance file may set, and what each wants. A check reads them by these names."""

from __future__ import annotations

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
    "line_cells": _list("cells beside the signature without which a line is incomplete"),
}
