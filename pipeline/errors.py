"""Exceptions: we cannot go on. Each says what, why and what to do now, and carries its exit code (design.md)."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process says to its caller."""

    NOTHING_FOUND = 0
    OUR_FAULT = 1
    WRONG_USE = 2
    MISSING_PROGRAM = 3
    NOT_A_DOCUMENT = 4
    DAMAGED = 5
    DUPLICATE = 6
    LOCKED = 7
    OVER_LIMIT = 8
    BAD_FOLDERS = 9
    FINDINGS = 10
    STORE_DAMAGED = 11
    BUSY = 12
    INTERRUPTED = 130


class PetitionError(Exception):
    """Base of all errors that a person is told in a sentence."""

    exit_code = ExitCode.OUR_FAULT


class WrongUse(PetitionError):
    """A wrong call, petition file or ordinance file."""

    exit_code = ExitCode.WRONG_USE


class LawError(WrongUse):
    """An ordinance file that cannot be trusted: names the file, the clause and what to do."""


class MissingProgram(PetitionError):
    """A program or its data is not on this computer."""

    exit_code = ExitCode.MISSING_PROGRAM


class NotADocument(PetitionError):
    """The file is empty or is no scan at all."""

    exit_code = ExitCode.NOT_A_DOCUMENT


class Damaged(PetitionError):
    """The file is truncated or broken: reading on would lose pages in silence."""

    exit_code = ExitCode.DAMAGED


class Locked(PetitionError):
    """The file asks for a password."""

    exit_code = ExitCode.LOCKED


class OverLimit(PetitionError):
    """The file, or the time it takes, is over a limit."""

    exit_code = ExitCode.OVER_LIMIT


class BadFolders(PetitionError):
    """Folders that lie in one another, or on a disk that cannot hold the store safely."""

    exit_code = ExitCode.BAD_FOLDERS


class StoreDamaged(PetitionError):
    """The store is not what it was when it was last written: names the first bad record."""

    exit_code = ExitCode.STORE_DAMAGED


class Busy(PetitionError):
    """Another program holds what we need; later it will go."""

    exit_code = ExitCode.BUSY
