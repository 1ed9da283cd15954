"""Affidavits drawn for tests: captions under, before or above their blanks, filled by hand or left blank, stamped or not."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from pipeline.model.sought import Sought, StatementSought
from tests.section.printed_page import Sheet

SEVEN = ("read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid")
SOUGHT = Sought(
    ordinance="colorado-54-124",
    kind="initiative",
    statements=tuple(StatementSought(name=n, clause="", quote="") for n in SEVEN),
    notarized=True,
)
STATEMENTS = (
    "1. I have read and understand the laws governing the circulation of petitions.",
    "2. I was 18 years of age or older at the time this section was circulated and signed.",
    "3. I personally circulated this section of the petition.",
    "4. Each signature thereon was affixed in my presence.",
    "5. Each signature is the signature of the person whose name it purports to be.",
    "6. To the best of my knowledge each person signing was at the time a registered elector.",
    "7. I have not paid and will not pay, and I believe that no other person has paid or will pay, any",
    "money or thing of value to any signer to induce that signer to sign the petition.",
)
Style = Literal["under", "before", "above"]
BLANKS = ("name", "street", "municipality", "county", "date", "signature")
CAPTIONS = {
    "name": "Printed name", "street": "Street address", "municipality": "City or town", "county": "County",
    "date": "Date signed", "signature": "Signature of circulator",
}  # fmt: skip
WRITTEN = {
    "name": "Wanda Prell", "street": "12 Elm St", "municipality": "Arvana", "county": "Tollgate", "date": "9/3/26",
    "signature": "W. Prell",
}  # fmt: skip


def affidavit(
    sheet: Sheet, *, style: Style = "under", empty: Collection[str] = (), top: float = 60, without: int | None = None
) -> float:
    """Print an affidavit on the sheet and write into its blanks; gives the y below it. `without`: a statement's number to
    leave out."""
    sheet.print(220, top, "AFFIDAVIT OF CIRCULATOR", 12)
    sheet.print(50, top + 22, "The undersigned, being first duly sworn, deposes and states as follows:")
    y = top + 42.0
    for line in STATEMENTS:
        if without is not None and (line.startswith(f"{without}.") or (without == 7 and line.startswith("money"))):
            continue
        sheet.print(50, y, line)
        y += 15
    y += 22
    for row in (("name", "street"), ("municipality", "county"), ("signature", "date")):
        for x, name in zip((50.0, 320.0), row, strict=True):
            caption, rule_y = CAPTIONS[name], y + 14
            start = x + 120 if style == "before" else x
            sheet.rule(start, x + 240, rule_y)
            if style == "under":
                sheet.print(x, rule_y + 2, caption, 8)
            elif style == "before":
                sheet.print(x, rule_y - 9, caption + ":", 10)
            else:
                sheet.print(x, rule_y - 28, caption, 8)
            if name not in empty:
                sheet.write(start + 8, rule_y - 14, WRITTEN[name], 13)
        y += 44
    return y


def act(
    sheet: Sheet, top: float, *, signed: bool = True, dated: bool = True, stamp: bool = True, placeholder: bool = True
) -> None:
    """Print a notarial act below `top`."""
    sheet.print(50, top, "Subscribed and sworn to before me this")
    sheet.rule(222, 262, top + 11)
    sheet.print(266, top, "day of")
    sheet.rule(298, 380, top + 11)
    sheet.print(384, top, ", 20")
    sheet.rule(403, 435, top + 11)
    if dated:
        sheet.write(228, top - 3, "3rd", 12)
        sheet.write(305, top - 3, "Sept", 12)
        sheet.write(408, top - 3, "26", 12)
    sheet.rule(50, 260, top + 60)
    sheet.print(50, top + 62, "Notary Public", 8)
    sheet.print(50, top + 82, "My commission expires:")
    sheet.rule(155, 260, top + 92)
    if signed:
        sheet.write(60, top + 42, "Odo Quill", 16)
    if placeholder:
        sheet.print(420, top + 100, "(SEAL)", 8)
    if stamp:
        x0, x1, y0, y1 = 350.0, 510.0, top + 25, top + 88
        for y in (y0, y1):
            sheet.rule(x0, x1, y)
        for x in (x0, x1):
            sheet.upright(x, y0, y1)
        lines = (
            "ODO QUILL",
            "NOTARY PUBLIC",
            "STATE OF COLORADO",
            "NOTARY ID 20244011223",
            "MY COMMISSION EXPIRES 05/31/2028",
        )
        for at, line in enumerate(lines):
            sheet.print(x0 + 8, y0 + 4 + 11.5 * at, line, 7.5)


def act_with_one_date(sheet: Sheet, top: float, led_by: str, *, dated: bool = True) -> None:
    """Print a notarial act whose date has one blank, led into by the words `led_by` on the sentence's second row."""
    sheet.print(300, top, "Sworn to and subscribed before me, a notary public for the State of")
    sheet.print(300, top + 18, led_by)
    sheet.rule(304 + 5.2 * len(led_by), 470, top + 29)
    if dated:
        sheet.write(312 + 5.2 * len(led_by), top + 15, "9/3/26", 12)
    sheet.rule(300, 540, top + 62)
    sheet.print(300, top + 64, "Notary Public (sign)", 8)
    sheet.write(310, top + 44, "Odo Quill", 16)
    sheet.print(300, top + 86, "Commission expires")
    sheet.rule(395, 480, top + 97)
