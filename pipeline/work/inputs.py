"""What a result is a function of, each under a name: so that two results of one scan can say why they differ (design.md 7)."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline import run
from pipeline.law import loader, petition_file
from pipeline.law.ordinance import Ordinance
from pipeline.law.sought import sought as sought_for
from pipeline.model.petition import PetitionFile
from pipeline.store import KnownPetition

# Fields of the petition file that have an input of their own, or do not touch what one scan says.
_OWN_INPUT = frozenset({"path", "ordinance", "readings", "form", "roll", "roll_mapping", "decisions"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """A petition as it stands now, loaded once for a scan, with the names of everything that goes into its results."""

    petition: PetitionFile
    ordinance: Ordinance
    versions: Mapping[str, str]
    """`program`, `finders`, `print`, `hand`, `ordinance`, `readings`, `form`, `roll`, `petition`: a version or a hash."""

    @property
    def key(self) -> str:
        """Hash over all of them."""
        return _digest(dict(self.versions))

    def facts_key(self, sha256: str, first: int, most: int) -> str:
        """The key under which facts of these pages are kept: changes with all that a finder sees, and nothing else."""
        seen = {
            "scan": [sha256, first, most],
            "sought": asdict(sought_for(self.petition, self.ordinance)),
            "versions": {name: self.versions[name] for name in MEASURED_WITH},
        }
        return _digest(seen)


MEASURED_WITH = ("finders", "print", "hand", "form")
"""Inputs that pixels are read with: where only others differ, facts are reused and no pixel is touched."""


def load(known: KnownPetition) -> Inputs:
    """The petition file as it lies there now.

    Raises:
        WrongUse: where it cannot be used; the message says why.
    """
    petition = petition_file.load(known.path)
    ordinance = loader.load(petition.ordinance)
    rest = {k: v for k, v in asdict(petition).items() if k not in _OWN_INPUT}
    return Inputs(
        petition=petition,
        ordinance=ordinance,
        versions={
            "program": version("petition"),
            "finders": run.FINDERS,
            **engines(),
            "ordinance": ordinance.hash[:16],
            "readings": _digest({r.name: petition.readings.get(r.name, r.default) for r in ordinance.readings})[:16],
            "form": _file(petition.form),
            "roll": _file(petition.roll),
            "petition": _digest(rest)[:16],
        },
    )


@functools.cache
def engines() -> dict[str, str]:
    """The recognisers on this computer. Imported here: only their names are asked for.

    Raises:
        MissingProgram: where tesseract is not on this computer.
    """
    from pipeline.ocr.hand import PpocrHand
    from pipeline.ocr.print import TesseractPrint

    return {"print": TesseractPrint().stamp, "hand": PpocrHand().stamp}


def _file(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        seen = path.stat()
    except OSError:
        return "missing"
    return _hash_of(path, seen.st_mtime_ns, seen.st_size)


@functools.lru_cache(maxsize=64)
def _hash_of(path: Path, _changed: int, _size: int) -> str:
    """Of a file that has not changed since, once: a roll of millions is read for its hash only when it is new."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=_plain).encode()).hexdigest()


def _plain(value: Any) -> str:
    if isinstance(value, Path):
        return value.name
    if isinstance(value, date | datetime):
        return value.isoformat()
    return str(value)
