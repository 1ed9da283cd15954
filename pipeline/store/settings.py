"""Where the store lies and how it behaves. `PETITION_HOME` and the like in the environment override."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

GIB = 1024**3


def _home() -> Path:
    """The user's data folder, as the XDG base directory specification names it."""
    data = os.environ.get("XDG_DATA_HOME") or ""
    return (Path(data) if data.startswith("/") else Path.home() / ".local" / "share") / "petition"


class StoreSettings(BaseSettings):
    """Folders, database and times of the store.

    Each field may be set in the environment, for example `PETITION_HOME=/srv/petition`.

    Raises:
        pydantic.ValidationError: when a value is not of the right kind.
    """

    model_config = SettingsConfigDict(env_prefix="PETITION_", frozen=True)

    home: Path = Field(default_factory=_home)
    """Everything that is kept: `store/`, `rolls/`, `forms/`, `cache/`, `prefect/`."""
    inbox: Path | None = None
    """The folder that holds `intake/`, `taken/`, `duplicate/` and `problem/`; None: `inbox` in `home`."""
    database_url: str | None = None
    """`postgresql://user@host/name` where several computers share one store; None: SQLite in `home`, with no set-up."""
    busy_seconds: float = Field(default=60.0, gt=0)
    """How long a write waits for another's (a backup tool may hold the database for half a minute) before it says busy."""
    stable_seconds: float = Field(default=10.0, ge=0)
    """A file is taken in when neither its size nor its time has changed for so long."""
    unfinished_seconds: float = Field(default=600.0, ge=0)
    """A file that ends as if cut off is given so long without change, for the copy may have paused; then it is a problem."""
    free_bytes: int = Field(default=GIB, ge=0)
    """Disk space that must stay free, beside three times the file, before a file is taken in."""
    lease_seconds: float = Field(default=120.0, gt=0)
    """A claim that is not renewed for so long may be taken over by another worker."""
    tries: int = Field(default=3, gt=0)
    """A piece of work that failed so often is a problem for a person."""
    retry_seconds: float = Field(default=30.0, ge=0)
    """Wait before the second try; doubled before each further one."""

    @property
    def folder(self) -> Path:
        """The store's own folder: database, originals."""
        return self.home / "store"

    @property
    def inbox_folder(self) -> Path:
        """The folder with `intake/` and its neighbours."""
        return self.inbox or self.home / "inbox"
