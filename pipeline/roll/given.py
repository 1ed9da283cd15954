"""The roll that a petition file names, imported where it was not yet."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import WrongUse
from pipeline.law.suggest import did_you_mean
from pipeline.model.petition import PetitionFile
from pipeline.roll.database import Roll
from pipeline.roll.home import mappings_folder, rolls_folder
from pipeline.roll.importing import Progress, import_roll, roll_hash, sha256_of
from pipeline.roll.mapping import STANDARD, RollMapping, load_mapping
from pipeline.roll.report import RollReport


def mapping_of(named: Path | None) -> RollMapping:
    """The mapping in a file, or one that was kept under its name; the standard columns where none is named.

    Raises:
        WrongUse: when there is neither such a file nor such a name.
    """
    if named is None:
        return STANDARD
    if named.is_file():
        return load_mapping(named)
    kept = mappings_folder() / f"{named.stem}.toml"
    if kept.is_file():
        return load_mapping(kept)
    known = sorted(p.stem for p in mappings_folder().glob("*.toml")) if mappings_folder().is_dir() else []
    hint = f" {did_you_mean(named.stem, known)}" if known else ""
    raise WrongUse(f"There is no mapping {named.name}: neither a file, nor one that was used before.{hint}")


def is_imported(petition: PetitionFile) -> bool:
    """Whether the petition's roll lies ready; True where it names none."""
    if petition.roll is None:
        return True
    digest = roll_hash(sha256_of(petition.roll), mapping_of(petition.roll_mapping))
    return (rolls_folder() / f"{digest}.sqlite").is_file()


def import_of(petition: PetitionFile, progress: Progress = lambda rows: None) -> RollReport | None:
    """Import the petition's roll; None where it names none.

    Raises:
        WrongUse, NotADocument, OverLimit: as `import_roll`.
    """
    if petition.roll is None:
        return None
    return import_roll(petition.roll, mapping_of(petition.roll_mapping), as_of=petition.roll_as_of, progress=progress)


def open_roll(petition: PetitionFile) -> Roll | None:
    """The petition's roll, opened; None where it names none. Close it.

    Raises:
        WrongUse, NotADocument, OverLimit: as `import_roll`.
    """
    report = import_of(petition)
    return None if report is None else Roll(report.path)
