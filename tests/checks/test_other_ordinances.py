"""Nothing invented: each ordinance's clean paper, judged under each other ordinance, has exactly the findings that law gives."""

from __future__ import annotations

import pytest

from pipeline.checks.judge import judge
from pipeline.law import loader
from tests.checks.clean_papers import CLEAN, petition_of
from tests.checks.clean_section import SCAN

# What a paper of one ordinance lacks under another, by (its own ordinance, kind) and (the other ordinance, kind). Worked out
# from the table "What an ordinance does not ask for" and the clauses, not from what the program says.
COLORADO_ASKS = {"warning-missing", "summary-missing", "committee-missing", "serial-missing", "affidavit-statement-missing",
                 "circulator-name-missing", "circulator-address-incomplete", "affidavit-not-notarized"}  # fmt: skip
# A paper of nomination begins its numbers anew on each page, which 54-124(c) does not let pass without the approved form.
NUMBERS = {"lines-misnumbered"}
RECALL_ASKS = {"recall-officer-missing", "recall-reasons-missing"}
EXPECTED = {
    ("colorado-54-124", "initiative"): {
        ("colorado-54-124", "referendum"): set(),
        ("fulton-10-3", "referendum"): {"affidavit-statement-missing"},
        ("fulton-10-3", "initiative"): {"affidavit-statement-missing"},
        ("fulton-10-3", "recall"): {
            "affidavit-statement-missing", "recall-officer-missing", "recall-reasons-missing",
        },
        ("charter-3-06", "nomination"): {"heading-incomplete"},
        # One affidavit on the last page answers for the page before it; the other signature page has none.
        ("charter-602", "nomination"): {"affidavit-missing-on-page"},
    },
    ("fulton-10-3", "initiative"): {
        ("colorado-54-124", "initiative"): COLORADO_ASKS,
        ("fulton-10-3", "referendum"): set(),
        ("fulton-10-3", "recall"): RECALL_ASKS,
        ("charter-3-06", "nomination"): {"heading-incomplete"},
        ("charter-602", "nomination"): {"affidavit-missing-on-page"},
    },
    ("fulton-10-3", "recall"): {
        ("colorado-54-124", "initiative"): {*COLORADO_ASKS, "text-missing"},
        ("fulton-10-3", "initiative"): {"text-missing"},
        ("fulton-10-3", "referendum"): {"text-missing"},
        ("charter-3-06", "nomination"): {"heading-incomplete"},
        ("charter-602", "nomination"): {"affidavit-missing-on-page"},
    },
    ("charter-3-06", "nomination"): {
        ("colorado-54-124", "initiative"): {
            *NUMBERS, "warning-missing", "summary-missing", "text-missing", "committee-missing", "serial-missing",
            "affidavit-missing",
        },
        ("fulton-10-3", "initiative"): {"text-missing", "affidavit-missing"},
        ("fulton-10-3", "recall"): {"affidavit-missing", *RECALL_ASKS},
        ("charter-602", "nomination"): {"affidavit-missing-on-page"},
    },
    ("charter-602", "nomination"): {
        ("colorado-54-124", "initiative"): {*NUMBERS, *COLORADO_ASKS, "text-missing"},
        ("fulton-10-3", "initiative"): {"text-missing", "affidavit-statement-missing"},
        ("fulton-10-3", "recall"): {"affidavit-statement-missing", *RECALL_ASKS},
        ("charter-3-06", "nomination"): {"heading-incomplete"},
    },
}  # fmt: skip
PAIRS = [(own, other) for own, others in EXPECTED.items() for other in others]


@pytest.mark.parametrize(("own", "other"), PAIRS, ids=[f"{a[0]} {a[1]} under {b[0]} {b[1]}" for a, b in PAIRS])
def test_only_the_petitions_own_ordinance_speaks(own: tuple[str, str], other: tuple[str, str]) -> None:
    result = judge(CLEAN[own](), SCAN, petition_of(*other), loader.load(other[0]))
    assert {f.check for f in result.findings} == EXPECTED[own][other]
    source = {c.id for c in loader.load(other[0]).clauses}
    assert {f.clause for f in result.findings} <= source


def test_every_ordinances_paper_is_judged_under_every_other_ordinance() -> None:
    for own in CLEAN:
        assert {other for other, _ in EXPECTED[own]} | {own[0]} == {law for law, _ in CLEAN}
