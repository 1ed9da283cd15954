"""What names people, kept apart: sealed by a salted digest that stays when the words themselves are deleted."""

from __future__ import annotations

import hashlib
import json
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
    salt, packed = secrets.token_bytes(SALT_BYTES), zlib.compress(body, 6)
    values = {"what": what, "sha256": sha256, "petition": petition, "salt": salt, "body": packed}
    made = connection.execute(insert(schema.personal).values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0]), digest(what, sha256, petition, salt, packed)


def opened(connection: Connection, number: int) -> bytes:
    """What was sealed under `number`.

    Raises:
        Deleted: where it was deleted since.
    """
    row = connection.execute(select(schema.personal.c.body).where(schema.personal.c.id == number)).one_or_none()
    if row is None:
        raise Deleted("What was read there was deleted on order. 'petition verify' tells who did so, when and why.")
    return zlib.decompress(row.body)


def digest(what: str, sha256: str | None, petition: str | None, salt: bytes, packed: bytes) -> str:
    """The digest that stands for a row of `personal` in the rows that stay: over all of it but its id."""
    about = json.dumps([what, sha256, petition], ensure_ascii=True).encode("ascii")
    return hashlib.sha256(salt + about + packed).hexdigest()
