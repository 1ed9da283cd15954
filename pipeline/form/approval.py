"""Approved forms in the state folder: the file itself, who approved it on which day, and what was found in it.

`$PETITION_HOME/forms/<sha256>/` holds `form.pdf` (or whatever it is) and `approvals.jsonl`, one line an approval, only ever
appended to. A program never approves: an approval bears the name of a person.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.errors import PetitionError, WrongUse

APPROVALS = "approvals.jsonl"
SCHEMA = "petition-approval/1"
# Names of programs and posts, not of persons.
_NOBODY = frozenset({
    "admin", "administrator", "auto", "automatic", "bot", "clerk", "city", "computer", "machine", "nobody", "none", "office",
    "petition", "program", "root", "script", "system", "test", "user",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """That a person approved a form."""

    form: str
    """SHA-256 of the file."""
    file: str
    petition: str
    """Id of the petition, as its file has it; may be empty."""
    ordinance: str
    by: str
    at: datetime
    """With its offset."""
    findings: tuple[Mapping[str, Any], ...]
    """What was found in the form when it was approved, as in the JSON of a section."""
    versions: Mapping[str, str]

    @property
    def sentence(self) -> str:
        """Who and when, for a message."""
        return f"approved by {self.by} on {self.at.date().isoformat()}"


def sha256_of(path: Path) -> str:
    """The file's hash, in hexadecimal digits.

    Raises:
        OSError: where it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_of(home: Path, form: str) -> Path:
    """Where a form lies in the state folder. `form`: its hash."""
    return home / "forms" / form


def person(name: str) -> str:
    """The name of a person, spaces tidied.

    Raises:
        WrongUse: where it names none: a first and a family name are wanted.
    """
    tidy = " ".join(name.split())
    words = [w for w in re.split(r"[\s.,]+", tidy) if sum(c.isalpha() for c in w) >= 1]
    long = [w for w in words if sum(c.isalpha() for c in w) >= 2]
    if len(words) < 2 or not long or any(w.casefold() in _NOBODY for w in words):
        raise WrongUse(
            f'--by "{tidy}" names no person. A form is approved by a person, with first and family name, never by an office '
            'or a program. For example: --approve --by "Dana Whitlock"'
        )
    return tidy


def approve(home: Path, path: Path, approval: Approval) -> Path:
    """Keep the form and the approval; gives the folder. A second approval is added to the first.

    Raises:
        PetitionError: where the state folder cannot be written to.
    """
    folder = folder_of(home, approval.form)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / f"form{path.suffix.lower() or '.pdf'}"
        if not kept.exists():
            part = kept.with_name(kept.name + ".part")
            with part.open("wb") as file:
                file.write(path.read_bytes())
                file.flush()
                os.fsync(file.fileno())
            part.replace(kept)
        with (folder / APPROVALS).open("a", encoding="utf-8") as log:
            log.write(_line(approval) + "\n")
            log.flush()
            os.fsync(log.fileno())
    except OSError as error:
        raise PetitionError(
            f"The approval could not be kept in the state folder: {error.strerror}. Make room there, or name another folder "
            "in PETITION_HOME, and approve again."
        ) from error
    return folder


def approvals(home: Path, form: str) -> tuple[Approval, ...]:
    """All approvals of the form with this hash, oldest first; a line that is no approval is passed over."""
    try:
        lines = (folder_of(home, form) / APPROVALS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(a for line in lines if (a := _parsed(line)) is not None)


def last_approval(home: Path, path: Path) -> Approval | None:
    """The approval in force of the form at `path`; None where nobody approved it or it cannot be read."""
    try:
        found = approvals(home, sha256_of(path))
    except OSError:
        return None
    return found[-1] if found else None


def _line(approval: Approval) -> str:
    told = {
        "schema": SCHEMA, "form": approval.form, "file": approval.file, "petition": approval.petition,
        "ordinance": approval.ordinance, "by": approval.by, "at": approval.at.isoformat(timespec="seconds"),
        "findings": [dict(f) for f in approval.findings], "versions": dict(approval.versions),
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=True, allow_nan=False)


def _parsed(line: str) -> Approval | None:
    try:
        told = json.loads(line)
        if told["schema"] != SCHEMA:
            return None
        findings: Sequence[Mapping[str, Any]] = told["findings"]
        return Approval(
            form=str(told["form"]), file=str(told["file"]), petition=str(told["petition"]), ordinance=str(told["ordinance"]),
            by=str(told["by"]), at=datetime.fromisoformat(told["at"]), findings=tuple(dict(f) for f in findings),
            versions={str(k): str(v) for k, v in told["versions"].items()},
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
