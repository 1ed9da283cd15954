"""What an elector's affidavit presumes of lines that cannot be read or look alike. 54-124(f), reading `prima-facie`."""

from __future__ import annotations

from pipeline.checks.answer import answer
from pipeline.checks.case import Case


def states_presumption(case: Case) -> bool:
    """Whether a registered elector's whole affidavit says that the signatures are genuine and the signers registered."""
    affidavit = case.affidavit
    if affidavit is None or answer(affidavit.registered_elector) != "yes" or answer(affidavit.signature) == "no":
        return False
    if case.ordinance.param("notarized") and (affidavit.notary is None or answer(affidavit.notary.signature) == "no"):
        # An affidavit is sworn: without a notary's signature nothing is presumed.
        return False
    said = {s.name for s in affidavit.statements if answer(s.found) == "yes"}
    return {"genuine", "registered"} <= said


def presumed(case: Case) -> bool:
    """Whether 54(f) speaks for the lines of this section: its affiant says so, and was found on the roll."""
    if case.ordinance.check("presumed-genuine", case.petition.kind) is None or not states_presumption(case):
        return False
    affidavit = case.affidavit
    return affidavit is not None and affidavit.on_roll is not None and answer(affidavit.on_roll) == "yes"
