"""The order of the checks, as the tables of requirements.md have them: it names the reason of a line that does not count."""

from __future__ import annotations

from types import MappingProxyType

TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Warning", (
        "warning-missing", "warning-not-red", "warning-colour-unknown", "warning-not-plain", "warning-misplaced",
        "warning-too-small", "warning-not-bold", "warning-wording",
    )),
    ("Summary", ("summary-missing", "summary-misplaced", "summary-wording")),
    ("Full text", ("text-missing", "text-misplaced", "text-wording", "text-too-small", "text-not-plain")),
    ("Lines", ("lines-missing", "lines-unnumbered", "lines-misnumbered")),
    ("Representatives, serial number, assembly, form", (
        "committee-missing", "committee-size", "committee-incomplete", "committee-not-registered", "serial-missing",
        "serial-inconsistent", "section-disassembled", "form-not-official",
    )),
    ("Affidavit of the circulator", (
        "affidavit-missing", "affidavit-missing-on-page", "affidavit-misplaced", "affidavit-statement-missing",
        "affidavit-unsigned", "affidavit-undated", "circulator-name-missing", "circulator-address-incomplete",
        "affidavit-not-notarized", "notary-signature-missing", "notary-seal-missing", "notary-date-missing",
        "notary-commission-expired", "notary-date-mismatch", "affidavit-not-sworn", "count-stated-missing",
        "count-stated-differs", "affidavit-altered", "circulator-is-notary", "circulator-signed-as-elector",
        "presumed-genuine",
    )),
    ("Signer lines", (
        "line-signature-missing", "line-name-missing", "line-address-missing", "line-address-incomplete", "line-po-box",
        "line-date-missing", "line-date-incomplete", "line-date-unreadable", "line-date-impossible", "line-after-affidavit",
        "line-outside-block", "line-altered", "line-not-ink", "line-struck", "line-struck-partly", "line-illegible",
        "line-same-hand", "line-duplicate", "line-not-on-roll", "line-registered-later", "line-cancelled",
        "line-address-differs", "line-outside-district", "line-signed-rival",
    )),
    ("Recall statement and nomination heading", (
        "recall-officer-missing", "recall-reasons-missing", "recall-reasons-too-long", "recall-grounds-unstated",
        "heading-incomplete", "heading-differs", "party-designation",
    )),
    ("A whole petition", (
        "serial-duplicate", "serial-gap", "papers-not-uniform", "not-one-instrument", "filed-too-late", "signatures-too-few",
        "signatures-too-many", "candidate-twice", "returns-missing", "returns-differ",
    )),
    ("Withdrawal", ("withdrawal-too-few-members", "withdrawal-too-late")),
)  # fmt: skip

ORDER = MappingProxyType({name: place for place, name in enumerate(n for _, names in TABLES for n in names)})
"""Name of a check, its place in the tables."""

SCOPES = MappingProxyType({"petition": 0, "section": 1, "page": 2, "line": 3})

NOT_YET = MappingProxyType({
    "form-not-official": "no approved form is given",
})  # fmt: skip
"""Checks that have no judge, and why."""

NEEDS_ROLL = frozenset({
    "committee-not-registered", "line-not-on-roll", "line-registered-later", "line-cancelled", "line-address-differs",
    "line-outside-district",
})  # fmt: skip

OVER_THE_PETITION = frozenset({
    "line-duplicate", "line-signed-rival", *dict(TABLES)["A whole petition"], *dict(TABLES)["Withdrawal"],
})  # fmt: skip
"""Checks that look at all sections together: the count's, never those of one section."""
