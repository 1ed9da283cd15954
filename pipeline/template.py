"""The template of the petition's approved form: made once, kept in the state folder, given to every scan's reader."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from pipeline import sandbox
from pipeline.errors import PetitionError
from pipeline.form.approval import sha256_of
from pipeline.form.given import FormGiven
from pipeline.law import loader
from pipeline.law.sought import sought as sought_for
from pipeline.model.facts_codec import from_json, to_json
from pipeline.model.form import FormTemplate
from pipeline.model.petition import PetitionFile
from pipeline.model.sought import Sought
from pipeline.settings import Limits, petition_home

logger = logging.getLogger(__name__)

_making = threading.Lock()
_known: dict[str, FormTemplate | str] = {}


def form_given(petition: PetitionFile, limits: Limits, versions: Mapping[str, str]) -> FormGiven | None:
    """The approved form of the petition for the readers of its scans; None where none is named.

    A form that cannot be read or used stops nothing: it comes without a template and with the sentence that says why.
    """
    path = petition.form
    if path is None:
        return None
    sought = sought_for(petition, loader.load(petition.ordinance))
    try:
        form = sha256_of(path)
    except OSError as why:
        return FormGiven(path=path, template=None, why=f"The approved form {path.name} cannot be opened: {why.strerror}.")
    key = _key(form, sought, versions)
    with _making:
        if key not in _known:
            _known[key] = _kept(key) or _made(path, sought, limits, versions, key)
        found = _known[key]
    if isinstance(found, str):
        return FormGiven(path=path, template=None, why=found)
    if found.unusable:
        return FormGiven(path=path, template=None, why=" ".join(found.unusable))
    return FormGiven(path=path, template=found)


def _made(path: Path, sought: Sought, limits: Limits, versions: Mapping[str, str], key: str) -> FormTemplate | str:
    # Imported here: only the child needs the engines, and the function's name to find them by.
    from pipeline.measure_form import measure_form_in_child

    try:
        made = sandbox.call(measure_form_in_child, path, sought, limits, dict(versions), limits=limits)
    except PetitionError as error:
        return f"The approved form could not be read: {error}"
    _keep(key, made)
    return made


def _key(form: str, sought: Sought, versions: Mapping[str, str]) -> str:
    """Everything that a template is a function of. Days of circulation and filing change no print."""
    seen = {k: v for k, v in asdict(sought).items() if k not in ("circulation_from", "filed")}
    given = {"form": form, "sought": seen, "versions": dict(versions)}
    return hashlib.sha256(json.dumps(given, sort_keys=True, default=list).encode()).hexdigest()


def _file(key: str) -> Path:
    return petition_home() / "cache" / "form-templates" / f"{key}.json"


def _kept(key: str) -> FormTemplate | None:
    """The template kept in the state folder; None where there is none, or another program's."""
    with contextlib.suppress(OSError, ValueError):
        found = from_json(FormTemplate, _file(key).read_bytes())
        if isinstance(found, FormTemplate):
            return found
    return None


def _keep(key: str, made: FormTemplate) -> None:
    """Whole or not at all; a state folder that cannot be written to costs time, nothing else."""
    file = _file(key)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(to_json(FormTemplate, made))
        part.replace(file)
    except OSError as why:
        logger.info("a form's template was not kept: %s", why)
