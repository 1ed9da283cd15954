"""What lies beside the scans of a petition: petition.toml, the approved summary and text, and the blank form as PDF."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from samples.factory.form_pages import Print

COLORADO = "colorado-54-124"


@dataclass(slots=True, kw_only=True)
class Petition:
    """A made-up petition: its form, the blank print, when it circulates, and the next section's number."""

    id: str
    form: Any
    """A Form, or a PaperForm under the charters."""
    blank: Print
    first: date
    next_serial: int
    folder: Path | None = None

    def serial(self) -> str:
        """The next section's serial number, as the numbering machine prints it."""
        number = self.next_serial
        self.next_serial += 1
        return f"{number:04d}" if self.form.layout.serial_print == "machine" else f"{number:03d}"

    def path_from(self, out: Path, *, with_form: bool = False) -> str:
        """The petition file as seen from `out`; `with_form` the one that names the approved form."""
        folder = self.folder or out / self.id
        return _relative(folder / ("petition-form.toml" if with_form else "petition.toml"), out)


def _relative(path: Path, start: Path) -> str:
    return Path(os.path.relpath(path, start)).as_posix()


def write_petition(petition: Petition, out: Path) -> Path:
    """Write the petition's folder in `out`; gives the path of petition.toml."""
    folder = petition.folder or out / petition.id
    folder.mkdir(parents=True, exist_ok=True)
    form = petition.form
    if form.ordinance != COLORADO:
        # Imported here, for it needs this module's Petition.
        from samples.factory.paper import petition as paper_petition

        paper_petition.write(petition, folder)
        return folder / "petition.toml"
    (folder / "summary.txt").write_text(form.measure.summary + "\n")
    (folder / "text.txt").write_text(form.measure.filed_text)
    (folder / "form.pdf").write_bytes(petition.blank.pdf)
    title = form.measure.title.replace('"', "'")
    body = f"""# A made-up petition; no person, place or measure in it is real.
id = "{petition.id}"
ordinance = "colorado-54-124"
kind = "{form.measure.kind}"
title = "{title}"
city = "{form.town.city}"
county = "{form.town.county}"
timezone = "America/Denver"
summary_file = "summary.txt"
text_file = "text.txt"
circulation_from = {petition.first.isoformat()}
filed = {(petition.first + timedelta(days=110)).isoformat()}T15:20:00
"""
    (folder / "petition.toml").write_text(body)
    approved = (petition.first - timedelta(days=9)).isoformat()
    extra = f'form = "form.pdf"\napproved_by = "Clerk of {form.town.city}"\napproved_on = {approved}\n'
    (folder / "petition-form.toml").write_text(body + extra)
    return folder / "petition.toml"
