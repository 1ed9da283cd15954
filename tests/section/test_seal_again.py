"""A stamp whose letters broke in scanning is known by its fixed lines; forms, names and receipts are none."""

from __future__ import annotations

import pytest

from pipeline.section.seal_again import LEAST_KINDS, kinds_like


@pytest.mark.parametrize(
    "lines",
    [
        ["OPAL 'JPJOHN", "NOTAR:BLIC", "S : OF COLOR: DO", "NOTARD 2021401285"],
        ["ODO QUILL", "N0TARY PUBL C", "STATE OF COLORADO", "Y COMMISSONEYPIRES 05/31/2028"],
        ["TARY PUBLIC", "NOTARY ID 20244011223"],
    ],
)
def test_broken_lines_of_a_stamp_are_known(lines: list[str]) -> None:
    assert len(kinds_like(lines)) >= LEAST_KINDS


@pytest.mark.parametrize(
    "lines",
    [
        ["1. Kendra Arbuckle", "2. Alma Wainwright", "3. Yolanda S. St. Clair"],
        ["RECEIVED", "CITY CLERK", "SEP 30 2026"],
        ["Notary's signature", "My commission expires", "Title of office"],
        ["NO PUBLIC DUTY", "COMMITTEE OF PETITIONERS", "81991"],
        ["Notary ID"],
    ],
)
def test_lines_of_forms_lists_and_receipts_are_no_stamp(lines: list[str]) -> None:
    assert len(kinds_like(lines)) < LEAST_KINDS
