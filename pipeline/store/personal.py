"""What names people, kept apart: sealed by a salted digest that stays when the words themselves are deleted."""

from __future__ import annotations

import hashlib
import secrets
import zlib

from sqlalchemy import Connection, insert, select

from pipeline.errors import PetitionError
from pipeline.store import schema

SALT_BYTES = 16


class Deleted(PetitionError):
    """The words were deleted, as `petition delete` does; that they were there is all that is known."""


def seal(
    connection: Connection, what: str, body: bytes, *, sha256: str | None = None, petition: str | None = None
) -> tuple[int, str]:
    """Keep `body`; its id and its digest, which the row that it belongs to must hold."""
    salt = secrets.token_bytes(SALT_BYTES)
    values = {"what": what, "sha256": sha256, "petition": petition, "salt": salt, "body": zlib.compress(body, 6)}
    made = connection.execute(insert(schema.personal).values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0]), digest(salt, body)


def opened(connection: Connection, number: int) -> bytes:
    """What was sealed under `number`.

    Raises:
        Deleted: where it was deleted since.
    """
    row = connection.execute(select(schema.personal.c.body).where(schema.personal.c.id == number)).one_or_none()
    if row is None:
        raise Deleted("What was read there was deleted on order. 'petition verify' tells who did so, when and why.")
    return zlib.decompress(row.body)


def digest(salt: bytes, body: bytes) -> str:
    """The digest that stands for `body` in the rows that stay."""
    return hashlib.sha256(salt + body).hexdigest()


def digest_of(salt: bytes, packed: bytes) -> str | None:
    """The digest of what is kept in a row; None where it cannot be unpacked."""
    try:
        return digest(salt, zlib.decompress(packed))
    except (zlib.error, TypeError):
        return None
