"""What lies beside the scans of a paper petition: petition.toml with its ordinance's keys, text, blank form."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from samples.factory.paper.form import PaperForm
from samples.factory.petition import Petition

ZONES = {"Missouri": "America/Chicago", "Michigan": "America/Detroit", "Pennsylvania": "America/New_York"}
FILED_DAYS = 52
"""Filed so many days after circulation began: within sixty, and after every affidavit and every late line."""


def write(petition: Petition, folder: Path) -> None:
    """Write petition.toml, petition-form.toml, form.pdf and the filed text, where there is one, into `folder`."""
    form: PaperForm = petition.form
    filed = petition.first + timedelta(days=FILED_DAYS)
    title = form.measure.title.replace('"', "'")
    keys = [
        "# A made-up petition; no person, place or measure in it is real.",
        f'id = "{petition.id}"',
        f'ordinance = "{form.ordinance}"',
        f'kind = "{form.kind}"',
        f'title = "{title}"',
        f'city = "{form.town.city}"',
        f'county = "{form.town.county}"',
        f'timezone = "{ZONES[form.town.state]}"',
        f"circulation_from = {petition.first.isoformat()}",
        f"filed = {filed.isoformat()}T15:20:00",
    ]
    if form.measure.text:
        (folder / "text.txt").write_text(form.measure.filed_text)
        keys.append('text_file = "text.txt"')
    if form.ordinance == "fulton-10-3":
        keys.append("registered_voters = 420")
    if form.kind == "recall":
        keys.append(f'official = {{ name = "{form.stated["official"]}", office = "{form.stated["office"]}" }}')
    if form.kind == "nomination":
        assert form.primary is not None
        names = {
            "office": "office",
            "district": "district",
            "candidate": "candidate",
            "candidate_address": "address",
            "party": "party",
        }
        keys += [f'{key} = "{form.stated[name]}"' for key, name in names.items() if form.stated[name]]
        keys.append(f"primary = {form.primary.isoformat()}")
    body = "\n".join(keys) + "\n"
    (folder / "petition.toml").write_text(body)
    (folder / "form.pdf").write_bytes(petition.blank.pdf)
    approved = (petition.first - timedelta(days=9)).isoformat()
    extra = f'form = "form.pdf"\napproved_by = "Clerk of {form.town.city}"\napproved_on = {approved}\n'
    (folder / "petition-form.toml").write_text(body + extra)
