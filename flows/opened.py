"""The store as this process has it: opened once, shared by the threads that run its tasks."""

from __future__ import annotations

import threading

from pipeline.store import Store, StoreSettings

_lock = threading.Lock()
_stores: dict[StoreSettings, Store] = {}


def store() -> Store:
    """The store that the environment names (`PETITION_HOME`, `PETITION_DATABASE_URL`).

    Raises: as `Store.open`.
    """
    settings = StoreSettings()
    with _lock:
        if settings not in _stores:
            _stores[settings] = Store.open(settings)
        return _stores[settings]


def close() -> None:
    """Close what was opened; the next call of `store` opens it again."""
    with _lock:
        while _stores:
            _stores.popitem()[1].close()
